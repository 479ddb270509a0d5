"""Commands say in the reader's language why a file cannot be used, and what is wrong with an argument."""

import errno
import os
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner

from scorekeeper.cli.main import main
from scorekeeper.config import messages
from scorekeeper.config.causes import cause_of
from scorekeeper.services import wording

ENGLISH = ("No such", "denied", "Is a directory", "Not a directory", "database", "Did you mean", "integer", "argument")


@pytest.fixture
def czech(monkeypatch: pytest.MonkeyPatch) -> None:
    """The language of the environment is Czech."""
    monkeypatch.setenv("LANGUAGE", "cs")
    monkeypatch.setattr(wording, "_reader", wording._reader)  # a command sets its own, which later tests must not read
    messages.use_language()


def raised_by(action: Callable[[], object]) -> Exception:
    """Return what `action` raises."""
    with pytest.raises((OSError, sqlite3.Error)) as raised:
        action()
    return raised.value


def opened(file: Path, mode: str = "ro") -> None:
    """Read a database file."""
    connection = sqlite3.connect(f"file:{file}?mode={mode}", uri=True, timeout=0)
    try:
        connection.execute("SELECT * FROM sqlite_schema")
    finally:
        connection.close()


@pytest.mark.usefixtures("czech")
def test_usual_causes_are_sentences_of_the_reader(tmp_path: Path) -> None:
    """Those that the system and SQLite raise here, and those that root never meets, by their number."""
    text = tmp_path / "text"
    text.write_text("no database, but long enough for one, " * 40)
    causes = [
        cause_of(raised_by((tmp_path / "missing").read_bytes)),
        cause_of(raised_by(tmp_path.read_bytes)),
        cause_of(raised_by((text / "below").read_bytes)),
        cause_of(raised_by((tmp_path / ("x" * 300)).read_bytes)),
        cause_of(raised_by(lambda: opened(text))),
        cause_of(raised_by(lambda: opened(tmp_path / "missing"))),
        *(cause_of(OSError(number, os.strerror(number))) for number in (errno.EACCES, errno.ENOSPC, errno.EROFS)),
    ]
    assert causes == [
        "Takový soubor ani složka neexistuje.",
        "Je to složka.",
        "Část cesty je soubor, ne složka.",
        "Název je moc dlouhý.",
        "Není to databáze SQLite.",
        "Soubor neexistuje, nebo k\u00a0němu chybí oprávnění.",
        "Chybí k\u00a0tomu oprávnění.",
        "Disk je plný.",
        "Disk je jen pro čtení.",
    ]


@pytest.mark.usefixtures("czech")
def test_a_locked_database_is_one_that_another_program_uses(tmp_path: Path) -> None:
    file = tmp_path / "locked.sqlite3"
    holder = sqlite3.connect(file, isolation_level=None)
    holder.execute("CREATE TABLE t (x)")
    holder.execute("BEGIN EXCLUSIVE")
    assert cause_of(raised_by(lambda: opened(file))) == "Neustále s\u00a0tím pracuje jiný program."
    holder.close()


@pytest.mark.usefixtures("czech")
def test_a_rare_cause_is_quoted() -> None:
    assert (
        cause_of(OSError(errno.EXDEV, "Invalid  cross-device link\nand more"))
        == "Systém hlásí: Invalid cross-device link"
    )
    assert cause_of(sqlite3.ProgrammingError("too few values")) == "Systém hlásí: too few values"


@pytest.mark.parametrize(
    ("arguments", "holds"),
    [
        (["referee", "meld", "-v", "da-500", "-s", "nowhere.json"], "Takový soubor"),
        (["rules", "--into", "/dev/null/rules"], "Část cesty je soubor"),
        (["serve", "--prt", "8000"], "Mysleli jste '--port'?"),
        (["serve", "--port", "x"], "„x“ není port"),
        (["serve", "--port", "70000"], "„70000“ není port"),
        (["serve", "--port"], "potřebuje hodnotu"),
        (["serve", "--lan=1"], "žádnou hodnotu nepřijímá"),
        (["rules", "da-500", "more", "still"], "Argumenty navíc (more still)"),
    ],
)
@pytest.mark.usefixtures("czech")
def test_what_is_wrong_with_an_argument_is_said_in_the_readers_language(arguments: list[str], holds: str) -> None:
    result = CliRunner().invoke(main, arguments)
    assert result.exit_code == 2
    assert holds in result.stderr
    assert [word for word in ENGLISH if word in result.stderr.partition("Chyba:")[2] or word in holds] == []
