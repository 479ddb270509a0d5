"""The registry of open connections: limits per network, eviction of idle ones, enforcement of deadlines."""

import asyncio
import time
from collections import Counter, defaultdict

from .limits import Limits
from .protocol import Connection, Endpoints


class Connections:
    """All open connections, by network key and by endpoints."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self._count = 0
        self._by_network: defaultdict[str, set[Connection]] = defaultdict(set)
        self._by_endpoints: dict[Endpoints, Connection] = {}
        self._evictions: Counter[str] = Counter()
        """Idle connections that a network lost to its own new ones since the last sweep."""
        self._in_tarpit = 0
        self.draining = False
        """Whether each connection is to be closed after its next response."""
        self.buffer = memoryview(bytearray(16 * 1024))
        """The receive buffer that all connections share: it bounds what one reads at a time."""

    def __len__(self) -> int:
        return self._count

    def admit(self, connection: Connection) -> bool:
        """Register a connection, evicting an idle one if a limit is reached; return False if there is no room.

        A network may evict few of its own connections per sweep: reconnecting in a loop would keep the event loop busy.
        """
        own = self._by_network[connection.network]
        full = len(own) >= self.limits.connections_per_network
        if full and self._evictions[connection.network] >= self.limits.evictions_per_network:
            return False
        if full or self._count >= self.limits.connections:
            largest = own if full else max(self._by_network.values(), key=len)
            idle = min((each for each in largest if each.idle), key=lambda each: each.since, default=None)
            if idle is None:
                return False
            idle.drop()
            self.forget(idle)
            self._evictions[connection.network] += full
        self._by_network[connection.network].add(connection)
        self._by_endpoints[connection.endpoints] = connection
        self._count += 1
        return True

    def tarpit(self, transport: asyncio.Transport) -> None:
        """Keep a refused connection open, unread, for a while: a client that is closed at once reconnects at once."""
        if self._in_tarpit >= self.limits.tarpit_connections:
            transport.abort()
            return
        self._in_tarpit += 1
        transport.pause_reading()
        asyncio.get_running_loop().call_later(self.limits.tarpit_seconds, self._release, transport)

    def _release(self, transport: asyncio.Transport) -> None:
        self._in_tarpit -= 1
        transport.abort()

    def forget(self, connection: Connection) -> None:
        """Remove a connection from the registry; idempotent."""
        own = self._by_network[connection.network]
        if connection in own:
            own.remove(connection)
            self._by_endpoints.pop(connection.endpoints, None)
            self._count -= 1
        if not own:
            del self._by_network[connection.network]

    def find(self, endpoints: Endpoints) -> Connection | None:
        """Return the connection between two endpoints; None if it is closed."""
        return self._by_endpoints.get(endpoints)

    def drop_all(self) -> None:
        """Abort every connection."""
        for connection in list(self._by_endpoints.values()):
            connection.drop()

    def sweep(self) -> None:
        """Drop the connections that have missed a deadline."""
        now = time.monotonic()
        self._evictions.clear()
        for connection in list(self._by_endpoints.values()):
            connection.check(now)
