"""The pages to share a circle, hand it over, and withdraw access."""

from flask import Blueprint, Response, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from ...extensions import limiter
from ...services.access.access import CircleAccess, Role
from ...services.access.grants import OTHERS, device_name, list_holders
from ...services.access.grants import withdraw as withdraw_right
from ...services.access.invitations import NewInvitation, hand_over, share
from ...services.circles.circles import load_name
from ...services.errors import NotNow
from ..device import circle_reader, secret
from ..responses import fresh, go, page
from ..sharing.codes import invitation_view
from ..sharing.routes import ASKED, holder_rows
from ..text import _, problem_words, say

bp = Blueprint("circle_sharing", __name__, url_prefix="/circles/<circle_id>")


@bp.get("/share")
def show(circle_id: str) -> Response:
    """Show the ways to share a circle, and to keepers everyone who has access."""
    right = circle_reader(circle_id)
    known = list_holders(right) if right.role is Role.KEEPER else []
    return fresh(
        page(
            "circles/share.html",
            name=load_name(circle_id),
            right=right,
            holders=holder_rows(known),
            others=sum(not holder.mine for holder in known),
            all_others=OTHERS,
            unnamed=device_name(secret()) is None,
        )
    )


@bp.post("/share")
@limiter.limit("60/minute")
def invite(circle_id: str) -> Response:
    """Create an invitation with the chosen role, and show its QR code and its code."""
    right = circle_reader(circle_id)
    titles = {
        Role.VIEWER: _("View the circle"),
        Role.SCORER: _("Keep the score in the circle"),
        Role.KEEPER: _("Keep the circle together"),
    }
    given = request.form.get("role", "")
    role = next((role for role in Role if role == given), Role.VIEWER)
    return _invited(right, share(right, role), titles[role], lasting=True)


@bp.post("/hand-over")
@limiter.limit("60/minute")
def hand(circle_id: str) -> Response:
    """Create an invitation to take over the circle, and show its codes."""
    right = circle_reader(circle_id)
    ends = request.form.get("mine") == "end"
    return _invited(right, hand_over(right, ends_giver=ends), _("Somebody else keeps the circle"), ends=ends)


@bp.post("/withdraw")
def withdraw(circle_id: str) -> AnyResponse:
    """Withdraw the access of one holder, or of all others."""
    right = circle_reader(circle_id)
    keep = request.form.getlist("let_in") == [ASKED]
    try:
        ended = withdraw_right(right, request.form.get("holder", ""), let_in=not keep)
    except NotNow as error:
        return go(url_for("circle_sharing.show", circle_id=circle_id), message=problem_words(error.problem))
    message = _("Access withdrawn. All codes for this circle have expired, too.")
    if not ended:
        message = _("That access had already ended.")
    return go(url_for("circle_sharing.show", circle_id=circle_id), message=say(message))


def _invited(
    right: CircleAccess, invited: NewInvitation, title: str, *, lasting: bool = False, ends: bool = False
) -> Response:
    name, code = load_name(right.circle_id), invitation_view(invited)
    return fresh(page("circles/code.html", name=name, code=code, lasting=lasting, ends=ends, title=title, right=right))
