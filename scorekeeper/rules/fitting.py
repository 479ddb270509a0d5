"""Which melds on the table take which cards, one after the other in any order that works."""

from collections.abc import Callable, Sequence
from functools import cache

from .cards import Card
from .errors import N_, InvalidSituation, Problem
from .melds import judge_meld, wild_cards
from .situations import Cards
from .variant import Variant

MOST_TABLES = 3000  # that are tried before the question is called too large

_State = tuple[tuple[Cards, ...], tuple[int, ...]]  # what was added to each meld, the places of the cards that are left


def fits(variant: Variant, meld: Cards, card: Card) -> bool:
    """Return whether `card` can be laid on `meld`, which must be a meld itself."""
    return holds(variant, meld, (card,))


def holds(variant: Variant, meld: Cards, added: Sequence[Card]) -> bool:
    """Return whether `meld` is one and stays one with all of `added`.

    Where cards that lie cannot be rearranged, each of its jokers goes on standing for one of the cards that it may
    have been laid as.
    """
    before = judge_meld(variant, meld)
    together = (*meld, *added)
    if not before.valid:
        return False
    if variant.turn.rearrange or not before.wild:
        return judge_meld(variant, together).valid
    unsaid = [None] * (len(wild_cards(variant, together)) - len(before.wild))
    return any(judge_meld(variant, together, [*way.roles, *unsaid]).valid for way in before.ways)


def targets(variant: Variant, table: Sequence[Cards], card: Card, others: Sequence[Card] = ()) -> tuple[int, ...]:
    """Return the indexes of the melds that take `card`, some of `others` laid on them before if that helps."""
    return tuple(index for index, meld in enumerate(table) if _takes(variant, meld, card, others))


def _takes(variant: Variant, meld: Cards, card: Card, others: Sequence[Card]) -> bool:
    """Lay others on the meld, jokers last, until it takes the card or nothing fits any more."""
    wild = wild_cards(variant, others)
    near = [other for other in others if any(other.suit == c.suit or other.rank == c.rank for c in meld)]
    waiting = [*(other for other in near if other not in wild), *wild]
    added: Cards = ()
    while not holds(variant, meld, (*added, card)):
        helper = next((other for other in waiting if holds(variant, meld, (*added, other))), None)
        if helper is None:
            return False
        waiting.remove(helper)
        added = (*added, helper)
    return True


def place_all(variant: Variant, table: Sequence[Cards], cards: Sequence[Card], first_to: int | None = None) -> Cards:
    """Return which of `cards` are left when as many as possible are laid off; none if all can be.

    `first_to` is where the first card must go, if that was said.

    Raises:
        InvalidSituation: there are too many possibilities to try them all.
    """
    may_go = _places(variant, table, cards, first_to)
    stuck = tuple(card for card, places in zip(cards, may_go, strict=True) if not places)
    if stuck:
        return stuck
    steps = _steps_with(variant, table, cards, may_go)
    best: _State = (tuple(() for _ in table), tuple(range(len(cards))))
    seen, open_ = set(), [best]
    while open_ and best[1]:
        state = open_.pop()
        best = min(best, state, key=lambda s: len(s[1]))
        for following in steps(state):
            key = tuple((frozenset(added), len(added)) for added in following[0])
            if key not in seen:
                seen.add(key)
                open_.append(following)
        if len(seen) > MOST_TABLES:
            message = N_("These are too many cards to judge at once; ask about fewer.")
            raise InvalidSituation(Problem(message, ("cards",)))
    return tuple(cards[place] for place in best[1])


def _places(
    variant: Variant, table: Sequence[Cards], cards: Sequence[Card], first_to: int | None
) -> list[tuple[int, ...]]:
    """Return where each card could go if all others helped."""
    found = []
    for place, card in enumerate(cards):
        may_go = targets(variant, table, card, [*cards[:place], *cards[place + 1 :]])
        found.append(may_go if place or first_to is None else tuple(i for i in may_go if i == first_to))
    return found


def _steps_with(
    variant: Variant, table: Sequence[Cards], cards: Sequence[Card], may_go: Sequence[tuple[int, ...]]
) -> Callable[[_State], Sequence[_State]]:
    """Return the function that tells what one more card laid off makes of a state.

    A natural card that has one place only is laid there as soon as it fits: nothing else could be done with it.
    """
    takes = cache(lambda index, added: holds(variant, table[index], added))
    wild = set(wild_cards(variant, cards))

    def steps(state: _State) -> Sequence[_State]:
        found = []
        for place in state[1]:
            for index in may_go[place]:
                if takes(index, (*state[0][index], cards[place])):
                    step = _laid(state, cards, place, index)
                    if len(may_go[place]) == 1 and cards[place] not in wild:
                        return [step]
                    found.append(step)
        return found

    return steps


def _laid(state: _State, cards: Sequence[Card], place: int, index: int) -> _State:
    added = list(state[0])
    added[index] = (*added[index], cards[place])
    return tuple(added), tuple(other for other in state[1] if other != place)
