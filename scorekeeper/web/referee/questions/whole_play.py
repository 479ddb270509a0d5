"""The question about a whole turn at once: what was taken, laid, laid off and discarded."""

from dataclasses import replace

from ....rules.errors import N_
from ..forms.fields import FieldChoice, FieldKind, QuestionField
from ..page import (
    CARDLESS,
    DISCARD,
    ENDS_FIRST_ROUND,
    FIRST_TWO_ROUNDS,
    NEW_MELDS,
    NOT_OPENED,
    NOTHING_LAID,
    ON_TABLE,
    QuestionPage,
    has_pile,
)
from .turns import HAND_BEFORE, PILE_CARDS, TAKEN, TAKES, WANTED, WHOSE_TURN

PLAY = QuestionPage(
    "play",
    "go-out",
    N_("The whole play"),
    (
        QuestionField(
            "take",
            FieldKind.PICK,
            N_("What was taken first?"),
            choices=(FieldChoice("", N_("A card from the stock")), *TAKES),
        ),
        PILE_CARDS,
        WANTED,
        NEW_MELDS,
        replace(NOTHING_LAID, asked_with=TAKEN),
        ON_TABLE,
        DISCARD,
        QuestionField("out", FieldKind.TICK, N_("The hand was empty then"), adds={"out": True}),
        replace(HAND_BEFORE, folded=True),
        QuestionField("drawn", FieldKind.CARD, N_("The card drawn from the stock"), folded=True, asked_with=("",)),
        replace(WHOSE_TURN, folded=True),
        ENDS_FIRST_ROUND,
        FIRST_TWO_ROUNDS,
        CARDLESS,
        NOT_OPENED,
    ),
    exists=has_pile,
    whole_play=True,
)
