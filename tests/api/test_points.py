"""A game without cards: any game's points, its ends, and a limit that puts players out."""

from typing import Any

import pytest

from .conftest import PREFIX, Game, Table, document_of, only_sqlite


def row(rejoin: list[str] | None = None, **scores: int) -> dict[str, Any]:
    """Return a round payload with the points of each player."""
    return {
        "entries": {name: {"points": each} for name, each in scores.items()},
        **({"rejoin": rejoin} if rejoin else {}),
    }


def play(game: Game, *rows: dict[str, Any]) -> dict[str, Any]:
    """Enter rounds; return the game."""
    for each in rows:
        answer = game.enter(each)
        assert answer.status_code == 201, answer.text
    return game.see()


def limited(table: Table, players: str = "Anna Bo Cleo", **rules: object) -> Game:
    return table.game("points", players, house_rules={"end": "limit", **rules})


def pointers(answer: Any) -> list[str]:
    assert answer.status_code == 422, answer.text
    return [error["pointer"] for error in document_of(answer)["errors"]]


def test_a_game_has_no_deal_and_keeps_its_name_letter_for_letter(table: Table) -> None:
    name = " <b>Doko</b> ÅA\u030a "
    game = table.game("points", "Anna Bo", house_rules={"name_of_game": name})
    seen = play(game, row(Anna=99_999, Bo=-99_999), {**row(Anna=0, Bo=1), "closer": "Bo"})
    assert (seen["deal"], seen["out"], seen["house_rules"]) == (None, [], {"name_of_game": name})
    assert (seen["totals"], seen["status"]) == ({"Anna": 99_999, "Bo": -99_998}, "playing")
    assert [(each["closer"], each["how"]) for each in seen["rounds"]] == [(None, "out"), ("Bo", "out")]


@only_sqlite
def test_what_is_no_round_or_game_of_points_is_refused(table: Table) -> None:
    game = table.game("points", "Anna Bo", house_rules={"zero_sum": True, "step": 5})
    sums = {"entries": {"Anna": {"minus": 3}, "Bo": {"hand": []}}}
    assert pointers(game.enter(sums)) == ["/entries/Anna", "/entries/Bo"]
    assert pointers(game.enter({**row(Anna=5, Bo=-5), "rejoin": ["Bo"]})) == ["/rejoin/0"]
    assert pointers(game.enter({"entries": {"Anna": {"points": 5}}})) == ["/entries/Bo"]
    assert pointers(game.enter({**row(Anna=5, Bo=-5), "how": "stock_empty"})) == ["/how"]
    warned = document_of(game.enter(row(Anna=5, Bo=5)))
    assert ([each["code"] for each in warned["warnings"]], warned["suggested_correction"]) == (["not_zero_sum"], None)
    warned = document_of(game.enter(row(Anna=0, Bo=-4)))
    assert {each["code"] for each in warned["warnings"]} == {"not_zero_sum", "impossible_points"}
    too_many = {"variant": "points", "players": [f"P{number}" for number in range(21)]}
    assert table.ask(too_many).status_code == 422
    twenty = table.game("points", " ".join(too_many["players"][:20]))
    assert len(twenty.made["players"]) == 20


@pytest.mark.parametrize(
    ("rules", "winners"),
    [
        ({"end": "target", "target": 30}, ["Bo"]),
        ({"end": "target", "target": 30, "lowest_wins": True}, ["Cleo"]),
        ({"end": "target", "target": 40}, []),
        ({"end": "target", "target": 35, "past_target": True}, []),
        ({"end": "rounds", "rounds": 2, "target": 1}, ["Bo"]),
        ({"end": "rounds", "rounds": 3}, []),
        ({"lowest_wins": True}, []),
    ],
    ids=str,
)
@only_sqlite
def test_the_game_ends_as_the_table_wants(table: Table, rules: dict[str, object], winners: list[str]) -> None:
    game = table.game("points", house_rules=rules)
    seen = play(game, row(Anna=10, Bo=20, Cleo=0), row(Anna=15, Bo=15, Cleo=5))
    assert (seen["status"], seen["winners"]) == ("ended" if winners else "playing", winners)
    if not winners:
        assert game.end().json["winners"] == (["Cleo"] if rules.get("lowest_wins") else ["Bo"])  # type: ignore[index]  # JSON


def test_a_limit_puts_players_out_and_the_last_one_in_wins(table: Table) -> None:
    """Who is out has no entry, does not deal, and does not win."""
    game = limited(table, "Anna Bo Cleo Dag", limit=50)
    seen = play(game, row(Anna=10, Bo=60, Cleo=50, Dag=0))
    assert (seen["out"], seen["dealer"], seen["status"]) == (["Bo", "Cleo"], "Dag", "playing")
    assert seen["players"] == ["Anna", "Bo", "Cleo", "Dag"]
    assert pointers(game.enter(row(Anna=1, Dag=1, Bo=0))) == ["/entries/Bo"]
    assert pointers(game.enter(row(Anna=1))) == ["/entries/Dag"]
    seen = play(game, row(Anna=10, Dag=0))
    assert (seen["dealer"], seen["totals"]) == ("Anna", {"Anna": 20, "Bo": 60, "Cleo": 50, "Dag": 0})
    seen = play(game, row(Anna=30, Dag=49))
    assert (seen["status"], seen["winners"], seen["out"]) == ("ended", ["Dag"], ["Bo", "Cleo", "Anna"])
    assert game.enter(row(Dag=1)).status_code == 409
    seen = document_of(game.undo())
    assert (seen["status"], seen["out"]) == ("playing", ["Bo", "Cleo"])


def test_all_who_are_left_go_out_together(table: Table) -> None:
    seen = play(limited(table), row(Anna=100, Bo=0, Cleo=0), row(Bo=120, Cleo=130))
    assert (seen["status"], seen["winners"]) == ("ended", ["Bo"])
    seen = play(limited(table), row(Anna=100, Bo=0, Cleo=0), row(Bo=120, Cleo=120))
    assert (seen["winners"], seen["out"]) == (["Bo", "Cleo"], ["Anna", "Bo", "Cleo"])


@pytest.mark.parametrize(("rejoin", "total"), [("highest", 90), ("highest_plus_one", 91)])
def test_a_player_comes_back_in_with_the_highest_total_still_in(table: Table, rejoin: str, total: int) -> None:
    game = limited(table, rejoin=rejoin)
    play(game, row(Anna=120, Bo=30, Cleo=90))
    assert pointers(game.enter(row(["Bo"], Anna=1, Bo=1, Cleo=1))) == ["/rejoin/0"]
    assert pointers(game.enter(row(["Anna", "Anna"], Anna=1, Bo=1, Cleo=1))) == ["/rejoin/1"]
    seen = play(game, row(["Anna"], Anna=1, Bo=1, Cleo=0))
    assert (seen["totals"], seen["out"]) == ({"Anna": total + 1, "Bo": 31, "Cleo": 90}, [])
    assert (seen["rounds"][1]["rejoin"], seen["rounds"][1]["scores"]["Anna"]) == (["Anna"], 1)
    seen = play(game, row(Anna=9, Bo=0, Cleo=0), row(["Anna"], Anna=2, Bo=5, Cleo=0))
    assert seen["totals"] == {"Anna": total + 2, "Bo": 36, "Cleo": 90}, "any number of times"
    corrected = document_of(game.correct(4, row(Bo=5, Cleo=0)))
    assert (corrected["out"], corrected["totals"]["Anna"]) == (["Anna"], total + 10)
    voided = document_of(game.void(2))
    assert voided["totals"]["Anna"] == 129, "the round before which Anna came back in counts no more"


def test_nobody_comes_back_if_one_is_left_or_the_total_is_too_high(table: Table) -> None:
    game = limited(table, "Anna Bo Cleo", rejoin="highest_plus_one")
    play(game, row(Anna=120, Bo=30, Cleo=99))
    assert pointers(game.enter(row(["Anna"], Anna=1, Bo=1, Cleo=1))) == ["/rejoin/0"]
    never = limited(table, "Anna Bo Cleo")
    play(never, row(Anna=120, Bo=30, Cleo=9))
    assert pointers(never.enter(row(["Anna"], Anna=1, Bo=1, Cleo=1))) == ["/rejoin/0"]


def test_the_table_stops_and_only_who_is_in_can_win(table: Table) -> None:
    game = limited(table, "Anna Bo Cleo Dag", past_limit=True)
    seen = play(game, row(Anna=101, Bo=100, Cleo=30, Dag=30))
    assert seen["out"] == ["Anna"]
    assert document_of(game.end())["winners"] == ["Cleo", "Dag"]


def test_a_corrected_round_may_put_somebody_out_or_bring_somebody_back(table: Table) -> None:
    """What was entered stays: a missing entry adds nothing, one too many counts."""
    game = limited(table)
    play(game, row(Anna=120, Bo=30, Cleo=0), row(Bo=5, Cleo=5))
    seen = document_of(game.correct(1, row(Anna=12, Bo=130, Cleo=0)))
    assert (seen["out"], seen["totals"], seen["status"]) == (["Bo"], {"Anna": 12, "Bo": 135, "Cleo": 5}, "playing")


def test_an_export_comes_back_as_it_was(table: Table) -> None:
    game = limited(table, rejoin="highest", name_of_game=" Äxt ")
    play(game, row(Anna=120, Bo=30, Cleo=90), row(["Anna"], Anna=1, Bo=1, Cleo=0), row(Anna=50, Bo=0, Cleo=0))
    game.void(3)
    game.undo()
    exported = document_of(game.ask("GET", "/export"))
    taken = table.take(table.api.post(f"{PREFIX}/games/import", json=exported))
    same = {key: value for key, value in game.see().items() if key not in ("id", "keys")}
    assert {key: value for key, value in taken.see().items() if key not in ("id", "keys")} == same
    assert document_of(taken.undo())["out"] == []
    csv = game.ask("GET", "/export", headers={"Accept": "text/csv"}).text.splitlines()
    assert csv[1:3] == ["1,,out,false,120,30,90", "2,,out,false,1,1,0"]
    exported["history"][1]["after"]["rejoin"] = []
    assert table.api.post(f"{PREFIX}/games/import", json=exported).status_code == 422


@only_sqlite
def test_the_referee_answers_two_questions_and_says_why_no_other(table: Table) -> None:
    def ask(question: str, situation: object, **rules: object) -> Any:
        body = {"variant": "points", "house_rules": rules, "situation": situation}
        return table.api.post(f"{PREFIX}/referee/{question}", json=body)

    for question, situation in (("meld", {"cards": ["7H", "8H", "9H"]}), ("hand-value", {"cards": []})):
        refused = ask(question, situation)
        assert refused.status_code == 422
        assert "counts points only" in document_of(refused)["errors"][0]["detail"]
    assert pointers(ask("round-score", {"players": {"A": {}, "B": {}}})) == ["/situation/players"]
    assert pointers(ask("round-score", {"racks_left": {"A": 1, "B": 2}})) == ["/situation/racks_left"]
    limit = {"end": "limit", "rejoin": "highest"}
    rows = [{"A": 100, "B": 5, "C": 7}, {"B": 1, "C": 1}]
    assert pointers(ask("game-end", {"rounds": [*rows, {"A": 1, "B": 1, "C": 0}]}, **limit)) == [
        "/situation/rounds/2/A"
    ]
    assert pointers(ask("game-end", {"rounds": [*rows, {"B": 1}]}, **limit)) == ["/situation/rounds/2"]
    for player, before in (("B", 2), ("A", 1), ("A", 5), ("Z", 2)):
        wrong = {"rounds": rows, "rejoined": [{"player": player, "before_round": before}]}
        assert pointers(ask("game-end", wrong, **limit)) == ["/situation/rejoined/0"], (player, before)
    assert pointers(ask("game-end", {"rounds": rows, "rejoined": [{"player": "A", "before_round": 3}]})) == [
        "/situation/rejoined/0"
    ]
    assert pointers(
        ask("game-end", {"totals": {"A": 1}, "rejoined": [{"player": "A", "before_round": 3}]}, **limit)
    ) == ["/situation/rounds"]
    answer = document_of(ask("game-end", {"rounds": rows}, **limit))
    assert (answer["settled"], answer["readings"], answer["headline"]) == (
        True,
        [],
        "The game goes on: B and C are still in",
    )
    assert answer["facts"] | {"totals": {}} == {
        **{"ended": False, "winners": [], "deal_again": False, "totals": {}},
        **{"out": ["A"], "may_rejoin": ["A"], "rejoin_at": 8},
    }


def test_partners_have_entries_of_their_own_and_share_their_points(table: Table) -> None:
    """Both win, each with a line for what the partner scored; an export makes the same game again."""
    game = table.game("points", "Anna Bo Cleo Dag", house_rules={"teams": True, "end": "target", "target": 50})
    seen = play(game, row(Anna=10, Bo=5, Cleo=20, Dag=0), row(Anna=20, Bo=1, Cleo=0, Dag=1))
    assert seen["totals"] == {"Anna": 50, "Bo": 7, "Cleo": 50, "Dag": 7}
    assert (seen["status"], seen["winners"]) == ("ended", ["Anna", "Cleo"])
    first = seen["rounds"][0]
    assert first["entries"]["Cleo"] == {"points": 20}
    assert first["lines"]["Cleo"] == [{"points": 20, "rule": None}, {"points": 10, "rule": "PT-16"}]
    assert first["lines"]["Bo"] == [{"points": 5, "rule": None}]
    again = table.take(table.api.post(f"{PREFIX}/games/import", json=game.ask("GET", "/export").json))
    assert again.see()["totals"] == seen["totals"]
    assert again.see()["winners"] == seen["winners"]


@only_sqlite
def test_who_comes_back_in_brings_the_partner_along(table: Table) -> None:
    game = limited(table, "Anna Bo Cleo Dag Eli Fay", limit=50, rejoin="highest", teams=True)
    seen = play(game, row(Anna=60, Bo=10, Cleo=20, Dag=0, Eli=0, Fay=0))
    assert (seen["out"], seen["dealer"]) == (["Anna", "Dag"], "Bo")
    assert pointers(game.enter(row(Bo=1, Cleo=1, Eli=1, Fay=1, Dag=1))) == ["/entries/Dag"]
    seen = play(game, row(["Dag"], Anna=1, Bo=1, Cleo=1, Dag=0, Eli=0, Fay=0))
    assert (seen["out"], seen["totals"]["Anna"], seen["totals"]["Dag"]) == ([], 21, 21)
    assert seen["rounds"][1]["rejoin"] == ["Dag", "Anna"]


@only_sqlite
def test_teams_need_an_even_number_of_players_and_at_least_four(table: Table) -> None:
    for players in ("Anna Bo", "Anna Bo Cleo"):
        body = {"variant": "points", "players": players.split(), "house_rules": {"teams": True}}
        assert pointers(table.ask(body)) == ["/players"]
