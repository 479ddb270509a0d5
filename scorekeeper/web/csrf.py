"""The session, and what proves that a form is ours: both hang on the browser's own secret, so one cookie is enough.

A browser without a device has its secret-to-be in the session. The first POST that needs a device takes that one, and
the forms that were open before are still good.
"""

import base64
import hmac

from flask import Flask, Request, Response, current_app, g, session
from flask.sessions import SecureCookieSession, SecureCookieSessionInterface, SessionMixin
from flask_wtf.csrf import generate_csrf

from ..extensions import is_api
from ..services.access.access import new_secret
from .device import PENDING, move_over, secret_in

_TOKEN = "csrf_token"  # where Flask-WTF looks for what a form's token must say


class Sessions(SecureCookieSessionInterface):
    """A session in a cookie, but none for the API: no cookie counts there.

    What a form's token must say is made from the browser's secret for each request, and never sent with the session: a
    phone that knows a game has no session's cookie unless something is to be told once.
    """

    def open_session(self, app: Flask, request: Request) -> SecureCookieSession | None:
        """Return the session of a request."""
        if is_api(request):
            return self.make_null_session(app)
        opened = super().open_session(app, request)
        if opened is not None:
            known = secret_in(request.cookies, secure=app.config["SCOREKEEPER"].secure_cookies)
            if known:
                opened.pop(PENDING, None)
            opened.pop(_TOKEN, None)
            if own := known or opened.get(PENDING):
                dict.__setitem__(opened, _TOKEN, _proof(app, own))  # as a dict: that is no change of the session
        return opened

    def save_session(self, app: Flask, session: SessionMixin, response: Response) -> None:
        """Send the session's cookie if something in it has changed."""
        dict.pop(session, _TOKEN, None)  # type: ignore[call-overload]  # as above
        super().save_session(app, session, response)


def _proof(app: Flask, secret: str) -> str:
    """Return what a form's token says if it is of a page that the browser with `secret` was shown."""
    key = app.secret_key or b""
    digest = hmac.digest(key if isinstance(key, bytes) else key.encode(), f"forms of {secret}".encode(), "sha256")
    return base64.urlsafe_b64encode(digest[:15]).decode()


def form_token() -> str:
    """Return the token for a page's forms."""
    if _TOKEN not in g and _TOKEN not in session:
        session[PENDING] = new_secret()
        session[_TOKEN] = _proof(current_app, session[PENDING])
    return str(generate_csrf())


def register(app: Flask) -> None:
    """Let `app` have sessions, and its templates tokens: what Flask-WTF would give them, made as said above."""
    app.session_interface = Sessions()
    app.after_request(move_over)
    app.jinja_env.globals["csrf_token"] = form_token
    app.context_processor(lambda: {"csrf_token": form_token})
