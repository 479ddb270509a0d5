"""Jinja templates that release their variables after rendering.

A Jinja context and the macros that are defined or imported in it form a reference cycle. Only the garbage collector
would free it, and with it every round of a long game. https://jinja.palletsprojects.com/en/stable/api/#the-context
"""

from contextvars import ContextVar
from typing import Any

from jinja2 import Environment, Template
from jinja2.runtime import Context

_contexts: ContextVar[list[Context] | None] = ContextVar("contexts of the current rendering", default=None)


class _Context(Context):
    """A context that registers itself with the current rendering."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        contexts = _contexts.get()
        if contexts is not None:
            contexts.append(self)


class _Template(Template):
    """A template that clears its contexts, except those of modules cached by Jinja, which have no variables."""

    def render(self, *args: Any, **kwargs: Any) -> str:
        """Return the rendered template, and clear every context that was given its variables."""
        variables = dict(*args, **kwargs)
        contexts: list[Context] = []
        token = _contexts.set(contexts)
        try:
            return super().render(variables)
        finally:
            _contexts.reset(token)
            own = variables.keys() - self.globals.keys()
            for context in contexts:
                if not own.isdisjoint(context.parent):
                    context.parent.clear()
                    context.vars.clear()


def release_contexts(environment: Environment) -> None:
    """Make the templates of `environment` release their variables; call it before the first one is loaded."""
    environment.context_class, environment.template_class = _Context, _Template
