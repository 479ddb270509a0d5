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
    """A joker that left its meld: the meld it is in now, whether that is a new one, whether a card that the joker
    stood for has taken a joker's place, and whether such a card came from the hand."""

    meld: Cards
    into_new: bool
    replaced: bool
    from_hand: bool


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
    replacing = [card for meld in left for card in _replacing(meld, after)]
    from_hand = any(card in played for card in replacing)
    freed = moved[played.count(JOKER) :]
    return tuple(FreedJoker(meld, _is_new(meld, lying), bool(replacing), from_hand) for meld in freed)


def broken_melds(variant: Variant, before: Sequence[LaidMeld], after: Sequence[Cards]) -> list[Cards]:
    """Return the melds with a joker of which a natural card was taken, where a joker locks its meld."""
    locked = [meld.cards for meld in before if JOKER in meld.cards and meld.judged.valid]
    if not variant.jokers.locks_meld or not locked:
        return []
    whole = pairs(len(locked), len(after), lambda old, now: contains(after[now], naturals(locked[old])))
    return [meld for at, meld in enumerate(locked) if at not in whole]


def must_go_into_new_meld(variant: Variant) -> bool:
    """Return whether a joker that is freed must go into a new meld."""
    return variant.swap.allowed and variant.swap.goes_to is JokerGoes.NEW_MELD


def jokers_may_go_on(variant: Variant, before: Sequence[LaidMeld], after: Sequence[Cards], played: Cards) -> bool:
    """Return whether no joker was freed in a way that the rules forbid when melds were rearranged."""
    if jokers_move_freely(variant) or not any(JOKER in meld.cards for meld in before):
        return True
    must_be_new, may_be_left_over = must_go_into_new_meld(variant), may_leave_unreplaced(variant)
    from_hand_only = variant.jokers.replaced_from_hand
    freed = freed_jokers(variant, before, after, played)
    return not broken_melds(variant, before, after) and all(
        (each.into_new or not must_be_new)
        and (each.replaced or may_be_left_over)
        and (each.from_hand or not each.replaced or not from_hand_only)
        for each in freed
    )


def jokers_move_freely(variant: Variant) -> bool:
    """Return whether a joker may leave its meld in any way, and go into any."""
    bound = must_go_into_new_meld(variant) or variant.jokers.replaced_from_hand
    return may_leave_unreplaced(variant) and not bound


def may_leave_unreplaced(variant: Variant) -> bool:
    """Return whether a joker may leave its meld without being replaced."""
    return variant.jokers.may_be_left_over and not variant.jokers.locks_meld


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


def _replacing(old: LaidMeld, after: Sequence[Cards]) -> list[Card]:
    """Return the cards for which a joker of a meld stood, and which now lie beside other cards of it."""
    kept = set(naturals(old.cards))
    beside = {card for meld in after if kept & set(meld) for card in meld}
    return [role for role in old.joker_roles if role in beside and role not in kept]
