"""A game that hides its totals: no page, sheet or picture tells them before its end; exports always do."""

import re
from collections.abc import Iterator
from zoneinfo import ZoneInfo

import pytest
from flask import Flask

from scorekeeper.services.access.access import Role, new_secret
from scorekeeper.services.games.changes import Precondition
from scorekeeper.services.games.creating import create_game_for
from scorekeeper.services.games.rounds import enter_round
from scorekeeper.services.paper.game_sheet import SheetChoices, game_sheet
from scorekeeper.services.paper.result import result_lines, result_picture
from scorekeeper.services.payload_reading import received
from scorekeeper.services.payloads import NewRound
from scorekeeper.services.views.loading import load_game
from scorekeeper.sheets.html import split_parts
from scorekeeper.web.referee.pages import PAGES as QUESTIONS

from .conftest import join, member_of
from .pages import Browser, Page
from .test_every_route import CIRCLES, PAGES, requests_of
from .test_referee import call

UTC = ZoneInfo("UTC")
NAMES = ("Anna", "Bo", "Cleo")
TABLES: dict[str, tuple[str, dict[str, object]]] = {
    "target": ("da-500", {"target": 5_000}),
    "lowest": ("points", {"lowest_wins": True}),
    "limit": ("points", {"end": "limit", "limit": 5_000, "rejoin": "highest"}),
    "rating": ("de-turnier", {"agreed_rounds": 9}),
    "rounds won": ("rummikub", {"agreed_rounds": 9, "winner_by": "rounds_won"}),
    "chips": ("is-rommi", {"settlement": "chips"}),
    "bonuses": ("en-gin", {"target": 5_000}),
}
ROWS = ((617, -301, -1316), (620, -722, -1102))  # the totals are 1237, −1023 and −2418
SECRET = ("1237", "1023", "2418", "3763", "6023", "7418")  # with the distances to 5000
RICH = {"p1_points": "20", "p2_points": "30", "accept_warnings": "1"}
OTHER = re.compile(r"/new|/people/|\.csv|\.json")  # they have ids of people, or no game
EXPORTS = ("exchange.game", "exchange.table", "exchange.everything")
TELLING = re.compile(r"\b(leads|lead|ahead|tied|level|to go|would pay|How the|1st|2nd)\b", re.IGNORECASE)


def begun(browser: Browser, table: str, points: dict[str, int] | None = None) -> str:
    """Return the address of a game that hides its totals, of that kind, with some points to begin with."""
    variant, rules = TABLES[table]
    cookie = browser.client.get_cookie("device")
    secret = cookie.value if cookie else new_secret()
    browser.client.set_cookie("device", secret)
    names = NAMES[:2] if variant == "en-gin" else NAMES
    body = {"variant": variant, "players": list(names), "house_rules": rules, "hide_totals": True}
    with browser.client.application.app_context():
        return f"/games/{create_game_for(secret, body, points)}"


def played(browser: Browser, game: str, *rows: tuple[int, ...]) -> str:
    """Enter rounds that Anna wins, whatever is implausible about them; return the address of the game."""
    game_id = game.rsplit("/", 1)[1]
    with browser.client.application.app_context():
        for row in rows:
            names = load_game(game_id).players
            entries = {name: {"points": each} for name, each in zip(names, row, strict=False)}
            body = received(NewRound, {"closer": "Anna", "entries": entries, "accept_warnings": True})
            enter_round(game_id, body, Precondition())
    return game


def circle_of(browser: Browser, game: str) -> str:
    """Return the address of a circle that has the game."""
    form = browser.get(f"/circles/new?game={game.rsplit('/', 1)[1]}")
    return browser.send(form, "/circles/new", name="Sunday").location


def addresses(app: Flask, game: str, circle: str) -> Iterator[str]:
    """Yield the addresses of all pages of a game and of its circle, and of the pages on which it is listed."""
    yield from ("/", "/circles/new", "/games/new/da-500", f"/circles/new?game={game.rsplit('/', 1)[1]}")
    for parts, address in ((PAGES, game), (CIRCLES, circle)):
        for endpoint in [each for who, endpoints in parts.items() if who != "everybody" for each in endpoints]:
            if endpoint not in EXPORTS and endpoint != "copies.document":
                found = (url for method, url in requests_of(app, endpoint, address) if method == "GET")
                yield from (url for url in found if not url.endswith((".pdf", ".png")))
    yield from (f"{game}/referee/{slug}" for slug in QUESTIONS)
    yield from (f"{game}/rounds/2", f"{game}/rounds?before=3", f"{game}/result?nameless=1")


def told(text: str) -> list[str]:
    """Return the totals that a text has, if any."""
    return [each for each in SECRET if re.search(rf"\b{each}\b", text)]


def paper(app: Flask, game: str) -> str:
    """Return all that is printed of a game, and said in its picture."""
    with app.test_request_context():
        view = load_game(game.rsplit("/", 1)[1])
        sheet = game_sheet(view, SheetChoices(UTC, notes=True))
        pictures = [result_picture(view, UTC, names=names) for names in (True, False)]
        lines = [result_lines(view, UTC, names=names) for names in (True, False)]
        return repr((sheet, split_parts(sheet, [0, 1]), pictures, lines))


@pytest.mark.parametrize("table", TABLES)
def test_no_page_tells_a_total_before_the_end(app: Flask, plain: Browser, table: str) -> None:
    """Nor who leads, to scorers and viewers; nor the sheet and the picture. Exports and the API have everything."""
    game = played(plain, begun(plain, table), *ROWS)
    circle = circle_of(plain, game)
    readers = [plain]
    if table == "target":
        readers += [member_of(app, circle, Role.VIEWER), join(app, game, Role.VIEWER)]
    for url in addresses(app, game, circle):
        for reader in readers:
            with reader.client.get(url) as answer:
                assert told(answer.text) == [], url
    for url in (game, f"{game}/big", f"{game}/result", "/", circle, f"{circle}/evening"):
        assert not TELLING.search(plain.get(url).text.replace("Whoever is ahead now wins.", "")), url
    assert told(paper(app, game)) == []
    assert "1237" in plain.client.get(f"{game}/export.json").text
    with app.app_context():
        assert load_game(game.rsplit("/", 1)[1]).totals["Anna"] == 1237


def test_what_a_page_of_a_sheet_carries_over_is_blank(app: Flask, plain: Browser) -> None:
    """Totals and rating points, in a game that has both; the points of the rounds are there."""
    game = played(plain, begun(plain, "rating"), *ROWS)
    with app.test_request_context():
        sheet = game_sheet(load_game(game.rsplit("/", 1)[1]), SheetChoices(UTC))
    first, last = split_parts(sheet, [0, 1])
    assert {*first.forward, *last.carried, *sheet.totals, *sheet.rating} == {""}
    assert all(cell and cell.points and cell.rating for line in sheet.lines for cell in line.cells)


@pytest.mark.parametrize("table", ["target", "limit", "bonuses"])
def test_pages_are_the_same_whoever_is_ahead(app: Flask, plain: Browser, table: str) -> None:
    """What some began with on paper decides who leads, and is told nowhere."""
    texts = []
    for ahead in ("Anna", "Bo"):
        game = played(plain, begun(plain, table, {ahead: 3_000}), (20, 10, 5), (5, 20, 10))
        circle = circle_of(plain, game)
        pages = {url: plain.get(url) for url in addresses(app, game, circle) if not OTHER.search(url)}
        known = ((game.rsplit("/", 1)[1], "GAME"), (circle.rsplit("/", 1)[1], "CIRCLE"))
        texts.append({_named(url, known): _named(page.text, known) for url, page in pages.items() if page.status < 400})
        texts[-1] |= {"paper": _named(paper(app, game), known)}
        plain.client.delete_cookie("device")
    assert len(texts[0]) > 30
    assert texts[0] == texts[1]


def _named(text: str, known: tuple[tuple[str, str], ...]) -> str:
    for secret, name in known:
        text = text.replace(secret, name)
    return re.sub(r"\d\d?:\d\d(:\d\d)?( UTC|Z)?", "TIME", text)


def test_the_totals_come_out_at_the_end(app: Flask, visitor: Browser) -> None:
    """By a round that reaches the target, or if the table ends the game; undone, they are hidden again."""
    game = begun(visitor, "target")
    board = visitor.follow(visitor.enter(game, "p0", **RICH, p0_points="1200"))
    assert "Bo deals next." in board.alerts
    assert "lead" not in board.text
    assert "The totals are hidden until the end." in board.text
    assert [row.all("bdi")[0].text for row in board.root.all(cls="totals")[0].all("li")] == list(NAMES)
    board = visitor.follow(visitor.enter(game, "p0", **RICH, p0_points="4000"))
    assert board.root.all(cls="headline")[0].text == "Anna wins."
    assert "5200" in board.text
    assert "hidden" not in board.text
    assert "5200" in paper(app, game)
    board = visitor.follow(visitor.send(board, "/undo"))
    assert "1200" not in board.root.all(cls="totals")[0].text
    board = visitor.follow(visitor.send(board, "/end"))
    assert "1200" in board.root.all(cls="totals")[0].text


def test_a_round_on_top_of_the_shown_one_tells_no_total(plain: Browser) -> None:
    """The answer to htmx has only what changed."""
    game = played(plain, begun(plain, "target"), *ROWS, (5, 5, 5))
    form = plain.get(f"{game}/rounds/new")
    fields = {"who": "p0", "p0-points": "5", "p1-points": "5", "p2-points": "5", "board": "4"}
    data = {**form.fields("/rounds"), **fields}
    answer = plain.client.post(f"{game}/rounds", data=data, headers={"HX-Request": "true"})
    assert 'class="news"' in answer.text
    assert "1247" not in answer.text
    assert not TELLING.search(Page(answer).text)


def test_who_is_out_is_shown_and_comes_back_unseen(visitor: Browser) -> None:
    """With the highest total, which neither board nor form says."""
    rules = {"rule-end": "limit", "rule-limit": "50", "rule-rejoin": "highest_plus_one"}
    game = visitor.new_game("points", *NAMES, hide_totals="1", **rules)
    board = visitor.follow(visitor.enter(game, "", p0_points="10", p1_points="60", p2_points="30"))
    assert "Out of the game: Bo." in board.alerts
    rows = board.root.all(cls="totals")[0].all("li")
    assert [" ".join(part.text for part in row.all("small")) for row in rows] == ["", "out may come back in", ""]
    form = visitor.get(f"{game}/rounds/new")
    assert [each.text for each in form.root.all(cls="rejoins")] == ["Comes back in"]
    visitor.send(form, "/rounds", p0_points="1", p1_points="3", p2_points="2", p1_rejoins="1")
    assert [each.text for each in visitor.get(f"{game}/rounds/2/edit").root.all(cls="rejoins")] == ["Comes back in"]
    assert "out" not in [each.text for each in visitor.get(game).root.all("small")]


def test_a_tie_at_the_top_is_not_told(visitor: Browser) -> None:
    """The table just plays the next round; a viewer of a running game without totals cannot tell why."""
    game = visitor.new_game("da-500", *NAMES, hide_totals="1", **{"rule-target": "50"})
    board = visitor.follow(visitor.enter(game, "p0", p0_points="60", p1_points="60", p2_points="30"))
    assert board.root.all(cls="headline")[0].text == "Round 2 is next."
    assert "again" not in board.text.lower()


def test_a_penalty_that_is_taken_off_at_once_is_told_without_the_total(visitor: Browser) -> None:
    game = visitor.new_game("da-500", "Ida", "Ole", "Eva", hide_totals="1", **{"rule-false_call_due": "at_once"})
    visitor.follow(visitor.send(call(visitor, game, discard="9h"), "/decision", decide="accept"))
    board = visitor.get(game)
    assert "Ole has −50 from a ruling." in board.text
    assert "Taken off at once" not in board.text


def test_a_new_game_hides_its_totals_and_so_does_its_rematch(visitor: Browser) -> None:
    """The form for a new game, and that of a circle, have the switch; a circle proposes what was chosen last."""
    game = visitor.new_game("da-500", *NAMES, hide_totals="1", **{"rule-target": "50"})
    assert "hide_totals" in visitor.get(f"{game}/settings").fields("/settings")
    board = visitor.follow(visitor.enter(game, "p0", p0_points="50", p1_points="20", p2_points="30"))
    again = visitor.send(board, "/rematch").location
    assert "The totals are hidden" in visitor.get(again).text
    circle = circle_of(visitor, again)
    form = visitor.get(f"{circle}/play")
    assert form.fields("/play")["hide_totals"] == "1"
    assert "The totals are hidden" in visitor.get(visitor.send(form, "/play").location).text
    open_game = visitor.send(form, "/play", without=("hide_totals",)).location
    assert "The totals are hidden" not in visitor.get(open_game).text


def test_the_switch_is_a_setting_that_the_history_tells(visitor: Browser) -> None:
    """Whoever may write turns it; viewers see neither switch nor totals."""
    game = played(visitor, begun(visitor, "target"), *ROWS)
    visitor.send(visitor.get(f"{game}/settings"), "/settings", without=("hide_totals",), by="Bo")
    assert "1237" in visitor.get(game).text
    assert "The totals are shown again." in (history := visitor.get(f"{game}/history").text)
    assert "– Bo" in history
    visitor.send(visitor.get(f"{game}/settings"), "/settings", hide_totals="1")
    assert told(visitor.get(game).text) == []
    assert "The totals are hidden until the end." in visitor.get(f"{game}/history").text


def test_somebody_joins_with_the_lowest_total_unseen(visitor: Browser) -> None:
    """Neither the form nor the history says how many points that is."""
    game = played(visitor, begun(visitor, "target"), *ROWS)
    settings = visitor.get(f"{game}/settings")
    assert "the lowest total the average these points:" in settings.text
    data = {**settings.fields("/settings"), "new-0-name": "Dagny", "new-0-points": "lowest"}
    visitor.post(f"{game}/settings", data)
    for url in (game, f"{game}/history", f"{game}/settings"):
        page = visitor.get(url)
        assert "Dagny" in page.text
        assert told(page.text) == []
    assert "Dagny joined." in visitor.get(f"{game}/history").text


def test_the_sums_of_an_evening_wait_for_the_end(visitor: Browser) -> None:
    """So do the figures of the statistics."""
    game = played(visitor, begun(visitor, "target"), *ROWS)
    circle = circle_of(visitor, game)
    assert "so points aren’t added up yet" in visitor.get(f"{circle}/evening").text
    assert visitor.client.get(f"{circle}/statistics.json").get_json()["people"][0]["rounds"] == 0
    visitor.send(visitor.get(game), "/end")
    assert "1237" in visitor.get(f"{circle}/evening").text
    assert visitor.client.get(f"{circle}/statistics.json").get_json()["people"][0]["rounds"] == 2
