"""What each card of a meld counts: the parts of the sum that a sentence shows.

A judge notes melds whose points an answer names (`MeldSum`), and `counted` adds them up once, for the answer: a judge
is asked again for each reading of the source, whose sentences nobody sees.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from ..cards import BY_CODE, Card, Rank
from ..model.scoring import CardValues
from ..reasons import Addend, Reason, Sum
from .faults import in_order

_ACE = BY_CODE["AS"]


@dataclass(frozen=True)
class MeldSum:
    """A meld whose `points` are to be shown as a sum: of a reason's value `sum`, until `counted` replaces it.

    `wild` are its jokers and wild ranks, `roles` what each stands for, which matters only to the words. A joker counts
    `joker`, if that is given, else what the game has.
    """

    cards: tuple[Card, ...]
    points: int
    wild: tuple[Card, ...] = ()
    roles: tuple[Card, ...] = field(default=(), compare=False)
    joker: int | None = None

    def addends(self, values: CardValues) -> list[Addend]:
        """Return what each card counts, natural cards first; they add up to `points`."""
        naturals = in_order([card for card in self.cards if card not in self.wild] if self.wild else self.cards)
        parts = [Addend(card, values.as_laid(card)) for card in naturals]
        for card, role in zip(self.wild, self.roles, strict=True):
            if card == role:
                parts.append(Addend(card, values.as_laid(card)))
            elif self.joker is None and values.joker_as_card:
                parts.append(Addend(card, values.as_laid(role), role))
            else:
                parts.append(Addend(card, values.joker if self.joker is None else self.joker))
        return _with_low_aces(values, parts, self.points)


MeldSums = tuple[MeldSum, ...]


def counted(values: CardValues, reasons: Sequence[Reason]) -> tuple[Reason, ...]:
    """Return reasons with their melds added up."""
    return tuple([_counted(values, reason) if "sum" in reason.values else reason for reason in reasons])


def _counted(values: CardValues, reason: Reason) -> Reason:
    melds = reason.values["sum"]
    if not isinstance(melds, tuple):
        return reason  # of cards, not of melds: added up already
    parts = [part for meld in melds for part in meld.addends(values)]
    shown = {**reason.values, "sum": Sum(tuple(parts))}
    return Reason(reason.code, reason.message, reason.cards, reason.rule, shown, reason.missing)


def _with_low_aces(values: CardValues, parts: list[Addend], points: int) -> list[Addend]:
    """Return `parts` with the first aces counted as low ones, as many as it takes to add up to `points`."""
    surplus = sum([part.points for part in parts]) - points
    if not surplus:
        return parts
    less = values.as_laid(_ACE) - values.as_laid(_ACE, ace_low=True)
    aces = [at for at, part in enumerate(parts) if (part.role or part.card).rank is Rank.ACE]
    for at in aces[: surplus // less]:
        parts[at] = parts[at]._replace(points=parts[at].points - less)
    return parts
