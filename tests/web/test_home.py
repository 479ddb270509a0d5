"""The first page."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from scorekeeper.web.games import home

from .pages import Browser


def test_a_first_visitor_reads_what_this_is_and_finds_new_game(plain: Browser) -> None:
    """Without games the page describes the app and links to a new game."""
    page = plain.get("/")
    assert page.status == 200
    assert "Enter each round" in page.text
    assert page.root.all("a", href="/games/new")[0].text == "New game"


def test_looking_gives_no_device_cookie_and_making_a_game_does(plain: Browser) -> None:
    """The device's cookie is set by a POST only."""
    plain.get("/")
    plain.get("/games/new/da-500")
    assert plain.client.get_cookie("device") is None
    plain.given_game("da-500", "Anna", "Bo")
    assert plain.client.get_cookie("device") is not None


def test_the_games_of_the_device_stand_there_with_who_leads(plain: Browser, stranger: Browser) -> None:
    """Players, number of rounds and the leader, of this device's games only."""
    game = plain.new_game("da-500", "Anna", "Bo", name="Friday")
    plain.enter(game, "p0", p0_points="35", p1_points="−10")
    card = plain.get("/").root.all("a", href=game)[0].text
    assert "Friday" in card
    assert "Ahead: Anna, 35" in card
    assert "Anna, Bo" in card
    assert "one round" in card
    assert len(plain.get("/").root.all("a", cls="card")) == 1


def test_the_latest_changed_game_comes_first(plain: Browser) -> None:
    """By the second of its last change."""
    first, second = plain.given_game("da-500", "Anna", "Bo"), plain.given_game("cs-500", "Cleo", "Dan")
    assert {card.attrs["href"] for card in plain.get("/").root.all("a", cls="card")} == {first, second}


def test_a_won_game_names_the_winner(plain: Browser) -> None:
    """The card of an ended game says who has won."""
    game = plain.new_game("da-500", "Anna", "Bo", **{"rule-target": "30", "rules": "1"})
    plain.enter(game, "p0", p0_points="35", p1_points="−10")
    assert "Won: Anna" in plain.get("/").text


def _finished(visitor: Browser) -> str:
    game = visitor.new_game("da-500", "Anna", "Bo", "Cleo", dealer="1", **{"rule-target": "30", "rules": "1"})
    visitor.enter(game, "p0", p0_points="35", p1_points="−10", p2_points="5")
    return game


def test_the_same_game_begins_again_by_one_tap(visitor: Browser) -> None:
    """Names, seats and house rules are the last game's, and the next player deals."""
    game = _finished(visitor)
    page = visitor.get("/")
    assert "Again: Anna, Bo, Cleo · Rommy (500)" in page.text
    again = visitor.send(page, "/again").location
    assert again != game
    page = visitor.get(again)
    assert "Cleo deals" in page.text
    assert "30" in page.text
    settings = visitor.get(f"{again}/settings").fields("/settings")
    assert [settings[f"name-{number}"] for number in (1, 2, 3)] == ["Anna", "Bo", "Cleo"]
    assert settings["rule-target"] == "30"


def test_a_second_tap_on_again_leads_to_the_same_game(visitor: Browser) -> None:
    """Until it has changed."""
    _finished(visitor)
    page = visitor.get("/")
    first = visitor.send(page, "/again").location
    assert visitor.send(page, "/again").location == first
    visitor.enter(first, "p0", p0_points="5", p1_points="5", p2_points="5")
    assert visitor.send(page, "/again").location != first


def test_a_running_game_is_gone_on_with_and_not_begun_again(visitor: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    """Until nobody has changed it for an evening."""
    game = visitor.given_game("da-500", "Anna", "Bo")
    assert "Again:" not in visitor.get("/").text

    class Later(datetime):
        @classmethod
        def now(cls, tz: Any = None) -> Any:
            return datetime.now(UTC) + timedelta(days=7)

    monkeypatch.setattr(home, "datetime", Later)
    page = visitor.get("/")
    assert page.form(f"{game}/again")
    assert visitor.send(page, "/again").location != game


def test_any_name_is_text_on_the_first_page(visitor: Browser) -> None:
    """Markup and right-to-left letters, in cards and on the button."""
    game = visitor.new_game(
        "da-500", "<script>alert(1)</script>", "شيماء", name="<b>", rules="1", **{"rule-target": "5"}
    )
    visitor.enter(game, "p0", p0_points="35", p1_points="−10")
    page = visitor.get("/")
    assert "<script>alert" not in page.html
    texts = [node.text for node in page.root.all("bdi")]
    assert "شيماء" in texts
    assert "<b>" in texts
