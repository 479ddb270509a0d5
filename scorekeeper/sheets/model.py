"""What stands on a sheet, worded in the reader's language and ready to be set; all plain values."""

from dataclasses import dataclass
from enum import StrEnum

from .curves import Curves


class Totals(StrEnum):
    """Where a score sheet has the running totals."""

    BELOW = "below"
    BESIDE = "beside"


@dataclass(frozen=True, slots=True)
class Cell:
    """What a player has in a round: the points, the total after it, whether this player went out, footnotes' marks."""

    points: str
    total: str
    closed: bool = False
    marks: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Line:
    """A round: its number and a cell for each name, None for who did not play it."""

    number: int
    cells: tuple[Cell | None, ...]
    voided: bool = False


@dataclass(frozen=True, slots=True)
class ChartText:
    """The totals as a picture: its curves, what it shows in words, the news in it."""

    curves: Curves
    described: str
    sentence: str


@dataclass(frozen=True, slots=True)
class Code:
    """A QR code: the picture as SVG and the address that it holds."""

    svg: str
    address: str


@dataclass(frozen=True)
class GameSheet:
    """A game's sheet. `totals`, `places` and `starts` have a text for each of `names`, or are empty.

    `facts` are short lines under the title; `notes` are the footnotes, the first one's mark is 1; `rulings` and
    `history` fill a second page when they are wanted.
    """

    language: str
    title: str
    standing: str
    facts: tuple[str, ...]
    house_rules: tuple[str, ...]
    names: tuple[str, ...]
    lines: tuple[Line, ...]
    starts: tuple[str, ...]
    totals: tuple[str, ...]
    places: tuple[str, ...]
    payments: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    chart: ChartText | None = None
    running: Totals = Totals.BESIDE
    signatures: tuple[str, ...] = ()
    code: Code | None = None
    rulings: tuple[str, ...] = ()
    history: tuple[tuple[str, str], ...] = ()
    created: str = ""
    changed: str = ""


@dataclass(frozen=True, slots=True)
class BlankColumn:
    """A column under each player's name on a blank sheet: its heading, and whether it is wider than the others."""

    heading: str
    wide: bool = False


@dataclass(frozen=True)
class BlankSheet:
    """A sheet to be filled in by hand; `names` may be empty texts. `of_round` are columns that a round has once.

    `few` are the columns where there is no room for all of them.
    """

    language: str
    title: str
    facts: tuple[tuple[str, str], ...]
    house_rules: tuple[str, ...]
    names: tuple[str, ...]
    columns: tuple[BlankColumn, ...]
    of_round: tuple[str, ...] = ()
    few: tuple[BlankColumn, ...] = ()


@dataclass(frozen=True)
class CardSheet:
    """What this table agreed, with values and penalties, to lie beside the pile; or a game's rules on a page."""

    language: str
    title: str
    lead: str
    facts: tuple[tuple[str, str], ...]
    sections: tuple[tuple[str, tuple[str, ...]], ...]
    source: str = ""
