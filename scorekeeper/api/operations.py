"""The operations of the API: what each takes and gives, declared at its view. Routes and OpenAPI document follow."""

import inspect
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, TypeVar

from flask import Response

from ..rules.variants.examples import Example
from ..services.payload_types import Shape
from ..services.views.answers import GameJson
from .blueprint import blueprint

View = TypeVar("View", bound=Callable[..., Response])


@dataclass
class Operation:
    """A decorator that serves a view at `rule`. `body`, `query` and `answer` are models: the schemas are made of them.

    `conflicts`: the state of the game may forbid it (409), `once` that it takes an Idempotency-Key,
    `conditional` an If-None-Match, `worded` that its answer holds sentences in the language of the client.
    """

    method: str
    rule: str
    answer: Any
    status: int = 200
    body: Any = None
    body_required: bool = True
    query: type[Shape] | None = None
    other_media: tuple[str, ...] = ()
    conflicts: bool = False
    once: bool = False
    conditional: bool = False
    worded: bool = False
    examples: tuple[Example, ...] = ()
    name: str = field(init=False)
    summary: str = field(init=False)

    def __call__(self, view: View) -> View:
        """Serve `view`, whose name and docstring are those of the operation."""
        self.name, self.summary = view.__name__, (inspect.getdoc(view) or "").rstrip(".")
        blueprint.add_url_rule(self.rule, self.name, view, methods=[self.method])
        OPERATIONS.append(self)
        return view

    @property
    def path(self) -> str:
        """The address in the manner of OpenAPI: /games/{game_id}."""
        return re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", self.rule)

    @property
    def parts(self) -> frozenset[str]:
        """The names of the variable parts of the address."""
        return frozenset(re.findall(r"\{(\w+)\}", self.path))

    @property
    def needs_key(self) -> bool:
        """Whether it is about a game or a circle, whose key it takes."""
        return bool(self.parts & {"game_id", "circle_id"})

    @property
    def changes_game(self) -> bool:
        """Whether it adds a revision to a game."""
        return self.answer is GameJson and self.method != "GET"

    @property
    def headers(self) -> Iterator[str]:
        """The names of the request headers that it takes."""
        yield from ["If-Match"] * self.changes_game
        yield from ["If-None-Match"] * self.conditional
        yield from ["Idempotency-Key"] * self.once
        yield from ["Accept-Language"] * self.worded

    @property
    def problems(self) -> frozenset[int]:
        """The statuses with which it may be refused."""
        return frozenset({429, 500, 503}).union(
            {401} if self.needs_key else (),
            {403} if self.needs_key and self.method != "GET" else (),
            {404} if self.parts & {"number", "ruling", "variant"} else (),
            {409} if self.conflicts else (),
            {412} if self.changes_game else (),
            {400, 413, 415, 422} if self.body is not None else (),
            {422} if self.query is not None else (),
        )


OPERATIONS: list[Operation] = []
