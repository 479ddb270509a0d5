"""How much one device or address may make in an hour. An evening of a whole club never comes near it."""

from collections.abc import Callable
from typing import Any, TypeAlias, TypeVar, cast

from flask import Response, g, request
from flask_limiter import RateLimitExceeded

from ..extensions import limiter
from ..rules.errors import N_
from .addresses import network_of

View = TypeVar("View", bound=Callable[..., Any])
Key: TypeAlias = Callable[[], str | None]
"""Returns who asks, None if nobody can tell: then this quota does not count, only that of the address."""

MIB = 1024 * 1024
_LARGEST = 16 * MIB  # no larger file is taken in
_GAMES, _BYTES = "new games", "bytes taken in"
_SENTENCES = {
    _GAMES: N_("So many games were made here within an hour that no more are taken for now. Nothing was saved."),
    _BYTES: N_("So much was taken in here within an hour that no more is taken for now. Nothing was saved."),
}


def address() -> str:
    """Return whom a request counts for by its network address."""
    return network_of(request.remote_addr or "")


def count_games(games: int) -> None:
    """Note how many games the present request has made, if it is not one."""
    g.games_made = games


def new_games(most: int, scope: str, key: Key = address) -> Callable[[View], View]:
    """Let a view make at most so many games an hour; views with the same `scope` share them. Refusals do not count."""
    return _quota(most, _GAMES, scope, key, cost=lambda: g.get("games_made", 1), deduct_when=_has_made)


def bytes_in(most: int, scope: str, key: Key = address) -> Callable[[View], View]:
    """Let a view take in at most so many bytes an hour; views with the same `scope` share them."""
    return _quota(most, _BYTES, scope, key, cost=_sent)


def refusal(error: Exception) -> str | None:
    """Return the marked sentence that tells of a quota which is used up; None if `error` is another refusal."""
    said = str(error.description) if isinstance(error, RateLimitExceeded) else ""
    return said if said in _SENTENCES.values() else None


def _quota(most: int, what: str, scope: str, key: Key, **how: Any) -> Callable[[View], View]:
    limit: Any = limiter.shared_limit(
        f"{most}/hour",
        scope=f"{what} by {scope}",
        key_func=lambda: key() or "",
        exempt_when=lambda: key() is None,
        error_message=_SENTENCES[what],
        **how,
    )
    return cast(Callable[[View], View], limit)


def _has_made(response: Response) -> bool:
    """Return whether a game was made: the page of it, or its document, is the answer."""
    return response.status_code in (201, 303) or "HX-Redirect" in response.headers


def _sent() -> int:
    """Return how many bytes a request brings, as many as it may where it does not say."""
    length = request.content_length
    return min(_LARGEST, length) if length is not None else _LARGEST * ("Transfer-Encoding" in request.headers)
