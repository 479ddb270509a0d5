"""What the games of a family share stands once, in the family's file, and each game takes it from there by name."""

import ast
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from scorekeeper.rules import families

from .test_ledger import FAMILIES, GAMES, assert_data

every_family = pytest.mark.parametrize("family", FAMILIES)


def file_of(family: str) -> ast.Module:
    path = Path(families.__file__).with_name(f"{family}.py")
    return ast.parse(path.read_text(encoding="utf-8"))


def games_of(family: str) -> list[ast.Module]:
    """Return the files of the games that take something from `family`."""
    files = [ast.parse(path.read_text(encoding="utf-8")) for path in GAMES]
    return [file for file in files if f"from ..families import {family}" in map(ast.unparse, file.body)]


def constants(file: ast.Module) -> dict[str, ast.expr]:
    assigned = [each for each in file.body if isinstance(each, ast.Assign)]
    return {ast.unparse(each).partition(" = ")[0]: each.value for each in assigned}


def sentences(node: ast.AST) -> set[str]:
    """Return the marked messages within `node` that are whole sentences."""
    marked = (each for each in ast.walk(node) if isinstance(each, ast.Call) and ast.unparse(each.func) == "N_")
    texts = {each.args[0].value for each in marked if isinstance(each.args[0], ast.Constant)}
    return {text for text in texts if isinstance(text, str) and text.endswith(".")}


def parts(file: ast.Module) -> Iterator[str]:
    """Yield what is constructed for the parts of a game's variant, as source."""
    variant = constants(file)["VARIANT"]
    assert isinstance(variant, ast.Call)
    built = (ast.unparse(each.value) for each in variant.keywords if isinstance(each.value, ast.Call))
    yield from (source for source in built if not source.startswith("N_("))


def names_taken(file: ast.Module, family: str) -> set[str]:
    """Return the names that a game takes from its family."""
    attributes = (node for node in ast.walk(file) if isinstance(node, ast.Attribute))
    return {node.attr for node in attributes if ast.unparse(node.value) == family}


@every_family
def test_a_family_is_data_that_is_read_in_one_go(family: str) -> None:
    """Its file is its docstring, the notation and constants, made as those of a game."""
    docstring, notation, *assigned = file_of(family).body
    assert isinstance(docstring, ast.Expr)
    assert ast.unparse(notation) == "from ..model.notation import *"
    assert_data(*assigned)
    assert (assigned[-1].end_lineno or 0) <= 500
    assert len(games_of(family)) > 1


@every_family
def test_each_sentence_of_a_rule_stands_once_in_a_family(family: str) -> None:
    games = games_of(family)
    said = Counter(text for file in games for name in ("RULES", "VARIANT") for text in sentences(constants(file)[name]))
    assert said
    assert [text for text, files in said.items() if files > 1] == []
    shared = sentences(file_of(family))
    assert [text for file in games for text in sentences(file) & shared] == []


@every_family
def test_no_two_games_of_a_family_construct_the_same_part(family: str) -> None:
    constructed = Counter(part for file in games_of(family) for part in set(parts(file)))
    assert [part for part, files in constructed.items() if files > 1] == []


@every_family
def test_what_a_family_has_several_games_take(family: str) -> None:
    """Or the family itself takes it for something else."""
    taken = Counter(name for file in games_of(family) for name in names_taken(file, family))
    named = constants(file_of(family))
    within = {node.id for value in named.values() for node in ast.walk(value) if isinstance(node, ast.Name)}
    assert [name for name in named if taken[name] + (name in within) < 2] == []
    assert taken.keys() <= named.keys()
