"""Game sheets for tests: of any size, with realistic names."""

from collections.abc import Sequence

from scorekeeper.services.paper.labels import labels
from scorekeeper.sheets.curves import ChartData, Curve
from scorekeeper.sheets.model import Cell, ChartText, GameSheet, SheetRow, TotalsColumn

NAMES = (
    "Ida",
    "Ole",
    "Guðrún",
    "Žofie",
    "Łukasz",
    "Ξένια",
    "Юлия",
    "Åse",
    "Bo",
    "Per",
    "Jan",
    "Liv",
    "Siv",
    "Eva",
    "Una",
)
LONG = tuple(f"{name} Wolfeschlegelsteinhausenbergerdorff"[:40] for name in NAMES)


def shown(value: int) -> str:
    return str(value) if value >= 0 else f"−{-value}"


def made(
    names: Sequence[str], rounds: int, running: TotalsColumn = TotalsColumn.BESIDE, step: int = 5, **more: object
) -> GameSheet:
    """Return the sheet of a game whose points follow from round and seat; the third round is voided."""
    totals = [0] * len(names)
    series = {name: [0] for name in names}
    lines = []
    for number in range(1, rounds + 1):
        void = number == 3
        cells = []
        for seat, name in enumerate(names):
            points = ((number * 7 + seat * 11) % 31 - 9) * step
            if not void:
                totals[seat] += points
                series[name].append(totals[seat])
            marks = (1,) if (number + seat) % 9 == 0 else ()
            closed, dealt = seat == number % len(names), seat == (number - 1) % len(names) and not void
            cells.append(Cell(shown(points), shown(totals[seat]), closed, marks, dealt))
        lines.append(SheetRow(number, tuple(cells), void))
    numbers = [line.number for line in lines if not line.voided]
    curves = tuple(Curve(name, seat, 0, tuple(series[name])) for seat, name in enumerate(names))
    data = ChartData(curves, tuple(numbers))
    chart = ChartText(data, "The totals round by round.", "target", "How the totals went") if len(numbers) > 1 else None
    filled: dict[str, object] = {
        "language": "en",
        "labels": labels(),
        "title": "Friday’s game",
        "standing": f"Standing after round {rounds}.",
        "facts": ("Rommy (500)", "20 November 2026", "rulebook da-500 1"),
        "house_rules": ("Every two is a joker.",),
        "names": tuple(names),
        "lines": tuple(lines),
        "starts": (),
        "totals": tuple(shown(total) for total in totals),
        "places": tuple(f"{seat + 1}." for seat in range(len(names))),
        "notes": ("Took the pile without a meld: −50 (DA-13)",),
        "chart": chart,
        "running": running,
        "created": "2026-11-20T18:00:00Z",
        "changed": "2026-11-20T21:00:00Z",
    }
    return GameSheet(**{**filled, **more})  # type: ignore[arg-type]  # fields by name
