"""The statistics of a circle, from a cache that holds a tally of each of its games.

Saving a round does not update the cache: whoever opens the statistics has the changed games tallied again.
"""

from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from threading import Lock
from typing import NamedTuple

from ...documents import ResultDocument
from ...store import queries
from ...store.circles import circles, seasons, tallies, tally_sums
from ...store.circles.tally_sums import Chosen
from ...store.database import db, writing
from ...store.rows import PersonRow as PersonRow
from ...store.rows import SeasonRow as SeasonRow
from ..access.access import CircleAccess
from ..circles.existing import existing_circle
from ..views.game_view import game_view
from .aggregates import Rivals, added_up
from .periods import Period, limited, years_of
from .statistics import Played, PlayerResult, Sums
from .tally import SHAPE, tally_of

_AT_ONCE = 100  # games in one transaction
_MOST_REMEMBERED = 64
_remembered: "OrderedDict[object, _Counted]" = OrderedDict()
_lock = Lock()


@dataclass(frozen=True)
class Statistics:
    """What the games of a circle in a span add up to; `variant` is the key of the game, None for all of them.

    `people` are those who have played, the most games won first. `variants` are the games that the circle plays, the
    most frequent first; of a season of one game only that. `Sums.against` are there for whom they were asked. `years`
    are those with games, the latest first, `seasons` those of the circle, the one that ends last first.
    """

    people: Sequence[tuple[PersonRow, Sums]]
    variant: str | None
    variants: Sequence[str]
    games: int
    years: Sequence[int] = ()
    seasons: Sequence[SeasonRow] = ()


class _Counted(NamedTuple):
    sums: Mapping[int, Sums]
    games: int | None  # None if all count
    years: Sequence[int]


def statistics_of(
    right: CircleAccess, period: Period, variant: str | None, now: datetime, rivals: Rivals = None
) -> Statistics:
    """Return the statistics of a circle in a period that contains `now`, with those of `rivals`.

    Of a circle that plays only one game, `variant` is that game, and of a season of one game, too. A season that there
    is not counts all games.

    Raises:
        NoAccess: the circle is deleted.
    """
    session = db.session()
    circle = existing_circle(right.circle_id)
    count_changed(circle.id)
    known, edition = seasons.seasons(session, circle.id), tallies.edition(session, circle.id)
    season = next((each for each in known if each.id == period.season), None)
    variant = season.variant or variant if season else variant
    today, of_season = now.astimezone().date(), repr(season)  # the row has a list
    key = circle.id, circle.names, edition, period, today, of_season, variant, rivals
    people = circles.people(session, circle.id)
    same = {person.id: person.merged_into_id or person.id for person in people}

    def count() -> _Counted:
        return _count(limited(session, Chosen(circle.id, variant), period, season, now), same, rivals)

    found = _cached(key, count)
    games = found.games
    present = {person.id: person for person in people if person.left_at is None}
    rows = [(present[person], each) for person, each in found.sums.items() if person in present]
    rows.sort(key=lambda row: (-row[1].won, row[1].place or len(present) + 1, row[0].id))
    by_variant = tallies.games_by_variant(edition)
    variants = [season.variant] if season and season.variant else list(by_variant)
    if games is None:
        games = sum(by_variant.values()) if variant is None else by_variant.get(variant, 0)
    return Statistics(
        rows, variant or (variants[0] if len(variants) == 1 else None), variants, games, found.years, known
    )


def rebuild() -> int:
    """Clear the cache and tally all games of all circles again; return their number."""
    with writing() as session:
        tallies.clear(session)
        ids = tallies.circle_ids(session)
    return sum(count_changed(circle_id) for circle_id in ids)


def games_played(circle_id: str) -> list[Played]:
    """Return the games of a circle, as far as their tallies are kept, with those who belong to it."""
    session = db.session()
    known = circles.people(session, circle_id)
    same = {each.id: each.merged_into_id or each.id for each in known}
    seated = tallies.seated(session, circle_id)
    found = []
    for row in tallies.tallies(session, circle_id):
        seats, results = seated.get(row.game_id, {}), row.document["results"]
        people = [_result(same[seats[player]], each) for player, each in results.items() if player in seats]
        when = datetime.fromisoformat(row.document["at"])
        found.append(Played(when, row.variant, row.document["lowest_wins"], people))
    return found


def _result(person: int, result: ResultDocument) -> PlayerResult:
    return PlayerResult(
        person,
        result.get("place"),
        result.get("rounds", 0),
        result.get("points", 0),
        result.get("best"),
        result.get("out", 0),
        result.get("ways", {}),
        result.get("penalties", 0),
        result.get("kinds", {}),
        result.get("out_run", 0),
        result.get("rulings_won", 0),
        result.get("rulings_lost", 0),
    )


def _cached(key: object, count: Callable[[], _Counted]) -> _Counted:
    """Return the sums in the cache of this process, which are counted if they are not there."""
    with _lock:
        found = _remembered.get(key)
    if found is None:
        found = count()
        with _lock:
            _remembered[key] = found
            while len(_remembered) > _MOST_REMEMBERED:
                _remembered.popitem(last=False)
    return found


def _count(chosen: Chosen, same: Mapping[int, int], rivals: Rivals) -> _Counted:
    session = db.session()
    games = tally_sums.count_games(session, chosen) if chosen.since or chosen.before else None
    return _Counted(added_up(chosen, same, rivals), games, years_of(session, chosen.circle_id))


def count_changed(circle_id: str) -> int:
    """Tally the games of a circle whose tallies are missing or outdated; return their number."""
    changed = tallies.changed(db.session(), circle_id, SHAPE)
    for first in range(0, len(changed), _AT_ONCE):
        _keep(circle_id, changed[first : first + _AT_ONCE])
    return len(changed)


def _keep(circle_id: str, game_ids: Sequence[str]) -> None:
    session = db.session()
    revisions = queries.revision_rows_of(session, game_ids)
    games = tallies.games(session, game_ids)
    views = {game.id: game_view(game, revisions[game.id]) for game in games}
    rulings = tallies.rulings(session, [game_id for game_id, view in views.items() if view.state.decisions])
    documents = {}
    for game in games:
        view = views[game.id]
        document = tally_of(view, revisions[game.id], rulings.get(game.id, {}))
        documents[game.id] = game._replace(version=view.version), document
    with writing() as session:
        circles.circle_row(session, circle_id, lock=True)  # two who look at the same time count one after the other
        there = tallies.still_there(session, circle_id, list(documents))
        tallies.put(session, circle_id, [each for game_id, each in documents.items() if game_id in there], SHAPE)
