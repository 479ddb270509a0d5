"""Deleting and restoring circles, and removing them for good after a month. Their games stay."""

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any, TypeAlias, cast

from ...documents import LeftGameDocument, PlayerDocument, SetupDocument, SubjectDocument
from ...store import queries
from ...store.circles import circles, dissolving
from ...store.database import db, writing
from ...store.models import Grant
from ...store.rows import GameRow, RevisionRow, SeatRow
from ..access.access import CircleAccess, Role, hashed, recheck_circle
from ..access.locking import changing_circle
from ..errors import NoAccess, NotAllowed
from ..games.deleting import KEPT
from ..views.loading import load_game
from ..views.state import Setup
from .seating import circle_names, seat


def delete_circle(right: CircleAccess) -> None:
    """Delete a circle: nobody sees it, and for `KEPT` it can be restored. Its games belong to no circle then.

    The names that they show now are written into them; earlier ones stay in their histories. Other devices keep those
    that they have without the circle, this one keeps all.

    Raises:
        NoAccess, NotAllowed: see `changing_circle`; only a keeper may do it.
    """
    now = datetime.now(UTC).replace(microsecond=0)
    with changing_circle(right, Role.KEEPER) as (session, circle):
        games = dissolving.lock_games(session, circle.id)
        left = _left(session, games)
        _write_names(session, circle.id, games)
        if right.device_id is not None:
            own = dissolving.games_kept_by(session, circle.id, right.device_id)
            session.add_all(_grants([game.id for game in games if game.id not in own], right.device_id, now))
        circles.count_renaming(session, circle.id)  # while the games can still be notified
        dissolving.let_games_go(session, circle.id, list(left))
        circles.set_circle(session, circle.id, deleted_at=now, left=left)


def restore_circle(right: CircleAccess) -> None:
    """Restore a deleted circle with the games that are still there and belong to no other circle.

    Raises:
        NoAccess: it was deleted longer ago than `KEPT`, or the right has ended; NotAllowed: it is not a keeper's.
    """
    with writing() as session:
        circle = circles.circle_row(session, right.circle_id, lock=True)
        if recheck_circle(session, right).role is not Role.KEEPER:
            raise NotAllowed
        if circle is None or (circle.deleted_at and circle.deleted_at.replace(tzinfo=UTC) < datetime.now(UTC) - KEPT):
            raise NoAccess
        if circle.deleted_at is None:
            return
        left = dissolving.games_left(session, circle.id)
        circles.set_circle(session, circle.id, deleted_at=None, left=None)
        for game_id in sorted(left):
            _take_back(session, circle.id, game_id, left[game_id])
        circles.count_renaming(session, circle.id)


def deleted_circles_of_device(device_secret: str | None) -> list[tuple[str, str]]:
    """Return the deleted circles that a device can restore, the latest deleted first: id and name."""
    if not device_secret:
        return []
    return dissolving.deleted_of_device(db.session(), hashed(device_secret), datetime.now(UTC) - KEPT)


def purge_deleted_circles() -> None:
    """Remove the circles for good that were deleted longer ago than `KEPT`."""
    with writing() as session:
        dissolving.purge(session, datetime.now(UTC) - KEPT)


def _left(session: Any, games: list[GameRow]) -> dict[str, LeftGameDocument]:
    """Return what restoring the circle needs to put its games back."""
    left: dict[str, LeftGameDocument] = {game.id: {"version": game.version, "seats": []} for game in games}
    for each in circles.seats(session, list(left)):
        left[each.game_id]["seats"].append({"player": each.player, "name": each.name, "person": each.person_id})
    return left


def _write_names(session: Any, circle_id: str, games: list[GameRow]) -> None:
    """Store the names that people have in the circle in the settings of its games.

    They take the place of those that the players had last, also in earlier settings; a name from before stays history.
    """
    revisions = dissolving.settings_revisions(session, circle_id)
    for game in games:
        rows, named = revisions.get(game.id, []), circle_names(game)
        last = cast("SetupDocument", (rows[-1].after if rows else None) or game.start)
        renamed = {each: named[each[0]] for each in Setup.of(last).names.items() if each[0] in named}
        start, changed = _called(game.start, renamed), [_row_called(row, renamed) for row in rows]
        if start != game.start or changed != rows:
            circles.rewrite_names(session, game.id, start, changed)


_Renamed: TypeAlias = Mapping[tuple[str, str], str]  # names by the player's id and the name so far


def _row_called(row: RevisionRow, renamed: _Renamed) -> RevisionRow:
    return row._replace(before=_document_called(row.before, renamed), after=_document_called(row.after, renamed))


def _document_called(document: SubjectDocument | None, renamed: _Renamed) -> SubjectDocument | None:
    return None if document is None else _called(cast("SetupDocument", document), renamed)


def _called(setup: SetupDocument, renamed: _Renamed) -> SetupDocument:
    """Return a setup with other names, unless two would be alike; see `Setup.of`."""
    named = {each[0]: renamed[each] for each in Setup.of(setup).names.items() if each in renamed}
    names = Setup.of(setup, named).names
    called: SetupDocument = {**setup, "players": _people(setup["players"], names)}
    if "away" in setup:
        called["away"] = _people(setup["away"], names)
    return called


def _people(players: list[PlayerDocument], names: Mapping[str, str]) -> list[PlayerDocument]:
    return [{"id": player["id"], "name": names[player["id"]]} for player in players]


def _grants(game_ids: list[str], device_id: int, now: datetime) -> list[Grant]:
    role = Role.SCORER.value
    return [Grant(game_id=game_id, role=role, given_at=now, device_id=device_id) for game_id in game_ids]


def _take_back(session: Any, circle_id: str, game_id: str, left: LeftGameDocument) -> None:
    """Put a game back into its circle, with everybody on the seat of then; who has joined since is seated anew."""
    game = queries.game_row(session, game_id, lock=True)
    if game is None or game.circle_id is not None:
        return
    circles.put_game(session, game_id, circle_id)
    seats = [SeatRow(game_id, each["player"], each["name"], each["person"]) for each in left["seats"]]
    circles.add_seats(session, seats)
    if game.version != left["version"] and game.deleted_at is None:
        known = {each.player for each in seats}
        people = load_game(game_id).state.people
        new = {player: name for player, name in people.items() if player not in known}
        seat(session, game._replace(circle_id=circle_id), new)
    queries.notify(session, game_id)
