"""From a path of the search to melds: which card lies where, and what each joker stands for."""

from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import NamedTuple

from .instance import SUITS, Instance
from .search import Path
from .sets import parts_of

LONGEST = 13  # no run goes twice over a rank


class Spot(NamedTuple):
    """A place in a meld: the number of the card that lies there, or that a joker stands for."""

    card: int
    joker: bool


Meld = list[Spot]


def melds_of(problem: Instance, path: Path) -> list[Meld]:
    """Return the melds of a path: runs as they go, sets."""
    melds = [meld for suit in range(4) for meld in _runs(problem, path, suit)]
    offset = path.charts.offset
    for rank, choice, level in zip(problem.ranks, path.choices[offset:], path.charts.levels[offset:], strict=True):
        if choice.cover.cards:
            kept = [choice.moves[suit].z for suit in level.order]
            left = [want.without(z) for want, z in zip(level.wants, kept, strict=True)]
            for counts, jokers in parts_of(level.demand, left, choice.cover):
                melds.append(_set(rank, dict(zip(level.order, counts, strict=True)), jokers))
    return melds


def _set(rank: int, counts: dict[int, int], jokers: int) -> Meld:
    meld = [Spot(SUITS[suit] + rank, False) for suit, count in sorted(counts.items()) for _ in range(count)]
    missing = [suit for suit in range(4) if not counts[suit]]
    return [*meld, *[Spot(SUITS[suit] + rank, True) for suit in [*missing, *range(4)][:jokers]]]


def _runs(problem: Instance, path: Path, suit: int) -> Iterable[Meld]:
    trellis, offset = path.charts.trellis, path.charts.offset
    layers = [path.charts.levels[0].plans[suit].layer, *[level.plans[suit].after for level in path.charts.levels]]
    indices = [0, *[choice.node(suit) for choice in path.choices]]
    nodes = [layer.nodes[index] for layer, index in zip(layers, indices, strict=True)][offset:]
    around: list[Meld] = [[] for _ in nodes[0].state]
    every, opened = around[:], around[:]
    for (before, after), choice, rank, kind in zip(
        pairwise(nodes), path.choices[offset:], problem.ranks, problem.kinds, strict=True
    ):
        move = choice.moves[suit]
        if not (opened or move.x or move.y):
            continue
        sources = trellis.growth(before, move, after, kind).sources
        begun = {i: list[Spot]() for i, source in enumerate(sources) if source.run < 0}
        opened = [begun[i] if source.run < 0 else opened[source.run] for i, source in enumerate(sources)]
        every += begun.values()
        for run, source in zip(opened, sources, strict=True):
            run.append(Spot(SUITS[suit] + rank, source.joker))
    if len(problem.ranks) <= LONGEST and not around:
        return every
    kept = trellis.automaton.pairing(nodes[-1].state, nodes[-1].around) or {}
    goes_on = {id(opened[run]): around[promise] for run, promise in kept.items()}
    return _joined(problem, [*every[len(around) :], *every], goes_on)


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

    def holds(part: Meld) -> bool:
        jokers = sum([spot.joker for spot in part])
        return problem.runs.limit.allows(len(part) - jokers, jokers)

    if len(cards) <= LONGEST:
        return [cards]
    for size in range(problem.runs.shortest, min(LONGEST, len(cards) - problem.runs.shortest) + 1):
        head, tail = cards[:size], cards[size:]
        if holds(head) and (len(tail) > LONGEST or holds(tail)):
            return [head, *_cut(problem, tail)]
    raise AssertionError("a run over all ranks that cannot be parted")


def add_jokers(problem: Instance, melds: list[Meld], jokers: int) -> bool:
    """Add so many jokers to runs and sets, wherever there is room; return whether there was.

    Where jokers are free: no limit, no corner.
    """
    line = problem.ranks
    for meld in melds:
        if not jokers:
            break
        suits, ranks = [[divmod(spot.card, 13)[i] for spot in meld] for i in (0, 1)]
        if ranks[0] == ranks[1]:
            room = [ranks[0] + 13 * suit for suit in [*[suit for suit in range(4) if suit not in suits], *range(4)]]
            meld += [Spot(card, True) for card in room[: max(0, min(jokers, problem.sets.largest - len(meld)))]]
        else:
            first, last = line.index(ranks[0] + 1), line.index(ranks[-1] + 1)
            spots = [Spot(SUITS[suits[0]] + rank, True) for rank in line]
            after = spots[last + 1 : last + 1 + jokers]
            before = spots[max(0, first - jokers + len(after)) : first]
            meld[:] = [*before, *meld, *after]
        jokers -= len(meld) - len(suits)
    return not jokers
