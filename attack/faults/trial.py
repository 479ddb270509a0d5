"""One fault in the middle of saves, and what became of every round."""

import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from ..browser import Browser
from ..games import PLAYERS
from .faults import FAULTS, Fault
from .phones import Mark, Phones
from .places import Place
from .proxy import losing_answers
from .scene import Scene, Size
from .server import Server
from .watching import Watcher, onlooker

_BACK = 60.0  # seconds within which all phones must have saved after the fault
_PATIENCE = 20.0  # seconds that a phone waits for an answer, as the outbox does
_GENERIC = ("It isn’t your fault", "Something went wrong")


@dataclass
class Outcome:
    """What became of the rounds: acknowledged before the fault ended, and in all; and what was told meanwhile."""

    name: str
    place: str
    before: int = 0
    acknowledged: int = 0
    lost: list[Mark] = field(default_factory=list)
    doubled: list[Mark] = field(default_factory=list)
    unknown: list[Mark] = field(default_factory=list)
    """Rounds on the server that were never answered as saved."""
    back: float = 0.0
    """Seconds from the end of the fault until every phone had saved."""
    streams: int = 0
    """How often the watching phone had to connect."""
    heard: Counter[tuple[str, int, str]] = field(default_factory=Counter)
    broken: list[str] = field(default_factory=list)


def tried(names: Sequence[str], make: type[Place], size: Size, seed: int) -> Outcome:
    """Let faults happen to a fresh server and database, one after another, and count."""
    outcome = Outcome(", ".join(names), make.name)
    try:
        with ExitStack() as stack:
            _try(stack, [FAULTS[name] for name in names], make, size, seed, outcome)
    except Exception as error:  # the other faults are tried all the same
        outcome.broken.append(f"{type(error).__name__}: {error}")
    return outcome


def _try(stack: ExitStack, faults: Sequence[Fault], make: type[Place], size: Size, seed: int, outcome: Outcome) -> None:
    folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="scorekeeper-faults-")))
    place = make(folder)
    stack.callback(place.close)
    environ = {name: value for fault in faults for name, value in fault.environ(folder).items()}
    server = Server(place.data, folder / "log", place.url, environ)
    stack.callback(server.stop)
    server.wait()
    port, lost = server.port, None
    if any(fault.loses_answers for fault in faults):
        port, lost = stack.enter_context(losing_answers(server.port))
    phones = Phones(port, _PATIENCE)
    scene = Scene(folder, place, server, phones, size, Random(f"{seed} {outcome.name} {make.name}"))
    try:
        _play(scene, faults, outcome)
    finally:
        outcome.broken += _what_is_wrong(faults, outcome)
        if lost is not None and not any(status < 400 for status in lost):
            outcome.broken.append("no answer was lost")
        outcome.heard.update({("proxy lost", status, ""): number for status, number in Counter(lost).items()})
        said = (folder / "log").read_text(errors="replace")
        if (at := max(said.find("ERROR"), said.find("Traceback"))) >= 0:
            outcome.broken.append(f"the log has an error: {said[at : at + 1500]}")


def _play(scene: Scene, faults: Sequence[Fault], outcome: Outcome) -> None:
    phones, game = scene.phones, scene.phones.game
    watcher = Watcher(scene.server.port, game)
    try:
        with onlooker(scene.server.port, game, phones.ledger):
            phones.play()
            phones.wait_for_all(_BACK)
            time.sleep(scene.size.quiet)
            outcome.before = phones.saved
            for fault in faults:
                scene.says, scene.ready = fault.says, fault.ready
                fault.run(scene)
                outcome.broken += scene.untold
                outcome.back = max(outcome.back, phones.wait_for_all(_BACK))
            time.sleep(scene.size.quiet)
            phones.end(_BACK)
        outcome.acknowledged = phones.saved
        version = _compare(scene, outcome)
        if not watcher.has(version, _BACK):
            outcome.broken.append(f"the watching phone has version {watcher.version}, not {version}")
    finally:
        outcome.heard = Counter(phones.ledger.heard)
        outcome.streams = watcher.connections
        watcher.leave()


def _compare(scene: Scene, outcome: Outcome) -> int:
    """Compare the rounds of the server with those that it has acknowledged; return the version of the game."""
    game, key = scene.phones.game, scene.phones.game["keys"]["scorer"]
    with Browser(scene.server.port) as browser:
        found = browser.get(f"/api/v1/games/{game['id']}", Authorization=f"Bearer {key}").json
        ready = browser.get("/readyz")
    if ready.status != 200:
        outcome.broken.append(f"afterwards /readyz says {ready.text}")
    there = Counter(_mark_of(each) for each in found["rounds"])
    said = Counter(scene.phones.ledger.acknowledged)
    outcome.lost, outcome.unknown = sorted(said - there), sorted(there.keys() - said.keys())
    outcome.doubled = sorted(mark for mark, number in there.items() if number > 1)
    totals = {name: sum(points for seat, points in there.elements() if PLAYERS[seat] == name) for name in PLAYERS}
    if found["totals"] != totals:
        outcome.broken.append(f"the totals are {found['totals']}, the rounds make {totals}")
    if found["version"] != len(found["rounds"]) + 1:
        outcome.broken.append(f"{found['version'] - 1} changes for {len(found['rounds'])} rounds")
    return int(found["version"])


def _mark_of(round_: dict[str, dict[str, int]]) -> Mark:
    ((name, points),) = [(name, points) for name, points in round_["scores"].items() if points]
    return PLAYERS.index(name), points


def _what_is_wrong(faults: Sequence[Fault], outcome: Outcome) -> Iterator[str]:
    for what, marks in (("lost", outcome.lost), ("doubled", outcome.doubled), ("unknown", outcome.unknown)):
        if marks:
            yield f"{len(marks)} rounds {what}: {marks[:5]}"
    statuses = {fault.status for fault in faults}
    for what, status, sentence in sorted(outcome.heard):
        refused = status >= 500 and what in ("page", "API")
        if refused and (not sentence or sentence.startswith(_GENERIC) or status not in statuses):
            yield f"{what} answered {status} {sentence!r}"
