"""Whether a hand could have gone out in one turn, and how: compared with brute force."""

from collections.abc import Iterator
from itertools import combinations, product
from random import Random

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from scorekeeper.rules.cards import JOKER, NATURALS, Card, Cards, LaidOff, parse_cards
from scorekeeper.rules.errors import InvalidSituation
from scorekeeper.rules.melds.judge import is_meld
from scorekeeper.rules.melds.laid import laid_meld
from scorekeeper.rules.model.variant import Variant
from scorekeeper.rules.referee.finishing import search as finishing
from scorekeeper.rules.referee.finishing.search import find_finishing_play
from scorekeeper.rules.referee.naming import NamesByMeld
from scorekeeper.rules.referee.questions.go_out import judge_go_out
from scorekeeper.rules.referee.questions.table import judge_table
from scorekeeper.rules.referee.turns.play import lay_all_off
from scorekeeper.rules.solver import Budget
from scorekeeper.rules.variants import get_variant

from .strategies import variants


def cards(text: str) -> tuple[Card, ...]:
    return parse_cards(text.split())


@pytest.mark.parametrize(
    ("variant", "hand", "discard"),
    [
        ("is-rommi", "4S 5S 6S KD", "KD"),
        ("is-rommi", "4S 5S 6S 7S 8C", "8C"),
        ("nb-rummy", "4S 5S 6S", None),
        ("cs-500", "4S 5S 6S", None),
    ],
)
def test_a_hand_of_melds_goes_out_with_the_discard_that_the_game_wants(
    variant: str, hand: str, discard: str | None
) -> None:
    found = find_finishing_play(get_variant(variant), cards(hand))
    assert found is not None
    assert (found.discard.code if found.discard else None) == discard
    laid = [card for meld in found.melds for card in meld] + ([found.discard] if found.discard else [])
    assert sorted(map(str, laid)) == sorted(hand.split())


def test_a_card_is_spared_for_the_last_discard() -> None:
    found = find_finishing_play(get_variant("de-romme"), cards("4S 5S 6S 7S"))
    assert found is not None
    assert found.discard in cards("4S 7S")


@pytest.mark.parametrize(
    ("variant", "hand"),
    [
        ("is-rommi", "4S 5S 7S KD"),
        ("de-romme", "4S 5S 6S"),
        ("nb-rummy", "4S 5S 6S KD"),
        ("cs-500", "4S 5S 6S 9H 9C 9D 9S"),
    ],
)
def test_what_cannot_be_laid_in_one_turn_does_not_go_out(variant: str, hand: str) -> None:
    assert find_finishing_play(get_variant(variant), cards(hand)) is None


def test_who_has_not_opened_needs_the_minimum() -> None:
    hand = cards("4S 5S 6S KD")
    assert find_finishing_play(get_variant("de-romme"), hand, opened=False) is None
    assert find_finishing_play(get_variant("de-romme"), hand) is not None


def test_tiles_go_out_over_the_melds_on_the_table() -> None:
    hand, table = cards("7S KD"), [cards("4S 5S 6S"), cards("KS KH KC")]
    assert find_finishing_play(get_variant("nb-rummy"), hand) is None
    assert find_finishing_play(get_variant("nb-rummy"), hand, table) is not None


@pytest.mark.parametrize(
    ("variant", "hand", "table", "discard"),
    [
        ("is-rommi", "7S KD", "4S 5S 6S", "KD"),
        ("da-500", "7S 8S 4H KD", "4S 5S 6S / 4S 4D 4C", "KD"),
        ("cs-500", "4C 5C 6C 7S 8S", "4S 5S 6S", None),
        ("de-romme", "7S 9H 9D 9C KD", "4S 5S 6S", "KD"),
    ],
)
def test_cards_go_out_onto_the_melds_on_the_table(variant: str, hand: str, table: str, discard: str | None) -> None:
    there = [cards(meld) for meld in table.split("/")]
    assert find_finishing_play(get_variant(variant), cards(hand)) is None
    found = find_finishing_play(get_variant(variant), cards(hand), there)
    assert found is not None
    assert (found.discard.code if found.discard else None) == discard
    assert "7S" in [off.card.code for off in found.laid_off]


def test_a_joker_on_the_table_stays_what_it_was_laid_as() -> None:
    """It stands for the two or the five: beside both of these it has no place."""
    table, laid = (cards("3S 4S JK"),), [LaidOff(cards("2S")[0], 0), LaidOff(cards("5S")[0], 0)]
    variant = get_variant("da-500")
    assert lay_all_off(variant, [laid_meld(variant, meld) for meld in table], laid)[1] == cards("5S")
    assert find_finishing_play(get_variant("da-500"), cards("2S 5S KD"), table) is None


@pytest.mark.parametrize(
    ("hand", "table", "names"),
    [
        ("QH", "JK TH JH", {"0": cards("9H")[0]}),  # beside it
        ("9H 8H 8S", "JK TH JH / 8D 8C JK", {"0": cards("9H")[0], "1": cards("8S")[0]}),
        ("7H 7S 9H", "JK TH JH", {"0": cards("9H")[0]}),  # replaced: it goes into a new meld
        ("5S 6S 7S 8S", "8D 8C JK / 3S 4S 5S", {}),  # nobody knows what it is, and it need not be moved
    ],
)
def test_tiles_go_out_over_a_table_whose_jokers_are_named(hand: str, table: str, names: NamesByMeld) -> None:
    melds, variant = [cards(meld) for meld in table.split("/")], get_variant("nb-rummy")
    found = find_finishing_play(variant, cards(hand), melds, table_joker_as=names)
    assert found is not None
    after = tuple(found.melds)
    ruling = judge_table(variant, before=tuple(melds), after=after, played=cards(hand), before_joker_as=names)
    assert ruling.verdict == "legal", ruling.reasons


def test_a_hand_that_needs_a_joker_in_an_old_meld_is_not_said_to_go_out() -> None:
    """The nine frees the joker, which would have to be the seven of a run that lies there: a new meld is asked for."""
    hand, table, names = cards("9H 8S"), [cards("JK TH JH"), cards("4S 5S 6S")], {"0": cards("9H")[0]}
    free = get_variant("nb-rummy", {"freed_joker": "any_meld"})
    assert find_finishing_play(free, hand, table, table_joker_as=names) is not None
    assert find_finishing_play(get_variant("nb-rummy"), hand, table, table_joker_as=names) is None
    with pytest.raises(InvalidSituation, match="The joker in this meld can’t be"):
        find_finishing_play(free, hand, table, table_joker_as={"0": cards("2H")[0]})


@pytest.mark.parametrize(
    ("hand", "table"),
    [
        ("7H", "JK 2H 2C 2S / 9H TH JH QH KH"),  # the set keeps three twos, and its joker is the eight
        ("KH", "JH JS JK / 4C JK 4H 4S / 2H 3H 4H / 4S 5S 6S 7S 8S 9S"),
        ("8S 9D 8D", "4C 5C 6C JK / 3S 4S 5S / TD TS JK"),
        ("2C 6D 4C 5D", "4D JK JK / 5C 5D 5H 5S / 2S 3S 4S 5S 6S"),
    ],
)
def test_tiles_go_out_where_only_another_layout_keeps_to_the_rules_about_jokers(hand: str, table: str) -> None:
    melds, variant = [cards(meld) for meld in table.split("/")], get_variant("nb-rummy")
    found = find_finishing_play(variant, cards(hand), melds)
    assert found is not None
    ruling = judge_table(variant, before=tuple(melds), after=tuple(found.melds), played=cards(hand))
    assert ruling.verdict != "illegal", ruling.reasons


def test_a_table_whose_layouts_are_too_many_to_try_is_left_to_the_players(monkeypatch: pytest.MonkeyPatch) -> None:
    hand, runs = cards("9H 8C"), [cards(f"A{suit} 2{suit} 3{suit}") for suit in "SDH"] * 2
    table = [cards("JK TH JH"), cards("4C 5C 6C"), *runs, cards("JS QS KS"), cards("JD QD KD")]
    named: NamesByMeld = {"0": cards("9H")[0]}
    assert find_finishing_play(get_variant("nb-rummy"), hand, table, table_joker_as=named) is None
    monkeypatch.setattr(finishing, "Budget", lambda: Budget(16_000))
    with pytest.raises(InvalidSituation, match="depends on a joker"):
        find_finishing_play(get_variant("nb-rummy"), hand, table, table_joker_as=named)


def test_a_hand_with_a_joker_goes_out_with_the_joker_named() -> None:
    """Czech 500 wants each joker of a new meld named: whoever goes out names it."""
    assert find_finishing_play(get_variant("cs-500"), cards("5S JK 7S 2C")) is not None
    assert find_finishing_play(get_variant("de-romme"), cards("JH QH JK 4C"), opened=False) is None
    assert find_finishing_play(get_variant("de-romme"), cards("TH JH QH KH JK 4C"), opened=False) is not None


def split(variant: Variant, hand: Cards) -> Iterator[tuple[tuple[Cards, ...], Cards]]:
    """Yield every way to take melds out of a hand, and the remaining cards."""
    if not hand:
        yield (), ()
        return
    first, rest = hand[0], hand[1:]
    for melds, left in split(variant, rest):
        yield melds, (first, *left)
    for number in range(2, len(rest) + 1):
        for others in combinations(range(len(rest)), number):
            meld = (first, *(rest[at] for at in others))
            if is_meld(variant, meld):
                for melds, left in split(variant, tuple(c for at, c in enumerate(rest) if at not in others)):
                    yield (meld, *melds), left


def goes_out(variant: Variant, hand: Cards, table: tuple[Cards, ...], opened: bool) -> bool:
    """Return whether some turn with these cards closes the round, by the referee."""
    for at in (None, *range(len(hand))):
        rest = hand if at is None else (*hand[:at], *hand[at + 1 :])
        for melds, left in split(variant, rest):
            for places in product(range(len(table)), repeat=len(left)):
                ruling = judge_go_out(
                    variant,
                    hand_after=(),
                    laid_new_melds=melds,
                    laid_off=tuple(map(LaidOff, left, places)),
                    discard=None if at is None else hand[at],
                    table=table or None,
                    opened_before=opened,
                )
                if ruling.verdict != "illegal" and ruling.facts.get("closes", True):  # however jokers are named
                    return True
    return False


def dealt(dice: Random) -> tuple[Cards, tuple[Cards, ...]]:
    """A hand, and melds on a table that some of its cards nearly fit."""
    table = tuple(cards(dice.choice(LYING)) for _ in range(dice.randint(0, 2)))
    near = [card for meld in table for card in meld if card.rank]
    hand = list(cards(dice.choice(LYING))) if dice.random() < 0.6 else []
    while len(hand) < dice.randint(3, 5):
        beside = dice.choice(near) if near and dice.random() < 0.8 else dice.choice(NATURALS)
        fitting = [card for card in NATURALS if card.rank is beside.rank or card.suit is beside.suit]
        hand.append(JOKER if dice.random() < 0.05 else dice.choice(fitting))
    return tuple(hand), table


LYING = ["3S 4S 5S", "3S JK 5S", "QH KH AH", "AD 2D JK", "7S 7H 7C", "7D JK 7C", "4S 4D 4C", "JK JK 9H"]


@given(variant=variants("da-500", "de-romme", "cs-500", "is-rommi"), seed=st.integers(0, 2**32), opened=st.booleans())
@settings(max_examples=150, deadline=None)
def test_a_way_out_is_found_where_there_is_one(variant: Variant, seed: int, opened: bool) -> None:
    """Brute force over all melds, places to lay off and discards."""
    assume(not variant.turn.rearrange)
    hand, table = dealt(Random(seed))
    found = find_finishing_play(variant, hand, table, opened=opened)
    assert (found is not None) is goes_out(variant, hand, table, opened)
