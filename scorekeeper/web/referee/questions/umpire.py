"""The question about an irregularity, in games whose rules say what an umpire does about it."""

from dataclasses import replace

from ....rules.errors import N_
from ..forms.fields import FieldKind, QuestionField, pick
from ..page import CARDS_HINT, NOT_OPENED, NOT_OWN_TURN, TABLE, QuestionPage

_WHATS = {
    "exposed_card": N_("Somebody saw a card in a hand"),
    "misplaced_card": N_("A card was laid where it doesn’t fit"),
    "not_a_meld": N_("Cards were laid that aren’t a meld"),
    "opening_too_low": N_("Somebody opened with too few points"),
    "wrong_count": N_("Somebody has a wrong number of cards"),
    "no_discard_left": N_("Everything is laid, with nothing left to discard"),
    "fitting_discard": N_("A card that fits was discarded"),
    "joker_turned_up": N_("The first discard is a joker"),
    "equal_melds": N_("The same meld was laid twice"),
}
_CARD = ("exposed_card", "misplaced_card", "fitting_discard")
IRREGULARITY = QuestionPage(
    "irregularity",
    "irregularity",
    N_("Something went wrong"),
    (
        pick("what", N_("What happened?"), _WHATS, must=True),
        QuestionField(
            "cards",
            FieldKind.CARDS,
            N_("The cards that it is about"),
            hint=CARDS_HINT,
            asked_with=(*_CARD, "not_a_meld", "opening_too_low", "no_discard_left"),
        ),
        replace(TABLE, must=False, asked_with=_CARD),
        QuestionField(
            "to", FieldKind.PLACE, N_("On which meld; the first is 1"), folded=True, asked_with=("misplaced_card",)
        ),
        QuestionField("count", FieldKind.NUMBER, N_("How many cards the player holds"), asked_with=("wrong_count",)),
        replace(
            pick(
                "noticed",
                N_("When it was noticed"),
                {"before_play": N_("before play began"), "later": N_("later")},
                N_("in the same turn"),
            ),
            asked_with=("not_a_meld", "wrong_count"),
        ),
        replace(NOT_OPENED, asked_with=_CARD),
        replace(NOT_OWN_TURN, asked_with=("exposed_card", "misplaced_card")),
    ),
    exists=lambda variant: bool(variant.irregular),
)
