"""A damaged database, and the permissions of the database's files."""

import shutil
import stat
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest
from flask import Flask
from sqlalchemy import event
from sqlalchemy.exc import InternalError

from scorekeeper import create_app
from scorekeeper.config.settings import Settings
from scorekeeper.store import backups
from scorekeeper.store.database import db
from scorekeeper.store.errors import trouble_sentence
from scorekeeper.store.migrate import MigrationError, upgrade

from .test_cli import Command, game_names, make_game


@pytest.fixture
def data(tmp_path: Path, migrated_sqlite: Path) -> Path:
    """A data folder that everybody may list, with a database of the same kind."""
    folder = tmp_path / "data"
    folder.mkdir(mode=0o755)
    shutil.copyfile(migrated_sqlite, folder / "scorekeeper.sqlite3")
    (folder / "scorekeeper.sqlite3").chmod(0o644)
    return folder


@pytest.fixture
def app(data: Path) -> Iterator[Flask]:
    """The application on that folder."""
    settings = Settings(data, f"sqlite:///{data / 'scorekeeper.sqlite3'}", ratelimit_enabled=False)
    app = create_app(settings)
    yield app
    app.extensions["live"].close()
    _let_go(app)


def _let_go(app: Flask) -> None:
    with app.app_context():
        db.session.remove()
        db.engine.dispose()


def _damage(app: Flask, data: Path, *, whole: bool = False) -> None:
    """Overwrite all pages but the first, or all."""
    _let_go(app)
    file = data / "scorekeeper.sqlite3"
    content = file.read_bytes()
    kept = 0 if whole else 4096
    file.write_bytes(content[:kept] + b"damage!!" * ((len(content) - kept) // 8))


@pytest.mark.parametrize("whole", [False, True], ids=["partly", "wholly"])
def test_pages_and_programs_are_told_that_it_is_damaged_and_what_to_do(app: Flask, data: Path, whole: bool) -> None:
    """There is no Retry-After; the newest backup is named, without a path of this machine."""
    client = app.test_client()
    game = make_game(client)
    _damage(app, data, whole=whole)
    headers = {"Authorization": "Bearer x"}
    told = client.get(f"/api/v1/games/{game}", headers=headers)
    assert (told.status_code, told.mimetype) == (500, "application/problem+json")
    assert "is damaged" in told.json["detail"]
    assert told.json["detail"].endswith("./run restore FILE")
    assert "Retry-After" not in told.headers
    (data / "backups").mkdir()
    for name in ("backup-0006-20260101T000000000000Z", "before-restore-0006-20260201T000000000000Z"):
        (data / "backups" / f"{name}.sqlite3").touch()
    client.set_cookie("device", "x" * 32)
    page = client.get(f"/games/{game}")
    assert page.status_code == 500
    assert "The scores are damaged" in page.text
    assert "data/backups/before-restore-0006-20260201T000000000000Z.sqlite3" in page.text
    assert str(data) not in page.text
    assert "Retry-After" not in page.headers


@pytest.mark.parametrize("whole", [False, True], ids=["partly", "wholly"])
def test_a_start_on_a_damaged_database_says_how_to_mend_it(app: Flask, data: Path, whole: bool) -> None:
    """The command in the message restores the games of the backup."""
    make_game(app.test_client(), "kept")
    command = Command({"SCOREKEEPER_DATA_DIR": str(data)})
    _let_go(app)
    assert command("backup").exit_code == 0
    (copy,) = (data / "backups").iterdir()
    _damage(app, data, whole=whole)
    for arguments in (("serve", "--port", "1"), ("games",)):
        said = command.refused(*arguments)
        assert "damaged" in said
        assert f"`./run restore {copy}`" in said
    assert command("restore", str(copy)).exit_code == 0
    assert game_names(data / "scorekeeper.sqlite3") == ["kept"]
    for file in data.rglob("*.sqlite3*"):
        assert stat.S_IMODE(file.stat().st_mode) == 0o600, file


def test_a_start_without_a_copy_says_so(app: Flask, data: Path) -> None:
    _damage(app, data, whole=True)
    with pytest.raises(MigrationError, match=r"There is no copy in '.*backups'; .*`./run restore FILE`"):
        upgrade(f"sqlite:///{data / 'scorekeeper.sqlite3'}", folder=data)


def test_damage_on_postgresql_is_told_with_its_own_remedy() -> None:
    error = InternalError("SELECT", {}, psycopg.errors.DataCorrupted("invalid page in block 0 of relation base/5/1"))
    assert "pg_restore" in str(trouble_sentence(error))


def test_the_files_of_the_database_are_its_owners_alone_also_in_an_open_folder(app: Flask, data: Path) -> None:
    """Existing files, SQLite's companion files, and new ones."""
    file = data / "scorekeeper.sqlite3"
    client = app.test_client()
    make_game(client)
    beside = [file.with_name(file.name + end) for end in ("-wal", "-shm")]
    for each in (file, *beside):
        each.chmod(0o644)
    (data / "secret_key").chmod(0o644)
    upgrade(f"sqlite:///{file}", folder=data)
    create_app(app.config["SCOREKEEPER"])
    new = data / "new.sqlite3"
    upgrade(f"sqlite:///{new}")
    backups.put_back(file, data / "other.sqlite3")
    for each in (file, *beside, data / "secret_key", new, data / "other.sqlite3"):
        assert stat.S_IMODE(each.stat().st_mode) == 0o600, each


def test_a_new_database_is_never_open_to_others(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not even before its first table is made."""
    modes = []
    from scorekeeper.store import migrate

    def note(database_url: str) -> None:
        modes.append(stat.S_IMODE(Path(database_url.removeprefix("sqlite:///")).stat().st_mode))

    monkeypatch.setattr(migrate, "current", note)
    upgrade(f"sqlite:///{tmp_path / 'new.sqlite3'}")
    assert modes == [0o600]


def test_what_is_not_damage_is_still_told_to_pass(app: Flask) -> None:
    client = app.test_client()
    with app.app_context():
        engine = db.engine

    def locked(*_args: object) -> None:
        import sqlite3

        raise sqlite3.OperationalError("database is locked")

    event.listen(engine, "do_connect", locked)
    _let_go(app)
    answer = client.get("/api/v1/games/x", headers={"Authorization": "Bearer x"})
    assert (answer.status_code, answer.headers["Retry-After"]) == (503, "5")
