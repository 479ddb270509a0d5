"""May a player take the top discard, the whole pile or a deeper card, or knock for a discard; was it done rightly?"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from ...cards import JOKER, Cards
from ...model.terms import DrawKind, DrawUse, Offence
from ...model.topics import Topic
from ...model.variant import Variant
from ...reasons import Reason
from ..ruling import Award, Fact, Ruling, rule_on
from ..stock import judge_empty_stock
from ..taking import Taking, read_taking
from ..turns import check_play, faults_of_laying, not_held, thrown_back, without


@dataclass(frozen=True)
class _Found:
    """What was found about a drawing.

    It is `denied` if it may not be done at all, `unmet` are the conditions that it lacks. `failed`: the
    pile was taken without what justifies it.
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
    **given: Any,
) -> Ruling:
    """Return whether the pile may be taken so, and was taken rightly.

    The keys are those of the referee's contract. Without `own_turn` the ordinary case is assumed: everybody is in turn
    but a player who knocks.

    Raises:
        InvalidSituation: a meld has no card, or a card was laid off on a meld that is not there.
    """
    if take == "stock_empty":
        return judge_empty_stock(variant, given.get("pile"), given.get("hand_before"))
    taking = read_taking(variant, DrawKind(take), **given)
    if taking.way is DrawKind.KNOCK:
        return _judge_knock(taking, own_turn is True, active_player_claims)
    found = _WAYS[taking.way](taking)
    denied = [*([taking.say("not_your_turn")] if own_turn is False else ()), *found.denied]
    failed = found.failed and not denied
    faults = [*denied, *(found.unmet if not denied else ()), *_faults_of_play(taking)]
    penalties = [
        Award(player, p.points, p.rule) for p in variant.scoring.penalties if p.offence is Offence.FAILED_PICKUP
    ]
    return rule_on(
        faults,
        found.grounds,
        found.missing,
        _facts(taking, returned=failed and not variant.turn.failed_pile_kept),
        penalties if failed else (),
        [variant.cites.get(Topic.FAILED_PILE)] if failed else (),
    )


def _facts(taking: Taking, *, returned: bool = False) -> dict[str, Fact]:
    facts: dict[str, Fact] = {}
    if taking.pile is not None:
        facts["taken"] = taking.cards or ()
    if taking.hand_before is not None:
        held = (*taking.hand_before, *(taking.taken or ()))
        facts["hand_after"] = taking.hand_before if returned else without(held, taking.play.laid)
    return facts


def _faults_of_play(taking: Taking) -> Iterator[Reason]:
    """Yield what is wrong with the cards that were picked up, laid and thrown away."""
    play = taking.play
    if taking.cards is not None and taking.taken is not None and Counter(taking.cards) != Counter(taking.taken):
        yield taking.say("other_cards_taken", taking.taken)
    yield from faults_of_laying(play)
    top = taking.taken[0] if taking.way is DrawKind.TOP_CARD and taking.taken else None
    thrown = thrown_back(play, top, taking.hand_before)
    yield from thrown
    if taking.hand_before is not None and (taking.taken is not None or taking.way is DrawKind.TOP_CARD):
        unknown = 1 if taking.taken is None else 0
        used = (*play.laid, *(() if play.discard is None or thrown else (play.discard,)))
        yield from not_held(play, (*taking.hand_before, *(taking.taken or ())), used, unknown)


def _top_card(taking: Taking) -> _Found:
    draw = taking.variant.turn.draws[DrawKind.TOP_CARD]
    denied = []
    if not draw.allowed:
        denied.append(taking.say("top_card_not_drawn_here"))
    elif not draw.open_to(opened=taking.play.opened):
        denied.append(taking.say("only_opened_draw_it"))
    if taking.pile == ():
        denied.append(taking.say("pile_is_empty"))
    grounds = [taking.say("top_card_drawn", taking.taken or ())]
    if draw.use is not DrawUse.LAID:
        return _Found(tuple(denied), grounds=tuple(grounds))
    if not taking.play_is_known:
        return _Found(tuple(denied), missing=(taking.ask_for("laid_new_melds", Topic.TOP_CARD_AT_ONCE),))
    if taking.taken is None:
        return _Found(tuple(denied), missing=(taking.ask_for("pile", Topic.TOP_CARD_AT_ONCE),))
    if taking.taken and not _is_laid(taking, taking.taken):
        return _Found(tuple(denied), (taking.say("top_card_not_laid", taking.taken),))
    return _Found(tuple(denied), grounds=(*grounds, taking.say("top_card_laid", taking.taken or ())))


def _whole_pile(taking: Taking) -> _Found:
    turn, pile = taking.variant.turn, taking.pile
    draw, denied = turn.draws[DrawKind.WHOLE_PILE], []
    if not draw.allowed:
        denied.append(taking.say("whole_pile_not_taken_here"))
    elif turn.first_round_closed and taking.play.first_round:
        denied.append(taking.say("pile_closed"))
    if pile is not None and len(pile) < 2 and draw.allowed:
        denied.append(taking.say("pile_too_small", pile))
    if denied or draw.use is not DrawUse.COVERED_CARD_MELDED:
        return _Found(tuple(denied), grounds=(taking.say("whole_pile_taken"),))
    if not taking.play_is_known:
        return _Found(missing=(taking.ask_for("laid_new_melds", Topic.COVERED_CARD),))
    if pile is None and _valid_melds(taking):
        return _Found(missing=(taking.ask_for("pile", Topic.COVERED_CARD),))
    justifying = _justifying(taking)
    if justifying is None:
        return _Found(unmet=tuple(_why_not_justified(taking)), failed=True)
    return _Found(grounds=(taking.say("whole_pile_taken"), taking.say("covered_card_laid", justifying)))


def _valid_melds(taking: Taking) -> list[Cards]:
    melds = zip(taking.play.new_melds, taking.play.judged, strict=True)
    return [meld for meld, judgement in melds if judgement.valid]


def _justifying(taking: Taking) -> Cards | None:
    """Return the new meld that justifies taking the pile; None if there is none."""
    turn, pile = taking.variant.turn, taking.pile or ()
    any_counts = turn.pile_visible and not turn.covered_while_visible
    covered = set(pile if any_counts else pile[:-1])
    melds = _valid_melds(taking)
    for meld in melds[:1] if turn.pile_meld_first else melds:
        if covered & set(meld) and turn.pile_meld_size in (None, len(meld)):
            return meld
    return None


def _why_not_justified(taking: Taking) -> Iterator[Reason]:
    yield taking.say("no_covered_card", taking.play.laid)
    if taking.play.laid_off:
        yield taking.say("lay_off_does_not_count", tuple(off.card for off in taking.play.laid_off))
    for meld in _valid_melds(taking):
        has_top = taking.pile is not None and taking.pile[-1] in meld
        yield taking.say("top_card_does_not_count" if has_top else "hand_does_not_count", meld)


def _deeper_card(taking: Taking) -> _Found:
    turn, wanted = taking.variant.turn, taking.wanted
    draw = turn.draws[DrawKind.DEEPER_CARD]
    if not draw.allowed:
        return _Found(denied=(taking.say("deeper_card_not_taken_here"),))
    if wanted is None:
        return _Found(missing=(taking.ask_for("wanted", Topic.PART_OF_PILE),))
    chosen = (wanted,)
    if (taking.pile is not None and wanted not in taking.pile) or (wanted == JOKER and not turn.wanted_joker):
        return _Found(denied=(taking.say("wanted_card_not_there", chosen),))
    if draw.use is not DrawUse.LAID or _is_laid(taking, chosen):
        return _Found(
            grounds=(taking.say("deeper_card_taken", taking.cards or ()), taking.say("wanted_card_laid", chosen))
        )
    if not taking.play_is_known:
        return _Found(missing=(taking.ask_for("laid_new_melds", Topic.WANTED),))
    if taking.pile is None:
        return _Found(missing=(taking.ask_for("pile", Topic.WANTED),))
    return _Found(unmet=(taking.say("wanted_card_not_laid", chosen),))


def _is_laid(taking: Taking, cards: Cards) -> bool:
    """Return whether one of `cards` is laid, in a valid new meld or on a meld that lies there."""
    laid = {off.card for off in taking.play.laid_off}.union(*_valid_melds(taking))
    return bool(laid.intersection(cards))


_WAYS: Mapping[DrawKind, Callable[[Taking], _Found]] = {
    DrawKind.TOP_CARD: _top_card,
    DrawKind.WHOLE_PILE: _whole_pile,
    DrawKind.DEEPER_CARD: _deeper_card,
}


def _judge_knock(taking: Taking, in_turn: bool, claimed: bool) -> Ruling:
    draw, play = taking.variant.turn.draws[DrawKind.KNOCK], taking.play
    check_play(play)
    faults = []
    if not draw.allowed:
        faults.append(taking.say("no_knocking"))
    elif not draw.open_to(opened=play.opened):
        faults.append(taking.say("only_opened_knock"))
    if draw.allowed and in_turn:
        faults.append(taking.say("knocked_in_turn"))
    if taking.pile == ():
        faults.append(taking.say("pile_is_empty"))
    if play.laid or play.discard is not None:
        faults.append(taking.say("laid_out_of_turn", play.laid))
    gets = {"discard": int(not faults and not claimed), "stock": int(not faults)}
    facts: dict[str, Fact] = {"cards_to_knocker": gets}
    given = (taking.taken or ()) if gets["discard"] else ()
    if taking.pile is not None:
        facts["taken"] = given
    if taking.hand_before is not None:
        facts["hand_after"] = without((*taking.hand_before, *given), play.laid)
    grounds = [taking.say("discard_claimed" if claimed else "knocker_takes_two", given)]
    return rule_on(faults, grounds, facts=facts)
