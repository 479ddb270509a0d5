"""Only readings that can change the answer are tried; the answers equal those of trying all."""

from dataclasses import fields, is_dataclass, replace
from functools import cached_property
from typing import Any

import pytest

from scorekeeper.rules.cards import Cards, parse_cards
from scorekeeper.rules.errors import RulesError
from scorekeeper.rules.melds.judge import judge_meld
from scorekeeper.rules.model.sources import Reading
from scorekeeper.rules.model.terms import DrawKind
from scorekeeper.rules.model.variant import OtherReading, PartField, Variant
from scorekeeper.rules.referee.questions.meld import meld
from scorekeeper.rules.referee.read_tracking import put_back, tracked
from scorekeeper.rules.referee.readings import Judge, ask
from scorekeeper.rules.referee.ruling import Ruling, Verdict
from scorekeeper.rules.variants import VARIANTS
from scorekeeper.rules.variants.examples import EXAMPLES
from scorekeeper.services.referee.ask import JUDGES, OUTCOMES, Asked, answer, arguments, read_question

from ...case_tables import questions
from ...folded import for_each


def asked() -> dict[str, tuple[str, dict[str, Any]]]:
    """Every question to the referee in the case tables and the examples, by where it stands."""
    found: dict[str, tuple[str, dict[str, Any]]] = {
        f"{question}-{number}": (question, each.body)
        for question, examples in EXAMPLES.items()
        for number, each in enumerate(examples)
    }
    return found | questions()


def is_open(other: OtherReading, question: Asked) -> bool:
    """Return whether a reading is open: one `where_laid` only where cards of the situation are a meld by it alone."""
    if not other.reading.where_laid or other.variant is None:
        return True
    lists = [question.situation.get(key, ()) for key in ("cards", "meld")]
    lists += [
        meld
        for key in ("melds", "table", "before", "after", "laid_new_melds")
        for meld in question.situation.get(key, ())
    ]
    return any(judge_meld(other.variant, c).valid and not judge_meld(question.variant, c).valid for c in lists if c)


def tried(judge: Judge, variant: Variant | None, question: Asked) -> tuple[Verdict, object] | None:
    """Return the verdict and the outcome of a question under a variant, None if it cannot be asked."""
    if variant is None:
        return None
    try:
        ruling: Ruling = judge(variant, **arguments(question))
    except RulesError:
        return None
    says = OUTCOMES.get(question.question)
    return ruling.verdict, says(ruling) if says else (ruling.facts, ruling.penalties)


@for_each(asked())
def test_the_doubts_are_those_of_trying_every_reading(question: str, body: dict[str, Any]) -> None:
    this = read_question(question, body)
    judge = JUDGES[question]
    found = answer(this)
    said = tried(judge, this.variant, this)
    expected = {}
    for ambiguity, readings in this.variant.open_readings:
        others = [tried(judge, other.variant, this) if is_open(other, this) else said for other in readings]
        named = ambiguity.key in found.ruling.doubts and None in others
        comparable = [other for other in others if said and said[1] and other and other[1]]  # an outcome is proved
        if named or any(other != said for other in comparable):
            expected[ambiguity.key] = [other and other[0] for other in others]
    assert {d.ambiguity.key: [r.verdict for r in d.readings] for d in found.doubts} == expected


def concerns(paths: list[str], seen: set[PartField]) -> bool:
    """Return whether a reading that changes these paths may change an answer that has read the fields `seen`."""
    return OtherReading(Reading("", "x", True), None, paths).may_differ(seen)


@pytest.mark.parametrize("key", VARIANTS)
def test_what_is_read_is_noticed_and_nothing_else(key: str) -> None:
    variant, seen = tracked(VARIANTS[key])
    assert not seen
    assert not concerns(["melds.ace", "values.ranks"], seen)
    assert variant.melds.ace is VARIANTS[key].melds.ace
    assert concerns(["melds.ace"], seen)
    assert not concerns(["melds.run_longest", "values.ranks"], seen)
    assert variant.deck.packs_for(2) == VARIANTS[key].deck.packs_for(2)
    assert concerns(["deck.packs"], seen)
    assert concerns(["values.ranks.ACE"], seen | {("values", "ranks.ACE")})
    assert not concerns(["turn.draws.top_card.who", "turn.opening.points"], seen)
    assert variant.turn.draws[DrawKind.TOP_CARD] is VARIANTS[key].turn.draws[DrawKind.TOP_CARD]
    assert concerns(["turn.draws.top_card.who"], seen), "of these mappings each entry is a field"
    assert not concerns(["turn.draws.out_of_turn.who", "turn.opening.points"], seen)
    assert variant.turn.opening_minimum == VARIANTS[key].turn.opening_minimum
    assert concerns(["turn.opening.points"], seen)
    assert not concerns(["cites.run", "melds.rules.ace"], seen), "which rule is named changes no answer"


def test_a_changed_copy_of_what_is_watched_is_noticed_as_read() -> None:
    variant, seen = tracked(VARIANTS["da-500"])
    changed = replace(variant.melds, run_shortest=4)
    assert changed.run_shortest == 4
    assert concerns(["melds.set_largest"], seen)


def test_a_copy_that_is_tracked_again_forgets_what_it_worked_out() -> None:
    """A cached value would be read without tracking its fields."""
    variant, seen = tracked(VARIANTS["en-gin"])
    for _ in range(2):
        assert variant.melds_are_plain
        assert concerns(["melds.ace"], seen)
        put_back(VARIANTS["en-gin"], variant, seen)
        again, seen = tracked(VARIANTS["en-gin"])
        assert again is variant
        assert not seen


def test_no_part_of_a_variant_remembers_what_it_worked_out() -> None:
    """A cached value of a part would be read without tracking its fields."""
    variant = VARIANTS["da-500"]
    parts = [type(getattr(variant, each.name)) for each in fields(variant) if is_dataclass(getattr(variant, each.name))]
    assert len(parts) > 8
    assert not [part for part in parts for value in vars(part).values() if isinstance(value, cached_property)]


@pytest.mark.parametrize("key", VARIANTS)
@pytest.mark.parametrize("cards", [("5H", "6H", "7H"), ("9S", "9H", "9D")])
def test_what_no_other_reading_can_change_is_judged_once(key: str, cards: tuple[str, ...]) -> None:
    """No ace, no long run, no repeated suit: the fields about these are not read."""
    judged = []

    def judge(variant: Variant, cards: Cards) -> Ruling:
        judged.append(variant)
        return meld(variant, cards=cards)

    assert ask(judge, VARIANTS[key], cards=parse_cards(cards)).settled
    assert len(judged) == 1
