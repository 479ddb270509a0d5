"""The settings that are addresses: of the pages, of the database, of the counters."""

import re
from pathlib import Path
from urllib.parse import urlsplit

from .messages import _

DATABASE_FILE = "scorekeeper.sqlite3"
_COUNTERS = {"redis": "redis", "rediss": "rediss", "valkey": "redis", "valkeys": "rediss"}


class SettingsError(Exception):
    """A setting is invalid or the data folder unusable; the message is one sentence for the user."""


def base_url_of(text: str | None) -> str | None:
    """Return the public address without what may follow its host.

    Raises:
        SettingsError: it is no address.
    """
    if text is None:
        return None
    try:
        parts = urlsplit(text)
        valid = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        valid = False
    else:
        valid = valid and "@" not in parts.netloc and parts.path in ("", "/") and not (parts.query or parts.fragment)
    if valid and not re.search(r"[\s\\<>\"']", text):
        return f"{parts.scheme}://{parts.netloc}"
    raise SettingsError(
        _(
            "SCOREKEEPER_BASE_URL must be the public address, http:// or https:// and a host with nothing behind "
            "it, like https://scores.example.org, not {text}.",
            text=repr(text),
        )
    )


def database_url_of(text: str | None, data_dir: Path) -> str:
    """Return the SQLAlchemy URL of a database; None is an SQLite file in the data folder.

    Raises:
        SettingsError: it is no such address; the message has nothing of it, because a password may be in it.
    """
    if text is None:
        if "?" in str(data_dir):  # it would start the query of the URL
            raise SettingsError(
                _(
                    "SCOREKEEPER_DATA_DIR must be a folder without a question mark, not '{data_dir}'.",
                    data_dir=data_dir,
                )
            )
        return f"sqlite:///{data_dir / DATABASE_FILE}"
    scheme, separator, rest = text.partition("://")
    if separator and scheme == "sqlite":
        return _sqlite_url(rest)
    if separator and scheme in ("postgresql", "postgres", "postgresql+psycopg"):
        return _postgresql_url(rest)
    # Do not print the whole value: it may contain a password.
    raise SettingsError(
        _(
            "SCOREKEEPER_DATABASE_URL must begin with sqlite:/// (and the path of a file) or postgresql://, not "
            "with {value}.",
            value=repr(scheme + separator if separator else _("something else")),
        )
    )


def _sqlite_url(rest: str) -> str:
    name = rest.removeprefix("/")
    if not rest.startswith("/") or not name or name.endswith("/") or name == ":memory:" or "?" in name:
        raise SettingsError(
            _(
                "SCOREKEEPER_DATABASE_URL must name a file after sqlite:///, like "
                "sqlite:////var/lib/scorekeeper/scores.sqlite3, not {value}.",
                value=repr("sqlite://" + rest),
            )
        )
    return f"sqlite:///{Path(name).expanduser().absolute()}"


def _postgresql_url(rest: str) -> str:
    from sqlalchemy import make_url
    from sqlalchemy.exc import ArgumentError

    url = f"postgresql+psycopg://{rest}"
    try:
        named = bool(make_url(url).database)
    except (ArgumentError, ValueError):
        named = False
    if named:
        return url
    raise SettingsError(
        _(
            "SCOREKEEPER_DATABASE_URL is not the address of a PostgreSQL database: it must look like "
            "postgresql://user:password@host:5432/database."
        )
    )


def limits_url_of(text: str | None) -> str | None:
    """Return the address of a Redis or Valkey server; one client asks both, by Redis's schemes.

    Raises:
        SettingsError: it is no such address; the message has nothing of it, because a password may be in it.
    """
    if text is None:
        return None
    scheme, _separator, rest = text.partition("://")
    try:
        known = scheme in _COUNTERS and bool(urlsplit(text).hostname) and urlsplit(text).port != 0
    except ValueError:  # of `port`
        known = False
    if known:
        return f"{_COUNTERS[scheme]}://{rest}"
    raise SettingsError(
        _(
            "SCOREKEEPER_LIMITS_URL is not the address of a Redis or Valkey server: it must look like "
            "redis://:password@host:6379/0."
        )
    )
