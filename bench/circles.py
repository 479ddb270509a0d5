"""Figures of circles: pages of one with many games, its statistics after a change, and rounds saved in it."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from os import environ
from pathlib import Path
from random import Random
from statistics import median
from time import perf_counter

from tests.postgres import cluster

from .figures import APP, FORM, Figure, form_body
from .serving import Client, Server, serving
from .store import PLAYERS, Store, fresh_store

PEOPLE = tuple(f"Player {number}" for number in range(1, 13))
MANY, FEW = 2000, 20
ROUNDS = 12
OPEN = "open-"
"""A game of each circle that goes on begins with this; in it rounds are saved."""
ALONE, IN_MANY = "alone", "in-many"
"""Two games that are compared: they have the same number of rounds all the time."""


@dataclass
class Times:
    """How long requests took, in seconds: for the client, and the processor time of the server."""

    client: list[float] = field(default_factory=list)
    server: list[float] = field(default_factory=list)

    def over(self, other: "Times") -> float:
        """Return the larger of the ratios of the medians."""
        return max(median(self.client) / median(other.client), median(self.server) / median(other.server))

    def __str__(self) -> str:
        return f"{median(self.client) * 1000:.1f} ms, processor {median(self.server) * 1000:.1f} ms"


@dataclass
class Asked:
    """A server, and a client that knows its circles."""

    server: Server
    client: Client
    form: dict[str, bytes] = field(default_factory=dict)

    def get(self, times: Times, path: str) -> None:
        """Ask for a page."""
        self._timed(times, "GET", path, b"", 200)

    def save(self, times: Times, game: str) -> None:
        """Save a round of a game."""
        page = self.client.request("GET", f"/games/{game}/rounds/new").body.decode()
        self._timed(times, "POST", f"/games/{game}/rounds", form_body(page, 10), 303)

    def _timed(self, times: Times, method: str, path: str, body: bytes, wanted: int) -> None:
        used, began = _processor_time(self.server), perf_counter()
        answer = self.client.request(method, path, body, (FORM,) if body else ())
        times.client.append(perf_counter() - began)
        times.server.append(_processor_time(self.server) - used)
        if answer.status != wanted:
            raise RuntimeError(f"{path} was answered by {answer.status}: {answer.body[:1000]!r}")


def _processor_time(server: Server) -> float:
    """Return the seconds that all threads of a server have run."""
    tasks = Path(f"/proc/{server.process.pid}/task").glob("*/schedstat")
    return sum(int(task.read_text().split()[0]) for task in tasks) / 1e9


def measure(quick: bool) -> Iterator[Figure]:
    """All figures, on SQLite and on PostgreSQL."""
    times, others = (7, 50) if quick else (41, 1000)
    yield from _measured("SQLite", None, None, times, others)
    with cluster() as one, cluster() as other:
        yield from _measured("PostgreSQL", one, other, times, others)


def _measured(name: str, url: str | None, other_url: str | None, times: int, others: int) -> Iterator[Figure]:
    with ExitStack() as stack:
        alone = stack.enter_context(_store(url, 0))
        among = stack.enter_context(_store(other_url, others))
        ask, ask_among = (
            Asked(server, Client(server.port, {"device": store.secret}))
            for store in (alone, among)
            for server in [stack.enter_context(serving(*APP, store.env))]
        )
        found = {key: (Times(), Times(), Times()) for key in ("page", "statistics", "after", "round")}
        for number in range(times + 3):
            if number == 3:  # all is warm
                found = {key: (Times(), Times(), Times()) for key in found}
            for turn, (who, circle) in enumerate(((ask, "few"), (ask, "many"), (ask_among, "many"))):
                _look(who, circle, {key: each[turn] for key, each in found.items()})
        saved = Times(), Times()
        for _ in range(times):
            for each, game in zip(saved, (ALONE, IN_MANY), strict=True):
                ask.save(each, game)
    labels = {
        "page": "page of a circle",
        "statistics": "its statistics",
        "after": "its statistics after a saved round",
    }
    for key, label in labels.items():
        few, many, _among = found[key]
        shown = f"{many.over(few):.2f}× ({many} against {few})"
        yield Figure(f"{label}, {MANY:,} games against {FEW}, {name}", shown, "≤ 3×", many.over(few) <= 3)
    ratio = saved[1].over(saved[0])
    shown = f"{ratio:.2f}× ({saved[1]} against {saved[0]})"
    yield Figure(f"a round saved in it against a game without circle, {name}", shown, "≤ 1.2×", ratio <= 1.2)
    for key, label in (labels | {"round": "a round saved in it"}).items():
        _few, many, more = found[key]
        ratio = more.over(many)
        shown = f"{ratio - 1:+.1%} ({more} against {many})"
        yield Figure(f"{label} with {others:,} circles stored, {name}", shown, "within 10 %", ratio <= 1.1)


def _look(ask: Asked, circle: str, found: dict[str, Times]) -> None:
    ask.save(found["round"], f"{OPEN}{circle}")
    ask.get(found["after"], f"/circles/{circle}/statistics")
    ask.get(found["statistics"], f"/circles/{circle}/statistics?span=all")
    ask.get(found["page"], f"/circles/{circle}")


@contextmanager
def _store(url: str | None, others: int) -> Iterator[Store]:
    """Yield a store with a circle of many games, one of few, `others` more, and a game without any circle."""
    with fresh_store(url) as store:
        store.add_game(ALONE, 0)
        _add_circle(store, "many", MANY)
        _add_circle(store, "few", FEW)
        store.add_game(IN_MANY, 0, known=False, circle="many", names=PEOPLE[: len(PLAYERS)])
        for number in range(others):
            store.add_circle(f"other-{number}", PEOPLE[:4])
            store.add_games([f"other-{number}-{game}" for game in range(5)], ROUNDS, circle=f"other-{number}")
        subprocess.run(
            [sys.executable, "-m", "scorekeeper", "rebuild"],
            check=True,
            env={**environ, **store.env},
            stdout=subprocess.DEVNULL,
        )
        if url:
            with store.engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
                connection.exec_driver_sql("VACUUM ANALYZE")  # as its autovacuum does after a minute
                connection.exec_driver_sql("CHECKPOINT")  # what was stored just now is written
        yield store


def _add_circle(store: Store, circle: str, games: int) -> None:
    store.add_circle(circle, PEOPLE, known=True)
    names, dice = [f"{circle}-{number}" for number in range(games - 1)], Random(circle)
    store.add_games(names, ROUNDS, circle=circle, tables=[tuple(dice.sample(PEOPLE, 4)) for _ in names])
    store.add_game(f"{OPEN}{circle}", 0, known=False, circle=circle, names=PEOPLE[: len(PLAYERS)])
