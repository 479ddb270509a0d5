"""The pages: HTML forms that work without JavaScript, made quick by htmx."""

from flask import Flask

from . import (
    assets,
    errors,
    games,
    headers,
    history,
    home,
    join,
    live,
    live_boards,
    page,
    referee,
    referee_rulings,
    referee_table,
    rounds,
    rulebook,
    scoreboard,
    settings,
)


def register(app: Flask) -> None:
    """Add the pages, their static files, headers and error pages to `app`."""
    assets.register(app)
    page.register(app)
    headers.register(app)
    live_boards.register(app)
    errors.register(app)
    referees = (referee, referee_rulings, referee_table)
    for module in (home, games, scoreboard, rounds, history, join, live, settings, rulebook, *referees):
        app.register_blueprint(module.bp)
