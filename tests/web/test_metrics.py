"""The figures for programs that watch servers: what they count, what they keep to themselves, and who may read them."""

from collections.abc import Callable
from dataclasses import replace

import pytest
from flask import Flask
from prometheus_client.parser import text_string_to_metric_families

from scorekeeper import create_app
from scorekeeper.config.networks import networks_in
from scorekeeper.config.settings import Settings
from scorekeeper.server import Server

from .pages import Browser
from .phones import Phone, secret_of, wait_until
from .test_live_ready import answers, asked

Figures = dict[tuple[str, frozenset[tuple[str, str]]], float]


def figures(app: Flask) -> Figures:
    """Return the value of each figure by its name and labels."""
    answer = app.test_client().get("/metrics")
    assert answer.status_code == 200
    return {
        (sample.name, frozenset(sample.labels.items())): sample.value
        for family in text_string_to_metric_families(answer.text)
        for sample in family.samples
    }


@pytest.fixture
def added(app: Flask) -> Callable[..., float]:
    """A function that returns by how much a figure with these labels has grown since the test began."""
    before = figures(app)

    def by(name: str, **labels: str) -> float:
        key = name, frozenset(labels.items())
        return figures(app).get(key, 0) - before.get(key, 0)

    return by


def test_requests_are_counted_by_the_pattern_of_their_address_and_nothing_says_whose_they_were(
    app: Flask, plain: Browser, added: Callable[..., float]
) -> None:
    game = plain.given_game("da-500", "Ragnheiður", "Bo")
    plain.get(game)
    plain.get("/games/no-such-game")
    plain.client.open("/no-such-page", method="PROPFIND-1")
    route = "/games/<game_id>"
    assert added("scorekeeper_requests_total", method="GET", route=route, status="200") == 1
    assert added("scorekeeper_request_seconds_count", method="GET", route=route) == 2
    assert added("scorekeeper_request_seconds_bucket", method="GET", route=route, le="+Inf") == 2
    assert added("scorekeeper_requests_total", method="other", route="", status="404") == 1
    said = app.test_client().get("/metrics").text
    assert not [secret for secret in (game.rsplit("/", 1)[1], "Ragn", "no-such", "PROPFIND") if secret in said]


@pytest.mark.both_databases
def test_changes_are_counted_once_they_are_saved(plain: Browser, added: Callable[..., float]) -> None:
    game = plain.given_game("da-500", "Anna", "Bo")
    plain.enter(game, "p0", p0_points="35", p1_points="-10")
    refused = plain.enter(game, "p0", p0_points="many", p1_points="-10")
    assert refused.status == 422
    plain.send(plain.get(game), "/undo")
    assert [added("scorekeeper_changes_total", kind=kind) for kind in ("add", "undo", "redo")] == [1, 1, 0]


def test_judgements_are_counted_by_game_question_and_verdict(app: Flask, added: Callable[..., float]) -> None:
    body = {"variant": "da-500", "situation": {"cards": ["3C", "4C", "5C"]}}
    assert app.test_client().post("/api/v1/referee/meld", json=body).status_code == 200
    assert added("scorekeeper_judgements_total", game="da-500", question="meld", verdict="legal") == 1


@pytest.mark.both_databases
def test_the_state_of_the_process_is_that_of_the_moment(app: Flask, settings: Settings) -> None:
    settings.backups.mkdir(parents=True)
    kind = "sqlite" if settings.sqlite_file else "postgresql"
    (settings.backups / f"scorekeeper-20260102T030405000000Z.{'sqlite3' if settings.sqlite_file else 'dump'}").touch()
    found = figures(app)
    plain = {name: value for (name, labels), value in found.items() if not labels}
    assert plain["scorekeeper_backup_timestamp_seconds"] == 1767323045
    assert (plain["scorekeeper_streams"], plain["scorekeeper_sheets_waiting"]) == (0, 0)
    assert plain["process_resident_memory_bytes"] > 10_000_000
    assert plain["process_cpu_seconds_total"] > 0
    assert plain["scorekeeper_disk_free_bytes"] > 0
    assert [dict(labels)["database"] for name, labels in found if name == "scorekeeper_info"] == [kind]


def test_the_server_counts_streams_and_the_boards_that_it_sends_from_memory(
    app: Flask, server: Server, plain: Browser, added: Callable[..., float]
) -> None:
    """The application sees neither of the boards but the first."""
    game = plain.given_game("da-500", "Anna", "Bo")
    phone = Phone(server.port, game, secret_of(plain))
    phone.hear(b"data:")
    for _ in range(3):
        ((status, _body),) = answers(server.port, asked(game, plain))
        assert status == 200
    board = "/games/<game_id>/board"
    assert added("scorekeeper_requests_total", method="GET", route=board, status="200") == 3
    assert added("scorekeeper_request_seconds_count", method="GET", route=board) == 3
    assert board in {rule.rule for rule in app.url_map.iter_rules()}
    assert added("scorekeeper_streams") == 1
    phone.close()
    wait_until(lambda: added("scorekeeper_streams") == 0)


def test_a_proxy_that_is_not_trusted_is_counted_and_leads_nobody_to_the_figures(
    server: Server, added: Callable[..., float]
) -> None:
    """Behind it everybody would seem to be this machine."""
    head = "GET /metrics HTTP/1.1\r\nHost: localhost\r\n{}\r\n"
    assert answers(server.port, head.format("").encode())[0][0] == 200
    assert answers(server.port, head.format("X-Forwarded-For: 192.0.2.7\r\n").encode())[0][0] == 404
    assert added("scorekeeper_untrusted_proxy_total") == 1


HERE, PHONE, WATCHER = "127.0.0.1", "192.0.2.7", "10.1.2.3"


@pytest.mark.parametrize(
    ("networks", "more", "sender", "client", "status"),
    [
        ("", {}, HERE, None, 200),
        ("", {}, "::1", None, 200),
        ("", {}, "::ffff:127.0.0.1", None, 200),
        ("", {}, PHONE, None, 404),
        ("", {}, "", None, 404),
        ("", {}, PHONE, HERE, 404),  # nobody is trusted to name a client
        ("", {"trusted_proxies": 1}, HERE, PHONE, 404),
        ("", {"trusted_proxies": 1}, PHONE, HERE, 404),  # past the proxy, with a header that it made itself
        ("", {"trusted_proxies": 1}, HERE, None, 200),
        ("", {"base_url": "https://cards.example"}, HERE, None, 404),  # a proxy of which the settings know nothing
        ("", {"base_url": "https://cards.example", "trusted_proxies": 1}, HERE, None, 200),
        ("10.0.0.0/8, 2001:db8::5", {}, WATCHER, None, 200),
        ("10.0.0.0/8, 2001:db8::5", {}, "2001:db8::5", None, 200),
        ("10.0.0.0/8, 2001:db8::5", {}, "2001:db8::6", None, 404),
        ("10.0.0.0/8", {}, HERE, None, 200),
        ("10.0.0.0/8", {"trusted_proxies": 1}, HERE, WATCHER, 200),
        ("10.0.0.0/8", {"trusted_proxies": 1}, WATCHER, PHONE, 404),
        ("all", {}, PHONE, None, 200),
    ],
)
def test_only_this_machine_and_the_networks_of_the_setting_may_read_them(
    settings: Settings, networks: str, more: dict[str, object], sender: str, client: str | None, status: int
) -> None:
    allowed = {"metrics": networks_in(networks)} if networks else {}
    app = create_app(replace(settings, **more, **allowed))  # type: ignore[arg-type]  # each has its own type
    headers = {"X-Forwarded-For": client} if client else {}
    answer = app.test_client().get("/metrics", headers=headers, environ_base={"REMOTE_ADDR": sender})
    assert answer.status_code == status
