"""Events of a game on a real server, the board that all phones fetch, and the big view."""

import os
import re
import socket
import threading
import time
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime

import pytest
from flask import Flask
from sqlalchemy import event, update

from scorekeeper import create_app
from scorekeeper.config.settings import Settings
from scorekeeper.extensions import LANGUAGES, reader_key
from scorekeeper.rules.letters import usual_letters
from scorekeeper.server import Server
from scorekeeper.services.access.access import Access, Role
from scorekeeper.services.live.hub import HAND_OVER, MAX_PER_DEVICE, MAX_PER_NETWORK, MAX_STREAMS, Hub
from scorekeeper.store import queries
from scorekeeper.store.database import db, writing
from scorekeeper.store.models import Grant
from scorekeeper.store.queries import GameVersion
from scorekeeper.web.board import live

from .conftest import join
from .pages import Browser
from .phones import Phone, wait_until

pytestmark = pytest.mark.both_databases  # they notify differently

THREADS = {"wsgi.multithread": True}


def open_files() -> int:
    """Return the number of open files and sockets of this process."""
    return len(os.listdir("/dev/fd"))


@pytest.fixture
def game(plain: Browser) -> str:
    """A game of two with a round."""
    address = plain.given_game("da-500", "Anna", "Bo")
    plain.enter(address, "p0", p0_points="35", p1_points="-10")
    return address


def enter(plain: Browser, game: str) -> None:
    plain.enter(game, "p0", p0_points="5", p1_points="-5")


def test_phones_hear_of_a_round_and_need_no_thread_each(
    listen: Callable[[Browser], Phone], server: Server, plain: Browser, game: str, hub: Hub
) -> None:
    """There are more phones than threads; pages are served meanwhile."""
    phones = [listen(plain) for _ in range(MAX_PER_DEVICE)]
    for phone in phones:
        head = phone.hear(b'{"version":2,"clock":0}\n\n')
        assert b"200 OK" in head
        assert b"text/event-stream" in head
        assert b"no-store" in head
        assert b"retry: " in head
        assert b"Anna" not in head
    enter(plain, game)
    for phone in phones:
        phone.hear(b'{"version":3,"clock":0}\n\n')
    with socket.create_connection(("127.0.0.1", server.port), 5) as other:
        other.sendall(b"GET /static/app.css HTTP/1.0\r\n\r\n")
        assert b"200 OK" in other.recv(100)
    assert b"503 " in listen(plain).hear(b"\r\n\r\n")
    for phone in phones:
        phone.close()
    wait_until(lambda: len(hub) == 0)


def test_hints_and_the_servers_own_sending_do_not_get_in_each_others_way(
    listen: Callable[[Browser], Phone], plain: Browser, hub: Hub
) -> None:
    """Two threads send events: each phone gets the last one, and all bytes are in order."""
    phones = [listen(plain) for _ in range(8)]
    for phone in phones:
        phone.hear(b"version")
    assert len(hub) == 8

    def say(first: int) -> None:
        for version in range(first, 2_000, 2):
            for stream in list(hub._streams):
                stream.ping()
                stream.publish(GameVersion(version))

    threads = [threading.Thread(target=say, args=(first,)) for first in (10, 11)]
    for thread in threads:
        thread.start()
    for phone in phones:
        heard = phone.hear(b'{"version":1999,"clock":0}\n\n')
        versions = [int(found) for found in re.findall(rb'"version":(\d+)', heard)]
        assert versions == sorted(set(versions))
    for thread in threads:
        thread.join()


def test_two_hundred_streams_opened_and_dropped_leave_nothing_behind_and_no_hint_is_lost(
    listen: Callable[[Browser], Phone], app: Flask, plain: Browser, game: str, hub: Hub
) -> None:
    """Some are dropped before the first event, while rounds are saved; the others get the last event."""
    staying, browsers = listen(plain), [join(app, game, Role.VIEWER) for _ in range(5)]
    staying.hear(b'"version":2')
    before, files = threading.active_count(), open_files()
    for number in range(20):
        phones = [listen(browsers[number % 5]) for _ in range(10)]
        for phone in phones[::2]:
            phone.hear(b"version")
        if number % 5 == 4:
            enter(plain, game)
        for phone in phones:
            phone.close()
    staying.hear(b'"version":6')
    wait_until(lambda: len(hub) == 1, 20)
    wait_until(lambda: threading.active_count() <= before, 20)
    wait_until(lambda: open_files() <= files + 12, 20)  # a few connections to the database come and go


def test_streams_end_when_the_server_stops(listen: Callable[[Browser], Phone], server: Server, plain: Browser) -> None:
    """At once and in order, not by a timeout."""
    phone = listen(plain)
    phone.hear(b"version")
    began = time.monotonic()
    server.stop(grace=10)
    assert phone.hear_all().endswith(b"0\r\n\r\n")
    assert time.monotonic() - began < 4


def test_a_stream_ends_when_its_key_is_withdrawn(listen: Callable[[Browser], Phone], app: Flask, game: str) -> None:
    guest = join(app, game, Role.VIEWER)
    phone = listen(guest)
    phone.hear(b"version")
    with app.app_context(), writing() as session:
        session.execute(
            update(Grant)
            .where(Grant.role == "viewer", Grant.key_hash.is_not(None))
            .values(withdrawn_at=datetime.now(UTC))
        )
        queries.notify(session, game.rsplit("/", 1)[1])
    phone.hear_all()
    assert guest.get(f"{game}/board").status == 403


def test_strangers_hear_and_see_nothing(listen: Callable[[Browser], Phone], stranger: Browser, game: str) -> None:
    assert b" 403 " in listen(stranger).hear(b"\r\n\r\n")
    for part in ("events", "board", "big"):
        assert stranger.get(f"{game}/{part}").status == 403


def test_a_head_request_takes_no_place(plain: Browser, game: str, hub: Hub) -> None:
    answer = plain.client.head(f"{game}/events")
    assert (answer.status_code, answer.mimetype, len(hub)) == (200, "text/event-stream", 0)


def test_on_a_server_with_a_thread_for_each_stream_enough_are_left(app: Flask, plain: Browser, game: str) -> None:
    """Streams get half of the threads; further phones are refused, and poll."""
    hub: Hub = app.extensions["live"]
    answers = [plain.client.get(f"{game}/events", environ_overrides=THREADS) for _ in range(hub.most)]
    chunks = [answer.iter_encoded() for answer in answers]
    assert hub.most == app.config["SCOREKEEPER"].threads // 2
    for each in chunks:
        assert next(each).startswith(b"retry: ")
        assert next(each) == b'data: {"version":2,"clock":0}\n\n'
    refused = plain.client.get(f"{game}/events", environ_overrides=THREADS)
    assert (refused.status_code, refused.headers["Retry-After"]) == (503, "20")
    enter(plain, game)
    for each in chunks:
        assert next(each) == b'data: {"version":3,"clock":0}\n\n'
    for answer in answers:
        answer.close()
    assert len(hub) == 0


def test_streams_are_counted_by_network(settings: Settings, plain: Browser, game: str, hub: Hub) -> None:
    """An IPv4 address, or an IPv6 /64."""
    hub.per_network = 2

    def ask(address: str) -> int:
        where = {"REMOTE_ADDR": address, HAND_OVER: lambda hub, stream: None}
        return plain.client.get(f"{game}/events", environ_overrides=where).status_code

    assert [ask(f"2001:db8::{number}") for number in (1, 2, 3)] == [200, 200, 503]
    assert [ask("2001:db8:1::1"), ask("192.0.2.1")] == [200, 200]
    for enabled, most in ((True, MAX_PER_NETWORK), (False, MAX_STREAMS)):
        assert create_app(replace(settings, ratelimit_enabled=enabled)).extensions["live"].per_network == most


def test_a_server_that_answers_one_at_a_time_has_no_streams(plain: Browser, game: str, hub: Hub) -> None:
    """One phone would block all others."""
    assert plain.client.get(f"{game}/events").status_code == 503
    assert len(hub) == 0


def test_the_board_is_the_pages_own_without_what_is_one_phones_own(plain: Browser, game: str) -> None:
    """The same parts as in the page, without token and message, with the last change."""
    page, part = plain.get(game), plain.get(f"{game}/board")
    for name in ("headline", "totals", "next-deal", "picture"):
        assert [node.text for node in page.root.all(id=name)] == [node.text for node in part.root.all(id=name)]
    assert part.root.all(id="live")[0].attrs["data-news"] == "Round 1 was entered."
    assert page.fields("/undo")["version"] == part.fields("/undo")["version"] == "2"
    assert page.fields("/undo")["csrf_token"] != part.fields("/undo")["csrf_token"] == ""
    assert "Set-Cookie" not in part.response.headers


def test_whoever_has_the_board_is_told_so(app: Flask, plain: Browser, game: str) -> None:
    """304 for the page's ETag; a viewer's and another version's differ."""
    mark = plain.get(game).root.all(id="live")[0].attrs["data-etag"]

    def ask(browser: Browser) -> int:
        return browser.client.get(f"{game}/board", headers={"If-None-Match": f'"{mark}"'}).status_code

    assert ask(plain) == 304
    guest = join(app, game, Role.VIEWER)
    assert ask(guest) == 200
    assert not guest.get(f"{game}/board").root.all("form")
    enter(plain, game)
    assert ask(plain) == 200


@pytest.mark.parametrize("encoding", ["br", "gzip"])
def test_the_board_is_kept_compressed(plain: Browser, game: str, encoding: str) -> None:
    answer = plain.client.get(f"{game}/board", headers={"Accept-Encoding": encoding})
    assert answer.headers["Content-Encoding"] == encoding
    assert len(answer.data) < len(plain.client.get(f"{game}/board").data) / 2


def test_the_board_that_many_fetch_is_made_once_and_costs_watchers_no_query(
    app: Flask, plain: Browser, game: str, hub: Hub
) -> None:
    listening = plain.client.get(f"{game}/events", environ_overrides=THREADS)
    chunks = listening.iter_encoded()
    next(chunks), next(chunks)
    plain.get(f"{game}/board")
    asked: list[str] = []

    def note(*given: object) -> None:
        if threading.current_thread() is threading.main_thread():  # not the one that looks for commits
            asked.append(str(given[2]))

    with app.app_context():
        event.listen(db.engine, "before_cursor_execute", note)
    for _ in range(10):
        assert plain.get(f"{game}/board").status == 200
    assert asked == []
    listening.close()
    assert plain.get(f"{game}/board").status == 200
    assert asked


def test_a_board_is_made_once_for_each_version_language_and_role(
    app: Flask, plain: Browser, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    viewer = join(app, game, Role.VIEWER)
    made: list[tuple[Role, str]] = []
    render = live._render

    def counted(access: Access) -> tuple[GameVersion, str]:
        made.append((access.role, reader_key()))
        return render(access)

    monkeypatch.setattr(live, "_render", counted)
    readers = [(language, letters) for language in LANGUAGES for letters in (usual_letters(language), "EKDB")]
    for rounds in (1, 2):
        for language, letters in readers * 3:
            for browser in (plain, viewer):
                browser.client.set_cookie("language", language)
                browser.client.set_cookie("letters", letters)
                assert browser.client.get(f"{game}/board").status_code == 200
        assert len(made) == len({*made}) * rounds == len(readers) * 2 * rounds
        plain.client.set_cookie("language", "en")
        enter(plain, game)


def test_the_big_view_has_the_totals_and_nothing_to_tap(app: Flask, game: str) -> None:
    guest = join(app, game, Role.VIEWER)
    page = guest.get(f"{game}/big")
    assert [row.all("b")[0].text for row in page.root.all("ol")[0].all("li")] == ["35", "−10"]
    main = page.root.all("main")[0]
    assert not [node for node in main.walk() if node.tag in ("form", "button", "a", "input")]
