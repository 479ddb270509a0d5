"""Files out and in from the pages: whole, or refused with a sentence and the place."""

import csv
import io
import json
from typing import Any

import pytest
from flask import Flask

from .pages import Browser, Page
from .test_sheets import played


def exported(browser: Browser, address: str) -> Any:
    answer = browser.client.get(address)
    assert answer.status_code == 200
    assert answer.headers["Content-Disposition"].startswith("attachment")
    return json.loads(answer.data)


def take_in(browser: Browser, content: bytes) -> Page:
    """Send a file by the form as a browser does."""
    token = browser.get("/import").fields("/import")["csrf_token"]
    data = {"csrf_token": token, "file": (io.BytesIO(content), "game.json")}
    return Page(browser.client.post("/import", data=data, content_type="multipart/form-data"))


def fresh(app: Flask) -> Browser:
    return Browser(app.test_client())


def test_a_game_goes_out_and_comes_in_on_another_device(plain: Browser, app: Flask) -> None:
    game = exported(plain, f"{played(plain)}/export.json")
    other = fresh(app)
    answer = take_in(other, json.dumps(game).encode())
    assert "55" in other.get(answer.location).text
    again = exported(other, f"{answer.location}/export.json")
    assert again["game"]["totals"] == game["game"]["totals"]
    assert again["history"] == game["history"]


def test_everything_that_a_device_knows_goes_out_and_comes_in(plain: Browser, app: Flask) -> None:
    played(plain)
    played(plain, "cs-500", "Xenie", "Yvona")
    everything = exported(plain, "/export.json")
    assert len(everything["games"]) == 2
    other = fresh(app)
    take_in(other, json.dumps(everything).encode())
    assert len(exported(other, "/export.json")["games"]) == 2
    assert "Xenie" in other.get("/").text


def test_of_several_games_none_is_taken_in_if_one_is_wrong(plain: Browser, app: Flask) -> None:
    played(plain)
    played(plain)
    everything = exported(plain, "/export.json")
    everything["games"][1]["game"]["totals"]["Ida"] += 1
    other = fresh(app)
    answer = take_in(other, json.dumps(everything).encode())
    assert answer.status == 422
    assert "Nothing was taken in." in answer.text
    assert "games › 1" in answer.text
    assert exported(other, "/export.json")["games"] == []


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (b"", "Choose a file first."),
        (b"{", "This is not JSON: look at line 1"),
        ("{}".encode("utf-16"), "not JSON in UTF-8"),
        (b'{"format_version": 7}', "format version 7"),
        (b'{"games": 3}', "This is missing."),
        (b'{"format_version": 1, "games": [' + b"{}," * 600 + b"{}]}", "too many games"),
        (b"[" * 100_000, "nested too deeply"),
        (b'{"a": NaN}', "NaN is no number"),
        (b"PK\x03\x04" + b"\x00" * 1000, "not JSON"),
        (b"round,closer\r\n1,Ida\r\n", "not JSON"),
    ],
)
def test_a_file_that_is_none_of_ours_is_refused_in_a_sentence(plain: Browser, content: bytes, told: str) -> None:
    answer = take_in(plain, content)
    assert answer.status == 422
    assert told in answer.text
    assert exported(plain, "/export.json")["games"] == []


def test_a_file_without_a_token_is_refused(plain: Browser) -> None:
    answer = plain.client.post("/import", data={"file": (io.BytesIO(b"{}"), "game.json")})
    assert answer.status_code == 400


@pytest.mark.parametrize(("query", "separator"), [("", ","), ("?separator=semicolon", ";"), ("?separator=x", ",")])
def test_the_table_has_a_row_for_each_round(plain: Browser, query: str, separator: str) -> None:
    game = played(plain, "da-500", "=SUM(A1)", "Ole; or Bo, both")
    answer = plain.client.get(f"{game}/export.csv{query}")
    assert answer.data.startswith(b"\xef\xbb\xbf"), "spreadsheets know it for UTF-8"
    rows = list(csv.reader(io.StringIO(answer.data.decode("utf-8-sig")), delimiter=separator))
    assert rows == [
        ["round", "closer", "how", "voided", "'=SUM(A1)", "Ole; or Bo, both"],
        ["1", "'=SUM(A1)", "out", "false", "45", "-5"],
        ["2", "Ole; or Bo, both", "out", "false", "10", "20"],
    ]
