"""Reading a game, and which keys allow it."""

import pytest

from scorekeeper.services.access.access import Role, new_key
from scorekeeper.store.database import db
from scorekeeper.store.models import Grant

from .conftest import PREFIX, ROUND, Game, Table, without_version

ACTIONS = [
    ("GET", ""),
    ("POST", "/rounds"),
    ("PUT", "/rounds/1"),
    ("DELETE", "/rounds/1"),
    ("POST", "/undo"),
    ("POST", "/redo"),
    ("POST", "/end"),
    ("GET", "/history"),
    ("GET", "/export"),
]
CHANGES = [action for action in ACTIONS if action[0] != "GET"]


def test_both_keys_show_the_game_as_it_was_made(game: Game) -> None:
    assert set(game.keys) == {"scorer", "viewer"}
    for key in game.keys.values():
        answer = game.ask("GET", key=key)
        assert answer.json == {key: value for key, value in game.made.items() if key != "keys"}


@pytest.mark.parametrize(("method", "action"), ACTIONS)
def test_without_the_right_key_every_address_gives_the_same_answer(
    table: Table, game: Game, method: str, action: str
) -> None:
    other = table.game()
    answers = [
        game.ask(method, action, key=None),
        game.ask(method, action, key="wrong"),
        game.ask(method, action, key=other.keys["scorer"]),
        game.ask(method, action, key=None, headers={"Authorization": "Basic QTpC"}),
        game.ask(method, action, key=None, headers={"Authorization": "Bearer"}),
        game.ask(method, action, key=None, headers={"Authorization": "Bearer \xff\xfe"}),
        game.ask(method, action, key=None, headers={"Authorization": game.keys["scorer"]}),
        game.ask(method, action, {"nonsense": 1}, key=None, headers={"If-Match": '"99"'}),
        game.api.open(f"{PREFIX}/games/0000000000000000{action}", method=method, headers=bearer(game)),
        game.api.open(f"{PREFIX}/games/%00{action}", method=method, headers=bearer(game)),
    ]
    assert {answer.status_code for answer in answers} == {401}
    assert {answer.headers["WWW-Authenticate"] for answer in answers} == {'Bearer realm="scorekeeper"'}
    assert len({answer.data for answer in answers}) == 1
    assert len({str(sorted(answer.headers)) for answer in answers}) == 1


def bearer(game: Game) -> dict[str, str]:
    return {"Authorization": f"Bearer {game.keys['scorer']}"}


def test_the_word_bearer_has_no_case(game: Game) -> None:
    headers = {"Authorization": f"bEARER {game.keys['viewer']}"}
    assert game.ask("GET", key=None, headers=headers).status_code == 200


@pytest.mark.parametrize(("method", "action"), CHANGES)
def test_a_viewer_changes_nothing_whatever_else_is_wrong(game: Game, method: str, action: str) -> None:
    game.enter(ROUND)
    for body, headers in ((None, {}), ({"nonsense": 1}, {"If-Match": '"77"', "Idempotency-Key": "x" * 300})):
        answer = game.ask(method, action, body, key=game.keys["viewer"], headers=headers)
        assert answer.status_code == 403
    assert game.see()["version"] == 2


def test_a_viewer_reads_history_and_export(game: Game) -> None:
    for address in ("", "/history", "/export"):
        assert game.ask("GET", address, key=game.keys["viewer"]).status_code == 200


def test_a_game_has_any_number_of_keys_each_withdrawn_alone(game: Game) -> None:
    with game.app.app_context():
        more = [new_key(game.made["id"], Role.VIEWER), new_key(game.made["id"], Role.SCORER)]
        assert game.ask("POST", "/rounds", ROUND, key=more[1]).status_code == 201
        grants = db.session.query(Grant).order_by(Grant.id).all()
        grants[1].withdrawn_at = grants[1].given_at
        db.session.commit()
    assert game.ask("GET", key=game.keys["viewer"]).status_code == 401
    for key in (game.keys["scorer"], *more):
        assert game.ask("GET", key=key).status_code == 200


def test_a_withdrawn_key_opens_nothing_not_even_what_it_sent_before(game: Game) -> None:
    headers = {"Idempotency-Key": "once"}
    assert game.ask("POST", "/rounds", ROUND, headers=headers).status_code == 201
    with game.app.app_context():
        for grant in db.session.query(Grant).all():
            grant.withdrawn_at = grant.given_at
        db.session.commit()
    assert game.ask("POST", "/rounds", ROUND, headers=headers).status_code == 401


def test_looking_changes_nothing(game: Game) -> None:
    game.enter(ROUND)
    before = game.see()
    for address in ("", "/history", "/export"):
        game.ask("GET", address)
        game.ask("HEAD", address)
    assert game.see() == before
    assert without_version(before)["rounds"]
