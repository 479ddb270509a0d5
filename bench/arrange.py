"""The best way to lay cards against programs from PyPI: the same inputs in the same run, the answers compared."""

import gc
import json
import random
import statistics
import subprocess
import sys
import time
import timeit
import venv
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from scorekeeper.rules.cards import JOKER, NATURALS, Card, codes, parse_cards
from scorekeeper.rules.melds.judge import judge_meld
from scorekeeper.rules.model.variant import Variant
from scorekeeper.rules.solver import Aim, Arrangement, arrange
from scorekeeper.rules.solver.counting import number
from scorekeeper.rules.solver.one_pack import TIMES, tables
from scorekeeper.rules.solver.problem import LINES, flat, points_as_laid
from scorekeeper.rules.variants import VARIANTS

from .figures import Figure
from .peers import BATCH

PEERS = ("rummikub-solver==1.0.0", "highspy==1.15.1", "open-spiel==2.0.2", "rlcard==1.2.0")
TILES = VARIANTS["nb-rummy"]
WARM = 400  # inputs of each class that we see before the clock runs, as a server has that is some days old


@dataclass(frozen=True)
class Input:
    """What lies on the table, and what is in hand."""

    table: tuple[tuple[Card, ...], ...]
    hand: tuple[Card, ...]

    @property
    def coded(self) -> list[Any]:
        """The same as codes."""
        return [[codes(meld) for meld in self.table], codes(self.hand)]


@dataclass(frozen=True)
class Class:
    """Inputs of one kind, and how much faster than `rummikub-solver` they are to be arranged."""

    name: str
    wanted: float
    inputs: list[Input]


class Peers:
    """The process that holds the peers."""

    def __init__(self, process: "subprocess.Popen[str]") -> None:
        self.process = process
        self.versions: dict[str, str] = self._line()

    def ask(self, peer: str, inputs: list[Any]) -> dict[str, list[float]]:
        """Return a peer's answers and times."""
        assert self.process.stdin is not None
        self.process.stdin.write(json.dumps({"peer": peer, "inputs": inputs}) + "\n")
        self.process.stdin.flush()
        return self._line()

    def _line(self) -> Any:
        assert self.process.stdout is not None
        return json.loads(self.process.stdout.readline())


@contextmanager
def peers() -> Iterator[Peers]:
    """Give the peers, installed into a virtual environment of their own beside ours when they are not there yet."""
    folder = Path(sys.prefix) / "peers"
    python, done = folder / "bin" / "python", folder / "installed"
    if not done.exists() or done.read_text() != "\n".join(PEERS):
        venv.create(folder, with_pip=True, clear=True)
        subprocess.run([python, "-m", "pip", "install", "--quiet", "--quiet", *PEERS], check=True)
        done.write_text("\n".join(PEERS))
    script = Path(__file__).with_name("peers.py")
    with subprocess.Popen([python, script], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        try:
            yield Peers(process)
        finally:
            process.kill()


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


def classes(dice: random.Random, each: int) -> list[Class]:
    """Return the inputs that are compared with `rummikub-solver`, after those that are not."""

    def made(make: Callable[[int], Input], sizes: Sequence[int], many: int) -> list[Input]:
        return [make(sizes[i % len(sizes)]) for i in range(WARM + many)]

    small = made(lambda size: tile_game(dice, size, 14), (10, 20, 30, 40), 2 * each)
    hands = made(lambda size: hand_of(dice, size), (13, 16, 20, 25, 30), 2 * each)
    large = made(lambda size: tile_game(dice, size, 14), (60, 80), 2 * each)
    return [
        Class("tile game, table of up to 40, rack of 14", 18, small),
        Class("hands of 13 to 30 from two packs", 18, hands),
        Class("tile game, table of 60 and 80, rack of 14", 100, large),
        Class(
            "all 106 tiles, 20 of them on the rack", 80, made(lambda _: tile_game(dice, 86, 20), (0,), 3 * each // 4)
        ),
        Class("hands of 40 from two packs", 15, made(lambda _: hand_of(dice, 40), (0,), 3 * each // 4)),
    ]


def timed(inputs: Sequence[Input], variant: Variant = TILES) -> tuple[list[Arrangement], list[float]]:
    """Return our answers, and the milliseconds of CPU that each took."""
    found, times = [], []
    for given in inputs:
        began = time.process_time_ns()
        found.append(arrange(variant, given.hand, Aim.FEWEST_LEFT, given.table))
        times.append((time.process_time_ns() - began) / 1e6)
    return found, times


def beyond_its_rules(found: Arrangement) -> bool:
    """Return whether a joker lies where `rummikub-solver` has none: in a set of four, last in a run of four or more."""
    return any(
        len(meld.cards) > 3
        and (JOKER in (meld.cards[0], meld.cards[-1]) or len({card.rank for card in meld.cards if card != JOKER}) == 1)
        for meld in found.melds
        if JOKER in meld.cards
    )


def against_rummikub(given: Class, others: Peers) -> tuple[Figure, list[float]]:
    """Return the figure of a class, and our times."""
    warm, inputs = given.inputs[:WARM], given.inputs[WARM:]
    timed(warm)
    found, times = timed(inputs)
    others.ask("rummikub", [each.coded for each in warm[:5]])
    theirs = others.ask("rummikub", [each.coded for each in inputs])
    more = [
        len(each.hand) - len(mine.left) - laid
        for each, mine, laid in zip(inputs, found, theirs["answers"], strict=True)
    ]
    beyond = sum(count > 0 and beyond_its_rules(mine) for count, mine in zip(more, found, strict=True))
    differ = sum(map(bool, more)) - beyond
    unproved = sum(not mine.optimal for mine in found)
    one, other = statistics.median(times), statistics.median(theirs["times"])
    words = f"{other / one:.0f}× ({one:.2f} ms against {other:.1f} ms; {len(inputs)} inputs: {differ} differ"
    words += f", {beyond} lay a joker where it knows none, {unproved} not proved)"
    reached = other / one >= given.wanted and not differ
    return Figure(f"{given.name}, against rummikub-solver", words, f"≥ {given.wanted:g}×, 0 differ", reached), times


def one_pack(dice: random.Random, others: Peers, many: int) -> list[Figure]:
    """Hands of 7 to 10 of the Icelandic game, as dealt and after some turns: the least points left."""
    variant = VARIANTS["is-rommi"]
    ranks = LINES[variant.melds.ace]
    looked_up = tables(variant.melds, ranks, points_as_laid(variant, ranks).mixed(TIMES, flat(ranks), 1))
    hands = [_played(dice, looked_up.least_left, 7 + i % 4, turns=i // 4 % 2 * 8) for i in range(many)]
    coded = [codes(hand) for hand in hands]
    numbers = [list(map(number, hand)) for hand in hands]
    mine = [looked_up.least_left(hand) // TIMES for hand in numbers]
    theirs = {peer: others.ask(peer, coded) for peer in ("rlcard", "openspiel")}
    full = [arrange(variant, hand, Aim.MOST_POINTS) for hand in hands]
    differ = sum(
        len({one, laid.points_left, *(int(answers["answers"][i]) for answers in theirs.values())}) > 1
        for i, (one, laid) in enumerate(zip(mine, full, strict=True))
    )
    count = statistics.median(_batches(numbers, looked_up.least_left))
    laid_out = statistics.median(_batches(hands, lambda hand: arrange(variant, hand, Aim.MOST_POINTS)))
    slow, fast = (statistics.median(theirs[peer]["times"]) for peer in ("rlcard", "openspiel"))
    words = f"{slow / count:.1f}× ({count:.2f} µs against {slow:.1f} µs a hand; OpenSpiel {fast:.2f} µs; {many} hands"
    words += f", {differ} differ; with its melds {laid_out:.1f} µs)"
    return [
        Figure(
            "hands of 7 to 10, one pack: points left, against RLCard",
            words,
            "≥ 15×",
            slow / count >= 15 and not differ,
        )
    ]


def _played(dice: random.Random, least_left: Callable[[Sequence[int]], int], size: int, turns: int) -> tuple[Card, ...]:
    """Return a hand after some turns of drawing a card and throwing the one that serves least."""
    cards = dice.sample(range(52), size + turns)
    hand, stock = cards[:size], cards[size:]
    for drawn in stock:
        hand.append(drawn)
        hand.remove(min(hand, key=lambda card: (least_left([c for c in hand if c != card]), dice.random())))
    return tuple(NATURALS[card] for card in hand)


def _batches(hands: Sequence[Any], answer: Callable[[Any], object]) -> list[float]:
    """Return the microseconds of CPU a hand, batch by batch."""
    times = []
    for first in range(0, len(hands), BATCH):
        batch = hands[first : first + BATCH]
        began = time.process_time_ns()
        for hand in batch:
            answer(hand)
        times.append((time.process_time_ns() - began) / 1e3 / len(batch))
    return times


def joker_limit(dice: random.Random, many: int) -> tuple[Figure, list[float]]:
    """Jokers fewer than naturals against any number: the same hands of up to 20 cards, one to three jokers."""
    free, fewer = (
        VARIANTS["cs-500"].with_house_rules({"joker_limit": limit}) for limit in ("none", "fewer_than_naturals")
    )
    naturals = [card for card in pack(free, 5) if card != JOKER]
    hands = []
    for i in range(many + WARM):
        jokers = 1 + i % 3
        hands.append(Input((), (*dice.sample(naturals, dice.randint(8, 20) - jokers), *[JOKER] * jokers)))
    for variant in (free, fewer):
        timed(hands[:WARM], variant)
    _, without = timed(hands[WARM:], free)
    _, times = timed(hands[WARM:], fewer)
    one, other = statistics.median(times), statistics.median(without)
    words = f"{one / other:.1f}× ({one:.2f} ms against {other:.2f} ms; {many} hands)"
    return Figure("jokers fewer than naturals, against any number", words, "≤ 3×", one / other <= 3), times


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
    """Yield the figures of laying cards, the peers installed for them."""
    yield judging()
    gc.freeze()  # as the server does: else the slowest is whoever meets the search for garbage in all that is loaded
    dice = random.Random(4)
    kinds = classes(dice, 20 if quick else 80)
    slowest: list[float] = []
    with peers() as others:
        print("    peers: " + ", ".join(f"{name} {version}" for name, version in others.versions.items()), flush=True)
        for given in kinds:
            figure, times = against_rummikub(given, others)
            slowest += times
            yield figure
        yield from one_pack(dice, others, 400 if quick else 1000)
    figure, times = joker_limit(dice, 40 if quick else 200)
    slowest += times
    yield figure
    words = f"{max(slowest):.0f} ms CPU of {len(slowest)} inputs"
    yield Figure("the slowest hand or table", words, "≤ 60 ms", max(slowest) <= 60)
