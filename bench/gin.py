"""The least deadwood of ten cards of Gin Rummy against RLCard and OpenSpiel: fresh processes, answers compared.

RLCard (Python) lists all melds that can be laid together and takes the best; OpenSpiel (C++) is called from Python.
What all of them return is the melds and what they leave; cards are parsed before.
"""

import json
import random
import statistics
import subprocess
import sys
import time
import venv
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from operator import ne
from pathlib import Path
from typing import NamedTuple

from scorekeeper.rules.arranging import Aim, arrange
from scorekeeper.rules.cards import NATURALS, Card, codes, parse_cards
from scorekeeper.rules.referee.questions.go_out import judge_go_out
from scorekeeper.rules.variants import VARIANTS

from .figures import Figure

GIN = VARIANTS["en-gin"]
PEERS = {"rlcard": "rlcard==1.2.0", "openspiel": "open_spiel==2.0.2"}
BATCH = 20  # hands to a fresh process
CARDS = 10

Hand = Sequence[Card]


class Answers(NamedTuple):
    """The microseconds of CPU for each hand, of a fresh process and after many, and the points left of each."""

    fresh: float
    warm: float
    left: list[int]


def dealt(dice: random.Random) -> Hand:
    """Return a hand as it is dealt: most have no meld at all."""
    return dice.sample(NATURALS, CARDS)


def knocking(dice: random.Random) -> Hand:
    """Return a hand of somebody who has drawn and discarded the best card until a knock was possible."""
    cards = dice.sample(NATURALS, len(NATURALS))
    hand = cards[:CARDS]
    for drawn in cards[CARDS:]:
        if _left(hand) <= GIN.knock.limit:
            break
        eleven = [*hand, drawn]
        hand = min(([card for card in eleven if card != thrown] for thrown in eleven), key=_left)
    return hand


def _left(hand: Hand) -> int:
    return arrange(GIN, hand, Aim.MOST_POINTS).points_left


def answered(hands: Sequence[Hand]) -> Answers:
    """Return our answers about `hands`, asked again and again."""
    times, left = [], list[int]()
    for _ in range(20):
        began = time.process_time_ns()
        found = [arrange(GIN, hand, Aim.MOST_POINTS) for hand in hands]
        times.append((time.process_time_ns() - began) / 1e3 / len(hands))
        left = [one.points_left for one in found]
    return Answers(times[0], times[-1], left)


@cache
def _peer_python(peer: str) -> Path | None:
    """Return the Python of a peer's virtual environment, made beside ours; None if it cannot be installed."""
    folder = Path(sys.prefix) / "peers" / peer
    python, done = folder / "bin" / "python", folder / "installed"
    if not done.exists() or done.read_text() != PEERS[peer]:
        venv.create(folder, with_pip=True, clear=True)
        command = [str(python), "-m", "pip", "install", "--quiet", "--quiet", PEERS[peer]]
        if subprocess.run(command, capture_output=True, check=False).returncode:
            return None
        done.write_text(PEERS[peer])
    return python


def _asked(command: Sequence[str], question: object) -> Answers:
    done = subprocess.run(command, input=json.dumps(question), capture_output=True, text=True, check=True)
    return Answers(*json.loads(done.stdout))


def against(peer: str, name: str, hands: Sequence[Hand], wanted: float) -> Figure:
    """Return how many times as fast as a peer we are, batch by batch in turn with it."""
    title, limit = f"gin, ten cards, {name}, against {peer}", f"≥ {wanted:g}×, 0 differ" if wanted else "0 differ"
    python = _peer_python(peer)
    if python is None:
        return Figure(title, f"{PEERS[peer]} cannot be installed here", limit, reached=False)
    mine, theirs, script = [], [], str(Path(__file__).with_name("peers.py"))
    for first in range(0, len(hands), BATCH):
        batch = [codes(hand) for hand in hands[first : first + BATCH]]
        mine.append(_asked([sys.executable, "-m", "bench.gin"], batch))
        theirs.append(_asked([str(python), script], {"peer": peer, "inputs": batch}))
    left, least = ([points for one in found for points in one.left] for found in (mine, theirs))
    differ = sum(map(ne, left, least))
    fresh, other_fresh = (statistics.median([one.fresh for one in found]) for found in (mine, theirs))
    warm, other_warm = (statistics.median([one.warm for one in found]) for found in (mine, theirs))
    words = f"{other_fresh / fresh:.1f}× ({fresh:.1f} µs against {other_fresh:.1f} µs), after {20 * BATCH} hands"
    words += f" {other_warm / warm:.1f}× ({warm:.1f} µs against {other_warm:.1f} µs); {differ} of {len(hands)} differ"
    return Figure(title, words, limit, other_fresh / fresh >= wanted and not differ)


def may_i_knock(hands: Sequence[Hand]) -> Figure:
    """The referee's whole answer about eleven cards: may they knock, and which discard is best."""
    times = []
    for hand in hands:
        eleven = (*hand, next(card for card in NATURALS if card not in hand))
        began = time.process_time_ns()
        judge_go_out(GIN, hand_after=eleven)
        times.append((time.process_time_ns() - began) / 1e6)
    found = statistics.median(times)
    words = f"{found:.2f} ms, the first {times[0]:.2f} ms, the slowest {max(times):.2f} ms"
    return Figure("gin, “May I knock?” with eleven cards", words, "≤ 1 ms", found <= 1)


def measure(quick: bool) -> Iterator[Figure]:
    """Yield the figures of Gin hands."""
    dice, many = random.Random(7), 5 * BATCH if quick else 25 * BATCH
    kinds: list[tuple[str, Callable[[random.Random], Hand], dict[str, float]]] = [
        ("able to knock", knocking, {"rlcard": 5, "openspiel": 0}),
        ("as dealt", dealt, {"rlcard": 5, "openspiel": 0}),
    ]
    for name, hand_of, wanted in kinds:
        hands = [hand_of(dice) for _ in range(many)]
        for peer, times in wanted.items():
            yield against(peer, name, hands, times)
        if hand_of is knocking:
            yield may_i_knock(hands[: 5 * BATCH])


if __name__ == "__main__":
    print(json.dumps(answered([parse_cards(hand) for hand in json.load(sys.stdin)])))
