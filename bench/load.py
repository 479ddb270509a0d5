"""Many tables at once, behind Caddy: how quickly rounds are saved and shown, and what that costs.

Each table has four phones with an open stream, an address of its own in 127.0.0.0/8, a round every three minutes, a
question every ten, a correction every 20 rounds and a sheet every 12. The phones are asyncio clients of one process
(`bench.tables`), which shares the machine's cores with everything else: its processor time is told.
"""

import json
import os
import re
import resource
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import asdict, dataclass, field
from pathlib import Path

from attack.ports import free_port
from tests.postgres import DURABLE, cluster
from tests.redis import redis_server

from .figures import Figure
from .serving import wait_for
from .store import Store, fresh_store
from .tables import ROUND_SECONDS, Plan, Played

ROOT = Path(__file__).parents[1]
SAVE_MS, BOARD_MS, MEMORY_MB = 150.0, 300.0, 1_000.0
POINTS = (100, 300, 1_000, 2_000)
CORES = max(2, os.cpu_count() or 1)
_START = 60.0
_ROUNDS = 11  # that a table has played at most when it begins
_WANTED = f"p95 of a save {SAVE_MS:.0f} ms, of another phone's board {BOARD_MS:.0f} ms, no error, ≤ 1 GB"


@dataclass
class Running:
    """Servers that run for a measurement, by their names, each with the ID of its first process."""

    store: Store
    port: int = 0
    processes: dict[str, int] = field(default_factory=dict)

    def cpu(self) -> dict[str, float]:
        """Return the processor time of each server in seconds, with that of processes that have ended."""
        return {name: sum(map(_cpu, _family(first))) for name, first in self.processes.items()}

    def waited(self) -> float:
        """Return for how many seconds Scorekeeper has waited for a core that others had."""
        return sum(map(_waited, _family(self.processes["Scorekeeper"])))

    def memory(self) -> dict[str, float]:
        """Return the memory of each server in MB; what processes share counts once."""
        return {name: sum(map(_memory, _family(first))) for name, first in self.processes.items()}


@dataclass
class Point:
    """What was measured at a number of tables."""

    tables: int
    open_streams: int
    played: Played
    seconds: float
    cpu: dict[str, float]
    memory: dict[str, float]
    waited: float

    def rounds(self) -> float:
        """Return about how many rounds were saved while the processor time was counted."""
        return self.tables * self.seconds / ROUND_SECONDS

    def over(self) -> list[str]:
        """Return which bounds are exceeded, in words."""
        bounds = {
            "a save": _p95(self.played.saves) > SAVE_MS,
            "a board": _p95(self.played.boards) > BOARD_MS,
            "errors": bool(self.played.errors),
            "streams": self.open_streams < 4 * self.tables,
            "memory": sum(self.memory.values()) > MEMORY_MB,
        }
        return [name for name, exceeded in bounds.items() if exceeded]

    def said(self) -> str:
        """Return all that was measured, in words."""
        played = self.played
        times = {"save": played.saves, "board": played.boards, "question": played.questions, "sheet": played.sheets}
        parts = [
            ", ".join(f"{name} {_spread(found)}" for name, found in times.items() if found),
            f"{len(played.saves)} saves",
            f"{self.open_streams:,} streams",
            _listed("ms of processor a round, with all that goes with it", self.cpu, 1000 / self.rounds()),
            _listed("MB", self.memory, 1.0),
            _listed("% of a core", {**self.cpu, "phones": played.cpu}, 100 / self.seconds),
            f"Scorekeeper waited for a core {self.waited / self.cpu['Scorekeeper']:.1f} times as long as it had one",
        ]
        errors = ", ".join(f"{count} × {error}" for error, count in sorted(played.errors.items())) or "no error"
        return "; ".join([*parts, errors, *(["over: " + ", ".join(self.over())] if self.over() else [])])


def measure(quick: bool) -> Iterator[Figure]:
    """Yield the figures: each number of tables on PostgreSQL, a restart meanwhile, then on SQLite with one process."""
    seconds, points = (25.0, POINTS[:2]) if quick else (100.0, POINTS)
    for tables in points:
        point = _measured(tables, seconds, CORES)
        wanted = _WANTED if tables <= 1_000 else "said"
        name = f"{tables:,} tables, PostgreSQL, {CORES} processes"
        yield Figure(name, point.said(), wanted, not point.over() or wanted == "said")
    yield _restarted(points[1], seconds)
    held = 0
    for tables in points:
        point = _measured(tables, seconds, 1)
        yield Figure(f"{tables:,} tables, SQLite, one process", point.said(), "said", True)
        if point.over():
            break
        held = tables
    yield Figure("tables that one process on SQLite holds", f"{held:,} of the numbers tried", "said", True)


def _restarted(tables: int, seconds: float) -> Figure:
    """All processes are replaced, one after the other, while tables save."""
    point = _measured(tables, seconds, CORES, restart=True)
    failed = {error: count for error, count in point.played.errors.items() if not error.startswith("stream")}
    found = f"{len(point.played.saves)} saves {_spread(point.played.saves)}; failed: {failed or 'none'}"
    return Figure(f"all processes replaced while {tables:,} tables play", found, "no failed request", not failed)


def _measured(tables: int, seconds: float, processes: int, *, restart: bool = False) -> Point:
    """Measure a number of tables: on PostgreSQL with Redis if there are several processes, else on SQLite.

    With `restart` all processes are replaced meanwhile.
    """
    with _serving(processes) as running:
        games = running.store.add_tables(tables, _ROUNDS)
        placed = [(game, _address(number), secrets) for number, (game, secrets) in enumerate(games)]
        with _phones(Plan(running.port, placed, seconds, settle=seconds / 10)) as (streams, begin, played):
            before, waited, began = running.cpu(), running.waited(), time.monotonic()
            serving = set(_family(running.processes["Scorekeeper"]))
            begin()
            if restart:
                time.sleep(seconds / 5)
                os.kill(running.processes["Scorekeeper"], signal.SIGUSR1)
            happened, took, after = played(), time.monotonic() - began, running.cpu()
            if restart and len(serving & set(_family(running.processes["Scorekeeper"]))) > 1:
                happened.errors["not all processes were replaced"] = 1
            used = {name: after[name] - before[name] for name in after}
            return Point(tables, streams, happened, took, used, running.memory(), running.waited() - waited)


@contextmanager
def _phones(plan: Plan) -> Iterator[tuple[int, Callable[[], None], Callable[[], Played]]]:
    """Run the phones of a plan; yield how many have a stream, and functions that begin and that wait for the end."""
    command = [sys.executable, "-m", "bench.tables"]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1, cwd=ROOT
    ) as process:
        writer, reader = process.stdin, process.stdout
        assert writer is not None
        assert reader is not None
        writer.write(json.dumps(asdict(plan)) + "\n")
        streams = int(reader.readline())
        yield streams, lambda: print("play", file=writer), lambda: Played(**json.loads(reader.readline()))


@contextmanager
def _serving(processes: int) -> Iterator[Running]:
    """Run Scorekeeper behind Caddy until the block ends: on PostgreSQL with Redis, or one process on SQLite."""
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    with ExitStack() as stack:
        started: dict[str, int] = {}
        url = limits = None
        if processes > 1:
            url = stack.enter_context(cluster(DURABLE, lambda process: started.update(PostgreSQL=process)))
            limits = stack.enter_context(redis_server(free_port(), lambda process: started.update(Redis=process)))
        store = stack.enter_context(fresh_store(url))
        running = Running(store, free_port(), started)
        port = free_port()
        more = {
            "SCOREKEEPER_RATELIMIT_ENABLED": "1",
            "SCOREKEEPER_TRUSTED_PROXIES": "1",
            "SCOREKEEPER_DAILY_BACKUPS": "0",
            **({"SCOREKEEPER_LIMITS_URL": limits} if limits else {}),
        }
        serve = [sys.executable, "-m", "scorekeeper", "serve", "--port", str(port), "--processes", str(processes)]
        started["Scorekeeper"] = stack.enter_context(_process(serve, {**store.env, **more}))
        started["Caddy"] = stack.enter_context(_caddy(store.folder, running.port, port))
        wait_for(port, _START)
        wait_for(running.port, _START)
        yield running


@contextmanager
def _caddy(folder: Path, port: int, upstream: int) -> Iterator[int]:
    """Run Caddy with the file of `deploy/`, by plain http; yield the ID of its process."""
    program = shutil.which("caddy")
    if program is None:
        raise SystemExit("Caddy is missing. To install it: apt-get install caddy (Fedora: dnf, macOS: brew)")
    file = folder / "Caddyfile"
    file.write_text("{\n\tadmin off\n}\n" + (ROOT / "deploy" / "Caddyfile").read_text())
    more = {"SITE": f"http://:{port}", "UPSTREAM": f"127.0.0.1:{upstream}", "HOME": str(folder)}
    with _process([program, "run", "--config", str(file), "--adapter", "caddyfile"], more) as process:
        yield process


@contextmanager
def _process(command: list[str], environ: dict[str, str]) -> Iterator[int]:
    """Run a command until the block ends; yield the ID of its process."""
    quiet = subprocess.DEVNULL
    process = subprocess.Popen(command, env={**os.environ, **environ}, stdout=quiet, stderr=quiet, cwd=ROOT)
    try:
        yield process.pid
    finally:
        process.terminate()
        try:
            process.wait(20)
        except subprocess.TimeoutExpired:  # Caddy waits for its streams, and their clients are gone
            process.kill()
            process.wait()


def _address(number: int) -> str:
    """Return an address of this machine for a table."""
    return f"127.1.{number // 250}.{number % 250 + 1}"


def _family(process: int) -> list[int]:
    """Return the IDs of a process and of all that it has started."""
    try:
        listed = " ".join(file.read_text() for file in Path(f"/proc/{process}/task").glob("*/children"))
    except OSError:  # it has just ended
        return []
    return [process, *(each for child in listed.split() for each in _family(int(child)))]


def _cpu(process: int) -> float:
    """Return the processor time of a process and of its children that have ended, in seconds."""
    try:
        fields = Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()
    except OSError:
        return 0.0
    return sum(map(int, fields[11:15])) / os.sysconf("SC_CLK_TCK")


def _waited(process: int) -> float:
    """Return for how long the threads of a process have waited for a core, in seconds: schedstat's second number."""
    try:
        found = [file.read_text().split()[1] for file in Path(f"/proc/{process}/task").glob("*/schedstat")]
    except OSError:
        return 0.0
    return sum(map(int, found)) / 1e9


def _memory(process: int) -> float:
    try:
        found = re.search(r"Pss:\s+(\d+) kB", Path(f"/proc/{process}/smaps_rollup").read_text())
    except OSError:
        return 0.0
    return int(found[1]) * 1024 / 1e6 if found else 0.0


def _p95(times: list[float]) -> float:
    """Return the 95th percentile in milliseconds; 0 if there is nothing."""
    return sorted(times)[int(len(times) * 0.95)] * 1000 if times else 0.0


def _spread(times: list[float]) -> str:
    median = sorted(times)[len(times) // 2] * 1000 if times else 0.0
    return f"{median:.0f}/{_p95(times):.0f} ms"


def _listed(unit: str, values: dict[str, float], factor: float) -> str:
    """Return a sum and its parts, in words."""
    parts = ", ".join(f"{name} {value * factor:.0f}" for name, value in values.items())
    return f"{sum(values.values()) * factor:.0f} {unit} ({parts})"
