"""How points grew: which games are added up, which are left out and why, against sums by hand."""

from datetime import UTC, datetime, timedelta

from scorekeeper.services.statistics.points import Got, PointsSeries, points_series
from scorekeeper.services.statistics.time_series import MOST_CURVES
from scorekeeper.services.statistics.units import SEVERAL_UNITS, WHY_APART, Unit

START = datetime(2026, 1, 1, 19, tzinfo=UTC)


def got(game: int, points: int, who: str = "Anna", variant: str = "da-500", rounds: int = 3) -> Got:
    return Got(who, f"g{game}", variant, START + timedelta(minutes=game), rounds, points)


def series(found: list[Got], **units: Unit) -> PointsSeries | None:
    """Return the series; a game counts most points unless its unit is given."""
    return points_series(found, {each.game_id: Unit.MOST for each in found} | units)


def grown(found: PointsSeries | None) -> list[tuple[str, tuple[int, ...]]]:
    assert found is not None
    assert found.series is not None
    return [(curve.name, curve.totals) for curve in found.series.data.curves]


def test_points_of_the_most_played_game_add_up() -> None:
    """Others are not added to them; a game without a round is none."""
    games = [got(1, 90), got(1, -5, "Bo"), got(2, 30), got(3, 40, variant="cs-500"), got(4, 0, rounds=0)]
    found = series(games)
    assert grown(found) == [("Anna", (0, 90, 120)), ("Bo", (0, -5, -5))]
    assert found
    assert (found.variant, found.unit, found.left_out, found.alone, found.evenly) == (
        *("da-500", Unit.MOST, {}, False),
        False,
    )


def test_where_the_fewest_win_they_come_first() -> None:
    games = [got(game, points, who) for game in (1, 2) for who, points in (("Anna", 20), ("Bo", 5))]
    found = series(games, g1=Unit.FEWEST, g2=Unit.FEWEST)
    assert grown(found) == [("Bo", (0, 5, 10)), ("Anna", (0, 20, 40))]
    assert found
    assert (found.alone, found.evenly) == (True, True)


def test_games_that_cannot_be_added_are_left_out_and_told() -> None:
    """Those in the unit of most games stay."""
    games = [got(game, 10) for game in range(1, 8)] + [got(8, 0, rounds=0)]
    units = {"g1": Unit.CHIPS, "g2": Unit.APART, "g3": Unit.LIMIT, "g4": Unit.LIMIT, "g8": Unit.HIDDEN}
    found = series(games, **units)
    assert grown(found) == [("Anna", (0, 10, 20, 30))]
    assert found
    assert found.left_out == {
        SEVERAL_UNITS: 1,
        WHY_APART[Unit.APART]: 1,
        WHY_APART[Unit.LIMIT]: 2,
        WHY_APART[Unit.HIDDEN]: 1,
    }


def test_a_game_that_can_be_added_goes_before_one_that_cannot() -> None:
    limited = [got(game, 10, variant="it-scala40") for game in (1, 2, 3)]
    units = dict.fromkeys(("g1", "g2", "g3"), Unit.LIMIT)
    found = series([*limited, got(4, 7), got(5, 7)], **units)
    assert grown(found) == [("Anna", (0, 7, 14))]
    alone = series(limited, **units)
    assert alone
    assert (alone.variant, alone.unit, alone.series) == ("it-scala40", None, None)
    assert alone.left_out == {WHY_APART[Unit.LIMIT]: 3}


def test_of_many_those_stay_who_played_most() -> None:
    """Where the fewest win, whoever came once would be first."""
    games = [got(game, 10, f"P{who}") for who in range(20) for game in range(who + 1)]
    found = series(games, **dict.fromkeys((f"g{game}" for game in range(20)), Unit.FEWEST))
    assert [name for name, _totals in grown(found)] == [f"P{who}" for who in range(20 - MOST_CURVES, 20)]
    assert found
    assert found.cut


def test_without_a_round_there_is_nothing() -> None:
    assert series([]) is None
    assert series([got(1, 0, rounds=0)]) is None
    one = series([got(1, 5)])
    assert one
    assert one.series is None
