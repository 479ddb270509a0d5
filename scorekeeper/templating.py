"""Templates that let go of what they were given once it is rendered.

A Jinja context and the macros that are defined or imported in it refer to each other: only the garbage collector frees
them, and with them every round of a long game. https://jinja.palletsprojects.com/en/stable/api/#the-context
"""

from contextvars import ContextVar
from typing import Any

from jinja2 import Environment, Template
from jinja2.runtime import Context

_made: ContextVar[list[Context] | None] = ContextVar("contexts of the template that is being rendered", default=None)


class _Context(Context):
    """A context that is noted, so that it can be emptied."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        noted = _made.get()
        if noted is not None:
            noted.append(self)


class _Template(Template):
    """A template that empties its contexts, but for those of modules that Jinja keeps: they know no variables."""

    def render(self, *args: Any, **kwargs: Any) -> str:
        """Return the template filled in."""
        variables = dict(*args, **kwargs)
        noted: list[Context] = []
        before = _made.set(noted)
        try:
            return super().render(variables)
        finally:
            _made.reset(before)
            own = variables.keys() - self.globals.keys()
            for context in noted:
                if not own.isdisjoint(context.parent):
                    context.parent.clear()
                    context.vars.clear()


def let_go(environment: Environment) -> None:
    """Make the templates of `environment`, none of which is loaded yet, let go of what they were given."""
    environment.context_class, environment.template_class = _Context, _Template
