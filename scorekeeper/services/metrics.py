"""The figures of this process for programs that watch servers: requests, saves, judgements, streams, sheets, backups.

A label has a value of a closed list, or the pattern of an address: no game, no person, no client can be told from them.
Several processes have several sets of figures.
"""

from datetime import datetime
from functools import cache
from pathlib import Path

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    Info,
    ProcessCollector,
    disable_created_metrics,
)

from ..config.settings import Settings
from ..config.version import program_version
from ..store import backups
from .health import free

RECEIVED = "scorekeeper.received"
"""Key in the WSGI environ: the `perf_counter` at which our server had received the request."""
UNTRUSTED = "scorekeeper.untrusted_proxy"
"""Key in the WSGI environ: whether the request came through a proxy that is not trusted."""
_METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
_SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.15, 0.25, 0.5, 1.0, 2.5, 10.0, 60.0)

disable_created_metrics()  # type: ignore[no-untyped-call]  # the time at which each label was first seen
REGISTRY = CollectorRegistry()
ProcessCollector(registry=REGISTRY)
_REQUESTS = Counter(
    "scorekeeper_requests",
    "Requests answered, by the pattern of their address (empty: none fits).",
    ("method", "route", "status"),
    registry=REGISTRY,
)
_TIMES = Histogram(
    "scorekeeper_request_seconds",
    "Seconds from a request to its answer, with the wait for a thread and without the way to the client.",
    ("method", "route"),
    buckets=_SECONDS,
    registry=REGISTRY,
)
REFUSED = Counter("scorekeeper_refused", "Requests refused because the server had too many.", registry=REGISTRY)
UNTRUSTED_PROXY = Counter(
    "scorekeeper_untrusted_proxy", "Requests with headers of a proxy while none is trusted.", registry=REGISTRY
)
CHANGES = Counter("scorekeeper_changes", "Saved changes of games, by their kind.", ("kind",), registry=REGISTRY)
JUDGEMENTS = Counter(
    "scorekeeper_judgements",
    "Questions judged, also again for a page or an import.",
    ("game", "question", "verdict"),
    registry=REGISTRY,
)
_STREAMS = Gauge("scorekeeper_streams", "Phones that watch a game live.", registry=REGISTRY)
_MOST_STREAMS = Gauge("scorekeeper_streams_most", "Phones that can watch at once.", registry=REGISTRY)
_SHEETS = Gauge("scorekeeper_sheets_waiting", "Sheets that are printed or wait for it.", registry=REGISTRY)
_BACKUP = Gauge("scorekeeper_backup_timestamp_seconds", "When the newest backup was made; 0: none.", registry=REGISTRY)
_FREE = Gauge("scorekeeper_disk_free_bytes", "Room on the disk of the data folder.", registry=REGISTRY)
_PROGRAM = Info("scorekeeper", "The version, and the kind of the database.", registry=REGISTRY)


def count_request(method: str, route: str, status: int, seconds: float) -> None:
    """Count a request that was answered with `status` in `seconds`; `route` is the pattern of its address."""
    method = method if method in _METHODS else "other"
    requests, times = _counted(method, route, status)
    requests.inc()
    times.observe(seconds)


@cache  # looking them up takes longer than counting
def _counted(method: str, route: str, status: int) -> tuple[Counter, Histogram]:
    return _REQUESTS.labels(method, route, status), _TIMES.labels(method, route)


def measure(settings: Settings, streams: int, most_streams: int, sheets: int) -> None:
    """Set the figures that are read off only when they are asked for."""
    _STREAMS.set(streams)
    _MOST_STREAMS.set(most_streams)
    _SHEETS.set(sheets)
    at = _newest_backup(settings.backups, backups.DUMP if settings.sqlite_file is None else backups.SQLITE)
    _BACKUP.set(at.timestamp() if at else 0)
    _FREE.set(free(settings.data_dir))
    kind = "postgresql" if settings.sqlite_file is None else "sqlite"
    _PROGRAM.info({"version": program_version(), "database": kind})


def _newest_backup(folder: Path, ending: str) -> datetime | None:
    return max(backups.by_time(folder, "*", ending), default=None)
