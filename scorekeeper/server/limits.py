"""What one client may cost. A table of eight phones, or a club of 200 behind one address, meets none of the bounds."""

import sys
from contextlib import suppress
from dataclasses import dataclass, replace

from ..config.settings import Settings

OTHER_FILES = 124
"""Files that the process may have open besides its connections."""
IMPORTS = ("/import", "/api/v1/games/import")
"""Paths to which whole games are sent."""


@dataclass(frozen=True)
class Limits:
    """Bounds of a server; times in seconds, sizes in bytes. "Of one" counts a network key of `addresses.network_of`."""

    connections: int = 2_200
    """Two of each phone that watches, and some more."""
    connections_of_one: int = 600
    """A phone that watches has two connections, and a few more while a page loads."""
    room_made_for_one: int = 20
    """Idle connections that a network may lose to its own new ones within `sweep_seconds`."""
    turned_away: int = 2_000
    """Connections without a place that are kept for a while, unread."""
    turned_away_seconds: float = 10.0
    refusal_seconds: float = 2.0
    """How long a refusal waits: whoever is told at once that there is too much of him comes back at once."""
    idle_seconds: float = 75.0
    head_bytes: int = 16 * 1024
    head_seconds: float = 10.0
    """Within which a head must be complete once it has begun."""
    body_grace: float = 10.0
    body_rate: int = 1_000
    """Bytes a second that a body must bring on average after its grace."""
    body_seconds: float = 300.0
    framing_bytes: int = 64 * 1024
    """What the lengths of chunks, and what follows the last one, may take in all."""
    body_bytes: int = 1024 * 1024
    import_bytes: int = 16 * 1024 * 1024
    """Of a body that is sent to one of `IMPORTS`. The application has the same limits, and words the refusal."""
    body_memory: int = 16 * 1024
    """What is larger goes to a temporary file."""
    large_body_rate: int = 4_000_000
    """Bytes a second of a large body that are taken at most."""
    large_bodies: int = 32
    large_bodies_of_one: int = 4
    body_discarded: int = 16 * 1024 * 1024
    """What is read and thrown away of a body that is too large, so that its sender hears why."""
    unread_seconds: float = 30.0
    unread_rate: int = 500
    """Bytes a second that a client must take while something is to be sent to it, on average over `unread_seconds`."""
    unread_hints: int = 64 * 1024
    """Bytes of a stream that wait because its client does not read."""
    unread_of_one: int = 8 * 1024 * 1024
    """While more of its answers is unsent, no further request of a network is begun."""
    send_buffer: int = 256 * 1024
    """What the system keeps of a connection's answers."""
    waiting_of_one: int = 300
    """Requests that may wait for a thread."""
    prompt_of_one: int = 8
    """With so many requests waiting, a network comes after the others."""
    usage_of_one: float = 0.5
    """Seconds of processor time after which a network comes after those that have used less."""
    usage_half_life: float = 2.0
    """After which half of what was used is forgotten."""
    usage_forgotten: float = 0.005
    """With less than that used, a network is as one that has not asked."""
    sweep_seconds: float = 1.0
    """How often deadlines are looked at."""


def limits_of(settings: Settings) -> Limits:
    """Return the bounds for these settings; behind proxies, and without limits of rate, no address has fewer places."""
    wanted = Limits.connections + Limits.turned_away
    files = open_files_for(wanted)
    connections = max(1, files * Limits.connections // wanted)
    of_one = connections if settings.trusted_proxies or not settings.ratelimit_enabled else Limits.connections_of_one
    of_one = min(of_one, connections)
    return replace(
        Limits(), connections=connections, connections_of_one=of_one, turned_away=max(0, files - connections)
    )


def open_files_for(wanted: int) -> int:
    """Let the process open files for so many connections, as far as the system lets it; return how many there may be.

    Systems let a process open 1024 files until it asks for more.
    """
    try:
        import resource
    except ImportError:  # elsewhere than on Unix
        return min(wanted, 900)
    limits = resource.getrlimit(resource.RLIMIT_NOFILE)
    soft, hard = (sys.maxsize if limit == resource.RLIM_INFINITY else limit for limit in limits)
    files = min(wanted + OTHER_FILES, hard)
    if soft < files:
        with suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (files, limits[1]))
            soft = files
    return min(wanted, max(soft - OTHER_FILES, 1))
