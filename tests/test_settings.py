"""Settings: parsed from the environment, refused with a message; the secret key."""

import stat
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from scorekeeper import create_app
from scorekeeper.config import data_dir, paths, settings
from scorekeeper.config.data_dir import prepare_data_dir, secret_key
from scorekeeper.config.settings import Settings, SettingsError, read_settings


def read(**variables: str) -> Settings:
    """Parse settings from SCOREKEEPER_… variables."""
    return read_settings({f"SCOREKEEPER_{name}": value for name, value in variables.items()})


def test_an_empty_environment_gives_the_defaults(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Loopback only, SQLite in ./data."""
    monkeypatch.chdir(tmp_path)
    assert read_settings({}) == Settings(
        data_dir=tmp_path / "data",
        database_url=f"sqlite:///{tmp_path}/data/scorekeeper.sqlite3",
        host="127.0.0.1",
        port=8000,
        base_url=None,
        trusted_proxies=0,
        ratelimit_enabled=True,
        threads=8,
        log_level="INFO",
    )


@pytest.mark.parametrize(
    ("platform", "variable", "folder"),
    [
        ("linux", "XDG_DATA_HOME", "/srv/share/scorekeeper"),
        ("linux", "", "/home/anna/.local/share/scorekeeper"),
        ("darwin", "", "/home/anna/Library/Application Support/scorekeeper"),
        ("win32", "LOCALAPPDATA", "/srv/share/scorekeeper"),
    ],
)
def test_an_installed_program_has_the_folder_of_its_platform(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, platform: str, variable: str, folder: str
) -> None:
    """It may be started in any folder."""
    monkeypatch.setattr(paths, "PROJECT", tmp_path / "none")
    monkeypatch.setattr("sys.platform", platform)
    monkeypatch.setenv("HOME", "/home/anna")
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    if variable:
        monkeypatch.setenv(variable, "/srv/share")
    assert read_settings({}).data_dir == Path(folder)


def test_a_variable_that_is_empty_is_not_set() -> None:
    """`docker compose` sets empty variables."""
    assert read(PORT="", BASE_URL="  ").port == 8000


def test_each_variable_is_read() -> None:
    """Every setting has its variable."""
    read_all = read(
        HOST="0.0.0.0",
        PORT="80",
        DATA_DIR="/srv/scores",
        BASE_URL="https://scores.example.org",
        TRUSTED_PROXIES="2",
        RATELIMIT_ENABLED="0",
        THREADS="32",
        LOG_LEVEL="warning",
        LOG="json",
    )
    assert read_all == Settings(
        data_dir=Path("/srv/scores"),
        database_url="sqlite:////srv/scores/scorekeeper.sqlite3",
        host="0.0.0.0",
        port=80,
        base_url="https://scores.example.org",
        trusted_proxies=2,
        ratelimit_enabled=False,
        threads=32,
        log_level="WARNING",
        log_format="json",
    )


@pytest.mark.parametrize("value", ["1", "true", "YES", "on"])
def test_a_switch_is_on(value: str) -> None:
    """By any of the usual words."""
    assert read(RATELIMIT_ENABLED=value).ratelimit_enabled


@pytest.mark.parametrize("value", ["0", "False", "no", "OFF"])
def test_a_switch_is_off(value: str) -> None:
    """By any of the usual words."""
    assert not read(RATELIMIT_ENABLED=value).ratelimit_enabled


@pytest.mark.parametrize(
    ("given", "url"),
    [
        ("sqlite:////srv/scores.db", "sqlite:////srv/scores.db"),
        ("sqlite:///scores.db", f"sqlite:///{Path.cwd()}/scores.db"),
        ("postgresql://u:p@db:5433/scores", "postgresql+psycopg://u:p@db:5433/scores"),
        ("postgres://db/scores", "postgresql+psycopg://db/scores"),
        ("postgresql:///scores?host=/run/pg", "postgresql+psycopg:///scores?host=/run/pg"),
        ("postgresql+psycopg://db/scores", "postgresql+psycopg://db/scores"),
    ],
)
def test_a_database_of_either_kind(given: str, url: str) -> None:
    """SQLite files by absolute paths, PostgreSQL by psycopg."""
    assert read(DATABASE_URL=given).database_url == url


@pytest.mark.parametrize(
    ("given", "url"),
    [
        ("redis://:secret@cache:6379/1", "redis://:secret@cache:6379/1"),
        ("rediss://cache", "rediss://cache"),
        ("valkey://cache", "redis://cache"),
        ("valkeys://cache:6380", "rediss://cache:6380"),
        ("", None),
    ],
)
def test_counters_in_redis_or_valkey(given: str, url: str | None) -> None:
    """One client asks both."""
    assert read(LIMITS_URL=given).limits_url == url


@pytest.mark.parametrize(
    ("given", "file"), [("sqlite:////srv/scores.db", Path("/srv/scores.db")), ("postgresql://db/scores", None)]
)
def test_the_file_of_an_sqlite_database(given: str, file: Path | None) -> None:
    """The path is known for backups."""
    assert read(DATABASE_URL=given).sqlite_file == file


@pytest.mark.parametrize(
    ("base_url", "secure"), [("https://a.example/", True), ("http://a.example:8080", False), ("", False)]
)
def test_cookies_are_secure_under_https(base_url: str, secure: bool) -> None:
    """Over HTTP browsers would not send them."""
    read_one = read(BASE_URL=base_url)
    assert read_one.secure_cookies is secure
    assert read_one.base_url == (base_url.rstrip("/") or None)


@pytest.mark.parametrize(
    ("variable", "value"),
    [
        ("HOST", "not a host"),
        ("HOST", "http://127.0.0.1"),
        ("PORT", "0"),
        ("PORT", "65536"),
        ("PORT", "http"),
        ("PORT", "-1"),
        ("PORT", "٨٠"),
        ("PORT", "80.0"),
        ("DATA_DIR", "what?"),
        ("DATABASE_URL", "scores.db"),
        ("DATABASE_URL", "mysql://db/scores"),
        ("DATABASE_URL", "sqlite://"),
        ("DATABASE_URL", "sqlite:///"),
        ("DATABASE_URL", "sqlite:///:memory:"),
        ("DATABASE_URL", "sqlite:///folder/"),
        ("DATABASE_URL", "postgresql://db"),
        ("DATABASE_URL", "postgresql://db:port/scores"),
        ("BASE_URL", "scores.example.org"),
        ("BASE_URL", "ftp://scores.example.org"),
        ("BASE_URL", "https://"),
        ("BASE_URL", "https://a.example/path"),
        ("BASE_URL", "https://a.example?query"),
        ("BASE_URL", "https://user@a.example"),
        ("BASE_URL", "https://a.example:99999"),
        ("BASE_URL", "https://a example"),
        ("LIMITS_URL", "cache:6379"),
        ("LIMITS_URL", "memcached://cache"),
        ("LIMITS_URL", "redis://"),
        ("LIMITS_URL", "redis://cache:port"),
        ("PROCESSES", "0"),
        ("PROCESSES", "65"),
        ("TRUSTED_PROXIES", "yes"),
        ("TRUSTED_PROXIES", "11"),
        ("RATELIMIT_ENABLED", "maybe"),
        ("THREADS", "0"),
        ("LOG_LEVEL", "loud"),
        ("METRICS", "the office"),
        ("METRICS", "10.0.0.0/8,"),
        ("METRICS", "10.0.0.1/8"),
    ],
)
def test_a_wrong_value_is_refused_by_name(variable: str, value: str) -> None:
    """One message, which names the variable."""
    with pytest.raises(SettingsError) as caught:
        read(**{variable: value})
    sentence = str(caught.value)
    assert f"SCOREKEEPER_{variable}" in sentence
    assert "\n" not in sentence
    assert sentence.endswith(".")


def test_no_password_is_shown() -> None:
    """Not even if the database URL is invalid."""
    for url in ("mysql://anna:hunter2@db/scores", "postgresql://anna:hunter2@db:x/scores"):
        with pytest.raises(SettingsError) as caught:
            read(DATABASE_URL=url)
        assert "hunter2" not in str(caught.value)
    with pytest.raises(SettingsError) as caught:
        read(LIMITS_URL="redis://:hunter2@cache:x")
    assert "hunter2" not in str(caught.value)


def test_the_key_is_made_once_and_is_its_owners(tmp_path: Path) -> None:
    """The data folder is made with mode 0700, the key with 0600."""
    folder = tmp_path / "new" / "data"
    key = secret_key(folder)
    assert len(bytes.fromhex(key)) == 32
    assert secret_key(folder) == key
    assert stat.S_IMODE((folder / "secret_key").stat().st_mode) == 0o600
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert [file.name for file in folder.iterdir()] == ["secret_key"]


def test_processes_that_start_at_once_have_the_same_key(tmp_path: Path) -> None:
    """The slower process uses the key of the first."""
    for round_ in range(10):
        with ThreadPoolExecutor(8) as pool:
            assert len(set(pool.map(secret_key, [tmp_path / str(round_)] * 8))) == 1


def test_a_key_that_others_can_read_is_closed_to_them(tmp_path: Path) -> None:
    """As after a copy without modes."""
    key = secret_key(tmp_path)
    (tmp_path / "secret_key").chmod(0o644)
    assert secret_key(tmp_path) == key
    assert stat.S_IMODE((tmp_path / "secret_key").stat().st_mode) == 0o600


def test_a_key_that_stays_open_to_others_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As when another user owns the file."""
    secret_key(tmp_path)
    (tmp_path / "secret_key").chmod(0o644)

    def refuse(*_: object) -> None:
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(data_dir.Path, "chmod", refuse)
    with pytest.raises(SettingsError, match=r"secret_key.*You do not have the permission"):
        secret_key(tmp_path)


@pytest.mark.parametrize("content", ["", "short", "g" * 64, "ä" * 64])
def test_a_damaged_key_is_refused(tmp_path: Path, content: str) -> None:
    """Cookies signed with it could be forged."""
    (tmp_path / "secret_key").write_text(content, encoding="latin-1")
    with pytest.raises(SettingsError, match="secret_key"):
        secret_key(tmp_path)


def test_a_data_folder_that_cannot_be_written_is_refused(tmp_path: Path) -> None:
    """The path is a file, so that root cannot write there either."""
    (tmp_path / "file").write_text("")
    for folder in (tmp_path / "file", tmp_path / "file" / "data"):
        for use in (prepare_data_dir, secret_key):
            with pytest.raises(SettingsError, match=r"cannot (be|write)"):
                use(folder)


def test_the_application_does_not_start_with_a_wrong_setting(monkeypatch: pytest.MonkeyPatch) -> None:
    """`create_app` parses the environment."""
    monkeypatch.setenv("SCOREKEEPER_PORT", "none")
    with pytest.raises(SettingsError, match="SCOREKEEPER_PORT"):
        create_app()


def test_settings_are_cheap_to_read() -> None:
    """Parsing them imports neither Flask nor a database library."""
    code = f"import sys, {settings.__name__}; print('sqlalchemy' in sys.modules, 'flask' in sys.modules)"
    root = Path(settings.__file__).parents[2]
    done = subprocess.run([sys.executable, "-c", code], cwd=root, capture_output=True, text=True, check=True)
    assert done.stdout == "False False\n"
