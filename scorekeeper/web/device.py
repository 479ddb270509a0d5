"""Whose browser this is: a device's secret in a cookie, given out on a POST only."""

import re
from collections.abc import Mapping

from flask import current_app, request, session
from werkzeug.http import dump_cookie
from werkzeug.wrappers import Response

from ..services.access import Access, by_device, by_key, new_secret
from ..services.errors import NoAccess

COOKIE = "device"
PENDING = "device"  # in the session of a browser that is no device yet: the secret that it will have
_DAYS = 400  # browsers keep no cookie longer
_SECRET = re.compile(r"[A-Za-z0-9_-]{32}")
_IN_HEADER = re.compile(rf"(?:^|;)\s*{COOKIE}=([^;]*)")
_GAME = re.compile(r"[A-Za-z0-9_-]{1,32}")


def secret_in(cookies: Mapping[str, str]) -> str | None:
    """Return the secret that a browser's cookies hold, if there is one."""
    value = cookies.get(COOKIE, "")
    return value if _SECRET.fullmatch(value) else None


def secret_of(header: str) -> str | None:
    """Return the secret that a `Cookie` header holds, if there is one."""
    found = _IN_HEADER.search(header)
    return secret_in({COOKIE: found[1]}) if found else None


def secret() -> str | None:
    """Return the secret of the browser that asks, if it has one."""
    return secret_in(request.cookies)


def secret_or_new() -> str:
    """Return the secret of the browser that asks, or the one that it will have; `remember` it in the answer."""
    return secret() or session.get(PENDING) or new_secret()


def remember(response: Response, value: str | None = None) -> Response:
    """Set the device's cookie in `response`, for another 400 days; without a secret do nothing."""
    value = value or secret()
    if value:
        cookie = dump_cookie(
            COOKIE,
            value,
            max_age=_DAYS * 24 * 3600,
            secure=current_app.config["SCOREKEEPER"].secure_cookies,
            httponly=True,
            samesite="Lax",
            sync_expires=False,  # Max-Age says it; every browser of this century knows that
        )
        response.headers.add("Set-Cookie", cookie)
    return response


def reader(game_id: str) -> Access:
    """Return the right of this browser to a game.

    Raises:
        NoAccess: it has none, or there is no such game.
    """
    if not _GAME.fullmatch(game_id):  # no database is asked for odd characters
        raise NoAccess
    return by_device(game_id, secret())


def key_sent() -> str | None:
    """Return the key that a program sends along, as it does to the JSON API; browsers send none."""
    given = request.authorization
    return given.token if given is not None and given.type == "bearer" else None


def reader_or_key(game_id: str) -> Access:
    """Return the right of the key that is sent along to a game, without one that of this browser.

    Raises:
        NoAccess: there is none, or there is no such game.
    """
    key = key_sent()
    return reader(game_id) if key is None else by_key(game_id, key)


def writer(game_id: str) -> Access:
    """Return the right of this browser to change a game.

    Raises:
        NoAccess: it has no right to it, or there is no such game.
        NotAllowed: it may only look.
    """
    access = reader(game_id)
    access.must_write()
    return access
