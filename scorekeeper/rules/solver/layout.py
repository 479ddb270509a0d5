"""From a path of the search to melds: which card lies where, and what each joker stands for."""

from collections.abc import Iterable, Iterator

from .problem import Instance
from .search import Path
from .sets import Want, counts_of
from .trellis import pairing

LONGEST = 13  # no run goes twice over a rank
Place = tuple[int, bool]  # the number of a card, and whether a joker stands for it
Meld = list[Place]


def melds_of(problem: Instance, path: Path) -> list[Meld]:
    """Return the melds of a path: runs as they go, sets."""
    melds = [meld for suit in range(4) for meld in _runs(problem, path, suit)]
    offset = path.charts.offset
    for rank, choice, level in zip(problem.ranks, path.choices[offset:], path.charts.levels[offset:], strict=True):
        if choice.cover.cards:
            left = [
                Want(have - choice.moves[suit].z, max(0, need - choice.moves[suit].z))
                for suit, (have, need) in zip(level.order, level.wants, strict=True)
            ]
            for counts, jokers in counts_of(level.demand, tuple(left), choice.cover):
                melds.append(_set(rank, dict(zip(level.order, counts, strict=True)), jokers))
    return melds


def _set(rank: int, counts: dict[int, int], jokers: int) -> Meld:
    meld = [(13 * suit + rank - 1, False) for suit, count in sorted(counts.items()) for _ in range(count)]
    missing = [13 * suit + rank - 1 for suit in range(4) if not counts[suit]]
    missing += [13 * suit + rank - 1 for suit in range(4)]  # where suits may repeat
    return [*meld, *((card, True) for card in missing[:jokers])]


def _runs(problem: Instance, path: Path, suit: int) -> Iterable[Meld]:
    machine, offset, first = path.charts.machine, path.charts.offset, 13 * suit - 1
    nodes = [(0, *[choice.node(suit) for choice in path.choices])]
    layers = [path.charts.levels[0].plans[suit].layer, *[level.plans[suit].after for level in path.charts.levels]]
    on_way = [layer.nodes[node] for layer, node in zip(layers, nodes[0], strict=True)][offset:]
    corner: list[Meld] = [[] for _ in on_way[0][0]]
    every, opened = corner[:], corner[:]
    for before, after, choice, rank, kind in zip(
        on_way, on_way[1:], path.choices[offset:], problem.ranks, problem.kinds, strict=False
    ):
        move = choice.moves[suit]
        if opened or move.x or move.y:
            grown: list[Meld] = []
            for source, joker in machine.growth(before, move, after, kind).sources:
                if source < 0:
                    every.append([])
                grown.append(opened[source] if source >= 0 else every[-1])
                grown[-1].append((first + rank, joker))
            opened = grown
    if not corner:
        return every if len(problem.ranks) <= LONGEST else _joined(problem, every, {})
    kept = zip(opened, pairing(machine.runs, *on_way[-1]) or (), strict=True)
    goes_on = {id(one): corner[promise] for one, promise in kept if promise is not None}
    return _joined(problem, [*every[len(corner) :], *every], goes_on)


def _joined(problem: Instance, starts: list[Meld], goes_on: dict[int, Meld]) -> Iterator[Meld]:
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


def _cut(problem: Instance, cards: Meld) -> list[Meld]:
    """Return a run in pieces of at most 13 cards."""
    if len(cards) <= LONGEST:
        return [cards]
    least = problem.runs.shortest
    for size in range(least, min(LONGEST, len(cards) - least) + 1):
        head, tail = cards[:size], cards[size:]
        if _holds(problem, head) and (len(tail) > LONGEST or _holds(problem, tail)):
            return [head, *_cut(problem, tail)]
    raise AssertionError("a run over all ranks that cannot be parted")


def _holds(problem: Instance, cards: Meld) -> bool:
    jokers = sum(joker for _, joker in cards)
    return problem.runs.limit.allows(len(cards) - jokers, jokers)


def add_jokers(problem: Instance, melds: list[Meld], jokers: int) -> bool:
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
