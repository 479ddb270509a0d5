"""The referee's pages: only questions of this game, a verdict with its reasons, what is wrong at its field."""

import pytest

from .pages import Browser, Page


def titles(page: Page) -> list[str]:
    """Return what the referee's first page offers, in its order."""
    return [link.text for link in page.root.all("a", cls="button") if "/referee/" in link.attrs["href"]]


def test_the_scoreboard_leads_to_the_referee(visitor: Browser) -> None:
    game = visitor.new_game("da-500", "Ida", "Ole")
    assert [link.text for link in visitor.get(game).root.all("a", href=f"{game}/referee")] == ["Referee"]


def test_a_game_has_only_its_own_questions(visitor: Browser) -> None:
    danish = titles(visitor.get(visitor.new_game("da-500", "Ida", "Ole") + "/referee"))
    norwegian = titles(visitor.get(visitor.new_game("nb-rummy", "Ida", "Ole") + "/referee"))
    assert "Does this round add up?" in norwegian
    assert "Does this round add up?" not in danish


@pytest.mark.parametrize("slug", ["nothing", "rummy-call"])
def test_a_question_that_the_game_does_not_have_is_not_there(visitor: Browser, slug: str) -> None:
    game = visitor.new_game("nb-rummy", "Ida", "Ole")
    assert visitor.get(f"{game}/referee/{slug}").status == 404


def test_a_row_that_does_not_add_up_is_judged_and_what_was_typed_stays(visitor: Browser) -> None:
    game = visitor.new_game("nb-rummy", "Ida", "Ole", "Eva")
    page = visitor.send(
        visitor.get(f"{game}/referee/row"), "/row", **{"entered-0": "18", "entered-1": "7", "entered-2": "−11"}
    )
    assert page.status == 200
    assert page.root.all(cls="word")[0].text == "Illegal"
    assert "adds up to +14, and must add up to 0" in page.text
    assert "If Ole had −7, it would." in page.text
    assert page.fields("/row")["entered-2"] == "−11"


def test_what_is_no_number_is_told_at_its_field(visitor: Browser) -> None:
    game = visitor.new_game("nb-rummy", "Ida", "Ole")
    page = visitor.send(visitor.get(f"{game}/referee/row"), "/row", **{"entered-0": "many", "entered-1": ""})
    assert page.status == 422
    assert "“many” is no whole number" in page.at("entered-0")
    assert "How many points has Ole?" in page.at("entered-1")
    assert page.fields("/row")["entered-0"] == "many"


def test_a_stranger_is_refused_as_on_the_games_page(visitor: Browser, stranger: Browser) -> None:
    game = visitor.new_game("nb-rummy", "Ida", "Ole")
    for address in (f"{game}/referee", f"{game}/referee/row"):
        assert stranger.get(address).status == 403
    data = visitor.get(f"{game}/referee/row").fields("/row")
    data["csrf_token"] = stranger.get("/games/new/da-500").fields("da-500")["csrf_token"]
    assert stranger.post(f"{game}/referee/row", data).status == 403


def test_no_browser_keeps_a_question(visitor: Browser) -> None:
    game = visitor.new_game("nb-rummy", "Ida", "Ole")
    form = visitor.get(f"{game}/referee/row")
    assert form.response.headers["Cache-Control"] == "no-store"
    assert (
        visitor.send(form, "/row", **{"entered-0": "1", "entered-1": "-1"}).response.headers["Cache-Control"]
        == "no-store"
    )
