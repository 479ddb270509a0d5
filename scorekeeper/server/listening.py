"""Sockets that listen, and a sentence when they cannot."""

import errno
import os
import socket

from ..config.settings import Settings

AT_ONCE = 16
"""Connections that are accepted before the event loop looks at what others have sent."""
_BACKLOG = 2_048
_ABSENT = (errno.EADDRNOTAVAIL, errno.EAFNOSUPPORT)


class ServerError(Exception):
    """The server cannot listen; the text is one sentence for people."""


class _Listener(socket.socket):
    """A socket that listens with a backlog of its own.

    asyncio takes one number for both: how many connections wait in the system, and how many it accepts in one go. Two
    thousand in one go would keep everybody waiting.
    """

    def listen(self, _backlog: int = _BACKLOG, /) -> None:
        """Listen, whatever backlog is asked for."""
        super().listen(_BACKLOG)


def listen(settings: Settings, send_buffer: int) -> list[socket.socket]:
    """Listen on every address of the host in `settings`; connections keep up to `send_buffer` unsent bytes.

    Raises:
        ServerError: the port is in use, or the address is not this machine's.
    """
    opened: list[socket.socket] = []
    failure: OSError | None = None
    try:
        for family, *_, address in _addresses(settings):
            try:
                opened.append(_listener(family, address, send_buffer))
            except OSError as error:
                if error.errno not in _ABSENT:
                    raise
                failure = error  # a name may have an IPv6 address that this machine does not
        if not opened:
            raise failure or OSError(errno.EADDRNOTAVAIL, os.strerror(errno.EADDRNOTAVAIL))
    except (OSError, ValueError) as error:
        for each in opened:
            each.close()
        raise ServerError(_sentence(settings, error)) from error
    return opened


def _addresses(settings: Settings) -> list[tuple[int, int, int, str, tuple[str, int]]]:
    flags = socket.AI_PASSIVE
    found = socket.getaddrinfo(settings.host, settings.port, type=socket.SOCK_STREAM, flags=flags)
    return list(dict.fromkeys(found))  # type: ignore[arg-type]  # the addresses of IP sockets


def _listener(family: int, address: tuple[str, int], send_buffer: int) -> socket.socket:
    # Of a socket without its protocol's number asyncio does not know that it may set TCP_NODELAY.
    listener = _Listener(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        if os.name == "posix":
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if family == socket.AF_INET6:
            listener.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, send_buffer)  # accepted sockets inherit it
        listener.bind(address)
        listener.listen()
        listener.setblocking(False)
    except BaseException:
        listener.close()
        raise
    return listener


def _sentence(settings: Settings, error: Exception) -> str:
    where = f"{settings.host}:{settings.port}"
    if isinstance(error, OSError) and error.errno == errno.EADDRINUSE:
        return f"Port {settings.port} is in use: is Scorekeeper running already? Or choose another with --port."
    if isinstance(error, OSError) and error.errno == errno.EACCES:
        return f"Port {settings.port} is not free for everybody on this machine: choose one from 1024 on with --port."
    if isinstance(error, OSError) and error.errno == errno.EADDRNOTAVAIL:
        return f"{settings.host} is no address of this machine: choose another with --host."
    return f"Scorekeeper cannot listen on {where}: {error.strerror if isinstance(error, OSError) else error}."
