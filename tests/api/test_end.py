"""Ending a game before its target is reached."""

from .conftest import ROUND, Game, Table, document_of, points


def test_the_game_has_ended_and_the_highest_has_won(game: Game) -> None:
    game.enter(ROUND)
    answer = game.end({"by": "Bo", "why": "supper"})
    seen = document_of(answer)
    assert (answer.status_code, answer.headers["ETag"]) == (200, '"3"')
    assert (seen["status"], seen["winners"]) == ("ended", ["Anna"])
    assert game.enter(ROUND).status_code == 409


def test_it_stays_ended_until_that_is_undone(game: Game) -> None:
    game.enter(ROUND)
    game.end()
    game.correct(1, points("Bo", Anna=0, Bo=25, Cleo=0))
    assert game.see()["winners"] == ["Bo"]
    game.void(1)
    game.undo()
    game.undo()
    assert game.see()["status"] == "ended"
    assert document_of(game.undo())["status"] == "playing"


def test_without_a_round_that_counts_there_is_nothing_to_end(game: Game) -> None:
    assert game.end().status_code == 409
    game.enter(ROUND)
    game.void(1)
    assert game.end().status_code == 409
    assert game.see()["status"] == "playing"


def test_what_has_ended_cannot_be_ended(table: Table, game: Game) -> None:
    game.enter(ROUND)
    game.end()
    assert game.end().status_code == 409
    by_itself = table.game(house_rules={"target": 30})
    by_itself.enter(ROUND)
    assert by_itself.end().status_code == 409


def test_the_body_is_looked_at_before_whether_the_game_has_ended(game: Game) -> None:
    assert game.end({"nonsense": 1}).status_code == 422
