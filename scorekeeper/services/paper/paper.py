"""Word a game for its printed sheet, in the reader's language and time zone."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from zoneinfo import ZoneInfo

from flask_babel import format_date, get_locale

from ...rules.errors import N_
from ...rules.model.terms import How
from ...rules.model.variant import Variant
from ...rules.scoring.payments import PAYS
from ...rules.scoring.rounds import factor, multiple
from ...rules.scoring.scoring import RULED, Line
from ...sheets.model import Cell, ChartText, Code, GameSheet, SheetRow, Totals
from ..games.round_views import RoundView
from ..games.views import GameView
from ..wording import sentence
from .agreed import house_rules
from .chart_data import totals_chart

_WRITERS = 4  # names of scorers that fit on a sheet


@dataclass(frozen=True)
class SheetChoices:
    """What to print on a game's sheet: time zone, options, QR code, lines of the second page."""

    zone: ZoneInfo
    running: Totals = Totals.BESIDE
    signatures: bool = False
    code: Code | None = None
    rulings: tuple[str, ...] = ()
    history: tuple[tuple[str, str], ...] = ()


def number(value: int) -> str:
    """Format a number with a minus sign (U+2212)."""
    return str(value) if value >= 0 else f"−{-value}"


def signed(value: int) -> str:
    """Format a number with its sign, plus or minus; 0 has none."""
    return f"+{value}" if value > 0 else number(value)


def game_sheet(view: GameView, choices: SheetChoices) -> GameSheet:
    """Return the sheet of a game; a pure function of its arguments and the language."""
    names, notes = list(view.totals), _Notes()
    lines = tuple(_line(round_, names, view.variant, notes) for round_ in view.rounds)
    ended = view.standing.ended
    return GameSheet(
        language=str(get_locale() or "en").replace("_", "-"),
        title=view.name or view.variant.name,
        standing=_standing(view),
        facts=tuple(_facts(view, choices.zone)),
        house_rules=tuple(house_rules(view.variant)),
        names=tuple(names),
        lines=lines,
        starts=_starts(view, names),
        totals=tuple(_total(view, name) for name in names),
        places=_places(view, names) if view.counting else (),
        payments=tuple(_payments(view)) if ended else (),
        notes=tuple(notes.texts),
        chart=_chart(view),
        running=choices.running,
        signatures=tuple(view.players) if choices.signatures else (),
        code=choices.code,
        rulings=choices.rulings,
        history=choices.history,
        created=f"{view.created_at:%Y-%m-%dT%H:%M:%SZ}",
        changed=f"{view.changed_at:%Y-%m-%dT%H:%M:%SZ}",
    )


class _Notes:
    """Collects footnotes; equal texts share a number."""

    def __init__(self) -> None:
        self.texts: list[str] = []

    def mark(self, text: str) -> int:
        """Return the number of a footnote, counted from 1."""
        if text not in self.texts:
            self.texts.append(text)
        return self.texts.index(text) + 1


def _line(round_: RoundView, names: Sequence[str], variant: Variant, notes: _Notes) -> SheetRow:
    closer = round_.round.closer if round_.round.how is How.OUT else None
    cells: list[Cell | None] = []
    for name in names:
        if name not in round_.scores:
            cells.append(None)
            continue
        marks = tuple(dict.fromkeys(notes.mark(text) for text in _remarks(round_, name)))
        cells.append(Cell(number(round_.scores[name]), number(round_.totals[name]), name == closer, marks))
    return SheetRow(round_.number, tuple(cells), round_.voided)


def _remarks(round_: RoundView, name: str) -> Iterable[str]:
    """Yield the footnotes of a player's score: penalties, rulings and the way of closing."""
    if round_.voided:
        return
    labels = {p.key: p.label for p in round_.variant.scoring.penalties}
    for line in round_.lines[name]:
        if line.kind in labels:
            yield _penalty(labels[line.kind], line)
        elif line.kind == RULED:
            values: dict[str, object] = {"number": line.ruling, "points": number(line.points), "rule": line.rule}
            yield sentence(N_("Ruling {number}: {points} ({rule})"), values)
    way = round_.variant.closing.ways.get(round_.round.way or "")
    if way is not None and name == round_.round.closer:
        how = multiple(factor(round_.variant, round_.round.way))
        yield sentence(N_("{way}: the round counts {how} ({rule})"), {"way": way.label, "how": how, "rule": way.rule})


def _penalty(label: str, line: Line) -> str:
    values: dict[str, object] = {"penalty": label, "points": number(line.points), "rule": line.rule}
    return sentence(N_("{penalty}: {points} ({rule})"), values)


def _total(view: GameView, name: str) -> str:
    total = view.totals[name]
    return signed(total) if view.variant.scoring.chips else number(total)


def _standing(view: GameView) -> str:
    winners = view.standing.winners
    if winners:
        values: dict[str, object] = {"names": ", ".join(winners), "points": _total(view, winners[0])}
        one, several = N_("{names} wins with {points}."), N_("{names} share the win with {points}.")
        return sentence(one if len(winners) == 1 else several, values)
    if not view.counting:
        return sentence(N_("Nothing played yet."))
    return sentence(N_("Standing after round {number}."), {"number": view.rounds[-1].number})


def _facts(view: GameView, zone: ZoneInfo) -> Iterable[str]:
    if view.name:
        yield view.variant.name
    begun, ended = (day(moment, zone) for moment in (view.created_at, view.changed_at))
    yield begun if begun == ended else f"{begun} – {ended}"
    yield sentence(N_("rulebook {key} {version}"), {"key": view.variant.key, "version": view.rulebook})
    if writers := dict.fromkeys(row.who for row in view.state.done if row.who):
        names = ", ".join(list(writers)[:_WRITERS])
        yield sentence(N_("written by {names}"), {"names": names + ("…" if len(writers) > _WRITERS else "")})
    yield sentence(N_("♠ went out"))


def day(moment: datetime, zone: ZoneInfo) -> str:
    """Format the date of a moment in a time zone, in the reader's language."""
    return str(format_date(moment.astimezone(zone).date(), "d MMMM y", rebase=False))


def _starts(view: GameView, names: Sequence[str]) -> tuple[str, ...]:
    setup = view.setup
    begun = {name: setup.points.get(player, 0) for player, name in setup.names.items()}
    return tuple(number(begun.get(name, 0)) for name in names) if any(begun.values()) else ()


def _places(view: GameView, names: Sequence[str]) -> tuple[str, ...]:
    places = {name: f"{place}." for place, name in view.placings}
    return tuple(places.get(name, "–") for name in names)


def _payments(view: GameView) -> Iterable[str]:
    """Yield who pays whom how many chips (IS-22)."""
    for payment in view.payments:
        yield sentence(PAYS, payment._asdict())


def _chart(view: GameView) -> ChartText | None:
    drawn = totals_chart(view)
    if drawn is None:
        return None
    described = ", ".join(f"{name} {number(view.totals[name])}" for _place, name in view.placings)
    alternative = sentence(N_("The totals round by round. In the end: {totals}."), {"totals": described})
    return ChartText(drawn, alternative, sentence(N_("target")))
