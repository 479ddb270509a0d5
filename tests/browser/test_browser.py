"""The fixtures of browser tests: pages are shown, and errors are noticed."""

import re
from collections.abc import Callable

import pytest
from flask import Flask
from playwright.sync_api import Page, expect

from .table import begin

POLICY = "default-src 'none'; script-src 'self'"


def test_home_is_shown_without_a_finding(page: Page, axe: Callable[[Page], None]) -> None:
    """The first page opens on a phone, and axe finds nothing."""
    page.goto("/")
    assert page.title().endswith("Scorekeeper")
    axe(page)


@pytest.mark.parametrize(("locale", "written"), [("en-GB", r"\d+ \w+ \d+, \d\d:\d\d"), ("en-US", r"\w+ \d+, \d+, .*M")])
def test_times_are_written_as_the_reader_does(open_phone: Callable[..., Page], locale: str, written: str) -> None:
    """Dates have the format of the reader's region, in the page's language."""
    page = open_phone(locale=locale)
    begin(page, "da-500", "Anna", "Bo")
    page.goto("/")
    expect(page.locator(".card time")).to_have_text(re.compile(f"^{written}$"))


@pytest.mark.parametrize(
    ("body", "complaint"),
    [
        ("<script>alert(1)</script>", "Content Security Policy"),
        ("<script src='/none.js'></script>", "404"),
        ("<script src='/throws.js'></script>", "script: "),
    ],
)
def test_a_complaint_fails_the_test(live_app: Flask, request: pytest.FixtureRequest, body: str, complaint: str) -> None:
    """An error on the console is noticed."""
    live_app.add_url_rule("/odd", view_func=lambda: (body, {"Content-Security-Policy": POLICY}))
    live_app.add_url_rule("/throws.js", "throws", lambda: ("throw 1", {"Content-Type": "text/javascript"}))
    complaints: list[str] = request.getfixturevalue("complaints")
    request.getfixturevalue("page").goto("/odd", wait_until="networkidle")
    assert any(complaint in each for each in complaints), complaints
    complaints.clear()


def test_axe_looks_in_the_dark_too(live_app: Flask, page: Page, axe: Callable[[Page], None]) -> None:
    """axe finds a page whose contrast is too low in the dark theme only."""
    body = (
        "<!doctype html><html lang=en><title>Odd</title><link rel=icon href='data:,'>"
        "<style>p { color: #000 } @media (prefers-color-scheme: dark) { p { background: #111 } }</style>"
        "<main><h1>Odd</h1><p>Text</p></main></html>"
    )
    policy = "default-src 'unsafe-inline' data:"
    live_app.add_url_rule("/odd", view_func=lambda: (body, {"Content-Security-Policy": policy}))
    page.goto("/odd")
    with pytest.raises(AssertionError, match="background color: #111111"):
        axe(page)
