"""Which rounds are refused, by which sentence and at which path; which are implausible."""

from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.rules.cards import parse_cards
from scorekeeper.rules.errors import InvalidRound
from scorekeeper.rules.model.terms import How
from scorekeeper.rules.model.variant import Variant
from scorekeeper.rules.scoring.plausibility import warnings_of
from scorekeeper.rules.scoring.round_checks import check_round
from scorekeeper.rules.scoring.rounds import CardsEntry, Entry, Player, PointsEntry, Round, SumsEntry, lowest_hands
from scorekeeper.rules.scoring.scoring import score_round
from scorekeeper.rules.variants import CARD_GAMES, get_variant

from .strategies import rounds, variants

TABLE = ("Ada", "Bo", "Cleo")
every_variant = pytest.mark.parametrize("key", CARD_GAMES)


def cards(*, melds: str = "", laid_off: str = "", hand: str = "", **penalties: int) -> CardsEntry:
    """Return an entry; melds are separated by commas."""
    laid = tuple(parse_cards(meld.split()) for meld in melds.split(",") if meld.strip())
    return CardsEntry(laid, parse_cards(laid_off.split()), parse_cards(hand.split()), penalties)


def round_of(
    entries: Mapping[Player, Entry], closer: Player | None = "Ada", how: How = How.OUT, **kwargs: Any
) -> Round:
    return Round(TABLE, entries, closer, how, **kwargs)


def problems(variant: Variant, round_: Round) -> dict[tuple[str | int, ...], str]:
    """Return each problem's sentence by its path."""
    with pytest.raises(InvalidRound) as raised:
        check_round(variant, round_)
    found = {problem.path: problem.message.format(**problem.values) for problem in raised.value.problems}
    assert len(found) == len(raised.value.problems)
    return found


def refusals(key: str, round_: Round) -> set[tuple[str | int, ...]]:
    return set(problems(CARD_GAMES[key], round_))


def points(*values: int) -> dict[Player, Entry]:
    return {player: PointsEntry(value) for player, value in zip(TABLE, values, strict=True)}


def sums(*values: int) -> dict[Player, Entry]:
    """Return entries with the points left in each hand."""
    return {player: SumsEntry(minus=value) for player, value in zip(TABLE, values, strict=True)}


@every_variant
@given(data=st.data())
def test_a_round_of_real_cards_is_a_round(key: str, data: st.DataObject) -> None:
    variant = data.draw(variants(key))
    check_round(variant, data.draw(rounds(variant)))


class TestHowARoundEnds:
    @every_variant
    def test_a_closer_must_play_in_the_round(self, key: str) -> None:
        found = problems(CARD_GAMES[key], round_of(points(0, 0, 0), closer="Dag"))
        assert found == {("closer",): "“Dag” doesn’t play in this round."}

    @every_variant
    def test_going_out_needs_a_closer(self, key: str) -> None:
        assert refusals(key, round_of(points(0, 0, 0), closer=None)) == {("closer",)}

    @pytest.mark.parametrize("key", ["da-500", "de-romme", "cs-500", "is-rommi"])
    @pytest.mark.parametrize("entries", [points(0, 0, 0), sums(5, 0, 10)], ids=["points", "sums"])
    def test_nobody_has_gone_out_when_the_stock_is_empty(self, key: str, entries: dict[Player, Entry]) -> None:
        assert refusals(key, round_of(entries, closer="Bo", how=How.STOCK_EMPTY)) == {("closer",)}
        check_round(CARD_GAMES[key], round_of(entries, closer=None, how=How.STOCK_EMPTY))

    @pytest.mark.parametrize("key", ["da-500", "de-romme", "cs-500", "is-rommi"])
    def test_a_card_game_has_no_pool(self, key: str) -> None:
        found = problems(CARD_GAMES[key], round_of(sums(0, 5, 10), closer=None, how=How.POOL_EMPTY))
        assert found == {("how",): "A round of this game ends in one of these ways: out, stock_empty."}

    def test_the_tile_game_has_no_stock(self) -> None:
        found = problems(CARD_GAMES["nb-rummy"], round_of(sums(0, 5, 10), closer=None, how=How.STOCK_EMPTY))
        assert found == {("how",): "A round of this game ends in one of these ways: out, pool_empty."}

    @pytest.mark.parametrize(("key", "way"), [("de-romme", "hand_romme"), ("is-rommi", "rommi")])
    def test_only_going_out_doubles(self, key: str, way: str) -> None:
        empty = round_of(sums(0, 5, 10), closer=None, how=How.STOCK_EMPTY, way=way)
        assert refusals(key, empty) == {(way,)}
        assert refusals(key, round_of(sums(0, 5, 10), closer=None, way=way)) == {("closer",)}
        check_round(CARD_GAMES[key], round_of(sums(0, 5, 10), way=way))


class TestWhoHasAnEntry:
    @every_variant
    def test_every_player_but_the_closer_has_one(self, key: str) -> None:
        found = problems(CARD_GAMES[key], round_of({"Ada": PointsEntry(0), "Cleo": PointsEntry(0)}))
        assert found == {("entries", "Bo"): "Bo is missing."}

    @every_variant
    def test_all_who_are_missing_are_told(self, key: str) -> None:
        assert refusals(key, round_of({"Ada": PointsEntry(0)})) == {("entries", "Bo"), ("entries", "Cleo")}

    @pytest.mark.parametrize("key", ["da-500", "cs-500"])
    def test_the_closer_has_one_where_the_table_scores(self, key: str) -> None:
        assert refusals(key, round_of({"Bo": SumsEntry(0, 5), "Cleo": SumsEntry(5, 5)})) == {("entries", "Ada")}

    @pytest.mark.parametrize("key", ["nb-rummy", "de-romme", "is-rommi"])
    def test_the_closer_may_be_left_out_where_his_cards_tell_nothing(self, key: str) -> None:
        check_round(CARD_GAMES[key], round_of({"Bo": SumsEntry(0, 5), "Cleo": cards(hand="7H")}))

    @pytest.mark.parametrize(
        ("key", "how"),
        [("nb-rummy", How.POOL_EMPTY), ("de-romme", How.STOCK_EMPTY), ("is-rommi", How.STOCK_EMPTY)],
    )
    def test_nobody_may_be_left_out_when_nobody_went_out(self, key: str, how: How) -> None:
        entries: dict[Player, Entry] = {"Bo": SumsEntry(0, 5), "Cleo": SumsEntry(0, 6)}
        assert ("entries", "Ada") in refusals(key, round_of(entries, closer=None, how=how))

    def test_a_chosen_lowest_rack_may_not_be_left_out(self) -> None:
        """The closer is one of the equal lowest racks, so the rack must be known."""
        entries: dict[Player, Entry] = {"Bo": SumsEntry(0, 0), "Cleo": SumsEntry(0, 6)}
        assert refusals("nb-rummy", round_of(entries, closer="Ada", how=How.POOL_EMPTY)) == {("entries", "Ada")}

    @every_variant
    def test_nobody_else_has_one(self, key: str) -> None:
        found = problems(CARD_GAMES[key], round_of({**points(0, 0, 0), "Dag": PointsEntry(0)}))
        assert found == {("entries", "Dag"): "“Dag” doesn’t play in this round."}


class TestWhatAnEntryHolds:
    @pytest.mark.parametrize("key", ["nb-rummy", "de-romme", "is-rommi"])
    def test_no_plus_where_the_table_scores_nothing(self, key: str) -> None:
        entries = {**sums(0, 5, 10), "Bo": SumsEntry(plus=10, minus=5)}
        found = problems(CARD_GAMES[key], round_of(entries))
        assert found == {("entries", "Bo", "plus"): "In this game cards on the table don’t count."}

    @pytest.mark.parametrize("key", ["nb-rummy", "de-romme", "is-rommi"])
    def test_laid_cards_may_be_told_where_the_table_scores_nothing(self, key: str) -> None:
        check_round(CARD_GAMES[key], round_of({**sums(0, 5, 10), "Ada": cards(melds="7H 8H 9H", laid_off="TH")}))

    @pytest.mark.parametrize("key", ["nb-rummy", "de-romme", "cs-500", "is-rommi"])
    @pytest.mark.parametrize("penalty", ["failed_pile_pickups", "peeks", "false_calls"])
    def test_no_penalties_where_the_game_has_none(self, key: str, penalty: str) -> None:
        entries = {
            **sums(0, 5, 10),
            "Bo": SumsEntry(minus=5, penalties={penalty: 1}),
            "Cleo": CardsEntry(penalties={penalty: 1}),
        }
        found = problems(CARD_GAMES[key], round_of(entries))
        assert found == {
            ("entries", player, penalty): "This game doesn’t have this penalty." for player in ("Bo", "Cleo")
        }

    @pytest.mark.parametrize("key", ["nb-rummy", "de-romme", "cs-500", "is-rommi"])
    def test_no_times_a_penalty_is_none(self, key: str) -> None:
        check_round(CARD_GAMES[key], round_of({**sums(0, 5, 10), "Bo": SumsEntry(minus=5, penalties={"peeks": 0})}))

    def test_the_danish_game_knows_its_penalties_and_no_others(self) -> None:
        known = {"failed_pile_pickups": 1, "peeks": 2, "false_calls": 3}
        check_round(CARD_GAMES["da-500"], round_of({**sums(0, 5, 10), "Bo": SumsEntry(minus=5, penalties=known)}))
        other = round_of({**sums(0, 5, 10), "Bo": SumsEntry(minus=5, penalties={"naps": 1})})
        assert refusals("da-500", other) == {("entries", "Bo", "naps")}


class TestCardsOfThePacks:
    @pytest.mark.parametrize("key", ["da-500", "cs-500", "is-rommi"])
    def test_a_card_is_in_one_pack_once_whoever_has_it_and_wherever_it_lies(self, key: str) -> None:
        entries = {"Ada": cards(melds="7H 8H 9H"), "Bo": cards(hand="2C 8H"), "Cleo": cards(laid_off="7H")}
        found = problems(CARD_GAMES[key], round_of(entries))
        assert found == {
            ("entries", "Bo", "hand", 1): "This round has more 8H than the packs have (1).",
            ("entries", "Cleo", "laid_off", 0): "This round has more 7H than the packs have (1).",
        }

    def test_a_card_twice_in_one_meld_is_told_at_its_second_place(self) -> None:
        entries = {**sums(0, 5, 10), "Ada": cards(melds="2C 2D 2H,7H 8H 8H")}
        assert refusals("da-500", round_of(entries)) == {("entries", "Ada", "melds", 1, 2)}

    def test_a_card_three_times_is_told_once(self) -> None:
        assert refusals("da-500", round_of({**sums(0, 5, 10), "Ada": cards(hand="7H 7H 7H")})) == {
            ("entries", "Ada", "hand", 1)
        }

    @pytest.mark.parametrize("key", ["nb-rummy", "de-romme"])
    def test_a_card_is_in_two_packs_twice(self, key: str) -> None:
        twice = {"Ada": cards(laid_off="7H"), "Bo": cards(hand="7H"), "Cleo": cards(hand="8H")}
        check_round(CARD_GAMES[key], round_of(twice))
        assert refusals(key, round_of({**twice, "Cleo": cards(hand="7H")})) == {("entries", "Cleo", "hand", 0)}

    def test_five_players_of_the_czech_game_take_a_second_pack(self) -> None:
        entries = {player: cards(hand="7H" if player in "AB" else "") for player in "ABCDE"}
        check_round(CARD_GAMES["cs-500"], Round(tuple("ABCDE"), entries, "E"))
        four = {player: entry for player, entry in entries.items() if player != "E"}
        assert refusals("cs-500", Round(tuple("ABCD"), four, "D")) == {("entries", "B", "hand", 0)}

    def test_there_are_no_jokers_in_the_icelandic_game(self) -> None:
        found = problems(CARD_GAMES["is-rommi"], round_of({**sums(0, 5, 10), "Bo": cards(hand="JK")}))
        assert found == {("entries", "Bo", "hand", 0): "This round has more JK than the packs have (0)."}

    @pytest.mark.parametrize(
        ("key", "house_rules", "jokers"),
        [
            ("da-500", {}, 3),
            ("da-500", {"jokers": 0}, 0),
            ("da-500", {"jokers": 6}, 6),
            ("nb-rummy", {}, 2),
            ("de-romme", {}, 2),
            ("de-romme", {"jokers": 6}, 6),
            ("cs-500", {}, 2),
        ],
    )
    def test_there_are_as_many_jokers_as_the_house_rules_say(
        self, key: str, house_rules: dict[str, object], jokers: int
    ) -> None:
        variant = get_variant(key, house_rules)
        held = round_of({**sums(0, 5, 10), "Bo": cards(hand="JK " * jokers)})
        one_more = round_of({**sums(0, 5, 10), "Bo": cards(hand="JK " * jokers), "Cleo": cards(hand="JK")})
        check_round(variant, held)
        assert set(problems(variant, one_more)) == {("entries", "Cleo", "hand", 0)}


class TestCollecting:
    def test_in_the_icelandic_game_points_of_the_others_do_not_tell_what_they_held(self) -> None:
        found = problems(
            CARD_GAMES["is-rommi"], round_of({"Ada": SumsEntry(), "Bo": PointsEntry(0), "Cleo": SumsEntry(minus=5)})
        )
        text = "Ada: give the points, they don’t follow from those of the others."
        assert found == {("entries", "Ada"): text}
        assert refusals("is-rommi", round_of({"Bo": PointsEntry(0), "Cleo": PointsEntry(0)})) == {("entries", "Ada")}
        check_round(
            CARD_GAMES["is-rommi"], round_of({"Ada": PointsEntry(5), "Bo": PointsEntry(0), "Cleo": SumsEntry(minus=5)})
        )

    def test_with_chips_they_do_but_the_closer_still_needs_an_entry(self) -> None:
        variant = get_variant("is-rommi", {"settlement": "chips"})
        check_round(variant, round_of({"Ada": SumsEntry(), "Bo": PointsEntry(-5), "Cleo": SumsEntry(minus=5)}))
        check_round(variant, round_of({"Bo": SumsEntry(minus=5), "Cleo": SumsEntry(minus=5)}))
        assert set(problems(variant, round_of({"Bo": PointsEntry(-5), "Cleo": SumsEntry(minus=5)}))) == {
            ("entries", "Ada")
        }

    @pytest.mark.parametrize(("key", "scores"), [("nb-rummy", 10), ("de-romme", 0)])
    def test_elsewhere_a_closer_may_be_left_out_beside_points_too(self, key: str, scores: int) -> None:
        round_ = round_of({"Bo": PointsEntry(-5), "Cleo": SumsEntry(minus=5)})
        check_round(CARD_GAMES[key], round_)
        assert score_round(CARD_GAMES[key], round_).scores["Ada"] == scores

    @given(given_points=st.sets(st.sampled_from(TABLE), max_size=3))
    def test_with_an_empty_pool_all_give_points_or_nobody(self, given_points: set[Player]) -> None:
        entries: dict[Player, Entry] = {
            player: PointsEntry(0) if player in given_points else SumsEntry(minus=minus)
            for player, minus in zip(TABLE, (3, 5, 10), strict=True)
        }
        round_ = round_of(entries, closer=None, how=How.POOL_EMPTY)
        if 0 < len(given_points) < 3:
            assert refusals("nb-rummy", round_) == {("entries",)}
        else:
            assert set(score_round(CARD_GAMES["nb-rummy"], round_).scores) == set(TABLE)

    def test_equal_lowest_racks_are_refused_until_one_of_them_is_named(self) -> None:
        equal = sums(5, 5, 10)
        found = problems(CARD_GAMES["nb-rummy"], round_of(equal, closer=None, how=How.POOL_EMPTY))
        text = "Ada, Bo have equal lowest racks: agree who wins."
        assert found == {("closer",): text}
        assert refusals("nb-rummy", round_of(equal, closer="Cleo", how=How.POOL_EMPTY)) == {("closer",)}
        for named in ("Ada", "Bo"):
            round_ = round_of(equal, closer=named, how=How.POOL_EMPTY)
            check_round(CARD_GAMES["nb-rummy"], round_)
            assert score_round(CARD_GAMES["nb-rummy"], round_).scores[named] == 15
            assert sum(score_round(CARD_GAMES["nb-rummy"], round_).scores.values()) == 0

    def test_a_single_lowest_rack_need_not_and_may_not_be_named(self) -> None:
        lone = sums(5, 6, 10)
        assert refusals("nb-rummy", round_of(lone, closer="Ada", how=How.POOL_EMPTY)) == {("closer",)}
        check_round(CARD_GAMES["nb-rummy"], round_of(lone, closer=None, how=How.POOL_EMPTY))

    def test_nobody_is_named_beside_points_with_an_empty_pool(self) -> None:
        assert refusals("nb-rummy", round_of(points(15, -5, -10), closer="Ada", how=How.POOL_EMPTY)) == {("closer",)}

    def test_the_lowest_racks_are_told_in_the_order_of_the_players(self) -> None:
        racks = round_of({**sums(5, 9, 10), "Cleo": cards(hand="2H 3H")}, closer=None, how=How.POOL_EMPTY)
        assert lowest_hands(CARD_GAMES["nb-rummy"], racks) == ("Ada", "Cleo")


class TestEveryProblemIsTold:
    def test_not_only_the_first(self) -> None:
        entries: dict[Player, Entry] = {
            "Ada": SumsEntry(plus=5),
            "Bo": cards(hand="7H 7H 7H JK JK JK", peeks=1),
            "Dag": PointsEntry(0),
        }
        assert refusals("de-romme", round_of(entries, closer="Eva", how=How.POOL_EMPTY)) == {
            ("how",),
            ("closer",),
            ("entries", "Ada", "plus"),
            ("entries", "Bo", "hand", 2),
            ("entries", "Bo", "hand", 5),
            ("entries", "Bo", "peeks"),
            ("entries", "Cleo"),
            ("entries", "Dag"),
        }


class TestSecondLook:
    """What is saved only after a confirmation, by the contract's list."""

    @pytest.mark.parametrize(
        ("key", "house_rules", "scores", "closer", "doubled", "found"),
        [
            ("da-500", {}, (35, -25, 0), "Ada", False, {}),
            ("da-500", {}, (35, -26, 3), "Ada", False, {"Bo": "multiple of 5", "Cleo": "multiple of 5"}),
            ("da-500", {}, (455, -455, 0), "Ada", False, {}),
            ("da-500", {}, (460, -460, 0), "Ada", False, {"Ada": "only 455", "Bo": "only 455"}),
            ("da-500", {"jokers": 0}, (385, 0, 0), "Ada", False, {"Ada": "only 380"}),
            ("cs-500", {}, (370, -371, 0), "Ada", False, {"Bo": "only 370"}),
            ("de-romme", {}, (0, -13, -25), "Ada", False, {}),
            ("de-romme", {}, (0, 13, -25), "Ada", False, {"Bo": "above 0"}),
            ("de-romme", {}, (5, -13, -25), "Ada", False, {"Ada": "above 0"}),
            ("de-romme", {}, (-5, -13, -25), "Ada", False, {"Ada": "below 0"}),
            ("de-romme", {}, (0, -13, -26), "Ada", True, {"Bo": "even"}),
            ("nb-rummy", {}, (30, -10, -20), "Ada", False, {}),
            ("nb-rummy", {}, (-30, 10, 20), "Ada", False, {"Ada": "below 0", "Bo": "above 0", "Cleo": "above 0"}),
            ("nb-rummy", {}, (30, -10, -21), "Ada", False, {None: "adds up to -1"}),
            ("nb-rummy", {}, (788, -788, 0), "Ada", False, {}),
            ("nb-rummy", {}, (789, -789, 0), "Ada", False, {"Ada": "only 788", "Bo": "only 788"}),
            ("is-rommi", {}, (30, 0, 0), "Ada", False, {}),
            ("is-rommi", {}, (30, -10, 5), "Ada", False, {"Bo": "below 0", "Cleo": "above 0"}),
            ("is-rommi", {}, (-30, 0, 0), "Ada", False, {"Ada": "below 0"}),
            ("is-rommi", {}, (31, 0, 0), "Ada", True, {"Ada": "even"}),
            ("is-rommi", {}, (320, 0, 0), "Ada", True, {}),
            ("is-rommi", {}, (322, 0, 0), "Ada", True, {"Ada": "at most 320 in this round, not 322"}),
            ("is-rommi", {}, (682, 0, 0), "Ada", True, {"Ada": "only 680"}),
            ("is-rommi", {"settlement": "chips"}, (30, -10, -20), "Ada", False, {}),
            ("is-rommi", {"settlement": "chips"}, (30, -10, 0), "Ada", False, {None: "adds up to 20"}),
        ],
    )
    def test_points_that_cannot_be(
        self,
        key: str,
        house_rules: dict[str, object],
        scores: tuple[int, int, int],
        closer: Player,
        doubled: bool,
        found: dict[Player | None, str],
    ) -> None:
        variant = get_variant(key, house_rules)
        way = next(iter(variant.closing.ways)) if doubled else None
        round_ = round_of(points(*scores), closer=closer, way=way)
        check_round(variant, round_)
        told = {
            w.player: w.message.format(**w.values) for w in warnings_of(variant, round_, score_round(variant, round_))
        }
        assert set(told) == set(found)
        assert all(found[player] in text for player, text in told.items())

    def test_without_a_closer_the_icelandic_game_gives_nobody_points(self) -> None:
        variant = CARD_GAMES["is-rommi"]
        round_ = round_of(points(10, 0, -5), closer=None, how=How.STOCK_EMPTY)
        assert [w.player for w in warnings_of(variant, round_, score_round(variant, round_))] == ["Ada", "Cleo"]

    def test_without_a_closer_only_one_rack_of_tiles_may_win(self) -> None:
        variant = CARD_GAMES["nb-rummy"]
        for scores, players in (((15, -5, -10), []), ((15, -15, 0), []), ((15, 5, -20), ["Ada", "Bo"])):
            round_ = round_of(points(*scores), closer=None, how=How.POOL_EMPTY)
            assert [w.player for w in warnings_of(variant, round_, score_round(variant, round_))] == players

    def test_sums_may_be_all_that_the_cards_are_worth(self) -> None:
        variant = CARD_GAMES["da-500"]
        round_ = round_of({**sums(0, 0, 0), "Bo": SumsEntry(300, 155)})
        assert warnings_of(variant, round_, score_round(variant, round_)) == ()

    @pytest.mark.parametrize(
        ("sums_of", "text"), [(SumsEntry(12, 5), "multiple of 5"), (SumsEntry(300, 160), "only 455")]
    )
    def test_sums_that_cannot_be(self, sums_of: SumsEntry, text: str) -> None:
        variant = CARD_GAMES["da-500"]
        round_ = round_of({**sums(0, 5, 10), "Bo": sums_of})
        (found,) = warnings_of(variant, round_, score_round(variant, round_))
        assert found.player == "Bo"
        assert text in found.message.format(**found.values)
