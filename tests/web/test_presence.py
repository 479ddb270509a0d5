"""Whoever opens the form of a round that another phone is entering just now is told before both have typed it."""

from datetime import timedelta

import pytest
from flask import Flask

from scorekeeper.services.access.access import Role
from scorekeeper.services.referee.clock import now
from scorekeeper.web.rounds import presence
from scorekeeper.web.rounds.presence import OpenForms

from .conftest import join
from .pages import Browser

TOLD = "Another phone is entering this round."


@pytest.fixture
def game(plain: Browser) -> str:
    """A Danish game of two."""
    return plain.given_game("da-500", "Anna", "Bo")


def test_the_second_phone_is_told(app: Flask, plain: Browser, game: str) -> None:
    """On the page and in the part that htmx fetches; neither the first phone nor a service worker that looks ahead."""
    other = join(app, game, Role.SCORER)
    assert TOLD not in other.client.get(f"{game}/rounds/new", headers={"Sec-Fetch-Mode": "cors"}).text
    for _again in range(2):
        assert TOLD not in plain.get(f"{game}/rounds/new").text
    assert TOLD not in other.client.get(f"{game}/rounds/new", headers={"Sec-Fetch-Mode": "cors"}).text
    assert TOLD in other.get(f"{game}/rounds/new").alerts
    headers = {"HX-Request": "true", "Sec-Fetch-Mode": "cors"}
    assert TOLD in other.client.get(f"{game}/rounds/form", headers=headers).text
    assert TOLD in plain.get(f"{game}/rounds/new").alerts  # who opens it again, now that another has it open


def test_nobody_is_told_of_another_round_or_after_a_while(
    app: Flask, plain: Browser, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The round is saved; or the form was opened two minutes ago."""
    other = join(app, game, Role.SCORER)
    plain.enter(game, "p0", p0_points="35", p1_points="25")
    assert TOLD not in other.get(f"{game}/rounds/new").text
    later = now() + timedelta(seconds=presence.LASTING)
    monkeypatch.setattr(presence, "now", lambda: later)
    assert TOLD not in plain.get(f"{game}/rounds/new").text


def test_it_remembers_a_limited_number_of_games() -> None:
    """The one that was opened last stays."""
    forms = OpenForms(most=2)
    for game in ("a", "b", "a", "c"):
        forms.open(game, 1, 1, 0.0)
    assert [forms.open(game, 1, 2, 0.0) for game in ("a", "b")] == [True, False]
