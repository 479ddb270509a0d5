"""The press: a child process that turns HTML into PDF, so that scoring never waits for it.

Run as a script of its own, with none of the program loaded, it reads jobs from stdin and writes answers to
stdout: a length in four bytes, then a pickle of plain values. It is the only place that imports WeasyPrint.
"""

import gc
import os
import pickle
import struct
import sys
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from typing import Any, BinaryIO

FONTS = Path(__file__).parent / "fonts"
APPENDIX = "more"  # the anchor of what begins a page of its own after all else
SCHEME = "sheet:"
FACES = ("DejaVuSans.ttf", "DejaVuSans-Bold.ttf")
_LENGTH = struct.Struct(">I")
NICE = 10
_LARGE = 128_000_000  # bytes: a sheet of an evening takes 75 MB, one of 300 rounds 140 MB


def send(stream: BinaryIO, message: object) -> None:
    """Write a message of plain values."""
    data = pickle.dumps(message)
    stream.write(_LENGTH.pack(len(data)) + data)
    stream.flush()


def receive(stream: BinaryIO) -> Any:
    """Return the next message.

    Raises:
        EOFError: there is none any more.
    """
    return pickle.loads(_exactly(stream, _LENGTH.unpack(_exactly(stream, _LENGTH.size))[0]))


def _exactly(stream: BinaryIO, count: int) -> bytes:
    data = stream.read(count)
    if len(data) < count:
        raise EOFError
    return data


def work() -> None:
    """Print until stdin ends."""
    jobs, answers = sys.stdin.buffer, os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # what a library prints must not stand among the answers
    _humble(int(sys.argv[1]))
    gc.disable()  # what a sheet is made of is needed until it is done: to look through it takes a tenth of the time
    try:
        while True:
            send(answers, {**_done(receive(jobs)), "grown": _resident() > _LARGE})
            gc.collect()
            gc.freeze()
    except EOFError:
        _style.cache_clear()  # removes the copies of the fonts


def _humble(memory: int) -> None:
    """Give way to everybody else, and never grow beyond so many bytes."""
    import resource

    os.nice(NICE)
    _soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (memory if hard == resource.RLIM_INFINITY else min(memory, hard), hard))


def _resident() -> int:
    """Return the bytes of memory that this process has; 0 where the system does not say it in /proc."""
    with suppress(OSError):
        return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    return 0


def _done(job: dict[str, Any]) -> dict[str, Any]:
    """Return the answer to a job: the PDF, and the page of each anchor, counted from 0.

    If `breaks` are asked for and what stands before the appendix takes more than one page, it is those instead.
    """
    try:
        return _printed(job)
    except MemoryError:
        return {"error": "memory"}
    except OSError as error:  # pango is missing
        return {"error": "missing", "detail": str(error)[:200]}


def _printed(job: dict[str, Any]) -> dict[str, Any]:
    os.environ["SOURCE_DATE_EPOCH"] = str(job["epoch"])
    from weasyprint import HTML

    fonts, style = _style(job["style"])
    page = HTML(string=job["html"], base_url=SCHEME, url_fetcher=_fetcher())
    document = page.render(font_config=fonts, stylesheets=[style])
    at = {name: number for number, page in enumerate(document.pages) for name in page.anchors}
    if job["breaks"] and at.get(APPENDIX, len(document.pages)) > 1:
        return {"breaks": _breaks(at, job["breaks"])}
    return {
        "pdf": document.write_pdf(finisher=_scoped, pdf_variant="pdf/ua-1", pdf_tags=True),
        "at": at,
    }


@lru_cache(maxsize=1)
def _style(text: str) -> tuple[Any, Any]:
    """Return the fonts and the style that all sheets have in common, read once: a tenth of a sheet's time."""
    from weasyprint import CSS
    from weasyprint.text.fonts import FontConfiguration

    fonts = FontConfiguration()
    return fonts, CSS(string=text, base_url=SCHEME, url_fetcher=_fetcher(), font_config=fonts)


def _breaks(at: dict[str, int], wanted: list[str]) -> list[int]:
    """Return the indexes of those of the `wanted` anchors that are the first of them on their page."""
    return [i for i, name in enumerate(wanted) if i == 0 or at.get(name) != at.get(wanted[i - 1])]


def _scoped(_document: Any, pdf: Any) -> None:
    """Say of every header cell whether it heads a column or a row, as PDF/UA asks (ISO 32000-1, 14.8.5.7)."""
    rows: dict[bytes, list[Any]] = {}
    for cell in pdf.objects:
        if isinstance(cell, dict) and cell.get("S") in ("/TH", "/TD"):
            rows.setdefault(cell["P"], []).append(cell)
    for cells in rows.values():
        scope = "/Row" if any(cell["S"] == "/TD" for cell in cells) else "/Column"
        for cell in cells:
            if cell["S"] == "/TH":
                cell["A"]["Scope"] = scope


def _fetcher() -> Any:
    """Return what gets our own fonts for WeasyPrint; nothing else is ever loaded."""
    from weasyprint.urls import URLFetcher, URLFetcherResponse

    class OwnFonts(URLFetcher):  # type: ignore[misc]  # WeasyPrint carries no types
        def fetch(self, url: str, headers: object = None) -> Any:
            name = url.removeprefix(SCHEME).lstrip("/")
            if not url.startswith(SCHEME) or name not in FACES:
                raise ValueError("Sheets load nothing but their own fonts.")
            return URLFetcherResponse(url, (FONTS / name).read_bytes(), {"Content-Type": "font/ttf"})

    return OwnFonts()


if __name__ == "__main__":
    work()
