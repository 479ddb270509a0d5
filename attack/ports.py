"""Free ports for the servers of tests, measurements and attacks."""

import random
import socket

_DICE = random.SystemRandom()  # not seeded: tests in several processes must not choose the same

_BELOW_EPHEMERAL = range(20_000, 32_768)
"""Linux takes the ports of outgoing connections from 32768 on: one of those could be taken before the server starts."""


def free_port() -> int:
    """Return a port of this machine that nobody listens on, and that no outgoing connection gets meanwhile.

    Raises:
        OSError: none of a hundred random ports is free.
    """
    for port in _DICE.sample(_BELOW_EPHEMERAL, 100):
        with socket.socket() as listener:
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                listener.bind(("127.0.0.1", port))
            except OSError:
                continue
            return port
    raise OSError("none of 100 ports is free")
