"""From ASGI to WSGI and back: the application's environment, and its response on the wire."""

import re
import socket
import statistics
import time
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from scorekeeper.api.bodies import IMPORT_LIMIT as BY_API
from scorekeeper.config.settings import Settings
from scorekeeper.http.rate_limits import CLASS_OF
from scorekeeper.server import Limits, Server
from scorekeeper.server.limits import IMPORTS
from scorekeeper.server.listening import ACCEPT_BATCH, listen
from scorekeeper.web.games.exchange import IMPORT_LIMIT as BY_PAGE

from .conftest import Client, application, request, running

Connect = Callable[..., Client]


def answering(status: str, *headers: tuple[str, str], body: bytes = b"hello") -> Any:
    """Return an application that always gives this response."""

    def answer(_environ: dict[str, Any], start_response: Any) -> list[bytes]:
        start_response(status, list(headers))
        return [body]

    return answer


def test_the_server_takes_of_a_body_what_the_application_takes(app: Flask) -> None:
    """The application itself answers that a body is too large."""
    assert Limits.body_bytes == app.config["MAX_CONTENT_LENGTH"]
    assert Limits.import_bytes == BY_API == BY_PAGE
    posts = [rule for rule in app.url_map.iter_rules() if "POST" in (rule.methods or ())]
    large = {rule.endpoint for rule in posts if IMPORTS.fullmatch(re.sub("<.*?>", "0a1b", rule.rule))}
    assert large == {route for route, each in CLASS_OF.items() if each.name == "import"}


@pytest.mark.parametrize("size", [0, 5, 20_000, 1024 * 1024])
@pytest.mark.parametrize("chunked", [False, True])
def test_a_body_comes_whole(connect: Connect, size: int, chunked: bool) -> None:
    """From memory or from a file; the length of a chunked body is known, too."""
    body = b"x" * size
    if chunked:
        head = request("/length", "Transfer-Encoding: chunked", method="POST")
        pieces = [body[at : at + 9_000] for at in range(0, size, 9_000)]
        sent = head + b"".join(b"%x\r\n%s\r\n" % (len(piece), piece) for piece in pieces) + b"0\r\n\r\n"
    else:
        sent = request("/length", f"Content-Length: {size}", method="POST") + body
    client = connect()
    client.send(sent + request("/after"))
    assert client.answer() == (200, b"%d of %d" % (size, size))
    assert client.answer() == (200, b"/after")


def test_empty_lines_in_a_body_and_two_bodies_at_once_are_told_apart(connect: Connect) -> None:
    body = b"GET /a HTTP/1.1\r\n\r\nGET /b HTTP/1.1\r\n\r\n"
    client = connect()
    client.send((request("/length", f"Content-Length: {len(body)}", method="POST") + body) * 3)
    assert [client.answer() for _ in range(3)] == [(200, b"%d of %d" % (len(body), len(body)))] * 3


def test_of_a_body_that_is_too_large_the_application_hears_how_large_it_is(connect: Connect) -> None:
    """It gets the length but no byte; a client that sends `Expect: 100-continue` is refused at once."""
    for size in (2_000_000, 100_000_000):
        client = connect()
        client.send(request("/length", f"Content-Length: {size}", "Expect: 100-continue", method="POST"))
        assert client.answer() == (200, b"0 of %d" % size)
        assert b"connection: close" in client.head
    client = connect()
    client.send(request("/length", "Content-Length: 2000000", method="POST") + b"x" * 2_000_000 + request("/after"))
    assert [client.answer() for _ in range(2)] == [(200, b"0 of 2000000"), (200, b"/after")]


def test_of_a_body_in_chunks_that_is_too_large_one_byte_too_many_is_kept(connect: Connect) -> None:
    chunk = b"10000\r\n" + b"x" * 65_536 + b"\r\n"
    client = connect()
    client.send(request("/length", "Transfer-Encoding: chunked", method="POST") + chunk * 40 + b"0\r\n\r\n")
    assert client.answer() == (200, b"1048577 of 1048577")


def test_whoever_asks_whether_to_send_a_body_is_told_to(connect: Connect) -> None:
    client = connect()
    client.send(request("/length", "Content-Length: 5", "Expect: 100-continue", method="POST"))
    assert client.answer()[0] == 100
    client.send(b"hello")
    assert client.answer() == (200, b"5 of 5")


@pytest.mark.parametrize(("status", "length"), [("204 No Content", None), ("304 Not Modified", None), ("200 OK", 5)])
def test_an_answer_has_the_length_that_it_has(status: str, length: int | None) -> None:
    """No length where there is no body, whatever header the application sends."""
    with running(answering(status, ("Content-Length", "7"))) as server:
        client = Client(server)
        for _ in range(2):
            assert client.ask() == (int(status[:3]), b"hello"[: length or 0])
            assert (b"content-length" in client.head) == (length is not None)
            assert b"chunked" not in client.head


def test_the_answer_to_head_has_no_body(connect: Connect) -> None:
    with running(answering("200 OK", ("Content-Length", "5"), body=b"")) as server:
        client = Client(server)
        client.send(request(method="HEAD") + request("/", "Connection: close"))
        assert b"content-length: 5" in client._until(b"\r\n\r\n")
        assert client._until(b"\r\n\r\n").startswith(b"HTTP/1.1 200")


def test_an_older_client_gets_no_chunks_and_the_connection_ends(connect: Connect) -> None:
    client = connect()
    client.send(b"GET /old HTTP/1.0\r\n\r\n")
    assert client.answer() == (200, b"/old")
    assert client.is_closed()


@pytest.mark.parametrize("header", [("X-A", "b\r\nX-C: d"), ("X-A\r\nX-C", "d")])
def test_no_header_is_smuggled_into_an_answer(header: tuple[str, str]) -> None:
    with running(answering("200 OK", header)) as server:
        client = Client(server)
        assert client.ask()[0] == 500
        assert b"X-C" not in client.head
        assert Client(server).ask()[0] == 500


@pytest.mark.parametrize(
    "head",
    [
        b"GET / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: x\r\nContent-Length: -5\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost : x\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: x\r\n folded: y\r\n\r\n",
        b"GET / HTTP/9.9\r\nHost: x\r\n\r\n",
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n",
    ],
)
def test_what_is_no_request_is_refused(connect: Connect, head: bytes) -> None:
    """The application is not called, and no part of it is taken for another request."""
    client = connect()
    client.send(head + request("/after"))
    assert client.answer()[0] == 400
    assert client.is_closed()


def test_after_an_upgrade_that_we_do_not_speak_nothing_is_taken_for_a_request(connect: Connect) -> None:
    client = connect()
    client.send(request("/a", "Connection: Upgrade", "Upgrade: websocket") + request("/b"))
    assert client.answer() == (200, b"/a")
    assert client.is_closed()


def test_addresses_come_as_they_were_sent() -> None:
    """Each byte of a path is one character (PEP 3333)."""
    seen: dict[str, Any] = {}

    def noting(environ: dict[str, Any], start_response: Any) -> list[bytes]:
        seen.update(environ)
        return application(environ, start_response)

    with running(noting) as server:
        lines = ("Cookie: a=1", "Cookie: b=2", "X-A: 1", "X-A: 2", "Content-Type: text/x")
        assert Client(server).ask("/%C3%A6%FF/a%20b?c=%20d&e", *lines) == (200, b"/\xc3\xa6\xff/a b")
        told = (server.port, seen["QUERY_STRING"], seen["HTTP_COOKIE"], seen["HTTP_X_A"], seen["CONTENT_TYPE"])
        assert told == (int(seen["SERVER_PORT"]), "c=%20d&e", "a=1; b=2", "1, 2", "text/x")
        assert (seen["REMOTE_ADDR"], seen["wsgi.url_scheme"]) == ("127.0.0.1", "http")


def test_small_answers_are_sent_at_once(connect: Connect) -> None:
    """Head and body are two packets; Nagle's algorithm would delay the second by 40 ms."""
    client, took = connect(), []
    for _ in range(25):
        began = time.monotonic()
        client.ask()
        took.append(time.monotonic() - began)
    assert statistics.median(took) < 0.03


@pytest.mark.parametrize(
    ("host", "address"),
    [("127.0.0.1", "127.0.0.1"), ("0.0.0.0", "127.0.0.1"), ("::1", "::1"), ("::", "::1"), ("localhost", "127.0.0.1")],
)
def test_it_listens_at_the_host_of_the_settings(host: str, address: str) -> None:
    with running(host=host) as server, socket.create_connection((address, server.port), 5) as connection:
        connection.sendall(b"GET /a HTTP/1.0\r\n\r\n")
        assert connection.recv(100).startswith(b"HTTP/1.1 200")


def test_many_connections_may_wait_though_few_are_accepted_in_one_go(tmp_path: Path) -> None:
    """asyncio takes one number for both; if it is large, thousands of new connections delay all others."""
    (listener,) = listen(Settings(tmp_path, "sqlite://", host="127.0.0.1", port=0), send_buffer_bytes=4096)
    with listener, ExitStack() as clients:
        listener.listen(ACCEPT_BATCH)  # as asyncio does
        for _ in range(4 * ACCEPT_BATCH):
            clients.enter_context(socket.create_connection(listener.getsockname(), 5))


def test_a_server_that_cannot_go_on_leaves_its_thread_free(server: Server) -> None:
    """An application that raises is answered by 500, any number of times."""

    def failing(_environ: dict[str, Any], _start_response: Any) -> list[bytes]:
        raise RuntimeError("broken")

    with running(failing) as one:
        assert [Client(one).ask()[0] for _ in range(5)] == [500] * 5
