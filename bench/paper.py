"""Figures of paper: what a sheet costs, what it costs again, and what scoring feels of it."""

import statistics
import threading
import time
import zoneinfo
from collections.abc import Callable
from functools import partial

from scorekeeper.sheets import press as press_script
from scorekeeper.sheets.layout import Paper
from scorekeeper.sheets.model import GameSheet
from scorekeeper.sheets.printer import Press, print_game
from tests.sheets.made import NAMES, made

from .figures import APP, Figure
from .serving import Client, serving
from .store import Store, fresh_store

_ZONES = ("Europe/Copenhagen", "Europe/Oslo", "Europe/Berlin", "Europe/Prague", "Atlantic/Reykjavik", "Asia/Tokyo")


def one_page(times: int) -> Figure:
    """A sheet of one page against WeasyPrint on a bare table with the same cells, font and tags."""
    sheet, press = made(NAMES[:4], 12), Press()
    bare = _bare(sheet)
    try:
        ours = partial(print_game, press, sheet, Paper.A4, 0)
        _time(ours)
        _time(bare)
        pairs = [(_time(ours), _time(bare)) for _ in range(times)]
    finally:
        press.stop()
    ratio = statistics.median(a / b for a, b in pairs)
    one, other = (statistics.median(side) * 1000 for side in zip(*pairs, strict=True))
    return Figure("a sheet of one page", f"{ratio:.2f}× ({one:.0f} ms against {other:.0f} ms)", "≤ 1.5×", ratio <= 1.5)


def _bare(sheet: GameSheet) -> Callable[[], int]:
    from weasyprint import HTML

    head = "".join(f'<th scope="colgroup" colspan="2">{name}</th>' for name in sheet.names)
    rows = "".join(
        f'<tr><th scope="row">{line.number}</th>'
        + "".join(f"<td>{cell.points}</td><td>{cell.total}</td>" for cell in line.cells if cell)
        + "</tr>"
        for line in sheet.lines
    )
    faces = "".join(
        f'@font-face{{font-family:Sheet;font-weight:{weight};src:url("{(press_script.FONTS / name).as_uri()}")}}'
        for weight, name in zip((400, 700), press_script.FACES, strict=True)
    )
    style = f"{faces} html{{font:9pt Sheet}} table{{border-collapse:collapse}} td,th{{border:1px solid}}"
    table = f'<table><thead><tr><th scope="col">#</th>{head}</tr></thead><tbody>{rows}</tbody></table>'
    html = f'<html lang="en"><title>x</title><style>{style}</style>{table}'
    return lambda: len(HTML(string=html).write_pdf(pdf_variant="pdf/ua-1", pdf_tags=True) or b"")


def _time(work: Callable[[], object]) -> float:
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


def asked_again(rounds: int, wanted: int) -> Figure:
    """The same version of a sheet asked for again against its first time, through the server."""
    with fresh_store() as store, serving(*APP, store.env) as server:
        client = Client(server.port, {"device": store.secret})
        game = store.add_game("printed", rounds)
        _sheet(client, store.add_game("other", 1), _ZONES[0])  # the press runs
        first = [_sheet(client, game, zone) for zone in _ZONES[:3]]
        again = [_sheet(client, game, zone) for zone in _ZONES[:3] for _ in range(20)]
    ratio = statistics.median(first) / statistics.median(again)
    found = f"{ratio:.0f}× ({statistics.median(first) * 1000:.0f} ms, then {statistics.median(again) * 1000:.1f} ms)"
    return Figure(f"a sheet of {rounds} rounds asked for again", found, f"≥ {wanted}×", ratio >= wanted)


def _sheet(client: Client, game: str, zone: str) -> float:
    began = time.perf_counter()
    answer = client.request("GET", f"/games/{game}/sheet.pdf?tz={zone}")
    took = time.perf_counter() - began
    if answer.status != 200:
        raise RuntimeError(f"the sheet was answered by {answer.status}")
    return took


def scoring_goes_on(seconds: float) -> Figure:
    """The scoreboard's p95 while two sheets of 120 rounds are made, against its p95 when nothing is."""
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
    return Figure("the scoreboard's p95 while two long sheets are made", found, "< 2×", ratio < 2)


def _p95(client: Client, game: str, seconds: float) -> float:
    times, end = [], time.monotonic() + seconds
    while time.monotonic() < end:
        times.append(_time(lambda: client.request("GET", f"/games/{game}")))
        time.sleep(0.005)
    return statistics.quantiles(times, n=20)[-1]


class _Printing:
    """Two clients that ask for ever new long sheets until the block ends."""

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
