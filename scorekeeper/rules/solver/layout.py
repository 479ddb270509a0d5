"""From a path of the search to melds: which card lies where, and what each joker stands for."""

from collections.abc import Iterable, Iterator

from .machine import Kind, pairing, promised
from .problem import Problem
from .search import Path
from .sets import split, within_limit

LONGEST = 13  # no run goes twice over a rank
Place = tuple[int, bool]  # the number of a card, and whether a joker stands for it
Meld = list[Place]


_PLACES = tuple([tuple([(card, joker) for card in range(52)]) for joker in (False, True)])


def melds_of(problem: Problem, path: Path) -> list[Meld]:
    """Return the melds of a path: runs as they go, sets."""
    melds = [meld for suit in range(4) for meld in _runs(problem, path, suit)]
    for rank, (_, _, (cards, used, of_suits)) in zip(problem.ranks, path.choices[path.charts.offset :], strict=True):
        if cards:
            melds += [_set(rank, counts, jokers) for counts, jokers in split(problem.sets, of_suits, used) or ()]
    return melds


def _set(rank: int, counts: tuple[int, ...], jokers: int) -> Meld:
    meld = [(13 * suit + rank - 1, False) for suit, count in enumerate(counts) if count for _ in range(count)]
    if not jokers:
        return meld
    missing = [13 * suit + rank - 1 for suit, count in enumerate(counts) if not count]
    missing += [13 * suit + rank - 1 for suit in range(4)]  # where suits may repeat
    return [*meld, *((card, True) for card in missing[:jokers])]


def _runs(problem: Problem, path: Path, suit: int) -> Iterable[Meld]:
    machine, offset, first = path.machine, path.charts.offset, 13 * suit - 1
    at = path.choices[0][1][suit] if offset else 0
    corner: list[Meld] = [[] for _ in path.charts.plans[offset][suit].states[at][0]]
    every, opened = corner[:], corner[:]
    for plans, (moves, ats, _), rank, kind in zip(
        path.charts.plans[offset:], path.choices[offset:], problem.ranks, problem.kinds, strict=True
    ):
        move, to = moves[suit], ats[suit]
        if opened or move[0] or move[1]:
            grown: list[Meld] = []
            plan = plans[suit]
            growth = plan.growths.get((at, move, to)) or machine.growth(plan, at, move, to, kind)
            for source, joker in growth.sources:
                if source < 0:
                    every.append([])
                grown.append(opened[source] if source >= 0 else every[-1])
                grown[-1].append(_PLACES[joker][first + rank])
            opened = grown
        at = to
    if not corner:
        return every if len(problem.ranks) <= LONGEST else _joined(problem, every, {})
    node = machine.sets[path.charts.plans[-1][suit].after][at]
    kept = zip(opened, pairing(machine.runs, node[0], promised(node)) or (), strict=True)
    goes_on = {id(one): corner[promise] for one, promise in kept if promise is not None}
    return _joined(problem, [*every[len(corner) :], *every], goes_on)


def _joined(problem: Problem, starts: list[Meld], goes_on: dict[int, Meld]) -> Iterator[Meld]:
    """Yield the runs' cards, those around the corner put together, none longer than the ranks.

    Those that come around the corner follow others, unless they go round in a circle: among `starts` they are last.
    """
    done: set[int] = set()
    for start in starts:
        cards: Meld = []
        one: Meld | None = start
        while one is not None and id(one) not in done:
            done.add(id(one))
            cards += one
            one = goes_on.get(id(one))
        if cards:
            yield from _cut(problem, cards)


def _cut(problem: Problem, cards: Meld) -> list[Meld]:
    """Return a run in pieces of at most 13 cards."""
    if len(cards) <= LONGEST:
        return [cards]
    least = problem.habits.shortest
    for size in range(least, min(LONGEST, len(cards) - least) + 1):
        head, tail = cards[:size], cards[size:]
        if _holds(problem, head) and (len(tail) > LONGEST or _holds(problem, tail)):
            return [head, *_cut(problem, tail)]
    raise AssertionError("a run over all ranks that cannot be parted")


def _holds(problem: Problem, cards: Meld) -> bool:
    jokers = sum(joker for _, joker in cards)
    return within_limit(problem.habits.limit, len(cards) - jokers, jokers)


def add_jokers(problem: Problem, melds: list[Meld], jokers: int) -> bool:
    """Add so many jokers to runs and sets, wherever there is room; return whether there was.

    Where jokers are free: no limit, no corner.
    """
    first, last = problem.ranks[0], problem.ranks[-1]
    for meld in melds:
        is_set = meld[0][0] % 13 == meld[1][0] % 13
        while jokers and len(meld) < (problem.sets.largest if is_set else LONGEST):
            if is_set:
                meld.append((_missing_suit(meld), True))
            elif meld[-1][0] % 13 + 1 != last:
                meld.append((_next(meld[-1][0], 1), True))
            elif meld[0][0] % 13 + 1 != first:
                meld.insert(0, (_next(meld[0][0], -1), True))
            else:
                break
            jokers -= 1
    return not jokers


def _missing_suit(meld: Meld) -> int:
    rank, suits = meld[0][0] % 13, {card // 13 for card, _ in meld}
    return 13 * next((suit for suit in range(4) if suit not in suits), 0) + rank


def _next(card: int, step: int) -> int:
    return card // 13 * 13 + (card % 13 + step) % 13


__all__ = ["Kind", "Meld", "Place", "add_jokers", "melds_of"]
