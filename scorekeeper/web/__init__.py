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
    page,
    referee,
    referee_rulings,
    referee_table,
    rounds,
    rulebook,
    scoreboard,
    settings,
    sharing,
    this_device,
)


def register(app: Flask) -> None:
    """Add the pages, their static files, headers and error pages to `app`."""
    assets.register(app)
    page.register(app)
    headers.register(app)
    errors.register(app)
    referees = (referee, referee_rulings, referee_table)
    for module in (home, games, scoreboard, rounds, history, join, settings, rulebook, sharing, this_device, *referees):
        app.register_blueprint(module.bp)
