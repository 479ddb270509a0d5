"""Offline support: the service worker and its precache, the fallback page, the web app manifest."""

import json
from collections.abc import Callable
from functools import cache
from hashlib import sha256
from typing import cast

from flask import Blueprint, Flask, Response, current_app, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from ...services.referee.offline_rules import QUESTIONS
from ...services.views.game_view import GameView
from ..csrf import form_token
from ..responses import fresh, language, page
from ..text import _
from .assets import static_bytes, static_url
from .script_words import worker_words

bp = Blueprint("offline", __name__)

PAGES = ["offline.show"]
"""Precached pages: endpoints without arguments."""
FILES = [
    *("app.js", "app.css", "game.js", "game.css", "big.css", "icon.svg", "vendor/htmx-4.0.1.min.js"),
    *("referee.css", "referee.js", "referee-offline.js"),
]
"""Precached static files, besides the words of the reader's language: those of `PAGES` and of the pages of games."""
AHEAD = ["referee", *(f"referee/{slug}" for slug in QUESTIONS)]
"""Pages of a game that are cached with its scoreboard, besides the form of the next round."""
_ICONS = (
    ("icon-192.png", "192x192", "any"),
    ("icon-512.png", "512x512", "any"),
    ("maskable-512.png", "512x512", "maskable"),
)
"""Made by `rsvg-convert -w 192 -h 192 static/icon.svg -o static/icons/icon-192.png` and so on."""


@bp.get("/sw.js")
def worker() -> AnyResponse:
    """Return the service worker's script; it changes whenever anything in its precache changes."""
    response = Response(_script(language()), mimetype="text/javascript")
    response.headers["Cache-Control"] = "no-cache"
    response.add_etag()
    return response.make_conditional(request)


@bp.get("/offline")
def show() -> Response:
    """Show the fallback for pages that are not cached, with a list of the games that are."""
    return page("offline/show.html", outbox=True)


@bp.get("/token")
def token() -> Response:
    """Return a fresh CSRF token, for a form that was opened long ago."""
    return fresh(Response(form_token(), mimetype="text/plain"))


@bp.get("/manifest.webmanifest")
def manifest() -> Response:
    """Return the web app manifest."""
    described = {
        "name": "Scorekeeper",
        "short_name": "Scorekeeper",
        "description": _("Keep the score of your rummy game"),
        "lang": language(),
        "id": "/",
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "theme_color": "#f6f4ee",  # pages override it in the dark theme
        "background_color": "#14532d",
        "icons": [
            {"src": static_url("icon.svg"), "sizes": "any", "type": "image/svg+xml"},
            *(
                {"src": static_url(f"icons/{name}"), "sizes": sizes, "type": "image/png", "purpose": purpose}
                for name, sizes, purpose in _ICONS
            ),
        ],
    }
    return Response(json.dumps(described), mimetype="application/manifest+json", headers={"Cache-Control": "no-cache"})


def setup_mark(view: GameView) -> str:
    """Return a hash of what the forms of a game depend on, 6 hex digits; a cached form with another one is outdated."""
    setup, scripts = view.setup, [static_url(name) for name in ("game.js", "referee-offline.js")]
    made_of = (setup.name, setup.players, sorted(setup.house_rules.items()), view.variant.version, scripts)
    return sha256(repr(made_of).encode()).hexdigest()[:6]


def register(app: Flask) -> None:
    """Register the routes with `app`, and `setup_mark` with its templates."""
    app.register_blueprint(bp)
    app.jinja_env.globals.update(setup_mark=setup_mark)


@cache
def _script(tag: str) -> bytes:
    """Return the worker's script in a language, preceded by its precache list and the version of that."""
    code = static_bytes("worker.js")
    files = [static_url(name) for name in (*FILES, f"words/{tag}.js")]
    pages = {url_for(endpoint): _body(endpoint) for endpoint in PAGES}
    words = worker_words()
    content = json.dumps([files, pages, words, tag]).encode()
    shell = {
        "version": sha256(content + code).hexdigest()[:12],
        "pages": list(pages),
        "files": files,
        "ahead": AHEAD,
        "words": words,
        "language": tag,
    }
    return f"const shell = {json.dumps(shell, ensure_ascii=False)};\n".encode() + code


def _body(endpoint: str) -> str:
    view = cast("Callable[[], Response]", current_app.view_functions[endpoint])
    return view().get_data(as_text=True)
