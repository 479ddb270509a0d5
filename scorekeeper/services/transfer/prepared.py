"""A game of an export that was read and checked, ready to be stored."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import insert

from ...documents import SetupDocument
from ...store.models import GameRuling, Revision
from ...store.rows import RevisionRow, RulingRow
from ..games.creating import add_game

_CHUNK = 500  # rows sent to the database at once


@dataclass(frozen=True)
class PreparedGame:
    """A game that was read and found consistent: its variant and rulebook, its start, when it began, and its rows."""

    variant: str
    rulebook: str
    start: SetupDocument
    began: datetime
    rows: list[RevisionRow]
    rulings: list[RulingRow]

    def store(self, session: Any) -> str:
        """Add the game within a transaction; return its new id."""
        game_id = add_game(session, self.variant, self.start, self.began, 1 + len(self.rows), book=self.rulebook)
        for first in range(0, len(self.rows), _CHUNK):
            rows = [{**row._asdict(), "game_id": game_id} for row in self.rows[first : first + _CHUNK]]
            session.execute(insert(Revision), rows)
        session.add_all(GameRuling(**row._replace(game_id=game_id)._asdict()) for row in self.rulings)
        return game_id
