"""Rating points: what a round brings beside the points, in the games that have them; and who has won it."""

from collections import Counter
from collections.abc import Iterable, Mapping

from ..model.scoring import Rating
from ..model.terms import How
from ..model.variant import Variant
from .rounds import Player, PointsEntry, Round, factor, hand_points


def rating_of(variant: Variant, round_: Round) -> Mapping[Player, int]:
    """Return everybody's rating points of a round, ≥ 0; empty in a game without them.

    Where nobody went out, nobody has won, and what is left in hand still counts. Source: DT-24, DT-25, DT-26, DT-A8.
    """
    rating = variant.scoring.rating
    if rating is None:
        return {}
    return {player: _of_player(variant, rating, round_, player) for player in round_.players}


def _of_player(variant: Variant, rating: Rating, round_: Round, player: Player) -> int:
    if player == round_.closer and round_.how is How.OUT:
        return rating.win if round_.way is None else rating.ways.get(round_.way, rating.win)
    return rating.for_left(rated_points(variant, rating, round_, player))


def rated_points(variant: Variant, rating: Rating, round_: Round, player: Player) -> int:
    """Return the points by which the bands rate what a player is left with, ≥ 0; final points include the factor."""
    entry, times = round_.entries.get(player), factor(variant, round_.way)
    if isinstance(entry, PointsEntry):
        return max(0, -entry.points) if rating.multiplied else max(0, -entry.points) // times
    return hand_points(variant, entry) * (times if rating.multiplied else 1)


def won_by(scores: Mapping[Player, int]) -> tuple[Player, ...]:
    """Return who has won a round with these points: who alone is above 0; nobody otherwise (RK-O1)."""
    above = tuple(player for player, points in scores.items() if points > 0)
    return above if len(above) == 1 else ()


def rounds_won(players: Iterable[Player], rounds: Iterable[Mapping[Player, int]]) -> dict[Player, int]:
    """Return how many rounds each of `players` has won; `rounds` are the points of each round, by player."""
    won = Counter(player for scores in rounds for player in won_by(scores))
    return {player: won[player] for player in players}
