"""Any request gets a response that the OpenAPI document describes, and never a server error."""

import json
import os
from typing import Any

from flask import Flask
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scorekeeper.rules.variants import VARIANTS
from scorekeeper.services.payload_types import CLOSING_WAYS

from .conftest import PREFIX, Game, Table

# On each of the two stores; SCOREKEEPER_LONG_TESTS=1 tries ten times as many.
_EXAMPLES = 300 if os.environ.get("SCOREKEEPER_LONG_TESTS") == "1" else 60
OFTEN = settings(max_examples=_EXAMPLES, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])

NAMES = st.sampled_from(["Anna", "Bo", "Cleo", "anna", "", " Bo ", "Dan", "\ud800", "a/b", "\x00", "＝", "🃏"])
FLOATS = st.floats(allow_nan=False, allow_infinity=False)
NUMBERS = st.one_of(st.integers(-150, 150), st.integers(), FLOATS, st.just(10**25))
CARDS = st.sampled_from(["7H", "10h", "JK", "KS", "", "XX", "7♥", "７H", "JKJK"])
ANY = st.recursive(
    st.one_of(st.none(), st.booleans(), NUMBERS, st.text(max_size=5), NAMES, CARDS),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3), st.dictionaries(st.text(max_size=5) | NAMES, inner, max_size=3)
    ),
    max_leaves=6,
)
HOWS = st.sampled_from(["out", "stock_empty", "pool_empty", "OUT", ""])


def objects(**keys: st.SearchStrategy[Any]) -> st.SearchStrategy[dict[str, Any]]:
    """Return objects with any of these keys, mostly with valid values, and sometimes others."""
    optional = {key: st.one_of(value, value, value, ANY) for key, value in keys.items()}
    known = st.fixed_dictionaries({}, optional=optional)
    return st.one_of(
        known, known, st.tuples(known, st.dictionaries(st.text(max_size=4), ANY, max_size=1)).map(lambda p: p[0] | p[1])
    )


ENTRIES = objects(
    points=NUMBERS,
    plus=NUMBERS,
    minus=NUMBERS,
    melds=st.lists(st.lists(CARDS, max_size=3), max_size=2),
    laid_off=st.lists(CARDS, max_size=3),
    hand=st.lists(CARDS, max_size=3),
    failed_pile_pickups=st.integers(-1, 100),
    peeks=st.integers(-1, 100),
    false_calls=st.integers(-1, 100),
)
ROUNDS = objects(
    closer=NAMES,
    how=HOWS,
    entries=st.one_of(
        st.fixed_dictionaries(dict.fromkeys(("Anna", "Bo", "Cleo"), ENTRIES)), st.dictionaries(NAMES, ENTRIES)
    ),
    **dict.fromkeys(CLOSING_WAYS, st.booleans()),
    by=NAMES,
    why=st.text(max_size=5),
    accept_warnings=st.booleans(),
)
KEYS = st.sampled_from([*VARIANTS, "gin"])
GAMES = objects(
    variant=KEYS,
    players=st.lists(NAMES, min_size=2, max_size=4),
    house_rules=st.dictionaries(
        st.sampled_from(["target", "jokers", "settlement", "dealer", "agreed_rounds", "x"]), ANY, max_size=3
    ),
    dealer=NAMES,
    name=st.text(max_size=5),
)


def sent(value: object) -> dict[str, Any]:
    return {"data": json.dumps(value).encode(), "content_type": "application/json"}


@OFTEN
@given(body=st.one_of(GAMES, ANY))
def test_any_body_for_a_new_game(app: Flask, table: Table, body: Any) -> None:
    assert table.api.post(f"{PREFIX}/games", **sent(body)).status_code in (201, 422)


@OFTEN
@given(
    variant=st.sampled_from(list(VARIANTS)),
    bodies=st.lists(st.one_of(ROUNDS, ANY), min_size=1, max_size=3),
)
def test_any_body_for_a_round(table: Table, variant: str, bodies: list[Any]) -> None:
    """A round that is saved can be read, corrected, exported and imported."""
    game = table.game(variant)
    for body in bodies:
        assert game.ask("POST", "/rounds", headers={"Idempotency-Key": "k"}, **sent(body)).status_code in (
            201,
            409,
            422,
        )
        assert game.ask("POST", "/rounds", **sent(body)).status_code in (201, 409, 422)
        assert game.ask("PUT", "/rounds/1", **sent(body)).status_code in (200, 404, 422)
    assert list(game.see()["totals"]) == ["Anna", "Bo", "Cleo"][: VARIANTS[variant].most_players]
    exported = game.ask("GET", "/export").json
    assert table.api.post(f"{PREFIX}/games/import", json=exported).status_code == 201


@OFTEN
@given(body=ANY)
def test_any_body_for_undo_redo_and_end(game: Game, body: Any) -> None:
    for action in ("undo", "redo", "end"):
        assert game.ask("POST", f"/{action}", **sent(body)).status_code in (200, 409, 422)


@OFTEN
@given(data=st.data())
def test_any_change_of_an_export(table: Table, data: st.DataObject) -> None:
    """An export with one part replaced is imported or refused."""
    game = table.game()
    game.enter(
        {"closer": "Bo", "entries": {"Anna": {"points": 5}, "Bo": {"hand": []}, "Cleo": {"minus": 5, "peeks": 1}}}
    )
    game.void(1)
    game.undo()
    document: Any = game.ask("GET", "/export").json
    part = document
    while True:
        if not isinstance(part, dict | list) or not part:
            break
        key: Any = data.draw(st.sampled_from(sorted(part) if isinstance(part, dict) else range(len(part))))
        if not isinstance(part[key], dict | list) or data.draw(st.booleans()):
            part[key] = data.draw(ANY)
            break
        part = part[key]
    assert table.api.post(f"{PREFIX}/games/import", **sent(document)).status_code in (201, 422)


@OFTEN
@given(raw=st.binary(max_size=60))
def test_any_bytes(game: Game, raw: bytes) -> None:
    answer = game.ask("POST", "/rounds", data=raw, content_type="application/json")
    assert answer.status_code in (400, 422)


@OFTEN
@given(
    tag=st.text(st.characters(max_codepoint=255, exclude_categories=["Cc"]), max_size=12),
    key=st.text(st.characters(max_codepoint=255, exclude_categories=["Cc"]), max_size=12),
    authorization=st.text(st.characters(max_codepoint=255, exclude_categories=["Cc"]), max_size=12),
    accept=st.text(st.characters(max_codepoint=255, exclude_categories=["Cc"]), max_size=12),
)
def test_any_headers(game: Game, tag: str, key: str, authorization: str, accept: str) -> None:
    more = {"If-None-Match": tag, "If-Match": tag, "Idempotency-Key": key, "Accept": accept, "Accept-Language": accept}
    for method, action in (("GET", ""), ("GET", "/export"), ("POST", "/redo")):
        assert game.ask(method, action, headers=more).status_code in (200, 304, 409, 412, 422)
        assert game.ask(method, action, key=None, headers={"Authorization": authorization}).status_code == 401
        assert game.ask(method, action, key=authorization).status_code == 401
