"""The OpenAPI document matches the routes and the models."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from flask import Flask
from jsonschema import Draft202012Validator

from scorekeeper.rules.variants import VARIANTS

from .conftest import DESCRIPTION, PREFIX, ROUND, Table, document_of, validate, verbs


def test_it_is_there_for_everybody(table: Table) -> None:
    answer = table.api.get(f"{PREFIX}/openapi.json")
    assert answer.status_code == 200
    assert document_of(answer) == DESCRIPTION
    assert DESCRIPTION["openapi"].startswith("3.1")


def test_it_names_every_address_and_method_and_no_others(app: Flask) -> None:
    described = {(path, verb.upper()) for path, item in DESCRIPTION["paths"].items() for verb in verbs(item)}
    served = {
        (re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", rule.rule.removeprefix(PREFIX)), method)
        for rule in app.url_map.iter_rules()
        if rule.rule.startswith(PREFIX)
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}
    }
    assert described == served


def operations() -> Iterator[tuple[str, dict[str, Any], dict[str, Any]]]:
    for path, item in DESCRIPTION["paths"].items():
        for verb in verbs(item):
            yield path, item, item[verb]


def test_every_part_of_an_address_is_described() -> None:
    found = list(operations())
    assert found
    for path, item, _ in found:
        named = {parameter["name"] for parameter in item.get("parameters", ()) if parameter["in"] == "path"}
        assert named == set(re.findall(r"\{(\w+)\}", path))


def test_every_operation_has_its_own_name_and_lists_its_problems() -> None:
    names = [operation["operationId"] for _, _, operation in operations()]
    assert len(set(names)) == len(names)
    for path, _, operation in operations():
        assert {"429", "500", "503"} <= operation["responses"].keys()
        has_key = "{game_id}" in path or "{circle_id}" in path
        assert ("401" in operation["responses"]) == has_key == ("security" in operation)


def objects(part: Any) -> Iterator[dict[str, Any]]:
    if isinstance(part, dict):
        yield part
    for inner in part.values() if isinstance(part, dict) else part if isinstance(part, list) else ():
        yield from objects(inner)


def test_every_schema_is_one_and_every_reference_leads_somewhere() -> None:
    schemas = DESCRIPTION["components"]["schemas"]
    for schema in schemas.values():
        Draft202012Validator.check_schema(schema)
    referred = {part["$ref"] for part in objects(DESCRIPTION) if isinstance(part.get("$ref"), str)}
    assert referred == {f"#/components/schemas/{name}" for name in schemas}


def test_no_object_takes_keys_that_are_not_named() -> None:
    schemas = DESCRIPTION["components"]["schemas"]
    found = [(name, part) for name in schemas for part in objects(schemas[name]) if part.get("type") == "object"]
    assert found
    for name, part in found:
        assert "additionalProperties" in part, name


@pytest.mark.parametrize(
    ("name", "body", "fits"),
    [
        ("NewGame", {"variant": "da-500", "players": ["Anna", "Bo"], "house_rules": {"target": 300}}, True),
        ("NewGame", {"variant": "da-500", "players": ["Anna", "Bo"], "dealer": None, "name": None}, True),
        ("NewGame", {"players": ["Anna", "Bo"]}, False),
        ("NewGame", {"variant": "gin", "players": ["Anna", "Bo"]}, False),
        ("NewRound", ROUND, True),
        ("NewRound", ROUND | {"hand_romme": False, "by": "Anna", "accept_warnings": True}, True),
        ("NewRound", ROUND | {"bonus": 5}, False),
        ("NewRound", {"closer": "Bo", "entries": {"Bo": {"points": "5"}}}, False),
        ("NewRound", {"closer": "Bo", "entries": {"Bo": {"minus": 5, "peeks": 100}}}, False),
        ("NewChange", {}, True),
        ("NewChange", {"by": "Anna", "why": None}, True),
        ("NewChange", {"who": "Anna"}, False),
    ],
)
def test_requests_are_described_as_they_are_read(name: str, body: Any, fits: bool) -> None:
    schema = {"$ref": f"#/components/schemas/{name}", "components": DESCRIPTION["components"]}
    assert Draft202012Validator(schema).is_valid(body) is fits


@pytest.mark.parametrize("variant", VARIANTS)
def test_an_export_is_described_as_it_is_sent_and_taken(table: Table, variant: str) -> None:
    validate(table.game(variant).ask("GET", "/export").json, {"$ref": "#/components/schemas/Export"})
