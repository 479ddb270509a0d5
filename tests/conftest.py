"""Fixtures for all tests: the application on a fresh SQLite or PostgreSQL database, clients, the press."""

import gc
import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import suppress
from datetime import UTC, datetime
from importlib import import_module
from itertools import chain, groupby, islice
from pathlib import Path
from types import CodeType
from typing import Any
from warnings import catch_warnings

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
from werkzeug.routing import Map, Rule

from scorekeeper import create_app
from scorekeeper.config.settings import Settings
from scorekeeper.server import collector
from scorekeeper.services.wording import show_faces_of
from scorekeeper.sheets.printer import Press
from scorekeeper.store.database import Base, db
from scorekeeper.store.migrate import upgrade
from scorekeeper.store.models import Grant

from .postgres import cluster
from .sampled import on_one_database

# Whoever a test left connected is put out first. Without SQLAlchemy: what a new engine asks first takes longer.
_EMPTY = (
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
    " WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'; "
) + "; ".join(f'DELETE FROM "{table.name}"' for table in reversed(Base.metadata.sorted_tables))

# No deadline: a machine that does other things besides is no defect of ours. The examples are the same in every run, so
# that a change fails for what it changed; `--hypothesis-profile=explore` draws others, and more of them.
hypothesis.settings.register_profile("scorekeeper", deadline=None, max_examples=25, derandomize=True)
hypothesis.settings.register_profile("explore", deadline=None, max_examples=200, print_blob=True)
hypothesis.settings.load_profile("scorekeeper")


class _SharedRule(Rule):
    """A routing rule that is compiled for the first application that it is bound to, and serves all others as well."""

    _is_compiled = False

    def bind(self, map: Map, rebind: bool = False) -> None:
        super().bind(map, rebind=True)

    def compile(self) -> None:
        if not self._is_compiled:
            super().compile()
            self._is_compiled = True


_rules: dict[object, _SharedRule] = {}


def _shared_rule(string: str, **options: Any) -> Rule:
    """Return the rule of this process for `string` and `options`: compiling them took 27 of 30 ms of an application.

    A rule asks the map to which it was bound last only for settings, which are the same in all our applications.
    """
    key = (string, repr(sorted({**options, "methods": sorted(options["methods"])}.items())))
    if key not in _rules:
        _rules[key] = _SharedRule(string, **options)
    return _rules[key]


Flask.url_rule_class = staticmethod(_shared_rule)  # type: ignore[assignment]  # Flask only calls it


class _CodeInMemory(BytecodeCache):
    """A cache of compiled templates for all applications of this process."""

    def __init__(self) -> None:
        self._codes: dict[tuple[str, str], CodeType | None] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        bucket.code = self._codes.get((bucket.key, bucket.checksum))

    def dump_bytecode(self, bucket: Bucket) -> None:
        self._codes[bucket.key, bucket.checksum] = bucket.code


# SQL is compiled once for all engines of a kind, which is a fifth of the time of the pages' and the API's tests. The
# execution option `compiled_cache` shares what was compiled, but its keys contain the dialect, compared by identity,
# and SQLAlchemy has no public way to give one dialect to two engines. So dialects of a kind are equal here.
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


_LONG = (
    "test_attack",
    "test_faults",
    "test_api_by_description",
    "test_forms",
    "test_judge",
    "test_kill",
    "test_sheets",
)
_LONG_FOLDERS = ("browser", "sheets")
_FRONTS = ("api", "web")


def _is_long(item: pytest.Item) -> bool:
    return item.path.stem in _LONG or item.path.parent.name in _LONG_FOLDERS


def pytest_sessionstart(session: pytest.Session) -> None:
    """Import this worker's share of the test files before all of them are collected.

    Pytest rewrites each file's asserts once, and keeps the result. In a fresh clone all workers would rewrite the same
    file at the same time: 4 s of each one's processor time.
    """
    config = session.config
    if "PYTEST_XDIST_WORKER" in os.environ:
        named = [config.rootpath / each for each in config.args]
        files = sorted(file for folder in named if folder.is_dir() for file in folder.rglob("test_*.py"))
        number, workers = int(os.environ["PYTEST_XDIST_WORKER"][2:]), int(os.environ["PYTEST_XDIST_WORKER_COUNT"])
        for file in files[number::workers]:
            with suppress(Exception), catch_warnings(action="error"):  # the collection reports it
                import_module(".".join(file.relative_to(config.rootpath).with_suffix("").parts))


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Leave out what `on_one_database` does, and let every worker begin with long tests and end with short ones.

    A file of long ones stays together. xdist gives each worker an equal share of the list, in its order; an idle one
    takes from the end of another's.
    """
    items[:] = [item for item in items if item.path.parent.name not in _FRONTS or on_one_database(item)]
    workers = int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))
    shares: list[list[pytest.Item]] = [[] for _ in range(workers)]
    rank = {stem: place for place, stem in enumerate(_LONG)}
    long = sorted(filter(_is_long, items), key=lambda item: rank.get(item.path.stem, len(rank)))
    for _file, tests in groupby(long, key=lambda item: item.path):
        min(shares, key=len).extend(tests)
    short = (item for item in items if not _is_long(item))
    for share in shares:
        share.extend(islice(short, max(0, len(items) // workers - len(share))))
    items[:] = [*chain.from_iterable(shares), *short]


def pytest_collection_finish() -> None:
    """Freeze what was imported and collected, so that the garbage collector skips it: 10 % of the page tests' time.

    Let it run rarely, too: it takes 5 % of their time, and Hypothesis is called at each of its runs.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 100)


class _FrozenHeap:
    """The `gc` of servers that run in this process: it neither collects nor freezes nor unfreezes.

    A server collects when it starts, which took 0.2 s of processor time in each test that has one. It would unfreeze,
    when it stops, what `pytest_collection_finish` froze.
    """

    get_threshold, set_threshold = gc.get_threshold, gc.set_threshold

    @staticmethod
    def collect(_generation: int = 2) -> int:
        """Do nothing: the interpreter collects now and then."""
        return 0

    @staticmethod
    def freeze() -> None:
        """Do nothing: a test's objects are freed after it."""

    unfreeze = freeze


collector.gc = _FrozenHeap  # type: ignore[assignment]  # the collector's own test has the real one


@pytest.fixture(autouse=True)
def _nothing_stays_open() -> Iterator[None]:
    """Close connections that a test left open; otherwise their warning would appear in another test."""
    yield
    for connection in _opened:
        connection.close()
    _opened.clear()


@pytest.fixture(autouse=True)
def _cards_are_cards_again() -> Iterator[None]:
    """Forget the tiles with numbers that a test asked about, as `before_request` does for each request."""
    yield
    show_faces_of()


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """The URL of a running PostgreSQL, started for the first test that needs it."""
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
    """The URL of a migrated PostgreSQL database, emptied before each test."""
    url = make_database(postgres, "scorekeeper_tests")
    upgrade(url)
    return url


@pytest.fixture(scope="session")
def emptied_postgres(migrated_postgres: str) -> Iterator[Callable[[], str]]:
    """A function that empties `migrated_postgres` and returns its address; all tests share its connection."""
    with psycopg.connect(migrated_postgres.replace("+psycopg", "", 1), autocommit=True) as connection:

        def emptied() -> str:
            connection.execute(_EMPTY)
            return migrated_postgres

        yield emptied


@pytest.fixture
def empty_postgres(postgres: str, request: pytest.FixtureRequest) -> str:
    """The URL of a new PostgreSQL database without tables."""
    return make_database(postgres, f"empty_{abs(hash(request.node.nodeid))}")


@pytest.fixture(params=["sqlite", "postgresql"])
def database_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The URL of a migrated database without rows; the test runs on SQLite and on PostgreSQL."""
    if request.param == "sqlite":
        file = tmp_path / "scorekeeper.sqlite3"
        shutil.copyfile(request.getfixturevalue("migrated_sqlite"), file)
        return f"sqlite:///{file}"
    emptied: Callable[[], str] = request.getfixturevalue("emptied_postgres")
    return emptied()


@pytest.fixture
def settings(database_url: str, tmp_path: Path) -> Settings:
    """Settings for `database_url`, without rate limits."""
    return Settings(data_dir=tmp_path / "data", database_url=database_url, ratelimit_enabled=False)


@pytest.fixture(scope="session")
def compiled_templates() -> BytecodeCache:
    """A shared template cache: templates are compiled once for all applications, a third of the page tests' time."""
    return _CodeInMemory()


@pytest.fixture(scope="session")
def press() -> Iterator[Press]:
    """One press for all tests, started with the first sheet."""
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
    """A Flask test client."""
    return app.test_client()


@pytest.fixture
def before_writing(monkeypatch: pytest.MonkeyPatch) -> list[Callable[[], None]]:
    """Functions that run once, when the next writing transaction is about to begin."""
    acts: list[Callable[[], None]] = []
    connection = db.session.connection

    def begin(**options: Any) -> object:
        if acts:
            acts.pop()()
        return connection(**options)

    monkeypatch.setattr(db.session, "connection", begin)
    return acts


def end_rights(url: str, grant_id: int | None = None) -> None:
    """Withdraw a grant, or all grants, on a separate connection."""
    ending = update(Grant).values(withdrawn_at=datetime.now(UTC))
    with create_engine(url, poolclass=NullPool).begin() as connection:
        connection.execute(ending if grant_id is None else ending.where(Grant.id == grant_id))


def make_database(server: str, name: str) -> str:
    """Make a database on the server of the database `server`, replacing an old one; return its URL."""
    engine = create_engine(server, poolclass=NullPool, isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        connection.execute(text(f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)'))
        connection.execute(text(f'CREATE DATABASE "{name}"'))
    return engine.url.set(database=name).render_as_string(hide_password=False)
