"""The statistics of a circle: tallies of its games kept and read, and what they add up to.

Nothing of this is done when a round is saved: whoever looks at the statistics has the changed games counted again.
"""

from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum
from itertools import pairwise
from threading import Lock

from ...documents import ResultDocument
from ...store import circles, queries, tallies, tally_sums
from ...store.database import db, writing
from ...store.rows import PersonRow as PersonRow
from ...store.tally_sums import Chosen
from ..access.access import CircleAccess
from ..errors import NoAccess
from ..games.views import game_view
from .adding_up import Rivals, added_up
from .statistics import EVENING, Played, Result, Sums
from .tally import SHAPE, tally_of

_AT_ONCE = 100  # games in one transaction
_MOST_REMEMBERED = 64
_remembered: OrderedDict[object, tuple[Mapping[int, Sums], int | None]] = OrderedDict()
_lock = Lock()


class Span(StrEnum):
    """Which games count, by when they were played."""

    ALL = "all"
    YEAR = "year"
    MONTH = "month"
    EVENING = "evening"


@dataclass(frozen=True)
class Statistics:
    """What the games of a circle in a span add up to; `variant` is the key of the game, None for all of them.

    `people` are those who have played, the most games won first. `variants` are the games that the circle plays, the
    most frequent first. `Sums.against` are there for whom they were asked.
    """

    people: Sequence[tuple[PersonRow, Sums]]
    variant: str | None
    variants: Sequence[str]
    games: int


def statistics_of(
    right: CircleAccess, span: Span, variant: str | None, now: datetime, rivals: Rivals = None
) -> Statistics:
    """Return the statistics of a circle in a `span` that contains `now`, in its time zone, with those of `rivals`.

    Of a circle that plays only one game, `variant` is that game.

    Raises:
        NoAccess: the circle is deleted.
    """
    session = db.session()
    circle = circles.circle_row(session, right.circle_id)
    if circle is None or circle.deleted_at is not None:
        raise NoAccess
    count_changed(circle.id)
    since, edition = _since(span, now), tallies.edition(session, circle.id)
    key = circle.id, circle.names, edition, span, since, variant, rivals
    people = circles.people(session, circle.id)
    with _lock:
        found = _remembered.get(key)
    if found is None:
        same = {person.id: person.merged_into_id or person.id for person in people}
        found = _sums(Chosen(circle.id, variant, since), span, same, rivals)
        with _lock:
            _remembered[key] = found
            while len(_remembered) > _MOST_REMEMBERED:
                _remembered.popitem(last=False)
    sums, games = found
    present = {person.id: person for person in people if person.left_at is None}
    rows = [(present[person], each) for person, each in sums.items() if person in present]
    rows.sort(key=lambda row: (-row[1].won, row[1].place or len(present) + 1, row[0].id))
    by_variant = tallies.games_by_variant(edition)
    variants = list(by_variant)
    if games is None:
        games = sum(by_variant.values()) if variant is None else by_variant.get(variant, 0)
    return Statistics(rows, variant or (variants[0] if len(variants) == 1 else None), variants, games)


def rebuild() -> int:
    """Throw all tallies away and count all games of all circles again; return how many."""
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


def _result(person: int, result: ResultDocument) -> Result:
    return Result(
        person,
        result.get("place"),
        result.get("rounds", 0),
        result.get("points", 0),
        result.get("best"),
        result.get("out", 0),
        result.get("ways", {}),
        result.get("penalties", 0),
    )


def _sums(chosen: Chosen, span: Span, same: Mapping[int, int], rivals: Rivals) -> tuple[Mapping[int, Sums], int | None]:
    """Return the sums and the number of games, None if they all count."""
    session = db.session()
    if span is Span.EVENING:
        chosen = chosen._replace(since=_last_evening(tally_sums.times(session, chosen)))
    games = tally_sums.count_games(session, chosen) if chosen.since else None
    return added_up(chosen, same, rivals), games


def _last_evening(times: Sequence[datetime]) -> datetime | None:
    """Return when the latest evening began; `times` are those of games, the latest first."""
    for later, earlier in pairwise(times):
        if later - earlier >= EVENING:
            return later
    return None


def _since(span: Span, now: datetime) -> datetime | None:
    midnight = now.replace(hour=0, minute=0, second=0, microsecond=0)
    match span:
        case Span.YEAR:
            return midnight.replace(month=1, day=1).astimezone(UTC)
        case Span.MONTH:
            return midnight.replace(day=1).astimezone(UTC)
    return None


def count_changed(circle_id: str) -> int:
    """Count the games of a circle whose tallies are missing or older than they are; return how many."""
    changed = tallies.changed(db.session(), circle_id, SHAPE)
    for first in range(0, len(changed), _AT_ONCE):
        _keep(circle_id, changed[first : first + _AT_ONCE])
    return len(changed)


def _keep(circle_id: str, game_ids: Sequence[str]) -> None:
    session = db.session()
    revisions = queries.revision_rows_of(session, game_ids)
    documents = {}
    for game in tallies.games(session, game_ids):
        view = game_view(game, revisions[game.id])
        documents[game.id] = game._replace(version=view.version), tally_of(view, revisions[game.id])
    with writing() as session:
        circles.circle_row(session, circle_id, lock=True)  # two who look at the same time count one after the other
        there = tallies.still_there(session, circle_id, list(documents))
        tallies.put(session, circle_id, [each for game_id, each in documents.items() if game_id in there], SHAPE)
