"""Properties of tables, rounds and standings that the referee is asked about."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache
from itertools import combinations, permutations
from random import Random
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from scorekeeper.rules.cards import JOKER, NATURALS, Card, Cards, Rank, parse_cards
from scorekeeper.rules.errors import InvalidSituation
from scorekeeper.rules.melds.freed_jokers import pairs
from scorekeeper.rules.melds.judge import judge_meld
from scorekeeper.rules.melds.laid import laid_meld
from scorekeeper.rules.model.terms import How, Wins
from scorekeeper.rules.model.variant import Variant
from scorekeeper.rules.referee.questions.game_end import judge_end
from scorekeeper.rules.referee.questions.meld import hand_value
from scorekeeper.rules.referee.questions.round_score import judge_round
from scorekeeper.rules.referee.questions.table import judge_table
from scorekeeper.rules.referee.readings import ask
from scorekeeper.rules.referee.ruling import Ruling, Verdict
from scorekeeper.rules.referee.situations import PlayerCards
from scorekeeper.rules.scoring.deadwood import deadwood
from scorekeeper.rules.scoring.ending import standing
from scorekeeper.rules.scoring.rounds import CardsEntry, Round
from scorekeeper.rules.scoring.scoring import score_round
from scorekeeper.rules.variants import CARD_GAMES
from scorekeeper.services.payload_types import CLOSING_WAYS, PENALTIES

from ..sampled import of_each_game
from .strategies import PLAYERS, house_rules, pack, rounds, variants

Meld = tuple[Card, ...]
Melds = tuple[Meld, ...]
every_variant = pytest.mark.parametrize("key", CARD_GAMES)


@st.composite
def tables(draw: st.DrawFn, variant: Variant, most: int = 5) -> Melds:
    """Complete melds without jokers from the packs."""
    left, melds = Counter(pack(variant, 4)), []
    for _ in range(draw(st.integers(0, most))):
        cards = draw(st.one_of(_runs(), _sets()))
        if judge_meld(variant, cards).valid and Counter(cards) <= left:
            left -= Counter(cards)
            melds.append(cards)
    return tuple(melds)


@cache  # Hypothesis takes longer to check a new strategy than to draw from it
def _runs() -> st.SearchStrategy[Meld]:
    places = st.tuples(st.sampled_from((0, 13, 26, 39)), st.integers(0, 10), st.integers(3, 6))
    return places.map(lambda p: tuple(NATURALS[p[0] + p[1] : min(p[0] + p[1] + p[2], p[0] + 13)]))


@cache
def _sets() -> st.SearchStrategy[Meld]:
    ranks = st.tuples(st.integers(0, 12), st.permutations(range(4)), st.integers(3, 4))
    return ranks.map(lambda r: tuple(NATURALS[13 * suit + r[0]] for suit in r[1][: r[2]]))


def regrouped(cards: Sequence[Card], random: Random) -> Melds:
    """Return `cards` in random order, in groups of one to five."""
    left, heaps = random.sample(list(cards), len(cards)), []
    while left:
        size = random.randint(1, 5)
        heaps.append(tuple(left[:size]))
        left = left[size:]
    return tuple(heaps)


def shuffled(melds: Melds, random: Random) -> Melds:
    return tuple(tuple(random.sample(meld, len(meld))) for meld in random.sample(melds, len(melds)))


def told(ruling: Ruling) -> tuple[Verdict, dict[str, Any], list[str]]:
    return ruling.verdict, dict(ruling.facts), sorted(reason.code for reason in ruling.reasons)


tile_games = variants("nb-rummy").filter(lambda variant: variant.turn.rearrange)
seeds = st.integers(0, 2**16)


@given(variant=tile_games, data=st.data(), seed=seeds)
def test_complete_melds_of_what_lay_there_and_what_was_played_are_legal(
    variant: Variant, data: st.DataObject, seed: int
) -> None:
    """Whatever the table was before: its groups need not have been melds."""
    after, random = data.draw(tables(variant)), Random(seed)
    tiles = [card for meld in after for card in meld]
    played = random.sample(tiles, random.randint(0, len(tiles)))
    before = regrouped(list((Counter(tiles) - Counter(played)).elements()), random)
    ruling = judge_table(variant, before=before, after=after, played=tuple(played))
    assert ruling.verdict is Verdict.LEGAL, ruling.reasons
    assert ruling.facts == {
        "restore_table": False,
        "penalty_tiles": 0,
        "conserved": True,
        "faulty_before": [index for index, heap in enumerate(before) if not judge_meld(variant, heap).valid],
        "to_pool": False,
    }


@given(variant=tile_games, data=st.data(), seed=seeds, lost=st.booleans())
def test_a_tile_more_or_less_is_never_legal(variant: Variant, data: st.DataObject, seed: int, lost: bool) -> None:
    after, random = data.draw(tables(variant)), Random(seed)
    tiles = [card for meld in after for card in meld]
    assume(tiles)
    odd = random.choice(tiles)
    there = Counter(tiles) + Counter([odd]) if lost else Counter(tiles) - Counter([odd])
    played = random.sample(list(there.elements()), random.randint(0, there.total()))
    before = regrouped(list((there - Counter(played)).elements()), random)
    ruling = judge_table(variant, before=before, after=after, played=tuple(played))
    assert ruling.verdict is Verdict.ILLEGAL
    assert ruling.facts["conserved"] is False
    assert ruling.facts["restore_table"] is True


@st.composite
def turns(draw: st.DrawFn, variant: Variant) -> dict[str, Any]:
    """A turn at the table, more often wrong than right: complete melds with some cards moved."""
    after, random = draw(tables(variant)), Random(draw(seeds))
    cards = [card for meld in after for card in meld] + draw(st.lists(st.just(JOKER), max_size=2))
    played = random.sample(cards, random.randint(0, len(cards)))
    before = regrouped(list((Counter(cards) - Counter(played)).elements()), random)
    if draw(st.booleans()):
        after = regrouped(cards, random)
    return {
        "before": before,
        "after": after,
        "played": tuple(played),
        "opened": draw(st.booleans()),
        "seconds_used": draw(st.none() | st.integers(0, 200) | st.floats(0, 200)),
        "finished_in_time": draw(st.booleans()),
    }


@every_variant
@of_each_game
@given(data=st.data(), seed=seeds)
def test_neither_the_order_of_melds_nor_of_their_cards_matters(key: str, data: st.DataObject, seed: int) -> None:
    variant = data.draw(variants(key))
    turn, random = data.draw(turns(variant)), Random(seed)
    other = turn | {"before": shuffled(turn["before"], random), "after": shuffled(turn["after"], random)}
    (verdict, facts, codes), found = (told(judge_table(variant, **each)) for each in (turn, other))
    wrong, as_wrong = facts.pop("faulty_before"), found[1].pop("faulty_before")
    assert (verdict, facts, codes) == found
    assert Counter(frozenset(turn["before"][i]) for i in wrong) == Counter(
        frozenset(other["before"][i]) for i in as_wrong
    )


def test_equal_groups_that_are_no_melds_are_told_once_in_whatever_order_their_cards_lie() -> None:
    played = tuple(parse_cards(["3S", "3S", "2S", "4S", "2S", "4S"]))
    told_of = [
        told(judge_table(CARD_GAMES["de-romme"], before=(), after=after, played=played, opened=True))[2]
        for last in ("2S 4S", "4S 2S")
        for after in [tuple(tuple(parse_cards(group.split())) for group in ("3S 3S", "2S 4S", last))]
    ]
    assert told_of[0] == told_of[1]
    assert [*told_of[0]].count("no_meld_on_table") == 2


def test_the_order_of_melds_does_not_decide_which_one_has_grown() -> None:
    """Both 4♠–7♠ and 6♠–10♠ could be 6♠ 7♠ grown; the player is given the one that leaves more points to open with."""
    before = [tuple(parse_cards(meld.split())) for meld in ("5S 2S 4S", "7S 6S")]
    after = [tuple(parse_cards(meld.split())) for meld in ("4S 5S 6S 7S", "6S 7S 8S 9S TS", "2S 3S 4S 5S")]
    played = tuple(parse_cards(["7S", "4S", "9S", "5S", "TS", "8S", "6S", "3S"]))
    codes = {
        tuple(told(judge_table(CARD_GAMES["de-romme"], before=b, after=a, played=played, opened=False))[2])
        for b in permutations(before)
        for a in permutations(after)
    }
    assert len(codes) == 1
    assert "opening_too_low" not in codes.pop()


@given(variant=variants("nb-rummy"), data=st.data(), seed=seeds)
def test_what_was_no_meld_before_and_is_untouched_makes_no_turn_illegal(
    variant: Variant, data: st.DataObject, seed: int
) -> None:
    """The turn is judged without that group, which is reported as faulty."""
    turn = data.draw(turns(variant))
    heap = tuple(Random(seed).sample(pack(variant, 4), 2))  # two tiles are never a meld
    beside = turn | {"before": (*turn["before"], heap), "after": (*turn["after"], heap)}
    without, with_it = judge_table(variant, **turn), judge_table(variant, **beside)
    assert with_it.verdict is without.verdict
    assert with_it.facts["restore_table"] is without.facts["restore_table"]
    assert with_it.facts["conserved"] is without.facts["conserved"]
    assert with_it.facts["faulty_before"] == [*without.facts["faulty_before"], len(turn["before"])]


@every_variant
@of_each_game
@given(data=st.data())
def test_the_table_goes_back_exactly_when_the_turn_is_illegal(key: str, data: st.DataObject) -> None:
    variant = data.draw(variants(key))
    turn = data.draw(turns(variant))
    ruling = judge_table(variant, **turn)
    if ruling.verdict is Verdict.UNDECIDED:  # it depends on a joker that nobody named
        assert not ruling.facts.get("restore_table")
        return
    assert ruling.facts["restore_table"] is (ruling.verdict is Verdict.ILLEGAL)
    limit, used = variant.turn.seconds, turn["seconds_used"]
    late = limit is not None and (not turn["finished_in_time"] or (used is not None and used > limit))
    assert ruling.facts["penalty_tiles"] == (3 if late else 0)
    cards = Counter(card for meld in turn["before"] for card in meld) + Counter(turn["played"])
    assert ruling.facts["conserved"] is (cards == Counter(card for meld in turn["after"] for card in meld))


@every_variant
@of_each_game
@given(data=st.data(), seed=seeds)
def test_melds_that_only_grow_are_legal_in_every_game_and_others_where_one_rearranges(
    key: str, data: st.DataObject, seed: int
) -> None:
    """Brute force: an injective map from each meld before to one after that contains it.

    Some games let nobody rearrange who plays nothing. No wild two lies on the table before: as it
    grows, such a meld may change what the two stands for.
    """
    variant = data.draw(variants(key))
    after, random = data.draw(tables(variant, 4)), Random(seed)
    cards = [card for meld in after for card in meld]
    played = random.sample(cards, random.randint(0, len(cards)))
    rest = list((Counter(cards) - Counter(played)).elements())
    before = regrouped(rest, random)[:5] if random.random() < 0.3 else _thinned(after, Counter(rest))
    assume(Counter(c for meld in before for c in meld) == Counter(rest))
    assume(not any(card.rank in variant.deck.wild_ranks for meld in before for card in meld))
    grows = any(
        all(not Counter(old) - Counter(now) for old, now in zip(before, order, strict=False))
        for order in permutations(after, len(before))
    )
    ruling = judge_table(variant, before=before, after=after, played=tuple(played))
    may_rearrange = variant.turn.rearrange and (bool(played) or not variant.turn.rearranging_plays)
    assert (ruling.verdict is Verdict.LEGAL) is (grows or may_rearrange)


def _thinned(melds: Melds, left: Counter[Card]) -> Melds:
    """Return the melds with only those cards that are `left`, none twice."""
    thinned = []
    for meld in melds:
        kept = tuple(card for card in meld if left[card] > 0)
        left = left - Counter(kept)
        thinned.append(kept)
    return tuple(meld for meld in thinned if meld)


@given(rows=st.lists(st.sets(st.integers(0, 4)), max_size=5))
def test_pairs_are_as_many_as_there_can_be(rows: list[set[int]]) -> None:
    found = pairs(len(rows), 5, lambda one, other: other in rows[one])
    assert all(other in rows[one] for one, other in found.items())
    assert len(set(found.values())) == len(found)
    most = max(sum(other in row for row, other in zip(rows, order, strict=False)) for order in permutations(range(5)))
    assert len(found) == most


@given(variant=tile_games, data=st.data(), seed=seeds)
def test_a_joker_stands_for_the_card_that_it_is_put_in_the_place_of(
    variant: Variant, data: st.DataObject, seed: int
) -> None:
    melds = data.draw(tables(variant).filter(bool))
    meld = list(Random(seed).choice(melds))
    place = Random(seed).randrange(len(meld))
    replaced, meld[place] = meld[place], JOKER
    roles = laid_meld(variant, tuple(meld)).joker_roles
    assert replaced in roles
    assert roles == {c for c in NATURALS if judge_meld(variant, [*meld[:place], c, *meld[place + 1 :]]).valid}


@pytest.mark.parametrize("key", ["cs-500", "is-rommi"])
@given(data=st.data(), seed=seeds)
def test_free_melds_in_hand_leave_the_fewest_points(key: str, data: st.DataObject, seed: int) -> None:
    """Brute force over all ways to take melds out of the hand."""
    chosen = data.draw(house_rules(CARD_GAMES[key], quarrels=True)) | {"melds_in_hand": "nothing"}
    variant = CARD_GAMES[key].with_house_rules(chosen)
    hand = _near_cards(variant, Random(seed), data.draw(st.integers(0, 8)))
    found = deadwood(variant, hand)
    assert Counter(found.cards) + Counter(card for meld in found.melds for card in meld) == Counter(hand)
    assert all(judge_meld(variant, meld).valid for meld in found.melds)
    assert found.proved
    assert found.points(variant) == _fewest_points(variant, hand)
    assert hand_value(variant, cards=hand).facts["points"] == found.points(variant)


def test_a_few_cards_are_never_too_many_to_find_their_melds() -> None:
    """A hand's part of the work does not shrink with its cards: a run around the corner takes as much for three."""
    rules = {"melds_in_hand": "nothing", "round_the_corner": True, "ace_high_and_low": True}
    variant = CARD_GAMES["is-rommi"].with_house_rules(rules)
    for text in ("4S JK 7S", "KS JK 2S 5H", "JK JK JK QH 2H"):
        assert deadwood(variant, parse_cards(text.split())).proved, text


def _near_cards(variant: Variant, chance: Random, number: int) -> Cards:
    """Return cards of few ranks and suits, so that melds are frequent, jokers among them."""
    ranks = {Rank((chance.randrange(13) + step) % 13 + 1) for step in range(5)}
    cards = [card for card in pack(variant, 4) if card == JOKER or (card.rank in ranks and card.suit != "C")]
    return tuple(chance.sample(cards, min(number, len(cards))))


def _fewest_points(variant: Variant, hand: Cards) -> int:
    """Return the fewest points that are left of `hand` when melds are taken out of it."""
    if not hand:
        return 0
    kept = _fewest_points(variant, hand[1:]) + variant.value(hand[0])
    rest = range(1, len(hand))
    groups = (group for size in range(2, len(hand)) for group in combinations(rest, size))
    melds = (group for group in groups if judge_meld(variant, [hand[0], *(hand[at] for at in group)]).valid)
    without = (_fewest_points(variant, tuple(hand[at] for at in rest if at not in group)) for group in melds)
    return min([kept, *without])


@every_variant
@of_each_game
@given(data=st.data())
def test_a_round_scores_as_it_does_in_a_game(key: str, data: st.DataObject) -> None:
    variant = data.draw(variants(key))
    round_ = data.draw(rounds(variant))
    before = {name: data.draw(st.integers(-900, 900)) for name in round_.players}
    if variant.knock.allowed:
        round_ = replace(round_, upcard=data.draw(st.sampled_from(NATURALS)))
    situation = _as_situation(variant, round_) | {"upcard": round_.upcard}
    ruling = ask(judge_round, variant, **situation, previous_totals=before).ruling
    scores = score_round(variant, round_).scores
    assert ruling.verdict is Verdict.LEGAL or variant.knock.allowed  # where any melds will not do
    assert ruling.facts["scores"] == scores
    assert ruling.facts["sum"] == sum(scores.values())
    assert ruling.facts["zero_sum"] is (sum(scores.values()) == 0)
    assert ruling.facts["totals"] == {name: before[name] + scores[name] for name in scores}
    assert ("chips" in ruling.facts) is variant.scoring.chips
    if ruling.verdict is not Verdict.LEGAL:
        return
    assert {reason.rule for reason in ruling.reasons} >= {line.rule for line in _lines(variant, round_)}


def _lines(variant: Variant, round_: Round) -> Sequence[Any]:
    return [line for lines in score_round(variant, round_).lines.values() for line in lines]


def _as_situation(variant: Variant, round_: Round) -> dict[str, Any]:
    cards = {name: entry for name, entry in round_.entries.items() if isinstance(entry, CardsEntry)}
    assert len(cards) == len(round_.players)
    held = {
        name: PlayerCards(c.melds, c.laid_off, c.hand, dict(c.penalties), c.low_aces, c.opened, c.could_open)
        for name, c in cards.items()
    }
    ways = {key: key == round_.way for key in variant.closing.ways}
    given_ = {"closer": round_.closer, "how": round_.how, "players_": held, **ways}
    return {key: value for key, value in given_.items() if value is not None}


@every_variant
@of_each_game
@given(data=st.data())
def test_a_correction_of_a_row_changes_signs_alone_and_leaves_one_winner(key: str, data: st.DataObject) -> None:
    variant = data.draw(variants(key))
    row = data.draw(st.dictionaries(st.sampled_from(PLAYERS), st.integers(-40, 40), min_size=2))
    if data.draw(st.booleans()):
        row[min(row)] -= sum(row.values())
        row[max(row)] *= -1
    ruling = judge_round(variant, entered=row)
    better = ruling.facts.get("suggested_correction")
    assert (sum(row.values()) == 0) is ruling.facts["zero_sum"]
    if better is None:
        return
    mended = {**row, **better}
    assert variant.scoring.zero_sum
    assert ruling.verdict is Verdict.ILLEGAL
    assert all(points == -row[name] != 0 for name, points in better.items())
    assert not sum(mended.values())
    assert len([name for name in mended if mended[name] > 0]) == 1
    assert "suggested_correction" not in judge_round(variant, entered=mended).facts


@every_variant
@of_each_game
@given(data=st.data())
def test_the_end_is_that_of_the_standing_and_totals_are_the_sum_of_the_rounds(key: str, data: st.DataObject) -> None:
    variant = data.draw(variants(key))
    names = PLAYERS[: data.draw(st.integers(2, 4))]
    rows = tuple(
        {name: data.draw(st.integers(-300, 300)) for name in names} for _ in range(data.draw(st.integers(1, 5)))
    )
    rows = rows[:1] if variant.may_eliminate else rows  # whoever is out plays no more: `test_ends`
    totals = {name: sum(row[name] for row in rows) for name in names}
    rating = {name: data.draw(st.integers(0, 3)) for name in names}
    by_rounds = variant.ending.wins is Wins.MOST_ROUNDS
    if by_rounds:  # a round is won by who alone is above 0
        rating = {n: sum(row[n] > 0 and sum(each > 0 for each in row.values()) == 1 for row in rows) for n in names}
    found = standing(variant.ending, totals, len(rows), rating=rating)
    facts = {"ended": found.ended, "winners": list(found.winners), "deal_again": found.deal_again, "totals": totals}
    if (limit := variant.house_rules.get("limit")) and not variant.may_eliminate:
        facts["out"] = [name for name in names if totals[name] < -int(str(limit))]
    facts |= {"rounds_won": rating} if by_rounds else {}
    won = {name: sum(row[name] > 0 for row in rows) for name in names}
    told = judge_end(variant, rounds=rows, rating=rating, hands_won=won)
    if "final" in told.facts:
        assert variant.ending.grand_totals
        facts |= {"final": told.facts["final"], "winners": told.facts["winners"]}
    known = {"rating": rating, "rounds_won": rating, "hands_won": won}
    by_totals = judge_end(variant, totals=totals, rounds_played=len(rows), **known)
    about = ABOUT_LIMIT if variant.may_eliminate else ()
    for ruled in (told.facts, by_totals.facts):
        assert {key: fact for key, fact in ruled.items() if key not in about} == facts
        assert ("out" in ruled) is (variant.may_eliminate or "out" in facts)
    if variant.ending.grand_totals:
        return
    without = judge_end(variant, totals=totals, rounds_played=len(rows))
    undecided = found.ended and variant.ending.ranks_apart
    assert ("winners" in without.facts, without.verdict is Verdict.UNDECIDED) == (not undecided, undecided)


ABOUT_LIMIT = ("out", "may_rejoin", "rejoin_at")

some_cards = st.lists(st.sampled_from((*NATURALS, JOKER)), max_size=6).map(tuple)
some_melds = st.lists(some_cards, max_size=5).map(tuple)
some_points = st.dictionaries(st.sampled_from(("Ada", "Bo", "Cleo", "Dag")), st.integers(-99_999, 99_999))
player_cards = st.builds(
    PlayerCards,
    melds=some_melds,
    laid_off=some_cards,
    hand=some_cards,
    penalties=st.dictionaries(st.sampled_from(PENALTIES), st.integers(1, 99)),
)
SITUATIONS: dict[Callable[..., Ruling], st.SearchStrategy[dict[str, Any]]] = {
    judge_table: st.fixed_dictionaries(
        {"before": some_melds, "after": some_melds},
        optional={
            "played": some_cards,
            "opened": st.booleans(),
            "seconds_used": st.integers(0, 86_400),
            "finished_in_time": st.booleans(),
        },
    ),
    judge_round: st.fixed_dictionaries(
        {},
        optional={
            "closer": st.sampled_from(("Ada", "Bo", "Zoe")),
            "how": st.sampled_from(How),
            "players_": st.dictionaries(st.sampled_from(("Ada", "Bo", "Cleo")), player_cards),
            "racks_left": some_points,
            "previous_totals": some_points,
            "hand_romme": st.booleans(),
            "rommi": st.booleans(),
            "entered": some_points,
        },
    ),
    judge_end: st.fixed_dictionaries(
        {},
        optional={
            "totals": some_points,
            "rounds": st.lists(some_points, max_size=4).map(tuple),
            "rounds_played": st.integers(0, 99_999),
        },
    ),
}


@every_variant
@pytest.mark.parametrize("judge", SITUATIONS, ids=lambda judge: judge.__name__)
@of_each_game
@given(data=st.data())
def test_whatever_is_told_is_ruled_on_or_refused(key: str, judge: Callable[..., Ruling], data: st.DataObject) -> None:
    variant = CARD_GAMES[key].with_house_rules(data.draw(house_rules(CARD_GAMES[key])))
    situation = data.draw(SITUATIONS[judge])
    try:
        reasons, problems = ask(judge, variant, **situation).ruling.reasons, ()
    except InvalidSituation as error:
        reasons, problems = (), error.problems
    assert bool(reasons) is not bool(problems)
    assert {problem.path[0] for problem in problems} <= set(PLACES[judge])
    assert {reason.code for reason in reasons if reason.rule not in variant.rules} == set(), "they cite no rule"


PLACES = {
    judge_table: ("before", "after"),
    judge_round: ("closer", "how", "players", "racks_left", "previous_totals", "entered", *CLOSING_WAYS),
    judge_end: ("totals", "rounds", "rounds_played"),
}
