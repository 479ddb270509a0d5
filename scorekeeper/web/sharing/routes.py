"""The pages to share a game, hand it over, and withdraw access."""

from collections.abc import Iterable
from typing import TypeAlias

from flask import Blueprint, Response, request, url_for
from markupsafe import Markup
from werkzeug.wrappers import Response as AnyResponse

from ...extensions import limiter
from ...services.access.access import Access, Role
from ...services.access.grants import OTHERS, AccessHolder, device_name, list_holders
from ...services.access.grants import withdraw as withdraw_right
from ...services.access.invitations import NewInvitation, hand_over, share
from ...services.circles.circles import load_name
from ...services.errors import NoAccess, NotNow
from ...services.views.loading import load_game
from ..board.board import board
from ..device import circle_reader, reader, secret, writer
from ..responses import fresh, go, page
from ..text import _, plural, problem_words, say
from .codes import invitation_view

ASKED = "asked"
"""The value of the hidden field that says that the check box `let_in` was shown."""

bp = Blueprint("sharing", __name__, url_prefix="/games/<game_id>")


@bp.get("/share")
def show(game_id: str) -> Response:
    """Show the ways to share a game, and to scorers everyone who has access."""
    access = reader(game_id)
    known = list_holders(access) if access.role is Role.SCORER else []
    view = load_game(game_id)
    return fresh(
        page(
            "sharing/show.html",
            board=board(view, access),
            holders=holder_rows(known),
            others=sum(not holder.mine for holder in known),
            all_others=OTHERS,
            circle=_circle_link(view.circle_id) if view.circle_id is not None else None,
            unnamed=device_name(secret()) is None,
        )
    )


@bp.post("/share")
@limiter.limit("60/minute")
def invite(game_id: str) -> Response:
    """Create an invitation for viewers or scorers, and show its QR code and its code."""
    access = reader(game_id)
    role = Role.SCORER if request.form.get("role") == Role.SCORER else Role.VIEWER
    titles = {Role.VIEWER: _("View the game"), Role.SCORER: _("Keep the score together")}
    return _invited(access, share(access, role), titles[role], lasting=True)


@bp.post("/hand-over")
@limiter.limit("60/minute")
def hand(game_id: str) -> Response:
    """Create an invitation to take over the scoring, and show its codes."""
    access = writer(game_id)
    ends = request.form.get("mine") == "end"
    return _invited(access, hand_over(access, ends_giver=ends), _("Somebody else keeps the score"), ends=ends)


@bp.post("/withdraw")
def withdraw(game_id: str) -> AnyResponse:
    """Withdraw the access of one holder, or of all others."""
    access = writer(game_id)
    keep = request.form.getlist("let_in") == [ASKED]  # the hidden field without the tick: it was shown, and not ticked
    try:
        ended = withdraw_right(access, request.form.get("holder", ""), let_in=not keep)
    except NotNow as error:
        return go(url_for("sharing.show", game_id=game_id), message=problem_words(error.problem))
    message = _("Access withdrawn. All codes for this game have expired, too.")
    if not ended:
        message = _("That access had already ended.")
    return go(url_for("sharing.show", game_id=game_id), message=say(message))


def _circle_link(circle_id: str) -> Markup | None:
    """Return a link to the circle of a game; None for a device that has the game alone."""
    try:
        circle_reader(circle_id)
    except NoAccess:
        return None
    url = url_for("circles.show", circle_id=circle_id)
    return Markup('<a href="{}"><bdi>{}</bdi></a>').format(url, load_name(circle_id))


HolderRow: TypeAlias = tuple[AccessHolder, Markup, Markup, str]


def holder_rows(holders: Iterable[AccessHolder]) -> list[HolderRow]:
    """Return each holder with its label, who let it in, and the label of what else can be withdrawn with it."""
    return [(holder, holder_name(holder), maker_name(holder), let_in_words(holder)) for holder in holders]


def holder_name(holder: AccessHolder) -> Markup:
    """Return the label of a device or link in the list."""
    if holder.devices is not None:
        if not holder.devices:
            return say(_("A link, not opened yet"))
        return say(
            plural("A link, and one device that used it", "A link, and {num} devices that used it", holder.devices)
        )
    if holder.mine:
        return say(_("{name} (this device)"), name=holder.name) if holder.name else say(_("This device"))
    return say("{name}", name=holder.name) if holder.name else say(_("Unnamed device"))


def maker_name(holder: AccessHolder) -> Markup:
    """Return who made a link or let a device in, in words; empty if no device did."""
    if holder.maker is None:
        return Markup()
    by = _("this device") if holder.made_here else holder.maker or _("an unnamed device")
    return say(_("let in by {by}") if holder.devices is None else _("made by {by}"), by=by)


def let_in_words(holder: AccessHolder) -> str:
    """Return the label of the check box that withdraws what a holder let in; empty if it let nobody in."""
    links, devices = holder.let_in
    parts = [plural("one link", "{num} links", links)] if links else []
    parts += [plural("one device", "{num} devices", devices)] if devices else []
    return _("This also removes: {what}", what=", ".join(parts)) if parts else ""


def _invited(
    access: Access, invited: NewInvitation, title: str, *, lasting: bool = False, ends: bool = False
) -> Response:
    view = board(load_game(access.game_id), access)
    return fresh(
        page("sharing/code.html", board=view, code=invitation_view(invited), title=title, lasting=lasting, ends=ends)
    )
