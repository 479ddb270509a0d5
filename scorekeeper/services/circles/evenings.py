"""The evenings of a circle: games that were played less than six hours apart, and what they add up to."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, NamedTuple

from ...rules.errors import N_
from ...store.circles import circles, evening_notes, tallies
from ...store.database import db
from ...store.rows import EveningNoteRow, PersonRow
from ..access.access import CircleAccess
from ..access.locking import changing_circle
from ..errors import NoAccess, NoSuchEvening
from ..games.changes import device_name
from ..games.games import views
from ..games.notes import NewNote, check_seen
from ..games.views import GameView, in_utc
from ..payload_reading import Received
from ..statistics.counting import count_changed
from ..statistics.statistics import evenings
from ..statistics.units import SEVERAL_UNITS, WHY_APART, Unit, unit_of

_DIFFERENT = N_("These are different games, so their points can’t be added up.")


class PlayedAt(NamedTuple):
    """A game, and when its last round was played."""

    game_id: str
    when: datetime


@dataclass
class EveningSums:
    """Somebody of an evening: how many games with them, how many of these they won, the sum of their points.

    `mark` is the sign of a person; None is a guest's.
    """

    name: str
    mark: int | None
    games: int = 0
    won: int = 0
    points: int = 0


@dataclass(frozen=True)
class Evening:
    """The games of an evening, the earliest first; `until` is when the last round was played.

    `people` are all who sat at a table, the most games won first. `apart` is why their points are not added up, a
    marked message. `earlier` and `later` are games of the evenings before and after it.
    """

    games: Sequence[GameView]
    until: datetime
    people: Sequence[EveningSums]
    apart: str | None
    note: EveningNoteRow | None
    earlier: str | None
    later: str | None


def load_evening(right: CircleAccess, of: str | None = None) -> Evening | None:
    """Return the evening of the game `of`, or the latest one; None if the circle has no such game.

    Raises:
        NoAccess: the circle is deleted.
    """
    session = db.session()
    circle = circles.circle_row(session, right.circle_id)
    if circle is None or circle.deleted_at is not None:
        raise NoAccess
    known = evenings_of(circle.id)
    at = _evening_with(known, of)
    if of is None and known:
        at = len(known) - 1
    if at is None:
        return None
    ids = [game.game_id for game in known[at]]
    loaded = {view.id: view for view in views(tallies.games(session, ids))}
    games = [loaded[game_id] for game_id in ids if game_id in loaded]
    apart = why_apart(games)
    return Evening(
        games,
        known[at][-1].when,
        _people(games, circles.people(session, circle.id), lowest=_lowest_wins(games), ranked=apart is None),
        apart,
        evening_notes.latest(session, circle.id, ids),
        known[at - 1][0].game_id if at else None,
        known[at + 1][0].game_id if at + 1 < len(known) else None,
    )


def write_note(right: CircleAccess, game_id: str, received: Received[NewNote]) -> None:
    """Write, change or delete the note on the evening of a game; the same note changes nothing.

    Raises:
        NoteChanged: the note is not the one that was seen; Invalid: it cannot be a note.
        NoSuchEvening: the circle has no such game; NoAccess, NotAllowed: see `changing_circle`.
    """
    known = evenings_of(right.circle_id)
    at = _evening_with(known, game_id)
    if at is None:
        raise NoSuchEvening
    ids = [game.game_id for game in known[at]]
    with changing_circle(right) as (session, circle):
        payload, present = received.payload, evening_notes.latest(session, circle.id, ids)
        if payload.note == (present and present.note):
            return
        check_seen(payload, present and present.note)
        who, now = device_name(session, right.device_id), datetime.now(UTC).replace(microsecond=0)
        note = EveningNoteRow(ids[0], payload.note, who, now) if payload.note else None
        evening_notes.put(session, circle.id, ids, note)


def _evening_with(known: Sequence[Sequence[PlayedAt]], game_id: str | None) -> int | None:
    """Return the place of the evening with a game, None if there is none."""
    return next((at for at, each in enumerate(known) if game_id in [game.game_id for game in each]), None)


def evenings_of(circle_id: str) -> list[list[PlayedAt]]:
    """Return the games of each evening of a circle, the earliest first; only changed games are loaded for it."""
    count_changed(circle_id)
    played = tallies.times(db.session(), circle_id)
    return evenings(PlayedAt(game_id, datetime.fromisoformat(at)) for game_id, at in played)


def evenings_by_game(session: Any, circle_id: str) -> dict[str, list[str]]:
    """Return the games of the evening of each game of a circle, the earliest first; also within a transaction."""
    played = [PlayedAt(game_id, in_utc(at)) for game_id, at in circles.last_played(session, circle_id)]
    found = [[game.game_id for game in evening] for evening in evenings(played)]
    return {game_id: ids for ids in found for game_id in ids}


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
