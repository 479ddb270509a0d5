"""Who joins a running game: a row each, with a name, a seat and points to begin with."""

from collections.abc import Mapping
from dataclasses import dataclass

from werkzeug.datastructures import MultiDict
from wtforms import Field, StringField

from ...documents import JsonObject
from ...numbers import whole_number
from ...rules.errors import N_, Problem
from ...services.views.game_view import GameView
from ..forms import as_kept, form_of, number_or_problem, typed

ZERO, LOWEST, AVERAGE, TYPED = "zero", "lowest", "average", "typed"
_MOST = 8  # rows at once
_NO_POINTS = N_("Type the points to begin with.")
_NO_NAME = N_("Who joins? Type a name.")
CHOOSE = N_("Choose one of the options.")


@dataclass(frozen=True)
class Newcomer:
    """A row; `key` is its value in the form field `dealer`."""

    key: str
    name: Field
    after: Field
    points: Field
    typed: Field


@dataclass(frozen=True)
class Joining:
    """Somebody who joins, as the services take it, behind the seat of player `after`."""

    body: JsonObject
    after: str
    row: Newcomer


class Newcomers:
    """The rows for those who join the game of `view`, as typed in `data` or empty."""

    def __init__(self, view: GameView, data: MultiDict[str, str] | None) -> None:
        self.view = view
        self.keys = [f"new-{number}" for number in range(_rows(data))]
        parts = ("name", "after", "points", "typed")
        self.form = form_of({f"{key}-{part}": StringField() for key in self.keys for part in parts})
        last = view.setup.players[-1][0]
        present = {f"{key}-points": ZERO for key in self.keys} | {f"{key}-after": last for key in self.keys}
        self.form.process(data, data=present)

    @property
    def rows(self) -> list[Newcomer]:
        """The rows, in their order."""
        return [
            Newcomer(key, *(self.form[f"{key}-{p}"] for p in ("name", "after", "points", "typed"))) for key in self.keys
        ]

    @property
    def more(self) -> int | None:
        """How many rows the button for one more leads to; None if there are enough."""
        return len(self.keys) + 1 if len(self.keys) < _MOST else None

    @property
    def filled(self) -> bool:
        """Whether a row has input or an error, so that the part is shown open."""
        return len(self.keys) > 1 or any(
            field.errors or typed(self.form, field.name) for row in self.rows for field in (row.name, row.typed)
        )

    @property
    def lowest(self) -> int:
        """The lowest total at the table."""
        return min(self._totals())

    @property
    def average(self) -> int:
        """The average total at the table, in the steps in which this game counts."""
        totals, step = self._totals(), self.view.variant.point_step
        return (2 * sum(totals) + len(totals) * step) // (2 * len(totals) * step) * step

    def _totals(self) -> list[int]:
        return [self.view.totals[name] for name in self.view.players]

    def read(self, dealer: str) -> tuple[list[Joining], list[Problem]]:
        """Return who joins, and what is wrong; the row that is `dealer` needs a name."""
        joining: list[Joining] = []
        problems: list[Problem] = []
        for number, row in enumerate(self.rows):
            name, text = as_kept(row.name.data), typed(self.form, row.typed.name)
            if not name and not text and dealer != row.key:
                continue
            points, problem = self._points(text, typed(self.form, row.points.name), number)
            if name:
                joining.append(Joining({"name": name, "points": points}, row.after.data or "", row))
            else:
                problems.append(Problem(_NO_NAME, ("joining", number, "name")))
            problems += [problem] if problem else []
        return joining, problems

    def _points(self, text: str, choice: str, number: int) -> tuple[int, Problem | None]:
        if choice == TYPED or (text and choice == ZERO):  # typed points count also if the choice was not changed
            path = ("joining", number, "typed")
            points, problem = number_or_problem(text, *path) if text else (None, Problem(_NO_POINTS, path))
            return points or 0, problem
        offered: Mapping[str, int] = {ZERO: 0, LOWEST: self.lowest, AVERAGE: self.average}
        return offered.get(choice, 0), None if choice in offered else Problem(CHOOSE, ("joining", number, "points"))

    def name_of(self, key: str) -> str | None:
        """Return the name typed in the row of that key; None if there is no such row."""
        return as_kept(self.form[f"{key}-name"].data) if key in self.keys else None

    def field_of(self, number: int, part: str) -> Field:
        """Return a field of a row."""
        return self.form[f"new-{number}-{part}"]


def _rows(data: Mapping[str, str] | None) -> int:
    asked = whole_number((data or {}).get("newcomers", ""), 1)
    return asked if asked is not None and 1 <= asked <= _MOST else 1
