"""Named sets of house rules: a button fills them in, for a new game and in the settings."""

import pytest

from scorekeeper.rules.variants import VARIANTS

from .pages import Browser, Page

NEW = "/games/new/en-gin"


def _tap(visitor: Browser, page: Page, address: str, preset: str, **typed: str) -> Page:
    """Tap the button of a preset in the form that is sent to `address`, after typing."""
    return visitor.post(address, {**page.fields(address), **typed, "preset": preset})


def _pressed(page: Page) -> list[str]:
    return [each.text for each in page.root.all("button", name="preset", aria_pressed="true")]


def _offered(page: Page) -> list[str]:
    return [each.attrs["value"] for each in page.root.all("button", name="preset")]


@pytest.mark.parametrize("key", ["en-gin", "en-kalooki", "rummikub", "da-500"])
def test_the_presets_of_the_game_are_offered(plain: Browser, key: str) -> None:
    """After the game as usual, which is how a new game begins; nothing where there are none."""
    page, known = plain.get(f"/games/new/{key}"), VARIANTS[key].presets
    assert _offered(page) == (["usual", *(each.key for each in known)] if known else [])
    assert _pressed(page) == (["As usual"] if known else [])


def test_a_preset_fills_in_its_house_rules_and_nothing_else(visitor: Browser) -> None:
    """What was typed stays; its house rules can still be changed; the game as usual takes them back."""
    typed = {"player-0": "Anna", "player-1": "Bo", "points-1": "5", "name": "Friday", "dealer": "1"}
    page = _tap(visitor, visitor.get(NEW), NEW, "oklahoma_gin", **typed, **{"rule-gin_bonus": "20", "rule-target": "9"})
    assert page.status == 200
    data = page.fields(NEW)
    assert {key: data[key] for key in typed} == typed
    assert (data["rule-oklahoma"], data["rule-target"], data["rule-gin_bonus"]) == ("1", "150", "20")
    assert _pressed(page) == ["Oklahoma Gin"]
    assert page.response.headers.get("HX-Retarget") == ("#rules" if visitor.htmx else None)
    usual = _tap(visitor, page, NEW, "usual")
    data = usual.fields(NEW)
    assert ("rule-oklahoma" in data, data["rule-target"], data["rule-gin_bonus"]) == (False, "100", "20")
    assert _pressed(usual) == ["As usual"]
    begun = visitor.send(page, NEW, **{"rule-target": "200"})
    board = visitor.get(begun.location)
    assert "The first upcard says with how many points you may knock." in board.text
    assert "The total that ends the game: 200." in board.text
    assert "Variation:" not in board.text


def test_a_game_with_all_of_a_preset_says_so(visitor: Browser) -> None:
    page = visitor.get("/games/new/rummikub")
    page = _tap(visitor, page, "/games/new/rummikub", "mso_2019", **{"player-0": "Anna", "player-1": "Bo"})
    board = visitor.get(visitor.send(page, "/games/new/rummikub").location)
    assert "Variation: Mind Sports Olympiad 2019." in board.text
    assert "What a joker left on the rack costs: 50." in board.text


@pytest.mark.parametrize("preset", ["mso_2019", "canasta", "<b>", "x" * 5000])
def test_a_preset_that_the_game_has_not_fills_in_nothing(visitor: Browser, preset: str) -> None:
    """Nor does one of another game; what was typed stays."""
    page = _tap(visitor, visitor.get(NEW), NEW, preset, **{"player-0": "Anna", "rule-target": "300"})
    assert page.status == 422
    assert "This game doesn’t have that variation." in page.alerts
    assert (page.fields(NEW)["player-0"], page.fields(NEW)["rule-target"]) == ("Anna", "300")
    assert _pressed(page) == []


def test_a_game_without_presets_refuses_the_usual_one_too(visitor: Browser) -> None:
    page = _tap(visitor, visitor.get("/games/new/da-500"), "/games/new/da-500", "usual", **{"player-0": "Anna"})
    assert page.status == 422
    assert page.fields("/games/new/da-500")["player-0"] == "Anna"


def test_the_settings_fill_in_a_preset_and_save_nothing_yet(visitor: Browser) -> None:
    """It counts from the next round on, and the history lists what changed."""
    game = visitor.new_game("en-gin", "Anna", "Bo")
    page = visitor.get(f"{game}/settings")
    page = _tap(visitor, page, f"{game}/settings", "oklahoma_gin", **{"name-1": "Anne"})
    assert page.status == 200
    assert page.response.headers.get("HX-Retarget") == ("#rules" if visitor.htmx else None)
    assert page.fields("/settings")["name-1"] == "Anne"
    assert "Variation:" not in visitor.get(game).text
    assert visitor.post(f"{game}/settings", page.fields("/settings")).location == game
    assert "Variation: Oklahoma Gin." in visitor.get(game).text
    assert "The total that ends the game: 100 → 150." in visitor.get(f"{game}/history").text
    refused = _tap(visitor, visitor.get(f"{game}/settings"), f"{game}/settings", "mso_2019")
    assert refused.status == 422
    assert "This game doesn’t have that variation." in refused.alerts


def test_the_rules_tell_the_presets_and_which_one_is_played(visitor: Browser) -> None:
    page = visitor.get("/rules/en-kalooki")
    (listed,) = page.root.all("li", id="kalooki_51")
    assert "How many points you need to open: 51." in listed.text
    assert "chosen" not in listed.attrs.get("class", "")
    preset = VARIANTS["en-kalooki"].presets[0]
    chosen = {f"rule-{key}": "1" if choice is True else str(choice) for key, choice in preset.house_rules.items()}
    game = visitor.new_game("en-kalooki", "Anna", "Bo", rules="1", **chosen)
    (listed,) = visitor.get(f"{game}/rules").root.all("li", id="kalooki_51")
    assert listed.attrs["class"] == "chosen"
