"""What the commands share: sentences instead of tracebacks, an upgraded database, one game."""

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from pathlib import Path
from typing import NoReturn, ParamSpec, TypeVar

import click

from ..config.data_dir import prepare_data_dir
from ..config.messages import _, language_tag, ngettext
from ..config.settings import Settings, SettingsError, read_settings

P = ParamSpec("P")
R = TypeVar("R")
FILE = click.Path(path_type=Path)


def fail(sentence: object) -> NoReturn:
    """Print a sentence to stderr and exit with status 2."""
    click.echo(f"scorekeeper: {sentence}", err=True)
    sys.exit(2)


def sentences(command: Callable[P, R]) -> Callable[P, R]:
    """Decorate `command` so that invalid settings end it with a sentence instead of a traceback."""

    @wraps(command)
    def run(*args: P.args, **kwargs: P.kwargs) -> R:
        try:
            return command(*args, **kwargs)
        except SettingsError as error:
            fail(error)

    return run


def migrate(settings: Settings) -> None:
    """Make the data folder and upgrade the database; end the command if that fails."""
    from ..store.migrate import MigrationError, upgrade

    prepare_data_dir(settings.data_dir)
    try:
        upgrade(settings.database_url, folder=settings.data_dir)
    except MigrationError as error:
        fail(error)


def word_rules() -> None:
    """Word the rules in the language of the commands, for one that runs without an application."""
    from ..rules.letters import usual_letters
    from ..services.wording import Reader, with_letters, word_for

    language = language_tag()
    letters = usual_letters(language)
    reader = Reader(language, letters, with_letters(_, letters), ngettext)
    word_for(lambda: reader)


@contextmanager
def application() -> Iterator[Settings]:
    """Run the body in an application context, on an upgraded database; yield the settings."""
    from sqlalchemy.exc import SQLAlchemyError

    from .. import create_app
    from ..extensions import in_language
    from ..services.wording import problem_sentence
    from ..store.database import db
    from ..store.errors import trouble_of

    settings = read_settings(os.environ)
    migrate(settings)
    try:
        with create_app(settings).app_context(), in_language(language_tag()):
            try:
                yield settings
            finally:
                db.session.remove()
                db.engine.dispose()
    except SQLAlchemyError as error:
        trouble = trouble_of(error, settings.backups)
        if trouble is None:
            raise
        fail(problem_sentence(trouble[0]))


@contextmanager
def known_game(game_id: str) -> Iterator[None]:
    """Run the body, and end the command with a sentence if there is no such game."""
    from ..services.errors import NoAccess

    try:
        yield
    except NoAccess:
        fail(_("There is no game {game_id}: `scorekeeper games` lists them.", game_id=repr(game_id)))


@contextmanager
def known_circle(circle_id: str) -> Iterator[None]:
    """Run the body, and end the command with a sentence if there is no such circle."""
    from ..services.errors import NoAccess

    try:
        yield
    except NoAccess:
        fail(_("There is no circle '{id}': its address in the browser ends with its ID.", id=circle_id))
