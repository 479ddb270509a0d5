"""Figures that need a real browser: taps, Lighthouse. And what a saved round costs over the wire."""

import json
import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlencode

from playwright.sync_api import Locator, Page, sync_playwright

from .figures import APP, ENCODINGS, FORM, Figure, form_fields
from .serving import Client, serving
from .store import PLAYERS, fresh_store

FLAGS = ("--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-sync", "--no-first-run")
LIGHTHOUSE = "lighthouse@12.8.2"
_CATEGORIES = ("performance", "accessibility", "best-practices")


def browser_path() -> str:
    """Return the path of the system's Chromium, or of the browser that the tests were told to take."""
    named = os.environ.get("SCOREKEEPER_TEST_BROWSER")
    found = named or shutil.which("chromium") or shutil.which("chromium-browser")
    if found is None:
        raise RuntimeError("Chromium is missing: `./run test` says what to install.")
    return found


@contextmanager
def phone(address: str, secret: str) -> Iterator[Page]:
    """Give a page of a small phone whose device knows the games."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=browser_path(), args=FLAGS)
        context = browser.new_context(viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True)
        context.add_cookies([{"name": "device", "value": secret, "url": address}])
        yield context.new_page()
        browser.close()


def taps() -> Figure:
    """A round of four with two-digit points from the form's first sight to the saved round, taps counted."""
    count = 0

    def tap(what: Locator) -> None:
        nonlocal count
        what.tap()
        count += 1

    with fresh_store() as store, serving(*APP, store.env) as server:
        game, address = store.add_game("taps", 3), f"http://127.0.0.1:{server.port}"
        with phone(address, store.secret) as page:
            page.goto(f"{address}/games/{game}/rounds/new")
            tap(page.get_by_role("radio", name=PLAYERS[1], exact=True))
            for number, points in enumerate(("35", "25", "10", "85")):
                for digit in points:
                    tap(page.locator(f"[data-key='{digit}']"))
                if number < len(PLAYERS) - 1:
                    tap(page.locator(".next"))
            tap(page.locator(".actions").get_by_role("button", name="Save"))
            page.wait_for_url(f"**/games/{game}")
    return Figure("taps for a round of four, two digits each", f"{count}", "≤ 14", count <= 14)


def saved_bytes() -> Figure:
    """What goes over the wire for a saved round: the form's page and the saving, both ways, files cached.

    As a browser with our scripts sends it: what is empty is left out, and the scoreboard was seen before.
    """
    total = 0
    with fresh_store() as store, serving(*APP, store.env) as server:
        game = store.add_game("wire", 10)
        client = Client(server.port, {"device": store.secret})
        plain = client.request("GET", f"/games/{game}/rounds/new").body.decode()
        shown = client.request("GET", f"/games/{game}/rounds/new", headers=(ENCODINGS,))
        fields = form_fields(plain)
        points = {name: "25" for name in fields if name.endswith("points")}
        typed = {name: text for name, text in {**fields, **points}.items() if text}
        body = urlencode({**typed, "board": fields["version"]}).encode()
        saved = client.request("POST", f"/games/{game}/rounds", body, (FORM, ENCODINGS, "HX-Request: true"))
        if saved.status != 200:
            raise RuntimeError(f"the round was answered by {saved.status}")
        for answer in (shown, saved):
            total += len(answer.body) + sum(len(k) + len(v) + 4 for k, vs in answer.headers.items() for v in vs)
        total += len(body) + 2 * 500  # and some headers of the browser's
    return Figure("over the wire for a saved round", f"{total / 1000:.1f} kB", "≤ 6 kB", total <= 6_000)


def lighthouse() -> Figure:
    """Lighthouse at mobile settings, the lowest of home, scoreboard and round form in each category."""
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
    subprocess.run(command, check=True, env={**os.environ, "CHROME_PATH": browser_path()}, stdout=subprocess.DEVNULL)
    categories = json.loads(report.read_text())["categories"]
    return {key: round(100 * categories[key]["score"]) for key in _CATEGORIES}
