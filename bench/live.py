"""How long it takes until every phone that watches a game has its new board: from the commit to the last byte."""

import json
import os
import re
import selectors
import socket
import statistics
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from sqlalchemy import insert

from scorekeeper.services.access import hashed, new_secret
from scorekeeper.store.models import Device, Grant

from .figures import Figure
from .serving import Client, Server, free_port, wait_for
from .store import NOW, PLAYERS, Store, fresh_store

GOAL_MS = 150.0
_AT_ONCE = 25  # phones that a thread of the measurement serves, so that it is not the measurement that is slow
_SERVE = "import sys; from scorekeeper.cli import main; main(['serve', '--port', sys.argv[1]])"


@dataclass
class Phone:
    """A phone that listens, and by another connection fetches the board whenever it hears of another version."""

    stream: socket.socket
    asking: Client
    path: str
    etag: str
    version: int = 0
    shown_at: float = 0.0

    def heard(self) -> bool:
        """Read a hint; fetch the board if it is new. Return whether it was."""
        found = re.findall(rb'\{"version":(\d+)\}', self.stream.recv(4096))
        if not found or int(found[-1]) <= self.version:
            return False
        first, self.version = self.version == 0, int(found[-1])
        if first:
            return False
        answer = self.asking.request("GET", self.path, headers=(f'If-None-Match: "{self.etag}"', "Accept-Encoding: br"))
        if answer.status != 200:
            raise RuntimeError(f"{self.path} was answered by {answer.status}")
        self.etag, self.shown_at = answer.headers["etag"][0].strip('"'), time.perf_counter()
        return True


def commit_to_phones(phones: int, rounds: int = 10) -> Figure:
    """Measure it for so many phones; each round is saved by one more."""
    with fresh_store() as store, _serving(store) as server:
        game = store.add_game("live", 10)
        scorer = Client(server.port)
        key = _key(store, game)
        watching = [_phone(server.port, game, secret) for secret in _secrets(store, game, phones)]
        before, memory = _cpu(server), server.resident_mb
        took = [wait for number in range(rounds) for wait in _one_round(scorer, game, key, watching, 11 + number)]
        cpu = (_cpu(server) - before) / rounds / phones * 1000
        for phone in watching:
            phone.stream.close()
    p95 = statistics.quantiles(took, n=20)[-1] * 1000 if len(took) > 1 else took[0] * 1000
    found = f"median {statistics.median(took) * 1000:.0f} ms, p95 {p95:.0f} ms"
    return Figure(
        f"a commit on {phones} watching phone{'s' if phones > 1 else ''}",
        f"{found}; {cpu:.2f} ms CPU a phone and round; {memory:.0f} MB",
        f"p95 {GOAL_MS:.0f} ms",
        p95 <= GOAL_MS,
    )


def _one_round(scorer: Client, game: str, key: str, phones: list[Phone], version: int) -> list[float]:
    """Save a round; return after how many seconds each phone had its board."""
    threads = [
        threading.Thread(target=_wait_for_all, args=(phones[first : first + _AT_ONCE],))
        for first in range(0, len(phones), _AT_ONCE)
    ]
    for thread in threads:
        thread.start()
    time.sleep(0.2)
    entries = {name: {"points": 5 * seat} for seat, name in enumerate(PLAYERS)}
    body = json.dumps({"closer": PLAYERS[0], "entries": entries}).encode()
    once = (f'If-Match: "{version}"', f"Idempotency-Key: r{version}")
    headers = (f"Authorization: Bearer {key}", "Content-Type: application/json", *once)
    began = time.perf_counter()
    answer = scorer.request("POST", f"/api/v1/games/{game}/rounds", body, headers)
    if answer.status != 201:
        raise RuntimeError(f"the round was answered by {answer.status}: {answer.body!r}")
    for thread in threads:
        thread.join(30)
    return [phone.shown_at - began for phone in phones]


def _wait_for_all(phones: list[Phone]) -> None:
    with selectors.DefaultSelector() as selector:
        for phone in phones:
            selector.register(phone.stream, selectors.EVENT_READ, phone)
        waiting = len(phones)
        while waiting:
            for key, _events in selector.select(30):
                if key.data.heard():
                    waiting -= 1


def _key(store: Store, game: str) -> str:
    key = new_secret()
    with store.engine.begin() as connection:
        connection.execute(insert(Grant).values(game_id=game, role="scorer", given_at=NOW, key_hash=hashed(key)))
    return key


def _secrets(store: Store, game: str, phones: int) -> list[str]:
    """Return the secrets of so many viewers."""
    secrets = [new_secret() for _ in range(phones)]
    with store.engine.begin() as connection:
        for secret in secrets:
            made = connection.execute(insert(Device).values(secret_hash=hashed(secret), made_at=NOW))
            device = made.inserted_primary_key[0]  # type: ignore[index]  # there is one, just inserted
            connection.execute(insert(Grant).values(game_id=game, role="viewer", given_at=NOW, device_id=device))
    return secrets


def _phone(port: int, game: str, secret: str) -> Phone:
    stream = socket.create_connection(("127.0.0.1", port))
    stream.sendall(f"GET /games/{game}/events HTTP/1.1\r\nHost: localhost\r\nCookie: device={secret}\r\n\r\n".encode())
    phone = Phone(stream, Client(port, {"device": secret}), f"/games/{game}/board", "none")
    while not phone.version:
        phone.heard()
    return phone


@contextmanager
def _serving(store: Store) -> Iterator[Server]:
    """Serve by the server that people run."""
    port = free_port()
    env = {**os.environ, **store.env}
    process = subprocess.Popen([sys.executable, "-c", _SERVE, str(port)], env=env, stdout=subprocess.DEVNULL)
    try:
        wait_for(port)
        yield Server(port, process)
    finally:
        process.terminate()
        process.wait(15)


def _cpu(server: Server) -> float:
    """Return the seconds of processor time that the server has used."""
    with open(f"/proc/{server.process.pid}/stat") as stat:
        fields = stat.read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
