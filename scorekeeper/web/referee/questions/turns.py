"""What is argued about turns: the call, the pile, going out."""

from dataclasses import replace

from ....rules.errors import N_
from ....rules.model.terms import EmptyStock, LastDiscard
from ..forms.fields import Choice, Field, Kind, can_be
from ..page import (
    CARDS_HINT,
    DISCARD,
    FIRST_ROUND,
    MELDS_HINT,
    NEW_MELDS,
    NOT_OPENED,
    NOT_OWN_TURN,
    NOTHING_LAID,
    ON_TABLE,
    Page,
    has_pile,
    opens,
    uses_table,
)

RUMMY = Page(
    "rummy-call",
    "rummy-call",
    N_("“Rummy!”"),
    (
        Field("discard", Kind.CARD, N_("Which card was discarded?"), must=True),
        Field("table", Kind.MELDS, N_("Which melds lie on the table?"), hint=MELDS_HINT, must=True),
        Field("discarder", Kind.NAME, N_("Who discarded it?"), must=True),
        Field("callers", Kind.NAME, N_("Who called first?"), must=True, listed=True),
        Field(
            "lay",
            Kind.PICK,
            N_("How did the card lie?"),
            choices=(
                Choice("up", N_("Face up, as in any turn")),
                Choice(
                    "closing", N_("Face up, and it closed the round"), {"closing_discard": True, "face_down": False}
                ),
                Choice("down", N_("Face down, and it closed the round"), {"closing_discard": True, "face_down": True}),
            ),
        ),
    ),
    exists=lambda variant: variant.turn.rummy_call,
    guided=True,
)
TAKES = (
    Choice("whole_pile", N_("The whole pile was taken"), {"take": "whole_pile"}, can_be("turn.take_whole_pile")),
    Choice(
        "deeper_card",
        N_("A card out of the pile, with all above it"),
        {"take": "deeper_card"},
        can_be("turn.take_deeper_card"),
    ),
    Choice("top_card", N_("The top card was taken"), {"take": "top_card"}),
)
"""The ways to take from the pile."""
TAKEN = tuple(choice.value for choice in TAKES)

PILE = Page(
    "pile",
    "pile",
    N_("The pile"),
    (
        Field(
            "take",
            Kind.PICK,
            N_("What was done?"),
            choices=(
                *TAKES,
                Choice("knock", N_("Somebody knocked for the top card"), {"take": "knock"}, can_be("turn.knock")),
                Choice(
                    "stock_empty",
                    N_("The stock is empty, and a new one was made"),
                    {"take": "stock_empty"},
                    can_be(
                        "closing.stock_empty",
                        lambda empty: empty in (EmptyStock.TURN_OVER_KEEP_TOP, EmptyStock.SHUFFLE_KEEP_TOP),
                    ),
                ),
            ),
            must=True,
        ),
        Field(
            "pile", Kind.CARDS, N_("The pile, from the bottom up"), hint=CARDS_HINT, asked_with=(*TAKEN, "stock_empty")
        ),
        Field(
            "wanted",
            Kind.CARD,
            N_("The card that was wanted"),
            needs=can_be("turn.take_deeper_card"),
            asked_with=("deeper_card",),
        ),
        replace(NEW_MELDS, asked_with=TAKEN),
        replace(NOTHING_LAID, asked_with=TAKEN),
        Field("hand_before", Kind.CARDS, N_("The hand before"), hint=CARDS_HINT, asked_with=TAKEN),
        replace(ON_TABLE, asked_with=TAKEN),
        replace(DISCARD, asked_with=TAKEN),
        Field("player", Kind.NAME, N_("Whose turn was it?"), asked_with=TAKEN),
        Field(
            "taken",
            Kind.CARDS,
            N_("What was picked up, if it was not that"),
            hint=N_("Only if other cards were taken than the rules let one take."),
            folded=True,
        ),
        FIRST_ROUND,
        NOT_OPENED,
        NOT_OWN_TURN,
        Field(
            "active_player_claims",
            Kind.TICK,
            N_("The player whose turn it is wanted the card, too"),
            says={"active_player_claims": True},
            needs=can_be("turn.knock"),
            folded=True,
        ),
    ),
    exists=has_pile,
)
GO_OUT = Page(
    "go-out",
    "go-out",
    N_("Going out"),
    (
        Field("laid_new_melds", Kind.MELDS, N_("The melds laid in this turn"), hint=MELDS_HINT),
        ON_TABLE,
        DISCARD,
        Field(
            "hand_after",
            Kind.CARDS,
            N_("What is still in hand"),
            tiles=N_("What is still on the rack"),
            hint=N_("Leave it empty if nothing is."),
            empty_counts=True,
        ),
        Field(
            "discard_face",
            Kind.PICK,
            N_("How the last card was laid"),
            choices=(
                Choice("", N_("as it must be")),
                Choice("up", N_("face up"), {"discard_face": "up"}),
                Choice("down", N_("face down"), {"discard_face": "down"}),
            ),
            needs=can_be("closing.last_discard", lambda last: last in (LastDiscard.FACE_DOWN, LastDiscard.FACE_UP)),
            folded=True,
        ),
        Field(
            "hand_before",
            Kind.CARDS,
            N_("The hand before the draw"),
            tiles=N_("The rack before the turn"),
            hint=CARDS_HINT,
            folded=True,
        ),
        Field("drawn", Kind.CARD, N_("The card drawn"), needs=has_pile, folded=True),
        Field(
            "drawn_from",
            Kind.PICK,
            N_("Where it was drawn from"),
            choices=(
                Choice("", N_("not said")),
                Choice("stock", N_("the stock"), {"drawn_from": "stock"}),
                Choice("discard_pile", N_("the pile"), {"drawn_from": "discard_pile"}),
            ),
            needs=has_pile,
            folded=True,
        ),
        FIRST_ROUND,
        Field(
            "cardless",
            Kind.TICK,
            N_("The player began the turn without cards"),
            says={"cardless": True},
            needs=has_pile,
            folded=True,
        ),
        Field(
            "opened_before",
            Kind.TICK,
            N_("The player had not opened before this turn"),
            says={"opened_before": False},
            needs=opens,
            folded=True,
        ),
        Field(
            "melded_before",
            Kind.TICK,
            N_("The player had laid no meld before this turn"),
            says={"melded_before": False},
            folded=True,
        ),
        Field(
            "laid_off_before",
            Kind.TICK,
            N_("The player had laid cards on melds before this turn"),
            says={"laid_off_before": True},
            needs=lambda variant: variant.scoring.doubling is not None,
            folded=True,
        ),
        Field(
            "called",
            Kind.TICK,
            N_("The player did not call it out"),
            says={"called": False},
            needs=uses_table,
            folded=True,
        ),
        Field(
            "table_valid",
            Kind.TICK,
            N_("Something on the table was no meld"),
            says={"table_valid": False},
            needs=uses_table,
            folded=True,
        ),
    ),
)
STOCK = Page(
    "stock-empty",
    "go-out",
    N_("The stock is empty"),
    (
        Field(
            "wants",
            Kind.PICK,
            N_("Where does the player want to draw from?"),
            choices=(
                Choice("stock", N_("from the stock"), {"wants": "stock"}),
                Choice("discard_pile", N_("from the pile"), {"wants": "discard_pile"}),
            ),
            must=True,
        ),
        Field("stock", Kind.NUMBER, N_("How many cards are left in the stock?"), must=True),
        Field("hand_after", Kind.CARDS, N_("The hand"), empty_counts=True),
    ),
    exists=lambda variant: variant.closing.stock_empty is EmptyStock.ENDS_WHEN_WANTED,
)
