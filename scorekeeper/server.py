"""The server: waitress, which ends only after the requests that it has begun to read."""

import errno
import signal
import socket
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from types import FrameType
from typing import TYPE_CHECKING, Any

from .settings import Settings

if TYPE_CHECKING:
    from .web.live_ready import Look

MAX_BODY = 64 * 1024 * 1024
_CONNECTIONS = 2_000  # watchers have two each, one to hear and one to ask
_OTHER_FILES = 124  # that the process may have open besides
_ANY = ("0.0.0.0", "::")
_ELSEWHERE = "192.0.2.1"  # an address kept for documentation: nobody has it


class ServerError(Exception):
    """The server cannot listen; the text is one sentence for people."""


class Server:
    """Listens from its making on, and answers from `run` on."""

    def __init__(
        self,
        application: Any,
        settings: Settings,
        ending: Callable[[], None] = lambda: None,
        look: "Look" = lambda _path, _headers: None,
    ) -> None:
        """Begin to listen; `ending` is called when it has stopped to, so that what never ends by itself does.

        What `look` finds ready is answered by it, without the application.

        Raises:
            ServerError: the port is in use, or the address is not this machine's.
        """
        from waitress import create_server, wasyncore

        from .desk import Desk
        from .streams import StreamChannel

        self._ending = ending
        self._map: dict[int, Any] = {}
        self._stopping = False
        self._deadline = 0.0
        self._desk = Desk(look)
        self._desk.set_thread_count(settings.threads)
        try:
            self._server = create_server(
                application,
                map=self._map,
                _dispatcher=self._desk,
                host=settings.host,
                port=settings.port,
                ident=None,
                max_request_body_size=MAX_BODY,
                asyncore_use_poll=True,
                connection_limit=_connections(),
                # Who is asked by a proxy, ProxyFix finds out; else such headers are lies.
                clear_untrusted_proxy_headers=not settings.trusted_proxies,
            )
        except (OSError, ValueError) as error:
            wasyncore.close_all(self._map)
            raise ServerError(_sentence(settings, error)) from error
        for listener in self._listeners():
            listener.channel_class = StreamChannel

    @property
    def port(self) -> int:
        """The port that it listens on, also when 0 was asked for, which is any."""
        return int(self._listeners()[0].effective_port)

    def run(self) -> None:
        """Answer until `stop`; then finish what has begun, and return."""
        from waitress import wasyncore

        while not self._stopping:
            self._wait(1)
        for listener in self._listeners():
            wasyncore.dispatcher.close(listener)
        self._ending()
        self._desk.turn()
        while self._busy() and time.monotonic() < self._deadline:
            self._wait(0.05)
        self._server.task_dispatcher.shutdown(timeout=0.5)
        wasyncore.close_all(self._map)

    def stop(self, patience: float = 10.0) -> None:
        """Let `run` end, within so many seconds; asked a second time, at once."""
        self._deadline = 0.0 if self._stopping else time.monotonic() + patience
        self._stopping = True
        for listener in self._listeners():
            with suppress(OSError):  # `run` was awake already, and has closed it
                listener.pull_trigger()

    def stop_on_signals(self) -> None:
        """Stop on Ctrl-C, and when the system asks."""

        def stop(_number: int, _frame: FrameType | None) -> None:
            # No exception: it could strike between the sending of a part and the note that it was sent.
            self.stop()

        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, stop)

    def _wait(self, seconds: float) -> None:
        """Wait until something happens, and do what is to be done then."""
        from waitress import wasyncore

        wasyncore.loop(timeout=seconds, use_poll=True, map=self._map, count=1)
        self._desk.turn()

    def _listeners(self) -> list[Any]:
        return [each for each in list(self._map.values()) if hasattr(each, "effective_port")]

    def _busy(self) -> bool:
        """Whether a request is being read, answered or waits for it, or an answer is not yet sent."""
        return any(
            channel.requests or channel.request is not None or channel.total_outbufs_len
            for channel in list(self._map.values())
            if hasattr(channel, "requests")
        )


def _connections() -> int:
    """Return how many connections there may be; systems let a process open 1024 files until it asks for more."""
    try:
        import resource
    except ImportError:  # elsewhere than on Unix
        return 900
    limits = resource.getrlimit(resource.RLIMIT_NOFILE)
    soft, hard = (sys.maxsize if limit == resource.RLIM_INFINITY else limit for limit in limits)
    wanted = min(_CONNECTIONS + _OTHER_FILES, hard)
    if soft < wanted:
        with suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, limits[1]))
            soft = wanted
    return min(_CONNECTIONS, max(soft - _OTHER_FILES, 1))


def _sentence(settings: Settings, error: Exception) -> str:
    where = f"{settings.host}:{settings.port}"
    if isinstance(error, OSError) and error.errno == errno.EADDRINUSE:
        return f"Port {settings.port} is in use: is Scorekeeper running already? Or choose another with --port."
    if isinstance(error, OSError) and error.errno == errno.EACCES:
        return f"Port {settings.port} is not free for everybody on this machine: choose one from 1024 on with --port."
    if isinstance(error, OSError) and error.errno == errno.EADDRNOTAVAIL:
        return f"{settings.host} is no address of this machine: choose another with --host."
    return f"Scorekeeper cannot listen on {where}: {error.strerror if isinstance(error, OSError) else error}."


def url_of(host: str, port: int) -> str:
    """Return the address to open for a host."""
    return f"http://{f'[{host}]' if ':' in host else host}" + ("" if port == 80 else f":{port}")


def local_url(settings: Settings) -> str:
    """Return the address that a browser on this machine opens."""
    host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(settings.host, settings.host)
    return url_of(host, settings.port)


def listens_to_all(settings: Settings) -> bool:
    """Whether other machines reach the server by whatever address this one has."""
    return settings.host in _ANY


def lan_address() -> str | None:
    """Return the address by which others on the local network reach this machine; None without one. Sends nothing."""
    for find in (_by_route, _by_name):
        try:
            address = find()
        except OSError:
            continue
        if address and not address.startswith(("127.", "0.")):
            return address
    return None


def _by_route() -> str:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect((_ELSEWHERE, 9))  # for UDP this only looks up the route
        return str(probe.getsockname()[0])


def _by_name() -> str | None:
    found = [str(info[4][0]) for info in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)]
    return next((address for address in found if not address.startswith("127.")), None)
