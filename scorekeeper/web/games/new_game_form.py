"""The form for a new game: names, first dealer, points from paper, house rules."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from secrets import choice
from typing import Any

from werkzeug.datastructures import MultiDict
from wtforms import BooleanField, Field, StringField
from wtforms.form import BaseForm

from ...numbers import whole_number
from ...rules.errors import N_, Problem
from ...rules.model.terms import Dealing
from ...rules.model.variant import Variant
from ...services.circles.named_rules import NamedSet
from ...services.errors import Invalid
from ...services.payloads import NewGameBody
from ...services.views.game_view import GameView
from ..forms import FieldErrors, as_kept, form_of, new_entry_id, number_or_problem, posted_entry_id, spread, typed
from .house_rules_form import HouseRulesForm

_ROWS = 4  # shown at first; a button shows twice as many, then all
_MOST_ROWS = 8  # that many may play by some house rule, even where the packs alone are too small
_LINEUPS = 2
_DRAW = "draw"
_DEALER_UNNAMED = N_("Choose one of the players as the first dealer.")
_POINTS_UNNAMED = N_("These points have no name. Type one.")


@dataclass(frozen=True)
class Lineup:
    """Who played last time, to be taken over by one tap."""

    game_id: str
    names: tuple[str, ...]
    dealer: int  # whose turn to deal it would be


class NewGameForm:
    """A game of `variant`: names, dealer, points, its own name, house rules; as typed in `data` or fresh."""

    def __init__(
        self,
        variant: Variant,
        data: MultiDict[str, str] | None = None,
        lineups: Iterable[Lineup] = (),
        own: Sequence[NamedSet] = (),
    ) -> None:
        self.variant = variant
        self.rows = _rows(variant, data)
        self.players = _fields("player", self.rows, data)
        self.points = _fields("points", self.rows, data)
        self.head = form_of({"dealer": StringField(), "name": StringField(), "hide_totals": BooleanField()})
        self.head.process(data, data={"dealer": "0"})
        self.rules = HouseRulesForm(variant, data, own)
        posted = posted_entry_id(data, by_scripts=False) if data else None
        self.key_given = posted is not None
        self.entry_id = posted or new_entry_id()
        self._offer(list(fitting(variant, lineups)))
        self.drawn: str | None = None

    def _offer(self, lineups: list[Lineup]) -> None:
        """Offer earlier lineups while no name is typed; note whether the typed names are one of them."""
        named = set(self._names().values())
        self.as_before = any(set(each.names) == named for each in lineups)
        self.lineups = [] if named else lineups[:_LINEUPS]

    @property
    def has_dealer(self) -> bool:
        """Whether somebody deals in this game."""
        return self.variant.deal.dealer is not Dealing.NOBODY

    @property
    def more_rows(self) -> int | None:
        """How many rows the button for more players leads to; None if all are there."""
        most = most_rows(self.variant)
        return None if self.rows >= most else min(most, _MOST_ROWS) if self.rows < _MOST_ROWS else most

    @property
    def has_points(self) -> bool:
        """Whether somebody begins with points, or something is wrong about them."""
        return any(field.errors or (field.data or "").strip() for field in self.points)

    def row_of(self, name: Any) -> Field:
        """Return the field of the points of row `name`."""
        return self.points[f"points-{name}"]

    def _names(self) -> dict[int, str]:
        """The rows that were filled in: the name as it will be kept, by row."""
        found = ((row, self.players[f"player-{row}"].data or "") for row in range(self.rows))
        return {row: name for row, typed_ in found if (name := as_kept(typed_))}

    def body(self) -> tuple[NewGameBody, dict[str, int]]:
        """Return the game as JSON for the services, and the points to begin with; draw the dealer if requested.

        Raises:
            Invalid: the dealer is none of the rows with a name; points are no number, or nobody's.
        """
        names = self._names()
        body: NewGameBody = {
            "variant": self.variant.key,
            "players": list(names.values()),
            "name": self.head["name"].data,
        }
        if self.head["hide_totals"].data:
            body["hide_totals"] = True
        if rules := self.rules.body():
            body["house_rules"] = rules
        points, problems = self._points(names)
        dealer = self.head["dealer"].data or ""
        if self.has_dealer and names:
            if dealer == _DRAW:
                body["dealer"] = self.drawn = choice(list(names.values()))
            elif dealer in {str(row) for row in names}:
                body["dealer"] = names[int(dealer)]
            else:
                problems.append(Problem(_DEALER_UNNAMED, ("dealer",)))
        if problems:
            raise Invalid(*problems)
        return body, points

    def _points(self, names: Mapping[int, str]) -> tuple[dict[str, int], list[Problem]]:
        points: dict[str, int] = {}
        problems = []
        for row in range(self.rows):
            if text := typed(self.points, f"points-{row}"):
                number, problem = number_or_problem(text, "points", row)
                if problem is None and row not in names:
                    problem = Problem(_POINTS_UNNAMED, ("points", row))
                if problem is not None:
                    problems.append(problem)
                elif number:
                    points[names[row]] = number
        return points, problems

    def show(self, error: Invalid) -> FieldErrors:
        """Attach the problems of a refused game to their fields; return them for the summary."""
        problems = (self.rules.in_words(problem) for problem in error.problems)
        return spread(problems, self._field_of, self.rules.in_summary)

    def _field_of(self, path: tuple[str | int, ...]) -> Field | None:
        rows = self._names()
        match path:
            case ("players", int(index)):
                return self.players[f"player-{list(rows)[index]}"]
            case ("players", *_):
                return (self._doubled() if rows else None) or self.players["player-0"]
            case ("points", int(row)):
                return self.points[f"points-{row}"]
            case ("points", str(name)):
                return next((self.points[f"points-{row}"] for row, known in rows.items() if known == name), None)
            case (("dealer" | "name") as key, *_):
                return self.head[key]
            case ("house_rules", *_):
                return self.rules.field_of(path)
        return None

    def _doubled(self) -> Field | None:
        """The second of two rows with one name, if there is one."""
        seen: set[str] = set()
        for row, name in self._names().items():
            if name.casefold() in seen:
                return self.players[f"player-{row}"]
            seen.add(name.casefold())
        return None


def lineups_of(views: Iterable[GameView]) -> list[Lineup]:
    """Return who played in the latest games, each lineup once."""
    found: dict[tuple[str, ...], Lineup] = {}
    for view in views:
        dealer = view.players.index(view.dealer) if view.dealer in view.players else 0
        found.setdefault(tuple(sorted(view.players)), Lineup(view.id, view.players, dealer))
    return list(found.values())


def moved_up(data: MultiDict[str, str], row: int) -> MultiDict[str, str]:
    """Return what was typed with `row` changed for the one above it."""
    data = MultiDict(data)
    for key in ("player", "points"):
        one, other = f"{key}-{row - 1}", f"{key}-{row}"
        data[one], data[other] = data.get(other, ""), data.get(one, "")
    swapped = {str(row): str(row - 1), str(row - 1): str(row)}
    data["dealer"] = swapped.get(data.get("dealer", "0"), data.get("dealer", "0"))
    return data


def fitting(variant: Variant, lineups: Iterable[Lineup]) -> Iterator[Lineup]:
    """Yield those of `lineups` who are not too many for `variant`."""
    return (each for each in lineups if len(each.names) <= most_rows(variant))


def emptied(data: MultiDict[str, str]) -> MultiDict[str, str]:
    """Return what was typed without the names."""
    return MultiDict({key: values for key, values in data.lists() if not key.startswith("player-") and key != "dealer"})


def filled_in(data: MultiDict[str, str], lineup: Lineup) -> MultiDict[str, str]:
    """Return what was typed with the names of `lineup`, and no others."""
    data = emptied(data)
    for row, name in enumerate(lineup.names):
        data[f"player-{row}"] = name
    data["dealer"] = str(lineup.dealer)
    return data


def most_rows(variant: Variant) -> int:
    """Return the most players that some house rule lets play."""
    return variant.most_players if variant.deal.most_players is not None else max(variant.most_players, _MOST_ROWS)


def _rows(variant: Variant, data: Mapping[str, str] | None) -> int:
    most = most_rows(variant)
    asked = whole_number((data or {}).get("rows", ""), 3)
    rows = max(
        [
            _ROWS if asked is None else asked,
            _ROWS,
            *(row + 1 for row in range(most) if (data or {}).get(f"player-{row}")),
        ]
    )
    return min(most, rows)


def _fields(key: str, rows: int, data: MultiDict[str, str] | None) -> BaseForm:
    form = form_of({f"{key}-{row}": StringField() for row in range(rows)})
    form.process(data)
    return form
