"""The content of sheets, worded in the reader's language; plain values only.

`labels` are the words that all sheets share, see `services.paper.labels`.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from .curves import ChartData

_FEW_NOTES = 6


class TotalsColumn(StrEnum):
    """Position of the running totals on a score sheet, relative to the points."""

    BELOW = "below"
    BESIDE = "beside"


@dataclass(frozen=True, slots=True)
class Cell:
    """A player's cell in a round: points, total after it, numbers of footnotes.

    `closed`: this player went out; `dealt`: this player dealt; `rating`: rating points, in a game that has them.
    """

    points: str
    total: str
    closed: bool = False
    marks: tuple[int, ...] = ()
    dealt: bool = False
    rating: str = ""


@dataclass(frozen=True, slots=True)
class SheetRow:
    """A round: its number, and a cell for each name; None if that player did not take part."""

    number: int
    cells: tuple[Cell | None, ...]
    voided: bool = False


@dataclass(frozen=True, slots=True)
class ChartText:
    """The chart: its numbers, its text alternative, the label of the target, its heading."""

    data: ChartData
    described: str
    target: str
    title: str


@dataclass(frozen=True, slots=True)
class QrCode:
    """A QR code: the image as SVG, and the URL that it encodes."""

    svg: str
    address: str


@dataclass(frozen=True, slots=True)
class Emblem:
    """The mark of a game: cards or `tiles`, and the `sign` on the front one, a suit or a number."""

    sign: str
    tiles: bool = False


@dataclass(frozen=True)
class GameSheet:
    """A game's sheet. `totals`, `rating`, `places` and `starts` have an entry for each of `names`, or are empty.
    Totals that are hidden until the end are blank, to be filled in by hand.

    `title` is the game's own name, `game` that of the variant unless it is the same. The sheet begins with `standing`
    if the game is `won`, else with `title`. `result` are sentences about the result, `facts` when it was played and
    other short facts, `place` where (may be empty), `rulebook` is the version of the rules. `notes` are the footnotes,
    numbered from 1, `written` the notes that players wrote. `rulings` and `history` are printed on a second page
    unless empty. `created` and `changed` are ISO 8601 timestamps in UTC.
    """

    language: str
    labels: Mapping[str, str]
    title: str
    standing: str
    facts: tuple[str, ...]
    house_rules: tuple[str, ...]
    names: tuple[str, ...]
    lines: tuple[SheetRow, ...]
    starts: tuple[str, ...]
    totals: tuple[str, ...]
    places: tuple[str, ...]
    rating: tuple[str, ...] = ()
    payments: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    written: tuple[str, ...] = ()
    chart: ChartText | None = None
    running: TotalsColumn = TotalsColumn.BESIDE
    signatures: tuple[str, ...] = ()
    code: QrCode | None = None
    rulings: tuple[str, ...] = ()
    history: tuple[tuple[str, str], ...] = ()
    created: str = ""
    changed: str = ""
    game: str = ""
    winners: tuple[str, ...] = ()
    result: tuple[str, ...] = ()
    emblem: Emblem | None = None
    rulebook: str = ""
    place: str = ""

    @property
    def figures(self) -> int:
        """How many figures of a player stand side by side in a round."""
        return (2 + bool(self.rating)) if self.running is TotalsColumn.BESIDE else 1

    @property
    def written_below(self) -> tuple[str, ...]:
        """The notes that players wrote, if they are so few that they stand below the table."""
        return self.written if len(self.written) <= _FEW_NOTES else ()

    @property
    def won(self) -> bool:
        """Whether the game has a winner."""
        return bool(self.winners)


@dataclass(frozen=True, slots=True)
class BlankColumn:
    """A column of each player on a blank sheet: its heading, and whether it is a wide one."""

    heading: str
    wide: bool = False


@dataclass(frozen=True)
class BlankSheet:
    """A sheet to fill in by hand; `names` may be empty strings.

    `columns` are those of each player, `few` a shorter list for narrow paper; `of_round` are columns that a round has
    once, of which the first is left out on narrow paper.
    """

    language: str
    labels: Mapping[str, str]
    title: str
    facts: tuple[tuple[str, str], ...]
    house_rules: tuple[str, ...]
    names: tuple[str, ...]
    columns: tuple[BlankColumn, ...]
    of_round: tuple[str, ...] = ()
    few: tuple[BlankColumn, ...] = ()
    emblem: Emblem | None = None
    closers: bool = True  # whether somebody goes out in a round
    rated: bool = False  # whether there are rating points, which have a sum of their own


@dataclass(frozen=True, slots=True)
class RuleLine:
    """A rule: id, sentence, what the table has agreed instead, heading in the source.

    `text` is empty for what the source leaves open and the table has settled.
    """

    key: str
    text: str
    agreed: tuple[str, ...] = ()
    section: str = ""


@dataclass(frozen=True, slots=True)
class RulesChapter:
    """A chapter of a rulebook: its key, its heading, a sentence that leads, its rules."""

    key: str
    title: str
    lead: str
    lines: tuple[RuleLine, ...]


@dataclass(frozen=True, slots=True)
class OpenPoint:
    """What a source leaves open: id, text, our default, other readings (each with the house rule that selects it)."""

    key: str
    text: str
    default: str
    readings: tuple[tuple[str, str | None], ...]
    settled: bool = False


@dataclass(frozen=True)
class CardSheet:
    """The card with a table's house rules, values and penalties; `agreed` are the house rules in words."""

    language: str
    labels: Mapping[str, str]
    title: str
    emblem: Emblem
    lead: str
    facts: tuple[tuple[str, str], ...]
    agreed: tuple[str, ...]
    open: tuple[OpenPoint, ...]


@dataclass(frozen=True)
class Certificate:
    """What the champions of a season hang on the wall: `figures` are theirs, each with its label.

    `others` are those behind them: place, name, figure. `game` is empty if all games count; `counted` says what does.
    """

    language: str
    labels: Mapping[str, str]
    title: str
    circle: str
    honour: str
    names: tuple[str, ...]
    dates: str
    figures: tuple[tuple[str, str], ...]
    others: tuple[tuple[str, str, str], ...]
    counted: str
    emblem: Emblem
    game: str = ""


@dataclass(frozen=True)
class ClubSheet:
    """Who sits where on a club evening, and the standings, to hang on the wall.

    `tables` are a heading and the names of each, `standings` place, name and points of each, empty before a game ended.
    """

    language: str
    labels: Mapping[str, str]
    title: str
    lead: str
    tables: tuple[tuple[str, tuple[str, ...]], ...]
    head: str
    standings: tuple[tuple[str, str, str], ...]
    counted: str


@dataclass(frozen=True)
class RulesSheet:
    """A game's rules on a page; `options` are house rules that a table may choose, with the ids of their rules."""

    language: str
    labels: Mapping[str, str]
    title: str
    emblem: Emblem
    facts: tuple[tuple[str, str], ...]
    chapters: tuple[RulesChapter, ...]
    open: tuple[OpenPoint, ...]
    options: tuple[RuleLine, ...]
    source: str


@dataclass(frozen=True, slots=True)
class Placing:
    """A line of a result: place, name, the figure that decides, another figure (may be empty), a note.

    Where names are left out, `name` is empty. `best` is whether this player has won, or leads.
    """

    place: str
    name: str
    figure: str
    other: str = ""
    note: str = ""
    best: bool = False


@dataclass(frozen=True)
class ResultPicture:
    """A game's result as a picture: `placings` from the best to the last, `heads` of their figures if there are two.

    `title` is the game's own name, `game` that of the variant unless it is the same. `chart` has the curves of
    `placings`, in the same order; None before the second round. `goal` is the label of the chart's target.
    """

    language: str
    title: str
    game: str
    headline: str
    placings: tuple[Placing, ...]
    facts: tuple[str, ...]
    emblem: Emblem
    heads: tuple[str, ...] = ()
    chart: ChartData | None = None
    goal: str = ""
