"""The penalty of a ruling in the scoreboard's notice, after a round is entered and after a decision."""

from flask import Flask
from markupsafe import Markup

from scorekeeper.services.games import course, creating, rounds
from scorekeeper.services.games.changes import Precondition
from scorekeeper.services.payload_reading import received
from scorekeeper.services.payloads import NewChange, NewRound
from scorekeeper.services.referee import decisions, rulings
from scorekeeper.services.referee.decisions import NewAcceptance
from scorekeeper.services.views.game_view import GameView
from scorekeeper.web.board.change_notice import notice_of

NOBODY = Precondition()
UNDO = received(NewChange, {})
CALL = {"discard": "6H", "table": [["3S", "4S", "5S"]], "discarder": "Anna", "callers": ["Bo"]}
BODY = {"closer": "Anna", "entries": {"Anna": {"points": 20}, "Bo": {"points": 60}}}


def gains(view: GameView, *, taken_back: bool = False) -> list[str]:
    return [str(gained.striptags()) for gained in notice_of(view, Markup("Saved."), taken_back=taken_back).gains]


def news(view: GameView) -> list[str]:
    return [str(told.striptags()) for told in notice_of(view, Markup("Saved."), taken_back=False).news]


def test_a_penalty_is_told_when_it_counts(app: Flask) -> None:
    with app.test_request_context():
        game_id = creating.create_game({"variant": "da-500", "players": ["Anna", "Bo"]}).game_id
        ruling = rulings.ask_in_game(game_id, lambda: {"question": "rummy-call", "situation": CALL}, NOBODY)
        assert gains(decisions.accept_ruling(game_id, ruling.id, received(NewAcceptance, {}), NOBODY).view) == []
        entered = rounds.enter_round(game_id, received(NewRound, BODY), NOBODY).view
        assert gains(entered) == ["Anna +20", "Bo +10"]
        assert "Anna is now in the lead." in news(entered)
        revoked = decisions.revoke_ruling(game_id, ruling.id, received(NewChange, {}), NOBODY).view
        assert gains(revoked) == ["Bo +50"]
        assert "Bo is now in the lead." in news(revoked)
        assert gains(course.undo(game_id, UNDO, NOBODY).view, taken_back=True) == ["Bo −50"]
        assert gains(course.undo(game_id, UNDO, NOBODY).view, taken_back=True) == [
            "Anna −20",
            "Bo −10",
        ]


def test_a_penalty_that_reopens_the_game_is_news(app: Flask) -> None:
    with app.test_request_context():
        made = creating.create_game({"variant": "da-500", "players": ["Anna", "Bo"], "house_rules": {"target": 50}})
        assert rounds.enter_round(made.game_id, received(NewRound, BODY), NOBODY).view.standing.ended
        ruling = rulings.ask_in_game(made.game_id, lambda: {"question": "rummy-call", "situation": CALL}, NOBODY)
        view = decisions.accept_ruling(made.game_id, ruling.id, received(NewAcceptance, {"round": 1}), NOBODY).view
        assert gains(view) == ["Bo −50"]
        assert news(view)[0] == "The game goes on."
