"""The press: a child process that renders HTML as PDF and PDF as pictures, so that saving a round never waits for it.

It runs as a script that imports nothing else of the package. It reads jobs from stdin and writes results to stdout;
a message is its length in four bytes (big-endian), then a pickle of plain values. Only this module imports WeasyPrint.
"""

import gc
import os
import pickle
import signal
import struct
import sys
import time
from contextlib import suppress
from functools import lru_cache
from io import BytesIO
from pathlib import Path
from typing import Any, BinaryIO, Literal, Protocol, TypedDict, Unpack

FONTS = Path(__file__).parent / "fonts"
APPENDIX = "more"  # the anchor of the appendix, which begins a new page
SCHEME = "sheet:"
FACES = ("Vollkorn-Regular.ttf", "Vollkorn-Bold.ttf")
FALLBACK = ("DejaVuSans.ttf", "DejaVuSans-Bold.ttf")  # for the suits, and for scripts that FACES lack
_LENGTH = struct.Struct(">I")
NICE = 10
_SHADES = 16  # of grey in a picture: a third of the bytes of 256
_COLOURS = 128  # of a picture of a result: no difference to be seen, a third of the bytes
_LARGE = 128_000_000  # bytes of memory; an evening's sheet takes 75 MB, one of 300 rounds 140 MB


class PressJob(TypedDict, total=False):
    """A job: to print `html` as PDF, or with a `width` to draw a picture, of `html` or of the PDF in `picture`."""

    html: str
    style: str
    """The shared style sheet."""
    seconds: float
    """The processor time after which the press gives up."""
    epoch: int
    """The date of the PDF, a Unix time."""
    breaks: list[str]
    """Anchors whose pages are the result if there are more than `pages`."""
    pages: int
    picture: bytes
    width: int


class PressResult(TypedDict, total=False):
    """The result of a job: a `pdf`, the page `breaks`, a `png`, or an `error`; see `_result`."""

    pdf: bytes
    at: dict[str, int]
    """The page index of each anchor."""
    breaks: list[int]
    png: bytes
    error: Literal["memory", "disk", "missing"]
    detail: str
    took: float
    """The processor time of the job in seconds."""
    grown: bool
    """Whether the press has become large."""


class RunJob(Protocol):
    """Runs a job on the press."""

    def __call__(self, **job: Unpack[PressJob]) -> PressResult:
        """Return the result of a job, which is no `error`."""


def send(stream: BinaryIO, message: object) -> None:
    """Write a message to a pipe."""
    data = pickle.dumps(message)
    stream.write(_LENGTH.pack(len(data)) + data)
    stream.flush()


def receive(stream: BinaryIO) -> Any:
    """Read the next message from a pipe.

    Raises:
        EOFError: the pipe is closed.
    """
    return pickle.loads(_exactly(stream, _LENGTH.unpack(_exactly(stream, _LENGTH.size))[0]))


def _exactly(stream: BinaryIO, count: int) -> bytes:
    data = stream.read(count)
    if len(data) < count:
        raise EOFError
    return data


def work() -> None:
    """Process jobs until stdin is closed; the main loop of the child process."""
    jobs, results = sys.stdin.buffer, os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # keep what libraries print out of the results
    _limit_resources(int(sys.argv[1]))
    gc.disable()  # all objects of a sheet live until it is done; collections would take a tenth of the time
    try:
        while True:
            send(results, {**_timed(receive(jobs)), "grown": _resident() > _LARGE})
            gc.collect()
            gc.freeze()
    except EOFError:
        _style.cache_clear()  # deletes WeasyPrint's copies of the fonts


def _limit_resources(memory: int) -> None:
    """Lower the scheduling priority, and limit the address space to `memory` bytes."""
    import resource

    os.nice(NICE)
    _soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (memory if hard == resource.RLIM_INFINITY else min(memory, hard), hard))


def _timed(job: PressJob) -> PressResult:
    """Return the result of a job, with `took`: the processor time that it took.

    Beyond its `seconds` of processor time, SIGPROF ends this process.
    """
    began = time.process_time()
    signal.setitimer(signal.ITIMER_PROF, job["seconds"])
    result = _result(job)
    signal.setitimer(signal.ITIMER_PROF, 0)
    return {**result, "took": time.process_time() - began}


def _resident() -> int:
    """Return the resident memory of this process in bytes; 0 on systems without /proc."""
    with suppress(OSError):
        return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    return 0


def _result(job: PressJob) -> PressResult:
    """Return the result of a job: `pdf`, and `at`, the page index of each anchor; or `png` for a job with `width`.

    If the job lists anchors in `breaks` and everything before the appendix takes more than `pages` pages, or one, the
    result is `breaks` instead: the indexes of the listed anchors that are the first on their page. On failure it is
    `error`.
    """
    try:
        return _picture(job) if "width" in job else _render(job)
    except MemoryError:
        return {"error": "memory"}
    except OSError as error:
        if error.errno is not None:  # the temporary copies of the fonts cannot be written
            return {"error": "disk"}
        return {"error": "missing", "detail": str(error)[:200]}


def _render(job: PressJob) -> PressResult:
    os.environ["SOURCE_DATE_EPOCH"] = str(job["epoch"])
    from weasyprint import HTML

    fonts, style = _style(job["style"])
    page = HTML(string=job["html"], base_url=SCHEME, url_fetcher=_fetcher())
    document = page.render(font_config=fonts, stylesheets=[style])
    at = {name: number for number, page in enumerate(document.pages) for name in page.anchors}
    if job["breaks"] and at.get(APPENDIX, len(document.pages)) > job.get("pages", 1):
        return {"breaks": _breaks(at, job["breaks"])}
    return {
        "pdf": document.write_pdf(finisher=_add_scopes, pdf_variant="pdf/ua-1", pdf_tags=True),
        "at": at,
    }


def _picture(job: PressJob) -> PressResult:
    """Return the first page as PNG, `width` pixels wide: of the PDF in `picture` in grey, or of `html` in colour."""
    import pypdfium2
    from PIL.Image import Quantize

    grey = "picture" in job
    with pypdfium2.PdfDocument(job["picture"] if grey else _untagged(job)) as document:
        page = document[0]
        shown = page.render(scale=job["width"] / page.get_width(), grayscale=grey).to_pil()
    png = BytesIO()
    if grey:
        shown.quantize(_SHADES).save(png, "PNG", optimize=True)
    else:  # the best compression takes as long as all the rest
        shown.quantize(_COLOURS, Quantize.FASTOCTREE).save(png, "PNG", compress_level=6)
    return {"png": png.getvalue()}


def _untagged(job: PressJob) -> bytes:
    """Return the HTML of a picture as PDF, which nobody sees."""
    from weasyprint import HTML

    fonts, style = _style(job["style"])
    page = HTML(string=job["html"], base_url=SCHEME, url_fetcher=_fetcher())
    return bytes(page.write_pdf(font_config=fonts, stylesheets=[style]))


@lru_cache(maxsize=1)
def _style(text: str) -> tuple[Any, Any]:
    """Return the font configuration and the shared style sheet, parsed once: that takes a tenth of a sheet's time."""
    from weasyprint import CSS
    from weasyprint.text.fonts import FontConfiguration

    fonts = FontConfiguration()
    return fonts, CSS(string=text, base_url=SCHEME, url_fetcher=_fetcher(), font_config=fonts)


def _breaks(at: dict[str, int], wanted: list[str]) -> list[int]:
    """Return the indexes of the `wanted` anchors that are the first of them on their page."""
    return [i for i, name in enumerate(wanted) if i == 0 or at.get(name) != at.get(wanted[i - 1])]


def _add_scopes(_document: Any, pdf: Any) -> None:
    """Set the Scope of every header cell to Column or Row, as PDF/UA requires (ISO 32000-1, 14.8.5.7)."""
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
    """Return a URL fetcher that serves the bundled fonts and refuses every other URL."""
    from weasyprint.urls import URLFetcher, URLFetcherResponse

    class BundledFonts(URLFetcher):  # type: ignore[misc]  # WeasyPrint carries no types
        def fetch(self, url: str, headers: object = None) -> Any:
            name = url.removeprefix(SCHEME).lstrip("/")
            if not url.startswith(SCHEME) or name not in FACES + FALLBACK:
                raise ValueError("Sheets load nothing but their own fonts.")
            return URLFetcherResponse(url, (FONTS / name).read_bytes(), {"Content-Type": "font/ttf"})

    return BundledFonts()


if __name__ == "__main__":
    work()
