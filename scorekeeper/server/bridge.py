"""From ASGI to WSGI and back: the environ of a request, and the whole answer of an application."""

import re
import sys
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, TypeAlias
from urllib.parse import unquote_to_bytes

from ..services.live.hub import HAND_OVER, Hub, Stream
from .bodies import RequestBody

Environ: TypeAlias = dict[str, Any]
Scope: TypeAlias = Mapping[str, Any]
Wsgi: TypeAlias = Callable[[Environ, Callable[..., Any]], Iterable[bytes]]

_BODILESS = (204, 304)
_CONTROL = re.compile(rb"[\x00-\x08\x0a-\x1f\x7f]")


@dataclass(slots=True)
class Answer:
    """What is sent: the body whole, or the beginning of a stream."""

    status: int
    headers: list[tuple[bytes, bytes]]
    body: bytes
    streams: list[tuple[Hub, Stream]] = field(default_factory=list)
    close: bool = False
    """Whether the connection ends with it."""


def headers_of(scope: Scope, *, proxies: bool) -> dict[str, str]:
    """Return a request's headers by names as in `IF_NONE_MATCH`.

    What only a proxy may say is left out unless there are `proxies`, and names with an underscore are always: they
    would pass for those with a hyphen.
    """
    found: dict[str, str] = {}
    for raw, value in scope["headers"]:
        name = _name(raw)
        if name is None or (not proxies and (name.startswith("X_FORWARDED_") or name == "FORWARDED")):
            continue
        text = value.decode("latin-1")
        found[name] = f"{found[name]}{'; ' if name == 'COOKIE' else ', '}{text}" if name in found else text
    return found


@lru_cache(maxsize=256)
def _name(raw: bytes) -> str | None:
    return None if b"_" in raw else raw.decode("latin-1").upper().replace("-", "_")


def environ_of(scope: Scope, headers: Mapping[str, str], body: RequestBody) -> Environ:
    """Return the environ of a request (PEP 3333)."""
    host, port = scope["server"] or ("localhost", 80)
    environ: Environ = {
        "REQUEST_METHOD": scope["method"],
        "SCRIPT_NAME": "",
        "PATH_INFO": unquote_to_bytes(scope["raw_path"]).decode("latin-1"),
        "QUERY_STRING": scope["query_string"].decode("latin-1"),
        "SERVER_NAME": host,
        "SERVER_PORT": str(port),
        "SERVER_PROTOCOL": f"HTTP/{scope['http_version']}",
        "REMOTE_ADDR": scope["client"][0] if scope["client"] else "",
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": scope["scheme"],
        "wsgi.input": body.file,
        "wsgi.input_terminated": True,
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": False,
        "wsgi.run_once": False,
    }
    for name, value in headers.items():
        environ["HTTP_" + name] = value
    environ.pop("HTTP_TRANSFER_ENCODING", None)
    environ.pop("HTTP_CONTENT_LENGTH", None)
    if "HTTP_CONTENT_TYPE" in environ:
        environ["CONTENT_TYPE"] = environ.pop("HTTP_CONTENT_TYPE")
    if body.length is not None:
        environ["CONTENT_LENGTH"] = str(body.length)
    return environ


def call(application: Wsgi, environ: Environ) -> Answer:
    """Return the whole answer of an application; a stream that it hands over goes on after it."""
    started: list[tuple[str, list[tuple[str, str]]]] = []
    written: list[bytes] = []
    streams: list[tuple[Hub, Stream]] = []

    def start_response(status: str, headers: list[tuple[str, str]], _exc_info: Any = None) -> Callable[[bytes], None]:
        started.append((status, headers))  # nothing is sent yet: the last one counts
        return written.append

    if environ["SERVER_PROTOCOL"] == "HTTP/1.1":  # an older client could not tell where a stream ends
        environ[HAND_OVER] = lambda hub, stream: streams.append((hub, stream))
    else:
        environ["wsgi.multithread"] = False
    try:
        chunks = application(environ, start_response)
        try:
            written.extend(chunks)
        finally:
            if close := getattr(chunks, "close", None):
                close()
        status, headers = started[-1]
        return _answer(environ["REQUEST_METHOD"], status, headers, b"".join(written), streams)
    except BaseException:
        for hub, stream in streams:
            hub.leave(stream)
        raise


def _answer(
    method: str, line: str, headers: list[tuple[str, str]], body: bytes, streams: list[tuple[Hub, Stream]]
) -> Answer:
    """Return an answer with the length that it has."""
    status = int(line[:3])
    bodiless = status in _BODILESS
    kept = [
        (name.encode("latin-1"), value.encode("latin-1"))
        for name, value in headers
        if method == "HEAD" or name.lower() != "content-length"
    ]
    if any(_CONTROL.search(text) for header in kept for text in header):
        raise ValueError("a header of the answer has a line break or another control character")
    if not streams and not bodiless and method != "HEAD":
        kept.append((b"content-length", b"%d" % len(body)))
    return Answer(status, kept, b"" if bodiless else body, streams)
