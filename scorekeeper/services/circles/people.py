"""Add, rename, mark, merge, separate and remove the people of a circle, and turn guests into people."""

from datetime import UTC, datetime
from typing import Annotated, Any

from pydantic import Field

from ...rules.errors import N_, Problem
from ...store.circles import circles, evening_notes
from ...store.models import Person
from ...store.rows import PersonRow
from ..access.access import CircleAccess, Role
from ..access.locking import changing_circle
from ..errors import Invalid, NoAccess, NotNow
from ..payload_reading import read
from ..payload_types import Name, Shape
from .circles import MOST_PEOPLE
from .forgetting import forget_name
from .seating import present

MARKS = 12
"""Signs that a person can have."""
_TAKEN = N_("Somebody in this circle is called “{name}” already. Are they the same person? Then merge the two.")
_FULL = N_("A circle has at most {most} people, with those who left.")
_BOTH = N_("{one} and {other} have played in the same game, so they are two people.")


class PersonChange(Shape):
    """A person's name and sign; a missing key means no change."""

    name: Name | None = None
    mark: Annotated[int, Field(ge=0, lt=MARKS)] | None = None


def add_person(right: CircleAccess, body: object) -> int:
    """Add a person and return the id; guests who have the same name are that person from now on.

    Raises:
        Invalid: the name is missing, or there are too many; NotNow: somebody has that name.
        NoAccess, NotAllowed: see `changing_circle`; a scorer may do it.
    """
    shape = read(PersonChange, body)
    with changing_circle(right) as (session, circle):
        known = circles.people(session, circle.id)
        if shape.name is None:
            raise Invalid(Problem(N_("A name cannot be empty."), ("name",)))
        if shape.name.casefold() in {person.name.casefold() for person in present(known)}:
            raise NotNow(Problem(N_("{name} belongs to the circle already."), (), {"name": shape.name}))
        return _add(session, circle.id, known, shape.name, shape.mark)


def find_or_add(session: Any, circle_id: str, name: str) -> int:
    """Return the id of the person of that name, added within a transaction that has locked the circle if there is none.

    Raises:
        Invalid: there are too many people.
    """
    known = circles.people(session, circle_id)
    same = (person.id for person in present(known) if person.name.casefold() == name.casefold())
    return next(same, None) or _add(session, circle_id, known, name)


def change_person(right: CircleAccess, person_id: int, body: object) -> None:
    """Change a person's name or sign; all games show the new name.

    Raises:
        Invalid: the name is somebody else's; NoAccess, NotAllowed: see `changing_circle`, or there is no such person.
    """
    shape = read(PersonChange, body)
    with changing_circle(right, Role.KEEPER) as (session, circle):
        known = circles.people(session, circle.id)
        person = _person(known, person_id)
        if shape.name is not None and shape.name != person.name:
            _check_name([other for other in known if other.id != person_id], shape.name)
        changes = shape.model_dump(exclude_none=True)
        if changes:
            circles.set_person(session, person_id, **changes)
            circles.count_renaming(session, circle.id)


def merge(right: CircleAccess, person_id: int, into_id: int) -> None:
    """Make a person the same as another one, whose name counts; `separate` undoes it.

    Raises:
        Invalid: both have played in one game, or they are one already; NoAccess, NotAllowed: see `change_person`.
    """
    with changing_circle(right, Role.KEEPER) as (session, circle):
        known = circles.people(session, circle.id)
        person, into = _person(known, person_id), next((one for one in present(known) if one.id == into_id), None)
        if into is None or into is person:
            raise Invalid(Problem(N_("Choose somebody else."), ("into",)))
        ones, others = _same_as(known, person_id), _same_as(known, into_id)
        at_table = [{seat.game_id for seat in circles.seats_of(session, ids)} for ids in (ones, others)]
        if at_table[0] & at_table[1]:
            raise Invalid(Problem(_BOTH, ("into",), {"one": person.name, "other": into.name}))
        for each in ones:
            circles.set_person(session, each, merged_into_id=into_id)
        circles.count_renaming(session, circle.id)


def separate(right: CircleAccess, person_id: int) -> None:
    """Undo a merge: the person is separate again, with the name and the games of before.

    Raises:
        Invalid: somebody else has the name now; NoAccess, NotAllowed: see `change_person`.
    """
    with changing_circle(right, Role.KEEPER) as (session, circle):
        known = circles.people(session, circle.id)
        person = next((each for each in known if each.id == person_id and each.merged_into_id is not None), None)
        if person is None:
            raise NoAccess
        _check_name(known, person.name)
        circles.set_person(session, person_id, merged_into_id=None)
        circles.count_renaming(session, circle.id)


def claim_guest(right: CircleAccess, name: str, person_id: int) -> int:
    """Turn the guests of a name into a person, in all games where that person has no seat; return their number.

    Raises:
        NoAccess, NotAllowed: see `change_person`.
    """
    with changing_circle(right, Role.KEEPER) as (session, circle):
        _person(circles.people(session, circle.id), person_id)
        claimed = circles.claim(session, circle.id, name, person_id)
        circles.count_renaming(session, circle.id)
        return claimed


def leave(right: CircleAccess, person_id: int) -> None:
    """Take a person out of a circle: the name goes from all games and their histories, the points stay a guest's.

    Raises:
        NoAccess, NotAllowed: see `change_person`.
    """
    with changing_circle(right, Role.KEEPER) as (session, circle):
        known = circles.people(session, circle.id)
        _person(known, person_id)
        for each in _same_as(known, person_id):
            nameless = f"#{each}"
            seats = circles.seats_of(session, [each])
            for seat in seats:
                forget_name(session, seat, nameless)
            called = {*(seat.name for seat in seats), *(person.name for person in known if person.id == each)}
            evening_notes.forget_author(session, circle.id, called)
            circles.set_person(session, each, name=nameless, left_at=datetime.now(UTC))
        circles.count_renaming(session, circle.id)


def _add(session: Any, circle_id: str, known: list[PersonRow], name: str, mark: int | None = None) -> int:
    if len(known) >= MOST_PEOPLE:
        raise Invalid(Problem(_FULL, ("name",), {"most": MOST_PEOPLE}))
    mark = mark if mark is not None else _next_mark(known)
    person = Person(circle_id=circle_id, name=name, mark=mark, made_at=datetime.now(UTC))
    session.add(person)
    session.flush()
    circles.claim(session, circle_id, name, person.id)
    circles.count_renaming(session, circle_id)
    return person.id


def _check_name(known: list[PersonRow], name: str) -> None:
    if name.casefold() in {person.name.casefold() for person in present(known)}:
        raise Invalid(Problem(_TAKEN, ("name",), {"name": name}))


def _person(known: list[PersonRow], person_id: int) -> PersonRow:
    for person in present(known):
        if person.id == person_id:
            return person
    raise NoAccess


def _same_as(known: list[PersonRow], person_id: int) -> list[int]:
    return [person.id for person in known if person_id in (person.id, person.merged_into_id)]


def _next_mark(known: list[PersonRow]) -> int:
    """Return the sign that the fewest people use."""
    taken = [person.mark for person in present(known)]
    return min(range(MARKS), key=taken.count)
