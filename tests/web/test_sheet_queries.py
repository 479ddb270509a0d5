"""Any query and headers of a sheet's URL cause no server error."""

from collections.abc import Callable
from typing import Any
from urllib.parse import quote

import pytest
from flask import Flask
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from scorekeeper.sheets.printer import Press

from ..sheets.pdf import read
from .pages import Browser

_HEADERS = ("Accept", "Accept-Language", "If-None-Match", "Authorization", "X-Forwarded-For", "Referer", "Cookie")
_KEYS = ("paper", "lang", "running", "tz", "signatures", "code", "more", "names", "players", "separator", "x")
_USUAL = (
    "A4",
    "a5",
    "letter",
    "A6",
    "below",
    "Europe/Oslo",
    "1",
    "Europe",
    "../x",
    "-1",
    "²",
    "9" * 400,
    "\x00",
    "\ud83c",
)
_ANY = st.one_of(
    st.sampled_from(_USUAL), st.text(max_size=60), st.text(st.characters(categories=("Cc", "Cf", "Mn", "So")))
)
_PAIRS = st.lists(st.tuples(st.one_of(st.sampled_from(_KEYS), st.text(max_size=5)), _ANY), max_size=8)
_RAW = st.binary(max_size=80).map(lambda raw: "".join(f"%{each:02x}" for each in raw))
_HEADER = st.text(st.characters(codec="latin-1", exclude_categories=("Cc",)), max_size=80)

pytestmark = pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)  # it is asked for nothing odd


class QuickPress(Press):
    """A press that accepts every layout, and prints nothing."""

    def do(self, work: Callable[..., bytes]) -> bytes:
        def job(html: str, **_more: object) -> dict[str, Any]:
            html.encode()  # as it goes through the pipe: half a surrogate pair would not
            return {"pdf": b"%PDF", "png": b"PNG", "at": {"close": 0, "end": 0}}

        return work(job)


def _query(pairs: list[tuple[str, str]]) -> str:
    return "&".join(f"{quote(key, errors='replace')}={quote(value, errors='replace')}" for key, value in pairs)


def _addresses(browser: Browser) -> list[str]:
    game = browser.given_game("da-500", "Ida", "Ole")
    browser.enter(game, "p0", p0_points="45", p1_points="-5")
    own = [f"{game}/{name}" for name in ("sheet.pdf", "card.pdf", "blank.pdf", "print", "export.csv", "export.json")]
    own += [f"{game}/{name}" for name in ("result", "result.png")]
    return own + [f"/rules/nb-rummy/{name}" for name in ("card.pdf", "rules.pdf", "blank.pdf")]


_MANY = settings(max_examples=50, suppress_health_check=[HealthCheck.function_scoped_fixture])


@_MANY
@given(
    query=st.one_of(_PAIRS.map(_query), _RAW), headers=st.dictionaries(st.sampled_from(_HEADERS), _HEADER, max_size=3)
)
@example(query="names=" + "a%0a" * 30_000, headers={})
@example(query="paper=" + "x" * 200_000, headers={})
@example(query="&" * 5_000 + "tz=%00", headers={"Accept-Language": "," * 5_000})
def test_odd_choices_make_no_error_of_ours(app: Flask, plain: Browser, query: str, headers: dict[str, str]) -> None:
    app.extensions["press"] = QuickPress()
    addresses = app.extensions.get("addresses of the test") or _addresses(plain)
    app.extensions["addresses of the test"] = addresses
    assert addresses
    for address in addresses:
        answer = plain.client.get(f"{address}?{query}", headers=headers)
        assert answer.status_code < 500, (address, answer.text)
        answer.close()


@settings(max_examples=5, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(names=st.lists(st.text(max_size=50), min_size=1, max_size=4))
@example(names=["\x00\x01\x1f", "‮evil‬", "Z" + "\u0301" * 39, "</td><script>"])
@example(names=["\ufeff\ufffe\uffff", "\U000e0001\U0010ffff", "{{ 7*7 }} {% x %}", "&#0;&lt;"])
def test_odd_names_are_printed(app: Flask, plain: Browser, names: list[str]) -> None:
    query = quote("\n".join(names), errors="replace")
    answer = plain.client.get(f"/rules/da-500/blank.pdf?names={query}")
    assert answer.status_code == 200, answer.text
    assert len(read(answer.data).sizes) == 1
