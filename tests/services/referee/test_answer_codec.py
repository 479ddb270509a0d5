"""An answer that is stored as codes is decoded to the same words."""

import json
from typing import Any

from scorekeeper.rules.referee.wordings import OF_QUESTION, all_codes, sentences
from scorekeeper.services.referee.answer_codec import decode_answer, encode_answer
from scorekeeper.services.referee.answer_documents import answer_document
from scorekeeper.services.referee.ask import answer, read_question

from ...case_tables import questions
from ...folded import for_each


@for_each(questions())
def test_every_answer_comes_back_as_it_was_filed(question: str, body: dict[str, Any]) -> None:
    asked = read_question(question, body)
    found = answer(asked)
    document = json.loads(json.dumps(encode_answer(asked, found)))
    decoded = decode_answer(body["variant"], question, document)
    assert answer_document(decoded) == answer_document(found)
    assert decoded.ruling.stands.verdict == found.ruling.stands.verdict, "its colour"
    again = read_question(question, {**body, "situation": document["situation"]})
    assert again == asked


def test_what_is_filed_holds_no_sentence() -> None:
    asked = read_question("meld", {"variant": "da-500", "situation": {"cards": ["7H", "8S", "TH"]}})
    found = answer(asked)
    kept = json.dumps(encode_answer(asked, found))
    assert found.ruling.reasons
    for reason in found.ruling.reasons:
        assert reason.message not in kept


def test_a_reason_that_is_not_given_any_more_is_worded_by_its_code() -> None:
    """By a sentence that its values fill, else by the code itself; the verdict stays."""
    asked = read_question("meld", {"variant": "da-500", "situation": {"cards": ["7H", "8H", "9H"]}})
    reason = {
        "code": "run_too_short",
        "cards": ["7H"],
        "rule": "DA-21",
        "values": {"least": 3, "count": 1},
        "missing": None,
    }
    unfilled = {**reason, "values": {}}
    unknown = {**reason, "code": "fashion", "rule": "XX-1"}
    document = {**encode_answer(asked, answer(asked)), "verdict": "illegal", "reasons": [reason, unfilled, unknown]}
    shown = answer_document(decode_answer("da-500", "meld", document))
    assert shown["verdict"] == "illegal"
    assert [each["text"] for each in shown["reasons"]] == [
        "Only 1: a run needs at least 3.",
        "run_too_short",
        "fashion",
    ]
    assert shown["reasons"][2]["rule"] is None


def test_a_doubt_that_the_rulebook_has_settled_since_is_gone() -> None:
    asked = read_question("meld", {"variant": "da-500", "situation": {"cards": ["3C", "JK", "5C", "JK", "7C"]}})
    document = encode_answer(asked, answer(asked))
    assert not decode_answer("da-500", "meld", document).settled
    for doubt in document["doubts"]:
        doubt["key"] = "DA-47"
    assert decode_answer("da-500", "meld", document).settled


def test_a_situation_that_cannot_be_any_more_is_shown_all_the_same() -> None:
    asked = read_question("meld", {"variant": "da-500", "situation": {"cards": ["7H", "8H", "9H"]}})
    document = {**encode_answer(asked, answer(asked)), "players": 99}
    assert answer_document(decode_answer("da-500", "meld", document))["verdict"] == "legal"


def test_the_registry_has_every_code_and_the_sentence_of_a_question_first() -> None:
    assert len(all_codes()) > 150
    assert all(message.endswith((".", "?")) for code in all_codes() for _topic, message in sentences(code))
    assert [message for _, message in sentences("run_too_short")] == ["Only {count}: a run needs at least {least}."]
    for question in ("lay-off", "joker-swap", "pile"):
        assert sentences("not_your_turn", question)[0] == OF_QUESTION[question][0]["not_your_turn"]


def test_a_doubt_whose_other_answers_are_null_is_one_without_them() -> None:
    """An import may hold null where early releases had nothing; the pages must still word the ruling."""
    asked = read_question("meld", {"variant": "da-500", "situation": {"cards": ["4H", "5H", "6H", "JK", "JK"]}})
    document = encode_answer(asked, answer(asked))
    assert document["doubts"]
    for doubt in document["doubts"]:
        doubt["others"] = None  # type: ignore[typeddict-item]  # what an altered file holds
    shown = decode_answer("da-500", "meld", document)
    assert not shown.settled
    assert answer_document(shown)["readings"]
