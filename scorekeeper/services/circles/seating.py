"""Who sits where in a circle's games: a player is a person of the circle, or a guest.

People are called by their present names, whatever was typed when they played.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from ...rules.errors import N_
from ...store import circles, queries
from ...store.rows import GameRow, PersonRow, SeatRow
from ..wording import sentence

GUEST = N_("a guest")


def with_names(session: Any, games: Sequence[GameRow]) -> list[GameRow]:
    """Return rows of games with the names of the people in them, `GameRow.named`; one query, none without a circle."""
    in_circles = [game.id for game in games if game.circle_id is not None]
    if not in_circles:
        return list(games)
    named = _named(circles.seat_names(session, in_circles))
    return [game._replace(named=named[game.id]) if game.id in named else game for game in games]


def _named(seats: Iterable[circles.SeatName]) -> Mapping[str, Mapping[str, str]]:
    """Return names by game and player; several in a game who have left are numbered."""
    found: dict[str, dict[str, str]] = {}
    nameless = Counter[str]()  # by game
    for seat in sorted(seats):
        nameless[seat.game_id] += seat.name is None
        found.setdefault(seat.game_id, {})[seat.player] = seat.name or _guest(nameless[seat.game_id])
    return found


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
