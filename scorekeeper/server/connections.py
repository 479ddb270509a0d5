"""All connections of a server: how many a network has, which must go to make room, whose deadline is over."""

import asyncio
import time
from collections import Counter, defaultdict

from .limits import Limits
from .protocol import Connection

Ends = tuple[tuple[str, int] | None, tuple[str, int | None] | None]
"""Client and server address of a connection, as ASGI names them."""


class Connections:
    """The open connections by network key."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self._count = 0
        self._of: defaultdict[str, set[Connection]] = defaultdict(set)
        self._by_ends: dict[Ends, Connection] = {}
        self._made_room: Counter[str] = Counter()
        """Idle connections that a network lost to its own new ones since the last sweep."""
        self._turned_away = 0
        self.buffer = memoryview(bytearray(16 * 1024))
        """What is read of any connection comes here first: none takes more at once."""

    def __len__(self) -> int:
        return self._count

    def admit(self, connection: Connection) -> bool:
        """Count a connection, closing an idle one for it if there are too many; False if there is no room.

        A network that opens ever new ones has no room for a moment: else it would keep the event loop busy.
        """
        own = self._of[connection.network]
        full = len(own) >= self.limits.connections_of_one
        if full and self._made_room[connection.network] >= self.limits.room_made_for_one:
            return False
        if full or self._count >= self.limits.connections:
            crowd = own if full else max(self._of.values(), key=len)
            idle = min((each for each in crowd if each.idle), key=lambda each: each.since, default=None)
            if idle is None:
                return False
            idle.drop()
            self.forget(idle)
            self._made_room[connection.network] += full
        self._of[connection.network].add(connection)
        self._by_ends[connection.ends] = connection
        self._count += 1
        return True

    def turn_away(self, transport: asyncio.Transport) -> None:
        """End a connection that was not admitted, after a while: its client would come back at once."""
        if self._turned_away >= self.limits.turned_away:
            transport.abort()
            return
        self._turned_away += 1
        transport.pause_reading()
        asyncio.get_running_loop().call_later(self.limits.turned_away_seconds, self._end, transport)

    def _end(self, transport: asyncio.Transport) -> None:
        self._turned_away -= 1
        transport.abort()

    def forget(self, connection: Connection) -> None:
        """Count a connection no longer; a second time does nothing."""
        own = self._of[connection.network]
        if connection in own:
            own.remove(connection)
            self._by_ends.pop(connection.ends, None)
            self._count -= 1
        if not own:
            del self._of[connection.network]

    def find(self, ends: Ends) -> Connection | None:
        """Return the connection between two addresses; None if it is gone."""
        return self._by_ends.get(ends)

    def drop_all(self) -> None:
        """Close every connection at once."""
        for connection in list(self._by_ends.values()):
            connection.drop()

    def sweep(self) -> None:
        """Close the connections whose deadline is over."""
        now = time.monotonic()
        self._made_room.clear()
        for connection in list(self._by_ends.values()):
            connection.check(now)
