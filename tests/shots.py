"""`./run shots`: a picture of every page and state, on a phone and a desk, light and dark, in the folder `shots`."""

import shutil
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

from bench.browsing import FLAGS, browser_path
from bench.serving import serving
from bench.store import Store, fresh_store

FOLDER = Path("shots")
SIZES = {"phone": (360, 740), "desk": (1280, 800)}
LONG = ("Anna-Katharina von und zu Hohenstein-Mey", "Bo", "Cleo", "Dagny", "Eva", "Frida", "Guðrún", "Hákon")


def main() -> None:
    """Take every picture, anew."""
    shutil.rmtree(FOLDER, ignore_errors=True)
    FOLDER.mkdir()
    with fresh_store() as store, serving("scorekeeper", "create_app", store.env) as server, sync_playwright() as player:
        address = f"http://127.0.0.1:{server.port}"
        _games(store)
        browser = player.chromium.launch(executable_path=browser_path(), args=FLAGS)
        for size in SIZES:
            for scheme in ("light", "dark"):
                with _page(browser, address, store.secret, size, scheme) as page:
                    for name, show in _pages(address).items():
                        show(page)
                        page.screenshot(path=FOLDER / f"{name}-{size}-{scheme}.png")
        browser.close()
    print(f"{len(list(FOLDER.iterdir()))} pictures in {FOLDER}")


def _games(store: Store) -> None:
    store.add_game("empty", 0, target=500)
    store.add_game("some", 7, target=500)
    store.add_game("ended", 12, target=100)
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
        page.context.add_cookies([{k: v for k, v in cookie.items() if k != "partitionKey"} for cookie in kept])  # type: ignore[misc, list-item]

    def refused(page: Page) -> None:
        page.goto(f"{address}/games/empty/rounds/new")
        page.get_by_role("button", name="Save").click()

    return {
        "home-first": first_visit,
        "home": go("/"),
        "choose": go("/games/new"),
        "new": go("/games/new/da-500"),
        "board-empty": go("/games/empty"),
        "board": go("/games/some"),
        "board-sixty": go("/games/sixty"),
        "board-ended": go("/games/ended"),
        "enter": go("/games/some/rounds/new"),
        "enter-refused": refused,
        "round": go("/games/some/rounds/2"),
        "edit": go("/games/some/rounds/2/edit"),
        "history": go("/games/some/history"),
        "settings": go("/games/some/settings"),
        "error-403": go("/games/nothing"),
        "error-404": go("/nothing"),
    }


if __name__ == "__main__":
    sys.exit(main())
