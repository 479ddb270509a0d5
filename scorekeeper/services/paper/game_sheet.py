"""Word a game for its printed sheet, in the reader's language and time zone."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from zoneinfo import ZoneInfo

from ...rules.errors import N_
from ...rules.model.terms import How
from ...rules.scoring.payments import PAYS
from ...sheets.model import Cell, ChartText, Emblem, GameSheet, QrCode, SheetRow, TotalsColumn
from ..rulebook.agreed import house_rules
from ..views.game_view import GameView
from ..views.round_views import RoundView
from ..views.sides import sided
from ..wording import game_name, reader_language, sentence, show_faces_of
from .chart_data import chart_title, deciding, goal_word, totals_chart
from .footnotes import Footnotes
from .heading import facts, standing_text, total_text
from .labels import labels
from .numbers import number, place_text


@dataclass(frozen=True)
class SheetChoices:
    """What to print on a game's sheet: time zone, options, place, QR code, second page, the result in words, notes.

    `evening` is the note on the evening, printed with the other `notes`.
    """

    zone: ZoneInfo
    running: TotalsColumn = TotalsColumn.BESIDE
    place: str = ""
    signatures: bool = False
    code: QrCode | None = None
    rulings: tuple[str, ...] = ()
    history: tuple[tuple[str, str], ...] = ()
    result: tuple[str, ...] = ()
    notes: bool = False
    evening: str | None = None


def game_sheet(view: GameView, choices: SheetChoices) -> GameSheet:
    """Return the sheet of a game; a pure function of its arguments and the language."""
    show_faces_of(view.variant)
    dealers, signing, view = view.dealers, tuple(view.players), sided(view)
    names, footnotes, hidden = list(view.totals), Footnotes(), view.totals_hidden
    lines = tuple(_line(view, round_, names, footnotes, dealers.get(round_.number)) for round_ in view.rounds)
    ended = view.standing.ended
    return GameSheet(
        language=reader_language(),
        labels=labels(),
        title=view.name or game_name(view.variant),
        game=game_name(view.variant) if view.name else "",
        standing=standing_text(view),
        winners=view.standing.winners,
        result=choices.result if ended else (),
        facts=tuple(facts(view, choices.zone)),
        place=choices.place,
        emblem=Emblem(view.variant.emblem, tiles=view.variant.deck.tiles),
        rulebook=sentence(N_("rulebook {key} {version}"), {"key": view.variant.key, "version": view.rulebook}),
        house_rules=tuple(house_rules(view.variant)),
        names=tuple(names),
        lines=lines,
        starts=() if hidden else _starts(view, names),
        totals=tuple(total_text(view, name) for name in names),
        rating=tuple("" if hidden else str(view.rating[name]) for name in names) if view.rating else (),
        places=_places(view, names) if view.counting and not hidden else (),
        payments=tuple(_payments(view)) if ended else (),
        notes=footnotes.texts,
        written=tuple(_written(view, choices.evening)) if choices.notes else (),
        chart=_chart(view),
        running=choices.running,
        signatures=signing if choices.signatures else (),
        code=choices.code,
        rulings=choices.rulings,
        history=choices.history,
        created=f"{view.created_at:%Y-%m-%dT%H:%M:%SZ}",
        changed=f"{view.changed_at:%Y-%m-%dT%H:%M:%SZ}",
    )


def _line(
    view: GameView, round_: RoundView, names: Sequence[str], footnotes: Footnotes, dealer: str | None
) -> SheetRow:
    dealt_by, hidden = view.label(dealer or ""), view.totals_hidden
    closer = round_.round.closer if round_.round.how is How.OUT else None
    cells = tuple(
        Cell(
            points=number(round_.scores[name]),
            total="" if hidden else number(round_.totals[name]),
            rating=str(round_.rating.get(name, "")),
            closed=name == closer,
            marks=footnotes.marks(round_, name),
            dealt=name == dealt_by,
        )
        if name in round_.scores
        else None
        for name in names
    )
    return SheetRow(round_.number, cells, round_.voided)


def _starts(view: GameView, names: Sequence[str]) -> tuple[str, ...]:
    setup = view.setup
    begun = {name: setup.points.get(player, 0) for player, name in setup.names.items()}
    return tuple(number(begun.get(name, 0)) for name in names) if any(begun.values()) else ()


def _places(view: GameView, names: Sequence[str]) -> tuple[str, ...]:
    places = {name: place for place, name in view.placings}
    shown = {name: place_text(place, places.values()) for name, place in places.items()}
    # Translators: a player's place on a sheet, “4th”, and that a limit has put the player out
    out = N_("{place} · out")
    shown |= {name: sentence(out, {"place": shown[name]}) for name in view.eliminated.out if name in shown}
    return tuple(shown.get(name, "–") for name in names)


def _payments(view: GameView) -> Iterable[str]:
    """Yield who pays whom how many chips (IS-22)."""
    for payment in view.payments:
        yield sentence(PAYS, payment._asdict())


def _written(view: GameView, evening: str | None) -> Iterable[str]:
    """Yield the notes on the evening, on the game and on its rounds."""
    if evening:
        yield sentence(N_("The evening: {note}"), {"note": evening})
    if view.note:
        yield sentence(N_("Note: {note}"), {"note": view.note})
    for round_ in view.rounds:
        if round_.note:
            yield sentence(N_("Round {number}: {note}"), {"number": round_.number, "note": round_.note})


def _chart(view: GameView) -> ChartText | None:
    drawn = totals_chart(view)
    if drawn is None:
        return None
    reached = deciding(view)
    described = ", ".join(f"{name} {number(reached[name])}" for _place, name in view.placings)
    alternative = sentence(N_("The totals round by round. In the end: {totals}."), {"totals": described})
    return ChartText(drawn, alternative, sentence(goal_word(view.variant)), sentence(chart_title(view.variant)))
