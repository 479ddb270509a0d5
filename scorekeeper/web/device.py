"""The device cookie: identifies a browser by a secret that is issued on a POST only."""

import re
from collections.abc import Mapping

from flask import current_app, g, request, session
from werkzeug.http import dump_cookie
from werkzeug.wrappers import Response

from ..services.access.access import Access, CircleAccess, by_device, by_key, circle_by_device, is_device, new_secret
from ..services.errors import NoAccess

COOKIE = "device"
HOST = "__Host-"  # cookie name prefix under https: browsers accept such a cookie from this host only
PENDING = "device"  # session key of the pending secret of a browser that is no device yet
COOKIE_DAYS = 400  # the longest lifetime that browsers allow
_SECRET = re.compile(r"[A-Za-z0-9_-]{32}")
_IN_HEADER = re.compile(rf"(?:^|;)\s*((?:{HOST})?{COOKIE})=([^;]*)")
_GAME = re.compile(r"[A-Za-z0-9_-]{1,32}")


def _names(*, secure: bool) -> tuple[str, ...]:
    """Return the names of the device cookie: the current one, then earlier ones that are still accepted."""
    return (HOST + COOKIE, COOKIE) if secure else (COOKIE,)


def cookie_name() -> str:
    """Return the name of the device cookie."""
    return _names(secure=_secure())[0]


def secret_in(cookies: Mapping[str, str], *, secure: bool) -> str | None:
    """Return the device secret among `cookies`, None if there is none; `secure` if the base URL is https."""
    value = next((cookies[name] for name in _names(secure=secure) if name in cookies), "")
    return value if _SECRET.fullmatch(value) else None


def secret_of(header: str, *, secure: bool) -> str | None:
    """Return the device secret in a `Cookie` header, None if there is none."""
    return secret_in(dict(reversed(_IN_HEADER.findall(header))), secure=secure)


def secret() -> str | None:
    """Return the device secret that the current request was sent with; it is not checked against the database."""
    return secret_in(request.cookies, secure=_secure())


def _secure() -> bool:
    return bool(current_app.config["SCOREKEEPER"].secure_cookies)


def secret_or_new() -> str:
    """Return the device secret of the current request, or a new one, which `remember` must set in the response.

    A secret of no known device is not accepted: somebody else may have planted the cookie (session fixation).
    """
    own = secret()
    return own if own and is_device(own) else session.get(PENDING) or new_secret()


def remember(response: Response, value: str | None = None) -> Response:
    """Set the device cookie in `response` for another 400 days, if there is a secret; delete cookies with old names."""
    value = value or secret()
    if value:
        name, *before = _names(secure=_secure())
        response.headers.add("Set-Cookie", _cookie(name, value, COOKIE_DAYS * 24 * 3600))
        for old in set(before) & set(request.cookies):
            response.headers.add("Set-Cookie", _cookie(old, "", 0))
    return response


def migrate_cookie(response: Response) -> Response:
    """Set the device cookie under its current name if the browser sent it under an earlier one; for HTML pages only."""
    if response.mimetype != "text/html" or g.get("part"):
        return response
    own, name = secret(), _names(secure=_secure())[0]
    if own is None or name in request.cookies:
        return response
    given = any(cookie.startswith(f"{name}=") for cookie in response.headers.getlist("Set-Cookie"))
    return response if given else remember(response, own)


def keep(response: Response, name: str, value: str) -> None:
    """Set a cookie with a preference of this browser, which is no secret, for 400 days."""
    response.headers.add("Set-Cookie", _cookie(name, value, COOKIE_DAYS * 24 * 3600))


def _cookie(name: str, value: str, seconds: int) -> str:
    return dump_cookie(
        name,
        value,
        max_age=seconds,
        secure=_secure(),
        httponly=True,
        samesite="Lax",
        sync_expires=False,  # Max-Age is enough
    )


def reader(game_id: str) -> Access:
    """Return the access of this browser to a game.

    Raises:
        NoAccess: it has none, or there is no such game.
    """
    if not _GAME.fullmatch(game_id):  # no query for an id that cannot exist
        raise NoAccess
    return by_device(game_id, secret())


def circle_reader(circle_id: str) -> CircleAccess:
    """Return the access of this browser to a circle; see `reader`."""
    if not _GAME.fullmatch(circle_id):
        raise NoAccess
    return circle_by_device(circle_id, secret())


def key_sent() -> str | None:
    """Return the bearer token of the current request, which programs send; None if there is none."""
    given = request.authorization
    return given.token if given is not None and given.type == "bearer" else None


def reader_or_key(game_id: str) -> Access:
    """Return the access of the bearer token to a game, or of this browser if none was sent.

    Raises:
        NoAccess: it has none, or there is no such game.
    """
    key = key_sent()
    return reader(game_id) if key is None else by_key(game_id, key)


def writer(game_id: str) -> Access:
    """Return the access of this browser to a game that it may change.

    Raises:
        NoAccess: it has none, or there is no such game.
        NotAllowed: it is a viewer.
    """
    access = reader(game_id)
    access.must_write()
    return access
