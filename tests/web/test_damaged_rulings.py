"""Rulings of an older file, altered at random: refused, or taken in and shown on every page that shows rulings."""

import copy
import json
import random
from collections.abc import Iterator
from typing import Any

import pytest
from flask import Flask

from scorekeeper.rules.variants import CARD_GAMES
from scorekeeper.services.referee.answer_codec import encode_answer
from scorekeeper.services.referee.ask import answer, read_question

from ..case_tables import questions
from .pages import Browser
from .test_exchange import exported, fresh, take_in

_VALUES: tuple[Any, ...] = (
    *(None, True, -1, 7, 10**12, "", "x", "JK", "{cards}", "legal", [], [[]], {}, ["7H"], [7], [None]),
    *({"card": "7H"}, {"card": []}, {"sum": [["7H", 5]]}, {"sum": [["7H", 5, "8H"]]}, {"a": 1}, {"0": ["7H"]}),
)
_RULINGS = 12
_CHANGES = 25


def places(part: Any, *path: str | int) -> Iterator[tuple[str | int, ...]]:
    """Yield the path of every value within `part`."""
    for key, inner in part.items() if isinstance(part, dict) else enumerate(part) if isinstance(part, list) else ():
        yield (*path, key)
        yield from places(inner, *path, key)


def altered(document: dict[str, Any], chance: random.Random) -> tuple[dict[str, Any], int]:
    """Return a document with one value of its rulings replaced or removed, and the number of that ruling."""
    document = copy.deepcopy(document)
    *outer, last = path = chance.choice(list(places(document["rulings"])))
    part: Any = document["rulings"]
    for key in outer:
        part = part[key]
    if chance.random() < 0.2:
        del part[last]
    else:
        part[last] = chance.choice(_VALUES)
    return document, int(path[0]) + 1


@pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)  # only reading and wording are at stake
@pytest.mark.parametrize("variant", random.Random("damaged").sample(list(CARD_GAMES), 6))
def test_an_altered_ruling_of_an_older_file_breaks_no_page(plain: Browser, app: Flask, variant: str) -> None:
    chance = random.Random(variant)
    own = [
        case
        for case in questions().values()
        if case[1]["variant"] == variant and case[0] not in ("arrange", "game-end")
    ]
    game = plain.new_game(variant, "Ida", "Ole", "Eva")
    document = exported(plain, f"{game}/export.json")
    document["rulings"] = [ruling_of(number, *case) for number, case in enumerate(chance.sample(own, _RULINGS), 1)]
    document["game"]["rulebook"]["version"] = "0"
    people = {name for ruling in document["rulings"] for name in _payers(ruling)}
    document["people"] |= {f"x{number}": name for number, name in enumerate(sorted(people - {"Ida", "Ole", "Eva"}))}
    taken = 0
    for _ in range(_CHANGES):
        browser, (given, number) = fresh(app), altered(document, chance)
        answer = take_in(browser, json.dumps(given).encode())
        assert answer.status in (200, 303, 422), answer.text
        if answer.status != 422:
            taken += 1
            number = min(number, len(given["rulings"]))
            for page in ("", "/history", "/export.json", "/referee/rulings", f"/referee/rulings/{number}"):
                assert browser.client.get(f"{answer.location}{page}").status_code == 200, page
    assert taken > _CHANGES / 10


def _payers(ruling: dict[str, Any]) -> Iterator[str]:
    return (penalty["player"] for penalty in ruling["penalties"] if penalty["player"])


def ruling_of(number: int, question: str, body: dict[str, Any]) -> dict[str, Any]:
    """Return a case as a ruling in an export of an older release."""
    read = read_question(question, body)
    given = json.loads(json.dumps(encode_answer(read, answer(read))))
    rest = {"id": str(number), "question": question, "when": "2026-01-01T10:00:00Z", "round": 1}
    return {**given, **rest, "rulebook": "0"}
