"""Sheets as HTML for the press: templates in `templates/sheets`, nothing loaded from elsewhere."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, fields
from functools import lru_cache
from itertools import pairwise
from typing import Any

from flask_babel import gettext
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from ..config.paths import TEMPLATES
from ..templating import release_contexts
from .layout import Layout, hung
from .letters import FRAME, lacks, printable
from .model import BlankSheet, CardSheet, GameSheet, Line, Totals

_NUMBER_COLUMN = 11
_BETWEEN_TAGS = re.compile(r">\s*\n\s*<")  # the templates' own line breaks: each would be read and set as a text
_MANY = 4  # more curves than that have their names in columns, where there is room


@dataclass(frozen=True, slots=True)
class Part:
    """The rounds that stand on one page, with the totals carried to and from it."""

    lines: tuple[Line, ...]
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
    environment.globals["_"] = gettext
    environment.filters["hung"] = hung
    environment.filters["number"] = lambda number: str(number) if number >= 0 else f"−{-number}"
    return environment


def _printable(value: object) -> object:
    return printable(value) if isinstance(value, str) and not isinstance(value, Markup) else value


@lru_cache(maxsize=1)
def stylesheet() -> str:
    """Return the style that all sheets have in common; what depends on the paper stands in each of them."""
    return (TEMPLATES / "sheets" / "sheet.css").read_text("utf-8")


def set_in_html(template: str, layout: Layout, *, numbered: bool = True, **context: Any) -> str:
    """Return a sheet as HTML, its pages `numbered` or not; `context` is what its template needs."""
    page_of = gettext("page %(page)s of %(pages)s", page='" counter(page) "', pages='" counter(pages) "')
    measures = {"layout": layout, "number_column": _NUMBER_COLUMN, "page_of": f'"{page_of}"', "numbered": numbered}
    html = _environment().get_template(f"sheets/{template}.html").render(**measures, **context)
    return _BETWEEN_TAGS.sub("><", html)


def game_html(sheet: GameSheet, layout: Layout, parts: Sequence[Part], *, to_find: bool = False) -> str:
    """Return a game's sheet as HTML, its rounds in `parts`, a page each; with an anchor `r<number>` each `to_find`."""
    typed = " ".join([sheet.title, *sheet.names, *sheet.rulings, *(text for _when, text in sheet.history)])
    more: dict[str, Any] = {
        "many": len(sheet.names) > _MANY,
        "beside": sheet.running is Totals.BESIDE,
        "foot": _css_text(sheet.title),
        "frame": FRAME if lacks(typed) else "",
        "to_find": to_find,
    }
    return set_in_html("game", layout, sheet=sheet, parts=parts, **more)


def in_one(sheet: GameSheet) -> list[Part]:
    """Return all rounds as one part."""
    return [Part(sheet.lines, True)]


def to_measure(sheet: GameSheet) -> list[Part]:
    """Return all rounds as one part that has the rows for carried totals on every page."""
    blank = tuple("0" for _ in sheet.names)
    return [Part(sheet.lines, True, blank, blank)]


def in_parts(sheet: GameSheet, firsts: Sequence[int]) -> list[Part]:
    """Return the rounds in parts, each beginning with the round of that index; totals are carried over."""
    bounds = [*firsts, len(sheet.lines)]
    parts = []
    for begin, end in pairwise(bounds):
        last = end == len(sheet.lines)
        carried = _totals_after(sheet, begin) if begin else ()
        parts.append(Part(sheet.lines[begin:end], last, carried, () if last else _totals_after(sheet, end)))
    return parts


def _totals_after(sheet: GameSheet, count: int) -> tuple[str, ...]:
    """Return everybody's total after the first `count` rounds."""
    totals = list(sheet.starts or ["0"] * len(sheet.names))
    for line in sheet.lines[:count]:
        for index, cell in enumerate(line.cells):
            if cell is not None and not line.voided:
                totals[index] = cell.total
    return tuple(totals)


def blank_html(sheet: BlankSheet, layout: Layout, rows: int) -> str:
    """Return a blank sheet with that many rows as HTML."""
    more = {"rows": rows, "foot": "", "frame": FRAME if lacks(" ".join(sheet.names)) else ""}
    return set_in_html("blank", layout, numbered=False, sheet=_undated(sheet), **more)


def text_html(sheet: CardSheet, layout: Layout, columns: int, *, numbered: bool) -> str:
    """Return a card or a page of text in so many columns as HTML."""
    return set_in_html("text", layout, numbered=numbered, sheet=_undated(sheet), columns=columns, foot="")


def _undated(sheet: BlankSheet | CardSheet) -> dict[str, Any]:
    return {**{f.name: getattr(sheet, f.name) for f in fields(sheet)}, "created": "", "changed": ""}


def _css_text(text: str) -> str:
    """Return `text` for a string in CSS: what could end it is written as an escape."""
    text = printable(text)
    return "".join(c if c.isalnum() or c in " -–.,:()" else f"\\{ord(c):06x}" for c in text)
