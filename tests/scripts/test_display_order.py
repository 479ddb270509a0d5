"""display-order.js, run in QuickJS, shows the cards of a verdict in the same order as the server."""

from random import Random
from typing import Any

import pytest

from scorekeeper.rules.cards import JOKER, NATURALS, Card
from scorekeeper.rules.melds.display_order import display_order
from scorekeeper.rules.variants import VARIANTS, get_variant
from scorekeeper.services.referee.offline_rules import judging_fields
from scorekeeper.web.referee.asked_cards import asked_cards

from ..rules.test_display_order import shown
from .engine import Engine
from .test_verdict import Text, page_of_question

TABLES: list[tuple[str, dict[str, Any]]] = [
    *((game, {}) for game in VARIANTS),
    ("de-romme", {"twos_wild": True, "round_the_corner": True}),
    ("de-romme", {"twos_wild": True, "ace_also_low": True, "declare_suit_in_sets": True}),
    ("cs-500", {"ace": "low_and_high", "joker_limit": "none"}),
]


def some_cards(random: Random) -> list[Card]:
    """Return a few cards, more often than not of one suit or one rank."""
    suit, rank = random.choice(NATURALS).suit, random.choice(NATURALS).rank
    alike = [card for card in NATURALS if random.random() < 0.1 or suit is card.suit or rank is card.rank]
    cards = random.choices(alike, k=random.choice((1, 2, 3, 3, 4, 5, 7))) + [JOKER] * random.choice((0, 0, 1, 2))
    random.shuffle(cards)
    return cards


@pytest.mark.parametrize(("game", "house_rules"), TABLES)
def test_the_phone_shows_cards_in_the_order_of_the_server(game: str, house_rules: dict[str, Any]) -> None:
    random = Random(f"{game}{house_rules}")
    variant = get_variant(game).with_house_rules(house_rules).at_table(3)
    asked = []
    for _ in range(2_000):
        cards = some_cards(random)
        wild = [card for card in cards if card.is_joker or card.rank in variant.deck.wild_ranks]
        asked.append((cards, [random.choice((None, None, random.choice(NATURALS))) for _ in wild]))
    rules = judging_fields(variant, 3)
    codes = [([str(card) for card in cards], [each and str(each) for each in named]) for cards, named in asked]
    found = Engine("order.js").call("orders", rules, codes)
    assert len(found) == 2_000
    for (cards, named), order in zip(asked, found, strict=True):
        assert order == shown(display_order(variant, cards, named)), (cards, named)


@pytest.mark.parametrize(
    ("question", "situation"),
    [
        ("meld", {"cards": ["KH", "2H", "AH"]}),
        ("meld", {"cards": ["8H", "5H", "JK", "6H"], "joker_as": ["9H"]}),
        ("hand-value", {"cards": ["JK", "5H", "AS"]}),
        ("hand-value", {"cards": [str(card) for card in NATURALS[:30]]}),
        ("hand-value", {"cards": ["JK", "JK", "JK", *(str(card) for card in NATURALS[:12])]}),
    ],
)
def test_the_phone_shows_the_cards_of_its_verdict_as_the_page_does(question: str, situation: dict[str, Any]) -> None:
    data = page_of_question(question, "da-500")
    (html,) = Engine("word.js").call("worded", data, [situation])
    facts = {"valid": True} if question == "meld" else {}
    there = asked_cards(question, VARIANTS["da-500"], situation, facts)
    assert Text(f"{there.html}").text in Text(html).text
