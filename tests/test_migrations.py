"""Migrations: the schema matches the models, no row is lost, and a start at the newest revision is quick."""

import shutil
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import create_engine, inspect, text
from sqlalchemy.pool import NullPool

from scorekeeper.config.paths import MIGRATIONS
from scorekeeper.store import backups, migrate, models
from scorekeeper.store.migrate import MigrationError, current, downgrade, head, migrating, upgrade

ROOT = Path(__file__).parent.parent
GAME = """
INSERT INTO game (id, variant, rulebook, start, created_at, changed_at, version)
VALUES ('g', 'da-500', '1', '{}', '2026-11-21 18:00:00', '2026-11-21 18:00:00', 1)
"""
REVISION = """
INSERT INTO revision (game_id, number, what, at, "before") VALUES ('g', 1, 'end', '2026-11-21 18:00:00', NULL)
"""
NEXT = '''
"""A change that makes SQLite build the table anew."""
import sqlalchemy as sa
from alembic import op
revision, down_revision = "9001", "{before}"
def upgrade():
    with op.batch_alter_table("game") as batch:
        batch.add_column(sa.Column("place", sa.String(80), nullable=False, server_default=""))
        batch.alter_column("variant", type_=sa.String(50))
    {more}
def downgrade():
    with op.batch_alter_table("game") as batch:
        batch.drop_column("place")
        batch.alter_column("variant", type_=sa.String(40))
'''


@pytest.fixture(params=["sqlite", "postgresql"])
def fresh_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The URL of a database without tables."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'fresh.sqlite3'}"
    url: str = request.getfixturevalue("empty_postgres")
    return url


def run_sql(url: str, *statements: str) -> list[tuple[object, ...]]:
    """Run statements in one transaction; return the rows of the last."""
    with create_engine(url, poolclass=NullPool).begin() as connection:
        for statement in statements:
            result = connection.execute(text(statement))
        return [tuple(row) for row in result] if result.returns_rows else []


def add_migration(monkeypatch: pytest.MonkeyPatch, folder: Path, more: str = "") -> str:
    """Add a migration 9001 after the newest one, which is returned."""
    newest = head()
    copied = shutil.copytree(MIGRATIONS, folder / "migrations")
    (copied / "versions" / "9001_next.py").write_text(NEXT.format(before=newest, more=more))
    monkeypatch.setattr(migrate, "MIGRATIONS", copied)
    return newest


def test_revisions_are_the_names_of_their_files_in_one_chain() -> None:
    """`head` relies on the names."""
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    script = ScriptDirectory.from_config(config)
    names = sorted(file.name[:4] for file in (MIGRATIONS / "versions").glob("*.py"))
    assert [found.revision for found in reversed(list(script.walk_revisions()))] == names
    assert script.get_heads() == [head()] == names[-1:]


def test_the_schema_is_what_the_models_say(fresh_url: str) -> None:
    """Tables, columns, types, indexes and constraints are the same."""
    upgrade(fresh_url)
    with migrating(fresh_url) as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True, "compare_server_default": True})
        assert compare_metadata(context, models.Base.metadata) == []


def test_every_migration_goes_down_and_up_again(fresh_url: str) -> None:
    """One by one, down to an empty database, and up."""
    upgrade(fresh_url)
    revisions = sorted(file.name[:4] for file in (MIGRATIONS / "versions").glob("*.py"))
    for revision in [*reversed(revisions[:-1]), "base"]:
        downgrade(fresh_url, revision)
        assert current(fresh_url) == (None if revision == "base" else revision)
    assert inspect(create_engine(fresh_url, poolclass=NullPool)).get_table_names() == ["alembic_version"]
    for revision in revisions:
        upgrade(fresh_url, revision=revision)
        assert current(fresh_url) == revision


def test_nothing_is_lost_when_a_table_is_made_anew(
    fresh_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With SQLite's foreign keys on, dropping the old table would delete all revisions."""
    upgrade(fresh_url)
    run_sql(fresh_url, GAME, REVISION)
    newest = add_migration(monkeypatch, tmp_path)
    upgrade(fresh_url)
    assert run_sql(fresh_url, "SELECT id, place FROM game") == [("g", "")]
    assert run_sql(fresh_url, "SELECT game_id, number FROM revision") == [("g", 1)]
    downgrade(fresh_url, newest)
    assert run_sql(fresh_url, "SELECT game_id, number FROM revision") == [("g", 1)]


def test_rights_keep_where_they_came_from_when_they_learn_their_makers(fresh_url: str) -> None:
    """Up and down: SQLite rebuilds the table, to which it and the codes have foreign keys."""
    upgrade(fresh_url, revision="0006")
    at = "'2026-11-21 18:00:00'"
    run_sql(
        fresh_url,
        GAME,
        f"INSERT INTO device (id, secret_hash, made_at) VALUES (1, 's', {at})",
        f"""INSERT INTO "grant" (id, game_id, role, given_at, key_hash) VALUES (1, 'g', 'viewer', {at}, 'k')""",
        'INSERT INTO "grant" (id, game_id, role, given_at, device_id, from_id)'
        f" VALUES (2, 'g', 'viewer', {at}, 1, 1)",
        "INSERT INTO invitation (id, code_hash, game_id, grant_id, ends_giver, uses_left)"
        " VALUES (1, 'c', 'g', 1, false, 1)",
    )
    held = 'SELECT g.id, g.from_id, i.id FROM "grant" g LEFT JOIN invitation i ON i.grant_id = g.id ORDER BY g.id'
    before = run_sql(fresh_url, held)
    upgrade(fresh_url)
    assert run_sql(fresh_url, held) == before == [(1, None, 1), (2, 1, None)]
    assert run_sql(fresh_url, 'SELECT made_by_id FROM "grant"') == [(None,), (None,)]
    downgrade(fresh_url, "0006")
    assert run_sql(fresh_url, held) == before


@pytest.mark.parametrize("more", ["op.execute('nonsense')", "op.execute('DELETE FROM game')"])
def test_a_migration_that_fails_changes_nothing(
    fresh_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, more: str
) -> None:
    """Neither its first half nor rows that refer to others are changed."""
    upgrade(fresh_url)
    run_sql(fresh_url, GAME, REVISION)
    if fresh_url.startswith("postgresql") and "DELETE" in more:
        more = "op.execute('ALTER TABLE revision DROP CONSTRAINT none')"
    newest = add_migration(monkeypatch, tmp_path, more)
    with pytest.raises(MigrationError):
        upgrade(fresh_url)
    assert current(fresh_url) == newest
    assert run_sql(fresh_url, "SELECT game_id FROM revision") == [("g",)]
    assert "place" not in [
        each["name"] for each in inspect(create_engine(fresh_url, poolclass=NullPool)).get_columns("game")
    ]


def test_a_copy_is_made_before_an_sqlite_file_changes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Complete, named by revision and time; none for a new database or the newest revision."""
    url = f"sqlite:///{tmp_path / 'scores.sqlite3'}"
    upgrade(url, folder=tmp_path)
    upgrade(url, folder=tmp_path)
    assert not (tmp_path / "backups").exists()
    run_sql(url, GAME)
    newest = add_migration(monkeypatch, tmp_path)
    upgrade(url, folder=tmp_path)
    (copy,) = (tmp_path / "backups").iterdir()
    assert copy.name.startswith(f"before-migration-{newest}-20")
    assert backups.check(copy) == newest
    assert run_sql(f"sqlite:///{copy}", "SELECT id FROM game") == [("g",)]


def test_the_last_ten_copies_are_kept(tmp_path: Path) -> None:
    """Ten of each kind; backups that users have made are not deleted."""
    file, folder = tmp_path / "scores.sqlite3", tmp_path / "backups"
    upgrade(f"sqlite:///{file}")
    folder.mkdir()
    (folder / "backup-0001-20200101T000000000000Z.sqlite3").write_text("")
    (folder / "before-migration-notes.sqlite3").write_text("")
    made = [backups.keep(file, folder, "before-migration", "0001") for _ in range(12)]
    left = {each.name for each in folder.iterdir()}
    assert {each.name for each in made[2:]} == {name for name in left if name.startswith("before-migration-0001")}
    assert len(left) == 12


def test_a_start_at_the_newest_revision_imports_no_alembic(fresh_url: str) -> None:
    """The import takes a third of a second."""
    upgrade(fresh_url)
    code = "import sys; from scorekeeper.store import migrate; migrate.upgrade(sys.argv[1]); print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code, fresh_url], capture_output=True, text=True, check=True, cwd=ROOT)
    assert "sqlalchemy" in done.stdout.split()
    assert "alembic" not in done.stdout.split()


@pytest.mark.parametrize("before", ["", "0006"])
def test_processes_that_start_at_once_migrate_once(fresh_url: str, tmp_path: Path, before: str) -> None:
    """Whether the database is empty or an older version's: the others wait, and find the newest revision."""
    if before:
        upgrade(fresh_url, revision=before)
        run_sql(fresh_url, GAME, REVISION)
    code = (
        "import sys; from pathlib import Path; from scorekeeper.store.migrate import upgrade;"
        " upgrade(sys.argv[1], folder=Path(sys.argv[2]))"
    )
    started = [
        subprocess.Popen([sys.executable, "-c", code, fresh_url, tmp_path], stderr=subprocess.PIPE, cwd=ROOT)
        for _ in range(3)
    ]
    said = [process.communicate(timeout=60)[1].decode() for process in started]
    assert [process.returncode for process in started] == [0] * len(started), said
    assert current(fresh_url) == head()
    assert run_sql(fresh_url, "SELECT game_id, number FROM revision") == ([("g", 1)] if before else [])


def test_the_database_of_a_newer_scorekeeper_is_left_alone(fresh_url: str) -> None:
    """The start is refused: this version does not know its schema."""
    upgrade(fresh_url)
    run_sql(fresh_url, "UPDATE alembic_version SET version_num = '9999'")
    with pytest.raises(MigrationError, match="newer"):
        upgrade(fresh_url)


def test_the_database_of_another_program_is_left_alone(tmp_path: Path) -> None:
    """The start is refused with a message."""
    file = tmp_path / "other.sqlite3"
    run_sql(f"sqlite:///{file}", "CREATE TABLE mail (id INTEGER)")
    with pytest.raises(MigrationError, match="another program"):
        upgrade(f"sqlite:///{file}")
    assert run_sql(f"sqlite:///{file}", "SELECT name FROM sqlite_schema") == [("mail",)]


def test_a_file_that_is_no_database_is_left_alone(tmp_path: Path) -> None:
    """The start is refused with a message, without a traceback."""
    file = tmp_path / "letter.txt"
    file.write_text("Dear Anna, " * 1000)
    with pytest.raises(MigrationError, match=r"cannot be used\. It is not an SQLite database\.$"):
        upgrade(f"sqlite:///{file}")


def test_a_folder_that_is_not_there_is_told(tmp_path: Path) -> None:
    """SQLite makes files, not folders."""
    with pytest.raises(MigrationError, match=r"none/scores.sqlite3' cannot be used\. There is no such file, or you do"):
        upgrade(f"sqlite:///{tmp_path}/none/scores.sqlite3")


def test_a_server_that_does_not_answer_is_told_without_its_password() -> None:
    """The message may end in a log."""
    with pytest.raises(MigrationError) as caught:
        upgrade("postgresql+psycopg://anna:hunter2@127.0.0.1:1/scores")
    assert "hunter2" not in str(caught.value)
    assert "127.0.0.1" in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_copy_is_made_while_others_write(tmp_path: Path) -> None:
    """It has everything committed before it."""
    file = tmp_path / "scores.sqlite3"
    upgrade(f"sqlite:///{file}")
    writer = sqlite3.connect(file, isolation_level=None)
    try:
        writer.execute("BEGIN IMMEDIATE")
        writer.execute(GAME)
        backups.copy(file, tmp_path / "during.sqlite3")
        writer.execute("COMMIT")
        backups.copy(file, tmp_path / "after.sqlite3")
    finally:
        writer.close()
    assert run_sql(f"sqlite:///{tmp_path}/during.sqlite3", "SELECT count(*) FROM game") == [(0,)]
    assert run_sql(f"sqlite:///{tmp_path}/after.sqlite3", "SELECT count(*) FROM game") == [(1,)]


def test_alembic_on_the_command_line_agrees(tmp_path: Path) -> None:
    """`alembic check` works with the settings of the environment."""
    url = f"sqlite:///{tmp_path / 'scores.sqlite3'}"
    upgrade(url)
    done = subprocess.run(
        [sys.executable, "-m", "alembic.config", "check"],
        env={"SCOREKEEPER_DATABASE_URL": url, "PYTHONPATH": str(ROOT), "PATH": ""},
        capture_output=True,
        text=True,
        cwd=ROOT,
    )
    assert done.returncode == 0, done.stderr
    assert "No new upgrade operations detected" in done.stdout
