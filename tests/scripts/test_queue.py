"""The outbox, run in QuickJS: rounds, corrections and voids in order, and what the board shows with them."""

import json
from dataclasses import replace
from itertools import pairwise
from random import Random
from typing import Any

import pytest
from flask import Flask

from scorekeeper.rules.model.terms import How, Wins
from scorekeeper.rules.scoring.rating import rating_of
from scorekeeper.rules.scoring.rounds import PointsEntry, Round
from scorekeeper.services.errors import Invalid, NotNow
from scorekeeper.services.games import course, creating, rounds
from scorekeeper.services.games.changes import Precondition, Stale
from scorekeeper.services.games.settings import NewSettings, change_settings
from scorekeeper.services.payload_reading import received
from scorekeeper.services.payloads import NewChange, NewRound
from scorekeeper.services.views import loading
from scorekeeper.services.views.game_view import GameView
from scorekeeper.services.views.sides import sided
from scorekeeper.web.board import offline_facts
from scorekeeper.web.board.chart import Chart, chart
from scorekeeper.web.board.offline_facts import facts, undoable

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
    sides = sided(view)
    rounds_shown = [
        {
            "number": each.number,
            "scores": each.scores,
            "closer": each.round.closer if each.round.how is How.OUT else None,
            "voided": each.voided,
            **({"rating": each.rating} if each.rating else {}),
        }
        for each in sides.rounds
    ]
    board = {"rounds": rounds_shown, "totals": sides.totals, "names": list(sides.totals), "facts": facts(view, sides)}
    return {**board, "rating": dict(view.apart)} if view.apart else board


def playing(
    engine: Engine, chance: Random, view: GameView, board: dict[str, Any], changed: dict[str, Any] | None
) -> tuple[list[str], list[str]]:
    """Who plays the next round, or played the `changed` one, and who of them comes back in before it."""
    if changed:
        back = board["facts"]["race"] and board["facts"]["race"].get("back", {}).get(str(changed["number"]))
        return list(changed["scores"]), changed.get("back", back or [])
    out = [name for group in board["out"] for name in group]
    back = [name for name in call(engine, "mayRejoin", board) if chance.random() < 0.5]
    return [name for name in sided(view).players if name not in out or name in back], back


def after_tap(engine: Engine, chance: Random, view: GameView, entries: list[dict[str, Any]]) -> None:
    """Do to the outbox what one tap on a page does that has loaded `view`, and counts on with the entries."""
    board = call(engine, "played", on_board(view), entries)["board"]
    since = (board["facts"]["race"] or {}).get("since", 0)
    there = [each for each in board["rounds"] if view.round(each["number"]) and each["number"] > since]
    what = chance.choice([None, None, "correct", "void", "undo", "redo"])
    if what == "undo" and entries and entries[-1]["what"] != "undo":
        entries.pop()
    elif what == "redo":
        del entries[len(entries) - bool(entries and entries[-1]["what"] == "undo") :]
    elif what == "undo":
        taken = undoable(view, sided(view))
        if not entries and taken is not None:
            taken = taken or {"what": "add", "number": len(view.rounds)}
            entries.append({**taken, "what": "undo", "undoes": taken["what"]})
    elif what is None or (there := [each for each in there if what == "correct" or not each["voided"]]):
        changed = chance.choice(there) if what else None
        own: dict[str, Any] = {"what": what} | ({"number": changed["number"]} if changed else {})
        if what != "void":
            names, back = playing(engine, chance, view, board, changed)
            least = 0 if view.variant.has_cards and view.variant.ending.wins is Wins.LOWEST else -10
            points = {name: 5 * chance.randint(least, 10) for name in names}
            own |= {"scores": points, "closer": chance.choice([*points, None]), **({"back": back} if back else {})}
            rows = {name: PointsEntry(each) for name, each in points.items()}
            how = How.OUT if own["closer"] else view.variant.closing.hows[-1]
            if rating := rating_of(view.variant, Round(view.players, rows, own["closer"], how)):
                own["rating"] = rating
        entries.append(own)


def in_outbox(engine: Engine, chance: Random, view: GameView) -> list[dict[str, Any]]:
    """The entries of a phone without network after some taps, each with the version and number that it is made on."""
    entries: list[dict[str, Any]] = []
    for _ in range(chance.randint(1, 6)):
        after_tap(engine, chance, view, entries)
        target = {"version": view.version, "meant": len(view.rounds) + 1}
        for each in entries:
            each |= target
            target = call(engine, "targetAfter", each)
    return entries


def members(view: GameView, scores: dict[str, int]) -> list[tuple[str, int]]:
    """The points as a form sends them: those of a side for its first player, and 0 for the other."""
    sides = sided(view).sides
    of_side = [(sides.get(name, (name,)), points) for name, points in scores.items()]
    return [(name, points * (name == side[0])) for side, points in of_side for name in side]


def save(view: GameView, entry: dict[str, Any]) -> GameView:
    """Save an entry of the outbox, as its POST does."""
    number, on = entry.get("number"), Precondition(frozenset({entry["version"]}))
    if entry["what"] == "undo":
        return course.undo(view.id, received(NewChange, {}), on).view
    if entry["what"] == "void":
        return rounds.void_round(view.id, number or 0, received(NewChange, {}), on).view
    entries = {name: {"points": points} for name, points in members(view, entry["scores"])}
    how = {"how": "out", "closer": entry["closer"]} if entry["closer"] else {"how": view.variant.closing.hows[-1]}
    how = how if view.variant.has_cards else {"closer": sided(view).sides.get(entry["closer"], [entry["closer"]])[0]}
    back = [sided(view).sides.get(name, [name])[0] for name in entry.get("back", ())]
    more = {"rejoin": back} if back else {}
    body = received(NewRound, {"entries": entries, **how, **more, "accept_warnings": True})
    if number:
        return rounds.correct_round(view.id, number, body, on).view
    assert entry["meant"] == len(view.rounds) + 1
    return rounds.enter_round(view.id, body, on).view


def elsewhere(chance: Random, view: GameView) -> GameView:
    """Change the game on another phone: who deals, where somebody sits, who plays, whether it is over."""
    names = [{"id": player, "name": name} for player, name in view.setup.players]
    change = chance.choice(["dealer", "seats", "end", "redo"])
    if change == "redo" and view.can_redo:
        return course.redo(view.id, received(NewChange, {}), Precondition()).view
    if change == "end" and view.counting and not view.standing.ended:
        return course.end_game(view.id, received(NewChange, {}), Precondition()).view
    body: dict[str, Any] = {"dealer": chance.choice(view.players)}
    if change == "seats" and not view.variant.ending.partner_rule:
        chance.shuffle(names)
        body["players"] = names
    return change_settings(view.id, received(NewSettings, body), Precondition()).view


def shown(view: GameView) -> GameView:
    """Return the game with its totals shown."""
    return replace(view, setup=replace(view.setup, hide_totals=False))


def as_drawn(drawn: Chart) -> dict[str, Any]:
    """The server's chart, as the script returns it."""
    keys = ("name", "style", "path", "end", "label", "leader")
    lines = [{key: getattr(line, key) for key in keys} for line in drawn.lines]
    for line, each in zip(lines, drawn.lines, strict=True):
        line["total"] = int(each.total.replace("−", "-"))
    plot = drawn.plot
    values = {
        "lines": lines,
        "panels": drawn.panels,
        "totals": [(y, int(text.replace("−", "-"))) for y, text in drawn.totals],
        "rounds": drawn.rounds,
        "goal": drawn.goal,
        **{key: getattr(plot, key) for key in ("target", "zero", "left", "width")},
    }
    returned: dict[str, Any] = json.loads(json.dumps(values))
    return returned


TABLES = {
    "goes round": ("da-500", {"target": 60}),
    "winner": ("da-500", {"dealer": "winner", "target": 60, "closest_wins": True}),
    "most points": ("da-500", {"dealer": "winner", "winner_of_round": "most_points", "fixed_rounds": 4}),
    "another round": ("cs-500", {"target": 60, "dealer": "winner"}),
    "loss": ("de-romme", {"loss_limit": 60}),
    "rating": ("de-turnier", {"agreed_rounds": 4, "limit": 60}),
    "rounds won": ("rummikub", {"agreed_rounds": 4, "winner_by": "rounds_won"}),
    "rating alone": ("de-turnier", {"agreed_rounds": 4, "equal_rating": "shared"}),
    "lowest": ("points", {"lowest_wins": True, "end": "target", "target": 60}),
    "teams": ("points", {"teams": True, "end": "target", "target": 60, "tie": "another_round"}),
    "limit": ("points", {"end": "limit", "limit": 60, "rejoin": "highest"}),
    "past the limit": ("points", {"end": "limit", "limit": 60, "past_limit": True, "rejoin": "highest_plus_one"}),
    "first out": ("cs-zoliky", {"limit": 60}),
    "Scala 40": ("it-scala40", {"rejoin": "highest", "rejoins": 2}),
    "Kalooki": ("en-kalooki", {"rejoin": "highest", "limit": 100}),
    "teams with a limit": ("points", {"teams": True, "end": "limit", "limit": 60, "rejoin": "highest"}),
}
SIX = [*NAMES, "Dora", "Eli", "Fay"]


@pytest.mark.parametrize("table", TABLES)
def test_the_board_counts_as_the_server_does_when_the_entries_are_saved(app: Flask, engine: Engine, table: str) -> None:
    """Totals, rounds, who deals, who has won, over random rounds, corrections, voids and undos, from any state.

    If another phone changes the game first, the server takes none of them: it undoes nothing that was not shown.
    """
    chance, (variant, rules) = Random(table), TABLES[table]
    with app.app_context():
        players = {"Kalooki": SIX[:5], "goes round": SIX, "teams": SIX, "teams with a limit": SIX}.get(table, NAMES)
        made = creating.create_game({"variant": variant, "players": players, "house_rules": rules, "hide_totals": True})
        view = loading.load_game(made.game_id)
        for turn in range(25):
            page, entries = on_board(view), in_outbox(engine, chance, view)
            if turn % 5 == 4 and entries:
                seen = view
                while view.version == seen.version:
                    view = elsewhere(chance, view)
                with pytest.raises(Stale):
                    save(view, entries[0])
                continue
            sent = 0
            for each in entries:
                try:
                    view = save(view, each)
                except NotNow:  # the game is over: the phone says so, and the server refuses the round
                    assert call(engine, "played", page, entries[:sent])["board"]["standing"]["ended"]
                    break
                except Invalid:  # an earlier correction put other players out: the phone keeps the round
                    assert page["facts"].get("race")
                    break
                sent += 1
            found, wanted = call(engine, "played", page, entries[:sent])["board"], on_board(view)
            sides = sided(view)
            told = [
                {key: each[key] for key in each if key not in ("out", "back", "totals")} for each in found["rounds"]
            ]
            assert (found["totals"], told) == (wanted["totals"], wanted["rounds"])
            assert [tuple(group) for group in found["out"]] == list(sides.eliminated.groups)
            if not view.standing.ended:
                assert call(engine, "mayRejoin", found) == [*dict.fromkeys(sides.standby.may_rejoin)]
            assert found.get("rating") == wanted.get("rating")
            hidden = call(engine, "hiddenTotals", wanted["rounds"], wanted["names"], wanted["facts"])
            assert hidden == {"totals": wanted["totals"], "rating": wanted.get("rating")}
            assert found["dealer"] == view.dealer, (page, entries)
            plot = call(engine, "plotOf", found, list(sides.totals))
            if drawn := chart(shown(sides)):
                assert plot == as_drawn(drawn)
            standing = {"ended": view.standing.ended, "winners": list(sides.standing.winners)}
            assert found["standing"] == {**standing, "again": view.standing.deal_again}, (page, entries)


def test_only_the_server_counts_who_was_out_by_an_earlier_limit(app: Flask, engine: Engine) -> None:
    """The phone counts rounds on, and corrections of those that were played by the present limit."""
    with app.app_context():
        body = {"variant": "points", "players": NAMES, "house_rules": {"end": "limit", "limit": 60}}
        view = loading.load_game(creating.create_game(body).game_id)
        rows: dict[str, Any] = {"what": None, "scores": {"Anna": 10, "Bo": 55, "Cleo": 0}, "closer": None}
        view = save(view, {**rows, "version": view.version, "meant": 1})
        change = received(NewSettings, {"house_rules": {"end": "limit", "limit": 50}})
        view = change_settings(view.id, change, Precondition()).view
        page, two = on_board(view), {"Anna": 1, "Cleo": 2}
        later = {**rows, "scores": two, "version": view.version, "meant": 2}
        correction = {**later, "what": "correct", "number": 2, "scores": {"Anna": 1, "Cleo": 52}}
        first = {**correction, "number": 1, "scores": rows["scores"]}
        found = call(engine, "played", page, [later, correction, first])
        assert len(found["steps"]) == 2
        assert found["board"]["out"] == [["Bo"], ["Cleo"]]


LONG: dict[str, dict[str, object]] = {
    "de-turnier": {"agreed_rounds": 9},
    "rummikub": {"agreed_rounds": 9, "winner_by": "rounds_won"},
    "da-500": {"target": 5_000},
}


@pytest.mark.parametrize("variant", LONG)
def test_hidden_totals_follow_from_the_rounds_on_the_page(
    app: Flask, engine: Engine, monkeypatch: pytest.MonkeyPatch, variant: str
) -> None:
    """Of a long game it has only the last ones; what was before them is among the facts."""
    monkeypatch.setattr(offline_facts, "SHOWN", 2)
    chance = Random(variant)
    with app.app_context():
        body = {"variant": variant, "players": NAMES, "house_rules": LONG[variant], "hide_totals": True}
        made = creating.create_game(body)
        for number in range(5):
            entries = {name: {"points": -5 * chance.randint(0, 20)} for name in NAMES}
            body = {"closer": chance.choice(NAMES), "entries": entries, "accept_warnings": True}
            view = rounds.enter_round(made.game_id, received(NewRound, body), Precondition()).view
            page = on_board(view)
            hidden = call(engine, "hiddenTotals", page["rounds"][-2:], page["names"], page["facts"])
            assert hidden == {"totals": page["totals"], "rating": page.get("rating")}, number


BOARD: dict[str, Any] = {
    "rounds": [{"number": 2, "scores": {"Anna": 35, "Bo": -10, "Cleo": 0}, "closer": "Anna", "voided": False}],
    "totals": {"Anna": 35, "Bo": -10, "Cleo": 0},
    "names": NAMES,
    "facts": {"counted": 1, "target": 500},
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
