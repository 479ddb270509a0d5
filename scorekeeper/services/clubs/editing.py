"""Create, draw, swap, end and delete club evenings; only keepers may."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import pairwise
from random import Random
from typing import Annotated, Any

from pydantic import Field

from ...documents import ClubDocument, SittingDocument
from ...rules.errors import N_, InvalidHouseRules, Problem, RulesError
from ...rules.variants import VARIANTS, get_variant
from ...store.circles import circles, clubs
from ...store.models import ClubEvening
from ...store.rows import CircleRow
from ..access.access import CircleAccess, Role
from ..access.locking import changing_circle
from ..circles.named_rules import known_rules
from ..circles.people import find_or_add
from ..circles.seasons import USUAL_WEIGHTS
from ..circles.seating import present
from ..errors import Invalid, NotNow
from ..payload_reading import read
from ..payload_types import GameName, HouseRules, Name, Shape, Word
from ..statistics.tally_cache import count_changed
from .clubs import ClubView, Later, begun_sittings, kept_tables, view_in
from .drawing import FEWEST, MOST, SeatedTable, by_result, drawn, meetings, sizes_of

MOST_PEOPLE, MOST_SITTINGS, MOST_CLUBS = 60, 10, 300
_NAMELESS = N_("Give the evening a name.")
_TOO_FEW = N_("A table needs at least three people. Tick more, or write their names.")
_TOO_MANY = N_("A club evening has at most {most} people.")
_NO_GAME = N_("There is no such game.")
_FULL = N_("A circle has at most {most} club evenings.")
_CHANGED = N_("Somebody has changed the evening in the meantime. This is how it stands now.")
_OVER = N_("The evening is over.")
_ALL_PLAYED = N_("All sittings of the evening are drawn.")
_PLAYING = N_("Some tables are still playing. Wait for them, or tick “Draw anyway”.")
_BEGUN = N_("The games have begun already.")
_NO_WEIGHTS = N_("Write up to {most} numbers, the best place first, none more than the one before, like 5 3 1.")


class DrawPayload(Shape):
    """Who is there for a sitting: ids of people, and names, who are added to the circle unless they are in it.

    Without `people` everybody stays as before. `fixed` keep their table, `anyway` draws while some tables play.
    """

    people: Annotated[list[int], Field(max_length=MOST_PEOPLE)] | None = None
    names: Annotated[list[Name], Field(max_length=MOST_PEOPLE)] | None = None
    fixed: Annotated[list[int], Field(max_length=MOST_PEOPLE)] | None = None
    anyway: bool = False


class NewClub(DrawPayload):
    """A new club evening: what is played, at tables of which size, for how many sittings."""

    name: GameName | None = None
    game: Word
    house_rules: HouseRules | None = None
    size: Annotated[int, Field(ge=FEWEST, le=MOST)] = 4
    sittings: Annotated[int, Field(ge=1, le=MOST_SITTINGS)] = 3
    later: Later = Field(Later.RESULT, strict=False)
    weights: Annotated[list[Annotated[int, Field(ge=0, le=999)]], Field(max_length=MOST)] | None = None


@dataclass(frozen=True)
class LockedClub:
    """A club evening within the transaction that changes it."""

    session: Any
    circle: CircleRow
    view: ClubView

    def save(self, **changes: object) -> None:
        """Write parts of the document, under a new version."""
        document: Any = {**self.view.document, **changes}
        clubs.set_document(self.session, self.view.id, self.view.version + 1, document)

    def save_sitting(self, sitting: SittingDocument) -> None:
        """Write the latest sitting."""
        self.save(sittings=[*self.view.document["sittings"][:-1], sitting])


@contextmanager
def changing_club(right: CircleAccess, club_id: int, version: int) -> Iterator[LockedClub]:
    """Open a transaction that locks the circle of a club evening.

    Raises:
        NotNow: the evening has another version; NoSuchClub: there is none of that id.
        NoAccess, NotAllowed: see `changing_circle`; only a keeper may change it.
    """
    with changing_circle(right, Role.KEEPER) as (session, circle):
        view = view_in(session, circle.id, club_id)
        if view.version != version:
            raise NotNow(Problem(_CHANGED))
        yield LockedClub(session, circle, view)


def add_club(right: CircleAccess, body: object) -> int:
    """Make a club evening with its first sitting drawn, and return its id; that of an equal one not yet begun.

    Raises:
        Invalid: with every problem; NoAccess, NotAllowed: see `changing_circle`.
    """
    shape = read(NewClub, body)
    _check(shape)
    with changing_circle(right, Role.KEEPER) as (session, circle):
        here = _people(session, circle.id, shape)
        document = _document(shape, here)
        known = clubs.clubs(session, circle.id)
        if same := [row.id for row in known if row.name == shape.name and _not_begun(row.document) == document]:
            return same[0]
        if len(known) >= MOST_CLUBS:
            raise Invalid(Problem(_FULL, ("name",), {"most": MOST_CLUBS}))
        _check_sizes(document)
        tables = drawn(here, shape.size, {}, {}, Random())
        document["sittings"] = [_sitting(tables)]
        now = datetime.now(UTC).replace(microsecond=0)
        club = ClubEvening(circle_id=circle.id, name=shape.name, made_at=now, version=1, document=document)
        session.add(club)
        session.flush()
        return club.id


def draw(right: CircleAccess, club_id: int, version: int, body: object) -> None:
    """Draw the next sitting, or the latest one again as long as its games are not made.

    Raises:
        Invalid: too few or too many people, or some tables still play; NotNow: there is no next sitting.
        NoSuchClub, NoAccess, NotAllowed: see `changing_club`.
    """
    shape = read(DrawPayload, body)
    count_changed(right.circle_id)
    with changing_club(right, club_id, version) as club:
        _check_next(club.view, anyway=shape.anyway)
        document = club.view.document
        if shape.people is not None:
            here = _people(club.session, club.circle.id, shape)
            fixed = [person for person in shape.fixed or () if person in here]
            document = {**document, "here": here, "fixed": fixed}
        else:
            known = {each.id for each in present(circles.people(club.session, club.circle.id))}
            document = {**document, "here": [person for person in document["here"] if person in known]}
            _check_number(document["here"])
        _check_sizes(document)
        begun = begun_sittings(document)
        club.save(here=document["here"], fixed=document["fixed"], sittings=[*begun, _sitting(_tables(club, document))])


def swap(right: CircleAccess, club_id: int, version: int, one: int, other: int) -> None:
    """Swap the seats of two people in a sitting that is drawn.

    Raises:
        NotNow: its games are made; Invalid: these are not two of them.
        NoSuchClub, NoAccess, NotAllowed: see `changing_club`.
    """
    with changing_club(right, club_id, version) as club:
        if club.view.begun or not club.view.tables or club.view.ended:
            raise NotNow(Problem(_BEGUN))
        seated = [person for table in club.view.tables for person in (each.id for each in table.people)]
        if one == other or not {one, other} <= {*seated}:
            raise Invalid(Problem(N_("Choose two people."), ("other",)))
        other_way = {one: other, other: one}
        tables = club.view.document["sittings"][-1]["tables"]
        swapped: Any = [
            {**table, "people": [other_way.get(person, person) for person in table["people"]]} for table in tables
        ]
        club.save_sitting({"begun": False, "tables": swapped})


def end(right: CircleAccess, club_id: int, version: int, *, ended: bool) -> None:
    """Close an evening, or open it again; a sitting that is drawn only is dropped.

    Raises:
        NoSuchClub, NotNow, NoAccess, NotAllowed: see `changing_club`.
    """
    with changing_club(right, club_id, version) as club:
        club.save(ended=ended, sittings=begun_sittings(club.view.document))


def delete(right: CircleAccess, club_id: int, version: int) -> None:
    """Delete an evening with its standings; its games stay. Errors: see `changing_club`."""
    with changing_club(right, club_id, version) as club:
        clubs.delete_club(club.session, club.view.id)


def are_weights(weights: Sequence[int]) -> bool:
    """Whether places may be worth these points: the first something, none more than the one before."""
    return bool(weights) and weights[0] > 0 and all(one >= other for one, other in pairwise(weights))


def _not_begun(document: ClubDocument) -> ClubDocument | None:
    """Return an evening without the sitting that is drawn, None once games were made."""
    return None if begun_sittings(document) else {**document, "sittings": []}


def _tables(club: LockedClub, document: ClubDocument) -> list[SeatedTable]:
    """Draw the tables of the next sitting; by lot as long as there is no result."""
    here, chance, fixed = document["here"], Random(), kept_tables(document)
    if document["later"] == Later.RESULT and any(line.games for _person, line in club.view.lines):
        place = {person.id: line.place for person, line in club.view.lines}
        last = len(place) + 1
        order = sorted(chance.sample(here, len(here)), key=lambda person: place.get(person, last))
        return by_result(order, document["size"], fixed, chance)
    met = meetings([[table["people"] for table in sitting["tables"]] for sitting in begun_sittings(document)])
    return drawn(here, document["size"], met, fixed, chance)


def _sitting(tables: Sequence[SeatedTable]) -> SittingDocument:
    listed = [{"number": each.number, "people": list(each.people), "game": None} for each in tables]
    return {"begun": False, "tables": listed}  # type: ignore[typeddict-item]  # a list of such tables


def _check(shape: NewClub) -> None:
    problems = [
        *([] if shape.name else [Problem(_NAMELESS, ("name",))]),
        *([] if shape.game in VARIANTS else [Problem(_NO_GAME, ("game",))]),
        *([] if are_weights(shape.weights or USUAL_WEIGHTS) else [Problem(_NO_WEIGHTS, ("weights",), {"most": MOST})]),
    ]
    if not problems:
        try:
            get_variant(shape.game, shape.house_rules or {})
        except InvalidHouseRules as error:
            problems = [Problem(each.message, ("game",), each.values) for each in error.problems]
    if problems:
        raise Invalid(*problems)


def _check_next(view: ClubView, *, anyway: bool) -> None:
    if view.ended:
        raise NotNow(Problem(_OVER))
    if view.begun and not view.more:
        raise NotNow(Problem(_ALL_PLAYED))
    if view.begun and view.playing and not anyway:
        raise Invalid(Problem(_PLAYING, ("anyway",)))


def _check_number(here: Sequence[int]) -> None:
    if len(here) < FEWEST:
        raise Invalid(Problem(_TOO_FEW, ("people",)))
    if len(here) > MOST_PEOPLE:
        raise Invalid(Problem(_TOO_MANY, ("people",), {"most": MOST_PEOPLE}))


def _check_sizes(document: ClubDocument) -> None:
    """Check that the game can be played at the tables that there will be."""
    variant, _left_out = known_rules(document["variant"], document["house_rules"])
    for size in sorted({*sizes_of(len(document["here"]), document["size"])}):
        try:
            variant.check_players(size)
        except RulesError as error:
            raise Invalid(*(Problem(each.message, ("size",), each.values) for each in error.problems)) from None


def _people(session: Any, circle_id: str, shape: DrawPayload) -> list[int]:
    """Return the ids of those who are there, in the order in which the circle has them; add who is new."""
    wanted = {*(shape.people or ()), *(find_or_add(session, circle_id, name) for name in shape.names or ())}
    here = [person.id for person in present(circles.people(session, circle_id)) if person.id in wanted]
    _check_number(here)
    return here


def _document(shape: NewClub, here: list[int]) -> ClubDocument:
    house_rules: Mapping[str, Any] = shape.house_rules or {}
    return {
        "variant": shape.game,
        "house_rules": dict(house_rules),
        "size": shape.size,
        "planned": shape.sittings,
        "later": shape.later.value,
        "weights": list(shape.weights or USUAL_WEIGHTS),
        "here": here,
        "fixed": [person for person in shape.fixed or () if person in here],
        "sittings": [],
        "ended": False,
    }
