"""Which cards, given together, free a joker on the table, and when a joker may be discarded."""

from dataclasses import replace
from typing import Any

import pytest

from scorekeeper.rules.cards import JOKER, parse_cards
from scorekeeper.rules.errors import InvalidSituation
from scorekeeper.rules.model.terms import Declaration, FreesSetJoker, JokerDiscard, JokerLimit
from scorekeeper.rules.model.variant import Variant
from scorekeeper.rules.referee.questions.go_out import judge_go_out
from scorekeeper.rules.referee.questions.joker_swap import joker_swap
from scorekeeper.rules.referee.questions.pile import judge_pile
from scorekeeper.rules.variants import get_variant


def swapping(frees: FreesSetJoker, declared: Declaration = Declaration.NO) -> Variant:
    """Return a game of two packs in which jokers are exchanged so."""
    variant = get_variant("de-romme", {"joker_swap": True, "ace_also_low": True})
    jokers = replace(variant.jokers, declared=declared, limit=JokerLimit.NONE)
    return replace(variant, jokers=jokers, swap=replace(variant.swap, frees_set=frees))


ALL, BOTH, EITHER, NAMED = FreesSetJoker.ALL, FreesSetJoker.BOTH, FreesSetJoker.EITHER, FreesSetJoker.THE_NAMED


@pytest.mark.parametrize(
    ("frees", "meld", "offered", "after"),
    [
        (ALL, "7H 7S JK", "7D", None),
        (ALL, "7H 7S JK", "7D 7C", "7H 7S 7D 7C"),
        (ALL, "7H 7S JK=7D", "7D", None),  # naming it changes nothing
        (BOTH, "7H 7S JK=7D", "7D", "7H 7S 7D"),
        (BOTH, "7H 7S JK", "7C 7D", "7H 7S 7C 7D"),
        (EITHER, "7H 7S JK", "7D 7C", "7H 7S 7D 7C"),
        (EITHER, "7H 7S JK=7D", "7C", "7H 7S 7C"),
        (ALL, "7H 7S 7D JK", "7C", "7H 7S 7D 7C"),
        (ALL, "7H JK=7S JK", "7S 7D", None),
        (ALL, "7H JK=7S JK", "7S 7D 7C", "7H 7S 7C 7D"),  # both jokers leave the set
        (ALL, "7H 7S JK", "7D 7D", None),
        (ALL, "7H 7S JK", "7D 7C 8C", None),
        (ALL, "7H 7S JK", "7D 7C JK", None),
        (ALL, "5H JK 7H", "6H", "5H 6H 7H"),
        (ALL, "5H JK 7H", "6H 8H", None),  # the 8 is laid off, not given for the joker
        (NAMED, "4H JK 6H JK=7H", "7H 5H", None),
    ],
)
def test_cards_given_together_free_a_joker(frees: FreesSetJoker, meld: str, offered: str, after: str | None) -> None:
    declared = Declaration.WHERE_OPEN if frees is NAMED else Declaration.NO
    cards = parse_cards([code.partition("=")[0] for code in meld.split()])
    named = [role for code in meld.split() if (role := code.partition("=")[2])]
    given = parse_cards(offered.split())
    told: dict[str, Any] = {"joker_as": parse_cards(named)[0]} if named else {}
    found = joker_swap(swapping(frees, declared), meld=cards, offered=given, joker_kept=True, **told)
    assert found.facts.get("meld_after") == (parse_cards(after.split()) if after else None)
    assert (found.verdict == "legal") is (after is not None)
    if len(given) == 1:
        assert found == joker_swap(swapping(frees, declared), meld=cards, offered=given[0], joker_kept=True, **told)


def test_something_must_be_given() -> None:
    with pytest.raises(InvalidSituation, match="Which card"):
        joker_swap(swapping(ALL), meld=parse_cards(["7H", "7S", "JK"]), offered=())


@pytest.mark.parametrize(
    ("rule", "hand_after", "fault"),
    [
        (JokerDiscard.FREE, "2C", None),
        (JokerDiscard.CLOSING_ONLY, "2C", "joker_discarded_early"),
        (JokerDiscard.CLOSING_ONLY, "", None),
        (JokerDiscard.NEVER, "2C", "joker_discarded"),
        (JokerDiscard.NEVER, "", "joker_discarded"),
    ],
)
def test_a_joker_may_be_barred_from_the_pile(rule: JokerDiscard, hand_after: str, fault: str | None) -> None:
    variant = get_variant("de-romme", {})
    variant = replace(variant, turn=replace(variant.turn, joker_discard=rule))
    held = parse_cards(hand_after.split())
    run = parse_cards(["5S", "6S", "7S"])
    told: dict[str, Any] = {"laid_new_melds": (run,), "discard": JOKER, "opened_before": True}
    codes = [each.code for each in judge_go_out(variant, hand_after=held, **told).reasons]
    assert [code for code in codes if code.startswith("joker_")] == ([fault] if fault else [])
    taken = {"take": "top_card", "pile": run[:1], "hand_before": (*run[1:], JOKER, *held), "opened": True}
    drawn = judge_pile(variant, laid_new_melds=(run,), discard=JOKER, **taken)
    assert [each.code for each in drawn.reasons if each.code.startswith("joker_")] == ([fault] if fault else [])
