"""The people of a circle: add, rename, mark, merge and separate them, and claim guests."""

from collections.abc import Callable

from flask import Blueprint, Response, request, url_for
from markupsafe import Markup
from werkzeug.wrappers import Response as AnyResponse

from ...numbers import whole_number
from ...services.access.access import CircleAccess
from ...services.circles import circles, people
from ...services.errors import Invalid, NotNow
from ..device import circle_reader
from ..responses import fresh, go, page
from ..text import _, plural, problem_words, say
from .marks import mark_names

bp = Blueprint("people", __name__, url_prefix="/circles/<circle_id>/people")


@bp.get("")
def index(circle_id: str) -> Response:
    """Show everybody, the guests, and what can be changed."""
    return _page(circle_id)


@bp.post("")
def add(circle_id: str) -> AnyResponse:
    """Add a person."""
    right, name = circle_reader(circle_id), request.form.get("name", "")
    right.must_write()
    return _done(circle_id, lambda: people.add_person(right, {"name": name}), typed=name)


@bp.post("/<int:person_id>")
def change(circle_id: str, person_id: int) -> AnyResponse:
    """Change a person's name and sign."""
    right, mark = _keeper(circle_id), whole_number(request.form.get("mark", ""), 2)
    body = {"name": request.form.get("name", ""), **({} if mark is None else {"mark": mark})}
    return _done(circle_id, lambda: people.change_person(right, person_id, body))


@bp.post("/<int:person_id>/merge")
def merge(circle_id: str, person_id: int) -> AnyResponse:
    """Make a person the same as another one."""
    right, into = _keeper(circle_id), whole_number(request.form.get("into", ""), 9) or 0
    return _done(
        circle_id, lambda: people.merge(right, person_id, into), say(_("Merged. You can separate them again."))
    )


@bp.post("/<int:person_id>/separate")
def separate(circle_id: str, person_id: int) -> AnyResponse:
    """Undo a merge."""
    right = _keeper(circle_id)
    return _done(circle_id, lambda: people.separate(right, person_id), say(_("Separated.")))


@bp.post("/<int:person_id>/leave")
def leave(circle_id: str, person_id: int) -> AnyResponse:
    """Take a person out of the circle, and the name out of everything."""
    right = _keeper(circle_id)
    message = say(_("The name is gone. The points stay, as those of a guest."))
    return _done(circle_id, lambda: people.leave(right, person_id), message)


@bp.post("/guests")
def claim(circle_id: str) -> AnyResponse:
    """Make the guests of a name a person: one of the circle, or a new one."""
    right, name = _keeper(circle_id), request.form.get("guest", "")
    person = whole_number(request.form.get("person", ""), 9)
    if not person:
        return _done(circle_id, lambda: people.add_person(right, {"name": name}))
    claimed = people.claim_guest(right, name, person)
    message = say(plural("One game was added to the person.", "{num} games were added to the person.", claimed))
    return go(url_for("people.index", circle_id=circle_id), message=message)


def _keeper(circle_id: str) -> CircleAccess:
    """Return the access of this browser to a circle that it may manage; see `circle_reader`."""
    right = circle_reader(circle_id)
    right.must_keep()
    return right


def _done(circle_id: str, do: Callable[[], object], message: Markup | None = None, typed: str = "") -> AnyResponse:
    """Run a change and show the list again; with the problem if the input was invalid."""
    try:
        do()
    except Invalid as error:
        return _page(circle_id, 422, typed, problem_words(error.problems[0]))
    except NotNow as error:
        message = problem_words(error.problem)
    return go(url_for("people.index", circle_id=circle_id), message=message)


def _page(circle_id: str, status: int = 200, typed: str = "", error: object = None) -> Response:
    right = circle_reader(circle_id)
    view = circles.load_circle(right)
    context = {"circle": view, "right": right, "marks": mark_names(), "typed": typed, "error": error}
    return fresh(page("circles/people.html", status, **context))
