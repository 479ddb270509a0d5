"""Which games of a file a device has already."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from ...documents import Document
from ...store import queries
from ...store.database import db
from ..access.access import Role, hashed
from ..errors import ServiceError
from ..games.state import Row
from ..games.views import in_utc

if TYPE_CHECKING:
    from .importing import Prepared

_MOST = 2_000  # games of a device that are looked at
_MOST_ALIKE = 8  # of those that began alike at the same second: copies of one game


class Again(StrEnum):
    """What is done with the games of a file that the device has already: asked about, left out, or taken in as well."""

    ASK = "ask"
    OTHERS = "others"
    ALL = "all"


@dataclass(frozen=True)
class Known:
    """A game of a file that the device can write in already: its id here, its name, its game, who began it."""

    id: str
    name: str | None
    variant: str
    players: tuple[str, ...]


class HaveAlready(ServiceError):
    """The device has games of a file already, which nobody has decided about; `others` are not here yet."""

    def __init__(self, games: Sequence[Known], others: int) -> None:
        super().__init__(f"{len(games)} games are here already")
        self.games, self.others = games, others


def known_already(device_secret: str, games: Sequence["Prepared"]) -> dict[int, Known]:
    """Return those of `games`, by their places, that a device can write in already.

    A game is the same if it began alike at the same second, and one's changes are the first ones of the other's: it may
    have been played on since.
    """
    session = db.session()
    here = [g for g in queries.games_of_device(session, hashed(device_secret), _MOST) if g["role"] == Role.SCORER]
    by_beginning: dict[tuple[str, Any], list[Row]] = {}
    for each in here:
        by_beginning.setdefault((each["variant"], in_utc(each["created_at"])), []).append(each)
    found = {}
    for place, game in enumerate(games):
        began = by_beginning.get((game.variant, game.began), ())
        alike = [each["id"] for each in began if each["start"] == game.start][:_MOST_ALIKE]
        revisions = queries.revision_rows_of(session, alike) if alike else {}
        same = next((each for each in alike if _goes_alike(revisions[each], game.rows)), None)
        if same is not None:
            players = tuple(player["name"] for player in game.start["players"])
            found[place] = Known(same, game.start["name"], game.variant, players)
    return found


def _goes_alike(some: Sequence[Document], others: Sequence[Document]) -> bool:
    return all(
        one["what"] == other["what"] and in_utc(one["at"]) == in_utc(other["at"])
        for one, other in zip(some, others, strict=False)
    )
