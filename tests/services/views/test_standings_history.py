"""The revision at which a game ended, derived from its history."""

from typing import Any

from flask import Flask
from hypothesis import HealthCheck, given, settings

from scorekeeper.rules.scoring.ending import Standing
from scorekeeper.services.views import loading
from scorekeeper.services.views.standings import last_round, standings

from ..games.test_changes import OPERATIONS, enter, new_game, operate


@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(operations=OPERATIONS)
def test_it_stands_after_each_change_as_it_stood_then(app: Flask, operations: list[tuple[Any, ...]]) -> None:
    """Compared with the standing that the game had after every change, over several ends."""
    with app.app_context():
        game_id = new_game(house_rules={"target": 60})
        stood = []
        for operation in operations:
            if operate(game_id, operation):
                view = loading.load_game(game_id)
                stood.append((view.standing.ended, len(view.standing.winners), view.standing.deal_again))
        view = loading.load_game(game_id)
        found = standings(view, loading.load_history(game_id))
        assert [(each.ended, len(each.winners), each.deal_again) for each in found] == stood
        assert not found or found[-1] == view.standing
        assert (last_round(view) is not None) == (view.standing.ended and bool(view.counting))


def test_it_ended_with_the_round_after_which_one_of_several_was_ahead(app: Flask) -> None:
    """By the board, by the history, and by the round's page."""
    with app.app_context():
        game_id = new_game("cs-500", house_rules={"several_past_target": "one_ahead"})
        stood = []
        for anna, bo in ((520, 510), (-5, 30)):
            enter(game_id, accept_warnings=True, anna=anna, bo=bo, cleo=0)
            stood.append(loading.load_game(game_id).standing)
        view = loading.load_game(game_id)
        assert stood == [Standing(False, deal_again=True), Standing(True, ("Bo",))]
        assert standings(view, loading.load_history(game_id)) == stood
        assert last_round(view) == 2
