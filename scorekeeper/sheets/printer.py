"""Print sheets on the press, one after another, within limits of time and memory."""

import os
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Unpack

from . import press
from .html import (
    PagePart,
    game_html,
    measuring_part,
    single_part,
    split_parts,
    stylesheet,
)
from .layout import (
    Layout,
    Paper,
    game_layouts,
    table_page_layouts,
    with_chart_page,
    with_largest_chart,
    with_readable_totals,
    with_smallest_chart,
)
from .model import GameSheet
from .page_breaks import page_firsts
from .press import PressJob, PressResult, RunJob, receive, send
from .watchdog import watched

SECONDS = 90.0  # of processor time for a sheet, with all layouts that are tried
PATIENCE = 900.0  # seconds for a sheet on a machine that has little time for the press, whose priority is low
STALL = 30.0  # seconds without any processor time, after which the press hangs
_LEAST_SECONDS = 0.001  # a timer set to 0 would never expire
MOST_CELLS = 2_400  # of a table, as of 300 rounds of eight players: they take 7 to 15 s and up to 290 MB
MEMORY = 640 << 20  # bytes of address space of the press, half of it mapped libraries that it never touches
WAITING = 4  # sheets that may wait for the press
_FOLDER = "scorekeeper-press-"  # prefix of a temporary folder's name; the process id of the owner follows
_OLD = 24 * 3600  # seconds


class PrintingError(Exception):
    """A sheet cannot be printed; base class."""


class TooManyWaiting(PrintingError):
    """The queue of the press is full."""


class TooLarge(PrintingError):
    """The sheet exceeds the limit of processor time, memory or cells."""


class TookTooLong(PrintingError):
    """The machine had too little time for the press; later it may have more."""


class Interrupted(PrintingError):
    """The press was killed or hung, twice; later it may work again."""


class NoRoom(PrintingError):
    """The disk of the temporary files is full, or cannot be written."""


class LibraryMissing(PrintingError):
    """A system library is missing; the message names it."""


class Press:
    """The press's child process: started on demand, restarted after it was stopped; thread-safe."""

    def __init__(
        self,
        seconds: float = SECONDS,
        waiting: int = WAITING,
        memory: int = MEMORY,
        patience: float = PATIENCE,
        stall: float = STALL,
    ) -> None:
        self._seconds, self._memory, self._patience, self._stall = seconds, memory, patience, stall
        self._room = threading.BoundedSemaphore(waiting + 1)
        self._turn = threading.Lock()
        self._left = 0.0  # processor time that the current sheet may still take
        self._end = 0.0  # its deadline, on the monotonic clock
        self._grown = False  # whether the child process has grown large
        self._process: subprocess.Popen[bytes] | None = None
        self._folder: tempfile.TemporaryDirectory[str] | None = None

    def do(self, work: Callable[[RunJob], bytes]) -> bytes:
        """Call `work` with exclusive access to the press and return its result; its argument runs a job.

        Raises:
            TooManyWaiting: the queue is full.
            TooLarge: the limit of processor time or memory was exceeded.
            TookTooLong: the deadline has passed, because the machine was busy.
            Interrupted: the press was killed, or hung, and so was the next one.
            NoRoom: the disk of the temporary files is full.
            LibraryMissing: pango is missing.
        """
        if not self._room.acquire(blocking=False):
            raise TooManyWaiting
        try:
            with self._turn:
                self._left, self._end = self._seconds, time.monotonic() + self._patience
                self._grown = False
                done = work(self._job)
                if self._grown:  # a new process starts in half a second; this one would keep its memory
                    self.stop()
                return done
        finally:
            self._room.release()

    def stop(self) -> None:
        """Kill the child process and delete its temporary folder."""
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            process.wait()
            for stream in (process.stdin, process.stdout):
                if stream is not None:
                    with suppress(OSError):  # closing flushes what the dead process did not read
                        stream.close()
        if self._folder is not None:
            self._folder.cleanup()

    def _start(self) -> subprocess.Popen[bytes]:
        """Start a child process with a temporary folder, where WeasyPrint keeps copies of the fonts."""
        try:
            self._folder = tempfile.TemporaryDirectory(prefix=f"{_FOLDER}{os.getpid()}-", ignore_cleanup_errors=True)
        except OSError as error:
            raise NoRoom from error
        command = [sys.executable, "-P", press.__file__, str(self._memory)]
        environment = {**os.environ, "TMPDIR": self._folder.name}
        return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment)

    def _job(self, **job: Unpack[PressJob]) -> PressResult:
        """Run a job; once more if the press was killed, as by a system without memory, or hangs."""
        try:
            result = self._try(job)
        except Interrupted:
            result = self._try(job)
        self._left -= result["took"]
        self._grown = bool(result["grown"])
        if result.get("error") == "memory":
            self.stop()
            raise TooLarge
        if result.get("error") == "disk":
            raise NoRoom
        if "error" in result:
            raise LibraryMissing(result.get("detail", ""))
        return result

    def _try(self, job: PressJob) -> PressResult:
        if self._process is None or self._process.poll() is not None:
            self.stop()
            self._process = self._start()
        process = self._process
        limited: PressJob = {"style": stylesheet(), "seconds": max(_LEAST_SECONDS, self._left), **job}
        with watched(process, self._end, self._stall):
            try:
                send(process.stdin, limited)  # type: ignore[arg-type]  # it is a pipe
                result: PressResult = receive(process.stdout)  # type: ignore[arg-type]  # it is a pipe
            except (EOFError, OSError):
                process.wait()
                self.stop()
                if time.monotonic() >= self._end:
                    raise TookTooLong from None
                raise (Interrupted if process.returncode == -signal.SIGKILL else TooLarge) from None
        return result


def sweep() -> None:
    """Delete temporary folders of presses whose owner was killed; call it before this process starts a press."""
    for folder in Path(tempfile.gettempdir()).glob(f"{_FOLDER}*"):
        with suppress(OSError):  # another user's, or deleted meanwhile
            if _is_orphaned(folder):
                shutil.rmtree(folder, ignore_errors=True)


def _is_orphaned(folder: Path) -> bool:
    """Return whether the process that made the folder is dead, or its id was reused for this process."""
    owner = folder.name.removeprefix(_FOLDER).partition("-")[0]
    if not owner.isdecimal():  # made by a release that did not name the owner
        return folder.stat().st_mtime < time.time() - _OLD
    if os.name != "posix" or int(owner) == os.getpid():
        return os.name == "posix"
    try:
        os.kill(int(owner), 0)
    except ProcessLookupError:
        return True
    return False


def print_game(machine: Press, sheet: GameSheet, paper: Paper, epoch: int) -> bytes:
    """Return a game's sheet as PDF, dated `epoch` (Unix time in seconds).

    It has the most readable layout that fits one page; if none does, several pages with totals carried over.

    Raises:
        PrintingError: see `Press.do`.
    """
    if len(sheet.lines) * len(sheet.names) + len(sheet.history) > MOST_CELLS:
        raise TooLarge
    sheet = with_readable_totals(sheet, paper)
    return machine.do(lambda job: _print_game(job, sheet, paper, epoch))


def _print_game(job: RunJob, sheet: GameSheet, paper: Paper, epoch: int) -> bytes:
    layouts = list(game_layouts(sheet, paper))
    rows = [f"r{line.number}" for line in sheet.lines]
    for layout in layouts[:-1]:
        found = job(html=game_html(sheet, layout, single_part(sheet)), breaks=["end"], epoch=epoch)
        if "pdf" in found:
            return bytes(found["pdf"])
    for layout in table_page_layouts(sheet, paper) if sheet.chart else ():
        found = job(html=game_html(sheet, layout, single_part(sheet)), breaks=[], epoch=epoch)
        if found["at"]["end"] == 0:
            return bytes(found["pdf"])
    last = layouts[-1]
    parts = split_parts(sheet, page_firsts(sheet, last))
    found = _print_parts(job, sheet, last, parts, epoch)
    if not _as_planned(found, parts):
        table = replace(sheet, chart=None)  # where its pages break does not depend on what follows
        html = game_html(table, last, measuring_part(table), with_anchors=True)
        measured = job(html=html, breaks=rows or ["end"], epoch=epoch)
        found = _print_parts(job, sheet, last, split_parts(sheet, measured.get("breaks", [0])), epoch)
    return bytes(found["pdf"])


def _print_parts(job: RunJob, sheet: GameSheet, layout: Layout, parts: Sequence[PagePart], epoch: int) -> PressResult:
    """Print on several pages, with the chart and the rest below the last rounds, the chart as large as possible.

    If they do not fit there, they get a page of their own.
    """
    highest = with_largest_chart(replace(sheet, lines=parts[-1].lines), layout)
    tries = list(dict.fromkeys((highest, layout, with_smallest_chart(sheet, layout), with_chart_page(sheet, layout))))
    if highest == layout:  # by the estimate it does not fit: ask the last page alone, which is faster
        while len(tries) > 1 and not _fits_last_page(job, sheet, tries[0], parts, epoch):
            del tries[0]
    found: PressResult = {}
    for each in tries:
        found = job(html=game_html(sheet, each, parts), breaks=[], epoch=epoch)
        if found["at"]["close"] == found["at"]["end"] or not _as_planned(found, parts):
            break
    return found


def _as_planned(found: PressResult, parts: Sequence[PagePart]) -> bool:
    """Return whether the table of each part is on its page, and on no other."""
    return all(found["at"][f"t{page}"] == page for page in range(len(parts)))


def _fits_last_page(job: RunJob, sheet: GameSheet, layout: Layout, parts: Sequence[PagePart], epoch: int) -> bool:
    """Return whether the chart and the rest fit below the last rounds; lay out their page alone, without a PDF."""
    shown = parts if len(parts) == 1 else [replace(parts[0], lines=()), parts[-1]]  # only the first has the heading
    found = job(html=game_html(sheet, layout, shown), breaks=["end", "close"], epoch=epoch)
    return len(found.get("breaks", [0])) == 1
