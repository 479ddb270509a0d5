"""The chart of totals: its lines, its size, its text for screen readers."""

import re
from itertools import combinations

import pytest
from flask import Flask

from scorekeeper.services.games import games, rounds
from scorekeeper.services.games.changes import Precondition
from scorekeeper.services.games.views import GameView
from scorekeeper.services.payload_reading import received
from scorekeeper.services.payloads import NewChange, NewRound
from scorekeeper.sheets.curves import curves
from scorekeeper.web.board.chart import Chart, chart

_ANY = Precondition()
EIGHT = tuple(f"{name} of the very long name, forty lett{number}" for number, name in enumerate(("Aa", "Bb") * 4))


def _game(
    *scores: tuple[int, ...], target: int = 500, players: tuple[str, ...] = ("Anna", "Bo"), **more: int
) -> GameView:
    body = {
        "variant": "da-500" if len(players) == 2 else "cs-500",
        "players": list(players),
        "house_rules": {"target": target},
    }
    game = games.create_game_for("A" * 32, body, more or None)
    for row in scores:
        entries = {name: {"points": points} for name, points in zip(players, row, strict=True)}
        round_ = {"closer": players[0], "entries": entries, "accept_warnings": True}
        rounds.enter_round(game, received(NewRound, round_), _ANY)
    return games.load_game(game)


def _drawn(view: GameView) -> Chart:
    found = chart(view)
    assert found
    return found


def _points(line: str) -> list[tuple[int, int]]:
    """Return the points of an SVG path of relative steps."""
    start, steps = line[1:].split("l")
    x, y = map(int, start.split())
    numbers = [int(number) for number in re.findall(r"-?\d+", steps)]
    found = [(x, y)]
    for dx, dy in zip(numbers[::2], numbers[1::2], strict=True):
        found.append((found[-1][0] + dx, found[-1][1] + dy))
    return found


def test_there_is_none_before_the_second_round(app: Flask) -> None:
    """One point is no line."""
    with app.test_request_context():
        assert chart(_game()) is None
        assert chart(_game((5, 10))) is None


def test_lines_begin_at_nothing_and_end_at_the_totals(app: Flask) -> None:
    """From left to right; higher totals are higher up; the best comes first in the legend."""
    with app.test_request_context():
        found = _drawn(_game((10, 40), (30, -90), (60, 5), target=100))
    anna, bo = found.series
    assert (anna.name, bo.name) == ("Anna", "Bo")
    for each in found.series:
        points = _points(each.line)
        assert len(points) == 4
        assert points[0] == (42, found.zero)
        assert points[-1][0] == 308
        assert [x for x, _y in points] == sorted(x for x, _y in points)
    assert _points(anna.line)[-1][1] == found.target
    assert _points(anna.line)[-1][1] < found.zero < _points(bo.line)[-1][1]
    assert _points(anna.line)[1][1] > _points(bo.line)[1][1]
    assert anna.style != bo.style
    assert anna.sample != bo.sample


def test_marks_stand_clear_of_each_other_where_many_end_close_together() -> None:
    """Each is on its own line; that of the leader is on its last point."""
    series = {f"p{seat}": (0, [0, *(9 * number + seat * number % 7 for number in range(1, 30))]) for seat in range(8)}
    found = curves(series, list(series), range(1, 30), None).curves
    marks = [tuple(int(n) for n in re.findall(r"\d+", each.end)[:2]) for each in found]
    for each, mark in zip(found, marks, strict=True):
        assert mark in _points(each.line)
    assert marks[0] == _points(found[0].line)[-1]
    for one, other in combinations(marks, 2):
        assert max(abs(one[0] - other[0]), abs(one[1] - other[1])) > 10, (one, other)


def test_a_target_out_of_sight_is_left_out(app: Flask) -> None:
    """Showing it would flatten the lines."""
    with app.test_request_context():
        found = _drawn(_game((10, 40), (30, -10), target=99999))
    assert found.target is None
    assert [mark.text for mark in found.marks] == ["0", "40"]


def test_a_line_begins_with_what_somebody_had(app: Flask) -> None:
    """Starting points from paper are the line's first point."""
    with app.test_request_context():
        found = _drawn(_game((10, 40), (30, -10), target=200, Anna=100))
    assert {each.name: _points(each.line)[0][1] < found.zero for each in found.series} == {"Anna": True, "Bo": False}


def test_voided_rounds_are_not_drawn(app: Flask) -> None:
    """Their numbers are left out, too."""
    with app.test_request_context():
        view = _game((10, 40), (30, -10), (5, 5))
        rounds.void_round(view.id, 3, received(NewChange, {}), _ANY)
        found = _drawn(games.load_game(view.id))
    assert found.last[1] == 2
    assert {len(_points(each.line)) for each in found.series} == {3}


@pytest.mark.parametrize(
    ("scores", "sentence"),
    [
        (((10, 5), (10, 5)), "<bdi>Anna</bdi> has led from the first round on."),
        (((10, 20), (10, 0), (5, 0)), "<bdi>Anna</bdi> has led since round 3."),
        (((10, 5), (5, 10)), "All are level."),
    ],
)
def test_it_says_who_leads_since_when(app: Flask, scores: tuple[tuple[int, ...], ...], sentence: str) -> None:
    """A sentence says so; equal totals are no lead."""
    with app.test_request_context():
        found = _drawn(_game(*scores))
    assert found.sentence == sentence


def test_it_tells_the_totals_to_somebody_who_cannot_see_it(app: Flask) -> None:
    """In the order of the placings."""
    with app.test_request_context():
        assert _drawn(_game((5, 10), (10, -40))).described == "After 2 rounds: Anna 15, Bo −30"


def test_sixty_rounds_of_eight_are_small(app: Flask) -> None:
    """At most 6 kB of HTML, with names of 40 letters; every line has its own style and mark."""
    rows = [tuple((7 * round_ * (seat + 3)) % 90 - 30 for seat in range(8)) for round_ in range(60)]
    with app.test_request_context():
        view = _game(*rows, target=2500, players=EIGHT)
        found = _drawn(view)
    assert len({(each.style, each.sample) for each in found.series}) == 8
    client = app.test_client()
    client.set_cookie("device", "A" * 32)
    html = client.get(f"/games/{view.id}").text
    svg = html[html.index("<svg") : html.index("</svg>")]
    assert 'role="img"' in svg
    assert len(svg.encode()) <= 6000
