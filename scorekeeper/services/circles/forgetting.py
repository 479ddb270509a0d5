"""Erase a name from a game: the only change that rewrites stored revisions, because somebody asked for it."""

from typing import Any, cast

from ...documents import PlayerDocument, SetupDocument, SubjectDocument
from ...store import queries
from ...store.circles import circles
from ...store.rows import SeatRow


def forget_name(session: Any, seat: SeatRow, nameless: str) -> None:
    """Replace the name of a player in all settings of a game, present and past, and as the author of changes.

    Within a transaction that has locked the circle. Free texts, as notes and the words of a dispute, stay.
    """
    game = queries.game_row(session, seat.game_id, lock=True)
    if game is None:
        return
    rows = circles.settings_revisions(session, game.id)
    documents = [game.start, *(cast("SetupDocument", each) for row in rows for each in (row.before, row.after) if each)]
    names = {player["name"] for each in documents for player in _people(each) if player["id"] == seat.player}
    circles.rewrite_names(
        session,
        game.id,
        _without(game.start, seat.player, nameless),
        [
            row._replace(
                before=_without_name(row.before, seat.player, nameless),
                after=_without_name(row.after, seat.player, nameless),
            )
            for row in rows
        ],
    )
    for name in names:
        circles.forget_author(session, game.id, name)
    circles.rename_seat(session, seat._replace(name=nameless))
    queries.notify(session, game.id)


def _people(setup: SetupDocument) -> list[PlayerDocument]:
    return [*setup["players"], *setup.get("away", [])]


def _without_name(document: SubjectDocument | None, player: str, nameless: str) -> SetupDocument | None:
    return None if document is None else _without(cast("SetupDocument", document), player, nameless)


def _without(setup: SetupDocument, player: str, nameless: str) -> SetupDocument:
    """Return a setup with another name of one player."""
    changed: SetupDocument = {**setup, "players": _renamed(setup["players"], player, nameless)}
    if "away" in setup:
        changed["away"] = _renamed(setup["away"], player, nameless)
    return changed


def _renamed(players: list[PlayerDocument], player: str, name: str) -> list[PlayerDocument]:
    return [{"id": each["id"], "name": name if each["id"] == player else each["name"]} for each in players]
