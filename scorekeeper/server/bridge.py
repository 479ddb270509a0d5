"""Translate an ASGI request into a WSGI environ, and a WSGI response into an ASGI one."""

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
class Response:
    """A response: with its whole body, or with the first chunk of a stream."""

    status: int
    headers: list[tuple[bytes, bytes]]
    body: bytes
    streams: list[tuple[Hub, Stream]] = field(default_factory=list)
    close: bool = False
    """Whether the server closes the connection after it."""


def headers_of(scope: Scope, *, proxies: bool) -> dict[str, str]:
    """Return the headers of a request by CGI name without `HTTP_`, as in `IF_NONE_MATCH`; repeated ones are joined.

    Forwarding headers are dropped unless there are trusted `proxies`. Names with an underscore are always dropped,
    because in CGI they cannot be told from those with a hyphen.
    """
    found: dict[str, str] = {}
    for raw, value in scope["headers"]:
        name = _cgi_name(raw)
        if name is None or (not proxies and (name.startswith("X_FORWARDED_") or name == "FORWARDED")):
            continue
        text = value.decode("latin-1")
        found[name] = f"{found[name]}{'; ' if name == 'COOKIE' else ', '}{text}" if name in found else text
    return found


@lru_cache(maxsize=256)
def _cgi_name(raw: bytes) -> str | None:
    return None if b"_" in raw else raw.decode("latin-1").upper().replace("-", "_")


def environ_of(scope: Scope, headers: Mapping[str, str], body: RequestBody) -> Environ:
    """Return the WSGI environ of a request (PEP 3333)."""
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


def call_wsgi(application: Wsgi, environ: Environ) -> Response:
    """Run a WSGI application to the end of its body and return the response.

    The application may hand over a stream (`services.live.hub.HAND_OVER`), which continues after that body.

    Raises:
        ValueError: a response header contains a control character.
    """
    started: list[tuple[str, list[tuple[str, str]]]] = []
    written: list[bytes] = []
    streams: list[tuple[Hub, Stream]] = []

    def start_response(status: str, headers: list[tuple[str, str]], _exc_info: Any = None) -> Callable[[bytes], None]:
        started.append((status, headers))  # nothing is sent before the body is whole: the last call counts
        return written.append

    if environ["SERVER_PROTOCOL"] == "HTTP/1.1":  # HTTP/1.0 has no chunks, so no end of a stream
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
        return _response(environ["REQUEST_METHOD"], status, headers, b"".join(written), streams)
    except BaseException:
        for hub, stream in streams:
            hub.unsubscribe(stream)
        raise


def _response(
    method: str, line: str, headers: list[tuple[str, str]], body: bytes, streams: list[tuple[Hub, Stream]]
) -> Response:
    """Return a response whose Content-Length is that of its body; only one to HEAD keeps the application's."""
    status = int(line[:3])
    bodiless = status in _BODILESS
    kept = [
        (name.encode("latin-1"), value.encode("latin-1"))
        for name, value in headers
        if method == "HEAD" or name.lower() != "content-length"
    ]
    if any(_CONTROL.search(text) for header in kept for text in header):
        raise ValueError("a response header has a line break or another control character")
    if not streams and not bodiless and method != "HEAD":
        kept.append((b"content-length", b"%d" % len(body)))
    return Response(status, kept, b"" if bodiless else body, streams)
