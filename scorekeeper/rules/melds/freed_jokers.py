"""Find the jokers that left their melds when a table was rearranged."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from ..cards import JOKER, Card, Cards
from ..model.terms import JokerGoes
from ..model.variant import Variant
from .laid import LaidMeld, laid_meld


@dataclass(frozen=True)
class FreedJoker:
    """A joker that left its meld: the meld it is in now, whether that is a new one, and whether a card that the joker
    stood for has taken a joker's place."""

    meld: Cards
    into_new: bool
    replaced: bool


def freed_jokers(
    variant: Variant, before: Sequence[LaidMeld], after: Sequence[Cards], played: Cards
) -> tuple[FreedJoker, ...]:
    """Return the jokers in valid melds of `after` that neither stayed where they were nor were played.

    A joker stays if its meld, whatever was added or taken, still lets it stand for what it stood for.
    A meld is new if it is no meld of `before` with cards added.
    """
    lying = [meld.cards for meld in before]
    with_jokers = [laid_meld(variant, meld) for meld in after if JOKER in meld]
    old = [meld for meld in before for _ in range(meld.cards.count(JOKER))]
    now = [meld for meld in with_jokers if meld.judged.valid for _ in range(meld.cards.count(JOKER))]
    stayed = pairs(len(old), len(now), lambda b, a: _stays(old[b], now[a]))
    moved = [meld.cards for place, meld in enumerate(now) if place not in stayed.values()]
    moved.sort(key=lambda meld: _is_new(meld, lying))  # a joker from the rack may go anywhere
    left = [meld for place, meld in enumerate(old) if place not in stayed]
    replaced = any(_is_replaced(meld, after) for meld in left)
    return tuple(FreedJoker(meld, _is_new(meld, lying), replaced) for meld in moved[played.count(JOKER) :])


def must_go_into_new_meld(variant: Variant) -> bool:
    """Return whether a joker that is freed must go into a new meld."""
    return variant.swap.allowed and variant.swap.goes_to is JokerGoes.NEW_MELD


def jokers_may_go_on(variant: Variant, before: Sequence[LaidMeld], after: Sequence[Cards], played: Cards) -> bool:
    """Return whether no joker was freed in a way that the rules forbid when melds were rearranged."""
    if not any(JOKER in meld.cards for meld in before):
        return True
    must_be_new, may_be_left_over = must_go_into_new_meld(variant), variant.jokers.may_be_left_over
    if may_be_left_over and not must_be_new:
        return True
    freed = freed_jokers(variant, before, after, played)
    return all((each.into_new or not must_be_new) and (each.replaced or may_be_left_over) for each in freed)


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


def _stays(old: LaidMeld, now: LaidMeld) -> bool:
    return bool(old.joker_roles & now.joker_roles) and bool(set(naturals(old.cards)) & set(naturals(now.cards)))


def _is_new(meld: Cards, before: Sequence[Cards]) -> bool:
    return not any(naturals(old) and contains(meld, naturals(old)) for old in before)


def _is_replaced(old: LaidMeld, after: Sequence[Cards]) -> bool:
    kept = set(naturals(old.cards))
    return any(
        kept & set(meld) and any(role in meld and role not in kept for role in old.joker_roles) for meld in after
    )
