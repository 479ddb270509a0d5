"""The command `scorekeeper`: its output, its errors, starting and stopping the server."""

import csv
import io
import json
import re
import signal
import socket
import sqlite3
import stat
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from http.client import HTTPConnection
from pathlib import Path
from typing import ClassVar

import pytest
from click.testing import CliRunner, Result
from flask import Flask
from flask.testing import FlaskClient

from attack.ports import free_port
from scorekeeper import server
from scorekeeper.cli.main import main
from scorekeeper.config import messages
from scorekeeper.config.settings import Settings
from scorekeeper.http import urls
from scorekeeper.rules.variants import VARIANTS
from scorekeeper.services.access.access import new_secret
from scorekeeper.services.circles import circles
from scorekeeper.store.database import db
from scorekeeper.store.migrate import upgrade

ROOT = Path(__file__).parent.parent
ROUND = {"closer": "Bo", "entries": {"Ånna": {"points": 35}, "Bo": {"points": 25}}}


class Command:
    """The command, run in this process with an environment of its own."""

    def __init__(self, environ: dict[str, str]) -> None:
        self.environ = environ

    def __call__(self, *arguments: str) -> Result:
        result = CliRunner(env=self.environ).invoke(main, arguments)
        if result.exception is not None and not isinstance(result.exception, SystemExit):
            raise result.exception
        return result

    def refused(self, *arguments: str) -> str:
        """Run a command that fails: exit status 2, nothing on standard output; return the message."""
        result = self(*arguments)
        assert result.exit_code == 2, result.output
        assert not result.stdout
        assert "Traceback" not in result.stderr
        return result.stderr


@pytest.fixture
def environ(settings: Settings) -> dict[str, str]:
    """The environment that gives `settings`."""
    return {"SCOREKEEPER_DATA_DIR": str(settings.data_dir), "SCOREKEEPER_DATABASE_URL": settings.database_url}


@pytest.fixture
def command(environ: dict[str, str]) -> Command:
    """The command on the database of the test."""
    return Command(environ)


@pytest.fixture
def on_sqlite(tmp_path: Path, migrated_sqlite: Path) -> Command:
    """The command on an SQLite database in the data folder."""
    data = tmp_path / "data"
    data.mkdir()
    (data / "scorekeeper.sqlite3").write_bytes(migrated_sqlite.read_bytes())
    return Command({"SCOREKEEPER_DATA_DIR": str(data)})


def make_game(client: FlaskClient, name: str | None = "Evening") -> str:
    """Make a game with one round; return its id."""
    made = client.post("/api/v1/games", json={"variant": "da-500", "players": ["Ånna", "Bo"], "name": name}).json
    assert made
    headers = {"Authorization": f"Bearer {made['keys']['scorer']}"}
    assert client.post(f"/api/v1/games/{made['id']}/rounds", json=ROUND, headers=headers).status_code == 201
    return str(made["id"])


def game_names(file: Path) -> list[str]:
    """The names of the games in an SQLite database."""
    connection = sqlite3.connect(file)
    try:
        return [json.loads(start)["name"] for (start,) in connection.execute("SELECT start FROM game ORDER BY id")]
    finally:
        connection.close()


def test_help_names_every_command() -> None:
    """Each with a description."""
    shown = Command({})("--help").stdout
    for name in ("backup", "doctor", "export", "games", "import", "rebuild", "restore", "serve"):
        assert re.search(rf"^  {name} +\S", shown, re.MULTILINE)


def test_games_are_listed(command: Command, client: FlaskClient) -> None:
    """The ids are listed, for somebody who has lost all links."""
    game_id = make_game(client)
    header, line = command("games").stdout.splitlines()
    assert header.split() == ["ID", "CHANGED", "ROUNDS", "GAME", "PLAYERS", "NAME"]
    assert line.startswith(game_id)
    assert line.endswith("Ånna, Bo  Evening")
    assert re.search(r"\d{4}-\d\d-\d\d \d\d:\d\d +1 +Rommy", line)


def test_no_games_are_a_sentence(command: Command) -> None:
    """It goes to standard error, so that scripts read an empty list."""
    result = command("games")
    assert (result.stdout, result.stderr) == ("", "No games yet.\n")


def test_a_new_link_lets_its_finder_write(command: Command, client: FlaskClient, app: Flask) -> None:
    """The old links stay valid."""
    game_id = make_game(client)
    link = command("games", "--new-link", game_id).stdout.strip()
    assert link.startswith("http://127.0.0.1:8000/join/")
    key = link.rpartition("/")[2]
    answer = client.post(f"/api/v1/games/{game_id}/undo", headers={"Authorization": f"Bearer {key}"})
    assert answer.status_code == 200
    with app.app_context():
        db.session.remove()


def test_a_new_link_is_at_the_public_address(command: Command, client: FlaskClient) -> None:
    """If one is configured."""
    command.environ["SCOREKEEPER_BASE_URL"] = "https://scores.example.org"
    link = command("games", "--new-link", make_game(client)).stdout
    assert link.startswith("https://scores.example.org/join/")


@pytest.mark.parametrize(
    "arguments", [("games", "--new-link", "none"), ("export", "none"), ("export", "--csv", "none")]
)
def test_a_game_that_is_not_there_is_a_sentence(command: Command, arguments: tuple[str, ...]) -> None:
    """It names the command that lists the games."""
    assert command.refused(*arguments) == ("scorekeeper: There is no game 'none': `scorekeeper games` lists them.\n")


def test_a_game_is_exported_to_be_imported(command: Command, client: FlaskClient) -> None:
    """The document equals the API's."""
    document = json.loads(command("export", make_game(client)).stdout)
    assert document["game"]["totals"] == {"Ånna": 35, "Bo": 25}
    assert client.post("/api/v1/games/import", json=document).status_code == 201


def test_a_circle_is_exported_and_imported(command: Command, client: FlaskClient, app: Flask, tmp_path: Path) -> None:
    """As a new one, which a link opens, or into one that is there; a game is imported, too."""
    file = tmp_path / "circle.json"
    with app.app_context():
        circle_id = circles.create_circle(new_secret(), {"name": "Sunday"})
        db.session.remove()
    command("export", "--circle", circle_id, "-o", str(file))
    link = command("import", str(file)).stdout.strip()
    assert "Sunday" in client.get(link.partition(":8000")[2], follow_redirects=True).text
    assert not command("import", str(file), "--circle", circle_id).output
    assert "There is no circle 'none'" in command.refused("import", str(file), "--circle", "none")
    assert "There is no circle 'none'" in command.refused("export", "--circle", "none")
    assert "JSON only" in command.refused("export", "--circle", circle_id, "--csv")
    command("export", make_game(client), "-o", str(file))
    assert "/join/" in command("import", str(file)).stdout
    file.write_text('{"circle": {}}')
    assert "(format_version)" in command.refused("import", str(file))
    file.write_text("{")
    assert "JSON" in command.refused("import", str(file))
    assert "cannot be read" in command.refused("import", str(tmp_path))


def test_scores_are_exported_as_csv(command: Command, client: FlaskClient, tmp_path: Path) -> None:
    """Into a file, by RFC 4180."""
    file = tmp_path / "scores.csv"
    assert not command("export", make_game(client), "--csv", "-o", str(file)).output
    written = file.read_bytes().decode()
    assert written.count("\r\n") == 2
    assert list(csv.reader(io.StringIO(written)))[1] == ["1", "Bo", "out", "false", "35", "25"]


def test_a_file_that_cannot_be_written_is_a_sentence(command: Command, client: FlaskClient, tmp_path: Path) -> None:
    """There is no traceback."""
    assert "cannot be written" in command.refused("export", make_game(client), "-o", str(tmp_path))


@pytest.mark.parametrize(
    "arguments", [("games",), ("serve",), ("backup",), ("restore", "x"), ("export", "x"), ("import", "x"), ("rebuild",)]
)
def test_a_wrong_setting_is_a_sentence(arguments: tuple[str, ...]) -> None:
    """In every command."""
    sentence = Command({"SCOREKEEPER_THREADS": "many"}).refused(*arguments)
    assert sentence.startswith("scorekeeper: SCOREKEEPER_THREADS must be")
    assert sentence.count("\n") == 1


@pytest.mark.parametrize("arguments", [("games",), ("serve",), ("export", "x")])
def test_a_database_out_of_reach_is_a_sentence(arguments: tuple[str, ...], tmp_path: Path) -> None:
    """In every command."""
    environ = {"SCOREKEEPER_DATA_DIR": str(tmp_path), "SCOREKEEPER_DATABASE_URL": "postgresql://127.0.0.1:1/scores"}
    assert "cannot be used. The system says: connection failed" in Command(environ).refused(*arguments)


def test_the_statistics_are_counted_again(command: Command) -> None:
    """Of all circles; here there is none."""
    assert command("rebuild").stdout == "0 games were counted again.\n"


def test_lan_and_host_contradict() -> None:
    """Both together are refused."""
    assert "not both" in Command({}).refused("serve", "--lan", "--host", "127.0.0.1")


def test_a_backup_is_a_database_of_its_own(on_sqlite: Command, tmp_path: Path) -> None:
    """One file with mode 0600 and all games; an existing file is never overwritten."""
    file = tmp_path / "copy.sqlite3"
    assert str(file) in on_sqlite("backup", str(file)).stdout
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert game_names(file) == []
    assert [each.name for each in tmp_path.glob("*copy*")] == ["copy.sqlite3"]
    assert "exists already" in on_sqlite.refused("backup", str(file))


def test_a_backup_without_a_name_goes_to_the_data_folder(on_sqlite: Command, tmp_path: Path) -> None:
    """If a folder is given, into that folder."""
    on_sqlite("backup")
    on_sqlite("backup", str(tmp_path))
    for folder in (tmp_path / "data" / "backups", tmp_path):
        (made,) = folder.glob("*.sqlite3")
        assert re.fullmatch(r"backup-\d{4}-\d{8}T\d{12}Z\.sqlite3", made.name)


def test_a_backup_of_nothing_is_a_sentence(tmp_path: Path) -> None:
    """No empty file is made."""
    assert "There is no file" in Command({"SCOREKEEPER_DATA_DIR": str(tmp_path)}).refused("backup")
    assert not list(tmp_path.rglob("*.sqlite3"))


def test_restore_brings_back_what_was_there(tmp_path: Path, on_sqlite: Command) -> None:
    """While the application has the database open; the replaced database is kept."""
    from scorekeeper import create_app

    data = tmp_path / "data"
    file = data / "scorekeeper.sqlite3"
    app = create_app(Settings(data_dir=data, database_url=f"sqlite:///{file}", ratelimit_enabled=False))
    client = app.test_client()
    kept = make_game(client, "kept")
    on_sqlite("backup", str(tmp_path / "copy.sqlite3"))
    later = make_game(client, "later")

    said = on_sqlite("restore", str(tmp_path / "copy.sqlite3")).stdout

    assert game_names(file) == ["kept"]
    assert kept in on_sqlite("games").stdout
    assert later not in on_sqlite("games").stdout
    (before,) = (data / "backups").glob("before-restore-*.sqlite3")
    assert str(before) in said
    assert sorted(game_names(before)) == ["kept", "later"]
    make_game(client, "new")  # the application that was running goes on
    assert sorted(game_names(file)) == ["kept", "new"]
    with app.app_context():
        db.session.remove()
        db.engine.dispose()
    assert not list(data.glob(".restore*"))


def test_restore_into_an_empty_data_folder(on_sqlite: Command, tmp_path: Path) -> None:
    """As on a new machine."""
    on_sqlite("backup", str(tmp_path / "copy.sqlite3"))
    new = Command({"SCOREKEEPER_DATA_DIR": str(tmp_path / "new")})
    assert "As it was before" not in new("restore", str(tmp_path / "copy.sqlite3")).stdout
    assert new("games").stderr == "No games yet.\n"


def test_restore_mends_a_damaged_database(on_sqlite: Command, tmp_path: Path) -> None:
    """The damaged file is kept."""
    file = tmp_path / "data" / "scorekeeper.sqlite3"
    on_sqlite("backup", str(tmp_path / "copy.sqlite3"))
    file.write_bytes(b"damage" * 1000)
    assert "was moved to" in on_sqlite("restore", str(tmp_path / "copy.sqlite3")).stdout
    assert game_names(file) == []
    (aside,) = (tmp_path / "data" / "backups").glob("damaged-*.sqlite3")
    assert aside.read_bytes().startswith(b"damage")


def test_restore_refuses_what_is_no_whole_database_of_ours(on_sqlite: Command, tmp_path: Path) -> None:
    """Nothing is changed."""
    upgrade(f"sqlite:///{tmp_path / 'whole.sqlite3'}")
    whole = (tmp_path / "whole.sqlite3").read_bytes()
    (tmp_path / "cut.sqlite3").write_bytes(whole[: len(whole) // 2])
    (tmp_path / "letter.txt").write_text("Dear Anna, " * 1000)
    (tmp_path / "empty.sqlite3").write_text("")
    connection = sqlite3.connect(tmp_path / "other.sqlite3")
    connection.execute("CREATE TABLE mail (id INTEGER)")
    connection.close()
    (tmp_path / "newer.sqlite3").write_bytes(whole)
    connection = sqlite3.connect(tmp_path / "newer.sqlite3")
    connection.execute("UPDATE alembic_version SET version_num = '9999'")
    connection.commit()
    connection.close()
    file = tmp_path / "data" / "scorekeeper.sqlite3"
    before = file.read_bytes()
    for name, said in {
        "none.sqlite3": "There is no file",
        "cut.sqlite3": "damaged",
        "letter.txt": "not an SQLite database",
        "empty.sqlite3": "not a database of Scorekeeper",
        "other.sqlite3": "another program",
        "newer.sqlite3": "newer Scorekeeper",
    }.items():
        assert said in on_sqlite.refused("restore", str(tmp_path / name))
        assert file.read_bytes() == before
        assert not list((tmp_path / "data").glob("backups/*"))


class Serving:
    """`scorekeeper serve` in a child process."""

    more: ClassVar[dict[str, str]] = {}
    """Further variables of its environment."""

    def __init__(self, data: Path, *arguments: str, port: int) -> None:
        self.port = port
        self.process = subprocess.Popen(
            [sys.executable, "-W", "error", "-m", "scorekeeper", "serve", "--port", str(port), *arguments],
            env={
                "SCOREKEEPER_DATA_DIR": str(data),
                "SCOREKEEPER_DAILY_BACKUPS": "0",  # which would be made, and logged, after two seconds
                "PYTHONPATH": str(ROOT),
                "PYTHONIOENCODING": "utf-8",
                **self.more,
            },
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            encoding="utf-8",
        )

    def first_line(self) -> str:
        """Wait for the first line of its output."""
        assert self.process.stdout
        return self.process.stdout.readline()

    def stop(self, number: int = signal.SIGINT) -> tuple[int, str, str]:
        """Send a signal; return the exit status and the rest of the output."""
        assert self.process.stdout
        assert self.process.stderr
        self.process.send_signal(number)
        # Not communicate(): what first_line() has read ahead would be lost.
        late = threading.Timer(20, self.process.kill)
        late.start()
        with self.process:
            out, err = self.process.stdout.read(), self.process.stderr.read()
        late.cancel()
        return self.process.returncode, out, err


@pytest.fixture(name="free_port")
def _free_port() -> int:
    """A port that nobody listens on."""
    return free_port()


@pytest.fixture
def serving(tmp_path: Path, free_port: int) -> Iterator[Serving]:
    """A server on an empty data folder."""
    started = Serving(tmp_path / "data", port=free_port)
    yield started
    with started.process:
        started.process.kill()


def ask(port: int, path: str = "/") -> int:
    """Return the status of a response."""
    connection = HTTPConnection("127.0.0.1", port, timeout=10)
    try:
        connection.request("GET", path)
        return connection.getresponse().status
    finally:
        connection.close()


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_the_server_says_where_it_is_answers_and_stops(serving: Serving, number: int, tmp_path: Path) -> None:
    """It starts with an empty folder, serves the first page, and leaves no file open."""
    assert serving.first_line() == f"Scorekeeper runs at http://127.0.0.1:{serving.port} – Ctrl-C stops it\n"
    assert ask(serving.port) == 200
    assert serving.stop(number) == (0, "Scorekeeper has stopped.\n", "")
    assert sorted(file.name for file in (tmp_path / "data").iterdir()) == ["scorekeeper.sqlite3", "secret_key"]


def test_two_processes_say_that_each_counts_rate_limits_alone(tmp_path: Path, free_port: int) -> None:
    """They answer at one address, and stop together."""
    started = Serving(tmp_path / "data", "--processes", "2", port=free_port)
    assert "SCOREKEEPER_LIMITS_URL" in started.first_line()
    assert started.first_line() == f"Scorekeeper runs at http://127.0.0.1:{free_port} – Ctrl-C stops it\n"
    assert {ask(free_port) for _ in range(4)} == {200}
    assert started.stop() == (0, "Scorekeeper has stopped.\n", "")


def test_several_processes_that_cannot_start_say_once_why(tmp_path: Path, free_port: int) -> None:
    """Here the first one finds a file that is no database."""
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "scorekeeper.sqlite3").write_text("Dear Anna, " * 1000)
    refused = Serving(tmp_path / "data", "--processes", "2", port=free_port)
    _out, err = refused.process.communicate(timeout=60)
    assert refused.process.returncode == 2
    assert err.count("not an SQLite database") == 1


def test_a_start_sweeps_what_killed_ones_left(tmp_path: Path, free_port: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """An incomplete sheet, and the folder of a press."""
    temporary = tmp_path / "tmp"
    left = [tmp_path / "data" / "sheets" / "tmp1234", temporary / "scorekeeper-press-4194999-abc" / "font"]
    for file in left:
        file.parent.mkdir(parents=True)
        file.write_text("half")
    kept = left[0].with_name("whole.sheet")
    kept.write_text("whole")
    monkeypatch.setattr(Serving, "more", {"TMPDIR": str(temporary)})
    started = Serving(tmp_path / "data", port=free_port)
    assert "Scorekeeper runs at" in started.first_line()
    assert started.stop()[0] == 0
    assert not left[0].exists()
    assert not left[1].parent.exists()
    assert kept.exists()


@pytest.mark.parametrize("arguments", [(), ("--processes", "2")])
def test_a_port_in_use_is_a_sentence(serving: Serving, tmp_path: Path, arguments: tuple[str, ...]) -> None:
    """Often another Scorekeeper has it."""
    serving.first_line()
    refused = Serving(tmp_path / "data", *arguments, port=serving.port)
    out, err = refused.process.communicate(timeout=20)
    assert (refused.process.returncode, out) == (2, "")
    assert err == (
        f"scorekeeper: Port {serving.port} is in use: is Scorekeeper running already? Or choose another with --port.\n"
    )


def test_an_address_that_is_not_ours_is_a_sentence(tmp_path: Path, free_port: int) -> None:
    """No machine has 192.0.2.1 (RFC 5737)."""
    refused = Serving(tmp_path / "data", "--host", "192.0.2.1", port=free_port)
    assert "--host" in refused.process.communicate(timeout=20)[1]
    assert refused.process.returncode == 2


def test_the_lan_is_shown_with_a_code(tmp_path: Path, free_port: int) -> None:
    """A phone scans it."""
    serving = Serving(tmp_path / "data", "--lan", port=free_port)
    serving.first_line()
    assert ask(free_port) == 200
    status, out, err = serving.stop()
    assert (status, err) == (0, "")
    address = urls.lan_address()
    if address is None:
        assert "Found no address on a local network" in out
    else:
        assert f"On a phone in the same network: http://{address}:{free_port}\n" in out
        assert out.count("█") > 100


def slow_app(environ: dict[str, str], start_response: object) -> list[bytes]:
    """An application whose response takes a second."""
    time.sleep(1)
    start_response("200 OK", [("Content-Length", "4")])  # type: ignore[operator]  # WSGI's callable
    return [b"done"]


def test_a_request_that_has_begun_is_finished(tmp_path: Path) -> None:
    """Ctrl-C loses no round."""
    begun = threading.Event()

    def app(environ: dict[str, str], start_response: object) -> list[bytes]:
        begun.set()
        return slow_app(environ, start_response)

    running = server.Server(app, Settings(data_dir=tmp_path, database_url="", port=0))
    port = running.port
    thread = threading.Thread(target=running.run)
    thread.start()
    answers: list[int] = []
    asking = threading.Thread(target=lambda: answers.append(ask(port)))
    asking.start()
    assert begun.wait(10)
    running.stop()
    asking.join()
    thread.join(5)
    assert answers == [200]
    assert not thread.is_alive()
    with pytest.raises(ConnectionRefusedError):
        ask(port)


def test_stopping_twice_does_not_wait(tmp_path: Path) -> None:
    """A second signal stops the server at once."""
    running = server.Server(slow_app, Settings(data_dir=tmp_path, database_url="", port=0))
    thread = threading.Thread(target=running.run)
    thread.start()
    with socket.create_connection(("127.0.0.1", running.port)) as first:  # when it is answered, the event loop runs
        first.sendall(b"GET / HTTP/1.1\r\nHost: here\r\nConnection: close\r\n\r\n")
        assert first.recv(100).startswith(b"HTTP/1.1 200")
    with socket.create_connection(("127.0.0.1", running.port)) as half:
        half.sendall(b"GET / HTTP/1.1\r\n")  # and no more
        time.sleep(0.5)
        running.stop()
        thread.join(0.5)
        assert thread.is_alive()
        running.stop()
        thread.join(2)
        assert not thread.is_alive()


@pytest.mark.parametrize(("limits", "connections"), [("-S -n 300", 2_000), ("-n 400", 276)])
def test_more_files_are_opened_than_a_system_lets_at_first(limits: str, connections: int) -> None:
    """The soft limit is raised to the hard limit: 500 watching phones have 1,000 connections."""
    count = "from scorekeeper.server.limits import open_files_for; print(open_files_for(2_000))"
    shell = ["sh", "-c", f'ulimit {limits} && exec "$@"', "sh", sys.executable, "-c", count]
    assert int(subprocess.run(shell, check=True, capture_output=True, text=True).stdout) == connections


@pytest.mark.parametrize(
    ("host", "url"),
    [
        ("127.0.0.1", "http://127.0.0.1:8000"),
        ("0.0.0.0", "http://127.0.0.1:8000"),
        ("::", "http://[::1]:8000"),
        ("192.168.1.7", "http://192.168.1.7:8000"),
    ],
)
def test_the_address_that_this_machine_opens(host: str, url: str) -> None:
    """No browser can open 0.0.0.0."""
    assert urls.local_url(Settings(data_dir=Path(), database_url="", host=host)) == url


def test_without_a_network_there_is_no_address(monkeypatch: pytest.MonkeyPatch) -> None:
    """A phone can’t reach loopback."""

    def nowhere() -> str:
        raise OSError("Network is unreachable")

    monkeypatch.setattr(urls, "_by_route", nowhere)
    monkeypatch.setattr(urls, "_by_name", lambda: "127.0.1.1")
    assert urls.lan_address() is None


def test_the_rules_of_a_game_are_printed() -> None:
    printed = CliRunner().invoke(main, ["rules", "is-rommi"])
    assert printed.exit_code == 0
    assert printed.output.startswith("# Rommí\n")
    unknown = CliRunner().invoke(main, ["rules", "poker"])
    assert unknown.exit_code == 2
    assert "not one of the games" in unknown.output


def test_the_rules_of_all_games_are_written_into_a_folder(tmp_path: Path) -> None:
    assert CliRunner().invoke(main, ["rules", "--into", str(tmp_path / "rules")]).exit_code == 0
    assert {file.stem for file in (tmp_path / "rules").iterdir()} == {*VARIANTS}


@pytest.mark.parametrize(
    ("name", "value", "language"),
    [
        ("LANG", "da_DK.UTF-8", "da"),
        ("LANGUAGE", "da-DK", "da"),
        ("LC_ALL", "no_NO.UTF-8", "nb"),
        ("LANGUAGE", "nn:en", "nb"),
        ("LANGUAGE", "xx:nn:de", "nb"),
        ("LANGUAGE", "en_GB:en:da", "en"),
        ("LC_MESSAGES", "C.UTF-8", "en"),
        ("LANG", "north", "en"),
    ],
)
def test_the_language_is_that_of_the_environment(
    monkeypatch: pytest.MonkeyPatch, name: str, value: str, language: str
) -> None:
    """Readers of Norwegian with another tag get Bokmål; a tag may have a hyphen, as in browsers."""
    for each in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.setenv(each, "")
    monkeypatch.setenv(name, value)
    messages.use_language()
    assert messages.language_tag() == language
