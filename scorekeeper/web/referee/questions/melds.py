"""What is argued about melds: what one is, what opens, what may be laid on them, who gets a joker."""

from ....rules.errors import N_
from ....rules.model.terms import Reclaim
from ..forms.fields import Choice, Field, Kind, Stands, can_be
from ..page import (
    FIRST_ROUND,
    MELDS_HINT,
    NAMED_HINT,
    NOT_OPENED,
    NOT_OWN_TURN,
    TABLE,
    Page,
    has_jokers,
    has_pile,
    opens,
    uses_table,
)

MELD = Page(
    "meld",
    "meld",
    N_("Is this a meld?"),
    (
        Field(
            "cards",
            Kind.CARDS,
            N_("The cards"),
            tiles=N_("The tiles"),
            hint=NAMED_HINT,
            stands=Stands.LIST,
            must=True,
        ),
        FIRST_ROUND,
        Field(
            "melds_laid_this_turn",
            Kind.NUMBER,
            N_("How many melds the player laid in this turn before it"),
            needs=can_be("turn.melds_each", lambda most: most is not None),
            folded=True,
        ),
    ),
)
OPENING = Page(
    "opening",
    "opening",
    N_("Is it enough to open?"),
    (
        Field(
            "melds", Kind.MELDS, N_("The melds laid to open"), hint=MELDS_HINT, stands=Stands.BY_MELD, empty_counts=True
        ),
        Field(
            "table_tiles_used",
            Kind.CARDS,
            N_("Which of these tiles came from the table"),
            needs=uses_table,
            folded=True,
        ),
    ),
    exists=opens,
)
LAY_OFF = Page(
    "lay-off",
    "lay-off",
    N_("Laying on a meld"),
    (
        TABLE,
        Field(
            "cards",
            Kind.CARDS,
            N_("The card to lay on it, or several"),
            tiles=N_("The tile to lay on it, or several"),
            must=True,
        ),
        Field("to", Kind.PLACE, N_("On which meld; the first is 1"), folded=True),
        NOT_OPENED,
        Field(
            "has_own_melds",
            Kind.TICK,
            N_("The player has no meld on the table"),
            says={"has_own_melds": False},
            folded=True,
        ),
        NOT_OWN_TURN,
        FIRST_ROUND,
    ),
    exists=lambda variant: variant.turn.lay_off,
)
MOVE = Page(
    "move",
    "lay-off",
    N_("Moving a card between melds"),
    (
        TABLE,
        Field("move.card", Kind.CARD, N_("The card that was moved"), must=True),
        Field("move.from", Kind.PLACE, N_("From which meld; the first is 1"), must=True),
        Field("move.to", Kind.PLACE, N_("To which meld"), must=True),
        NOT_OPENED,
        NOT_OWN_TURN,
    ),
    exists=lambda variant: has_pile(variant) and variant.turn.lay_off,
)
_others_take = can_be("jokers.reclaim", lambda who: who is Reclaim.OTHERS)
JOKER = Page(
    "joker-swap",
    "joker-swap",
    N_("Taking a joker from the table"),
    (
        Field(
            "meld",
            Kind.CARDS,
            N_("The meld with the joker"),
            hint=N_("jk=9h says what the joker was laid as."),
            stands=Stands.ONE,
            must=True,
        ),
        Field("offered", Kind.CARD, N_("The card given for it"), tiles=N_("The tile given for it"), must=True),
        Field(
            "from",
            Kind.PICK,
            N_("Where that one came from"),
            choices=(
                Choice("hand", N_("from the hand"), {"from": "hand"}, lambda variant: not variant.deck.tiles),
                Choice("rack", N_("from the rack"), {"from": "rack"}, lambda variant: variant.deck.tiles),
                Choice("table", N_("from the table"), {"from": "table"}),
            ),
        ),
        Field("player", Kind.NAME, N_("Who took it?"), needs=_others_take),
        Field("meld_owner", Kind.NAME, N_("Whose meld is it?"), needs=_others_take),
        Field("joker_used_in_new_meld", Kind.CARDS, N_("The new meld with the joker"), needs=uses_table),
        Field(
            "joker_added_to_meld", Kind.CARDS, N_("Or the meld that the joker was added to, before"), needs=uses_table
        ),
        Field("joker_kept", Kind.TICK, N_("The joker was kept"), says={"joker_kept": True}, needs=uses_table),
        Field(
            "table_source_after",
            Kind.CARDS,
            N_("What is left of the meld that the tile came from"),
            needs=uses_table,
            folded=True,
        ),
        NOT_OPENED,
        NOT_OWN_TURN,
        FIRST_ROUND,
    ),
    exists=has_jokers,
)
