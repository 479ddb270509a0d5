"""The page of this device: its name, its language, the letters on its cards, moving its games to another device."""

from flask import Blueprint, Response, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from ...extensions import LANGUAGE, LANGUAGES, LETTERS_OF_CARDS, limiter, reader_letters
from ...rules.letters import LETTERS
from ...services.access import grants, invitations
from ...services.errors import Invalid, NotNow
from ..device import keep, secret, secret_or_new
from ..responses import fresh, go, page
from ..text import _, problem_words, say
from .codes import grouped, invitation_view

bp = Blueprint("this_device", __name__, url_prefix="/device")


@bp.get("")
def show() -> Response:
    """Show the device's name, and the ways to move its games."""
    return _page(grants.device_name(secret()) or "")


@bp.post("/name")
@limiter.limit("120/minute")  # each new device is a row
def name() -> AnyResponse:
    """Set or clear the device's name."""
    typed, device = request.form.get("name", ""), secret_or_new()
    try:
        named = grants.name_device(device, {"name": typed})
    except Invalid as error:
        return _page(typed, 422, problem_words(error.problems[0]))
    notice = say(_("This device is called {name}."), name=named) if named else say(_("This device has no name."))
    return go(url_for("this_device.show"), device, notice)


@bp.post("/language")
def language() -> AnyResponse:
    """Keep the chosen language with this browser; what is no language is ignored."""
    response = go(url_for("home.index" if request.form.get("at") == "home" else "this_device.show"))
    chosen = request.form.get("language", "")
    if chosen in LANGUAGES:
        keep(response, LANGUAGE, chosen)
    return response


@bp.post("/letters")
def letters() -> AnyResponse:
    """Keep the letters on the cards with this browser; what is no choice is ignored."""
    chosen = request.form.get("letters", "")
    if chosen not in LETTERS:
        return go(url_for("this_device.show"))
    response = go(url_for("this_device.show"), message=say(_("The letters on your cards are kept on this device.")))
    keep(response, LETTERS_OF_CARDS, chosen)
    return response


@bp.post("/games")
@limiter.limit("20/minute")
def offer() -> AnyResponse:
    """Create an invitation to all games of this device, and show its codes."""
    try:
        invited = invitations.offer_games(secret())
    except NotNow as error:
        return go(url_for("this_device.show"), message=problem_words(error.problem))
    return fresh(page("device/move.html", code=invitation_view(invited)))


@bp.post("/recovery")
@limiter.limit("20/minute")
def recovery() -> AnyResponse:
    """Create a recovery code and show it once."""
    try:
        code = invitations.new_recovery_code(secret())
    except NotNow as error:
        return go(url_for("this_device.show"), message=problem_words(error.problem))
    return fresh(page("device/recovery.html", code=grouped(code), read_aloud=" ".join(code)))


def _page(name: str, status: int = 200, error: object = None) -> Response:
    has_code = grants.has_recovery_code(secret())
    letters = {"letters": LETTERS, "chosen": reader_letters()}
    return fresh(page("device/show.html", status, name=name, error=error, has_code=has_code, **letters))
