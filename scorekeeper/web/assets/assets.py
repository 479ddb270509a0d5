"""Static files: compressed once, served from memory, with a hash of the content in the URL."""

import gzip
import hashlib
import json
import mimetypes
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path

import brotli
from flask import Flask, abort, request
from werkzeug.wrappers import Response

from ...cached_property import cached_property
from ...config.paths import STATIC
from ...extensions import LANGUAGES, in_language
from ..responses import language
from .bundles import bundled
from .script_words import words

_FOREVER = "public, max-age=31536000, immutable"
_WORTH_COMPRESSING = ("text/", "image/svg+xml", "application/json", "application/manifest+json")


@dataclass(frozen=True)
class Asset:
    """A static file in memory."""

    name: str
    content: bytes
    mimetype: str

    @cached_property
    def version(self) -> str:
        """The first 8 hex digits of the content's SHA-256."""
        return hashlib.sha256(self.content).hexdigest()[:8]

    @cached_property
    def encoded(self) -> dict[str, bytes]:
        """The compressed content by content encoding, the smallest first."""
        if not self.mimetype.startswith(_WORTH_COMPRESSING):
            return {}
        return {"br": brotli.compress(self.content), "gzip": gzip.compress(self.content, 9, mtime=0)}


@lru_cache(maxsize=1)
def _assets() -> dict[str, Asset]:
    found = {}
    for path in sorted(STATIC.rglob("*")):
        if path.is_file() and not _is_part(path):
            name = path.relative_to(STATIC).as_posix()
            found[name] = Asset(name, bundled(path), mimetypes.guess_type(name)[0] or "application/octet-stream")
    return found


def _is_part(path: Path) -> bool:
    """Whether a script or style is only sent bundled into another: those in folders, except `vendor`."""
    return path.suffix in (".js", ".css") and path.parent.name not in (STATIC.name, "vendor")


@cache
def _words(tag: str) -> Asset:
    """Return the script with the sentences of other scripts in a language; it is made when it is first wanted."""
    with in_language(tag):
        content = f"const words = {json.dumps(words(), ensure_ascii=False)};\n"
    return Asset(f"words/{tag}.js", content.encode(), "text/javascript")


def _asset(name: str) -> Asset:
    """Return a static file; raises KeyError if there is none of that name."""
    tag = name.removeprefix("words/").removesuffix(".js")
    return _words(tag) if tag in LANGUAGES and name == f"words/{tag}.js" else _assets()[name]


@lru_cache(maxsize=64)
def static_url(name: str) -> str:
    """Return the URL of a static file, which changes with its content."""
    return f"/static/{name}?v={_asset(name).version}"


def static_bytes(name: str) -> bytes:
    """Return the content of a static file, bundled with all that it imports."""
    return _asset(name).content


def words_url() -> str:
    """Return the URL of the scripts' sentences in the page's language."""
    return static_url(f"words/{language()}.js")


def _serve(filename: str) -> Response:
    try:
        asset = _asset(filename)
    except KeyError:
        abort(404)
    encoding = request.accept_encodings.best_match(asset.encoded)
    response = Response(asset.encoded[encoding] if encoding else asset.content, mimetype=asset.mimetype)
    if encoding:
        response.headers["Content-Encoding"] = encoding
    response.headers["Vary"] = "Accept-Encoding"
    response.headers["Cache-Control"] = _FOREVER if request.args.get("v") == asset.version else "no-cache"
    response.set_etag(f"{asset.version}-{encoding or 'plain'}")
    return response.make_conditional(request)


def _robots() -> Response:
    """Tell search engines to keep out; a link to join may be fetched, to read that it is not to be listed."""
    return Response("User-agent: *\nDisallow: /games/\nDisallow: /circles/\nDisallow: /api/\n", mimetype="text/plain")


def register(app: Flask) -> None:
    """Serve the static files of `app` from memory, and register the URL functions for templates."""
    if app.debug:
        _assets.cache_clear()
        _words.cache_clear()
        static_url.cache_clear()
    app.view_functions["static"] = _serve
    app.add_url_rule("/robots.txt", "robots", _robots)
    app.jinja_env.globals.update(static_url=static_url, words_url=words_url)
