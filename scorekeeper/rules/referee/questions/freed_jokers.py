"""Where the jokers of a rearranged table come from: which stayed in their melds, and which were freed."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from ...cards import JOKER, NATURALS, Card, Cards
from ...melds.judge import judge_meld
from ...model.variant import Variant


@dataclass(frozen=True)
class FreedJoker:
    """A joker that left its meld: the meld it is in now, whether that is a new one, and whether a card that the joker
    stood for has taken a joker's place."""

    meld: Cards
    into_new: bool
    replaced: bool


def freed_jokers(
    variant: Variant, before: Sequence[Cards], after: Sequence[Cards], played: Cards
) -> tuple[FreedJoker, ...]:
    """Return the jokers in valid melds of `after` that neither stayed where they were nor were played.

    A joker stays if its meld, whatever was added or taken, still lets it stand for what it stood for.
    A meld is new if it is no meld of `before` with cards added.
    """
    roles = {meld: joker_roles(variant, meld) for meld in {*before, *after} if JOKER in meld}
    old = [meld for meld in before for _ in range(meld.count(JOKER))]
    now = [meld for meld in after for _ in range(meld.count(JOKER)) if judge_meld(variant, meld).valid]
    stayed = pairs(len(old), len(now), lambda b, a: _stays(old[b], now[a], roles))
    moved = [meld for place, meld in enumerate(now) if place not in stayed.values()]
    moved.sort(key=lambda meld: _is_new(meld, before))  # a joker from the rack may go anywhere
    left = [meld for place, meld in enumerate(old) if place not in stayed]
    replaced = any(_is_replaced(meld, after, roles[meld]) for meld in left)
    return tuple(FreedJoker(meld, _is_new(meld, before), replaced) for meld in moved[played.count(JOKER) :])


def joker_roles(variant: Variant, meld: Cards) -> frozenset[Card]:
    """Return every natural card that a joker of `meld` may stand for."""
    if JOKER not in meld:
        return frozenset()
    others = list(meld)
    others.remove(JOKER)
    near = [card for card in NATURALS if any(card.rank == c.rank or card.suit == c.suit for c in others)]
    return frozenset(card for card in near or NATURALS if judge_meld(variant, [*others, card]).valid)


def pairs(left: int, right: int, fits: Callable[[int, int], bool]) -> dict[int, int]:
    """Return as many pairs (left -> right) as there can be, each number in one pair at most."""
    partner: dict[int, int] = {}
    fitting = [[other for other in range(right) if fits(one, other)] for one in range(left)]

    def place(one: int, tried: set[int]) -> bool:
        for other in fitting[one]:
            if other not in tried:
                tried.add(other)
                if other not in partner or place(partner[other], tried):
                    partner[other] = one
                    return True
        return False

    for one in range(left):
        place(one, set())
    return {one: other for other, one in partner.items()}


def contains(cards: Cards, part: Sequence[Card]) -> bool:
    """Return whether all of `part`, each as often as it is there, is among `cards`."""
    return not Counter(part) - Counter(cards)


def naturals(meld: Cards) -> Cards:
    """Return the cards of `meld` that are no jokers."""
    return tuple(card for card in meld if card != JOKER)


def _stays(old: Cards, now: Cards, roles: dict[Cards, frozenset[Card]]) -> bool:
    return bool(roles[old] & roles[now]) and bool(set(naturals(old)) & set(naturals(now)))


def _is_new(meld: Cards, before: Sequence[Cards]) -> bool:
    return not any(naturals(old) and contains(meld, naturals(old)) for old in before)


def _is_replaced(old: Cards, after: Sequence[Cards], roles: frozenset[Card]) -> bool:
    kept = set(naturals(old))
    return any(kept & set(meld) and any(role in meld and role not in kept for role in roles) for meld in after)
