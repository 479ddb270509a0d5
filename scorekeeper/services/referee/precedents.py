"""Uses of earlier rulings: find how a dispute like this one was decided, and make a reading the house rule."""

from ...rules.errors import N_, Problem
from ...rules.referee.readings import Answer
from ...rules.variants import get_variant
from ...store import queries
from ...store.database import db
from ..access.access import hashed
from ..circles.seating import circle_names
from ..errors import Invalid
from ..games.changes import Outcome, Precondition, change
from ..games.settings import NewSettings, save_settings
from ..payload_reading import Received, read
from ..payload_types import Shape, Text, Word
from ..views.state import State, fold
from .ruling_views import RulingView, Status, ruling_view
from .rulings import stored_ruling


class NewHouseRule(Shape):
    """The house rule that settles a ruling from the next round on: `option` is that of one of the ruling's readings.

    `choice` may be left out if the readings leave only one.
    """

    option: Word
    choice: bool | int | Word | None = None
    by: Text | None = None
    why: Text | None = None


def earlier_rulings(
    device_secret: str | None, variant: str, question: str, codes: str, most: int = 1
) -> list[RulingView]:
    """Return the latest rulings on the same question for the same reasons that a table accepted or overruled.

    Only the games of `variant` that the device knows are searched. `codes` are the reasons' (`codes_of`). The latest
    is first, and there are at most `most`.
    """
    if not device_secret:
        return []
    session = db.session()
    games = {
        known.game.id: known.game
        for known in queries.games_of_device(session, hashed(device_secret), most=200)
        if known.game.variant == variant
    }
    states: dict[str, State] = {}
    found: list[RulingView] = []
    for row in queries.rulings_like(session, list(games), question, codes, most=50):
        if row.game_id not in states:
            game = games[row.game_id]
            states[row.game_id] = fold(game.start, queries.revision_rows(session, row.game_id), circle_names(game))
        view = ruling_view(variant, states[row.game_id], row)
        if view.status in (Status.ACCEPTED, Status.OVERRULED):
            found.append(view)
        if len(found) == most:
            break
    return found


def adopt_reading(game_id: str, ruling: str, received: Received[NewHouseRule], precondition: Precondition) -> Outcome:
    """Make one reading of an ambiguity in a ruling the table's house rule from the next round on.

    The choice is that of one of the readings, or the ruling's own.

    Raises:
        NoSuchRuling: the game has no such ruling.
        NoAccess, KeyReused, Stale, Invalid: see `settings.change_settings`.
    """
    with change(game_id, precondition) as game:
        if game.repeated:
            return game.repeated
        payload, view = received.payload, game.view
        found = ruling_view(view.variant.key, view.state, stored_ruling(game_id, ruling))
        house_rules = {**view.setup.house_rules, payload.option: _choice(found.answer, payload)}
        settings = {"house_rules": house_rules, "by": payload.by, "why": payload.why}
        return save_settings(game, read(NewSettings, settings), ruling)


def _choice(found: Answer, shape: NewHouseRule) -> object:
    """Return the choice of `shape` among the readings of an answer.

    Raises:
        Invalid: no reading has that option, or that choice of it.
    """
    readings = [other.reading for doubt in (*found.doubts, *found.open_remarks) for other in doubt.readings]
    choices = [reading.choice for reading in readings if reading.option == shape.option]
    if not choices:
        raise Invalid(Problem(N_("This ruling does not depend on that house rule."), ("option",)))
    if "choice" not in shape.model_fields_set and len(choices) == 1:
        return choices[0]
    options = {option.key: option for option in get_variant(found.variant.key).options}
    if shape.choice not in (*choices, found.variant.chosen(options[shape.option])):
        raise Invalid(Problem(N_("This rule has no such reading."), ("choice",)))
    return shape.choice
