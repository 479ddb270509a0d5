"""Faults of the server's process, of its clock, and of the press."""

import os
import resource
import signal
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from ..browser import Answer, Broken, Browser
from ..games import PLAYERS, new_game
from .scene import Scene
from .sentences import sentence_in

_LIBRARIES = "/usr/lib/*/faketime/libfaketimeMT.so.1", "/usr/lib*/faketime/libfaketimeMT.so.1"
_HOUR = 3600
_SAVED = 60.0  # seconds within which all phones must save, though the clock was set
_PRINTED = 120.0  # seconds within which a sheet must come, whatever happened to the press


def killed(scene: Scene) -> None:
    """Kill the server at any moment, again and again; it is started anew each time."""
    for _ in range(scene.size.kills):
        time.sleep(scene.rng.uniform(0.0, 0.6))
        scene.server.kill()
        while not scene.server.instance.runs:
            time.sleep(0.01)
        scene.server.wait()


def stopped(scene: Scene) -> None:
    """Stop the process, as a machine does that is suspended."""
    os.kill(scene.server.pid, signal.SIGSTOP)
    time.sleep(scene.size.seconds)
    os.kill(scene.server.pid, signal.SIGCONT)


def clock_environment(folder: Path) -> dict[str, str]:
    """Return the variables with which libfaketime gives a process the clock that `_set_clock` sets.

    Raises:
        RuntimeError: it is not installed.
    """
    _set_clock(folder, 0)
    found = [str(path) for pattern in _LIBRARIES for path in Path("/").glob(pattern[1:])]
    if not found:
        raise RuntimeError("libfaketime is missing: `apt-get install libfaketime`")
    return {
        "LD_PRELOAD": found[0],
        "FAKETIME_TIMESTAMP_FILE": str(folder / "clock"),
        "FAKETIME_NO_CACHE": "1",
        "FAKETIME_DONT_FAKE_MONOTONIC": "1",  # only the time of day is ever set
    }


def _set_clock(folder: Path, seconds: int) -> None:
    new = folder / "clock.new"
    new.write_text(f"{seconds:+d}\n")
    new.replace(folder / "clock")


def clock_jumps(scene: Scene) -> None:
    """Set the clock an hour forward, two back, one forward; the phones save all the while."""
    for hours in (1, -1, 0):
        _set_clock(scene.folder, hours * _HOUR)
        scene.hold()
        scene.phones.wait_for_all(_SAVED)


def press_killed(scene: Scene) -> None:
    """Kill the press as soon as it runs."""
    _print_beside(scene, lambda pid: os.kill(pid, signal.SIGKILL))


def press_hangs(scene: Scene) -> None:
    """Stop the press as soon as it runs, for good."""
    _print_beside(scene, lambda pid: os.kill(pid, signal.SIGSTOP))


def press_without_memory(scene: Scene) -> None:
    """Leave the press no memory as soon as it runs; the sheet of the next version must come."""
    _print_beside(scene, _take_memory)


def _take_memory(pid: int) -> None:
    """Limit the memory once the press has started: Python itself, without memory, writes a traceback into the log."""
    while (limits := resource.prlimit(pid, resource.RLIMIT_AS))[0] == resource.RLIM_INFINITY:
        time.sleep(0.001)
    _soft, hard = limits
    resource.prlimit(pid, resource.RLIMIT_AS, (1 << 20, hard))


def _print_beside(scene: Scene, hurt: Callable[[int], None]) -> None:
    """Print the sheet of another game, `hurt` the first press that prints it, and wait for the sheet."""
    with Browser(scene.server.port, timeout=_PRINTED) as browser:
        game = new_game(browser, variant="points")
        browser.join(game["keys"]["scorer"])
        hurting = threading.Thread(target=_hurt_first, args=(scene, hurt))
        hurting.start()
        end = time.monotonic() + _PRINTED
        while not (answer := _sheet_of(browser, game["id"])).body.startswith(b"%PDF"):
            scene.phones.ledger.hear("sheet", answer.status, sentence_in(answer))
            if time.monotonic() > end:
                raise TimeoutError("the sheet did not come")
            if answer.status == 503:  # of this version no other is tried for a while
                _save_round(browser, game)
            time.sleep(1)
        hurting.join()


def _hurt_first(scene: Scene, hurt: Callable[[int], None]) -> None:
    while (pid := scene.server.press) is None:
        time.sleep(0.005)
    with suppress(ProcessLookupError):
        hurt(pid)


def _sheet_of(browser: Browser, game_id: str) -> Answer:
    try:
        return browser.get(f"/games/{game_id}/sheet.pdf", Accept="text/html")
    except Broken as error:
        return Answer(0, {}, type(error).__name__.encode())


def _save_round(browser: Browser, game: dict[str, object]) -> None:
    keys, entries = game["keys"], {name: {"points": 1} for name in PLAYERS}
    assert isinstance(keys, dict)
    body = {"entries": entries, "accept_warnings": True}
    browser.post_json(f"/api/v1/games/{game['id']}/rounds", body, keys["scorer"])
