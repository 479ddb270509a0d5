"""Several processes that serve one address, on PostgreSQL, and count rate limits in Redis."""

import http.client
import json
import os
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlencode
from urllib.request import urlopen

import pytest
from prometheus_client.multiprocess import MultiProcessCollector
from prometheus_client.parser import text_string_to_metric_families

from attack.ports import free_port
from scorekeeper.services.live.hub import MAX_STREAMS

from ..conftest import make_database
from ..redis import redis_server
from ..web.phones import Phone

ROOT = Path(__file__).parents[2]
_PATIENCE = 120  # seconds: on a very busy machine a process takes twenty to start
FORM = "application/x-www-form-urlencoded"
_WRONG = 10  # codes that an address may mistype in a minute


@dataclass
class Several:
    """`scorekeeper serve --processes 2` on a database that was empty."""

    port: int
    process: subprocess.Popen[str]
    log: Path
    redis: ExitStack = field(default_factory=ExitStack)

    def ask(
        self, method: str, path: str, body: object = None, address: str = "127.0.0.1", **headers: str
    ) -> tuple[int, Any]:
        """Send a request on a connection of its own; return the status and what is in the JSON."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=20, source_address=(address, 0))
        with closing(connection):
            content = json.dumps(body) if body else None
            connection.request(method, path, content, {"Content-Type": "application/json", **headers})
            answer = connection.getresponse()
            return answer.status, json.load(answer)

    def poster(self) -> Callable[..., http.client.HTTPResponse]:
        """Return a function that sends a form to an address, by the session of one browser."""
        form = urlopen(f"http://127.0.0.1:{self.port}/join")
        token = re.search(r'name="csrf_token"[^>]* value="([^"]+)"', form.read().decode())
        assert token is not None
        cookie = form.headers["Set-Cookie"].partition(";")[0]

        def post(path: str, **fields: str) -> http.client.HTTPResponse:
            connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=20)
            with closing(connection):
                body = urlencode({"csrf_token": token[1], **fields})
                connection.request("POST", path, body, {"Content-Type": FORM, "Cookie": cookie})
                return connection.getresponse()

        return post

    def guesser(self) -> Callable[[], int]:
        """Return a function that types a wrong code and returns the status."""
        post = self.poster()
        return lambda: post("/join", code="AAAA-AAAA").status

    def get(self, path: str) -> str:
        """Return the text at an address, asked for on a connection of its own."""
        with urlopen(f"http://127.0.0.1:{self.port}{path}", timeout=20) as said:
            text: str = said.read().decode()
            return text

    def watching(self) -> Callable[[], Phone]:
        """Make a game, and return a function that returns one more phone that watches it."""
        made = self.poster()("/games/new/da-500", **{"player-0": "Anna", "player-1": "Bo", "dealer": "0"}).headers
        secret = re.search(r"device=([^;]+)", str(made))
        assert secret is not None
        return lambda: Phone(self.port, made["Location"], secret[1])

    def figures(self) -> dict[str, float]:
        """Return the figures that one of the processes gives, by name and values of labels: `changes_total,add`."""
        families = text_string_to_metric_families(self.get("/metrics"))
        samples = [sample for family in families for sample in family.samples]
        named = {",".join([each.name.removeprefix("scorekeeper_"), *each.labels.values()]): each for each in samples}
        assert len(named) == len(samples)
        return {name: sample.value for name, sample in named.items()}

    def folder_of_figures(self) -> Path:
        """Return where the processes keep their figures."""
        environ = Path(f"/proc/{min(self.children())}/environ").read_bytes().decode()
        return Path(dict(each.split("=", 1) for each in environ.split("\0") if each)["PROMETHEUS_MULTIPROC_DIR"])

    def streams_kept(self) -> float:
        """Return the sum of the streams in the files of all processes, none of which looks again for that."""
        files = list(map(str, self.folder_of_figures().glob("*.db")))
        families = MultiProcessCollector.merge(files)  # type: ignore[no-untyped-call]  # it has no types
        return next(each.value for family in families for each in family.samples if each.name == "scorekeeper_streams")

    def children(self) -> set[int]:
        """Return the ids of the processes that serve."""
        listed = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text()
        return set(map(int, listed.split()))

    def until(self, said: str) -> None:
        """Wait until the log says something."""
        end = time.monotonic() + _PATIENCE
        while said not in self.log.read_text():
            assert time.monotonic() < end, self.log.read_text()
            time.sleep(0.02)


class Saver:
    """A table, with an address of its own, that saves one round after the other."""

    def __init__(self, several: Several, number: int) -> None:
        self._several, self._address = several, f"127.0.1.{number}"
        self.statuses, self._ending = list[int](), threading.Event()
        game = {"variant": "da-500", "players": ["Anna", "Bo"], "house_rules": {"target": 99_999}}
        made = several.ask("POST", "/api/v1/games", game)[1]
        self.path, self._key = f"/api/v1/games/{made['id']}", f"Bearer {made['keys']['scorer']}"
        self._thread = threading.Thread(target=self._save)

    def __enter__(self) -> "Saver":
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._ending.set()
        self._thread.join()

    def rounds(self) -> int:
        """Return how many rounds the game has."""
        return len(self._several.ask("GET", self.path, Authorization=self._key)[1]["rounds"])

    def _save(self) -> None:
        entries = {"Anna": {"points": 5}, "Bo": {"points": 10}}
        while not self._ending.is_set():
            number = len(self.statuses) + 1
            headers = {"Authorization": self._key, "If-Match": f'"{number}"', "Idempotency-Key": f"r{number}"}
            body = {"closer": "Anna", "entries": entries}
            self.statuses.append(self._several.ask("POST", f"{self.path}/rounds", body, self._address, **headers)[0])
            time.sleep(0.05)


@pytest.fixture(scope="module")
def several(postgres: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Several]:
    folder = tmp_path_factory.mktemp("several")
    port, redis, log = free_port(), ExitStack(), folder / "log"
    with redis, log.open("w") as errors:
        environ = {
            "SCOREKEEPER_DATA_DIR": str(folder / "data"),
            "SCOREKEEPER_DATABASE_URL": make_database(postgres, "several"),
            "SCOREKEEPER_LIMITS_URL": redis.enter_context(redis_server(free_port())),
            "SCOREKEEPER_DAILY_BACKUPS": "0",
            "PYTHONPATH": str(ROOT),
        }
        command = [sys.executable, "-W", "error", "-m", "scorekeeper", "serve", "--port", str(port)]
        process = subprocess.Popen(
            [*command, "--processes", "2"], env=environ, stdout=subprocess.PIPE, stderr=errors, text=True
        )
        with process:
            assert process.stdout is not None
            try:
                assert "Scorekeeper runs at" in process.stdout.readline()
                yield Several(port, process, log, redis)
            finally:
                process.terminate()


def test_a_restart_of_one_after_the_other_fails_no_save(several: Several) -> None:
    """Who saves never waits for a whole start, and what was acknowledged is there, once. So it is in the figures."""
    before, tables = several.children(), [Saver(several, number) for number in range(1, 5)]
    with ExitStack() as playing:
        for each in tables:
            playing.enter_context(each)
        several.process.send_signal(signal.SIGUSR1)
        several.until("All processes are new.")
    for each in tables:
        assert set(each.statuses) == {201}
        assert each.rounds() == len(each.statuses) > 10
    saved = several.figures()["requests_total,POST,/api/v1/games/<game_id>/rounds,201"]
    assert saved == sum(len(each.statuses) for each in tables)  # most of them by the processes that have ended
    assert len(before) == len(several.children()) == 2
    assert not before & several.children()


def test_one_process_gives_the_figures_of_all(several: Several) -> None:
    """Whichever answers: twenty requests are spread over both, and so are eight that ask for the figures."""
    before, asked = several.figures(), "requests_total,GET,/healthz,200"
    assert before["streams_most"] == 2 * MAX_STREAMS
    for _ in range(20):
        several.get("/healthz")
    answered = [several.figures() for _ in range(8)]
    assert {each[asked] - before.get(asked, 0) for each in answered} == {20}
    assert len({each["streams_most"] for each in answered}) == 1
    assert answered[0]["backup_timestamp_seconds"] == 0
    assert answered[0]["disk_free_bytes"] > 0
    assert [name for name in answered[0] if name.startswith("info,")]


def test_a_process_that_is_killed_is_started_again(several: Several) -> None:
    """Connections that were meant for it wait meanwhile. The phones that watched by it are not counted any more."""
    killed, phone = min(several.children()), several.watching()
    with ExitStack() as watching:
        phones = [watching.enter_context(closing(phone())) for _ in range(8)]
        for each in phones:
            each.hear(b"data:")
        assert several.figures()["streams"] == len(phones)
        os.kill(killed, signal.SIGKILL)
        several.until("ended by itself, with status -9")
        assert {several.ask("GET", "/readyz")[0] for _ in range(8)} == {200}
        assert len(several.children()) == 2
        assert killed not in several.children()
        left = [each for each in phones if each.is_open()]
        assert several.streams_kept() == len(left)
        found = several.figures()
    assert (found["streams"], found["streams_most"]) == (len(left), 2 * MAX_STREAMS)


def test_wrong_codes_are_counted_by_all_together_and_without_redis_by_each(several: Several) -> None:
    """Without it nothing fails: the log says it once in each process, and the page for machines."""
    guess = several.guesser()
    with ThreadPoolExecutor(_WRONG) as pool:  # at once: the answer to one guess too many comes late
        assert list(pool.map(lambda _: guess(), range(_WRONG))) == [422] * _WRONG
        # Not together with those: one that two processes check at the same moment may be one too many.
        assert list(pool.map(lambda _: guess(), range(5))) == [429] * 5
    assert several.ask("GET", "/readyz")[1] == {"ready": True, "database": "ok", "disk": "ok", "limits": "ok"}
    several.redis.close()
    assert {guess() for _ in range(4)} == {422}
    assert several.ask("GET", "/readyz") == (
        200,
        {"ready": True, "database": "ok", "disk": "ok", "limits": "counted by each process alone"},
    )
    assert several.log.read_text().count("does not answer: each process counts") in (1, 2)


def test_processes_end_when_the_one_that_started_them_is_killed(several: Several) -> None:
    children, figures = several.children(), several.folder_of_figures()
    assert list(figures.iterdir())
    several.process.kill()
    end = time.monotonic() + _PATIENCE
    while any(Path(f"/proc/{each}").exists() for each in children):
        assert time.monotonic() < end
        time.sleep(0.02)
    assert not figures.exists()
