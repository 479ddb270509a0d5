"""Security and cache headers of every response: a strict CSP, no framing, no caching of pages without revalidation."""

from flask import Flask, current_app, g, request
from flask.globals import request_ctx
from werkzeug.wrappers import Response

from ..extensions import is_api
from .responses import by_htmx

_POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)
_ALWAYS = (("X-Content-Type-Options", "nosniff"),)
_PAGES = {
    "Content-Security-Policy": _POLICY,
    "Referrer-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "X-Robots-Tag": "noindex, nofollow",  # a link that somebody publishes is not found by a search
}
_EVERYTHING = (*_ALWAYS, *_PAGES.items())
_API = (*_ALWAYS, ("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'"))  # JSON is not a document
_NO_PAGE = (*_ALWAYS, ("Content-Security-Policy", "sandbox"))
_HSTS = ("Strict-Transport-Security", "max-age=31536000")
_REVALIDATE = ("Cache-Control", "private, no-cache")


def part_headers(*, secure: bool) -> tuple[tuple[str, str], ...]:
    """Return the headers of page parts with a URL of their own; `secure` if the base URL is https."""
    return (*_NO_PAGE, *((_HSTS,) if secure else ()), _REVALIDATE)


def _wanted(response: Response) -> tuple[tuple[str, str], ...]:
    """Return the security headers of a response.

    A response to htmx is swapped into a page, whose policy applies. A part with a URL of its own can also be opened as
    a document; then the sandbox policy forbids everything.
    """
    if is_api(request_ctx.request):
        return _API
    if by_htmx() or response.mimetype == "text/event-stream":
        return _ALWAYS
    return _NO_PAGE if g.get("part") else _EVERYTHING


def _add(response: Response) -> Response:
    present = {name.lower() for name, _ in response.headers}
    for name, value in _wanted(response):
        if name.lower() not in present:
            response.headers.add(name, value)
    if current_app.config["SCOREKEEPER"].secure_cookies:
        response.headers.setdefault(*_HSTS)
    if "reader" in g and not is_api(request_ctx.request):
        response.vary.update(("Accept-Language", "Cookie"))
    if "cache-control" not in present and request.endpoint != "static" and not by_htmx():
        response.headers.add(*_REVALIDATE)
    return response


def register(app: Flask) -> None:
    """Add the headers to every response of `app`."""
    app.after_request(_add)
