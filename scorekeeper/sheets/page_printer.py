"""Print what fills a page or two: blank sheets, the card of house rules, rules; and pictures of a first page."""

from bisect import bisect_left
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

from .blank_layout import blank_layout, blank_rows, card_layout, with_writable_columns
from .html import blank_html, card_html, certificate_html, club_html, rules_html, year_html
from .layout import Paper
from .model import BlankSheet, CardSheet, Certificate, ClubSheet, RulesSheet
from .press import RunJob
from .printer import Press
from .year_model import YearSheet

_LETTERS = (16, 14.5, 13, 12, 11, 10, 9.5, 9, 8.5, 8, 7.5, 7, 6.5, 6)  # points of a card
_BODY = (10, 9.5, 9, 8.5, 8, 7.5, 7)  # points of a page of rules
_FRAMED = (19, 17, 15, 13, 11, 9.5, 8, 7)  # points of a certificate
_YEAR = (  # points of a year sheet, and mm of the height of its chart
    *((15, 125), (14, 116), (13, 104), (12, 94), (11.5, 88), (11, 82), (10, 78), (9, 75)),
    *((8.5, 72), (8, 68), (7.5, 64), (7, 60), (6.5, 56), (6, 50)),
)
_ONE_PAGE = (9.5, 8.5)  # points: rather than in smaller print the rules stand on two pages
_MANY_PAGES = 8  # points of rules that take more than two pages
_WALL = (26, 23, 20)  # points of a club evening on one page, read on the wall
_WALLS = (26, 23, 20, 18, 16, 14, 12, 11, 10, 9, 8)  # on two pages
_PICTURE = 840  # pixels: sharp at 420 on most phones
_FEWER = 16  # rows that long names and house rules may displace


def print_blank(machine: Press, sheet: BlankSheet, paper: Paper) -> bytes:
    """Return a blank sheet as PDF, with as many rows as fit one page.

    Raises:
        PrintingError: see `Press.do`.
    """
    sheet = with_writable_columns(sheet, paper)
    layout = blank_layout(sheet, paper)
    most = blank_rows(layout)
    tries = [partial(blank_html, sheet, layout, rows) for rows in range(most, max(most - _FEWER, 1), -1)]
    return machine.do(lambda job: _fitting(job, tries) or _print(job, tries[-1]))


def print_card(machine: Press, sheet: CardSheet, paper: Paper) -> bytes:
    """Return the card of house rules as PDF, in the largest font that fits one page, else two.

    Raises:
        PrintingError: see `Press.do`.
    """
    return machine.do(lambda job: _largest(job, partial(card_html, sheet), paper, _LETTERS, _LETTERS, _LETTERS[-1]))


def print_rules(machine: Press, sheet: RulesSheet, paper: Paper) -> bytes:
    """Return a game's rules as PDF: on one page if that needs no small print, else on two; on small paper on more.

    Raises:
        PrintingError: see `Press.do`.
    """
    return machine.do(lambda job: _largest(job, partial(rules_html, sheet), paper, _ONE_PAGE, _BODY, _MANY_PAGES))


def print_certificate(machine: Press, sheet: Certificate, paper: Paper) -> bytes:
    """Return a certificate as PDF, one page in landscape, in the largest font that fits it.

    Raises:
        PrintingError: see `Press.do`.
    """
    layouts = [card_layout(paper, letter, landscape=True) for letter in _FRAMED]
    tries = [partial(certificate_html, sheet, layout) for layout in layouts]
    return machine.do(lambda job: _fitting(job, tries) or _print(job, tries[-1]))


def print_club(machine: Press, sheet: ClubSheet, paper: Paper) -> bytes:
    """Return a club evening's tables and standings as PDF: on one page if that is read from afar, else on two.

    Raises:
        PrintingError: see `Press.do`.
    """
    return machine.do(lambda job: _largest(job, partial(club_html, sheet), paper, _WALL, _WALLS, _WALLS[-1]))


def print_year(machine: Press, sheet: YearSheet, paper: Paper) -> bytes:
    """Return a year sheet as PDF, two pages, in the largest font that fits them.

    The points are left out if they leave no room; notes then follow on more pages.

    Raises:
        PrintingError: see `Press.do`.
    """
    layouts = [replace(card_layout(paper, letter), chart=chart) for letter, chart in _YEAR]
    plain = replace(sheet, points=None)
    least = replace(plain, notes=())
    tries = [partial(year_html, least, layout) for layout in layouts]

    def made(job: RunJob) -> bytes:
        at, pdf = _first_fitting(job, tries, 2) or (-1, b"")
        for each in (sheet, plain) if sheet.points else (plain,):
            found = (each == least and pdf) or _fitting(job, [partial(year_html, each, layouts[at])], 2)
            if found:
                return found
        return _print(job, partial(year_html, plain, layouts[at], apart=True))

    return machine.do(made)


def first_page(machine: Press, pdf: bytes) -> bytes:
    """Return a picture (PNG) of the first page of a sheet.

    Raises:
        PrintingError: see `Press.do`.
    """
    return machine.do(lambda job: bytes(job(picture=pdf, width=_PICTURE)["png"]))


def _largest(
    job: RunJob,
    html: Callable[..., str],
    paper: Paper,
    one_page: Sequence[float],
    two_pages: Sequence[float],
    otherwise: float,
) -> bytes:
    """Print in the largest of the sizes for one page that fits it; else for two; else on more pages, all in points."""
    one = [partial(html, card_layout(paper, letter), numbered=False) for letter in one_page]
    several = [partial(html, card_layout(paper, letter), numbered=True) for letter in two_pages]
    last = partial(html, card_layout(paper, otherwise), numbered=True)
    return _fitting(job, one) or _fitting(job, several, 2) or _print(job, last)


def _fitting(job: RunJob, tries: Sequence[Callable[[], str]], pages: int = 1) -> bytes | None:
    """Return as PDF the first of `tries` that fits `pages` pages, None if none does; each is smaller than the last."""
    found = _first_fitting(job, tries, pages)
    return found and found[1]


def _first_fitting(job: RunJob, tries: Sequence[Callable[[], str]], pages: int) -> tuple[int, bytes] | None:
    """Do the same, and return its index with it."""
    fits: dict[int, bytes] = {}

    def fitting(index: int) -> bool:
        found = job(html=tries[index](), breaks=["close"], pages=pages, epoch=0)
        if "pdf" in found:
            fits[index] = found["pdf"]
        return index in fits

    at = bisect_left(range(len(tries)), True, key=fitting)
    return (at, fits[at]) if at in fits else None


def _print(job: RunJob, html: Callable[[], str]) -> bytes:
    """Return `html` as PDF, on any number of pages."""
    return bytes(job(html=html(), breaks=[], epoch=0)["pdf"])
