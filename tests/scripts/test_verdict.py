"""verdict.js, run in QuickJS, words the offline answers in a minimal page."""

import re
from html.parser import HTMLParser

import pytest
from flask import Flask

from scorekeeper.rules.variants import CARD_GAMES
from scorekeeper.services.referee.ask import answer, read_question
from scorekeeper.web.referee.forms.fields import GameContext
from scorekeeper.web.referee.forms.form import RefereeForm
from scorekeeper.web.referee.fresh_verdict import FreshVerdict
from scorekeeper.web.referee.offline_page import OfflineData, offline_data
from scorekeeper.web.referee.pages import PAGE_OF
from scorekeeper.web.referee.questions.parts_of_play import PosedQuestion

from ..api.conftest import only_sqlite
from ..web.pages import Browser, Node, read
from .engine import Engine
from .offline_questions import Book, at_random


class Text(HTMLParser):
    """The text of a page, with counts of its tags."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.text, self.depth = "", 0
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: object) -> None:
        self.depth += 1

    def handle_endtag(self, tag: str) -> None:
        self.depth -= 1

    def handle_data(self, data: str) -> None:
        self.text += data


def page_of_question(question: str, game: str) -> OfflineData:
    """Return the data of a question's page for its script, for a game of three."""
    form = RefereeForm(PAGE_OF[question], GameContext(CARD_GAMES[game], ("Ida <i>", "Ole", "Eva")))
    return offline_data(form, writes=True)


@pytest.mark.parametrize("game", CARD_GAMES)
def test_every_answer_is_worded_and_every_tag_closed(game: str) -> None:
    """No sentence and no value is missing, and a name with `<` in it is escaped."""
    book = Book()
    at_random(book, game, 200)
    for question in ("meld", "hand-value"):
        told = [situation for _at, kind, situation, *_expected in book.asked if kind == question]
        worded = Engine("word.js").call("worded", page_of_question(question, game), told)
        verdicts = [(situation, Text(html)) for situation, html in zip(told, worded, strict=True) if html]
        assert len(verdicts) > 15, question
        assert "Read otherwise" not in "".join(verdict.text for _situation, verdict in verdicts)
        for situation, verdict in verdicts:
            assert verdict.depth == 0
            assert not re.search(r"undefined|null|NaN|\[object|[{}]|%\(", verdict.text), (situation, verdict.text)
            assert ("Ida <i>" in verdict.text) == ("By the rules, Ida" in verdict.text)


def test_another_reading_is_said_as_on_the_page() -> None:
    cards = ["7H", "JK", "JK"]
    asked = read_question("meld", {"variant": "de-romme", "situation": {"cards": cards}})
    shown = FreshVerdict(PosedQuestion("meld", {}), answer(asked), {}, asked=asked)
    form = RefereeForm(PAGE_OF["meld"], GameContext(CARD_GAMES["de-romme"], ("Ida", "Ole", "Eva", "Jon")))
    [told] = Engine("word.js").call("worded", offline_data(form, writes=True), [{"cards": cards}])
    assert str(shown.otherwise).startswith("If a meld may have any number of jokers, it’s “")
    assert Text(str(shown.otherwise)).text in Text(told).text


def parts(section: Node) -> list[str]:
    """Return the classes of the parts of a verdict, in their order."""
    return [part.attrs.get("class", "") for part in section.children if isinstance(part, Node)]


@only_sqlite
def test_what_it_costs_stands_above_the_doubt_and_the_phone_keeps_the_pages_order(app: Flask) -> None:
    visitor = Browser(app.test_client())
    game = visitor.given_game("da-500", "Ida <i>", "Ole", "Eva")
    call = {"discard": "9h", "table": "3s 4s 5s", "discarder": "p2", "callers": "p1", "lay": "up"}
    judged = visitor.send(visitor.get(f"{game}/referee/rummy-call"), "/rummy-call", **call).root
    assert parts(judged.all(id="verdict")[0])[:4] == ["word", "asked-cards", "cost", "otherwise"]
    typed = {"cards": "3c jk 5c jk 7c", "claim-0": "legal"}
    [page] = visitor.send(visitor.get(f"{game}/referee/meld"), "/meld", **typed).root.all(id="verdict")
    carried = page_of_question("meld", "da-500")
    [told] = Engine("word.js").call("worded", carried, [{"cards": ["3C", "JK", "5C", "JK", "7C"]}])
    [phone] = read(told).all(id="verdict")
    assert "otherwise" in parts(page)
    assert [part for part in parts(phone) if part] == [part for part in parts(page) if part]
