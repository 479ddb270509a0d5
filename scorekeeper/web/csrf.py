"""The session and CSRF protection, both derived from the device's secret, so that one cookie is enough.

A browser without a device has a pending secret in its session. The first POST that needs a device uses it, so forms
that were open before stay valid.
"""

import base64
import hmac
from typing import Any

from flask import Flask, Request, Response, current_app, g, session
from flask.sessions import SecureCookieSession, SecureCookieSessionInterface, SessionMixin
from flask_wtf.csrf import generate_csrf
from itsdangerous import TimestampSigner, URLSafeTimedSerializer

from ..extensions import is_api
from ..services.access.access import new_secret
from .device import PENDING, migrate_cookie, secret_in

_TOKEN = "csrf_token"  # session key where Flask-WTF expects the value that tokens are signed over


class _Signer(TimestampSigner):
    """Signs a session for as long as the browser keeps it, which is until it is closed.

    itsdangerous takes a session that was signed in the future for expired, as after the clock was set back.
    """

    def unsign(self, signed_value: str | bytes, max_age: int | None = None, return_timestamp: bool = False) -> Any:
        """Return the content of a session, however old; see `TimestampSigner.unsign`."""
        return super().unsign(signed_value, None, return_timestamp)  # type: ignore[call-overload]  # both are declared


class Sessions(SecureCookieSessionInterface):
    """Cookie sessions for pages, null sessions for the API.

    The CSRF value is derived from the device's secret in each request and never stored in the cookie. So a device has
    a session cookie only while there is something to remember, like a flash message.
    """

    def get_signing_serializer(self, app: Flask) -> URLSafeTimedSerializer | None:
        """Return the serializer of sessions, which does not ask for their age."""
        made = super().get_signing_serializer(app)
        if made is not None:
            made.signer = _Signer
        return made

    def open_session(self, app: Flask, request: Request) -> SecureCookieSession | None:
        """Return the session of a request, with the CSRF value in it."""
        if is_api(request):
            return self.make_null_session(app)
        opened = super().open_session(app, request)
        if opened is not None:
            known = secret_in(request.cookies, secure=app.config["SCOREKEEPER"].secure_cookies)
            if known:
                opened.pop(PENDING, None)
            opened.pop(_TOKEN, None)
            if own := known or opened.get(PENDING):
                dict.__setitem__(opened, _TOKEN, _proof(app, own))  # bypasses `modified`, so that no cookie is sent
        return opened

    def save_session(self, app: Flask, session: SessionMixin, response: Response) -> None:
        """Remove the CSRF value, and send the session cookie if the session was modified."""
        dict.pop(session, _TOKEN, None)  # type: ignore[call-overload]  # as above
        super().save_session(app, session, response)


def _proof(app: Flask, secret: str) -> str:
    """Return the CSRF value of the browser with `secret`: an HMAC, 20 characters of base64."""
    key = app.secret_key or b""
    digest = hmac.digest(key if isinstance(key, bytes) else key.encode(), f"forms of {secret}".encode(), "sha256")
    return base64.urlsafe_b64encode(digest[:15]).decode()


def form_token() -> str:
    """Return the CSRF token for the forms of a page; a browser without a secret gets a pending one."""
    if _TOKEN not in g and _TOKEN not in session:
        session[PENDING] = new_secret()
        session[_TOKEN] = _proof(current_app, session[PENDING])
    return str(generate_csrf())


def register(app: Flask) -> None:
    """Install the session interface, and `csrf_token` for templates in place of Flask-WTF's."""
    app.session_interface = Sessions()
    app.after_request(migrate_cookie)
    app.jinja_env.globals["csrf_token"] = form_token
    app.context_processor(lambda: {"csrf_token": form_token})
