"""Four phones that save rounds at once: each round is sent until it is answered, as a phone's outbox does."""

import json
import threading
import time
from collections import Counter
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlencode

from ..browser import FORM, Answer, Broken, Browser
from ..games import PLAYERS, new_game
from .sentences import sentence_in

Mark = tuple[int, int]  # the phone that saved a round, and which of its rounds it is: the points that it has
_BETWEEN = 0.25  # seconds from one round of a phone to its next
_AGAIN = 0.3  # seconds until a round is sent again
_CLASH = 409


@dataclass
class Ledger:
    """What the phones were answered; thread-safe."""

    acknowledged: list[Mark] = field(default_factory=list)
    heard: Counter[tuple[str, int, str]] = field(default_factory=Counter)
    """Answers other than saved rounds, by what was asked, status and sentence; status 0 is none."""
    _took: dict[int, float] = field(default_factory=dict)  # by phone
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def acknowledge(self, mark: Mark, took: float) -> None:
        """Note that a round was answered as saved, `took` seconds after it was sent."""
        with self._lock:
            self.acknowledged.append(mark)
            self._took[mark[0]] = took

    @property
    def slowest(self) -> float:
        """The seconds that the slowest phone needed for its last round."""
        return max(self._took.values(), default=0.0)

    def untold(self, says: str, ready: str) -> list[str]:
        """Return who has not heard yet what must be told: `says` by page and API, `ready` by `/readyz`."""
        with self._lock:
            heard = list(self.heard)
        wanted = {"page": says, "API": says, "/readyz": ready}
        return [
            f"{what} did not say {words!r}"
            for what, words in wanted.items()
            if words and not any(words in sentence for where, _, sentence in heard if where == what)
        ]

    def hear(self, what: str, status: int, sentence: str) -> None:
        """Note another answer."""
        with self._lock:
            self.heard[what, status, sentence] += 1


class Phone:
    """A phone that saves rounds as fast as a table never does; `seat` is its column, its rounds have 1, 2, … points."""

    def __init__(self, port: int, patience: float, game: dict[str, Any], seat: int, ledger: Ledger) -> None:
        self._browser, self._ledger, self._seat = Browser(port, timeout=patience), ledger, seat
        self._path, self._key = f"/games/{game['id']}", game["keys"]["scorer"]
        self._saved, self._overtaken = 0, False
        self._form: dict[str, str] = {}
        if not self._by_api:
            self._browser.join(self._key)

    @property
    def _by_api(self) -> bool:
        """Whether it is a program with a key; the others send the forms of pages."""
        return self._seat % 2 == 1

    def play(self, playing: threading.Event, ending: threading.Event) -> None:
        """Save rounds while `playing` is set, until `ending`; a round that was begun is sent until it is answered."""
        while not ending.is_set():
            if not playing.wait(0.1):
                continue
            mark = self._seat, self._saved + 1
            while not self._is_saved(mark):
                time.sleep(0.0 if self._overtaken else _AGAIN)
            self._saved += 1
            ending.wait(max(_BETWEEN, 2 * self._ledger.slowest))  # or every form would be that of an older version
        self._browser.close()

    def _is_saved(self, mark: Mark) -> bool:
        what, began = "API" if self._by_api else "page", time.monotonic()
        self._overtaken = False
        try:
            answer = self._send_json(mark) if self._by_api else self._send_form(mark)
        except Broken as error:
            self._ledger.hear(what, 0, type(error).__name__)
            return False
        if answer.status in (201, 303) or (answer.status == 200 and "hx-push-url" in answer.headers):
            self._form = {}
            self._ledger.acknowledge(mark, time.monotonic() - began)
            return True
        self._ledger.hear(what, answer.status, sentence_in(answer))
        self._overtaken = answer.status == _CLASH
        if self._overtaken:
            self._form = {}  # the round goes on top of those of others, with the key that it has
        return False

    def _send_json(self, mark: Mark) -> Answer:
        entries = {name: {"points": mark[1] * (seat == mark[0])} for seat, name in enumerate(PLAYERS)}
        headers = {
            "Content-Type": "application/json",
            "Authorization": f"Bearer {self._key}",
            "Idempotency-Key": key_of(mark),
        }
        body = json.dumps({"entries": entries, "accept_warnings": True}).encode()
        return self._browser.request("POST", f"/api/v1{self._path}/rounds", body, headers)

    def _send_form(self, mark: Mark) -> Answer:
        if not self._form:
            page = self._browser.get(f"{self._path}/rounds/new")
            if page.status != 200:
                return page
            points = {f"p{seat}-points": str(mark[1] * (seat == mark[0])) for seat in range(len(PLAYERS))}
            self._form = page.fields("/rounds") | points | {"entry_id": key_of(mark), "accept_warnings": "1"}
        token = self._browser.get("/token")
        if token.status != 200:
            return token
        body = urlencode(self._form | {"csrf_token": token.text}).encode()
        headers = {"Content-Type": FORM, "HX-Request": "true"}
        return self._browser.request("POST", f"{self._path}/rounds", body, headers)


def key_of(mark: Mark) -> str:
    """Return the idempotency key of a round."""
    return f"{mark[0]:016x}{mark[1]:016x}"


class Phones:
    """Four phones at a game of points without end."""

    def __init__(self, port: int, patience: float) -> None:
        """Make the game, and let all phones join; `patience` is how many seconds they wait for an answer."""
        with Browser(port) as maker:
            self.game = new_game(maker, variant="points")
        self.ledger = Ledger()
        self._playing, self._ending = threading.Event(), threading.Event()
        phones = [Phone(port, patience, self.game, seat, self.ledger) for seat in range(len(PLAYERS))]
        self._threads = [
            threading.Thread(target=phone.play, args=(self._playing, self._ending), daemon=True) for phone in phones
        ]
        for thread in self._threads:
            thread.start()

    @property
    def saved(self) -> int:
        """How many rounds were acknowledged."""
        return len(self.ledger.acknowledged)

    def play(self) -> None:
        """Begin to save, or go on."""
        self._playing.set()

    def pause(self) -> None:
        """Begin no more rounds; those that were begun are still sent."""
        self._playing.clear()

    def wait_for_all(self, seconds: float) -> float:
        """Wait until every phone has saved a round that it was answered from now on; return how long that took.

        Raises:
            TimeoutError: `seconds` were not enough.
        """
        began, before = time.monotonic(), self.saved
        while {seat for seat, _ in self.ledger.acknowledged[before:]} != set(range(len(PLAYERS))):
            if time.monotonic() - began > seconds:
                raise TimeoutError(f"not all phones have saved within {seconds:.0f} s")
            time.sleep(0.02)
        return time.monotonic() - began

    def end(self, seconds: float) -> None:
        """Let the phones end what they have begun.

        Raises:
            TimeoutError: `seconds` were not enough.
        """
        self._ending.set()
        end = time.monotonic() + seconds
        for thread in self._threads:
            thread.join(max(0.0, end - time.monotonic()))
            if thread.is_alive():
                raise TimeoutError("a round was never answered")
