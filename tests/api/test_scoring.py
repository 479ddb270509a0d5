"""The contract's sentences about scores and endings, for all games, through the API."""

from typing import Any

import pytest

from .conftest import PREFIX, Table, document_of, only_sqlite, points

Body = dict[str, Any]
CHIPS = {"settlement": "chips"}


def minus(closer: str | None = "A", how: str = "out", /, **left: int) -> Body:
    """Return a round payload with the points left in each hand."""
    return {"closer": closer, "how": how, "entries": {name: {"minus": value} for name, value in left.items()}}


def cards(closer: str | None = "A", how: str = "out", /, **hands: str) -> Body:
    """Return a round payload with the cards left in each hand."""
    return {"closer": closer, "how": how, "entries": {name: {"hand": held.split()} for name, held in hands.items()}}


def mixed(closer: str | None = "A", how: str = "out", /, **entries: Body) -> Body:
    """Return a round payload with an entry of any form for each player."""
    return {"closer": closer, "how": how, "entries": entries}


SCORED: list[tuple[str, str, Body, Body, list[int]]] = [
    # da-500, cs-500: table - hand - penalties
    ("da-500", "sums", {}, mixed(A={"plus": 85}, B={"plus": 30, "minus": 45}), [85, -15]),
    ("da-500", "penalties", {}, mixed(A={"plus": 85}, B={"plus": 30, "failed_pile_pickups": 2, "peeks": 1}), [85, -95]),
    ("da-500", "a false call", {}, mixed(A={"hand": [], "false_calls": 1}, B={"hand": ["AS"]}), [-50, -15]),
    ("da-500", "penalties of the closer", {}, mixed(A={"plus": 20, "peeks": 2}, B={"points": 5}), [-30, 5]),
    (
        "da-500",
        "all card values",
        {},
        mixed(A={"laid_off": ["AS", "2S", "9S", "TS", "JS", "QS", "KS", "JK"]}, B={"minus": 5}),
        [15 + 5 + 5 + 10 + 10 + 10 + 10 + 25, -5],
    ),
    ("da-500", "points as they are", {}, points("A", A=35, B=-120), [35, -120]),
    ("da-500", "the stock empty", {}, minus(None, "stock_empty", A=20, B=45), [-20, -45]),
    ("da-500", "the closer below zero", {}, points("A", A=-50, B=10), [-50, 10]),
    ("cs-500", "sums", {}, mixed(A={"plus": 85}, B={"plus": 30, "minus": 45}), [85, -15]),
    (
        "cs-500",
        "cards",
        {},
        mixed(A={"melds": [["AS", "AH", "AD"]], "hand": []}, B={"hand": ["QC", "4H", "JK"]}),
        [3, -29],
    ),
    ("cs-500", "the stock empty", {}, mixed(None, "stock_empty", A={"plus": 9}, B={"minus": 4}), [9, -4]),
    # en-500: so, too, an ace below a two 1
    (
        "en-500",
        "low aces",
        {},
        mixed(A={"melds": [["AH", "2H", "3H"], ["3S", "4S", "5S"]]}, B={"laid_off": ["2S", "AS"], "hand": ["AD"]}),
        [6 + 12, 2 + 1 - 15],
    ),
    (
        "en-500",
        "a low ace that is named",
        {},
        mixed(
            A={"melds": [["2S", "3S", "4S"], ["JS", "QS", "KS"]]},
            B={"laid_off": ["AS"], "low_aces": ["AS"], "hand": []},
        ),
        [39, 1],
    ),
    # fi-500: so, too; an ace below a two 15, and by house rules 1, and hands for nothing
    (
        "fi-500",
        "low aces",
        {},
        mixed(A={"melds": [["AH", "2H", "3H"]]}, B={"laid_off": ["AS"], "hand": ["7D"]}),
        [25, 10],
    ),
    (
        "fi-500",
        "both house rules",
        {"card_values": "face", "cards_in_hand": "nothing"},
        mixed(A={"melds": [["AH", "2H", "3H"], ["2S", "3S", "4S"]]}, B={"laid_off": ["AS"], "hand": ["7D"]}),
        [15, 1],
    ),
    # de-romme: -hand, closer 0
    ("de-romme", "sums", {}, minus(A=0, B=31, C=7), [0, -31, -7]),
    ("de-romme", "the closer left out", {}, minus(B=31, C=7), [0, -31, -7]),
    ("de-romme", "the closer left out beside points", {}, points("A", B=-31, C=-7), [0, -31, -7]),
    ("de-romme", "cards", {}, cards(A="", B="KH AS JK", C="2C 9D"), [0, -10 - 11 - 50, -11]),
    (
        "de-romme",
        "a laid table scores nothing",
        {},
        mixed(B={"melds": [["KS", "KH", "KD"]], "hand": ["2C"]}, C={"minus": 1}),
        [0, -2, -1],
    ),
    ("de-romme", "a Hand", {}, minus(B=31, C=7) | {"hand_romme": True}, [0, -62, -14]),
    (
        "de-romme",
        "a Hand leaves points alone",
        {},
        mixed(B={"points": -62}, C={"hand": ["7C"]}) | {"hand_romme": True},
        [0, -62, -14],
    ),
    ("de-romme", "the stock empty", {}, minus(None, "stock_empty", A=1, B=31, C=7), [-1, -31, -7]),
    # nb-rummy: -rack, closer the others' sum
    ("nb-rummy", "sums", {}, minus(A=0, B=31, C=7), [38, -31, -7]),
    ("nb-rummy", "the closer left out", {}, minus(B=31, C=7), [38, -31, -7]),
    ("nb-rummy", "the closer left out beside points", {}, points("A", B=-31, C=-7), [38, -31, -7]),
    ("nb-rummy", "tiles", {}, cards(A="", B="KH JS AS", C="JK 2C"), [25 + 32, -13 - 11 - 1, -30 - 2]),
    ("nb-rummy", "points", {}, points("A", A=38, B=-31, C=-7), [38, -31, -7]),
    ("nb-rummy", "mixed", {}, mixed(B={"hand": ["KH"]}, C={"points": -7}), [20, -13, -7]),
    ("nb-rummy", "the lowest rack", {}, minus(None, "pool_empty", A=5, B=31, C=7), [38, -31, -7]),
    ("nb-rummy", "the lowest rack, points", {}, points(None, "pool_empty", A=33, B=-26, C=-7), [33, -26, -7]),
    ("nb-rummy", "equal lowest racks, one named", {}, minus("C", "pool_empty", A=5, B=31, C=5), [-5, -31, 36]),
    # is-rommi: closer the others' hands, others 0
    ("is-rommi", "sums", {}, minus(A=0, B=31, C=7), [38, 0, 0]),
    ("is-rommi", "the closer left out", {}, minus(B=31, C=7), [38, 0, 0]),
    ("is-rommi", "cards", {}, cards(A="", B="5C JS", C="KD"), [25, 0, 0]),
    ("is-rommi", "points", {}, points("A", A=38, B=0, C=0), [38, 0, 0]),
    ("is-rommi", "rommí", {}, minus(B=31, C=7) | {"rommi": True}, [76, 0, 0]),
    ("is-rommi", "rommí leaves points alone", {}, points("A", A=76, B=0, C=0) | {"rommi": True}, [76, 0, 0]),
    ("is-rommi", "the stock empty", {}, minus(None, "stock_empty", A=5, B=31, C=7), [0, 0, 0]),
    ("is-rommi", "chips", CHIPS, minus(B=31, C=7), [38, -31, -7]),
    ("is-rommi", "chips and rommí", CHIPS, minus(B=31, C=7) | {"rommi": True}, [76, -62, -14]),
    ("is-rommi", "chips as points", CHIPS, points("A", A=38, B=-31, C=-7), [38, -31, -7]),
    ("is-rommi", "chips, the stock empty", CHIPS, minus(None, "stock_empty", A=5, B=31, C=7), [0, 0, 0]),
]


@pytest.mark.parametrize(
    ("variant", "rules", "body", "scores"),
    [(variant, rules, body, scores) for variant, _, rules, body, scores in SCORED],
    ids=[f"{variant} {name}" for variant, name, *_ in SCORED],
)
def test_a_round_scores(table: Table, variant: str, rules: Body, body: Body, scores: list[int]) -> None:
    """The scores are the contract's, each player's lines add up to them, and the entries are returned unchanged."""
    names = "ABC"[: len(scores)]
    game = table.game(variant, " ".join(names), house_rules=rules)
    answer = game.enter(body)
    assert answer.status_code == 201, answer.text
    round_ = document_of(answer)["rounds"][0]
    assert round_["scores"] == dict(zip(names, scores, strict=True))
    assert round_["entries"] == body["entries"]
    assert round_["closer"] == body["closer"]
    assert round_["how"] == body["how"]
    for name, lines in round_["lines"].items():
        assert sum(line["points"] for line in lines) == round_["scores"][name]


REFUSED: list[tuple[str, str, Body, Body]] = [
    ("da-500", "the closer left out", {}, minus(B=5, C=5)),
    ("cs-500", "the closer left out", {}, minus(B=5, C=5)),
    ("cs-500", "a penalty", {}, mixed(A={"plus": 5}, B={"minus": 5, "peeks": 1}, C={"minus": 5})),
    ("cs-500", "a Hand", {}, minus(A=0, B=5, C=5) | {"hand_romme": True}),
    ("en-500", "a low ace that was not laid off", {}, mixed(A={"low_aces": ["AS"]}, B={"minus": 5}, C={"minus": 5})),
    ("en-500", "a low two", {}, mixed(A={"laid_off": ["2S"], "low_aces": ["2S"]}, B={"minus": 5}, C={"minus": 5})),
    ("de-romme", "a table", {}, mixed(B={"plus": 5}, C={"minus": 5})),
    ("de-romme", "rommí", {}, minus(B=5, C=5) | {"rommi": True}),
    ("de-romme", "a penalty", {}, mixed(B={"minus": 5, "false_calls": 1}, C={"minus": 5})),
    ("de-romme", "a loser left out", {}, minus(A=0, B=5)),
    ("de-romme", "nobody out and one left out", {}, minus(None, "stock_empty", B=5, C=5)),
    ("de-romme", "a Hand though nobody went out", {}, minus(None, "stock_empty", A=1, B=5, C=5) | {"hand_romme": True}),
    ("nb-rummy", "stock_empty", {}, minus(None, "stock_empty", A=1, B=5, C=5)),
    ("nb-rummy", "a table", {}, mixed(B={"plus": 5}, C={"minus": 5})),
    ("nb-rummy", "equal lowest racks", {}, minus(None, "pool_empty", A=5, B=31, C=5)),
    ("nb-rummy", "equal lowest racks, another named", {}, minus("B", "pool_empty", A=5, B=31, C=5)),
    ("nb-rummy", "one lowest rack and a closer", {}, minus("A", "pool_empty", A=5, B=31, C=7)),
    ("nb-rummy", "points for some", {}, mixed(None, "pool_empty", A={"points": 5}, B={"minus": 5}, C={"minus": 6})),
    ("nb-rummy", "nobody out and one left out", {}, minus(None, "pool_empty", B=5, C=5)),
    ("is-rommi", "pool_empty", {}, minus(None, "pool_empty", A=1, B=5, C=5)),
    ("is-rommi", "the closer left out beside points", {}, mixed(B={"points": 0}, C={"minus": 5})),
    ("is-rommi", "the closer left out beside chips", CHIPS, mixed(B={"points": -5}, C={"minus": 5})),
    ("is-rommi", "a table", {}, mixed(A={"plus": 5}, B={"minus": 5}, C={"minus": 5})),
    ("da-500", "pool_empty", {}, minus(None, "pool_empty", A=1, B=5, C=5)),
    ("cs-500", "pool_empty", {}, minus(None, "pool_empty", A=1, B=5, C=5)),
]


@only_sqlite
@pytest.mark.parametrize(
    ("variant", "rules", "body"),
    [(variant, rules, body) for variant, _, rules, body in REFUSED],
    ids=[f"{variant} {name}" for variant, name, *_ in REFUSED],
)
def test_a_round_is_no_round_of_this_game(table: Table, variant: str, rules: Body, body: Body) -> None:
    """It is refused even if warnings are accepted."""
    game = table.game(variant, "A B C", house_rules=rules)
    answer = game.enter({**body, "accept_warnings": True})
    assert answer.status_code == 422
    assert document_of(answer)["errors"]
    assert game.see()["rounds"] == []


def test_an_equal_lowest_rack_that_was_named_stays_named(table: Table) -> None:
    """`closer` is the player whom the table chose among equal lowest racks; a single lowest rack leaves it null."""
    game = table.game("nb-rummy", "A B C")
    seen = document_of(game.enter(minus(None, "pool_empty", A=5, B=31, C=7)))
    assert seen["rounds"][0]["closer"] is None
    seen = document_of(game.enter(minus("C", "pool_empty", A=5, B=31, C=5)))
    assert seen["rounds"][1]["closer"] == "C"


DOUBTFUL: list[tuple[str, str, Body, Body, list[tuple[str, str | None]]]] = [
    ("da-500", "no multiple of 5", {}, points("A", A=33, B=5, C=0), [("impossible_points", "A")]),
    ("da-500", "no multiple of 5 below", {}, points("A", A=35, B=-4, C=0), [("impossible_points", "B")]),
    ("de-romme", "above 0", {}, points("A", A=0, B=5, C=-5), [("impossible_points", "B")]),
    ("de-romme", "not 0 for the closer", {}, points("A", A=-2, B=-5, C=-5), [("impossible_points", "A")]),
    (
        "de-romme",
        "odd in a Hand",
        {},
        points("A", A=0, B=-5, C=-4) | {"hand_romme": True},
        [("impossible_points", "B")],
    ),
    ("nb-rummy", "a loser above 0", {}, points("A", A=0, B=5, C=-5), [("impossible_points", "B")]),
    (
        "nb-rummy",
        "a closer below 0",
        {},
        points("A", A=-5, B=5, C=0),
        [("impossible_points", "A"), ("impossible_points", "B")],
    ),
    ("is-rommi", "a loser not 0", {}, points("A", A=38, B=-31, C=0), [("impossible_points", "B")]),
    ("is-rommi", "a loser above 0", {}, points("A", A=38, B=31, C=0), [("impossible_points", "B")]),
    ("is-rommi", "a closer below 0", {}, points("A", A=-38, B=0, C=0), [("impossible_points", "A")]),
    (
        "is-rommi",
        "chips of a loser above 0",
        CHIPS,
        points("A", A=0, B=5, C=-5),
        [("impossible_points", "B")],
    ),
    ("da-500", "more than the pack", {}, points("A", A=2000, B=0, C=0), [("impossible_points", "A")]),
    ("cs-500", "more than the pack", {}, points("A", A=0, B=-2000, C=0), [("impossible_points", "B")]),
    ("de-romme", "more than the packs", {}, points("A", A=0, B=-2000, C=0), [("impossible_points", "B")]),
    ("is-rommi", "more than the packs", {}, points("A", A=2000, B=0, C=0), [("impossible_points", "A")]),
    (
        "da-500",
        "a sum beyond the pack",
        {},
        mixed(A={"plus": 5000}, B={"minus": 0}, C={"minus": 5}),
        [("impossible_points", "A")],
    ),
    ("is-rommi", "a hand beyond its eight cards", {}, minus(A=0, B=150, C=5), [("impossible_points", "B")]),
    ("is-rommi", "more than the others can hold", {}, points("A", A=170, B=0, C=0), [("impossible_points", "A")]),
    ("de-romme", "a hand beyond its 14 cards", {}, points("A", A=0, B=-229, C=0), [("impossible_points", "B")]),
    ("nb-rummy", "racks beyond all tiles", {}, minus(A=0, B=400, C=400), [("impossible_points", None)]),
    (
        "da-500",
        "all sums beyond the pack",
        {},
        mixed(A={"plus": 250}, B={"plus": 250}, C={"minus": 0}),
        [("impossible_points", None)],
    ),
    ("de-romme", "a closer with a sum", {}, minus(A=4, B=5, C=6), [("closer_has_cards", "A")]),
    ("nb-rummy", "a closer with tiles", {}, cards("A", A="2H", B="3H", C="4H"), [("closer_has_cards", "A")]),
    ("is-rommi", "a closer with cards", {}, cards("A", A="2H", B="3H", C="4H"), [("closer_has_cards", "A")]),
]


@pytest.mark.parametrize(
    ("variant", "rules", "body", "found"),
    [(variant, rules, body, found) for variant, _, rules, body, found in DOUBTFUL],
    ids=[f"{variant} {name}" for variant, name, *_ in DOUBTFUL],
)
def test_a_round_cannot_be_right(
    table: Table, variant: str, rules: Body, body: Body, found: list[tuple[str, str | None]]
) -> None:
    """It is refused with a warning for each reason, and saved together with them once they are accepted."""
    game = table.game(variant, "A B C", house_rules=rules)
    refused = document_of(game.enter(body))
    assert refused["status"] == 422
    assert [(warning["code"], warning["player"]) for warning in refused["warnings"]] == found
    assert all(warning["text"] for warning in refused["warnings"])
    saved = document_of(game.enter({**body, "accept_warnings": True}))
    assert saved["rounds"][0]["warnings"] == refused["warnings"]


@pytest.mark.parametrize("variant", ["cs-500", "de-romme", "nb-rummy", "is-rommi"])
def test_only_the_danish_game_knows_multiples_of_five(table: Table, variant: str) -> None:
    scores = {"cs-500": (33, -4), "de-romme": (0, -4), "nb-rummy": (4, -4), "is-rommi": (4, 0)}[variant]
    game = table.game(variant, "A B")
    assert game.enter(points("A", A=scores[0], B=scores[1])).status_code == 201


Rows = list[Body]
WON: list[tuple[str, str, Body, Rows, str, list[str], list[str]]] = [
    ("da-500", "below the target", {}, [points("A", A=495, B=0)], "playing", [], []),
    ("da-500", "the target exactly", {}, [points("A", A=500, B=0)], "ended", ["A"], []),
    ("da-500", "the target, not past it", {"past_target": True}, [points("A", A=500, B=0)], "playing", [], []),
    ("da-500", "past it", {"past_target": True}, [points("A", A=505, B=0)], "ended", ["A"], []),
    ("da-500", "several past it", {}, [points("A", A=500, B=510)], "ended", ["B"], []),
    ("da-500", "a tie", {}, [points("A", A=500, B=500)], "playing", [], ["deal_again"]),
    ("da-500", "a tie played out", {}, [points("A", A=500, B=500), points("A", A=5, B=0)], "ended", ["A"], []),
    ("da-500", "a shared tie", {"tie": "shared"}, [points("A", A=500, B=500)], "ended", ["A", "B"], []),
    ("da-500", "another target", {"target": 50}, [points("A", A=50, B=0)], "ended", ["A"], []),
    ("da-500", "the nearest, above", {"closest_wins": True}, [points("A", A=490, B=505)], "ended", ["B"], []),
    ("da-500", "the nearest, below", {"closest_wins": True}, [points("A", A=495, B=510)], "ended", ["A"], []),
    ("da-500", "equally near", {"closest_wins": True}, [points("A", A=495, B=505)], "playing", [], ["deal_again"]),
    ("da-500", "fixed rounds, target past", {"fixed_rounds": 2}, [points("A", A=500, B=0)], "playing", [], []),
    ("da-500", "fixed rounds", {"fixed_rounds": 2}, [points("A", A=5, B=0)] * 2, "ended", ["A"], []),
    ("da-500", "fixed rounds, a tie", {"fixed_rounds": 1}, [points("A", A=5, B=5)], "playing", [], ["deal_again"]),
    ("cs-500", "exactly one", {}, [points("A", A=500, B=499)], "ended", ["A"], []),
    ("cs-500", "two or more", {}, [points("A", A=500, B=510)], "playing", [], ["deal_again"]),
    ("cs-500", "two, then one", {}, [points("A", A=500, B=510), points("B", A=-1, B=0)], "ended", ["B"], []),
    ("cs-500", "another target", {"target": 40}, [points("A", A=40, B=0)], "ended", ["A"], []),
    ("nb-rummy", "two rounds", {}, [points("A", A=5, B=-5)] * 2, "playing", [], []),
    ("nb-rummy", "three rounds", {}, [points("A", A=5, B=-5)] * 3, "ended", ["A"], []),
    (
        "nb-rummy",
        "equals",
        {"agreed_rounds": 2},
        [points("A", A=5, B=-5), points("B", A=-5, B=5)],
        "ended",
        ["A", "B"],
        [],
    ),
    ("de-romme", "no end of its own", {}, [points("A", A=0, B=-300)] * 3, "playing", [], []),
    ("de-romme", "agreed rounds", {"agreed_rounds": 1}, [points("A", A=0, B=-30)], "ended", ["A"], []),
    (
        "de-romme",
        "equals",
        {"agreed_rounds": 2},
        [points("A", A=0, B=-3), points("B", A=-3, B=0)],
        "ended",
        ["A", "B"],
        [],
    ),
    ("is-rommi", "the target", {}, [points("A", A=250, B=0)] * 2, "ended", ["A"], []),
    ("is-rommi", "below it", {}, [points("A", A=250, B=0)], "playing", [], []),
    ("is-rommi", "chips have no target", CHIPS, [points("A", A=300, B=-300)] * 2, "playing", [], []),
]


@pytest.mark.parametrize(
    ("variant", "rules", "rows", "status", "winners", "warnings"),
    [(variant, *rest) for variant, _, *rest in WON],
    ids=[f"{variant} {name}" for variant, name, *_ in WON],
)
def test_a_game_ends(
    table: Table, variant: str, rules: Body, rows: Rows, status: str, winners: list[str], warnings: list[str]
) -> None:
    game = table.game(variant, "A B", house_rules=rules)
    for row in rows:
        assert game.enter({**row, "accept_warnings": True}).status_code == 201
    seen = game.see()
    assert (seen["status"], seen["winners"]) == (status, winners)
    assert [warning["code"] for warning in seen["warnings"]] == warnings


STOPPED: list[tuple[str, Body, Body, list[str]]] = [
    ("da-500", {}, points("A", A=100, B=50), ["A"]),
    ("da-500", {}, points("A", A=50, B=50), ["A", "B"]),
    ("da-500", {"closest_wins": True}, points("A", A=100, B=50), ["A"]),
    ("da-500", {"closest_wins": True, "target": 60}, points("A", A=50, B=55), ["B"]),
    ("cs-500", {}, points("A", A=510, B=505), ["A"]),
    ("nb-rummy", {"agreed_rounds": None}, points("A", A=5, B=-5), ["A"]),
    ("de-romme", {}, points("A", A=0, B=-5), ["A"]),
    ("is-rommi", CHIPS, points("A", A=5, B=-5), ["A"]),
]


@pytest.mark.parametrize(("variant", "rules", "row", "winners"), STOPPED)
def test_after_the_end_by_the_table_the_highest_wins(
    table: Table, variant: str, rules: Body, row: Body, winners: list[str]
) -> None:
    game = table.game(variant, "A B", house_rules=rules)
    assert game.enter({**row, "accept_warnings": True}).status_code == 201
    seen = document_of(game.end())
    assert (seen["status"], seen["winners"], seen["warnings"]) == ("ended", winners, [])


@pytest.mark.parametrize(
    ("variant", "rules", "rows", "dealers"),
    [
        ("da-500", {}, ["A", "A", "B"], ["A", "B", "C", "A"]),
        ("da-500", {"dealer": "winner"}, ["B", "B", None, "A"], ["A", "B", "B", "C", "A"]),
        ("cs-500", {}, ["A", "A"], ["A", "B", "C"]),
        ("de-romme", {}, ["A", "A"], ["A", "B", "C"]),
        ("is-rommi", {}, ["A", "A"], ["A", "B", "C"]),
        ("nb-rummy", {}, ["A", "A"], [None, None, None]),
    ],
)
def test_the_dealer_of_the_next_round(
    table: Table, variant: str, rules: Body, rows: list[str | None], dealers: list[str | None]
) -> None:
    game = table.game(variant, "A B C", house_rules=rules)
    seen = [game.made["dealer"]]
    for closer in rows:
        row = minus(closer, "out" if closer else "stock_empty", A=0, B=0, C=0)
        seen.append(document_of(game.enter(row))["dealer"])
    assert seen == dealers


def test_a_voided_round_moves_no_dealer(table: Table) -> None:
    game = table.game("da-500", "A B C", dealer="B")
    game.enter(points("A", A=5, B=5, C=5))
    assert game.see()["dealer"] == "C"
    assert document_of(game.void(1))["dealer"] == "B"


def test_whoever_has_not_opened_pays_a_price_by_house_rule(table: Table) -> None:
    """Beside sums as it is said, beside tiles by them; the entry comes back as it was given; not beside points."""
    game = table.game("rummikub", "A B C", house_rules={"unopened": "mso"})
    sums = {"closer": "A", "entries": {"B": {"minus": 90, "opened": False}, "C": {"minus": 40}}}
    first = document_of(game.enter(sums))["rounds"][0]
    assert first["scores"] == {"A": 140, "B": -100, "C": -40}
    assert first["entries"]["B"] == {"minus": 90, "opened": False}
    could = {
        "B": {"hand": ["K13", "R13", "B13"], "opened": False},
        "C": {"minus": 99, "opened": False, "could_open": True},
    }
    second = document_of(game.enter({"closer": "A", "entries": could}))["rounds"][1]
    assert second["scores"] == {"A": 400, "B": -200, "C": -200}
    assert second["lines"]["B"] == [{"points": -200, "rule": "RK-O11"}]
    beside_points = game.enter({"closer": "A", "entries": {"B": {"points": -5, "opened": False}, "C": {"minus": 4}}})
    assert (beside_points.status_code, beside_points.json["errors"][0]["pointer"]) == (422, "/entries/B/opened")
    elsewhere = table.game("nb-rummy", "A B").enter({"closer": "A", "entries": {"B": {"minus": 5, "opened": False}}})
    assert (elsewhere.status_code, elsewhere.json["errors"][0]["pointer"]) == (422, "/entries/B/opened")
    exported = document_of(game.ask("GET", "/export"))
    again = table.take(table.api.post(f"{PREFIX}/games/import", json=exported))
    assert again.see()["totals"] == {"A": 540, "B": -300, "C": -240}


def test_whoever_has_won_most_rounds_wins_by_house_rule(table: Table) -> None:
    """Whatever the totals; a voided round counts for nobody, and an import knows the same."""
    game = table.game("rummikub", "A B", house_rules={"winner_by": "rounds_won"})
    for row in ({"A": 5, "B": -5}, {"A": -40, "B": 40}):
        played = document_of(
            game.enter({"closer": max(row, key=row.__getitem__), "entries": {p: {"points": n} for p, n in row.items()}})
        )
    assert (played["rounds_won"], played["winners"]) == ({"A": 1, "B": 1}, [])
    ended = document_of(game.enter(points("A", A=5, B=-5)))
    assert (ended["status"], ended["winners"], ended["totals"]) == ("ended", ["A"], {"A": -30, "B": 30})
    again = table.take(table.api.post(f"{PREFIX}/games/import", json=document_of(game.ask("GET", "/export"))))
    assert (again.see()["rounds_won"], again.see()["winners"]) == ({"A": 2, "B": 1}, ["A"])
    reopened = document_of(game.void(1))
    assert (reopened["status"], reopened["rounds_won"]) == ("playing", {"A": 1, "B": 1})
    assert "rounds_won" not in table.game("rummikub", "A B").see()
