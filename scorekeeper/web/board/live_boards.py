"""Cache of rendered scoreboards: each is rendered and compressed once for all phones of its version, role, language."""

import gzip
import threading
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import lru_cache
from weakref import WeakValueDictionary

import brotli
from flask import Flask, Response, request
from werkzeug.http import parse_accept_header

from ...extensions import reader_key
from ...services.live.hub import GameVersion
from .board import Board

IDENTITY = "identity"
VARY = "Accept-Encoding, Accept-Language, Cookie"
_KEPT = 64
_LONG = 200  # characters of an Accept-Encoding; bounds the keys of the cache


@dataclass(frozen=True)
class BoardKey:
    """What a board depends on."""

    game_id: str
    version: GameVersion
    reader: str
    role: str

    @property
    def etag(self) -> str:
        """The board's ETag: it differs for boards that differ."""
        version, clock, names, opened = self.version
        more = (f".{names}" if names else "") + (f"-{opened}" if opened else "")
        return f"{version}-{clock}{more}-{self.role}-{self.reader}"


@dataclass(frozen=True)
class Rendered:
    """A board, ready to be sent."""

    etag: str
    encoded: dict[str, bytes]

    def answer(self) -> Response:
        """Return the response to the present request: 304 if it has this board's ETag."""
        encoding = encoding_for(request.headers.get("Accept-Encoding", ""))
        response = Response(self.encoded[encoding], mimetype="text/html")
        if encoding != IDENTITY:
            response.headers["Content-Encoding"] = encoding
        response.headers["Vary"] = VARY
        response.set_etag(self.etag)
        response.make_conditional(request)
        return response


class Boards:
    """An LRU cache of boards."""

    def __init__(self) -> None:
        self._kept: OrderedDict[BoardKey, Rendered] = OrderedDict()
        self._lock = threading.Lock()
        self._making: WeakValueDictionary[str, threading.Lock] = WeakValueDictionary()  # by game

    def ready(self, key: BoardKey) -> Rendered | None:
        """Return a board if it is cached."""
        with self._lock:
            if key in self._kept:
                self._kept.move_to_end(key)
            return self._kept.get(key)

    def get(self, key: BoardKey, render: Callable[[], tuple[GameVersion, str]]) -> Rendered:
        """Return a board. `render` returns its HTML and its version, which may be newer than that of `key`.

        While one request renders a board, the others of that game wait for it.
        """
        with self._lock:
            making = self._making.setdefault(key.game_id, threading.Lock())
        with making:
            board = self.ready(key)
            if board is None:
                version, html = render()
                key = replace(key, version=version)
                board = _rendered(key.etag, html.encode())
                self._keep(key, board)
            return board

    def _keep(self, key: BoardKey, board: Rendered) -> None:
        with self._lock:
            self._kept[key] = board
            while len(self._kept) > _KEPT:
                self._kept.popitem(last=False)


def encoding_for(accepted: str) -> str:
    """Return the encoding of a board for an `Accept-Encoding`."""
    return _encoding_for(accepted[:_LONG])


@lru_cache(maxsize=256)
def _encoding_for(accepted: str) -> str:
    return parse_accept_header(accepted).best_match(["br", "gzip", IDENTITY]) or IDENTITY


def _rendered(etag: str, html: bytes) -> Rendered:
    packed = {"br": brotli.compress(html, quality=5), "gzip": gzip.compress(html, 6, mtime=0), IDENTITY: html}
    return Rendered(etag, packed)


def board_etag(board: Board) -> str:
    """Return the ETag of a board in the reader's language."""
    return BoardKey(board.view.id, board.version, reader_key(), board.role.value).etag


def register(app: Flask) -> None:
    """Add `board_etag` to the templates."""
    app.jinja_env.globals.update(board_etag=board_etag)
