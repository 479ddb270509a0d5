"""Voiding a round."""

import pytest

from .conftest import ROUND, Game, Table, document_of, points


def test_it_keeps_number_and_scores_and_counts_no_more(game: Game) -> None:
    game.enter(ROUND)
    game.enter(ROUND)
    answer = game.void(1)
    seen = document_of(answer)
    assert (answer.status_code, answer.headers["ETag"]) == (200, '"4"')
    first, second = seen["rounds"]
    assert (first["number"], first["voided"], second["number"], second["voided"]) == (1, True, 2, False)
    assert first["scores"] == {"Anna": 35, "Bo": 25, "Cleo": -25}
    assert first["totals"] == {"Anna": 0, "Bo": 0, "Cleo": 0}
    assert second["totals"] == seen["totals"] == {"Anna": 35, "Bo": 25, "Cleo": -25}


def test_the_totals_of_a_voided_round_are_those_before_it(game: Game) -> None:
    for _ in range(3):
        game.enter(ROUND)
    rounds = document_of(game.void(2))["rounds"]
    assert rounds[1]["totals"] == rounds[0]["totals"]
    assert rounds[2]["totals"] == {"Anna": 70, "Bo": 50, "Cleo": -50}


def test_a_second_time_changes_nothing(game: Game) -> None:
    game.enter(ROUND)
    first = game.void(1)
    second = game.void(1, "?by=Bo")
    assert (second.status_code, second.json, second.headers["ETag"]) == (200, first.json, '"3"')
    assert len(game.history()) == 2


def test_the_next_round_has_the_next_number(game: Game) -> None:
    game.enter(ROUND)
    game.void(1)
    assert [round_["number"] for round_ in document_of(game.enter(ROUND))["rounds"]] == [1, 2]


def test_who_and_why_stand_in_the_history(game: Game) -> None:
    game.enter(ROUND)
    game.void(1, "?by=Zo%C3%AB&why=%20counted+twice%20")
    revision = game.history()[-1]
    assert (revision["what"], revision["who"], revision["why"]) == ("void", "Zoë", "counted twice")


def test_an_empty_who_is_nobody(game: Game) -> None:
    game.enter(ROUND)
    game.void(1, "?by=&why=%20")
    revision = game.history()[-1]
    assert (revision["who"], revision["why"]) == (None, None)


@pytest.mark.parametrize(
    ("query", "pointer"),
    [
        ("?by=" + "x" * 201, "/by"),
        ("?why=a%00b", "/why"),
        ("?by=a%0Ab", "/by"),
        ("?who=Bo", "/who"),
        ("?a/b=1", "/a~1b"),
    ],
)
def test_what_cannot_be_is_refused(game: Game, query: str, pointer: str) -> None:
    game.enter(ROUND)
    answer = game.void(1, query)
    assert answer.status_code == 422
    assert [error["pointer"] for error in document_of(answer)["errors"]] == [pointer]
    assert game.see()["version"] == 2


def test_voiding_may_reopen_a_game_and_undoing_it_end_it_again(table: Table) -> None:
    game = table.game(house_rules={"target": 100})
    game.enter(points(Anna=100, Bo=0, Cleo=0))
    assert game.see()["status"] == "ended"
    assert document_of(game.void(1))["status"] == "playing"
    assert document_of(game.undo())["status"] == "ended"


def test_voiding_the_only_round_after_the_table_ended_leaves_it_ended(game: Game) -> None:
    game.enter(ROUND)
    game.end()
    assert document_of(game.void(1))["status"] == "ended"
