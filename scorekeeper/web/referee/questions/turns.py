"""The questions about a turn: the call, the pile, going out."""

from dataclasses import replace

from ....rules.errors import N_
from ....rules.model.terms import DrawKind, EmptyStock, LastDiscard, Who
from ....rules.model.variant import Variant
from ..forms.fields import FieldChoice, FieldKind, Needs, QuestionField, can_be, choice, pick, tick
from ..page import (
    CARDLESS,
    CARDS_HINT,
    DISCARD,
    ENDS_FIRST_ROUND,
    FIRST_ROUND,
    FIRST_TWO_ROUNDS,
    MELDS_HINT,
    NEW_MELDS,
    NOT_OPENED,
    NOT_OWN_TURN,
    NOTHING_LAID,
    ON_TABLE,
    TABLE,
    QuestionPage,
    has_pile,
    may_knock,
    opens,
    uses_table,
)

_HOW_IT_LAY = QuestionField(
    "lay",
    FieldKind.PICK,
    N_("How did the card lie?"),
    choices=(
        FieldChoice("", N_("Face up, as in any turn")),
        FieldChoice("closing", N_("Face up, and it ended the round"), {"closing_discard": True, "face_down": False}),
        FieldChoice("down", N_("Face down, and it ended the round"), {"closing_discard": True, "face_down": True}),
    ),
    folded=True,
)
_PILE_UP = N_("The pile, from the bottom up")
RUMMY = QuestionPage(
    "rummy-call",
    "rummy-call",
    N_("“Rummy!”"),
    (
        QuestionField("discard", FieldKind.CARD, N_("Which card was discarded?"), must=True),
        QuestionField("discarder", FieldKind.NAME, N_("Who discarded it?"), must=True),
        QuestionField("callers", FieldKind.NAME, N_("Who called first?"), must=True, listed=True, same_step=True),
        replace(TABLE, label=N_("Which melds lie on the table?"), hint=MELDS_HINT, same_step=True),
        QuestionField(
            "wanted", FieldKind.CARD, N_("Card called for, if another"), needs=can_be("call.deeper"), folded=True
        ),
        QuestionField("pile", FieldKind.CARDS, _PILE_UP, hint=CARDS_HINT, needs=can_be("call.deeper"), folded=True),
        QuestionField(
            "caller_hand",
            FieldKind.CARDS,
            N_("Which cards does the caller hold?"),
            hint=CARDS_HINT,
            needs=can_be("call.own_cards"),
            folded=True,
        ),
        _HOW_IT_LAY,
        tick(
            "next_drew",
            N_("The next player had touched the stock or the pile before the call"),
            needs=can_be("call.open_after_draw", lambda still_open: not still_open),
        ),
    ),
    exists=lambda variant: variant.call.allowed,
    guided=True,
    own_title=lambda variant: variant.call.title,
)


def _can_draw(kind: DrawKind) -> Needs:
    return can_be(f"turn.draws.{kind}.who", lambda who: who is not Who.NOBODY)


_TAKES_DEEPER, _CLAIMS = _can_draw(DrawKind.DEEPER_CARD), _can_draw(DrawKind.OUT_OF_TURN)
_MAKES_NEW_STOCK = can_be(
    "closing.stock_empty", lambda empty: empty in (EmptyStock.TURN_OVER_KEEP_TOP, EmptyStock.SHUFFLE_KEEP_TOP)
)
TAKES = (
    choice("take", "whole_pile", N_("The whole pile was taken"), _can_draw(DrawKind.WHOLE_PILE)),
    choice("take", "deeper_card", N_("A card from the pile with all cards above it"), _TAKES_DEEPER),
    choice("take", "top_card", N_("The top card was taken")),
)
"""The ways to take from the pile."""
TAKEN = tuple(take.value for take in TAKES)
_TAKE = QuestionField(
    "take",
    FieldKind.PICK,
    N_("What was done?"),
    choices=(
        *TAKES,
        choice("take", "knock", N_("Somebody knocked for the top card"), _CLAIMS),
        choice("take", "stock_empty", N_("The stock is empty, and a new one was made"), _MAKES_NEW_STOCK),
    ),
    must=True,
)
PILE_CARDS = QuestionField("pile", FieldKind.CARDS, _PILE_UP, hint=CARDS_HINT, asked_with=TAKEN)
WANTED = QuestionField(
    "wanted", FieldKind.CARD, N_("The wanted card"), needs=_TAKES_DEEPER, asked_with=("deeper_card",)
)
HAND_BEFORE = QuestionField("hand_before", FieldKind.CARDS, N_("The hand before that"), hint=CARDS_HINT)
WHOSE_TURN = QuestionField("player", FieldKind.NAME, N_("Whose turn was it?"))
_PICKED_UP = QuestionField(
    "taken",
    FieldKind.CARDS,
    N_("What was picked up, if not that"),
    hint=N_("Only if somebody took other cards than the rules allow."),
    folded=True,
)
_WHEN_TAKEN = (NEW_MELDS, NOTHING_LAID, HAND_BEFORE, ON_TABLE, DISCARD, WHOSE_TURN)
PILE = QuestionPage(
    "pile",
    "pile",
    N_("The pile"),
    (
        _TAKE,
        replace(PILE_CARDS, asked_with=(*TAKEN, "stock_empty")),
        WANTED,
        *(replace(asked, asked_with=TAKEN) for asked in _WHEN_TAKEN),
        _PICKED_UP,
        FIRST_ROUND,
        FIRST_TWO_ROUNDS,
        NOT_OPENED,
        tick(
            "opened",
            N_("The player had no meld on the table before this turn"),
            value=False,
            needs=can_be("turn.draws.whole_pile.who", lambda who: who is Who.OPENED),
        ),
        NOT_OWN_TURN,
        replace(CARDLESS, asked_with=TAKEN),
        tick("active_player_claims", N_("The player whose turn it was wanted the card, too"), needs=_CLAIMS),
    ),
    exists=has_pile,
)


def _lays_early(variant: Variant) -> bool:
    """Return whether players lay melds before the turn in which the round ends."""
    return not may_knock(variant)


_STILL_HELD = QuestionField(
    "hand_after",
    FieldKind.CARDS,
    N_("What is still in hand"),
    tiles=N_("What is still on the rack"),
    hint=N_("Leave it empty if nothing is left."),
    empty_counts=True,
)
_LAST_CARD = pick(
    "discard_face",
    N_("How the last card was laid"),
    {"up": N_("face up"), "down": N_("face down")},
    N_("the right way"),
    needs=can_be("closing.last_discard", lambda last: last in (LastDiscard.FACE_DOWN, LastDiscard.FACE_UP)),
    folded=True,
)
_SOURCES = {"stock": N_("the stock"), "discard_pile": N_("the pile")}
_DRAWN_FROM = pick("drawn_from", N_("Where it was drawn from"), _SOURCES, N_("not said"), needs=has_pile, folded=True)
GO_OUT = QuestionPage(
    "go-out",
    "go-out",
    N_("Going out"),
    (
        replace(NEW_MELDS, label=N_("The melds laid in this turn")),
        ON_TABLE,
        DISCARD,
        _STILL_HELD,
        _LAST_CARD,
        replace(HAND_BEFORE, label=N_("The hand before the draw"), tiles=N_("The rack before the turn"), folded=True),
        QuestionField("drawn", FieldKind.CARD, N_("The card drawn"), needs=has_pile, folded=True),
        _DRAWN_FROM,
        ENDS_FIRST_ROUND,
        FIRST_TWO_ROUNDS,
        CARDLESS,
        tick("opened_before", N_("The player hadn’t opened before this turn"), value=False, needs=opens),
        tick("melded_before", N_("The player had laid no meld before this turn"), value=False, needs=_lays_early),
        tick(
            "laid_off_before",
            N_("The player had laid cards on melds before this turn"),
            needs=lambda variant: bool(variant.closing.ways) and _lays_early(variant),
        ),
        QuestionField("upcard", FieldKind.CARD, N_("The first upcard of the round"), needs=may_knock, folded=True),
        QuestionField("stock", FieldKind.NUMBER, N_("Cards left in the stock"), needs=may_knock, folded=True),
        tick("called", N_("The player didn’t knock"), value=False, needs=may_knock),
        tick("called", N_("The player didn’t announce it"), value=False, needs=uses_table),
        tick("table_valid", N_("Something on the table was no meld"), value=False, needs=uses_table),
    ),
    own_title=lambda variant: N_("May I knock?") if may_knock(variant) else "",
)

_WANTED_SOURCES = {"stock": N_("from the stock"), "discard_pile": N_("from the pile")}
_ENDING = (EmptyStock.ENDS_WHEN_WANTED, EmptyStock.VOID_AT_ONCE, EmptyStock.VOID_AFTER_DISCARD)
STOCK = QuestionPage(
    "stock-empty",
    "go-out",
    N_("The stock is empty"),
    (
        pick("wants", N_("Where does the player want to draw from?"), _WANTED_SOURCES, must=True),
        QuestionField("stock", FieldKind.NUMBER, N_("How many cards are left in the stock?"), must=True),
        QuestionField("hand_after", FieldKind.CARDS, N_("The hand"), empty_counts=True),
    ),
    exists=lambda variant: variant.closing.stock_empty in _ENDING,
)

NOBODY = QuestionPage(
    "nobody-can-go-on",
    "pile",
    N_("Nobody can go on"),
    (
        QuestionField(
            "pile",
            FieldKind.CARDS,
            N_("What lies in the pile, from the bottom up?"),
            hint=N_("Leave it empty if at most the top card is left."),
            needs=has_pile,
            empty_counts=True,
        ),
    ),
    button=N_("What now?"),
    intro=N_("There’s nothing left to draw."),
    adds={"take": "stock_empty"},
    ends_round=True,
)
