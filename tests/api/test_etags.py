"""If-None-Match avoids sending an unchanged game; If-Match refuses a change of another version."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from .conftest import ROUND, Game, document_of

CHANGES: list[tuple[str, str, Any]] = [
    ("POST", "/rounds", ROUND),
    ("PUT", "/rounds/1", ROUND),
    ("DELETE", "/rounds/1", None),
    ("POST", "/undo", None),
    ("POST", "/redo", None),
    ("POST", "/end", None),
]


@pytest.fixture
def grown(game: Game) -> Game:
    """A game at version 4 in which every change is possible."""
    game.enter(ROUND)
    game.enter(ROUND)
    game.undo()
    assert game.see()["version"] == 4
    return game


@pytest.mark.parametrize("encoding", ["identity", "gzip", "br", "gzip, deflate, br, zstd"])
def test_the_tag_is_the_version_whatever_the_encoding(grown: Game, encoding: str) -> None:
    for method in ("GET", "HEAD"):
        answer = grown.ask(method, headers={"Accept-Encoding": encoding})
        assert answer.headers["ETag"] == '"4"'
        assert "Content-Encoding" not in answer.headers
        assert answer.headers["Cache-Control"] == "private, no-cache"


@pytest.mark.parametrize("tag", ['"4"', 'W/"4"', '"1", "4"', '"x" , W/"4","5"', "*"])
def test_who_holds_the_version_is_sent_nothing(grown: Game, tag: str) -> None:
    for method in ("GET", "HEAD"):
        answer = grown.ask(method, headers={"If-None-Match": tag})
        assert (answer.status_code, answer.data, answer.headers["ETag"]) == (304, b"", '"4"')


@pytest.mark.parametrize("tag", ['"3"', '"44"', '""', "garbage", '"04"', ""])
def test_who_holds_another_version_is_sent_the_game(grown: Game, tag: str) -> None:
    assert grown.ask("GET", headers={"If-None-Match": tag}).status_code == 200


def test_304_needs_the_key(grown: Game) -> None:
    assert grown.ask("GET", key="wrong", headers={"If-None-Match": "*"}).status_code == 401


OTHERS = (
    '"3"',
    '""',
    'W/""',
    '"", "5"',
    '"5"',
    'W/"4"',
    '"1", "2"',
    "garbage",
    '"04"',
    '"4.0"',
    '"٤"',
    "",
    '"' + "9" * 5000 + '"',
    '"*"',
)


@pytest.mark.parametrize(("method", "action", "body"), CHANGES)
def test_a_change_of_another_version_saves_nothing(grown: Game, method: str, action: str, body: Any) -> None:
    before = grown.see()
    for tag in OTHERS:
        answer = grown.ask(method, action, body, headers={"If-Match": tag.encode().decode("latin-1")})
        assert answer.status_code == 412, tag
        assert answer.headers["ETag"] == '"4"'
        assert document_of(answer)["game"] == before
    assert grown.see() == before


@pytest.mark.parametrize(("method", "action", "body"), CHANGES)
def test_a_change_of_this_version_is_saved(grown: Game, method: str, action: str, body: Any) -> None:
    answer = grown.ask(method, action, body, headers={"If-Match": '"1", "4"'})
    assert answer.status_code in (200, 201)
    assert answer.headers["ETag"] == '"5"'


def test_any_version_will_do_for_a_star(grown: Game) -> None:
    assert grown.enter(ROUND, if_match="*").status_code == 201


def test_the_version_is_looked_at_before_the_round_the_body_and_the_end(grown: Game) -> None:
    grown.end()
    stale = {"If-Match": '"1"'}
    assert grown.ask("PUT", "/rounds/77", ROUND, headers=stale).status_code == 412
    assert grown.ask("DELETE", "/rounds/77", headers=stale).status_code == 412
    assert grown.ask("POST", "/rounds", data=b"{", headers=stale).status_code == 412
    assert grown.ask("POST", "/rounds", data=b"x" * 2_000_000, headers=stale).status_code == 412
    assert grown.ask("POST", "/end", headers=stale).status_code == 412
    assert grown.ask("PUT", "/rounds/77", data=b"{").status_code == 404


def test_of_several_at_once_with_one_version_exactly_one_is_saved(game: Game) -> None:
    def enter(_: int) -> int:
        return (
            game.app.test_client()
            .post(
                f"{game.url}/rounds",
                json=ROUND,
                headers={"Authorization": f"Bearer {game.keys['scorer']}", "If-Match": '"1"'},
            )
            .status_code
        )

    with ThreadPoolExecutor(8) as pool:
        statuses = sorted(pool.map(enter, range(8)))
    assert statuses == [201] + [412] * 7
    assert len(game.see()["rounds"]) == 1
