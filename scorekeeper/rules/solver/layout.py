"""From a path of the search to melds: which card lies where, and what each joker stands for."""

from collections.abc import Iterable, Iterator

from ..model.terms import JokerLimit
from .counting import SUITS, Meld, Spot
from .instance import Instance
from .search import Path
from .worth import is_set

LONGEST = 13  # no run goes twice over a rank


def melds_of(problem: Instance, path: Path) -> list[Meld]:
    """Return the melds of a path: runs as they go, sets."""
    melds = [meld for suit in range(4) for meld in _runs(problem, path, suit)]
    for rank, choice, level in zip(problem.ranks, path.choices, path.charts.levels, strict=True):
        if choice.cover.cards:
            for naturals, jokers in level.table.parts([choice.moves[suit].x for suit in level.order], choice.cover):
                melds.append(_set(rank, dict(zip(level.order, naturals, strict=True)), jokers))
    return melds


def _set(rank: int, counts: dict[int, int], jokers: int) -> Meld:
    meld = [Spot(SUITS[suit] + rank, False) for suit, count in sorted(counts.items()) for _ in range(count)]
    missing = [suit for suit in range(4) if not counts[suit]]
    return [*meld, *[Spot(SUITS[suit] + rank, True) for suit in [*missing, *range(4)][:jokers]]]


def _runs(problem: Instance, path: Path, suit: int) -> Iterable[Meld]:
    trellis, levels = path.charts.trellis, path.charts.levels
    before = levels[0].plans[suit].layer.nodes[path.nodes[0][suit]]
    around: list[Meld] = [[] for _ in before.around]
    begun, opened = list[Meld](), around[:]
    for place, (level, choice, nodes) in enumerate(zip(levels, path.choices, path.nodes[1:], strict=True)):
        move, after = choice.moves[suit], level.plans[suit].after.nodes[nodes[suit]]
        if opened or move.x or move.y:
            sources = trellis.growth(before, move, after, place == problem.watched).sources
            opened = [[] if source.run < 0 else opened[source.run] for source in sources]
            for run, source in zip(opened, sources, strict=True):
                begun += [run] if source.run < 0 else []
                run.append(Spot(SUITS[suit] + problem.ranks[place], source.joker))
        before = after
    if not around:
        return begun
    pairs = trellis.automaton.pairing(before.state, before.around) or {}
    goes_on = {id(opened[run]): around[promised] for run, promised in pairs.items()}
    return _joined(problem, [*begun, *around], goes_on)


def _joined(problem: Instance, starts: list[Meld], goes_on: dict[int, Meld]) -> Iterator[Meld]:
    """Yield the runs, those around the corner put together, none longer than the ranks.

    Those that come around the corner follow others, unless they go round in a circle: among `starts` they are last.
    """
    done: set[int] = set()
    for start in starts:
        run: Meld = []
        part: Meld | None = start
        while part is not None and id(part) not in done:
            done.add(id(part))
            run += part
            part = goes_on.get(id(part))
        if run:
            yield from cut(run, problem.runs.limit, problem.runs.shortest)


def cut(run: Meld, limit: JokerLimit, shortest: int, longest: int = LONGEST) -> list[Meld]:
    """Return a run in pieces of at most `longest` cards, each a meld by itself."""

    def holds(part: Meld) -> bool:
        jokers = sum([spot.joker for spot in part])
        return limit.allows(len(part) - jokers, jokers)

    if len(run) <= longest:
        return [run]
    for size in range(shortest, min(longest, len(run) - shortest) + 1):
        head, tail = run[:size], run[size:]
        if holds(head) and (len(tail) > longest or holds(tail)):
            return [head, *cut(tail, limit, shortest, longest)]
    raise AssertionError("a run over all ranks that cannot be parted")


def add_jokers(problem: Instance, melds: list[Meld], jokers: int) -> bool:
    """Add so many jokers to runs and sets, wherever there is room; return whether there was.

    Where jokers are free: no limit, no corner.
    """
    line = problem.ranks
    for meld in melds:
        size, suits, ranks = len(meld), [spot.card // 13 for spot in meld], [spot.card % 13 + 1 for spot in meld]
        if is_set(meld):
            lacking = [suit for suit in range(4) if suit not in suits]
            room = min(jokers, problem.sets.largest - size)
            meld += [Spot(SUITS[suit] + ranks[0], True) for suit in [*lacking, *range(4)][: max(0, room)]]
        else:
            first, last = line.index(ranks[0]), line.index(ranks[-1])
            spots = [Spot(SUITS[suits[0]] + rank, True) for rank in line]
            after = spots[last + 1 : last + 1 + jokers]
            meld[:] = [*spots[max(0, first - jokers + len(after)) : first], *meld, *after]
        jokers -= len(meld) - size
    return not jokers
