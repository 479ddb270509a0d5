"""The chart of totals as geometry: ticks, labels that keep apart, lines, and where all of it stands on paper."""

from itertools import pairwise

import pytest

from scorekeeper.sheets.curves import ChartData, Curve, Plot, elided, round_ticks, simplified, spread
from scorekeeper.sheets.layout import MARGINS, Paper, page_size
from scorekeeper.sheets.paper_chart import ChartDrawing, PlotText, drawing

LETTER = 21.2  # tenths of a millimetre: 6 pt, the smallest


def data(players: int, rounds: int, *, step: int = 35, target: int | None = None, long: bool = False) -> ChartData:
    """Return totals that rise and fall; `step` 0 makes all equal."""
    curves = []
    for seat in range(players):
        totals = [0]
        for number in range(1, rounds + 1):
            totals.append(totals[-1] + step * ((number * 7 + seat * 11) % 13 - 5))
        name = f"{'abcdefghijklmno'[seat]}{' of the very long name, forty letters x' * long}"[:40]
        curves.append(Curve(name, seat, 0, tuple(totals)))
    return ChartData(tuple(curves), tuple(range(1, rounds + 1)), target)


@pytest.mark.parametrize(
    ("low", "high", "most", "ticks"),
    [
        (0, 500, 6, [0, 100, 200, 300, 400, 500]),
        (-105, 475, 6, [-100, 0, 100, 200, 300, 400]),
        (-105, 475, 4, [0, 200, 400]),
        (-12_345, 0, 3, [-10_000, -5_000, 0]),
        (0, 1, 9, [0, 1]),
        (-3, 99_999, 1, [0]),
    ],
)
def test_ticks_are_round_numbers_and_zero(low: int, high: int, most: int, ticks: list[int]) -> None:
    assert round_ticks(low, high, most) == ticks


@pytest.mark.parametrize(
    ("wanted", "found"),
    [
        ([10, 40, 90], [10, 40, 90]),
        ([50, 50, 50], [40, 50, 60]),
        ([52, 50, 90], [56, 46, 90]),
        ([0, 0, 0], [0, 10, 20]),
        ([100, 99, 98], [100, 90, 80]),
    ],
)
def test_labels_that_would_overlap_move_apart_around_their_middle(wanted: list[int], found: list[int]) -> None:
    assert spread(wanted, 10, 0, 100) == found


def test_a_target_takes_the_place_of_a_tick_that_it_would_overlap() -> None:
    plot = Plot(data(2, 5, target=240), 0, 0, 100, 100)
    labels = plot.totals_at(20)
    assert labels[0][1] == 240
    assert all(abs(y - labels[0][0]) >= 20 for y, _total in labels[1:])


def test_rounds_are_labelled_by_round_numbers_and_the_last_without_those_that_are_void() -> None:
    curves = (Curve("a", 0, 0, tuple(range(13))),)
    plot = Plot(ChartData(curves, (1, 2, 3, 4, 5, 6, 7, 8, 9, 11, 12, 13)), 0, 0, 120, 100)
    assert [number for _x, number in plot.rounds_at(20)] == [2, 4, 6, 8, 13]
    assert [number for _x, number in plot.rounds_at(10)] == [1, 2, 3, 4, 5, 6, 7, 8, 9, 11, 12, 13]


def test_a_line_of_fewer_points_is_hardly_another() -> None:
    plot = Plot(data(1, 375), 0, 0, 600, 180)
    points = plot.points(plot.data.curves[0])
    few = simplified(points, 2)
    assert len(few) < len(points) / 2
    assert (few[0], few[-1]) == (points[0], points[-1])
    for (x, y), (right, low) in pairwise(few):
        between = [point for point in points if x <= point[0] <= right]
        assert all(abs(y + (low - y) * (px - x) / (right - x) - py) <= 2.01 for px, py in between)


def test_a_name_without_room_keeps_its_beginning_and_end() -> None:
    assert elided("Anna", 4) == "Anna"
    assert elided("Anna-Katharina von Mey", 9) == "Anna-…Mey"
    assert elided("Anna-Katharina von Boe", 9) == "Anna-…Boe"


_SIZES = [  # paper, landscape, height in mm
    (Paper.A4, False, 55),
    (Paper.A4, True, 160),
    (Paper.A5, False, 41),
    (Paper.A6, False, 42),
    (Paper.A6, True, 42),
    (Paper.LETTER, True, 38),
]
_GAMES = [
    data(1, 1),
    data(2, 12, target=500),
    data(4, 12, step=0),
    data(4, 375, step=-9_000, long=True),
    data(5, 8, target=300),
    data(8, 60, step=900, long=True),
    data(15, 30, step=-35, target=900, long=True),
]


@pytest.mark.parametrize(("paper", "landscape", "height"), _SIZES)
def test_every_text_is_on_the_chart_and_overlaps_no_other(paper: Paper, landscape: bool, height: int) -> None:
    """With letters of 6 pt; all names and final totals are there."""
    width = round(10 * (page_size(paper, landscape)[0] - 2 * MARGINS[paper]))
    for each in _GAMES:
        found = drawing(each, width, 10 * height, LETTER, "target")
        boxes = [_box(text) for text in found.texts]
        for left, top, right, bottom in boxes:
            assert left >= -1
            assert top >= -LETTER / 2
            assert right <= width + LETTER
            assert bottom <= found.height + LETTER / 4
        shown = [text.text for text in found.texts if text.text != "target"]
        assert all(curve.totals[-1] in shown for curve in each.curves)
        assert sum(isinstance(text, str) for text in shown) == len(each.curves)
        for index, one in enumerate(boxes):
            for other in boxes[:index]:
                assert not _overlap(one, other), (found.texts[index], len(each.curves))


def _box(text: PlotText) -> tuple[float, float, float, float]:
    """Return left, top, right and bottom of the letters of a text, at most as wide as its box."""
    wide = min(len(str(text.text)) * (0.6 if isinstance(text.text, int) else 0.55) * LETTER, text.width)
    left = {"left": 0.0, "right": text.width - wide, "center": (text.width - wide) / 2}[text.align] + text.left
    return left, text.top + 0.2 * LETTER, left + wide, text.top + 1.1 * LETTER


def _overlap(one: tuple[float, ...], other: tuple[float, ...]) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def _of(players: int) -> ChartDrawing:
    return drawing(data(players, 12, target=500), 1860, 550, LETTER, "target")


@pytest.mark.parametrize("players", [1, 2, 4])
def test_at_most_four_lines_are_told_apart_by_dash_in_one_plot(players: int) -> None:
    """Each has a mark and a label where it ends, joined to it."""
    (panel,) = _of(players).panels
    assert len({line.style for line in panel.lines}) == len(panel.lines) == players
    for line, curve in zip(panel.lines, panel.plot.data.curves, strict=True):
        x, y = panel.plot.points(curve)[-1]
        assert line.leader.startswith(f"M{x} {y}")
        assert line.leader.endswith("L{} {}".format(*line.mark))
    marks = sorted(line.mark[1] for line in panel.lines)
    assert all(low - high >= LETTER for high, low in pairwise(marks))


@pytest.mark.parametrize("players", [5, 8, 15])
def test_more_players_have_a_panel_each_to_one_scale(players: int) -> None:
    """With the lines of all behind; the mark is where the player's line ends."""
    found = _of(players)
    assert len(found.panels) == players
    assert found.behind.count("M") == players
    assert (
        len({(panel.plot.width, panel.plot.height, panel.plot.zero, panel.plot.target) for panel in found.panels}) == 1
    )
    assert len({(panel.left, panel.top) for panel in found.panels}) == players
    for panel, curve in zip(found.panels, found.panels[0].plot.data.curves, strict=True):
        assert [line.mark for line in panel.lines] == [panel.plot.points(curve)[-1]]
