"""Response headers, the device cookie, and static files."""

import re
from dataclasses import replace
from itertools import product
from pathlib import Path

import pytest
from flask import Flask
from itsdangerous import TimestampSigner
from werkzeug.test import TestResponse

from scorekeeper import create_app
from scorekeeper.config.paths import STATIC, TEMPLATES
from scorekeeper.config.settings import Settings
from scorekeeper.extensions import LANGUAGES
from scorekeeper.services.games.creating import create_game_for

from .pages import Browser, read

OURS = sorted(TEMPLATES.rglob("*.html"))


def test_pages_run_and_load_nothing_but_ours(plain: Browser) -> None:
    """The Content-Security-Policy allows our files only, no inline code, no frames around us."""
    for address in ("/", "/games/new/da-500", "/nowhere", "/static/app.css"):
        policy = plain.get(address).response.headers["Content-Security-Policy"]
        assert "default-src 'none'" in policy
        assert "script-src 'self'" in policy
        assert "frame-ancestors 'none'" in policy
        assert "unsafe" not in policy
        assert plain.get(address).response.headers["X-Content-Type-Options"] == "nosniff"
        assert plain.get(address).response.headers["Referrer-Policy"] == "same-origin"


def test_search_engines_are_told_to_keep_out(plain: Browser) -> None:
    """Of games; and not to list what they may fetch, such as a link to join that somebody has published."""
    game = plain.new_game("da-500", "Anna", "Bo")
    for address in ("/", game, f"{game}/result", "/join/nobody", "/rules/da-500", "/games/none"):
        assert plain.get(address).response.headers["X-Robots-Tag"] == "noindex, nofollow", address
    robots = plain.client.get("/robots.txt")
    assert (robots.status_code, robots.mimetype) == (200, "text/plain")
    assert "Disallow: /games/" in robots.text.splitlines()


def test_pages_are_kept_by_nobody_else_and_asked_for_again(plain: Browser) -> None:
    """Private; pages with a game's state are revalidated also by the back button."""
    game = plain.new_game("da-500", "Anna", "Bo")
    plain.enter(game, "p0", p0_points="35", p1_points="-10")
    for address in ("/", game, f"{game}/history", f"{game}/rounds/1"):
        assert plain.get(address).response.headers["Cache-Control"] == "no-store"
    for address in ("/games/new", "/games/new/da-500", f"{game}/rounds/new", f"{game}/settings"):
        assert plain.get(address).response.headers["Cache-Control"] == "private, no-cache"


def test_the_device_cookie_is_for_us_alone(plain: Browser) -> None:
    """HttpOnly, SameSite=Lax, 400 days, renewed with each change."""
    game = plain.new_game("da-500", "Anna", "Bo")
    answer = plain.enter(game, "p0", p0_points="5", p1_points="0")
    cookie = next(c for c in answer.response.headers.getlist("Set-Cookie") if c.startswith("device="))
    assert "HttpOnly" in cookie
    assert "SameSite=Lax" in cookie
    assert "Max-Age=34560000" in cookie
    assert "Secure" not in cookie


def test_a_phone_that_knows_a_game_sends_one_cookie(plain: Browser) -> None:
    """The first game makes the session's secret that of the device, and deletes the session."""
    early = plain.get("/games/new/da-500")  # a tab that stays open
    game = plain.new_game("da-500", "Anna", "Bo")
    plain.enter(game, "p0", p0_points="5", p1_points="0")
    plain.get(game)  # tells what was saved, once
    names = {cookie.key for cookie in plain.client._cookies.values()}
    assert names == {"device"}
    answer = plain.send(early, "da-500", player_0="Cleo", player_1="Dagny", dealer="0")
    assert answer.status == 303
    home = plain.get("/").text
    assert "Anna" in home
    assert "Cleo" in home


def test_a_form_is_good_though_the_clock_was_set_back_since(plain: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    """The session with its secret was signed an hour later than now."""
    early = plain.get("/games/new/da-500")
    real = TimestampSigner.get_timestamp
    monkeypatch.setattr(TimestampSigner, "get_timestamp", lambda signer: real(signer) - 3600)
    assert plain.send(early, "da-500", player_0="Cleo", player_1="Dagny", dealer="0").status == 303


def test_another_browsers_form_is_not_ours(plain: Browser, app: Flask) -> None:
    """The token of its page is refused."""
    game = plain.new_game("da-500", "Anna", "Bo")
    token = Browser(app.test_client()).get("/games/new/da-500").fields("da-500")["csrf_token"]
    assert plain.post(f"{game}/end", {"csrf_token": token}).status == 400
    assert plain.post(f"{game}/end", {"csrf_token": plain.get(game).fields("/redo")["csrf_token"]}).status != 400


def test_a_part_that_goes_into_a_page_may_do_nothing_as_a_page(plain: Browser) -> None:
    """A part has few headers; opened by itself it runs no script and sends no form."""
    game = plain.new_game("da-500", "Anna", "Bo")
    for part in ("board", "rounds/form"):
        headers = plain.get(f"{game}/{part}").response.headers
        assert headers["Content-Security-Policy"] == "sandbox"
        assert headers["X-Content-Type-Options"] == "nosniff"
        assert "Permissions-Policy" not in headers


def test_under_https_cookies_are_secure_and_http_is_given_up(settings: Settings) -> None:
    """If the public URL is https."""
    app = create_app(replace(settings, base_url="https://scores.example.org"))
    client = app.test_client()
    response = client.get("/", base_url="https://scores.example.org")
    assert response.headers["Strict-Transport-Security"].startswith("max-age=")
    page = Browser(client).client.get("/games/new/da-500", base_url="https://scores.example.org")
    token = re.search(r'name="csrf_token" value="([^"]+)"', page.text)
    assert token
    answer = client.post(
        "/games/new/da-500",
        base_url="https://scores.example.org",
        data={"csrf_token": token[1], "player-0": "A", "player-1": "B", "dealer": "0"},
        headers={"Referer": "https://scores.example.org/"},
    )
    assert answer.status_code == 303
    assert all("Secure" in cookie for cookie in answer.headers.getlist("Set-Cookie"))


def cookies_of(answer: TestResponse) -> dict[str, str]:
    """Return the cookies that a response sets, with their attributes."""
    return dict(cookie.split("=", 1) for cookie in answer.headers.getlist("Set-Cookie"))


@pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)
def test_under_https_a_cookie_is_taken_from_this_host_alone(settings: Settings) -> None:
    """The old name is accepted until the first page renames it; one planted later is ignored."""
    at, browser = "https://scores.example.org", create_app(replace(settings, base_url="https://scores.example.org"))
    own, planted = "P" * 32, "A" * 32
    with browser.app_context():
        for secret in (own, planted):
            create_game_for(secret, {"variant": "da-500", "players": ["Anna", "Bo"], "name": secret})
    client = browser.test_client(use_cookies=False)
    first = client.get("/", base_url=at, headers={"Cookie": f"device={own}"})
    assert own in first.text
    given = cookies_of(first)
    assert given["__Host-device"].startswith(f"{own};")
    assert {"Secure", "HttpOnly", "Path=/", "SameSite=Lax"} <= set(given["__Host-device"].split("; "))
    assert "Domain" not in given["__Host-device"]
    assert "Max-Age=0" in given["device"]
    later = client.get("/", base_url=at, headers={"Cookie": f"device={planted}; __Host-device={own}"})
    assert own in later.text
    assert planted not in later.text
    assert not cookies_of(later)
    other = client.get("/games/new/da-500", base_url=at)
    assert set(cookies_of(other)) == {"__Host-session"}


def test_static_files_are_named_by_their_content_and_kept_for_good(plain: Browser) -> None:
    """With the hash in the URL a file is immutable, without it is revalidated."""
    page = plain.get("/")
    addresses = [
        node.attrs.get("src") or node.attrs["href"] for node in page.root.all("script") + page.root.all("link")
    ]
    assert all("?v=" in address for address in addresses)
    for address in addresses:
        response = plain.client.get(address, headers={"Accept-Encoding": "gzip, br"})
        assert response.status_code == 200
        assert "immutable" in response.headers["Cache-Control"]
        assert response.headers["Content-Encoding"] == "br"
        again = plain.client.get(
            address, headers={"Accept-Encoding": "gzip, br", "If-None-Match": response.headers["ETag"]}
        )
        assert again.status_code == 304
    assert plain.get("/static/app.css").response.headers["Cache-Control"] == "no-cache"
    assert plain.get("/static/../pyproject.toml").status == 404


def test_a_first_load_is_small_in_every_language(plain: Browser) -> None:
    """At most 5 requests and 50 kB."""
    for lang, path in product(LANGUAGES, ("/", "/games/new/de-romme")):
        headers = {"Accept-Encoding": "gzip, deflate, br, zstd", "Accept-Language": lang}
        page = read(plain.client.get(path, headers={"Accept-Language": lang}).text)
        assert page.all("html")[0].attrs["lang"] == lang
        addresses = [node.attrs.get("src") or node.attrs["href"] for node in page.all("script") + page.all("link")]
        sizes = [len(plain.client.get(address, headers=headers).data) for address in [path, *addresses]]
        assert len(sizes) <= 5
        assert sum(sizes) <= 50_000


@pytest.mark.parametrize(("accepted", "lang"), [("da,en;q=0.5", "da"), ("fr,en;q=0.5", "en"), ("fr", "en")])
def test_the_language_of_the_page_is_told(app: Flask, accepted: str, lang: str) -> None:
    page = Browser(app.test_client()).client.get("/", headers={"Accept-Language": accepted})
    assert f'<html lang="{lang}"' in page.text


@pytest.mark.parametrize("path", OURS, ids=[path.relative_to(TEMPLATES).as_posix() for path in OURS])
def test_templates_hold_no_inline_script_or_style_and_every_word_goes_through_gettext(path: Path) -> None:
    """No inline code, and no text outside a translatable string.

    Sheets are exempt: they go to the press, which loads nothing, so their style is inline.
    """
    source = path.read_text()
    plain = re.sub(r"\{#.*?#\}", "", source, flags=re.S)
    for_the_press = path.parent.name == "sheets"
    if for_the_press:
        plain = re.sub(r"\{% block measures %\}.*?\{% endblock %\}", "", plain, flags=re.S)
    assert for_the_press or not re.search(
        r"<style|\sstyle=|\son[a-z]+=|hx-on|javascript:|<script(?![^>]*\ssrc=)", plain
    )
    text = re.sub(r"\{\{.*?\}\}|\{%.*?%\}", "", plain, flags=re.S)
    text = re.sub(r"<[^>]*>|[a-z-]+=\"[^\"]*\"|&nbsp;", " ", text)
    words = set(re.findall(r"[A-Za-z]{2,}", text)) - {"Scorekeeper"}
    assert not words


def test_the_licence_of_htmx_lies_beside_it() -> None:
    """Vendored code has its licence."""
    assert (STATIC / "vendor" / "htmx-LICENSE.txt").read_text().startswith("Zero-Clause BSD")
