"""The language and the letters on cards: chosen by header, then by a switch; pages, parts, files and sheets follow."""

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from flask import Flask, Response

from scorekeeper import extensions
from scorekeeper.extensions import preferred_language
from scorekeeper.rules.errors import NN_
from scorekeeper.rules.referee.headlines import Headline
from scorekeeper.services.dates import day_words, moment_words, weekday_words
from scorekeeper.services.wording import Reader, headline_sentence, sentence, template
from scorekeeper.web.responses import language
from scorekeeper.web.sheets import routes
from scorekeeper.web.text import headline_words, plural, worded

from ..languages import offered
from .pages import Browser

DANISH = {
    "Keep the score of your rummy game": "Før regnskabet over jeres rommyspil",
    "New game": "Nyt spil",
    "This device": "Denne enhed",
    "Save the letters": "Gem bogstaverne",
    "Round {number} is next.": "Nu kommer runde {number}.",
    "No game has this key. The list is at /api/v1/variants.": "Der er intet spil med den nøgle.",
    "Next: {name}": "Næste: {name}",
}


@pytest.fixture
def danish(app: Flask, tmp_path: Path) -> Iterator[None]:
    """Danish and Norwegian are offered besides English."""
    made = Catalog("da")
    for message, string in DANISH.items():
        made.add(message, string)
    with offered(app, tmp_path, made, Catalog("nb")):
        yield


def test_english_alone_has_no_switch(app: Flask, plain: Browser, tmp_path: Path) -> None:
    """Neither on the first page nor on that of the device."""
    with offered(app, tmp_path):
        for page in (plain.get("/"), plain.get("/device")):
            assert not page.root.all("button", name="language")
            assert page.root.all("html")[0].attrs["lang"] == "en"


@pytest.mark.usefixtures("danish")
def test_the_browsers_language_is_chosen_and_the_switch_overrides_it(app: Flask) -> None:
    """The cookie lasts, works without script, and leads back to the page with the switch."""
    browser = Browser(app.test_client())
    browser.given_game("da-500", "Anna", "Bo")
    german = browser.client.get("/", headers={"Accept-Language": "de-DE,de;q=0.9,da;q=0.5"})
    assert '<html lang="da"' in german.text
    assert {"Accept-Language", "Cookie"} <= set(german.headers["Vary"].split(", "))
    page = browser.get("/")
    assert page.root.all("html")[0].attrs["lang"] == "en"
    named = {node.attrs["value"]: node.text for node in page.root.all("button", name="language")}
    assert named == {"en": "English", "da": "Dansk", "nb": "Norsk bokmål"}
    for start in ("/", "/device"):
        answer = browser.send(browser.get(start), "/language", language="da")
        assert answer.location == start
        assert "Max-Age=34560000" in answer.response.headers["Set-Cookie"]
        found = browser.get(start)
        assert found.root.all("html")[0].attrs["lang"] == "da"
        assert [node.attrs["value"] for node in found.root.all("button", aria_current="true")] == ["da"]
        assert "Denne enhed" in found.text
        browser.send(found, "/language", language="en")
    assert browser.get("/").root.all("html")[0].attrs["lang"] == "en"


@pytest.mark.usefixtures("danish")
def test_what_is_no_language_is_not_kept(plain: Browser) -> None:
    """Nor are letters that no cards have."""
    page = plain.get("/device")
    wrong = [("language", "xx"), ("letters", "ABCD"), ("language", "da\r\nX: y"), ("letters", "")]
    for name, value in wrong:
        answer = plain.send(page, f"/{name}", **{name: value})
        assert answer.status == 303
        assert not [each for each in answer.response.headers.getlist("Set-Cookie") if each.startswith(("lang", "lett"))]
    plain.client.set_cookie("language", "xx")
    assert plain.get("/").root.all("html")[0].attrs["lang"] == "en"


@pytest.mark.parametrize(
    ("accepted", "chosen", "language"),
    [
        *(("da", None, "da"), ("de,da;q=0.1", None, "da"), ("en,da", None, "en"), ("", None, "en")),
        *(("no", None, "nb"), ("nn-NO,no;q=0.8", None, "nb"), ("nb-NO", None, "nb"), ("da", "en", "en")),
        *(("en", "da", "da"), ("da", "xx", "da"), ("*", None, "en"), ("x" * 5_000, None, "en")),
        *(
            ("da-DK,en;q=0.5", None, "da"),
            ("en;q=0.5,DA-dk", None, "da"),
            ("da;q=0,en", None, "en"),
            ("sv", None, "en"),
        ),
    ],
)
@pytest.mark.usefixtures("danish")
def test_the_best_language_is_found(accepted: str, chosen: str | None, language: str) -> None:
    """A reader of any Norwegian gets bokmål, and "da-DK" Danish before English."""
    assert preferred_language(accepted, chosen) == language


@pytest.mark.usefixtures("danish")
def test_boards_scripts_and_the_worker_are_those_of_the_language(plain: Browser) -> None:
    """Their ETags differ, too."""
    game = plain.given_game("da-500", "Anna", "Bo")
    addresses = [f"{game}/board", "/sw.js", "/offline", "/manifest.webmanifest"]
    english = [plain.client.get(address) for address in addresses]
    plain.client.set_cookie("language", "da")
    danish = [plain.client.get(address) for address in addresses]
    assert [one.text for one in english] != [one.text for one in danish]
    for one, other in zip(english[:2], danish[:2], strict=True):
        assert one.get_etag() != other.get_etag()
    assert "Nu kommer runde 1." in danish[0].text
    for page, tag in ((english, "en"), (danish, "da")):
        assert f"/static/words/{tag}.js" in page[2].text
        assert f"/static/words/{tag}.js" in page[1].text
        assert (page[3].json or {})["lang"] == tag
    assert "words/da.js" not in english[1].text
    assert "Næste: {name}" in plain.client.get("/static/words/da.js").text


FORMS = {
    "en": ("{num} point", "{num} points"),
    "da": ("{num} point", "{num} point"),
    "nb": ("{num} poeng", "{num} poeng"),
    "de": ("{num} Punkt", "{num} Punkte"),
    "cs": ("{num} bod", "{num} body", "{num} bodu", "{num} bodů"),
    "is": ("{num} stig", "{num} stig"),
}
ROUNDS = {
    "en": ("{num} round", "{num} rounds"),
    "da": ("{num} runde", "{num} runder"),
    "nb": ("{num} runde", "{num} runder"),
    "de": ("{num} Runde", "{num} Runden"),
    "cs": ("{num} sehrávka", "{num} sehrávky", "{num} sehrávky", "{num} sehrávek"),
    "is": ("{num} umferð", "{num} umferðir"),
}


@pytest.mark.parametrize(
    ("tag", "said"),
    [
        ("en", "0 rounds, 1 round, 2 rounds, 5 rounds, 21 rounds, 1.5 rounds, 1.5 points"),
        ("da", "0 runder, 1 runde, 2 runder, 5 runder, 21 runder, 1,5 runde, 1,5 point"),
        ("nb", "0 runder, 1 runde, 2 runder, 5 runder, 21 runder, 1,5 runder, 1,5 poeng"),
        ("de", "0 Runden, 1 Runde, 2 Runden, 5 Runden, 21 Runden, 1,5 Runden, 1,5 Punkte"),
        ("cs", "0 sehrávek, 1 sehrávka, 2 sehrávky, 5 sehrávek, 21 sehrávek, 1,5 sehrávky, 1,5 bodu"),
        ("is", "0 umferðir, 1 umferð, 2 umferðir, 5 umferðir, 21 umferð, 1,5 umferðir, 1,5 stig"),
    ],
)
def test_the_plural_forms_are_those_of_the_language(app: Flask, tmp_path: Path, tag: str, said: str) -> None:
    """Of whole numbers and of fractions, which have a decimal comma but in English."""
    made = Catalog(tag)
    if tag != "en":
        for english, forms in ((FORMS["en"], FORMS[tag]), (ROUNDS["en"], ROUNDS[tag])):
            made.add(english, forms)
    with offered(app, tmp_path, made), app.test_request_context(headers={"Accept-Language": tag}):
        words = [plural(*ROUNDS["en"], number) for number in (0, 1, 2, 5, 21, 1.5)]
        assert ", ".join([*words, plural(*FORMS["en"], 1.5)]) == said


@pytest.mark.parametrize(
    ("tag", "day", "moment"),
    [
        ("en", "23 November 2026", "23 Nov 2026, 17:05"),
        ("da", "23. november 2026", "23. nov. 2026 17.05"),
        ("nb", "23. november 2026", "23. nov. 2026, 17:05"),
        ("de", "23. November 2026", "23.11.2026, 17:05"),
        ("cs", "23. listopadu 2026", "23. 11. 2026 17:05"),
        ("is", "23. nóvember 2026", "23. nóv. 2026, 17:05"),
    ],
)
def test_dates_are_written_as_readers_write_them(app: Flask, tmp_path: Path, tag: str, day: str, moment: str) -> None:
    """By CLDR; English dates begin with the day."""
    when = datetime(2026, 11, 23, 17, 5, tzinfo=UTC)
    with offered(app, tmp_path, Catalog(tag)), app.test_request_context(headers={"Accept-Language": tag}):
        assert (weekday_words(when).endswith(day), moment_words(when)) == (True, moment)
        assert day_words(when) == day


@pytest.mark.usefixtures("danish")
def test_the_api_follows_the_header_alone(plain: Browser) -> None:
    """And names the language of its sentences."""
    plain.client.set_cookie("language", "da")
    english = plain.client.get("/api/v1/variants/none")
    assert english.headers["Content-Language"] == "en"
    assert "Accept-Language" in english.headers["Vary"]
    danish = plain.client.get("/api/v1/variants/none", headers={"Accept-Language": "da"})
    assert danish.headers["Content-Language"] == "da"
    assert (danish.json or {})["detail"] == "Der er intet spil med den nøgle."


@pytest.mark.usefixtures("danish")
def test_language_and_letters_are_found_once_for_each_answer(plain: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    """However many sentences and cards it has; they cost a fifth of the question when each looked them up."""
    found: list[Reader] = []
    monkeypatch.setattr(
        extensions, "_reader_of", lambda sent, of=extensions._reader_of: found.append(of(sent)) or found[-1]
    )
    question = {"variant": "da-500", "situation": {"cards": ["7H", "8H", "9S", "JK"]}}
    for asked in (
        lambda: plain.client.post("/api/v1/referee/meld", json=question),
        lambda: plain.client.get("/device"),
    ):
        found.clear()
        assert asked().status_code == 200
        assert len(found) == 1


@pytest.mark.usefixtures("danish")
def test_a_sheet_may_have_another_language_than_the_page(plain: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is chosen on the page, and stands in the sheet's address; other sheets take it, too."""
    worded: list[str] = []
    monkeypatch.setattr(routes, "answer", lambda *_sheet, name: worded.append(language()) or Response(name))
    game = plain.given_game("da-500", "Anna", "Bo")
    sheet = plain.send(plain.get(f"{game}/print"), "/print", lang="da").location
    assert sheet.endswith("&lang=da")
    for address in (sheet, f"{game}/sheet.pdf", "/rules/da-500/card.pdf?lang=da", "/rules/da-500/blank.pdf?lang=xx"):
        plain.get(address)
    assert worded == ["da", "en", "da", "en"]
    assert "&lang=" not in plain.send(plain.get(f"{game}/print"), "/print", lang="xx").location


def test_the_letters_on_the_cards_are_kept_and_shown(plain: Browser) -> None:
    """In verdicts, in a form read back and on the page for its script; any letters are understood."""
    game = plain.given_game("da-500", "Anna", "Bo")
    english = plain.send(plain.get(f"{game}/referee/meld"), "/meld", cards="DH EH KnH")
    assert "Q♥" in english.text
    for joker in ("joker", "ŽOLÍK", "zolik", "Jóker", "JÓK"):
        page = plain.send(plain.get(f"{game}/referee/meld"), "/meld", cards=f"3♣ {joker}=4♣ 5♣")
        assert "A run of three: 35 points" in page.text
    assert "data-letters" not in english.html
    page = plain.send(plain.get("/device"), "/letters", letters="EKDKN")
    assert "kept on this device" in plain.follow(page).alerts
    page = plain.send(plain.get(f"{game}/referee/meld"), "/meld", cards="10H JH QH KH AH")
    assert page.root.all("html")[0].attrs["data-letters"] == "E K D Kn"
    assert "10♥ Kn♥ D♥ K♥ E♥" in page.text
    assert not any(letter in page.text for letter in ("Q♥", "J♥", "A♥"))
    assert [node.attrs["value"] for node in plain.get("/device").root.all("input", checked="")] == ["EKDKN"]
    page = plain.send(plain.get(f"{game}/referee/meld"), "/meld", cards="QH KH AH 2H")
    assert "as in E\u20112\u20113, D\u2011K\u2011E and K\u2011E\u20112." in page.text
    named = {sign.text: sign.attrs["aria-label"] for text in page.root.all("bdi") for sign in text.all(role="img")}
    assert (named["D♥"], named["E♥"]) == ("queen of hearts", "ace of hearts")
    assert "so K\u2011E\u20112 is a run" in plain.get("/rules/da-500").text


@pytest.mark.usefixtures("danish")
def test_the_letters_are_those_of_the_language_unless_others_are_chosen(plain: Browser) -> None:
    """The API has the language's, too; codes stay as they are."""
    plain.client.set_cookie("language", "da")
    assert plain.get("/").root.all("html")[0].attrs["data-letters"] == "E K D Kn"
    plain.client.set_cookie("letters", "AKQJ")
    assert "data-letters" not in plain.get("/").html
    body = {"variant": "da-500", "situation": {"cards": ["QH", "7S"]}}
    answer = plain.client.post("/api/v1/referee/hand-value", json=body, headers={"Accept-Language": "da"})
    assert answer.json
    assert "D♥ 10" in answer.json["reasons"][0]["text"]
    assert answer.json["reasons"][0]["cards"] == ["QH", "7S"]


@pytest.mark.parametrize(("rounds", "said"), [(1, "1 runde"), (2, "2 runder"), (None, "{rounds} runder")])
def test_a_marked_message_has_the_form_of_its_number(app: Flask, tmp_path: Path, rounds: int | None, said: str) -> None:
    """In text, on pages and in headlines; without values it is the form for several."""
    made = Catalog("da")
    made.add(("{rounds} round", "{rounds} rounds"), ("{rounds} runde", "{rounds} runder"))
    message = NN_("{rounds} round", "{rounds} rounds", "rounds")
    with offered(app, tmp_path, made), app.test_request_context(headers={"Accept-Language": "da"}):
        if rounds is None:
            assert template(message) == said
        else:
            values = {"rounds": rounds}
            headline = Headline("x", message, values)
            assert [sentence(message, values), str(worded(message, values))] == [said, said]
            assert [headline_sentence(headline), str(headline_words(headline))] == [said, said]
