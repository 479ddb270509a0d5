"""The web pages: HTML forms that work without JavaScript, enhanced by htmx."""

from flask import Flask

from . import csrf, errors, headers, health, responses
from .assets import assets, offline
from .board import history, live, live_boards
from .board import routes as board_routes
from .circles import circle_files, evening, named_rules, people, play, seasons, statistics, year
from .circles import deleting as circle_deleting
from .circles import routes as circle_routes
from .circles import sharing as circle_sharing
from .circles.marks import mark
from .clubs import routes as club_routes
from .games import exchange, home, new_game, notes, settings
from .referee import routes as referee_routes
from .referee import rulings
from .referee.questions import table
from .rounds import open_rounds
from .rounds import routes as round_routes
from .sharing import join, privacy, this_device
from .sharing import routes as sharing_routes
from .sheets import result, rulebook

_BLUEPRINTS = (
    *(home.bp, new_game.bp, notes.bp, settings.bp, exchange.bp),
    *(board_routes.bp, live.bp, history.bp),
    *(
        circle_routes.bp,
        people.bp,
        play.bp,
        evening.bp,
        named_rules.bp,
        circle_files.bp,
        statistics.bp,
        seasons.bp,
        club_routes.bp,
        year.bp,
        circle_sharing.bp,
        circle_deleting.bp,
    ),
    *(round_routes.bp, open_rounds.bp),
    *(sharing_routes.bp, join.bp, this_device.bp, privacy.bp),
    *(result.bp, rulebook.bp, health.bp),
    *(referee_routes.bp, rulings.bp, table.bp),
)


def register(app: Flask) -> None:
    """Register pages, static files, response headers and error pages with `app`."""
    for module in (assets, responses, csrf, headers, live_boards, live, errors, offline):
        module.register(app)
    app.jinja_env.globals.update(mark=mark)
    for blueprint in _BLUEPRINTS:
        app.register_blueprint(blueprint)
