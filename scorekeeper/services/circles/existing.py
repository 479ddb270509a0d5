"""Load a circle that has not been deleted."""

from ...store.circles import circles
from ...store.database import db
from ...store.rows import CircleRow
from ..errors import NoAccess


def existing_circle(circle_id: str) -> CircleRow:
    """Return the row of a circle.

    Raises:
        NoAccess: there is no such circle, or it is deleted.
    """
    circle = circles.circle_row(db.session(), circle_id)
    if circle is None or circle.deleted_at is not None:
        raise NoAccess
    return circle
