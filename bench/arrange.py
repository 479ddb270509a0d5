"""The best way to lay cards against rummikub-solver: the same questions to fresh processes of both, answers compared.

A table asks a few times an evening, of a process that has seen nothing like it: so each batch of questions goes to a
process of its own, which has answered none before. What a process does at import is told apart.
"""

import gc
import json
import random
import statistics
import subprocess
import sys
import time
import timeit
import venv
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from scorekeeper.rules.arranging import Aim, Arrangement, arrange
from scorekeeper.rules.cards import JOKER, NATURALS, Card, codes, parse_cards
from scorekeeper.rules.melds.judge import judge_meld
from scorekeeper.rules.model.variant import Variant
from scorekeeper.rules.solver import prepare
from scorekeeper.rules.variants import VARIANTS

from .figures import Figure

PEERS = ("rummikub-solver==1.0.0", "highspy==1.15.1")
TILES = VARIANTS["nb-rummy"]
BATCH = 20  # questions to a fresh process
MANY = 400  # after so many a process is warm
TABLES = {20: 6, 40: 6, 60: 30, 80: 30}  # tiles on the table, and how many times as fast as the peer we are to be
HANDS = {13: 6, 20: 6, 30: 6}


@dataclass(frozen=True)
class Input:
    """What lies on the table, and what is in hand."""

    table: tuple[tuple[Card, ...], ...]
    hand: tuple[Card, ...]

    @property
    def coded(self) -> list[Any]:
        """The same as codes."""
        return [[codes(meld) for meld in self.table], codes(self.hand)]

    @classmethod
    def of(cls, coded: list[Any]) -> "Input":
        """Return the input of its codes."""
        table, hand = coded
        return cls(tuple([parse_cards(meld) for meld in table]), parse_cards(hand))


class Class(NamedTuple):
    """Questions of one kind, and how many times as fast as the peer they are to be answered."""

    name: str
    wanted: float
    inputs: list[Input]


class Answers(NamedTuple):
    """What a process answered: milliseconds of CPU of each question, and what it laid."""

    times: list[float]
    laid: list[int]
    points_left: list[int]
    proved: list[bool]
    beyond: list[bool]  # a joker lies where the peer has none


def pack(variant: Variant, players: int = 2) -> list[Card]:
    """Return every card of the packs."""
    return [card for card in (*NATURALS, JOKER) for _ in range(variant.deck.copies(card, players))]


def tile_game(dice: random.Random, on_table: int, rack: int) -> Input:
    """Return a table of melds as tiles happen to make them, and a rack from the rest."""
    tiles = dice.sample(pack(TILES, 4), 106)
    drawn = on_table
    while True:
        melds = [meld.cards for meld in arrange(TILES, tiles[:drawn], Aim.FEWEST_LEFT).melds]
        missing = on_table - sum(map(len, melds))
        if missing <= 0 or drawn == len(tiles):
            break
        drawn = min(len(tiles), drawn + max(1, missing // 2))
    while sum(map(len, melds)) > on_table + 1:
        melds.pop(dice.randrange(len(melds)))
    for tile in (tile for meld in melds for tile in meld):
        tiles.remove(tile)
    return Input(tuple(melds), tuple(tiles[-rack:]))


def hand_of(dice: random.Random, size: int) -> Input:
    """Return a hand from two packs with two jokers."""
    return Input((), tuple(dice.sample(pack(TILES, 4), size)))


def classes(dice: random.Random, many: int) -> list[Class]:
    """Return the questions of each class."""
    found = [
        Class(f"tile game, table of {size}, rack of 14", wanted, [tile_game(dice, size, 14) for _ in range(many)])
        for size, wanted in TABLES.items()
    ]
    found.append(Class("all 106 tiles, 20 of them on the rack", 30, [tile_game(dice, 86, 20) for _ in range(many)]))
    for size, wanted in HANDS.items():
        found.append(Class(f"hands of {size} from two packs", wanted, [hand_of(dice, size) for _ in range(many)]))
    return found


def beyond_its_rules(found: Arrangement) -> bool:
    """Return whether a joker lies where `rummikub-solver` has none: in a set of four, last in a run of four or more."""
    return any(
        len(meld.cards) > 3
        and (JOKER in (meld.cards[0], meld.cards[-1]) or len({card.rank for card in meld.cards if card != JOKER}) == 1)
        for meld in found.melds
        if JOKER in meld.cards
    )


def answered(inputs: Sequence[Input]) -> Answers:
    """Return our answers, after what a server does after its start: it prepares, and freezes what is not garbage."""
    prepare()
    gc.freeze()
    found, times = [], []
    for given in inputs:
        began = time.process_time_ns()
        found.append(arrange(TILES, given.hand, Aim.FEWEST_LEFT, given.table))
        times.append((time.process_time_ns() - began) / 1e6)
    laid = [len(given.hand) - len(one.left) for given, one in zip(inputs, found, strict=True)]
    left = [one.points_left for one in found]
    return Answers(times, laid, left, [one.optimal for one in found], list(map(beyond_its_rules, found)))


def ours(inputs: Sequence[Input]) -> Answers:
    """Return the answers of a fresh process of ours."""
    return Answers(*_asked([sys.executable, "-m", "bench.arrange"], [each.coded for each in inputs]))


def theirs(peer: str, inputs: Sequence[Input]) -> dict[str, list[float]]:
    """Return the answers of a fresh process of the peer, or of the MILP oracle."""
    script = str(Path(__file__).with_name("peers.py"))
    question = {"peer": peer, "inputs": [each.coded for each in inputs]}
    found: dict[str, list[float]] = _asked([str(_peers_python()), script], question)
    return found


def importing() -> float:
    """Return the milliseconds of CPU that a fresh process takes to import the games and to prepare the solver."""
    imported = "import scorekeeper.rules.arranging, scorekeeper.rules.solver as solver, scorekeeper.rules.variants"
    script = f"import time; {imported}; solver.prepare(); print(time.process_time() * 1000)"
    bare = "import time; print(time.process_time() * 1000)"
    one, other = (
        statistics.median([float(_asked([sys.executable, "-c", code], None)) for _ in range(5)])
        for code in (script, bare)
    )
    return one - other


def _asked(command: list[str], question: object) -> Any:
    done = subprocess.run(command, input=json.dumps(question), capture_output=True, text=True, check=True)
    return json.loads(done.stdout)


def _peers_python() -> Path:
    """Return the Python of the peers' virtual environment, made beside ours when it is not there yet."""
    folder = Path(sys.prefix) / "peers"
    python, done = folder / "bin" / "python", folder / "installed"
    if not done.exists() or done.read_text() != "\n".join(PEERS):
        venv.create(folder, with_pip=True, clear=True)
        subprocess.run([python, "-m", "pip", "install", "--quiet", "--quiet", *PEERS], check=True)
        done.write_text("\n".join(PEERS))
    return python


def against_rummikub(given: Class) -> tuple[Figure, list[Answers]]:
    """Return the figure of a class and our answers, batch by batch in turn with the peer's."""
    mine, others, differ, beyond = [], [], 0, 0
    for first in range(0, len(given.inputs), BATCH):
        batch = given.inputs[first : first + BATCH]
        one, other = ours(batch), theirs("rummikub", batch)
        mine.append(one)
        others += other["times"]
        for laid, least, further in zip(one.laid, other["answers"], one.beyond, strict=True):
            beyond += laid > least and further
            differ += laid != least and not (laid > least and further)
    times = [time for one in mine for time in one.times]
    fast, slow = statistics.median(times), statistics.median(others)
    firsts = statistics.median([one.times[0] for one in mine])
    unproved = sum([not proved for one in mine for proved in one.proved])
    words = f"{slow / fast:.1f}× ({fast:.2f} ms against {slow:.1f} ms, the first of a process {firsts:.1f} ms;"
    words += f" {len(times)} questions: {differ} differ, {beyond} lay a joker where it knows none,"
    words += f" {unproved} not proved)"
    reached = slow / fast >= given.wanted and not differ and not unproved
    wanted = f"≥ {given.wanted:g}×, 0 differ, 0 not proved"
    return Figure(f"{given.name}, against rummikub-solver", words, wanted, reached), mine


def oracle(kinds: Sequence[Class]) -> Figure:
    """The first questions of each class against a mixed-integer program over all melds: tiles laid, points left."""
    differ = asked = 0
    for given in kinds:
        batch = given.inputs[: BATCH // 4]
        mine, other = answered(batch), theirs("milp", batch)
        found: list[object] = [[laid, left] for laid, left in zip(mine.laid, mine.points_left, strict=True)]
        differ += sum([one != two for one, two in zip(found, other["answers"], strict=True)])
        asked += len(batch)
    return Figure("the same as a MILP over all melds", f"{differ} of {asked} differ", "0 differ", not differ)


def warm(kinds: Sequence[Class]) -> Figure:
    """Each class after many questions of it."""
    slowest = 0.0
    for given in kinds:
        inputs = (given.inputs * (1 + MANY // len(given.inputs)))[: MANY + BATCH]
        slowest = max(slowest, statistics.median(ours(inputs).times[MANY:]))
    return Figure(f"after {MANY} questions, the slowest class", f"{slowest:.2f} ms", "≤ 4 ms", slowest <= 4)


def joker_limit(dice: random.Random, many: int) -> tuple[Figure, float]:
    """Jokers fewer than naturals against any number: the same hands of up to 20 cards; also the slowest of all."""
    free, fewer = (
        VARIANTS["cs-500"].with_house_rules({"joker_limit": limit}) for limit in ("none", "fewer_than_naturals")
    )
    naturals = [card for card in pack(free, 5) if card != JOKER]
    hands = [(*dice.sample(naturals, dice.randint(8, 20) - 1 - i % 3), *[JOKER] * (1 + i % 3)) for i in range(many)]
    without, times = (
        [
            timeit.timeit(partial(arrange, variant, hand, Aim.FEWEST_LEFT), timer=time.process_time, number=1) * 1e3
            for hand in hands
        ]
        for variant in (free, fewer)
    )
    one, other = statistics.median(times), statistics.median(without)
    words = f"{one / other:.1f}× ({one:.2f} ms against {other:.2f} ms; {many} hands)"
    return Figure("jokers fewer than naturals, against any number", words, "≤ 3×", one / other <= 3), max(times)


_OPENING = """
import json, sys, time
from scorekeeper.rules.cards import parse_cards
from scorekeeper.rules.arranging import Aim, arrange
from scorekeeper.rules.solver import prepare
from scorekeeper.rules.variants import VARIANTS
prepare()
game, hand = json.load(sys.stdin)
began = time.process_time_ns()
found = arrange(VARIANTS[game], parse_cards(hand), Aim.OPENING)
print(json.dumps([(time.process_time_ns() - began) / 1e6, found.optimal, found.meets_minimum]))
"""


def openings(dice: random.Random, many: int) -> Figure:
    """The best opening of the first player's hand: points, a run without jokers, no jokers side by side.

    Each hand is the only question of a fresh process.
    """
    game = VARIANTS["cs-zoliky"]
    size = game.deal.cards_for(4) + game.deal.first_extra
    hands = [codes(dice.sample(pack(game), size)) for _ in range(many)]
    found = [_asked([sys.executable, "-c", _OPENING], [game.key, hand]) for hand in hands]
    times, unproved = [each[0] for each in found], sum([not each[1] for each in found])
    words = f"{statistics.median(times):.1f} ms, the slowest {max(times):.0f} ms"
    words += f" ({many} hands, {sum([each[2] for each in found])} open, {unproved} not proved)"
    return Figure(f"an opening of {size} cards", words, "≤ 20 ms, 0 not proved", max(times) <= 20 and not unproved)


def judging() -> Figure:
    """`judge_meld` of thirteen cards: all of a suit, with and without jokers; the slower median."""
    slowest = 0.0
    for variant, text in (
        (VARIANTS["da-500"], "AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS"),
        (VARIANTS["da-500"], "AS 2S 3S 4S JK 6S 7S 8S JK TS JS QS JK"),
        (VARIANTS["nb-rummy"], "AS 2S 3S 4S JK 6S 7S 8S JK TS JS QS KS"),
    ):
        cards = parse_cards(text.split())
        times = timeit.repeat(partial(judge_meld, variant, cards), timer=time.process_time, number=200, repeat=15)
        slowest = max(slowest, statistics.median(times) / 200 * 1e6)
    return Figure("judge_meld of 13 cards", f"{slowest:.0f} µs", "≤ 100 µs", slowest <= 100)


def measure(quick: bool) -> Iterator[Figure]:
    """Yield the figures of laying cards, the peer installed for them."""
    yield judging()
    kinds = classes(random.Random(4), BATCH if quick else 5 * BATCH)
    found: list[Answers] = []
    for given in kinds:
        figure, answers = against_rummikub(given)
        found += answers
        yield figure
    figure, slowest = joker_limit(random.Random(5), 2 * BATCH if quick else 10 * BATCH)
    yield figure
    yield openings(random.Random(6), BATCH if quick else 5 * BATCH)
    times = [slowest, *[time for one in found for time in one.times]]
    words = f"{max(times):.0f} ms CPU of {len(times)}; to import the solver took {importing():.0f} ms before"
    yield Figure("the slowest hand or table", words, "≤ 60 ms", max(times) <= 60)
    yield warm(kinds)
    yield oracle(kinds)


if __name__ == "__main__":
    print(json.dumps(answered([Input.of(coded) for coded in json.load(sys.stdin)])))
