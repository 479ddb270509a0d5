"""A game whose rounds compare two hands: what is entered, what it scores, who deals, and the bonuses of the end."""

from .conftest import Table
from .test_export_import import exported, take_in, without_version

OKLAHOMA = {"oklahoma": True, "oklahoma_spade_doubles": True}


def left(ann: int, bob: int) -> dict[str, dict[str, int]]:
    return {"Ann": {"minus": ann}, "Bob": {"minus": bob}}


def test_a_whole_game_with_a_knock_an_undercut_a_void_round_and_big_gin(table: Table) -> None:
    """The loser deals, a void round keeps the dealer, and the bonuses of the end come on top of the totals."""
    game = table.game("en-gin", "Ann Bob")
    played = [
        ({"closer": "Ann", "entries": left(4, 30)}, {"Ann": 26, "Bob": 0}, "Bob"),
        ({"closer": "Bob", "entries": left(3, 9)}, {"Ann": 31, "Bob": 0}, "Bob"),
        ({"how": "stock_empty", "entries": left(20, 9)}, {"Ann": 0, "Bob": 0}, "Bob"),
        ({"closer": "Bob", "entries": {"Ann": {"points": 0}, "Bob": {"points": 12}}}, {"Ann": 0, "Bob": 12}, "Ann"),
        ({"closer": "Ann", "big_gin": True, "entries": left(0, 40)}, {"Ann": 71, "Bob": 0}, "Bob"),
    ]
    for body, scores, dealer in played:
        assert "final" not in game.see()
        found = game.enter(body).json
        assert (found["rounds"][-1]["scores"], found["dealer"]) == (scores, dealer)
    assert (found["status"], found["winners"], found["totals"]) == ("ended", ["Ann"], {"Ann": 128, "Bob": 12})
    assert found["final"] == {"Ann": 128 + 100 + 3 * 25, "Bob": 12 + 25}
    boxes = [{"points": 25 * won, "rule": "GN-30"} for won in (3, 1)]
    assert found["final_lines"] == {"Ann": [{"points": 100, "rule": "GN-29"}, boxes[0]], "Bob": [boxes[1]]}
    assert [line["rule"] for line in found["rounds"][4]["lines"]["Ann"]] == ["GN-26", "GN-25", "GN-26"]
    taken = take_in(table, exported(game))
    assert without_version(taken.see()) == without_version(found) | {"id": taken.made["id"]}


def test_the_first_upcard_is_the_limit_doubles_and_is_kept(table: Table) -> None:
    game = table.game("en-gin", "Ann Bob", house_rules=OKLAHOMA)
    spade = game.enter({"closer": "Ann", "upcard": "7♠", "entries": left(4, 14)}).json["rounds"][0]
    assert (spade["upcard"], spade["scores"]) == ("7S", {"Ann": 20, "Bob": 0})
    refused = game.enter({"closer": "Ann", "upcard": "3H", "entries": left(4, 14)})
    assert refused.status_code == 422
    assert [(w["code"], w["player"]) for w in refused.json["warnings"]] == [("impossible_points", "Ann")]
    taken = take_in(table, exported(game)).see()
    assert taken["rounds"][0]["upcard"] == "7S"
    assert game.enter({"closer": "Ann", "upcard": "JK", "entries": left(4, 14)}).status_code == 422
    other = table.game("da-500", "Ann Bob")
    assert other.enter({"closer": "Ann", "upcard": "7S", "entries": left(0, 15)}).status_code == 422


def test_the_higher_grand_total_may_win_and_gin_may_count_twice(table: Table) -> None:
    game = table.game("en-gin", "Ann Bob", house_rules={"winner_by": "final", "gin_boxes": "two", "game_bonus": 0})
    for body in (
        {"entries": left(0, 10)},
        {"entries": left(0, 10)},
        {"entries": {"Ann": {"points": 0}, "Bob": {"points": 104}}},
    ):
        found = game.enter({"closer": "Ann", "accept_warnings": True, **body}).json
    assert found["totals"] == {"Ann": 70, "Bob": 104}
    assert (found["final"], found["winners"]) == ({"Ann": 70 + 4 * 25, "Bob": 104 + 25}, ["Ann"])
