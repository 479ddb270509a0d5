"""What every answer says to the browser: run nothing but ours, frame nothing, keep no page."""

from flask import Flask, current_app, g, request
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
}
_EVERYTHING = (*_ALWAYS, *_PAGES.items())
_API = (*_ALWAYS, ("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'"))  # JSON is no document
_NO_PAGE = (*_ALWAYS, ("Content-Security-Policy", "sandbox"))
_HSTS = ("Strict-Transport-Security", "max-age=31536000")
_ASK_FIRST = ("Cache-Control", "private, no-cache")


def part_headers(*, secure: bool) -> tuple[tuple[str, str], ...]:
    """Return what goes with every part that has an address of its own; `secure` if people come by HTTPS only."""
    return (*_NO_PAGE, *((_HSTS,) if secure else ()), _ASK_FIRST)


def _wanted(response: Response) -> tuple[tuple[str, str], ...]:
    """Return the headers that an answer needs: one that goes into a page is under that page's rules.

    What a POST by htmx gets is never a page of its own. A part with an address of its own can be opened as one: then it
    may do nothing at all.
    """
    if is_api(request):
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
    if "Cache-Control" not in response.headers and request.endpoint != "static" and not by_htmx():
        response.headers.add(*_ASK_FIRST)
    return response


def register(app: Flask) -> None:
    """Add the headers to every answer of `app`."""
    app.after_request(_add)
