"""What the headers of a request say: whose key, which version, whether it is sent again."""

import re

from flask import g, request

from ..rules.errors import N_, Problem
from ..services.access import access
from ..services.access.access import Access
from ..services.errors import NoAccess
from ..services.games.changes import Precondition
from .bodies import fingerprint
from .problems import BadHeader

LONGEST_KEY = 200
_VERSION = re.compile(r"[1-9][0-9]{0,9}")
_KEY_LENGTH = N_("The header Idempotency-Key takes 1 to {longest} characters.")


def reader(game_id: str) -> Access:
    """Return the right of the request's key to a game.

    Raises:
        NoAccess: there is no key, no such game, or it is not this game's key.
    """
    given = request.authorization
    if given is None or given.type != "bearer" or not given.token:
        raise NoAccess
    return access.by_key(game_id, given.token)


def scorer(game_id: str) -> Access:
    """Return the right of the request's key to change a game.

    Raises:
        NoAccess, NotAllowed: see `reader`; it is a viewer's key.
    """
    found = reader(game_id)
    found.must_write()
    g.right = found  # whose change `precondition` then says it is
    return found


def precondition() -> Precondition:
    """Return whose change it is, once `scorer` has found that out, and which versions of the game it is meant for."""
    return Precondition(_versions(), right=g.right)


def precondition_once() -> Precondition:
    """Return the same for a change that is made once, however often it is sent.

    Raises:
        BadHeader: the key for that is empty or too long.
    """
    key = request.headers.get("Idempotency-Key")
    if key is None:
        return precondition()
    if not 1 <= len(_characters(key)) <= LONGEST_KEY:
        raise BadHeader(Problem(_KEY_LENGTH, (), {"longest": LONGEST_KEY}))
    return Precondition(_versions(), _characters(key), fingerprint(), g.right)


def _characters(header: str) -> str:
    """Return a header that was sent in UTF-8 as such; what comes in is read as Latin-1."""
    try:
        return header.encode("latin-1").decode("utf-8")
    except UnicodeError:
        return header


def _versions() -> frozenset[int] | None:
    """Return the versions of which If-Match wants one, None if any will do. Weak and empty tags never match."""
    if "If-Match" not in request.headers or request.if_match.star_tag:
        return None
    return frozenset(int(tag) for tag in request.if_match if tag and _VERSION.fullmatch(tag))


def asks_for_news() -> bool:
    """Return whether the client says (If-None-Match) that it holds a version."""
    return bool(request.if_none_match)


def knows(version: int) -> bool:
    """Return whether the version that the client holds is this one."""
    return request.if_none_match.contains_weak(str(version))
