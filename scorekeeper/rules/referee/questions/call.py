"""The question `rummy-call`: was “Rommy!” called rightly, who gets the card, and what does a wrong call cost?"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, product

from ...cards import Card, Cards
from ...errors import N_, InvalidSituation, Problem
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
from ..ruling import Award, Fact, Ruling, Wordings, citing, reason, rule_on
from ..turns.play import empty_melds
from .lay_off import no_melds

WORDINGS: Wordings = {
    "no_call_here": (Topic.RUMMY_CALL, N_("In this game nobody can call for a discard.")),
    "nobody_called": (Topic.FIRST_CALLER, N_("Nobody called, so nobody gets the {cards}.")),
    "fits_nowhere": (Topic.FALSE_CALL, N_("The {cards} fits no meld on the table.")),
    "own_hand_does_not_count": (
        Topic.RUMMY_CALL,
        N_("It must fit a meld that’s already there. The caller’s hand doesn’t count: {cards}."),
    ),
    "called_face_down": (Topic.CLOSING_FACE, N_("The last discard lies face down: nobody can call for it.")),
    "no_call_on_closing_card": (
        Topic.CALL_ON_CLOSING,
        N_("At this table nobody can call for the last discard."),
    ),
    "called_too_late": (Topic.CALL_OPEN, N_("The call came too late: the next player had drawn.")),
    "called_in_time": (Topic.CALL_OPEN, N_("There was still time to call.")),
    "only_last_discard": (Topic.RUMMY_CALL, N_("At this table you can call only for the last discard.")),
    "not_in_pile": (Topic.RUMMY_CALL, N_("There’s no {cards} in the pile.")),
    "discarder_called": (Topic.DISCARDER, N_("You can’t call for your own discard.")),
    "fits_a_meld": (Topic.RUMMY_CALL, N_("The {cards} fits a meld on the table.")),
    "makes_a_meld": (Topic.CALL_WITH_CARDS, N_("With {cards}, the card goes down at once.")),
    "with_all_above": (Topic.CALL_PRIZE, N_("The caller takes the {wanted} with everything above it: {cards}.")),
    "takes_the_turn": (Topic.CALL_TURN, N_("The caller takes the turn, too.")),
    "turn_goes_on": (Topic.CALL_TURN, N_("Then play goes on as before the call.")),
    "which_pile": (Topic.RUMMY_CALL, N_("Which cards lie in the pile?")),
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
    pile: Cards | None = None,
    wanted: Card | None = None,
    closing_discard: bool = False,
    face_down: bool | None = None,
    next_drew: bool | None = None,
    caller_hand: Cards = (),
    table_joker_as: NamesByMeld | None = None,
) -> Ruling:
    """Return whether the call for `discard` was right, and who of `callers`, fastest first, gets the card.

    The keys are those of the referee's contract: `pile` is from bottom to top, with `discard` on top, `wanted` the card
    called for, if that is another one; `next_drew`: the next player had touched the stock or the pile before the call.
    Each who called for a card that fits nowhere pays.

    Raises:
        InvalidSituation: a meld has no card, the discard is not on top of the pile, or a joker cannot be what it was
            named.
    """
    problems = empty_melds("table", table)
    if pile is not None and pile[-1:] != (discard,):
        problems.append(Problem(N_("The discard lies on top of the pile."), ("pile",)))
    if problems:
        raise InvalidSituation(*problems)
    if not variant.call.allowed:
        return rule_on([reason(variant, WORDINGS, "no_call_here")])
    if face_down is None:
        face_down = closing_discard and variant.closing.last_discard is LastDiscard.FACE_DOWN
    entitled = tuple(name for name in callers if name != discarder or variant.call.by_discarder)
    called = _Call(variant, wanted or discard, _taken(discard, wanted, pile), callers, entitled, caller_hand)
    bars = list(_bars(variant, discard, closing_discard, face_down))
    if next_drew and not variant.call.open_after_draw:
        bars.append(called.reason("called_too_late", [discard]))
    bars += called.bars(discard, pile)
    melds = read_melds(variant, "table", table, "table_joker_as", table_joker_as)
    right = () if next_drew is None else ("called_in_time",)
    helpers = called.helpers
    only = None if helpers else called.wanted
    lying = MeldList("table", "table_joker_as", melds, near(variant, melds, [called.wanted, *helpers]), only=only)
    return under_each_naming(variant, [lying], lambda named: _rule(called, named["table"], bars, right))


def _taken(discard: Card, wanted: Card | None, pile: Cards | None) -> Cards | None:
    """Return the card called for with all above it; None if that is unknown, or if it is not there."""
    if wanted in (None, discard):
        return (discard,)
    if pile is None or wanted not in pile:
        return None
    return pile[len(pile) - 1 - pile[::-1].index(wanted) :]


@dataclass(frozen=True)
class _Call:
    """A call for the `wanted` card: it and all above it (`taken`), who called, who of them may, the caller's hand."""

    variant: Variant
    wanted: Card
    taken: Cards | None
    callers: tuple[str, ...]
    entitled: tuple[str, ...]
    hand: Cards

    @property
    def helpers(self) -> Cards:
        """The cards beside those on the table with which the wanted one may make a meld."""
        above = (self.taken or ())[1:] if self.variant.call.pile_cards else ()
        return (*(self.hand if self.variant.call.own_cards else ()), *above)

    def reason(self, code: str, cards: Sequence[Card], **values: object) -> Reason:
        """Return the reason `code` about `cards`."""
        return reason(self.variant, WORDINGS, code, cards, None, **values)

    def bars(self, discard: Card, pile: Cards | None) -> Iterator[Reason]:
        """Yield the faults of who called, and for which card."""
        if not self.callers:
            yield self.reason("nobody_called", [self.wanted])
        elif not self.entitled:
            yield self.reason("discarder_called", [discard])
        if self.wanted != discard and not self.variant.call.deeper:
            yield self.reason("only_last_discard", [self.wanted])
        elif self.taken is None and pile is not None:
            yield self.reason("not_in_pile", [self.wanted])


def _rule(called: _Call, table: Sequence[LaidMeld], bars: Sequence[Reason], right: Sequence[str]) -> Ruling:
    """Return the ruling on melds whose jokers are named.

    `bars` are the faults that do not depend on the melds, `right` the codes of further grounds of a right call.
    """
    variant, wanted, callers = called.variant, called.wanted, called.callers
    fitting = any(fits(variant, meld, wanted) for meld in table)
    with_cards = () if fitting else _fitting_with(variant, wanted, table, called.helpers)
    faults = [*bars, *(() if fitting or with_cards else _no_fit(called, table))]
    if faults:
        charged = () if fitting or with_cards or not callers else _charged(variant)
        remarks = [each for penalty in charged for each in remark(variant, penalty.key, penalty=penalty.label)]
        awards = [Award(name, p.points, p.rule) for p in charged for name in dict.fromkeys(callers)]
        return rule_on([*faults, *remarks], penalties=awards)
    if called.taken is None:
        return rule_on((), missing=[replace(called.reason("which_pile", ()), missing=("pile",))])
    first = _with(called, with_cards) if with_cards else called.reason("fits_a_meld", [wanted])
    facts: dict[str, Fact] = {"card_to": called.entitled[0], "may_lay_at_once": True}
    if variant.call.takes_turn is not None:
        facts |= {"cards_to_caller": called.taken, "takes_turn": variant.call.takes_turn}
    grounds = [called.reason(code, [wanted]) for code in ("first_caller_gets_it", "may_lay_at_once", *right)]
    return rule_on([], [first, *grounds, *_prize(called)], facts=facts)


def _with(called: _Call, cards: Cards) -> Reason:
    """Return the ground that the card goes down with `cards`: by the rule about those of the pile, if one is."""
    found = called.reason("makes_a_meld", cards)
    is_own = not Counter(cards) - Counter(called.hand)
    return found if is_own else citing(called.variant, found, Topic.CALL_WITH_PILE_CARDS)


def _prize(called: _Call) -> Iterator[Reason]:
    """Yield what else the caller gets by the rules of the game."""
    if called.taken and len(called.taken) > 1:
        yield called.reason("with_all_above", called.taken, wanted=called.wanted)
    if called.variant.call.takes_turn is not None:
        yield called.reason("takes_the_turn" if called.variant.call.takes_turn else "turn_goes_on", [called.wanted])


def _bars(variant: Variant, discard: Card, closing: bool, face_down: bool) -> Iterator[Reason]:
    """Yield the faults of every call, whether the card fits or not."""
    if face_down:
        yield reason(variant, WORDINGS, "called_face_down", [discard])
    elif closing and not variant.call.on_closing_card:
        yield reason(variant, WORDINGS, "no_call_on_closing_card", [discard])


def _no_fit(called: _Call, table: Sequence[LaidMeld]) -> Iterator[Reason]:
    yield called.reason("fits_nowhere", [called.wanted])
    if not called.variant.call.own_cards and (used := _fitting_with(called.variant, called.wanted, table, called.hand)):
        yield called.reason("own_hand_does_not_count", used)
    yield from no_melds(called.variant, [meld.cards for meld in table])


def _fitting_with(variant: Variant, card: Card, table: Sequence[LaidMeld], hand: Cards) -> Cards:
    """Return cards of `hand` with which `card` would be a new meld, or would fit one; none if there are none."""
    for pair in combinations(hand, 2):
        if judge_meld(variant, (card, *pair)).valid:
            return pair
    for meld, other in product(table, hand):
        if fits(variant, meld, other) and holds(variant, meld, (other, card)):
            return (other,)
    return ()


def _charged(variant: Variant) -> list[Penalty]:
    """Return what each who called for a card that fits nowhere pays."""
    return [penalty for penalty in variant.scoring.penalties if penalty.offence is Offence.FALSE_CALL]
