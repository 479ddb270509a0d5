"""What a new game can do that is one file and nothing else: it is played through. `tests.test_new_game` runs this."""

from pathlib import Path

import pytest
from flask.testing import FlaskClient

from scorekeeper.rules.variants import VARIANTS

from ..web.pages import Browser

TOY = "xx-toy"
THREE = ("Anna", "Bo", "Cleo")


@pytest.fixture
def database_url(migrated_sqlite: Path) -> str:
    """A database on SQLite: it has no part in this."""
    return f"sqlite:///{migrated_sqlite}"


@pytest.fixture
def plain(client: FlaskClient) -> Browser:
    """A browser without htmx."""
    return Browser(client)


@pytest.fixture
def toy(plain: Browser) -> str:
    """A game of three, made by the form."""
    assert VARIANTS[TOY].name in plain.get("/games/new").text
    return plain.new_game(TOY, *THREE)


def test_its_rounds_are_entered_corrected_and_scored_by_the_form(plain: Browser, toy: str) -> None:
    plain.enter(toy, "p1", p0_points="35", p1_points="60", p2_points="-25")
    page = plain.get(f"{toy}/rounds/new")
    assert "Giggled" in page.text
    assert [radio.attrs["value"] for radio in page.root.all(name="way")] == ["", "toy_blitz", "hand_close"]
    assert "Blitz × 3" in page.text
    assert "Storm ×" not in page.text
    unknown = plain.enter(toy, "p0", way="rommi", p0_plus="20", p1_minus="4", p2_minus="1")
    assert "This game doesn’t know this way of going out." in unknown.text
    saved = plain.enter(
        toy, "p0", way="toy_blitz", p0_plus="20", p1_minus="4", p2_plus="11", p2_minus="1", p2_toy_giggles="2"
    )
    assert saved.location == toy, saved.text
    assert "Anna leads" in plain.get(toy).text
    assert plain.get(f"{toy}/rounds/2/edit").fields("/edit")["way"] == "toy_blitz"
    plain.send(plain.get(f"{toy}/rounds/2/edit"), "/rounds/2/edit", p2_toy_giggles="0")
    totals = plain.get(toy).root.all(cls="totals")[0].all("li")
    assert {each.all("bdi")[0].text: each.all("b")[0].text for each in totals} == {
        "Anna": "55",
        "Bo": "48",
        "Cleo": "−17",
    }


def test_the_house_rule_doubles_what_the_others_hold_when_the_whole_hand_was_laid_at_once(client: FlaskClient) -> None:
    """Only cards and sums: points are final."""
    entries = {"Anna": {"hand": ["9D"]}, "Bo": {"plus": 20}, "Cleo": {"points": -7}}
    entered = {"closer": "Bo", "hand_close": True, "entries": entries, "accept_warnings": True}
    for doubles, scored in ((False, -9), (True, -18)):
        new = {"variant": TOY, "players": list(THREE), "house_rules": {"hand_doubles": doubles}}
        made = client.post("/api/v1/games", json=new)
        rights = {"Authorization": f"Bearer {made.json['keys']['scorer']}"}
        game = client.post(f"{made.location}/rounds", json=entered, headers=rights)
        assert game.status_code == 201, game.text
        assert game.json["totals"] == {"Anna": scored, "Bo": 20, "Cleo": -7}
        turn = {
            "hand_after": [],
            "laid_new_melds": [["8S", "9S", "TS"]],
            "melded_before": False,
            "laid_off_before": True,
        }
        asked = client.post(
            "/api/v1/referee/go-out", json={"variant": TOY, "house_rules": {"hand_doubles": doubles}, "situation": turn}
        )
        assert (asked.json["facts"]["hand_close"], asked.json["facts"]["toy_blitz"]) == (True, False)
        asked = client.post(
            "/api/v1/referee/round-score",
            json={
                "variant": TOY,
                "house_rules": {"hand_doubles": doubles},
                "situation": {"closer": "Bo", "hand_close": True, "players": {"Bo": {}, "Anna": {"hand": ["9D"]}}},
            },
        )
        assert asked.json["facts"]["scores"] == {"Bo": 0, "Anna": scored}


def test_the_referee_answers_and_books_by_the_pages(plain: Browser, toy: str) -> None:
    menu = plain.get(f"{toy}/referee")
    asked = [link.attrs["href"] for link in menu.root.all("a") if "/referee/" in link.attrs["href"]]
    assert len(asked) > 5
    assert {plain.get(each).status for each in asked} == {200}
    verdict = plain.send(plain.get(f"{toy}/referee/meld"), "/meld", cards="Q♠ K♠ A♠")
    assert verdict.root.all(cls="word")[0].text == "A run of three: 31 points"


def test_every_sheet_is_printed(plain: Browser, toy: str) -> None:
    plain.given_round(toy, "Bo", {"Anna": {"points": 35}, "Bo": {"points": 5}, "Cleo": {"points": -25}})
    for address in (f"{toy}/sheet.pdf", f"{toy}/card.pdf", f"/rules/{TOY}/rules.pdf", f"/rules/{TOY}/blank.pdf"):
        assert plain.client.get(address).data[:5] == b"%PDF-", address
    assert "Who giggles loses 10 points." in plain.get(f"/rules/{TOY}").text


def test_it_is_played_by_the_api_exported_and_imported(client: FlaskClient) -> None:
    made = client.post("/api/v1/games", json={"variant": TOY, "players": list(THREE), "house_rules": {"target": 50}})
    assert made.status_code == 201, made.text
    rights = {"Authorization": f"Bearer {made.json['keys']['scorer']}"}
    entered = {
        "closer": "Bo",
        "toy_blitz": True,
        "entries": {
            "Anna": {"melds": [["QS", "KS", "AS"]], "hand": ["5D"], "toy_giggles": 1},
            "Bo": {"plus": 51},
            "Cleo": {"minus": 20},
        },
    }
    game = client.post(f"{made.location}/rounds", json=entered, headers=rights)
    assert game.json["totals"] == {"Anna": 31 - 15 - 10, "Bo": 51, "Cleo": -60}, game.text
    assert game.json["winners"] == ["Bo"]
    document = client.get(f"{made.location}/export", headers=rights).json
    again = client.post("/api/v1/games/import", json=document)
    assert again.status_code == 201, again.text
    assert again.json["totals"] == game.json["totals"]
    asked = client.post("/api/v1/referee/meld", json={"variant": TOY, "situation": {"cards": ["AS", "2S", "3S"]}})
    assert asked.json["verdict"] == "illegal"
