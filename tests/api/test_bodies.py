"""Request bodies that are too large, undeclared, no JSON, or JSON with duplicate keys or absurd depth."""

import io
import json
from typing import Any

import pytest

from .conftest import PREFIX, ROUND, Game, Table, document_of, only_sqlite

MIB = 1024 * 1024
JSON = "application/json"


def padded(document: dict[str, Any], size: int) -> bytes:
    """Return a document as JSON of exactly `size` bytes."""
    raw = json.dumps(document).encode()
    return raw + b" " * (size - len(raw))


@pytest.mark.parametrize(("method", "action"), [("POST", "/rounds"), ("PUT", "/rounds/1"), ("POST", "/undo")])
def test_more_than_one_mib_is_too_large(game: Game, method: str, action: str) -> None:
    game.enter(ROUND)
    body = {} if action == "/undo" else ROUND
    for size in (MIB + 1, 10 * MIB):
        answer = game.ask(method, action, data=padded(body, size), content_type=JSON)
        assert answer.status_code == 413
    assert game.see()["version"] == 2
    assert game.ask(method, action, data=padded(body, MIB), content_type=JSON).status_code in (200, 201)


def test_also_for_a_new_game(table: Table) -> None:
    body = {"variant": "da-500", "players": ["A", "B"]}
    for size, status in ((MIB, 201), (MIB + 1, 413), (10 * MIB, 413)):
        answer = table.api.post(f"{PREFIX}/games", data=padded(body, size), content_type=JSON)
        assert answer.status_code == status


def test_an_import_may_have_sixteen_mib(table: Table, game: Game) -> None:
    document = document_of(game.ask("GET", "/export"))
    for size, status in ((16 * MIB, 201), (16 * MIB + 1, 413)):
        answer = table.api.post(f"{PREFIX}/games/import", data=padded(document, size), content_type=JSON)
        assert answer.status_code == status
        assert "16" in document_of(answer)["detail"] if status == 413 else True


@pytest.mark.parametrize(("size", "status"), [(1000, 201), (MIB, 201), (MIB + 1, 413), (10 * MIB, 413)])
def test_a_body_in_chunks_has_the_same_limit(game: Game, size: int, status: int) -> None:
    answer = game.ask(
        "POST",
        "/rounds",
        input_stream=io.BytesIO(padded(ROUND, size)),
        content_type=JSON,
        headers={"Transfer-Encoding": "chunked"},
        environ_overrides={"wsgi.input_terminated": True},
    )
    assert answer.status_code == status


def test_a_body_in_chunks_that_is_too_large_is_too_large_for_a_repeated_sending_too(game: Game) -> None:
    answer = game.ask(
        "POST",
        "/rounds",
        input_stream=io.BytesIO(padded(ROUND, 2 * MIB)),
        content_type=JSON,
        headers={"Transfer-Encoding": "chunked", "Idempotency-Key": "once"},
        environ_overrides={"wsgi.input_terminated": True},
    )
    assert answer.status_code == 413


@only_sqlite
@pytest.mark.parametrize(
    "kind", ["", "text/plain", "application/x-www-form-urlencoded", "application/jsonp", "json", "text/json"]
)
@pytest.mark.parametrize(("method", "action"), [("POST", "/rounds"), ("PUT", "/rounds/1")])
def test_what_is_not_declared_as_json_is_not_taken(game: Game, method: str, action: str, kind: str) -> None:
    game.enter(ROUND)
    answer = game.ask(method, action, data=json.dumps(ROUND).encode(), content_type=kind)
    assert answer.status_code == 415
    assert game.see()["version"] == 2


def test_a_form_with_a_file_is_not_taken(game: Game) -> None:
    assert game.ask("POST", "/rounds", data={"file": (io.BytesIO(b"x"), "x.json")}).status_code == 415


@pytest.mark.parametrize(
    "kind", [JSON, "application/json; charset=utf-8", "Application/JSON", "application/json;charset=UTF-8"]
)
def test_json_may_be_declared_in_any_spelling(game: Game, kind: str) -> None:
    assert game.ask("POST", "/rounds", data=json.dumps(ROUND).encode(), content_type=kind).status_code == 201


@pytest.mark.parametrize(
    ("coding", "status"), [("identity", 201), ("", 201), ("gzip", 415), ("br", 415), ("nonsense", 415)]
)
def test_a_content_encoding_is_not_taken(game: Game, coding: str, status: int) -> None:
    assert game.enter(ROUND, content_encoding=coding).status_code == status


NOT_JSON: dict[str, bytes] = {
    "nothing": b"",
    "white space": b"  ",
    "half of it": b'{"closer": "Bo", ',
    "two values": b"{} {}",
    "single quotes": b"{'closer': 'Bo'}",
    "a comma too many": b'{"closer": "Bo",}',
    "a comment": b"{} // round",
    "NaN": b'{"closer": NaN}',
    "Infinity": b'{"closer": -Infinity}',
    "a plus": b"+5",
    "a leading zero": b"05",
    "not UTF-8": b'{"closer": "\xff"}',
    "UTF-16": '{"closer": "Bo"}'.encode("utf-16"),
    "a byte order mark": b"\xef\xbb\xbf{}",
    "half a character in UTF-8": b'"\xed\xa0\x80"',
    "a control character": b'{"closer": "B\x00o"}',
    "a key twice": b'{"closer": "Bo", "closer": "Anna"}',
    "a key twice, deep": b'{"entries": {"Bo": {"points": 5}, "Bo": {"points": 6}}}',
    "a key twice, spelled differently": b'{"closer": "Bo", "cl\\u006fser": "Bo"}',
    "a very long number": b"9" * 10_000,
    "a very long negative number": b'{"closer": -' + b"9" * 10_000 + b"}",
    "deep lists": b"[" * 100_000,
    "deep lists, closed": b"[" * 500 + b"]" * 500,
    "deep objects": b'{"a":' * 5000 + b"1" + b"}" * 5000,
}


@only_sqlite
@pytest.mark.parametrize("raw", NOT_JSON.values(), ids=NOT_JSON)
def test_a_body_is_refused_as_no_json_for(game: Game, raw: bytes) -> None:
    for headers in ({}, {"Idempotency-Key": "once"}):
        answer = game.ask("POST", "/rounds", data=raw, content_type=JSON, headers=headers)
        assert answer.status_code == 400
        assert document_of(answer)["errors"][0]["pointer"] == ""
    assert game.see()["version"] == 1


def test_deep_choices_are_refused_everywhere(table: Table, game: Game) -> None:
    deep = b"[" * 45 + b"]" * 45
    for address, raw in (
        ("/games", b'{"variant": "da-500", "players": ["A", "B"], "house_rules": {"target": %s}}' % deep),
        ("/games", b'{"variant": %s, "players": %s}' % (deep, deep)),
        ("/games/import", b'{"format_version": 1, "game": %s, "history": [%s]}' % (deep, deep)),
        ("/games/import", b'{"format_version": 1, "game": {"variant": "da-500", "players": %s}, "history": []}' % deep),
    ):
        assert table.api.post(PREFIX + address, data=raw, content_type=JSON).status_code == 422
