"""How often one address may ask, and how much of what is slow is at work for it at once: as data, a class a route.

Pages and API ask the same questions, so what is named here together is counted together. A route that is not named
is an ordinary one. Counted is a network address as `addresses.network_of` gives it: a household, or a club.
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
from ..extensions import limiter, sender
from ..services.games.views import is_long

AT_ONCE = 2  # requests of one address that are at work on what is slow
AGAIN = 1  # seconds after which it is worth while to ask again


@dataclass(frozen=True)
class Class:
    """A class of routes.

    `rate` is how often one address may ask for all of them together. `gated`: no more than `AT_ONCE` of its requests
    are at work on gated routes; `when_long`: only for a game of very many rounds.
    """

    name: str
    rate: str
    routes: frozenset[str] = frozenset()
    gated: bool = False
    when_long: bool = False


def _routes(names: str) -> frozenset[str]:
    return frozenset(names.split())


# 200 phones behind one address that show a game and ask every 10 seconds are 1,200 requests a minute.
ORDINARY = Class("ordinary", "2400/minute")
SLOW = (
    # The routes that search; the page of a question is named with its address.
    Class(
        "search",
        "120/minute",
        _routes(
            "api.referee_arrange referee.judge/arrange referee.decide/arrange"
            " referee.judge/could-go-out referee.decide/could-go-out"
        ),
        gated=True,
    ),
    Class("export", "60/minute", _routes("api.export_game exchange.game exchange.table"), gated=True),
    Class("everything", "10/minute", _routes("exchange.everything"), gated=True),
    Class("import", "10/minute", _routes("api.import_game exchange.take_in"), gated=True),
    Class("rulings", "120/minute", _routes("api.read_rulings rulings.index"), gated=True),
    # What loads a game: a moment for one that people play, a third of a second for one of 5,000 rounds.
    Class(
        "history",
        "600/minute",
        _routes("api.read_history history.show rounds.index rounds.show"),
        gated=True,
        when_long=True,
    ),
    Class(
        "game",
        "2400/minute",
        _routes(
            "scoreboard.show scoreboard.undo scoreboard.redo scoreboard.end scoreboard.rematch rounds.new rounds.part"
            " rounds.enter rounds.edit rounds.correct rounds.void settings.show settings.change settings.ask"
            " settings.delete settings.restore rulebook.of_game live.clock live.big referee.menu referee.ask"
            " referee.judge referee.decide rulings.show rulings.decide tabletop.keep games.again"
            " api.read_game api.undo api.redo api.end_game api.enter_round api.correct_round api.void_round"
            " api.read_ruling api.ask_in_game api.accept_ruling api.overrule_ruling api.revoke_ruling api.adopt_reading"
        ),
        gated=True,
        when_long=True,
    ),
)
CLASS_OF: Mapping[str, Class] = {route: each for each in SLOW for route in each.routes}


class Busy(TooManyRequests):
    """Enough of what is slow is at work for this address already."""

    def __init__(self) -> None:
        super().__init__(retry_after=AGAIN)


class Gate:
    """Lets in so many requests of each address at once."""

    def __init__(self, most: int = AT_ONCE) -> None:
        self._most, self._inside, self._lock = most, Counter[str](), Lock()

    def enter(self, who: str) -> bool:
        """Let one more in, if there is room; then `leave` must follow."""
        with self._lock:
            if self._inside[who] >= self._most:
                return False
            self._inside[who] += 1
            return True

    def leave(self, who: str) -> None:
        """Make room again."""
        with self._lock:
            self._inside[who] -= 1
            if not self._inside[who]:
                del self._inside[who]


def class_of(endpoint: str | None, arguments: Mapping[str, Any] | None = None) -> Class:
    """Return the class of a request, by its route and what its address holds."""
    page = f"{endpoint}/{(arguments or {}).get('slug', '')}"
    return CLASS_OF.get(page) or CLASS_OF.get(endpoint or "") or ORDINARY


def register(app: Flask) -> None:
    """Limit every route of `app`: it has all of them already."""
    limiter.limit_manager.set_application_limits([_RATES.bind(limiter)])
    gate = Gate()
    for endpoint, view in app.view_functions.items():
        if any(route.split("/")[0] == endpoint for route in CLASS_OF):
            app.view_functions[endpoint] = _gated(view, gate)


def _gated(view: Callable[..., Any], gate: Gate) -> Callable[..., Any]:
    """Return `view` as far as there is room for it."""

    @wraps(view)
    def shown(**arguments: Any) -> Any:
        which = class_of(request.endpoint, arguments)
        if not limiter.enabled or not which.gated or (which.when_long and not is_long(arguments.get("game_id", ""))):
            return view(**arguments)
        who = sender()
        if not gate.enter(who):
            raise Busy
        try:
            with in_background():
                return view(**arguments)
        finally:
            gate.leave(who)

    return shown


def _of_request() -> Class:
    return class_of(request.endpoint, request.view_args)


_RATES = ApplicationLimit(lambda: _of_request().rate, scope=lambda _endpoint: _of_request().name)
