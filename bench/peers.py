"""The peer programs, in a virtual environment of their own: a question comes in as JSON, answers and times go out.

`{"peer": "rummikub" or "milp", "inputs": [[[table meld, …], [card, …]], …]}`, or for Gin Rummy
`{"peer": "rlcard" or "openspiel", "inputs": [[card, …], …]}`
"""

import json
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import combinations, product
from typing import Any

_SUITS, _RANKS = "SHDC", "A23456789TJQK"
_MUCH = 10_000  # a tile laid is worth more than all points
_JOKER_POINTS = 30


def main() -> None:
    """Answer one question."""
    asked = json.load(sys.stdin)
    peers: dict[str, Any] = {"rummikub": rummikub, "milp": milp, "rlcard": rlcard, "openspiel": openspiel}
    print(json.dumps(peers[asked["peer"]](asked["inputs"])))


def rummikub(inputs: list[list[list[str]]]) -> dict[str, list[Any]]:
    """Return the number of tiles that can be laid from each rack, and the CPU time of each in ms."""
    from rummikub_solver import RuleSet, SolverMode  # type: ignore[import-not-found]  # only in the peers' environment

    rules = RuleSet()
    answers, times = [], []
    for table, rack in inputs:
        state = rules.new_game()
        state.initial = False
        if table:
            state.add_table(*(_tile(code) for meld in table for code in meld))
        state.add_rack(*map(_tile, rack))
        began = time.process_time_ns()
        found = rules.solve(state, SolverMode.TILE_COUNT)
        times.append((time.process_time_ns() - began) / 1e6)
        answers.append(len(found.tiles) if found else 0)
    return {"answers": answers, "times": times}


def rlcard(hands: list[list[str]]) -> tuple[float, float, list[int]]:
    """Return the microseconds of CPU for each hand, of a fresh process and later, and the least deadwood of each."""
    from rlcard.games.gin_rummy.utils import melding, utils  # type: ignore[import-not-found]  # in its environment only

    def least(hand: list[Any]) -> int:
        best = melding.get_best_meld_clusters(hand)
        return int(utils.get_deadwood_count(hand, best[0] if best else []))

    return _timed(least, [[utils.card_from_text(code) for code in hand] for hand in hands])


def openspiel(hands: list[list[str]]) -> tuple[float, float, list[int]]:
    """Return the microseconds of CPU for each hand, of a fresh process and later, and the least deadwood of each."""
    import pyspiel  # type: ignore[import-not-found]  # in its environment only

    rules = pyspiel.gin_rummy.GinRummyUtils(13, 4, 10)

    def least(hand: list[int]) -> int:
        rules.best_meld_group(hand)
        return int(rules.min_deadwood(hand))

    return _timed(least, [[13 * _SUITS.index(code[1]) + _RANKS.index(code[0]) for code in hand] for hand in hands])


def _timed(least: Callable[[list[Any]], int], hands: list[list[Any]]) -> tuple[float, float, list[int]]:
    times, found = [], list[int]()
    for _ in range(20):
        began = time.process_time_ns()
        found = [least(hand) for hand in hands]
        times.append((time.process_time_ns() - began) / 1e3 / len(hands))
    return times[0], times[-1], found


def _tile(code: str) -> int:
    return 53 if code == "JK" else 13 * _SUITS.index(code[1]) + _RANKS.index(code[0]) + 1


def milp(inputs: list[list[list[str]]]) -> dict[str, list[Any]]:
    """Return (tiles laid, least points left) for each rack by an integer program: how often is each meld laid?"""
    tables = [Counter(tile for meld in table for tile in meld) for table, _ in inputs]
    return {"answers": [_milp(table, Counter(rack)) for table, (_, rack) in zip(tables, inputs, strict=True)]}


def _milp(table: Counter[str], rack: Counter[str]) -> tuple[int, int]:
    import highspy

    have = table + rack
    model: Any = highspy.Highs()  # type: ignore[no-untyped-call]  # it has no types
    model.silent()
    model.setOptionValue("mip_rel_gap", 0.0)  # the default allows an error of a card's points
    uses: dict[str, list[Any]] = {tile: [] for tile in have}
    for meld in {tuple(sorted(meld)) for meld in _melds(have)}:
        times = model.addIntegral(0, 2)
        for tile, count in Counter(meld).items():
            uses[tile].append(count * times)
    laid = {tile: model.qsum(terms) for tile, terms in uses.items()}
    for tile, count in have.items():
        model.addConstr(laid[tile] <= count)
        if table[tile]:
            model.addConstr(laid[tile] >= table[tile])
    model.maximize(model.qsum([(_MUCH + _points(tile)) * laid[tile] for tile in have]))
    best = round(model.getObjectiveValue()) - sum((_MUCH + _points(tile)) * count for tile, count in table.items())
    tiles = best // _MUCH
    return tiles, sum(_points(tile) * count for tile, count in rack.items()) - best % _MUCH


def _points(tile: str) -> int:
    return _JOKER_POINTS if tile == "JK" else _RANKS.index(tile[0]) + 1


def _melds(have: Counter[str]) -> Iterator[tuple[str, ...]]:
    """Yield every meld that the tiles can make; longer runs are two shorter ones."""
    for size, suit in product((3, 4, 5), _SUITS):
        for first in range(14 - size):
            yield from _with_jokers(tuple(rank + suit for rank in _RANKS[first : first + size]), have)
    for rank, size in product(_RANKS, (3, 4)):
        for suits in combinations(_SUITS, size):
            yield from _with_jokers(tuple(rank + suit for suit in suits), have)


def _with_jokers(meld: tuple[str, ...], have: Counter[str]) -> Iterator[tuple[str, ...]]:
    for many in range(have["JK"] + 1):
        for places in combinations(range(len(meld)), many):
            tiles = tuple("JK" if place in places else tile for place, tile in enumerate(meld))
            if not Counter(tiles) - have:
                yield tiles


if __name__ == "__main__":
    main()
