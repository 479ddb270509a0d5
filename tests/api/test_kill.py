"""A server that is killed between commit and response loses no change, and the repeated request makes none twice."""

import http.client
import json
from typing import Any

import pytest

from scorekeeper.config.settings import Settings

from ..processes import Death, serving
from .conftest import PREFIX, ROUND

pytestmark = pytest.mark.both_databases  # what was saved is there


def ask(port: int, method: str, path: str, body: Any = None, **headers: str) -> tuple[int, Any]:
    """Send a request over HTTP; a body that is an iterator is sent in chunks."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    sent = json.dumps(body).encode() if isinstance(body, dict) else body
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    try:
        connection.request(method, PREFIX + path, sent, {"Content-Type": "application/json", **named})
        answer = connection.getresponse()
        return answer.status, json.loads(answer.read())
    finally:
        connection.close()


def new_game(port: int) -> tuple[str, str]:
    """Make a game; return its URL and the header with its key."""
    status, made = ask(port, "POST", "/games", {"variant": "da-500", "players": ["Anna", "Bo", "Cleo"]})
    assert status == 201
    return f"/games/{made['id']}", f"Bearer {made['keys']['scorer']}"


@pytest.mark.parametrize("dies", ["before", "after"])
def test_a_round_sent_again_to_a_fresh_server_is_there_once(settings: Settings, dies: Death) -> None:
    with serving(settings, dies=dies) as port:
        game, key = new_game(port)
        with pytest.raises(ConnectionError):
            ask(port, "POST", f"{game}/rounds", ROUND, Authorization=key, Idempotency_Key="once")
    with serving(settings) as port:
        saved = ask(port, "GET", game, Authorization=key)[1]
        assert len(saved["rounds"]) == (dies == "after")
        answers = [ask(port, "POST", f"{game}/rounds", ROUND, Authorization=key, Idempotency_Key="once") for _ in "12"]
        assert answers[0] == answers[1]
        assert answers[0][0] == 201
        seen = ask(port, "GET", game, Authorization=key)[1]
        assert (seen["version"], len(seen["rounds"])) == (2, 1)
        assert seen == answers[0][1]


def test_an_undo_sent_again_takes_back_one_round(settings: Settings) -> None:
    with serving(settings) as port:
        game, key = new_game(port)
        for _ in range(2):
            assert ask(port, "POST", f"{game}/rounds", ROUND, Authorization=key)[0] == 201
    with serving(settings, dies="after") as port, pytest.raises(ConnectionError):
        ask(port, "POST", f"{game}/undo", Authorization=key, Idempotency_Key="once")
    with serving(settings) as port:
        assert ask(port, "POST", f"{game}/undo", Authorization=key, Idempotency_Key="once")[0] == 200
        assert len(ask(port, "GET", game, Authorization=key)[1]["rounds"]) == 1


def test_a_body_in_chunks_is_taken_and_limited(settings: Settings) -> None:
    with serving(settings) as port:
        game, key = new_game(port)
        small = json.dumps(ROUND).encode()
        for padding, status in ((0, 201), (40, 413), (200, 413)):
            chunks = iter([small, *[b" " * 32_768] * padding])
            assert ask(port, "POST", f"{game}/rounds", chunks, Authorization=key)[0] == status
