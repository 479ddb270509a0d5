"""The pages: HTML forms that work without JavaScript, made quick by htmx."""

from flask import Flask

from . import (
    assets,
    errors,
    exchange,
    games,
    headers,
    history,
    home,
    join,
    live,
    live_boards,
    offline,
    page,
    rounds,
    rulebook,
    scoreboard,
    sessions,
    settings,
    sharing,
    sheets,
    this_device,
)
from .referee import asking, rulings, table


def register(app: Flask) -> None:
    """Add the pages, their static files, headers and error pages to `app`."""
    assets.register(app)
    page.register(app)
    sessions.register(app)
    headers.register(app)
    live_boards.register(app)
    live.register(app)
    errors.register(app)
    offline.register(app)
    pages = (home, games, scoreboard, rounds, history, join, settings, rulebook, sheets, exchange, sharing, this_device)
    for module in (*pages, live, asking, rulings, table):
        app.register_blueprint(module.bp)
