"""Printing: sheets given to the one press, in turn; within limits, and never in the way of the scoring."""

import os
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from bisect import bisect_left
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from . import press
from .html import Part, blank_html, game_html, in_one, in_parts, stylesheet, text_html, to_measure
from .layout import (
    SMALL_CHART,
    Layout,
    Paper,
    alone,
    blank_layout,
    blank_rows,
    card_layout,
    game_layouts,
    readable,
    roomy,
    tables_layouts,
    with_chart,
)
from .model import BlankSheet, CardSheet, GameSheet
from .press import receive, send

SECONDS = 60  # that one layout of a sheet may take
_LAYOUTS = 3  # so many times that a sheet may take in all; the press gives way to everybody, so a busy machine is slow
MOST_CELLS = 3_000  # of a table: that takes 7 to 15 s and 255 MB; 300 rounds of eight players have 2,400
MEMORY = 640 << 20  # bytes that the press may have; half of them are libraries and files that it never touches
WAITING = 4  # so many may stand in the queue
_LETTERS = (
    26,
    24,
    22,
    20,
    18,
    17,
    16,
    15,
    14,
    13,
    12,
    11,
    10,
    9.5,
    9,
    8.5,
    8,
    7.7,
    7.4,
    7.1,
    6.8,
    6.5,
    6.2,
    6,
)  # points
_FOLDER = "scorekeeper-press-"  # and the number of the process that the press belongs to
_OLD = 24 * 3600  # seconds
_FEWER = 16  # rows that long names and house rules may take away


class PrintingError(Exception):
    """Base of what keeps a sheet from being printed."""


class TooManyWaiting(PrintingError):
    """The queue is full: try again in a moment."""


class TooLarge(PrintingError):
    """The sheet took more time or memory than one may."""


class CannotPrint(PrintingError):
    """A library of the system is missing; the text says which."""


class Press:
    """The child process, started when it is first needed, and anew after it was stopped."""

    def __init__(self, seconds: float = SECONDS, waiting: int = WAITING, memory: int = MEMORY) -> None:
        self._seconds, self._memory = seconds, memory
        self._room = threading.BoundedSemaphore(waiting + 1)
        self._turn = threading.Lock()
        self._end = 0.0  # when the sheet that is being made has taken too long
        self._grown = False  # whether the child process has taken much memory
        self._process: subprocess.Popen[bytes] | None = None
        self._folder: tempfile.TemporaryDirectory[str] | None = None

    def do(self, work: Callable[[Callable[..., dict[str, Any]]], bytes]) -> bytes:
        """Let `work` have the press for a while: it is called with what does one job.

        Raises:
            TooManyWaiting: the queue is full.
            TooLarge: it took too long or too much memory.
            CannotPrint: pango is missing.
        """
        if not self._room.acquire(blocking=False):
            raise TooManyWaiting
        try:
            with self._turn:
                self._end = time.monotonic() + _LAYOUTS * self._seconds
                self._grown = False
                done = work(self._job)
                if self._grown:  # a new process is there in half a second; this one would keep its memory
                    self.stop()
                return done
        finally:
            self._room.release()

    def stop(self) -> None:
        """End the child process, and remove what it leaves behind."""
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            process.wait()
            for stream in (process.stdin, process.stdout):
                if stream is not None:
                    with suppress(OSError):  # closing writes what a child process that is gone did not read
                        stream.close()
        if self._folder is not None:
            self._folder.cleanup()

    def _start(self) -> subprocess.Popen[bytes]:
        """Return a new child process; WeasyPrint keeps copies of the fonts in the folder that it is given."""
        self._folder = tempfile.TemporaryDirectory(prefix=f"{_FOLDER}{os.getpid()}-", ignore_cleanup_errors=True)
        command = [sys.executable, "-P", press.__file__, str(self._memory)]
        environment = {**os.environ, "TMPDIR": self._folder.name}
        return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment)

    def _job(self, **job: Any) -> dict[str, Any]:
        if self._process is None or self._process.poll() is not None:
            self.stop()
            self._process = self._start()
        seconds = min(self._seconds, self._end - time.monotonic())
        alarm = threading.Timer(max(0.0, seconds), self._process.kill)
        alarm.start()
        try:
            send(self._process.stdin, {"style": stylesheet(), **job})  # type: ignore[arg-type]  # it is a pipe
            answer: dict[str, Any] = receive(self._process.stdout)  # type: ignore[arg-type]  # it is a pipe
        except (EOFError, OSError):
            self.stop()
            raise TooLarge from None
        finally:
            alarm.cancel()
        self._grown = bool(answer.get("grown"))
        if answer.get("error") == "memory":
            self.stop()
            raise TooLarge
        if "error" in answer:
            raise CannotPrint(answer.get("detail", ""))
        return answer


def sweep() -> None:
    """Remove what presses have left behind whose program was killed; to be called before this program has a press."""
    for folder in Path(tempfile.gettempdir()).glob(f"{_FOLDER}*"):
        with suppress(OSError):  # somebody else's, or gone
            if _is_left(folder):
                shutil.rmtree(folder, ignore_errors=True)


def _is_left(folder: Path) -> bool:
    """Return whether no program uses the folder: the one that made it does not run, or has the number of this one."""
    owner = folder.name.removeprefix(_FOLDER).partition("-")[0]
    if not owner.isdecimal():  # an older Scorekeeper named no owner
        return folder.stat().st_mtime < time.time() - _OLD
    if os.name != "posix" or int(owner) == os.getpid():
        return os.name == "posix"
    try:
        os.kill(int(owner), 0)
    except ProcessLookupError:
        return True
    return False


def print_game(machine: Press, sheet: GameSheet, paper: Paper, epoch: int) -> bytes:
    """Return a game's sheet as PDF; `epoch` (seconds) is the time that stands in it.

    It is set as easy to read as fits one page; else on several, with the totals carried over.

    Raises:
        PrintingError: see `Press.do`.
    """
    if len(sheet.lines) * len(sheet.names) + len(sheet.history) > MOST_CELLS:
        raise TooLarge
    sheet = readable(sheet, paper)
    return machine.do(lambda job: _print_game(job, sheet, paper, epoch))


def _print_game(job: Callable[..., dict[str, Any]], sheet: GameSheet, paper: Paper, epoch: int) -> bytes:
    layouts = list(game_layouts(sheet, paper))
    rows = [f"r{line.number}" for line in sheet.lines]
    for layout in layouts[:-1]:
        found = job(html=game_html(sheet, layout, in_one(sheet)), breaks=["end"], epoch=epoch)
        if "pdf" in found:
            return bytes(found["pdf"])
    for layout in tables_layouts(sheet, paper) if sheet.chart else ():
        found = job(html=game_html(sheet, layout, in_one(sheet)), breaks=[], epoch=epoch)
        if found["at"]["end"] == 0:
            return bytes(found["pdf"])
    last = layouts[-1]
    measured = job(html=game_html(sheet, last, to_measure(sheet), to_find=True), breaks=rows or ["end"], epoch=epoch)
    parts = in_parts(sheet, measured.get("breaks", [0]))
    return _in_parts(job, sheet, last, parts, epoch)


def _in_parts(
    job: Callable[..., dict[str, Any]], sheet: GameSheet, layout: Layout, parts: Sequence[Part], epoch: int
) -> bytes:
    """Print on several pages; what follows the table below the last rounds, the chart as high as there is room.

    Where not all of it finds room there, the chart and what stands below it fill a page.
    """
    found: dict[str, Any] = {}
    highest = with_chart(replace(sheet, lines=parts[-1].lines), layout)
    for each in dict.fromkeys((highest, layout, replace(layout, chart=SMALL_CHART), alone(sheet, layout))):
        found = job(html=game_html(sheet, each, parts), breaks=[], epoch=epoch)
        if found["at"]["close"] == found["at"]["end"]:
            break
    return bytes(found["pdf"])


def print_blank(machine: Press, sheet: BlankSheet, paper: Paper) -> bytes:
    """Return a blank sheet with as many rows as fit one page as PDF.

    Raises:
        PrintingError: see `Press.do`.
    """
    sheet = roomy(sheet, paper)
    layout = blank_layout(sheet, paper)
    most = blank_rows(layout)
    tries = [partial(blank_html, sheet, layout, rows) for rows in range(most, max(most - _FEWER, 1), -1)]
    return machine.do(lambda job: _fitting(job, tries) or _printed(job, tries[-1]))


def print_card(machine: Press, sheet: CardSheet, paper: Paper, columns: int = 1) -> bytes:
    """Return a card, or a page of text in so many columns, in the largest letters that fit one page, as PDF.

    Raises:
        PrintingError: see `Press.do`.
    """
    one, several = (
        [partial(text_html, sheet, card_layout(paper, letter), columns, numbered=numbered) for letter in _LETTERS]
        for numbered in (False, True)
    )
    return machine.do(lambda job: _fitting(job, one) or _fitting(job, several, 2) or _printed(job, several[-1]))


def _fitting(job: Callable[..., dict[str, Any]], tries: Sequence[Callable[[], str]], pages: int = 1) -> bytes | None:
    """Return the first of `tries`, each smaller than the one before, that fits so many pages as PDF, if one does."""
    fits: dict[int, bytes] = {}

    def fitting(index: int) -> bool:
        found = job(html=tries[index](), breaks=["close"] if pages == 1 else [], epoch=0)
        if "pdf" in found and found["at"]["close"] < pages:
            fits[index] = found["pdf"]
        return index in fits

    return fits.get(bisect_left(range(len(tries)), True, key=fitting))


def _printed(job: Callable[..., dict[str, Any]], html: Callable[[], str]) -> bytes:
    """Return that as PDF, on as many pages as it takes."""
    return bytes(job(html=html(), breaks=[], epoch=0)["pdf"])
