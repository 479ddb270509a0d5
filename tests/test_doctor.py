"""`scorekeeper doctor`: what it finds, and what it says to do."""

import shutil
import sqlite3
import sys
import threading
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest

from attack.ports import free_port
from scorekeeper.services.monitoring import health
from scorekeeper.store import backups

from .redis import redis_server
from .test_cli import Command

GAME = """
INSERT INTO game (id, variant, rulebook, start, created_at, changed_at, version)
VALUES ('g', 'da-500', '1', '{{}}', '{0}', '{0}', 1)
"""


@pytest.fixture
def home(migrated_sqlite: Path, tmp_path: Path) -> Path:
    """A data folder with a database, in it a game of today, and a backup."""
    folder = tmp_path / "data"
    folder.mkdir(mode=0o700)
    shutil.copyfile(migrated_sqlite, folder / "scorekeeper.sqlite3")
    change(folder, GAME.format(f"{datetime.now(UTC):%Y-%m-%d %H:%M:%S}"))
    assert Command({"SCOREKEEPER_DATA_DIR": str(folder)})("backup").exit_code == 0
    return folder


@pytest.fixture(params=[200])
def port(request: pytest.FixtureRequest) -> Iterator[str]:
    """The port of something that answers each request with a status, and a text, if the fixture's parameter has one."""
    status, said = request.param if isinstance(request.param, tuple) else (request.param, "said by the server")

    class Answer(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(status)
            self.end_headers()
            self.wfile.write(said.encode())

        def log_message(self, *_arguments: object) -> None:
            """Write nothing."""

    with HTTPServer(("127.0.0.1", 0), Answer) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield str(server.server_port)
        server.shutdown()
        thread.join()


def change(home: Path, statement: str) -> None:
    """Change the database in a data folder."""
    connection = sqlite3.connect(home / "scorekeeper.sqlite3")
    with connection:
        connection.execute(statement)
    connection.close()


def asked(home: Path, **settings: str) -> tuple[int, dict[str, str]]:
    """Return the exit status, and each finding with what to do about it."""
    named = {f"SCOREKEEPER_{name}": value for name, value in settings.items()}
    result = Command({"SCOREKEEPER_DATA_DIR": str(home), "SCOREKEEPER_PORT": "1", **named})("doctor")
    found: dict[str, str] = {}
    for line in result.stdout.splitlines():
        if line.startswith("  "):
            found[[*found][-1]] = line.strip()
        else:
            found[line] = ""
    assert all(said[0] == ("!" if todo else "✓") for said, todo in found.items())
    return result.exit_code, found


def test_where_all_is_well_there_is_nothing_to_do(home: Path, port: str) -> None:
    status, found = asked(home, PORT=port)
    assert status == 0
    assert not any(found.values())
    assert len(found) == 9


@pytest.mark.parametrize("port", [503], indirect=True)
def test_what_the_server_says_is_told(home: Path, port: str) -> None:
    status, found = asked(home, PORT=port)
    assert status == 1
    assert found["! The server runs, but is not ready: said by the server"] == "Its log says more."


FIGURES = "# HELP scorekeeper_streams …\nscorekeeper_streams {}\nscorekeeper_streams_most 1000.0\n"
MANY = "! Phones that watch a game live: 950, of 1000 at most."


@pytest.mark.parametrize(
    ("port", "said", "todo"),
    [
        ((200, FIGURES.format("12.0")), "✓ Phones that watch a game live: 12, of 1000 at most.", ""),
        ((200, FIGURES.format("950.0")), MANY, "Further phones ask"),
        (
            (200, "scorekeeper_untrusted_proxy_total 3.0\n"),
            "! Requests come through a proxy, but none is trusted: all phones count as one for limits.",
            "SCOREKEEPER_TRUSTED_PROXIES=1",
        ),
    ],
    indirect=["port"],
)
def test_the_figures_of_the_running_server_are_looked_at(home: Path, port: str, said: str, todo: str) -> None:
    status, found = asked(home, PORT=port)
    assert found[said].startswith(todo)
    assert status == bool(todo)


def _cut(home: Path) -> None:
    file = home / "scorekeeper.sqlite3"
    file.write_bytes(file.read_bytes()[:20_000])


def _no_backup(home: Path) -> None:
    shutil.rmtree(home / "backups")


def _old_backup(home: Path) -> None:
    (copy,) = (home / "backups").iterdir()
    long_ago = datetime.now(UTC) - timedelta(days=3)
    copy.rename(copy.with_name(f"daily-0001-{long_ago:{backups._TIME}}.sqlite3"))


def _revision(number: str) -> Callable[[Path], None]:
    return lambda home: change(home, f"UPDATE alembic_version SET version_num = '{number}'")


def _future(home: Path) -> None:
    change(home, "UPDATE game SET changed_at = '2190-01-01 12:00:00'")


@pytest.mark.parametrize(
    ("harm", "said", "todo"),
    [
        (_cut, "is damaged", "./run restore"),
        (_revision("0001"), "is from an older Scorekeeper", "Start Scorekeeper"),
        (_revision("9999"), "by a newer Scorekeeper", "Start the newer one"),
        (lambda home: (home / "scorekeeper.sqlite3").unlink(), "There is no database yet", "Start Scorekeeper"),
        (lambda home: home.chmod(0o755), "Everybody on this machine can look", "chmod o= "),
        (_no_backup, "There is no backup", "scorekeeper backup"),
        (_old_backup, "The newest backup is of ", "scorekeeper backup"),
        (_future, "The clock is wrong: a game was last changed at 2190-01-01", "a time server"),
        (shutil.rmtree, "There is no folder", "Start Scorekeeper"),
    ],
)
def test_each_fault_is_told_with_its_remedy(
    home: Path, port: str, harm: Callable[[Path], object], said: str, todo: str
) -> None:
    harm(home)
    status, found = asked(home, PORT=port)
    assert status == 1
    (remedy,) = [found[each] for each in found if said in each]
    assert remedy.startswith(todo) or todo in remedy


@pytest.mark.parametrize(
    ("settings", "said", "fine"),
    [
        ({}, "Only this machine reaches http://127.0.0.1:1", True),
        ({"HOST": "0.0.0.0"}, "Phones in the same network reach it", True),
        ({"BASE_URL": "http://scores.example"}, "is not https", False),
        ({"BASE_URL": "https://scores.example"}, "no proxy is trusted", False),
        (
            {"BASE_URL": "https://scores.example", "TRUSTED_PROXIES": "1"},
            "The public address is https://scores.example.",
            True,
        ),
    ],
)
def test_the_address_is_one_that_phones_can_use(home: Path, settings: dict[str, str], said: str, fine: bool) -> None:
    _status, found = asked(home, **settings)
    (remedy,) = [found[each] for each in found if said in each]
    assert (remedy == "") is fine
    assert any("No server runs at http://127.0.0.1:1" in each for each in found)


def test_whether_limits_are_counted_together_is_told(home: Path, port: str) -> None:
    number = free_port()
    address = f"redis://127.0.0.1:{number}"
    with redis_server(number):
        status, found = asked(home, PORT=port, LIMITS_URL=address)
        assert (status, found["✓ Rate limits are counted for all processes together."]) == (0, "")
    status, found = asked(home, PORT=port, LIMITS_URL=address)
    assert status == 1
    remedy = found["! The server that counts rate limits does not answer: each process counts alone."]
    assert "SCOREKEEPER_LIMITS_URL" in remedy


def test_a_full_disk_and_missing_pango_are_told(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health, "free", lambda _folder: 1_000_000)
    monkeypatch.setitem(sys.modules, "weasyprint", None)
    _status, found = asked(home)
    assert found["! 1 MB are free."].startswith("Make room")
    assert any("Pango is missing" in each for each in found)


def test_a_database_that_does_not_answer_is_told(home: Path) -> None:
    _status, found = asked(home, DATABASE_URL="postgresql://nobody@127.0.0.1:1/scores")
    (remedy,) = [found[each] for each in found if "The database does not answer." in each]
    assert "SCOREKEEPER_DATABASE_URL" in remedy


def test_postgresql_is_looked_at_like_sqlite(emptied_postgres: Callable[[], str], home: Path) -> None:
    _status, found = asked(home, DATABASE_URL=emptied_postgres())
    assert "✓ The database is whole and up to date." in found
    assert found["! There is no backup."] == "scorekeeper backup"
