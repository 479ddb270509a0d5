"""Figures of pages and storage: each function measures one and returns it."""

import gzip
import os
import signal
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from html.parser import HTMLParser
from urllib.parse import urlencode, urljoin

from attack.ports import free_port
from scorekeeper.extensions import LANGUAGES

from .serving import Client, Server, serving, throughput, wait_for
from .store import PLAYERS, Store, fresh_store

APP = ("scorekeeper", "create_app")
BASELINE = ("bench.baselines", "create_baseline")
ENCODINGS = "Accept-Encoding: gzip, deflate, br, zstd"
FORM = "Content-Type: application/x-www-form-urlencoded"


@dataclass(frozen=True)
class Figure:
    """A figure: its name, the result and the target in words, and whether the target is reached."""

    name: str
    found: str
    wanted: str
    reached: bool


class _Fields(HTMLParser):
    """Parses a page: names and values of form fields, and the resources that it loads."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.fields: dict[str, str] = {}
        self.loads: list[str] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Collect inputs, style sheets, scripts, icons and images."""
        a = {key: value or "" for key, value in attrs}
        if tag == "input" and a.get("name") and a.get("type") not in ("checkbox", "submit"):
            self.fields.setdefault(a["name"], a.get("value", ""))
        if tag == "link" and a.get("rel") in ("stylesheet", "icon", "manifest") and a.get("href"):
            self.loads.append(a["href"])
        if tag in ("script", "img") and a.get("src"):
            self.loads.append(a["src"])


def paired(one: Callable[[], float], other: Callable[[], float], pairs: int) -> tuple[list[float], list[float]]:
    """Run two measurements alternately, so that other load on the machine affects both."""
    found: tuple[list[float], list[float]] = ([], [])
    for _ in range(pairs):
        found[0].append(one())
        found[1].append(other())
    return found


def ratio_of(one: list[float], other: list[float]) -> float:
    """Return the median of the pairwise ratios."""
    return statistics.median(a / b for a, b in zip(one, other, strict=True))


def _median_ms(times: list[float]) -> str:
    return f"{statistics.median(times) * 1000:.2f} ms"


def scoreboard(seconds: float, pairs: int, language: str = "en") -> Figure:
    """Throughput of a scoreboard of ten rounds in a language, relative to the baseline's table of the same rows."""
    with fresh_store() as store:
        game = store.add_game("ten", 10)
        with serving(*APP, store.env) as ours, serving(*BASELINE, {"BASELINE_URL": store.url}) as baseline:
            cookies = _cookies(store, ours, game) | {"language": language}
            _warm(ours, baseline, game, cookies)
            one, other = paired(
                lambda: throughput(ours.port, f"/games/{game}", cookies, seconds),
                lambda: throughput(baseline.port, f"/table/{game}", {}, seconds),
                pairs,
            )
    ratio = ratio_of(one, other)
    rates = f"{statistics.median(one):.0f}/s against {statistics.median(other):.0f}/s"
    return Figure(
        f"scoreboard of 10 rounds in {language}, throughput",
        f"{ratio:.0%} of the baseline ({rates})",
        "≥ 60 %",
        ratio >= 0.6,
    )


def _cookies(store: Store, server: Server, game: str) -> dict[str, str]:
    """Return a browser's cookies after its first page."""
    client = Client(server.port, {"device": store.secret})
    answer = client.request("GET", f"/games/{game}")
    if answer.status != 200:
        raise RuntimeError(f"the scoreboard answered {answer.status}")
    return client.cookies


def _warm(ours: Server, baseline: Server, game: str, cookies: dict[str, str]) -> None:
    throughput(ours.port, f"/games/{game}", cookies, 0.5)
    throughput(baseline.port, f"/table/{game}", {}, 0.5)


def saved_round(saves: int) -> Figure:
    """Median time to save a round by the form, relative to saving a row by the baseline's form."""
    one: list[float] = []
    other: list[float] = []
    with (
        fresh_store() as store,
        serving(*APP, store.env) as ours,
        serving(*BASELINE, {"BASELINE_URL": store.url}) as baseline,
    ):
        for batch in range(max(1, saves // 10)):
            mine, theirs = store.add_game(f"ours{batch}", 0), store.add_game(f"baseline{batch}", 0)
            one += _save_ours(ours, store, mine)
            other += _save_baseline(baseline, theirs)
    ratio = statistics.median(one) / statistics.median(other)
    found = f"{ratio:.2f}× the baseline ({_median_ms(one)} against {_median_ms(other)})"
    return Figure("a round saved, median", found, "≤ 2×", ratio <= 2)


def _save_ours(server: Server, store: Store, game: str) -> list[float]:
    """Enter ten rounds into a game; return the durations in seconds."""
    client = Client(server.port, {"device": store.secret})
    times = []
    for number in range(10):
        page = client.request("GET", f"/games/{game}/rounds/new").body.decode()
        times.append(_timed_post(client, f"/games/{game}/rounds", form_body(page, 5 * number + 5)))
    return times


def form_body(page: str, points: int) -> bytes:
    """Return the body of a round's form in which each player has the same points."""
    fields = _Fields(page).fields
    names = [name for name in fields if name.endswith("points")]
    if len(names) != len(PLAYERS):
        raise RuntimeError(f"the form has points fields {names}")
    return urlencode({**fields, **dict.fromkeys(names, str(points))}).encode()


def _save_baseline(server: Server, game: str) -> list[float]:
    client = Client(server.port)
    times = []
    for number in range(1, 11):
        fields = _Fields(client.request("GET", "/form").body.decode()).fields
        values = dict.fromkeys(("one", "two", "three", "four"), str(5 * number))
        body = urlencode({**fields, **values, "number": number}).encode()
        times.append(_timed_post(client, f"/save/{game}", body))
    return times


def _timed_post(client: Client, path: str, body: bytes) -> float:
    began = time.perf_counter()
    answer = client.request("POST", path, body, (FORM,))
    took = time.perf_counter() - began
    if answer.status != 303:
        raise RuntimeError(f"{path} was answered by {answer.status}: {answer.body[:2000].decode(errors='replace')}")
    return took


def long_game(seconds: float, pairs: int) -> Figure:
    """Time for the page of a game of 60 rounds, relative to one of 5 rounds."""
    with fresh_store() as store:
        long, short = store.add_game("sixty", 60), store.add_game("five", 5)
        with serving(*APP, store.env) as server:
            cookies = _cookies(store, server, long)
            one, other = paired(
                lambda: 1 / throughput(server.port, f"/games/{long}", cookies, seconds),
                lambda: 1 / throughput(server.port, f"/games/{short}", cookies, seconds),
                pairs,
            )
    ratio = ratio_of(one, other)
    found = f"{ratio:.2f}× ({_median_ms(one)} against {_median_ms(other)})"
    return Figure("page of 60 rounds against 5", found, "≤ 3×", ratio <= 3)


def full_store(rounds: int, seconds: float, pairs: int) -> Figure:
    """Time for the same page with very many rounds stored, relative to an empty database."""
    with fresh_store() as full, fresh_store() as empty:
        full.add_many(rounds // 50, 50)
        game = full.add_game("ten", 10)
        empty.add_game("ten", 10)
        with serving(*APP, full.env) as one_server, serving(*APP, empty.env) as other_server:
            mine, theirs = _cookies(full, one_server, game), _cookies(empty, other_server, game)
            one, other = paired(
                lambda: 1 / throughput(one_server.port, f"/games/{game}", mine, seconds),
                lambda: 1 / throughput(other_server.port, f"/games/{game}", theirs, seconds),
                pairs,
            )
    ratio = ratio_of(one, other)
    found = f"{ratio - 1:+.1%} ({_median_ms(one)} against {_median_ms(other)})"
    return Figure(f"the same page with {rounds:,} rounds stored", found, "within 10 %", ratio <= 1.1)


def first_load() -> Figure:
    """Compressed size and number of requests of the home page's first load, in the language that needs most."""
    with fresh_store() as store, serving(*APP, store.env) as server:
        size, requests, language = max((*_first_load(server, tag), tag) for tag in LANGUAGES)
    found = f"{size / 1000:.1f} kB in {requests} requests ({language}, the largest of {len(LANGUAGES)} languages)"
    return Figure("first load, compressed", found, "≤ 50 kB, ≤ 5 requests", size <= 50_000 and requests <= 5)


def _first_load(server: Server, language: str) -> tuple[int, int]:
    """Return the compressed size and the number of requests of the first load in a language."""
    client = Client(server.port, {"language": language})
    page = client.request("GET", "/", headers=("Accept-Encoding: gzip",))
    html = gzip.decompress(page.body) if page.headers.get("content-encoding") == ["gzip"] else page.body
    size, loads = 0, _Fields(html.decode()).loads
    for path in ("/", *loads):
        answer = client.request("GET", urljoin("/", path), headers=(ENCODINGS,))
        if answer.status != 200:
            raise RuntimeError(f"{path} was answered by {answer.status}")
        size += len(answer.body) + sum(len(k) + len(v) + 4 for k, vs in answer.headers.items() for v in vs)
    return size, 1 + len(loads)


def start_up(times: int) -> Figure:
    """Time from the command to the first response, and the resident memory after some pages."""
    took, memory = [], 0.0
    with fresh_store() as store:
        game = store.add_game("sixty", 60)
        for _ in range(times):
            port = free_port()
            command = [sys.executable, "-m", "scorekeeper", "serve", "--port", str(port)]
            began = time.perf_counter()
            process = subprocess.Popen(command, env={**os.environ, **store.env}, stdout=subprocess.DEVNULL)
            try:
                wait_for(port)
                client = Client(port, {"device": store.secret})
                client.request("GET", "/")
                took.append(time.perf_counter() - began)
                for _ in range(200):
                    client.request("GET", f"/games/{game}")
                memory = max(memory, Server(port, process).resident_mb)
            finally:
                process.send_signal(signal.SIGTERM)
                process.wait(10)
    median = statistics.median(took)
    found = f"{median:.2f} s, {memory:.0f} MB"
    return Figure("start-up to the first page; resident memory", found, "< 1 s; < 120 MB", median < 1 and memory < 120)
