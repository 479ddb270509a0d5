"""The variants are complete: every rule, house rule and parameter of every game exists and has a case."""

import ast
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from scorekeeper.rules import families, variants
from scorekeeper.rules.model.options import Effect, Option
from scorekeeper.rules.model.paths import read_field
from scorekeeper.rules.model.sources import Ambiguity
from scorekeeper.rules.model.variant import Variant
from scorekeeper.rules.variants import VARIANTS

from ..case_tables import FILES, table_of
from ..folded import for_each

Case = Mapping[str, Any]

# The parameters in which the games differ, and what a case may ask to hold one: a field, or a question.
PARAMETERS: Mapping[str, tuple[str, ...]] = {
    "packs": ("deck.packs", "players"),
    "jokers": ("deck.jokers", "players"),
    "extra wild cards": ("deck.wild_ranks",),
    "players and deal": ("players",),
    "ace in runs": ("melds.ace",),
    "shortest run": ("melds.run_shortest",),
    "longest run": ("melds.run_longest",),
    "smallest set": ("melds.set_smallest",),
    "largest set": ("melds.set_largest",),
    "runs as melds": ("melds.runs",),
    "sets as melds": ("melds.sets",),
    "suits in sets": ("melds.set_suits_differ",),
    "joker limit": ("jokers.limit",),
    "joker declared": ("jokers.declared",),
    "joker reclaimed": ("swap.allowed", "swap.requires.others_joker"),
    "opening minimum": ("turn.opening_minimum",),
    "melds each turn": ("turn.melds_each",),
    "laying off before an own meld": ("turn.lay_off",),
    "drawing first": ("turn.draw_first",),
    "taking the top card": ("turn.draws.top_card.who",),
    "taking the whole pile": ("turn.draws.whole_pile.who",),
    "taking a deeper card": ("turn.draws.deeper_card.who",),
    "calls": ("call.allowed",),
    "first round": ("turn.first_round_closed",),
    "rearranging": ("turn.rearrange",),
    "time": ("turn.seconds",),
    "last discard": ("closing.last_discard",),
    "empty stock": ("closing.stock_empty",),
    "card values": ("value",),
    "table scores": ("scoring.table_scores",),
    "hands cost": ("scoring.hands_cost",),
    "closer collects": ("scoring.closer_collects",),
    "scores of a round": ("round",),
    "doubling": ("closing.ways", "round"),
    "target": ("ending.target",),
    "rounds": ("ending.rounds",),
    "end of the game": ("end",),
}

WITHOUT_CARDS = ("players and deal", "scores of a round", "target", "rounds", "end of the game")
"""The parameters that games without cards have, too."""

BOOKS = {key: table_of(key) for key in FILES}

every_variant = pytest.mark.parametrize("variant", VARIANTS.values(), ids=VARIANTS.keys())
every_option = for_each({f"{key} {option.key}": (v, option) for key, v in VARIANTS.items() for option in v.options})


def cases(variant: Variant) -> list[Case]:
    return BOOKS.get(variant.key, {}).get("case", [])


def unseen(variant: Variant) -> Mapping[str, str]:
    return BOOKS.get(variant.key, {}).get("unseen", {})


def rules_of(case: Case) -> list[str]:
    return case["rule"] if isinstance(case["rule"], list) else [case["rule"]]


def with_cases(variant: Variant) -> set[str]:
    return {rule for case in cases(variant) for rule in rules_of(case)}


def numbered(key: str) -> Iterator[str]:
    """Yield the ids of all rules (XX-01 …), options (XX-O1 …) and ambiguities (XX-A1 …) of a source."""
    counted = BOOKS[key]["numbering"]
    prefix = counted["prefix"]
    yield from (f"{prefix}-{number:02}" for number in range(1, counted["rules"] + 1))
    yield from (f"{prefix}-O{number}" for number in range(1, counted["options"] + 1))
    yield from (f"{prefix}-A{number}" for number in range(1, counted["ambiguities"] + 1))


def behind_options(variant: Variant) -> set[str]:
    """Return the ambiguities that a table settles by a house rule."""
    chosen = {a.key for a in variant.ambiguities if any(reading.option for reading in a.readings)}
    return chosen | {option.rule for option in variant.options}


def test_every_game_has_its_cases() -> None:
    assert set(VARIANTS) == set(BOOKS)


@every_variant
def test_every_rule_of_the_source_is_there_and_no_other(variant: Variant) -> None:
    assert sorted(variant.rules) == sorted(numbered(variant.key))
    assert len(variant.rules) == len(variant.rule_list), "an id stands twice"


@every_variant
def test_what_the_source_leaves_open_says_what_we_do(variant: Variant) -> None:
    open_ones = {key for key in numbered(variant.key) if "-A" in key}
    assert {ambiguity.key for ambiguity in variant.ambiguities} == open_ones
    assert all(ambiguity.default for ambiguity in variant.ambiguities)


@every_variant
def test_a_rule_is_said_in_whole_sentences(variant: Variant) -> None:
    texts = {rule.key: rule.text for rule in variant.rule_list}
    texts |= {f"{a.key} default": a.default for a in variant.ambiguities}
    texts |= {f"{a.key} reading {n}": r.text for a in variant.ambiguities for n, r in enumerate(a.readings)}
    texts |= {option.key: option.sentence for option in variant.options}
    assert [key for key, text in texts.items() if not (text[:1].isupper() or text[:1] == "“") or text[-1:] != "."] == []


@every_variant
def test_every_rule_has_a_case_or_a_reason_why_it_can_have_none(variant: Variant) -> None:
    wanted = {key for key in variant.rules if not isinstance(variant.rules[key], Ambiguity)} | behind_options(variant)
    without = sorted(wanted - with_cases(variant) - set(unseen(variant)))
    assert not without, f"no case: {', '.join(without)}"
    assert sorted(with_cases(variant) & set(unseen(variant))) == [], "has a case and a reason for having none"
    assert sorted((with_cases(variant) | set(unseen(variant))) - set(variant.rules)) == [], "no such rule"
    assert all(unseen(variant).values())


@every_variant
def test_no_two_cases_hold_the_same(variant: Variant) -> None:
    counted = Counter((*rules_of(case), case["holds"]) for case in cases(variant))
    assert [case for case, count in counted.items() if count > 1] == []


@every_variant
def test_every_parameter_is_held_by_a_case(variant: Variant) -> None:
    """A case without house rules reads the parameter, so that a changed default is noticed."""
    plain = [case for case in cases(variant) if not case.get("house_rules")]
    asked = {case["path"] if case["ask"] == "field" else case["ask"] for case in plain}
    wanted = PARAMETERS if variant.has_cards else {name: PARAMETERS[name] for name in WITHOUT_CARDS}
    without = [f"{parameter} ({' or '.join(read)})" for parameter, read in wanted.items() if not asked & set(read)]
    assert not without, f"no case: {', '.join(without)}"


@every_variant
def test_the_house_rules_are_those_of_the_source_in_their_order(variant: Variant) -> None:
    """With their defaults."""
    wanted = {key: None if default == "null" else default for key, default in BOOKS[variant.key]["options"].items()}
    assert [(option.key, option.default) for option in variant.options] == list(wanted.items())


@every_variant
def test_the_defaults_of_the_house_rules_change_nothing(variant: Variant) -> None:
    made = variant.with_house_rules({option.key: option.default for option in variant.options})
    parts = ("deck", "deal", "melds", "jokers", "turn", "closing", "values", "scoring", "ending")
    assert {part: getattr(made, part) for part in parts} == {part: getattr(variant, part) for part in parts}


@every_variant
def test_switches_that_exclude_each_other_are_switches(variant: Variant) -> None:
    switches = {option.key for option in variant.options if option.is_switch}
    assert {key for pair in variant.exclusive for key in pair} <= switches


@every_option
def test_a_house_rule_stands_on_a_rule_of_the_source(variant: Variant, option: Option) -> None:
    assert option.rule in variant.rules


@every_option
def test_a_house_rule_changes_fields_that_there_are(variant: Variant, option: Option) -> None:
    paths = {path for changes in option.changes.values() for path in changes} | ({option.sets} - {None})
    assert bool(paths) is (option.effect is not Effect.RECORDED), "changes nothing"
    for path in paths:
        read_field(variant, path)
    assert set(option.changes) <= set(option.choices)


@every_option
def test_the_default_of_a_house_rule_is_what_the_plain_game_has(variant: Variant, option: Option) -> None:
    assert option.allows(option.default)
    if option.sets is not None:
        assert read_field(variant.with_house_rules(option.needs), option.sets) == option.default


@every_option
def test_every_choice_of_a_house_rule_but_the_default_makes_another_game(variant: Variant, option: Option) -> None:
    bounds = ["Tichu"] if option.is_text else [option.lowest, option.highest]
    others = set(option.choices or bounds) - {option.default}
    assert others
    for choice in others:
        changed = option.changes_for(choice)
        if option.effect is Effect.RECORDED:
            assert not changed, choice
            continue
        assert {p: read_field(variant, p) for p in changed} != dict(changed), choice


@every_option
def test_every_house_rule_has_a_case_that_shows_its_effect(variant: Variant, option: Option) -> None:
    """The case makes another choice than the default; a field that it reads differs from the default's."""
    if option.effect is Effect.RECORDED:
        return
    chosen = [case["house_rules"].get(option.key) for case in cases(variant) if _shows_an_effect(variant, case)]
    assert any(choice not in (None, option.default) for choice in chosen)


def _shows_an_effect(variant: Variant, case: Case) -> bool:
    if not case.get("house_rules") or case["ask"] == "house_rules":
        return False
    return case["ask"] != "field" or read_field(variant, case["path"]) != case.get("is")


@every_variant
def test_a_reading_that_a_house_rule_selects_can_be_chosen(variant: Variant) -> None:
    options = {option.key: option for option in variant.options}
    selected = [reading for each in variant.ambiguities for reading in each.readings if reading.option is not None]
    assert bool(selected) is variant.has_cards
    for reading in selected:
        option = options[str(reading.option)]
        assert option.allows(reading.choice), reading
        assert reading.choice != option.default, reading


@every_variant
def test_every_rule_that_the_parts_name_is_there(variant: Variant) -> None:
    scoring = variant.scoring
    named = {scoring.table_rule, scoring.hand_rule, scoring.closer_rule, scoring.no_closer_rule}
    named |= {penalty.rule for penalty in scoring.penalties} | set(variant.melds.rules.values())
    named |= set(variant.cites.values())
    changes = [c for option in variant.options for c in option.changes.values()]
    named |= {str(value) for c in changes for path, value in c.items() if path.startswith(("cites.", "melds.rules."))}
    named |= {way.rule for way in variant.closing.ways.values()} | {each.rule for each in variant.remarks.values()}
    named |= {str(value) for c in changes for path, value in c.items() if re.match(r"remarks\..*\.rule$", path)}
    assert named - {None, ""} <= set(variant.rules)


LITERALS = (ast.Expression, ast.Constant, ast.Tuple, ast.Dict, ast.keyword, ast.Load, ast.Call, ast.Name, ast.Attribute)


GAMES = [p for p in sorted(Path(variants.__file__).parent.glob("*.py")) if p.stem not in ("__init__", "examples")]
FAMILIES = [path.stem for path in sorted(Path(families.__file__).parent.glob("*.py")) if path.stem != "__init__"]
every_game = pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)


@every_game
def test_a_game_is_one_file_that_is_read_in_one_go(path: Path) -> None:
    assert len(path.read_text(encoding="utf-8").splitlines()) <= 500


@every_game
def test_a_variant_is_data(path: Path) -> None:
    """A variant's file is its docstring, the notation, perhaps a family, and three constants of calls and literals."""
    docstring, *family, notation, options, rules, variant = ast.parse(path.read_text(encoding="utf-8")).body
    assert isinstance(docstring, ast.Expr)
    assert [ast.unparse(each) for each in family] in ([], *([f"from ..families import {name}"] for name in FAMILIES))
    assert ast.unparse(notation) == "from ..model.notation import *"
    assert [ast.unparse(each).partition(" = ")[0] for each in (options, rules, variant)] == [
        "OPTIONS",
        "RULES",
        "VARIANT",
    ]
    assert_data(options, rules, variant)


def assert_data(*constants: ast.stmt) -> None:
    """Assert that each of `constants` is an assignment of constructor calls and literals."""
    assert all(isinstance(each, ast.Assign) for each in constants)
    for node in (node for each in constants if isinstance(each, ast.Assign) for node in ast.walk(each.value)):
        is_negative = isinstance(node, ast.UnaryOp | ast.USub)
        assert is_negative or isinstance(node, LITERALS), f"line {node.lineno}: {ast.unparse(node)}"
        if isinstance(node, ast.Call):
            assert isinstance(node.func, ast.Name), f"line {node.lineno}: calls something else than a constructor"
