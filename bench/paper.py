"""Figures of printing: the cost of a sheet, of the same sheet from the cache, and its effect on other pages."""

import gc
import os
import statistics
import threading
import time
import zoneinfo
from collections.abc import Callable, Iterable
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from typing import Unpack

from scorekeeper.sheets import press as press_script
from scorekeeper.sheets.layout import Paper
from scorekeeper.sheets.model import Cell, GameSheet
from scorekeeper.sheets.press import PressJob, PressResult
from scorekeeper.sheets.printer import Press, print_game
from tests.sheets.made import NAMES, made

from .figures import APP, Figure
from .serving import Client, serving
from .store import Store, fresh_store

_ZONES = ("Europe/Copenhagen", "Europe/Oslo", "Europe/Berlin", "Europe/Prague", "Atlantic/Reykjavik", "Asia/Tokyo")


def one_page(times: int) -> Figure:
    """A sheet of one page against WeasyPrint on a bare table with the same cells, font and tags.

    Both are made in a child process that gives way to others: what else runs on the machine slows both alike.
    """
    sheet, press = made(NAMES[:4], 12), Press()
    with ProcessPoolExecutor(1, get_context("spawn"), begin_bare) as baseline:
        try:
            ours = partial(print_game, press, sheet, Paper.A4, 0)
            bare = partial(_in_child, baseline, _bare(sheet))
            for _ in range(3):
                _time(ours), _time(bare)
            pairs = [(_time(ours), _time(bare)) for _ in range(times)]
        finally:
            press.stop()
    ratio = statistics.median(a / b for a, b in pairs)
    one, other = (statistics.median(side) * 1000 for side in zip(*pairs, strict=True))
    return Figure("a sheet of one page", f"{ratio:.2f}× ({one:.0f} ms against {other:.0f} ms)", "≤ 1.5×", ratio <= 1.5)


def _in_child(baseline: ProcessPoolExecutor, html: str) -> int:
    return baseline.submit(bare_pdf, html).result()


def begin_bare() -> None:
    """Set up the process like the press: low priority, and imports frozen out of garbage collection."""
    import weasyprint  # noqa: F401  # imported before the first table is measured

    os.nice(press_script.NICE)
    gc.collect()
    gc.freeze()


def bare_pdf(html: str) -> int:
    """Return the size in bytes of WeasyPrint's tagged PDF (PDF/UA) of `html`."""
    from weasyprint import HTML

    return len(HTML(string=html).write_pdf(pdf_variant="pdf/ua-1", pdf_tags=True) or b"")


def _bare(sheet: GameSheet) -> str:
    """Return an HTML table with the same cells and fonts as the sheet's table."""
    faces = "".join(
        f'@font-face{{font-family:Sheet;font-weight:{weight};src:url("{(press_script.FONTS / name).as_uri()}")}}'
        for weight, name in zip((400, 700), press_script.FACES, strict=True)
    )
    style = f"{faces} html{{font:9pt Sheet}} table{{border-collapse:collapse}} td,th{{border:1px solid}}"
    names = "".join(f'<th scope="colgroup" colspan="2">{name}</th>' for name in sheet.names)
    heads = '<th scope="col">points</th><th scope="col">total</th>' * len(sheet.names)
    rows = [
        _bare_row(str(line.number), [text for cell in line.cells if cell for text in _bare_cell(cell, line.voided)])
        for line in sheet.lines
    ]
    rows += [_bare_row(label, texts, 2) for label, texts in (("total", sheet.totals), ("place", sheet.places))]
    table = f'<thead><tr><th scope="col" rowspan="2">#</th>{names}</tr><tr>{heads}</tr></thead><tbody>{"".join(rows)}'
    return f'<html lang="en"><title>x</title><style>{style}</style><table>{table}</tbody></table>'


def _bare_cell(cell: Cell, voided: bool) -> tuple[str, str]:
    points = "♠ " * cell.closed + cell.points + ",".join(map(str, cell.marks))
    return (cell.points, "void") if voided else (points, cell.total)


def _bare_row(label: str, texts: Iterable[str], columns: int = 1) -> str:
    cells = "".join(f'<td colspan="{columns}">{text}</td>' if columns > 1 else f"<td>{text}</td>" for text in texts)
    return f'<tr><th scope="row">{label}</th>{cells}</tr>'


def _time(work: Callable[[], object]) -> float:
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


class _MeasuredPress(Press):
    """A press that adds up its processor time, and notes the most memory that its process has taken."""

    took, peak = 0.0, 0

    def _job(self, **job: Unpack[PressJob]) -> PressResult:
        result = super()._job(**job)
        self.took += result["took"]
        if self._process is not None:
            status = Path(f"/proc/{self._process.pid}/status").read_text()
            self.peak = max(self.peak, int(status.partition("VmHWM:")[2].split()[0]))
        return result


def processor_time(rounds: int, seconds: float, times: int) -> Figure:
    """Processor time of a sheet of 8 players, of the press and its caller, with the press started; and its memory."""
    press, found = _MeasuredPress(), []
    sheet = made(NAMES[:8], rounds)
    for _ in range(times):
        print_game(press, made(NAMES[:2], 1), Paper.A4, 0)
        press.took, began = 0.0, time.process_time()
        print_game(press, sheet, Paper.A4, 0)
        found.append(press.took + time.process_time() - began)
    press.stop()
    took, megabytes = statistics.median(found), press.peak * 1024 / 1e6
    shown = f"{took:.2f} s; the press takes {megabytes:.0f} MB at most"
    return Figure(f"CPU time of a sheet of 8 players × {rounds} rounds", shown, f"≤ {seconds:g} s", took <= seconds)


def picture_of_result(times: int) -> Figure:
    """Time of a picture of a result that was never drawn before, through the server, with the press started.

    It is asked for by ever other time zones, in both shapes; a game of 12 rounds, as after an evening.
    """
    with fresh_store() as store, serving(*APP, store.env) as server:
        client, took = Client(server.port, {"device": store.secret}), []
        game = store.add_game("ended", 12)
        for zone in sorted(zoneinfo.available_timezones())[: times + 2]:
            for shape in ("portrait", "wide"):
                began = time.perf_counter()
                answer = client.request("GET", f"/games/{game}/result.png?shape={shape}&tz={zone}")
                took.append(time.perf_counter() - began)
                if answer.status != 200:
                    raise RuntimeError(f"the picture was answered by {answer.status}")
    tall, wide = (statistics.median(took[4:][half::2]) * 1000 for half in range(2))
    found = f"{tall:.0f} ms; the wide one {wide:.0f} ms"
    return Figure("a picture of a result, the first time", found, "≤ 300 ms", max(tall, wide) <= 300)


def asked_again(rounds: int, wanted: int) -> Figure:
    """Time of a repeated request for a sheet, relative to the first one, through the server."""
    with fresh_store() as store, serving(*APP, store.env) as server:
        client = Client(server.port, {"device": store.secret})
        game = store.add_game("printed", rounds)
        _sheet(client, store.add_game("other", 1), _ZONES[0])  # starts the press
        first = [_sheet(client, game, zone) for zone in _ZONES[:3]]
        again = [_sheet(client, game, zone) for zone in _ZONES[:3] for _ in range(20)]
    ratio = statistics.median(first) / statistics.median(again)
    found = f"{ratio:.0f}× ({statistics.median(first) * 1000:.0f} ms, then {statistics.median(again) * 1000:.1f} ms)"
    return Figure(f"a sheet of {rounds} rounds asked for again", found, f"≥ {wanted}×", ratio >= wanted)


def _sheet(client: Client, game: str, zone: str) -> float:
    began = time.perf_counter()
    while (answer := client.request("GET", f"/games/{game}/sheet.pdf?tz={zone}")).status == 503:
        time.sleep(0.1)  # 202 or 503: it is being printed
    took = time.perf_counter() - began
    if answer.status != 200:
        raise RuntimeError(f"the sheet was answered by {answer.status}")
    return took


def scoring_goes_on(seconds: float) -> Figure:
    """The scoreboard's p95 while two sheets of 120 rounds are printed, relative to its p95 without printing."""
    with fresh_store() as store, serving(*APP, store.env) as server:
        board, long = store.add_game("board", 10), store.add_game("long", 120)
        client = Client(server.port, {"device": store.secret})
        _sheet(client, board, _ZONES[0])
        _p95(client, board, seconds / 2)
        idle = _p95(client, board, seconds)
        with _Printing(store, server.port, long):
            busy = _p95(client, board, seconds)
    ratio = busy / idle
    found = f"{ratio:.2f}× ({busy * 1000:.1f} ms against {idle * 1000:.1f} ms)"
    return Figure("the scoreboard's p95 while two long sheets are printed", found, "< 2×", ratio < 2)


def _p95(client: Client, game: str, seconds: float) -> float:
    times, end = [], time.monotonic() + seconds
    while time.monotonic() < end:
        times.append(_time(lambda: client.request("GET", f"/games/{game}")))
        time.sleep(0.005)
    return statistics.quantiles(times, n=20)[-1]


class _Printing:
    """Two clients that request long sheets, never from the cache, until the block ends."""

    def __init__(self, store: Store, port: int, game: str) -> None:
        self.done = threading.Event()
        zones = sorted(zoneinfo.available_timezones())
        self.threads = [
            threading.Thread(target=self._ask, args=(Client(port, {"device": store.secret}), game, zones[half::2]))
            for half in range(2)
        ]

    def _ask(self, client: Client, game: str, zones: list[str]) -> None:
        for zone in zones:
            if self.done.is_set():
                return
            _sheet(client, game, zone)

    def __enter__(self) -> None:
        for thread in self.threads:
            thread.start()
        time.sleep(0.5)

    def __exit__(self, *_error: object) -> None:
        self.done.set()
        for thread in self.threads:
            thread.join()
