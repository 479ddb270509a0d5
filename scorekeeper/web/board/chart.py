"""The chart of the totals: points, lines and words for the template; no HTML."""

from collections.abc import Sequence
from dataclasses import dataclass

from markupsafe import Markup

from ...services.games.views import GameView
from ...services.paper.chart_data import totals_chart
from ...sheets.curves import Curve
from ..text import _, names, plural, points, say

_FAR_APART = 30  # labels nearer than this overlap in large text


@dataclass(frozen=True, slots=True)
class Mark:
    """A label at the left; `near` if it would overlap another in large text."""

    y: int
    text: str
    near: bool


@dataclass(frozen=True, slots=True)
class Chart:
    """The data of the template, in units of `sheets.curves`."""

    series: tuple[Curve, ...]  # the best first
    zero: int
    target: int | None
    marks: list[Mark]
    first: tuple[int, int]  # x and number of the first round
    last: tuple[int, int]
    sentence: Markup
    described: str


def chart(view: GameView) -> Chart | None:
    """Return the chart of a game; None before its second round."""
    drawn = totals_chart(view)
    if drawn is None:
        return None
    return Chart(
        series=drawn.curves,
        zero=drawn.zero,
        target=drawn.target,
        marks=_marks(drawn.marks),
        first=drawn.first,
        last=drawn.last,
        sentence=_sentence(view, [name for _place, name in view.placings]),
        described=_described(view),
    )


def _marks(kept: Sequence[tuple[int, int]]) -> list[Mark]:
    """Return the labels; those too near to another for large text are marked."""
    marks: list[Mark] = []
    for y, value in kept:
        near = any(abs(y - other.y) < _FAR_APART for other in marks if not other.near)
        marks.append(Mark(y, points(value), near))
    return marks


def _sentence(view: GameView, placed: Sequence[str]) -> Markup:
    """Return who leads, and since which round, as a sentence."""
    leading = [name for place, name in view.placings if place == 1]
    if len(leading) == len(placed):
        return say(_("All are level."))
    if len(leading) > 1:
        return say(_("%(names)s are level at the top."), names=names(leading))
    since = leads_since(view, leading[0])
    if since == view.counting[0].number:
        return say(_("%(name)s has led from the first round on."), name=leading[0])
    return say(_("%(name)s has led since round %(number)s."), name=leading[0], number=since)


def leads_since(view: GameView, leader: str) -> int:
    """Return the number of the round since which `leader` has led alone."""
    ending = view.variant.ending
    since = 0
    for round_ in reversed(view.counting):
        merits = {name: ending.merit(total) for name, total in round_.totals.items()}
        mine = merits.pop(leader, None)
        if mine is None or any(merits[name] >= mine for name in view.players if name in merits):
            break
        since = round_.number
    return since or view.counting[-1].number


def _described(view: GameView) -> str:
    """Return the text alternative of the chart."""
    after = plural("After one round:", "After %(num)s rounds:", len(view.counting))
    return f"{after} " + ", ".join(f"{name} {points(view.totals[name])}" for _place, name in view.placings)
