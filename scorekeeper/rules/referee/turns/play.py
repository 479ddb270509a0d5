"""Check what every turn must keep to: the cards laid, the card thrown away, the cards held."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from ....cached_property import cached_property
from ...cards import JOKER, Card, Cards, LaidOff
from ...errors import N_, InvalidSituation, Problem
from ...melds.fitting import fits, grown, holds, is_near
from ...melds.judge import wild_cards
from ...melds.laid import LaidMeld
from ...model.terms import DrawUse, JokerDiscard, LastDiscard, LayOff, Requirement
from ...model.topics import Topic
from ...model.variant import Variant
from ...reasons import Reason
from ..questions.lay_off import WORDINGS as LAYING_OFF
from ..questions.meld import WORDINGS as LAYING
from ..questions.meld import too_early
from ..questions.opening import WORDINGS as OPENING
from ..questions.opening import opening
from ..ruling import Wordings, reason
from .knocking import faults_of_laying_off

WORDINGS: Wordings = {
    "card_does_not_fit": (Topic.LAY_OFF, N_("Laid where it doesn’t fit: {cards}.")),
    "not_in_hand": (Topic.OWN_CARDS, N_("The player didn’t have {cards}.")),
    "lost": (Topic.OWN_CARDS, N_("Missing after the turn: {cards}.")),
    "joker_discarded": (Topic.JOKER_DISCARD, N_("You can’t discard a joker.")),
    "joker_discarded_early": (Topic.JOKER_DISCARD, N_("You can only discard a joker to go out.")),
    "fitting_card_discarded": (
        Topic.FITTING_CARD,
        N_("The {cards} fits a meld on the table, so you can only discard it to go out."),
    ),
    "thrown_back": (Topic.THROWN_BACK, N_("You just took the {cards} from the pile, so you can’t discard it now.")),
}

FROM_STOCK: Wordings = {
    "thrown_back": (Topic.THROWN_BACK, N_("You just drew the {drawn}, so you can’t discard it now.")),
}
"""The wording of `thrown_back` where the card was not taken from the pile; its value distinguishes it in the store."""


Grown: TypeAlias = dict[int, tuple[LaidMeld, Sequence[LaidOff]]]
"""The id of a meld -> the meld with the cards laid off on it, and those that do not fit it."""


@dataclass(frozen=True)
class Play:
    """What a player did after drawing; `table` is None if unknown.

    `opened`: the player had opened, or laid a meld, before the turn; `several_taken`: more than one
    card of the pile was taken in it, `may_swap` that jokers of the table may be among the cards. `players` play.
    """

    variant: Variant
    new_melds: tuple[LaidMeld, ...] = ()
    laid_off: tuple[LaidOff, ...] = ()
    discard: Card | None = None
    table: tuple[LaidMeld, ...] | None = None
    first_round: bool = False
    opened: bool = True
    several_taken: bool = False
    may_swap: bool = True
    players: int = 4
    grown: Grown = field(default_factory=dict, compare=False)  # shared by plays that differ only in named jokers

    @cached_property
    def laid(self) -> Cards:
        """Every card that was laid."""
        return (*(card for meld in self.new_melds for card in meld.cards), *(off.card for off in self.laid_off))

    def uses(self, card: Card, use: DrawUse) -> bool:
        """Return whether `card`, the top card of the pile, was laid as its `use` asks, in melds that are valid."""
        melded = any(card in meld.cards for meld in self.new_melds if meld.judged.valid)
        match use:
            case DrawUse.LAID:
                return melded or any(card == off.card for off in self.laid_off)
            case DrawUse.NEW_MELD:
                return melded
        return True

    @cached_property
    def jokers_on_table(self) -> int:
        """How many jokers a player may have taken from the table."""
        if not self.variant.swap.allowed or not self.may_swap:
            return 0
        return sum(meld.cards.count(JOKER) for meld in self.table or ())


def lay_all_off(
    variant: Variant, table: Sequence[LaidMeld], laid_off: Iterable[LaidOff], known: Grown | None = None
) -> tuple[list[LaidMeld], Cards]:
    """Return the table after `laid_off`, laid in any order that works, and the cards that do not fit their meld.

    A joker of the table keeps standing for a card that it may have been laid as. `known` is a cache by the id of a
    meld, which must live as long as the cache.
    """
    known = {} if known is None else known
    offs: list[list[LaidOff]] = [[] for _ in table]
    for off in laid_off:
        offs[off.to].append(off)
    for meld, more in zip(table, offs, strict=True):
        if id(meld) not in known:
            known[id(meld)] = _lay_on(variant, meld, more)
    found = [known[id(meld)] for meld in table]
    return [after for after, _ in found], tuple(off.card for _, left in found for off in left)


def _lay_on(variant: Variant, meld: LaidMeld, laid_off: Sequence[LaidOff]) -> tuple[LaidMeld, Sequence[LaidOff]]:
    """Return a meld with those of `laid_off` that fit it, in any order that works, and the others."""
    added: list[LaidOff] = []
    left = list(laid_off)
    wild = wild_cards(variant, [off.card for off in laid_off])

    def takes(off: LaidOff) -> bool:
        more = [*added, off]
        near = off.card in wild or is_near(variant, meld.cards, off.card)
        return near and holds(variant, meld, [each.card for each in more], [each.as_ for each in more])

    while fitting := next(filter(takes, left), None):
        added.append(fitting)
        left.remove(fitting)
    if added:
        meld = grown(variant, meld, [each.card for each in added], [each.as_ for each in added])
    return meld, left


def check_play(play: Play) -> None:
    """Check that there is no meld without cards, and that cards were laid off on melds that lie there.

    Raises:
        InvalidSituation: with a problem for each.
    """
    table = play.table or ()
    melds = {"laid_new_melds": play.new_melds, "table": table}
    problems = [found for key, laid in melds.items() for found in empty_melds(key, [meld.cards for meld in laid])]
    message = N_("There’s no such meld: {count} on the table.")
    for index, off in enumerate(play.laid_off):
        if play.table is not None and off.to >= len(table):
            problems.append(Problem(message, ("laid_off", index, "to"), {"count": len(table)}))
    if problems:
        raise InvalidSituation(*problems)


def empty_melds(key: str, melds: Iterable[Cards]) -> list[Problem]:
    """Return a problem for each of `melds`, the situation's `key`, that has no card."""
    return [Problem(N_("A meld has at least one card."), (key, i)) for i, meld in enumerate(melds) if not meld]


def faults_of_laying(play: Play, *, minimum_asked: bool = True) -> list[Reason]:
    """Return the faults of the cards laid; `minimum_asked` is false if the opening needs no minimum.

    Raises:
        InvalidSituation: a meld without cards, a place that is not on the table.
    """
    check_play(play)
    variant = play.variant
    faults = [fault for meld in play.new_melds for fault in meld.judged.faults]
    if play.laid:
        faults += too_early(variant, play.first_round, play.laid)
    most = variant.turn.melds_each
    if most is not None and len(play.new_melds) > most and not _may_lay_several(play):
        faults.append(reason(variant, LAYING, "too_many_melds", most=most))
    if play.table is not None:
        _, misfits = lay_all_off(variant, play.table, play.laid_off, play.grown)
        faults += [reason(variant, WORDINGS, "card_does_not_fit", [card]) for card in misfits]
    if play.laid_off and not variant.turn.lays_off:
        faults.append(reason(variant, LAYING_OFF, "nobody_lays_off", [off.card for off in play.laid_off]))
    elif play.laid_off and variant.knock.allowed:
        cards = tuple(off.card for off in play.laid_off)
        faults += faults_of_laying_off(variant, cards, gin=False, by_knocker=True)
    faults += _opening_faults(play, minimum_asked)
    return faults


def _may_lay_several(play: Play) -> bool:
    return play.several_taken and not play.variant.turn.melds_each_after_pile


def _opening_faults(play: Play, minimum_asked: bool) -> Iterator[Reason]:
    """Yield the faults of the opening of a player who had laid nothing before the turn."""
    if play.opened:
        return
    turn, short = play.variant.turn, []
    if play.new_melds and minimum_asked:
        names = {str(index): meld.judged.roles for index, meld in enumerate(play.new_melds) if meld.judged.wild}
        judged = opening(play.variant, melds=tuple(meld.cards for meld in play.new_melds), joker_as=names)
        below = any(fault.code == "below_minimum" for fault in judged.reasons)
        codes = ("below_minimum", "no_pure_run", *(("jokers_do_not_open",) if below else ()))
        short = [fault for fault in judged.reasons if fault.code in codes]
        yield from (fault for fault in judged.reasons if fault.code == "more_than_needed")
    yield from short
    if not play.laid_off or turn.lay_off is LayOff.ANY_TIME or not turn.lays_off:
        return
    cards = [off.card for off in play.laid_off]
    if turn.opening_asks(Requirement.NEW_MELDS_ONLY):
        yield reason(play.variant, OPENING, "opening_from_rack_only", cards)
    elif not play.new_melds or short:
        code = "own_meld_first" if turn.opening_minimum is None else "must_open_first"
        yield reason(play.variant, LAYING_OFF, code, cards)
    elif turn.lay_off is LayOff.NEXT_TURN:
        yield reason(play.variant, OPENING, "lay_off_next_turn", cards)


def thrown_back(play: Play, taken: Card | None, hand_before: Cards | None) -> list[Reason]:
    """Return the fault of throwing back `taken`, the top card of the pile, unless the player holds another copy."""
    allowed = play.variant.turn.discard_taken_card
    return [] if allowed else _discards_again(play, WORDINGS, taken, hand_before)


def stock_card_thrown_back(play: Play, drawn: Card | None, hand_before: Cards | None) -> list[Reason]:
    """Return the fault of discarding the card `drawn` from the stock, unless the player holds another copy."""
    allowed = play.variant.turn.discard_stock_card
    return [] if allowed else _discards_again(play, FROM_STOCK, drawn, hand_before)


def _discards_again(play: Play, wordings: Wordings, drawn: Card | None, hand_before: Cards | None) -> list[Reason]:
    if drawn is None or play.discard != drawn or play.variant.closing.last_discard is LastDiscard.NONE:
        return []
    another = drawn in play.laid if hand_before is None else drawn in hand_before
    values: dict[str, Any] = {"drawn": (drawn,)} if wordings is FROM_STOCK else {}
    return [] if another else [reason(play.variant, wordings, "thrown_back", [drawn], **values)]


def joker_discarded(play: Play, *, closes: bool) -> list[Reason]:
    """Return the fault of discarding a joker where the game forbids it; `closes`: the discard may close the round."""
    if play.discard != JOKER:
        return []
    match play.variant.turn.joker_discard:
        case JokerDiscard.FREE:
            return []
        case JokerDiscard.NEVER:
            return [reason(play.variant, WORDINGS, "joker_discarded")]
        case JokerDiscard.CLOSING_ONLY:
            return [] if closes else [reason(play.variant, WORDINGS, "joker_discarded_early")]


def fitting_card_discarded(play: Play, *, closes: bool) -> list[Reason]:
    """Return the fault of discarding a card that fits a meld, with what was laid in the turn, where that is forbidden.

    `closes`: the discard may close the round. Source: SC-25.
    """
    if play.discard is None or closes:
        return []
    opened = play.opened or bool(play.new_melds)
    forbidden = play.variant.turn.fitting_discard.forbids(players=play.players, opened=opened)
    if not forbidden or not discard_fits(play):
        return []
    return [reason(play.variant, WORDINGS, "fitting_card_discarded", [play.discard])]


def discard_fits(play: Play) -> bool:
    """Return whether the discard fits a meld on the table after the turn, as far as the table is known."""
    table, _ = lay_all_off(play.variant, play.table or (), play.laid_off if play.table else (), play.grown)
    return play.discard is not None and any(
        fits(play.variant, meld, play.discard) for meld in (*table, *play.new_melds)
    )


def not_held(play: Play, held: Iterable[Card], used: Iterable[Card], unknown: int = 0) -> list[Reason]:
    """Return the fault that cards of `used` were not among `held`.

    `unknown` more cards were held that the situation leaves out. A joker may have come from the table.
    """
    extra = Counter(used) - Counter(held)
    extra[JOKER] -= play.jokers_on_table
    cards = list((+extra).elements())
    return [reason(play.variant, WORDINGS, "not_in_hand", cards)] if len(cards) > unknown else []


def lost(play: Play, held: Iterable[Card], used: Iterable[Card]) -> list[Reason]:
    """Return the fault that cards that were `held` are not `used`; some may have been exchanged for jokers."""
    held, used = Counter(held), Counter(used)
    exchanged = min(play.jokers_on_table, (used - held)[JOKER])
    cards = list((held - used).elements())
    return [reason(play.variant, WORDINGS, "lost", cards)] if len(cards) > exchanged else []


def without(cards: Iterable[Card], gone: Iterable[Card]) -> Cards:
    """Return `cards` without those `gone`, each copy once, in order."""
    left, kept = Counter(gone), []
    for card in cards:
        if left[card]:
            left[card] -= 1
        else:
            kept.append(card)
    return tuple(kept)
