"""Absolute URLs are built in one module; a forged Host leads nobody astray and causes no server error."""

import re
from dataclasses import replace
from pathlib import Path

import pytest
from flask import Flask
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from werkzeug.test import create_environ, run_wsgi_app

from scorekeeper.config.paths import STATIC, TEMPLATES
from scorekeeper.config.settings import Settings
from scorekeeper.http import public
from scorekeeper.http.hosts import is_host

from .pages import Browser, Page

PACKAGE = Path(public.__file__).parent.parent
MADE_HERE = {"public.py", "settings.py", "urls.py", "doctor.py"}  # the last asks the server beside it
BUILDS_ONE = re.compile(
    r"host_url|url_root|root_url|_external|request\.(?:base_)?url\b|request\.host\b|\.base_url|local_url"
)
ONLY_SQLITE = pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)  # nothing of it lies there
BAD = [
    "a..b",
    "x" * 64,
    f"{'x' * 64}.example",
    "a b",
    "[::1",
    "a:b:c",
    "a:99999",
    "é",
    "%41",
    "a/b",
    "a@b",
    "..",
    "\x00",
]


def status_of(app: Flask, path: str, **environ: str) -> int:
    """Return the status of a GET; Flask's test client cannot send every Host."""
    _body, status, _headers = run_wsgi_app(app, {**create_environ(path), **environ})
    return int(status[:3])


def test_absolute_addresses_are_made_in_one_place() -> None:
    """Another place would ignore SCOREKEEPER_BASE_URL."""
    files = [*PACKAGE.rglob("*.py"), *TEMPLATES.rglob("*.html")]
    found = {file.name for file in files if BUILDS_ONE.search(file.read_text("utf-8"))}
    assert found - {"press.py"} <= MADE_HERE  # WeasyPrint calls its own option so
    assert not [file for file in STATIC.rglob("*.js") if "location.origin +" in file.read_text("utf-8")]


@pytest.mark.parametrize(
    ("base_url", "host", "asked", "address"),
    [
        ("https://scores.example.org", "127.0.0.1", "http://127.0.0.1:8000/", "https://scores.example.org"),
        ("https://scores.example.org", "0.0.0.0", None, "https://scores.example.org"),
        (None, "127.0.0.1", "http://192.168.1.7:8000/", "http://192.168.1.7:8000"),
        (None, "127.0.0.1", "http://localhost:8000/", "http://localhost:8000"),
        (None, "0.0.0.0", "http://localhost:8000/", "http://192.168.1.9:8000"),
        (None, "0.0.0.0", "http://[::1]/", "http://192.168.1.9"),
        (None, "0.0.0.0", "http://score:8000/", "http://score:8000"),
        (None, "127.0.0.1", None, "http://127.0.0.1:8000"),
    ],
)
def test_the_address_is_the_one_that_others_reach(
    monkeypatch: pytest.MonkeyPatch, base_url: str | None, host: str, asked: str | None, address: str
) -> None:
    monkeypatch.setattr(public, "lan_address", lambda: "192.168.1.9")
    chosen = Settings(data_dir=Path(), database_url="", host=host, base_url=base_url)
    assert public.public_base(chosen, asked) == address


@pytest.mark.parametrize("host", BAD)
@ONLY_SQLITE
def test_a_host_that_is_none_is_refused_with_a_sentence(app: Flask, host: str) -> None:
    """A page, or a problem document by the API; by GET and POST."""
    client, sent = app.test_client(use_cookies=False), {"HTTP_HOST": host}
    for path in ("/", "/join/x", "/games//x", "/nowhere", "/static/app.css"):
        page = Page(client.get(path, environ_overrides=sent))
        assert page.status == 400
        assert "host name isn’t valid" in page.text
    assert client.post("/join", environ_overrides=sent).status_code == 400
    for path in ("/api/v1/games/x", "/api/v1/nowhere"):
        answer = client.get(path, environ_overrides=sent)
        assert (answer.status_code, answer.mimetype) == (400, "application/problem+json")


@pytest.mark.parametrize(
    "host", ["localhost", "192.168.1.7:8000", "[fe80::1]:8000", "score", "a_b.example.", "xn--a", ""]
)
@ONLY_SQLITE
def test_any_host_will_do(app: Flask, host: str) -> None:
    """Every valid Host is accepted."""
    assert status_of(app, "/", HTTP_HOST=host) == 200


@settings(max_examples=200, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    host=st.text(st.characters(max_codepoint=255), max_size=80)
    | st.from_regex(r"[a-z.:\[\]0-9-]{0,70}", fullmatch=True)
)
@ONLY_SQLITE
def test_no_host_is_a_fault_of_ours(app: Flask, host: str) -> None:
    assert status_of(app, "/join", HTTP_HOST=host) == (200 if is_host(host or "x") else 400)


@pytest.mark.parametrize("path", ["/games//x", "//evil.example/", "/games/x//", "/join//game", "/static//app.css"])
@ONLY_SQLITE
def test_nobody_is_led_to_another_host(app: Flask, path: str) -> None:
    answer = app.test_client().get(path, environ_overrides={"HTTP_HOST": "evil.example", "PATH_INFO": path})
    assert answer.status_code == 404
    assert "Location" not in answer.headers


@pytest.mark.parametrize("host", ["xn--a", "a_b", "", "scores.example."])
@ONLY_SQLITE
def test_an_odd_host_is_no_trouble_where_an_address_is_made(app: Flask, plain: Browser, host: str) -> None:
    game = plain.given_game("da-500", "Anna", "Bo")
    cookie = plain.client.get_cookie("device")
    assert cookie
    assert status_of(app, f"{game}/print", HTTP_HOST=host, HTTP_COOKIE=f"device={cookie.value}") == 200


@ONLY_SQLITE
def test_redirects_say_no_host(app: Flask, plain: Browser) -> None:
    game = plain.given_game("da-500", "Anna", "Bo")
    answer = plain.client.get(f"{game}/rounds", environ_overrides={"HTTP_HOST": "evil.example"})
    assert answer.headers["Location"] == game


@ONLY_SQLITE
def test_paper_has_no_code_that_leads_nowhere(app: Flask, plain: Browser) -> None:
    """If only this machine knows the address, the page says what to configure; else it offers the code."""
    game = plain.given_game("da-500", "Anna", "Bo")
    page = plain.get(f"{game}/print")
    assert not page.root.all("input", name="code")
    assert "set SCOREKEEPER_BASE_URL" in page.text
    answer = plain.send(page, "/print", code="1")
    assert answer.status == 303
    assert "code" not in answer.location
    app.config["SCOREKEEPER"] = replace(app.config["SCOREKEEPER"], base_url="http://scores.example.org")
    page = plain.get(f"{game}/print")
    assert page.root.all("input", name="code")
    assert "SCOREKEEPER_BASE_URL" not in page.text
