"""The solver equals brute force, for every game, with and without a table, for every aim."""

from collections import Counter
from collections.abc import Sequence
from itertools import combinations
from random import Random
from time import process_time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper.rules.arranging import Aim, Arrangement, TableCannotBeArranged, arrange
from scorekeeper.rules.cards import JOKER, Card, Suit, codes, parse_cards
from scorekeeper.rules.melds.judge import MeldKind, judge_meld
from scorekeeper.rules.model.options import Choice
from scorekeeper.rules.model.terms import AceOrder, Requirement
from scorekeeper.rules.model.variant import Variant
from scorekeeper.rules.referee.questions.opening import opening
from scorekeeper.rules.variants import VARIANTS, get_variant

from .arranging import is_wild, results
from .milp import fewest_left
from .strategies import pack, variants

AIMS = tuple(Aim)


def cards_of(text: str) -> tuple[Card, ...]:
    return parse_cards(text.split())


def best_of(variant: Variant, hand: Sequence[Card], aim: Aim, table: Sequence[Card]) -> tuple[int, ...]:
    """Return the best of all results, as `rated` rates an arrangement."""
    found = results(variant, hand, () if aim is Aim.OPENING else table)
    minimum, pure = variant.turn.opening_minimum, variant.turn.opening_asks(Requirement.PURE_RUN)
    clean = variant.turn.opening_asks(Requirement.WITHOUT_JOKERS)
    counting = [card for card in hand if not (clean and is_wild(variant, card))]
    may_open = results(variant, counting, pure=pure) if (pure or clean) and aim is Aim.OPENING else found
    enough = [result for result in may_open if minimum and result[1] >= minimum]
    if aim is Aim.OPENING and enough:
        return (-min(laid for laid, _, _ in enough),)
    if aim is Aim.FEWEST_LEFT:
        return max((laid, -cost) for laid, _, cost in found)
    return max((points, laid) for laid, points, _ in found)


def rated(variant: Variant, hand: Sequence[Card], aim: Aim, found: Arrangement) -> tuple[int, ...]:
    """Return the value of an arrangement for the aim."""
    laid = len(hand) - len(found.left)
    if aim is Aim.OPENING and variant.turn.opening_minimum and found.meets_minimum:
        return (-laid,)
    return (laid, -found.points_left) if aim is Aim.FEWEST_LEFT else (found.points_laid, laid)


def check(
    variant: Variant, hand: Sequence[Card], found: Arrangement, table: Sequence[Card] = (), aim: Aim | None = None
) -> None:
    """Check that every meld is legal, no card is lost or invented, and the points are those of the cards."""
    laid = Counter(card for meld in found.melds for card in meld.cards)
    assert laid + Counter(found.left) == Counter(hand) + Counter(table)
    assert not Counter(found.left) - Counter(hand)
    judged = [judge_meld(variant, meld.cards, meld.joker_as) for meld in found.melds]
    assert all(meld.valid for meld in judged), [(codes(m.cards), codes(m.joker_as)) for m in found.melds]
    if not table:
        assert sum(meld.points for meld in judged) == found.points_laid
    assert found.points_left == sum(variant.values.costs(found.left, variant.deck.wild_ranks))
    pure = any(meld.kind is MeldKind.RUN and not meld.wild for meld in judged)
    opens = pure or aim is not Aim.OPENING or not variant.turn.opening_asks(Requirement.PURE_RUN)
    clean = aim is Aim.OPENING and variant.turn.opening_asks(Requirement.WITHOUT_JOKERS)
    counted = sum(meld.points for meld in judged if not meld.wild) if clean else found.points_laid
    assert found.meets_minimum == (counted >= (variant.turn.opening_minimum or 0) and opens)


@st.composite
def hands(draw: st.DrawFn, variant: Variant, most: int = 9) -> list[Card]:
    """Cards of few ranks and suits, so that they often form melds, and jokers."""
    random = Random(draw(st.integers(0, 2**32)))
    first, width = draw(st.integers(1, 13)), draw(st.integers(2, 6))
    ranks = {(first + i - 1) % 13 + 1 for i in range(width)}
    suits = random.sample(list(Suit), draw(st.integers(1, 4)))
    cards = pack(variant, draw(st.sampled_from((2, 5 if variant.deck.two_packs_from else 2))))
    near = [card for card in cards if card.rank in ranks and card.suit in suits]
    jokers = [card for card in cards if card == JOKER][: draw(st.integers(0, 3))]
    random.shuffle(near)
    hand = jokers + near[: max(0, draw(st.integers(3, most)) - len(jokers))]
    random.shuffle(hand)
    return hand


@pytest.mark.parametrize("aim", AIMS)
@pytest.mark.parametrize(("game", "rules"), [("sv-500", {"round_the_corner": False}), ("da-500", {})])
def test_a_joker_below_a_two_counts_as_everywhere(game: str, rules: dict[str, bool], aim: Aim) -> None:
    """Only a natural ace counts less there."""
    variant, hand = VARIANTS[game].with_house_rules(rules), cards_of("2H JK 3H")
    check(variant, hand, arrange(variant, hand, aim), aim=aim)


@settings(max_examples=400)
@given(st.data(), variants(), st.sampled_from(AIMS))
def test_nothing_is_better(data: st.DataObject, variant: Variant, aim: Aim) -> None:
    hand = data.draw(hands(variant))
    found = arrange(variant, hand, aim)
    check(variant, hand, found, aim=aim)
    rating, best = rated(variant, hand, aim, found), best_of(variant, hand, aim, ())
    if found.optimal:
        assert rating == best
    else:  # two packs with jokers and runs around a corner, or equal cards and runs of both colours: too much
        wild = sum(card == JOKER or card.rank in variant.deck.wild_ranks for card in hand)
        naturals = [card for card in hand if card != JOKER]
        several_suits = variant.melds.run_suits_mixed and len(set(naturals)) < len(naturals)
        assert several_suits or (variant.melds.ace is AceOrder.RING and wild > 1)
        assert variant.deck.packs == 2
        assert rating <= best


mixed_runs = variants("da-500", "is-rommi").map(
    lambda variant: variant.with_house_rules({**variant.house_rules, "suits_of_runs": "any"})
)


@settings(max_examples=200)
@given(st.data(), mixed_runs, st.sampled_from(AIMS))
def test_nothing_is_better_where_runs_are_of_several_suits(data: st.DataObject, variant: Variant, aim: Aim) -> None:
    hand = data.draw(hands(variant, 8))
    found = arrange(variant, hand, aim)
    check(variant, hand, found)
    assert found.optimal
    assert rated(variant, hand, aim, found) == best_of(variant, hand, aim, ())
    hasty = arrange(variant, hand, aim, work=1)  # what is laid meld by meld
    check(variant, hand, hasty)
    assert not hasty.optimal or not hasty.melds
    assert rated(variant, hand, aim, hasty) <= best_of(variant, hand, aim, ())


@pytest.mark.parametrize("cards", ["4S 4D 3S JK JK 4H 4S", "JK JK 3C AC 4C 5C 2C 3C"])
def test_an_opening_that_takes_too_much_work_at_one_price_of_a_point_is_proved_at_another(cards: str) -> None:
    variant, hand = VARIANTS["nb-rummy"], cards_of(cards)
    found = arrange(variant, hand, Aim.OPENING)
    assert found.optimal
    assert rated(variant, hand, Aim.OPENING, found) == best_of(variant, hand, Aim.OPENING, ())


@pytest.mark.parametrize(
    ("hand", "opens"), [("4C 5H JK 4C JK JK 5C 5C 4H", True), ("JK JK 3D 4D 3D 5D 5D 2D 4D", False)]
)
def test_a_short_opening_with_jokers_is_proved_to_be_the_best(hand: str, opens: bool) -> None:
    """Also if some bounds exceed their share of the budget, or half of the budget is too little."""
    variant = VARIANTS["de-romme"].with_house_rules({"jokers": 6})
    found = arrange(variant, cards_of(hand), Aim.OPENING)
    assert (found.optimal, found.meets_minimum) == (True, opens)
    assert rated(variant, cards_of(hand), Aim.OPENING, found) == best_of(variant, cards_of(hand), Aim.OPENING, ())


@settings(max_examples=200)
@given(
    st.data(),
    st.sampled_from(({}, {"run_limit": 4})).map(VARIANTS["nb-rummy"].with_house_rules)
    | st.sampled_from(({"rearrange": True}, {"rearrange": True, "jokers": 6, "joker_limit": "one"})).map(
        VARIANTS["de-romme"].with_house_rules
    ),
    st.sampled_from((Aim.FEWEST_LEFT, Aim.MOST_POINTS)),
)
def test_nothing_is_better_with_a_table(data: st.DataObject, variant: Variant, aim: Aim) -> None:
    cards = data.draw(hands(variant))
    table = cards[: data.draw(st.integers(3, 7))]
    hand = cards[len(table) :]
    if not results(variant, hand, table):
        with pytest.raises(TableCannotBeArranged):
            arrange(variant, hand, aim, [table])
        return
    found = arrange(variant, hand, aim, [table])
    check(variant, hand, found, table)
    assert found.optimal
    assert rated(variant, hand, aim, found) == best_of(variant, hand, aim, table)


@settings(max_examples=60)
@given(
    st.sampled_from(
        [
            VARIANTS["nb-rummy"],
            VARIANTS["nb-rummy"].with_house_rules({"run_limit": 4}),
            VARIANTS["de-romme"].with_house_rules({"round_the_corner": True}),
            VARIANTS["de-romme"].with_house_rules({"joker_limit": "one"}),
            VARIANTS["de-romme"].with_house_rules({"joker_limit": "fewer_than_naturals"}),
        ]
    ),
    st.integers(0, 2**32),
    st.integers(0, 26),
    st.integers(0, 30),
)
def test_an_integer_program_finds_nothing_better(variant: Variant, seed: int, size: int, on_table: int) -> None:
    """With hands and tables that are too large for brute force."""
    cards = pack(variant, 4)
    Random(seed).shuffle(cards)
    hand, others = cards[:size], cards[size : size + on_table]
    table = [meld.cards for meld in arrange(variant, others, Aim.FEWEST_LEFT).melds]
    check_by_milp(variant, hand, table)


def check_by_milp(variant: Variant, hand: Sequence[Card], table: Sequence[Sequence[Card]]) -> None:
    found = arrange(variant, hand, Aim.FEWEST_LEFT, table)
    lying = [card for meld in table for card in meld]
    check(variant, hand, found, lying)
    best = fewest_left(variant, hand, lying)
    assert best is not None
    mine, best_rating = rated(variant, hand, Aim.FEWEST_LEFT, found), (best[0], -best[1])
    assert mine == best_rating if found.optimal else mine <= best_rating


def test_what_is_best_of_a_part_of_all_ways_is_not_called_optimal() -> None:
    """Of runs round the corner, only those with at most one joker more than naturals are searched."""
    hand = cards_of("7H QS 5S QC 6S 4C JS AD 3S 6H 4H 4C 7H JH 2C 5C KH 9D TD 9S 5D 9C 7C 4D KS QS JK KH 3S")
    table = [cards_of(meld) for meld in ("7C 8C 9C", "QC JK AC 2C", "6S 6H 6C", "TS TH TD", "JS JH JC")]
    check_by_milp(VARIANTS["de-romme"].with_house_rules({"round_the_corner": True}), hand, table)


@settings(max_examples=100)
@given(st.data(), variants())
def test_cards_can_be_arranged_or_not(data: st.DataObject, variant: Variant) -> None:
    cards = data.draw(hands(variant, most=8))
    try:
        arranged = arrange(variant, (), Aim.FEWEST_LEFT, [cards])
    except TableCannotBeArranged:
        arranged = None
    assert (arranged is not None) == bool(results(variant, (), cards))
    if arranged:
        check(variant, (), arranged, cards)


@settings(max_examples=100)
@given(st.data(), variants(), st.sampled_from((Aim.FEWEST_LEFT, Aim.MOST_POINTS)))
def test_another_card_never_makes_it_worse(data: st.DataObject, variant: Variant, aim: Aim) -> None:
    players = variant.deck.two_packs_from or 2
    size = data.draw(st.integers(2, 24))
    random = Random(data.draw(st.integers(0, 2**32)))
    cards = random.sample(pack(variant, players), size)
    fewer, more = (arrange(variant, hand, aim) for hand in (cards[:-1], cards))
    if aim is Aim.MOST_POINTS:
        assert more.points_laid >= fewer.points_laid
    else:
        assert size - len(more.left) >= size - 1 - len(fewer.left)


@settings(max_examples=100)
@given(st.data(), variants(), st.sampled_from(AIMS))
def test_the_order_of_the_cards_says_nothing(data: st.DataObject, variant: Variant, aim: Aim) -> None:
    random = Random(data.draw(st.integers(0, 2**32)))
    hand = random.sample(pack(variant, 2), data.draw(st.integers(0, 20)))
    shuffled = random.sample(hand, len(hand))
    assert arrange(variant, hand, aim) == arrange(variant, shuffled, aim)


@settings(max_examples=60)
@given(st.integers(0, 2**32), st.integers(0, 60), st.integers(0, 14))
def test_a_table_of_any_size_is_kept(seed: int, on_table: int, rack: int) -> None:
    variant, random = VARIANTS["nb-rummy"], Random(seed)
    tiles = pack(variant, 4)
    random.shuffle(tiles)
    table = [meld.cards for meld in arrange(variant, tiles[:on_table], Aim.FEWEST_LEFT).melds]
    found = arrange(variant, tiles[on_table : on_table + rack], Aim.FEWEST_LEFT, table)
    check(variant, tiles[on_table : on_table + rack], found, [tile for meld in table for tile in meld])
    assert found.optimal


@settings(max_examples=60)
@given(st.data(), variants(), st.integers(20, 106), st.integers(0, 2**32))
def test_many_cards_are_soon_arranged(data: st.DataObject, variant: Variant, size: int, seed: int) -> None:
    players = variant.deck.two_packs_from or 2
    cards = pack(variant, players)
    hand = Random(seed).sample(cards, min(size, len(cards)))
    began = process_time()
    aim = data.draw(st.sampled_from(AIMS))
    found = arrange(variant, hand, aim)
    assert process_time() - began < 5  # a second where nothing else is done; here with many tests beside it
    check(variant, hand, found, aim=aim)


def test_to_open_the_table_stays_as_it_lies() -> None:
    table = [cards_of("3S JK 5S 6S"), cards_of("9H 9D 9C")]
    found = arrange(VARIANTS["nb-rummy"], cards_of("TH TD TC 9S 7S"), Aim.OPENING, table)
    assert [" ".join(codes(meld.cards)) for meld in found.melds] == ["TH TD TC", "3S JK 5S 6S", "9H 9D 9C"]
    assert (found.points_laid, found.meets_minimum) == (30, True)


def test_out_of_reach_the_most_points_are_laid() -> None:
    found = arrange(VARIANTS["de-romme"], cards_of("4S 5S 6S 7S 2H 2D 2C"), Aim.OPENING)
    assert (found.points_laid, found.left, found.meets_minimum) == (28, (), False)


def test_the_opening_keeps_what_it_does_not_need() -> None:
    found = arrange(VARIANTS["de-romme"], cards_of("TS JS QS KS 4H 4D 4C"), Aim.OPENING)
    assert [codes(meld.cards) for meld in found.melds] == [["TS", "JS", "QS", "KS"]]
    assert codes(found.left) == ["4H", "4D", "4C"]


def test_an_ace_below_a_two_opens_with_one_point() -> None:
    variant = VARIANTS["de-romme"].with_house_rules({"ace_also_low": True})
    assert arrange(variant, cards_of("AS 2S 3S"), Aim.MOST_POINTS).points_laid == 6


def test_out_of_work_it_says_that_nothing_is_proved() -> None:
    variant = VARIANTS["de-romme"].with_house_rules({"jokers": 6})
    hand = [*Random(5).sample(pack(variant, 2), 60), JOKER]
    found = arrange(variant, hand, Aim.MOST_POINTS, work=5)
    check(variant, hand, found)
    assert not found.optimal
    assert found.melds


def test_a_high_ace_ends_a_run_where_jokers_have_no_limit() -> None:
    variant = VARIANTS["de-romme"].with_house_rules({"rearrange": True, "joker_limit": "none"})
    found = arrange(variant, cards_of("AS QS"), Aim.FEWEST_LEFT, [cards_of("KS QS KS AS")])
    assert [" ".join(codes(meld.cards)) for meld in found.melds] == ["QS KS AS", "QS KS AS"]


def test_a_wild_card_that_is_never_itself_is_laid_once() -> None:
    """It was counted among the naturals as well as among the jokers, and a joker was laid that nobody held."""
    variant = VARIANTS["de-romme"].with_house_rules({"twos_wild": True})
    assert not variant.deck.wild_as_itself
    hand = cards_of("2D 2S 5H 6H KC KD 9S")
    found = arrange(variant, hand, Aim.FEWEST_LEFT)
    check(variant, hand, found)
    assert rated(variant, hand, Aim.FEWEST_LEFT, found) == best_of(variant, hand, Aim.FEWEST_LEFT, ())


def test_a_set_of_two_suits_is_found_without_jokers() -> None:
    """Cards of a rank that lay in fewer than three suits were left out, as if they could be no set."""
    variant = VARIANTS["cs-500"].with_house_rules({"sets_different_suits": False, "joker_limit": "none"})
    found = arrange(variant, cards_of("2H 2H 2S 9D"), Aim.FEWEST_LEFT)
    assert codes(found.left) == ["9D"]


@pytest.mark.parametrize("text", ["JS 9S JK JK JK JK", "JS TS 2S 4S AS JK JK JK JK"])
def test_runs_of_one_suit_overlap_by_jokers_that_count_more_there(text: str) -> None:
    """One longer run has room for as many jokers, but for lower ones."""
    variant, hand = VARIANTS["nb-rummy"], cards_of(text)
    found = arrange(variant, hand, Aim.MOST_POINTS)
    check(variant, hand, found)
    assert rated(variant, hand, Aim.MOST_POINTS, found) == best_of(variant, hand, Aim.MOST_POINTS, ())


OTHERWISE = [
    ("de-romme", {"opening_in_one_meld": True}),
    ("de-romme", {"opening_in_one_meld": True, "twos_wild": True, "ace_also_low": True}),
    ("de-romme", {"opening_in_one_meld": True, "round_the_corner": True}),
    ("nb-rummy", {"opening_in_one_meld": True}),
    ("nb-rummy", {"opening_joker": "thirty"}),
    ("nb-rummy", {"opening_joker": "nothing"}),
    ("nb-rummy", {"opening_joker": "thirty", "opening_in_one_meld": True}),
    ("nb-rummy", {"opening_joker": "nothing", "opening_in_one_meld": True}),
]


def fewest_to_open(variant: Variant, hand: Sequence[Card]) -> int | None:
    """Return of how few cards melds can be that the question `opening` says are enough, by trying them all."""
    parts = [part for size in range(3, len(hand) + 1) for part in combinations(range(len(hand)), size)]
    melds = [part for part in parts if judge_meld(variant, [hand[at] for at in part]).valid]
    ways = [(one,) for one in melds]
    ways += [pair for pair in combinations(melds, 2) if not set(pair[0]) & set(pair[1])]
    for way in sorted(ways, key=lambda way: sum(map(len, way))):
        laid = tuple([tuple([hand[at] for at in part]) for part in way])
        if opening(variant, melds=laid).facts["meets_minimum"]:
            return sum(map(len, laid))
    return None


@pytest.mark.parametrize(("key", "chosen"), OTHERWISE)
@settings(max_examples=60)
@given(data=st.data())
def test_no_opening_is_cheaper_where_it_counts_otherwise(
    key: str, chosen: dict[str, Choice], data: st.DataObject
) -> None:
    variant = get_variant(key, chosen)
    hand = data.draw(hands(variant, 8))
    found, fewest = arrange(variant, hand, Aim.OPENING), fewest_to_open(variant, hand)
    laid = tuple([meld.cards for meld in found.melds])
    named = {str(at): meld.joker_as for at, meld in enumerate(found.melds)}
    assert found.optimal
    assert found.meets_minimum is (fewest is not None)
    assert not laid or opening(variant, melds=laid, joker_as=named).facts["meets_minimum"] is found.meets_minimum
    if fewest is None:
        assert found.melds == arrange(variant, hand, Aim.MOST_POINTS).melds
    else:
        assert sum(map(len, laid)) == fewest
