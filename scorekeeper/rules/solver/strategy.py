"""Which bound is searched how long: a cheap bound and a short search first, better bounds where that is in vain."""

from itertools import combinations_with_replacement

from ..model.terms import JokerLimit
from .bounds import FINE, Bound, Charts, Prices, agree, bound_of, charts_of, first_shares, relax
from .budget import STEPPED, Budget, OutOfWork
from .problem import Instance
from .runs import RunRules
from .search import NEVER, Path, Search
from .sets import HOPELESS, Demand, SetRules, Want, table_of
from .trellis import Kind, Place, machine_of

_STEPS = (250, 600, 2_000, 8_000)  # after so many steps in vain the bound is improved
_ROUNDS = (1, 2, 5, 8)  # by so many updates of the shares
_WIDTHS = (0.3, 1, 3)  # of the beams, in cards
_KEPT = 2  # one of so many parts of the budget is kept for the beams
_POINTS = (0, 6, 9, 12, 20, 100)  # prices of a point, of which a card costs 100


def solve(problem: Instance, budget: Budget) -> Path | None:
    """Return the best way to lay the cards that is found within `budget`, None if there is none.

    Raises:
        OutOfWork: none was found, and that there is none is not proved.
    """
    charts = charts_of(problem, machine_of(problem.runs, budget), budget if problem.narrow else budget.part(2))
    bounds = _first(problem, charts, budget)
    most = Budget(budget.left - budget.left // _KEPT, budget)
    for stage, steps in enumerate(_STEPS):
        turn = stage % len(bounds) if problem.points else min(stage, 1) * (len(bounds) - 1)
        if min(one.root for one in bounds) < HOPELESS:
            return None
        steps = min(steps, most.left // STEPPED)
        search = Search(bounds[turn], steps)
        done = search.best_first()
        most.take(int((steps - max(0, search.steps)) * STEPPED))
        if done:
            return _path(problem, search, True)
        if most.left < STEPPED:
            break
        turn = (stage + 1) % len(bounds) if problem.points else -1
        better = _improved(problem, bounds[turn], stage, most)
        if problem.points or better.relaxation.prices == bounds[turn].relaxation.prices:
            bounds[turn] = better
        else:
            bounds.append(better)
    return _at_last(problem, bounds, budget)


def _at_last(problem: Instance, bounds: list[Bound], budget: Budget) -> Path | None:
    """Return the best that beams of several widths, at up to three prices, find within what is left of the budget."""
    best, value = Search(bounds[0], 0), -NEVER
    beams = [(bound, width) for width in _WIDTHS for bound in sorted(bounds, key=lambda one: one.root)[:3]]
    for left, (bound, width) in zip(range(len(beams), 0, -1), beams, strict=True):
        steps = budget.left / STEPPED / left
        search = Search(bound, steps)
        search.lost = min(NEVER, bound.root - value)
        proved = search.beam(int(search.tile * width))
        budget.take(int((steps - max(0, search.steps)) * STEPPED))
        if search.best is not None:
            best, value = search, bound.root - search.lost
        if proved:
            return _path(problem, search, True)
    return _path(problem, best, False)


def _path(problem: Instance, search: Search, proved: bool) -> Path | None:
    if problem.narrow:  # the bound holds for what was not left out; but nothing is better than all cards laid
        proved = proved and search.bound.root - search.lost >= FINE * problem.ceiling
    if search.best is not None:
        return Path(search.best, search.charts, proved)
    if not proved:
        raise OutOfWork
    return None


def _first(problem: Instance, charts: Charts, budget: Budget) -> list[Bound]:
    """Return bounds to begin with, the least first; where points count toward a minimum one for each price.

    At a low price of a joker the bound may be least, but all ways to spend jokers look alike: so a higher one stays.
    """
    if problem.points is None:
        prices = _prices(problem)[: 1 if problem.runs.sparing or problem.dense else None]
        found = [_bound(charts, price, budget) for price in prices]
        best = min(found, key=lambda one: one.root)
        return [best] if best in found[:2] else [best, min(found[:2], key=lambda one: one.root)]
    prices = [price for point in _POINTS for price in _prices(problem, point)]
    return sorted([_bound(charts, price, budget) for price in prices], key=lambda one: one.root)


def _bound(charts: Charts, prices: Prices, budget: Budget) -> Bound:
    relaxation = relax(charts, prices)
    budget.spend(charts.sweep if charts.problem.dense else 3 * charts.sweep + charts.sharing)
    return (bound_of if charts.problem.dense else agree)(relaxation, first_shares(relaxation))


def _prices(problem: Instance, point: int = 0) -> list[Prices]:
    """Return prices to try, likely ones first: of a joker what it helps to lay, and what it brings itself."""
    if not problem.jokers:
        return [Prices(0, point)]
    worth = problem.worth.mixed(1, problem.points, point) if problem.points else problem.worth
    card = FINE * max(0, *worth.run)
    itself = max(0, FINE * max(*worth.joker_run, *worth.joker_set))
    crowded = any(map(any, problem.need)) and sum(map(sum, problem.have)) > 40
    if problem.dense:
        factors: tuple[int, ...] = (1, 16)
    elif not problem.runs.sparing and not problem.points:
        factors = (34, 16, 6, 0)
    elif crowded:
        factors = (16, 34) if problem.jokers > 1 else (28, 16)
    else:
        factors = (34, 16)
    return [Prices(itself + card * factor // 16, point) for factor in factors]


def _improved(problem: Instance, bound: Bound, stage: int, budget: Budget) -> Bound:
    """Return a lower bound, by more updates of the shares and other prices of a joker, as far as `budget` allows."""
    charts = bound.relaxation.charts
    cost = 3 * charts.sweep + charts.sharing

    def paid(times: int = 1) -> bool:
        enough = budget.left > 4 * times * cost
        budget.take(times * cost if enough else 0)
        return enough

    if problem.dense and not stage and problem.jokers and paid(2):  # so not all was laid after all
        relaxation = relax(charts, _prices(problem)[1])
        bound = agree(relaxation, agree(relaxation, first_shares(relaxation)).shares)
    for _ in range(_ROUNDS[stage]):
        if not paid():
            return bound
        other = agree(bound.relaxation, bound.shares)
        if other.root >= bound.root:
            break
        bound = other
    for prices in _other_prices(problem, bound, stage):
        if not paid():
            break
        other = agree(relax(charts, prices), bound.shares)
        if other.root < bound.root:
            bound = other
    return bound


def _other_prices(problem: Instance, bound: Bound, stage: int) -> list[Prices]:
    joker, point = bound.relaxation.prices
    if not problem.jokers or not stage:
        return []
    if stage == 1:
        return _prices(problem, point) if problem.runs.sparing and not problem.dense else []
    return [Prices(joker * factor // 16, point) for factor in ((11, 21) if stage == 2 else (14, 18))]


def prepare() -> None:
    """Fill the caches for two packs where melds may hold any number of jokers, the commonest game.

    It takes some hundredths of a second, and a question to a process that has just started half of its time.
    """
    wants = [Want(have, need) for have in range(3) for need in range(have + 1)]
    for jokers in (0, 2):
        machine = machine_of(RunRules(True, 3, None, JokerLimit.NONE, jokers, 2, jokers, False, True), Budget())
        layers = [machine.nothing]
        for layer in layers:  # grows by the layers that are met
            found = [machine.plan(layer, Place(*want, Kind.PLAIN), Budget()).after for want in wants]
            layers += [after for after in dict.fromkeys(found) if after not in layers]
        demand = Demand(SetRules(True, 3, 4, True, JokerLimit.NONE), jokers, False, True)
        for four in combinations_with_replacement(wants, 4):
            table_of(demand, four)


prepare()
