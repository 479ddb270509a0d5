"""How much hands can hold: counted by hand, never too little for a round that was played, and what is warned of."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper.rules.cards import Card, parse_cards
from scorekeeper.rules.model.terms import How
from scorekeeper.rules.model.variant import Variant
from scorekeeper.rules.scoring.hand_limits import most_cards, most_points
from scorekeeper.rules.scoring.plausibility import IMPOSSIBLE_POINTS, warnings_of
from scorekeeper.rules.scoring.round_checks import check_round
from scorekeeper.rules.scoring.rounds import CardsEntry, Entry, Player, PointsEntry, Round, SumsEntry
from scorekeeper.rules.scoring.scoring import score_round
from scorekeeper.rules.variants import CARD_GAMES, get_variant

from ..sampled import of_each_game
from .strategies import PLAYERS, pack, variants
from .test_scoring_properties import as_sums

every_variant = pytest.mark.parametrize("key", CARD_GAMES)
Rules = Mapping[str, object]


@pytest.mark.parametrize(
    ("key", "rules", "players", "cards", "points"),
    [
        ("is-rommi", {}, 2, 11, 11 * 10),
        ("is-rommi", {}, 4, 8, 8 * 10),
        ("is-rommi", {}, 6, 7, 7 * 10),
        ("is-rommi", {"jokers": 4}, 4, 8, 8 * 10),
        ("de-romme", {}, 5, 14, 2 * 50 + 8 * 11 + 4 * 10),
        ("de-romme", {"jokers": 6}, 5, 14, 6 * 50 + 8 * 11),
        ("de-romme", {"twos_wild": True}, 5, 14, 10 * 50 + 4 * 11),
        ("de-romme", {"twos_wild": True, "wild_two_value": 2}, 5, 14, 2 * 50 + 8 * 11 + 4 * 10),
        ("de-romme", {"take_discard": True}, 5, 14, 228),
        ("de-romme", {"joker_swap": True}, 5, 14, 228),
        ("de-romme", {"rearrange": True}, 5, 14, 228),
        ("de-romme", {"knocking": True}, 5, 106, 860),
        ("de-romme", {"knocking_only_opened": True}, 5, 106, 860),
        ("nb-rummy", {}, 4, 106, 8 * 91 + 60),
        ("da-500", {}, 3, 55, 4 * 95 + 3 * 25),
        ("cs-500", {}, 3, 54, 4 * 85 + 30),
        ("cs-500", {}, 5, 108, 2 * (4 * 85 + 30)),
    ],
)
def test_a_hand_holds_the_cards_dealt_and_one_drawn_or_any_number(
    key: str, rules: Rules, players: int, cards: int, points: int
) -> None:
    variant = get_variant(key, rules)
    assert (most_cards(variant, players), most_points(variant, players)) == (cards, points)


def test_several_hands_share_the_highest_cards() -> None:
    """Three hands of eight cards hold the sixteen tens, the four nines and the four eights."""
    assert most_points(CARD_GAMES["is-rommi"], 4, 3) == 16 * 10 + 4 * 9 + 4 * 8
    assert most_points(CARD_GAMES["de-romme"], 6, 6) == 860 - 8 * 2 - 8 * 3 - 6 * 4  # 84 cards
    assert most_points(CARD_GAMES["da-500"], 3, 3) == CARD_GAMES["da-500"].worth(3)


# ---------------------------------------------------------------- rounds that were played


@dataclass
class Table:
    """A round in play: what everybody holds and has laid, the stock, the pile."""

    hands: list[list[Card]]
    stock: list[Card]
    pile: list[Card]
    laid: list[list[Card]] = field(default_factory=list)


def play(variant: Variant, players: int, random: Random, turns: int) -> Table:
    """Deal and play `turns` turns of players who like to hold high cards, by the sources' rules of drawing."""
    cards = pack(variant, players)
    random.shuffle(cards)
    number = {"da-500": 7, "nb-rummy": 14, "de-romme": 13}.get(variant.key) or variant.deal.cards_for(players)
    hands = [[cards.pop() for _ in range(number)] for _ in range(players)]
    table = Table(hands, cards, [cards.pop()] if variant.key in ("da-500", "cs-500", "is-rommi") and cards else [])
    table.laid = [[] for _ in hands]
    for turn in range(turns):
        hand = hands[turn % players]
        if not draw(variant, table, hand, random) or turn == turns - 1:
            break  # nothing is left to draw, or the round is stopped before the discard
        for _ in range(random.choice((0, 0, 0, 3, 1))):
            if len(hand) > 2:
                table.laid[turn % players].append(hand.pop(random.randrange(len(hand))))
        if variant.key != "nb-rummy":
            lowest = min(hand, key=variant.value)
            hand.remove(lowest)
            table.pile.append(lowest)
    return table


def draw(variant: Variant, table: Table, hand: list[Card], random: Random) -> bool:
    """Draw in one of the ways of the game, from the pile with some preference; return whether there was a card."""
    takes_top = variant.key in ("da-500", "cs-500", "is-rommi") or variant.house_rules.get("take_discard")
    knocks = variant.house_rules.get("knocking") or variant.house_rules.get("knocking_only_opened")
    if knocks and table.pile and len(table.stock) > 1:
        knocker = random.choice(table.hands)
        knocker += [table.pile.pop(), table.stock.pop()]
    several = {"da-500": len(table.pile), "cs-500": random.randint(1, len(table.pile) or 1)}.get(variant.key, 1)
    if takes_top and table.pile and random.random() < 0.6:
        taken = several if random.random() < 0.7 else 1
        hand += [table.pile.pop() for _ in range(taken)]
        return True
    number = min(len(table.stock), 3 if variant.key == "nb-rummy" and random.random() < 0.2 else 1)
    hand += [table.stock.pop() for _ in range(number)]
    return number > 0


@st.composite
def rounds_played(draw_: st.DrawFn, key: str) -> tuple[Variant, Round]:
    """A variant with house rules, and a round after some turns: one player goes out, or nobody does."""
    variant = draw_(variants(key))
    number = draw_(st.integers(2, min(variant.most_players, len(PLAYERS))))
    table = play(variant, number, Random(draw_(st.integers(0, 2**20))), draw_(st.integers(1, 60)))
    closer = draw_(st.none() | st.integers(0, number - 1))
    if closer is not None:
        table.laid[closer] += table.hands[closer]
        table.hands[closer] = []
    keys = [penalty.key for penalty in variant.scoring.penalties]
    taken = st.dictionaries(st.sampled_from(keys), st.integers(1, 3)) if keys else st.just({})
    entries = {
        player: CardsEntry((), tuple(laid), tuple(hand), draw_(taken))
        for player, laid, hand in zip(PLAYERS, table.laid, table.hands, strict=False)
    }
    nobody = How.POOL_EMPTY if key == "nb-rummy" else How.STOCK_EMPTY
    way = draw_(st.sampled_from([None, *variant.closing.ways])) if closer is not None else None
    out = None if closer is None else PLAYERS[closer]
    return variant, Round(tuple(entries), entries, out, nobody if closer is None else How.OUT, way)


@every_variant
@settings(max_examples=40)
@given(data=st.data())
def test_a_round_that_was_played_is_never_warned_of(key: str, data: st.DataObject) -> None:
    """Entered as cards, as sums, or as final points."""
    variant, in_cards = data.draw(rounds_played(key))
    score = score_round(variant, in_cards)
    in_sums = {p: as_sums(variant, entry) for p, entry in in_cards.entries.items() if isinstance(entry, CardsEntry)}
    in_points = {player: PointsEntry(points) for player, points in score.scores.items()}
    for entries in (in_cards.entries, in_sums, in_points):
        round_ = replace(in_cards, entries=entries)
        found = warnings_of(variant, round_, score_round(variant, round_))
        assert [each for each in found if each.code == IMPOSSIBLE_POINTS] == []


@every_variant
@of_each_game
@given(data=st.data())
def test_more_than_the_most_is_always_warned_of(key: str, data: st.DataObject) -> None:
    variant = data.draw(variants(key))
    players = PLAYERS[: data.draw(st.integers(2, min(variant.most_players, 6)))]
    most, step = most_points(variant, len(players)), variant.scoring.point_step
    entries = dict.fromkeys(players, SumsEntry())
    for more, found in ((0, []), (step, [players[1]])):
        round_ = Round(players, {**entries, players[1]: SumsEntry(minus=most + more)}, players[0])
        check_round(variant, round_)
        assert [each.player for each in warnings_of(variant, round_, score_round(variant, round_))] == found


# ---------------------------------------------------------------- what is warned of


def minus(*values: int) -> dict[Player, Entry]:
    return {player: SumsEntry(minus=value) for player, value in zip(PLAYERS, values, strict=False)}


def final(*values: int) -> dict[Player, Entry]:
    return {player: PointsEntry(value) for player, value in zip(PLAYERS, values, strict=False)}


def hand(codes: str) -> CardsEntry:
    return CardsEntry(hand=parse_cards(codes.split()))


NINE_HEARTS = "AH 2H 3H 4H 5H 6H 7H 8H 9H"


@pytest.mark.parametrize(
    ("key", "rules", "entries", "doubled", "found"),
    [
        ("is-rommi", {}, minus(0, 80, 0), False, {}),
        (
            "is-rommi",
            {},
            minus(0, 150, 0),
            False,
            {"Bo": "at most 8 cards, which count at most 80 in this round, not 150"},
        ),
        ("is-rommi", {}, minus(0, 80, 0), True, {}),
        ("is-rommi", {}, minus(0, 81, 0), True, {"Bo": "at most 80 in this round, not 81"}),
        ("is-rommi", {}, final(160, 0, 0), False, {}),
        (
            "is-rommi",
            {},
            final(161, 0, 0),
            False,
            {"Ada": "the other hands count at most 160 in this round, not 161"},
        ),
        ("is-rommi", {"laying_off": "scores"}, final(161, 0, 0), False, {}),
        ("is-rommi", {}, {**minus(0, 5), "Cleo": hand(NINE_HEARTS)}, False, {"Cleo": "at most 8 cards, not 9"}),
        (
            "is-rommi",
            {},
            minus(0, 80, 80, 80),
            False,
            {None: "All players together can be left with at most 228 in this round, not 240"},
        ),
        ("is-rommi", {}, minus(0, 76, 76, 76), False, {}),
        ("is-rommi", {}, minus(0, 77, 76, 76), True, {None: "at most 456 in this round, not 458"}),
        (
            "is-rommi",
            {"settlement": "chips"},
            final(200, -100, -100),
            False,
            {"Ada": "not 200", "Bo": "80", "Cleo": "80"},
        ),
        ("de-romme", {}, minus(0, 228, 0), False, {}),
        ("de-romme", {}, minus(0, 300, 0, 300, 300), False, {"Bo": "not 300", "Dag": "not 300", "Eva": "not 300"}),
        ("de-romme", {}, final(0, -228, 0), False, {}),
        (
            "de-romme",
            {},
            final(0, -230, 0),
            False,
            {"Bo": "at most 14 cards, which count at most 228 in this round, not 230"},
        ),
        ("de-romme", {}, final(0, -230, 0), True, {}),
        ("de-romme", {}, final(0, -458, 0), True, {"Bo": "at most 456 in this round, not 458"}),
        ("de-romme", {}, final(0, -200, -200, -200), False, {None: "not 600"}),
        ("de-romme", {"knocking": True}, final(0, -300, -300, -260), False, {}),
        (
            "de-romme",
            {"knocking": True},
            final(0, -300, -300, -261),
            False,
            {None: "at most 860 in this round, not 861"},
        ),
        ("nb-rummy", {}, minus(0, 400, 389), False, {None: "at most 788 in this round, not 789"}),
        ("nb-rummy", {}, minus(0, 400, 388), False, {}),
        ("da-500", {}, {"Ada": SumsEntry(300), "Bo": SumsEntry(100, 55), "Cleo": PointsEntry(-400)}, False, {}),
        (
            "da-500",
            {},
            {"Ada": SumsEntry(300), "Bo": SumsEntry(100, 60)},
            False,
            {None: "only 455, and this round has at least 460"},
        ),
        (
            "da-500",
            {},
            {"Ada": PointsEntry(300), "Bo": SumsEntry(100, 60)},
            False,
            {None: "only 455, and this round has at least 460"},
        ),
        ("da-500", {}, final(300, 155, 0), False, {}),
        ("da-500", {}, final(300, 160, 0), False, {None: "only 455, and this round has at least 460"}),
        ("da-500", {}, final(300, 155, -150), False, {}),  # three penalties
        ("da-500", {"jokers": 0}, final(0, -385, 0), False, {}),  # three of two kinds, and a hand of 60
        ("da-500", {"jokers": 0}, final(0, -900, 0), False, {"Bo": "all cards together are worth only 380"}),
        ("cs-500", {}, minus(0, 300, 71), False, {None: "only 370, and this round has at least 371"}),
        ("cs-500", {}, minus(0, 300, 71, 0, 0), False, {}),
        ("cs-500", {}, final(200, 100, -70), False, {}),
        ("cs-500", {}, final(200, 100, -71), False, {None: "only 370, and this round has at least 371"}),
    ],
)  # fmt: skip - a case a line
def test_hands_that_cannot_be(
    key: str, rules: Rules, entries: dict[Player, Entry], doubled: bool, found: dict[Player | None, str]
) -> None:
    variant = get_variant(key, rules)
    round_ = Round(tuple(entries), entries, "Ada", way=next(iter(variant.closing.ways)) if doubled else None)
    check_round(variant, round_)
    warned = warnings_of(variant, round_, score_round(variant, round_))
    assert {each.code for each in warned} <= {IMPOSSIBLE_POINTS}
    told = {each.player: each.message.format(**each.values) for each in warned}
    assert set(told) == set(found), told
    assert all(found[player] in text for player, text in told.items()), told


def test_where_nobody_went_out_every_hand_counts() -> None:
    """Three hands hold 228 points at most, four more than that."""
    entries, variant = minus(0, 76, 76, 77), CARD_GAMES["is-rommi"]
    for closer, how, found in (("Ada", How.OUT, [None]), (None, How.STOCK_EMPTY, [])):
        round_ = Round(tuple(entries), entries, closer, how)
        assert [each.player for each in warnings_of(variant, round_, score_round(variant, round_))] == found
