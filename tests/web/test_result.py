"""The result to be sent: the page, the picture, the text; names left out; who may see it; what goes wrong."""

import json
from collections.abc import Callable
from datetime import datetime
from html import unescape
from io import BytesIO
from typing import Any
from urllib.parse import parse_qs, urlsplit
from zoneinfo import ZoneInfo

import pytest
from flask import Flask
from PIL import Image

from scorekeeper.extensions import in_language
from scorekeeper.services.access.access import Role
from scorekeeper.services.games.changes import Precondition
from scorekeeper.services.games.rounds import enter_round
from scorekeeper.services.paper.result import result_lines, result_picture
from scorekeeper.services.payload_reading import received
from scorekeeper.services.payloads import NewRound
from scorekeeper.services.views.loading import load_game
from scorekeeper.sheets.printer import LibraryMissing, TooManyWaiting
from scorekeeper.sheets.result_picture import PictureShape, picture_html

from .conftest import join
from .pages import Browser

UTC = ZoneInfo("UTC")
NAMES = ("Ida", "Ole", "Åse")


class Broken:
    """A press that always fails."""

    def __init__(self, error: Exception) -> None:
        self.error = error

    def do(self, _work: Callable[..., bytes]) -> bytes:
        raise self.error


def entered(browser: Browser, game: str, *rows: tuple[int | None, int | None, int | None]) -> str:
    """Enter rounds of Ida, who goes out, Ole and Åse; None: not in the round. Return the address of the game."""
    with browser.client.application.app_context():
        for row in rows:
            points = {name: {"points": p} for name, p in zip(NAMES, row, strict=True) if p is not None}
            body = received(NewRound, {"closer": "Ida", "entries": points, "accept_warnings": True})
            enter_round(game.rsplit("/", 1)[1], body, Precondition())
    return game


@pytest.fixture
def ended(plain: Browser) -> str:
    """The address of a game with a name of its own that Ida has won with 510."""
    game = plain.given_game("da-500", *NAMES)
    plain.send(plain.get(f"{game}/settings"), "/settings", name="At Ole’s")
    return entered(plain, game, (260, 100, 40), (250, 115, 40))


def text_of(browser: Browser, address: str) -> str:
    (field,) = browser.get(address).root.all("textarea")
    return "".join(each for each in field.children if isinstance(each, str))


def test_a_won_game_leads_to_its_result(plain: Browser, ended: str) -> None:
    """From the scoreboard and from “Share”; a picture with its description, three lines, a link to download."""
    for page in (ended, f"{ended}/share"):
        assert [a.attrs["href"] for a in plain.get(page).root.all("a") if "Send the result" in a.text] == [
            f"{ended}/result"
        ]
    page = plain.get(f"{ended}/result")
    first, others, facts = text_of(plain, f"{ended}/result").splitlines()
    assert first == "At Ole’s: Ida wins with 510."
    assert others == "Ole 215, Åse 80."
    assert facts.startswith("2 rounds, ")
    (picture,) = page.root.all("img")
    assert picture.attrs["alt"] == f"{first} {others} {facts}"
    assert (picture.attrs["width"], picture.attrs["height"]) == ("1080", "1350")
    (link,) = [a for a in page.root.all("a") if "download" in a.attrs]
    assert f"{link.attrs['href']}&preview=1" == picture.attrs["src"]


def test_nothing_is_on_the_board_of_a_game_that_goes_on(plain: Browser) -> None:
    """Each round sends its board to every phone; “Share” has how the totals stand."""
    game = plain.given_game("da-500", "Ida", "Ole")
    assert "result" not in plain.get(f"{game}/share").html, "before the first round"
    plain.given_round(game, "Ida", {"Ida": {"points": 35}, "Ole": {"points": 25}})
    assert "/result" not in plain.get(game).html
    assert f"{game}/result" in plain.get(f"{game}/share").html
    assert text_of(plain, f"{game}/result").splitlines()[:2] == [
        "Rommy (500): Standing after round 1.",
        "Ida 35, Ole 25.",
    ]


def test_the_picture_is_drawn_once_and_not_sent_again(
    plain: Browser, app: Flask, ended: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In both shapes; by its version, options and language."""
    monkeypatch.setattr("scorekeeper.web.sheets.printed.PICTURE_TIMEOUT", 60)  # on a busy machine, too
    for shape, size in (("portrait", (1080, 1350)), ("wide", (1200, 630))):
        answer = plain.client.get(f"{ended}/result.png?shape={shape}")
        assert (answer.status_code, answer.mimetype) == (200, "image/png")
        with Image.open(BytesIO(answer.data)) as picture:
            assert picture.size == size
    monkeypatch.setitem(app.extensions, "press", Broken(TooManyWaiting()))
    assert plain.client.get(f"{ended}/result.png?shape=wide&preview=1").data == answer.data
    again = plain.client.get(f"{ended}/result.png?shape=wide", headers={"If-None-Match": answer.headers["ETag"]})
    assert (again.status_code, again.data) == (304, b"")
    for other in ("nameless=1", "lang=da", "tz=Asia/Tokyo"):
        assert plain.client.get(f"{ended}/result.png?shape=wide&{other}").status_code == 503, other
    waiting = plain.client.get(f"{ended}/result.png?lang=da&preview=1")
    assert (waiting.status_code, waiting.mimetype) == (202, "image/svg+xml")


def test_names_can_be_left_out(plain: Browser, app: Flask, ended: str) -> None:
    """Also that of the evening, which may have one in it: from text and picture, whose description is the text."""
    assert text_of(plain, f"{ended}/result?nameless=1").splitlines()[:2] == [
        "Rommy (500): The final result.",
        "1st: 510, 2nd: 215, 3rd: 80.",
    ]
    with app.test_request_context():
        view = load_game(ended.rsplit("/", 1)[1])
        whole, bare = (
            unescape(picture_html(result_picture(view, UTC, names=n), PictureShape.WIDE)) for n in (True, False)
        )
    for name in (*NAMES, "At Ole’s"):
        assert name in whole
        assert name not in bare
    assert "510" in bare
    (box,) = plain.get(f"{ended}/result?nameless=1").root.all(name="nameless")
    assert "checked" in box.attrs


def lines_of(app: Flask, game: str, language: str, *, names: bool = True) -> list[str]:
    with app.test_request_context(), in_language(language):
        return [*result_lines(load_game(game.rsplit("/", 1)[1]), UTC, names=names)][:2]


LANGUAGES = {
    "da": ("Rommy (500): Ida vinder med 510.", "1. plads: 510, 2. plads: 215, 3. plads: 80."),
    "nb": ("Rommy (500): Ida vinner med 510.", "1. plass: 510, 2. plass: 215, 3. plass: 80."),
    "de": ("Rommy (500): Ida gewinnt mit 510.", "1. Platz: 510, 2. Platz: 215, 3. Platz: 80."),
    "cs": ("Rommy (500): Vyhrává Ida: 510.", "1. místo: 510, 2. místo: 215, 3. místo: 80."),
    "is": ("Rommy (500): Ida vinnur með 510.", "1. sæti: 510, 2. sæti: 215, 3. sæti: 80."),
}


def test_it_is_worded_in_the_readers_language(plain: Browser, app: Flask) -> None:
    game = entered(plain, plain.given_game("da-500", *NAMES), (510, 215, 80))
    found = {tag: (lines_of(app, game, tag)[0], lines_of(app, game, tag, names=False)[1]) for tag in LANGUAGES}
    assert found == LANGUAGES


def picture_of(app: Flask, game: str) -> Any:
    with app.test_request_context():
        return result_picture(load_game(game.rsplit("/", 1)[1]), UTC, names=True)


def test_where_a_limit_puts_players_out_it_says_who_is(plain: Browser, app: Flask) -> None:
    """The lowest total wins; those who are out stand behind, and the chart has the line of the limit."""
    game = entered(plain, plain.given_game("it-scala40", *NAMES), (0, 60, 101), (0, 50, None))
    found = picture_of(app, game)
    assert [(each.name, each.figure, each.note) for each in found.placings] == [
        ("Ida", "0", ""),
        ("Ole", "110", "out"),
        ("Åse", "101", "out"),
    ]
    assert (found.headline, found.goal, found.chart.target) == ("Ida wins with 0.", "limit", 101)
    assert [curve.name for curve in found.chart.curves] == ["Ida", "Ole", "Åse"]


def test_what_decides_stands_before_the_points(plain: Browser, app: Flask) -> None:
    """Rating points, and ties: both players have the place."""
    game = entered(plain, plain.given_game("de-turnier", *NAMES), (0, -30, -30))
    found = picture_of(app, game)
    assert found.heads == ("Rating points", "Points")
    assert [(each.place, each.other) for each in found.placings] == [("1st", "0"), ("2nd=", "−30"), ("2nd=", "−30")]
    assert found.chart is None


def test_a_program_gets_the_picture_by_its_key_and_a_viewer_on_the_page(app: Flask, plain: Browser, ended: str) -> None:
    made: Any = app.test_client().post("/api/v1/games", json={"variant": "da-500", "players": ["Ida", "Ole"]}).json
    address = f"/games/{made['id']}/result.png"
    program = app.test_client()
    answer = program.get(address, headers={"Authorization": f"Bearer {made['keys']['viewer']}"})
    assert (answer.status_code, answer.mimetype) == (200, "image/png")
    for key in ("nonsense", ""):
        assert program.get(address, headers={"Authorization": f"Bearer {key}"}).status_code == 401
    other = program.get(f"{ended}/result.png", headers={"Authorization": f"Bearer {made['keys']['scorer']}"})
    assert other.status_code == 401, "another game's key"
    viewer = join(app, ended, Role.VIEWER)
    assert viewer.get(f"{ended}/result").status == 200
    assert viewer.client.get(f"{ended}/result.png").status_code == 200


@pytest.mark.parametrize("query", ["shape=round&nameless=&tz=Nowhere", "shape=&tz=" + "x" * 99, "lang=xx&tz=%00"])
def test_a_bad_choice_is_the_usual_one(plain: Browser, ended: str, query: str) -> None:
    page = plain.get(f"{ended}/result?{query}")
    assert page.status == 200
    assert [box.attrs["value"] for box in page.root.all("input", type="radio") if "checked" in box.attrs] == [
        "portrait"
    ]
    assert page.root.all("img")[0].attrs["src"].startswith(f"{ended}/result.png?shape=portrait&tz=UTC")


@pytest.mark.parametrize(
    ("error", "told"), [(TooManyWaiting(), "No picture right now"), (LibraryMissing("pango"), "send the text without")]
)
def test_a_press_that_cannot_says_why(
    plain: Browser, app: Flask, ended: str, monkeypatch: pytest.MonkeyPatch, error: Exception, told: str
) -> None:
    """The text is there all the same."""
    monkeypatch.setitem(app.extensions, "press", Broken(error))
    page = plain.get(f"{ended}/result.png")
    assert page.status == 503
    assert told in page.text
    assert text_of(plain, f"{ended}/result").startswith("At Ole’s: Ida wins")


def play_of(browser: Browser, address: str) -> Any:
    """Return what the link to BG Stats holds, None without one."""
    links = [link.attrs["href"] for link in browser.get(address).root.all("a") if "bgstats" in link.attrs["href"]]
    return json.loads(parse_qs(urlsplit(links[0]).query)["data"][0]) if links else None


def test_a_finished_game_is_handed_to_bg_stats(plain: Browser, ended: str) -> None:
    """With names or without; not before it is over. Equals at the top have all won, and the deciding points count."""
    play = play_of(plain, f"{ended}/result")
    assert (play["sourceName"], play["sourcePlayId"]) == ("Scorekeeper", ended.rsplit("/", 1)[1])
    datetime.strptime(play["playDate"], "%Y-%m-%d %H:%M:%S")
    assert play["game"] == {"name": "500", "sourceGameId": "da-500", "highestWins": True, "noPoints": False} | {
        "name": play["game"]["name"]
    }
    assert [(each["name"], each["score"], each["rank"], each["winner"]) for each in play["players"]] == [
        ("Ida", 510, 1, True),
        ("Ole", 215, 2, False),
        ("Åse", 80, 3, False),
    ]
    nameless = play_of(plain, f"{ended}/result?nameless=1")
    assert [each["name"] for each in nameless["players"]] == ["Player 1", "Player 2", "Player 3"]
    assert not any(name in json.dumps(nameless, ensure_ascii=False) for name in (*NAMES, "At Ole"))
    assert play_of(plain, f"{entered(plain, plain.given_game('da-500', *NAMES), (25, 15, 5))}/result") is None
