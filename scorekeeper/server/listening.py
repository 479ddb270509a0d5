"""Open the listening sockets, and word what prevents it."""

import errno
import os
import socket
from collections.abc import Sequence

from ..config.causes import cause_of
from ..config.messages import _
from ..config.settings import Settings

ACCEPT_BATCH = 16
"""Connections that asyncio accepts in one iteration of the event loop."""
_BACKLOG = 2_048
_FIRST_PASSED = 3  # systemd's SD_LISTEN_FDS_START
_NO_SUCH_ADDRESS = (errno.EADDRNOTAVAIL, errno.EAFNOSUPPORT)


class ServerError(Exception):
    """The server cannot listen; the message is one sentence for the user."""


class _ListeningSocket(socket.socket):
    """A socket with a backlog of its own.

    asyncio uses one number as the kernel's backlog and as the number of connections to accept in one iteration of its
    loop. Accepting two thousand in one iteration would delay every other connection.
    """

    def listen(self, _backlog: int = _BACKLOG, /) -> None:
        """Listen with `_BACKLOG`, whatever the caller passes."""
        super().listen(_BACKLOG)


def listen(
    settings: Settings, send_buffer_bytes: int, given: Sequence[int] = (), *, shared: bool = False
) -> list[socket.socket]:
    """Return sockets that listen on every address of the host in `settings`; SO_SNDBUF is `send_buffer_bytes`.

    It is those with the numbers `given`, if any; else those that systemd has passed to this process
    (sd_listen_fds(3)). Others are opened; `shared` ones may have the port of others (SO_REUSEPORT).

    Raises:
        ServerError: the port is in use or reserved, or the address is not this machine's.
    """
    opened: list[socket.socket] = []
    failure: OSError | None = None
    try:
        for number in given or passed():
            opened.append(_passed_listener(number, send_buffer_bytes))
        if opened:
            return opened
        for family, *_, address in _addresses(settings):
            try:
                opened.append(_listener(family, address, send_buffer_bytes, shared=shared))
            except OSError as error:
                if error.errno not in _NO_SUCH_ADDRESS:
                    raise
                failure = error  # a host name may resolve to an IPv6 address that this machine lacks
        if not opened:
            raise failure or OSError(errno.EADDRNOTAVAIL, os.strerror(errno.EADDRNOTAVAIL))
    except (OSError, ValueError) as error:
        for each in opened:
            each.close()
        raise ServerError(_message(settings, error)) from error
    return opened


def passed() -> range:
    """Return the numbers of the sockets that were passed to this process; its children inherit only the variables."""
    mine = os.environ.get("LISTEN_PID") == str(os.getpid())
    return range(_FIRST_PASSED, _FIRST_PASSED + int(os.environ.get("LISTEN_FDS", "0") if mine else 0))


def _passed_listener(number: int, send_buffer_bytes: int) -> socket.socket:
    listener = _ListeningSocket(fileno=number)
    if listener.family not in (socket.AF_INET, socket.AF_INET6) or listener.type != socket.SOCK_STREAM:
        listener.close()
        raise OSError(errno.EAFNOSUPPORT, os.strerror(errno.EAFNOSUPPORT))  # connections are known by their addresses
    listener.set_inheritable(False)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, send_buffer_bytes)
    listener.setblocking(False)
    return listener


def _addresses(settings: Settings) -> list[tuple[int, int, int, str, tuple[str, int]]]:
    flags = socket.AI_PASSIVE
    found = socket.getaddrinfo(settings.host, settings.port, type=socket.SOCK_STREAM, flags=flags)
    return list(dict.fromkeys(found))  # type: ignore[arg-type]  # addresses of IP sockets, which typeshed has wider


def _listener(family: int, address: tuple[str, int], send_buffer_bytes: int, *, shared: bool) -> socket.socket:
    # asyncio sets TCP_NODELAY only on sockets that were made with IPPROTO_TCP.
    listener = _ListeningSocket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        if os.name == "posix":
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if shared:
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        if family == socket.AF_INET6:
            listener.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, send_buffer_bytes)  # accepted sockets inherit it
        listener.bind(address)
        listener.listen()
        listener.setblocking(False)
    except BaseException:
        listener.close()
        raise
    return listener


def _message(settings: Settings, error: Exception) -> str:
    host, port = settings.host, settings.port
    if isinstance(error, OSError) and error.errno == errno.EADDRINUSE:
        return _("Port {port} is in use: is Scorekeeper running already? Or choose another with --port.", port=port)
    if isinstance(error, OSError) and error.errno == errno.EACCES:
        return _(
            "Port {port} needs the rights of an administrator on this machine: choose one from 1024 up with --port.",
            port=port,
        )
    if isinstance(error, OSError) and error.errno == errno.EADDRNOTAVAIL:
        return _("{host} is not an address of this machine: choose another with --host.", host=host)
    return _("Scorekeeper cannot listen on {where}. {cause}", where=f"{host}:{port}", cause=cause_of(error))
