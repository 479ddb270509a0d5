"""The JSON API: it reads requests and sends answers; the services and the rules decide."""

from flask import Flask
from werkzeug.routing import BaseConverter

from . import exchange, games, openapi, problems, referee, rounds, rulings, variants
from .blueprint import blueprint

MODULES = (
    games,
    rounds,
    rulings,
    referee,
    variants,
    exchange,
    openapi,
)  # importing them adds their routes to the blueprint


class GameConverter(BaseConverter):
    """The id of a game in an address; `import` is none, for that address has a route of its own."""

    regex = r"(?!import\Z)[^/]+"


def register(app: Flask) -> None:
    """Add the routes of the API to `app`."""
    app.url_map.converters["game"] = GameConverter
    app.register_blueprint(blueprint)
    app.before_request(problems.no_such_address)
