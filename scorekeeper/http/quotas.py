"""Hourly quotas of new games, new circles and uploads, by device and network. A club's evening stays far below them."""

from collections.abc import Callable
from typing import Any, TypeAlias, TypeVar, cast

from flask import Response, g, request
from flask_limiter import RateLimitExceeded

from ..extensions import client_network, limiter
from ..rules.errors import N_

View = TypeVar("View", bound=Callable[..., Any])
QuotaKey: TypeAlias = Callable[[], str | None]
"""Returns what a quota is counted by; None exempts the request from this quota."""

MIB = 1024 * 1024
_LARGEST = 16 * MIB  # the limit for an uploaded file
_GAMES, _CIRCLES, _BYTES = "new games", "new circles", "bytes taken in"
_SENTENCES = {
    _GAMES: N_("Too many new games within an hour. Nothing was saved: try again later."),
    _CIRCLES: N_("Too many new circles within an hour. Nothing was saved: try again later."),
    _BYTES: N_("Too much was imported within an hour. Nothing was saved: try again later."),
}


def count_games(games: int) -> None:
    """Set how many new games the current request is charged with; the default is 1."""
    g.games_made = games


def new_games(most: int, scope: str, key: QuotaKey = client_network) -> Callable[[View], View]:
    """Return a decorator that limits a view to `most` new games an hour; views with the same `scope` share a counter.

    Only requests that made a game are charged.
    """
    return _quota(most, _GAMES, scope, key, cost=lambda: g.get("games_made", 1), deduct_when=_made_one)


def new_circles(most: int, scope: str, key: QuotaKey = client_network) -> Callable[[View], View]:
    """Return a decorator that limits a view to `most` new circles an hour. Only requests that made one are charged."""
    return _quota(most, _CIRCLES, scope, key, deduct_when=_made_one)


def bytes_in(most: int, scope: str, key: QuotaKey = client_network) -> Callable[[View], View]:
    """Return a decorator that limits a view to `most` uploaded bytes an hour; views with one `scope` share them."""
    return _quota(most, _BYTES, scope, key, cost=_upload_size)


def refusal(error: Exception) -> str | None:
    """Return the untranslated message if `error` is an exceeded quota; None for any other error."""
    message = str(error.description) if isinstance(error, RateLimitExceeded) else ""
    return message if message in _SENTENCES.values() else None


def _quota(most: int, what: str, scope: str, key: QuotaKey, **options: Any) -> Callable[[View], View]:
    limit: Any = limiter.shared_limit(
        f"{most}/hour",
        scope=f"{what} by {scope}",
        key_func=lambda: key() or "",
        exempt_when=lambda: key() is None,
        error_message=_SENTENCES[what],
        **options,
    )
    return cast(Callable[[View], View], limit)


def _made_one(response: Response) -> bool:
    """Return whether a response reports a new game or circle: 201 of the API, or a redirect of a page."""
    return response.status_code in (201, 303) or "HX-Redirect" in response.headers


def _upload_size() -> int:
    """Return the size of the request body in bytes; a chunked one is charged with the largest that is allowed."""
    length = request.content_length
    return min(_LARGEST, length) if length is not None else _LARGEST * ("Transfer-Encoding" in request.headers)
