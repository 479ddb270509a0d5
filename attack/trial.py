"""One attack on an instance of its own, while a table plays: what it was like before and during it."""

import tempfile
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from .attacker import SOURCE, Attacker
from .attacks import ATTACKS
from .browser import Browser
from .games import LONGEST, long_game
from .instance import Instance, serving
from .table import Saves, Table
from .target import Target

MOST_TIMES = 2.0  # a save may take so many times as long as without an attack, at the 95th percentile
MOST_MB = 300.0  # of the server's process and of the press, which is there while it prints
_IMPORTER = "127.0.0.9"
_LONG = 180.0  # seconds that preparing may take
_ALIVE = 5.0  # seconds within which a new client gets a page after an attack


@dataclass(frozen=True)
class Figures:
    """What was measured in one attack."""

    name: str
    quiet: Saves
    under: Saves
    peak_mb: float
    alive: bool
    answers: Counter[str]

    @property
    def ratio(self) -> float:
        """How many times as long a save took under attack, at the 95th percentile."""
        return self.under.p95 / self.quiet.p95

    @property
    def broken(self) -> list[str]:
        """What does not hold; nothing if all of it does."""
        found = [
            (bool(self.quiet.failed or not self.quiet.took), "the quiet table failed"),
            (bool(self.under.failed or not self.under.took), f"{len(self.under.failed)} saves failed"),
            (not self.ratio <= MOST_TIMES, f"p95 more than {MOST_TIMES:g} times"),
            (self.peak_mb > MOST_MB, f"more than {MOST_MB:g} MB"),
            (not self.alive, "no answer afterwards"),
        ]
        return [sentence for is_so, sentence in found if is_so]


class Prepared:
    """A folder with a database that holds the long game, to be copied for each attack (on SQLite)."""

    def __init__(self, folder: Path, database_url: str | None = None, longest: int = LONGEST) -> None:
        """Start an instance once and import the game, of `longest` rounds at most."""
        self.folder, self.database_url = folder, database_url
        with serving(folder, database_url) as instance, Browser(instance.port, _IMPORTER, _LONG) as importer:
            game, _document = long_game(importer, longest)
        self.game_id, self.key, self.rounds = str(game["id"]), str(game["keys"]["scorer"]), int(game["rounds"])

    def target(self, port: int, seconds: float, seed: int, source: str) -> Target:
        """Return what an attacker is told."""
        return Target(port, seconds, seed, self.game_id, self.key, self.rounds, source)

    @contextmanager
    def instance(self) -> Iterator[Instance]:
        """Run an instance on the database that was prepared, on SQLite on a copy of it."""
        with tempfile.TemporaryDirectory(prefix="scorekeeper-attack-") as name:
            folder = Path(name)
            for file in self.folder.iterdir():
                if file.is_file():
                    (folder / file.name).write_bytes(file.read_bytes())
            with serving(folder, self.database_url) as instance:
                yield instance


def attacked(prepared: Prepared, name: str, seconds: float, seed: int) -> Figures:
    """Let a table play for some seconds, then as long under an attack, on an instance of its own."""
    with prepared.instance() as instance:
        table = Table(instance.port)
        table.play(1.5)  # the first saves of a process take longer
        quiet = table.play(seconds)
        target = prepared.target(instance.port, seconds + 1, seed, SOURCE)
        figures = under_attack(instance, table, quiet, name, target)
        table.leave()
        return figures


def under_attack(instance: Instance, table: Table, quiet: Saves, name: str, target: Target) -> Figures:
    """Let a table play while it is attacked; it took `quiet` before."""
    assert name in ATTACKS
    attacker = Attacker(name, target)
    try:
        attacker.begun()
        under = table.play(target.seconds - 1)
        answers = attacker.end()
    finally:
        attacker.stop()
    alive = instance.runs and instance.answers(_ALIVE)
    return Figures(name, quiet, under, instance.peak_mb, alive, answers)
