"""Replacing a round."""

from typing import Any

import pytest

from .conftest import ROUND, Game, Table, document_of, points

OTHER = points("Anna", Anna=50, Bo=-10, Cleo=5)


def test_all_of_the_round_is_replaced_and_the_totals_follow(game: Game) -> None:
    game.enter(ROUND | {"by": "Anna"})
    game.enter(ROUND)
    answer = game.correct(1, OTHER | {"why": "misheard"})
    seen = document_of(answer)
    assert (answer.status_code, answer.headers["ETag"], seen["version"]) == (200, '"4"', 4)
    first, second = seen["rounds"]
    assert (first["number"], first["closer"], first["by"]) == (1, "Anna", None)
    assert first["entries"] == OTHER["entries"]
    assert first["totals"] == {"Anna": 50, "Bo": -10, "Cleo": 5}
    assert second["totals"] == seen["totals"] == {"Anna": 85, "Bo": 15, "Cleo": -20}


def test_a_voided_round_counts_again(game: Game) -> None:
    game.enter(ROUND)
    game.void(1)
    seen = document_of(game.correct(1, ROUND))
    assert seen["rounds"][0]["voided"] is False
    assert seen["totals"] == {"Anna": 35, "Bo": 25, "Cleo": -25}


def test_a_correction_may_end_and_reopen_a_game(table: Table) -> None:
    game = table.game(house_rules={"target": 100})
    game.enter(ROUND)
    ended = document_of(game.correct(1, points("Anna", Anna=100, Bo=0, Cleo=0)))
    assert (ended["status"], ended["winners"]) == ("ended", ["Anna"])
    reopened = document_of(game.correct(1, ROUND))
    assert (reopened["status"], reopened["winners"]) == ("playing", [])
    assert game.enter(ROUND).status_code == 201


def test_a_round_is_corrected_after_the_table_ended_the_game(game: Game) -> None:
    game.enter(ROUND)
    game.end()
    seen = document_of(game.correct(1, OTHER))
    assert (seen["status"], seen["winners"]) == ("ended", ["Anna"])


@pytest.mark.parametrize(
    "number", [0, 2, 99, -1, "01", "1.0", "one", "１", "²", "9" * 20, "1" * 5000, "1%00", "+1", "%20"]
)
def test_there_is_no_such_round(game: Game, number: Any) -> None:
    game.enter(ROUND)
    assert game.correct(number, OTHER).status_code == 404
    assert game.void(number).status_code == 404
    assert game.see()["version"] == 2


def test_a_round_taken_back_is_gone(game: Game) -> None:
    game.enter(ROUND)
    game.undo()
    assert game.correct(1, OTHER).status_code == 404


def test_what_cannot_be_is_refused_as_in_a_new_round(game: Game) -> None:
    game.enter(ROUND)
    assert game.correct(1, points(Anna=5)).status_code == 422
    assert game.correct(1, points(Anna=3, Bo=5, Cleo=5)).status_code == 422
    assert game.correct(1, points("Dan", Anna=5, Bo=5, Cleo=5)).status_code == 422
    assert game.see()["version"] == 2
    seen = document_of(game.correct(1, points(Anna=3, Bo=5, Cleo=5) | {"accept_warnings": True}))
    assert [warning["code"] for warning in seen["rounds"][0]["warnings"]] == ["impossible_points"]


def test_warnings_go_with_what_they_were_about(game: Game) -> None:
    game.enter(points(Anna=3, Bo=5, Cleo=5) | {"accept_warnings": True})
    assert document_of(game.correct(1, ROUND))["rounds"][0]["warnings"] == []
