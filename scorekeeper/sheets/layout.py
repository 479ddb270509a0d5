"""Paper sizes and page layouts: orientation, row heights, font sizes. Whether a layout fits is estimated."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from math import ceil

from .curves import LINES
from .model import GameSheet, TotalsColumn


class Paper(StrEnum):
    """A paper size; the value is its name in CSS."""

    A4 = "A4"
    A5 = "A5"
    A6 = "A6"
    LETTER = "letter"


_SIZES = {Paper.A4: (210, 297), Paper.A5: (148, 210), Paper.A6: (105, 148), Paper.LETTER: (215.9, 279.4)}
MARGINS = {Paper.A4: 12, Paper.A5: 9, Paper.A6: 7, Paper.LETTER: 12}
NUMBER_COLUMN = 11  # mm
EMBLEM = 5.2  # em of width for the mark of the game
_EASY_COLUMN = {
    TotalsColumn.BELOW: 17,
    TotalsColumn.BESIDE: 25,
}  # mm for each player that portrait orientation requires
_SMALL_CHART = 30  # mm high
_PANEL = (26, 14)  # mm: width and height of the smallest panel of a chart with a panel for each player
_USUAL_CHART = 55
_SETTINGS = (  # row height in mm, font size in points, chart height in mm: from most to least readable
    (9.4, 14.5, 74),
    (8.4, 13.5, 66),
    (7.4, 12, _USUAL_CHART),
    (6.6, 11, _USUAL_CHART),
    (5.8, 10, 50),
    (5.0, 9, 44),
    (5.0, 9, _SMALL_CHART),
    (4.4, 7.8, 38),
    (4.4, 7.8, _SMALL_CHART),
)
_HIGHEST_CHART = 0.6  # of its width
_POINT = 0.353  # mm
_WIDTH = 0.165  # width of an average letter, in mm for each point of its size
FOOT = 3  # mm of extra bottom margin, for the footer
_PADDING = 1.6  # mm of a cell's width that borders and padding take
_DIGIT = 0.195  # width of a bold digit, in mm for each point of its size
_LETTER = 0.21  # width of a bold letter, in mm for each point of its size
_SPARE = 3  # mm of tolerance for an estimate
_LEAST = 5.5  # points; smaller figures cannot be read at a table
_LONG = 4  # index into _SETTINGS for a game on several pages
_SIGNATURE = 36  # mm of width, at least, for a signature
_SIGNATURES_APART = 8  # mm
FIELD = 13  # mm of height of a box to write in
_FIELD_GAP = 3  # mm above it
_HAND = 10  # mm of free height above a signature line


@dataclass(frozen=True, slots=True)
class Layout:
    """A page layout: lengths in mm, font sizes in points."""

    paper: Paper
    landscape: bool
    width: float
    height: float
    margin: float
    row: float
    letter: float
    column: float  # width of a player's column
    cell: float = 20  # width of one figure's cell in it
    longest: int = 5  # characters of the longest figure
    chart: float = _USUAL_CHART  # height
    hang: float = 0  # width, in characters, of the widest footnote mark, which hangs behind the aligned figures
    word: int = 1  # letters of the longest word in the column heads
    apart: bool = False  # whether the chart begins a new page

    @property
    def small(self) -> float:
        """The font size of small print."""
        return max(6.0, self.letter * 0.8)

    @property
    def head(self) -> float:
        """The font size of the column heads, smaller for narrow columns and long words."""
        size = min(self.letter, max(5.5, self.column * 0.42))
        whole = (self.column - _PADDING) / (self.word * _LETTER)
        return whole if size * 0.62 <= whole < size else size

    @property
    def subhead(self) -> float:
        """The font size of the second row of column heads."""
        return min(self.head, max(6.5, self.small * 0.85), self.cell * 0.7)

    @property
    def figures(self) -> float:
        """The font size of the figures: the longest fits its cell."""
        return min(self.letter, (self.cell - _PADDING) / (self.longest * _DIGIT))

    def fitted(self, word: str) -> float:
        """Return the font size of a word that stands in the place of a figure."""
        return min(self.figures * 0.8, (self.cell - _PADDING) / (len(word) * _WIDTH))

    def sums(self, texts: Sequence[str]) -> float:
        """Return the largest font size in which each text of a row of sums is one line in its player's column."""
        longest = max(map(len, texts), default=1)
        return min(self.figures, (self.column - _PADDING) / (longest * _WIDTH))

    def headings(self, *words: str) -> float:
        """Return the largest font size, up to `subhead`, in which each word fits the cell of one figure."""
        return min(self.subhead, (self.cell - _PADDING) / (longest_word(words) * _LETTER))

    @staticmethod
    def label(*labels: str) -> float:
        """Return the largest font size in which every word of the `labels` of rows fits the column of the numbers."""
        return min(8.5, (NUMBER_COLUMN - _PADDING) / (longest_word(labels) * _LETTER))

    @property
    def inset(self) -> float:
        """The right padding of figures that centres the longest in its cell."""
        return max(_PADDING / 2, (self.cell - self.longest * _DIGIT * self.figures) / 2)

    @property
    def marks(self) -> float:
        """The right padding of figures that leaves room for hanging marks."""
        return max(self.inset, (self.hang * 0.65 + 0.15) * self.figures * _POINT)

    @property
    def chart_letter(self) -> float:
        """The font size in the chart, larger for a chart that fills a page."""
        return max(self.small, min(10, self.chart * 0.1))

    def signatures(self, count: int) -> int:
        """Return how many of `count` signatures go into a row, so that the rows are about equal."""
        room = int((self.width - 2 * self.margin + _SIGNATURES_APART) / (_SIGNATURE + _SIGNATURES_APART))
        return ceil(count / ceil(count / max(1, room)))

    def signature(self, count: int) -> float:
        """Return the width in mm of each of `count` signature lines."""
        each = self.signatures(count)
        return (self.width - 2 * self.margin - (each - 1) * _SIGNATURES_APART) / each - 0.1


def page_size(paper: Paper, landscape: bool) -> tuple[float, float]:
    """Return width and height of a page in mm."""
    short, long = _SIZES[paper]
    return (long, short) if landscape else (short, long)


def with_readable_totals(sheet: GameSheet, paper: Paper) -> GameSheet:
    """Return the sheet, with its totals moved below the points if beside them they would be too small to read."""
    if sheet.running is TotalsColumn.BELOW or all(layout.figures >= _LEAST for layout in game_layouts(sheet, paper)):
        return sheet
    return replace(sheet, running=TotalsColumn.BELOW)


def game_layouts(sheet: GameSheet, paper: Paper) -> Iterator[Layout]:
    """Yield the layouts that may fit one page, the most readable first, then one for several pages."""
    margin = MARGINS[paper]
    width, _height = page_size(paper, False)
    easy = _EASY_COLUMN[sheet.running] * max(1, sheet.figures / 2) * (0.75 if paper in (Paper.A5, Paper.A6) else 1)
    landscape = (width - 2 * margin - NUMBER_COLUMN) / len(sheet.names) < easy
    width, height = page_size(paper, landscape)
    column = (width - 2 * margin - NUMBER_COLUMN) / len(sheet.names)
    cell = column / sheet.figures
    longest, small = _longest_figure(sheet), 1 if width > 180 else 0.75
    least = smallest_chart(sheet, width - 2 * margin)
    most = max(least, (width - 2 * margin) * _HIGHEST_CHART)
    plain = Layout(paper, landscape, width, height, margin, 0, 0, column, cell, longest, word=longest_word(sheet.names))
    made = [
        _with_hanging_marks(sheet, replace(plain, row=row, letter=letter, chart=min(most, max(least, chart * small))))
        for row, letter, chart in _SETTINGS
    ]
    yield from (layout for layout in made if _estimated_height(sheet, layout) <= height - 2 * margin - FOOT)
    yield made[_LONG]


def table_page_layouts(sheet: GameSheet, paper: Paper) -> Iterator[Layout]:
    """Yield the layouts where the table may fit one page, with the chart on a second one."""
    table = replace(sheet, chart=None, signatures=(), code=None)
    yield from (with_chart_page(sheet, layout) for layout in list(game_layouts(table, paper))[:-1])


def with_chart_page(sheet: GameSheet, layout: Layout) -> Layout:
    """Return the layout with a chart that fills a new page, with what follows if it fits."""
    width, height = (side - 2 * layout.margin for side in (layout.width, layout.height))
    room, below = height - FOOT - 14, _height_below_chart(sheet, layout)
    if room - below >= smallest_chart(sheet, width):
        room -= below
    return replace(layout, apart=True, chart=min(room, width * _HIGHEST_CHART))


def smallest_chart(sheet: GameSheet, width: float) -> float:
    """Return the height in mm of the smallest chart that can be read on pages with `width` mm between the margins."""
    panels = len(sheet.chart.data.curves) if sheet.chart else 0
    if panels <= LINES:
        return _SMALL_CHART
    return max(_SMALL_CHART, ceil(panels / int(width / _PANEL[0])) * _PANEL[1])


def with_smallest_chart(sheet: GameSheet, layout: Layout) -> Layout:
    """Return the layout with the smallest chart."""
    return replace(layout, chart=smallest_chart(sheet, layout.width - 2 * layout.margin))


def with_largest_chart(sheet: GameSheet, layout: Layout) -> Layout:
    """Return the layout with the highest chart that certainly fits below the lines of `sheet`."""
    width, height = (side - 2 * layout.margin for side in (layout.width, layout.height))
    bare = replace(sheet, house_rules=(), facts=(), result=())
    room = height - FOOT - _estimated_height(bare, replace(layout, chart=0)) - _SPARE
    return replace(layout, chart=max(layout.chart, min(room, width * _HIGHEST_CHART)))


def _height_below_chart(sheet: GameSheet, layout: Layout) -> float:
    """Return the height in mm of everything below the chart."""
    return (28 if sheet.code else 0) + (_signatures_height(sheet, layout) if sheet.signatures else 0)


def _signatures_height(sheet: GameSheet, layout: Layout) -> float:
    """Return the height in mm of the signatures, with the line for remarks above them."""
    count = len(sheet.signatures)
    letters = layout.signature(count) / (layout.small * _WIDTH)
    lines = max(ceil(len(name) / letters) for name in sheet.signatures)
    line = layout.small * 1.3 * _POINT
    return ceil(count / layout.signatures(count)) * (_HAND + 1 + lines * line) + FIELD + _FIELD_GAP


def longest_word(names: Sequence[str]) -> int:
    """Return the number of letters of the longest word in the names; a hyphen allows a line break."""
    return max((len(word) for name in names for word in name.replace("-", "- ").split()), default=1)


def _longest_figure(sheet: GameSheet) -> int:
    """Return the width of the longest figure with its marks, in characters."""
    cells = [cell for line in sheet.lines for cell in line.cells if cell is not None]
    below = sheet.running is TotalsColumn.BELOW and bool(sheet.rating)  # rating points stand beside the total
    points = [
        len(cell.points) + 1.85 * cell.closed + 0.6 * cell.dealt + 0.7 * len(",".join(map(str, cell.marks)))
        for cell in cells
    ]
    totals = [len(cell.total) + below * (1 + len(cell.rating)) for cell in cells]
    return max(4, *map(len, sheet.totals), *totals, *(ceil(n) for n in points))


def mark_width(marks: str) -> float:
    """Return the width of footnote marks in em."""
    return round(0.56 * sum(c.isdigit() for c in marks) + 0.26 * marks.count(",") + 0.1, 2)


def _with_hanging_marks(sheet: GameSheet, layout: Layout) -> Layout:
    """Return the layout with hanging marks if there is room for them, so that the figures align."""
    marks = [",".join(map(str, cell.marks)) for line in sheet.lines for cell in line.cells if cell is not None]
    hang = max(map(mark_width, marks), default=0) if any(marks) else 0
    longest = max(
        (len(cell.points) + 1.85 for line in sheet.lines for cell in line.cells if cell is not None), default=4
    )
    room = layout.cell - _PADDING - (longest + hang) * _DIGIT * layout.letter
    return replace(layout, hang=hang if room > 0 else 0)


def _estimated_height(sheet: GameSheet, layout: Layout) -> float:
    """Return a low estimate of the sheet's height in mm, without its second page."""
    rows = len(sheet.lines) + 1 + bool(sheet.rating) + bool(sheet.places) + bool(sheet.starts)
    small = layout.small * 1.3 * _POINT
    texts, width = (*sheet.payments, *sheet.notes, *sheet.written_below), layout.width - 2 * layout.margin
    notes = small * sum(_lines(text, layout.small, width) for text in texts) + 2 * bool(texts)
    chart = layout.chart + 5 + layout.letter * 0.5 if sheet.chart else 0
    return (
        head_height(sheet, layout)
        + heads_height(sheet, layout)
        + rows * row_height(sheet, layout)
        + notes
        + chart
        + 0.9 * _height_below_chart(sheet, layout)
    )


def row_height(sheet: GameSheet, layout: Layout) -> float:
    """Return the height in mm of a round's row."""
    return layout.row * (1.5 if sheet.running is TotalsColumn.BELOW else 1)


def heads_height(sheet: GameSheet, layout: Layout) -> float:
    """Return the estimated height in mm of the column heads."""
    names = layout.head * 1.1 * _POINT * _lines_of_names(sheet, layout) + 1.2
    return max(layout.row, names) + (0 if sheet.running is TotalsColumn.BELOW else 3.2)


def head_height(sheet: GameSheet, layout: Layout) -> float:
    """Return the estimated height in mm of everything above the table."""
    letter, small = layout.letter, layout.small
    width = layout.width - 2 * layout.margin - (EMBLEM * letter * _POINT if sheet.emblem else 0)
    texts = (  # with font size and line height
        (sheet.standing if sheet.won else sheet.title, 1.9 * letter, 1.1),
        (" ".join(sheet.result), letter, 1.3),
        (sheet.title if sheet.won else sheet.standing, 1.1 * letter, 1.3),
        (" · ".join([*sheet.facts[:1], sheet.place]), letter, 1.3),
        (" · ".join(sheet.facts[1:]), small, 1.3),
        (" · ".join(sheet.house_rules), small, 1.3),
    )
    return 2.5 + sum(_lines(text, size, width) * size * _POINT * high for text, size, high in texts)


def _lines(text: str, size: float, width: float) -> int:
    """Return the estimated number of lines of a text of `size` points in a `width` of mm."""
    return ceil(len(text) * size * _WIDTH / width)


def _lines_of_names(sheet: GameSheet, layout: Layout) -> int:
    letters = max(1, int(layout.column / (layout.head * 0.2)))
    return max(-(-len(name) // letters) for name in sheet.names)
