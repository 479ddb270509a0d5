"""Rating points, a second score beside the points: in rounds, games, exports and imports, and at the end."""

from typing import Any

from .conftest import PREFIX, Game, Table, document_of

ROUND = {"closer": "Anna", "entries": {"Bo": {"minus": 12}, "Cleo": {"minus": 31}}}
HAND = {"closer": "Cleo", "hand_romme": True, "entries": {"Anna": {"points": -60}, "Bo": {"minus": 10}}}


def played(table: Table, *rounds: dict[str, Any], **rules: object) -> Game:
    game = table.game("de-turnier", "Anna Bo Cleo", house_rules=rules)
    for each in rounds:
        assert game.enter(each).status_code == 201
    return game


def test_rounds_and_games_have_them_and_the_most_win(table: Table) -> None:
    """Whatever the minus points; a voided round brings none."""
    game = played(table, ROUND, HAND, agreed_rounds=2)
    seen = game.see()
    assert [each["rating"] for each in seen["rounds"]] == [
        {"Anna": 5, "Bo": 2, "Cleo": 0},
        {"Anna": 1, "Bo": 3, "Cleo": 8},
    ]
    assert (seen["rating"], seen["totals"]) == (
        {"Anna": 6, "Bo": 5, "Cleo": 8},
        {"Anna": -60, "Bo": -32, "Cleo": -31},
    )
    assert (seen["status"], seen["winners"]) == ("ended", ["Cleo"])
    game.void(2)
    seen = game.see()
    assert (seen["rating"], seen["rounds"][1]["rating"]["Cleo"]) == ({"Anna": 5, "Bo": 2, "Cleo": 0}, 8)


def test_an_export_has_them_in_columns_of_their_own_and_an_import_finds_them_again(table: Table) -> None:
    game = played(table, ROUND, HAND)
    lines = game.ask("GET", "/export", headers={"Accept": "text/csv"}).text.splitlines()
    assert lines == [
        "round,closer,how,voided,Anna,Bo,Cleo,Anna (rating),Bo (rating),Cleo (rating)",
        "1,Anna,out,false,0,-12,-31,5,2,0",
        "2,Cleo,out,false,-60,-20,0,1,3,8",
    ]
    exported = document_of(game.ask("GET", "/export"))
    assert exported["history"][0]["after"]["rating"] == {"Anna": 5, "Bo": 2, "Cleo": 0}
    made = document_of(game.api.post(f"{PREFIX}/games/import", json=exported))
    assert (made["rating"], made["rounds"]) == (game.see()["rating"], exported["game"]["rounds"])


def test_equal_rating_points_go_by_the_minus_points_unless_the_table_shares(table: Table) -> None:
    equal = [
        {"closer": "Anna", "entries": {"Bo": {"minus": 40}}},
        {"closer": "Bo", "entries": {"Anna": {"minus": 50}}},
    ]
    for rules, winners in (
        ({}, ["Bo"]),
        ({"equal_rating": "shared"}, ["Anna", "Bo"]),
        ({"winner_by": "points"}, ["Bo"]),
    ):
        game = table.game("de-turnier", "Anna Bo", house_rules={"agreed_rounds": 2, **rules})
        for each in equal:
            game.enter(each)
        assert game.see()["winners"] == winners


def test_a_game_without_them_does_not_name_them(table: Table) -> None:
    game = table.game("de-romme", "Anna Bo Cleo")
    game.enter(ROUND)
    seen = game.see()
    assert "rating" not in seen
    assert "rating" not in seen["rounds"][0]
