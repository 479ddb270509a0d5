"""Figures that need a real browser: number of taps, Lighthouse scores."""

import json
import os
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Locator, Page, sync_playwright

from .figures import APP, Figure
from .serving import serving
from .store import PLAYERS, fresh_store

FLAGS = (
    *("--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-sync", "--no-first-run"),
    "--host-resolver-rules=MAP *.home.arpa 127.0.0.1",
)
# The headless shell first: the same engine, and it starts and paints faster.
_BROWSERS = (
    *("chromium-headless-shell", "chromium", "chromium-browser"),
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
)
LIGHTHOUSE = "lighthouse@12.8.2"
_CATEGORIES = ("performance", "accessibility", "best-practices")


def browser_path() -> str:
    """Return the path of the system's Chromium, or of the browser configured for the tests."""
    named = os.environ.get("SCOREKEEPER_TEST_BROWSER")
    found = named or next((path for name in _BROWSERS if (path := shutil.which(name))), None)
    if found is None:
        raise RuntimeError("Chromium is missing: `./run test` says what to install.")
    return found


@contextmanager
def phone(address: str, secret: str) -> Iterator[Page]:
    """Yield a page of a small phone with access to the games."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=browser_path(), args=FLAGS)
        context = browser.new_context(viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True)
        context.add_cookies([{"name": "device", "value": secret, "url": address}])
        yield context.new_page()
        browser.close()


def enter_round(page: Page, tap: Callable[[Locator], None]) -> None:
    """Enter and save a round of four with two-digit points in an open round form, each tap by `tap`."""
    tap(page.get_by_role("radio", name=PLAYERS[1], exact=True))
    for number, points in enumerate(("35", "25", "10", "85")):
        for digit in points:
            tap(page.locator(f"[data-key='{digit}']"))
        if number < len(PLAYERS) - 1:
            tap(page.locator(".next"))
    tap(page.locator(".actions").get_by_role("button", name="Save"))


def taps() -> Figure:
    """The number of taps to enter and save a round of four with two-digit points."""
    count = 0

    def tap(what: Locator) -> None:
        nonlocal count
        what.tap()
        count += 1

    with fresh_store() as store, serving(*APP, store.env) as server:
        game, address = store.add_game("taps", 3), f"http://127.0.0.1:{server.port}"
        with phone(address, store.secret) as page:
            page.goto(f"{address}/games/{game}/rounds/new")
            enter_round(page, tap)
            page.wait_for_url(f"**/games/{game}")
    return Figure("taps for a round of four, two digits each", f"{count}", "≤ 14", count <= 14)


def lighthouse() -> Figure:
    """Lighthouse with mobile settings: the lowest score of home, scoreboard and round form in each category."""
    npx = shutil.which("npx")
    if npx is None:
        return Figure("Lighthouse, mobile", "not measured: it needs Node.js with npx", "≥ 95 each", False)
    lowest = dict.fromkeys(_CATEGORIES, 100)
    with fresh_store() as store, serving(*APP, store.env) as server, tempfile.TemporaryDirectory() as folder:
        game, address = store.add_game("light", 10), f"http://127.0.0.1:{server.port}"
        for path in ("/", f"/games/{game}", f"/games/{game}/rounds/new"):
            found = _lighthouse(npx, address + path, store.secret, Path(folder) / "report.json")
            lowest = {key: min(lowest[key], found[key]) for key in _CATEGORIES}
    found_words = ", ".join(f"{key} {value}" for key, value in lowest.items())
    return Figure("Lighthouse, mobile, three pages", found_words, "≥ 95 each", min(lowest.values()) >= 95)


def _lighthouse(npx: str, url: str, secret: str, report: Path) -> dict[str, int]:
    command = [
        *(npx, "--yes", LIGHTHOUSE, url, "--quiet", "--output=json", f"--output-path={report}"),
        f"--only-categories={','.join(_CATEGORIES)}",
        f"--chrome-flags=--headless=new {' '.join(FLAGS)}",
        f"--extra-headers={json.dumps({'Cookie': f'device={secret}'})}",
    ]
    env = {**os.environ, "CHROME_PATH": browser_path()}
    tries = (subprocess.run(command, check=False, env=env, stdout=subprocess.DEVNULL).returncode for _ in range(3))
    if all(tries):  # retry: Lighthouse occasionally fails with NO_NAVSTART
        raise RuntimeError(f"Lighthouse found nothing about {url} in three tries.")
    categories = json.loads(report.read_text())["categories"]
    return {key: round(100 * categories[key]["score"]) for key in _CATEGORIES}
