"""One attack on a fresh instance while a table plays, measured before and during the attack."""

import tempfile
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from bench.store import Store

from .attacker import SOURCE, Attacker
from .attacks import ATTACKS
from .browser import Browser
from .games import CIRCLE, GAMES_OF_CIRCLE, LONGEST, LONGEST_PRINTED, PLAYERS, PRINTED, long_game
from .instance import Instance, serving
from .table import Saves, Table
from .target import Target

MOST_TIMES = 2.0  # limit for the ratio of p95 save times under attack and without
MOST_MB = 300.0  # limit for the memory of the server's process, and for that of the press
_IMPORTER = "127.0.0.9"
_LONG = 180.0  # seconds that the preparation may take
_ALIVE = 5.0  # seconds within which a new client must get a page after an attack


@dataclass(frozen=True)
class Figures:
    """What was measured in one attack."""

    name: str
    quiet: Saves
    under: Saves
    server_mb: float
    press_mb: float
    alive: bool
    answers: Counter[str]

    @property
    def ratio(self) -> float:
        """The ratio of the p95 save times under attack and without."""
        return self.under.p95 / self.quiet.p95

    @property
    def broken(self) -> list[str]:
        """The exceeded limits."""
        found = [
            (bool(self.quiet.failed or not self.quiet.took), "the quiet table failed"),
            (bool(self.under.failed or not self.under.took), f"{len(self.under.failed)} saves failed"),
            (not self.ratio <= MOST_TIMES, f"p95 more than {MOST_TIMES:g} times"),
            (max(self.server_mb, self.press_mb) > MOST_MB, f"more than {MOST_MB:g} MB"),
            (not self.alive, "no answer afterwards"),
        ]
        return [sentence for is_so, sentence in found if is_so]


@dataclass(frozen=True)
class Size:
    """How much there is to ask for: rounds of the long games and of the printed one, games of the circle."""

    longest: int = LONGEST
    printed: int = LONGEST_PRINTED
    games: int = GAMES_OF_CIRCLE
    long_games: int = 8


class Prepared:
    """A folder with a database that contains what `Size` says; on SQLite it is copied for each attack."""

    def __init__(self, folder: Path, database_url: str | None = None, size: Size | None = None) -> None:
        """Add a circle and a game to the database, start an instance once, and import the long game."""
        self.folder, self.database_url, size = folder, database_url, size or Size()
        self.device = _filled(str(folder), database_url, size)
        with serving(folder, database_url) as instance, Browser(instance.port, _IMPORTER, _LONG) as importer:
            game, _document = long_game(importer, size.longest)
            importer.cookies = {"device": self.device}
            importer.get(f"/circles/{CIRCLE}/statistics")  # the games are counted
        self.game_id, self.key, self.rounds = str(game["id"]), str(game["keys"]["scorer"]), int(game["rounds"])

    def target(self, port: int, seconds: float, seed: int, source: str) -> Target:
        """Return the target for an attacker."""
        return Target(port, seconds, seed, self.game_id, self.key, self.rounds, source, self.device)

    @contextmanager
    def instance(self) -> Iterator[Instance]:
        """Run an instance on the prepared database (SQLite: on a copy) until the block ends."""
        with tempfile.TemporaryDirectory(prefix="scorekeeper-attack-") as name:
            folder = Path(name)
            for file in self.folder.iterdir():
                if file.is_file():
                    (folder / file.name).write_bytes(file.read_bytes())
            with serving(folder, self.database_url) as instance:
                yield instance


def _filled(folder: str, database_url: str | None, size: Size) -> str:
    """Store a circle and games; return the secret of a device that may write them."""
    store = Store(folder, database_url)
    store.add_game(PRINTED, size.printed)
    for number in range(size.long_games):
        store.add_game(f"long-{number}", size.longest)
    store.add_circle(CIRCLE, PLAYERS, known=True)
    store.add_games([f"{CIRCLE}-{number}" for number in range(size.games)], 12, circle=CIRCLE)
    store.engine.dispose()
    return store.secret


def attacked(prepared: Prepared, name: str, seconds: float, seed: int) -> Figures:
    """Let a table play for `seconds`, then as long under an attack, on a fresh instance."""
    with prepared.instance() as instance:
        table = Table(instance.port)
        table.play(1.5)  # warm-up
        quiet = table.play(seconds)
        target = prepared.target(instance.port, seconds + 1, seed, SOURCE)
        figures = under_attack(instance, table, quiet, name, target)
        table.leave()
        return figures


def under_attack(instance: Instance, table: Table, quiet: Saves, name: str, target: Target) -> Figures:
    """Let a table play under attack, and compare with the saves of `quiet`."""
    assert name in ATTACKS
    attacker = Attacker(name, target)
    try:
        attacker.begun()
        under = table.play(target.seconds - 1)
        answers = attacker.end()
    finally:
        attacker.stop()
    alive = instance.runs and instance.answers(_ALIVE)
    return Figures(name, quiet, under, instance.server_mb, instance.press_mb, alive, answers)
