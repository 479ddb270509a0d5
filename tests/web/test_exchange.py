"""Export and import by the pages: complete, or refused with a message and the path in the file."""

import csv
import gzip
import io
import json
import tracemalloc
from typing import Any

import pytest
from flask import Flask

from scorekeeper.services.access.access import Role
from scorekeeper.services.games.changes import Precondition
from scorekeeper.services.payload_reading import received
from scorekeeper.services.referee.decisions import NewAcceptance, accept_ruling
from scorekeeper.services.referee.rulings import ask_in_game
from scorekeeper.services.transfer import export
from scorekeeper.services.transfer.work_queue import Queue
from scorekeeper.web.games import exchange
from scorekeeper.web.games.exchange import IMPORT_LIMIT

from .conftest import join
from .pages import Browser, Page
from .test_sheets import played


def exported(browser: Browser, address: str) -> Any:
    answer = browser.client.get(address)
    assert answer.status_code == 200
    assert answer.headers["Content-Disposition"].startswith("attachment")
    return json.loads(answer.data)


def take_in(browser: Browser, content: bytes, **more: str) -> Page:
    """Upload a file by the form."""
    token = browser.get("/import").fields("/import")["csrf_token"]
    data = {"csrf_token": token, "file": (io.BytesIO(content), "game.json"), **more}
    answer = browser.client.post("/import", data=data, content_type="multipart/form-data")
    answer.request.environ["wsgi.input"].close()  # large ones lie in a file, which the test client leaves open
    return Page(answer)


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


def test_games_that_are_too_large_for_one_file_are_saved_one_by_one(
    plain: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A sentence says so; each game alone is still sent."""
    games = [played(plain), played(plain)]
    monkeypatch.setattr(export, "MOST_BYTES", 1_000)
    refused = plain.get("/export.json")
    assert refused.status == 409
    assert "Save the games one by one" in refused.text
    assert all(exported(plain, f"{game}/export.json")["history"] for game in games)


def test_of_several_games_none_is_taken_in_if_one_is_wrong(plain: Browser, app: Flask) -> None:
    played(plain)
    played(plain)
    everything = exported(plain, "/export.json")
    everything["games"][1]["game"]["totals"]["Ida"] += 1
    other = fresh(app)
    answer = take_in(other, json.dumps(everything).encode())
    assert answer.status == 422
    assert "Nothing was imported." in answer.text
    assert "games › 1" in answer.text
    assert exported(other, "/export.json")["games"] == []


def test_a_game_that_is_here_already_is_taken_in_again_only_on_demand(plain: Browser, app: Flask) -> None:
    """Also if either copy was played on; a game that is only similar is another game."""
    game = played(plain)
    before = exported(plain, f"{game}/export.json")
    plain.enter(game, "p2", p0_points="5", p1_points="5")
    answer = take_in(plain, json.dumps(before).encode())
    assert answer.status == 409
    assert [link.attrs["href"] for link in answer.root.all("a") if link.text.startswith("Open it")] == [game]
    assert len(exported(plain, "/export.json")["games"]) == 1

    alike = {**before, "created": "2020-01-01T10:00:00Z"}
    both = {"format_version": 1, "games": [before, alike]}
    answer = take_in(plain, json.dumps(both).encode())
    assert "You have this game already." in answer.text
    assert [node.attrs["value"] for node in answer.root.all(name="again")] == ["others", "all"]
    take_in(plain, json.dumps(both).encode(), again="others")
    assert len(exported(plain, "/export.json")["games"]) == 2
    take_in(plain, json.dumps(both).encode(), again="all")
    assert len(exported(plain, "/export.json")["games"]) == 4


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (b"", "Choose a file first."),
        (b"{", "This is not JSON: look at line 1"),
        ("{}".encode("utf-16"), "not JSON in UTF-8"),
        (b'{"format_version": 7}', "format version 7"),
        (b'{"games": 3}', "This is missing."),
        (b'{"format_version": 1, "games": [' + b"{}," * 600 + b"{}]}", "Too many games"),
        (b"[" * 100_000, "nested too deeply"),
        (b'{"a": NaN}', "NaN is not a JSON number"),
        (b'{"format_version": 99}', "format version 99"),
        ('{"a": "Käthe"}'.encode("latin-1"), "not JSON in UTF-8"),
        (b"\x1f\x8b\x08\x00" + b"\x00" * 1000, "not JSON"),
        (b"PK\x03\x04" + b"\x00" * 1000, "not JSON"),
        (b"round,closer\r\n1,Ida\r\n", "not JSON"),
    ],
)
def test_a_file_that_is_none_of_ours_is_refused_in_a_sentence(plain: Browser, content: bytes, told: str) -> None:
    answer = take_in(plain, content)
    assert answer.status == 422
    assert told in answer.text
    assert exported(plain, "/export.json")["games"] == []


_TEN_MB = 10_000_000
_HEAVY = {  # what is sent, and what is told
    "letters": (b"a" * _TEN_MB, "This is not JSON: look at line 1"),
    "text": (b'{"x": "' + b"a" * _TEN_MB + b'"}', "This is missing."),
    "lists": (b"[" + b"[]," * (_TEN_MB // 3) + b"[]]", "far more values than any game"),
    "numbers": (b"[" + b"0," * (_TEN_MB // 2) + b"0]", "far more values than any game"),
    "deep": (b'{"a":' * (_TEN_MB // 5), "far more values than any game"),
}


@pytest.mark.parametrize("kind", _HEAVY)
def test_ten_megabytes_of_nonsense_are_refused_in_little_memory(app: Flask, kind: str) -> None:
    """At most two copies of the file are in memory, and few objects are built."""
    content, told = _HEAVY[kind]
    browser = fresh(app)
    tracemalloc.start()
    try:
        answer = take_in(browser, content)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert answer.status == 422
    assert told in answer.text
    assert peak < 5 * _TEN_MB


def test_ten_thousand_rounds_that_nobody_played_are_refused(plain: Browser, app: Flask) -> None:
    """The file is larger than other forms may be; the problem names its path."""
    game = exported(plain, f"{played(plain)}/export.json")
    last = game["game"]["rounds"][-1]
    game["game"]["rounds"] += [{**last, "number": number} for number in range(3, 10_001)]
    content = json.dumps(game).encode()
    assert len(content) > 2_000_000
    answer = take_in(fresh(app), content)
    assert answer.status == 422
    assert "Somebody altered it" in answer.text
    assert "game › rounds" in answer.text


def grown(document: Any, rounds: int) -> Any:
    """Return an export of two rounds with copies of its first; with an even number the next dealer is the same."""
    first, game, history = document["history"][0], document["game"], document["history"]
    for number in range(3, rounds + 1):
        after = {**first["after"], "number": number}
        history.append({**first, "number": number, "round": number, "after": after})
        game["totals"] = {name: total + after["scores"][name] for name, total in game["totals"].items()}
        game["rounds"].append({**after, "totals": game["totals"]})
    return document


@pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)  # how rows go in is the same on both
def test_a_long_game_is_taken_in_with_flat_memory(plain: Browser, app: Flask) -> None:
    """Rounds and revisions are parsed one by one, in little more memory than the file."""
    played_on = plain.new_game("da-500", "Ida", "Ole", rules="1", **{"rule-target": "99999"})
    for number in range(2):
        plain.enter(played_on, f"p{number}", p0_points="45", p1_points="-5")
    document = grown(exported(plain, f"{played_on}/export.json"), 902)
    content = json.dumps(document, indent=1).encode()
    other = fresh(app)
    take_in(other, b"{}")
    tracemalloc.start()
    try:
        answer = take_in(other, content)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert len(content) > 1_000_000
    assert peak < 5 * len(content)
    assert exported(other, f"{answer.location}/export.json")["game"]["totals"] == document["game"]["totals"]


def test_a_game_of_more_changes_than_anybody_plays_is_refused(plain: Browser, app: Flask) -> None:
    document = grown(exported(plain, f"{played(plain)}/export.json"), 5_001)
    answer = take_in(fresh(app), json.dumps(document).encode())
    assert answer.status == 422
    assert "at most 5000" in answer.text


def test_who_finds_others_taking_in_files_is_asked_to_come_again(
    plain: Browser, app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = exported(plain, f"{played(plain)}/export.json")
    monkeypatch.setattr(exchange, "ONE_IMPORT", queue := Queue(waiting=0, seconds=1))
    other = fresh(app)
    with queue.turn():
        answer = take_in(other, json.dumps(game).encode())
        assert answer.status == 503
        assert "try again in a few seconds" in answer.text
        assert int(answer.response.headers["Retry-After"]) > 0
    assert take_in(other, json.dumps(game).encode()).location


def test_more_than_any_file_may_have_is_too_much(plain: Browser) -> None:
    assert take_in(plain, b" " * (IMPORT_LIMIT + 1)).status == 413


def test_a_compressed_body_is_never_unpacked(plain: Browser) -> None:
    """A gigabyte of zeros, compressed to a megabyte, is not decompressed, and is no form."""
    packed = gzip.compress(bytes(100_000_000), 1)
    headers = {"Content-Encoding": "gzip", "Content-Type": "multipart/form-data; boundary=x"}
    tracemalloc.start()
    try:
        answer = plain.client.post("/import", data=packed, headers=headers)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert answer.status_code == 400
    assert peak < 20_000_000


def test_rulings_and_what_they_cost_go_out_and_come_in(plain: Browser, app: Flask) -> None:
    game = played(plain)
    call = {
        "question": "rummy-call",
        "situation": {"discard": "6H", "table": [["3S", "4S", "5S"]], "discarder": "Ida", "callers": ["Ole"]},
    }
    with app.test_request_context("/"):
        ruling = ask_in_game(game.rsplit("/", 1)[1], lambda: call, Precondition())
        accepted = received(NewAcceptance, {"round": 2, "by": "Ida"})
        accept_ruling(game.rsplit("/", 1)[1], ruling.id, accepted, Precondition())
    before = exported(plain, f"{game}/export.json")
    other = fresh(app)
    copy = take_in(other, json.dumps(before).encode()).location
    after = exported(other, f"{copy}/export.json")
    assert len(before["rulings"]) == 1
    assert after["rulings"] == before["rulings"]
    assert after["game"]["totals"] == before["game"]["totals"] == {"Ida": 55, "Ole": -35}


def test_a_viewer_takes_a_copy_to_write_in_and_leaves_the_game_alone(plain: Browser, app: Flask) -> None:
    game = played(plain)
    viewer = join(app, game, Role.VIEWER)
    copy = take_in(viewer, json.dumps(exported(viewer, f"{game}/export.json")).encode()).location
    assert copy != game
    assert "Enter round" in viewer.get(copy).text
    assert "Enter round" not in viewer.get(game).text
    assert plain.get(copy).status == 403


def test_the_home_page_leads_to_both(plain: Browser) -> None:
    assert {"Import a file"} == {node.text for node in plain.get("/").root.all("a", href="/import")}
    assert not plain.get("/").root.all("a", href="/export.json"), "there is nothing yet"
    played(plain)
    assert {"Export all games"} == {node.text for node in plain.get("/").root.all("a", href="/export.json")}


def test_a_file_without_a_token_is_refused(plain: Browser) -> None:
    answer = plain.client.post("/import", data={"file": (io.BytesIO(b"{}"), "game.json")})
    assert answer.status_code == 400


@pytest.mark.parametrize(("query", "separator"), [("", ","), ("?separator=semicolon", ";"), ("?separator=x", ",")])
def test_the_table_has_a_row_for_each_round(plain: Browser, query: str, separator: str) -> None:
    """A name with any common separator is quoted: LibreOffice's import splits at all of them."""
    game = played(plain, "da-500", "=SUM(A1)", "Ole; or Bo")
    answer = plain.client.get(f"{game}/export.csv{query}")
    assert answer.data.startswith(b"\xef\xbb\xbf"), "spreadsheets know it for UTF-8"
    text = answer.data.decode("utf-8-sig")
    assert '"Ole; or Bo"' in text
    rows = list(csv.reader(io.StringIO(text), delimiter=separator))
    assert rows == [
        ["round", "closer", "how", "voided", "'=SUM(A1)", "Ole; or Bo"],
        ["1", "'=SUM(A1)", "out", "false", "45", "-5"],
        ["2", "Ole; or Bo", "out", "false", "10", "20"],
    ]
