"""Every reason of the referee is a whole sentence, is reached by a case, and cites a rule."""

import pkgutil
from collections.abc import Iterator, Mapping
from contextlib import suppress
from functools import cache
from importlib import import_module
from string import Formatter

import pytest

from scorekeeper import rules
from scorekeeper.rules.errors import RulesError
from scorekeeper.rules.model.variant import Variant
from scorekeeper.rules.reasons import Reason
from scorekeeper.rules.referee.readings import Answer
from scorekeeper.rules.referee.wordings import OF_QUESTION, all_codes, sentences
from scorekeeper.rules.variants import VARIANTS
from scorekeeper.services.referee.answer_documents import reason_document
from scorekeeper.services.referee.ask import JUDGES, Asked, answer, arguments, read_question

from .test_cases import cases


def wordings() -> Iterator[tuple[str, str, str]]:
    """Yield every code of a reason in `rules/` with its topic and its sentence."""
    for found in pkgutil.walk_packages(rules.__path__, f"{rules.__name__}."):
        for name, value in vars(import_module(found.name)).items():
            if name.isupper() and isinstance(value, Mapping) and all(map(_is_wording, value.items())):
                yield from ((code, topic, sentence) for code, (topic, sentence) in value.items())


def _is_wording(item: tuple[object, object]) -> bool:
    code, said = item
    return isinstance(code, str) and isinstance(said, tuple) and all(isinstance(part, str) for part in said)


WORDINGS = {code: sentence for code, _, sentence in wordings()}


@cache
def asked_cases() -> tuple[tuple[str, Asked], ...]:
    """Return (question, body) of every case that asks the referee."""
    found = []
    for variant, case in (param.values for param in cases()):
        if case["ask"] == "referee":
            choices = {key: None if value == "null" else value for key, value in case.get("house_rules", {}).items()}
            body = {"variant": variant, "house_rules": choices, "situation": case["situation"]}
            body |= {"players": case["players"]} if "players" in case else {}
            found.append((case["question"], read_question(case["question"], body)))
    return tuple(found)


@cache
def asked() -> tuple[tuple[str, str, Answer], ...]:
    """Return (question, variant, answer) of every case that asks the referee."""
    return tuple((question, case.variant.key, answer(case)) for question, case in asked_cases())


def given() -> Iterator[tuple[str, str, Reason]]:
    """Yield (question, variant, reason) for every reason of every case."""
    for question, variant, found in asked():
        yield from ((question, variant, reason) for reason in found.ruling.reasons)


def under_other_readings() -> Iterator[str]:
    """Yield the codes that a case reaches under another reading."""
    for question, case in asked_cases():
        for _, readings in case.variant.open_readings:
            for variant in (reading.variant for reading in readings if reading.variant is not None):
                with suppress(RulesError):
                    yield from (reason.code for reason in JUDGES[question](variant, **arguments(case)).reasons)


def test_the_registry_has_every_table_of_sentences() -> None:
    """The test walks the modules, so that no table is missing in the registry."""
    registered = {(code, *worded) for code in all_codes() for worded in sentences(code)}
    assert registered == set(wordings())
    assert set(OF_QUESTION) == set(JUDGES)


def test_reasons_are_looked_for_where_they_are() -> None:
    assert len(WORDINGS) > 100
    assert {question for question, _, _ in asked()} == set(JUDGES)


def test_every_reason_is_a_whole_sentence() -> None:
    """It begins with a capital, a quotation mark or a name, ends with a full stop, and its values are words."""
    wrong = [
        code
        for code, sentence in WORDINGS.items()
        if not (sentence[0].isupper() or sentence[0] in "“{") or not sentence.endswith((".", "?")) or "  " in sentence
    ]
    assert wrong == []
    fields = {field for sentence in WORDINGS.values() for _, field, _, _ in Formatter().parse(sentence) if field}
    assert all(field.isidentifier() for field in fields)


def test_every_reason_is_reached_by_a_case() -> None:
    """Some are reached only under another reading of the source that no house rule selects."""
    missing = set(WORDINGS) - {reason.code for _, _, reason in given()}
    assert sorted(missing - set(under_other_readings())) == []


def test_no_answer_has_a_reason_that_is_not_worded() -> None:
    assert sorted({reason.code for _, _, reason in given()} - set(WORDINGS)) == []


def test_every_reason_has_its_rule_in_every_game_that_gives_it() -> None:
    """But for the one that says that there is no rule, and where the source says nothing about irregularities."""
    without = {(v, q, reason.code) for q, v, reason in given() if reason.rule is None}
    silent = {key for key, variant in VARIANTS.items() if not variant.irregular}
    allowed = {"umpire": set(VARIANTS), "no_offence": silent}
    assert sorted(each for each in without if each[0] not in allowed.get(each[2], ())) == []


def test_every_reason_can_be_said() -> None:
    """All values of its sentence are given."""
    said = [reason_document(found.variant, reason) for _, _, found in asked() for reason in found.ruling.reasons]
    assert said
    for document in said:
        assert not set(document["text"]) & set("{}"), document


NEVER_MET = {
    "IS-A1": "without the house rule a joker is no card of the pack, so that no situation can have one",
}


@pytest.mark.parametrize("variant", VARIANTS.values(), ids=VARIANTS.keys())
def test_every_ambiguity_with_another_reading_is_shown_by_an_answer(variant: Variant) -> None:
    """As a doubt that changes the answer, or as a remark beside it: both tell the other reading."""
    answers = [found for _, key, found in asked() if key == variant.key]
    shown = {doubt.ambiguity.key for found in answers for doubt in (*found.doubts, *found.open_remarks)}
    readable = {ambiguity.key for ambiguity in variant.ambiguities if ambiguity.readings}
    assert readable - shown == {key for key in NEVER_MET if key in variant.rules}


@pytest.mark.parametrize("variant", VARIANTS.values(), ids=VARIANTS.keys())
def test_a_remark_follows_the_tables_choice_and_is_a_doubt_no_more(variant: Variant) -> None:
    """Each choice of a house rule that changes a remark has a case with the sentence of that choice."""
    said = {
        (option.key, choice, change)
        for option in variant.options
        for choice, changes in option.changes.items()
        for path, change in changes.items()
        if path.startswith("remarks.") and path.endswith(".code")
    }
    heard = {
        (key, choice, reason.code)
        for _, _, found in asked()
        if found.variant.key == variant.key
        for key, choice in found.variant.house_rules.items()
        for reason in found.ruling.reasons
    }
    assert sorted(said - heard) == []
    for _, key, found in asked():
        settled = found.variant.house_rules.keys() if key == variant.key else ()
        assert not any(r.reading.option in settled for doubt in found.open_remarks for r in doubt.readings)


def test_a_remark_changes_no_verdict_and_is_no_doubt_of_the_answer() -> None:
    assert any(found.open_remarks for _, _, found in asked())
    for _, _, found in asked():
        assert not {doubt.ambiguity.key for doubt in found.open_remarks} & {d.ambiguity.key for d in found.doubts}


@pytest.mark.parametrize("question", sorted(JUDGES))
def test_every_answer_says_why(question: str) -> None:
    answers = [found for asked_, _, found in asked() if asked_ == question]
    assert answers
    for found in answers:
        assert found.ruling.reasons, found
