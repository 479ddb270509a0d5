"""What cards bring: the coefficients of the objective."""

from typing import NamedTuple

from ..cards import Rank
from ..model.terms import AceOrder
from ..model.variant import Variant
from .counting import CARDS, Meld


class Value(NamedTuple):
    """What a natural and a joker bring at a rank, in a run and in a set; what a run that begins there brings less."""

    run: int
    set: int
    joker_run: int
    joker_set: int
    begun: int = 0


class Worth(NamedTuple):
    """What a natural card and a joker bring in a run and in a set, by rank from the ace.

    `low_ace` is taken off for a run that begins with the ace, where others pass over it or end with it.
    """

    run: tuple[int, ...]
    set: tuple[int, ...]
    joker_run: tuple[int, ...]
    joker_set: tuple[int, ...]
    low_ace: int = 0

    @property
    def steady(self) -> bool:
        """Whether a joker brings the same everywhere."""
        return len({*self.joker_run, *self.joker_set}) == 1

    def mixed(self, times: int, more: int) -> "Worth":
        """Return so many times this, and so much more for each card."""
        run, in_set, joker_run, joker_set = [tuple([times * each + more for each in row]) for row in self[:4]]
        return Worth(run, in_set, joker_run, joker_set, times * self.low_ace)

    def at(self, rank: int) -> Value:
        """Return what cards bring at a rank."""
        run, in_set, joker_run, joker_set = [row[rank - 1] for row in self[:4]]
        return Value(run, in_set, joker_run, joker_set, self.low_ace if rank == Rank.ACE else 0)

    def of(self, meld: Meld) -> list[int]:
        """Return what each card of a meld brings."""
        alike = is_set(meld)
        natural, joker = (self.set, self.joker_set) if alike else (self.run, self.joker_run)
        found = [(joker if spot.joker else natural)[spot.card % 13] for spot in meld]
        if not alike and meld[0].card % 13 == 0:
            found[0] -= self.low_ace
        return found


def is_set(meld: Meld) -> bool:
    """Return whether a meld is a set, not a run."""
    return meld[0].card % 13 == meld[1].card % 13


def points_as_laid(variant: Variant) -> Worth:
    """Return what cards count as laid, in points."""
    values, order = variant.values, variant.melds.ace
    high = tuple([values.as_laid(card) for card in CARDS[:13]])
    low = values.as_laid(CARDS[0], ace_low=True)
    run = (low, *high[1:]) if order is AceOrder.LOW else high
    low_ace = high[0] - low if order in (AceOrder.RING, AceOrder.LOW_AND_HIGH) else 0
    if values.joker_as_card:
        return Worth(run, high, run, high, low_ace)
    jokers = (values.joker,) * 13
    return Worth(run, high, jokers, jokers, low_ace)


def cost_in_hand(variant: Variant) -> Worth:
    """Return what is saved by not keeping a card in hand, in points."""
    values, wild = variant.values, variant.deck.wild_ranks
    natural = tuple([values.joker if rank in wild else values.ranks[rank] for rank in Rank])
    jokers = (values.joker,) * 13
    return Worth(natural, natural, jokers, jokers)
