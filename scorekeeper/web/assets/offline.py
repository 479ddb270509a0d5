"""Without network: the service worker and what it keeps, the page for what it never saw, the manifest."""

import json
from collections.abc import Callable
from functools import cache
from hashlib import sha256
from typing import cast

from flask import Blueprint, Flask, Response, current_app, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from ...extensions import LANGUAGES
from ...services.games.views import GameView
from ...services.referee.offline_rules import QUESTIONS
from ..csrf import form_token
from ..responses import fresh, language, page
from ..text import _
from .assets import static_bytes, static_url
from .script_words import worker_words

bp = Blueprint("offline", __name__)

PAGES = ["offline.show"]
"""The pages that work without network even if nobody has opened them: endpoints without arguments."""
FILES = [
    *("app.js", "app.css", "game.js", "game.css", "big.css", "icon.svg", "vendor/htmx-4.0.1.min.js"),
    *("referee.css", "referee.js", "referee-offline.js"),
    *(f"words/{tag}.js" for tag in LANGUAGES),
]
"""The static files that those pages need, and the pages of games."""
AHEAD = ["referee", *(f"referee/{slug}" for slug in QUESTIONS)]
"""The pages of a game that are kept as soon as its scoreboard was seen, beside the form of the next round."""
_ICONS = (
    ("icon-192.png", "192x192", "any"),
    ("icon-512.png", "512x512", "any"),
    ("maskable-512.png", "512x512", "maskable"),
)
"""Drawn by `rsvg-convert -w 192 -h 192 static/icon.svg -o static/icons/icon-192.png` and so on."""


@bp.get("/sw.js")
def worker() -> AnyResponse:
    """Give the service worker: another one for whatever it keeps that is new."""
    response = Response(_script(language()), mimetype="text/javascript")
    response.headers["Cache-Control"] = "no-cache"
    response.add_etag()
    return response.make_conditional(request)


@bp.get("/offline")
def show() -> Response:
    """Stand for a page that was never seen here while there is no network; list the games that were."""
    return page("offline/show.html", outbox=True)


@bp.get("/token")
def token() -> Response:
    """Give the token that a form must send, for one that was opened long ago."""
    return fresh(Response(form_token(), mimetype="text/plain"))


@bp.get("/manifest.webmanifest")
def manifest() -> Response:
    """Say how Scorekeeper looks when it is installed."""
    described = {
        "name": "Scorekeeper",
        "short_name": "Scorekeeper",
        "description": _("Keep the score of your rummy game"),
        "lang": language(),
        "id": "/",
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "theme_color": "#f6f4ee",  # in the dark each page's own says otherwise
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
    """Return a mark of what the forms of a game are made of: with another one, a form seen before is too old."""
    setup, scripts = view.setup, [static_url(name) for name in ("game.js", "referee-offline.js")]
    made_of = (setup.name, setup.players, sorted(setup.house_rules.items()), view.variant.version, scripts)
    return sha256(repr(made_of).encode()).hexdigest()[:6]


def register(app: Flask) -> None:
    """Add the pages to `app`, and let its templates say for which setup of a game they are."""
    app.register_blueprint(bp)
    app.jinja_env.globals.update(setup_mark=setup_mark)


@cache
def _script(tag: str) -> bytes:
    """Return the worker's script in a language; at its head stands what it keeps, and the version of it all."""
    code = static_bytes("worker.js")
    files = [static_url(name) for name in FILES]
    pages = {url_for(endpoint): _body(endpoint) for endpoint in PAGES}
    words = worker_words()
    told = json.dumps([files, pages, words, tag]).encode()
    shell = {
        "version": sha256(told + code).hexdigest()[:12],
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
