"""The request headers that the API reads: Authorization, If-Match, If-None-Match, Idempotency-Key."""

import re

from flask import g, request

from ..rules.errors import N_, Problem
from ..services.access import access
from ..services.access.access import Access, CircleAccess
from ..services.errors import NoAccess
from ..services.games.changes import Precondition
from .bodies import fingerprint
from .problems import InvalidHeader

LONGEST_KEY = 200
_VERSION = re.compile(r"[1-9][0-9]{0,9}")
_KEY_LENGTH = N_("The header Idempotency-Key takes 1 to {longest} characters.")


def reader(game_id: str) -> Access:
    """Return the right to read a game that the bearer key gives.

    Raises:
        NoAccess: there is no key or no such game, or the key is another game's.
    """
    return access.by_key(game_id, _key())


def circle_reader(circle_id: str) -> CircleAccess:
    """Return the right to see a circle that the bearer key gives, which is the secret of the circle's link.

    Raises:
        NoAccess: there is no key or no such circle, or the key is another circle's or a game's.
    """
    return access.circle_by_key(circle_id, _key())


def circle_scorer(circle_id: str) -> CircleAccess:
    """Return the right to add to a circle that the bearer key gives.

    Raises:
        NoAccess: see `circle_reader`.
        NotAllowed: it is a viewer's key.
    """
    found = circle_reader(circle_id)
    found.must_write()
    return found


def _key() -> str:
    given = request.authorization
    if given is None or given.type != "bearer" or not given.token:
        raise NoAccess
    return given.token


def scorer(game_id: str) -> Access:
    """Return the right to change a game that the bearer key gives; `precondition` passes it on.

    Raises:
        NoAccess: see `reader`.
        NotAllowed: it is a viewer's key.
    """
    found = reader(game_id)
    found.must_write()
    g.right = found
    return found


def precondition() -> Precondition:
    """Return the right that `scorer` found and the versions of If-Match."""
    return Precondition(_versions(), right=g.right)


def precondition_once() -> Precondition:
    """Return the same with the Idempotency-Key and the fingerprint of the request, if it has a key.

    Raises:
        InvalidHeader: the key is empty or too long.
    """
    key = request.headers.get("Idempotency-Key")
    if key is None:
        return precondition()
    if not 1 <= len(_in_utf8(key)) <= LONGEST_KEY:
        raise InvalidHeader(Problem(_KEY_LENGTH, (), {"longest": LONGEST_KEY}))
    return Precondition(_versions(), _in_utf8(key), fingerprint(), g.right)


def _in_utf8(header: str) -> str:
    """Return a header decoded as UTF-8 if it is; WSGI decodes headers as Latin-1."""
    try:
        return header.encode("latin-1").decode("utf-8")
    except UnicodeError:
        return header


def _versions() -> frozenset[int] | None:
    """Return the versions of If-Match, None without the header or for `*`. Weak and unknown tags match no version."""
    if "If-Match" not in request.headers or request.if_match.star_tag:
        return None
    return frozenset(int(tag) for tag in request.if_match if tag and _VERSION.fullmatch(tag))


def has_cached_version() -> bool:
    """Return whether the request has an If-None-Match."""
    return bool(request.if_none_match)


def matches_cached_version(version: int) -> bool:
    """Return whether If-None-Match names `version`."""
    return request.if_none_match.contains_weak(str(version))
