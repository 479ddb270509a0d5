"""Figures of the referee: a question through the API, relative to a minimal JSON route."""

import json
import random
import statistics
import time
import tomllib
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path

from scorekeeper.rules.variants import CARD_GAMES
from scorekeeper.services.errors import Invalid
from scorekeeper.services.referee.ask import rule_on_document

from .figures import APP, Figure, paired, ratio_of
from .serving import Client, Server, requests_per_second, serving
from .store import fresh_store

BARE = ("bench.baselines", "create_bare")
JSON = ("Content-Type: application/json",)
CASES = Path(__file__).parents[1] / "tests" / "cases"
SLOWEST = 250  # milliseconds, of a question of the cases


def meld_question(seconds: float, pairs: int) -> Figure:
    """Throughput of the `meld` question with changing cards, relative to a route that returns part of its input."""
    bodies = _bodies()
    with fresh_store() as store, serving(*APP, store.env) as ours, serving(*BARE, {}) as bare:
        for server, path in ((ours, "/api/v1/referee/meld"), (bare, "/json")):
            _posts(server, path, bodies, 0.5)
        one, other = paired(
            lambda: _posts(ours, "/api/v1/referee/meld", bodies, seconds),
            lambda: _posts(bare, "/json", bodies, seconds),
            pairs,
        )
    found = ratio_of(one, other)
    rates = f"{statistics.median(one):.0f}/s against {statistics.median(other):.0f}/s"
    return Figure(
        "the meld question, throughput", f"{found:.0%} of a bare JSON route ({rates})", "≥ 50 %", found >= 0.5
    )


def meld_by_game(times: int) -> Figure:
    """Processor time of the `meld` question in each game of cards, relative to da-500: the least of several turns."""
    situations = [json.loads(body)["situation"] for body in _bodies(200)]
    least = dict.fromkeys(CARD_GAMES, float("inf"))
    for _ in range(1 + times):
        least = {key: min(one, _microseconds(key, situations)) for key, one in least.items()}
    usual = least.pop("da-500")
    slowest, most = max(least.items(), key=lambda each: each[1])
    words = f"{most / usual:.2f}× of da-500 at most ({slowest}, of {len(least)})"
    return Figure("the meld question in every other game", words, "≤ 1.3×", most <= 1.3 * usual)


def _microseconds(key: str, situations: Sequence[object]) -> float:
    """Return the processor time of a `meld` question in a game, without those that name jokers that it lacks."""
    judged, began = 0, time.process_time_ns()
    for situation in situations:
        with suppress(Invalid):
            rule_on_document("meld", {"variant": key, "situation": situation})
            judged += 1
    return (time.process_time_ns() - began) / 1e3 / judged


def every_case() -> Figure:
    """Times of all questions of the case tables, each asked once through the API of one process, in random order."""
    asked = list(_cases())
    random.Random(1).shuffle(asked)
    times: list[tuple[float, str]] = []
    with fresh_store() as store, serving(*APP, store.env) as server:
        client = Client(server.port)
        for question, body in asked:
            began = time.perf_counter()
            answer = client.request("POST", f"/api/v1/referee/{question}", body, JSON)
            times.append(((time.perf_counter() - began) * 1000, question))
            if answer.status != 200:
                raise RuntimeError(f"{question} was answered by {answer.status}: {answer.body[:500].decode()}")
    slowest, question = max(times)
    median = statistics.median(took for took, _question in times)
    found = f"median {median:.1f} ms, slowest {slowest:.0f} ms ({question})"
    return Figure(f"{len(times)} questions of the cases by the API", found, f"≤ {SLOWEST} ms", slowest <= SLOWEST)


def _cases() -> Iterator[tuple[str, bytes]]:
    """Yield (question, body) of each case that asks the referee."""
    for file in sorted(CASES.glob("*.toml")):
        for case in tomllib.loads(file.read_text(encoding="utf-8"))["case"]:
            if case["ask"] == "referee":
                chosen = case.get("house_rules", {}).items()
                body = {
                    "variant": file.stem,
                    "house_rules": {key: None if value == "null" else value for key, value in chosen},
                    "players": case.get("players"),
                    "situation": case["situation"],
                }
                yield case["question"], json.dumps(body).encode()


def _bodies(number: int = 1000) -> list[bytes]:
    """Return request bodies for all games: runs and sets of 3 to 7 cards, half of them with a joker or a wrong card."""
    dice, suits, ranks = random.Random(1), "SHDC", "A23456789TJQK"
    made = []
    for index in range(number):
        length, first, suit = dice.randint(3, 7), dice.randint(0, 6), dice.choice(suits)
        cards = [rank + suit for rank in ranks[first : first + length]]
        if index % 2:
            cards = [dice.choice(ranks) + each for each in suits[: min(length, 4)]]
        if index % 4 > 1:
            cards[1] = "JK"
        variant = ("da-500", "nb-rummy", "de-romme", "cs-500")[dice.randrange(4)]
        made.append(json.dumps({"variant": variant, "situation": {"cards": cards}}).encode())
    return made


def _posts(server: Server, path: str, bodies: list[bytes], seconds: float) -> float:
    """Return the POST requests per second of a server."""

    def post(client: Client, number: int) -> None:
        answer = client.request("POST", path, bodies[number % len(bodies)], JSON)
        if answer.status != 200:
            raise RuntimeError(f"{path} was answered by {answer.status}: {answer.body[:500].decode()}")

    return requests_per_second(lambda: Client(server.port), post, seconds)
