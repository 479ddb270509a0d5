"""From a path of the search to melds: which card lies where, and what each joker stands for."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from ..cards import Card, Rank
from .charts import Chart, Edge, automaton, pairing
from .problem import SUITS, Problem
from .runs import Run, Runs, State
from .search import Path
from .sets import split, within_limit

LONGEST = 13  # no run goes twice over a rank
Place = tuple[Card, bool]  # what lies there, or is stood for by a joker


@dataclass
class _Open:
    """A run that grows: what is known of it, its cards, the promise it fulfils or was begun by."""

    run: Run
    cards: list[Place] = field(default_factory=list)
    promise: int | None = None


def melds_of(problem: Problem, path: Path) -> list[list[Place]]:
    """Return the melds of a path, each place of them a card and whether a joker stands for it."""
    melds: list[list[Place]] = []
    for suit in range(4):
        melds.extend(_runs(problem, path, suit))
    for place, choice in enumerate(path.choices):
        rank = Rank(problem.ranks[place])
        for counts, jokers in split(problem.sets, choice.sets, choice.set_jokers) or ():
            melds.append(_set(rank, counts, jokers))
    return melds


def _set(rank: Rank, counts: tuple[int, ...], jokers: int) -> list[Place]:
    naturals = [(Card(rank, SUITS[suit]), False) for suit, count in enumerate(counts) for _ in range(count)]
    missing = [Card(rank, SUITS[suit]) for suit, count in enumerate(counts) if not count]
    missing += [Card(rank, suit) for suit in SUITS]  # where suits may repeat
    return [*naturals, *((card, True) for card in missing[:jokers])]


def _runs(problem: Problem, path: Path, suit: int) -> Iterator[list[Place]]:
    runs, chart = automaton(problem), path.charts[suit]
    state, promise = chart.nodes[0][path.start[suit]]
    opened = [_Open(run, promise=i) for i, run in enumerate(state)]  # the corner's runs, without their cards yet
    first = list(opened)
    done: list[_Open] = []
    for place, choice in enumerate(path.choices):
        edge = choice.edges[suit]
        card = Card(Rank(problem.ranks[place]), SUITS[suit])
        begun = edge.begun if runs.watched and card.rank is Rank.ACE else None
        opened, ended = _grown(runs, opened, edge, _state(chart, place + 1, edge), card, begun)
        done += ended
    promised = () if isinstance(promise, int) else promise
    order = sorted(opened, key=lambda one: one.run)
    kept = pairing(runs, tuple(one.run for one in order), promised) or ()
    yield from _joined(problem, [*done, *order], first, dict(zip(map(id, order), kept, strict=True)))


def _state(chart: Chart, place: int, edge: Edge) -> State:
    return chart.nodes[place][edge.target][0]


def _grown(
    runs: Runs, opened: list[_Open], edge: Edge, target: State, card: Card, begun: int | None
) -> tuple[list[_Open], list[_Open]]:
    """Return the runs that are open after `card` and its jokers went into them, and those that have ended."""
    shares = _shares(runs, [one.run for one in opened], edge.x, edge.y, Counter(target), begun)
    if shares is None:
        raise AssertionError("a path that its own steps do not allow")
    after: list[_Open] = []
    ended: list[_Open] = []
    for one, share in zip(opened, shares, strict=False):
        if share is None:
            ended.append(one)
            continue
        one.run = _must(runs.grown(one.run, share))
        one.cards.append((card, share))
        after.append(one)
    for share in shares[len(opened) :]:
        after.append(_Open(_must(runs.begun(bool(share))), [(card, bool(share))]))
    return after, ended


def _must(run: Run | None) -> Run:
    if run is None:
        raise AssertionError("a run that may not grow so")
    return run


def _shares(
    runs: Runs, opened: list[Run], x: int, y: int, target: Counter[Run], begun: int | None
) -> list[bool | None] | None:
    """Return what each open run gets (None: it ends, else whether a joker), then what begins new ones."""
    if not opened:
        if begun is not None and begun != x + y:
            return None
        left = +target
        shares: list[bool | None] = [*[False] * x, *[True] * y]
        return shares if left == Counter(runs.begun(bool(joker)) for joker in shares) else None
    run, rest = opened[0], opened[1:]
    for joker in (False, True):
        grown = runs.grown(run, joker)
        if grown is not None and target[grown] > 0 and (y if joker else x) > 0:
            found = _shares(runs, rest, x - (not joker), y - joker, target - Counter([grown]), begun)
            if found is not None:
                return [joker, *found]
    if runs.complete(run):
        found = _shares(runs, rest, x, y, target, begun)
        if found is not None:
            return [None, *found]
    return None


def _joined(
    problem: Problem, all_runs: list[_Open], first: list[_Open], kept: dict[int, int | None]
) -> Iterator[list[Place]]:
    """Yield the runs' cards, those around the corner put together, none longer than the ranks."""
    follows = {id(one): first[i] for one in all_runs if (i := kept.get(id(one))) is not None}
    following = set(map(id, follows.values()))
    left = {id(one): one for one in all_runs}
    for start in [*(one for one in all_runs if id(one) not in following), *all_runs]:
        cards: list[Place] = []
        one: _Open | None = start
        while one is not None and left.pop(id(one), None) is not None:
            cards += one.cards
            one = follows.get(id(one))
        if cards:
            yield from _cut(problem, cards)


def _cut(problem: Problem, cards: list[Place]) -> list[list[Place]]:
    """Return a run in pieces of at most 13 cards."""
    if len(cards) <= LONGEST:
        return [cards]
    least = problem.shortest
    for size in range(least, len(cards) - least + 1):
        head, tail = cards[:size], cards[size:]
        if size <= LONGEST and _holds(problem, head) and (len(tail) > LONGEST or _holds(problem, tail)):
            return [head, *_cut(problem, tail)]
    raise AssertionError("a run over all ranks that cannot be parted")


def _holds(problem: Problem, cards: list[Place]) -> bool:
    jokers = sum(joker for _, joker in cards)
    return within_limit(problem.limit, len(cards) - jokers, jokers)
