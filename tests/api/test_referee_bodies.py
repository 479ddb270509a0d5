"""Any question to the referee gets an answer or a problem document, never a server error.

`SCOREKEEPER_LONG_TESTS=1` tries 10,000 bodies a question instead of some dozens.
"""

import json
import os
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from scorekeeper.rules.cards import JOKER, NATURALS
from scorekeeper.rules.variants import VARIANTS
from scorekeeper.rules.variants.examples import EXAMPLES
from scorekeeper.services.referee.ask import JUDGES
from scorekeeper.services.referee.situations import SITUATIONS

from .conftest import PREFIX, CheckedClient, only_sqlite

pytestmark = only_sqlite

BODIES = 10_000 if os.environ.get("SCOREKEEPER_LONG_TESTS") == "1" else 60

CARDS = st.sampled_from([card.code for card in (*NATURALS, JOKER, JOKER, JOKER)])
NAMES = st.sampled_from(["Anna", "Bo", "Cleo", "Dagny"])
NUMBERS = st.integers(-3, 12) | st.sampled_from([-(10**6), 10**6, 99_999])
ANY = st.recursive(
    st.none()
    | st.booleans()
    | NUMBERS
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=5)
    | CARDS
    | NAMES,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5) | NAMES, inner, max_size=3),
    max_leaves=8,
)


def runs() -> st.SearchStrategy[list[str]]:
    """Cards that are often a meld: neighbours of one suit or one rank, some of them replaced by a joker."""
    suits, ranks = "SHDC", "A23456789TJQK"
    run = st.tuples(st.integers(0, 10), st.integers(2, 6), st.sampled_from(suits)).map(
        lambda found: [rank + found[2] for rank in ranks[found[0] : found[0] + found[1]]]
    )
    same = st.tuples(st.sampled_from(ranks), st.permutations(suits), st.integers(2, 4)).map(
        lambda found: [found[0] + suit for suit in found[1][: found[2]]]
    )
    return st.tuples(run | same, st.integers(-6, 3)).map(
        lambda found: ["JK" if index == found[1] else card for index, card in enumerate(found[0])]
    )


MELDS = st.lists(runs(), max_size=3)
HAND = st.lists(CARDS, max_size=6) | runs()
POINTS = st.dictionaries(NAMES, st.integers(-60, 60), min_size=2, max_size=4)
PLAYER = st.fixed_dictionaries({}, optional={"melds": MELDS, "hand": st.lists(CARDS, max_size=2), "peeks": NUMBERS})


def of(*words: str) -> st.SearchStrategy[str]:
    """A strategy for one of these words."""
    return st.sampled_from(words)


PARTS: dict[str, st.SearchStrategy[Any]] = {
    **dict.fromkeys(("table", "melds", "before", "after", "laid_new_melds"), MELDS),
    **dict.fromkeys(("discard", "wanted", "drawn"), CARDS),
    "offered": CARDS | HAND,
    **dict.fromkeys(("discarder", "closer", "player", "meld_owner"), NAMES),
    **dict.fromkeys(("totals", "entered", "racks_left", "previous_totals"), POINTS),
    **dict.fromkeys(("to", "stock", "rounds_played", "melds_laid_this_turn", "seconds_used"), NUMBERS),
    "callers": st.lists(NAMES, max_size=3),
    "move": st.fixed_dictionaries({"card": CARDS, "from": NUMBERS, "to": NUMBERS}),
    "laid_off": st.lists(st.fixed_dictionaries({"card": CARDS, "to": NUMBERS}), max_size=2),
    "joker_as": st.lists(CARDS | st.none(), max_size=2) | CARDS | st.dictionaries(of("0", "1", "9"), CARDS | HAND),
    "take": of("top_card", "whole_pile", "deeper_card", "knock", "stock_empty"),
    "aim": of("most_points", "fewest_left", "opening"),
    "from": of("hand", "rack", "table"),
    "how": of("out", "stock_empty", "pool_empty"),
    "wants": of("stock", "discard_pile"),
    "drawn_from": of("stock", "discard_pile"),
    "discard_face": of("up", "down"),
    "players": st.dictionaries(NAMES, PLAYER, min_size=2, max_size=4),
    "rounds": st.lists(POINTS, max_size=3),
}
FLAGS = st.booleans() | st.none()


@st.composite
def situations(draw: st.DrawFn, question: str) -> Any:
    """A situation of `question` with missing keys, unknown keys and wrong values."""
    schema = SITUATIONS[question].model_json_schema()
    found: dict[str, Any] = {}
    for key, described in schema["properties"].items():
        if key not in schema.get("required", ()) and draw(st.integers(0, 2)) != 0:
            continue
        ordinary = FLAGS if "boolean" in str(described) else PARTS.get(key, HAND)
        found[key] = draw(ANY if draw(st.integers(0, 15)) == 0 else ordinary)
    return draw(ANY) if draw(st.integers(0, 30)) == 0 else found


@st.composite
def bodies(draw: st.DrawFn, question: str) -> Any:
    """A request body for `question`, often an invalid one."""
    variant = VARIANTS[draw(st.sampled_from(sorted(VARIANTS)))]
    body: dict[str, Any] = {"variant": variant.key, "situation": draw(situations(question))}
    if draw(st.booleans()):
        option = draw(st.sampled_from(variant.options))
        choices = option.choices or (option.lowest, option.highest, *option.usual)
        body["house_rules"] = {option.key: draw(st.sampled_from(choices) | ANY)}
    if draw(st.integers(0, 3)) == 0:
        body["players"] = draw(st.integers(2, 6) | ANY)
    return draw(ANY) if draw(st.integers(0, 40)) == 0 else body


@pytest.fixture
def api(app: Flask) -> FlaskClient:
    """A client that checks every response."""
    app.test_client_class = CheckedClient
    app.testing = False  # a mistake becomes an answer with status 500, as it does for others
    return app.test_client()


@pytest.mark.parametrize("question", JUDGES)
def test_every_body_gets_an_answer_or_a_refusal(api: FlaskClient, question: str) -> None:
    answered = set()

    @example(body=EXAMPLES[question][0].body)
    @settings(max_examples=BODIES, suppress_health_check=list(HealthCheck))
    @given(body=bodies(question))
    def ask(body: Any) -> None:
        answer = api.post(f"{PREFIX}/referee/{question}", data=json.dumps(body), content_type="application/json")
        assert answer.status_code in (200, 422), answer.text
        answered.add(answer.status_code)

    ask()
    assert answered == {200, 422}
