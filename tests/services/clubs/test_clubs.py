"""Club evenings in the database: whole changes or none, one of two at a time, whoever is merged or gone."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

import pytest
from flask import Flask

from scorekeeper.services.access.access import CircleAccess, circle_by_device, new_secret
from scorekeeper.services.circles import circles, deleting, people
from scorekeeper.services.clubs import clubs, editing, sitting_games
from scorekeeper.services.errors import Invalid, NoAccess, NotNow
from scorekeeper.services.games import course, rounds
from scorekeeper.services.games.changes import Precondition
from scorekeeper.services.games.deleting import delete_game
from scorekeeper.services.games.notes import NewNote, write_note
from scorekeeper.services.payload_reading import received
from scorekeeper.services.payloads import NewChange, NewRound
from scorekeeper.store.circles.clubs import set_document
from scorekeeper.store.database import writing

NAMES = ["Anna", "Bo", "Cleo", "Dora", "Eli", "Fay"]
EVENING: dict[str, Any] = {"name": "Club", "names": NAMES, "game": "da-500", "size": 3, "sittings": 3}


@pytest.fixture
def right(app: Flask) -> Iterator[CircleAccess]:
    """The right of a keeper to a circle."""
    secret = new_secret()
    with app.app_context():
        circle_id = circles.create_circle(secret, {"name": "Club"})
        yield circle_by_device(circle_id, secret)


def begun(right: CircleAccess) -> int:
    """Return an evening at two tables whose first sitting has begun."""
    club_id = editing.add_club(right, EVENING)
    sitting_games.start(right, club_id, 1)
    return club_id


def play(view: clubs.ClubView) -> None:
    """Play all tables to their end; who is earlier in the alphabet is ahead."""
    for table in view.tables:
        names = [person.name for person in table.people]
        body = {"closer": min(names), "entries": {name: {"points": 80 - 5 * NAMES.index(name)} for name in names}}
        rounds.enter_round(table.game_id or "", received(NewRound, body), Precondition())
        course.end_game(table.game_id or "", received(NewChange, {}), Precondition())


def test_all_games_of_a_sitting_begin_or_none(right: CircleAccess) -> None:
    """Somebody who has left the circle since the draw keeps all from beginning."""
    club_id = editing.add_club(right, EVENING)
    who = clubs.load_club(right, club_id).tables[1].people[0]
    people.leave(right, who.id)
    with pytest.raises(NotNow):
        sitting_games.start(right, club_id, 1)
    assert circles.games_of_circle(right) == []
    editing.draw(right, club_id, 1, {})
    assert sitting_games.start(right, club_id, 2) == 1
    assert len(circles.games_of_circle(right)[0].players) == 5


def test_of_two_keepers_at_once_one_is_first(right: CircleAccess) -> None:
    club_id = editing.add_club(right, EVENING)
    sitting_games.start(right, club_id, 1)
    for again in (sitting_games.start, sitting_games.undo_start, editing.delete):
        with pytest.raises(NotNow):
            again(right, club_id, 1)
    assert len(circles.games_of_circle(right)) == 2


def test_of_four_taps_at_once_one_begins_the_games(app: Flask, right: CircleAccess) -> None:
    club_id = editing.add_club(right, EVENING)
    together = Barrier(4)

    def tap(_number: int) -> int:
        with app.app_context():
            together.wait(10)
            try:
                return sitting_games.start(right, club_id, 1)
            except NotNow:
                return 0

    with ThreadPoolExecutor(4) as threads:
        assert sorted(threads.map(tap, range(4))) == [0, 0, 0, 2]
    assert len(circles.games_of_circle(right)) == 2


def test_the_same_evening_twice_is_one_until_it_begins(right: CircleAccess) -> None:
    club_id = editing.add_club(right, EVENING)
    assert editing.add_club(right, EVENING) == club_id
    sitting_games.start(right, club_id, 1)
    assert editing.add_club(right, EVENING) != club_id
    assert [person.name for person in circles.load_circle(right).people] == NAMES


def test_games_are_removed_only_if_all_are_empty(right: CircleAccess) -> None:
    """A note is something, too; a game that was deleted is not in the way."""
    club_id = begun(right)
    one, other = (table.game_id or "" for table in clubs.load_club(right, club_id).tables)
    write_note(one, None, received(NewNote, {"note": "late"}), Precondition())
    with pytest.raises(NotNow):
        sitting_games.undo_start(right, club_id, 2)
    assert {view.id for view in circles.games_of_circle(right)} == {one, other}
    delete_game(one, received(NewChange, {}), Precondition())
    sitting_games.undo_start(right, club_id, 2)
    assert circles.games_of_circle(right) == []
    assert not clubs.load_club(right, club_id).begun


def test_two_names_of_one_person_have_one_line_and_who_left_is_a_guest(right: CircleAccess) -> None:
    club_id = begun(right)
    play(clubs.load_club(right, club_id))
    view = clubs.load_club(right, club_id)
    one, other = view.tables[0].people[0], view.tables[1].people[0]
    people.merge(right, one.id, other.id)
    merged = clubs.load_club(right, club_id)
    assert len(merged.lines) == 5
    assert sum(line.points for _person, line in merged.lines) == sum(line.points for _person, line in view.lines)
    people.leave(right, other.id)
    shown = [person.name for person, _line in clubs.load_club(right, club_id).lines]
    assert "a guest" in shown
    assert not {one.name, other.name} & {*shown}


def test_an_evening_of_a_deleted_circle_comes_back_with_it(right: CircleAccess) -> None:
    club_id = begun(right)
    play(clubs.load_club(right, club_id))
    before = clubs.load_club(right, club_id).lines
    deleting.delete_circle(right)
    with pytest.raises(NoAccess):
        clubs.load_club(right, club_id)
    deleting.restore_circle(right)
    assert clubs.load_club(right, club_id).lines == before


def test_an_evening_that_is_deleted_leaves_its_games(right: CircleAccess) -> None:
    club_id = begun(right)
    editing.delete(right, club_id, 2)
    assert clubs.clubs_of(right) == []
    assert len(circles.games_of_circle(right)) == 2


def test_a_house_rule_that_a_later_version_does_not_know_stops_no_evening(right: CircleAccess) -> None:
    """It is left out, as from the house rules that a circle keeps."""
    club_id = editing.add_club(right, {**EVENING, "house_rules": {"target": 300}})
    view = clubs.load_club(right, club_id)
    document: Any = {**view.document, "house_rules": {"target": 300, "gone": True}}
    with writing() as session:
        set_document(session, club_id, 1, document)
    sitting_games.start(right, club_id, 1)
    made = circles.games_of_circle(right)
    assert [dict(game.setup.house_rules) for game in made] == [{"target": 300}] * 2


def test_a_game_that_such_tables_cannot_play_is_refused(right: CircleAccess) -> None:
    with pytest.raises(Invalid) as refused:
        editing.add_club(right, {**EVENING, "game": "en-gin"})
    assert refused.value.problems[0].path == ("size",)
    assert circles.load_circle(right).people == []
