"""Sockets that systemd has opened and passed to the server (socket activation)."""

import os
import socket
from pathlib import Path

import pytest

from scorekeeper.config.settings import Settings
from scorekeeper.server import Limits, ServerError, listening

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
