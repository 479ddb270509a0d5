"""The totals round by round as a small picture: from a game to points, lines and words; no HTML."""

from collections.abc import Sequence
from dataclasses import dataclass

from markupsafe import Markup

from ..rules.variant import Ending
from ..services.views import GameView
from .words import _, names, plural, points, say

WIDTH, HEIGHT = 320, 168
_LEFT, _RIGHT, _TOP, _BOTTOM = 42, 308, 20, 146
_APART = 14  # labels nearer to each other than this would touch
_FAR_APART = 30  # and nearer than this they would in large letters
STYLES = 8
_FAR = 4  # a target that many times further off than the totals are apart would make the lines flat

_ENDS = (  # how a line ends, drawn around its last point
    "m-4 0a4 4 0 1 0 8 0a4 4 0 1 0-8 0",
    "m-4-4h8v8h-8z",
    "m0-5l5 9h-10z",
    "m0-6l5 6-5 6-5-6z",
    "m-4-4l8 8m0-8l-8 8",
    "m0 5l5-9h-10z",
    "m-5 0h10m-5-5v10",
    "m-2-5h4v10h-4z",
)


@dataclass(frozen=True, slots=True)
class Series:
    """A player's line: its style, its path, its last point's mark, and the mark as the legend draws it."""

    name: str
    style: int
    line: str
    end: str
    sample: str


@dataclass(frozen=True, slots=True)
class Mark:
    """A label at the left; `near` if large letters have no room for it."""

    y: int
    text: str
    near: bool


@dataclass(frozen=True, slots=True)
class Chart:
    """What the template draws; all in units of WIDTH × HEIGHT."""

    series: list[Series]  # from the best to the last
    zero: int
    target: int | None
    marks: list[Mark]
    first: tuple[int, int]  # of the first round: x and number
    last: tuple[int, int]
    sentence: Markup
    described: str


def chart(view: GameView) -> Chart | None:
    """Return the chart of a game; None before its second round."""
    rounds = view.counting
    if len(rounds) < 2:
        return None
    tracks = _tracks(view)
    values = [total for _start, totals in tracks.values() for total in totals]
    low, high = min(0, *values), max(0, *values)
    target = _target(view.variant.ending, low, high)
    high = max(high, target or 0, low + 1)
    step, scale = (_RIGHT - _LEFT) / len(rounds), (_BOTTOM - _TOP) / (high - low)

    def y(value: int) -> int:
        return round(_BOTTOM - (value - low) * scale)

    columns = [round(_LEFT + step * index) for index in range(len(rounds) + 1)]
    seats = {name: number for number, name in enumerate(view.totals)}
    placed = [name for _place, name in view.placings]
    series = [
        _series(name, seats[name], columns[tracks[name][0] :], [y(total) for total in tracks[name][1]])
        for name in (*placed, *(name for name in tracks if name not in placed))
        if name in tracks
    ]
    return Chart(
        series=series,
        zero=y(0),
        target=None if target is None else y(target),
        marks=_marks([(y(value), points(value)) for value in (0, target, high, low) if value is not None]),
        first=(columns[1], rounds[0].number),
        last=(_RIGHT, rounds[-1].number),
        sentence=_sentence(view, placed),
        described=_described(view),
    )


def _tracks(view: GameView) -> dict[str, tuple[int, list[int]]]:
    """Return for each player with a round: after how many rounds the line begins, and its totals."""
    found: dict[str, tuple[int, list[int]]] = {}
    for index, round_ in enumerate(view.counting):
        for name, total in round_.totals.items():
            if name not in found:
                found[name] = (index, [total - round_.scores.get(name, 0)])
            found[name][1].append(total)
    return found


def _target(ending: Ending, low: int, high: int) -> int | None:
    """Return the target if there is one that fits into the picture."""
    if ending.target is None or ending.rounds is not None or ending.target > _FAR * max(high - low, 1):
        return None
    return ending.target


def _series(name: str, seat: int, xs: Sequence[int], ys: Sequence[int]) -> Series:
    """Return a line, its path in steps from point to point, which is short."""
    steps = [f"M{xs[0]} {ys[0]}l"]
    for index in range(1, len(ys)):
        down = ys[index] - ys[index - 1]
        steps.append(f"{xs[index] - xs[index - 1]}{'' if down < 0 else ' '}{down} ")
    end = _ENDS[(seat + seat // STYLES) % STYLES]
    return Series(name, seat % STYLES, "".join(steps).rstrip(), f"M{xs[len(ys) - 1]} {ys[-1]}{end}", f"M34 7{end}")


def _marks(wanted: Sequence[tuple[int, str]]) -> list[Mark]:
    """Return the labels that keep clear of those before them."""
    kept: list[Mark] = []
    for y, text in wanted:
        if all(abs(y - other.y) >= _APART for other in kept):
            near = any(abs(y - other.y) < _FAR_APART for other in kept if not other.near)
            kept.append(Mark(y, text, near))
    return kept


def _sentence(view: GameView, placed: Sequence[str]) -> Markup:
    """Return the picture's news: who leads, and since when."""
    leading = [name for place, name in view.placings if place == 1]
    if len(leading) == len(placed):
        return say(_("All are level."))
    if len(leading) > 1:
        return say(_("%(names)s are level at the top."), names=names(leading))
    since = _leads_since(view, leading[0])
    if since == view.counting[0].number:
        return say(_("%(name)s has led from the first round on."), name=leading[0])
    return say(_("%(name)s has led since round %(number)s."), name=leading[0], number=since)


def _leads_since(view: GameView, leader: str) -> int:
    """Return the number of the round after which `leader`, who leads now, was never caught up again."""
    ending = view.variant.ending
    centre = ending.target if ending.closest_wins else None
    since = 0
    for round_ in reversed(view.counting):
        merits = {name: total if centre is None else -abs(total - centre) for name, total in round_.totals.items()}
        mine = merits.pop(leader, None)
        if mine is None or any(merits[name] >= mine for name in view.players if name in merits):
            break
        since = round_.number
    return since or view.counting[-1].number


def _described(view: GameView) -> str:
    """Return what the picture shows, for somebody who cannot see it."""
    after = plural("After one round:", "After %(num)s rounds:", len(view.counting))
    return f"{after} " + ", ".join(f"{name} {points(view.totals[name])}" for _place, name in view.placings)
