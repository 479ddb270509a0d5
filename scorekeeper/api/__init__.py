"""The JSON API: what a request says is read here, what it means is decided in the services and the rules."""

from flask import Flask
from werkzeug.routing import BaseConverter

from . import exchange, games, openapi, problems, referee, rounds, rulings
from .blueprint import blueprint

MODULES = (games, rounds, rulings, referee, exchange, openapi)  # once imported, their addresses are the blueprint's


class GameConverter(BaseConverter):
    """The id of a game in an address: not `import`, which takes other methods."""

    regex = r"(?!import\Z)[^/]+"


def register(app: Flask) -> None:
    """Put the API's addresses into `app`."""
    app.url_map.converters["game"] = GameConverter
    app.register_blueprint(blueprint)
    app.before_request(problems.no_such_address)
