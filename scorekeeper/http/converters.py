"""Converters of parts of an address, for the routes of pages and API."""

from typing import Any

from werkzeug.routing import IntegerConverter, Map

_LARGEST = 2**31 - 1


class DatabaseInteger(IntegerConverter):
    """A whole number that fits an INTEGER of SQLite and PostgreSQL; an address with a larger one is not found."""

    def __init__(self, map: Map, **options: Any) -> None:
        super().__init__(map, **{"max": _LARGEST, **options})
