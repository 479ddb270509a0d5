"""A game whose players share points in pairs, as pages and sheets show it: each side as one player."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TypeVar

from ...rules.model.paths import with_fields
from ...rules.scoring.elimination import Eliminated
from ...rules.scoring.scoring import RoundScore
from ...rules.scoring.sides import Side, side_name, sides_of
from .game_view import GameView
from .round_views import RoundView

_Value = TypeVar("_Value")


def pairs_of(view: GameView) -> list[Side]:
    """Return the pairs whose points have been equal since the game began, which therefore can be shown as one.

    Partners who have not always been partners are no such pair: each has a total of their own.
    """
    if not view.variant.ending.partner_rule:
        return []
    begun = {name: view.setup.points.get(player, 0) for player, name in view.setup.players}
    rows = [begun, view.totals, *(round_.scores for round_ in view.rounds)]
    pairs = (side for side in sides_of(view.variant.ending, view.players) if len(side) > 1)
    return [(one, other) for one, other in pairs if all(row.get(one) == row.get(other) for row in rows)]


def sided(view: GameView) -> GameView:
    """Return the game with a player for each of its `pairs_of`, who has the name of the side.

    Use it for display only: who deals, the open round and the history are those of the game itself.
    """
    sides = {side_name(pair): pair for pair in pairs_of(view)}
    if not sides:
        return view
    names = _labels(sides)
    ids = {name: player for player, name in view.setup.players}
    seats = _folded({name: ids[name] for name in view.players}, names)
    return replace(
        view,
        setup=replace(view.setup, players=tuple((player, name) for name, player in seats.items())),
        variant=with_fields(view.variant, {"ending.partner_rule": ""}),
        rounds=[_sided_round(round_, names) for round_ in view.rounds],
        totals=_folded(view.totals, names),
        rating=_folded(view.rating, names),
        rounds_won=_folded(view.rounds_won, names),
        eliminated=_eliminated(view.eliminated, names),
        standing=replace(view.standing, winners=_named(view.standing.winners, names)),
        sides=sides,
    )


def as_shown(round_: RoundView, shown: GameView) -> RoundView:
    """Return a version of a round of a game with the players of `shown`, if partners score the same in it."""
    pairs = shown.sides.values()
    if not pairs or any(round_.scores.get(one) != round_.scores.get(other) for one, other in pairs):
        return round_
    return _sided_round(round_, _labels(shown.sides))


def points_shown(points: Mapping[str, int], shown: GameView) -> Mapping[str, int]:
    """Return points by name with the players of `shown`, of each side those of its first."""
    return _folded(points, _labels(shown.sides)) if shown.sides else points


def _labels(sides: Mapping[str, Side]) -> dict[str, str]:
    return {name: label for label, side in sides.items() for name in side}


def _sided_round(round_: RoundView, names: Mapping[str, str]) -> RoundView:
    """Return a round with the sides as players; `names` are the sides' names by player."""
    lines, closer = _folded(round_.lines, names), round_.round.closer or ""
    return replace(
        round_,
        round=replace(round_.round, players=_named(round_.players, names), closer=names.get(closer, closer) or None),
        score=RoundScore({name: tuple(line for line in own if line.ruling is None) for name, own in lines.items()}),
        posted={name: tuple(line for line in own if line.ruling is not None) for name, own in lines.items()},
        totals=_folded(round_.totals, names),
        rating_totals=_folded(round_.rating_totals, names),
        seats=_named(round_.seats, names),
        rejoined=_named(round_.rejoined, names),
        eliminated=_eliminated(round_.eliminated, names),
    )


def _named(players: Sequence[str], names: Mapping[str, str]) -> tuple[str, ...]:
    """Return the names under which `players` are shown, each once."""
    return tuple(dict.fromkeys(names.get(player, player) for player in players))


def _folded(values: Mapping[str, _Value], names: Mapping[str, str]) -> dict[str, _Value]:
    """Return `values` by the names under which they are shown; partners have equal ones, of which the first is kept."""
    found: dict[str, _Value] = {}
    for player, value in values.items():
        found.setdefault(names.get(player, player), value)
    return found


def _eliminated(eliminated: Eliminated, names: Mapping[str, str]) -> Eliminated:
    groups = tuple(_named(group, names) for group in eliminated.groups)
    return Eliminated(groups, _folded(eliminated.came_back, names))
