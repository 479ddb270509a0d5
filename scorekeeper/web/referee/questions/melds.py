"""The questions about melds: validity, opening, laying off, exchanging a joker."""

from ....rules.errors import N_
from ....rules.model.terms import FreesSetJoker, JokerGoes
from ....rules.model.variant import Variant
from ..forms.fields import FieldKind, JokerNaming, QuestionField, can_be, choice, tick
from ..page import (
    CARDLESS,
    FIRST_ROUND,
    FIRST_TWO_ROUNDS,
    JOKER_LAID_HINT,
    MELDS_HINT,
    NAMED_HINT,
    NOT_OPENED,
    NOT_OWN_TURN,
    TABLE,
    QuestionPage,
    has_jokers,
    has_pile,
    may_knock,
    opens,
    uses_table,
)

MELD = QuestionPage(
    "meld",
    "meld",
    N_("Is this a meld?"),
    (
        QuestionField(
            "cards",
            FieldKind.CARDS,
            N_("The cards"),
            tiles=N_("The tiles"),
            hint=NAMED_HINT,
            stands=JokerNaming.LIST,
            must=True,
        ),
        FIRST_ROUND,
        FIRST_TWO_ROUNDS,
        QuestionField(
            "melds_laid_this_turn",
            FieldKind.NUMBER,
            N_("How many melds the player laid in this turn before it"),
            needs=can_be("turn.melds_each", lambda most: most is not None),
            folded=True,
        ),
    ),
    explains_meld=True,
)
_TO_OPEN = QuestionField(
    "melds",
    FieldKind.MELDS,
    N_("The melds laid to open"),
    hint=MELDS_HINT,
    stands=JokerNaming.BY_MELD,
    empty_counts=True,
)
_FROM_TABLE = QuestionField(
    "table_tiles_used", FieldKind.CARDS, N_("Which of these tiles came from the table"), needs=uses_table, folded=True
)
OPENING = QuestionPage("opening", "opening", N_("Is it enough to open?"), (_TO_OPEN, _FROM_TABLE), exists=opens)
_LAID_OFF = QuestionField(
    "cards",
    FieldKind.CARDS,
    N_("The card to lay on it, or several"),
    tiles=N_("The tile to lay on it, or several"),
    stands=JokerNaming.LIST,
    must=True,
)
LAY_OFF = QuestionPage(
    "lay-off",
    "lay-off",
    N_("Laying on a meld"),
    (
        TABLE,
        _LAID_OFF,
        QuestionField("to", FieldKind.PLACE, N_("On which meld; the first is 1"), folded=True),
        NOT_OPENED,
        tick("has_own_melds", N_("The player has no meld on the table"), value=False),
        QuestionField(
            "own_melds",
            FieldKind.PLACES,
            N_("Which melds are the player’s own; the first is 1"),
            hint=N_("As in 1 or 1 3."),
            needs=lambda variant: any(
                (can_be("turn.lay_off_on_own", lambda on: not on)(variant), can_be("jokers.pure_run_stays")(variant))
            ),
            folded=True,
        ),
        tick("gin", N_("The round ended with gin"), needs=may_knock),
        tick("by_knocker", N_("It’s the knocker who lays off"), needs=may_knock),
        NOT_OWN_TURN,
        FIRST_ROUND,
        FIRST_TWO_ROUNDS,
    ),
    exists=lambda variant: variant.turn.lays_off,
)
MOVE = QuestionPage(
    "move",
    "lay-off",
    N_("Moving a card to another meld"),
    (
        TABLE,
        QuestionField("move.card", FieldKind.CARD, N_("The card that was moved"), must=True),
        QuestionField("move.from", FieldKind.PLACE, N_("From which meld; the first is 1"), must=True),
        QuestionField("move.to", FieldKind.PLACE, N_("To which meld"), must=True),
        NOT_OPENED,
        NOT_OWN_TURN,
    ),
    exists=lambda variant: has_pile(variant) and variant.turn.lays_off and not may_knock(variant),
)
_others_take = can_be("swap.requires.others_joker")
_MELD_WITH_JOKER = QuestionField(
    "meld",
    FieldKind.CARDS,
    N_("The meld with the joker"),
    hint=JOKER_LAID_HINT,
    stands=JokerNaming.ONE,
    must=True,
)
_OFFERED_FROM = QuestionField(
    "from",
    FieldKind.PICK,
    N_("Where it came from"),
    choices=(
        choice("from", "hand", N_("from the hand"), lambda variant: not variant.deck.tiles),
        choice("from", "rack", N_("from the rack"), lambda variant: variant.deck.tiles),
        choice("from", "table", N_("from the table")),
    ),
)


def _lays_joker_again(variant: Variant) -> bool:
    """Return whether a joker taken from the table must be laid again at once."""
    return variant.swap.allowed and variant.swap.goes_to is not JokerGoes.HAND


_WHERE_THE_JOKER_WENT = tuple(
    QuestionField(name, kind, label, adds={name: True} if kind is FieldKind.TICK else {}, needs=_lays_joker_again)
    for name, kind, label in (
        ("joker_used_in_new_meld", FieldKind.CARDS, N_("The new meld with the joker")),
        ("joker_added_to_meld", FieldKind.CARDS, N_("Or the meld the joker was added to, as it was before")),
        ("joker_kept", FieldKind.TICK, N_("The joker was kept")),
    )
)
_ON_ONLY_PURE_RUN = tick(
    "joker_added_to_only_pure_run",
    N_("That meld was the player’s only run without a joker"),
    needs=can_be("jokers.pure_run_stays"),
)
_SOURCE_AFTER = QuestionField(
    "table_source_after",
    FieldKind.CARDS,
    N_("What is left of the meld the tile came from"),
    needs=uses_table,
    folded=True,
)
JOKER = QuestionPage(
    "joker-swap",
    "joker-swap",
    N_("Taking a joker from the table"),
    (
        _MELD_WITH_JOKER,
        QuestionField(
            "offered",
            FieldKind.CARD,
            N_("The card given for it"),
            tiles=N_("The tile given for it"),
            must=True,
            several=can_be("swap.frees_set", lambda frees: isinstance(frees, FreesSetJoker) and frees.together),
        ),
        _OFFERED_FROM,
        QuestionField("player", FieldKind.NAME, N_("Who took it?"), needs=_others_take),
        QuestionField("meld_owner", FieldKind.NAME, N_("Whose meld is it?"), needs=_others_take),
        *_WHERE_THE_JOKER_WENT,
        _ON_ONLY_PURE_RUN,
        _SOURCE_AFTER,
        NOT_OPENED,
        NOT_OWN_TURN,
        FIRST_ROUND,
        FIRST_TWO_ROUNDS,
        CARDLESS,
        tick(
            "before_drawing",
            N_("The player hadn’t drawn yet"),
            needs=can_be("swap.requires.drawn"),
        ),
    ),
    exists=has_jokers,
)
