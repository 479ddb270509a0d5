"""The chart of totals: its lines, its size, its text for screen readers."""

import re
from itertools import pairwise

import pytest
from flask import Flask

from scorekeeper.services.games import creating, rounds
from scorekeeper.services.games.changes import Precondition
from scorekeeper.services.payload_reading import received
from scorekeeper.services.payloads import NewChange, NewRound
from scorekeeper.services.views import loading
from scorekeeper.services.views.game_view import GameView
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
    game = creating.create_game_for("A" * 32, body, more or None)
    for row in scores:
        entries = {name: {"points": points} for name, points in zip(players, row, strict=True)}
        round_ = {"closer": players[0], "entries": entries, "accept_warnings": True}
        rounds.enter_round(game, received(NewRound, round_), _ANY)
    return loading.load_game(game)


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
    """From left to right; higher totals are higher up; the best comes first."""
    with app.test_request_context():
        found = _drawn(_game((10, 40), (30, -90), (60, 5), target=100))
    anna, bo = found.lines
    assert (anna.name, bo.name) == ("Anna", "Bo")
    for each in found.lines:
        points = _points(each.path)
        assert len(points) == 4
        assert points[0] == (found.plot.left, found.plot.zero)
        assert points[-1] == each.end
        assert [x for x, _y in points] == sorted(x for x, _y in points)
    assert anna.end[1] == found.plot.target
    assert found.plot.target is not None
    assert found.plot.target < found.plot.zero < bo.end[1]
    assert _points(anna.path)[1][1] > _points(bo.path)[1][1]
    assert (anna.style, anna.mark) != (bo.style, bo.mark)


def test_names_stand_apart_where_lines_end_together(app: Flask) -> None:
    """At least a line of text lies between two; each is joined to the end of its line."""
    with app.test_request_context():
        found = _drawn(_game((5, 5, 5, 5), (5, 5, 5, 5), players=("Anna", "Bo", "Cleo", "Dagny")))
    assert not found.panels
    heights = sorted(line.label[1] for line in found.lines)
    assert all(low - high >= 15 for high, low in pairwise(heights))
    for line in found.lines:
        assert line.leader.startswith("M{} {}".format(*line.end))
        assert line.leader.endswith("L{} {}".format(*line.label)) or line.label[1] == line.end[1]


def test_a_target_out_of_sight_is_left_out(app: Flask) -> None:
    """Showing it would flatten the lines."""
    with app.test_request_context():
        found = _drawn(_game((10, 40), (30, -10), target=99999))
    assert found.plot.target is None
    assert [text for _y, text in found.totals] == ["0", "20", "40"]


def test_a_target_that_would_flatten_the_lines_of_small_panels_is_left_out(app: Flask) -> None:
    """One plot has room for twice the points that were made; a panel has not."""
    with app.test_request_context():
        few, many = (_drawn(_game(*((50,) * n, (50,) * n), target=200, players=EIGHT[:n])) for n in (4, 5))
    assert (few.plot.data.target, many.plot.data.target) == (200, None)


def test_a_line_begins_with_what_somebody_had(app: Flask) -> None:
    """Starting points from paper are the line's first point."""
    with app.test_request_context():
        found = _drawn(_game((10, 40), (30, -10), target=200, Anna=100))
    assert {each.name: _points(each.path)[0][1] < found.plot.zero for each in found.lines} == {
        "Anna": True,
        "Bo": False,
    }


def test_voided_rounds_are_not_drawn(app: Flask) -> None:
    """Their numbers are left out, too."""
    with app.test_request_context():
        view = _game((10, 40), (30, -10), (5, 5))
        rounds.void_round(view.id, 3, received(NewChange, {}), _ANY)
        found = _drawn(loading.load_game(view.id))
    assert found.rounds[-1][1] == 2
    assert {len(_points(each.path)) for each in found.lines} == {3}


@pytest.mark.parametrize(
    ("scores", "sentence"),
    [
        (((10, 5), (10, 5)), "<bdi>Anna</bdi> has led since the first round."),
        (((10, 20), (10, 0), (5, 0)), "<bdi>Anna</bdi> has led since round 3."),
        (((10, 5), (5, 10)), "Everybody is tied."),
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


def test_sixty_rounds_of_eight_are_small_and_each_has_a_panel(app: Flask) -> None:
    """At most 6 kB of HTML, with names of 40 letters, which are cut differently."""
    rows = [tuple((7 * round_ * (seat + 3)) % 90 - 30 for seat in range(8)) for round_ in range(60)]
    with app.test_request_context():
        view = _game(*rows, target=2500, players=EIGHT)
        found = _drawn(view)
    assert found.panels
    client = app.test_client()
    client.set_cookie("device", "A" * 32)
    html = client.get(f"/games/{view.id}").text
    figure = html[html.index("<figure") : html.index("</figure>")]
    assert 'role="img"' in figure
    assert figure.count('class="own"') == len({line.title for line in found.lines}) == 8
    assert len(figure.encode()) <= 6000
