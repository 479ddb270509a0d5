"""Create, load, rename and list circles; put games into a circle and take them out."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from secrets import randbelow, token_hex
from typing import Annotated, Any

from pydantic import AfterValidator

from ...rules.errors import N_, Problem
from ...store import queries
from ...store.circles import circles
from ...store.database import db, writing
from ...store.models import Circle, Grant, Person
from ...store.rows import PersonRow
from ..access.access import Access, CircleAccess, Role, add_device, hashed
from ..access.locking import changing_circle
from ..bounds import LONGEST_GAME_NAME
from ..errors import Invalid, NoAccess, NotNow
from ..games.changes import lock_game
from ..payload_reading import read
from ..payload_types import Shape, clean_text
from ..views.game_view import GameView
from ..views.loading import load_game, views
from .existing import existing_circle
from .seating import present, seat_all

MOST_PEOPLE = 200
"""People of a circle, with those who left."""
PAGE = 20
"""Games on one page of a circle."""
_NAMELESS = N_("Give the circle a name.")
_ELSEWHERE = N_("This game belongs to a circle already. Take it out of that one first.")


class NewCircle(Shape):
    """A new circle, or its new name."""

    name: Annotated[str, AfterValidator(lambda text: clean_text(text, LONGEST_GAME_NAME))] | None = None


@dataclass(frozen=True)
class CircleView:
    """A circle with its people; `merged` are those who are the same as another, by whose id they are listed."""

    id: str
    name: str
    people: Sequence[PersonRow]
    merged: dict[int, list[PersonRow]]
    guests: Sequence[tuple[str, int]]
    """The names of guests, each with the number of games."""
    games: int


def create_circle(device_secret: str, body: object, game: Access | None = None) -> str:
    """Make a circle that a device, perhaps a new one, keeps; return its id.

    Of a `game` that the device may write, all players are the first people, and the game is the first of the circle.

    Raises:
        Invalid: the name is missing or too long.
        NoAccess, NotAllowed: see `changes.lock_game`; NotNow: the game belongs to a circle.
    """
    name, now = _name_in(body), datetime.now(UTC).replace(microsecond=0)
    with writing() as session:
        circle_id = add_circle(session, name, now)
        device = add_device(session, device_secret, now)
        session.add(Grant(circle_id=circle_id, role=Role.KEEPER.value, given_at=now, device_id=device))
        if game is not None:
            row = lock_game(session, game.game_id, game)
            if row.circle_id is not None:
                raise NotNow(Problem(_ELSEWHERE))
            people = load_game(game.game_id).state.people
            for mark, person in enumerate(people.values()):
                session.add(Person(circle_id=circle_id, name=person, mark=mark, made_at=now))
            session.flush()
            seat_all(session, row.id, circle_id, people)
    return circle_id


def add_circle(session: Any, name: str, now: datetime) -> str:
    """Add a circle within a transaction; return its id."""
    circle_id = token_hex(8)
    # a random start: no two circles have a game's names under the same number
    session.add(Circle(id=circle_id, name=name, names=1 + randbelow(100_000), made_at=now))
    session.flush()
    return circle_id


def load_circle(right: CircleAccess) -> CircleView:
    """Return a circle.

    Raises:
        NoAccess: it is deleted.
    """
    session = db.session()
    row = existing_circle(right.circle_id)
    people = circles.people(session, row.id)
    merged: dict[int, list[PersonRow]] = {}
    for person in people:
        if person.merged_into_id is not None:
            merged.setdefault(person.merged_into_id, []).append(person)
    guests, count = circles.guests(session, row.id), circles.count_games(session, row.id)
    return CircleView(row.id, row.name, present(people), merged, guests, count)


def load_name(circle_id: str) -> str:
    """Return the name of a circle.

    Raises:
        NoAccess: there is no such circle.
    """
    return existing_circle(circle_id).name


def games_of_circle(right: CircleAccess, after: int = 0, most: int = PAGE) -> list[GameView]:
    """Return games of a circle, the latest changed first, without the first `after`.

    Raises:
        NoAccess: the circle is deleted.
    """
    return views(circles.games(db.session(), existing_circle(right.circle_id).id, most, after))


def circles_of_device(device_secret: str | None) -> list[tuple[str, str, Role]]:
    """Return the circles that a device knows, by name: id, name, role."""
    if not device_secret:
        return []
    found = circles.circles_of_device(db.session(), hashed(device_secret))
    return [(row.id, row.name, Role(role)) for row, role in found]


def rename_circle(right: CircleAccess, body: object) -> None:
    """Give a circle another name.

    Raises:
        Invalid: the name is missing or too long; NoAccess, NotAllowed: see `changing_circle`.
    """
    name = _name_in(body)
    with changing_circle(right, Role.KEEPER) as (session, circle):
        circles.set_circle(session, circle.id, name=name)


def put_in(right: CircleAccess, game: Access) -> None:
    """Put a game into a circle; who has a person's name there is that person, all others are guests.

    Raises:
        NotNow: the game belongs to a circle; NoAccess, NotAllowed: a right has ended, or is a viewer's.
    """
    with changing_circle(right) as (session, circle):
        row = lock_game(session, game.game_id, game)
        if row.circle_id == circle.id:
            return
        if row.circle_id is not None:
            raise NotNow(Problem(_ELSEWHERE))
        seat_all(session, row.id, circle.id, load_game(game.game_id).state.people)
        circles.count_renaming(session, circle.id)
        queries.notify(session, row.id)


def take_out(right: CircleAccess, game_id: str) -> None:
    """Take a game out of a circle: the circle's other devices lose it, this one scores it from now on.

    Raises:
        NoAccess: it is no game of the circle, or the right has ended; NotAllowed: the right is not a keeper's.
    """
    now = datetime.now(UTC).replace(microsecond=0)
    with changing_circle(right, Role.KEEPER) as (session, circle):
        row = queries.game_row(session, game_id, lock=True)
        if row is None or row.circle_id != circle.id:
            raise NoAccess
        circles.put_game(session, row.id, None)
        circles.count_renaming(session, circle.id)
        session.add(Grant(game_id=row.id, role=Role.SCORER.value, given_at=now, device_id=right.device_id))
        queries.notify(session, row.id)


def _name_in(body: object) -> str:
    name = read(NewCircle, body).name
    if name is None:
        raise Invalid(Problem(_NAMELESS, ("name",)))
    return name
