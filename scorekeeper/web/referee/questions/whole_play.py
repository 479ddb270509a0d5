"""The whole play judged at once: what was taken, laid, laid on, thrown away."""

from dataclasses import replace

from ....rules.errors import N_
from ..forms.fields import Choice, Field, Kind, can_be
from ..page import CARDS_HINT, DISCARD, FIRST_ROUND, NEW_MELDS, NOT_OPENED, NOTHING_LAID, ON_TABLE, Page, has_pile
from .turns import TAKEN, TAKES

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
        Field("pile", Kind.CARDS, N_("The pile, from the bottom up"), hint=CARDS_HINT, asked_with=TAKEN),
        Field(
            "wanted",
            Kind.CARD,
            N_("The card that was wanted"),
            needs=can_be("turn.take_deeper_card"),
            asked_with=("deeper_card",),
        ),
        NEW_MELDS,
        replace(NOTHING_LAID, asked_with=TAKEN),
        ON_TABLE,
        DISCARD,
        Field("out", Kind.TICK, N_("Then the hand was empty"), says={"out": True}),
        Field("hand_before", Kind.CARDS, N_("The hand before"), hint=CARDS_HINT, folded=True),
        Field("drawn", Kind.CARD, N_("The card drawn from the stock"), folded=True, asked_with=("",)),
        Field("player", Kind.NAME, N_("Whose turn was it?"), folded=True),
        FIRST_ROUND,
        NOT_OPENED,
    ),
    exists=has_pile,
    whole_play=True,
)
