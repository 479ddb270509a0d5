"""The form for a new game: names, first dealer, house rules; it gives the body that the API takes."""

from collections.abc import Iterator, Mapping
from typing import Any

from werkzeug.datastructures import MultiDict
from wtforms import BooleanField, Field, StringField
from wtforms.form import BaseForm

from ..rules.errors import N_, Problem
from ..rules.options import Effect, Option
from ..rules.variant import Dealing, Variant
from ..services.errors import Invalid
from .forms import Found, spread
from .words import _, worded

_ROWS = 8
_NOTHING = "-"  # a select's value for None
_BOTH_ON = N_("“{one}” and “{other}” cannot both be on.")
_CHOOSE_NUMBER = N_("Choose a whole number from {lowest} to {highest}.")
_CHOOSE = N_("Choose one of what is offered.")
_DEALER_UNNAMED = N_("Choose a first dealer who plays.")


class NewGameForm:
    """Names, dealer, the game's name and house rules for a game of `variant`, as typed in `data` or fresh."""

    def __init__(self, variant: Variant, data: MultiDict[str, str] | None = None) -> None:
        self.variant = variant
        self.rows = _rows(variant, data)
        names: dict[str, Any] = {f"player-{row}": StringField() for row in range(self.rows)}
        self.players = BaseForm(names)
        self.dealer = _bound(StringField(), "dealer")
        self.name = _bound(StringField(), "name")
        self.rules = BaseForm({option.key: _option_field(option) for option in variant.options}, prefix="rule")
        defaults = {option.key: _as_text(option, option.default) for option in variant.options}
        self.players.process(data)
        self.dealer.process(data, "0")
        self.name.process(data)
        self.rules.process(data if data and "rules" in data else None, data=defaults)

    @property
    def has_dealer(self) -> bool:
        """Whether somebody deals in this game."""
        return self.variant.deal.dealer is not Dealing.NOBODY

    @property
    def can_grow(self) -> bool:
        """Whether there may be more players than rows."""
        return self.rows < _most(self.variant)

    @property
    def rules_open(self) -> bool:
        """Whether some house rule differs from its default, or is wrong."""
        return any(field.errors or self._choice(option, field) != option.default for option, field in self._options())

    def _options(self) -> Iterator[tuple[Option, Field]]:
        return ((option, self.rules[option.key]) for option in self.variant.options)

    def _names(self) -> dict[int, str]:
        """The rows that were filled in: what was typed, by row."""
        typed = ((row, self.players[f"player-{row}"].data or "") for row in range(self.rows))
        return {row: name for row, name in typed if name.strip()}

    def body(self) -> dict[str, Any]:
        """Return the game as JSON for the services.

        Raises:
            Invalid: the dealer is none of the rows with a name.
        """
        names = self._names()
        body: dict[str, Any] = {"variant": self.variant.key, "players": list(names.values()), "name": self.name.data}
        rules = {
            option.key: choice
            for option, field in self._options()
            if (choice := self._choice(option, field)) != option.default or type(choice) is not type(option.default)
        }
        if rules:
            body["house_rules"] = rules
        if self.has_dealer and names:
            dealer = self.dealer.data or ""
            if not dealer.isascii() or not dealer.isdigit() or int(dealer) not in names:
                raise Invalid(Problem(_DEALER_UNNAMED, ("dealer",)))
            body["dealer"] = names[int(dealer)]
        return body

    def _choice(self, option: Option, field: Field) -> Any:
        if option.is_switch:
            return bool(field.data)
        text = (field.data or "").strip()
        if option.is_number:
            if not text:
                return None if option.nullable else option.default
            return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else text
        return next((choice for choice in option.choices if _as_text(option, choice) == text), text)

    def show(self, error: Invalid) -> Found:
        """Put the problems of a refused game at their fields; return them for the summary."""
        return spread((self._in_words(problem) for problem in error.problems), self._field_of)

    def _field_of(self, path: tuple[str | int, ...]) -> Field | None:
        match path:
            case ("players", int(index)):
                return self.players[f"player-{list(self._names())[index]}"]
            case ("players", *_):
                return self.players["player-0"] if not self._names() else self._doubled() or self.players["player-0"]
            case ("dealer", *_):
                return self.dealer
            case ("name", *_):
                return self.name
            case ("house_rules", str(key), *_) if key in self.rules:
                return self.rules[key]
        return None

    def _doubled(self) -> Field | None:
        """The second of two rows with one name, if there is one."""
        seen: set[str] = set()
        for row, name in self._names().items():
            folded = name.strip().casefold()
            if folded in seen:
                return self.players[f"player-{row}"]
            seen.add(folded)
        return None

    def _in_words(self, problem: Problem) -> Problem:
        """Return a problem of a house rule without its raw key in the sentence."""
        if problem.path[:1] != ("house_rules",) or len(problem.path) < 2:
            return problem
        options = {option.key: option for option in self.variant.options}
        if "one" in problem.values:
            pair: dict[str, object] = {side: _clause(options[str(problem.values[side])]) for side in ("one", "other")}
            return Problem(_BOTH_ON, problem.path, pair)
        option = options.get(str(problem.path[1]))
        if option is not None and option.is_number:
            return Problem(_CHOOSE_NUMBER, problem.path, {"lowest": option.lowest, "highest": option.highest})
        return Problem(_CHOOSE, problem.path)

    @property
    def house_rules(self) -> list[dict[str, Any]]:
        """Each house rule for the template: its field, sentence, default in words, kind."""
        return [
            {
                "field": field,
                "sentence": worded(option.sentence),
                "default": _choice_words(option, option.default),
                "kind": "switch" if option.is_switch else "number" if option.is_number else "choice",
                "option": option,
                "choices": [(_as_text(option, choice), _choice_words(option, choice)) for choice in option.choices],
                "recorded": option.effect is Effect.RECORDED,
            }
            for option, field in self._options()
        ]


def _most(variant: Variant) -> int:
    """Return the most players that some house rule lets play."""
    return variant.most_players if variant.deal.most_players is not None else max(variant.most_players, _ROWS)


def _rows(variant: Variant, data: Mapping[str, str] | None) -> int:
    most = _most(variant)
    rows = min(most, _ROWS)
    asked = (data or {}).get("rows", "")
    return most if asked == "all" or f"player-{rows}" in (data or {}) else rows


def _bound(unbound: Any, name: str) -> Field:
    return BaseForm({name: unbound})[name]


def _option_field(option: Option) -> Any:
    return BooleanField(false_values=(False, "false", "")) if option.is_switch else StringField()


def _as_text(option: Option, choice: object) -> Any:
    """Return a choice as it stands in its field."""
    if option.is_switch:
        return choice
    if choice is None:
        return "" if option.is_number else _NOTHING
    return str(choice)


def _choice_words(option: Option, choice: object) -> str:
    if isinstance(choice, bool):
        return str(_("yes") if choice else _("no"))
    if choice is None:
        return str(_("no limit"))
    return str(_(option.labels[choice])) if isinstance(choice, str) and choice in option.labels else str(choice)


def _clause(option: Option) -> str:
    return str(worded(option.sentence)).rstrip(".")
