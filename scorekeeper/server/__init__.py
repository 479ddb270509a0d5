"""The server that `./run` starts; nothing else knows which server it is.

`protocol` guards each connection, `connections` counts them all, `bodies` receives what is sent, `dispatcher` shares
out the threads, `bridge` asks the WSGI application, `streams` serves those who watch, `asgi` puts it together.
"""

from .limits import Limits
from .listening import ServerError
from .run import Server

__all__ = ["Limits", "Server", "ServerError"]
