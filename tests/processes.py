"""Scorekeeper's server in a child process, which can be made to crash at a given moment."""

import os
import signal
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from multiprocessing import get_context
from multiprocessing.connection import Connection
from typing import Any, Literal

from scorekeeper import create_app
from scorekeeper.config.settings import Settings
from scorekeeper.server import Server

Death = Literal["never", "before", "after"]

# Forked by a process that has imported the application: that import is a second, nine tenths of a server's start.
_CONTEXT = get_context("forkserver")
_CONTEXT.set_forkserver_preload(["scorekeeper.app", "scorekeeper.server", __name__])


@contextmanager
def serving(settings: Settings, port: int = 0, dies: Death = "never") -> Iterator[int]:
    """Run a server without rate limits on a port, by default a free one, until the block ends; yield its port.

    It kills itself `before` the commit of a round or an undo, or `after` it, before the response.
    """
    chosen = replace(settings, port=port, ratelimit_enabled=False)
    receiver, sender = _CONTEXT.Pipe(duplex=False)
    process = _CONTEXT.Process(target=_serve, args=(chosen, dies, sender))
    process.start()
    sender.close()
    try:
        yield receiver.recv()
    finally:
        process.kill()
        process.join()
        process.close()
        receiver.close()


def _serve(settings: Settings, dies: Death, sender: Connection) -> None:
    silence = os.open(os.devnull, os.O_WRONLY)
    os.dup2(silence, 1)
    os.dup2(silence, 2)
    app = create_app(settings)

    def dying(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        fatal = environ["REQUEST_METHOD"] == "POST" and environ["PATH_INFO"].endswith(("/rounds", "/undo"))
        if fatal and dies == "before":
            os.kill(os.getpid(), signal.SIGKILL)
        answer = app(environ, start_response)
        if fatal and dies == "after":
            os.kill(os.getpid(), signal.SIGKILL)
        return answer

    server = Server(dying, settings, app.extensions["live"].close, app.extensions["ready"])
    sender.send(server.port)
    sender.close()
    server.run()
