"""The JSON API: it reads requests and sends answers; the services and the rules decide."""

from flask import Flask, Response
from flask.globals import request_ctx
from werkzeug.routing import BaseConverter

from ..extensions import is_api, reader_language
from . import circles, exchange, games, openapi, problems, referee, rounds, rulings, variants
from .blueprint import blueprint

MODULES = (
    games,
    rounds,
    circles,
    rulings,
    referee,
    variants,
    exchange,
    openapi,
)  # importing them adds their routes to the blueprint


class GameConverter(BaseConverter):
    """The id of a game in an address; `import` is none, for that address has a route of its own."""

    regex = r"(?!import\Z)[^/]+"


def _name_language(response: Response) -> Response:
    """Add the language of the sentences in a response of the API, and that it depends on the request's."""
    if is_api(request_ctx.request):
        response.headers.add("Content-Language", reader_language())
        response.headers.add("Vary", "Accept-Language")
    return response


def register(app: Flask) -> None:
    """Add the routes of the API to `app`."""
    app.url_map.converters["game"] = GameConverter
    app.register_blueprint(blueprint)
    app.after_request(_name_language)
    app.before_request(problems.no_such_address)
