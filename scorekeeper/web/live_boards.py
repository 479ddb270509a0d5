"""Boards that many phones fetch at once: each is rendered and compressed once, then kept for the next who asks."""

import gzip
import threading
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, replace

import brotli
from flask import Flask, Response, request

from ..store.queries import Stand
from .board import Board
from .page import language

_KEPT = 64


@dataclass(frozen=True)
class Key:
    """What a board depends on."""

    game_id: str
    stand: Stand
    language: str
    role: str

    @property
    def etag(self) -> str:
        """The board's mark: another for whatever looks otherwise."""
        return f"{self.stand.version}-{self.stand.clock}-{self.role}-{self.language}"


@dataclass(frozen=True)
class Rendered:
    """A board, ready to be sent."""

    etag: str
    encoded: dict[str, bytes]

    def answer(self) -> Response:
        """Return the answer to the present request: 304 if it has this board."""
        encoding = request.accept_encodings.best_match(["br", "gzip", "identity"]) or "identity"
        response = Response(self.encoded[encoding], mimetype="text/html")
        if encoding != "identity":
            response.headers["Content-Encoding"] = encoding
        response.headers["Vary"] = "Accept-Encoding, Accept-Language, Cookie"
        response.set_etag(self.etag)
        response.make_conditional(request)
        return response


class Boards:
    """The boards that were asked for last."""

    def __init__(self) -> None:
        self._kept: OrderedDict[Key, Rendered] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, key: Key, render: Callable[[], tuple[Stand, str]]) -> Rendered:
        """Return a board; `render` makes it, and says how far it is: further if the game has moved on.

        While one request makes a board, the others wait for it.
        """
        with self._lock:
            if key not in self._kept:
                stand, html = render()
                key = replace(key, stand=stand)
                self._kept[key] = _rendered(key.etag, html.encode())
            self._kept.move_to_end(key)
            while len(self._kept) > _KEPT:
                self._kept.popitem(last=False)
            return self._kept[key]


def _rendered(etag: str, html: bytes) -> Rendered:
    packed = {"br": brotli.compress(html, quality=5), "gzip": gzip.compress(html, 6, mtime=0), "identity": html}
    return Rendered(etag, packed)


def board_etag(board: Board) -> str:
    """Return the mark of a board in the page's language."""
    return Key(board.view.id, board.stand, language(), board.role.value).etag


def register(app: Flask) -> None:
    """Let pages say which board they show."""
    app.jinja_env.globals.update(board_etag=board_etag)
