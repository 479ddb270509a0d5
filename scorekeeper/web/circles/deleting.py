"""Delete and restore a circle."""

from flask import Blueprint, Response, url_for
from werkzeug.wrappers import Response as AnyResponse

from ...services.circles import circles, deleting
from ..device import circle_reader
from ..responses import fresh, go, page
from ..text import _, say

bp = Blueprint("circle_deleting", __name__, url_prefix="/circles/<circle_id>")


@bp.get("/delete")
def ask(circle_id: str) -> Response:
    """Show the confirmation for deleting the circle."""
    right = circle_reader(circle_id)
    right.must_keep()
    return fresh(page("circles/delete.html", circle=circles.load_circle(right)))


@bp.post("/delete")
def delete(circle_id: str) -> AnyResponse:
    """Delete the circle."""
    right = circle_reader(circle_id)
    right.must_keep()
    name = circles.load_name(circle_id)
    deleting.delete_circle(right)
    message = say(_("The circle “{name}” is deleted. You can restore it here for 30 days."), name=name)
    return go(url_for("home.index"), message=message)


@bp.post("/restore")
def restore(circle_id: str) -> AnyResponse:
    """Restore the circle."""
    right = circle_reader(circle_id)
    right.must_keep()
    deleting.restore_circle(right)
    return go(url_for("circles.show", circle_id=circle_id), message=say(_("The circle is restored.")))
