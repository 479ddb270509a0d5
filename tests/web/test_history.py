"""The history: a sentence for every kind of change, with the values before and after."""

import pytest
from flask import Flask

from scorekeeper.services.games import deleting, rounds, settings
from scorekeeper.services.games.changes import Precondition
from scorekeeper.services.games.settings import NewSettings
from scorekeeper.services.payload_reading import received
from scorekeeper.services.payloads import NewChange

from .pages import Browser

_ANY = Precondition()


@pytest.fixture
def game(plain: Browser) -> str:
    """A Danish game of two with a round: Anna 35, Bo −10."""
    address = plain.new_game("da-500", "Anna", "Bo", name="Friday")
    plain.enter(address, "p0", p0_points="35", p1_points="−10")
    return address


def _latest(plain: Browser, game: str) -> str:
    """Return the sentences about the latest change."""
    return plain.get(f"{game}/history").root.all("ol", cls="history")[0].all("li")[0].text


def test_settings_are_told_before_and_after(app: Flask, plain: Browser, game: str) -> None:
    """The name, the players, each house rule; who made the change, and why."""
    body = {
        "name": "Saturday",
        "players": [{"id": "2", "name": "Bo"}, {"id": "1", "name": "Anne"}, {"name": "Cleo", "points": 20}],
        "house_rules": {"target": 300, "dealer": "winner"},
        "by": "Bo",
        "why": "it got late",
    }
    with app.app_context():
        settings.change_settings(game.rsplit("/", 1)[1], received(NewSettings, body), _ANY)
    told = _latest(plain, game)
    for sentence in (
        "The settings were changed. – Bo",
        "Why: it got late",
        "The game’s name: Friday → Saturday.",
        "Anna is now called Anne.",
        "Cleo joined with 20.",
        "The seats: Bo, Anne, Cleo.",
        "The total that ends the game: 500 → 300.",
        "Who deals the next round: the players in turn → the winner of the last round.",
    ):
        assert sentence in told
    plain.send(plain.get(game), "/undo")
    told = _latest(plain, game)
    assert "The change of settings was undone." in told
    assert "Saturday → Friday" in told
    assert "300 → 500" in told


def test_deleting_and_restoring_are_told(app: Flask, plain: Browser, game: str) -> None:
    """They are revisions, too."""
    with app.app_context():
        deleting.delete_game(game.rsplit("/", 1)[1], received(NewChange, {}), _ANY)
        deleting.restore_game(game.rsplit("/", 1)[1], received(NewChange, {}), _ANY)
    text = plain.get(f"{game}/history").text
    assert "The game was deleted." in text
    assert "The game was restored." in text


def test_a_correction_tells_how_the_round_ended_before_and_now(plain: Browser, game: str) -> None:
    """Including who went out; unchanged points are marked."""
    plain.send(plain.get(f"{game}/rounds/1/edit"), "/edit", who="p1")
    assert "Before: Anna went out.Now: Bo went out." in _latest(plain, game)
    plain.send(plain.get(f"{game}/rounds/1/edit"), "/edit", why="looked again")
    assert "The points stayed as they were." in _latest(plain, game)


def test_a_voided_round_that_is_corrected_counts_again(app: Flask, plain: Browser, game: str) -> None:
    """The sentence says so."""
    with app.app_context():
        rounds.void_round(game.rsplit("/", 1)[1], 1, received(NewChange, {}), _ANY)
    assert "was voided" in _latest(plain, game)
    plain.send(plain.get(f"{game}/rounds/1/edit"), "/edit")
    assert "It counts again." in _latest(plain, game)


def _of_fifty(plain: Browser) -> str:
    """A game to 50 that Anna won in its second round, 60 to 5."""
    address = plain.new_game("da-500", "Anna", "Bo", rules="1", **{"rule-target": "50"})
    plain.enter(address, "p0", p0_points="30", p1_points="5")
    plain.enter(address, "p0", p0_points="30", p1_points="0")
    return address


def test_the_change_that_ended_the_game_says_so(plain: Browser) -> None:
    """The round, its undo, a correction with another winner, the end by the table."""
    address = _of_fifty(plain)
    assert "With this, the game was over. Won by: Anna." in _latest(plain, address)
    plain.send(plain.get(f"{address}/rounds/2/edit"), "/edit", p0_points="0", p1_points="70")
    assert "With this, the win went to Bo." in _latest(plain, address)
    plain.send(plain.get(f"{address}/rounds/2/edit"), "/edit", p0_points="0", p1_points="0")
    assert "With this, the game went on." in _latest(plain, address)
    plain.send(plain.get(address), "/end")
    assert "The table ended the game. With this, the game was over. Won by: Anna." in _latest(plain, address)
    plain.send(plain.get(address), "/undo")
    assert "The end of the game was undone. With this, the game went on." in _latest(plain, address)
    text = plain.get(f"{address}/history").text
    assert text.count("With this") == 5


def test_the_round_that_ended_the_game_says_so(plain: Browser) -> None:
    """Also if a correction of an earlier round ended the game earlier; not while the game goes on."""
    address = _of_fifty(plain)
    over = "This round ended the game. Anna wins."
    assert over in plain.get(f"{address}/rounds/2").text
    assert over not in plain.get(f"{address}/rounds/1").text
    plain.send(plain.get(f"{address}/rounds/1/edit"), "/edit", p0_points="55")
    assert over in plain.get(f"{address}/rounds/1").text
    assert over not in plain.get(f"{address}/rounds/2").text
    plain.send(plain.get(f"{address}/rounds/1"), "/void")
    assert "With this round" not in plain.get(f"{address}/rounds/2").text
    plain.send(plain.get(address), "/end")
    assert "The table ended the game after this round. Anna wins." in plain.get(f"{address}/rounds/2").text


def test_a_stranger_sees_no_history(stranger: Browser, game: str) -> None:
    """Access to another game does not count."""
    assert stranger.get(f"{game}/history").status == 403
