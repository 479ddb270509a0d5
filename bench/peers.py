"""The peer programs, in a virtual environment of their own: reads lines of JSON, answers with results and times.

`{"peer": "rummikub", "inputs": [[[table meld, …], [card, …]], …]}`, or `"rlcard"` and `"openspiel"` with
`"inputs": [[card, …], …]`.
"""

import importlib.metadata
import json
import sys
import time
from collections.abc import Callable
from types import FunctionType, SimpleNamespace
from typing import Any

PACKAGES = ("rummikub-solver", "highspy", "open-spiel", "rlcard")
_SUITS, _RANKS = "SHDC", "A23456789TJQK"
BATCH = 50  # hands that are measured together


def main() -> None:
    """Answer until stdin is closed; the first line of output has the versions."""
    print(json.dumps({name: importlib.metadata.version(name) for name in PACKAGES}), flush=True)
    peers = {"rummikub": rummikub, "rlcard": rlcard, "openspiel": openspiel}
    for line in sys.stdin:
        asked = json.loads(line)
        print(json.dumps(peers[asked["peer"]](asked["inputs"])), flush=True)


def number(code: str) -> int:
    """Return a card's index in a pack: suit by suit, ace to king."""
    return 13 * _SUITS.index(code[1]) + _RANKS.index(code[0])


def rummikub(inputs: list[list[list[str]]]) -> dict[str, list[float]]:
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


def _tile(code: str) -> int:
    return 53 if code == "JK" else number(code) + 1


def rlcard(hands: list[list[str]]) -> dict[str, list[float]]:
    """Return the least points left of each hand, and the microseconds of CPU a hand, batch by batch.

    As RLCard itself finds them when somebody knocks: its best clusters of melds, then what is left of the first.
    """
    from rlcard.games.gin_rummy.utils import utils  # type: ignore[import-not-found]  # only in the peers' environment

    deck = utils.get_deck()
    ways = {size: _rlcard_of(size) for size in set(map(len, hands))}

    def least(hand: list[object]) -> int:
        best_clusters, count = ways[len(hand)]
        clusters = best_clusters(hand)
        return count(hand, clusters[0] if clusters else [])

    return _batches([[deck[number(code)] for code in hand] for hand in hands], least)


def _rlcard_of(size: int) -> tuple[Callable[..., Any], Callable[..., Any]]:
    """Return RLCard's functions, patched to accept hands of `size` instead of ten cards."""
    from rlcard.games.gin_rummy.utils import melding, utils

    def changed(function: Any, **others: Any) -> Callable[..., Any]:
        constants = tuple(size if constant == 10 else constant for constant in function.__code__.co_consts)
        return FunctionType(function.__code__.replace(co_consts=constants), {**function.__globals__, **others})

    count = changed(utils.get_deadwood_count, get_deadwood=changed(utils.get_deadwood))
    return changed(melding.get_best_meld_clusters, utils=SimpleNamespace(get_deadwood_count=count)), count


def openspiel(hands: list[list[str]]) -> dict[str, list[float]]:
    """Return the least deadwood points of each hand, and the CPU time for each hand in µs, by batch."""
    from pyspiel.gin_rummy import GinRummyUtils  # type: ignore[import-not-found]  # only in the peers' environment

    return _batches([list(map(number, hand)) for hand in hands], GinRummyUtils(13, 4, 10).min_deadwood)


def _batches(hands: list[list[object]], least: Callable[[list[object]], int]) -> dict[str, list[float]]:
    answers = [least(hand) for hand in hands]
    times = []
    for first in range(0, len(hands), BATCH):
        batch = hands[first : first + BATCH]
        began = time.process_time_ns()
        for hand in batch:
            least(hand)
        times.append((time.process_time_ns() - began) / 1e3 / len(batch))
    return {"answers": answers, "times": times}


if __name__ == "__main__":
    main()
