"""Fixtures for all tests: an application on a fresh database, on SQLite and on PostgreSQL."""

import gc
import shutil
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from types import CodeType
from typing import Any, ClassVar

import hypothesis
import psycopg
import pytest
from flask import Flask
from flask.testing import FlaskClient
from jinja2 import BytecodeCache
from jinja2.bccache import Bucket
from sqlalchemy import Connection, Engine, create_engine, event, text, update
from sqlalchemy.engine.default import DefaultDialect
from sqlalchemy.pool import NullPool, Pool
from werkzeug.routing import Rule

from scorekeeper import create_app
from scorekeeper.config.settings import Settings
from scorekeeper.sheets.printer import Press
from scorekeeper.store.database import Base, db
from scorekeeper.store.migrate import upgrade
from scorekeeper.store.models import Grant

from .postgres import cluster

# No deadline: a machine that does other things besides is no defect of ours.
hypothesis.settings.register_profile("scorekeeper", deadline=None, max_examples=40, print_blob=True)
hypothesis.settings.load_profile("scorekeeper")


class _CompiledOnce(Rule):
    """A route that is compiled once for all applications: most of what making one takes."""

    _made: ClassVar[dict[object, dict[str, Any]]] = {}
    _builders: ClassVar[dict[object, Any]] = {}

    def compile(self) -> None:
        key = (self.rule, self.subdomain, self.host, self.merge_slashes, repr(self.defaults), self.map.host_matching)
        if key not in self._made:
            super().compile()
            self._made[key] = {name: vars(self)[name] for name in ("_parts", "_trace", "_converters", "arguments")}
        vars(self).update(self._made[key])
        self._build, self._build_unknown = (self._compile_builder(unknown).__get__(self) for unknown in (False, True))

    def _compile_builder(self, append_unknown: bool = True) -> Any:
        # all that the function is made of; it looks at the route itself for the rest
        key = (self.rule, *self._trace, repr(self.defaults), append_unknown)
        if key not in self._builders:
            self._builders[key] = super()._compile_builder(append_unknown)
        return self._builders[key]


Flask.url_rule_class = _CompiledOnce


class _CodeInMemory(BytecodeCache):
    """The code of templates, for all applications of this process."""

    def __init__(self) -> None:
        self._codes: dict[tuple[str, str], CodeType | None] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        bucket.code = self._codes.get((bucket.key, bucket.checksum))

    def dump_bytecode(self, bucket: Bucket) -> None:
        self._codes[bucket.key, bucket.checksum] = bucket.code


# SQL is compiled once for all engines of a kind. SQLAlchemy keeps it by engine and dialect, and each test has its own.
DefaultDialect.__eq__ = lambda one, other: type(one) is type(other)  # type: ignore[method-assign]  # only here
DefaultDialect.__hash__ = lambda one: hash(type(one))  # type: ignore[method-assign]  # only here
_compiled: dict[Any, Any] = {}


@event.listens_for(Engine, "engine_connect")
def _share_statements(connection: Connection) -> None:
    connection.execution_options(compiled_cache=_compiled)


_opened: list[Any] = []


@event.listens_for(Pool, "connect")
def _note_opened(connection: Any, _record: object) -> None:
    _opened.append(connection)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with the longest test of all: at the end the other workers would wait for it."""
    items.sort(key=lambda item: "test_attack" not in item.nodeid)


def pytest_collection_finish() -> None:
    """Leave what was imported and collected out of the collector's rounds: a tenth of the pages' tests."""
    gc.collect()
    gc.freeze()


@pytest.fixture(autouse=True)
def _nothing_stays_open() -> Iterator[None]:
    """Close what connections a test left open, so that their end does not fall into another test, as a warning."""
    yield
    for connection in _opened:
        connection.close()
    _opened.clear()


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """The address of a running PostgreSQL; it is started for the first test that asks."""
    with cluster() as url:
        yield url


@pytest.fixture(scope="session")
def migrated_sqlite(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An empty, migrated SQLite database to copy."""
    file = tmp_path_factory.mktemp("template") / "empty.sqlite3"
    upgrade(f"sqlite:///{file}")
    return file


@pytest.fixture(scope="session")
def migrated_postgres(postgres: str) -> str:
    """The address of a migrated PostgreSQL database, which each test empties."""
    url = make_database(postgres, "scorekeeper_tests")
    upgrade(url)
    return url


@pytest.fixture
def empty_postgres(postgres: str, request: pytest.FixtureRequest) -> str:
    """The address of a fresh PostgreSQL database that holds nothing, not even tables."""
    return make_database(postgres, f"empty_{abs(hash(request.node.nodeid))}")


@pytest.fixture(params=["sqlite", "postgresql"])
def database_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of a database with all tables and no rows, one of each kind."""
    if request.param == "sqlite":
        file = tmp_path / "scorekeeper.sqlite3"
        shutil.copyfile(request.getfixturevalue("migrated_sqlite"), file)
        return f"sqlite:///{file}"
    url: str = request.getfixturevalue("migrated_postgres")
    empty(url)
    return url


@pytest.fixture
def settings(database_url: str, tmp_path: Path) -> Settings:
    """Settings for `database_url`, with limits of rate off."""
    return Settings(data_dir=tmp_path / "data", database_url=database_url, ratelimit_enabled=False)


@pytest.fixture(scope="session")
def compiled_templates() -> BytecodeCache:
    """Where templates are compiled once, instead of once for each application: a third of the pages' tests."""
    return _CodeInMemory()


@pytest.fixture(scope="session")
def press() -> Iterator[Press]:
    """One press for all tests: it starts with the first sheet."""
    press = Press()
    yield press
    press.stop()


@pytest.fixture
def app(settings: Settings, compiled_templates: BytecodeCache, press: Press) -> Iterator[Flask]:
    """The application on a fresh database."""
    app = create_app(settings)
    app.extensions["press"] = press
    app.testing = True
    app.jinja_env.bytecode_cache = compiled_templates
    yield app
    app.extensions["live"].close()  # its thread's connection must not be closed while it asks: Python would crash
    with app.app_context():
        db.session.remove()
        db.engine.dispose()


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    """A browser without script."""
    return app.test_client()


@pytest.fixture
def before_writing(monkeypatch: pytest.MonkeyPatch) -> list[Callable[[], None]]:
    """What is put into this list happens, once, when a transaction that writes is about to begin."""
    acts: list[Callable[[], None]] = []
    connection = db.session.connection

    def begin(**options: Any) -> object:
        if acts:
            acts.pop()()
        return connection(**options)

    monkeypatch.setattr(db.session, "connection", begin)
    return acts


def end_rights(url: str, grant_id: int | None = None) -> None:
    """Withdraw a right, or all, by a connection of its own."""
    ending = update(Grant).values(withdrawn_at=datetime.now(UTC))
    with create_engine(url, poolclass=NullPool).begin() as connection:
        connection.execute(ending if grant_id is None else ending.where(Grant.id == grant_id))


def make_database(server: str, name: str) -> str:
    """Make a database on the server of the database `server`, anew if it is there; return its address."""
    engine = create_engine(server, poolclass=NullPool, isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        connection.execute(text(f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)'))
        connection.execute(text(f'CREATE DATABASE "{name}"'))
    return engine.url.set(database=name).render_as_string(hide_password=False)


def empty(url: str) -> None:
    """Delete every row of a PostgreSQL database; whoever a test left connected is put out first.

    Without SQLAlchemy and at once: what a new engine asks first takes longer than all of this.
    """
    deletions = "; ".join(f'DELETE FROM "{table.name}"' for table in reversed(Base.metadata.sorted_tables))
    with psycopg.connect(url.replace("+psycopg", "", 1)) as connection:
        connection.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'; "
            + deletions
        )
