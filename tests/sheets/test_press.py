"""The press: one sheet at a time, within its limits, restarted after a failure."""

import os
import pickle
import signal
import subprocess
import tempfile
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from scorekeeper.services.paper.printing import SheetCache
from scorekeeper.sheets.layout import Paper
from scorekeeper.sheets.letters import FRAME
from scorekeeper.sheets.printer import (
    MOST_CELLS,
    PATIENCE,
    SECONDS,
    STALL,
    Interrupted,
    LibraryMissing,
    NoRoom,
    Press,
    TookTooLong,
    TooLarge,
    TooManyWaiting,
    print_game,
    sweep,
)

from .made import NAMES, made
from .pdf import read


@pytest.fixture
def own_press() -> Press:
    """A press for one test."""
    return Press()


def test_a_sheet_that_takes_too_long_is_given_up_and_the_next_is_printed() -> None:
    press = Press(seconds=0.05)
    with pytest.raises(TooLarge):
        print_game(press, made(NAMES, 120), Paper.A4, 0)
    press._seconds = 60
    assert print_game(press, made(NAMES[:2], 1), Paper.A4, 0).startswith(b"%PDF")
    press.stop()


def test_of_several_pages_one_pdf_is_written_even_if_the_chart_fits_none_of_them() -> None:
    """Whether the chart fits below the last rounds is tried with their page alone."""
    pdfs = []

    class Counting(Press):
        def _job(self, **job: Any) -> dict[str, Any]:
            result = super()._job(**job)
            if "pdf" in result:
                pdfs.append(result["pdf"])
            return result

    press = Counting()
    sheet = made(NAMES[:2], 24, signatures=NAMES[:2])
    assert print_game(press, sheet, Paper.A6, 0) == pdfs[-1]
    assert len(pdfs) == 1
    press.stop()


def test_a_sheet_that_needs_too_much_memory_is_given_up() -> None:
    press = Press(memory=150 << 20)
    with pytest.raises((TooLarge, LibraryMissing)):
        print_game(press, made(NAMES, 120), Paper.A4, 0)
    press.stop()


def test_when_too_many_wait_the_next_is_turned_away() -> None:
    """One is printed and one waits; a third is refused at once."""
    press, began, may_end = Press(waiting=1), threading.Event(), threading.Event()
    turned_away = []

    def slow(_job: object) -> bytes:
        began.set()
        may_end.wait(20)
        return b""

    def ask() -> None:
        try:
            press.do(slow)
        except TooManyWaiting as error:
            turned_away.append(error)
            may_end.set()

    threads = [threading.Thread(target=ask) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert began.is_set()
    assert len(turned_away) == 1


def test_without_pango_it_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without pango, importing WeasyPrint prints advice and raises OSError; a fake module does the same."""
    (tmp_path / "weasyprint.py").write_text("print('advice')\nraise OSError('cannot load library libpango')\n")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    press = Press()
    with pytest.raises(LibraryMissing, match="libpango"):
        print_game(press, made(NAMES[:2], 1), Paper.A4, 0)
    press.stop()


def test_a_killed_press_is_started_anew_and_leaves_nothing_behind(own_press: Press) -> None:
    """The new one has no state of the old; the copies of the fonts are deleted."""
    sheet = made(NAMES[:2], 1)
    first = print_game(own_press, sheet, Paper.A4, 0)
    print_game(own_press, made(NAMES[2:5], 2), Paper.A5, 0)
    assert print_game(own_press, sheet, Paper.A4, 0) == first
    assert own_press._process is not None
    assert own_press._folder is not None
    folder = Path(own_press._folder.name)
    assert len(list(folder.rglob("*"))) > 1
    own_press._process.kill()
    own_press._process.wait()
    assert print_game(own_press, sheet, Paper.A4, 0) == first
    assert not folder.exists()
    own_press.stop()


class _HurtPress(Press):
    """A press whose first processes are hurt by a signal as soon as they run; one that hangs is noticed soon."""

    def __init__(self, *signals: signal.Signals) -> None:
        super().__init__(stall=0.4)
        self._signals = list(signals)

    def _start(self) -> subprocess.Popen[bytes]:
        process = super()._start()
        if self._signals:
            process.send_signal(self._signals.pop(0))
        else:
            self._stall = STALL  # on a busy machine it may be still for a while
        return process


@pytest.mark.parametrize("hurt", [signal.SIGKILL, signal.SIGSTOP])
def test_a_press_that_is_killed_or_hangs_is_started_anew_and_prints(hurt: signal.Signals) -> None:
    press = _HurtPress(hurt)
    assert print_game(press, made(NAMES[:2], 1), Paper.A4, 0).startswith(b"%PDF")
    press.stop()


def test_a_press_that_is_killed_twice_is_given_up_but_the_sheet_is_not_too_large() -> None:
    press = _HurtPress(signal.SIGKILL, signal.SIGKILL)
    with pytest.raises(Interrupted):
        print_game(press, made(NAMES[:2], 1), Paper.A4, 0)
    assert print_game(press, made(NAMES[:2], 1), Paper.A4, 0).startswith(b"%PDF")
    press.stop()


@pytest.mark.parametrize("where", ["folder", "fonts"])
def test_a_full_disk_of_temporary_files_is_no_missing_library(
    own_press: Press, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, where: str
) -> None:
    """Neither the folder of the press nor the fonts in it can be written."""
    if where == "folder":
        monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "nowhere"))
    else:
        full = "import errno\nraise OSError(errno.ENOSPC, 'No space left on device')\n"
        (tmp_path / "weasyprint.py").write_text(full)
        monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    with pytest.raises(NoRoom):
        print_game(own_press, made(NAMES[:2], 1), Paper.A4, 0)
    own_press.stop()


def test_a_letter_that_the_font_lacks_is_a_frame_and_said(press: Press) -> None:
    found = read(print_game(press, made(("王小明", "Ólafur", "Ξένια"), 2), Paper.A4, 0))
    assert FRAME * 3 in found.text
    assert "a letter that this font does not have" in found.text
    assert {"Ólafur", "Ξένια"} <= {word.text for word in found.words}
    plain = read(print_game(press, made(NAMES[:3], 2), Paper.A4, 0))
    assert FRAME not in plain.text


def test_the_shelf_keeps_what_was_asked_for_last(tmp_path: Path) -> None:
    cache = SheetCache(tmp_path / "sheets", most=250)
    for key in ("a", "b"):
        cache.put(key, bytes(100))
    assert cache.get("a") is not None
    cache.put("c", bytes(100))
    assert [key for key in "abc" if cache.get(key)] == ["a", "c"]
    assert sum(path.stat().st_size for path in (tmp_path / "sheets").iterdir()) <= 250


def test_a_shelf_that_cannot_be_written_is_none_too_many(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    cache = SheetCache(tmp_path / "file" / "sheets")
    cache.put("a", b"x")
    assert cache.get("a") is None


def test_without_pango_it_is_said_what_is_missing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The message is WeasyPrint's; the press keeps working."""
    (tmp_path / "weasyprint.py").write_text("raise OSError(\"cannot load library 'libpango-1.0-0'\")")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    press = Press()
    for _again in range(2):
        with pytest.raises(LibraryMissing, match="libpango"):
            print_game(press, made(NAMES[:2], 1), Paper.A4, 0)
    press.stop()


def test_processor_time_counts_for_a_sheet_as_a_whole(own_press: Press) -> None:
    """However many layouts are tried; the next sheet has all of it again."""
    small = {"html": "<p>small", "breaks": [], "epoch": 0}
    own_press.do(lambda job: bytes(job(**small)["pdf"]))
    own_press._seconds = 0.5

    def many(job: Callable[..., dict[str, Any]]) -> bytes:
        for _layout in range(1000):
            job(**small)
        return b"never"

    with pytest.raises(TooLarge):
        own_press.do(many)
    own_press._seconds = SECONDS
    assert own_press.do(lambda job: bytes(job(**small)["pdf"])).startswith(b"%PDF")
    own_press.stop()


def test_time_that_others_take_does_not_count() -> None:
    """The press is stopped for longer than its processor time, as if the machine had none for it."""
    press = Press(seconds=5)
    press.do(lambda job: bytes(job(html="<p>first", breaks=[], epoch=0)["pdf"]))
    press._seconds = 0.5
    assert press._process is not None
    press._process.send_signal(signal.SIGSTOP)
    wake = threading.Timer(0.8, press._process.send_signal, [signal.SIGCONT])
    wake.start()
    assert press.do(lambda job: bytes(job(html="<p>late", breaks=[], epoch=0)["pdf"])).startswith(b"%PDF")
    press.stop()


def test_a_machine_without_time_for_the_press_is_no_fault_of_the_sheet() -> None:
    press = Press()
    press.do(lambda job: bytes(job(html="<p>first", breaks=[], epoch=0)["pdf"]))
    press._patience = 0.3
    assert press._process is not None
    press._process.send_signal(signal.SIGSTOP)
    with pytest.raises(TookTooLong):
        print_game(press, made(NAMES[:2], 1), Paper.A4, 0)
    press._patience = PATIENCE
    assert print_game(press, made(NAMES[:2], 1), Paper.A4, 0).startswith(b"%PDF")
    press.stop()


def test_a_press_that_has_taken_much_memory_is_ended(own_press: Press) -> None:
    """The process would never return it; the next sheet starts another."""
    print_game(own_press, made(NAMES[:4], 12), Paper.A4, 0)
    assert own_press._process is not None
    print_game(own_press, made(NAMES[:8], 150), Paper.A4, 0)
    assert own_press._process is None
    print_game(own_press, made(NAMES[:4], 12), Paper.A4, 0)
    own_press.stop()


def test_a_child_process_that_ended_with_a_job_unread_is_cleaned_up(own_press: Press) -> None:
    """Closing its pipe flushes the buffer, and fails."""
    own_press.do(lambda job: pickle.dumps(job(html="<p>first", breaks=[], epoch=0)))
    process = own_press._process
    assert process is not None
    process.kill()
    process.wait()
    assert process.stdin is not None
    process.stdin.write(b"never read")
    own_press.stop()
    assert process.stdin.closed


def test_a_table_that_no_press_can_make_in_time_is_refused_at_once(own_press: Press) -> None:
    with pytest.raises(TooLarge):
        print_game(own_press, made(NAMES[:10], MOST_CELLS // 10 + 1), Paper.A4, 0)
    assert own_press._process is None


def test_what_killed_programs_left_behind_is_swept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Folders of presses and incomplete sheets, unless their process is running."""
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    gone, mine, others = 2**22 + 1, os.getpid(), os.getppid()
    for name in (f"{gone}-x", f"{mine}-y", f"{others}-z", "of_old"):
        (tmp_path / f"scorekeeper-press-{name}" / "fonts").mkdir(parents=True)
    sweep()
    left = {path.name for path in tmp_path.iterdir()}
    assert left == {f"scorekeeper-press-{others}-z", "scorekeeper-press-of_old"}
    os.utime(tmp_path / "scorekeeper-press-of_old", (0, 0))
    sweep()
    assert not (tmp_path / "scorekeeper-press-of_old").exists()


def test_sheets_that_were_not_finished_are_swept(tmp_path: Path) -> None:
    cache = SheetCache(tmp_path)
    cache.put("kept", b"x")
    (tmp_path / "tmpabc").write_bytes(b"half")
    cache.sweep()
    assert (tmp_path / "tmpabc").exists(), "somebody may be writing it"
    cache.sweep(older_than=0)
    assert [path.name for path in tmp_path.iterdir()] == ["kept.sheet"]
