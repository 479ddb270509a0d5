"""Check draws and hands, and decide whether the round ends because there is nothing to draw."""

from collections.abc import Iterator

from ...cards import Card, Cards
from ...errors import N_
from ...model.terms import DrawKind, EmptyStock
from ...model.topics import Topic
from ...model.variant import Variant
from ...reasons import Reason
from ..remarks import About, remark
from ..ruling import Ruling, Wordings, reason, rule_on
from .pile_draws import WORDINGS as PILE_DRAWS
from .pile_draws import not_used
from .play import Play, lost, not_held, stock_card_thrown_back, thrown_back

WORDINGS: Wordings = {
    "drew_and_laid": (Topic.DRAW, N_("If you draw, you can’t lay anything in that turn.")),
    "stock_is_empty": (Topic.EMPTY_STOCK, N_("The stock is empty: the round is over.")),
    "plays_on": (Topic.EMPTY_STOCK, N_("The stock is empty, but the round goes on.")),
    "may_draw": (Topic.DRAW, N_("The player draws, and the round goes on.")),
    "stock_used_up": (
        Topic.EMPTY_STOCK,
        N_("The stock is down to {kept}, which nobody draws: the round is over."),
    ),
    "last_discard_open": (Topic.EMPTY_STOCK, N_("The last discard may still be taken, to knock with it.")),
    "how_many_left": (Topic.EMPTY_STOCK, N_("It depends on how many cards the stock has left.")),
    "draws_from_where": (Topic.EMPTY_STOCK, N_("It depends on whether the player wants a card from the stock.")),
}


def faults_of_drawing(
    play: Play,
    drawn_from: str | None,
    drawn: Card | None,
    hand_before: Cards | None,
    *,
    cardless: bool,
    begins: bool,
) -> Iterator[Reason]:
    """Yield the faults of the card that was drawn: of its source, and of its use; `begins`: nothing is to be drawn."""
    variant, turn = play.variant, play.variant.turn
    if begins and (drawn is not None or drawn_from is not None):
        yield reason(variant, PILE_DRAWS, "first_draws_not", () if drawn is None else [drawn])
    if not turn.draw_first and drawn is not None and play.laid:
        yield reason(variant, WORDINGS, "drew_and_laid", [drawn])
    if drawn_from != "discard_pile":
        yield from stock_card_thrown_back(play, drawn, hand_before)
        return
    yield from faults_of_source(variant, opened=play.opened, cardless=cardless)
    yield from thrown_back(play, drawn, hand_before)
    use = turn.draws[DrawKind.TOP_CARD].use_by(opened=play.opened)
    if drawn is not None and not play.uses(drawn, use):
        yield not_used(play, use, (drawn,))


def faults_of_source(variant: Variant, *, opened: bool, cardless: bool) -> Iterator[Reason]:
    """Yield why a player may not draw from the pile."""
    top = variant.turn.draws[DrawKind.TOP_CARD]
    if cardless and variant.turn.cardless_from_stock:
        yield reason(variant, PILE_DRAWS, "cardless_draws_from_stock")
    if not top.allowed and not _takes_several(variant):
        yield reason(variant, PILE_DRAWS, "top_card_not_drawn_here")
    elif top.allowed and not top.open_to(opened=opened):
        yield reason(variant, PILE_DRAWS, "only_opened_draw_it")


def faults_of_keeping(
    play: Play, hand_before: Cards, hand_after: Cards, drawn: Card | None, drawn_from: str | None, *, begins: bool
) -> list[Reason]:
    """Return the faults of the cards held before and after a turn: no card may be lost or added.

    Where everything may be rearranged, new melds hold cards of the table, too; then only the hand is looked at.
    """
    turn = play.variant.turn
    held = (*hand_before, *(() if drawn is None else (drawn,)))
    kept = (*hand_after, *(() if play.discard is None else (play.discard,)))
    used = kept if turn.rearrange else (*kept, *play.laid)
    unknown = 0 if begins else _left_out(play.variant, drawn, drawn_from)
    if turn.rearrange:
        return [] if turn.table_to_hand else not_held(play, held, used, unknown or 0)
    return [*([] if unknown is None else not_held(play, held, used, unknown)), *lost(play, held, used)]


def _left_out(variant: Variant, drawn: Card | None, drawn_from: str | None) -> int | None:
    """Return how many drawn cards the situation leaves out; None if any number."""
    if _takes_several(variant) and drawn_from != "stock":
        return 0 if drawn is not None and drawn_from is None else None
    return int(drawn is None and variant.turn.draw_first)


def _takes_several(variant: Variant) -> bool:
    """Return whether several cards of the pile may be taken at once."""
    draws = variant.turn.draws
    return draws[DrawKind.WHOLE_PILE].allowed or draws[DrawKind.DEEPER_CARD].allowed


def judge_wish(
    variant: Variant, wants: str | None, stock: int | None, *, opened: bool, cardless: bool, begins: bool
) -> tuple[Ruling, bool]:
    """Return the ruling about a player who is about to draw, without facts, and whether the round ends."""
    if begins:
        return rule_on([reason(variant, PILE_DRAWS, "first_draws_not")]), False
    empty, kept = variant.closing.stock_empty, variant.closing.stock_kept
    at_once = empty in (EmptyStock.LOWEST_RACK_AT_ONCE, EmptyStock.VOID_AT_ONCE)
    when_wanted = empty in (EmptyStock.ENDS_WHEN_WANTED, EmptyStock.VOID_AFTER_DISCARD)
    used_up = stock is not None and stock <= kept
    ends = used_up and (at_once or (when_wanted and wants == "stock"))
    if wants == "discard_pile":
        faults = list(faults_of_source(variant, opened=opened, cardless=cardless))
        return rule_on(faults, [_ground(variant, stock, ends)]), ends and not faults
    if not ends and (at_once or when_wanted):
        if stock is None:
            return rule_on([], missing=[reason(variant, WORDINGS, "how_many_left", missing=("stock",))]), False
        if used_up:
            return rule_on([], missing=[reason(variant, WORDINGS, "draws_from_where", missing=("wants",))]), False
    remarks = remark(variant, About.EMPTY_POOL) if stock == 0 and not ends else ()
    return rule_on([], [_ground(variant, stock, ends), *remarks]), ends


def _ground(variant: Variant, stock: int | None, ends: bool) -> Reason:
    kept = variant.closing.stock_kept
    if kept and stock is not None and stock <= kept:
        code = "stock_used_up" if ends else "last_discard_open"
        return reason(variant, WORDINGS, code, kept=kept) if ends else reason(variant, WORDINGS, code)
    return reason(variant, WORDINGS, "stock_is_empty" if ends else "plays_on" if stock == 0 else "may_draw")
