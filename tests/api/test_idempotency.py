"""A request sent again with its Idempotency-Key changes nothing and gets the first response."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from .conftest import ROUND, Game, Table, document_of, points

pytestmark = pytest.mark.both_databases  # receipts are rows

ONCE = {"Idempotency-Key": "once"}
OTHER = points("Anna", Anna=50, Bo=-10, Cleo=5)
ACTIONS: list[tuple[str, Any]] = [("/rounds", ROUND), ("/undo", None), ("/redo", {"by": "Bo"}), ("/end", None)]


@pytest.fixture
def grown(game: Game) -> Game:
    """A game in which every change is possible."""
    game.enter(ROUND)
    game.enter(ROUND)
    game.undo()
    return game


@pytest.mark.parametrize(("action", "body"), ACTIONS)
def test_the_second_answer_is_the_first_also_when_the_version_has_moved_on(grown: Game, action: str, body: Any) -> None:
    first = grown.ask("POST", action, body, headers=ONCE)
    assert first.status_code in (200, 201)
    after = grown.see()
    for _ in range(2):
        again = grown.ask("POST", action, body, headers=ONCE)
        assert (again.status_code, again.data, again.headers["ETag"]) == (
            first.status_code,
            first.data,
            first.headers["ETag"],
        )
        assert grown.see() == after
    grown.correct(1, OTHER)
    grown.void(1)
    after = grown.see()
    again = grown.ask("POST", action, body, headers=ONCE)
    assert (again.status_code, again.data) == (first.status_code, first.data)
    assert grown.see() == after


def test_also_when_the_first_ended_the_game(table: Table) -> None:
    game = table.game(house_rules={"target": 30})
    first = game.ask("POST", "/rounds", ROUND, headers=ONCE)
    assert document_of(first)["status"] == "ended"
    again = game.ask("POST", "/rounds", ROUND, headers=ONCE)
    assert (again.status_code, again.data) == (201, first.data)
    assert game.enter(ROUND).status_code == 409


def test_also_when_the_first_was_taken_back(game: Game) -> None:
    first = game.ask("POST", "/rounds", ROUND, headers=ONCE)
    game.undo()
    assert game.ask("POST", "/rounds", ROUND, headers=ONCE).data == first.data
    assert game.see()["rounds"] == []


def test_also_with_the_version_of_the_first_time(game: Game) -> None:
    """The idempotency key is checked before If-Match."""
    headers = ONCE | {"If-Match": '"1"'}
    first = game.ask("POST", "/rounds", ROUND, headers=headers)
    again = game.ask("POST", "/rounds", ROUND, headers=headers)
    assert (first.status_code, again.status_code, again.data) == (201, 201, first.data)


def test_also_when_the_same_json_is_spelled_differently(game: Game) -> None:
    first = game.ask("POST", "/rounds", ROUND, headers=ONCE)
    spelled = (
        b'{ "entries": {"Cleo": {"points": -25}, "Anna": {"points": 35}, "Bo": {"points":25}},\n'
        b'  "how": "\\u006fut", "closer": "Bo"}'
    )
    again = game.ask("POST", "/rounds", data=spelled, content_type="application/json", headers=ONCE)
    assert (again.status_code, again.data) == (201, first.data)


@pytest.mark.parametrize(
    ("action", "body"),
    [
        ("/rounds", OTHER),
        ("/rounds", None),
        ("/rounds", {"nonsense": 1}),
        ("/undo", None),
        ("/end", None),
        ("/undo", {}),
    ],
)
def test_the_key_with_another_request_is_refused(game: Game, action: str, body: Any) -> None:
    game.ask("POST", "/rounds", ROUND, headers=ONCE)
    before = game.see()
    assert game.ask("POST", action, body, headers=ONCE | {"If-Match": '"1"'}).status_code == 422
    assert game.see() == before


def test_a_body_that_is_too_large_is_another_request(game: Game) -> None:
    game.ask("POST", "/rounds", ROUND, headers=ONCE)
    answer = game.ask("POST", "/rounds", data=b"x" * 2_000_000, content_type="application/json", headers=ONCE)
    assert answer.status_code == 422


def test_a_refused_request_leaves_its_key_free(table: Table) -> None:
    game = table.game(house_rules={"target": 100})
    refused = [
        (points(Anna=5), {}, 422),
        (points(Anna=33, Bo=5, Cleo=5), {}, 422),
        (ROUND, {"If-Match": '"9"'}, 412),
    ]
    for body, headers, status in refused:
        assert game.ask("POST", "/rounds", body, headers=ONCE | headers).status_code == status
    for raw, kind, status in (
        (b"{", "application/json", 400),
        (b"{}", "text/plain", 415),
        (b" " * 2_000_000, "application/json", 413),
    ):
        assert game.ask("POST", "/rounds", data=raw, content_type=kind, headers=ONCE).status_code == status
    assert game.ask("POST", "/undo", headers=ONCE).status_code == 409
    assert game.ask("POST", "/rounds", ROUND, headers=ONCE).status_code == 201
    assert len(game.see()["rounds"]) == 1


def test_what_was_refused_because_the_game_had_ended_is_taken_later(table: Table) -> None:
    game = table.game(house_rules={"target": 30})
    game.enter(ROUND)
    assert game.ask("POST", "/rounds", OTHER, headers=ONCE).status_code == 409
    game.void(1)
    assert game.ask("POST", "/rounds", OTHER, headers=ONCE).status_code == 201


def test_a_key_is_for_one_game(table: Table) -> None:
    for _ in range(2):
        game = table.game()
        assert game.ask("POST", "/rounds", ROUND, headers=ONCE).status_code == 201
        assert len(game.see()["rounds"]) == 1


def test_other_keys_are_other_requests(game: Game) -> None:
    for number in range(3):
        assert game.enter(ROUND, idempotency_key=f"key {number}").status_code == 201
    assert game.enter(ROUND).status_code == 201
    assert len(game.see()["rounds"]) == 4


@pytest.mark.parametrize("key", ["x", "x" * 200, "a b, c\"d'e;f", "\xe9" * 200, "🃏".encode().decode("latin-1") * 200])
def test_a_key_has_up_to_200_characters(game: Game, key: str) -> None:
    for _ in range(2):
        assert game.enter(ROUND, idempotency_key=key).status_code == 201
    assert len(game.see()["rounds"]) == 1


@pytest.mark.parametrize("key", ["", "x" * 201, "x" * 5000])
@pytest.mark.parametrize("action", ["/rounds", "/undo", "/redo", "/end"])
def test_a_key_that_is_empty_or_too_long_is_refused_by_its_name(grown: Game, action: str, key: str) -> None:
    body = ROUND if action == "/rounds" else None
    answer = grown.ask("POST", action, body, headers={"Idempotency-Key": key})
    assert answer.status_code == 422
    assert "Idempotency-Key" in document_of(answer)["detail"]
    assert grown.see()["version"] == 4


def test_the_key_means_nothing_where_it_is_not_taken(game: Game) -> None:
    game.enter(ROUND)
    assert game.correct(1, ROUND, idempotency_key="a").status_code == 200
    assert game.correct(1, OTHER, idempotency_key="a").status_code == 200
    assert game.void(1, idempotency_key="a").status_code == 200


def send(game: Game, action: str, body: Any, key: str | None) -> tuple[int, bytes]:
    """Send a request from a new client."""
    headers = {"Authorization": f"Bearer {game.keys['scorer']}", **({"Idempotency-Key": key} if key else {})}
    sent = {} if body is None else {"json": body}
    answer = game.app.test_client().post(f"{game.url}{action}", headers=headers, **sent)
    return answer.status_code, answer.data


@pytest.mark.parametrize(("action", "body"), ACTIONS)
def test_the_same_eight_times_at_once_is_done_once(grown: Game, action: str, body: Any) -> None:
    with ThreadPoolExecutor(8) as pool:
        answers = set(pool.map(lambda _: send(grown, action, body, "once"), range(8)))
    assert len(answers) == 1
    assert answers.pop()[0] == (201 if action == "/rounds" else 200)
    assert grown.see()["version"] == 5


def test_eight_rounds_at_once_are_eight_rounds(game: Game) -> None:
    bodies = [points(Anna=5 * number, Bo=0, Cleo=0) for number in range(8)]
    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(lambda body: send(game, "/rounds", body, None), bodies))
    assert {status for status, _ in answers} == {201}
    seen = game.see()
    assert sorted(round_["scores"]["Anna"] for round_ in seen["rounds"]) == [5 * number for number in range(8)]
    assert [round_["number"] for round_ in seen["rounds"]] == list(range(1, 9))
    assert (seen["version"], seen["totals"]["Anna"]) == (9, 5 * sum(range(8)))
