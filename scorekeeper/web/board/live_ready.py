"""Boards from memory for phones with a stream: our server sends them without calling the application.

The response equals that of `live.show`.
"""

import re
from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from flask import Flask

from ...extensions import reader_of
from ...services.access.access import hashed
from ...services.live.hub import Hub
from ...services.referee.clock import now
from ..device import secret_of
from ..headers import part_headers
from ..responses import milliseconds
from .live_boards import IDENTITY, VARY, BoardKey, Boards, Rendered, encoding_for

_BOARD = re.compile(r"/games/([A-Za-z0-9_-]{1,32})/board")
_HAS = re.compile(r'(?:W/)?"([^",]*)"')
_ASKS_MORE = ("IF_MATCH", "RANGE")


@dataclass(frozen=True)
class CachedResponse:
    """A complete response."""

    status: str
    headers: tuple[tuple[str, str], ...]
    body: bytes


@dataclass(frozen=True)
class BoardRequest:
    """A request for a board: requests with the same key get the same response; None if it is not cached."""

    key: Hashable
    answer: CachedResponse | None


Headers: TypeAlias = Mapping[str, str]
"""Of a request, with names as in `IF_NONE_MATCH`."""
Look: TypeAlias = Callable[[str, Headers], BoardRequest | None]
"""Takes the path and headers of a GET, and waits for nothing. None: only the application can tell."""


def look(app: Flask, boards: Boards) -> Look:
    """Return a function that finds the cached board of a request, if its phone has a stream of the game."""
    hub: Hub = app.extensions["live"]
    secure = app.config["SCOREKEEPER"].secure_cookies
    always = part_headers(secure=secure)

    def wanted(path: str, headers: Headers) -> BoardRequest | None:
        key = _key(hub, path, headers, secure=secure)
        has = _HAS.fullmatch(headers.get("IF_NONE_MATCH", '""'))
        if key is None or has is None or any(name in headers for name in _ASKS_MORE):
            return None
        board = boards.ready(key)
        if board is None:
            return BoardRequest(key, None)
        more = (*always, ("X-Now", str(milliseconds(now()))))
        return BoardRequest(key, _answer(board, has[1], encoding_for(headers.get("ACCEPT_ENCODING", "")), more))

    return wanted


def _key(hub: Hub, path: str, headers: Headers, *, secure: bool) -> BoardKey | None:
    """Return the cache key of the requested board; None if the phone has no stream of this game."""
    asked = _BOARD.fullmatch(path)
    own = secret_of(headers.get("COOKIE", ""), secure=secure) if asked else None
    known = hub.state_of(asked[1], hashed(own)) if asked and own else None
    if asked is None or known is None or not known[1].version:
        return None
    reader = reader_of(headers.get("ACCEPT_LANGUAGE", ""), headers.get("COOKIE", ""))
    return BoardKey(asked[1], known[1], reader, known[0])


def _answer(board: Rendered, has: str, encoding: str, more: tuple[tuple[str, str], ...]) -> CachedResponse:
    marked = (("Vary", VARY), ("ETag", f'"{board.etag}"'), *more)
    if has == board.etag:
        return CachedResponse("304 NOT MODIFIED", marked, b"")
    body = board.encoded[encoding]
    coded = () if encoding == IDENTITY else (("Content-Encoding", encoding),)
    kind = (("Content-Type", "text/html; charset=utf-8"), ("Content-Length", str(len(body))))
    return CachedResponse("200 OK", (*kind, *coded, *marked), body)
