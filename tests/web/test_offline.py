"""The service worker, the manifest, and the page for URLs that are not cached."""

import json
import re
from typing import Any

from flask import Flask
from flask.testing import FlaskClient

from scorekeeper.config.paths import STATIC
from scorekeeper.web.assets import offline
from scorekeeper.web.assets.assets import static_url

from .pages import Browser


def _shell(client: FlaskClient) -> dict[str, Any]:
    """Return the precache list at the head of the worker's script."""
    head = client.get("/sw.js").text.partition("\n")[0]
    shell: dict[str, Any] = json.loads(head.removeprefix("const shell = ").removesuffix(";"))
    return shell


def test_the_worker_keeps_what_its_pages_load(plain: Browser) -> None:
    """Every URL in the precache list exists, and it has every file that a page of a game loads."""
    shell = _shell(plain.client)
    assert all(plain.client.get(address).status_code == 200 for address in (*shell["pages"], *shell["files"]))
    game = plain.given_game("da-500", "Anna", "Bo")
    ahead = [f"{game}/{part}" for part in shell["ahead"]]
    for address in ("/", game, f"{game}/rounds/new", f"{game}/big", *ahead, *shell["pages"]):
        loaded = [node.attrs.get("src") for node in plain.get(address).root.all("script")]
        loaded += [node.attrs["href"] for node in plain.get(address).root.all("link", rel="stylesheet")]
        assert set(loaded) <= set(shell["files"]), address


def test_another_release_has_another_worker(app: Flask, client: FlaskClient) -> None:
    """Browsers compare its bytes; unchanged, it is answered by 304."""
    answer = client.get("/sw.js")
    assert answer.headers["Cache-Control"] == "no-cache"
    assert client.get("/sw.js", headers={"If-None-Match": answer.headers["ETag"]}).status_code == 304
    before = _shell(client)["version"]
    offline.FILES.append("referee.js")
    offline._script.cache_clear()
    try:
        assert _shell(client)["version"] != before
    finally:
        offline.FILES.remove("referee.js")
        offline._script.cache_clear()


def test_the_manifest_makes_it_installable(plain: Browser) -> None:
    """Name, start URL, display, icons of the stated size; linked only after the first game."""
    manifest = plain.client.get("/manifest.webmanifest")
    assert manifest.mimetype == "application/manifest+json"
    told = json.loads(manifest.text)
    assert (told["start_url"], told["scope"], told["display"]) == ("/", "/", "standalone")
    assert {each.get("purpose", "any") for each in told["icons"]} == {"any", "maskable"}
    for icon in told["icons"]:
        answer = plain.client.get(icon["src"])
        assert answer.mimetype == icon["type"]
        if icon["type"] == "image/png":
            width = int.from_bytes(answer.data[16:20], "big")
            assert icon["sizes"] == f"{width}x{width}"
    assert not plain.get("/").root.all("link", rel="manifest")
    game = plain.given_game("da-500", "Anna", "Bo")
    for address in ("/", game):
        page = plain.get(address)
        assert page.root.all("link", rel="manifest")[0].attrs["href"] == "/manifest.webmanifest"
        assert plain.client.get(page.root.all("link", rel="apple-touch-icon")[0].attrs["href"]).status_code == 200


def test_a_fresh_token_lets_an_old_form_be_sent(app: Flask, plain: Browser) -> None:
    """The old token was made with another secret."""
    game = plain.given_game("da-500", "Anna", "Bo")
    form = {
        **plain.get(f"{game}/rounds/new").fields("/rounds").to_dict(),
        "who": "p0",
        "p0-points": "5",
        "p1-points": "0",
    }
    form["csrf_token"] = Browser(app.test_client()).get("/games/new/da-500").fields("/da-500")["csrf_token"]
    assert plain.post(f"{game}/rounds", form).status == 400
    answer = plain.client.get("/token")
    assert answer.headers["Cache-Control"] == "no-store"
    assert plain.post(f"{game}/rounds", {**form, "csrf_token": answer.text}).location == game


def test_a_form_seen_before_is_told_from_one_that_is_too_old(plain: Browser) -> None:
    """Rounds do not change its fingerprint; settings do."""

    def marks(game: str) -> set[str]:
        live = [plain.get(path).root.all(id="live")[0] for path in (game, f"{game}/rounds/new")]
        return {node.attrs["data-setup"] for node in live}

    game = plain.given_game("da-500", "Anna", "Bo")
    before = marks(game)
    assert len(before) == 1
    plain.enter(game, "p0", p0_points="35", p1_points="-10")
    assert marks(game) == before
    page = plain.get(f"{game}/settings")
    plain.post(f"{game}/settings", {**page.fields("/settings").to_dict(), "name": "Friday"})
    assert marks(game) != before


def test_the_workers_addresses_hold_no_key() -> None:
    """It caches by path, and no URL of a link or code."""
    pattern = re.search(r"const GAME = /(.+)/;", (STATIC / "worker.js").read_text())
    assert pattern
    path = re.compile(pattern[1].replace("\\/", "/"))
    assert path.search("/games/Ab_-3/rounds/new")
    assert all(path.search(f"/games/Ab_-3/{part}") for part in offline.AHEAD)
    for other in (
        "/games/new",
        "/join/abc",
        "/games/abc/share",
        "/games/abc/history",
        "/device",
        "/games/abc/referee/table",
        "/games/abc?key=x",
    ):
        assert not path.search(other), other
    assert static_url("worker.js")
