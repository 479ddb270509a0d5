"""Every answer of a case has a headline, sentences without codes or gaps, and reasons with their rules."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from flask import Flask

from scorekeeper.rules.referee.ruling import Verdict
from scorekeeper.services.referee.answer_codec import decode_answer, encode_answer
from scorekeeper.services.referee.ask import answer, read_question
from scorekeeper.services.referee.situations import SITUATIONS
from scorekeeper.services.wording import show_faces_of
from scorekeeper.web.referee.forms.read_back import situation_lines
from scorekeeper.web.referee.fresh_verdict import FreshVerdict
from scorekeeper.web.referee.pages import PAGE_OF
from scorekeeper.web.referee.questions.parts_of_play import PosedQuestion

from ..api.conftest import only_sqlite
from ..case_tables import house_rules_of
from ..rules.test_cases import cases
from .pages import Browser

_TAGS = re.compile(r"<[^>]+>")
_UNREADABLE = re.compile(r"[{}]|%\(|\b[A2-9TJQK][SHDC]\b")


def answers(question: str) -> Iterator[FreshVerdict]:
    """Yield the answer of every case that asks `question`."""
    for each in cases():
        variant, case = each.values
        if case["ask"] == "referee" and case["question"] == question:
            body: dict[str, Any] = {
                "variant": variant,
                "house_rules": house_rules_of(case),
                "situation": case["situation"],
            }
            asked = read_question(question, {**body, "players": case.get("players")})
            yield FreshVerdict(PosedQuestion(question, case["situation"]), answer(asked), {}, asked=asked)


def sentences(shown: FreshVerdict) -> list[str]:
    """Return all sentences of an answer, without markup, and its tiles as its game shows them."""
    show_faces_of(shown.variant)
    said = [shown.word, shown.otherwise or "", *shown.costs, *shown.lines, *shown.mends]
    said += [text for reason in shown.reasons for text in (reason.sentence, reason.text)]
    said += [text for doubt in shown.doubts for text in (doubt.text, doubt.default)]
    return [_TAGS.sub("", str(text)) for text in said]


@only_sqlite
@pytest.mark.parametrize("question", SITUATIONS)
def test_every_answer_is_worded(app: Flask, question: str) -> None:
    with app.test_request_context():
        found = list(answers(question))
        assert found
        for shown in found:
            said = sentences(shown)
            assert not [text for text in said if _UNREADABLE.search(text)], shown.posed
            assert shown.lines or shown.reasons, shown.posed
            assert all(reason.sentence for reason in shown.reasons), shown.posed
            if {reason.code for reason in shown.answer.ruling.reasons} != {
                "umpire"
            }:  # which says that there is no rule
                assert shown.verdict is not Verdict.ILLEGAL or all(each.rule for each in shown.reasons), shown.posed


@only_sqlite
@pytest.mark.parametrize("question", [question for question in SITUATIONS if question != "arrange"])
def test_an_answer_that_was_kept_says_the_same(app: Flask, question: str) -> None:
    with app.test_request_context():
        found = list(answers(question))
        assert found
        for shown in found:
            kept = decode_answer(shown.variant.key, question, encode_answer(shown.asked, shown.answer))
            again = FreshVerdict(shown.posed, kept, {}, asked=shown.asked)
            assert sentences(again) == sentences(shown), shown.posed
            told = encode_answer(shown.asked, shown.answer)["situation"]
            read_back = [
                _TAGS.sub("", text) for _label, text in situation_lines(PAGE_OF[question], shown.variant, told)
            ]
            assert not [text for text in read_back if _UNREADABLE.search(text)], shown.posed


@only_sqlite
def test_another_reading_names_the_tables_own_target(visitor: Browser) -> None:
    game = visitor.new_game("da-500", "Ida", "Ole", rules="1", **{"rule-target": "300"})
    visitor.enter(game, "p0", p0_points="300", p1_points="0")
    page = visitor.send(visitor.get(f"{game}/referee/game-end"), "/game-end", **{"totals-0": "300", "totals-1": "0"})
    assert "If more than 300 is needed, it’s “The game goes on" in page.text


def test_another_reading_is_said_as_a_condition_in_one_short_line(app: Flask) -> None:
    with app.test_request_context():
        lines = [shown.otherwise for question in SITUATIONS for shown in answers(question) if shown.otherwise]
        said = {_TAGS.sub("", str(line)) for line in lines}
    assert [line for line in said if line.startswith("If more than 500 is needed, it’s “The game goes on")]
    assert "If an empty pool ends the round, it’s “The pool is empty: the round is over”." in said
    assert len(said) > 60
    assert [line for line in said if not line.startswith("If ")] == []
    assert [line for line in said if len(line) > 100] == []
