"""Layouts of blank sheets, cards and pages of text."""

from dataclasses import replace

from .layout import MARGINS, NUMBER_COLUMN, Layout, Paper, longest_word, page_size
from .model import BlankSheet

_ROUND_COLUMN = 15  # mm
_LEAST_CELL = 8.5  # mm for a handwritten figure
_EASY_CELL = 9.8  # mm that are left to each figure by a column that can be done without


def with_writable_columns(sheet: BlankSheet, paper: Paper) -> BlankSheet:
    """Return the sheet with as many columns as are wide enough to write in."""
    less = replace(sheet, of_round=sheet.of_round[1:])
    full, smaller = blank_layout(sheet, paper), blank_layout(less, paper)
    if full.cell >= _EASY_CELL and full.landscape == smaller.landscape:
        return sheet
    return less if smaller.cell >= _LEAST_CELL else replace(less, columns=sheet.few or sheet.columns)


def blank_layout(sheet: BlankSheet, paper: Paper) -> Layout:
    """Return the layout of a blank sheet, with rows high enough to write in."""
    margin = MARGINS[paper]
    need = sum(12 if column.wide else 9 for column in sheet.columns) * (0.8 if paper is Paper.A5 else 1)
    first = NUMBER_COLUMN + _ROUND_COLUMN * len(sheet.of_round)
    width, _height = page_size(paper, False)
    landscape = (width - 2 * margin - first) / len(sheet.names) < need
    width, height = page_size(paper, landscape)
    column = (width - 2 * margin - first) / len(sheet.names)
    row, cell = 7.5 if paper is not Paper.A5 else 6.5, column / len(sheet.columns)
    word = longest_word(sheet.names)
    return Layout(paper, landscape, width, height, margin, row, 9, column, cell, longest=3, word=word)


def blank_rows(layout: Layout) -> int:
    """Return the number of rows to try first; it may be too high, then fewer are tried."""
    return int((layout.height - 2 * layout.margin - 54) / layout.row)


def card_layout(paper: Paper, letter: float, *, landscape: bool = False) -> Layout:
    """Return the layout of a card or a page of text, with a font size of `letter` points."""
    width, height = page_size(paper, landscape)
    margin = MARGINS[paper]
    return Layout(paper, landscape, width, height, margin, letter * 0.5, letter, width - 2 * margin)
