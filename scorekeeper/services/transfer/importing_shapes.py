"""The shape of an export, and whether its game and history are what its revisions lead to."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Annotated, Any

from pydantic import AfterValidator, Field
from pydantic_core import PydanticCustomError, PydanticKnownError

from ...documents import JsonObject
from ...rules.errors import Problem
from ...store.rows import GameRow, RevisionRow
from ..bounds import LONGEST_TEXT, MOST_PEOPLE, MOST_REVISIONS, MOST_RULINGS
from ..errors import Invalid
from ..payload_types import LARGEST, Count, Moment, Name, Shape, Text, Word, clean_text
from ..sizes import few_keys
from ..views.game_view import GameView, game_view
from ..views.history import history_views
from ..views.serialize import game_document, revision_document, round_document
from .importing_answers import ALTERED
from .importing_rulings import check_statuses
from .lazy_json import Pieces

_MOST_CHOICES = 100
_DERIVED = ("variant", "house_rules", "players", "totals", "status", "winners", "dealer", "note")


def _choice(value: object) -> object:
    """Return the choice of a house rule, which this version need not know.

    Raises:
        ValueError: no house rule has such a choice.
    """
    if isinstance(value, str):
        clean_text(value, LONGEST_TEXT)
    elif (type(value) is int and abs(value) > LARGEST) or not isinstance(value, bool | int | None):
        raise ValueError("no choice")
    return value


ExportedKey = Annotated[str, Field(pattern=r"^[\w.-]{1,40}$")]
ExportedChoices = Annotated[dict[ExportedKey, Annotated[Any, AfterValidator(_choice)]], few_keys(_MOST_CHOICES)]
"""House rules, also those that this version does not know."""


class RevisionShape(Shape):
    """A revision in an export. `after` and `ruling` are read by what the revision is; `before` is only compared."""

    number: Count
    what: Word
    round: Count | None = None
    who: Text | None = None
    when: Moment
    why: Text | None = None
    before: JsonObject | None = None
    after: JsonObject | None = None
    ruling: JsonObject | None = None


def listed(most: int) -> AfterValidator:
    """Return what checks a list of at most `most` items, which are read one by one later."""

    def check(value: object) -> object:
        if not isinstance(value, list | Pieces):
            raise PydanticKnownError("list_type")
        if len(value) > most:
            raise PydanticCustomError("too_long", "too many", {"max_length": most})
        return value

    return AfterValidator(check)


class ExportShape(Shape):
    """An export; `start` is missing in files of other programs.

    `start` is read as a new game. `game` is derived data, which is only compared. Revisions and rulings are read one by
    one. `people` has the latest names, by id.
    """

    format_version: int
    created: Moment | None = None
    start: JsonObject | None = None
    people: Annotated[dict[str, Name], few_keys(MOST_PEOPLE)] | None = None
    game: JsonObject
    history: Annotated[Any, listed(MOST_REVISIONS)]
    rulings: Annotated[Any, listed(MOST_RULINGS)] = ()


def compare(export: ExportShape, statuses: Sequence[str | None], game: GameRow, rows: Sequence[RevisionRow]) -> None:
    """Check that the game, the history and the `statuses` of the rulings are what the rows lead to.

    Raises:
        Invalid: at the first thing that differs.
    """
    _compare_game(export, statuses, game_view(game, rows))
    for index, (given, made) in enumerate(zip(export.history, history_views(game, rows), strict=True)):
        document = revision_document(made)
        for key in ("round", "before", "after", "ruling"):
            if _bare(_without_totals(given.get(key))) != _bare(document.get(key)):
                raise Invalid(Problem(ALTERED, ("history", index, key)))


def _compare_game(export: ExportShape, statuses: Sequence[str | None], view: GameView) -> None:
    check_statuses(statuses, view.state)
    derived: Mapping[str, object] = game_document(replace(view, rounds=()))
    for key in _DERIVED:
        if key in export.game and _bare(export.game[key]) != _bare(derived.get(key)):
            raise Invalid(Problem(ALTERED, ("game", key)))
    if "rounds" in export.game and not _same_rounds(export.game["rounds"], view):
        raise Invalid(Problem(ALTERED, ("game", "rounds")))


def _same_rounds(given: Any, view: GameView) -> bool:
    """Return whether rounds of a file are those of the game; each is compared by itself, to save memory."""
    if not isinstance(given, list | Pieces) or len(given) != len(view.rounds):
        return False
    return all(
        _bare(theirs) == _bare(round_document(replace(ours))) for theirs, ours in zip(given, view.rounds, strict=True)
    )


def _bare(value: Any) -> Any:
    """Return `value` without the texts of warnings, which follow the reader's language."""
    if isinstance(value, dict):
        return {key: _bare(part) for key, part in value.items() if key != "text" or "code" not in value}
    return [_bare(part) for part in value] if isinstance(value, list) else value


def _without_totals(value: Any) -> Any:
    return {key: part for key, part in value.items() if key != "totals"} if isinstance(value, dict) else value
