"""The named house rules of a circle: list, rename, replace and delete them, and keep those of a game."""

from collections.abc import Callable
from typing import Any

from flask import Blueprint, Response, request, url_for
from markupsafe import Markup
from werkzeug.wrappers import Response as AnyResponse

from ...services.access.access import CircleAccess, Role
from ...services.circles import circles, named_rules
from ...services.errors import Invalid, NoAccess
from ..device import circle_reader, reader
from ..games.home import GameCard, game_card
from ..responses import fresh, go, page
from ..text import _, problem_words, say

bp = Blueprint("named_rules", __name__, url_prefix="/circles/<circle_id>/rules")


@bp.get("")
def index(circle_id: str) -> Response:
    """Show all named house rules in words, and what can be changed."""
    return _page(circle_reader(circle_id))


@bp.post("")
def keep(circle_id: str) -> AnyResponse:
    """Keep the house rules of a game under a name."""
    right = circle_reader(circle_id)
    right.must_write()
    typed = {"name": request.form.get("name", ""), "game": _game()}
    message = say(_("The house rules are kept. You can choose them for the circle’s next game."))
    return _done(
        right, lambda: named_rules.keep_rules(right, typed["game"], {"name": typed["name"]}), message, typed=typed
    )


@bp.post("/<int:rules_id>/name")
def rename(circle_id: str, rules_id: int) -> AnyResponse:
    """Give house rules another name."""
    right, name = _keeper(circle_id), request.form.get("name", "")
    message = say(_("The new name is saved."))
    typed = {"name": name, "game": ""}
    return _done(
        right, lambda: named_rules.rename_rules(right, rules_id, {"name": name}), message, at=rules_id, typed=typed
    )


@bp.post("/<int:rules_id>/replace")
def replace(circle_id: str, rules_id: int) -> AnyResponse:
    """Take the house rules of another game under the same name."""
    right, game = _keeper(circle_id), _game()
    message = say(_("The house rules are replaced. Games that have begun keep theirs."))
    return _done(right, lambda: named_rules.replace_rules(right, rules_id, game), message, at=rules_id)


@bp.post("/<int:rules_id>/delete")
def delete(circle_id: str, rules_id: int) -> AnyResponse:
    """Delete house rules."""
    right = _keeper(circle_id)
    message = say(_("The house rules are deleted. Games that have begun keep theirs."))
    return _done(right, lambda: named_rules.delete_rules(right, rules_id), message)


def _keeper(circle_id: str) -> CircleAccess:
    right = circle_reader(circle_id)
    right.must_keep()
    return right


def _game() -> str:
    """Return the id of the chosen game, empty if this device has no access to it."""
    try:
        return reader(request.form.get("game", "")).game_id
    except NoAccess:
        return ""


def _done(right: CircleAccess, do: Callable[[], object], message: Markup, **shown: Any) -> AnyResponse:
    """Run a change and show the list again; with the problem if the input was invalid."""
    try:
        do()
    except Invalid as error:
        return _page(right, 422, problem=error.problems[0].path[-1:], error=problem_words(error.problems[0]), **shown)
    return go(url_for("named_rules.index", circle_id=right.circle_id), message=message)


def _page(right: CircleAccess, status: int = 200, **shown: Any) -> Response:
    context = {
        "name": circles.load_name(right.circle_id),
        "right": right,
        "sets": named_rules.sets_of_circle(right),
        "games": _games(right) if right.role is not Role.VIEWER else [],
        "at": None,
        "typed": {"name": "", "game": ""},
    }
    return fresh(page("circles/rules.html", status, **{**context, **shown}))


def _games(right: CircleAccess) -> list[tuple[str, GameCard]]:
    """Return the latest games of the circle, each with the key of its kind."""
    return [(view.variant.key, game_card(view, right.role)) for view in circles.games_of_circle(right)]
