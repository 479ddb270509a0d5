"""Each language that is offered, through the pages, a sheet and every verdict: in its words, and nothing cut off."""

import re

import pytest
from flask import Flask

from scorekeeper.rules.card_names import CARD_NAMES
from scorekeeper.rules.cards import parse_card
from scorekeeper.rules.letters import LETTERS, usual_letters
from scorekeeper.rules.referee.headlines import LONGEST
from scorekeeper.rules.variants import CARD_GAMES
from scorekeeper.services.referee.answer_documents import answer_document
from scorekeeper.services.referee.situations import SITUATIONS
from scorekeeper.services.rulebook.rulebook import meld_fact
from scorekeeper.services.wording import sentence
from scorekeeper.web.referee.notation import card_face
from translations import catalogues

from .test_pseudo_language import told
from .web.pages import Browser
from .web.test_referee_words import answers

pytestmark = [
    pytest.mark.parametrize("database_url", ["sqlite"], indirect=True),
    pytest.mark.parametrize("language", catalogues.languages()),  # `./run test` compiles them
]
UNFILLED = re.compile(r"%\(|[{}]")
_RANK = "(?:Kn|10|[A-ZÁ2-9])"
ROW = re.compile(rf"(?<![\w\u2011]){_RANK}(?:\u2011{_RANK})+(?![\w\u2011])")
LOOSE = re.compile(r"(?<![\w\u2011])[IKOSUVZaikosuvz] ")  # a Czech word of one letter that may end a line
LEFT = {"Bo": {"minus": 10}, "Eva": {"minus": 15}}
LAID = {name: {"plus": 20, "minus": minus} for name, minus in (("Anna", 0), ("Bo", 5), ("Eva", 10))}
PAGES = ("", "/rounds/new", "/rounds/1", "/history", "/settings", "/print", "/share", "/referee", "/referee/meld")


def letters_in_rows(text: str) -> set[str]:
    """Return the letters of rows of ranks such as `K-A-2`, whose hyphens do not break."""
    return {rank for row in ROW.findall(text) for rank in row.split("\u2011") if not rank.isdecimal()}


def test_every_headline_fits_and_every_sentence_is_filled(app: Flask, language: str) -> None:
    """Of every case; a headline that is too long would be cut off."""
    said, cut, letters = 0, set(), set()
    with app.test_request_context(headers={"Cookie": f"language={language}"}):
        for question in SITUATIONS:
            for shown in answers(question):
                document = answer_document(shown.answer)
                headlines = [document["headline"], *(each["headline"] or "" for each in document["readings"])]
                cut |= {each for each in headlines if len(each) > LONGEST or each.endswith("…")}
                assert not [text for text in told(document) if UNFILLED.search(text)], question
                assert language != "cs" or not any(map(LOOSE.search, told(document))), question
                letters |= letters_in_rows(" ".join(told(document)))
                said += 1
    assert said > 500
    assert letters == {*LETTERS[usual_letters(language)].split()[:3]}  # no example has a jack
    assert not cut


NAMED = {
    "da": ("spar es", "hjerter dame", "ruder ti", "klør knægt"),
    "nb": ("spar ess", "hjerter dame", "ruter ti", "kløver knekt"),
    "de": ("Pik-Ass", "Herz-Dame", "Karo-Zehn", "Kreuz-Bube"),
    "cs": ("pikové eso", "srdcová dáma", "kárová desítka", "křížový kluk"),
    "is": ("spaðaás", "hjartadrottning", "tígultía", "laufagosi"),
}


def test_every_card_has_a_whole_name_of_its_own(app: Flask, language: str) -> None:
    """Which screen readers and the spoken verdict say; it is inflected where the language does."""
    with app.test_request_context(headers={"Cookie": f"language={language}"}):
        names = {code: sentence(name) for code, name in CARD_NAMES.items()}
        face = card_face(parse_card("QH"))
    assert len({*names.values()}) == 53
    assert tuple(names[code] for code in ("AS", "QH", "TD", "JC")) == NAMED[language]
    assert f'aria-label="{names["QH"]}"' in face


@pytest.mark.parametrize("variant", CARD_GAMES)
def test_the_name_of_a_game_is_marked_as_of_its_language(app: Flask, language: str, variant: str) -> None:
    """On the board and above its rules; not if it is the page's own language."""
    browser = Browser(app.test_client())
    browser.client.set_cookie("language", language)
    own = CARD_GAMES[variant].language
    for page in (browser.given_game(variant, "Anna", "Bo"), f"/rules/{variant}"):
        [named] = browser.get(page).root.all("h1")[0].all("bdi")
        assert named.attrs == ({} if own == language else {"lang": own})


@pytest.mark.parametrize("variant", CARD_GAMES)
def test_the_pages_of_every_game_are_in_the_language(app: Flask, language: str, variant: str) -> None:
    browser = Browser(app.test_client())
    browser.client.set_cookie("language", language)
    game = browser.given_game(variant, "Anna", "Bo", "Eva")
    entries = LAID if CARD_GAMES[variant].scoring.table_scores else LEFT
    names = ("Anna", "Bo", "Eva")[: CARD_GAMES[variant].most_players]
    held = {"Anna": {"minus": 0}} if CARD_GAMES[variant].knock.allowed else {}
    browser.given_round(game, "Anna", held | {name: entries[name] for name in names if name in entries})
    english = Browser(app.test_client())
    for page in PAGES:
        found = browser.get(f"{game}{page}")
        assert found.root.all("html")[0].attrs["lang"] == language, page
        assert not UNFILLED.search(found.text), page
    assert "closer" not in browser.client.get(f"{game}/export.csv").text.splitlines()[0]
    rules = browser.get(f"/rules/{variant}").text
    assert not UNFILLED.search(rules)
    assert "Leaflet" not in rules
    assert letters_in_rows(rules) <= {*LETTERS[usual_letters(language)].split()}
    assert browser.get("/").text != english.get("/").text
    with app.test_request_context(headers={"Cookie": f"language={language}"}):
        explained = ": ".join(meld_fact(CARD_GAMES[variant]))
    assert ("whist" in explained) == (language == "da")  # a Danish “stik” is a trick in other games
    assert all(explained in browser.get(f"{game}{page}").text for page in ("/referee", "/referee/meld"))
    assert explained.split(": ")[1] in rules
