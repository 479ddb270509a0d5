"""Listening: sockets that systemd has passed (socket activation), draining, and how many connections there may be."""

import os
import socket
from dataclasses import replace
from pathlib import Path

import pytest

from scorekeeper.config.settings import Settings
from scorekeeper.server import Limits, Server, ServerError, limits, listening
from scorekeeper.services.live.hub import MAX_STREAMS

from .conftest import Client, running


def _pass_on(monkeypatch: pytest.MonkeyPatch, passed: socket.socket, process: int) -> int:
    """Pass a socket to a process; return its number."""
    monkeypatch.setenv("LISTEN_PID", str(process))
    monkeypatch.setenv("LISTEN_FDS", "1")
    monkeypatch.setattr(listening, "_FIRST_PASSED", passed.fileno())
    return passed.detach()


def test_a_passed_socket_is_listened_on_instead_of_the_port(monkeypatch: pytest.MonkeyPatch) -> None:
    passed = socket.create_server(("127.0.0.1", 0))
    port = passed.getsockname()[1]
    _pass_on(monkeypatch, passed, os.getpid())
    with running() as server:
        assert server.port == port
        assert Client(server).ask("/")[0] == 200


def test_a_socket_that_was_passed_to_another_process_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    passed = socket.create_server(("127.0.0.1", 0))
    port = passed.getsockname()[1]
    number = _pass_on(monkeypatch, passed, os.getppid())
    with running() as server:
        assert server.port != port
    os.close(number)


def test_a_socket_that_is_not_of_tcp_is_refused_with_a_sentence(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    passed = socket.socket(socket.AF_UNIX)
    passed.bind(str(tmp_path / "socket"))
    _pass_on(monkeypatch, passed, os.getpid())
    with pytest.raises(ServerError, match="cannot listen on"):
        listening.listen(Settings(data_dir=tmp_path, database_url="", port=0), Limits().send_buffer_bytes)


def test_a_server_that_drains_answers_each_connection_once_more_and_ends(server: Server) -> None:
    """So a proxy that has just chosen one of them gets its answer, and the place is soon free."""
    one, other = Client(server), Client(server)
    assert [one.ask("/a"), other.ask("/b")] == [(200, b"/a"), (200, b"/b")]
    server.drain(30)
    assert one.ask("/c") == (200, b"/c")
    assert one.is_closed()
    with pytest.raises(ConnectionRefusedError):
        Client(server)
    assert other.ask("/d") == (200, b"/d")
    assert other.is_closed()


def test_a_server_that_drains_closes_idle_connections_at_last(server: Server) -> None:
    idle = Client(server)
    assert idle.ask("/a") == (200, b"/a")
    server.drain(0.2)
    assert idle.is_closed()


def test_behind_a_proxy_there_is_room_for_the_streams_of_a_thousand_tables(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """It guards against slow clients itself."""
    monkeypatch.setattr(limits, "open_files_for", lambda wanted: wanted)
    settings = Settings(data_dir=tmp_path, database_url="")
    assert limits.limits_of(settings).connections < MAX_STREAMS
    assert limits.limits_of(replace(settings, trusted_proxies=1)).connections > MAX_STREAMS
