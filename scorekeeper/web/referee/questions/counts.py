"""The questions about points (a hand, a row, the end of the game), and the advice on what to lay."""

from collections.abc import Mapping
from dataclasses import replace

from ....rules.errors import N_
from ....rules.model.terms import Wins
from ....rules.model.variant import Variant
from ....services.views.game_view import GameView
from ...text import points
from ..forms.fields import FieldKind, QuestionField, can_be, choice
from ..page import CARDS_HINT, MELDS_HINT, NOT_OPENED, TABLE, QuestionPage, may_knock, opens, uses_table

_HAND = QuestionField(
    "cards", FieldKind.CARDS, N_("The cards in hand"), tiles=N_("The tiles on the rack"), hint=CARDS_HINT, must=True
)
_AIM = QuestionField(
    "aim",
    FieldKind.PICK,
    N_("What for?"),
    choices=(
        choice("aim", "fewest_left", N_("to keep as few points as possible")),
        choice("aim", "most_points", N_("to lay as many points as possible")),
        choice("aim", "opening", N_("to open"), opens),
    ),
    must=True,
)
_MAY_BE_REARRANGED = N_("The melds on the table, which may be rearranged")

HAND_VALUE = QuestionPage(
    "hand-value",
    "hand-value",
    N_("Count my hand"),
    (replace(_HAND, must=False, empty_counts=True),),
    # Translators: a button, a verb: let the referee count the cards
    button=N_("Count"),
    settles=False,
    in_hand=True,
    counts_hand=True,
    tiles=N_("Count my rack"),
)
ARRANGE = QuestionPage(
    "arrange",
    "arrange",
    N_("What could I lay?"),
    (
        _HAND,
        _AIM,
        QuestionField("table", FieldKind.MELDS, _MAY_BE_REARRANGED, hint=MELDS_HINT, needs=uses_table, folded=True),
    ),
    start=lambda _game: {"aim": "fewest_left"},
    button=N_("Show me"),
    settles=False,
    in_hand=True,
    help=True,
)
COULD_GO_OUT = QuestionPage(
    "could-go-out",
    "arrange",
    N_("Could it have gone out?"),
    (
        _HAND,
        replace(TABLE, label=N_("The melds on the table, to lay cards off on"), tiles=_MAY_BE_REARRANGED, must=False),
        NOT_OPENED,
    ),
    whole_hand=True,
    settles=False,
    in_hand=True,
    help=True,
    exists=lambda variant: not variant.knock.allowed,  # there nobody must lay the whole hand
)
SHOWDOWN = QuestionPage(
    "showdown",
    "round-score",
    N_("Count both hands"),
    (
        QuestionField("closer", FieldKind.NAME, N_("Who knocked?"), must=True),
        QuestionField("players", FieldKind.HANDS, N_("The cards in hand"), must=True),
        QuestionField(
            "upcard", FieldKind.CARD, N_("The first upcard of the round"), needs=can_be("knock.doubling_suit")
        ),
    ),
    exists=may_knock,
    button=N_("Count"),
)
SUM = QuestionPage(
    "row",
    "round-score",
    N_("Does this round add up?"),
    (QuestionField("entered", FieldKind.POINTS, N_("What each player writes down"), must=True),),
    exists=lambda variant: variant.scoring.zero_sum,
    # Translators: a button, a verb: let the referee check the points
    button=N_("Check"),
)


def ranks_by_rating(variant: Variant) -> bool:
    """Return whether the rating points decide who wins."""
    return variant.ending.wins is Wins.RATING


def ranks_by_rounds(variant: Variant) -> bool:
    """Return whether the rounds won decide who wins."""
    return variant.ending.wins is Wins.MOST_ROUNDS


def _totals(view: GameView) -> Mapping[str, str]:
    """Return the fields as the game stands; totals that are hidden are for whoever asks to type."""
    played = {"rounds_played": str(len(view.counting))}
    if view.totals_hidden:
        return played
    totals = {f"totals-{index}": points(view.totals[name]) for index, name in enumerate(view.players)}
    rated = {f"rating-{index}": points(view.rating[name]) for index, name in enumerate(view.players) if view.rating}
    won = {f"rounds_won-{at}": points(view.rounds_won[n]) for at, n in enumerate(view.players) if view.rounds_won}
    won |= {
        f"hands_won-{at}": str(view.boxes[n]) for at, n in enumerate(view.players) if view.variant.ending.grand_totals
    }
    return {**totals, **rated, **won, **played}


OVER = QuestionPage(
    "game-end",
    "game-end",
    N_("Is the game over?"),
    (
        QuestionField("totals", FieldKind.POINTS, N_("The totals"), must=True),
        QuestionField("rating", FieldKind.POINTS, N_("The rating points"), needs=ranks_by_rating),
        QuestionField("rounds_won", FieldKind.POINTS, N_("Rounds won"), needs=ranks_by_rounds),
        QuestionField(
            "hands_won",
            FieldKind.POINTS,
            N_("Rounds won"),
            needs=lambda variant: variant.ending.grand_totals,
        ),
        QuestionField("rounds_played", FieldKind.NUMBER, N_("Rounds played"), folded=True),
    ),
    start=_totals,
    button=N_("Check"),
)
