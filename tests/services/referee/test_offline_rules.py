"""The rules in an offline page: every field that melds and hands read, with the right values."""

from dataclasses import fields

import pytest

from scorekeeper.rules.cards import NATURALS, Rank, parse_cards
from scorekeeper.rules.referee.questions.meld import hand_value, meld
from scorekeeper.rules.referee.read_tracking import Seen, tracked
from scorekeeper.rules.referee.ruling import Verdict
from scorekeeper.rules.variants import CARD_GAMES, get_variant
from scorekeeper.services.referee.offline_rules import FIELDS, offline_rules

_OTHERWISE = {  # as the number of packs and jokers, the rules behind reasons, and a list
    *(("deck", name) for name in ("packs", "jokers", "two_packs_from")),
    ("melds", "rules"),
    ("turn", "opening.points"),  # of the search for melds that cost nothing, which is left to the server
    ("closing", "requires.in_one_turn"),  # as `hand_only`
    *(("values", name) for name in ("places.ace_low", "places.ace_high", "places.lone_ace")),
    *(("values", f"ranks.{rank.name}") for rank in Rank),
}
_MELDS = ("7H 8H 9H", "7H 7S 7D", "7H 7H 7S JK", "7H 8H JK", "AS 2S 3S", "QS KS AS JK JK", "7H 9S", "JK JK", "2H 2S 5D")


@pytest.mark.parametrize("key", CARD_GAMES)
def test_every_field_that_is_read_is_carried(key: str) -> None:
    """The script would answer wrongly if a question read a field that the page lacks."""
    variant = get_variant(key, {"twos_wild": True, "declare_suit_in_sets": True} if key == "de-romme" else {})
    read: Seen = set()
    for cards in (parse_cards(each.split()) for each in _MELDS):
        for first_round in (True, False):
            looked_at, seen = tracked(variant)
            meld(looked_at, cards=cards, first_round=first_round, melds_laid_this_turn=1)
            hand_value(looked_at, cards=(*cards, *NATURALS))
            read |= seen
    known = {(part, name) for part, names in FIELDS.items() for name in names} | _OTHERWISE
    parts = {part: {field.name for field in fields(getattr(variant, part))} for part, _name in read}
    assert {(part, name) for part, name in read if name.partition(".")[0] in parts[part]} <= known


def test_a_reading_is_carried_as_what_it_changes_and_not_once_the_table_has_chosen() -> None:
    told = {each["key"]: each["readings"] for each in offline_rules(get_variant("de-romme", {}), 3)["open"]}
    assert [reading["changes"] for reading in told["DE-A1"]] == [{"ace": "low_and_high"}, {"ace": "ring"}]
    assert [reading["changes"] for reading in told["DE-A16"]] == [{"set_copies": True}]
    chosen = offline_rules(get_variant("de-romme", {"ace_also_low": False}), 3)
    assert "DE-A1" not in {each["key"] for each in chosen["open"]}


def test_sentences_are_carried_with_their_numbers_left_open_and_rules_with_their_text() -> None:
    told = offline_rules(get_variant("nb-rummy", {"run_limit": 4}), 3)
    assert told["said"]["run_too_long"] == "{count} is too many: a run has at most {most}."
    text, section = told["texts"][told["rule"]["run_too_long"]]
    assert text
    assert section


def test_jokers_alone_that_are_named_as_cards_of_several_suits_are_no_meld() -> None:
    """There is then no suit that the other cards could have."""
    named = parse_cards(["3S", "4H"])
    assert meld(get_variant("da-500", {}), cards=parse_cards(["JK", "JK"]), joker_as=named).verdict is Verdict.ILLEGAL
