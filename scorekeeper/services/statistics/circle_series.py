"""How the figures of a circle grew, read from its tallies: games won, shares of them, points, the table of a season."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from datetime import datetime

from ...rules.variants import VARIANTS
from ...store.circles import circles, tally_sums
from ...store.circles.tally_sums import Chosen
from ...store.database import db
from ...store.moments import in_utc
from ...store.rows import PersonRow, SeasonRow
from ..access.access import CircleAccess
from ..circles.season_table import evenings_of, figure_of
from ..wording import game_name
from .periods import Period, limited
from .points import Got, PointsSeries, points_series
from .statistics import Played
from .tally_cache import Statistics
from .time_series import Event, TimeSeries, time_series


def series_of_wins(right: CircleAccess, period: Period, statistics: Statistics, now: datetime) -> TimeSeries | None:
    """Return how many games each has won, in the games that `statistics` of this period count."""
    session = db.session()
    names = {person.id: person.name for person, _sums in statistics.people}
    same = {each.id: each.merged_into_id or each.id for each in circles.people(session, right.circle_id)}
    won = tally_sums.wins(session, _chosen(right, period, statistics, now))
    return time_series(Event(in_utc(at), names[same[who]], 1) for who, at in won if same.get(who) in names)


def series_of_shares(
    right: CircleAccess, person_id: int, period: Period, statistics: Statistics, now: datetime
) -> TimeSeries | None:
    """Return which share of games a person has won, by game, in percent."""
    session = db.session()
    known = circles.people(session, right.circle_id)
    ids = [each.id for each in known if person_id in (each.id, each.merged_into_id)]
    places = tally_sums.places_of(session, _chosen(right, period, statistics, now), ids)
    events = (Event(in_utc(at), game_name(VARIANTS[key]), place == 1) for at, key, place in places if key in VARIANTS)
    return time_series(events, shares=True)


def series_of_points(
    right: CircleAccess, people: Collection[int] | None, period: Period, statistics: Statistics, now: datetime
) -> PointsSeries | None:
    """Return how the points of everybody, or of `people`, grew in the games of one variant.

    Of two people only the games count in which both sat.
    """
    session, chosen = db.session(), _chosen(right, period, statistics, now)
    names = {person.id: person.name for person, _sums in statistics.people if people is None or person.id in people}
    same = {each.id: each.merged_into_id or each.id for each in circles.people(session, right.circle_id)}
    ids = None if people is None else [each for each, who in same.items() if who in names]
    rows = [row for row in tally_sums.points(session, chosen, ids) if same.get(row.person_id) in names]
    if people is not None and len(people) > 1:
        seated = {(row.game_id, same[row.person_id]) for row in rows}
        together = {game for game, number in Counter(game for game, _who in seated).items() if number == len(people)}
        rows = [row for row in rows if row.game_id in together]
    got = (
        Got(names[same[row.person_id]], row.game_id, row.variant, in_utc(row.at), row.rounds, row.points)
        for row in rows
    )
    return points_series(got, tally_sums.units(session, chosen))


def series_of_season(season: SeasonRow, games: Sequence[Played], people: Mapping[int, PersonRow]) -> TimeSeries | None:
    """Return how the figures of a season's table grew."""
    return time_series(
        Event(game.when, people[result.person].name, figure_of(season, result))
        for evening in evenings_of(season, games)
        for game in evening
        for result in game.results
        if result.place is not None and result.person in people
    )


def _chosen(right: CircleAccess, period: Period, statistics: Statistics, now: datetime) -> Chosen:
    season = next((each for each in statistics.seasons if each.id == period.season), None)
    return limited(db.session(), Chosen(right.circle_id, statistics.variant), period, season, now)
