"""All connections of a server: how many a network has, which must go to make room, whose deadline is over."""

import time
from collections import defaultdict

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
        self.buffer = memoryview(bytearray(16 * 1024))
        """What is read of any connection comes here first: none takes more at once."""

    def __len__(self) -> int:
        return self._count

    def admit(self, connection: Connection) -> bool:
        """Count a connection, closing an idle one for it if there are too many; False if there is no room."""
        own = self._of[connection.network]
        full = len(own) >= self.limits.connections_of_one
        if full or self._count >= self.limits.connections:
            crowd = own if full else max(self._of.values(), key=len)
            idle = min((each for each in crowd if each.idle), key=lambda each: each.since, default=None)
            if idle is None:
                return False
            idle.drop()
            self.forget(idle)
        self._of[connection.network].add(connection)
        self._by_ends[connection.ends] = connection
        self._count += 1
        return True

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
        for connection in list(self._by_ends.values()):
            connection.check(now)
