"""Join a game, or take over the games of another device, by a link or a code.

A link's key is removed from the URL at once; it is in the session until the user confirms.
"""

from flask import Blueprint, Response, redirect, request, session, url_for
from werkzeug.wrappers import Response as AnyResponse

from ...extensions import client_network, limiter
from ...services.access.invitations import LinkTarget, find_link, use_code, use_link
from ...services.circles.circles import load_name
from ...services.errors import BadCode, NoAccess
from ...services.views.loading import load_title
from ..device import secret_or_new
from ..responses import fresh, go, page
from ..text import _, say

bp = Blueprint("join", __name__, url_prefix="/join")

_PENDING = "joining"
_FAILED = 422


def _wrong(response: Response) -> bool:
    """Whether a response refuses a wrong code: only those are charged to the limits."""
    return response.status_code == _FAILED


@bp.get("")
def ask() -> Response:
    """Show the form for a code."""
    return page("join/code.html", typed="")


@bp.post("")
@limiter.limit("10/minute;200/hour", key_func=client_network, deduct_when=_wrong)
def enter() -> AnyResponse:
    """Join by the typed code."""
    typed, device = request.form.get("code", ""), secret_or_new()
    try:
        found = use_code(typed, device)
    except BadCode:
        return page("join/code.html", _FAILED, typed=typed, wrong=True)
    return _joined(found, device)


@bp.get("/<key>")
def follow(key: str) -> AnyResponse:
    """Move the key from the URL into the session, and redirect to the page that asks for confirmation."""
    find_link(key)
    session[_PENDING] = key
    response = redirect(url_for("join.show"), 303)
    response.headers["Referrer-Policy"] = "no-referrer"
    return fresh(response)


@bp.get("/game")
def show() -> Response:
    """Show which game the pending link leads to, and ask for confirmation."""
    key = session.get(_PENDING)
    if not isinstance(key, str):
        raise NoAccess
    found = find_link(key)
    game_id, circle_id = found.subject
    game = load_title(game_id) if game_id else None
    circle = load_name(circle_id) if circle_id else None
    return fresh(page("join/show.html", game=game, circle=circle, key=key, role=found.role))


@bp.post("/game")
def accept() -> AnyResponse:
    """Join by the confirmed link."""
    device = secret_or_new()
    found = use_link(request.form.get("key", ""), device)
    session.pop(_PENDING, None)
    return _joined(found, device)


def _joined(found: LinkTarget, device: str) -> AnyResponse:
    game_id, circle_id = found.subject
    if game_id:
        return go(url_for("scoreboard.show", game_id=game_id), device)
    if circle_id:
        return go(url_for("circles.show", circle_id=circle_id), device)
    return go(url_for("home.index"), device, say(_("The games are now on this device.")))
