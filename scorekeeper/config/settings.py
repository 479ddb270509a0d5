"""The settings: environment variables, read and validated once, here only."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from ..numbers import whole_number
from .messages import _
from .networks import THIS_MACHINE, Networks, networks_in
from .paths import default_data_dir
from .urls import SettingsError as SettingsError
from .urls import base_url_of, database_url_of, limits_url_of

PREFIX = "SCOREKEEPER_"
_LEVELS = ("DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL")
_LOG_FORMATS = ("text", "json")
_SWITCH = {"1": True, "true": True, "yes": True, "on": True, "0": False, "false": False, "no": False, "off": False}
_HOST = re.compile(r"[A-Za-z0-9._\-]+|\[?[0-9A-Fa-f:.%]+\]?")


@dataclass(frozen=True)
class Settings:
    """All settings, validated."""

    data_dir: Path
    """Folder of the database, the secret key and the backups."""
    database_url: str
    """SQLAlchemy URL: sqlite:/// with an absolute path, or postgresql+psycopg://."""
    host: str = "127.0.0.1"
    port: int = 8000
    base_url: str | None = None
    """The public base URL, without a trailing slash; None: the one that a request was sent to."""
    trusted_proxies: int = 0
    """Number of reverse proxies in front that set X-Forwarded-… headers; with 0 these headers are ignored."""
    ratelimit_enabled: bool = True
    limits_url: str | None = None
    """The Redis or Valkey server in which all processes count rate limits; None: each process by itself."""
    processes: int = 1
    """Processes that `scorekeeper serve` runs."""
    threads: int = 8
    log_level: str = "INFO"
    log_format: str = "text"
    """The form of the log: a key of `logs.FORMATTERS`."""
    daily_backups: bool = True
    """Whether the database is backed up every day by itself."""
    house_rules: Path | None = None
    """The file of the house rules with which new games begin; see `services.server_rules`."""
    metrics: Networks = THIS_MACHINE
    """From where `/metrics` can be read."""

    @property
    def secure_cookies(self) -> bool:
        """Whether cookies have the Secure attribute: the base URL is https."""
        return self.base_url is not None and self.base_url.startswith("https://")

    @property
    def backups(self) -> Path:
        """The folder of the backups."""
        return self.data_dir / "backups"

    @property
    def sqlite_file(self) -> Path | None:
        """The path of the SQLite database; None on PostgreSQL."""
        prefix = "sqlite:///"
        return Path(self.database_url.removeprefix(prefix)) if self.database_url.startswith(prefix) else None


def read_settings(environ: Mapping[str, str]) -> Settings:
    """Return the settings in `environ`; a variable that is missing or empty has its default.

    Raises:
        SettingsError: a value is invalid; the message names the variable.
    """
    values = {name: text for name in environ if name.startswith(PREFIX) and (text := environ[name].strip())}
    data_dir = Path(values.get("SCOREKEEPER_DATA_DIR") or default_data_dir()).expanduser().absolute()
    return Settings(
        data_dir=data_dir,
        database_url=database_url_of(values.get("SCOREKEEPER_DATABASE_URL"), data_dir),
        host=_host(values),
        port=_number(values, "SCOREKEEPER_PORT", 8000, 1, 65535),
        base_url=base_url_of(values.get("SCOREKEEPER_BASE_URL")),
        trusted_proxies=_number(values, "SCOREKEEPER_TRUSTED_PROXIES", 0, 0, 10),
        ratelimit_enabled=_switch(values, "SCOREKEEPER_RATELIMIT_ENABLED", True),
        limits_url=limits_url_of(values.get("SCOREKEEPER_LIMITS_URL")),
        processes=_number(values, "SCOREKEEPER_PROCESSES", 1, 1, 64),
        threads=_number(values, "SCOREKEEPER_THREADS", 8, 1, 512),
        log_level=_one_of(values, "SCOREKEEPER_LOG_LEVEL", "INFO", _LEVELS),
        log_format=_one_of(values, "SCOREKEEPER_LOG", "text", _LOG_FORMATS),
        daily_backups=_switch(values, "SCOREKEEPER_DAILY_BACKUPS", True),
        house_rules=_path(values.get("SCOREKEEPER_HOUSE_RULES")),
        metrics=_networks(values),
    )


def _number(values: Mapping[str, str], name: str, default: int, least: int, most: int) -> int:
    text = values.get(name)
    if text is None:
        return default
    number = whole_number(text, 9)
    if number is not None and least <= number <= most:
        return number
    raise SettingsError(
        _(
            "{name} must be a whole number from {least} to {most}, not {text}.",
            name=name,
            least=least,
            most=most,
            text=repr(text),
        )
    )


def _switch(values: Mapping[str, str], name: str, default: bool) -> bool:
    text = values.get(name)
    if text is None:
        return default
    if text.lower() in _SWITCH:
        return _SWITCH[text.lower()]
    raise SettingsError(
        _("{name} must be 1 or 0 (or true, false, yes, no, on, off), not {text}.", name=name, text=repr(text))
    )


def _host(values: Mapping[str, str]) -> str:
    text = values.get("SCOREKEEPER_HOST", "127.0.0.1")
    if _HOST.fullmatch(text):
        return text.strip("[]")
    raise SettingsError(
        _(
            "SCOREKEEPER_HOST must be an address or a host name to listen on, like 127.0.0.1 or 0.0.0.0, not {text}.",
            text=repr(text),
        )
    )


def _path(text: str | None) -> Path | None:
    return Path(text).expanduser().absolute() if text else None


def _one_of(values: Mapping[str, str], name: str, default: str, choices: tuple[str, ...]) -> str:
    text = values.get(name, default)
    found = next((choice for choice in choices if choice.lower() == text.lower()), None)
    if found is None:
        raise SettingsError(
            _("{name} must be one of {choices}, not {text}.", name=name, choices=", ".join(choices), text=repr(text))
        )
    return found


def _networks(values: Mapping[str, str]) -> Networks:
    text = values.get("SCOREKEEPER_METRICS")
    try:
        return networks_in(text) if text else THIS_MACHINE
    except ValueError:
        problem = _(
            "SCOREKEEPER_METRICS must be addresses or networks with commas between them, like 192.168.1.5, "
            "10.0.0.0/8, or all, not {text}.",
            text=repr(text),
        )
    raise SettingsError(problem)
