"""Databases of earlier versions, with what was played then: migrated to this one, totals and exports are right.

Each file in `upgrades` has the rows that the program of that revision has written, and the totals that it showed. They
are put into one database on its way up, so that each goes through all later migrations. Revisions 8 and 9 never stood
alone: they came together with 10.
"""

import json
from collections.abc import Iterator
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import JSON, Boolean, Date, DateTime, Engine, MetaData, Table, create_engine, text
from sqlalchemy.pool import NullPool

from scorekeeper import create_app
from scorekeeper.config.paths import MIGRATIONS
from scorekeeper.config.settings import Settings
from scorekeeper.services.access.access import Role
from scorekeeper.services.transfer.export import export_document
from scorekeeper.store.database import Base, db
from scorekeeper.store.migrate import upgrade

from .test_migrations import fresh_url  # noqa: F401  # a fixture
from .web.conftest import member_of

FILES = sorted((Path(__file__).parent / "upgrades").glob("*.json"))
WRITTEN: list[dict[str, Any]] = [json.loads(file.read_text("utf-8")) for file in FILES]
TABLES = [table.name for table in Base.metadata.sorted_tables]
COUNTED_AGAIN = ("tally", "tally_row")
KEPT = (
    ("people", "Þóra", "person"),
    ("rules", "Vores regler", "named_rules"),
    ("evening", "Kaffe", "evening_note"),
    ("seasons", "Vinter", "season"),
    ("clubs", "Mandag", "club_evening"),
)
"""The pages of a circle, what is seen on them, and the table in which it is."""


def put_in(engine: Engine, written: dict[str, Any]) -> None:
    """Write rows as they were, with numbers of their own for each revision; the newest keeps its own."""
    shift = (int(FILES[-1].stem) - int(written["revision"])) * 100
    tables = MetaData()
    with engine.begin() as connection:
        tables.reflect(connection)
        for table in tables.sorted_tables:
            for row in written["rows"].get(table.name, ()):
                connection.execute(table.insert(), {key: _value(table, key, row[key], shift) for key in row})


def _value(table: Table, key: str, value: Any, shift: int) -> Any:
    kind = table.columns[key].type
    if isinstance(value, int) and (key == "id" or key.endswith("_id")):
        return value + shift
    if isinstance(kind, JSON):
        return json.loads(value)
    if isinstance(kind, Boolean):
        return bool(value)
    if isinstance(kind, DateTime):
        return datetime.fromisoformat(value).replace(tzinfo=UTC)
    return date.fromisoformat(value) if isinstance(kind, Date) else value


@pytest.fixture
def upgraded(fresh_url: str, tmp_path: Path) -> Iterator[Flask]:  # noqa: F811  # a fixture
    """An application of today on a database that went through all revisions, with what was played at each."""
    engine = create_engine(fresh_url, poolclass=NullPool)
    for written in WRITTEN:
        upgrade(fresh_url, revision=written["revision"])
        put_in(engine, written)
    upgrade(fresh_url)
    if engine.dialect.name == "postgresql":  # it numbers rows by itself, and does not look at those that are there
        with engine.begin() as connection:
            for table in ("device", "grant", "invitation"):
                connection.execute(text(f"SELECT setval(pg_get_serial_sequence('\"{table}\"', 'id'), 100000)"))
    app = create_app(Settings(data_dir=tmp_path / "data", database_url=fresh_url, ratelimit_enabled=False))
    yield app
    app.extensions["live"].close()
    with app.app_context():
        db.session.remove()
        db.engine.dispose()


def test_each_revision_has_a_database_as_its_program_left_it() -> None:
    """Before the next migration: `python -m tests.upgrades`."""
    revisions = sorted(file.name[:4] for file in (MIGRATIONS / "versions").glob("0*.py"))
    assert set(revisions[:-1]) - {file.stem for file in FILES} == {"0008", "0009"}


def test_what_was_played_with_earlier_versions_is_all_there(upgraded: Flask) -> None:
    """Totals, exports, which can be imported again, every row, and the pages of circles."""
    client, counted = upgraded.test_client(), [name for name in TABLES if name not in COUNTED_AGAIN]
    with upgraded.app_context():
        rows = {name: db.session.execute(text(f'SELECT count(*) FROM "{name}"')).scalar() for name in counted}
        for written in WRITTEN:
            for game, totals in written["totals"].items():
                document = export_document(game)
                assert document["game"]["totals"] == totals, written["revision"]
                assert client.post("/api/v1/games/import", json=document).status_code == 201
    assert rows == {name: sum(len(written["rows"].get(name, ())) for written in WRITTEN) for name in rows}
    for written in WRITTEN:
        for circle in written["rows"].get("circle", []):
            check_circle(upgraded, f"/circles/{circle['id']}", written["rows"])


def check_circle(app: Flask, circle: str, rows: dict[str, Any]) -> None:
    keeper = member_of(app, circle, Role.KEEPER)
    assert keeper.get(f"{circle}/statistics").status == 200
    assert "Åse" in keeper.get(circle).text
    for part, shown, table in KEPT:
        page = keeper.get(f"{circle}/{part}")
        assert page.status == 200
        assert (shown in page.text) == (table in rows), (circle, part)
