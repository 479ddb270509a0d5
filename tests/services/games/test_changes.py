"""Changes of a game: corrections, undo, redo, concurrent writers, export and import."""

import json
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from flask import Flask
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scorekeeper.services.errors import Invalid, KeyReused, NoSuchRound, NotNow
from scorekeeper.services.games import course, creating, notes, rounds
from scorekeeper.services.games.changes import Precondition, Stale
from scorekeeper.services.games.settings import NewSettings, change_settings
from scorekeeper.services.payload_reading import read_ahead, received
from scorekeeper.services.payloads import NewChange, NewRound
from scorekeeper.services.transfer import export, importing
from scorekeeper.services.views import loading

NOBODY = Precondition()


def new_game(variant: str = "da-500", **more: Any) -> str:
    return creating.create_game({"variant": variant, "players": ["Anna", "Bo", "Cleo"], **more}).game_id


def a_round(anna: int = 35, bo: int = 25, cleo: int = -25, **more: Any) -> dict[str, Any]:
    points = {"Anna": anna, "Bo": bo, "Cleo": cleo}
    return {"closer": "Bo", "entries": {name: {"points": value} for name, value in points.items()}, **more}


def enter(game_id: str, precondition: Precondition = NOBODY, **more: Any) -> Any:
    return rounds.enter_round(game_id, received(NewRound, a_round(**more)), precondition)


def seen(game_id: str) -> dict[str, Any]:
    """Return the game's document without its version."""
    document = export.game_document(loading.load_game(game_id))
    return {key: value for key, value in document.items() if key != "version"}


OPERATIONS = st.lists(
    st.one_of(
        st.tuples(st.just("add"), st.integers(-80, 80)),
        st.tuples(st.just("correct"), st.integers(1, 6), st.integers(-80, 80)),
        st.tuples(st.just("void"), st.integers(1, 6)),
        st.tuples(st.just("end")),
        st.tuples(st.just("rename"), st.integers(1, 99)),
        st.tuples(st.just("join"), st.integers(-20, 20)),
        st.tuples(st.just("leave")),
        st.tuples(st.just("turn")),
        st.tuples(st.just("rules"), st.integers(50, 400)),
        st.tuples(st.just("note"), st.integers(0, 6), st.sampled_from(["", "late", "שלום"])),
        st.tuples(st.just("undo")),
        st.tuples(st.just("redo")),
    ),
    max_size=25,
)


def players_of(game_id: str) -> list[dict[str, Any]]:
    return [{"id": player, "name": name} for player, name in loading.load_game(game_id).setup.players]


def change(game_id: str, **what: Any) -> None:
    change_settings(game_id, received(NewSettings, what), NOBODY)


def any_round(game_id: str, points: int, number: int | None = None) -> Any:
    """Return a round payload with the names that its players have now."""
    view = loading.load_game(game_id)
    played = view.round(number) if number else None
    players = played.players if played else view.players
    entries = {name: {"points": points * 5} for name in players}
    return {"closer": players[0], "entries": entries, "accept_warnings": True}


def operate(game_id: str, operation: tuple[Any, ...]) -> bool:
    """Carry out an operation; return whether it changed something."""
    before = loading.load_version(game_id)
    name, *values = operation
    seats = players_of(game_id)
    try:
        match name:
            case "add":
                rounds.enter_round(game_id, received(NewRound, any_round(game_id, values[0])), NOBODY)
            case "correct":
                corrected = received(NewRound, any_round(game_id, values[1], values[0]))
                rounds.correct_round(game_id, values[0], corrected, NOBODY)
            case "void":
                rounds.void_round(game_id, values[0], received(NewChange, {}), NOBODY)
            case "end":
                course.end_game(game_id, received(NewChange, {}), NOBODY)
            case "rename":
                seats[0]["name"] = f"Player {values[0]}"
                change(game_id, players=seats)
            case "join":
                newcomer = {"name": f"New {loading.load_version(game_id)}", "points": values[0] * 5}
                change(game_id, players=[*seats, newcomer])
            case "leave":
                change(game_id, players=seats[1:])
            case "turn":
                change(game_id, players=seats[::-1], dealer=seats[-1]["name"])
            case "rules":
                change(game_id, house_rules={"target": values[0]})
            case "note":
                number, note = values[0] or None, {"note": values[1]}
                present = notes.note_of(loading.load_game(game_id), number)
                notes.write_note(game_id, number, received(notes.NewNote, {**note, "seen": present}), NOBODY)
            case "undo":
                course.undo(game_id, received(NewChange, {}), NOBODY)
            case "redo":
                course.redo(game_id, received(NewChange, {}), NOBODY)
    except (Invalid, NoSuchRound, NotNow):
        pass
    return loading.load_version(game_id) != before


@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(operations=OPERATIONS)
def test_undo_and_redo_restore_every_state_exactly(app: Flask, operations: list[tuple[Any, ...]]) -> None:
    """The model has a copy of each state on two stacks."""
    with app.app_context():
        game_id = new_game()
        past, future, present = [], [], seen(game_id)
        for operation in operations:
            changed = operate(game_id, operation)
            match operation[0]:
                case "undo":
                    assert changed == bool(past)
                    if past:
                        future.append(present)
                        present = past.pop()
                case "redo":
                    assert changed == bool(future)
                    if future:
                        past.append(present)
                        present = future.pop()
                case _ if changed:
                    past.append(present)
                    future, present = [], seen(game_id)
            assert seen(game_id) == present
        while past:
            course.undo(game_id, received(NewChange, {}), NOBODY)
            present = past.pop()
            assert seen(game_id) == present
        assert seen(game_id)["rounds"] == []


@settings(max_examples=15, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(operations=OPERATIONS)
def test_an_imported_game_has_the_same_rounds_history_and_totals_and_can_be_undone_like_the_first(
    app: Flask, operations: list[tuple[Any, ...]]
) -> None:
    with app.app_context():
        game_id = new_game(dealer="Cleo", name="Thursday", house_rules={"target": 300})
        for operation in operations:
            operate(game_id, operation)
        first = json.loads(json.dumps(export.export_document(game_id)))
        copy = importing.import_game(first).game_id
        second = export.export_document(copy)
        assert copy != game_id
        for document in (first, second):
            del document["game"]["id"]
        assert second == first
        while operate(game_id, ("undo",)):
            assert operate(copy, ("undo",))
            assert {**seen(copy), "id": game_id} == seen(game_id)


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("game", "totals", "Anna"), 999),
        (("game", "winners"), ["Anna"]),
        (("game", "rounds", 0, "scores", "Bo"), 5),
        (("history", 0, "after", "entries", "Bo", "points"), 30),
        (("history", 0, "number"), 2),
        (("history", 0, "what"), "explode"),
        (("history", 0, "what"), "undo"),
        (("history", 0, "round"), 7),
        (("history", 0, "when"), "yesterday"),
        (("history", 0, "before"), {"number": 1}),
        (("history", 1, "after", "voided"), False),
        (("start", "dealer"), "Bo"),
        (("start", "players", 0), "Nobody"),
        (("format_version",), 2),
        (("format_version",), "1"),
        (("game", "rulebook", "version"), "99"),
        (("rulings",), [{}]),
        (("surprise",), 1),
    ],
)
def test_an_altered_file_is_refused_with_its_place_and_nothing_is_kept(
    app: Flask, path: tuple[Any, ...], value: object
) -> None:
    with app.app_context():
        game_id = new_game()
        enter(game_id)
        rounds.void_round(game_id, 1, received(NewChange, {}), NOBODY)
        document = json.loads(json.dumps(export.export_document(game_id)))
        part = document
        for key in path[:-1]:
            part = part[key]
        part[path[-1]] = value
        before = len(loading.list_games())
        with pytest.raises(Invalid) as refused:
            importing.import_game(document)
        assert refused.value.problems[0].path
        assert len(loading.list_games()) == before


def test_a_file_without_its_start_is_taken_too(app: Flask) -> None:
    """A file with the contract's keys only is imported; the first dealer follows from the next one."""
    with app.app_context():
        game_id = new_game(dealer="Bo")
        enter(game_id)
        document = export.export_document(game_id)
        del document["start"], document["created"]
        copy = importing.import_game(json.loads(json.dumps(document))).game_id
        assert {**seen(copy), "id": game_id} == seen(game_id)


def test_eight_threads_entering_rounds_at_once_give_eight_rounds(app: Flask) -> None:
    with app.app_context():
        game_id = new_game()

    def one(index: int) -> int:
        with app.app_context():
            return enter(game_id, anna=5 * index).view.version

    with ThreadPoolExecutor(8) as pool:
        versions = list(pool.map(one, range(8)))
    with app.app_context():
        view = loading.load_game(game_id)
        assert [round_.number for round_ in view.rounds] == list(range(1, 9))
        assert view.totals["Anna"] == sum(5 * index for index in range(8))
        assert sorted(versions) == list(range(2, 10))


def test_of_eight_threads_with_one_version_one_is_saved(app: Flask) -> None:
    with app.app_context():
        game_id = new_game()

    def one(index: int) -> str:
        with app.app_context():
            try:
                enter(game_id, Precondition(versions=frozenset({1})), anna=5 * index)
            except Stale as stale:
                return f"stale at {stale.game.version}"
            return "saved"

    with ThreadPoolExecutor(8) as pool:
        outcomes = list(pool.map(one, range(8)))
    assert sorted(outcomes) == ["saved"] + ["stale at 2"] * 7
    with app.app_context():
        assert len(loading.load_game(game_id).rounds) == 1


def test_the_same_request_from_eight_threads_is_carried_out_once(app: Flask) -> None:
    with app.app_context():
        game_id = new_game()

    def one(_: int) -> tuple[bool, int]:
        with app.app_context():
            outcome = enter(game_id, Precondition(key="k", fingerprint="f"))
            return outcome.repeated, outcome.view.version

    with ThreadPoolExecutor(8) as pool:
        outcomes = list(pool.map(one, range(8)))
    assert sorted(outcomes) == [(False, 2)] + [(True, 2)] * 7


def test_a_repeated_request_gets_the_first_answer_also_after_later_changes(app: Flask) -> None:
    with app.app_context():
        game_id = new_game()
        precondition = Precondition(key="k", fingerprint="f")
        first = export.game_document(enter(game_id, precondition).view)
        enter(game_id, anna=100)
        course.undo(game_id, received(NewChange, {}), NOBODY)
        course.undo(game_id, received(NewChange, {}), NOBODY)
        again = enter(game_id, precondition)
        assert again.repeated
        assert export.game_document(again.view) == first


def test_a_key_names_one_request_only(app: Flask) -> None:
    with app.app_context():
        game_id = new_game()
        enter(game_id, Precondition(key="k", fingerprint="f"))
        with pytest.raises(KeyReused):
            enter(game_id, Precondition(key="k", fingerprint="other"))


def test_a_refused_request_leaves_its_key_free(app: Flask) -> None:
    with app.app_context():
        game_id = new_game()
        with pytest.raises(Invalid):
            rounds.enter_round(game_id, received(NewRound, {"entries": {}}), Precondition(key="k", fingerprint="f"))
        assert not enter(game_id, Precondition(key="k", fingerprint="g")).repeated


def test_a_body_is_read_only_after_the_version_was_looked_at(app: Flask) -> None:
    def unread() -> object:
        raise AssertionError("the body was read")

    with app.app_context():
        game_id = new_game()
        with pytest.raises(Stale):
            rounds.enter_round(game_id, read_ahead(NewRound, unread), Precondition(versions=frozenset({7})))
