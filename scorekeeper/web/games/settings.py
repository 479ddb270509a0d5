"""The settings of a game, which apply from the next round on; delete and restore the game."""

from typing import Any

from flask import Blueprint, Response, request, url_for
from markupsafe import Markup
from werkzeug.datastructures import MultiDict
from werkzeug.wrappers import Response as AnyResponse

from ...services.access.access import Access, Role
from ...services.circles.named_rules import sets_of_device
from ...services.errors import Invalid, KeyReused, NoAccess, NotNow
from ...services.games.changes import Precondition, Stale
from ...services.games.deleting import delete_game, restore_game
from ...services.games.settings import NewSettings, change_settings
from ...services.payload_reading import read_ahead, received
from ...services.payloads import NewChange
from ...services.views.game_view import GameView
from ...services.views.loading import load_game
from ...services.wording import game_name
from ..board.board import board
from ..board.routes import posted_version
from ..device import circle_reader, secret, writer
from ..forms import fingerprint
from ..responses import go, page, part
from ..text import _, problem_words, say
from .settings_form import SettingsForm, moved_up

bp = Blueprint("settings", __name__, url_prefix="/games/<game_id>")


@bp.get("/settings")
def show(game_id: str) -> Response:
    """Show the settings as they are."""
    access = writer(game_id)
    view = load_game(game_id)
    return _settings_page(view, access, _form(view))


@bp.post("/settings")
def change(game_id: str) -> AnyResponse:
    """Save the settings, or, if another of its buttons was tapped, arrange the form's rows."""
    access = writer(game_id)
    view = load_game(game_id)
    if "up" in request.form or "join" in request.form:
        return _arranged(view, access)
    if preset := request.form.get("preset"):
        return _with_preset(view, access, preset)
    form, version = _form(view, request.form), posted_version()
    precondition = Precondition(frozenset({version}), f"web-settings-{version}", fingerprint(request.form), access)
    try:
        outcome = change_settings(game_id, read_ahead(NewSettings, form.body), precondition)
    except Invalid as error:
        return _settings_page(view, access, form, 422, found=form.show(error))
    except (Stale, KeyReused) as error:
        view = error.game if isinstance(error, Stale) else load_game(game_id)
        return _settings_page(view, access, _form(view, request.form), 409, stale=True)
    changed = outcome.repeated or outcome.view.version != version
    notice = _("Settings saved. They count from the next round.") if changed else _("Nothing was changed.")
    return _to_game(game_id, say(notice))


@bp.get("/delete")
def ask(game_id: str) -> Response:
    """Show the confirmation for deleting the game."""
    access = writer(game_id)
    return _delete_page(load_game(game_id), access)


@bp.post("/delete")
def delete(game_id: str) -> AnyResponse:
    """Delete the game."""
    access = writer(game_id)
    version = posted_version()
    precondition = Precondition(frozenset({version}), f"web-delete-{version}", "delete", access)
    try:
        outcome = delete_game(game_id, received(NewChange, {}), precondition)
    except (Stale, KeyReused) as error:
        message = say(_("The game has changed in the meantime. This is how it stands now."))
        return _delete_page(error.game if isinstance(error, Stale) else load_game(game_id), access, 409, message)
    name = outcome.view.name or game_name(outcome.view.variant)
    message = say(_("“{name}” is deleted. You can restore it here for 30 days."), name=name)
    return go(url_for("home.index"), message=message)


@bp.post("/restore")
def restore(game_id: str) -> AnyResponse:
    """Restore the game."""
    access = writer(game_id)
    try:
        restore_game(game_id, received(NewChange, {}), Precondition(right=access))
    except NotNow as error:
        return _to_game(game_id, problem_words(error.problem))
    return _to_game(game_id, say(_("The game is restored.")))


def _arranged(view: GameView, access: Access) -> Response:
    """Return the form after one of its buttons: with a player moved up, or a row for one more newcomer."""
    if moved := request.form.get("up"):
        form = _form(view, moved_up(view, request.form, moved))
        return part(_settings_page(view, access, form, moved=moved, version=posted_version()), "#seats")
    data = request.form.copy()
    data["newcomers"] = data["join"]
    form = _form(view, data)
    return part(_settings_page(view, access, form, one_more=True, version=posted_version()), "#joining")


def _with_preset(view: GameView, access: Access, preset: str) -> Response:
    """Return the form with the house rules of a preset filled in."""
    form, version = _form(view, request.form), posted_version()
    try:
        data = form.rules.with_preset(request.form, preset)
    except Invalid as error:
        return _settings_page(view, access, form, 422, found=form.show(error), version=version)
    return part(_settings_page(view, access, _form(view, data), preset=preset, version=version), "#rules")


def _form(view: GameView, data: MultiDict[str, str] | None = None) -> SettingsForm:
    return SettingsForm(view, data, sets_of_device(secret(), view.variant.key))


def _circle_of(view: GameView) -> str | None:
    """Return the id of the game's circle, if this device may keep house rules there."""
    try:
        right = circle_reader(view.circle_id or "")
    except NoAccess:
        return None
    return None if right.role is Role.VIEWER else right.circle_id


def _to_game(game_id: str, message: Markup) -> AnyResponse:
    return go(url_for("scoreboard.show", game_id=game_id), message=message)


def _settings_page(view: GameView, access: Access, form: SettingsForm, status: int = 200, **more: Any) -> Response:
    context = {"version": view.version, "circle_id": _circle_of(view), **more}
    return page("settings/show.html", status, board=board(view, access), form=form, **context)


def _delete_page(view: GameView, access: Access, status: int = 200, message: Markup | None = None) -> Response:
    return page("settings/delete.html", status, board=board(view, access), message=message)
