"""The games and their rules by the API: for everybody, complete, and with an ETag."""

import pytest
from flask.testing import FlaskClient

from scorekeeper.rules.variants import VARIANTS

from .conftest import PREFIX, Table, document_of, only_sqlite

pytestmark = only_sqlite


@pytest.fixture
def api(table: Table) -> FlaskClient:
    """A client without any key."""
    return table.api


def test_every_game_is_listed(api: FlaskClient) -> None:
    found = document_of(api.get(f"{PREFIX}/variants"))
    assert [each["key"] for each in found["variants"]] == list(VARIANTS)
    assert found["variants"][list(VARIANTS).index("da-500")] == {
        "key": "da-500",
        "name": "Rommy (500)",
        "country": "Denmark",
        "language": "da",
        "summary": "What you lay on the table counts for you, what stays in your hand counts against you.",
        "players": {"least": 2, "most": VARIANTS["da-500"].most_players},
    }


@pytest.mark.parametrize("key", VARIANTS)
def test_a_game_has_all_its_rules_options_and_ambiguities(api: FlaskClient, key: str) -> None:
    found, variant = document_of(api.get(f"{PREFIX}/variants/{key}")), VARIANTS[key]
    ambiguities = [each["key"] for each in found["ambiguities"]]
    assert [rule["key"] for rule in found["rules"]] + ambiguities == [rule.key for rule in variant.rule_list]
    assert [(o["key"], o["default"], o["rule"]) for o in found["options"]] == [
        (o.key, o.default, o.rule) for o in variant.options
    ]
    assert all(rule["text"] and rule["source"]["section"] for rule in found["rules"])


@pytest.mark.parametrize("key", VARIANTS)
def test_every_choice_that_is_offered_is_taken(api: FlaskClient, key: str) -> None:
    options = document_of(api.get(f"{PREFIX}/variants/{key}"))["options"]
    assert [option["key"] for option in options] == [option.key for option in VARIANTS[key].options]
    for option in options:
        choices = option["choices"] if "choices" in option else [option["least"], option["most"]]
        assert (option["kind"] in ("number", "text")) == ("least" in option)
        if option["kind"] == "text":
            choices = ["x" * length for length in choices]
        for choice in choices:
            made = VARIANTS[key].with_house_rules({option["key"]: choice})
            assert made.choices[option["key"]] == choice


def test_the_house_rules_of_a_preset_make_a_game(api: FlaskClient) -> None:
    """A preset is a list to choose from; a game is made by its house rules, never by its name."""
    (preset,) = document_of(api.get(f"{PREFIX}/variants/rummikub"))["presets"]
    assert preset == {
        "key": "mso_2019",
        "name": "Mind Sports Olympiad 2019",
        "house_rules": {"joker_in_rack": 50, "unopened": "mso"},
        "source": {
            "title": "Rummikub",
            "publisher": "Mind Sports Olympiad",
            "address": "https://msoworld.com/product/rummikub/",
        },
    }
    game = {"variant": "rummikub", "players": ["Anna", "Bo"]}
    made = api.post(f"{PREFIX}/games", json={**game, "house_rules": preset["house_rules"]})
    assert document_of(made)["house_rules"] == preset["house_rules"]
    assert api.post(f"{PREFIX}/games", json={**game, "preset": "mso_2019"}).status_code == 422
    assert document_of(api.get(f"{PREFIX}/variants/da-500"))["presets"] == []


def test_a_client_that_has_it_is_sent_nothing(api: FlaskClient) -> None:
    for address in ("/variants", "/variants/is-rommi"):
        tag = api.get(PREFIX + address).headers["ETag"]
        again = api.get(PREFIX + address, headers={"If-None-Match": tag})
        assert (again.status_code, again.data) == (304, b"")
        assert api.get(PREFIX + address, headers={"If-None-Match": '"other"'}).status_code == 200


def test_games_have_different_tags(api: FlaskClient) -> None:
    assert len({api.get(f"{PREFIX}/variants/{key}").headers["ETag"] for key in VARIANTS}) == len(VARIANTS)


@pytest.mark.parametrize("key", ["gin", "DA-500", "da-500 "])
def test_a_game_that_is_none_is_not_found(api: FlaskClient, key: str) -> None:
    answer = api.get(f"{PREFIX}/variants/{key}")
    assert answer.status_code == 404
    assert answer.content_type == "application/problem+json"
    assert "/api/v1/variants" in document_of(answer)["detail"]
