"""`./run shots`: pictures of every page and state, on a phone and a desktop, light and dark, in the folder `shots`."""

import shutil
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from flask import Flask, abort
from playwright.sync_api import Browser, Page, sync_playwright
from sqlalchemy.exc import TimeoutError as NoneFree

from bench.browsing import FLAGS, browser_path
from bench.serving import serving
from bench.store import Store, fresh_store
from scorekeeper import create_app

FOLDER = Path("shots")
SIZES = {"phone": (360, 740), "desk": (1280, 800)}
LONG = ("Anna-Katharina von und zu Hohenstein-Mey", "Bo", "Cleo", "Dagny", "Eva", "Frida", "Guðrún", "Hákon")


def main() -> None:
    """Take all pictures."""
    shutil.rmtree(FOLDER, ignore_errors=True)
    FOLDER.mkdir()
    with (
        fresh_store() as store,
        serving("tests.shots", "app_with_errors", store.env) as server,
        sync_playwright() as player,
    ):
        address = f"http://127.0.0.1:{server.port}"
        _games(store)
        browser = player.chromium.launch(executable_path=browser_path(), args=FLAGS)
        for size in SIZES:
            for scheme in ("light", "dark"):
                with _page(browser, address, store.secret, size, scheme) as page:
                    for name, show in _pages(address).items():
                        page.emulate_media(media="screen")
                        show(page)
                        page.screenshot(path=FOLDER / f"{name}-{size}-{scheme}.png")
        browser.close()
    print(f"{len(list(FOLDER.iterdir()))} pictures in {FOLDER}")


def app_with_errors() -> Flask:
    """Return the application with a URL for each error, so that its page can be pictured."""
    app = create_app()

    def fail(status: int) -> str:
        if status == 503:
            raise NoneFree("no connection is free")
        abort(status)

    app.add_url_rule("/errors/<int:status>", view_func=fail)
    return app


def _games(store: Store) -> None:
    store.add_game("empty", 0, target=500)
    store.add_game("some", 7, target=500)
    store.add_game("ended", 11, target=240)
    store.add_game("sixty", 60, names=LONG, jokers=6, target=5_000)


@contextmanager
def _page(browser: Browser, address: str, secret: str, size: str, scheme: str) -> Iterator[Page]:
    width, height = SIZES[size]
    context = browser.new_context(
        viewport={"width": width, "height": height},
        color_scheme="dark" if scheme == "dark" else "light",
        has_touch=size == "phone",
        is_mobile=size == "phone",
    )
    context.add_cookies([{"name": "device", "value": secret, "url": address}])
    yield context.new_page()
    context.close()


def _pages(address: str) -> dict[str, Callable[[Page], object]]:
    """Return what to do for each picture, by its name."""

    def go(path: str) -> Callable[[Page], object]:
        return lambda page: page.goto(address + path)

    def first_visit(page: Page) -> None:
        kept = page.context.cookies()
        page.context.clear_cookies()
        page.goto(address)
        again = [{key: value for key, value in cookie.items() if key != "partitionKey"} for cookie in kept]
        page.context.add_cookies(again)  # type: ignore[arg-type]  # as Playwright gave them

    def refused(page: Page) -> None:
        page.goto(f"{address}/games/empty/rounds/new")
        page.get_by_role("button", name="Save").click()

    def others(page: Page) -> None:
        page.goto(f"{address}/games/new/da-500")
        page.get_by_role("button", name="Other players").click()
        page.locator("[name='fill']").first.wait_for()

    def unfolded(path: str) -> Callable[[Page], object]:
        def unfold(page: Page) -> None:
            page.goto(address + path)
            while (folded := page.locator("details:not([open]) > summary")).count():
                folded.first.click()
            page.evaluate("scrollTo(0, 0)")

        return unfold

    def then(path: str, button: str) -> Callable[[Page], object]:
        def tap(page: Page) -> None:
            page.goto(address + path)
            page.get_by_role("button", name=button).first.click()
            page.locator(".code").wait_for()

        return tap

    def settings_refused(page: Page) -> None:
        unfolded("/games/some/settings")(page)
        page.get_by_role("button", name="Add another player").click()
        page.locator("#new-0-name").fill("Bo")
        page.locator("#new-1-typed").fill("many")
        page.locator("[name='rule-target']").fill("0")
        page.locator(".actions").get_by_role("button", name="Save").click()
        page.locator("#summary").wait_for()

    def scrolled(show: Callable[[Page], object], to: str) -> Callable[[Page], object]:
        def scroll(page: Page) -> None:
            show(page)
            page.locator(to).first.scroll_into_view_if_needed()

        return scroll

    def import_refused(page: Page) -> None:
        page.goto(f"{address}/import")
        page.locator("#file").set_input_files({"name": "x.json", "mimeType": "application/json", "buffer": b"{"})
        page.get_by_role("button", name="Import").click()
        page.locator("#summary").wait_for()

    def on_paper(page: Page) -> None:
        page.goto(f"{address}/games/sixty")
        page.emulate_media(media="print")

    errors = {f"error-{status}": go(f"/errors/{status}") for status in (404, 405, 413, 429, 500, 503)}
    return {
        "home-first": first_visit,
        "home": go("/"),
        "choose": go("/games/new"),
        "new": go("/games/new/da-500"),
        "new-others": others,
        "new-unfolded": unfolded("/games/new/de-romme"),
        "board-empty": go("/games/empty"),
        "board": go("/games/some"),
        "board-sixty": go("/games/sixty"),
        "board-ended": go("/games/ended"),
        "board-chart": scrolled(go("/games/some"), "#chart figcaption"),
        "board-sixty-chart": scrolled(go("/games/sixty"), "#chart figcaption"),
        "board-ended-chart": scrolled(go("/games/ended"), "#rounds"),
        "big": go("/games/some/big"),
        "big-eight": go("/games/sixty/big"),
        "enter": go("/games/some/rounds/new"),
        "enter-refused": refused,
        "round": go("/games/some/rounds/2"),
        "round-last": go("/games/ended/rounds/11"),
        "round-unfolded": scrolled(unfolded("/games/some/rounds/2"), ".danger"),
        "edit": go("/games/some/rounds/2/edit"),
        "history": go("/games/some/history"),
        "settings": go("/games/some/settings"),
        "settings-unfolded": scrolled(unfolded("/games/some/settings"), "#joining"),
        "settings-refused": settings_refused,
        "settings-refused-below": scrolled(settings_refused, "#joining"),
        "delete": go("/games/some/delete"),
        "print": go("/games/some/print"),
        "print-below": scrolled(go("/games/some/print"), "main ul:last-of-type"),
        "import": go("/import"),
        "import-refused": import_refused,
        "board-on-paper": on_paper,
        "error-403": go("/games/nothing"),
        "join": go("/join"),
        "device": go("/device"),
        "share": unfolded("/games/some/share"),
        "share-code": then("/games/some/share", "View the game"),
        "share-move": then("/device", "Show the code"),
        "share-recovery": then("/device", "recovery code"),
        **_referee(address),
        **errors,
    }


def _referee(address: str) -> dict[str, Callable[[Page], object]]:
    """Return what to do for each picture of the referee, by its name."""

    def ask(slug: str, *then: str, **typed: str) -> Callable[[Page], object]:
        def asked(page: Page) -> None:
            page.goto(f"{address}/games/some/referee{slug and '/' + slug}")
            for label in then:
                page.get_by_text(label, exact=True).locator("visible=true").click()
            for name, text in typed.items():
                page.locator(f"[name='{name}']").fill(text)

        return asked

    def tapped(page: Page) -> None:
        ask("meld")(page)
        for key in ("[data-suit='♥']", "[data-rank='7']", "[data-rank='8']", "[data-rank='JK']"):
            page.locator(f".grid {key}").click()

    def judged(slug: str, *then: str, **typed: str) -> Callable[[Page], object]:
        def judge(page: Page) -> None:
            ask(slug, *then, **typed)(page)
            page.locator(".asking .actions .main").locator("visible=true").click()
            page.locator("#verdict").or_(page.locator("#summary")).wait_for()

        return judge

    only_me = "Only for me: nothing is kept, and the answer goes blank"
    pile = {"pile": "4c kh 9d", "hand_before": "2s 2d 7h"}
    return {
        "referee": ask(""),
        "referee-meld": tapped,
        "referee-call": ask("rummy-call"),
        "referee-pile": ask("pile"),
        "referee-legal": judged("meld", cards="7h 8h 9h"),
        "referee-illegal": judged("meld", cards="7h 8h 10h"),
        "referee-penalty": judged("pile", "The whole pile was taken", **pile),
        "referee-depends": judged("meld", cards="7h 8h jk"),
        "referee-refused": judged("meld", cards="7h 7h 7x"),
        "referee-discreet": judged("hand-value", only_me, cards="7h kd jk"),
        "referee-help": judged("arrange", "to keep as few points as possible", cards="4s 5s 6s kd 7h 7d 7c"),
        "referee-rulings": ask("rulings"),
    }


if __name__ == "__main__":
    sys.exit(main())
