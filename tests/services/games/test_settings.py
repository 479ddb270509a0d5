"""Settings of a running game apply from the next round on, and leave earlier rounds unchanged."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from flask import Flask

from scorekeeper.services.access import access
from scorekeeper.services.errors import Invalid, NoAccess, NotNow
from scorekeeper.services.games import course, creating, deleting, rounds
from scorekeeper.services.games.changes import Precondition
from scorekeeper.services.games.settings import NewSettings, change_settings
from scorekeeper.services.payload_reading import received
from scorekeeper.services.payloads import NewChange, NewRound
from scorekeeper.services.views import loading
from scorekeeper.services.views.game_view import GameView
from scorekeeper.store import queries
from scorekeeper.store.database import writing

NOBODY = Precondition()
NAMES = ("Anna", "Bo", "Cleo")


def new_game(variant: str = "da-500", **more: Any) -> str:
    return creating.create_game({"variant": variant, "players": list(NAMES), **more}).game_id


def enter(game_id: str, *points: int) -> None:
    players = loading.load_game(game_id).players
    entries = {name: {"points": value} for name, value in zip(players, points, strict=True)}
    rounds.enter_round(game_id, received(NewRound, {"closer": players[0], "entries": entries}), NOBODY)


def change(game_id: str, **what: Any) -> GameView:
    return change_settings(game_id, received(NewSettings, what), NOBODY).view


def seats(game_id: str) -> list[dict[str, Any]]:
    return [{"id": player, "name": name} for player, name in loading.load_game(game_id).setup.players]


def test_a_new_name_stands_in_every_round(app: Flask) -> None:
    with app.app_context():
        game_id = new_game()
        enter(game_id, 35, 25, -10)
        everybody = seats(game_id)
        everybody[0]["name"] = "Anne"
        view = change(game_id, players=everybody)
        assert view.players == ("Anne", "Bo", "Cleo")
        assert view.rounds[0].scores == {"Anne": 35, "Bo": 25, "Cleo": -10}
        assert view.totals == {"Anne": 35, "Bo": 25, "Cleo": -10}


def test_whom_a_lower_limit_puts_out_may_come_back_in_at_once(app: Flask) -> None:
    rules = {"end": "limit", "limit": 100, "rejoin": "highest"}
    with app.app_context():
        game_id = new_game("points", house_rules=rules)
        enter(game_id, 70, 20, 10)
        view = change(game_id, house_rules={**rules, "limit": 50})
        assert (view.standby.out, view.standby.rejoin_at) == (("Anna",), 20)
        entries = {name: {"points": 1} for name in NAMES}
        body = {"closer": "Anna", "entries": entries, "rejoin": ["Anna"]}
        view = rounds.enter_round(game_id, received(NewRound, body), NOBODY).view
        assert view.totals == {"Anna": 21, "Bo": 21, "Cleo": 11}
        assert not view.eliminated.out


def test_who_joins_late_begins_with_the_points_that_the_table_gives(app: Flask) -> None:
    with app.app_context():
        game_id = new_game()
        enter(game_id, 35, 25, -10)
        view = change(game_id, players=[*seats(game_id), {"name": "Dagny", "points": 20}])
        assert view.totals == {"Anna": 35, "Bo": 25, "Cleo": -10, "Dagny": 20}
        assert "Dagny" not in view.rounds[0].totals
        enter(game_id, 5, 5, 5, 5)
        assert loading.load_game(game_id).totals["Dagny"] == 25


def test_several_join_in_one_change_and_one_of_them_may_deal_next(app: Flask) -> None:
    with app.app_context():
        game_id = new_game()
        enter(game_id, 5, 5, 5)
        view = change(game_id, players=[{"name": "Dagny"}, *seats(game_id), {"name": "Eva"}], dealer="Eva")
        assert view.players == ("Dagny", "Anna", "Bo", "Cleo", "Eva")
        assert view.dealer == "Eva"
        enter(game_id, 5, 5, 5, 5, 5)
        assert loading.load_game(game_id).dealer == "Dagny"


def test_who_leaves_keeps_his_points_cannot_win_and_may_come_back(app: Flask) -> None:
    with app.app_context():
        game_id = new_game(house_rules={"target": 100})
        enter(game_id, 95, 25, -10)
        anna, *others = seats(game_id)
        change(game_id, players=others)
        enter(game_id, 80, 5)
        view = loading.load_game(game_id)
        assert view.totals == {"Anna": 95, "Bo": 105, "Cleo": -5}
        assert view.standing.winners == ("Bo",)
        course.undo(game_id, received(NewChange, {}), NOBODY)
        view = change(game_id, players=[*others, anna])
        assert view.players == ("Bo", "Cleo", "Anna")
        enter(game_id, 5, 5, 5)
        assert loading.load_game(game_id).totals["Anna"] == 100


def test_the_deal_goes_on_with_who_is_there(app: Flask) -> None:
    with app.app_context():
        game_id = new_game()
        enter(game_id, 5, 5, 5)
        assert loading.load_game(game_id).dealer == "Bo"
        anna, _, cleo = seats(game_id)
        assert change(game_id, players=[anna, cleo]).dealer == "Cleo"
        enter(game_id, 5, 5)
        assert loading.load_game(game_id).dealer == "Anna"


def test_the_dealer_can_be_corrected(app: Flask) -> None:
    with app.app_context():
        game_id = new_game()
        enter(game_id, 5, 5, 5)
        assert change(game_id, dealer="Anna").dealer == "Anna"
        enter(game_id, 5, 5, 5)
        view = loading.load_game(game_id)
        assert view.dealer == "Bo"
        course.undo(game_id, received(NewChange, {}), NOBODY)
        course.undo(game_id, received(NewChange, {}), NOBODY)
        assert loading.load_game(game_id).dealer == "Bo"


def test_house_rules_count_from_the_next_round_on(app: Flask) -> None:
    with app.app_context():
        game_id = creating.create_game({"variant": "is-rommi", "players": list(NAMES)}).game_id
        body = {"closer": "Anna", "entries": {"Anna": {}, "Bo": {"hand": ["KS"]}, "Cleo": {"minus": 5}}}
        body["entries"]["Anna"] = {"hand": []}  # type: ignore[index]  # a document
        rounds.enter_round(game_id, received(NewRound, body), NOBODY)
        view = change(game_id, house_rules={"settlement": "chips"})
        assert view.rounds[0].scores == {"Anna": 15, "Bo": 0, "Cleo": 0}
        rounds.enter_round(game_id, received(NewRound, body), NOBODY)
        rounds.correct_round(game_id, 1, received(NewRound, body), NOBODY)
        first, second = loading.load_game(game_id).rounds
        assert first.scores == {"Anna": 15, "Bo": 0, "Cleo": 0}
        assert second.scores == {"Anna": 15, "Bo": -10, "Cleo": -5}


@pytest.mark.parametrize(
    ("what", "path"),
    [
        ({"players": [{"id": "1", "name": "Anna"}]}, ("players",)),
        ({"players": [{"id": "1", "name": "Anna"}, {"id": "1", "name": "Bo"}]}, ("players", 1, "id")),
        ({"players": [{"id": "1", "name": "Anna"}, {"id": "9", "name": "Bo"}]}, ("players", 1, "id")),
        ({"players": [{"id": "1", "name": "Anna"}, {"name": "ANNA"}]}, ("players", 1, "name")),
        ({"players": [{"id": "1", "name": "Anna"}, {"name": "bo"}]}, ("players", 1, "name")),
        ({"players": [{"id": "1", "name": "Anna"}, {"name": " "}]}, ("players", 1, "name")),
        ({"players": [{"id": "1", "name": "Anna"}, {"name": "Eva", "points": 1.5}]}, ("players", 1, "points")),
        ({"dealer": "Nobody"}, ("dealer",)),
        ({"house_rules": {"target": 0}}, ("house_rules", "target")),
        ({"house_rules": {"chips": True}}, ("house_rules", "chips")),
        ({"surprise": 1}, ("surprise",)),
    ],
)
def test_settings_that_cannot_be_are_refused_at_their_place(
    app: Flask, what: dict[str, Any], path: tuple[Any, ...]
) -> None:
    with app.app_context():
        game_id = new_game()
        with pytest.raises(Invalid) as refused:
            change(game_id, **what)
        assert path in [problem.path for problem in refused.value.problems]
        assert loading.load_version(game_id) == 1


def test_settings_as_they_are_change_nothing(app: Flask) -> None:
    with app.app_context():
        game_id = new_game(house_rules={"target": 300})
        change(game_id, players=seats(game_id), house_rules={"target": 300})
        assert loading.load_version(game_id) == 1


def test_a_game_begun_on_paper_goes_on_from_its_points(app: Flask) -> None:
    with app.app_context():
        secret = access.new_secret()
        body = {"variant": "da-500", "players": list(NAMES)}
        game_id = creating.create_game_for(secret, body, {"Anna": 120, "Cleo": -30})
        assert loading.load_game(game_id).totals == {"Anna": 120, "Bo": 0, "Cleo": -30}
        enter(game_id, 5, 5, 5)
        assert loading.load_game(game_id).totals == {"Anna": 125, "Bo": 5, "Cleo": -25}
        with pytest.raises(Invalid) as refused:
            creating.create_game_for(secret, body, {"Nobody": 5})
        assert refused.value.problems[0].path == ("points", "Nobody")


def test_a_deleted_game_is_nobodys_until_it_is_restored(app: Flask) -> None:
    with app.app_context():
        phone = access.new_secret()
        game_id = creating.create_game_for(phone, {"variant": "da-500", "players": list(NAMES)})
        enter(game_id, 5, 5, 5)
        deleting.delete_game(game_id, received(NewChange, {}), NOBODY)
        with pytest.raises(NoAccess):
            loading.load_game(game_id)
        with pytest.raises(NoAccess):
            enter_again(game_id)
        assert loading.games_of_device(phone) == []
        assert [view.id for view in deleting.deleted_games_of_device(phone)] == [game_id]
        deleting.restore_game(game_id, received(NewChange, {}), NOBODY)
        assert loading.load_game(game_id).totals["Anna"] == 5
        assert deleting.deleted_games_of_device(phone) == []
        with pytest.raises(NotNow):
            deleting.restore_game(game_id, received(NewChange, {}), NOBODY)


def enter_again(game_id: str) -> None:
    rounds.enter_round(game_id, received(NewRound, {}), NOBODY)


def test_a_deleted_game_is_removed_for_good_after_thirty_days(app: Flask) -> None:
    with app.app_context():
        phone = access.new_secret()
        old, new = (creating.create_game_for(phone, {"variant": "da-500", "players": list(NAMES)}) for _ in range(2))
        for game_id, days in ((old, 31), (new, 29)):
            deleting.delete_game(game_id, received(NewChange, {}), NOBODY)
            with writing() as session:
                queries.mark_deleted(session, game_id, datetime.now(UTC) - timedelta(days=days))
        deleting.purge_deleted_games()
        deleting.restore_game(new, received(NewChange, {}), NOBODY)
        with pytest.raises(NoAccess):
            deleting.restore_game(old, received(NewChange, {}), NOBODY)
