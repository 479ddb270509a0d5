"""Every action of every page, with and without htmx: it works, is refused to others, and survives invalid input.

The table lists every URL of the pages that takes a POST; a new one without a row fails the first test.
"""

import json
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from flask import Flask
from sqlalchemy import text
from werkzeug.datastructures import MultiDict

from scorekeeper.services.access import access, invitations
from scorekeeper.services.access.access import Role
from scorekeeper.services.bounds import LARGEST_FORM
from scorekeeper.services.games import rounds
from scorekeeper.services.games.changes import Precondition
from scorekeeper.services.payload_reading import received
from scorekeeper.services.payloads import NewChange
from scorekeeper.services.views import loading
from scorekeeper.store.database import db

from ..conftest import end_rights
from .conftest import join, member_of
from .pages import Browser, Page, fields_of

_ANY = Precondition()
Form = tuple[str, dict[str, str]]  # the address, and what a browser would send


@dataclass(frozen=True)
class Action:
    """A form: how to get it, what is shown after it, what is refused and by which message."""

    form: Callable[[Browser, str], Form]
    done: str
    bad: dict[str, str] = field(default_factory=dict)
    refused: int = 422
    viewers_may: bool = False
    leads_to: str = ""  # the end of an address, where no page follows on which `done` could be read
    each_time: bool = False  # sent again, it is done again


def _at(path: str, action: str, **typed: str) -> Callable[[Browser, str], Form]:
    """Return a function that gets the form with that action on the page `path`; a leading dot stands for the game."""

    def get(visitor: Browser, game: str) -> Form:
        page = visitor.get(path.replace(".", game, 1) if path.startswith(".") else path)
        return page.form(action).attrs["action"], {**page.fields(action).to_dict(), **typed}

    return get


def _language(visitor: Browser, game: str) -> Form:
    """Return the switch of language, which is shown where there are several."""
    return "/device/language", {**visitor.get("/device").fields("/name").to_dict(), "language": "en", "at": "home"}


def _of(game_action: str) -> Callable[[Browser, str], Form]:
    """Return a function that makes a form of one button, which is not always shown."""

    def get(visitor: Browser, game: str) -> Form:
        return f"{game}/{game_action}", visitor.get(game).fields("/redo").to_dict()

    return get


def _rematch(visitor: Browser, game: str) -> Form:
    visitor.send(visitor.get(game), "/end")
    return _of("rematch")(visitor, game)


def _redo(visitor: Browser, game: str) -> Form:
    visitor.send(visitor.get(game), "/undo")
    return _of("redo")(visitor, game)


def _restore(visitor: Browser, game: str) -> Form:
    visitor.send(visitor.get(f"{game}/delete"), "/delete")
    return _at("/", "/restore")(visitor, game)


def _join(visitor: Browser, game: str) -> Form:
    with visitor.client.application.app_context():
        key = access.new_key(game.rsplit("/", 1)[1], Role.VIEWER)
    return _at(visitor.get(f"/join/{key}").location, "/join/game")(visitor, game)


def _code(visitor: Browser, game: str) -> Form:
    with visitor.client.application.app_context():
        right = access.Access(game.rsplit("/", 1)[1], Role.VIEWER)
        code = invitations.share(right, Role.VIEWER).code
    return _at("/join", "/join", code=code)(visitor, game)


def _share(visitor: Browser, game: str) -> Form:
    form = next(form for form in visitor.get(f"{game}/share").root.all("form") if form.all(value="viewer"))
    return f"{game}/share", {node.attrs["name"]: node.attrs["value"] for node in form.all("input")}


def _withdraw(visitor: Browser, game: str) -> Form:
    join(visitor.client.application, game, Role.VIEWER)
    _url, data = _at("./share", "/hand-over")(visitor, game)
    return f"{game}/withdraw", {**data, "holder": "others"}


def _decide(visitor: Browser, game: str) -> Form:
    page = visitor.send(visitor.get(f"{game}/referee/meld"), "/meld", cards="7H 8H 9H")
    return f"{game}/referee/meld/decision", {**page.fields("/decision").to_dict(), "decide": "accept"}


def _revoke(visitor: Browser, game: str) -> Form:
    visitor.post(*_decide(visitor, game))
    rulings = visitor.get(f"{game}/referee/rulings").root.all("a")
    address = next(a.attrs["href"] for a in rulings if a.attrs["href"].startswith(f"{game}/referee/rulings/"))
    return address, {**visitor.get(address).fields(address).to_dict(), "decide": "revoke"}


def _kept_table(visitor: Browser, _game: str) -> Form:
    url, data = _of("tabletop")(visitor, visitor.given_game("nb-rummy", "Anna", "Bo"))
    return url, {**data, "melds": "7H 8H 9H"}


def _turned_clock(visitor: Browser, _game: str) -> Form:
    game = visitor.given_game("nb-rummy", "Anna", "Bo")
    return _at(game, "/clock", do="start")(visitor, game)


def _opened(visitor: Browser, game: str) -> None:
    """Open the next round for everybody."""
    visitor.send(visitor.get(f"{game}/rounds/open"), "/rounds/open")


def _seat(visitor: Browser, game: str) -> Form:
    _opened(visitor, game)
    return _at("./rounds/open", "/seat", seat="p1")(visitor, game)


def _own(visitor: Browser, game: str) -> Form:
    visitor.post(*_seat(visitor, game))
    return _at("./rounds/open", "/own", **{"p1-points": "25"})(visitor, game)


def _closed(visitor: Browser, game: str) -> Form:
    visitor.post(*_own(visitor, game))
    return _at("./rounds/open", "/close")(visitor, game)


def _take_in(visitor: Browser, game: str) -> Form:
    """Return the form with a file."""
    folder: Path = visitor.client.application.config["SCOREKEEPER"].data_dir
    folder.mkdir(exist_ok=True)
    file = folder / "game.json"
    file.write_bytes(visitor.client.get(f"{game}/export.json").data)
    url, data = _at("/import", "/import", again="all")(visitor, game)
    return url, {**data, "file": (str(file), "game.json")}  # type: ignore[dict-item]  # sent as a file


def _circle(visitor: Browser, game: str) -> str:
    """Return the address of the circle of a game, which is kept first."""
    with visitor.client.application.app_context():
        known = loading.load_game(game.rsplit("/", 1)[1]).circle_id
    if known:
        return f"/circles/{known}"
    form = visitor.get(f"/circles/new?game={game.rsplit('/', 1)[1]}")
    return visitor.send(form, "/circles/new", name="Sunday").location


def _in_circle(path: str, action: str, at: int = 0, **typed: str) -> Callable[[Browser, str], Form]:
    """Return a function that gets the form `at` of those with that action on a page of the game's circle."""

    def get(visitor: Browser, game: str) -> Form:
        page = visitor.get(_circle(visitor, game) + path)
        form = [each for each in page.root.all("form") if re.search(action, each.attrs["action"])][at]
        fields = MultiDict(fields_of(form)).to_dict(flat=False)  # several boxes may be ticked
        return form.attrs["action"], {key: found if found[1:] else found[0] for key, found in fields.items()} | typed  # type: ignore[return-value]  # sent as several

    return get


def _of_person(action: str, **typed: str) -> Callable[[Browser, str], Form]:
    """Return a function that gets a form of the second person of the game's circle."""
    return _in_circle("/people", rf"/people/\d+{action}$", 1, **typed)


def _separate(visitor: Browser, game: str) -> Form:
    circle = _circle(visitor, game)
    if "Anna K." not in visitor.get(f"{circle}/people").text:
        visitor.send(visitor.get(f"{circle}/people"), "/people", name="Anna K.")
        url, data = _in_circle("/people", "/merge", 2)(visitor, game)
        visitor.post(url, data)
    return _in_circle("/people", "/separate")(visitor, game)


def _with_newcomer(visitor: Browser, game: str) -> Form:
    circle = _circle(visitor, game)
    visitor.send(visitor.get(f"{circle}/people"), "/people", name="Anna K.")
    return _in_circle("/people", "/merge", 2)(visitor, game)


def _claim(visitor: Browser, game: str) -> Form:
    circle = _circle(visitor, game)
    visitor.send(visitor.get(f"{game}/settings"), "/settings", **{"new-0-name": "Kit"})
    assert "Kit" in visitor.get(circle).text
    return _in_circle("/people", "/guests", person="")(visitor, game)


def _of_rules(action: str, **typed: str) -> Callable[[Browser, str], Form]:
    """Return a function that gets a form of the named house rules of the game's circle, which are kept first."""

    def get(visitor: Browser, game: str) -> Form:
        if "Κανόνες" not in visitor.get(f"{_circle(visitor, game)}/rules").text:
            visitor.post(*_in_circle("/rules", "/rules$", name="Κανόνες")(visitor, game))
        return _in_circle("/rules", rf"/rules/\d+/{action}$", **typed)(visitor, game)

    return get


def _restore_circle(visitor: Browser, game: str) -> Form:
    visitor.post(*_in_circle("/delete", "/delete$")(visitor, game))
    form = next(form for form in visitor.get("/").root.all("form") if "/circles/" in form.attrs["action"])
    return form.attrs["action"], dict(fields_of(form))


def _merge_copy(visitor: Browser, game: str) -> Form:
    """Return the form to add from a copy of the circle, with a copy that has one person more."""
    circle = _circle(visitor, game)
    copy = json.loads(visitor.client.get(f"{circle}/export.json").data)
    copy["people"].append({"id": 10**6, "name": "Dora", "mark": 3})
    folder: Path = visitor.client.application.config["SCOREKEEPER"].data_dir
    folder.mkdir(exist_ok=True)
    (folder / "circle.json").write_text(json.dumps(copy))
    url, data = _in_circle("/import", "/import$")(visitor, game)
    return url, {**data, "file": (str(folder / "circle.json"), "circle.json")}  # type: ignore[dict-item]  # a file


def _put_in(visitor: Browser, game: str) -> Form:
    visitor.given_game("cs-500", "Xenia", "Anna")
    return _in_circle("", "/games$")(visitor, game)


def _take_out(visitor: Browser, game: str) -> Form:
    url, data = _in_circle("/people", "/people$")(visitor, game)
    return url.replace("/people", game + "/out"), data


def _evening_note(visitor: Browser, game: str) -> Form:
    path = "/evening/note?game=" + game.rsplit("/", 1)[1]
    return _in_circle(path, "/note$", note="Νύχτα")(visitor, game)


def _end_circle(visitor: Browser, game: str) -> Form:
    url, data = _in_circle("/share", "/hand-over")(visitor, game)
    member_of(visitor.client.application, url.removesuffix("/hand-over"), Role.VIEWER)
    return url.replace("/hand-over", "/withdraw"), {**data, "holder": "others"}


def _season(action: str, **typed: str) -> Callable[[Browser, str], Form]:
    """Return a function that gets a form of a season of the game's circle, which is made first."""

    def get(visitor: Browser, game: str) -> Form:
        circle = _circle(visitor, game)
        address = visitor.send(visitor.get(f"{circle}/seasons"), "/seasons", name="Φθινόπωρο").location
        return _in_circle(address.removeprefix(circle), rf"/seasons/\d+{action}$", **typed)(visitor, game)

    return get


def _club(action: str, *, begun: bool = False, **typed: str) -> Callable[[Browser, str], Form]:
    """Return a function that gets a form of a club evening of the game's circle, which is made first."""

    def get(visitor: Browser, game: str) -> Form:
        circle = _circle(visitor, game)
        form = visitor.get(f"{circle}/clubs/new")
        made = visitor.send(form, "/clubs/new", name="Βραδιά", names="Ξένια\nΎβ\nΖωή\nΗρώ", size="3", variant="da-500")
        if begun:
            visitor.send(visitor.get(made.location), "/start")
        page = visitor.get(made.location)
        if action != "/codes":
            typed.setdefault("version", page.fields(action)["version"])
        people = [option.attrs["value"] for option in page.root.all("option")]
        chosen = {"one": people[0], "other": people[-1]} if action == "/swap" else {}
        return made.location + action, {**page.fields(action).to_dict(), **chosen, **typed}

    return get


_OLD = {"version": "0"}
_LONG = "x" * 300
ACTIONS = {
    "games.create": Action(
        _at("/games/new/cs-500", "/cs-500", **{"player-0": "Xenia", "player-1": "Yves"}),
        "Round 1 is next.",
        {"player-1": _LONG},
    ),
    "games.again": Action(_of("again"), "Round 1 is next."),
    "scoreboard.undo": Action(_at(".", "/undo"), "Undone: the last change of round 1.", _OLD, 409),
    "scoreboard.redo": Action(_redo, "Redone: the change of round 1.", _OLD, 409),
    "scoreboard.end": Action(_at(".", "/end"), "The game is over.", _OLD, 409),
    "scoreboard.rematch": Action(_rematch, "Round 1 is next."),
    "rounds.enter": Action(
        _at("./rounds/new", "/rounds", **{"who": "p0", "p0-points": "5", "p1-points": "10"}),
        "Round 2 saved.",
        {"p0-points": "many"},
    ),
    "rounds.correct": Action(
        _at("./rounds/1/edit", "/edit", **{"p0-points": "50"}), "Round 1 corrected.", {"p0-points": "many"}
    ),
    "notes.write": Action(_at("./note", "/note", note="Νύχτα"), "Note saved.", {"note": _LONG}),
    "notes.write_of_round": Action(_at("./rounds/1/note", "/note", note="Δις"), "Note saved.", {"note": _LONG}),
    "rounds.void": Action(_at("./rounds/1", "/void", why="twice"), "Round 1 is void.", {"why": _LONG}),
    "open_rounds.begin": Action(_at("./rounds/open", "/rounds/open", viewers="1"), "Round 2 is open."),
    "open_rounds.seat": Action(_seat, "Did you go out?"),
    "open_rounds.enter": Action(_own, "Your points are in.", {"p1-points": "many"}),
    "open_rounds.close": Action(_closed, "Close", {"meant": "7"}, 409, leads_to="/rounds/filled?opened=1"),
    "join.accept": Action(_join, "Round 2 is next."),
    "join.enter": Action(_code, "Round 2 is next.", {"code": "ABCD"}),
    "sharing.invite": Action(_share, "Or open localhost/join and enter this code:", viewers_may=True),
    "sharing.hand": Action(_at("./share", "/hand-over", mine="keep"), "Works for one device and ten minutes."),
    "sharing.withdraw": Action(_withdraw, "withdrawn"),
    "this_device.name": Action(_at("/device", "/name", name="Anna’s phone"), "is called Anna’s phone", {"name": _LONG}),
    "this_device.offer": Action(_at("/device", "/games"), "Move all games to another phone"),
    "this_device.recovery": Action(_at("/device", "/recovery"), "it’s shown only once"),
    "this_device.language": Action(_language, "Your games"),
    "this_device.letters": Action(_at("/device", "/letters", letters="EKDB"), "letters on your cards are kept"),
    "settings.change": Action(_at("./settings", "/settings", name="Friday"), "Settings saved", {"name-1": " "}),
    "settings.delete": Action(_at("./delete", "/delete"), "is deleted.", _OLD, 409),
    "settings.restore": Action(_restore, "The game is restored."),
    "referee.judge": Action(
        _at("./referee/meld", "/meld", cards="7H 8H 9H"),
        "A run of three",
        {"cards": "17H"},
        viewers_may=True,
    ),
    "referee.decide": Action(_decide, "The ruling stands.", _OLD, 409),
    "live.clock": Action(_turned_clock, "Round 1 is next."),
    "tabletop.keep": Action(_kept_table, "The table is kept for the next turn."),
    "sheets.choose": Action(
        _at("./print", "/print", paper="A5"), "", leads_to="paper=A5&running=beside&tz=UTC&lang=en", viewers_may=True
    ),
    "exchange.take_in": Action(_take_in, "The game was imported with its whole history.", each_time=True),
    "rulings.decide": Action(_revoke, "revoked", _OLD, 409),
    "circles.create": Action(
        _at("/circles/new", "/new", name="Monday"), "No games yet.", {"name": _LONG}, each_time=True
    ),
    "circles.rename": Action(_in_circle("/people", "/name", name="Monday"), "Monday"),
    "circles.put_in": Action(_put_in, "belongs to the circle now"),
    "circles.take_out": Action(_take_out, "out of the circle"),
    "play.begin": Action(_in_circle("/play", "/play"), "Round 1 is next."),
    "evening.write": Action(_evening_note, "Note saved.", {"note": _LONG}),
    "people.add": Action(_in_circle("/people", "/people$", name="Dora"), "Dora", {"name": _LONG}),
    "people.change": Action(_of_person("", name="Bobby"), "Bobby"),
    "people.merge": Action(_with_newcomer, "Merged"),
    "people.separate": Action(_separate, "Separated"),
    "people.leave": Action(_of_person("/leave"), "The name is gone."),
    "people.claim": Action(_claim, "Kit"),
    "named_rules.keep": Action(_in_circle("/rules", "/rules$", name="Κανόνες"), "Κανόνες", {"name": _LONG}),
    "named_rules.rename": Action(_of_rules("name", name="Άλλοι κανόνες"), "Άλλοι κανόνες", {"name": _LONG}),
    "named_rules.replace": Action(_of_rules("replace"), "replaced"),
    "named_rules.delete": Action(_of_rules("delete"), "deleted"),
    "circle_deleting.delete": Action(_in_circle("/delete", "/delete$"), "is deleted"),
    "circle_deleting.restore": Action(_restore_circle, "The circle is restored."),
    "seasons.add": Action(_in_circle("/seasons", "/seasons$", name="Χειμώνας"), "Χειμώνας", {"first": "soon"}),
    "seasons.change": Action(_season("", name="Άνοιξη"), "Άνοιξη", {"weights": "1 2 3"}),
    "seasons.delete": Action(_season("/delete"), "Its games are still here."),
    "clubs.add": Action(
        _in_circle("/clubs/new", "/clubs/new$", name="Βραδιά", names="Ξένια", size="3", variant="da-500"),
        "Ξένια",
        {"weights": "1 2 3"},
    ),
    "clubs.draw": Action(_club("/draw"), "The games haven’t begun yet."),
    "clubs.swap": Action(_club("/swap"), "Swapped."),
    "clubs.start": Action(_club("/start"), "The games have begun"),
    "clubs.undo_start": Action(_club("/start/undo", begun=True), "The empty games are gone."),
    "clubs.end": Action(_club("/end"), "The evening is over."),
    "clubs.delete": Action(_club("/delete"), "The evening is deleted."),
    "clubs.codes": Action(_club("/codes", begun=True), "Codes for the tables"),
    "copies.take_in": Action(_merge_copy, "One person was added."),
    "circle_sharing.invite": Action(_in_circle("/share", "/share"), "Or open localhost/join and enter this code:"),
    "circle_sharing.hand": Action(
        _in_circle("/share", "/hand-over", mine="keep"), "Works for one device and ten minutes."
    ),
    "circle_sharing.withdraw": Action(_end_circle, "withdrawn"),
}
FOR_EVERYBODY = {
    *("circles.create", "games.create", "join.accept", "join.enter", "exchange.take_in"),
    *("this_device.name", "this_device.offer", "this_device.recovery", "this_device.language", "this_device.letters"),
}  # no game's right is needed
EVERY = pytest.mark.parametrize("action", ACTIONS)
_JUNK = ["", " ", "\x00", "x" * 5000, "‮", "-1", "9" * 30, "<script>alert(1)</script>", "{{7*7}}", "%(name)s", "{0}"]


@pytest.fixture
def game(visitor: Browser) -> str:
    """A Danish game of the visitor with a round: Anna 35, Bo 25."""
    address = visitor.given_game("da-500", "Anna", "Bo")
    visitor.given_round(address, "Anna", {"Anna": {"points": 35}, "Bo": {"points": 25}})
    return address


_OF_CIRCLES = (  # what a form of a circle may change, but for what is counted
    "name, deleted_at IS NULL FROM circle ORDER BY id",
    "name, mark, merged_into_id, left_at IS NULL FROM person ORDER BY id",
    "name, first, last, counts, variant, least FROM season ORDER BY id",
    "name, version, document FROM club_evening ORDER BY id",
    "game_id, player, person_id FROM seat ORDER BY game_id, player",
    "id, circle_id FROM game ORDER BY id",
    "number, note FROM evening_note ORDER BY circle_id, number",
    "id, name, variant, house_rules FROM named_rules ORDER BY id",
)


def _stored(app: Flask, game: str) -> object:
    """Return all that a form may change: version and open round of the game, the number of games, the circles."""
    with app.app_context():
        there = {
            line.id: (loading.load_version(line.id), loading.load_game_version(line.id).opened)
            for line in loading.list_games()
        }
        tables = [db.session.execute(text(f"SELECT {columns}")).all() for columns in _OF_CIRCLES]
    return there.get(game.rsplit("/", 1)[1]), len(there), tables


def _token(visitor: Browser) -> str:
    return visitor.get("/join").fields("/join")["csrf_token"]  # the shortest page that has one


def test_every_address_that_takes_a_form_is_in_the_table(app: Flask) -> None:
    """A new action needs a row, and with it the tests below."""
    posts = {
        rule.endpoint
        for rule in app.url_map.iter_rules()
        if "POST" in (rule.methods or ()) and not rule.rule.startswith("/api/")
    }
    assert posts == set(ACTIONS)


@EVERY
def test_it_is_carried_out_once_with_htmx_and_without(app: Flask, visitor: Browser, game: str, action: str) -> None:
    """The page says so; sending it again changes nothing."""
    url, data = ACTIONS[action].form(visitor, game)
    answer = visitor.post(url, data)
    assert answer.status in (200, 303), answer.text
    if ACTIONS[action].leads_to:
        assert answer.location.endswith(ACTIONS[action].leads_to)
    else:
        assert ACTIONS[action].done in visitor.follow(answer).text
    before = _stored(app, game)
    assert visitor.post(url, data).status in (200, 303, 403)  # a deleted game is nobody's
    assert (_stored(app, game) == before) is not ACTIONS[action].each_time


@EVERY
def test_others_change_nothing(app: Flask, visitor: Browser, game: str, action: str) -> None:
    """A viewer's device, one with another game, one without games."""
    viewer, stranger, nobody = join(app, game, Role.VIEWER), Browser(app.test_client()), Browser(app.test_client())
    stranger.given_game("cs-500", "Xaver", "Ylva")
    url, data = ACTIONS[action].form(visitor, game)
    for other in (viewer, stranger, nobody):
        other.htmx = visitor.htmx
        before = _stored(app, game)
        answer = other.post(url, {**data, "csrf_token": _token(other)})
        if action in FOR_EVERYBODY or (ACTIONS[action].viewers_may and other is viewer):
            assert answer.status in (200, 303)
        else:
            assert answer.status == 403
            assert "Anna" not in answer.text
            assert _stored(app, game) == before


@pytest.mark.parametrize("action", sorted(set(ACTIONS) - FOR_EVERYBODY))
def test_whoever_is_withdrawn_while_it_is_carried_out_changes_nothing(
    app: Flask,
    database_url: str,
    visitor: Browser,
    game: str,
    before_writing: list[Callable[[], None]],
    action: str,
) -> None:
    """Access is checked in the transaction; the page equals that for a device without access."""
    url, data = ACTIONS[action].form(visitor, game)
    before = _stored(app, game)
    before_writing.append(lambda: end_rights(database_url))
    answer = visitor.post(url, data)
    if not before_writing:  # it writes something
        assert answer.status == 403
        assert "This device has lost access to the " in answer.text  # game or circle
    assert _stored(app, game) == before


@EVERY
def test_without_its_token_nothing_happens(app: Flask, visitor: Browser, game: str, action: str) -> None:
    """Nor with another browser's token."""
    url, data = ACTIONS[action].form(visitor, game)
    before = _stored(app, game)
    for token in ("", "nonsense", _token(Browser(app.test_client()))):
        assert visitor.post(url, {**data, "csrf_token": token}).status == 400
    assert _stored(app, game) == before


@pytest.mark.parametrize("action", [action for action, row in ACTIONS.items() if row.bad])
def test_what_cannot_be_is_told_and_stays(app: Flask, visitor: Browser, game: str, action: str) -> None:
    """A message is announced, the input stays, nothing is stored."""
    row = ACTIONS[action]
    url, data = row.form(visitor, game)
    before = _stored(app, game)
    answer = visitor.post(url, {**data, **row.bad})
    assert answer.status == row.refused
    assert answer.alerts
    assert _stored(app, game) == before
    if row.refused == 422:
        kept = answer.fields(url)
        assert all(kept[key] == value for key, value in row.bad.items())


@EVERY
def test_junk_in_any_field_is_no_fault_of_ours(app: Flask, plain: Browser, action: str) -> None:
    """With any value, or without a field: no server error, and nothing stored if it is refused."""
    game = plain.given_game("da-500", "Anna", "Bo")
    plain.given_round(game, "Anna", {"Anna": {"points": 35}, "Bo": {"points": 25}})
    url, good = ACTIONS[action].form(plain, game)
    fields = [key for key in good if key != "csrf_token"]
    longest = LARGEST_FORM * 3 // 4 // max(1, len(fields))  # of all fields together, so that the form is not too large
    forms = [{**good, **dict.fromkeys(fields, junk[:longest])} for junk in _JUNK] + [{**good, "surplus": "1"}]
    for number, key in enumerate(fields):
        forms += [{**good, key: _JUNK[number % len(_JUNK)]}, {k: v for k, v in good.items() if k != key}]
    assert forms
    before = _stored(app, game)
    for data in forms:
        answer: Page = plain.post(url, data)
        assert answer.status in (200, 303, 403, 404, 409, 422), (answer.status, data)
        after = _stored(app, game)
        assert answer.status < 400 or after == before, data
        before = after


def test_the_table_has_a_game_to_work_on(app: Flask, visitor: Browser, game: str) -> None:
    """The tests above rely on it: a right to write, and changes are visible in `_stored`."""
    before = _stored(app, game)
    with app.app_context():
        rounds.void_round(game.rsplit("/", 1)[1], 1, received(NewChange, {}), _ANY)
    assert _stored(app, game) != before
