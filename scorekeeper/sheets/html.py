"""Render sheets as HTML for the press, from `templates/sheets`; nothing is loaded from the network."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from functools import lru_cache
from itertools import pairwise
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from ..config.paths import TEMPLATES
from ..templating import release_contexts
from .curves import MARKS
from .layout import FIELD, NUMBER_COLUMN, Layout, mark_width
from .letters import FRAME, has_missing_glyphs, printable
from .model import BlankSheet, CardSheet, Certificate, ClubSheet, GameSheet, RulesSheet, SheetRow, TotalsColumn
from .paper_chart import ChartDrawing, drawing
from .year_model import YearSheet

_BETWEEN_TAGS = re.compile(r">\s*\n\s*<")  # line breaks of the templates, which WeasyPrint would lay out as text
_RUN_HYPHEN = re.compile(r"(?:(?<=\b\w)|(?<=\b10))-(?=(?:\w|10)\b)")  # of K-A-2, not of DA-05, which readers search for
FRAME_WIDTH = 9  # mm of a framed page beside what stands in it
_STRIPED_ROUNDS, _STRIPED_PLAYERS = 20, 6  # from which on every second row is shaded


@dataclass(frozen=True, slots=True)
class PagePart:
    """The rounds on one page, with the totals carried over from the page before and `forward` to the next."""

    lines: tuple[SheetRow, ...]
    last: bool
    carried: tuple[str, ...] = ()
    forward: tuple[str, ...] = ()


@lru_cache(maxsize=1)
def _environment() -> Environment:
    environment = Environment(
        loader=FileSystemLoader(TEMPLATES),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=StrictUndefined,
        finalize=_printable,
    )
    release_contexts(environment)
    environment.filters["mark_width"] = mark_width
    environment.filters["scaled"] = lambda dashes, line: " ".join(f"{float(n) * line:.1f}" for n in dashes.split())
    environment.filters["number"] = lambda number: str(number) if number >= 0 else f"−{-number}"
    return environment


def _printable(value: object) -> object:
    """Return text as it is printed: lines begin with no separator, and break no run of cards.

    Markup stays as it is, and so do the paths of drawings, which templates mark as safe.
    """
    if not isinstance(value, str) or isinstance(value, Markup):
        return value
    return _RUN_HYPHEN.sub("\u2011", printable(value).replace(" · ", "\u00a0· "))


@lru_cache(maxsize=1)
def stylesheet() -> str:
    """Return the style sheet that all sheets share; rules that depend on the layout are in each sheet's HTML."""
    return (TEMPLATES / "sheets" / "sheet.css").read_text("utf-8")


def render_html(
    template: str, layout: Layout, labels: Mapping[str, str], *, numbered: bool = True, **context: Any
) -> str:
    """Return the HTML of a sheet, with page numbers if `numbered`; `context` are the variables of its template."""
    page_of = labels["page_of"].format(page='" counter(page) "', pages='" counter(pages) "')
    html = (
        _environment()
        .get_template(f"sheets/{template}.html")
        .render(
            layout=layout,
            number_column=NUMBER_COLUMN,
            field=FIELD,
            numbered=numbered,
            labels=labels,
            page_of=f'"{page_of}"',
            **context,
        )
    )
    return _BETWEEN_TAGS.sub("><", html)


def game_html(sheet: GameSheet, layout: Layout, parts: Sequence[PagePart], *, with_anchors: bool = False) -> str:
    """Return the HTML of a game's sheet, a page for each part; `with_anchors`, rows have the id `r<number>`."""
    history = (text for _when, text in sheet.history)
    typed = " ".join([sheet.title, sheet.place, *sheet.names, *sheet.written, *sheet.rulings, *history])
    return render_html(
        "game",
        layout,
        sheet.labels,
        sheet=sheet,
        parts=parts,
        beside=sheet.running is TotalsColumn.BESIDE,
        foot=_css_text(" · ".join(text for text in (sheet.title, sheet.rulebook) if text)),
        striped=len(sheet.lines) >= _STRIPED_ROUNDS or len(sheet.names) >= _STRIPED_PLAYERS,
        frame=FRAME if has_missing_glyphs(typed) else "",
        with_anchors=with_anchors,
        drawn=_drawn(sheet, layout),
        marks=MARKS,
    )


def _drawn(sheet: GameSheet, layout: Layout) -> ChartDrawing | None:
    """Return the chart in the size that the layout gives it; None without one."""
    chart = sheet.chart
    if chart is None:
        return None
    width, height = round(10 * (layout.width - 2 * layout.margin)), round(10 * layout.chart)
    return drawing(chart.data, width, height, layout.chart_letter * 3.53, chart.target)


def single_part(sheet: GameSheet) -> list[PagePart]:
    """Return all rounds as one part."""
    return [PagePart(sheet.lines, True)]


def measuring_part(sheet: GameSheet) -> list[PagePart]:
    """Return all rounds as one part with rows for carried totals, to measure where pages break."""
    blank = tuple("0" for _ in sheet.names)
    return [PagePart(sheet.lines, True, blank, blank)]


def split_parts(sheet: GameSheet, firsts: Sequence[int]) -> list[PagePart]:
    """Split the rounds into pages; `firsts` are the indexes of the first round of each, starting with 0."""
    bounds = [*firsts, len(sheet.lines)]
    parts = []
    for begin, end in pairwise(bounds):
        last = end == len(sheet.lines)
        carried = _totals_after(sheet, begin) if begin else ()
        parts.append(PagePart(sheet.lines[begin:end], last, carried, () if last else _totals_after(sheet, end)))
    return parts


def _totals_after(sheet: GameSheet, count: int) -> tuple[str, ...]:
    """Return each player's total after the first `count` rounds, with the rating points in a game that has them.

    They are blank where the sheet's totals are.
    """
    if not any(sheet.totals):
        return sheet.totals
    totals, rating = list(sheet.starts or ["0"] * len(sheet.names)), [0] * len(sheet.names)
    for line in sheet.lines[:count]:
        for index, cell in enumerate(line.cells):
            if cell is not None and not line.voided:
                totals[index] = cell.total
                rating[index] += int(cell.rating or 0)
    if sheet.rating:
        return tuple(f"{total} · {rated}" for total, rated in zip(totals, rating, strict=True))
    return tuple(totals)


def blank_html(sheet: BlankSheet, layout: Layout, rows: int) -> str:
    """Return the HTML of a blank sheet with `rows` rows."""
    more = {"rows": rows, "foot": "", "frame": FRAME if has_missing_glyphs(" ".join(sheet.names)) else ""}
    return render_html("blank", layout, sheet.labels, numbered=False, sheet=_undated(sheet), **more)


def card_html(sheet: CardSheet, layout: Layout, *, numbered: bool) -> str:
    """Return the HTML of the card of house rules."""
    return render_html("card", layout, sheet.labels, numbered=numbered, sheet=_undated(sheet), foot="")


def rules_html(sheet: RulesSheet, layout: Layout, *, numbered: bool) -> str:
    """Return the HTML of a game's rules."""
    foot = _css_text(sheet.title)
    return render_html("rules", layout, sheet.labels, numbered=numbered, sheet=_undated(sheet), foot=foot)


def certificate_html(sheet: Certificate, layout: Layout) -> str:
    """Return the HTML of a certificate."""
    return render_html("certificate", layout, sheet.labels, numbered=False, sheet=_undated(sheet), foot="")


def club_html(sheet: ClubSheet, layout: Layout, *, numbered: bool) -> str:
    """Return the HTML of a club evening's sheet; if `numbered`, the standings begin a new page."""
    names = [name for _label, names in sheet.tables for name in names]
    typed = " ".join([sheet.title, *names, *(name for _place, name, _points in sheet.standings)])
    more = {"foot": _css_text(sheet.title) if numbered else "", "frame": FRAME if has_missing_glyphs(typed) else ""}
    return render_html("club", layout, sheet.labels, numbered=numbered, sheet=_undated(sheet), **more)


_LESS = 0.6  # of the height of the first chart of a year has the second one


def year_html(sheet: YearSheet, layout: Layout, *, apart: bool = False) -> str:
    """Return the HTML of a year sheet, whose chart has the height of the layout; its notes may stand `apart`."""
    width = round(10 * (layout.width - 2 * layout.margin - 2 * FRAME_WIDTH))
    drawn, points = (
        chart and drawing(chart.data, width, round(10 * height), layout.chart_letter * 3.53, chart.target)
        for chart, height in ((sheet.chart, layout.chart), (sheet.points, layout.chart * _LESS))
    )
    more = {"drawn": drawn, "points": points, "marks": MARKS, "frame_width": FRAME_WIDTH, "foot": "", "apart": apart}
    return render_html("year", layout, sheet.labels, numbered=False, sheet=_undated(sheet), **more)


def render_picture(**context: Any) -> str:
    """Return the HTML of a picture of a result; `context` are the variables of its template."""
    html = _environment().get_template("sheets/result.html").render(marks=MARKS, **context)
    return _BETWEEN_TAGS.sub("><", html)


def _undated(sheet: BlankSheet | CardSheet | Certificate | ClubSheet | RulesSheet | YearSheet) -> dict[str, object]:
    return {**{f.name: getattr(sheet, f.name) for f in fields(sheet)}, "created": "", "changed": ""}


def _css_text(text: str) -> str:
    """Escape `text` for a CSS string."""
    text = printable(text)
    return "".join(c if c.isalnum() or c in " -–.,:()" else f"\\{ord(c):x} " for c in text)
