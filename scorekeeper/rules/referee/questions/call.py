"""The question `rummy-call`: was “Rommy!” called rightly, who gets the card, and what does a wrong call cost?"""

from collections.abc import Iterator, Sequence
from itertools import combinations, product

from ...cards import Card, Cards
from ...errors import N_, InvalidSituation
from ...melds.fitting import fits, holds
from ...melds.judge import judge_meld
from ...melds.laid import LaidMeld
from ...model.scoring import Penalty
from ...model.terms import LastDiscard, Offence
from ...model.topics import Topic
from ...model.variant import Variant
from ...reasons import Reason
from ..naming import MeldList, NamesByMeld, near, read_melds, under_each_naming
from ..remarks import remark
from ..ruling import Award, Ruling, Wordings, reason, rule_on
from ..turns import empty_melds
from .lay_off import no_melds

WORDINGS: Wordings = {
    "no_call_here": (Topic.RUMMY_CALL, N_("In this game nobody can call for a discard.")),
    "nobody_called": (Topic.FIRST_CALLER, N_("Nobody called, so nobody gets the {cards}.")),
    "fits_nowhere": (Topic.FALSE_CALL, N_("The {cards} fits no meld on the table.")),
    "own_hand_does_not_count": (
        Topic.RUMMY_CALL,
        N_("It must fit a meld that’s already there; {cards} in the caller’s hand doesn’t count."),
    ),
    "called_face_down": (Topic.CLOSING_FACE, N_("The last discard lies face down: nobody can call for it.")),
    "no_call_on_closing_card": (
        Topic.CALL_ON_CLOSING,
        N_("At this table nobody can call for the last discard."),
    ),
    "called_too_late": (Topic.CALL_OPEN, N_("The call came too late: the next player had drawn.")),
    "called_in_time": (Topic.CALL_OPEN, N_("There was still time to call.")),
    "discarder_called": (Topic.DISCARDER, N_("You can’t call for your own discard.")),
    "fits_a_meld": (Topic.RUMMY_CALL, N_("The {cards} fits a meld on the table.")),
    "first_caller_gets_it": (Topic.FIRST_CALLER, N_("Whoever called first gets the card.")),
    "may_lay_at_once": (Topic.CALL_PRIZE, N_("The caller may lay it at once, out of turn.")),
}


def judge_call(
    variant: Variant,
    *,
    discard: Card,
    table: tuple[Cards, ...],
    discarder: str,
    callers: tuple[str, ...],
    closing_discard: bool = False,
    face_down: bool | None = None,
    next_drew: bool | None = None,
    caller_hand: Cards = (),
    table_joker_as: NamesByMeld | None = None,
) -> Ruling:
    """Return whether the call for `discard` was right, and who of `callers`, fastest first, gets the card.

    The keys are those of the referee's contract; `next_drew`: the next player had touched the stock or the pile before
    the call. Each who called for a card that fits nowhere pays.

    Raises:
        InvalidSituation: a meld has no card, or a joker cannot be what it was named.
    """
    if problems := empty_melds("table", table):
        raise InvalidSituation(*problems)
    if not variant.call.allowed:
        return rule_on([reason(variant, WORDINGS, "no_call_here")])
    if face_down is None:
        face_down = closing_discard and variant.closing.last_discard is LastDiscard.FACE_DOWN
    entitled = [name for name in callers if name != discarder or variant.call.by_discarder]
    bars = list(_bars(variant, discard, closing_discard, face_down))
    if next_drew and not variant.call.open_after_draw:
        bars.append(reason(variant, WORDINGS, "called_too_late", [discard]))
    if not callers:
        bars.append(reason(variant, WORDINGS, "nobody_called", [discard]))
    elif not entitled:
        bars.append(reason(variant, WORDINGS, "discarder_called", [discard]))
    melds = read_melds(variant, "table", table, "table_joker_as", table_joker_as)
    right = _RIGHT if next_drew is None else (*_RIGHT, "called_in_time")
    lying = MeldList("table", "table_joker_as", melds, near(variant, melds, [discard]), only=discard)
    return under_each_naming(
        variant,
        [lying],
        lambda named: _rule(variant, discard, named["table"], callers, entitled, bars, right, caller_hand),
    )


def _rule(
    variant: Variant,
    discard: Card,
    table: Sequence[LaidMeld],
    callers: tuple[str, ...],
    entitled: Sequence[str],
    bars: Sequence[Reason],
    right: Sequence[str],
    hand: Cards,
) -> Ruling:
    """Return the ruling on melds whose jokers are named.

    `bars` are the faults that do not depend on the melds, `right` the codes of the grounds of a right call.
    """
    fitting = any(fits(variant, meld, discard) for meld in table)
    faults = [*bars, *(() if fitting else _no_fit(variant, discard, table, hand))]
    if faults:
        charged = () if fitting or not callers else _charged(variant)
        remarks = [each for penalty in charged for each in remark(variant, penalty.key, penalty=penalty.label)]
        awards = [Award(name, p.points, p.rule) for p in charged for name in dict.fromkeys(callers)]
        return rule_on([*faults, *remarks], penalties=awards)
    grounds = [reason(variant, WORDINGS, code, [discard]) for code in right]
    return rule_on([], grounds, facts={"card_to": entitled[0], "may_lay_at_once": True})


_RIGHT = ("fits_a_meld", "first_caller_gets_it", "may_lay_at_once")


def _bars(variant: Variant, discard: Card, closing: bool, face_down: bool) -> Iterator[Reason]:
    """Yield the faults of every call, whether the card fits or not."""
    if face_down:
        yield reason(variant, WORDINGS, "called_face_down", [discard])
    elif closing and not variant.call.on_closing_card:
        yield reason(variant, WORDINGS, "no_call_on_closing_card", [discard])


def _no_fit(variant: Variant, discard: Card, table: Sequence[LaidMeld], hand: Cards) -> Iterator[Reason]:
    yield reason(variant, WORDINGS, "fits_nowhere", [discard])
    if used := _fitting_with_hand(variant, discard, table, hand):
        yield reason(variant, WORDINGS, "own_hand_does_not_count", used)
    yield from no_melds(variant, [meld.cards for meld in table])


def _fitting_with_hand(variant: Variant, discard: Card, table: Sequence[LaidMeld], hand: Cards) -> Cards:
    """Return cards of `hand` with which the discard would be a new meld, or would fit one; none if there are none."""
    for pair in combinations(hand, 2):
        if judge_meld(variant, (discard, *pair)).valid:
            return pair
    for meld, card in product(table, hand):
        if fits(variant, meld, card) and holds(variant, meld, (card, discard)):
            return (card,)
    return ()


def _charged(variant: Variant) -> list[Penalty]:
    """Return what each who called for a card that fits nowhere pays."""
    return [penalty for penalty in variant.scoring.penalties if penalty.offence is Offence.FALSE_CALL]
