"""Rating points of a round, for the question `round-score`."""

from collections.abc import Iterator
from dataclasses import replace

from ...errors import N_, NN_
from ...model.terms import How
from ...model.topics import Topic
from ...model.variant import Variant
from ...reasons import Reason
from ...scoring.rating import rated_points, rating_of
from ...scoring.rounds import Round
from ..ruling import Wordings, reason

RATED: Wordings = {
    "rated_for_going_out": (
        Topic.SCORE,
        NN_(
            "{player} gets {rating} rating point for going out.",
            "{player} gets {rating} rating points for going out.",
            "rating",
        ),
    ),
    "rated_for_the_way": (
        Topic.SCORE,
        NN_("{way}: {rating} rating point for {player}.", "{way}: {rating} rating points for {player}.", "rating"),
    ),
    "rated_for_little_left": (
        Topic.SCORE,
        NN_(
            "{player} is left with {points}, which brings {rating} rating point.",
            "{player} is left with {points}, which brings {rating} rating points.",
            "rating",
        ),
    ),
    "not_rated": (Topic.SCORE, N_("Left with too much for rating points: {players}.")),
}


def rating_grounds(variant: Variant, played: Round) -> Iterator[Reason]:
    """Yield why everybody gets so many rating points; nothing in a game without them."""
    rating = variant.scoring.rating
    if rating is None:
        return
    without = []
    for name, rated in rating_of(variant, played).items():
        if name == played.closer and played.how is How.OUT:
            way = variant.closing.ways.get(played.way or "")
            if way is None:
                found = reason(variant, RATED, "rated_for_going_out", player=name, rating=rated)
                yield replace(found, rule=rating.win_rule)
            else:
                found = reason(variant, RATED, "rated_for_the_way", way=way.label, player=name, rating=rated)
                yield replace(found, rule=rating.ways_rule)
        elif rated:
            left = rated_points(variant, rating, played, name)
            found = reason(variant, RATED, "rated_for_little_left", player=name, points=left, rating=rated)
            yield replace(found, rule=rating.bands_rule)
        else:
            without.append(name)
    if without:
        yield replace(reason(variant, RATED, "not_rated", players=tuple(without)), rule=rating.bands_rule)
