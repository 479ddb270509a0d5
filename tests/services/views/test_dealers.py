"""Who dealt each round of a game that was played."""

from typing import Any

from flask import Flask
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scorekeeper.services.games import creating, rounds
from scorekeeper.services.payload_reading import received
from scorekeeper.services.payloads import NewChange, NewRound
from scorekeeper.services.views import loading

from ..games.test_changes import NOBODY, OPERATIONS, a_round, change, new_game, operate

_KEEPS_ROUNDS = ("add", "rename", "join", "leave", "turn", "rules")


def enter(game_id: str, closer: str, **more: Any) -> None:
    rounds.enter_round(game_id, received(NewRound, a_round(closer=closer, **more)), NOBODY)


@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(operations=OPERATIONS, dealing=st.sampled_from(["rotates", "winner"]))
def test_it_is_whom_the_board_named_before_the_round(
    app: Flask, operations: list[tuple[Any, ...]], dealing: str
) -> None:
    """Whoever came, left or changed seats in between."""
    with app.app_context():
        game_id = new_game(house_rules={"dealer": dealing, "target": 99_999})
        named: dict[int, str | None] = {}
        for operation in operations:
            if operation[0] not in _KEEPS_ROUNDS:
                continue
            due = loading.load_game(game_id).setup.players, loading.load_game(game_id).dealer
            if operate(game_id, operation) and operation[0] == "add":
                named[len(named) + 1] = next(player for player, name in due[0] if name == due[1])
        view = loading.load_game(game_id)
        assert dict(view.dealers) == {number: view.state.names[str(player)] for number, player in named.items()}


def test_rounds_are_dealt_as_the_rounds_that_count_now_have_it(app: Flask) -> None:
    """A corrected winner has dealt the next round; nobody has dealt a void one."""
    with app.app_context():
        game_id = new_game(house_rules={"dealer": "winner"})
        for closer in ("Bo", "Cleo", "Bo"):
            enter(game_id, closer)
        assert loading.load_game(game_id).dealers == {1: "Anna", 2: "Bo", 3: "Cleo"}
        rounds.correct_round(game_id, 2, received(NewRound, a_round(closer="Anna")), NOBODY)
        assert loading.load_game(game_id).dealers == {1: "Anna", 2: "Bo", 3: "Anna"}
        rounds.void_round(game_id, 2, received(NewChange, {}), NOBODY)
        assert loading.load_game(game_id).dealers == {1: "Anna", 3: "Bo"}


def test_a_round_keeps_the_way_of_dealing_that_it_was_played_with(app: Flask) -> None:
    with app.app_context():
        game_id = new_game()
        enter(game_id, "Cleo")
        enter(game_id, "Cleo")
        change(game_id, house_rules={"dealer": "winner"}, dealer="Anna")
        enter(game_id, "Cleo")
        enter(game_id, "Cleo")
        assert loading.load_game(game_id).dealers == {1: "Anna", 2: "Bo", 3: "Anna", 4: "Cleo"}


def test_nobody_has_dealt_tiles(app: Flask) -> None:
    with app.app_context():
        game_id = creating.create_game({"variant": "nb-rummy", "players": ["Anna", "Bo"]}).game_id
        entries = {"Anna": {"points": 5}, "Bo": {"points": -5}}
        rounds.enter_round(game_id, received(NewRound, {"closer": "Anna", "entries": entries}), NOBODY)
        assert loading.load_game(game_id).dealers == {}
