"""The evenings of a circle: games that were played less than six hours apart, and what they add up to."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from ...rules.errors import N_
from ...store.circles import circles, tallies
from ...store.database import db
from ...store.rows import PersonRow
from ..access.access import CircleAccess
from ..statistics.units import SEVERAL_UNITS, WHY_APART, Unit, unit_of
from ..views.game_view import GameView
from ..views.loading import views
from .evening_notes import EveningKey, NoteChange, noted_evenings
from .existing import existing_circle

_DIFFERENT = N_("These are different games, so their points can’t be added up.")


@dataclass
class EveningSums:
    """A player's figures for an evening: the number of games, of games won, and the sum of the points.

    `mark` is the sign of a person; None is a guest's.
    """

    name: str
    mark: int | None
    games: int = 0
    won: int = 0
    points: int = 0


@dataclass(frozen=True)
class Evening:
    """The games of an evening, the earliest first; `until` is when the last round was played. There may be none left.

    `people` are all who sat at a table, the most games won first. `apart` is why their points are not added up, a
    marked message. `noted` says whether its note was ever written, `latest` whether no game was played on a later one.
    """

    key: EveningKey
    games: Sequence[GameView]
    until: datetime
    people: Sequence[EveningSums]
    apart: str | None
    note: NoteChange | None
    noted: bool
    latest: bool
    earlier: EveningKey | None
    later: EveningKey | None


def load_evening(right: CircleAccess, of: EveningKey | None = None) -> Evening | None:
    """Return an evening, or the latest one with games; None if the circle has none of that key, or none at all.

    Raises:
        NoAccess: the circle is deleted.
    """
    session = db.session()
    circle = existing_circle(right.circle_id)
    known = noted_evenings(circle.id)
    last = max((at for at, each in enumerate(known) if each.games), default=len(known) - 1)
    at = last if of is None else next((at for at, each in enumerate(known) if each.has(of)), -1)
    if at < 0:
        return None
    evening = known[at]
    ids = [game.game_id for game in evening.games]
    loaded = {view.id: view for view in views(tallies.games(session, ids))}
    games = [loaded[game_id] for game_id in ids if game_id in loaded]
    apart = why_apart(games)
    return Evening(
        key=evening.key,
        games=games,
        until=evening.until,
        people=_people(games, circles.people(session, circle.id), lowest=_lowest_wins(games), ranked=apart is None),
        apart=apart,
        note=evening.note,
        noted=bool(evening.changes),
        latest=at >= last,
        earlier=known[at - 1].key if at else None,
        later=known[at + 1].key if at + 1 < len(known) else None,
    )


def why_apart(games: Iterable[GameView]) -> str | None:
    """Return why the points of several games cannot be added up, as a marked message; None if they can."""
    games = list(games)
    units = {unit_of(game) for game in games}
    if Unit.HIDDEN in units:
        return WHY_APART[Unit.HIDDEN]
    if len({game.variant.key for game in games}) > 1:
        return _DIFFERENT
    reasons = [reason for unit, reason in WHY_APART.items() if unit in units]
    return reasons[0] if reasons else SEVERAL_UNITS if len(units) > 1 else None


def _lowest_wins(games: Sequence[GameView]) -> bool:
    return bool(games) and games[0].variant.ending.hand_sign > 0


def _people(games: Sequence[GameView], people: Sequence[PersonRow], *, lowest: bool, ranked: bool) -> list[EveningSums]:
    """Return everybody who sat in the games; the sum of the points orders those who won as often, if `ranked`."""
    known = {person.id: person for person in people}
    seats = {(seat.game_id, seat.player): seat.person_id for seat in circles.seats(db.session(), [g.id for g in games])}
    found: dict[int | str, EveningSums] = {}
    for game in games:
        points = {**game.totals, **(game.final or {})}
        for player, name in game.state.names.items():
            person = _present(known, seats.get((game.id, player)))
            # a guest has no id: the same name is the same guest
            key = person.id if person else name.casefold()
            sums = found.setdefault(key, EveningSums(name, person.mark if person and not person.left_at else None))
            sums.games += 1
            sums.won += name in game.standing.winners
            sums.points += points.get(name, 0)
    sign = (1 if lowest else -1) if ranked else 0
    return sorted(found.values(), key=lambda sums: (-sums.won, sign * sums.points))


def _present(known: Mapping[int, PersonRow], person_id: int | None) -> PersonRow | None:
    """Return a person of a circle, or the one that they are the same as; None for a guest."""
    person = known.get(person_id or 0)
    return known.get(person.merged_into_id, person) if person and person.merged_into_id else person
