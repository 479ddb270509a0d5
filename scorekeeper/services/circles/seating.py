"""Who sits where in a circle's games: a player is a person of the circle, or a guest.

People are called by their present names, whatever was typed when they played.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from ...rules.errors import N_
from ...store import queries
from ...store.circles import circles
from ...store.rows import GameRow, PersonRow, SeatRow
from ..wording import sentence

GUEST = N_("a guest")


def circle_names(game: GameRow) -> Mapping[str, str]:
    """Return what a game's circle calls its people, by the players' ids; several who have left are numbered."""
    seated = game.seated or {}
    guests = sorted(player for player, name in seated.items() if name is None)
    return {player: name or _guest(guests.index(player) + 1) for player, name in seated.items()}


def _guest(number: int) -> str:
    return sentence(N_("guest {number}"), {"number": number}) if number > 1 else sentence(GUEST)


def seat(session: Any, game: GameRow, players: Mapping[str, str]) -> None:
    """Seat new players, names by their ids, in a circle's game: who has a person's name is that person, else a guest.

    Within a transaction that has locked the game; nothing happens without a circle.
    """
    if game.circle_id is None or not players:
        return
    ids = {person.name.casefold(): person.id for person in present(circles.people(session, game.circle_id))}
    seated = {each.person_id for each in circles.seats(session, [game.id])}
    rows = [SeatRow(game.id, player, name, ids.get(name.casefold())) for player, name in players.items()]
    circles.add_seats(session, [row if row.person_id not in seated else row._replace(person_id=None) for row in rows])


def seat_all(session: Any, game_id: str, circle_id: str, players: Mapping[str, str]) -> None:
    """Put a game into a circle within a transaction, and seat its players; see `seat`."""
    circles.put_game(session, game_id, circle_id)
    game = queries.game_row(session, game_id)
    if game is not None:
        seat(session, game, players)


def present(people: Iterable[PersonRow]) -> list[PersonRow]:
    """Return the people of a circle without those who left and those who are the same as another."""
    return [person for person in people if person.left_at is None and person.merged_into_id is None]
