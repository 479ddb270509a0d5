"""The signs beside the names of people, told apart by their shape: SVG paths in a square of 24."""

from markupsafe import Markup

from ...rules.errors import N_
from ..text import _

MARKS = (
    (N_("disc"), "M12 2a10 10 0 1 0 .01 0z"),
    (N_("square"), "M3 3h18v18H3z"),
    (N_("triangle"), "M12 2 23 21H1z"),
    (N_("diamond"), "M12 1l10 11-10 11L2 12z"),
    (N_("star"), "M12 1l3.2 7.2 7.8.8-5.9 5.2 1.7 7.8-6.8-4-6.8 4 1.7-7.8L1 9l7.8-.8z"),
    (N_("heart"), "M12 22C2 14 1 10 1 8a6 6 0 0 1 11-3.300A6 6 0 0 1 23 8c0 2-1 6-11 14z"),
    (N_("cross"), "M8 1h8v7h7v8h-7v7H8v-7H1V8h7z"),
    (N_("moon"), "M15 1a11 11 0 1 0 8 15A9 9 0 0 1 15 1z"),
    (N_("drop"), "M12 1c5 7 8 10 8 14a8 8 0 0 1-16 0c0-4 3-7 8-14z"),
    (N_("hexagon"), "M6 2h12l6 10-6 10H6L0 12z"),
    (N_("bolt"), "M14 0 3 14h7l-2 10 12-15h-7l3-9z"),
    (N_("ring"), "M12 1a11 11 0 1 0 .01 0zm0 6a5 5 0 1 1-.01 0z"),
)
"""Name and path, by a person's `mark`."""
_SVG = Markup('<svg class="mark" viewBox="0 0 24 24" aria-hidden="true"><path fill-rule="evenodd" d="{}"/></svg>')


def mark(number: int) -> Markup:
    """Return a sign as SVG, which screen readers skip: the name stands beside it."""
    path = MARKS[number % len(MARKS)][1]
    return Markup(
        '<svg class="mark" viewBox="0 0 24 24" aria-hidden="true"><path fill-rule="evenodd" d="{}"/></svg>'
    ).format(path)


def mark_names() -> list[tuple[int, str]]:
    """Return all signs, number and name, for a choice."""
    return [(number, _(name)) for number, (name, _path) in enumerate(MARKS)]
