"""What is counted: a hand, a row of the sheet, the end of the game; and what could be laid."""

from collections.abc import Mapping

from ....rules.errors import N_
from ....services.games.views import GameView
from ...text import points
from ..forms.fields import Choice, Field, Kind
from ..page import CARDS_HINT, MELDS_HINT, NOT_OPENED, Page, opens, uses_table

HAND_VALUE = Page(
    "hand-value",
    "hand-value",
    N_("Count my hand"),
    (
        Field(
            "cards",
            Kind.CARDS,
            N_("The cards in hand"),
            tiles=N_("The tiles on the rack"),
            hint=CARDS_HINT,
            empty_counts=True,
        ),
    ),
    button=N_("Count"),
    settles=False,
    in_hand=True,
)
ARRANGE = Page(
    "arrange",
    "arrange",
    N_("What could I lay?"),
    (
        Field(
            "cards", Kind.CARDS, N_("The cards in hand"), tiles=N_("The tiles on the rack"), hint=CARDS_HINT, must=True
        ),
        Field(
            "aim",
            Kind.PICK,
            N_("What for?"),
            choices=(
                Choice("fewest_left", N_("to keep as few as possible"), {"aim": "fewest_left"}),
                Choice("most_points", N_("to lay as many points as possible"), {"aim": "most_points"}),
                Choice("opening", N_("to open"), {"aim": "opening"}, opens),
            ),
            must=True,
        ),
        Field(
            "table",
            Kind.MELDS,
            N_("The melds on the table, which may be rearranged"),
            hint=MELDS_HINT,
            needs=uses_table,
            folded=True,
        ),
    ),
    button=N_("Show me"),
    settles=False,
    in_hand=True,
    help=True,
)
COULD_GO_OUT = Page(
    "could-go-out",
    "arrange",
    N_("Could it have gone out?"),
    (
        Field(
            "cards", Kind.CARDS, N_("The cards in hand"), tiles=N_("The tiles on the rack"), hint=CARDS_HINT, must=True
        ),
        Field(
            "table",
            Kind.MELDS,
            N_("The melds on the table, to lay cards off on"),
            tiles=N_("The melds on the table, which may be rearranged"),
            hint=N_("One meld a line, as in 7h 8h 9h."),
        ),
        NOT_OPENED,
    ),
    whole_hand=True,
    settles=False,
    in_hand=True,
    help=True,
)
SUM = Page(
    "row",
    "round-score",
    N_("Does this round add up?"),
    (Field("entered", Kind.POINTS, N_("What each player writes down"), must=True),),
    exists=lambda variant: variant.scoring.zero_sum,
    button=N_("Check"),
)


def _standing(view: GameView) -> Mapping[str, str]:
    totals = {f"totals-{index}": points(view.totals[name]) for index, name in enumerate(view.players)}
    return {**totals, "rounds_played": str(len(view.counting))}


OVER = Page(
    "game-end",
    "game-end",
    N_("Is the game over?"),
    (
        Field("totals", Kind.POINTS, N_("The totals"), must=True),
        Field("rounds_played", Kind.NUMBER, N_("Rounds played"), folded=True),
    ),
    start=_standing,
    button=N_("Check"),
)
