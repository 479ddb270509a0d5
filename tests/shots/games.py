"""The games of the pictures."""

import os
from collections.abc import Mapping

from scorekeeper import create_app
from scorekeeper.config.settings import read_settings
from scorekeeper.rules.variants import VARIANTS
from scorekeeper.services.games import course, creating, rounds
from scorekeeper.services.games.changes import Precondition
from scorekeeper.services.payload_reading import received
from scorekeeper.services.payloads import NewChange, NewRound
from scorekeeper.services.views import loading

from .circles import make_circle

GAMES = {"en": "da-500", "da": "da-500", "nb": "nb-rummy", "de": "de-romme", "cs": "cs-500", "is": "is-rommi"}
"""The game that is shown in each language."""
NAMES = ("Anna", "Bo", "Cleo", "Dagny", "Eva", "Frida", "Guðrún", "Hákon")
LONG = ("Anna-Katharina von und zu Hohenstein-Mey", *NAMES[1:])
Rules = Mapping[str, int | str]
_SHORT: Rules = {"target": 240, "limit": 101, "agreed_rounds": 9}
_WIDE: Rules = {"target": 5_000, "limit": 5_000, "agreed_rounds": 90}
_LIMITED: Rules = {"end": "limit", "limit": 60, "rejoin": "highest"}


def make_games(env: dict[str, str], secret: str, variant: str) -> dict[str, str]:
    """Make games of the device, and a circle; return the ids of the games, and paths of the circle."""
    rules = VARIANTS[variant]
    most = min(8, rules.most_players)
    known = {option.key for option in rules.options}
    options = {option.key for option in rules.options if not option.needs}
    short, wide = ({key: value for key, value in some.items() if key in options} for some in (_SHORT, _WIDE))
    with create_app(read_settings({**os.environ, **env})).app_context():

        def make(names: tuple[str, ...], count: int, house_rules: Rules, until: str = "ended", **more: bool) -> str:
            body = {"variant": variant, "players": list(names[:most]), "house_rules": house_rules, **more}
            game = creating.create_game_for(secret, body)
            for number in range(1, count + 1):
                view = loading.load_game(game)
                if view.standing.ended or (until == "out" and view.standby.out):
                    break
                rounds.enter_round(game, received(NewRound, _round(variant, number, view.playing)), Precondition())
            return game

        made = {
            "sixty": make(LONG[:8], 60, wide),
            "six": make(NAMES[:6], 7, wide),
            "empty": make(NAMES[:4], 0, {}),
            "ended": make(NAMES[:4], 11 if not short else 30, short),
            "some": make(NAMES[:4], 7, wide),
            "hidden": make(NAMES[:4], 7, wide, hide_totals=True),
        }
        if "limit" in known:
            made["out"] = make(NAMES[:4], 30, {key: value for key, value in _LIMITED.items() if key in known}, "out")
        if not loading.load_game(made["ended"]).standing.ended:
            course.end_game(made["ended"], received(NewChange, {}), Precondition())
        return made | make_circle(secret, variant if most > 3 else GAMES["en"])  # tables of four


def _round(variant: str, number: int, names: tuple[str, ...]) -> dict[str, object]:
    """Return a round as the API takes it: points where melds score, else what is left in the hands."""
    rules = VARIANTS[variant]
    closer = names[number % len(names)]
    sums = {name: (number * seat) % 23 for seat, name in enumerate(names, 1)}
    if rules.scoring.table_scores or not rules.has_cards:
        entries = {name: {"points": 5 * (each - 7)} for name, each in sums.items()}
    else:
        entries = {name: {"minus": 0 if name == closer else each + 2} for name, each in sums.items()}
    return {"closer": closer if rules.has_cards else None, "entries": entries, "accept_warnings": True}
