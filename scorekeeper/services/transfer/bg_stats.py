"""A finished game handed to the app BG Stats, by a link that holds it; nothing is sent before somebody opens the link.

The format is that of https://www.bgstatsapp.com/support/push-plays-to-bg-stats-from-other-apps-or-websites. The app
asks once who is who, by `sourcePlayerId`, and knows a play that it got before by `sourcePlayId`.
"""

import json
from collections.abc import Mapping
from datetime import datetime
from urllib.parse import quote

from ...documents import JsonObject
from ...rules.errors import N_
from ...rules.model.terms import Wins
from ...store.moments import in_utc
from ..views.game_view import GameView
from ..views.state import What
from ..wording import game_name, sentence

_ADDRESS = "https://app.bgstatsapp.com/createPlay.html?data="


def play_link(view: GameView, *, names: bool) -> str | None:
    """Return the link for a game's result, without `names` with numbers for the players; None while it goes on."""
    if not view.standing.ended:
        return None
    return _ADDRESS + quote(json.dumps(_play(view, names=names), ensure_ascii=False, separators=(",", ":")), safe="")


def _play(view: GameView, *, names: bool) -> JsonObject:
    return {
        "sourceName": "Scorekeeper",
        "sourcePlayId": view.id,
        "playDate": _ended(view).strftime("%Y-%m-%d %H:%M:%S"),
        "game": {
            "name": game_name(view.variant),
            "sourceGameId": view.variant.key,
            "highestWins": view.variant.ending.wins is not Wins.LOWEST,
            "noPoints": False,
        },
        "players": [
            _player(view, place, name, name if names else sentence(N_("Player {number}"), {"number": number}))
            for number, (place, name) in enumerate(view.placings, 1)
        ],
    }


def _player(view: GameView, place: int, name: str, shown: str) -> JsonObject:
    """Return a player's result; `winner` is there for everybody, for the app on Android needs it."""
    return {
        "name": shown,
        "sourcePlayerId": shown,
        "score": _scores(view)[name],
        "rank": place,
        "winner": name in view.standing.winners,
    }


def _scores(view: GameView) -> Mapping[str, int]:
    """Return the points that decide who is ahead."""
    ending = view.variant.ending
    if view.final is not None and ending.grand_total_wins:
        return view.final
    return view.apart if ending.ranks_apart else view.totals


def _ended(view: GameView) -> datetime:
    """Return when the last round was entered, in UTC."""
    return max((in_utc(row.at) for row in view.state.done if row.what == What.ADD), default=view.created_at)
