"""The server: uvicorn, with our guards on its connections and the WSGI application behind a bridge."""

import signal
import sys
from collections.abc import Callable
from types import FrameType
from typing import TYPE_CHECKING

from ..config.settings import Settings
from .limits import Limits, limits_of
from .listening import AT_ONCE, listen

if TYPE_CHECKING:
    from ..web.board.live_ready import Look
    from .bridge import Wsgi

_PATIENCE = 10.0
_SWITCH = 0.0001
"""Seconds until a thread that computes lets another go on. A save gives up its turn at each of its statements; with the
usual 5 ms it would wait so long at each beside a dear question."""


class Server:
    """Listens from its making on, and answers from `run` on."""

    def __init__(
        self,
        application: "Wsgi",
        settings: Settings,
        ending: Callable[[], None] = lambda: None,
        look: "Look" = lambda _path, _headers: None,
        limits: Limits | None = None,
    ) -> None:
        """Begin to listen; `ending` is called when all connections have ended.

        What `look` finds ready is answered by it, without the application.

        Raises:
            ServerError: the port is in use, or the address is not this machine's.
        """
        limits = limits or limits_of(settings)
        self._sockets = listen(settings, limits.send_buffer)
        self.port: int = self._sockets[0].getsockname()[1]
        """The port that it listens on, also when 0 was asked for, which is any."""
        from uvicorn import Config
        from uvicorn import Server as Uvicorn

        from .asgi import Application
        from .connections import Connections
        from .dispatcher import Dispatcher
        from .protocol import guarded

        self._ending = ending
        self._dispatcher = Dispatcher(settings.threads, limits)
        connections = Connections(limits)
        app = Application(application, look, connections, self._dispatcher, settings.trusted_proxies)
        config = Config(
            app,
            http=guarded(connections),
            ws="none",
            loop="asyncio",
            lifespan="on",
            interface="asgi3",
            log_config=None,
            log_level="debug" if settings.log_level == "DEBUG" else "error",
            access_log=False,
            proxy_headers=False,  # who is asked by a proxy, the application finds out
            server_header=False,
            backlog=AT_ONCE,
            timeout_keep_alive=int(limits.idle_seconds) + 1,
            timeout_graceful_shutdown=_PATIENCE,  # type: ignore[arg-type]  # asyncio takes parts of seconds, too
        )
        self._uvicorn = Uvicorn(config)

    def run(self) -> None:
        """Answer until `stop`; then finish what has begun, and return."""
        usual = sys.getswitchinterval()
        sys.setswitchinterval(_SWITCH)
        try:
            self._uvicorn.run(sockets=self._sockets)
        finally:
            sys.setswitchinterval(usual)
        self._ending()
        self._dispatcher.stop(0.5)

    def stop(self, patience: float = _PATIENCE) -> None:
        """Let `run` end, within so many seconds; asked a second time, at once."""
        self._uvicorn.config.timeout_graceful_shutdown = patience  # type: ignore[assignment]  # as above
        self._uvicorn.force_exit = self._uvicorn.should_exit
        self._uvicorn.should_exit = True

    def stop_on_signals(self) -> None:
        """Stop on Ctrl-C, and when the system asks; while it runs, uvicorn itself does."""

        def stop(_number: int, _frame: FrameType | None) -> None:
            self.stop()

        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, stop)
