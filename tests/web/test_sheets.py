"""Sheets by the pages: chosen, printed, cached, refused."""

import random
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from io import BytesIO
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from flask import Flask
from PIL import Image
from werkzeug.test import TestResponse

from scorekeeper import create_app
from scorekeeper.config.settings import Settings
from scorekeeper.extensions import in_language, limiter
from scorekeeper.rules.variants import CARD_GAMES, get_variant
from scorekeeper.services.access.access import Role
from scorekeeper.services.access.sheet_keys import sheet_key_of
from scorekeeper.services.games.changes import Precondition
from scorekeeper.services.games.rounds import enter_round
from scorekeeper.services.paper.blank_sheets import blank_sheet
from scorekeeper.services.paper.game_sheet import SheetChoices, game_sheet, house_rules
from scorekeeper.services.paper.print_queue import PrintQueue
from scorekeeper.services.payload_reading import received
from scorekeeper.services.payloads import NewRound
from scorekeeper.services.referee.decisions import NewAcceptance, accept_ruling
from scorekeeper.services.referee.precedents import NewHouseRule, adopt_reading
from scorekeeper.services.referee.rulings import ask_in_game, load_rulings
from scorekeeper.services.views.loading import load_game
from scorekeeper.sheets.blank_layout import blank_layout, with_writable_columns
from scorekeeper.sheets.html import blank_html
from scorekeeper.sheets.layout import Paper
from scorekeeper.sheets.model import Emblem
from scorekeeper.sheets.printer import Interrupted, LibraryMissing, NoRoom, Press, TookTooLong, TooLarge, TooManyWaiting
from scorekeeper.web.sheets.sheet_words import ruling_text

from ..sheets.held import HeldPress
from ..sheets.pdf import read
from .conftest import join
from .pages import Browser
from .pages import read as parsed
from .phones import wait_until


def played(browser: Browser, variant: str = "da-500", *names: str) -> str:
    """Return the address of a game with two rounds."""
    game = browser.new_game(variant, *(names or ("Ida", "Ole")))
    browser.enter(game, "p0", p0_points="45", p1_points="-5")
    browser.enter(game, "p1", p0_points="10", p1_points="20")
    return game


def pdf(browser: Browser, address: str) -> Any:
    answer = browser.client.get(address)
    assert answer.status_code == 200, answer.text
    assert answer.mimetype == "application/pdf"
    return read(answer.data)


def test_a_sheet_is_chosen_and_printed(visitor: Browser) -> None:
    game = played(visitor)
    chosen = visitor.send(
        visitor.get(f"{game}/print"), "/print", paper="A5", running="below", place=" Café  Mokka ", tz="Asia/Tokyo"
    )
    found = pdf(visitor, chosen.location)
    assert "Standing after round 2." in found.text
    assert {"Ida", "Ole", "55", "15"} <= {word.text for word in found.words}
    assert "· Café Mokka" in found.text
    assert visitor.get(f"{game}/print").root.all(id="place")[0].attrs["value"] == "Café Mokka", "for the next sheet"
    (size,) = found.sizes
    assert sorted(round(side / 72 * 25.4) for side in size) == [148, 210]


def test_a_sheet_says_who_wrote_when_and_whose_penalties(app: Flask, plain: Browser) -> None:
    """Devices by their names of that time, each once; equal places; a footnote names players and how often."""
    game = plain.given_game("da-500", "Ida", "Ole")
    for name in ("Kitchen tablet", "Kitchen tablet", "Ole’s phone"):
        plain.send(plain.get("/device"), "/device/name", name=name)
        plain.enter(game, "p0", p0_plus="75", p0_peeks="1", p1_plus="50", p1_minus="0")
    plain.enter(game, "p0", p0_plus="75", p1_plus="100", p1_minus="0", p1_peeks="1")
    with app.test_request_context():
        view = load_game(game.rsplit("/", 1)[1])
        sheet, other = (game_sheet(view, SheetChoices(ZoneInfo(zone))) for zone in ("UTC", "Asia/Tokyo"))
    signs = ("♠\u00a0went\u00a0out", "●\u00a0dealt")
    assert sheet.facts[1:] == ("4 rounds", "written by Kitchen tablet, Ole’s phone", *signs)
    assert re.fullmatch(r"[A-Z]\w+day \d+ \w+ \d{4}, \d\d:\d\d UTC.*", sheet.facts[0])
    assert sheet.facts[0] != other.facts[0]
    assert sheet.places == ("1st=", "1st=")
    assert sheet.notes == ("Looked into the pile: −25 (DA-14) – Ida 3 times, Ole",)
    assert (sheet.emblem, sheet.rulebook) == (Emblem("♠"), f"rulebook da-500 {view.rulebook}")


def test_the_paper_is_remembered(plain: Browser) -> None:
    game = played(plain)
    plain.send(plain.get(f"{game}/print"), "/print", paper="letter")
    form = plain.get(f"{game}/print")
    assert [node.attrs["value"] for node in form.root.all(name="paper") if "checked" in node.attrs] == ["letter"]


@pytest.mark.parametrize(("languages", "paper"), [("en-US,en", "letter"), ("en-GB,en", "A4"), ("da", "A4"), ("", "A4")])
def test_the_first_paper_is_the_one_of_the_region(plain: Browser, languages: str, paper: str) -> None:
    game = played(plain)
    found = plain.client.get(f"{game}/print", headers={"Accept-Language": languages}).text
    assert f'value="{paper}" checked' in found


def test_a_sheet_has_an_etag_and_is_not_sent_again(plain: Browser) -> None:
    game = played(plain)
    first = plain.client.get(f"{game}/sheet.pdf")
    again = plain.client.get(f"{game}/sheet.pdf", headers={"If-None-Match": first.headers["ETag"]})
    assert (again.status_code, again.data) == (304, b"")
    plain.enter(game, "p0", p0_points="5", p1_points="5")
    later = plain.client.get(f"{game}/sheet.pdf", headers={"If-None-Match": first.headers["ETag"]})
    assert later.status_code == 200
    assert later.headers["ETag"] != first.headers["ETag"]


def test_the_same_version_is_printed_once(plain: Browser, app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    game = played(plain)
    first = plain.client.get(f"{game}/sheet.pdf").data
    monkeypatch.setitem(app.extensions, "press", Broken(TooManyWaiting()))
    assert plain.client.get(f"{game}/sheet.pdf").data == first
    assert plain.client.get(f"{game}/sheet.pdf?paper=A5").status_code == 503


def test_the_first_page_is_shown_before_it_is_printed(
    plain: Browser, app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without script, with the options chosen; the sheet is then there, and nothing is laid out twice.

    While the time zone is unknown, a script asks for the picture.
    """
    monkeypatch.setattr("scorekeeper.web.sheets.printed.PICTURE_TIMEOUT", 60)  # on a busy machine, too
    game = played(plain)
    scripted, scriptless = plain.get(f"{game}/print").root.all("img")
    assert "src" not in scripted.attrs
    assert scripted.attrs["data-src"] == scriptless.attrs["src"]
    assert scriptless.attrs["src"].startswith(f"{game}/sheet.png?paper=A4&")
    shown = plain.get(plain.send(plain.get(f"{game}/print"), "/print", paper="A5", more="1", preview="1").location)
    assert [box.attrs["name"] for box in shown.root.all("input", type="checkbox") if "checked" in box.attrs] == ["more"]
    (only,) = shown.root.all("img")
    source = only.attrs["src"]
    answer = plain.client.get(source)
    assert (answer.status_code, answer.mimetype) == (200, "image/png")
    with Image.open(BytesIO(answer.data)) as picture:
        assert picture.width / picture.height == pytest.approx(148 / 210, abs=0.01)
        assert len(picture.getcolors() or ()) > 4, "it is not empty"
    monkeypatch.setitem(app.extensions, "press", Broken(TooManyWaiting()))
    assert plain.client.get(source).data == answer.data
    assert plain.client.get(source, headers={"If-None-Match": answer.headers["ETag"]}).status_code == 304
    assert pdf(plain, source.replace(".png", ".pdf")).sizes
    busy = plain.client.get(source.replace("A5", "A4"))
    assert (busy.status_code, busy.mimetype, busy.headers["Cache-Control"]) == (202, "image/svg+xml", "no-store")


def test_a_long_game_has_a_preview_too(plain: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of its first page; the sheet of several pages is then made already."""
    monkeypatch.setattr("scorekeeper.web.sheets.printed.PICTURE_TIMEOUT", 60)  # on a busy machine, too
    game = plain.given_game("is-rommi", "Ida", "Ole")
    with plain.client.application.test_request_context():
        for _round in range(101):
            points = {"Ole": {"points": -10}, "Ida": {"points": 0}}
            entered = {"closer": "Ida", "entries": points, "accept_warnings": True}
            enter_round(game.rsplit("/", 1)[1], received(NewRound, entered), Precondition())
    (picture, *_scriptless) = plain.get(f"{game}/print").root.all("img")
    source = picture.attrs["data-src"]
    assert plain.client.get(source).mimetype == "image/png"
    monkeypatch.setitem(plain.client.application.extensions, "press", Broken(TooManyWaiting()))
    assert len(pdf(plain, source.replace(".png", ".pdf")).sizes) > 1


class Broken:
    """A press that always fails."""

    def __init__(self, error: Exception) -> None:
        self.error = error

    def do(self, _work: Callable[..., bytes]) -> bytes:
        raise self.error


@pytest.fixture
def held(app: Flask, monkeypatch: pytest.MonkeyPatch) -> Iterator[HeldPress]:
    """The application's press, held, with no waiting time for requests."""
    press = HeldPress()
    app.extensions["press"] = press
    monkeypatch.setattr("scorekeeper.web.sheets.printed.TIMEOUT", 0.05)
    monkeypatch.setattr("scorekeeper.web.sheets.printed.BROWSER_TIMEOUT", 0.05)
    yield press
    press.may_begin.set()
    queue: PrintQueue = app.extensions["print_queue"]
    wait_until(lambda: not queue._working, 60)
    press.end()


_BROWSER = {"Accept": "text/html,application/xhtml+xml,*/*;q=0.8"}


def test_a_sheet_that_takes_long_comes_by_itself(plain: Browser, held: HeldPress) -> None:
    """A browser gets a page that refreshes, without script; other clients get Retry-After; then both get the PDF."""
    game = played(plain)
    page = plain.client.get(f"{game}/sheet.pdf", headers=_BROWSER)
    assert (page.status_code, page.headers["Refresh"]) == (202, "2")
    assert "Your sheet is being made" in page.text
    assert 'class="problem notice"' in page.text  # it is no error
    told = plain.client.get(f"{game}/sheet.pdf", headers={"Accept": "*/*"})
    assert (told.status_code, told.headers["Retry-After"]) == (503, "2")
    assert "Refresh" not in told.headers
    held.may_begin.set()
    wait_until(lambda: plain.client.get(f"{game}/sheet.pdf", headers=_BROWSER).status_code == 200, 60)
    assert "Standing after round 2." in pdf(plain, f"{game}/sheet.pdf").text


def test_a_round_that_is_entered_meanwhile_is_on_the_sheet(plain: Browser, held: HeldPress) -> None:
    game = played(plain)
    plain.client.get(f"{game}/blank.pdf")  # the press has something to do
    first = plain.client.get(f"{game}/sheet.pdf", headers=_BROWSER)
    assert first.status_code == 202
    plain.enter(game, "p0", p0_points="5", p1_points="5")
    held.may_begin.set()
    wait_until(lambda: plain.client.get(f"{game}/sheet.pdf").status_code == 200, 60)
    assert "Standing after round 3." in pdf(plain, f"{game}/sheet.pdf").text


def test_one_address_does_not_keep_the_press_from_others(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two sheets at once; a third gets a page that refreshes; other addresses are served in turn."""
    app = create_app(replace(settings, ratelimit_enabled=True))
    monkeypatch.setattr(Press, "do", lambda _self, _work: b"%PDF")
    held = HeldPress()
    app.extensions["press"] = held
    client = app.test_client()

    def ask(names: str, address: str) -> TestResponse:
        url = f"/rules/da-500/blank.pdf?names={names}"
        return client.get(url, headers=_BROWSER, environ_base={"REMOTE_ADDR": address})

    def printed(names: str, address: str) -> bool:
        return ask(names, address).status_code == 200

    monkeypatch.setattr("scorekeeper.web.sheets.printed.BROWSER_TIMEOUT", 0.05)
    assert [ask(names, "192.0.2.1").status_code for names in "ABA"] == [202] * 3
    refused = ask("C", "192.0.2.1")
    assert (refused.status_code, refused.headers["Retry-After"], refused.headers["Refresh"]) == (429, "5", "5")
    assert "Two sheets for this network" in refused.text
    assert ask("D", "192.0.2.2").status_code == 202
    held.may_begin.set()
    for names, address in (("D", "192.0.2.2"), ("A", "192.0.2.1"), ("B", "192.0.2.1")):
        wait_until(partial(printed, names, address), 60)
    wait_until(lambda: not app.extensions["print_queue"]._working)
    held.stop()
    limiter.enabled = False


@pytest.mark.parametrize(
    ("error", "told"),
    [
        (TooManyWaiting(), "Many sheets are being made"),
        (TookTooLong(), "Many sheets are being made"),
        (TooLarge(), "too large"),
        (Interrupted(), "Printing was interrupted"),
        (NoRoom(), "there is no room to print"),
        (LibraryMissing("pango"), "pango"),
    ],
)
def test_a_press_that_cannot_says_why(
    plain: Browser, app: Flask, monkeypatch: pytest.MonkeyPatch, error: Exception, told: str
) -> None:
    game = played(plain)
    monkeypatch.setitem(app.extensions, "press", Broken(error))
    for what in ("sheet", "blank", "card"):
        page = plain.get(f"{game}/{what}.pdf")
        assert page.status == 503
        assert told in page.text
        assert ("Retry-After" in page.response.headers) is not isinstance(error, LibraryMissing)
        (back,) = [node for node in page.root.all("a") if "Back to the game" in node.text]
        assert back.attrs["href"] == game
    assert plain.get("/rules/da-500/rules.pdf").status == 503


def test_the_sheet_of_another_game_is_refused_like_its_page(plain: Browser, stranger: Browser) -> None:
    game = played(plain)
    for address in (
        "/print",
        "/sheet.png",
        "/sheet.pdf",
        "/result",
        "/result.png",
        "/blank.pdf",
        "/card.pdf",
        "/rules.pdf",
        "/export.json",
        "/export.csv",
    ):
        assert stranger.get(game + address).status == stranger.get(game).status == 403, address


def test_a_program_gets_the_sheet_by_its_key(app: Flask) -> None:
    client = app.test_client()
    body = {"variant": "da-500", "players": ["Ida", "Ole"]}
    game = client.post("/api/v1/games", json=body).json
    address = f"/games/{game['id']}/sheet.pdf?paper=a5"
    answer = client.get(address, headers={"Authorization": f"Bearer {game['keys']['viewer']}"})
    (size,) = read(answer.data).sizes
    assert sorted(round(side / 72 * 25.4) for side in size) == [148, 210]
    refused = client.get(address, headers={"Authorization": "Bearer nonsense"})
    assert refused.status_code == 401
    assert refused.headers["WWW-Authenticate"].startswith("Bearer ")
    assert client.get(address, headers={"Authorization": "Basic eDp5"}).status_code == 403, "a proxy's, not ours"


def test_a_viewer_prints_but_gives_nobody_a_key(plain: Browser, app: Flask) -> None:
    game = played(plain)
    viewer = join(app, game, Role.VIEWER)
    form = viewer.get(f"{game}/print")
    assert not form.root.all(name="code")
    address = viewer.send(form, "/print", code="1").location
    assert "code" not in address
    assert "join/" not in pdf(viewer, address).text
    assert "join/" not in pdf(viewer, f"{game}/sheet.pdf?code=1").text


@pytest.fixture
def public(app: Flask) -> None:
    """A server with a public URL; without one no code is printed."""
    app.config["SCOREKEEPER"] = replace(app.config["SCOREKEEPER"], base_url="http://scores.example.org")


@pytest.mark.usefixtures("public")
def test_the_code_on_a_sheet_opens_the_game_to_look_at(plain: Browser, app: Flask) -> None:
    game = played(plain)
    address = plain.send(plain.get(f"{game}/print"), "/print", code="1").location
    text = "".join(pdf(plain, address).text.split())
    with app.app_context():
        key = sheet_key_of(game.rpartition("/")[2], app.config["SECRET_KEY"])
    # a hyphen at the end of a line is lost when a PDF is read back
    assert f"http://scores.example.org/join/{key}".replace("-", "") in text.replace("-", "")
    guest = Browser(app.test_client())
    assert guest.send(guest.get(guest.get(f"/join/{key}").location), "/join/game").location == game
    assert "Enter round" not in guest.get(game).text
    again = plain.send(plain.get(f"{game}/print"), "/print", code="1").location
    assert plain.client.get(again).data == plain.client.get(address).data, "the same version has the same bytes"


@pytest.mark.usefixtures("public")
def test_nobody_gets_a_code_that_was_never_given(plain: Browser) -> None:
    """The picture has one in its place that gives no access."""
    game = played(plain)
    assert plain.get(f"{game}/sheet.pdf?code=1").status == 403
    assert plain.client.get(f"{game}/sheet.png?code=1").status_code == 200
    assert plain.get(f"{game}/sheet.pdf?code=1").status == 403


def test_corrections_stand_on_a_page_of_their_own(plain: Browser) -> None:
    game = played(plain)
    plain.send(plain.get(f"{game}/rounds/1/edit"), "/edit", p0_points="40", why="read <b>wrongly</b>")
    found = pdf(plain, f"{game}/sheet.pdf?more=1")
    assert len(found.sizes) == 2
    told = "".join(word.text for word in found.of_page(1))
    for text in ("Round 1 was corrected.", "Ida 45 → 40", "Why: read <b>wrongly</b>"):
        assert text.replace(" ", "") in told
    assert "entered" not in told, "that stands on the first page"


def test_where_nothing_was_corrected_there_is_no_page_for_it(plain: Browser) -> None:
    assert len(pdf(plain, f"{played(plain)}/sheet.pdf?more=1").sizes) == 1


def test_a_game_that_was_won_without_a_correction_has_no_page_for_it(plain: Browser) -> None:
    game = played(plain)
    plain.enter(game, "p0", p0_points="480", p1_points="-20", accept_warnings="1")
    assert "Rematch" in plain.get(game).text
    assert len(pdf(plain, f"{game}/sheet.pdf?more=1").sizes) == 1


def test_a_round_that_was_taken_back_stands_there_with_its_points(plain: Browser) -> None:
    game = played(plain)
    plain.send(plain.get(game), "/undo")
    told = "".join(word.text for word in pdf(plain, f"{game}/sheet.pdf?more=1").of_page(1))
    assert "Round 2 was undone. Before: Ida 10, Ole 20.".replace(" ", "") in told
    assert "→" not in told


def test_rulings_stand_there_with_their_reasons_and_what_they_cost(plain: Browser, app: Flask) -> None:
    game = played(plain)
    situation = {"discard": "6H", "table": [["3S", "4S", "5S"]], "discarder": "Ida", "callers": ["Ole"]}
    game_id = game.rsplit("/", 1)[1]
    with app.test_request_context("/"):
        ruling = ask_in_game(game_id, lambda: {"question": "rummy-call", "situation": situation}, Precondition())
        accept_ruling(game_id, ruling.id, received(NewAcceptance, {"round": 2, "by": "<i>Ida</i>"}), Precondition())
    found = pdf(plain, f"{game}/sheet.pdf?more=1")
    first, second = ("".join(word.text for word in found.of_page(number)) for number in (0, 1))
    assert "Ruling1:−50(DA-38)" in first
    for text in ("No rommy: Ole −50.", "(DA-38)", "Accepted by <i>Ida</i>.", "Ole: −50 in round 2."):
        assert text.replace(" ", "") in second
    assert second.index("Ole:−50inround2.") < second.index("(DA-38)")


def test_a_ruling_stands_there_as_the_readings_that_the_table_took_have_it(plain: Browser, app: Flask) -> None:
    """With their headline and their reasons."""
    game_id = plain.given_game("de-romme", "Ida", "Ole").rsplit("/", 1)[1]
    asked = {"question": "opening", "situation": {"melds": [["TH", "JH", "QH"], ["4S", "4H", "4D"]]}}
    with app.test_request_context("/"):
        ruling = ask_in_game(game_id, lambda: asked, Precondition())
        taken = received(NewHouseRule, {"option": "opening_in_one_meld", "choice": True})
        adopt_reading(game_id, ruling.id, taken, Precondition())
        (text,) = [ruling_text(each) for each in load_rulings(game_id)]
    assert "Not enough: 30 of 40. By your house rule: A single meld must reach the opening minimum." in text
    assert "Only 30 of 40 points to open" in text
    assert "40 will do" not in text
    assert text.endswith("Decided by your table.")


@pytest.mark.parametrize("query", ["paper=A3", "running=x&tz=Nowhere/At_all", "tz=../../etc/passwd", "tz=" + "x" * 500])
def test_a_choice_that_there_is_not_is_as_usual(plain: Browser, query: str) -> None:
    game = played(plain)
    assert plain.client.get(f"{game}/sheet.pdf?{query}").status_code == 200


@pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)  # nothing of it lies there
@pytest.mark.parametrize("variant", CARD_GAMES)
def test_every_game_has_its_blank_sheet_or_its_card_on_a_page(plain: Browser, variant: str) -> None:
    """The papers take turns from game to game."""
    papers = ("blank.pdf?players=2", "card.pdf", "blank.pdf?players=8", "card.pdf?paper=A6")
    paper = papers[list(CARD_GAMES).index(variant) % len(papers)]
    assert len(pdf(plain, f"/rules/{variant}/{paper}").sizes) == 1


def _games_to_print() -> list[str]:
    """Return the games with the longest and with the shortest rules, and some others by a seed: a print takes 3 s."""
    by_length = sorted(CARD_GAMES, key=lambda key: sum(len(rule.text) for rule in CARD_GAMES[key].rules.values()))
    return [by_length[0], random.Random("rules").choice(by_length[1:-2]), *by_length[-2:]]


@pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)
@pytest.mark.parametrize("variant", _games_to_print())
def test_the_rules_of_a_game_are_two_pages_with_the_open_points_on_the_second(plain: Browser, variant: str) -> None:
    rules = pdf(plain, f"/rules/{variant}/rules.pdf")
    assert len(rules.sizes) == 2
    open_points = {ambiguity.key for ambiguity in CARD_GAMES[variant].ambiguities}
    texts = ["".join(word.text for word in rules.of_page(page)) for page in (0, 1)]
    assert [{key for key in open_points if key in text} for text in texts] == [set(), open_points]
    assert not {word.text for word in rules.words if word.text[:-1] in set("AKQJ") and word.text[-1] in "-\u2011"}
    columns = [
        [w.bottom for w in rules.of_page(0) if (w.left < 297) is left and w.bottom > 50] for left in (True, False)
    ]
    assert abs(min(columns[0]) - min(columns[1])) < 60, "points: both end at about the same height"
    assert plain.get("/rules/poker/rules.pdf").status == 404


def test_a_blank_sheet_has_the_names_of_the_table(plain: Browser) -> None:
    game = played(plain, "de-romme", "Käthe", "Jörg")
    words = {word.text for word in pdf(plain, f"{game}/blank.pdf").words}
    assert {"Käthe", "Jörg", "Hand"} <= words, "the last is a column of its own, with a line break at the hyphen"


@pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)
def test_where_many_columns_leave_no_room_for_a_pencil_a_blank_sheet_has_few(plain: Browser) -> None:
    for players, paper, heading, besides in ((4, "A4", "table", 0), (7, "A4", "table", 0), (7, "A5", "points", 2)):
        words = [word.text for word in pdf(plain, f"/rules/da-500/blank.pdf?players={players}&paper={paper}").words]
        assert words.count(heading) == players + besides, (players, paper)


def test_a_blank_sheet_says_what_a_table_asks_and_has_room_for_the_result(app: Flask) -> None:
    """As a good pad does: deal, values and target at the head, totals apart, dealer of each round, places, winner."""
    with app.test_request_context():
        sheet = blank_sheet(get_variant("da-500", {"target": 300}), ["Ida", "Ole"])
        root = parsed(blank_html(sheet, blank_layout(sheet, Paper.A4), 20))
    facts = [item.text for item in root.all("li")]
    assert facts[0] == "Deal 7 each"
    assert "Ends at 300 points" in facts
    assert [head.text for head in root.all("th", cls="of-round")] == ["dealer"]
    assert len(root.all("col", cls="wide")) == 2
    assert [row.all("th")[0].text for row in root.all("tr")][-2:] == ["total", "place"]
    boxes = [box.text for box in root.all("div", cls="fields")]
    assert boxes == ["Date:Place:", "Remarks:Won by:Signed:"]
    many = [""] * 8
    for names, paper, headings in ((many[:4], Paper.A4, 1), (many, Paper.A4, 0), (many, Paper.A5, 0)):
        assert len(with_writable_columns(replace(sheet, names=tuple(names)), paper).of_round) == headings


@pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)
def test_a_sheet_is_worded_before_it_is_printed(app: Flask) -> None:
    """The thread that prints it has no request, and no language."""
    with app.test_request_context(), in_language("de"):
        sheet = blank_sheet(get_variant("de-romme"), ["Käthe", "Jörg"])
    html = blank_html(sheet, blank_layout(sheet, Paper.A4), 20)
    assert [text in html for text in ("Bemerkungen:", "Geber", 'lang="de"', "Remarks")] == [True, True, True, False]


@pytest.mark.parametrize(("key", "columns"), [("rummikub", ()), ("nb-rummy", ()), ("en-gin", ("dealer",))])
def test_a_blank_sheet_has_a_column_for_the_dealer_where_somebody_deals(
    app: Flask, key: str, columns: tuple[str, ...]
) -> None:
    with app.test_request_context():
        sheet = blank_sheet(get_variant(key), ["Ida", "Ole", "Eva", "Åse"])
    assert sheet.of_round == columns


def test_a_blank_sheet_says_that_a_letter_is_lacking(plain: Browser) -> None:
    found = pdf(plain, "/rules/cs-500/blank.pdf?names=Ida%0A小林")
    assert "stands for a letter that this font does not have" in found.text
    assert len(found.sizes) == 1


def test_the_card_says_what_the_table_agreed(plain: Browser) -> None:
    game = plain.new_game("da-500", "Ida", "Ole", rules="1", **{"rule-target": "250", "rule-past_target": "1"})
    text = pdf(plain, f"{game}/card.pdf?paper=A6").text
    assert "250" in text
    assert "reaching it exactly is not enough" in text


@pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)
def test_a_rule_that_the_table_does_without_is_said_to_be_none(app: Flask) -> None:
    agreed = get_variant("is-rommi", {"discard_to_close": False, "target": 300})
    with app.test_request_context():
        rules = list(house_rules(agreed))
    assert rules[0].startswith("Not at this table: You must discard your last card")
    assert rules[1] == "The total that ends the game: 300."


def test_the_card_tells_what_is_done_in_doubt_unless_the_table_decided_otherwise(plain: Browser) -> None:
    """Each answer comes with its question; below is room for what is agreed later."""
    usual = plain.given_game("da-500", "Ida", "Ole")
    other = plain.new_game("da-500", "Ida", "Ole", rules="1", **{"rule-past_target": "1"})
    cards = [pdf(plain, f"{game}/card.pdf").text.replace(" ", "") for game in (usual, other)]
    for text in ("two others ask for more", "A total that reaches the target is enough."):
        assert [text.replace(" ", "") in card for card in cards] == [True, False]
    assert all("Agreedlater" in card for card in cards)


def test_the_card_has_no_heading_over_nothing(plain: Browser) -> None:
    decided = plain.new_game("is-rommi", "Ida", "Ole", rules="1", **{"rule-rommi_needs_no_lay_off": "1"})
    assert "If in doubt" not in pdf(plain, f"{decided}/card.pdf").text
