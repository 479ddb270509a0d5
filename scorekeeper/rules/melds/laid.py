"""A meld on the table, and the cards that its jokers may have been laid as."""

from collections.abc import Sequence
from dataclasses import dataclass

from ..cards import JOKER, Card, Cards, Rank
from ..model.terms import Declaration
from ..model.variant import Variant
from .faults import in_order
from .judge import MeldJudgement, MeldKind, MeldReading, judge_meld


@dataclass(frozen=True)
class LaidMeld:
    """A meld with its judgement; the judgement’s `readings` agree with what is known of its jokers."""

    cards: Cards
    judged: MeldJudgement

    @property
    def joker_roles(self) -> frozenset[Card]:
        """Every card that a real joker of the meld may stand for; empty for cards that are no meld."""
        pairs = (zip(self.judged.wild, reading.roles, strict=True) for reading in self.judged.readings)
        return frozenset(role for each in pairs for card, role in each if card == JOKER)

    @property
    def may_be(self) -> list[Card]:
        """Every card that a wild card of the meld may stand for, other than itself, in order."""
        pairs = (zip(self.judged.wild, reading.roles, strict=True) for reading in self.judged.readings)
        return in_order({role for each in pairs for card, role in each if card != role})

    def narrowed(self, readings: Sequence[MeldReading]) -> "LaidMeld":
        """Return the meld with only some of its readings."""
        best = max(readings, key=lambda reading: reading.points)
        judged = self.judged._replace(kind=best.kind, points=best.points, roles=best.roles, readings=tuple(readings))
        return LaidMeld(self.cards, judged)


def laid_meld(variant: Variant, cards: Cards, named: Sequence[Card | None] = ()) -> LaidMeld:
    """Return a meld whose jokers were laid as `named`, in their order; None, or no entry, for those not known.

    Where the game leaves the suit of a joker in a set open, or jokers float, it stays open, whatever was named.
    """
    meld = LaidMeld(cards, judge_meld(variant, cards, named))
    if variant.jokers.floats and meld.judged.valid and any(named):
        return LaidMeld(cards, judge_meld(variant, cards))
    return with_open_suits(variant, meld) if any(named) else meld


def with_open_suits(variant: Variant, meld: LaidMeld) -> LaidMeld:
    """Return a meld whose jokers may be of any suit again that is possible, where the game leaves their suit open."""
    judged = meld.judged
    if not _suit_is_open(variant):
        return meld
    ranks = {_ranks(reading) for reading in judged.readings if _has_open_suits(variant, reading)}
    if not ranks:
        return meld
    others = [reading for reading in judged.readings if _ranks(reading) not in ranks]
    open_ = [reading for reading in judge_meld(variant, meld.cards).readings if _ranks(reading) in ranks]
    return LaidMeld(meld.cards, judged._replace(readings=(*others, *open_)))


def namings(variant: Variant, meld: LaidMeld, *, to_swap: bool = False) -> list[LaidMeld]:
    """Return the meld once for each way in which its jokers may have been laid.

    Ways that differ in suits alone count as one where the game leaves suits open, and where suits may repeat in a set
    or differ in a run, so that they matter only when a joker is to be exchanged (`to_swap`).
    """
    readings = meld.judged.readings
    if len(readings) < 2 or variant.jokers.floats:
        return [meld]
    ways: dict[object, list[MeldReading]] = {}
    for reading in readings:
        matter = not _suit_is_open(variant) and (to_swap or _binds(variant, reading))
        alike = _has_open_suits(variant, reading) and not matter
        ways.setdefault(_ranks(reading) if alike else reading, []).append(reading)
    return [meld.narrowed(way) for way in ways.values()]


def _ranks(reading: MeldReading) -> tuple[MeldKind, tuple[Rank | None, ...]]:
    return reading.kind, tuple(sorted(role.rank for role in reading.roles if role.rank is not None))


def _has_open_suits(variant: Variant, reading: MeldReading) -> bool:
    """Return whether other suits of the jokers are possible in such a meld."""
    return reading.kind is MeldKind.SET or variant.melds.run_suits_mixed


def _binds(variant: Variant, reading: MeldReading) -> bool:
    """Return whether the suit of a joker in the meld decides which cards fit beside it."""
    return reading.kind is MeldKind.SET and variant.melds.set_suits_differ


def _suit_is_open(variant: Variant) -> bool:
    """Return whether the suit of a joker is open: it is not declared, or no matter what frees the joker (NO-20)."""
    return variant.jokers.declared is Declaration.NO or not variant.swap.frees_set.by_declaration
