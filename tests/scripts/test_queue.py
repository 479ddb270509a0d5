"""The outbox, run in QuickJS: rounds, corrections and voids in order, and what the board shows with them."""

from itertools import pairwise
from random import Random
from typing import Any

import pytest
from flask import Flask

from scorekeeper.rules.model.terms import How
from scorekeeper.services.games import games, rounds
from scorekeeper.services.games.changes import Precondition
from scorekeeper.services.games.views import GameView
from scorekeeper.services.payload_reading import received
from scorekeeper.services.payloads import NewChange, NewRound

from .engine import Engine

GAME = "/games/ab"
NAMES = ["Anna", "Bo", "Cleo"]


@pytest.fixture(scope="module")
def engine() -> Engine:
    """The outbox's functions."""
    return Engine("queue.js")


def call(engine: Engine, name: str, *args: object) -> Any:
    """Call a function of the outbox."""
    return engine.call("call", name, list(args))


def entry(order: int, version: int, meant: int, **more: object) -> dict[str, Any]:
    """An entry of the outbox; without `what` it is a new round."""
    return {"game": GAME, "order": order, "id": f"id{order}", "version": version, "meant": meant, "setup": "s", **more}


CHAIN = [
    entry(1, 5, 3),
    entry(2, 6, 4, what="correct", number=1),
    entry(3, 7, 4, what="void", number=2),
    entry(4, 8, 4),
]


def test_each_entry_is_made_on_the_one_before(engine: Engine) -> None:
    """A correction or a void is a version, and no round."""
    for one, following in pairwise(CHAIN):
        target = call(engine, "targetAfter", one)
        assert target == {"version": following["version"], "meant": following["meant"]}


def test_each_kind_has_its_address_and_its_idempotency_key(engine: Engine) -> None:
    addresses = [call(engine, "addressOf", each) for each in CHAIN]
    assert addresses == [f"{GAME}/rounds{end}" for end in ("", "/1/edit", "/2/void", "")]
    body = call(engine, "bodyOf", {**CHAIN[1], "fields": [["who", "p0"]]}, "token")
    assert body == [["who", "p0"], ["csrf_token", "token"], ["entry_id", "id2"], ["version", 6], ["meant", 4]]


def test_a_refused_entry_blocks_the_later_ones_of_its_game_only(engine: Engine) -> None:
    other = {**entry(5, 1, 1), "game": "/games/cd"}
    assert call(engine, "nextOf", [*CHAIN, other])["order"] == 1
    assert call(engine, "nextOf", [{**CHAIN[0], "refused": {}}, *CHAIN[1:], other])["order"] == 5
    assert call(engine, "nextOf", [{**CHAIN[0], "refused": {}}, *CHAIN[1:]]) is None


def test_later_entries_follow_one_that_is_saved_again(engine: Engine) -> None:
    """All that were made on it, not only the next; none after one that was made on something else."""
    moved = call(engine, "chained", CHAIN, CHAIN[0], {"version": 9, "meant": 4})
    assert moved == [[order, {"version": order + 8, "meant": 5}] for order in (2, 3, 4)]
    gap = [*CHAIN[:2], {**CHAIN[2], "version": 12}, CHAIN[3]]
    assert [order for order, _ in call(engine, "chained", gap, CHAIN[0], {"version": 9, "meant": 4})] == [2]
    other_rules = [CHAIN[0], {**CHAIN[1], "setup": "t"}]
    assert call(engine, "chained", other_rules, CHAIN[0], {"version": 9, "meant": 4}) == []


def test_an_entry_that_is_taken_out_closes_the_queue(engine: Engine) -> None:
    """The later ones stand on the one before; after a conflict, on what the other phone has saved."""
    assert call(engine, "closedUp", CHAIN, CHAIN[1]) == [
        [3, {"version": 6, "meant": 4}],
        [4, {"version": 7, "meant": 4}],
    ]
    assert call(engine, "closedUp", CHAIN, CHAIN[0])[-1] == [4, {"version": 7, "meant": 3}]
    assert call(engine, "closedUp", CHAIN, {**CHAIN[1], "refused": {"there": True}}) == []


def test_a_correction_is_changed_where_it_waits_unless_its_round_was_voided_after_it(engine: Engine) -> None:
    assert call(engine, "correctionOf", CHAIN, 1)["order"] == 2
    assert call(engine, "correctionOf", CHAIN, 2) is None
    assert call(engine, "correctionOf", [*CHAIN, entry(5, 9, 5, what="void", number=1)], 1) is None


def on_board(view: GameView) -> dict[str, Any]:
    """What a page shows of a game, as the script reads it."""
    dealing = view.variant.deal.dealer
    return {
        "rounds": [
            {
                "number": each.number,
                "scores": each.scores,
                "closer": each.round.closer if each.round.how is How.OUT else None,
                "voided": each.voided,
            }
            for each in view.rounds
        ],
        "totals": view.totals,
        "seats": list(view.players),
        "dealer": view.dealer,
        "dealing": dealing if dealing in ("winner", "most_points") else None,
    }


def change(chance: Random, view: GameView) -> dict[str, Any]:
    """An entry that the outbox may have for a game."""
    what = chance.choice([None, "correct", "void"]) if view.rounds else None
    own: dict[str, Any] = {"number": chance.choice(view.rounds).number, "what": what} if what else {}
    if what != "void":
        points = {name: 5 * chance.randint(-10, 10) for name in NAMES}
        own |= {"scores": points, "closer": chance.choice([*NAMES, None])}
    return {"meant": len(view.rounds) + 1, **own}


def save(view: GameView, entry: dict[str, Any]) -> GameView:
    """Save an entry of the outbox, as its POST does."""
    number = entry.get("number", 0)
    if entry.get("what") == "void":
        return rounds.void_round(view.id, number, received(NewChange, {}), Precondition()).view
    entries = {name: {"points": points} for name, points in entry["scores"].items()}
    how = {"how": "out", "closer": entry["closer"]} if entry["closer"] else {"how": "stock_empty"}
    body = received(NewRound, {"entries": entries, **how})
    if number:
        return rounds.correct_round(view.id, number, body, Precondition()).view
    return rounds.enter_round(view.id, body, Precondition()).view


@pytest.mark.parametrize(
    "rules", [{}, {"dealer": "winner"}, {"dealer": "winner", "winner_of_round": "most_points"}], ids=str
)
def test_the_board_counts_as_the_server_does_when_the_entries_are_saved(
    app: Flask, engine: Engine, rules: dict[str, str]
) -> None:
    """Totals, rounds and who deals, over forty changes at random; also when the first rounds are voided."""
    chance, body = Random(str(rules)), {"variant": "da-500", "players": NAMES, "house_rules": {**rules, "target": 9999}}
    with app.app_context():
        view = games.load_game(games.create_game(body).game_id)
        for _ in range(10):
            page, entries, known = on_board(view), list[dict[str, Any]](), True
            for _ in range(4):
                entries.append(change(chance, view))
                known = known and not (rules and all(each.voided for each in view.rounds))
                view = save(view, entries[-1])
            found = call(engine, "played", page, entries)
            wanted = on_board(view)
            assert found["board"]["totals"] == wanted["totals"]
            assert found["board"]["rounds"] == wanted["rounds"]
            if known:
                assert found["board"]["dealer"] == wanted["dealer"], (page, entries)


BOARD = {
    "rounds": [{"number": 2, "scores": {"Anna": 35, "Bo": -10, "Cleo": 0}, "closer": "Anna", "voided": False}],
    "totals": {"Anna": 35, "Bo": -10, "Cleo": 0},
    "seats": NAMES,
    "dealer": None,
    "dealing": None,
}
NEW = {"meant": 3, "scores": {"Anna": 0, "Bo": 10, "Cleo": 20}, "closer": "Cleo"}
CORRECTION = {"what": "correct", "number": 2, "scores": {"Anna": 35, "Bo": -20, "Cleo": 5}, "closer": "Anna"}
VOID = {"what": "void", "number": 2}


def test_gains_are_those_of_the_entry(engine: Engine) -> None:
    """Of a correction those that change; of a round all; of a void the opposite."""
    found = call(engine, "played", BOARD, [NEW, CORRECTION, VOID, VOID])
    assert [step["gains"] for step in found["steps"]] == [
        {"Anna": 0, "Bo": 10, "Cleo": 20},
        {"Bo": -10, "Cleo": 5},
        {"Anna": -35, "Bo": 20, "Cleo": -5},
        {},
    ]


def test_entries_count_until_one_waits_or_only_the_server_can_score_it(engine: Engine) -> None:
    """Those of an older version are saved already; a round that the board does not show stops the count."""
    scored = [{**each, "scores": NEW["scores"]} for each in CHAIN]
    orders = [each["order"] for each in call(engine, "counting", scored, 6)]
    assert orders == [2, 3, 4]
    assert call(engine, "counting", [scored[0], {**scored[1], "refused": {}}, *scored[2:]], 5) == scored[:1]
    assert call(engine, "counting", [scored[0], {**scored[1], "scores": None}, *scored[2:]], 5) == scored[:1]
    assert len(call(engine, "played", BOARD, [NEW, {"what": "void", "number": 7}, VOID])["steps"]) == 1
