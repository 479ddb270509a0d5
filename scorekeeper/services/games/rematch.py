"""Another game for the same people: a rematch, or next week's."""

from ..access.access import Access
from ..payloads import NewGameBody
from ..views.game_view import GameView
from ..views.loading import games_of_device
from .creating import create_game_for


def play_again(view: GameView, device_secret: str, right: Access | None = None) -> str:
    """Begin another game with the names, seats and rules of `view`; the variant decides who deals.

    A second tap leads to the same game, as long as nothing has happened in it. `right` is the one to `view`. Returns
    the game's id.

    Raises:
        NoAccess, NotAllowed: the right has ended.
        Invalid: `view` was played by a rulebook that has changed since.
    """
    body = _same(view)
    known = [game for game, _role in games_of_device(device_secret)]
    unplayed = (game.id for game in known if game.id != view.id and _is_unplayed(game, view) and _same(game) == body)
    once = " ".join((device_secret, view.id, *sorted(game.id for game in known)))  # two taps at once know the same
    return next(unplayed, None) or create_game_for(device_secret, body, once=once, after=right)


def _same(view: GameView) -> NewGameBody:
    """Return the body of a new game like `view`; the next player deals."""
    body: NewGameBody = {
        "variant": view.variant.key,
        "players": list(view.players),
        "house_rules": dict(view.setup.house_rules),
    }
    if view.setup.hide_totals:
        body["hide_totals"] = True
    if view.name:
        body["name"] = view.name
    if view.dealer is not None and view.dealer in view.players:
        body["dealer"] = view.dealer
    return body


def _is_unplayed(game: GameView, view: GameView) -> bool:
    """Return whether `game` was begun after `view` ended, and nothing has happened in it."""
    return game.version == 1 and game.created_at >= view.changed_at and not game.setup.points
