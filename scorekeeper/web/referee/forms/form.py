"""A question's form: what was typed, the body that the referee is asked with, and what is wrong at its field."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup
from werkzeug.datastructures import MultiDict
from wtforms import BooleanField, Field, StringField, TextAreaField
from wtforms.form import BaseForm

from ....rules.cards import parse_card
from ....rules.errors import N_, Problem, UnknownCard
from ....rules.referee.ruling import Reason
from ....services.errors import Invalid
from ....services.referee.situations import SITUATIONS
from ...forms import Found, add_error, number_or_problem, spread, typed
from ...text import _, bdi, worded
from ..notation import card_text
from ..page import WITHOUT_JOKERS, Page, has_jokers
from .fields import Field as AskedField
from .fields import Kind, Part, Seated, read_typed

_BARE_JOKER = re.compile(r"\bjk\b(?!\s*=)", re.IGNORECASE)
_A_NUMBER = N_("How many points has {name}?")


@dataclass(frozen=True)
class FormRow:
    """A field of the question on the page: what it asks for, and what was typed; `fields` has one for each player."""

    asked: AskedField
    fields: tuple[Field, ...]

    @property
    def field(self) -> Field:
        """The first field."""
        return self.fields[0]

    @property
    def used(self) -> bool:
        """Whether something was typed there, or something is wrong."""
        return any(field.errors or (field.data or "").strip() for field in self.fields)


class RefereeForm:
    """The form of a question at this table, as typed in `data`, or fresh with `start` in its fields."""

    def __init__(
        self,
        page: Page,
        seated: Seated,
        data: MultiDict[str, str] | None = None,
        start: Mapping[str, str] | None = None,
    ) -> None:
        self.page, self.seated = page, seated
        asked = page.shown(seated.variant)
        names = {each.name: list(_html_names(each, len(seated.players))) for each in asked}
        area = {each.name for each in asked if each.kind in (Kind.MELDS, Kind.TABLE)}
        fields: dict[str, Any] = {
            html: TextAreaField() if name in area else StringField()
            for name, html_names in names.items()
            for html in html_names
        }
        self.form = BaseForm(fields | {"discreet": BooleanField()})
        self.form.process(data, data=dict(start or {}))
        self._name_joker(data.get("joker", "") if data else "")
        self.rows = [FormRow(each, tuple(self.form[html] for html in names[each.name])) for each in asked]
        self.waiting: str | None = None  # the name of the field that the ruling waits for

    def _name_joker(self, card: str) -> None:
        """Let the first joker of which nothing was said stand for `card`, which was tapped under a verdict."""
        for asked in self.page.fields if card else ():
            if asked.stands and asked.name in self.form:
                field = self.form[asked.name]
                field.data = _BARE_JOKER.sub(f"JK={card}", field.data or "", count=1)

    @property
    def open_rows(self) -> list[FormRow]:
        """What is asked at once."""
        return [row for row in self.rows if not row.asked.folded]

    @property
    def folded_rows(self) -> list[FormRow]:
        """What matters only sometimes."""
        return [row for row in self.rows if row.asked.folded]

    @property
    def unfolded(self) -> bool:
        """Whether something in the fold is to be seen."""
        return any(row.used or row.asked.name == self.waiting for row in self.folded_rows)

    @property
    def discreet(self) -> bool:
        """Whether nothing may be kept of it."""
        return bool(self.form["discreet"].data)

    @property
    def grid(self) -> dict[str, Any]:
        """What the card grid counts with: how often each card exists, and which fields lie there together."""
        variant, players = self.seated.variant, len(self.seated.players)
        return {
            "copies": variant.deck.packs_for(players),
            "jokers": variant.deck.jokers_for(players),
            "tiles": variant.deck.tiles,
            "moments": [[key.rstrip("_") for key in moment] for moment in SITUATIONS[self.page.question].MOMENTS],
        }

    def body(self) -> dict[str, Any]:
        """Return the question as JSON for the referee.

        Raises:
            Invalid: something cannot be read, or is missing.
        """
        situation: Part = dict(self.page.fixed)
        problems: list[Problem] = []
        for row in self.rows:
            try:
                _put_in(situation, self._read(row))
            except Invalid as error:
                problems += error.problems
        if problems:
            raise Invalid(*problems)
        variant = self.seated.variant
        return {
            "variant": variant.key,
            "house_rules": dict(variant.house_rules),
            "players": len(self.seated.players),
            "situation": situation,
        }

    def _read(self, row: FormRow) -> Part:
        if row.asked.kind is Kind.POINTS:
            return {row.asked.name: self._points(row)}
        return read_typed(row.asked, typed(self.form, row.field.name), self.seated)

    def _points(self, row: FormRow) -> dict[str, int]:
        found: dict[str, int] = {}
        problems = []
        for name, field in zip(self.seated.players, row.fields, strict=True):
            text = typed(self.form, field.name)
            number, problem = number_or_problem(text, row.asked.name, name)
            if not text:
                problem = Problem(_A_NUMBER, (row.asked.name, name), {"name": name})
            if problem:
                problems.append(problem)
            elif number is not None:
                found[name] = number
        if problems:
            raise Invalid(*problems)
        return found

    def show(self, error: Invalid) -> Found:
        """Put the problems of a refused question at their fields; return them for the summary."""
        return spread([_with_signs(problem) for problem in error.problems], self._field_of)

    def ask_for(self, reasons: Iterable[Reason]) -> None:
        """Put what the ruling waits for at its field."""
        for reason in reasons:
            row = self._row_of(reason.missing) if reason.missing else None
            if row is not None:
                self.waiting = self.waiting or row.asked.name
                add_error(row.field, worded(reason.message, reason.values))

    def _row_of(self, path: tuple[str | int, ...]) -> FormRow | None:
        key, *rest = path if path[:1] != ("situation",) else path[1:]
        dotted = f"{key}.{rest[0]}" if rest else key
        by_name = next((row for row in self.rows if row.asked.name in (dotted, key)), None)
        return by_name or next((row for row in self.rows if key in row.asked.keys), None)

    def _field_of(self, path: tuple[str | int, ...]) -> Field | None:
        if not path:
            return None
        row = self._row_of(path)
        if row is None or len(row.fields) == 1:
            return row.field if row else None
        named = [field for name, field in zip(self.seated.players, row.fields, strict=True) if name == path[-1]]
        return named[0] if named else row.field

    def choices(self, asked: AskedField) -> list[tuple[str, str]]:
        """Return the answers to choose from in this game: (value, label)."""
        return [(choice.value, _(choice.label)) for choice in asked.choices if choice.needs(self.seated.variant)]

    def people(self, asked: AskedField) -> list[tuple[str, str | Markup]]:
        """Return whom to choose from: (value, label)."""
        people: list[tuple[str, str | Markup]] = [
            (f"p{index}", bdi(name)) for index, name in enumerate(self.seated.players)
        ]
        return people if asked.must else [("", _("not said")), *people]

    def hint(self, asked: AskedField) -> str:
        """Return how a field is filled in at this table; nothing where that needs no word."""
        hint = asked.hint if has_jokers(self.seated.variant) else WITHOUT_JOKERS.get(asked.hint, asked.hint)
        return _(hint) if hint else ""

    def label(self, asked: AskedField) -> str:
        """Return the label of a field at this table."""
        return _(asked.tiles if asked.tiles and self.seated.variant.deck.tiles else asked.label)


def _with_signs(problem: Problem) -> Problem:
    """Return a problem with its card, if it has one, as people read it: `8♥` and not `8H`."""
    try:
        card = card_text(parse_card(str(problem.values["card"])))
    except (KeyError, UnknownCard):
        return problem
    return Problem(problem.message, problem.path, {**problem.values, "card": card})


def _html_names(asked: AskedField, players: int) -> Iterator[str]:
    plain = asked.name.replace(".", "-")
    if asked.kind is Kind.POINTS:
        yield from (f"{plain}-{index}" for index in range(players))
    else:
        yield plain


def _put_in(situation: Part, part: Part) -> None:
    """Put a field's part into the situation; `move.card` is the key `card` of `move`. An empty list empties nothing."""
    for name, value in part.items():
        if value == [] and situation.get(name):
            continue
        key, _dot, inner = name.partition(".")
        if inner:
            situation.setdefault(key, {})[inner] = value
        else:
            situation[key] = value
