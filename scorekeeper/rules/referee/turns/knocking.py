"""The sentences about a knock, and whether its hands are laid rightly; `knock_turn` has the knock itself."""

from collections.abc import Iterable, Iterator, Mapping

from ...cards import Card, Cards
from ...errors import N_
from ...melds.fitting import place_all
from ...melds.judge import is_meld, judge_meld
from ...model.terms import How
from ...model.topics import KnockTopic
from ...model.variant import Variant
from ...reasons import Path, Reason, with_cards
from ...scoring.deadwood import deadwood
from ...scoring.rounds import CardsEntry, Round
from ...scoring.showdown import arranged

WORDINGS: Mapping[str, tuple[KnockTopic, str]] = {
    "may_knock": (KnockTopic.LIMIT, N_("{points} left: {limit} or less is enough to knock.")),
    "is_gin": (KnockTopic.NOTHING_LEFT, N_("Nothing is left: that’s gin.")),
    "all_melded": (KnockTopic.NOTHING_LEFT, N_("{way}: all cards are in melds, none is discarded.")),
    "too_much_deadwood": (KnockTopic.LIMIT, N_("{points} left: a knock needs {limit} or less.")),
    "gin_needed": (KnockTopic.LIMIT, N_("{points} left: here only gin ends the round.")),
    "gin_not_closed": (KnockTopic.GIN_IN_HAND, N_("At this table you must go out with gin.")),
    "deadwood_counted": (KnockTopic.DEADWOOD, N_("In no meld: {cards}.")),
    "best_discards": (KnockTopic.DEADWOOD, N_("Discarding one of these leaves least: {cards}.")),
    "does_not_knock": (KnockTopic.NO_KNOCK, N_("Nobody has to knock.")),
    "round_is_void": (KnockTopic.VOID, N_("Nobody can draw any more, so the round is void.")),
    "which_upcard": (
        KnockTopic.UPCARD,
        N_("The first upcard says how much deadwood is allowed, and whether points double."),
    ),
    "laid_off_on_gin": (KnockTopic.LAY_OFF_ON_GIN, N_("On gin nothing is laid off: {cards}.")),
    "knocker_lays_off": (KnockTopic.KNOCKER_LAYS_OFF, N_("The knocker lays nothing off: {cards}.")),
    "goes_on_no_meld": (KnockTopic.KNOCK, N_("That fits no meld of the knocker: {cards}.")),
}


def knock_reason(
    variant: Variant, code: str, cards: Iterable[Card] = (), missing: Path | None = None, **values: object
) -> Reason:
    """Return the reason `code` with its sentence and the variant's rule about it."""
    topic, message = WORDINGS[code]
    about = tuple(cards)
    return Reason(code, message, about, variant.knock.rules.get(topic), with_cards(message, about, values), missing)


def faults_of_laying_off(variant: Variant, cards: Cards, *, gin: bool, by_knocker: bool) -> Iterator[Reason]:
    """Yield why nothing may be laid off after this knock: it was gin, or it is the knocker who wants to."""
    if gin:
        yield knock_reason(variant, "laid_off_on_gin", cards)
    if by_knocker:
        yield knock_reason(variant, "knocker_lays_off", cards)


def faults_of_hands(variant: Variant, played: Round) -> Iterator[Reason]:
    """Yield what is wrong with the melds and the lay-offs of a round that a knock ended, as far as its cards say."""
    round_ = arranged(variant, played)
    entries = {name: entry for name, entry in round_.entries.items() if isinstance(entry, CardsEntry)}
    for entry in entries.values():
        yield from (fault for meld in entry.melds for fault in judge_meld(variant, meld).faults)
    if round_.how is not How.OUT:
        return
    own = entries.pop(round_.closer or "", None)
    if own is not None and own.laid_off:
        yield from faults_of_laying_off(variant, own.laid_off, gin=False, by_knocker=True)
    for entry in entries.values():
        if own is None or not entry.laid_off:
            continue
        if not deadwood(variant, own.hand).cards:
            yield from faults_of_laying_off(variant, entry.laid_off, gin=True, by_knocker=False)
        elif stuck := place_all(variant, [meld for meld in own.melds if is_meld(variant, meld)], entry.laid_off):
            yield knock_reason(variant, "goes_on_no_meld", stuck)
