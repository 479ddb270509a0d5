"""Resource limits of the server; a table of eight phones, or a club of 200 behind one address, stays below them."""

import re
import sys
from contextlib import suppress
from dataclasses import dataclass, replace

from ..config.settings import Settings

OTHER_FILES = 124
"""File descriptors that the process needs besides its connections."""
IMPORTS = re.compile("/import|/api/v1/games/import|/circles/[^/]+/import")
"""Matches the paths that take uploads of whole games or circles."""


@dataclass(frozen=True)
class Limits:
    """Limits of a server: times in seconds, sizes in bytes. A network is a key of `addresses.network_of`."""

    connections: int = 2_200
    """Two for each of 1,000 watching phones, and a reserve."""
    connections_behind_proxies: int = 6_000
    """One for each stream of `hub.MAX_STREAMS`, and those that the proxies share. They guard against slow clients."""
    connections_per_network: int = 600
    """A watching phone has two connections, and a few more while a page loads."""
    evictions_per_network: int = 20
    """Idle connections that a network may evict for its own new ones within `sweep_seconds`."""
    tarpit_connections: int = 2_000
    """Refused connections that are kept open, unread, for `tarpit_seconds`."""
    tarpit_seconds: float = 10.0
    refusal_delay: float = 2.0
    """Delay before a 429 or 503 is sent: a client that is refused at once retries at once."""
    idle_seconds: float = 75.0
    head_bytes: int = 16 * 1024
    head_seconds: float = 10.0
    """Time limit for a head, from its first byte on."""
    body_grace: float = 10.0
    body_rate: int = 1_000
    """Bytes per second that a body must arrive with, on average, after `body_grace` seconds."""
    body_seconds: float = 300.0
    framing_bytes: int = 64 * 1024
    """Limit for chunk sizes and trailers of a chunked body."""
    body_bytes: int = 1024 * 1024
    import_bytes: int = 16 * 1024 * 1024
    """Limit for a body sent to a path of `IMPORTS`. The application has the same limits, and words the refusal."""
    body_memory_bytes: int = 16 * 1024
    """A larger body counts as large, and is spooled to a temporary file."""
    large_body_rate: int = 4_000_000
    """Bytes per second to which the receipt of a large body is throttled."""
    large_bodies: int = 32
    large_bodies_per_network: int = 4
    body_drain_bytes: int = 16 * 1024 * 1024
    """Excess of a body that is read and discarded, so that the client gets the response instead of a reset."""
    slow_read_seconds: float = 30.0
    slow_read_rate: int = 500
    """Bytes per second that a client must read while data is unsent, on average over `slow_read_seconds`."""
    stream_buffer_bytes: int = 64 * 1024
    """Queued bytes of a stream above which its connection is dropped: the client does not read."""
    unsent_bytes_per_network: int = 8 * 1024 * 1024
    """While a network has more unsent bytes, none of its requests is started."""
    send_buffer_bytes: int = 256 * 1024
    """SO_SNDBUF of a connection."""
    queued_per_network: int = 300
    """Requests of a network that may wait for a thread."""
    queued_before_deprioritised: int = 8
    """Queue length from which a network comes after the others."""
    usage_share: float = 0.5
    """Processor time in seconds above which a network comes after those that have used less."""
    usage_half_life: float = 2.0
    """Half-life of the used processor time."""
    usage_negligible: float = 0.005
    """Below that, a network is forgotten, as if it had not asked."""
    sweep_seconds: float = 1.0
    """Interval of the checks for missed deadlines."""


def limits_of(settings: Settings) -> Limits:
    """Return the limits for `settings` and the file limit; none per network behind proxies or without rate limits."""
    most = Limits.connections_behind_proxies if settings.trusted_proxies else Limits.connections
    wanted = most + Limits.tarpit_connections
    files = open_files_for(wanted)
    connections = max(1, files * most // wanted)
    per_network = (
        connections if settings.trusted_proxies or not settings.ratelimit_enabled else Limits.connections_per_network
    )
    per_network = min(per_network, connections)
    return replace(
        Limits(),
        connections=connections,
        connections_per_network=per_network,
        tarpit_connections=max(0, files - connections),
    )


def open_files_for(wanted: int) -> int:
    """Raise the soft limit of open files for `wanted` connections; return how many connections fit into it.

    The usual soft limit is 1,024 files.
    """
    try:
        import resource
    except ImportError:  # not on Unix
        return min(wanted, 900)
    limits = resource.getrlimit(resource.RLIMIT_NOFILE)
    soft, hard = (sys.maxsize if limit == resource.RLIM_INFINITY else limit for limit in limits)
    files = min(wanted + OTHER_FILES, hard)
    if soft < files:
        with suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (files, limits[1]))
            soft = files
    return min(wanted, max(soft - OTHER_FILES, 1))
