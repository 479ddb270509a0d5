"""A verdict that stands whatever an unnamed joker is has its own headline; one that depends on it has none."""

from itertools import combinations

import pytest

from scorekeeper.rules.cards import JOKER, NATURALS, codes
from scorekeeper.rules.referee.ruling import Verdict
from scorekeeper.services.referee.answer_documents import answer_document
from scorekeeper.services.referee.ask import answer, read_question


def judged(
    variant: str, cards: list[str], named: list[str | None], **house_rules: object
) -> tuple[str, str, list[str]]:
    situation = {"cards": cards, **({"joker_as": named} if named else {})}
    found = answer(read_question("meld", {"variant": variant, "house_rules": house_rules, "situation": situation}))
    facts = answer_document(found)["facts"]
    assert (found.ruling.once_named is not None) <= (found.ruling.verdict is Verdict.UNDECIDED)
    return found.ruling.verdict, answer_document(found)["headline"], list(facts.get("joker_may_be", []))


@pytest.mark.parametrize(
    ("variant", "house_rules"),
    [("da-500", {}), ("cs-500", {"ace": "low_and_high"}), ("de-romme", {"declare_suit_in_sets": True})],
)
def test_an_unnamed_joker_leaves_the_headline_as_every_name_of_it_does(
    variant: str, house_rules: dict[str, object]
) -> None:
    """Every meld of two natural cards and a joker, of two suits and of two ranks."""
    suits = [card for card in NATURALS if card.suit in ("H", "S")]
    undecided = 0
    for pair in combinations(suits, 2):
        cards = codes([*pair, JOKER])
        verdict, headline, may_be = judged(variant, cards, [], **house_rules)
        if verdict != Verdict.UNDECIDED:
            continue
        undecided += 1
        assert {judged(variant, cards, [card], **house_rules)[:2] for card in may_be} == {(Verdict.LEGAL, headline)}
    assert undecided > 10


def test_a_joker_that_changes_the_kind_of_the_meld_is_asked_first() -> None:
    verdict, headline, _ = judged("cs-500", ["7H", "JK", "JK"], [], joker_limit="none")
    assert verdict == Verdict.UNDECIDED
    assert headline == "First: which card is the joker?"
