"""Error pages of the real server: legible, accessible, with a link back."""

from collections.abc import Callable
from typing import Any

import pytest
from flask import Flask, abort, request
from playwright.sync_api import Page, expect
from sqlalchemy.exc import TimeoutError as NoneFree

from .table import begin, given

Axe = Callable[[Page], None]


@pytest.fixture
def live_app(live_app: Flask) -> Flask:
    """The application with a URL for each error, and one for each form that names a game 503."""

    def fail(status: int) -> str:
        if status == 503:
            raise NoneFree("no connection is free")
        abort(status)

    def fail_if_named_so() -> None:
        if request.method == "POST" and request.form.get("name") == "503":
            fail(503)

    live_app.before_request(fail_if_named_so)
    live_app.add_url_rule("/errors/<int:status>", view_func=fail)
    return live_app


def test_an_error_after_a_tap_at_the_end_of_a_long_page_is_seen(
    open_phone: Callable[..., Page], complaints: list[str]
) -> None:
    """The message stands above the page, which scrolls there; what was typed stays."""
    page = open_phone(viewport={"width": 360, "height": 640})
    given(page, "da-500", "Anna", "Bo", "Cleo", "Dag")
    page.get_by_role("link", name="Settings").tap()
    page.wait_for_url("**/settings")
    page.wait_for_load_state()  # its scripts send the form
    name = page.get_by_label("A name for this game")
    name.fill("503")
    page.get_by_role("button", name="Save").tap()
    expect(page.get_by_role("alert").get_by_role("heading")).to_be_in_viewport()
    expect(name).to_have_value("503")
    complaints.clear()


def test_every_error_has_a_page_with_a_way_back(
    open_phone: Callable[..., Page], axe: Axe, complaints: list[str]
) -> None:
    """axe finds nothing, the page fits a narrow phone, and its link leads to the games."""
    page = open_phone(viewport={"width": 320, "height": 640})
    for status in (400, 403, 404, 405, 409, 413, 422, 429, 500, 503):
        answer = page.goto(f"/errors/{status}")
        assert answer is not None
        assert answer.status == status
        axe(page)
        assert page.evaluate("document.documentElement.scrollWidth") <= 320
        page.get_by_role("link", name="Your games").tap()
        expect(page.get_by_role("link", name="New game")).to_be_visible()
    german = open_phone(viewport={"width": 360, "height": 640}, locale="de")
    german.goto("/errors/503")
    boxes = [button.bounding_box() or {} for button in german.locator("#problem .button").all()]
    assert [box["y"] for box in boxes] == [boxes[0]["y"]] * 2, "two buttons stand side by side"
    assert all(each.startswith(("500 for ", "503 for ")) for each in complaints)
    complaints.clear()


@pytest.mark.parametrize("script", [True, False])
def test_what_is_too_large_is_refused_in_a_sentence(open_phone: Callable[..., Any], script: bool) -> None:
    """The real server refuses the body itself."""
    page = open_phone(java_script_enabled=script)
    page.goto("/games/new/da-500")
    page.locator("summary", has_text="A name for this game").click()
    page.get_by_label("A name for this game (optional)").fill("x" * 1_500_000)
    page.locator(".actions").get_by_role("button", name="Begin").click()
    expect(page.get_by_text("Your entry is too large. Nothing was saved.")).to_be_visible()
    begin(page, "da-500", "Anna", "Bo")
