"""How to search: cheap bounds and short searches first, better bounds and longer searches where that is in vain."""

from itertools import combinations_with_replacement
from typing import NamedTuple

from ..model.terms import JokerLimit
from .bounds import Bound, Charts, bound_of, charts_of
from .budget import UNITS, Budget, OutOfWork
from .instance import FINE, Instance
from .runs import Corner, RunRules
from .search import NEVER, Path, Search
from .sets import HOPELESS, SetRules, Want, table_of
from .trellis import trellis_of


class Stage(NamedTuple):
    """How much work a search may take, at most a `part` of what is left; how the bound is improved after it."""

    units: int
    updates: int  # of the shares
    prices: tuple[int, ...] = ()  # to try, in sixteenths of the price of a joker
    part: int = 2
    limit: int = 0  # on the loss, to begin with


_STAGES = (
    Stage(4_000, 1),
    Stage(4_000, 2, (11, 21)),
    Stage(12_000, 5, (14, 18)),
    Stage(48_000, 8, (14, 18)),
    Stage(UNITS, 0, (), 1, NEVER),
)
_FULL = 60  # cards, which most likely can all be laid if some lie on the table


def solve(problem: Instance, budget: Budget) -> Path | None:
    """Return the best way to lay the cards that is found within `budget`, None if there is none.

    Raises:
        OutOfWork: none was found, and that there is none is not proved.
    """
    charts = charts_of(problem, trellis_of(problem.runs, budget), budget if problem.narrow else budget.part(2))
    bounds = _first(charts, budget)
    best, value, proved = None, -NEVER, bounds[0].root < HOPELESS
    step = max(FINE, *[abs(value.run) for value in problem.values]) // 2
    for number, stage in enumerate(_STAGES):
        if proved or not budget.left:
            break
        turn = min(number, 1) * (len(bounds) - 1)
        search = Search(bounds[turn], value, units := min(stage.units, budget.left // stage.part))
        proved = search.deepen(stage.limit, step)
        budget.take(units - search.units)
        if search.best is not None:
            best, value = search.best, search.bound.root - search.lost
        if not proved:
            bounds[turn] = _improved(search.bound, stage, budget.part(2))
    if problem.narrow:  # the bound holds for what was not left out; but nothing is better than all cards laid
        proved = value >= problem.ceiling
    if best is None and not proved:
        raise OutOfWork
    return None if best is None else Path(charts, *best, proved)


def _first(charts: Charts, budget: Budget) -> list[Bound]:
    """Return two bounds to begin with, the better one first; those that are made soon where most cards can be laid."""
    problem, found = charts.problem, []
    full = problem.has_table and problem.size > _FULL
    parts: tuple[int, ...] = (1, 16) if full else (34,) if problem.runs.sparing else (34, 16, 6, 0)
    for part in parts if problem.jokers else (0,):
        budget.spend(charts.sweep)
        found.append(bound_of(charts, _price(problem, part), update=not full))
    return found if full else sorted(found, key=lambda bound: bound.root)[:2]


def _price(problem: Instance, part: int) -> int:
    """Return a price of a joker: what it brings itself, and so many sixteenths of what a card brings."""
    card = max(0, *[value.run for value in problem.values])
    itself = max(0, *[max(value.joker_run, value.joker_set) for value in problem.values])
    return itself + card * part // 16 if problem.jokers else 0


def _improved(bound: Bound, stage: Stage, budget: Budget) -> Bound:
    """Return a lower bound, by more updates of the shares and other prices of a joker, as far as `budget` allows."""
    charts, price = bound.charts, bound.price
    others = [price * part // 16 for part in stage.prices if charts.problem.jokers]
    for other in [*[price] * stage.updates, *others]:
        if budget.left < charts.sweep:
            break
        budget.spend(charts.sweep)
        bound = min(bound, bound_of(charts, other, bound.shares), key=lambda one: one.root)
    return bound


def prepare() -> None:
    """Fill the caches for two packs where melds may hold any number of jokers, the commonest game.

    It takes some hundredths of a second, half of the time of the first question. The server does it after its start.
    """
    wants = [Want(have, need) for have in range(3) for need in range(have + 1)]
    for jokers in (0, 2):
        rules = RunRules(True, 3, None, JokerLimit.NONE, jokers, 2, jokers, True, Corner.NONE)
        trellis = trellis_of(rules, Budget())
        layers = [trellis.nothing]
        for layer in layers:  # grows by the layers that are met
            found = [trellis.plan(layer, have, False, Budget()).after for have in range(3)]
            layers += [after for after in dict.fromkeys(found) if after not in layers]
        sets = SetRules(True, 3, 4, True, JokerLimit.NONE, jokers, True)
        for four in combinations_with_replacement(wants, 4):
            table_of(sets, four)
