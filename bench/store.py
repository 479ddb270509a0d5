"""Games for measurements, inserted directly into a fresh database."""

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from sqlalchemy import create_engine, insert

from scorekeeper.config.settings import read_settings
from scorekeeper.services.access.access import hashed, new_secret
from scorekeeper.store.migrate import upgrade
from scorekeeper.store.models import Device, Game, Grant, Revision

PLAYERS = ("Anna", "Bo", "Cleo", "Dagny")
NOW = datetime(2026, 1, 1, tzinfo=UTC)
_CHUNK = 20_000


class Store:
    """A database in a folder of its own, with a device that has access to the games of `add_game`."""

    def __init__(self, folder: str, database_url: str | None = None) -> None:
        self.env = {"SCOREKEEPER_DATA_DIR": folder, "SCOREKEEPER_RATELIMIT_ENABLED": "0"}
        if database_url:
            self.env["SCOREKEEPER_DATABASE_URL"] = database_url
        settings = read_settings({**os.environ, **self.env})
        self.url = settings.database_url
        upgrade(self.url)
        self.engine = create_engine(self.url)
        self.secret = new_secret()
        with self.engine.begin() as connection:
            made = connection.execute(insert(Device).values(secret_hash=hashed(self.secret), made_at=NOW))
            self.device_id = made.inserted_primary_key[0]  # type: ignore[index]  # there is one, just inserted

    def add_game(
        self, game_id: str, rounds: int, *, known: bool = True, names: tuple[str, ...] = PLAYERS, **rules: int
    ) -> str:
        """Add a game with `rounds` rounds; return its id."""
        players = [{"id": str(number), "name": name} for number, name in enumerate(names, 1)]
        start = {"name": None, "players": players, "house_rules": {"target": 99_999, **rules}, "dealer": "1"}
        with self.engine.begin() as connection:
            connection.execute(
                insert(Game).values(
                    id=game_id,
                    variant="da-500",
                    rulebook="1",
                    start=start,
                    created_at=NOW,
                    changed_at=NOW,
                    version=rounds + 1,
                )
            )
            if known:
                connection.execute(
                    insert(Grant).values(game_id=game_id, role="scorer", given_at=NOW, device_id=self.device_id)
                )
            rows = [_round(game_id, number, len(names)) for number in range(1, rounds + 1)]
            for first in range(0, len(rows), _CHUNK):
                connection.execute(insert(Revision), rows[first : first + _CHUNK])
        return game_id

    def add_many(self, games: int, rounds: int) -> None:
        """Add `games` games with `rounds` rounds each, without access for the device."""
        for number in range(games):
            self.add_game(f"other{number}", rounds, known=False)


def _round(game_id: str, number: int, players: int) -> dict[str, Any]:
    entries = {str(player): {"points": 5 * ((number * player) % 23 - 7)} for player in range(1, players + 1)}
    after = {
        "closer": str(number % players + 1),
        "how": "out",
        "entries": entries,
        "way": None,
        "by": None,
        "voided": False,
        "accepted": False,
    }
    return {"game_id": game_id, "number": number, "what": "add", "round": number, "at": NOW, "after": after}


@contextmanager
def fresh_store(database_url: str | None = None) -> Iterator[Store]:
    """Yield a store in a temporary folder, or in the empty database at `database_url`."""
    with tempfile.TemporaryDirectory(prefix="scorekeeper-bench-") as folder:
        store = Store(str(Path(folder)), database_url)
        yield store
        store.engine.dispose()
