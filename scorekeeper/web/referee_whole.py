"""The whole play judged at once: what was taken, laid, laid on, thrown away."""

from ..rules.errors import N_
from .referee_fields import Choice, Field, Kind
from .referee_page import (
    CARDS_HINT,
    DISCARD,
    FIRST_ROUND,
    NEW_MELDS,
    NOT_OPENED,
    ON_TABLE,
    Page,
    has_pile,
)
from .referee_turns import TAKES

PLAY = Page(
    "play",
    "go-out",
    N_("The whole play"),
    (
        Field(
            "take",
            Kind.PICK,
            N_("What was taken first?"),
            choices=(Choice("", N_("A card from the stock")), *TAKES),
        ),
        Field("pile", Kind.CARDS, N_("The pile, from the bottom up"), hint=N_("Only if something was taken from it.")),
        Field("wanted", Kind.CARD, N_("The card that was wanted"), needs=lambda variant: variant.turn.take_deeper_card),
        NEW_MELDS,
        ON_TABLE,
        DISCARD,
        Field("out", Kind.TICK, N_("Then the hand was empty"), says={"out": True}),
        Field("hand_before", Kind.CARDS, N_("The hand before"), hint=CARDS_HINT, folded=True),
        Field("drawn", Kind.CARD, N_("The card drawn from the stock"), folded=True),
        Field("player", Kind.NAME, N_("Whose turn was it?"), folded=True),
        FIRST_ROUND,
        NOT_OPENED,
    ),
    exists=has_pile,
    whole_play=True,
)
