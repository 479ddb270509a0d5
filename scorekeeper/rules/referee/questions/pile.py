"""The question `pile`: may a player take the top discard, the whole pile or a deeper card, or knock for a discard?"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import Any

from ...cards import JOKER, Card, Cards
from ...model.parts import PileMeld
from ...model.terms import DrawKind, DrawUse, Offence
from ...model.topics import Topic
from ...model.variant import Variant
from ...reasons import Reason
from ..remarks import About, remark
from ..ruling import Award, Fact, Ruling, rule_on
from ..turns.first_turn import begins_without_drawing, check_cardless, check_first_turn, laid_nothing_before
from ..turns.laid_jokers import judge_each_naming
from ..turns.pile_draws import NOT_USED, PileDraw, not_used, read_pile_draw
from ..turns.play import (
    check_play,
    faults_of_laying,
    fitting_card_discarded,
    joker_discarded,
    not_held,
    thrown_back,
    without,
)
from ..turns.stock import judge_empty_stock
from .meld import before_closing


@dataclass(frozen=True)
class _PileCheck:
    """The result of checking a draw from the pile.

    `denied` are the reasons why the player may not draw so at all, `unmet` the conditions that are not met. `failed`:
    the pile was taken without the meld that justifies it.
    """

    denied: tuple[Reason, ...] = ()
    unmet: tuple[Reason, ...] = ()
    missing: tuple[Reason, ...] = ()
    grounds: tuple[Reason, ...] = ()
    failed: bool = False


def judge_pile(
    variant: Variant,
    *,
    take: str,
    own_turn: bool | None = None,
    active_player_claims: bool = False,
    player: str | None = None,
    opened: bool | None = None,
    cardless: bool = False,
    dealt: int | None = None,
    players: int = 4,
    **given: Any,
) -> Ruling:
    """Rule on whether the pile may be taken in this way, and was taken rightly.

    The keys are those of the referee's contract. Without `own_turn` the ordinary case is assumed: everybody is in turn
    but a player who knocks. `dealt` is the number of cards dealt to each, None if unknown: a hand of so many proves
    that its player has not opened.

    Raises:
        InvalidSituation: a meld has no card, a card was laid off on a meld that is not there, or `opened` or `cardless`
            contradicts the hand.
    """
    hand_before = given.get("hand_before")
    cardless = check_cardless(variant, cardless, hand_before)
    if take == "stock_empty":
        return judge_empty_stock(variant, given.get("pile"), hand_before)
    if laid_nothing_before(variant, dealt, hand_before):
        check_first_turn(opened=variant.turn.opening_minimum is not None and opened)
        opened = False
    begins = begins_without_drawing(variant, dealt, hand_before)
    kind = DrawKind.OUT_OF_TURN if take == "knock" else DrawKind(take)
    draw = read_pile_draw(variant, kind, opened=opened is not False, players=players, **given)
    if draw.kind is DrawKind.OUT_OF_TURN:
        return _judge_claim(draw, own_turn is True, active_player_claims)
    check_play(draw.play)
    denied = [*([draw.reason("not_your_turn")] if own_turn is False else ())]
    denied += [draw.reason("first_draws_not")] if begins else []
    if cardless and variant.turn.cardless_from_stock:
        denied.append(draw.reason("cardless_draws_from_stock"))
    return judge_each_naming(draw.play, lambda play: _rule(replace(draw, play=play), denied, player))


def _rule(draw: PileDraw, not_now: Sequence[Reason], player: str | None) -> Ruling:
    """Rule on a draw; `not_now` are the reasons why the player may not draw so in this turn, whatever the game."""
    variant, found = draw.variant, _JUDGES[draw.kind](draw)
    denied = [*not_now, *found.denied]
    failed = found.failed and not denied
    faults = [*denied, *(found.unmet if not denied else ()), *_faults_of_play(draw)]
    penalties = [
        Award(player, p.points, p.rule) for p in variant.scoring.penalties if p.offence is Offence.FAILED_PICKUP
    ]
    return rule_on(
        faults,
        found.grounds,
        found.missing,
        _facts(draw, returned=failed and not variant.turn.pile_meld.cards_kept_without),
        penalties if failed else (),
        [variant.cites.get(Topic.FAILED_PILE)] if failed else (),
    )


def _facts(draw: PileDraw, *, returned: bool = False) -> dict[str, Fact]:
    facts: dict[str, Fact] = {}
    if draw.pile is not None:
        facts["taken"] = draw.cards or ()
    if draw.hand_before is not None:
        held = (*draw.hand_before, *(draw.taken or ()))
        facts["hand_after"] = draw.hand_before if returned else without(held, draw.play.laid)
    return facts


def _faults_of_play(draw: PileDraw) -> Iterator[Reason]:
    """Yield the faults of the cards that were picked up, laid and thrown away."""
    play = draw.play
    if draw.cards is not None and draw.taken is not None and Counter(draw.cards) != Counter(draw.taken):
        yield draw.wrong_cards(draw.cards, draw.taken)
    yield from faults_of_laying(play)
    kept = () if draw.hand_before is None else without((*draw.hand_before, *(draw.taken or ())), play.laid)
    if len(kept) > 1 and play.laid:  # one may be thrown away, to close
        yield from before_closing(play.variant, play.laid)
    yield from joker_discarded(play, closes=len(kept) < 2)
    yield from fitting_card_discarded(play, closes=len(kept) < 2)
    thrown = thrown_back(play, _barred(draw), draw.hand_before)
    yield from thrown
    if draw.hand_before is not None and (draw.taken is not None or draw.kind is DrawKind.TOP_CARD):
        unknown = 1 if draw.taken is None else 0
        used = (*play.laid, *(() if play.discard is None or thrown else (play.discard,)))
        yield from not_held(play, (*draw.hand_before, *(draw.taken or ())), used, unknown)


def _barred(draw: PileDraw) -> Card | None:
    """Return a card just taken that may not be discarded: the top card alone, or the discard itself; None if none."""
    taken = draw.taken or ()
    if draw.kind is DrawKind.TOP_CARD:
        return taken[0] if taken else None
    any_barred = draw.kind is DrawKind.DEEPER_CARD and not draw.variant.turn.discard_other_taken
    return draw.play.discard if any_barred and draw.play.discard in taken else None


def _top_card(draw: PileDraw) -> _PileCheck:
    rule = draw.variant.turn.draws[DrawKind.TOP_CARD]
    denied = []
    if not rule.allowed:
        denied.append(draw.reason("top_card_not_drawn_here"))
    elif not rule.open_to(opened=draw.play.opened):
        denied.append(draw.reason("only_opened_draw_it"))
    if draw.pile == ():
        denied.append(draw.reason("pile_is_empty"))
    grounds = [draw.reason("top_card_drawn", draw.taken or ())]
    use = rule.use_by(opened=draw.play.opened)
    if use not in NOT_USED:
        return _PileCheck(tuple(denied), grounds=tuple(grounds))
    if not draw.play_is_known:
        return _PileCheck(tuple(denied), missing=(draw.ask_for("laid_new_melds", Topic.TOP_CARD_AT_ONCE),))
    if draw.taken is None:
        return _PileCheck(tuple(denied), missing=(draw.ask_for("pile", Topic.TOP_CARD_AT_ONCE),))
    if not all(draw.play.uses(card, use) for card in draw.taken[:1]):
        return _PileCheck(tuple(denied), (not_used(draw.play, use, draw.taken),))
    return _PileCheck(tuple(denied), grounds=(*grounds, draw.reason("top_card_laid", draw.taken or ())))


def _whole_pile(draw: PileDraw) -> _PileCheck:
    turn, pile = draw.variant.turn, draw.pile
    rule, denied = turn.draws[DrawKind.WHOLE_PILE], []
    if not rule.allowed:
        denied.append(draw.reason("whole_pile_not_taken_here"))
    elif turn.first_round_closed and draw.play.first_round:
        denied.append(draw.reason("pile_closed"))
    elif not rule.open_to(opened=draw.play.opened):
        denied.append(draw.reason("only_opened_take_pile"))
    if pile is not None and len(pile) < 2 and rule.allowed:
        denied.append(draw.reason("pile_too_small", pile))
    if denied or rule.use is not DrawUse.COVERED_CARD_MELDED:
        return _PileCheck(tuple(denied), grounds=(draw.reason("whole_pile_taken"),))
    if not draw.play_is_known:
        return _PileCheck(missing=(draw.ask_for("laid_new_melds", Topic.COVERED_CARD),))
    if pile is None and _valid_melds(draw) and not turn.pile_meld.hand_counts:
        return _PileCheck(missing=(draw.ask_for("pile", Topic.COVERED_CARD),))
    justifying = _justifying(draw)
    if justifying is None:
        return _PileCheck(unmet=tuple(_why_not_justified(draw)), failed=True)
    _none, laid = _codes(turn.pile_meld)
    return _PileCheck(grounds=(draw.reason("whole_pile_taken"), draw.reason(laid, justifying)))


def _codes(wanted: PileMeld) -> tuple[str, str]:
    """Return the code of the fault that no new meld justifies taking the pile, and that of a meld that does."""
    if wanted.hand_counts:
        return "no_new_meld", "new_meld_laid"
    return ("no_pile_card", "pile_card_laid") if wanted.top_card_counts else ("no_covered_card", "covered_card_laid")


_ENOUGH = 3  # cards that justify taking the pile where those laid off count, too


def _valid_melds(draw: PileDraw) -> list[Cards]:
    return [meld.cards for meld in draw.play.new_melds if meld.judged.valid]


def _justifying(draw: PileDraw) -> Cards | None:
    """Return the new meld, or the cards, that justify taking the pile; None if there are none."""
    turn, pile = draw.variant.turn, draw.pile or ()
    wanted, any_counts = turn.pile_meld, turn.pile_visible and not turn.pile_meld.covered_while_visible
    covered = set(pile if any_counts or wanted.top_card_counts else pile[:-1])
    melds = _valid_melds(draw)
    for meld in melds[:1] if wanted.first else melds:
        if (wanted.hand_counts or covered & set(meld)) and wanted.size in (None, len(meld)):
            return meld
    laid = (*chain.from_iterable(melds), *(off.card for off in draw.play.laid_off))
    if len(laid) >= _ENOUGH and covered & set(laid) and wanted.lay_offs_count:
        return laid
    return None


def _why_not_justified(draw: PileDraw) -> Iterator[Reason]:
    none, _laid = _codes(draw.variant.turn.pile_meld)
    yield draw.reason(none, draw.play.laid)
    if draw.play.laid_off:
        yield draw.reason("lay_off_does_not_count", tuple(off.card for off in draw.play.laid_off))
    for meld in _valid_melds(draw):
        has_top = draw.pile is not None and draw.pile[-1] in meld
        yield draw.reason("top_card_does_not_count" if has_top else "hand_does_not_count", meld)


def _deeper_card(draw: PileDraw) -> _PileCheck:
    turn, wanted = draw.variant.turn, draw.wanted
    rule = turn.draws[DrawKind.DEEPER_CARD]
    if not rule.allowed:
        return _PileCheck(denied=(draw.reason("deeper_card_not_taken_here"),))
    if wanted is None:
        return _PileCheck(missing=(draw.ask_for("wanted", Topic.PART_OF_PILE),))
    chosen = (wanted,)
    if (draw.pile is not None and wanted not in draw.pile) or (wanted == JOKER and not turn.wanted_joker):
        return _PileCheck(denied=(draw.reason("wanted_card_not_there", chosen),))
    if rule.use is not DrawUse.LAID or _is_laid(draw, chosen):
        return _PileCheck(
            grounds=(draw.reason("deeper_card_taken", draw.cards or ()), draw.reason("wanted_card_laid", chosen))
        )
    if not draw.play_is_known:
        return _PileCheck(missing=(draw.ask_for("laid_new_melds", Topic.WANTED),))
    if draw.pile is None:
        return _PileCheck(missing=(draw.ask_for("pile", Topic.WANTED),))
    return _PileCheck(unmet=(draw.reason("wanted_card_not_laid", chosen),))


def _is_laid(draw: PileDraw, cards: Cards) -> bool:
    """Return whether one of `cards` is laid, in a valid new meld or on a meld that lies there."""
    laid = {off.card for off in draw.play.laid_off}.union(*_valid_melds(draw))
    return bool(laid.intersection(cards))


_JUDGES: Mapping[DrawKind, Callable[[PileDraw], _PileCheck]] = {
    DrawKind.TOP_CARD: _top_card,
    DrawKind.WHOLE_PILE: _whole_pile,
    DrawKind.DEEPER_CARD: _deeper_card,
}


def _judge_claim(draw: PileDraw, in_turn: bool, claimed: bool) -> Ruling:
    rule, play = draw.variant.turn.draws[DrawKind.OUT_OF_TURN], draw.play
    check_play(play)
    faults = []
    if not rule.allowed:
        faults.append(draw.reason("no_knocking"))
    elif not rule.open_to(opened=play.opened):
        faults.append(draw.reason("only_opened_knock"))
    if rule.allowed and in_turn:
        faults.append(draw.reason("knocked_in_turn"))
    if draw.pile == ():
        faults.append(draw.reason("pile_is_empty"))
    if play.laid or play.discard is not None:
        faults.append(draw.reason("laid_out_of_turn", play.laid))
    gets = {"discard": int(not faults and not claimed), "stock": int(not faults)}
    facts: dict[str, Fact] = {"cards_to_knocker": gets}
    given = (draw.taken or ()) if gets["discard"] else ()
    if draw.pile is not None:
        facts["taken"] = given
    if draw.hand_before is not None:
        facts["hand_after"] = without((*draw.hand_before, *given), play.laid)
    ground = draw.reason("discard_claimed" if claimed else "knocker_takes_two", given)
    grounds = [ground, *remark(draw.variant, About.SEVERAL_CLAIM)]
    return rule_on(faults, grounds, facts=facts)
