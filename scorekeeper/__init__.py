"""Scorekeeper: keep the score, settle the argument, print the sheet."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from flask import Flask

    from .config.settings import Settings


def create_app(settings: "Settings | None" = None) -> "Flask":
    """Return the Flask application for `settings`, by default those of the environment; see `app.create_app`.

    The import is delayed because pages and database are slow to import, and the referee's command needs neither.
    """
    from .app import create_app as create

    return create(settings)
