"""Backups of a PostgreSQL database: by the commands, every day, before a migration; and what is said if that fails."""

import logging
import re
import stat
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import create_engine, text
from sqlalchemy.pool import NullPool

from scorekeeper import create_app
from scorekeeper.cli import housekeeping
from scorekeeper.config.settings import Settings
from scorekeeper.store import backups, daily_backups, dumps
from scorekeeper.store.backups import DUMP, BackupError
from scorekeeper.store.database import db
from scorekeeper.store.migrate import current, downgrade, head, upgrade

from .test_cli import Command, make_game

NOW = datetime(2026, 3, 2, 12, tzinfo=UTC)


@pytest.fixture
def url(emptied_postgres: Callable[[], str]) -> str:
    """A database without rows."""
    return emptied_postgres()


@pytest.fixture
def app(url: str, tmp_path: Path) -> Iterator[Flask]:
    """An application on it."""
    app = create_app(Settings(data_dir=tmp_path / "data", database_url=url, ratelimit_enabled=False))
    yield app
    app.extensions["live"].close()
    with app.app_context():
        db.session.remove()
        db.engine.dispose()


@pytest.fixture
def command(url: str, tmp_path: Path) -> Command:
    """The command on it."""
    return Command({"SCOREKEEPER_DATA_DIR": str(tmp_path / "data"), "SCOREKEEPER_DATABASE_URL": url})


@pytest.fixture
def programs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str, str], None]:
    """A function that puts a program of ours in the place of one of PostgreSQL's."""
    folder = tmp_path / "bin"
    folder.mkdir()

    def put(name: str, script: str) -> None:
        (folder / name).write_text(f"#!/bin/sh\n{script}\n")
        (folder / name).chmod(0o755)
        monkeypatch.setenv("PATH", str(folder), prepend=":")

    return put


def run_sql(url: str, statement: str) -> None:
    with create_engine(url, poolclass=NullPool).begin() as connection:
        connection.execute(text(statement))


def document_of(command: Command, game: str) -> str:
    """What a game is exported as, without the time of the export."""
    return re.sub(r'"exported_at": "[^"]+"', "", command("export", game).stdout)


def test_a_backup_is_restored_while_the_server_runs_and_the_exports_are_the_same(
    app: Flask, command: Command, tmp_path: Path
) -> None:
    client = app.test_client()
    games = [make_game(client, name) for name in ("Evening", "back\\slash and \\.", None)]
    before = [document_of(command, game) for game in games]
    command("backup", str(tmp_path / "scores.dump"))
    assert stat.S_IMODE((tmp_path / "scores.dump").stat().st_mode) == 0o600
    assert dumps.count(tmp_path / "scores.dump")["game"] == 3
    later = make_game(client, "Later")
    said = command("restore", str(tmp_path / "scores.dump")).stdout
    assert "was restored from" in said
    assert [document_of(command, game) for game in games] == before
    assert "There is no game" in command.refused("export", later)
    assert make_game(client, "Afterwards")  # the connections that were open before still work
    (kept,) = (tmp_path / "data" / "backups").iterdir()
    assert kept.name.startswith("before-restore-")
    command("restore", str(kept))
    assert document_of(command, later)


def test_a_backup_of_an_older_version_is_migrated_and_one_of_a_newer_is_refused(
    empty_postgres: str, command: Command, tmp_path: Path
) -> None:
    url = command.environ["SCOREKEEPER_DATABASE_URL"] = empty_postgres
    upgrade(url, revision="0014")
    command("backup", str(tmp_path / "old.dump"))
    run_sql(url, "UPDATE alembic_version SET version_num = '9999'")
    command("backup", str(tmp_path / "new.dump"))
    run_sql(url, "UPDATE alembic_version SET version_num = '0014'")
    upgrade(url)
    command("restore", str(tmp_path / "old.dump"))
    assert current(url) == head()
    assert "newer Scorekeeper" in command.refused("restore", str(tmp_path / "new.dump"))
    assert current(url) == head()


def test_one_is_made_a_day_by_one_process_and_is_the_newest(app: Flask, url: str, tmp_path: Path) -> None:
    make_game(app.test_client())
    folder: Path = app.config["SCOREKEEPER"].backups
    with dumps.alone(url) as alone:
        assert alone
        assert daily_backups.back_up_server(url, folder, NOW) is None
    housekeeping.back_up(app)
    made = backups.newest(folder, DUMP)
    assert made is not None
    assert made.name.startswith(f"daily-{head()}-")
    assert dumps.check(made) == head()
    assert daily_backups.back_up_server(url, folder, datetime.now(UTC) + timedelta(hours=19)) is None
    assert daily_backups.back_up_server(url, folder, datetime.now(UTC) + timedelta(hours=21))
    assert len([*folder.iterdir()]) == 1  # of one day the latest stays


def test_one_is_made_before_a_migration_if_it_can_be(
    empty_postgres: str,
    tmp_path: Path,
    programs: Callable[[str, str], None],
    caplog: pytest.LogCaptureFixture,
) -> None:
    url = empty_postgres
    upgrade(url, revision="0017")
    upgrade(url, folder=tmp_path)
    (made,) = (tmp_path / "backups").iterdir()
    assert dumps.check(made) == "0017"
    downgrade(url, "0017")
    programs("pg_dump", "exit 1")
    with caplog.at_level(logging.WARNING):
        upgrade(url, folder=tmp_path)
    assert "There is no backup from before the migration" in caplog.text
    assert current(url) == head()


@pytest.mark.parametrize(
    ("script", "said"),
    [
        ("echo 'pg_dump: detail: server version: 17.2 (Debian); pg_dump version: 15.1' >&2; exit 1", "PostgreSQL 17"),
        ("echo 'pg_dump: error: no room' >&2; exit 1", "It says: pg_dump: error: no room"),
        ("true", "It says: pg_restore: error: input file is too short"),
    ],
)
def test_what_pg_dump_cannot_do_is_a_sentence(
    command: Command, tmp_path: Path, programs: Callable[[str, str], None], script: str, said: str
) -> None:
    programs("pg_dump", script)
    assert said in command.refused("backup", str(tmp_path / "scores.dump"))
    assert not [*tmp_path.glob("*.dump*")]


def test_a_copy_with_fewer_games_is_not_kept(app: Flask, command: Command, tmp_path: Path, monkeypatch: Any) -> None:
    make_game(app.test_client())
    monkeypatch.setattr(dumps, "_counts", lambda _url: {"game": 2, "revision": 1})
    assert "is not whole" in command.refused("backup", str(tmp_path / "scores.dump"))
    assert not [*tmp_path.glob("*.dump*")]


def test_a_program_that_is_missing_is_named_and_what_is_no_backup_is_refused(
    command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "There is no file" in command.refused("restore", str(tmp_path / "none"))
    (tmp_path / "letter").write_text("Dear Anna, " * 1000)
    assert "pg_restore: error" in command.refused("restore", str(tmp_path / "letter"))
    monkeypatch.setenv("PATH", "")
    assert "pg_dump is missing: install" in command.refused("backup", str(tmp_path / "scores.dump"))
    assert "pg_restore is missing" in command.refused("restore", str(tmp_path / "letter"))


def test_the_password_is_no_argument_of_a_program(programs: Callable[[str, str], None]) -> None:
    """Every user of the machine can read the arguments."""
    programs("pg_dump", 'echo "error: $PGPASSWORD in $*" >&2; exit 1')
    with pytest.raises(BackupError, match=r"hunter2 in --no-password --dbname=postgresql://anna@127.0.0.1:1/scores$"):
        dumps._run(["pg_dump"], "postgresql+psycopg://anna:hunter2@127.0.0.1:1/scores")


def test_without_a_database_there_is_nothing_to_copy(empty_postgres: str, command: Command, tmp_path: Path) -> None:
    command.environ["SCOREKEEPER_DATABASE_URL"] = empty_postgres
    assert "There is no database yet" in command.refused("backup")
    assert daily_backups.back_up_server(empty_postgres, tmp_path / "backups", NOW) is None
