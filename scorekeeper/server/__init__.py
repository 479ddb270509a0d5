"""The server that `./run` starts; no other package knows which server it is.

`protocol` guards one connection, `connections` is the registry of all, `bodies` receives request bodies, `dispatcher`
schedules the worker threads, `bridge` translates between ASGI and WSGI, `streams` queues events for watching phones,
`asgi` is the application that combines them, `run` starts uvicorn with it, and `processes` starts several of these.
"""

from .limits import Limits
from .listening import ServerError
from .run import Server

__all__ = ["Limits", "Server", "ServerError"]
