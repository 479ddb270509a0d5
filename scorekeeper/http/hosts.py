"""Validation of the Host header. Nothing is decided by it; a request whose Host is invalid is refused."""

import re
from typing import Any

from flask import Request

_LONGEST = 253  # characters of a host name (RFC 1035); a label has 63
_LABEL = "[A-Za-z0-9_-]{1,63}"
_HOST = re.compile(rf"(?P<name>{_LABEL}(?:\.{_LABEL})*\.?|\[[0-9A-Fa-f:.]+\])(?::(?P<port>[0-9]{{1,5}}))?")
_PLACEHOLDER = "localhost"  # routing and the error page use it instead of an invalid Host
_INVALID = "scorekeeper.invalid_host"


def is_host(text: str) -> bool:
    """Return whether `text` is a host name or an IP address, with or without a port."""
    found = _HOST.fullmatch(text)
    return found is not None and len(found["name"]) <= _LONGEST and int(found["port"] or 0) < 65536


class ValidHostRequest(Request):
    """A request that replaces an invalid Host by a placeholder, so that no URL is ever built from it."""

    def __init__(self, environ: dict[str, Any], *arguments: Any, **more: Any) -> None:
        if not is_host(environ.get("HTTP_HOST") or _PLACEHOLDER):
            environ = {**environ, "HTTP_HOST": _PLACEHOLDER, _INVALID: True}
        super().__init__(environ, *arguments, **more)


def has_invalid_host(request: Request) -> bool:
    """Return whether a request was sent with an invalid Host."""
    return _INVALID in request.environ
