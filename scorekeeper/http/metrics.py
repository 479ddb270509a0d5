"""Count each request for `services.monitoring.metrics`, and say who may read the figures."""

from time import perf_counter

from flask import Flask, Response, current_app, g, request

from ..config.networks import is_in
from ..services.monitoring.metrics import RECEIVED, UNTRUSTED, count_request


def register(app: Flask) -> None:
    """Count the requests of `app`. Call it before anything else adds functions to requests: it measures them, too."""
    app.before_request(_begin)
    app.after_request(_count)


def _begin() -> None:
    g.received = request.environ.get(RECEIVED) or perf_counter()


def _count(response: Response) -> Response:
    if received := g.pop("received", None):
        rule = request.url_rule
        count_request(request.method, rule.rule if rule else "", response.status_code, perf_counter() - received)
    return response


def may_read() -> bool:
    """Return whether the request comes from an address that may read the figures (`SCOREKEEPER_METRICS`).

    Behind trusted proxies both count, the last proxy and the client that it names: a client that reaches the server
    without them can name any. Behind a proxy that is not trusted all clients seem to be this machine, so none may.
    """
    settings = current_app.config["SCOREKEEPER"]
    if not settings.trusted_proxies and (settings.secure_cookies or request.environ.get(UNTRUSTED)):
        return False
    last = request.environ.get("werkzeug.proxy_fix.orig", request.environ)["REMOTE_ADDR"]
    return all(is_in(address or "", settings.metrics) for address in (last, request.remote_addr))
