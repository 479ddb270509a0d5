"""This device: its name, and how its games get to another one."""

from flask import Blueprint, Response, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from ...extensions import limiter
from ...services.access import grants, invitations
from ...services.errors import Invalid, NotNow
from ..device import secret, secret_or_new
from ..responses import fresh, go, page
from ..text import _, problem_words, say
from .codes import shown, spelled

bp = Blueprint("this_device", __name__, url_prefix="/device")


@bp.get("")
def show() -> Response:
    """Show what the device is called, and how its games get to another."""
    return _page(grants.device_name(secret()) or "")


@bp.post("/name")
def name() -> AnyResponse:
    """Give the device a name, or none."""
    typed, device = request.form.get("name", ""), secret_or_new()
    try:
        named = grants.name_device(device, {"name": typed})
    except Invalid as error:
        return _page(typed, 422, problem_words(error.problems[0]))
    said = say(_("This device is called %(name)s."), name=named) if named else say(_("This device has no name."))
    return go(url_for("this_device.show"), device, said)


@bp.post("/games")
@limiter.limit("20/minute")
def offer() -> AnyResponse:
    """Show the codes with which another device gets all games of this one."""
    try:
        invited = invitations.offer_games(secret())
    except NotNow as error:
        return go(url_for("this_device.show"), message=problem_words(error.problem))
    return fresh(page("device/move.html", code=shown(invited)))


@bp.post("/recovery")
@limiter.limit("20/minute")
def recovery() -> AnyResponse:
    """Show a recovery code, this once."""
    try:
        code = invitations.new_recovery_code(secret())
    except NotNow as error:
        return go(url_for("this_device.show"), message=problem_words(error.problem))
    return fresh(page("device/recovery.html", code=spelled(code), read_aloud=" ".join(code)))


def _page(name: str, status: int = 200, error: object = None) -> Response:
    has_code = grants.has_recovery_code(secret())
    return fresh(page("device/show.html", status, name=name, error=error, has_code=has_code))
