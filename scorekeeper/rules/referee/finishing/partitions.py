"""Enumerate the ways to play a whole hand in one turn: new melds, cards laid off on the table, a last discard."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import chain, product
from typing import NamedTuple

from ...cards import JOKER, NATURALS, Card, Cards, LaidOff, Rank
from ...errors import N_, InvalidSituation, Problem
from ...melds.fitting import layable, where_laid
from ...melds.judge import is_meld, wild_cards
from ...melds.laid import LaidMeld
from ...melds.windows import WINDOWS
from ...model.terms import AceOrder, LastDiscard
from ...model.variant import Variant

MOST_SUBSETS = 30_000  # of the cards, tried as melds; a question with more is refused
MOST_STATES = 20_000  # of the search: what is left of the hand, likewise
MOST_PLAYS = 500  # that use up the hand and are not allowed, likewise

_Counts = tuple[int, ...]  # how often each kind of card is meant


@dataclass(frozen=True)
class FinishingPlay:
    """How a hand is used up: the new melds, the cards laid off, and the last discard if there is one."""

    melds: tuple[Cards, ...]
    laid_off: tuple[LaidOff, ...]
    discard: Card | None


def finishing_plays(
    variant: Variant, cards: Sequence[Card], table: Sequence[Cards | LaidMeld]
) -> Iterator[FinishingPlay]:
    """Yield every way to lay all `cards`, of which one may be thrown away where the game has discards.

    Cards are laid off on the melds of the `table`, which stay as they lie. It is not
    checked whether such a turn is allowed.

    Raises:
        InvalidSituation: there are too many possibilities to try them all.
    """
    kinds = sorted(set(cards), key=(*NATURALS, JOKER).index)
    hand = tuple(Counter(cards)[card] for card in kinds)
    fitting = layable(variant, tuple(table), tuple(cards))
    steps = _Steps(
        _melds_by_first(variant, kinds, hand),
        frozenset(place for place, card in enumerate(kinds) if card in fitting),
    )
    most, discards = variant.turn.melds_each, variant.closing.last_discard is not LastDiscard.NONE
    start = _State(hand, discards, len(cards) if most is None else most)

    @cache
    def placed(off: _Counts) -> tuple[LaidOff, ...] | None:
        return where_laid(variant, tuple(table), _cards(kinds, off))

    for number, found in enumerate(_walks(start, steps)):
        if number >= MOST_PLAYS:
            raise _too_many()
        laid_off = placed(found.laid_off)
        if laid_off is not None:
            melds = tuple(_cards(kinds, meld) for meld in found.melds)
            yield FinishingPlay(melds, laid_off, None if found.discard is None else kinds[found.discard])


@dataclass(frozen=True)
class _Steps:
    """What can be done with the first card that is left, by its place among the kinds of cards."""

    melds: Mapping[int, Sequence[_Counts]]
    fitting: frozenset[int]


class _State(NamedTuple):
    """What is left of the hand, whether a card may still be thrown away, how many melds may still be laid."""

    left: _Counts
    discards: bool
    melds: int


@dataclass(frozen=True)
class _Walk:
    """What has been done with the cards that are gone; `laid_off` counts kinds of cards."""

    melds: tuple[_Counts, ...]
    laid_off: _Counts
    discard: int | None


def _walks(start: _State, steps: _Steps) -> Iterator[_Walk]:
    """Yield every way through a hand: the first card left is melded, laid off or thrown away, then the next one."""
    seen: dict[_State, bool] = {}

    def ends(state: _State) -> bool:
        """Return whether some way uses up all that is left."""
        known = seen.get(state)
        if known is None:
            if len(seen) >= MOST_STATES:
                raise _too_many()
            known = not any(state.left) or any(ends(after) for after, _ in _following(state, steps))
            seen[state] = known
        return known

    def walk(state: _State, done: _Walk) -> Iterator[_Walk]:
        if not any(state.left):
            yield done
            return
        for after, meld in _following(state, steps):
            if ends(after):
                yield from walk(after, _with(done, state, after, meld))

    return walk(start, _Walk((), (0,) * len(start.left), None))


def _following(state: _State, steps: _Steps) -> Iterator[tuple[_State, _Counts | None]]:
    """Yield what can follow when something is done with the first card that is left, and the meld that was laid."""
    left, discards, melds = state
    first = next(place for place, count in enumerate(left) if count)
    for meld in steps.melds.get(first, ()) if melds else ():
        if all(count <= have for count, have in zip(meld, left, strict=True)):
            yield _State(tuple(have - count for count, have in zip(meld, left, strict=True)), discards, melds - 1), meld
    fewer = (*left[:first], left[first] - 1, *left[first + 1 :])
    if first in steps.fitting:
        yield _State(fewer, discards, melds), None
    if discards:
        yield _State(fewer, False, melds), None


def _with(done: _Walk, before: _State, after: _State, meld: _Counts | None) -> _Walk:
    if meld is not None:
        return _Walk((*done.melds, meld), done.laid_off, done.discard)
    gone = tuple(had - has for had, has in zip(before.left, after.left, strict=True))
    if before.discards and not after.discards:
        return _Walk(done.melds, done.laid_off, gone.index(1))
    return _Walk(done.melds, tuple(a + b for a, b in zip(done.laid_off, gone, strict=True)), done.discard)


def _melds_by_first(variant: Variant, kinds: Sequence[Card], hand: _Counts) -> Mapping[int, Sequence[_Counts]]:
    """Return every meld that the hand holds, by the place of its first card."""
    found: dict[int, dict[_Counts, None]] = {}
    least = min(variant.melds.run_shortest, variant.melds.set_smallest)
    within = (
        counts
        for group in _groups(variant, kinds)
        for counts in product(*(range(count + 1) if place in group else (0,) for place, count in enumerate(hand)))
    )
    mixed = _of_any_suits(kinds, hand) if variant.melds.run_suits_mixed else ()
    for tried, counts in enumerate(chain(within, mixed)):
        if tried > MOST_SUBSETS:
            raise _too_many()
        if sum(counts) >= least and is_meld(variant, _cards(kinds, counts)):
            found.setdefault(next(place for place, count in enumerate(counts) if count), {})[counts] = None
    return {first: list(melds) for first, melds in found.items()}


def _of_any_suits(kinds: Sequence[Card], hand: _Counts) -> Iterator[_Counts]:
    """Yield what may be a run of several suits: of each stretch of ranks a card of each rank, or a joker."""
    of_rank = {rank: [place for place, card in enumerate(kinds) if card.rank is rank] for rank in Rank}
    jokers = [place for place, card in enumerate(kinds) if card.rank is None]
    for windows in WINDOWS[AceOrder.RING]:
        for ranks in (window.ranks for window in windows):
            if all(of_rank[rank] or jokers for rank in ranks):
                for chosen in product(*(of_rank[rank] + jokers for rank in ranks)):
                    counts = tuple(map(chosen.count, range(len(kinds))))
                    if all(count <= have for count, have in zip(counts, hand, strict=True)):
                        yield counts


def _groups(variant: Variant, kinds: Sequence[Card]) -> Iterator[frozenset[int]]:
    """Yield the places of the cards of each suit and of each rank, each with the wild cards: a meld is within one.

    Only runs of several suits (`_of_any_suits`) are not.
    """
    wild = set(wild_cards(variant, kinds))
    for suit in {card.suit for card in kinds if card.suit}:
        yield frozenset(place for place, card in enumerate(kinds) if card.suit is suit or card in wild)
    for rank in {card.rank for card in kinds if card.rank}:
        yield frozenset(place for place, card in enumerate(kinds) if card.rank is rank or card in wild)


def _cards(kinds: Iterable[Card], counts: _Counts) -> Cards:
    return tuple(card for card, count in zip(kinds, counts, strict=True) for _ in range(count))


def _too_many() -> InvalidSituation:
    return InvalidSituation(Problem(N_("Too many cards to judge at once. Ask about fewer."), ("cards",)))
