"""Configure and run uvicorn, with guarded connections and the WSGI application behind a bridge."""

import signal
import sys
from collections.abc import Callable, Sequence
from types import FrameType
from typing import TYPE_CHECKING

from ..config.settings import Settings
from .limits import Limits, limits_of
from .listening import ACCEPT_BATCH, listen

if TYPE_CHECKING:
    from ..web.board.live_ready import Look
    from .bridge import Wsgi

_GRACE = 10.0
_DRAIN = 4.0
"""Twice the time that deploy/Caddyfile keeps idle connections."""
_SWITCH_INTERVAL = 0.0001
"""Seconds for `sys.setswitchinterval`. A save releases the interpreter lock at each database statement; beside a thread
that computes it would wait for the default of 5 ms each time."""


class Server:
    """A server that listens from its construction on and answers from `run` on."""

    def __init__(
        self,
        application: "Wsgi",
        settings: Settings,
        on_stop: Callable[[], None] = lambda: None,
        look: "Look" = lambda _path, _headers: None,
        limits: Limits | None = None,
        given: Sequence[int] = (),
    ) -> None:
        """Open the listening sockets, or take those `given` by number; `on_stop` is called when all are closed.

        `look` returns cached boards without calling the application. `limits` default to those for `settings`.

        Raises:
            ServerError: the port is in use or reserved, or the address is not this machine's.
        """
        limits = limits or limits_of(settings)
        self._sockets = listen(settings, limits.send_buffer_bytes, given)
        self.port: int = self._sockets[0].getsockname()[1]
        """The port that it listens on; if `settings.port` is 0, the one that the kernel chose."""
        from uvicorn import Config
        from uvicorn import Server as Uvicorn

        from .asgi import Application
        from .connections import Connections
        from .dispatcher import Dispatcher
        from .protocol import protocol_class

        self._on_stop = on_stop
        self._dispatcher = Dispatcher(settings.threads, limits)
        self._connections = Connections(limits)
        self._application = Application(
            application, look, self._connections, self._dispatcher, settings.trusted_proxies
        )
        config = Config(
            self._application,
            http=protocol_class(self._connections),
            ws="none",
            loop="asyncio",
            lifespan="on",
            interface="asgi3",
            log_config=None,
            log_level="debug" if settings.log_level == "DEBUG" else "error",
            access_log=False,
            proxy_headers=False,  # `Application` and ProxyFix evaluate them
            server_header=False,
            backlog=ACCEPT_BATCH,
            timeout_keep_alive=int(limits.idle_seconds) + 1,
            timeout_graceful_shutdown=_GRACE,  # type: ignore[arg-type]  # typed int; asyncio takes a float
        )
        self._uvicorn = Uvicorn(config)

    @property
    def is_running(self) -> bool:
        """Whether it answers requests, or has done so."""
        return self._uvicorn.started

    def run(self) -> None:
        """Answer requests until `stop` is called, finish those in progress, and return."""
        default = sys.getswitchinterval()
        sys.setswitchinterval(_SWITCH_INTERVAL)
        try:
            self._uvicorn.run(sockets=self._sockets)
        finally:
            sys.setswitchinterval(default)
        self._on_stop()
        self._dispatcher.stop(0.5)

    def stop(self, grace: float = _GRACE) -> None:
        """Make `run` return within `grace` seconds; a second call makes it return at once."""
        self._uvicorn.config.timeout_graceful_shutdown = grace  # type: ignore[assignment]  # as above
        self._uvicorn.force_exit = self._uvicorn.should_exit
        self._uvicorn.should_exit = True

    def drain(self, seconds: float = _DRAIN) -> None:
        """Accept no more connections, answer one request on each for `seconds`, unless all close before; then stop.

        Another process has the same sockets and goes on. A proxy that closes its idle connections within that time
        never sends a request on one that has just been closed.
        """
        loop = self._application.loop

        def begin() -> None:
            for each in self._uvicorn.servers:
                each.close()
            self._connections.draining = True
            look(loop.time() + seconds)

        def look(end: float) -> None:
            if len(self._connections) and loop.time() < end:
                loop.call_later(0.1, look, end)
            else:
                self.stop()

        loop.call_soon_threadsafe(begin)

    def stop_on_signals(self) -> None:
        """Stop on SIGINT and SIGTERM until `run` starts, from when on uvicorn handles them."""

        def stop(_number: int, _frame: FrameType | None) -> None:
            self.stop()

        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, stop)
