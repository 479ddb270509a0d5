"""Papers, and how a score sheet is set on one: upright or across, how high a row, how large the letters."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from math import ceil

from .model import BlankSheet, GameSheet, Totals


class Paper(StrEnum):
    """The sizes of paper; the value is CSS's name of it."""

    A4 = "A4"
    A5 = "A5"
    A6 = "A6"
    LETTER = "letter"


_SIZES = {Paper.A4: (210, 297), Paper.A5: (148, 210), Paper.A6: (105, 148), Paper.LETTER: (215.9, 279.4)}
_MARGINS = {Paper.A4: 12, Paper.A5: 9, Paper.A6: 7, Paper.LETTER: 12}
_NUMBER_COLUMN = 11  # mm
_ROUND_COLUMN = 15
_EASY_COLUMN = {Totals.BELOW: 17, Totals.BESIDE: 25}  # mm for a player: upright only if there is that much
_SETTINGS = ((7.4, 11), (6.6, 10), (5.8, 9), (5.0, 8), (4.4, 7))  # mm a row, points a letter: from easy to tight
_PADDING = 1.6  # mm that borders and padding take of a cell
_DIGIT = 0.246  # mm that a bold digit is wide for each point of its size
_LEAST = 5.5  # points; smaller figures are not for eyes at a table
_LONG = 2  # the setting of a game that needs several pages


@dataclass(frozen=True, slots=True)
class Layout:
    """How a sheet is set: lengths in mm, letters in points."""

    paper: Paper
    landscape: bool
    width: float
    height: float
    margin: float
    row: float
    letter: float
    column: float  # a player's
    cell: float = 20  # what one figure has of it
    longest: int = 5  # characters of the longest figure

    @property
    def small(self) -> float:
        """The size of letters in small print."""
        return max(6.0, self.letter * 0.8)

    @property
    def head(self) -> float:
        """The size of letters in the heads of columns, smaller where columns are narrow."""
        return min(self.letter, max(5.5, self.column * 0.42))

    @property
    def figures(self) -> float:
        """The size of figures in the table, such that the longest finds room in its cell."""
        return min(self.letter, (self.cell - _PADDING) / (self.longest * _DIGIT))


def _page(paper: Paper, landscape: bool) -> tuple[float, float]:
    short, long = _SIZES[paper]
    return (long, short) if landscape else (short, long)


def readable(sheet: GameSheet, paper: Paper) -> GameSheet:
    """Return the sheet with its totals below the points where they are too small to read beside them."""
    if sheet.running is Totals.BELOW or all(layout.figures >= _LEAST for layout in game_layouts(sheet, paper)):
        return sheet
    return replace(sheet, running=Totals.BELOW)


def game_layouts(sheet: GameSheet, paper: Paper) -> Iterator[Layout]:
    """Yield how the sheet may be set, the easiest to read first; the last is for several pages."""
    margin = _MARGINS[paper]
    width, _height = _page(paper, False)
    easy = _EASY_COLUMN[sheet.running] * (0.75 if paper in (Paper.A5, Paper.A6) else 1)
    landscape = (width - 2 * margin - _NUMBER_COLUMN) / len(sheet.names) < easy
    width, height = _page(paper, landscape)
    column = (width - 2 * margin - _NUMBER_COLUMN) / len(sheet.names)
    cell = column if sheet.running is Totals.BELOW else column / 2
    longest = _longest(sheet)
    made = [
        Layout(paper, landscape, width, height, margin, row, letter, column, cell, longest) for row, letter in _SETTINGS
    ]
    yield from (layout for layout in made if _guess(sheet, layout) <= height - 2 * margin)
    yield made[_LONG]


def _longest(sheet: GameSheet) -> int:
    """Return the number of characters of the longest figure, with its marks."""
    cells = [cell for line in sheet.lines for cell in line.cells if cell is not None]
    points = [len(cell.points) + 1.4 * cell.closed + 0.7 * len("".join(map(str, cell.marks))) for cell in cells]
    return max(
        4, *(len(text) for text in sheet.totals), *(len(cell.total) for cell in cells), *(ceil(n) for n in points)
    )


def _guess(sheet: GameSheet, layout: Layout) -> float:
    """Return about how high (mm) the sheet is; what is not on the first page is not counted."""
    lines = len(sheet.lines) * (1.55 if sheet.running is Totals.BELOW else 1) + 3.5
    head = 16 + 4 * (len(sheet.facts) + len(sheet.house_rules) * 0.6) + 4 * _lines_of_names(sheet, layout)
    small = layout.small * 0.5 * (len(sheet.notes) + len(sheet.payments))
    chart = (42 if layout.landscape else 58) if sheet.chart else 0
    below = (18 if sheet.signatures else 0) + (24 if sheet.code else 0)
    return lines * layout.row + head + small + chart + below


def _lines_of_names(sheet: GameSheet, layout: Layout) -> int:
    letters = max(1, int(layout.column / (layout.head * 0.24)))
    return max(-(-len(name) // letters) for name in sheet.names)


def blank_layout(sheet: BlankSheet, paper: Paper) -> Layout:
    """Return how a blank sheet is set: rows high enough for a pencil."""
    margin = _MARGINS[paper]
    need = sum(12 if column.wide else 9 for column in sheet.columns) * (0.8 if paper is Paper.A5 else 1)
    first = _NUMBER_COLUMN + _ROUND_COLUMN * len(sheet.of_round)
    width, _height = _page(paper, False)
    landscape = (width - 2 * margin - first) / len(sheet.names) < need
    width, height = _page(paper, landscape)
    column = (width - 2 * margin - first) / len(sheet.names)
    return Layout(paper, landscape, width, height, margin, 7.5 if paper is not Paper.A5 else 6.5, 9, column)


def blank_rows(layout: Layout) -> int:
    """Return how many rows to begin with; one too many is seen by the press, and taken away."""
    return int((layout.height - 2 * layout.margin - 40) / layout.row)


def card_layout(paper: Paper, letter: float) -> Layout:
    """Return how text is set on a card or page."""
    width, height = _page(paper, False)
    margin = _MARGINS[paper]
    return Layout(paper, False, width, height, margin, letter * 0.5, letter, width - 2 * margin)
