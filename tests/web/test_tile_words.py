"""The pages and the paper of tile games speak of tiles, rack and pool: no word of card games is left in them."""

import re
from collections.abc import Iterator
from dataclasses import replace

import pytest
from flask import Flask

from scorekeeper.services.referee.situations import SITUATIONS

from ..api.conftest import only_sqlite
from ..sheets.pdf import read
from .pages import Browser, Page
from .test_referee_words import answers, sentences

CARD_WORDS = re.compile(r"\b(cards?|hands?|stock|decks?)\b", re.IGNORECASE)
WORDS = {  # of cards and hands, by language
    "en": CARD_WORDS,
    "da": re.compile(r"\b(kort(et|ene|ets|enes|spil\w*)?|hånd(en)?)\b", re.IGNORECASE),
    "nb": re.compile(r"\b(kort(et|ene|a)?|hånd(en|a)?)\b", re.IGNORECASE),
    "de": re.compile(r"\b(Karten?|Hand|Händen?|Talons?)\b"),
    "cs": re.compile(r"\b(kart(a|y|ě|u|ou|ách|ám|ami)?|karet|ru[kc]\w+|talón\w*)\b", re.IGNORECASE),
    "is": re.compile(
        r"\b(spil(um|unum|in|anna)|hönd(in|ina)?|hend(i|inni|ur))\b", re.IGNORECASE
    ),  # “spil” is a game, too
}
SUIT_WORDS = re.compile(r"\b(suits?|ranks?|aces?|kings?|queens?|jacks?|[0-9TJQKA]+[SHDC])\b|[2-9AKQJ0][♠♥♦♣]")
"""What no game has whose tiles show numbers in colours."""
_OF_PAPER = "House-rules card (A6)"  # the one card that a tile game has
_SPOKEN = ("aria-label", "title", "placeholder", "alt")


def spoken(page: Page) -> Iterator[str]:
    """Yield what a page says: each element's own text, its labels, and the sentences that it gives its scripts."""
    for node in page.root.walk():
        yield from (node.attrs[name] for name in _SPOKEN if name in node.attrs)
        yield from (value for name, value in node.attrs.items() if name.startswith("data-") and " " in value)
    yield page.text.replace(_OF_PAPER, "")


def card_words(page: Page) -> list[str]:
    """Return every card word that a page says, with some of what stands around it."""
    words = [(text, found) for text in spoken(page) for found in CARD_WORDS.finditer(text)]
    return [text[max(0, found.start() - 50) : found.end() + 50] for text, found in words]


@only_sqlite
@pytest.mark.parametrize("key", ["nb-rummy", "rummikub"])
def test_no_page_of_a_tile_game_speaks_of_cards(plain: Browser, key: str) -> None:
    """Nor of suits where tiles have colours."""
    game = plain.given_game(key, "Ida", "Ole", "Eva")
    plain.given_round(game, "Ida", {"Ole": {"minus": 5}, "Eva": {"hand": ["5H", "2S"]}})
    asked = [node.attrs["href"] for node in plain.get(f"{game}/referee").root.all("a")]
    referee = [address for address in asked if address.startswith(f"{game}/referee/")]
    assert len(referee) > 8
    others = ["", "/referee", "/rounds/new", "/rounds/1", "/rounds/1/edit", "/history", "/print"]
    found = {}
    for address in [*referee, *(f"{game}{other}" for other in others)]:
        page = plain.get(address)
        assert page.status == 200, address
        words = card_words(page)
        if key == "rummikub":
            words += [found[0] for text in spoken(page) for found in SUIT_WORDS.finditer(text)]
        if words:
            found[address] = words
    assert found == {}


@only_sqlite
def test_no_verdict_of_the_tile_game_speaks_of_cards(app: Flask) -> None:
    """In any language: headline, facts, reasons, repairs, and the rules and readings that they cite."""
    found = {}
    shown = [each for question in SITUATIONS for each in answers(question) if each.variant.deck.tiles]
    assert len(shown) > 100
    for language, words in WORDS.items():
        with app.test_request_context(headers={"Cookie": f"language={language}"}):
            said = {text for each in shown for text in sentences(replace(each))}
            numbers = [each for each in shown if each.variant.deck.numbered and language == "en"]
            suits = {text for each in numbers for text in sentences(replace(each)) if SUIT_WORDS.search(text)}
        found |= {(language, text): words.findall(text) for text in said if words.search(text)}
        found |= {(language, text): SUIT_WORDS.findall(text) for text in suits}
    assert found == {}


@only_sqlite
def test_no_error_of_the_referee_in_the_tile_game_speaks_of_cards(plain: Browser) -> None:
    game = plain.given_game("nb-rummy", "Ida", "Ole", "Eva")
    said = 0
    for node in plain.get(f"{game}/referee").root.all("a"):
        address = node.attrs["href"]
        if not address.startswith(f"{game}/referee/") or "?" in address or address.endswith("/rulings"):
            continue
        form = plain.get(address)
        typed = [name for name in form.fields(address) if name not in ("csrf_token", "discreet")]
        for text in ("", "7x", "7h 7h 7h 7h 7h", "jk"):
            page = plain.send(form, address, **dict.fromkeys(typed, text))
            assert card_words(page) == [], (address, text)
            said += page.status == 422
    assert said > 10


@only_sqlite
@pytest.mark.parametrize("paper", ["blank.pdf", "card.pdf"])
def test_no_paper_of_the_tile_game_speaks_of_cards(plain: Browser, paper: str) -> None:
    answer = plain.client.get(f"/rules/nb-rummy/{paper}")
    assert answer.status_code == 200
    text = " ".join(read(answer.data).text.split())
    assert len(text) > 100
    assert CARD_WORDS.findall(text) == []


@only_sqlite
def test_tiles_typed_by_colour_and_number_are_judged_and_shown_so(visitor: Browser) -> None:
    """A meld, a table with a named joker, and what is wrong in the words that were typed."""
    game = visitor.given_game("rummikub", "Ida", "Ole")
    meld = visitor.send(visitor.get(f"{game}/referee/meld"), "/meld", cards="R7 r8 jk R10 O12")
    assert "Without O12 it’s a meld." in meld.text
    assert "orange 12" in {face.attrs.get("aria-label") for face in meld.root.all("span")}
    run = visitor.send(visitor.get(f"{game}/referee/meld"), "/meld", cards="R7 R8 jk=R9")
    assert "R7 + R8 + joker as R9 = 24" in run.text, "the number on a tile stands once"
    typed = {"before": "K5 JK=K6 K7\nR8B8O8", "played": "K6 R13 B13", "after": "K5 K6 K7\nR8 B8 O8\nJK R13 B13"}
    table = visitor.send(visitor.get(f"{game}/referee/table"), "/table", **typed)
    assert "All right: every meld on the table is complete" in table.text
    refused = visitor.send(visitor.get(f"{game}/referee/meld"), "/meld", cards="R7 R14")
    assert "“R14” isn’t a tile. Write colour and number" in refused.text
