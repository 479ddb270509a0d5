"""The ranks of a run: which windows of consecutive ranks it may go through, and how long it may be.

Ranks are bits of an integer, the ace the lowest one.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import pairwise

from ..cards import Card, Rank, Suit
from ..model.parts import MeldRules
from ..model.terms import AceOrder, RunSuits

ACE_TO_ACE = 14  # cards of a run with an ace at both ends
_ROWS = {AceOrder.LOW: (1, 13), AceOrder.HIGH: (2, 14), AceOrder.LOW_AND_HIGH: (1, 14), AceOrder.RING: (1, 25)}


@dataclass(frozen=True, slots=True)
class Window:
    """Consecutive ranks: as bits (the ace is the lowest bit), in order, whether they begin with the ace, how many.

    `corner`: the ace lies between a king and a two, in a window of fewer than all ranks.
    """

    bits: int
    ranks: tuple[Rank, ...]
    ace_low: bool
    size: int
    corner: bool = False


def _windows(order: AceOrder, length: int) -> tuple[Window, ...]:
    """Return every window of `length` consecutive ranks; all thirteen once, with the ace as high as `order` allows."""
    first, last = _ROWS[order]
    found = {}
    for start in range(first, min(last - length + 1, 13) + 1):
        ranks = tuple(Rank((place - 1) % 13 + 1) for place in range(start, start + length))
        bits = sum(1 << rank - 1 for rank in ranks)
        corner = Rank.ACE in ranks[1:-1] and length < len(Rank)
        found[bits] = Window(bits, ranks, start == 1, length, corner)
    return tuple(found.values())


WINDOWS = {order: tuple(_windows(order, length) for length in range(14)) for order in AceOrder}
_BOTH_ACES = Window((1 << len(Rank)) - 1, (*Rank, Rank.ACE), True, ACE_TO_ACE)
_WITH_ACE = tuple(tuple(window.bits for window in windows if window.bits & 1) for windows in WINDOWS[AceOrder.RING])


def may_hold_ace(bits: int, size: int) -> bool:
    """Return whether a run of `size` with the ranks in `bits` may hold an ace under some `AceOrder`.

    If not, `MeldRules.ace` is not read, so that no other reading of the source about it is tried
    (`referee.read_tracking`).
    """
    return bool(bits & 1) or (size > bits.bit_count() and any(not bits & ~window for window in _WITH_ACE[size]))


def run_size_fits(rules: MeldRules, size: int) -> bool:
    """Return whether a run may have `size` cards.

    `run_longest` is not read for the shortest run, which every limit allows (`referee.read_tracking`).
    """
    shortest = rules.run_shortest
    return rules.runs and shortest <= size and (size == shortest or size <= min(rules.run_longest or 13, 13))


def run_windows(rules: MeldRules) -> list[Window]:
    """Return what a run may go through, the shortest first; last all ranks with an ace at both ends, if allowed."""
    longest = min(rules.run_longest or len(Rank), len(Rank))
    sizes = range(rules.run_shortest, longest + 1) if rules.runs else ()
    both_aces = [_BOTH_ACES] if may_have_both_aces(rules) else []
    return [*[window for size in sizes for window in WINDOWS[rules.ace][size]], *both_aces]


def rank_bits(cards: Sequence[Card]) -> int:
    """Return the ranks of `cards` as bits, the ace the lowest one."""
    bits = 0
    for card in cards:
        if card.rank is not None:
            bits |= 1 << card.rank - 1
    return bits


def suited_bits(cards: Sequence[Card]) -> int:
    """Return the ranks of natural `cards` of one suit as bits, the ace the lowest one; 0 for several suits."""
    bits, suit = 0, cards[0].suit
    for card in cards:
        if card.suit is not suit or card.rank is None:
            return 0
        bits |= 1 << card.rank - 1
    return bits


def mixed_bits(rules: MeldRules, cards: Sequence[Card], size: int) -> int:
    """Return the ranks of natural `cards` of several suits as bits if a run may be of several suits; else 0.

    0, too, if no run of `size` holds these ranks; `run_suits` is not read then (`referee.read_tracking`).
    """
    ranks = rank_bits(cards)
    if ranks.bit_count() != len(cards) or size > len(Rank):
        return 0
    holding = [window for window in WINDOWS[AceOrder.RING][size] if not ranks & ~window.bits]
    return ranks if holding and rules.run_suits_mixed else 0


def has_low_ace(rules: MeldRules, window: Window) -> bool:
    """Return whether an ace in a run through `window` is the one below the two.

    Of a run of all thirteen ranks both ends are possible; one around the corner has the ace at neither.
    """
    if window.corner:
        return rules.corner_ace_low
    return window.ace_low or (len(window.ranks) == len(Rank) and rules.whole_suit_ace_low)


def lie_apart(places: Sequence[bool]) -> bool:
    """Return whether no two places side by side, of a row of them, are true."""
    return not any(one and other for one, other in pairwise(places))


def run_orders(order: AceOrder, ranks: Sequence[Rank]) -> list[Sequence[Rank]]:
    """Return the orders in which a run through `ranks` may lie.

    Only a run of all thirteen ranks has several: it begins with any rank with which `order` lets it begin.
    """
    if len(ranks) < len(Rank):
        return [ranks]
    first, last = _ROWS[order]
    starts = [ranks.index(Rank((place - 1) % 13 + 1)) for place in range(first, min(last - 12, 13) + 1)]
    return [(*ranks[at:], *ranks[:at]) for at in starts]


def run_has_apart(order: AceOrder, ranks: Sequence[Rank], jokers: Collection[Rank]) -> bool:
    """Return whether no two of `jokers` lie side by side in a run through `ranks`."""
    return any(lie_apart([rank in jokers for rank in each]) for each in run_orders(order, ranks))


def alternates(rules: MeldRules) -> bool:
    """Return whether a run goes black and red in turn.

    The read is not tracked: as a reading of the source it is open only where such a run lies.
    """
    return rules.untracked.run_suits is RunSuits.ALTERNATING


def is_red(card: Card) -> bool:
    """Return whether a natural card is red."""
    return card.suit in (Suit.HEARTS, Suit.DIAMONDS)


def first_is_red(cards: Sequence[Card], ranks: Sequence[Rank]) -> bool | None:
    """Return whether a run of black and red in turn, through `ranks`, begins red; None if `cards` do not alternate."""
    found = {(ranks.index(card.rank) + is_red(card)) % 2 for card in cards if card.rank is not None}
    return bool(found.pop()) if len(found) == 1 else None


def longest_run(rules: MeldRules, size: int) -> int:
    """Return how many ranks a run of `size` may go through; only of one that is too long otherwise both aces matter."""
    return ACE_TO_ACE if size >= ACE_TO_ACE and may_have_both_aces(rules) else len(Rank)


def may_have_both_aces(rules: MeldRules) -> bool:
    """Return whether a run of all thirteen ranks may have an ace at both ends."""
    return rules.runs and rules.ace is AceOrder.LOW_AND_HIGH and rules.ace_to_ace and not alternates(rules)
