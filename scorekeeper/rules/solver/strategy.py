"""How to search: cheap bounds and short searches first, better bounds and longer searches where that is in vain."""

import gc
from collections.abc import Sequence
from itertools import combinations_with_replacement
from typing import NamedTuple

from .bounds import Bound, bound_of, charts_of
from .budget import UNITS, Budget, OutOfWork
from .counting import FINE
from .instance import Instance, Rules
from .search import NEVER, STEPS, Path, Search
from .sets import HOPELESS, Want, table_of
from .trellis import trellis_of


class Stage(NamedTuple):
    """How much work a search may take, a `part` of what is left at most, and how the bound is improved after it."""

    units: int
    prices: tuple[int, ...]  # of a joker, for an update of the shares each, in sixteenths of the price so far
    part: int = 2
    limit: int = 0  # on the loss, to begin with


_STAGES = (
    Stage(4_000, (16,)),
    Stage(4_000, (16, 16, 11, 21)),
    Stage(12_000, (*[16] * 5, 14, 18)),
    Stage(48_000, (*[16] * 8, 14, 18)),
    Stage(UNITS, (), 1, NEVER),
)


def solve(problem: Instance, budget: Budget) -> Path | None:
    """Return the best way to lay the cards that is found within `budget`, None if there is none.

    Raises:
        OutOfWork: none was found, and that there is none is not proved.
    """
    charts = charts_of(problem, budget if problem.narrow else budget.part(2))
    budget.spend(charts.sweep)
    half_cards = 2 if problem.full else 4 if problem.rules.sparing else 3
    bound = bound_of(charts, _price(problem, half_cards), update=not problem.full)
    best, value, proved = None, -NEVER, bound.root < HOPELESS
    step = max(FINE, *[abs(value.run) for value in problem.values]) // 2
    for stage in _STAGES:
        if proved or not budget.left:
            break
        search = Search(bound, value, units := min(stage.units, budget.left // stage.part))
        proved = search.deepen(stage.limit, step)
        budget.take(units - search.units)
        if search.best is not None:
            best, value = search.best, bound.root - search.lost
        if not proved:
            bound = _improved(bound, stage.prices, budget.part(2))
    if problem.narrow:  # the bound holds for what was not left out; but nothing is better than all cards laid
        proved = value >= problem.ceiling
    if best is None and not proved:
        raise OutOfWork
    return None if best is None else Path(charts, [best[at : at + STEPS] for at in range(0, len(best), STEPS)], proved)


def _price(problem: Instance, half_cards: int) -> int:
    """Return a price of a joker: the most that it brings itself, and what so many half cards bring."""
    card = max(0, *[value.run for value in problem.values])
    itself = max(0, *[max(value.joker_run, value.joker_set) for value in problem.values])
    return itself + card * half_cards // 2 if problem.jokers else 0


def _improved(bound: Bound, prices: Sequence[int], budget: Budget) -> Bound:
    """Return a lower bound, by an update of the shares at each of `prices`, as far as `budget` allows."""
    charts, price = bound.charts, bound.price
    for part in prices:
        if budget.left < charts.sweep:
            break
        budget.spend(charts.sweep)
        bound = min(bound, bound_of(charts, price * part // 16, bound.shares), key=lambda one: one.root)
    return bound


def prepare() -> None:
    """Fill the caches for two packs where melds may hold any number of jokers, the commonest game.

    It takes some hundredths of a second, half of the time of the first question. The server does it after its start.
    What is there then is never garbage: the collector, which takes longer to look at it than a question, leaves it out.
    """
    wants = [Want(have, need) for have in range(3) for need in range(have + 1)]
    for jokers in (0, 2):
        rules = Rules(jokers=jokers, sparing=True)
        trellis = trellis_of(rules, Budget())
        layers = [trellis.nothing]
        for layer in layers:  # grows by the layers that are met
            after = [trellis.plan(layer, have, False, Budget()).after for have in range(3)]
            layers += [layer for layer in dict.fromkeys(after) if layer not in layers]
        for four in combinations_with_replacement(wants, 4):
            table_of(rules, False, four)
    gc.freeze()
