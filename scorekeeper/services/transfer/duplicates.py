"""The games of a file that a device has already."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from ...documents import SetupDocument
from ...store import queries
from ...store.database import db
from ...store.moments import in_utc
from ...store.rows import GameRow, RevisionRow
from ..access.access import Role, hashed
from ..errors import ServiceError
from .prepared import PreparedGame

_MOST = 2_000  # games of a device that are compared
_MOST_ALIKE = 8  # of those that began alike at the same second: copies of one game


class Duplicates(StrEnum):
    """What an import does with games that the device has already: ask, leave them out, or import them once more."""

    ASK = "ask"
    OTHERS = "others"
    ALL = "all"


@dataclass(frozen=True)
class DuplicateGame:
    """A game of a file that the device can write in already: its id here, its name, its variant, who began it."""

    id: str
    name: str | None
    variant: str
    players: tuple[str, ...]


class HasDuplicates(ServiceError):
    """The device has `games` of a file already, and the request does not choose what to do; `others` are new."""

    def __init__(self, games: Sequence[DuplicateGame], others: int) -> None:
        super().__init__(f"{len(games)} games are here already")
        self.games, self.others = games, others


def duplicates_of(device_secret: str, games: Sequence[PreparedGame]) -> dict[int, DuplicateGame]:
    """Return those of `games`, by their places, that a device can write in already: see `twins`."""
    known = queries.games_of_device(db.session(), hashed(device_secret), _MOST)
    same = twins(games, [each.game for each in known if each.role == Role.SCORER])
    return {place: _duplicate(game_id, games[place]) for place, game_id in same.items()}


def _duplicate(game_id: str, game: PreparedGame) -> DuplicateGame:
    players = tuple(player["name"] for player in game.start["players"])
    return DuplicateGame(game_id, game.start["name"], game.variant, players)


def twins(games: Sequence[PreparedGame], here: Sequence[GameRow]) -> dict[int, str]:
    """Return which of `games`, by their places, are the same as one that is `here`, with its id.

    A game is the same if it began alike at the same second, and one's changes are the first ones of the other's: it may
    have been played on since. Names are not compared: a circle may have renamed its people.
    """
    session = db.session()
    by_beginning: dict[tuple[str, datetime], list[GameRow]] = {}
    for each in here:
        by_beginning.setdefault((each.variant, in_utc(each.created_at)), []).append(each)
    found: dict[int, str] = {}
    for place, game in enumerate(games):
        began = by_beginning.get((game.variant, game.began), ())
        alike = [each.id for each in began if _nameless(each.start) == _nameless(game.start)][:_MOST_ALIKE]
        revisions = queries.revision_rows_of(session, alike) if alike else {}
        same = next((each for each in alike if _goes_alike(revisions[each], game.rows)), None)
        if same is not None:
            found[place] = same
    return found


def _goes_alike(some: Sequence[RevisionRow], others: Sequence[RevisionRow]) -> bool:
    return all(
        one.what == other.what and in_utc(one.at) == in_utc(other.at) for one, other in zip(some, others, strict=False)
    )


def _nameless(start: SetupDocument) -> dict[str, object]:
    return {**start, "players": [player["id"] for player in start["players"]]}
