"""A season of five evenings at 360 px, on phones in all six languages: from the first game to the certificate."""

import gettext
from collections.abc import Callable
from datetime import date, timedelta
from pathlib import Path

from flask import Flask
from playwright.sync_api import Page, expect

from scorekeeper.store.database import writing
from translations import catalogues

from ..aging import age
from ..sheets import pdf
from .table import becomes, given

Open = Callable[..., Page]
LOCALES = {"en": "en-GB", "da": "da-DK", "nb": "nb-NO", "de": "de-DE", "cs": "cs-CZ", "is": "is-IS"}


def say(language: str, message: str) -> str:
    """Return a message as a page in that language has it."""
    if language == "en":
        return message
    return gettext.translation("messages", Path(catalogues.__file__).parent, [language]).gettext(message)


def a_week_passes(app: Flask) -> None:
    """Make everything that was played a week older."""
    with app.app_context(), writing() as session:
        age(session, 7)


def play(phone: Page, winner: str, language: str = "en") -> None:
    """Enter a round in the game on the page, the winner’s points by far the most, and end the game."""
    phone.get_by_role("link", name=say(language, "Enter round")).click()
    expect(phone.locator("form.round")).to_be_visible()
    phone.wait_for_load_state()
    phone.get_by_role("radio", name=winner, exact=True).check()
    for entry in phone.locator(".entry").all():
        points = "50" if entry.get_attribute("data-name") == winner else "5"
        entry.locator("[name$='-points']").fill(points)
    phone.locator(".actions").get_by_role("button", name=say(language, "Save")).click()
    end(phone, winner, language)


def end(phone: Page, winner: str, language: str = "en") -> None:
    """End the game on the page."""
    phone.get_by_text(say(language, "End the game"), exact=True).click()
    phone.get_by_role("button", name=say(language, "Yes, end it now")).click()
    expect(phone.locator("#headline")).to_contain_text(winner)


def own_points(phone: Page, language: str, name: str, points: str, *, closes: bool = False) -> None:
    """Enter somebody's own points in the open round of the game on the page."""
    phone.get_by_role("link", name=say(language, "Enter your points")).click()
    phone.get_by_role("button", name=name, exact=True).click()
    expect(phone.locator("form.own")).to_be_visible()
    phone.wait_for_load_state()
    if closes:
        phone.get_by_role("radio", name=say(language, "Yes")).check()
    for digit in points:
        phone.locator(f"[data-key='{digit}']").tap()


def test_five_evenings_are_a_season(
    live_app: Flask, open_phone: Open, axe: Callable[[Page], None], complaints: list[str]
) -> None:
    """Guests, people who were two, points from four phones of which one is offline, a champion in every language."""
    phones = {language: open_phone(locale=locale) for language, locale in LOCALES.items()}
    anna, bo, cleo, dora = (phones[language] for language in ("en", "da", "cs", "is"))
    for phone in phones.values():
        phone.set_default_timeout(8_000)

    # the first evening: a game becomes a circle, four phones enter a round
    given(anna, "da-500", "Anna", "Bo", "Cleo", "Dora")
    game = anna.url
    anna.goto(f"/circles/new?game={game.rsplit('/', 1)[1]}")
    anna.get_by_label("Name of the circle").fill("Sunday table")
    anna.get_by_role("button", name="Make the circle").click()
    expect(anna.get_by_role("heading", name="Sunday table")).to_be_visible()
    circle = anna.url
    anna.get_by_role("link", name="Share the circle").click()
    anna.get_by_role("button", name="Keep the score in the circle").click()
    link = anna.locator("#link").get_attribute("value") or ""
    for language, phone in phones.items():
        if phone is not anna:
            phone.goto(link[link.index("/join/") :])
            phone.get_by_role("button").first.click()
            expect(phone.get_by_role("heading", name="Sunday table")).to_be_visible()
            assert phone.locator("html").get_attribute("lang") == language
    anna.goto(f"{game}/rounds/open")
    anna.get_by_role("button", name="Open").click()
    for phone, language, name, points in (
        (bo, "da", "Bo", "65"),
        (cleo, "cs", "Cleo", "20"),
        (dora, "is", "Dora", "30"),
    ):
        phone.goto(game)
        own_points(phone, language, name, points, closes=phone is bo)
    cleo.context.set_offline(True)
    for phone, language in ((bo, "da"), (dora, "is"), (cleo, "cs")):
        phone.get_by_role("button", name=say(language, "Done")).tap()
    expect(cleo.locator("#unsent")).to_be_visible()
    done = anna.locator("#opened .done bdi")
    expect(done).to_have_text(["Bo", "Dora"])
    cleo.context.set_offline(False)
    expect(done).to_have_text(["Bo", "Cleo", "Dora"])
    anna.get_by_role("button", name="Close and check").click()
    anna.locator("[name='p0-points']").fill("45")
    anna.locator(".actions").get_by_role("button", name="Save").click()
    end(anna, "Bo")
    a_week_passes(live_app)

    # the second: somebody plays as a guest, whom the circle knows by another name
    anna.goto(f"{circle}/play")
    for absent in ("Cleo", "Dora"):
        anna.get_by_role("checkbox", name=absent).uncheck()
    anna.get_by_label("Guests, separated by commas").fill("Kleopatra")
    anna.get_by_role("button", name="Begin").click()
    play(anna, "Kleopatra")
    anna.goto(f"{circle}/people")
    anna.get_by_label("Kleopatra").select_option(label="Cleo")
    anna.get_by_role("button", name="That’s who").click()
    expect(anna.get_by_role("heading", name="Guests")).to_have_count(0)
    a_week_passes(live_app)

    # the third: Anna plays under a second name, and both are merged
    anna.get_by_label("Add somebody").fill("Anna K.")
    anna.get_by_role("button", name="Add", exact=True).click()
    anna.goto(f"{circle}/play")
    for name in ("Anna", "Bo", "Cleo", "Dora", "Anna K."):
        anna.get_by_role("checkbox", name=name, exact=True).set_checked(name not in ("Anna", "Dora"))
    anna.get_by_role("button", name="Begin").click()
    play(anna, "Anna K.")
    anna.goto(f"{circle}/people")
    anna.locator("summary", has_text="Anna K.").click()
    anna.get_by_label("The same person as").locator("visible=true").select_option(label="Anna")
    anna.get_by_role("button", name="Merge : Anna K.").click()
    a_week_passes(live_app)

    # two more, begun on phones in other languages
    for language in ("da", "de"):
        phone = phones[language]
        phone.goto(f"{circle}/play")
        phone.get_by_role("button", name=say(language, "Begin")).click()
        play(phone, "Anna", language)
        a_week_passes(live_app)

    anna.goto(f"{circle}/seasons")
    anna.get_by_label("Name of the season").fill("Autumn")
    anna.get_by_label("First day").fill((date.today() - timedelta(days=60)).isoformat())
    anna.get_by_label("Last day").fill((date.today() - timedelta(days=2)).isoformat())
    anna.get_by_role("button", name="Make the season").click()
    expect(anna.get_by_role("heading", name="Autumn")).to_be_visible()
    season = anna.url
    for language, phone in phones.items():
        phone.goto(season)
        rows = phone.locator("table.figures tbody tr")
        expect(rows.locator("th")).to_contain_text(["Anna", "Bo", "Cleo", "Dora"])
        expect(rows.first.locator("td").nth(1)).to_have_text("3")
        expect(phone.locator(".lead")).to_contain_text("Anna")
        becomes(phone, "document.documentElement.scrollWidth <= 360")
        axe(phone)
        paper = phone.get_by_role("link", name=say(language, "Certificate (PDF)")).get_attribute("href")
        answer = phone.request.get(paper or "", headers={"Accept-Language": language})  # a page would send it by itself
        printed = pdf.read(answer.body(), scale=0.3)
        assert len(printed.sizes) == 1
        assert {"Anna", "Autumn", *say(language, "Champion of the season").split()} <= set(printed.text.split())
    complaints[:] = [each for each in complaints if "TypeError: Failed to fetch" not in each]
