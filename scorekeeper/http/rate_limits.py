"""Rate and concurrency limits per network, as data: each route belongs to a class.

All routes of a class, pages and API alike, share its counters. A route without a class is an ordinary one. A network
is a key of `addresses.network_of`: a household, or a club.
"""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import wraps
from threading import Lock
from typing import Any

from flask import Flask, request
from flask_limiter import ApplicationLimit
from werkzeug.exceptions import TooManyRequests

from ..background import in_background
from ..extensions import client_network, limiter
from ..services.views.game_view import is_long

MAX_CONCURRENT = 2  # requests of one network on concurrency-limited routes
RETRY_AFTER = 1  # seconds


@dataclass(frozen=True)
class RouteClass:
    """A class of routes with the same limits.

    `rate` is the number of requests per network, in the notation of Flask-Limiter. With `concurrency_limited`, a
    network runs at most `MAX_CONCURRENT` requests on all such routes together. With `long_games_only`, that holds
    only for games of very many rounds.
    """

    name: str
    rate: str
    routes: frozenset[str] = frozenset()
    concurrency_limited: bool = False
    long_games_only: bool = False


def _routes(names: str) -> frozenset[str]:
    return frozenset(names.split())


# 200 phones behind one address that poll every 10 seconds make 1,200 requests a minute.
ORDINARY = RouteClass("ordinary", "2400/minute")
SLOW = (
    # Routes that call the solver. The pages of questions share an endpoint; the slug follows the slash.
    RouteClass(
        "search",
        "120/minute",
        _routes(
            "api.referee_arrange referee.judge/arrange referee.decide/arrange"
            " referee.judge/could-go-out referee.decide/could-go-out"
        ),
        concurrency_limited=True,
    ),
    RouteClass(
        "export", "60/minute", _routes("api.export_game exchange.game exchange.table"), concurrency_limited=True
    ),
    RouteClass("everything", "10/minute", _routes("exchange.everything copies.document"), concurrency_limited=True),
    RouteClass(
        "import", "10/minute", _routes("api.import_game exchange.take_in copies.take_in"), concurrency_limited=True
    ),
    RouteClass("certificate", "60/minute", _routes("seasons.certificate clubs.sheet years.sheet")),
    # A club's phones are behind one address, and its large views ask every 15 seconds.
    RouteClass(
        "club", "600/minute", _routes("clubs.index clubs.new clubs.show clubs.big clubs.ask clubs.table clubs.document")
    ),
    RouteClass("rules", "600/minute", _routes("api.read_variants api.read_variant")),
    RouteClass(
        "circle",
        "600/minute",
        _routes("circles.show circles.take_out play.show play.begin api.read_circle api.create_game_of_circle"),
        concurrency_limited=True,
    ),
    RouteClass(
        "statistics",
        "120/minute",
        _routes(
            "statistics.show statistics.over_time statistics.person statistics.pair"
            " statistics.table statistics.document"
            " evening.show evening.note evening.write evening.history"
            " api.read_statistics api.read_seasons"
            " seasons.index seasons.add seasons.show seasons.change seasons.document seasons.table"
        ),
        concurrency_limited=True,
    ),
    RouteClass(
        "people",
        "120/minute",
        _routes(
            "circles.put_in circles.rename people.add people.change people.merge people.separate"
            " people.leave people.claim circle_sharing.withdraw seasons.delete"
            " clubs.add clubs.draw clubs.swap clubs.start clubs.undo_start clubs.end clubs.delete clubs.codes"
            " circle_deleting.ask circle_deleting.delete circle_deleting.restore"
            " api.add_to_circle"
            " named_rules.index named_rules.keep named_rules.rename named_rules.replace named_rules.delete"
        ),
    ),
    RouteClass("rulings", "120/minute", _routes("api.read_rulings rulings.index"), concurrency_limited=True),
    # Routes that load a game, which takes a third of a second for one of 5,000 rounds.
    RouteClass(
        "history",
        "600/minute",
        _routes("api.read_history history.show rounds.index rounds.show"),
        concurrency_limited=True,
        long_games_only=True,
    ),
    RouteClass(
        "game",
        "2400/minute",
        _routes(
            "scoreboard.show scoreboard.undo scoreboard.redo scoreboard.end scoreboard.rematch rounds.new rounds.filled"
            " rounds.part open_rounds.show open_rounds.begin open_rounds.seat open_rounds.enter open_rounds.close"
            " rounds.enter rounds.edit rounds.correct rounds.void settings.show settings.change settings.ask"
            " settings.delete settings.restore rulebook.of_game live.clock live.big referee.menu referee.ask"
            " referee.judge referee.decide rulings.show rulings.decide tabletop.keep games.again"
            " notes.show notes.write notes.show_of_round notes.write_of_round"
            " api.read_game api.undo api.redo api.end_game api.enter_round api.correct_round api.void_round"
            " api.read_ruling api.ask_in_game api.accept_ruling api.overrule_ruling api.revoke_ruling api.adopt_reading"
        ),
        concurrency_limited=True,
        long_games_only=True,
    ),
)
CLASS_OF: Mapping[str, RouteClass] = {route: each for each in SLOW for route in each.routes}


class TooManyConcurrent(TooManyRequests):
    """429: the concurrency limit of this network is reached."""

    def __init__(self) -> None:
        super().__init__(retry_after=RETRY_AFTER)


class ConcurrencyLimit:
    """A non-blocking semaphore for each network; thread-safe."""

    def __init__(self, most: int = MAX_CONCURRENT) -> None:
        self._most, self._running, self._lock = most, Counter[str](), Lock()

    def acquire(self, network: str) -> bool:
        """Take a slot and return True; return False if all of them are taken."""
        with self._lock:
            if self._running[network] >= self._most:
                return False
            self._running[network] += 1
            return True

    def release(self, network: str) -> None:
        """Give a slot back."""
        with self._lock:
            self._running[network] -= 1
            if not self._running[network]:
                del self._running[network]


def class_of(endpoint: str | None, arguments: Mapping[str, Any] | None = None) -> RouteClass:
    """Return the class of a request by its endpoint and URL arguments, of which only `slug` counts."""
    with_slug = f"{endpoint}/{(arguments or {}).get('slug', '')}"
    return CLASS_OF.get(with_slug) or CLASS_OF.get(endpoint or "") or ORDINARY


def register(app: Flask) -> None:
    """Apply the limits to every route of `app`; call it after all routes are registered."""
    limiter.limit_manager.set_application_limits([_RATES.bind(limiter)])
    limit = ConcurrencyLimit()
    for endpoint in {route.split("/")[0] for route in CLASS_OF} & app.view_functions.keys():
        app.view_functions[endpoint] = _with_concurrency_limit(app.view_functions[endpoint], limit)


def _with_concurrency_limit(view: Callable[..., Any], limit: ConcurrencyLimit) -> Callable[..., Any]:
    """Wrap `view` to take a slot of `limit` and run in the background, or to raise `TooManyConcurrent`."""

    @wraps(view)
    def limited(**arguments: Any) -> Any:
        route = class_of(request.endpoint, arguments)
        exempt = not route.concurrency_limited or (route.long_games_only and not is_long(arguments.get("game_id", "")))
        if exempt or not limiter.enabled:
            return view(**arguments)
        network = client_network()
        if not limit.acquire(network):
            raise TooManyConcurrent
        try:
            with in_background():
                return view(**arguments)
        finally:
            limit.release(network)

    return limited


def _of_request() -> RouteClass:
    return class_of(request.endpoint, request.view_args)


_RATES = ApplicationLimit(lambda: _of_request().rate, scope=lambda _endpoint: _of_request().name)
