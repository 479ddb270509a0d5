"""Live updates: the time from a save until all watching phones have the new board, and its cost."""

import json
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from itertools import cycle

from sqlalchemy import insert

from scorekeeper.services.access.access import hashed, new_secret
from scorekeeper.store.models import Device, Grant
from tests.postgres import cluster

from .figures import Figure
from .serving import Client, Server, running
from .store import NOW, PLAYERS, Store, fresh_store

GOAL_MS = 150.0
POLL_MS = 2.0
STREAM_KB = 40
BREAKS = (300, 400, 500, 600, 800, 1000)
_SERVE = "import sys; from scorekeeper.cli.main import main; main(['serve', '--port', sys.argv[1]])"


@dataclass
class Watchers:
    """The child process with the watching phones, and the number of phones that have a stream."""

    process: subprocess.Popen[str]
    listening: int

    def begin(self) -> None:
        """Make the phones wait for the next version."""
        self._say("watch")
        self.process.stdout.readline()  # type: ignore[union-attr]  # it is a pipe

    def shown(self) -> list[float]:
        """Return when each phone had its board, on the monotonic clock."""
        line = self.process.stdout.readline()  # type: ignore[union-attr]  # it is a pipe
        if not line:
            raise RuntimeError("the phones are gone")
        times: list[float] = json.loads(line)
        return times

    def _say(self, line: str) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()


@dataclass
class Scorer:
    """The client that saves the rounds."""

    client: Client
    game: str
    key: str
    version: int = 11

    def save(self) -> float:
        """Save a round; return the time just before, on the monotonic clock."""
        entries = {name: {"points": 5 * seat} for seat, name in enumerate(PLAYERS)}
        body = json.dumps({"closer": PLAYERS[0], "entries": entries}).encode()
        once = (f'If-Match: "{self.version}"', f"Idempotency-Key: r{self.version}")
        headers = (f"Authorization: Bearer {self.key}", "Content-Type: application/json", *once)
        began = time.perf_counter()
        answer = self.client.request("POST", f"/api/v1/games/{self.game}/rounds", body, headers)
        if answer.status != 201:
            raise RuntimeError(f"the round was answered by {answer.status}: {answer.body!r}")
        self.version += 1
        return began


def commit_to_phones(phones: int, rounds: int, idle: float, languages: Sequence[str] = ("en",)) -> Figure:
    """Latency for `phones` phones, in turn in `languages`; processor time of each round and of `idle` idle seconds."""
    with fresh_store() as store, running(_SERVE, store.env) as server:
        game = store.add_game("live", 10)
        _warm(server, store, game)
        memory = server.resident_mb
        with _watching(store, server.port, game, phones, languages=languages) as watchers:
            scorer = Scorer(Client(server.port), game, _key(store, game))
            _rounds(scorer, watchers, 1)
            held, before = (server.resident_mb - memory) / phones * 1000, _cpu(server)
            time.sleep(idle)
            resting = (_cpu(server) - before) / idle * 60 / phones * 1000
            before = _cpu(server)
            took = _rounds(scorer, watchers, rounds)
            busy = (_cpu(server) - before) / rounds / phones * 1000
    costs = f"{busy:.2f} ms CPU a phone and round, {resting:.1f} a minute at rest, {held:.0f} kB"
    name = f"a commit on {phones} watching phone{'s' if phones > 1 else ''}"
    name += f" in {len(languages)} languages" if len(languages) > 1 else ""
    return Figure(name, f"{_spread(took)}; {costs}", f"p95 {GOAL_MS:.0f} ms", _p95(took) <= GOAL_MS)


def held(phones: int, rounds: int) -> Figure:
    """Very many phones: whether each has a stream, the memory for each, and the latency of a commit."""
    with fresh_store() as store, running(_SERVE, store.env) as server:
        game = store.add_game("live", 10)
        _warm(server, store, game)
        memory = server.resident_mb
        with _watching(store, server.port, game, phones) as watchers:
            size = (server.resident_mb - memory) / phones * 1000
            scorer = Scorer(Client(server.port), game, _key(store, game))
            _rounds(scorer, watchers, 1)
            took = _rounds(scorer, watchers, rounds)
    reached = watchers.listening == phones and size <= STREAM_KB
    found = f"{watchers.listening} held, {size:.0f} kB each; a commit on all {_spread(took)}"
    return Figure(f"{phones:,} streams", found, f"all, ≤ {STREAM_KB} kB each", reached)


def two_processes(phones: int, rounds: int) -> Figure:
    """Latency on PostgreSQL, with the rounds saved by one process and the phones connected to another."""
    with cluster() as url, fresh_store(url) as store, ExitStack() as stack:
        one, other = (stack.enter_context(running(_SERVE, store.env)) for _ in range(2))
        game = store.add_game("live", 10)
        with _watching(store, other.port, game, phones) as watchers:
            scorer = Scorer(Client(one.port), game, _key(store, game))
            _rounds(scorer, watchers, 1)
            took = _rounds(scorer, watchers, rounds)
    name = f"a commit in one process on {phones} phones at another, PostgreSQL"
    return Figure(name, _spread(took), f"p95 {GOAL_MS:.0f} ms", _p95(took) <= GOAL_MS)


def where_it_breaks(rounds: int) -> Figure:
    """Increase the number of phones until the latency is too high or a stream is refused; report which came first."""
    found = []
    for phones in BREAKS:
        with fresh_store() as store, running(_SERVE, store.env) as server:
            game = store.add_game("live", 10)
            with _watching(store, server.port, game, phones) as watchers:
                if watchers.listening < phones:
                    found.append(
                        f"of {phones} phones {watchers.listening} have a stream, and the others ask now and then"
                    )
                    break
                scorer = Scorer(Client(server.port), game, _key(store, game))
                _rounds(scorer, watchers, 1)
                took = _rounds(scorer, watchers, rounds)
        found.append(f"{phones} phones: {_spread(took)}")
        if _p95(took) > GOAL_MS:
            break
    return Figure("where it breaks", "; ".join(found), "said", True)


def poll(times: int) -> Figure:
    """Server time of a conditional GET of the board that returns 304, with a stream of the same phone and without."""
    with fresh_store() as store, running(_SERVE, store.env) as server:
        game = store.add_game("live", 10)
        without = _asked(server, game, store.secret, times)
        secret, *_ = _secrets(store, game, 1)
        with _watching(store, server.port, game, 1, [secret]):
            watching = _asked(server, game, secret, times)
    found = f"{without:.2f} ms CPU without a stream, {watching:.2f} ms with one"
    return Figure("a poll without changes", found, f"≤ {POLL_MS:.0f} ms CPU", max(without, watching) <= POLL_MS)


def _asked(server: Server, game: str, secret: str, times: int) -> float:
    client, path = Client(server.port, {"device": secret}), f"/games/{game}/board"
    etag = client.request("GET", path).headers["etag"][0]
    before = _cpu(server)
    for _ in range(times):
        if (status := client.request("GET", path, headers=(f"If-None-Match: {etag}",)).status) != 304:
            raise RuntimeError(f"{path} was answered by {status}")
    return (_cpu(server) - before) / times * 1000


def _rounds(scorer: Scorer, watchers: Watchers, rounds: int) -> list[float]:
    """Save rounds; return all latencies in seconds, of each phone in each round."""
    took = []
    for _ in range(rounds):
        watchers.begin()
        time.sleep(0.2)
        began = scorer.save()
        took += [shown - began for shown in watchers.shown()]
    return took


def _p95(took: list[float]) -> float:
    return (statistics.quantiles(took, n=20)[-1] if len(took) > 1 else took[0]) * 1000


def _spread(took: list[float]) -> str:
    return f"median {statistics.median(took) * 1000:.0f} ms, p95 {_p95(took):.0f} ms"


def _warm(server: Server, store: Store, game: str) -> None:
    """Warm up the server, so that its memory grows by the phones only."""
    client = Client(server.port, {"device": store.secret})
    for _ in range(20):
        client.request("GET", f"/games/{game}")
        client.request("GET", f"/games/{game}/board")


def _key(store: Store, game: str) -> str:
    key = new_secret()
    with store.engine.begin() as connection:
        connection.execute(insert(Grant).values(game_id=game, role="scorer", given_at=NOW, key_hash=hashed(key)))
    return key


def _secrets(store: Store, game: str, phones: int) -> list[str]:
    """Add `phones` viewers; return their secrets."""
    secrets = [new_secret() for _ in range(phones)]
    with store.engine.begin() as connection:
        for secret in secrets:
            made = connection.execute(insert(Device).values(secret_hash=hashed(secret), made_at=NOW))
            device = made.inserted_primary_key[0]  # type: ignore[index]  # there is one, just inserted
            connection.execute(insert(Grant).values(game_id=game, role="viewer", given_at=NOW, device_id=device))
    return secrets


@contextmanager
def _watching(
    store: Store,
    port: int,
    game: str,
    phones: int,
    known: list[str] | None = None,
    languages: Sequence[str] = ("en",),
) -> Iterator[Watchers]:
    """Connect `phones` watching phones to a server until the block ends."""
    secrets = known or _secrets(store, game, phones)
    cookies = [f"device={secret}; language={tag}" for secret, tag in zip(secrets, cycle(languages), strict=False)]
    command = [sys.executable, "-m", "bench.watchers", str(port), game]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert process.stdin is not None
    assert process.stdout is not None
    try:
        process.stdin.write(json.dumps(cookies) + "\n")
        process.stdin.flush()
        yield Watchers(process, int(process.stdout.readline()))
    finally:
        process.kill()
        process.communicate()


def _cpu(server: Server) -> float:
    """Return the server's processor time in seconds."""
    with open(f"/proc/{server.process.pid}/stat") as stat:
        fields = stat.read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
