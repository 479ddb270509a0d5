"""Games for measurements, inserted directly into a fresh database."""

import os
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from typing import Any

from sqlalchemy import Connection, create_engine, insert, select

from scorekeeper.config.settings import read_settings
from scorekeeper.services.access.access import hashed, new_secret
from scorekeeper.store.migrate import upgrade
from scorekeeper.store.models import Circle, Device, Game, Grant, Person, Revision, Seat

PLAYERS = ("Anna", "Bo", "Cleo", "Dagny")
NOW = datetime(2026, 1, 1, tzinfo=UTC)
_CHUNK = 20_000


class Store:
    """A database in a folder of its own, with a device that has access to the games of `add_game`."""

    def __init__(self, folder: str, database_url: str | None = None) -> None:
        self.folder = Path(folder)
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
        self,
        game_id: str,
        rounds: int,
        *,
        known: bool = True,
        circle: str | None = None,
        names: tuple[str, ...] = PLAYERS,
        **rules: int,
    ) -> str:
        """Add a game with `rounds` rounds; return its id."""
        house_rules = {"target": 99_999, **rules}
        with self.engine.begin() as connection:
            connection.execute(insert(Game).values(_game(game_id, rounds, names, circle, house_rules)))
            if known:
                connection.execute(
                    insert(Grant).values(game_id=game_id, role="scorer", given_at=NOW, device_id=self.device_id)
                )
            if circle:
                connection.execute(insert(Seat), self._seats(connection, circle, {game_id: names}))
            rows = [_round(game_id, number, len(names)) for number in range(1, rounds + 1)]
            for first in range(0, len(rows), _CHUNK):
                connection.execute(insert(Revision), rows[first : first + _CHUNK])
        return game_id

    def add_circle(self, circle_id: str, people: tuple[str, ...], *, known: bool = False) -> None:
        """Add a circle of `people`, which the device keeps if it is `known`."""
        with self.engine.begin() as connection:
            connection.execute(insert(Circle).values(id=circle_id, name=circle_id, names=1, made_at=NOW))
            rows = [{"circle_id": circle_id, "name": name, "mark": 0, "made_at": NOW} for name in people]
            connection.execute(insert(Person), rows)
            if known:
                connection.execute(
                    insert(Grant).values(circle_id=circle_id, role="keeper", given_at=NOW, device_id=self.device_id)
                )

    def add_games(
        self, ids: Sequence[str], rounds: int, *, circle: str, tables: Sequence[tuple[str, ...]] = ()
    ) -> None:
        """Add ended games of a circle, one an hour, of the people in `tables`, or of the circle's first four."""
        with self.engine.begin() as connection:
            known = tuple(connection.scalars(select(Person.name).where(Person.circle_id == circle).order_by(Person.id)))
            seated = dict(zip(ids, tables or [known[:4]] * len(ids), strict=True))
            connection.execute(insert(Game), [_game(each, rounds, seated[each], circle, {}) for each in ids])
            connection.execute(insert(Seat), self._seats(connection, circle, seated))
            rows = []
            for hour, game_id in enumerate(ids):
                dice, at = Random(game_id), NOW - timedelta(hours=len(ids) - hour)
                points = [dict.fromkeys(range(1, 5), 0) | {1 + hour % 4: 60} for _ in range(rounds)]
                for each in points:
                    each.update({player: each[player] + 5 * dice.randrange(-5, 9) for player in each})
                rows += [_round(game_id, number, 4, points[number - 1]) | {"at": at} for number in range(1, rounds + 1)]
            for first in range(0, len(rows), _CHUNK):
                connection.execute(insert(Revision), rows[first : first + _CHUNK])

    def _seats(self, connection: Connection, circle: str, tables: dict[str, tuple[str, ...]]) -> list[dict[str, Any]]:
        found = connection.execute(select(Person.name, Person.id).where(Person.circle_id == circle))
        people = {row.name: row.id for row in found}
        return [
            {"game_id": game_id, "player": str(number), "name": name, "person_id": people[name]}
            for game_id, names in tables.items()
            for number, name in enumerate(names, 1)
        ]

    def add_tables(self, tables: int, rounds: int) -> list[tuple[str, list[str]]]:
        """Add games with up to `rounds` rounds, each with four devices that may write; return their secrets."""
        games = [(f"table{number:05}", number % rounds + 1) for number in range(tables)]
        secrets = [[new_secret() for _ in PLAYERS] for _ in games]
        target = {"target": 99_999}
        with self.engine.begin() as connection:
            connection.execute(insert(Game), [_game(game, played, PLAYERS, None, target) for game, played in games])
            devices = [{"secret_hash": hashed(each), "made_at": NOW} for table in secrets for each in table]
            made = insert(Device).returning(Device.id, sort_by_parameter_order=True)
            ids = iter(connection.scalars(made, devices).all())
            grants = [
                {"game_id": game, "role": "scorer", "given_at": NOW, "device_id": next(ids)}
                for game, _played in games
                for _ in PLAYERS
            ]
            connection.execute(insert(Grant), grants)
            rows = [_round(game, number, len(PLAYERS)) for game, played in games for number in range(1, played + 1)]
            connection.execute(insert(Revision), rows)
        return [(game, table) for (game, _played), table in zip(games, secrets, strict=True)]

    def add_many(self, games: int, rounds: int) -> None:
        """Add `games` games with `rounds` rounds each, without access for the device."""
        for number in range(games):
            self.add_game(f"other{number}", rounds, known=False)


def _game(
    game_id: str, rounds: int, names: tuple[str, ...], circle: str | None, house_rules: dict[str, int]
) -> dict[str, Any]:
    players = [{"id": str(number), "name": name} for number, name in enumerate(names, 1)]
    return {
        "id": game_id,
        "variant": "da-500",
        "rulebook": "1",
        "start": {"name": None, "players": players, "house_rules": house_rules, "dealer": "1"},
        "created_at": NOW,
        "changed_at": NOW,
        "version": rounds + 1,
        "circle_id": circle,
    }


def _round(game_id: str, number: int, players: int, points: dict[int, int] | None = None) -> dict[str, Any]:
    points = points or {player: 5 * ((number * player) % 23 - 7) for player in range(1, players + 1)}
    entries = {str(player): {"points": each} for player, each in points.items()}
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
