"""A link or a code that makes a game known to another device, or all games of a device that is changed for another.

A link's key leaves the address at once: it waits in the session until somebody says yes.
"""

from flask import Blueprint, Response, redirect, request, session, url_for
from werkzeug.wrappers import Response as AnyResponse

from ...extensions import limiter
from ...http.addresses import network_of
from ...services.access.access import Role
from ...services.access.invitations import Found, find_link, use_code, use_link
from ...services.errors import BadCode, NoAccess
from ...services.games.games import load_game
from ..device import secret_or_new
from ..responses import fresh, go, page
from ..text import _, say

bp = Blueprint("join", __name__, url_prefix="/join")

_PENDING = "joining"
_FAILED = 422


def _wrong(response: Response) -> bool:
    """Whether an answer was to a code that led nowhere: only those count for the limits."""
    return response.status_code == _FAILED


def _network() -> str:
    """Return whose wrong codes are counted together. No bound is everybody's: the codes are long enough without one."""
    return network_of(request.remote_addr or "")


@bp.get("")
def ask() -> Response:
    """Show where a code is typed."""
    return page("join/code.html", typed="")


@bp.post("")
@limiter.limit("10/minute;200/hour", key_func=_network, deduct_when=_wrong)
def enter() -> AnyResponse:
    """Let this device in by the code that was typed."""
    typed, device = request.form.get("code", ""), secret_or_new()
    try:
        found = use_code(typed, device)
    except BadCode:
        return page("join/code.html", _FAILED, typed=typed, wrong=True)
    return _inside(found, device)


@bp.get("/<key>")
def follow(key: str) -> AnyResponse:
    """Take the key out of the address: what it opens is shown, and asked, on the next page."""
    find_link(key)
    session[_PENDING] = key
    response = redirect(url_for("join.show"), 303)
    response.headers["Referrer-Policy"] = "no-referrer"
    return fresh(response)


@bp.get("/game")
def show() -> Response:
    """Show which game the link leads to."""
    key = session.get(_PENDING)
    if not isinstance(key, str):
        raise NoAccess
    found = find_link(key)
    view = load_game(found.game_id) if found.game_id else None
    return fresh(page("join/show.html", view=view, key=key, may_write=found.role is Role.SCORER))


@bp.post("/game")
def accept() -> AnyResponse:
    """Make the game known to this device, and leave the key behind."""
    device = secret_or_new()
    found = use_link(request.form.get("key", ""), device)
    session.pop(_PENDING, None)
    return _inside(found, device)


def _inside(found: Found, device: str) -> AnyResponse:
    if found.game_id:
        return go(url_for("scoreboard.show", game_id=found.game_id), device)
    return go(url_for("home.index"), device, say(_("The games are on this device now.")))
