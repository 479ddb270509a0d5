"""Scorekeeper's server in a child process, which can be made to crash at a given moment."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from scorekeeper.config.settings import Settings

_SERVER = """
import os, signal, sys
from dataclasses import replace
from scorekeeper import create_app
from scorekeeper.server import Server
from scorekeeper.config.settings import read_settings

settings = replace(read_settings(os.environ), port=int(sys.argv[1]))
app = create_app(settings)

def dying(environ, start_response):
    answer = app(environ, start_response)
    if environ["REQUEST_METHOD"] == "POST" and environ["PATH_INFO"].endswith("/rounds"):
        os.kill(os.getpid(), signal.SIGKILL)
    return answer

server = Server(dying if sys.argv[2:] else app, settings, app.extensions["live"].close, app.extensions["ready"])
server.stop_on_signals()
print(server.port, flush=True)
server.run()
"""


@contextmanager
def serving(settings: Settings, port: int = 0, *, dies: bool = False) -> Iterator[int]:
    """Run a server on a port, by default a free one, until the block ends; yield its port.

    One that `dies` kills itself between the commit of a round and the response.
    """
    environ = os.environ | {
        "SCOREKEEPER_DATABASE_URL": settings.database_url,
        "SCOREKEEPER_DATA_DIR": str(settings.data_dir),
        "SCOREKEEPER_RATELIMIT_ENABLED": "0",
    }
    command = [sys.executable, "-c", _SERVER, str(port), *(["dies"] if dies else [])]
    server = subprocess.Popen(command, env=environ, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    try:
        assert server.stdout is not None
        yield int(server.stdout.readline())
    finally:
        server.kill()
        server.communicate()
