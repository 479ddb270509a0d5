"""Backups that are made by themselves: once a day, checked, seven days and four weeks of them kept."""

import errno
import logging
import shutil
import threading
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from flask import Flask
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper import create_app
from scorekeeper.cli import housekeeping
from scorekeeper.config.settings import Settings
from scorekeeper.services.games import creating
from scorekeeper.store import backups, daily_backups
from scorekeeper.store.daily_backups import DAYS, WEEKS, kept

START = datetime(2026, 3, 2, 12, tzinfo=UTC)  # a Monday
DAY = timedelta(days=1)


@pytest.fixture
def home(migrated_sqlite: Path, tmp_path: Path) -> tuple[Path, Path]:
    """A database with a game, and the folder of its backups."""
    file = tmp_path / "scorekeeper.sqlite3"
    shutil.copyfile(migrated_sqlite, file)
    app = create_app(Settings(data_dir=tmp_path, database_url=f"sqlite:///{file}"))
    with app.app_context():
        creating.create_game_for("A" * 32, {"variant": "da-500", "players": ["Ida", "Ole"]})
    return file, tmp_path / "backups"


def on(monkeypatch: pytest.MonkeyPatch, home: tuple[Path, Path], now: datetime) -> Path | None:
    """Back up at a time; return the copy."""
    monkeypatch.setattr(backups, "file_name", lambda kind, revision: f"{kind}-{revision}-{now:{backups._TIME}}.sqlite3")
    return daily_backups.back_up(*home, now)


def test_one_is_made_a_day_and_is_the_newest_copy(home: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch) -> None:
    made = on(monkeypatch, home, START)
    assert made is not None
    assert backups.count(made, ["game"]) == [1]
    assert on(monkeypatch, home, START + DAY / 2) is None
    later = on(monkeypatch, home, START + DAY)
    assert later is not None
    assert backups.newest(home[1]) == later


def test_after_a_year_those_of_seven_days_and_four_weeks_are_there(
    home: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Copies that users made are not deleted."""
    home[1].mkdir()
    own = home[1] / f"backup-0001-{START:{backups._TIME}}.sqlite3"
    shutil.copyfile(home[0], own)
    for day in range(60):
        on(monkeypatch, home, START + day * DAY)
    days = sorted((at - START).days for at in backups.by_time(home[1], "daily"))
    assert days == [41, 48, 53, 54, 55, 56, 57, 58, 59]  # two more Sundays; 55 is the third, 59 is in the fourth week
    assert own.exists()


def test_a_copy_that_a_wrong_clock_has_dated_ahead_is_no_reason_to_make_none(
    home: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nor do ten of them take the places of those that are made when it is right. An hour makes no difference."""
    ahead = {on(monkeypatch, home, START + (365 + day) * DAY) for day in range(10)}
    made = on(monkeypatch, home, START)
    assert made is not None
    assert on(monkeypatch, home, START - timedelta(hours=1)) is None
    again = on(monkeypatch, home, START + DAY)
    left = set(backups.by_time(home[1], "daily").values())
    assert {made, again} <= left
    assert len(left & ahead) == DAYS  # there is a Sunday among these


@given(st.lists(st.integers(0, 90 * 24), unique=True))
def test_the_latest_stays_and_nothing_newer_than_a_day_that_stays_is_deleted(hours: list[int]) -> None:
    times = [START + timedelta(hours=hour) for hour in hours]
    stay = kept(times)
    assert stay <= {*times}
    assert len(stay) <= DAYS + WEEKS
    last_days = sorted({time.date() for time in times})[-DAYS:]
    assert {max(time for time in times if time.date() == day) for day in last_days} <= stay
    assert kept(stay) == stay


@pytest.mark.parametrize("harm", [lambda file: file.write_bytes(file.read_bytes()[:5000]), lambda file: _empty(file)])
def test_a_copy_that_is_not_whole_is_deleted_and_the_older_ones_stay(
    home: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch, harm: Callable[[Path], object]
) -> None:
    good = on(monkeypatch, home, START)
    copy = backups.copy

    def copy_badly(source: Path, target: Path) -> None:
        copy(source, target)
        harm(target)

    monkeypatch.setattr(backups, "copy", copy_badly)
    with pytest.raises(backups.BackupError):
        on(monkeypatch, home, START + 2 * DAY)
    assert [*home[1].iterdir()] == [good]


def _empty(file: Path) -> None:
    """Delete the games of a database."""
    with backups._opened(file, "rw") as connection:
        connection.execute("DELETE FROM game")


def test_a_failure_is_logged_and_the_table_goes_on(
    home: tuple[Path, Path], tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    app = create_app(Settings(data_dir=tmp_path, database_url=f"sqlite:///{home[0]}"))
    home[1].write_text("a file, where the folder should be")
    with caplog.at_level(logging.WARNING):
        housekeeping.back_up(app)
    assert "There is no backup of today" in caplog.text
    home[1].unlink()
    housekeeping.back_up(app)
    assert len([*home[1].iterdir()]) == 1


def test_what_fails_one_day_is_done_the_next(
    home: tuple[Path, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Whatever it fails for, as a disk that is read-only for a while."""
    app = create_app(Settings(data_dir=tmp_path, database_url=f"sqlite:///{home[0]}"))
    back_up, tried, purged = housekeeping.back_up, [0], threading.Event()

    def fail_twice(app: Flask) -> None:
        tried[0] += 1
        if tried[0] <= 2:
            raise OSError(errno.EROFS, "Read-only file system")
        back_up(app)

    monkeypatch.setattr(housekeeping, "back_up", fail_twice)
    monkeypatch.setattr(housekeeping, "purge", lambda _app: tried[0] > 2 and purged.set())
    monkeypatch.setattr(housekeeping, "_SETTLED", 0.0)
    ending = housekeeping.keep_house(app, every=0.01)
    assert purged.wait(30)
    ending.set()
    assert len([*home[1].iterdir()]) == 1
    assert caplog.text.count("A task of the day failed") == 2


def test_none_is_made_where_it_is_turned_off(app: Flask, tmp_path: Path) -> None:
    settings: Settings = app.config["SCOREKEEPER"]
    off = Settings(data_dir=tmp_path, database_url=settings.database_url, daily_backups=False)
    app.config["SCOREKEEPER"] = off
    housekeeping.back_up(app)
    assert not (tmp_path / "backups").exists()
