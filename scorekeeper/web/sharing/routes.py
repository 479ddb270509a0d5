"""A game for more than one phone: shared, handed over, and withdrawn."""

from flask import Blueprint, Response, request, url_for
from markupsafe import Markup
from werkzeug.wrappers import Response as AnyResponse

from ...extensions import limiter
from ...services.access.access import Access, Role
from ...services.access.grants import OTHERS, Holder, device_name, holders
from ...services.access.grants import withdraw as withdraw_right
from ...services.access.invitations import Invited, hand_over, share
from ...services.errors import NotNow
from ...services.games.games import load_game
from ..board.board import board
from ..device import reader, secret, writer
from ..responses import fresh, go, page
from ..text import _, plural, problem_words, say
from .codes import shown

_ASKED = "asked"

bp = Blueprint("sharing", __name__, url_prefix="/games/<game_id>")


@bp.get("/share")
def show(game_id: str) -> Response:
    """Show for whom the game can be shared, and to scorers who has access."""
    access = reader(game_id)
    known = holders(access) if access.role is Role.SCORER else []
    return fresh(
        page(
            "sharing/show.html",
            board=board(load_game(game_id), access),
            holders=[(holder, holder_name(holder), maker_name(holder), let_in_words(holder)) for holder in known],
            others=sum(not holder.mine for holder in known),
            all_others=OTHERS,
            unnamed=device_name(secret()) is None,
        )
    )


@bp.post("/share")
@limiter.limit("60/minute")
def invite(game_id: str) -> Response:
    """Show a QR code and a code to be read aloud, for those who look on or for those who write too."""
    access = reader(game_id)
    role = Role.SCORER if request.form.get("role") == Role.SCORER else Role.VIEWER
    titles = {Role.VIEWER: _("Look on"), Role.SCORER: _("Keep the score, too")}
    return _invited(access, share(access, role), titles[role], lasting=True)


@bp.post("/hand-over")
@limiter.limit("60/minute")
def hand(game_id: str) -> Response:
    """Show the codes with which another phone takes over the score."""
    access = writer(game_id)
    ends = request.form.get("mine") == "end"
    return _invited(access, hand_over(access, ends_giver=ends), _("Somebody else keeps the score"), ends=ends)


@bp.post("/withdraw")
def withdraw(game_id: str) -> AnyResponse:
    """End the access of one, or of all others."""
    access = writer(game_id)
    leave = request.form.getlist("let_in") == [_ASKED]  # only if that was asked, and not ticked
    try:
        ended = withdraw_right(access, request.form.get("holder", ""), let_in=not leave)
    except NotNow as error:
        return go(url_for("sharing.show", game_id=game_id), message=problem_words(error.problem))
    message = _("Access is withdrawn. Codes that were given out for this game have ended, too.")
    if not ended:
        message = _("Nothing was withdrawn: that access had ended already.")
    return go(url_for("sharing.show", game_id=game_id), message=say(message))


def holder_name(holder: Holder) -> Markup:
    """Return what a device or a link is called in the list."""
    if holder.devices is not None:
        if not holder.devices:
            return say(_("A link, not opened yet"))
        return say(
            plural(
                "A link, and one device that came by it", "A link, and %(num)s devices that came by it", holder.devices
            )
        )
    if holder.mine:
        return say(_("%(name)s (this device)"), name=holder.name) if holder.name else say(_("This device"))
    return say("%(name)s", name=holder.name) if holder.name else say(_("A device without a name"))


def maker_name(holder: Holder) -> Markup:
    """Return who made a link, or let a device in; nothing if nobody of the table did."""
    if holder.maker is None:
        return Markup()
    by = _("this device") if holder.made_here else holder.maker or _("a device without a name")
    return say(_("let in by %(by)s") if holder.devices is None else _("made by %(by)s"), by=by)


def let_in_words(holder: Holder) -> str:
    """Return what can end together with a holder, for its tick; nothing if it let nobody in."""
    links, devices = holder.let_in
    told = [plural("one link", "%(num)s links", links)] if links else []
    told += [plural("one device", "%(num)s devices", devices)] if devices else []
    return _("also what it let in: %(what)s", what=", ".join(told)) if told else ""


def _invited(access: Access, invited: Invited, title: str, *, lasting: bool = False, ends: bool = False) -> Response:
    view = board(load_game(access.game_id), access)
    return fresh(page("sharing/code.html", board=view, code=shown(invited), title=title, lasting=lasting, ends=ends))
