"""The form for the settings of a game: names, seats, who leaves, joins or comes back, who deals, house rules."""

from collections.abc import Sequence
from dataclasses import dataclass

from werkzeug.datastructures import MultiDict
from wtforms import BooleanField, Field, StringField

from ...documents import JsonObject
from ...rules.errors import N_, Problem
from ...rules.model.terms import Dealing
from ...services.circles.named_rules import NamedSet
from ...services.errors import Invalid
from ...services.games.settings import settings_problems
from ...services.views.game_view import GameView
from ..forms import FieldErrors, as_kept, form_of, spread, typed
from .house_rules_form import HouseRulesForm
from .newcomers import CHOOSE, Newcomers

SWITCHES = ("no_advice", "hide_totals")
_UNKNOWN = N_("No player has this number.")


@dataclass(frozen=True)
class SeatFields:
    """Somebody's row."""

    id: str
    was: str
    total: int
    name: Field
    moves: Field  # leaves, or of somebody who is away: comes back


class SettingsForm:
    """The settings of `view`, as typed in `data` or as they are; `own`: see `HouseRulesForm`."""

    def __init__(self, view: GameView, data: MultiDict[str, str] | None = None, own: Sequence[NamedSet] = ()) -> None:
        self.view = view
        known = view.setup.names
        fields: dict[str, Field] = {f"name-{player}": StringField() for player in known}
        fields |= {f"leaves-{player}": BooleanField() for player, _name in view.setup.players}
        fields |= {f"back-{player}": BooleanField() for player, _name in view.setup.away}
        fields |= {key: StringField() for key in ("name", "dealer", "by", "why")}
        fields |= {key: BooleanField() for key in SWITCHES}
        self.form = form_of(fields)
        seats = [player for player, _name in view.setup.players]
        self.due = next((player for player, name in view.setup.players if name == view.dealer), None)
        present: dict[str, object] = {f"name-{player}": name for player, name in known.items()}
        present |= {"name": view.name, "dealer": self.due or "", **self._switched()}
        self.form.process(data, data=present)
        self.newcomers = Newcomers(view, data)
        self.rules = HouseRulesForm(view.variant, data, own)
        self.order = _order(seats, data)
        self.strangers = [
            player for player in dict.fromkeys((data or MultiDict()).getlist("seat")) if player not in seats
        ]
        self.body_rows: list[tuple[Field, Field]] = []

    def _switched(self) -> dict[str, bool]:
        """The switches as they are."""
        return {key: getattr(self.view.setup, key) for key in SWITCHES}

    def __getitem__(self, key: str) -> Field:
        return self.form[key]

    @property
    def has_dealer(self) -> bool:
        """Whether somebody deals in this game."""
        return self.view.variant.deal.dealer is not Dealing.NOBODY

    @property
    def seats(self) -> list[SeatFields]:
        """Who sits there, in the order of the seats."""
        return [self._seat(player, "leaves") for player in self.order]

    @property
    def away(self) -> list[SeatFields]:
        """Who has left."""
        return [self._seat(player, "back") for player, _name in self.view.setup.away]

    def _seat(self, player: str, moves: str) -> SeatFields:
        name = self.view.setup.names[player]
        total = self.view.totals.get(name, 0)
        return SeatFields(player, name, total, self.form[f"name-{player}"], self.form[f"{moves}-{player}"])

    @property
    def signed(self) -> bool:
        """Whether the part for who changes this, and why, has input."""
        return any(self.form[key].errors or typed(self.form, key) for key in ("by", "why"))

    def body(self) -> JsonObject:
        """Return what is to be changed, as the services take it; what stays is left out.

        Raises:
            Invalid: with every problem found.
        """
        view = self.view
        body: JsonObject = {}
        if (self.form["name"].data or "") != (view.name or ""):
            body["name"] = self.form["name"].data
        players, problems = self._players()
        if players != [{"id": player, "name": name} for player, name in view.setup.players]:
            body["players"] = players
        dealer, named = self.form["dealer"].data, self._dealer_name()
        if self.has_dealer and dealer and dealer != self.due:
            if named is None:
                problems.append(Problem(CHOOSE, ("dealer",)))
            else:
                body["dealer"] = named
        body |= {key: self.form[key].data for key, was in self._switched().items() if self.form[key].data != was}
        if self.rules.changed:
            body["house_rules"] = self.rules.body()
        if problems:
            raise Invalid(*problems, *settings_problems(view, body))
        return body | {key: text for key in ("by", "why") if (text := typed(self.form, key))}

    def _dealer_name(self) -> str | None:
        """Return the name, as it will be, of whoever is marked to deal next; None if that is nobody."""
        dealer = self.form["dealer"].data or ""
        if dealer in self.order:
            return as_kept(self.form[f"name-{dealer}"].data)
        return self.newcomers.name_of(dealer)

    def _players(self) -> tuple[list[JsonObject], list[Problem]]:
        """Return who will sit there, and what is wrong with who joins; `body_rows` notes whose fields are whose."""
        joining, problems = self.newcomers.read(self.form["dealer"].data or "")
        problems = [Problem(_UNKNOWN, ("unknown",)) for _player in self.strangers] + problems
        staying = [player for player in self.order if not self.form[f"leaves-{player}"].data]
        coming = [player for player, _name in self.view.setup.away if self.form[f"back-{player}"].data]
        new = {after: [each for each in joining if each.after == after] for after in staying}
        seatless = [each for each in joining if each.after not in new]
        self.body_rows, body = [], list[JsonObject]()
        for player in (*staying, None, *coming):
            if player is not None:
                field = self.form[f"name-{player}"]
                body.append({"id": player, "name": as_kept(field.data)})
                self.body_rows.append((field, field))
            for each in seatless if player is None else new.get(player, ()):
                body.append(each.body)
                self.body_rows.append((each.row.name, each.row.typed))
        return body, problems

    def show(self, error: Invalid) -> FieldErrors:
        """Attach the problems of refused settings to their fields; return them for the summary."""
        problems = (self.rules.in_words(problem) for problem in error.problems)
        return spread(problems, self._field_of, self.rules.in_summary)

    def _field_of(self, path: tuple[str | int, ...]) -> Field | None:
        match path:
            case ("players", int(index), key) if index < len(self.body_rows):
                return self.body_rows[index][key == "points"]
            case ("players", *_):
                return self.form[f"name-{self.order[0]}"]
            case ("joining", int(number), str(part)):
                return self.newcomers.field_of(number, part)
            case (("dealer" | "name" | "by" | "why") as key, *_):
                return self.form[key]
            case ("house_rules", *_):
                return self.rules.field_of(path)
        return None


def moved_up(view: GameView, data: MultiDict[str, str], player: str) -> MultiDict[str, str]:
    """Return what was typed with that player one seat further up."""
    data = MultiDict(data)
    order = _order([known for known, _name in view.setup.players], data)
    at = order.index(player) if player in order else 0
    if at:
        order[at - 1 : at + 1] = [player, order[at - 1]]
    data.setlist("seat", order)
    return data


def _order(seats: Sequence[str], data: MultiDict[str, str] | None) -> list[str]:
    """Return the seats in the order that `data` gives; whom it does not know comes last."""
    asked = [player for player in (data.getlist("seat") if data else ()) if player in seats]
    return list(dict.fromkeys((*asked, *seats)))
