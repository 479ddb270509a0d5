"""A game's result as a picture (PNG) to be sent: portrait, or wide; its layout, and its HTML for the press.

Lengths are in pixels. Names are cut to one line, the headline to as many as its place has.
"""

from dataclasses import dataclass, replace
from enum import StrEnum
from math import ceil

from .curves import LINES, Curve, Plot, simplified
from .html import render_picture
from .model import Placing, ResultPicture
from .printer import Press
from .text_width import broken, cut, width_of

_SMALL = 0.68  # size of the small print of a line, in em
_HIGH = 0.6  # size of a line's letters, as a part of its height
_GAP = 0.45  # em between the columns of a line
_EDGE = 0.3  # em at both ends of a line
_LEAST_NAME = 5.5  # em that even a crowded line leaves for the name
_MARK = 0.85  # em for the mark before a name
_HIGH_LINE = 1.1  # height of a line of the headline, in em
_HEAD = 0.5  # size of the head of a figure, in em
_ABOVE = 3.5  # height of the band besides the headline, in titles
_LABEL = 26  # size of the labels of the chart
_MANY = 200  # points of a curve
_SLACK = 2  # by how much a longer one may be off
_LEAST = 300  # height of a chart that can be read


class PictureShape(StrEnum):
    """The shape of a picture."""

    PORTRAIT = "portrait"
    WIDE = "wide"


@dataclass(frozen=True, slots=True)
class _Frame:
    """The measures of a shape; `one_column` is the number of players from which on their lines have two columns."""

    width: int
    height: int
    margin: int
    header: int  # the greatest height of the band with the headline
    footer: int
    headline: tuple[int, ...]  # sizes to choose from
    title: int
    row: int  # the greatest height of a line; half as much again without a chart
    one_column: int


_FRAMES = {
    PictureShape.PORTRAIT: _Frame(1080, 1350, 64, 330, 92, (88, 76, 64, 54), 40, 96, 10),
    PictureShape.WIDE: _Frame(1200, 630, 48, 170, 64, (68, 58, 48, 40), 30, 76, 7),
}


@dataclass(frozen=True, slots=True)
class _Box:
    """A rectangle."""

    left: int
    top: int
    width: int
    height: int


@dataclass(frozen=True, slots=True)
class _Line:
    """A player's line: its place in the picture, the size of its letters, and the style of the mark before its name."""

    placing: Placing
    name: str  # or the place, where names are left out; cut to its column
    box: _Box
    letter: int
    style: int | None


@dataclass(frozen=True, slots=True)
class _Drawn:
    """A player's curve: its style, None for a thin one, its path, its end."""

    style: int | None
    path: str
    end: tuple[int, int]


def size_of(shape: PictureShape) -> tuple[int, int]:
    """Return width and height of a picture."""
    return _FRAMES[shape].width, _FRAMES[shape].height


def draw_result(machine: Press, picture: ResultPicture, shape: PictureShape) -> bytes:
    """Return a picture of a result as PNG.

    Raises:
        PrintingError: see `Press.do`.
    """
    html, (width, _height) = picture_html(picture, shape), size_of(shape)
    return machine.do(lambda job: bytes(job(html=html, width=width)["png"]))


def picture_html(picture: ResultPicture, shape: PictureShape) -> str:
    """Return the HTML of a picture, one page."""
    size, headline = _headline(picture.headline, _FRAMES[shape])
    frame = replace(_FRAMES[shape], header=round(_ABOVE * _FRAMES[shape].title + len(headline) * size * _HIGH_LINE))
    title = cut(" · ".join(filter(None, (picture.title, picture.game))), _beside_emblem(frame) / frame.title, bold=True)
    lines_box, chart_box = _boxes(picture, shape, frame)
    plot = _plot(picture, chart_box) if chart_box else None
    return render_picture(
        picture=picture,
        frame=frame,
        inner=frame.width - 2 * frame.margin,
        title=title,
        size=size,
        headline=headline,
        lines=_lines(picture, frame, lines_box, marked=plot is not None),
        heads_top=lines_box.top,
        head=_HEAD,
        small=_SMALL,
        columns=_columns(picture),
        plot=plot,
        drawn=_curves(plot) if plot else (),
        label=_LABEL,
        edge=_EDGE,
        mark_width=_MARK,
    )


def _boxes(picture: ResultPicture, shape: PictureShape, frame: _Frame) -> tuple[_Box, _Box | None]:
    """Return where the lines are, and where the chart, None without one."""
    top, inner, gap = frame.header + frame.margin // 2, frame.width - 2 * frame.margin, frame.margin // 2
    room, rows = frame.height - frame.footer - top, _rows(picture, frame)
    crowded = rows < len(picture.placings)
    if picture.chart is None or (crowded and shape is PictureShape.WIDE):  # two columns of lines need the width
        return _Box(frame.margin, top, inner, min(room, rows * frame.row * 3 // 2)), None
    most = rows * (frame.row * 3 // 4 if crowded else frame.row) + _heads(picture, frame)
    if shape is PictureShape.WIDE:
        left = inner * 13 // 24
        chart = _Box(frame.margin + left + frame.margin, top, inner - left - frame.margin, room)
        return _Box(frame.margin, top, left, min(room, most)), chart
    high = min(room - _LEAST - gap, most)
    return (
        _Box(frame.margin, top, inner, high),
        _Box(frame.margin, top + high + gap, inner, room - high - gap),
    )


def _rows(picture: ResultPicture, frame: _Frame) -> int:
    count = len(picture.placings)
    return count if count <= frame.one_column else ceil(count / 2)


def _heads(picture: ResultPicture, frame: _Frame) -> int:
    """Return the height of the heads of the figures."""
    return frame.title if picture.heads else 0


def _lines(picture: ResultPicture, frame: _Frame, box: _Box, *, marked: bool) -> list[_Line]:
    rows = _rows(picture, frame)
    across = 1 if rows == len(picture.placings) else 2
    heads = _heads(picture, frame)
    high = (box.height - heads) // rows
    wide = (box.width - (across - 1) * frame.margin) // across
    others = sum(_columns(picture).values()) + 2 * _EDGE + (_MARK if marked else 0)
    letter = round(min(high * _HIGH, wide / 12, wide / (others + _LEAST_NAME)))
    found = []
    for index, placing in enumerate(picture.placings):
        column, row = divmod(index, rows)
        at = _Box(box.left + column * (wide + frame.margin), box.top + heads + row * high, wide, high)
        style = index if marked and index < LINES else None
        name = cut(placing.name or placing.place, wide / letter - others, bold=placing.best)
        found.append(_Line(placing, name, at, letter, style))
    return found


def _columns(picture: ResultPicture) -> dict[str, float]:
    """Return the widths of a line's columns, in em; that of the name is what the others leave."""
    placings = picture.placings
    heads = [_HEAD * width_of(head) for head in picture.heads] or [0.0, 0.0]
    widths = {
        "place": max(width_of(each.place) for each in placings) if any(each.name for each in placings) else 0.0,
        "figure": max(heads[0], *(width_of(each.figure, bold=True) for each in placings)),
        "other": max(heads[1], *(_SMALL * width_of(each.other) for each in placings)),
        "note": max(_SMALL * width_of(each.note) for each in placings),
    }
    return {key: round(width + _GAP, 2) if width else 0.0 for key, width in widths.items()}


def _beside_emblem(frame: _Frame) -> float:
    return frame.width - 2 * frame.margin - 3.6 * frame.title


def _headline(text: str, frame: _Frame) -> tuple[int, list[str]]:
    """Return the size of the headline, and its lines: rather fewer lines than large letters."""
    width, room = _beside_emblem(frame), frame.header - _ABOVE * frame.title
    lines: list[str] = []
    for most in range(1, 4):
        for size in frame.headline[:-1] if most == 1 else frame.headline:
            lines = broken(text, width / size, bold=True)
            if len(lines) <= most and len(lines) * size * _HIGH_LINE <= room:
                return size, lines
    size = frame.headline[-1]
    most = max(1, int(room / (size * _HIGH_LINE)))
    return size, [*lines[: most - 1], cut(" ".join(lines[most - 1 :]), width / size, bold=True)]


def _plot(picture: ResultPicture, box: _Box) -> Plot | None:
    data = picture.chart
    if data is None:
        return None
    labels = round(max(width_of(str(total)) for total in (data.low, data.high)) * _LABEL) + _LABEL
    return Plot(data, box.left + labels, box.top + _LABEL, box.width - labels - _LABEL, box.height - 7 * _LABEL // 2)


def _curves(plot: Plot) -> list[_Drawn]:
    """Return the curves, the best last, so that it lies on top of the others."""
    curves: list[tuple[int, Curve]] = [*enumerate(plot.data.curves)]
    return [
        _Drawn(index if index < LINES else None, _path(plot, curve), plot.end(curve))
        for index, curve in reversed(curves)
    ]


def _path(plot: Plot, curve: Curve) -> str:
    """Return the path of a curve; of a long game it has no more points than can be seen."""
    points = [*dict(plot.points(curve)).items()]  # one for each pixel: the last round there
    if len(points) > _MANY:
        points = simplified(points, _SLACK)
    return "M" + "L".join(f"{x} {y}" for x, y in points)
