"""Entering a round: the forms of an entry, what is refused, and what needs confirmation."""

import json
from typing import Any

import pytest

from .conftest import ROUND, Game, Table, document_of, only_sqlite, points


def test_the_example_of_the_contract(game: Game) -> None:
    """A round with all three forms of entries has the scores, lines and totals of the contract."""
    entries = {
        "Anna": {"points": 35},
        "Bo": {"melds": [["7D", "8D", "9D"]], "laid_off": ["KS"], "hand": []},
        "Cleo": {"plus": 40, "minus": 15, "failed_pile_pickups": 1, "peeks": 0, "false_calls": 0},
    }
    ways = dict.fromkeys(("hand_romme", "rommi", "hand_close", "big_gin"), False)
    flags = {**ways, "by": "Anna"}
    answer = game.enter(
        {"closer": "Bo", "how": "out", "entries": entries, **flags, "why": None, "accept_warnings": False}
    )
    assert answer.status_code == 201
    assert answer.headers["ETag"] == '"2"'
    seen = document_of(answer)
    scores = {"Anna": 35, "Bo": 25, "Cleo": -25}
    assert seen["rounds"] == [
        {
            "number": 1,
            "closer": "Bo",
            "how": "out",
            "entries": entries,
            **flags,
            "scores": scores,
            "lines": {
                "Anna": [{"points": 35, "rule": None}],
                "Bo": [{"points": 25, "rule": "DA-47"}],
                "Cleo": [
                    {"points": 40, "rule": "DA-47"},
                    {"points": -15, "rule": "DA-47"},
                    {"points": -50, "rule": "DA-13"},
                ],
            },
            "totals": scores,
            "voided": False,
            "warnings": [],
        }
    ]
    assert (seen["version"], seen["totals"], seen["status"], seen["winners"]) == (2, scores, "playing", [])
    assert (seen["dealer"], seen["deal"]) == ("Bo", {"cards": 7, "packs": 1, "jokers": 3})
    assert game.see() == seen


def test_rounds_are_numbered_without_gaps_and_totals_run(game: Game) -> None:
    for number in range(1, 4):
        seen = document_of(game.enter(points(Anna=35, Bo=25, Cleo=-25)))
        assert [round_["number"] for round_ in seen["rounds"]] == list(range(1, number + 1))
        assert (
            seen["rounds"][-1]["totals"]
            == seen["totals"]
            == {"Anna": 35 * number, "Bo": 25 * number, "Cleo": -25 * number}
        )


def test_how_is_out_and_null_is_the_same_as_left_out(game: Game) -> None:
    entries = {
        "Anna": {
            "points": 5,
            "plus": None,
            "minus": None,
            "melds": None,
            "laid_off": None,
            "hand": None,
            "peeks": None,
        },
        "Bo": {"points": None, "hand": ["KS"]},
        "Cleo": {"minus": 5, "plus": None, "points": None},
    }
    nothing = dict.fromkeys(("how", "hand_romme", "rommi", "by", "why", "accept_warnings"))
    seen = document_of(game.enter({"closer": "Anna", "entries": entries, **nothing}))
    assert seen["rounds"][0]["how"] == "out"
    assert seen["rounds"][0]["scores"] == {"Anna": 5, "Bo": -10, "Cleo": -5}


def test_cards_are_read_in_every_notation_and_kept_in_codes(game: Game) -> None:
    hand = ["10h", "7♥", "jk", "ts", " AD ", "Q♣️"]
    entries = {"Anna": {"hand": hand}, "Bo": {"melds": [["2s", "3♠", "4S"], []]}, "Cleo": {"points": 0}}
    kept = document_of(game.enter({"closer": "Bo", "entries": entries}))["rounds"][0]
    assert kept["entries"]["Anna"] == {"hand": ["TH", "7H", "JK", "TS", "AD", "QC"]}
    assert kept["entries"]["Bo"] == {"melds": [["2S", "3S", "4S"], []]}
    assert kept["scores"] == {"Anna": -75, "Bo": 15, "Cleo": 0}


def test_names_in_a_round_are_read_like_those_of_the_game(table: Table) -> None:
    game = table.take(table.ask({"variant": "da-500", "players": ["Zoë", "Bo"]}))
    round_ = {"closer": " Zoe\u0308 ", "entries": {"Zoe\u0308": {"points": 5}, " Bo": {"points": 0}}}
    assert document_of(game.enter(round_))["totals"] == {"Zoë": 5, "Bo": 0}


REFUSED: list[tuple[str, dict[str, Any], str]] = [
    ("no closer", {"closer": None}, "/closer"),
    ("a closer who plays not", {"closer": "Dan"}, "/closer"),
    ("a closer in other letters", {"closer": "bo"}, "/closer"),
    ("a closer that is no text", {"closer": 1}, "/closer"),
    ("an empty closer", {"closer": ""}, "/closer"),
    ("an unknown how", {"how": "tired"}, "/how"),
    ("how in other letters", {"how": "OUT"}, "/how"),
    ("another game's how", {"how": "pool_empty", "closer": None}, "/how"),
    ("a closer though the stock is empty", {"how": "stock_empty"}, "/closer"),
    ("no entries", {"entries": None}, "/entries"),
    ("entries in a list", {"entries": []}, "/entries"),
    ("an unknown key", {"score": 5}, "/score"),
    ("a text for a switch", {"accept_warnings": "true"}, "/accept_warnings"),
    ("a number for a switch", {"accept_warnings": 1}, "/accept_warnings"),
    ("another game's doubling", {"hand_romme": True}, "/hand_romme"),
    ("another game's other doubling", {"rommi": True}, "/rommi"),
    ("a long by", {"by": "x" * 201}, "/by"),
    ("a long why", {"why": "x" * 201}, "/why"),
    ("control characters in by", {"by": "a\tb"}, "/by"),
    ("half a character in why", {"why": "\ud800"}, "/why"),
]


@only_sqlite
@pytest.mark.parametrize(("change", "pointer"), [r[1:] for r in REFUSED], ids=[r[0] for r in REFUSED])
def test_a_round_is_refused_for(game: Game, change: dict[str, Any], pointer: str) -> None:
    answer = game.enter({**ROUND, **change})
    assert answer.status_code == 422
    assert pointer in [error["pointer"] for error in document_of(answer)["errors"]]
    assert game.see() == {key: value for key, value in game.made.items() if key != "keys"}


ENTRIES: list[tuple[str, Any, str]] = [
    ("nothing", {}, ""),
    ("null", None, ""),
    ("a number", 5, ""),
    ("only penalties", {"peeks": 1}, ""),
    ("points and sums", {"points": 5, "minus": 5}, ""),
    ("points and cards", {"points": 5, "hand": []}, ""),
    ("sums and cards", {"plus": 5, "hand": []}, ""),
    ("points and a penalty", {"points": 5, "peeks": 1}, "/peeks"),
    ("an unknown key", {"points": 5, "bonus": 1}, "/bonus"),
    ("a negative sum", {"minus": -5}, "/minus"),
    ("a sum too large", {"plus": 100_000}, "/plus"),
    ("a negative penalty", {"minus": 5, "false_calls": -1}, "/false_calls"),
    ("too many of a penalty", {"minus": 5, "failed_pile_pickups": 100}, "/failed_pile_pickups"),
    ("text", {"points": "5"}, "/points"),
    ("full-width digits", {"points": "５"}, "/points"),
    ("a decimal", {"points": 5.5}, "/points"),
    ("a fraction of nothing", {"points": 5.0}, "/points"),
    ("too many points", {"points": 100_000}, "/points"),
    ("too few points", {"points": -100_000}, "/points"),
    ("a milliard", {"points": 10**9}, "/points"),
    ("a number beyond 64 bits", {"points": 10**30}, "/points"),
    ("true", {"points": True}, "/points"),
    ("a list", {"points": [5]}, "/points"),
    ("an unknown card", {"hand": ["7H", "1X"]}, "/hand/1"),
    ("a card of one letter", {"hand": ["7"]}, "/hand/0"),
    ("an empty card", {"hand": [""]}, "/hand/0"),
    ("a card that is no text", {"hand": [7]}, "/hand/0"),
    ("a very long card", {"hand": ["7H" * 100]}, "/hand/0"),
    ("a card too often", {"hand": ["7H"], "melds": [["5H", "6H", "7H"]]}, "/hand/0"),
    ("a joker too often", {"hand": ["JK", "JK", "JK", "JK"]}, "/hand/3"),
    ("melds that are no lists", {"melds": ["7H"]}, "/melds/0"),
    ("cards in a text", {"hand": "7H"}, "/hand"),
]


@only_sqlite
@pytest.mark.parametrize(("entry", "pointer"), [e[1:] for e in ENTRIES], ids=[e[0] for e in ENTRIES])
def test_an_entry_is_refused_for(game: Game, entry: Any, pointer: str) -> None:
    entries = {"Anna": entry, "Bo": {"points": 25}, "Cleo": {"points": -25}}
    answer = game.enter({"closer": "Bo", "entries": entries})
    assert answer.status_code == 422
    assert [error["pointer"] for error in document_of(answer)["errors"]] == [f"/entries/Anna{pointer}"]
    assert game.see()["version"] == 1


@only_sqlite
@pytest.mark.parametrize("number", ["1e2", "5.0", "1E2", "5e-1", "0.0", "-0.0"])
def test_a_number_that_is_not_written_as_an_integer_is_refused(game: Game, number: str) -> None:
    raw = json.dumps(ROUND).replace("35", number)
    assert game.ask("POST", "/rounds", data=raw, content_type="application/json").status_code == 422


def test_minus_zero_is_zero(game: Game) -> None:
    raw = '{"closer": "Bo", "entries": {"Anna": {"points": -0}, "Bo": {"points": 5}, "Cleo": {"minus": -0}}}'
    answer = game.ask("POST", "/rounds", data=raw, content_type="application/json")
    assert document_of(answer)["totals"] == {"Anna": 0, "Bo": 5, "Cleo": 0}
    assert '"points":0' in answer.text


def test_the_largest_numbers_are_taken(game: Game) -> None:
    round_ = points(Anna=99_999, Bo=-99_999, Cleo=0) | {"accept_warnings": True}
    assert game.enter(round_).status_code == 201


@only_sqlite
@pytest.mark.parametrize(
    ("entries", "pointer"),
    [
        ({"Anna": {"points": 5}, "Bo": {"points": 5}}, "/entries/Cleo"),
        ({"Anna": {"points": 5}, "Cleo": {"points": 5}}, "/entries/Bo"),
        ({name: {"points": 5} for name in ("Anna", "Bo", "Cleo", "Dan")}, "/entries/Dan"),
        ({name: {"points": 5} for name in ("Anna", "Bo", "Cleo", "\ud800")}, "/entries/\ud800"),
        ({name: {"points": 5} for name in ("Anna", "Bo", "Cleo", " Anna")}, "/entries/ Anna"),
        ({name: {"points": 5} for name in ("Anna", "Bo", "Cleo", "a/b~")}, "/entries/a~1b~0"),
    ],
)
def test_everybody_who_plays_and_nobody_else_has_an_entry(game: Game, entries: dict[str, Any], pointer: str) -> None:
    answer = game.enter({"closer": "Bo", "entries": entries})
    assert answer.status_code == 422
    assert [error["pointer"] for error in document_of(answer)["errors"]] == [pointer]


def test_a_card_more_often_than_the_packs_hold_counts_over_all_players(table: Table) -> None:
    one, two = table.game(), table.game("nb-rummy")
    entries = {"Anna": {"hand": ["KS"]}, "Bo": {"hand": []}, "Cleo": {"hand": ["KS"]}}
    assert one.enter({"closer": "Bo", "entries": entries}).status_code == 422
    assert two.enter({"closer": "Bo", "entries": entries}).status_code == 201
    entries["Bo"] = {"melds": [["KS", "KH", "KD"]]}
    assert two.enter({"closer": "Bo", "entries": entries}).status_code == 422


def test_whether_melds_are_legal_is_not_asked_here(game: Game) -> None:
    entries = {"Anna": {"melds": [["2S", "KH"]]}, "Bo": {"laid_off": ["3C"]}, "Cleo": {"hand": []}}
    assert game.enter({"closer": "Bo", "entries": entries}).status_code == 201


def test_what_is_doubtful_is_saved_when_accepted_and_the_warnings_are_kept(game: Game) -> None:
    doubtful = points(Anna=33, Bo=25, Cleo=-25)
    refused = document_of(game.enter(doubtful))
    assert refused["status"] == 422
    assert [(w["code"], w["player"]) for w in refused["warnings"]] == [("impossible_points", "Anna")]
    assert refused["errors"] == [{"detail": refused["warnings"][0]["text"], "pointer": "/entries/Anna"}]
    assert "suggested_correction" not in refused
    assert game.see()["rounds"] == []
    saved = document_of(game.enter(doubtful | {"accept_warnings": True}))
    assert saved["rounds"][0]["warnings"] == refused["warnings"]
    assert game.see() == saved
    assert document_of(game.enter(ROUND | {"accept_warnings": True}))["rounds"][1]["warnings"] == []


NORWEGIAN = "A B C D"


@pytest.mark.parametrize(
    ("row", "suggested"),
    [
        ({"A": 24, "B": 6, "C": -18, "D": 0}, {"B": -6}),
        ({"A": 10, "B": 10, "C": -5, "D": -5}, None),
        ({"A": 10, "B": -10, "C": -5, "D": -5}, None),
        ({"A": 5, "B": -4, "C": 0, "D": 0}, None),
        ({"A": 24, "B": 5, "C": 16, "D": 3}, {"B": -5, "C": -16, "D": -3}),
    ],
)
def test_a_row_that_must_add_up_to_zero(table: Table, row: dict[str, int], suggested: dict[str, int] | None) -> None:
    """The fewest changes of sign that balance the row are suggested; null if none or several do."""
    refused = document_of(table.game("nb-rummy", NORWEGIAN).enter(points("A", **row)))
    assert refused["status"] == 422
    assert "not_zero_sum" in [warning["code"] for warning in refused["warnings"]]
    assert refused["suggested_correction"] == suggested


def test_chips_must_add_up_to_zero_and_points_need_not(table: Table) -> None:
    row = points("A", A=30, B=-10, C=-15)
    refused = document_of(table.game("is-rommi", "A B C", house_rules={"settlement": "chips"}).enter(row))
    assert [(w["code"], w["player"]) for w in refused["warnings"]] == [("not_zero_sum", None)]
    assert refused["suggested_correction"] is None
    assert table.game("is-rommi", "A B C").enter(points("A", A=30, B=0, C=0)).status_code == 201


def test_the_misprinted_row_of_the_norwegian_source(table: Table) -> None:
    """Its third row adds up to −94; with +47 for the fourth player it adds up to zero."""
    game = table.game("nb-rummy", NORWEGIAN)
    row = {"A": -13, "B": -6, "C": -28, "D": -47}
    refused = document_of(game.enter(points("D", **row)))
    assert refused["suggested_correction"] == {"D": 47}
    mended = row | refused["suggested_correction"]
    assert game.enter(points("D", **mended)).status_code == 201


def test_a_closer_with_cards_is_doubtful(game: Game) -> None:
    for entry in ({"hand": ["KS"]}, {"minus": 10}):
        entries = {"Anna": {"points": 5}, "Bo": entry, "Cleo": {"points": 5}}
        refused = document_of(game.enter({"closer": "Bo", "entries": entries}))
        assert [(w["code"], w["player"]) for w in refused["warnings"]] == [("closer_has_cards", "Bo")]


def test_malformed_rounds_are_refused_before_implausible_ones(game: Game) -> None:
    refused = document_of(game.enter(points(Anna=33, Bo=25) | {"accept_warnings": True}))
    assert refused["status"] == 422
    assert "warnings" not in refused


def test_a_new_round_in_an_ended_game_is_refused_after_its_body(table: Table) -> None:
    game = table.game(house_rules={"target": 50})
    assert document_of(game.enter(points(Anna=50, Bo=25, Cleo=0)))["status"] == "ended"
    before = game.see()
    assert game.enter(ROUND).status_code == 409
    assert game.enter(points(Anna=50)).status_code == 422
    assert game.enter(points(Anna=33, Bo=25, Cleo=0)).status_code == 422
    assert game.see() == before
