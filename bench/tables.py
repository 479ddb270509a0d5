"""Simulated tables of four phones each, many in one process.

`python -m bench.tables`, with a `Plan` as JSON on the first line. All phones open their streams; the answer is how many
have one. After any further line the tables play, and the answer is a `Played`.
"""

import asyncio
import json
import re
import resource
import sys
import time
from collections.abc import Callable, Coroutine
from dataclasses import asdict, dataclass, field
from random import Random

from .exchange import Answer, Exchange
from .figures import ENCODINGS, FORM, form_body

_OPENING = 40  # streams that are being opened at the same time
ROUND_SECONDS, _QUESTION_SECONDS = 180.0, 600.0
"""Seconds between two rounds, and two questions, of a table."""
_CORRECTED, _PRINTED = 20, 12  # every so many rounds one is corrected, and a sheet printed
_NOT_YET, _LOOKS = (202, 429), 10
_POLL = 10.0  # seconds between two looks of a phone without a stream


@dataclass
class Plan:
    """What to simulate: (game, address, the devices' secrets) of each table; seconds to play, the first uncounted."""

    port: int
    tables: list[tuple[str, str, list[str]]]
    seconds: float
    settle: float


@dataclass
class Played:
    """What happened: times in seconds, and how often each error."""

    saves: list[float] = field(default_factory=list)
    boards: list[float] = field(default_factory=list)
    questions: list[float] = field(default_factory=list)
    corrections: list[float] = field(default_factory=list)
    sheets: list[float] = field(default_factory=list)
    errors: dict[str, int] = field(default_factory=dict)
    cpu: float = 0.0


class Phone:
    """A phone that watches a game: by a stream, or by looking now and then if it got none."""

    def __init__(self, table: "Table", secret: str) -> None:
        self._table, self._secret, self._etag, self._seen = table, secret, "none", 0

    def exchange(self) -> Exchange:
        """Return a new connection."""
        return Exchange(self._table.port, self._table.address, self._secret)

    async def watch(self, is_open: Callable[[bool], None]) -> None:
        """Watch for ever, and open the stream again when it ends; say once whether there is one."""
        told, status = False, 0
        while True:
            try:
                async with self.exchange() as stream:
                    stream.send("GET", f"/games/{self._table.game}/events")
                    status, _head = await stream.head()
                    if not told:
                        is_open(status == 200)
                        told = True
                    if status == 200:
                        await self._follow(stream)
            except (OSError, EOFError, TimeoutError) as error:
                self._table.fail(f"stream: {type(error).__name__}")
                if not told:
                    is_open(False)
                    told = True
            await asyncio.sleep(_POLL if status != 200 else self._table.dice.uniform(1, 4))
            await self._table.safely("board", self._fetch)

    async def _follow(self, stream: Exchange) -> None:
        while heard := await stream.reader.read(4096):
            versions = [int(each) for each in re.findall(rb'"version":(\d+)', heard)]
            if versions and max(versions) > self._seen:
                if self._seen:
                    await self._table.safely("board", self._fetch)
                self._seen = max(versions)

    async def _fetch(self) -> None:
        """Fetch the board, and note how long after the save it is here."""
        async with self.exchange() as exchange:
            marks = (f'If-None-Match: "{self._etag}"', "Accept-Encoding: br")
            answer = await exchange.ask("GET", f"/games/{self._table.game}/board", b"", *marks)
        self._table.expect("board", answer, 200, 304)
        mark = re.search(r'(?i)\r\netag: "(\d+)([^"]*)"', answer.head)
        if mark and answer.status == 200:
            self._etag = mark[1] + mark[2]
            self._table.shown(self, int(mark[1]))


class Table:
    """A table: four phones, rounds one after the other, now and then a question."""

    def __init__(self, plan: Plan, number: int, played: Played) -> None:
        self.game, self.address, secrets = plan.tables[number]
        self.port, self.dice = plan.port, Random(number)
        self.phones = [Phone(self, secret) for secret in secrets]
        self._plan, self._played, self._rounds = plan, played, self.dice.randrange(_CORRECTED * _PRINTED)
        self._saving: tuple[Phone, int, float] | None = None
        self.counts_from = float("inf")

    async def safely(self, what: str, do: Callable[[], Coroutine[None, None, None]]) -> None:
        """Do something, and count it as an error if the connection fails."""
        try:
            await do()
        except (OSError, EOFError, TimeoutError) as error:
            self.fail(f"{what}: {type(error).__name__}")

    def fail(self, what: str) -> None:
        """Count an error."""
        self._played.errors[what] = self._played.errors.get(what, 0) + 1

    def expect(self, what: str, answer: Answer, *statuses: int) -> None:
        """Count an answer with another status as an error."""
        if answer.status not in statuses:
            self.fail(f"{what}: {answer.status}")

    def note(self, times: list[float], began: float) -> None:
        """Note how long something took, if it began late enough."""
        if began >= self.counts_from:
            times.append(time.perf_counter() - began)

    def shown(self, phone: Phone, version: int) -> None:
        """Note that a phone has the board of a version."""
        if self._saving and phone is not self._saving[0] and version >= self._saving[1]:
            self.note(self._played.boards, self._saving[2])

    async def play(self, begin: float) -> None:
        """Play until the time is over: rounds and questions, each from a moment of its own on."""
        self.counts_from = begin + self._plan.settle
        end = begin + self._plan.seconds
        await asyncio.gather(
            self._repeat(begin, end, ROUND_SECONDS, "round", self._round),
            self._repeat(begin, end, _QUESTION_SECONDS, "question", self._question),
        )

    async def _repeat(
        self, begin: float, end: float, every: float, what: str, do: Callable[[], Coroutine[None, None, None]]
    ) -> None:
        at = begin + self.dice.uniform(0, every)
        while at < end:
            await asyncio.sleep(at - time.perf_counter())
            await self.safely(what, do)
            at += every * self.dice.uniform(0.9, 1.1)

    async def _round(self) -> None:
        self._rounds += 1
        phone = self.phones[self._rounds % len(self.phones)]
        async with phone.exchange() as exchange:
            await self._save(exchange, phone)
            if self._rounds % _CORRECTED == 0:
                await self._correct(exchange)
            if self._rounds % _PRINTED == 0:
                await self._print(exchange)

    async def _save(self, exchange: Exchange, phone: Phone) -> None:
        form = await exchange.ask("GET", f"/games/{self.game}/rounds/form", b"", "HX-Request: true")
        self.expect("form", form, 200)
        version = re.search(rb'name="version"[^>]* value="(\d+)"', form.body)
        if form.status != 200 or version is None:
            return
        body = form_body(form.body.decode(), 5 * self.dice.randrange(1, 9))
        began = time.perf_counter()
        self._saving = phone, int(version[1]) + 1, began
        saved = await exchange.ask("POST", f"/games/{self.game}/rounds", body, FORM, "HX-Request: true", ENCODINGS)
        self.expect("save", saved, 200)
        self.note(self._played.saves, began)

    async def _correct(self, exchange: Exchange) -> None:
        self._saving = None
        path = f"/games/{self.game}/rounds/1/edit"
        form = await exchange.ask("GET", path)
        self.expect("form", form, 200)
        if form.status != 200:
            return
        began = time.perf_counter()
        body = form_body(form.body.decode(), 5 * self.dice.randrange(1, 9))
        self.expect("correction", await exchange.ask("POST", path, body, FORM), 200, 303)
        self.note(self._played.corrections, began)

    async def _print(self, exchange: Exchange) -> None:
        """Ask for the sheet like a browser: while others are printed it gets a page that asks again."""
        began = time.perf_counter()
        for _ in range(_LOOKS):
            answer = await exchange.ask("GET", f"/games/{self.game}/sheet.pdf", b"", "Accept: text/html")
            if answer.status not in _NOT_YET:
                break
            await asyncio.sleep(3)
        self.expect("sheet", answer, 200)
        self.note(self._played.sheets, began)

    async def _question(self) -> None:
        cards = [f"{rank}{self.dice.choice('CDHS')}" for rank in self.dice.sample("3456789", 4)]
        body = json.dumps({"variant": "da-500", "situation": {"cards": [*cards, "JK"]}}).encode()
        began = time.perf_counter()
        async with self.phones[0].exchange() as exchange:
            answer = await exchange.ask("POST", "/api/v1/referee/meld", body, "Content-Type: application/json")
        self.expect("question", answer, 200)
        self.note(self._played.questions, began)


async def simulate(plan: Plan) -> None:
    """Open the streams, say how many there are, wait for a line, play, and print what happened."""
    played = Played()
    tables = [Table(plan, number, played) for number in range(len(plan.tables))]
    watching = set[asyncio.Task[None]]()
    print(await _open(tables, watching), flush=True)
    await asyncio.to_thread(sys.stdin.readline)
    before, begin = time.process_time(), time.perf_counter()
    await asyncio.gather(*(table.play(begin) for table in tables))
    await asyncio.sleep(2)  # the last boards
    played.cpu = time.process_time() - before
    print(json.dumps(asdict(played)), flush=True)
    for each in watching:
        each.cancel()


async def _open(tables: list[Table], watching: set[asyncio.Task[None]]) -> int:
    """Have all phones watch, some at a time; return how many have a stream."""
    room, results = asyncio.Semaphore(_OPENING), list[bool]()

    async def begin(phone: Phone) -> None:
        async with room:
            told = asyncio.get_running_loop().create_future()
            watching.add(asyncio.create_task(phone.watch(told.set_result)))
            results.append(await told)

    await asyncio.gather(*(begin(phone) for table in tables for phone in table.phones))
    return sum(results)


def main() -> None:
    """Simulate the plan on stdin."""
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    asyncio.run(simulate(Plan(**json.loads(sys.stdin.readline()))))


if __name__ == "__main__":
    main()
