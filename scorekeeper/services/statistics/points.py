"""How points grew over the games of one kind: pure functions of what each got in them."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from .time_series import MOST_CURVES, Event, TimeSeries, time_series
from .units import SEVERAL_UNITS, WHY_APART, Unit


class Got(NamedTuple):
    """What somebody got in the rounds of a game: the variant's key, when its last round was played."""

    name: str
    game_id: str
    variant: str
    when: datetime
    rounds: int
    points: int


@dataclass(frozen=True)
class PointsSeries:
    """How points grew in the games of a variant; `series` is None below two steps.

    `unit` is what they are, None if no games have points that can be added up. `left_out` are the numbers of games
    that were left out, by the marked message that says why. `alone` says whether nothing else was played, `evenly`
    whether all who are shown played as many games; `cut` whether they are only those who played most.
    """

    variant: str
    unit: Unit | None
    series: TimeSeries | None
    left_out: Mapping[str, int]
    alone: bool
    evenly: bool
    cut: bool


def points_series(found: Iterable[Got], units: Mapping[str, str]) -> PointsSeries | None:
    """Return how points grew in the games of one variant: the most played one of which any can be added up.

    `units` tells the `Unit` of each game. None without a round that was played.
    """
    got = [(each, Unit(units[each.game_id])) for each in found if each.game_id in units]
    got = [(each, unit) for each, unit in got if each.rounds or unit is Unit.HIDDEN]
    games = {each.game_id: (each.variant, unit) for each, unit in got}
    if not games:
        return None
    played = Counter(games.values())
    variant, unit = min(played, key=lambda kind: (kind[1] in WHY_APART, -played[kind], kind))
    added = None if unit in WHY_APART else unit
    ours = [each for each, unit in got if (each.variant, unit) == (variant, added)]
    times = Counter(each.name for each in ours)
    shown = dict(times.most_common(MOST_CURVES))
    events = (Event(each.when, each.name, each.points) for each in ours if each.name in shown)
    return PointsSeries(
        variant,
        added,
        time_series(events, lowest=added is Unit.FEWEST),
        _left_out([(unit, times) for (key, unit), times in played.items() if key == variant and unit is not added]),
        len({key for key, _unit in played}) == 1,
        len(set(shown.values())) == 1,
        len(times) > len(shown),
    )


def _left_out(units: Sequence[tuple[Unit, int]]) -> Mapping[str, int]:
    found = Counter[str]()
    for unit, games in units:
        found[WHY_APART.get(unit, SEVERAL_UNITS)] += games
    return found
