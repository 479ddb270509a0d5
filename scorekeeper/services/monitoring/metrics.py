"""The metrics of the server, for Prometheus: requests, saves, judgements, streams, sheets, backups.

A label has a value of a closed list, or the pattern of a route, so labels identify no game, person or client.
Each of several processes reports the metrics of all, by the multiprocess mode of prometheus_client: each writes its own
to memory-mapped files. A gauge, such as the number of streams, must therefore be set whenever it changes.
https://prometheus.github.io/client_python/multiprocess
"""

import os
from functools import cache

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    Info,
    ProcessCollector,
    disable_created_metrics,
    values,
)
from prometheus_client.multiprocess import MultiProcessCollector

from ...config.shared_figures import NUMBER

RECEIVED = "scorekeeper.received"
"""Key in the WSGI environ: the `perf_counter` at which our server had received the request."""
UNTRUSTED = "scorekeeper.untrusted_proxy"
"""Key in the WSGI environ: whether the request came through a proxy that is not trusted."""
_METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
_SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.15, 0.25, 0.5, 1.0, 2.5, 10.0, 60.0)

disable_created_metrics()  # type: ignore[no-untyped-call]  # the time at which each label was first seen
_NUMBER = os.environ.get(NUMBER)
"""The number of this process if it is one of several."""
if _NUMBER is not None:  # not the process id: each restart would leave files behind
    values.ValueClass = values.MultiProcessValue(lambda: _NUMBER)  # type: ignore[no-untyped-call]  # it has no types
_OWN = CollectorRegistry()
ProcessCollector(registry=_OWN)
_REQUESTS = Counter(
    "scorekeeper_requests",
    "Requests answered, by the pattern of their address (empty: none fits).",
    ("method", "route", "status"),
    registry=_OWN,
)
_TIMES = Histogram(
    "scorekeeper_request_seconds",
    "Seconds from a request to its answer, with the wait for a thread and without the way to the client.",
    ("method", "route"),
    buckets=_SECONDS,
    registry=_OWN,
)
REFUSED = Counter("scorekeeper_refused", "Requests refused because the server had too many.", registry=_OWN)
UNTRUSTED_PROXY = Counter(
    "scorekeeper_untrusted_proxy", "Requests with headers of a proxy while none is trusted.", registry=_OWN
)
CHANGES = Counter("scorekeeper_changes", "Saved changes of games, by their kind.", ("kind",), registry=_OWN)
JUDGEMENTS = Counter(
    "scorekeeper_judgements",
    "Questions judged, also again for a page or an import.",
    ("game", "question", "verdict"),
    registry=_OWN,
)
STREAMS = Gauge("scorekeeper_streams", "Phones that watch a game live.", registry=_OWN, multiprocess_mode="livesum")
MOST_STREAMS = Gauge(
    "scorekeeper_streams_most", "Phones that can watch at once.", registry=_OWN, multiprocess_mode="livesum"
)
SHEETS = Gauge(
    "scorekeeper_sheets_waiting",
    "Sheets that are printed or wait for it.",
    registry=_OWN,
    multiprocess_mode="livesum",
)
BACKUP = Gauge(
    "scorekeeper_backup_timestamp_seconds",
    "When the newest backup was made; 0: none.",
    registry=_OWN,
    multiprocess_mode="livemostrecent",  # what the process has just seen that is asked
)
FREE = Gauge(
    "scorekeeper_disk_free_bytes",
    "Room on the disk of the data folder.",
    registry=_OWN,
    multiprocess_mode="livemostrecent",
)
PROGRAM = Info("scorekeeper", "The version, and the kind of the database.", registry=_OWN)


def _registry() -> CollectorRegistry:
    """Return the registry to be read: that of this process, or one of the files of all processes.

    The files have no `Info`, which is the same for all, and nothing that a collector finds out when it is asked.
    """
    if _NUMBER is None:
        return _OWN
    registry = CollectorRegistry()
    MultiProcessCollector(registry)  # type: ignore[no-untyped-call]  # it has no types
    registry.register(PROGRAM)
    return registry


REGISTRY = _registry()


def count_request(method: str, route: str, status: int, seconds: float) -> None:
    """Count a request that was answered with `status` in `seconds`; `route` is the pattern of its address."""
    method = method if method in _METHODS else "other"
    requests, times = _counted(method, route, status)
    requests.inc()
    times.observe(seconds)


@cache  # looking them up takes longer than counting
def _counted(method: str, route: str, status: int) -> tuple[Counter, Histogram]:
    return _REQUESTS.labels(method, route, status), _TIMES.labels(method, route)
