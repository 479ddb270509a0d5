"""Whose browser this is: a device's secret in a cookie, given out on a POST only."""

import re
from collections.abc import Mapping

from flask import current_app, g, request, session
from werkzeug.http import dump_cookie
from werkzeug.wrappers import Response

from ..services.access.access import Access, by_device, by_key, is_device, new_secret
from ..services.errors import NoAccess

COOKIE = "device"
HOST = "__Host-"  # begins the names of cookies under https: browsers take those from this very host alone, no other's
PENDING = "device"  # in the session of a browser that is no device yet: the secret that it will have
_DAYS = 400  # browsers keep no cookie longer
_SECRET = re.compile(r"[A-Za-z0-9_-]{32}")
_IN_HEADER = re.compile(rf"(?:^|;)\s*((?:{HOST})?{COOKIE})=([^;]*)")
_GAME = re.compile(r"[A-Za-z0-9_-]{1,32}")


def _names(*, secure: bool) -> tuple[str, ...]:
    """Return the names of the device's cookie: the one that it is given under, then those that it had before."""
    return (HOST + COOKIE, COOKIE) if secure else (COOKIE,)


def secret_in(cookies: Mapping[str, str], *, secure: bool) -> str | None:
    """Return the secret that a browser's cookies hold, if there is one; `secure` if people come by https only."""
    value = next((cookies[name] for name in _names(secure=secure) if name in cookies), "")
    return value if _SECRET.fullmatch(value) else None


def secret_of(header: str, *, secure: bool) -> str | None:
    """Return the secret that a `Cookie` header holds, if there is one."""
    return secret_in(dict(reversed(_IN_HEADER.findall(header))), secure=secure)


def secret() -> str | None:
    """Return the secret of the browser that asks, if it has one; whether we gave it out only the database knows."""
    return secret_in(request.cookies, secure=_secure())


def _secure() -> bool:
    return bool(current_app.config["SCOREKEEPER"].secure_cookies)


def secret_or_new() -> str:
    """Return the secret of the browser that asks, or the one that it will have; `remember` it in the answer.

    One that is no device's was never given out: somebody else has put it there, and knows it.
    """
    own = secret()
    return own if own and is_device(own) else session.get(PENDING) or new_secret()


def remember(response: Response, value: str | None = None) -> Response:
    """Set the device's cookie in `response`, for another 400 days; without a secret do nothing."""
    value = value or secret()
    if value:
        name, *before = _names(secure=_secure())
        response.headers.add("Set-Cookie", _cookie(name, value, _DAYS * 24 * 3600))
        for old in set(before) & set(request.cookies):
            response.headers.add("Set-Cookie", _cookie(old, "", 0))
    return response


def move_over(response: Response) -> Response:
    """Give the secret under its present name to a browser that sends it under an earlier one, with the next page."""
    own, name = secret(), _names(secure=_secure())[0]
    if own is None or name in request.cookies or response.mimetype != "text/html" or g.get("part"):
        return response
    given = any(cookie.startswith(f"{name}=") for cookie in response.headers.getlist("Set-Cookie"))
    return response if given else remember(response, own)


def _cookie(name: str, value: str, seconds: int) -> str:
    return dump_cookie(
        name,
        value,
        max_age=seconds,
        secure=_secure(),
        httponly=True,
        samesite="Lax",
        sync_expires=False,  # Max-Age says it; every browser of this century knows that
    )


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
