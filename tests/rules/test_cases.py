"""The cases of each game: `tests/cases/<variant>.toml`. The README there describes the format."""

from collections.abc import Callable, Mapping
from enum import Enum
from functools import cache
from typing import Any

import pytest

from scorekeeper.rules.cards import parse_cards
from scorekeeper.rules.errors import InvalidHouseRules, InvalidPlayers, InvalidRound
from scorekeeper.rules.melds.judge import judge_meld
from scorekeeper.rules.model.paths import read_field
from scorekeeper.rules.model.terms import How
from scorekeeper.rules.model.variant import Variant
from scorekeeper.rules.scoring.ending import deal_reminder, next_dealer, placings, standing
from scorekeeper.rules.scoring.plausibility import suggested_correction, warnings_of
from scorekeeper.rules.scoring.rating import rating_of
from scorekeeper.rules.scoring.round_checks import check_round
from scorekeeper.rules.scoring.rounds import CardsEntry, Entry, PointsEntry, Round, SumsEntry
from scorekeeper.rules.scoring.scoring import score_round
from scorekeeper.rules.variants import get_variant
from scorekeeper.services.referee.ask import rule_on_document

from ..case_tables import FILES, house_rules_of, table_of
from ..folded import for_each


@cache
def cases() -> list[Any]:
    """Return every case of every file, each with its sentence as id."""
    found = []
    for game in FILES:
        for case in table_of(game)["case"]:
            rules = case["rule"] if isinstance(case["rule"], list) else [case["rule"]]
            found.append(pytest.param(game, case, id=f"{game} {'+'.join(rules)} {case['holds']}"))
    return found


@pytest.mark.parametrize("game", FILES)
def test_every_rule_holds(game: str) -> None:
    """The cases that fail are reported together, each with its rules and its sentence."""
    of_game = [case for case in cases() if case.values[0] == game]
    for_each({f"case {number}, {case.id}": case.values for number, case in enumerate(of_game, 1)})(the_rule_holds)()


def the_rule_holds(variant: str, case: Mapping[str, Any]) -> None:
    """The question of the case, for the variant with its house rules, has the answer of the case."""
    asked = {key: value for key, value in case.items() if key not in ("rule", "holds", "ask", "house_rules")}
    house_rules = house_rules_of(case)
    if case["ask"] == "referee":
        referee(variant, house_rules, **asked)
    elif case["ask"] == "house_rules":
        refuses_house_rules(variant, house_rules, **asked)
    else:
        ASKS[case["ask"]](get_variant(variant, house_rules), **asked)


def refuses_house_rules(variant: str, house_rules: Mapping[str, object], *, refused: list[list[str]]) -> None:
    with pytest.raises(InvalidHouseRules) as raised:
        get_variant(variant, house_rules)
    assert [list(problem.path) for problem in raised.value.problems] == refused


def referee(
    variant: str,
    house_rules: Mapping[str, object],
    *,
    question: str,
    situation: Mapping[str, Any],
    verdict: str,
    players: int | None = None,
    codes: list[str] | None = None,
    because: list[str] | None = None,
    facts: Mapping[str, Any] | None = None,
    penalties: list[Mapping[str, Any]] | None = None,
    unsettled: list[str] | None = None,
) -> None:
    """Ask as the API does, and compare the keys that the case names; `{null = true}` stands for null."""
    body = {"variant": variant, "house_rules": house_rules, "players": players, "situation": situation}
    found = rule_on_document(question, body)
    reasons = found["reasons"]
    assert found["verdict"] == verdict, reasons
    assert codes is None or sorted({reason["code"] for reason in reasons}) == sorted(codes)
    assert because is None or sorted({reason["rule"]["key"] for reason in reasons}) == sorted(because)
    wanted = {key: None if value == {"null": True} else value for key, value in (facts or {}).items()}
    assert {key: found["facts"].get(key, "left out") for key in wanted} == wanted
    assert found["penalties"] == [{"player": None, **penalty} for penalty in penalties or []]
    assert sorted({reading["rule"]["key"] for reading in found["readings"]}) == sorted(unsettled or [])
    assert found["settled"] is (not unsettled)


def field(variant: Variant, *, path: str, unset: bool = False, **expected: Any) -> None:
    assert set(expected) == (set() if unset else {"is"}), "a field has either `is` or `unset = true`"
    found, wanted = plain(read_field(variant, path)), expected.get("is")
    assert (type(found), found) == (type(wanted), wanted)


def value(variant: Variant, *, cards: list[str], points: int) -> None:
    assert sum(variant.values.costs(parse_cards(cards), variant.deck.wild_ranks)) == points


def meld(
    variant: Variant,
    *,
    cards: list[str],
    valid: bool,
    kind: str | None = None,
    codes: list[str] | None = None,
    because: list[str] | None = None,
) -> None:
    judged = judge_meld(variant, parse_cards(cards))
    found = sorted({str(fault.code) for fault in judged.faults})
    assert judged.valid is valid, found
    assert kind is None or judged.kind == kind
    assert codes is None or found == sorted(codes)
    assert because is None or sorted({reason.rule or "" for reason in judged.reasons}) == sorted(because)


def round_(
    variant: Variant,
    *,
    players: list[str],
    round: Mapping[str, Any],
    scores: Mapping[str, int] | None = None,
    lines: Mapping[str, list[list[Any]]] | None = None,
    warnings: list[str] | None = None,
    suggested: Mapping[str, int] | None = None,
    refused: list[list[Any]] | None = None,
    rating: Mapping[str, int] | None = None,
) -> None:
    played = as_round(variant, tuple(players), **round)
    if refused is not None:
        with pytest.raises(InvalidRound) as raised:
            check_round(variant, played)
        assert [list(problem.path) for problem in raised.value.problems] == refused
        return
    check_round(variant, played)
    score = score_round(variant, played)
    found = {player: [[line.points, line.rule or ""] for line in score.lines[player]] for player in lines or {}}
    assert scores is None or score.scores == scores
    assert found == (lines or {})
    assert rating is None or rating_of(variant, played) == rating
    assert [finding.code for finding in warnings_of(variant, played, score)] == (warnings or [])
    assert (suggested_correction(variant, played, score) or {}) == (suggested or {})


def end(
    variant: Variant,
    *,
    totals: Mapping[str, int],
    rounds: int,
    ended: bool,
    winners: list[str] | None = None,
    deal_again: bool = False,
    stopped: bool = False,
    places: Mapping[str, int] | None = None,
    rating: Mapping[str, int] | None = None,
) -> None:
    found = standing(variant.ending, totals, rounds, stopped=stopped, rating=rating)
    assert (found.ended, list(found.winners), found.deal_again) == (ended, winners or [], deal_again)
    assert (
        places is None or {player: place for place, player in placings(variant.ending, totals, None, rating)} == places
    )


def dealer(
    variant: Variant,
    *,
    players: list[str],
    first: str,
    closers: list[str],
    scores: list[Mapping[str, int]] | None = None,
    out: list[list[str]] | None = None,
    next: str | None = None,
    nobody: bool = False,
) -> None:
    played = [Round(tuple(players), {}, closer or None, How.OUT if closer else How.STOCK_EMPTY) for closer in closers]
    assert nobody is (next is None), "a dealer has either `next` or `nobody = true`"
    keeps = variant.deal.void_keeps_dealer
    found = next_dealer(variant.deal.dealer, players, first, played, scores or (), out or (), void_keeps_dealer=keeps)
    assert found == next


def players_(variant: Variant, *, number: int = 0, allowed: bool = True, most: int | None = None, **deal: int) -> None:
    assert most is None or variant.most_players == most
    if number and not allowed:
        with pytest.raises(InvalidPlayers):
            variant.check_players(number)
    elif number:
        variant.check_players(number)
        reminder = deal_reminder(variant, number)
        assert {key: getattr(reminder, key) for key in deal} == deal


def worth(variant: Variant, *, number: int, points: int) -> None:
    assert variant.worth(number) == points


ASKS: Mapping[str, Callable[..., None]] = {
    "field": field,
    "value": value,
    "meld": meld,
    "round": round_,
    "end": end,
    "dealer": dealer,
    "players": players_,
    "worth": worth,
}


def as_round(
    variant: Variant,
    players: tuple[str, ...],
    *,
    entries: Mapping[str, Mapping[str, Any]],
    closer: str | None = None,
    how: str = "out",
    upcard: str | None = None,
    **ways: bool,
) -> Round:
    """Return the round of a case, which is written as in the API."""
    assert ways.keys() <= variant.closing.ways.keys(), "unknown keys of a round"
    made = {player: as_entry(**entry) for player, entry in entries.items()}
    way = next((key for key, chosen in ways.items() if chosen), None)
    return Round(players, made, closer, How(how), way, upcard and parse_cards([upcard])[0])


def as_entry(**given: Any) -> Entry:
    """Return the entry of a case: points, sums or cards; what is neither is a count of penalties."""
    if "points" in given:
        return PointsEntry(**given)
    sums = {key: given.pop(key) for key in ("plus", "minus") if key in given}
    single = {key: parse_cards(given.pop(key)) for key in ("laid_off", "hand", "low_aces") if key in given}
    melds = tuple(parse_cards(cards) for cards in given.pop("melds", ()))
    opening = {key: given.pop(key) for key in ("opened", "could_open") if key in given}
    if sums:
        assert not single, "an entry has one form"
        assert not melds, "an entry has one form"
        return SumsEntry(**sums, penalties=given, **opening)
    return CardsEntry(melds=melds, **single, penalties=given, **opening)


def plain(value: object) -> object:
    """Return a field's value as TOML would hold it."""
    match value:
        case Enum():
            return value.value
        case tuple():
            return [plain(part) for part in value]
        case Mapping():
            return {key: plain(part) for key, part in value.items()}
    return value
