"""What each card of a meld counts: the parts of the sum that a sentence shows."""

from collections.abc import Sequence

from ..cards import BY_CODE, Card, Rank
from ..model.scoring import CardValues
from ..reasons import Addend
from .faults import in_order

_ACE = BY_CODE["AS"]


def addends(
    values: CardValues,
    cards: Sequence[Card],
    wild: Sequence[Card],
    roles: Sequence[Card],
    points: int,
    joker: int | None = None,
) -> tuple[Addend, ...]:
    """Return what each card of a meld counts, natural cards first; together that is `points`.

    `wild` are the jokers and wild ranks among `cards`, `roles` what each stands for. A joker counts `joker`, if that is
    given, else what the game's `values` say.
    """
    naturals = in_order([card for card in cards if card not in wild] if wild else cards)
    parts = [Addend(card, values.as_laid(card)) for card in naturals]
    for card, role in zip(wild, roles, strict=True):
        if card == role:
            parts.append(Addend(card, values.as_laid(card)))
        elif joker is None and values.joker_as_card:
            parts.append(Addend(card, values.as_laid(role), role))
        else:
            parts.append(Addend(card, values.joker if joker is None else joker))
    return tuple(_with_low_aces(values, parts, points))


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
