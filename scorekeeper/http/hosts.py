"""The `Host` that a request was sent to. Nothing is decided by it; what is no host name is refused with a sentence."""

import re
from typing import Any

from flask import Request, request

_LONGEST = 253  # a name, by RFC 1035, as its labels' 63
_LABEL = "[A-Za-z0-9_-]{1,63}"
_HOST = re.compile(rf"(?P<name>{_LABEL}(?:\.{_LABEL})*\.?|\[[0-9A-Fa-f:.]+\])(?::(?P<port>[0-9]{{1,5}}))?")
_STAND_IN = "localhost"  # pages are made, and addresses found, as if that had been sent
_BAD = "scorekeeper.bad_host"


def is_host(text: str) -> bool:
    """Return whether a text is a host name or an address, with or without a port."""
    found = _HOST.fullmatch(text)
    return found is not None and len(found["name"]) <= _LONGEST and int(found["port"] or 0) < 65536


class HostRequest(Request):
    """A request whose Host, if it is none, is kept away from whatever would build an address of it."""

    def __init__(self, environ: dict[str, Any], *arguments: Any, **more: Any) -> None:
        if not is_host(environ.get("HTTP_HOST") or _STAND_IN):
            environ = {**environ, "HTTP_HOST": _STAND_IN, _BAD: True}
        super().__init__(environ, *arguments, **more)


def host_is_bad() -> bool:
    """Return whether the present request's Host is none."""
    return _BAD in request.environ
