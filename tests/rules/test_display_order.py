"""The order in which the cards of a meld are shown, of cards that are no meld, too."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.rules.cards import JOKER, NATURALS, Card, parse_cards
from scorekeeper.rules.melds.display_order import Place, display_order, hand_order
from scorekeeper.rules.melds.judge import judge_meld
from scorekeeper.rules.model.terms import AceOrder
from scorekeeper.rules.variants import CARD_GAMES


def shown(places: tuple[Place, ...]) -> str:
    """Return places as text: `_` for a gap, `JK=4H` for a joker that can stand for nothing else."""
    return " ".join(f"{p.card or '_'}" + (f"={p.role}" if p.role else "") for p in places)


def order(game: str, cards: str, names: str = "", **house_rules: object) -> str:
    named = [None if name == "-" else parse_cards([name])[0] for name in names.split()]
    variant = CARD_GAMES[game].with_house_rules(house_rules)
    return shown(display_order(variant, parse_cards(cards.split()), named))


@pytest.mark.parametrize(
    ("cards", "names", "lie"),
    [
        ("9H 7H 8H", "", "7H 8H 9H"),
        ("2H AH KH", "", "KH AH 2H"),
        ("3H AH 2H", "", "AH 2H 3H"),
        ("AH QH KH", "", "QH KH AH"),
        ("8H 5H 6H", "", "5H 6H _ 8H"),
        ("9H 5H", "", "5H _ 9H"),
        ("5H JK 3H", "", "3H JK=4H 5H"),
        ("JK 7H 8H", "", "7H 8H JK"),
        ("7H 8H JK", "6H", "JK=6H 7H 8H"),
        ("7H 8H JK", "9H", "7H 8H JK=9H"),
        ("7H 8H JK", "TH", "7H 8H _ JK=TH"),
        ("9H JK 5H", "", "5H JK _ 9H"),
        ("5H 6H 5H", "", "5H 5H 6H"),
        ("KD JK KS", "", "KS KD JK"),
        ("KC KS JK", "KH", "KS JK=KH KC"),
        ("7H 7S 8H", "", "7S 7H 8H"),
        ("TC 7H 8H", "", "7H 8H TC"),
        ("JK JK", "", "JK JK"),
        ("JK", "JK", "JK"),
    ],
)
def test_cards_lie_as_on_a_table(cards: str, names: str, lie: str) -> None:
    assert order("da-500", cards, names) == lie


def test_all_thirteen_begin_as_the_ace_may_lie() -> None:
    cards = [card for card in NATURALS if card.suit == "H"]
    for order_, first, last in ((AceOrder.HIGH, "2H", "AH"), (AceOrder.LOW, "AH", "KH")):
        variant = next(v for v in CARD_GAMES.values() if v.melds.ace is order_)
        lie = shown(display_order(variant, cards[::-1])).split()
        assert (lie[0], lie[-1]) == (first, last)


def test_an_ace_lies_at_each_end_of_fourteen() -> None:
    cards = "AH AH 2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH"
    assert order("da-500", cards) == "AH 2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH AH"


def test_a_wild_two_lies_where_it_stands_in() -> None:
    assert order("de-romme", "9H 2S 7H", twos_wild=True) == "7H 2S=8H 9H"
    assert order("de-romme", "3H 2H AH JK", twos_wild=True).startswith("AH 2H 3H")


def test_a_hand_lies_by_suits_with_its_jokers_last() -> None:
    assert shown(hand_order(parse_cards(["JK", "5D", "AS", "KS"]))) == "AS KS 5D JK"


@given(st.sampled_from(sorted(CARD_GAMES)), st.lists(st.sampled_from([JOKER, *NATURALS]), min_size=1, max_size=8))
def test_every_card_lies_there_once_and_a_run_without_gaps(game: str, cards: list[Card]) -> None:
    places = display_order(CARD_GAMES[game], cards)
    lying = [place.card for place in places if place.card is not None]
    assert sorted(map(str, lying)) == sorted(map(str, cards))
    if judge_meld(CARD_GAMES[game], cards).valid:
        assert len(lying) == len(places)
