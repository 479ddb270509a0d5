"""Boards that the event loop sends from the cache: they equal the application's, need access, and are rendered once."""

import re
import socket
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import UTC, datetime
from itertools import product
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import update

from scorekeeper import create_app
from scorekeeper.config.settings import Settings
from scorekeeper.server import Server
from scorekeeper.services.access.access import Role, hashed
from scorekeeper.services.live.hub import Hub
from scorekeeper.store import queries
from scorekeeper.store.database import writing
from scorekeeper.store.models import Grant
from scorekeeper.store.queries import GameVersion
from scorekeeper.web.board import live
from scorekeeper.web.board.live_boards import IDENTITY, BoardKey, Boards

from .conftest import join
from .pages import Browser
from .phones import Phone, secret_of, wait_until

pytestmark = pytest.mark.both_databases  # they notify differently


@pytest.fixture
def game(plain: Browser) -> str:
    """A game of two with a round."""
    address = plain.given_game("da-500", "Anna", "Bo")
    plain.enter(address, "p0", p0_points="35", p1_points="-10")
    return address


def asked(game: str, browser: Browser, *lines: str, path: str = "board") -> bytes:
    """Return the bytes of a request for the board."""
    own = f"Cookie: theme=dark; device={secret_of(browser)}"
    return "\r\n".join([f"GET {game}/{path} HTTP/1.1", "Host: localhost", own, *lines, "", ""]).encode()


def answers(port: int, request: bytes, many: int = 1) -> list[tuple[int, bytes]]:
    """Send bytes; return the status and body of so many responses."""
    found, data = [], b""
    with socket.create_connection(("127.0.0.1", port), 20) as connection:
        connection.sendall(request)
        while len(found) < many:
            head, end, body = data.partition(b"\r\n\r\n")
            length = re.search(rb"(?i)content-length: (\d+)", head)
            if end and len(body) >= int(length[1] if length else 0):
                size = int(length[1] if length else 0)
                found.append((int(head.split()[1]), body[:size]))
                data = body[size:]
                continue
            more = connection.recv(1 << 16)
            assert more, (found, data)
            data += more
    return found


def cached(app: Flask, game: str, browser: Browser, **headers: str) -> Any:
    """Return what `app` has in its cache for a browser's request with these headers."""
    cookie = f"device={secret_of(browser)}"
    return app.extensions["ready"](f"{game}/board", {"COOKIE": cookie, **headers})


def watch(app: Flask, game: str, browser: Browser, role: str, version: int = 2) -> None:
    """Open a browser's event stream of the game."""
    stream = app.extensions["live"].subscribe(game.rsplit("/", 1)[1], hashed(secret_of(browser)), role)
    stream.publish(GameVersion(version))


def test_what_is_ready_is_what_the_application_answers(
    app: Flask, settings: Settings, plain: Browser, game: str
) -> None:
    """For viewers and scorers, with this ETag or another, on HTTP and behind HTTPS."""
    guest, behind = join(app, game, Role.VIEWER), create_app(replace(settings, base_url="https://cards.example"))
    for each, browser, role in ((app, plain, "scorer"), (app, guest, "viewer"), (behind, plain, "scorer")):
        watch(each, game, browser, role)
        marks = (None, f'"2-0-{role}-en"', f'W/"2-0-{role}-en"', '"1-0-scorer-en"')
        for encoding, mark in product(("br", "gzip, deflate", "identity", "", "*;q=0"), marks):
            asking = {"Accept-Encoding": encoding} | ({"If-None-Match": mark} if mark else {})
            cookie = {"Cookie": f"device={secret_of(browser)}"}
            by_app = each.test_client(use_cookies=False).get(f"{game}/board", headers=asking | cookie)
            ready = cached(each, game, browser, **{name.upper().replace("-", "_"): asking[name] for name in asking})
            assert (ready.answer.status, ready.answer.body) == (by_app.status, by_app.data)
            apart = dict.fromkeys(("X-Now", "Date"))  # the server dates by itself
            assert dict(ready.answer.headers) | apart == dict(by_app.headers) | apart
            assert len(ready.answer.headers) == len(by_app.headers) - 1
            assert abs(int(dict(ready.answer.headers)["X-Now"]) - int(by_app.headers["X-Now"])) < 5_000
    for each in (app, behind):
        each.extensions["live"].close()


def test_nothing_is_ready_for_whoever_has_no_stream_of_the_game_nor_for_other_questions(
    app: Flask, plain: Browser, stranger: Browser, game: str
) -> None:
    guest = join(app, game, Role.VIEWER)
    plain.get(f"{game}/board")
    for browser in (plain, guest, stranger):
        assert cached(app, game, browser) is None
    watch(app, game, plain, "scorer")
    assert cached(app, game, plain).answer.status == "200 OK"
    for browser in (guest, stranger):
        assert cached(app, game, browser) is None
    secret = secret_of(plain)
    for path in (f"{game}/board/", f"{game}/big", game, f"/games/{'a' * 22}/board", f"{game}/../board", "/"):
        assert app.extensions["ready"](path, {"COOKIE": f"device={secret}"}) is None
    for cookie in ("", f"device={secret}x", f"device=; device={secret}", f"xdevice={secret}", f'device="{secret}"'):
        assert app.extensions["ready"](f"{game}/board", {"COOKIE": cookie}) is None
    for name, value in {"IF_MATCH": '"a"', "RANGE": "bytes=0-1", "IF_NONE_MATCH": '"a", "b"'}.items():
        assert cached(app, game, plain, **{name: value}) is None
    app.extensions["live"].close()
    assert cached(app, game, plain) is None


def boards_asked(app: Flask, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return a list of the boards that the application renders from now on."""
    seen: list[str] = []
    answer = app.wsgi_app

    def noting(environ: Any, start_response: Any) -> Any:
        if environ["PATH_INFO"].endswith("/board"):
            seen.append(environ["PATH_INFO"])
        return answer(environ, start_response)

    monkeypatch.setattr(app, "wsgi_app", noting)
    return seen


@pytest.mark.parametrize("failing", [0, 1])
def test_of_many_phones_that_ask_at_once_the_application_hears_once(
    app: Flask,
    server: Server,
    listen: Callable[[Browser], Phone],
    plain: Browser,
    game: str,
    failing: int,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Others wait for its result without a thread; if it fails, the next one renders it."""
    listen(plain).hear(b'"version":2')
    render, asking, failures = live._render, boards_asked(app, monkeypatch), [OSError("no template")] * failing

    def slow(access: Any) -> Any:
        time.sleep(0.3)
        if failures:
            raise failures.pop()
        return render(access)

    monkeypatch.setattr(live, "_render", slow)
    app.config["PROPAGATE_EXCEPTIONS"] = False
    with ThreadPoolExecutor(20) as pool:
        found = [each for (each,) in pool.map(lambda _: answers(server.port, asked(game, plain)), range(20))]
    assert sorted(status for status, _ in found) == [200] * (20 - failing) + [500] * failing
    assert len({body for status, body in found if status == 200}) == 1
    assert asking == [f"{game}/board"] * (1 + failing)


def test_requests_on_one_connection_are_answered_in_their_order(
    app: Flask,
    server: Server,
    listen: Callable[[Browser], Phone],
    plain: Browser,
    game: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Pipelined: from the cache, by the application, not modified."""
    listen(plain).hear(b'"version":2')
    board, big = asked(game, plain), asked(game, plain, path="big")
    ((_, first),) = answers(server.port, board)
    asking = boards_asked(app, monkeypatch)
    found = answers(server.port, board + big + asked(game, plain, 'If-None-Match: "2-0-scorer-en"') + board + big, 5)
    assert [status for status, _ in found] == [200, 200, 304, 200, 200]
    assert [body == first for _, body in found] == [True, False, False, True, False]
    assert found[1][1] == found[4][1]
    assert asking == []


def test_whoever_has_no_stream_keeps_the_connection_when_there_is_nothing_new(
    server: Server, plain: Browser, game: str
) -> None:
    """A polling phone keeps its connection, unless it asks to close it."""
    ask = asked(game, plain, 'If-None-Match: "2-0-scorer-en"')
    last = asked(game, plain, 'If-None-Match: "2-0-scorer-en"', "Connection: close")
    assert answers(server.port, ask + ask + last, 3) == [(304, b"")] * 3
    with pytest.raises(AssertionError):
        answers(server.port, last + ask, 2)


def test_a_phone_that_asks_and_does_not_read_holds_up_nobody(
    server: Server, listen: Callable[[Browser], Phone], plain: Browser, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its output buffer is bounded, and the event loop never waits for it."""
    monkeypatch.setattr(live, "_render", lambda _access: (GameVersion(2), "x" * 300_000))
    listen(plain).hear(b'"version":2')
    with socket.create_connection(("127.0.0.1", server.port)) as lazy:
        lazy.sendall(asked(game, plain) * 50)
        time.sleep(0.5)
        assert [status for status, _ in answers(server.port, asked(game, plain))] == [200]


def test_a_phone_that_does_not_read_its_hints_loses_its_stream(
    server: Server, listen: Callable[[Browser], Phone], plain: Browser, hub: Hub
) -> None:
    """Otherwise events would be buffered for ever."""
    phone = listen(plain)
    phone.hear(b'"version":2')
    (stream,) = hub._streams
    phone.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)  # else the system itself keeps megabytes
    for version in range(3, 40_000):
        stream.publish(GameVersion(version))
    wait_until(lambda: not hub._streams)


def test_a_right_that_is_withdrawn_ends_what_is_ready_for_it(
    app: Flask, server: Server, listen: Callable[[Browser], Phone], plain: Browser, game: str
) -> None:
    """A phone whose stream ended for that gets no board from the cache; others do."""
    guest = join(app, game, Role.VIEWER)
    phone, other = listen(guest), listen(plain)
    for each in (phone, other):
        each.hear(b'"version":2')
    assert answers(server.port, asked(game, guest))[0][0] == 200
    with app.app_context(), writing() as session:
        session.execute(
            update(Grant)
            .where(Grant.role == "viewer", Grant.key_hash.is_not(None))
            .values(withdrawn_at=datetime.now(UTC))
        )
        queries.notify(session, game.rsplit("/", 1)[1])
    phone.hear(b"event: out")
    assert answers(server.port, asked(game, guest))[0][0] == 403
    assert answers(server.port, asked(game, plain))[0][0] == 200


def test_a_board_does_not_wait_for_that_of_another_game(app: Flask) -> None:
    """Boards of two games are rendered concurrently; two phones of one game share one."""
    boards, ready, made = Boards(), threading.Event(), []

    def long() -> tuple[GameVersion, str]:
        made.append("long")
        assert ready.wait(20)
        return GameVersion(1, 0), "long"

    with ThreadPoolExecutor() as pool, app.test_request_context():
        keys = [BoardKey(game, GameVersion(1, 0), "en", "viewer") for game in ("long", "short")]
        waiting = [pool.submit(boards.get, keys[0], long) for _ in range(2)]
        try:
            assert boards.get(keys[1], lambda: (GameVersion(1, 0), "short")).encoded[IDENTITY] == b"short"
            assert not any(each.done() for each in waiting)
        finally:
            ready.set()
        assert [each.result().encoded[IDENTITY] for each in waiting] == [b"long"] * 2
    assert made == ["long"]
