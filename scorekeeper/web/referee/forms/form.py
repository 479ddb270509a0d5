"""The form of a question: its fields with the typed texts, the JSON question made of them, and problems."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import TypedDict

from markupsafe import Markup
from werkzeug.datastructures import MultiDict
from wtforms import BooleanField, Field, StringField, TextAreaField

from ....numbers import whole_number
from ....rules.cards import BY_CODE, parse_card
from ....rules.errors import N_, Problem, UnknownCard
from ....rules.letters import with_joker_codes
from ....rules.reasons import Reason
from ....services.errors import Invalid
from ....services.referee.situations import SITUATIONS
from ....services.wording import numbered, show_faces_of
from ...forms import FieldErrors, add_error, form_of, number_or_problem, spread, typed
from ...text import _, bdi, worded
from ..notation import card_text, typed_table
from ..page import WITH_NUMBERS, WITHOUT_JOKERS, QuestionPage, has_jokers
from .field_reading import read_typed
from .fields import FieldKind, GameContext, QuestionField, SituationJson

_BARE_JOKER = re.compile(r"\bjk\b(?!\s*=)", re.IGNORECASE)
_PER_PLAYER = (FieldKind.POINTS, FieldKind.HANDS)
_A_NUMBER = N_("How many points does {name} have?")


class QuestionJson(TypedDict):
    """A question in the form of the referee's contract."""

    variant: str
    house_rules: dict[str, object]
    players: int
    situation: SituationJson


class GridLimits(TypedDict):
    """How often each card and the joker exist, and for each moment the fields whose cards lie together then."""

    copies: int
    jokers: int
    tiles: bool
    moments: list[list[str]]


@dataclass(frozen=True)
class FormRow:
    """A field of the question with its inputs: one, or one for each player where points or hands are asked for."""

    asked: QuestionField
    fields: tuple[Field, ...]

    @property
    def field(self) -> Field:
        """The first input."""
        return self.fields[0]

    @property
    def used(self) -> bool:
        """Whether an input holds text or a problem."""
        return any(field.errors or (field.data or "").strip() for field in self.fields)


class RefereeForm:
    """The form of a question in a game, filled in from `data`, or else from the initial texts `start`."""

    def __init__(
        self,
        page: QuestionPage,
        game: GameContext,
        data: MultiDict[str, str] | None = None,
        start: Mapping[str, str] | None = None,
    ) -> None:
        self.page, self.game = page, game
        show_faces_of(game.variant)
        asked = page.shown(game.variant)
        names = {each.name: list(_html_names(each, len(game.players))) for each in asked}
        area = {each.name for each in asked if each.kind in (FieldKind.MELDS, FieldKind.TABLE)}
        fields: dict[str, Field] = {
            html: TextAreaField() if name in area else StringField()
            for name, html_names in names.items()
            for html in html_names
        }
        fields["discreet"] = BooleanField()
        self.form = form_of(fields)
        self.form.process(data, data=dict(start or {}))
        self._name_joker(data.get("joker", "") if data else "")
        self.rows = [FormRow(each, tuple(self.form[html] for html in names[each.name])) for each in asked]
        self.waiting: str | None = None  # the name of the field whose answer the verdict needs

    def _name_joker(self, tapped: str) -> None:
        """Name the first unnamed joker as the card that was tapped under the verdict.

        `tapped` is the card, or `field:index of the meld:card`; any other text is ignored.
        """
        *where, card = tapped.split(":")
        if card not in BY_CODE:
            return
        for asked in self.page.fields:
            if asked.stands and asked.name in self.form and where[:1] in ([], [asked.name]):
                field = self.form[asked.name]
                index = where[1] if len(where) > 1 and asked.kind in (FieldKind.MELDS, FieldKind.TABLE) else None
                field.data = _named(field.data or "", card, index)

    @property
    def open_rows(self) -> list[FormRow]:
        """The rows that are always visible."""
        return [row for row in self.rows if not row.asked.folded]

    @property
    def folded_rows(self) -> list[FormRow]:
        """The rows in the fold."""
        return [row for row in self.rows if row.asked.folded]

    @property
    def unfolded(self) -> bool:
        """Whether the fold is open: a row in it is used, or the verdict needs its answer."""
        return any(row.used or row.asked.name == self.waiting for row in self.folded_rows)

    @property
    def discreet(self) -> bool:
        """Whether the question must not be stored."""
        return bool(self.form["discreet"].data)

    @property
    def grid(self) -> GridLimits:
        """The limits of the card grid."""
        variant, players = self.game.variant, len(self.game.players)
        return {
            "copies": variant.deck.packs_for(players),
            "jokers": variant.deck.jokers_for(players),
            "tiles": variant.deck.tiles,
            "moments": [self._inputs_of(moment) for moment in SITUATIONS[self.page.question].MOMENTS],
        }

    def _inputs_of(self, moment: Iterable[str]) -> list[str]:
        """Return the names of the inputs for these keys of the situation; a hand of each player has its own."""
        hands = {row.asked.name: row.fields for row in self.rows if row.asked.kind is FieldKind.HANDS}
        names = [key.rstrip("_") for key in moment]
        return [each for name in names for each in ([field.name for field in hands[name]] if name in hands else [name])]

    def body(self) -> QuestionJson:
        """Return the question as JSON in the form of the referee's contract.

        Raises:
            Invalid: something cannot be read, or is missing.
        """
        situation: SituationJson = dict(self.page.adds)
        problems: list[Problem] = []
        for row in self.rows:
            try:
                _put_in(situation, self._read(row))
            except Invalid as error:
                problems += error.problems
        if problems:
            raise Invalid(*problems)
        variant = self.game.variant
        return {
            "variant": variant.key,
            "house_rules": dict(variant.house_rules),
            "players": self.game.number_for(self.page.question),
            "situation": self.page.complete(situation),
        }

    def _read(self, row: FormRow) -> SituationJson:
        if row.asked.kind is FieldKind.POINTS:
            return {row.asked.name: self._points(row)}
        if row.asked.kind is FieldKind.HANDS:
            return {row.asked.name: self._hands(row)}
        return read_typed(row.asked, typed(self.form, row.field.name), self.game)

    def _points(self, row: FormRow) -> dict[str, int]:
        found: dict[str, int] = {}
        problems = []
        for name, field in zip(self.game.players, row.fields, strict=True):
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

    def _hands(self, row: FormRow) -> dict[str, SituationJson]:
        found: dict[str, SituationJson] = {}
        problems: list[Problem] = []
        one = replace(row.asked, name="hand", kind=FieldKind.CARDS)
        for name, field in zip(self.game.players, row.fields, strict=True):
            try:
                found[name] = read_typed(one, typed(self.form, field.name), self.game)
            except Invalid as error:
                problems += [Problem(each.message, (row.asked.name, name), each.values) for each in error.problems]
        if problems:
            raise Invalid(*problems)
        return found

    def show(self, error: Invalid) -> FieldErrors:
        """Attach the problems of a refused question to their fields; return all of them for the summary."""
        return spread([_with_signs(problem) for problem in error.problems], self._field_of)

    def ask_for(self, reasons: Iterable[Reason]) -> None:
        """Attach the reasons that name a missing answer to its field."""
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
        named = [field for name, field in zip(self.game.players, row.fields, strict=True) if name in path]
        return named[0] if named else row.field

    def choices(self, asked: QuestionField) -> list[tuple[str, str]]:
        """Return the choices that exist in this game: (value, label)."""
        return [(choice.value, _(choice.label)) for choice in asked.choices if choice.needs(self.game.variant)]

    def people(self, asked: QuestionField) -> list[tuple[str, str | Markup]]:
        """Return the players to choose from: (value, label)."""
        people: list[tuple[str, str | Markup]] = [
            (f"p{index}", bdi(name)) for index, name in enumerate(self.game.players)
        ]
        return people if asked.must else [("", _("not said")), *people]

    def hint(self, asked: QuestionField) -> str:
        """Return the hint of a field in this game; empty if it has none."""
        hint = asked.hint if has_jokers(self.game.variant) else WITHOUT_JOKERS.get(asked.hint, asked.hint)
        hint = WITH_NUMBERS.get(hint, hint) if self.game.variant.deck.numbered else hint
        return _(hint) if hint else ""

    def label(self, asked: QuestionField) -> str:
        """Return the label of a field in this game."""
        return _(asked.tiles if asked.tiles and self.game.variant.deck.tiles else asked.label)


def _named(text: str, card: str, index: str | None) -> str:
    """Return the typed cards with the first unnamed joker named as `card`; with `index`, the first one of that meld."""
    text = with_joker_codes(text)
    if index is None:
        return _BARE_JOKER.sub(f"JK={card}", text, count=1)
    lines = text.splitlines()
    melds = [at for at, line in enumerate(lines) if typed_table(line)[0]]
    number = whole_number(index, 3)
    if number is not None and number < len(melds):
        at = melds[number]
        lines[at] = _BARE_JOKER.sub(f"JK={card}", lines[at], count=1)
    return "\n".join(lines)


def _with_signs(problem: Problem) -> Problem:
    """Return a problem whose card, if it has one, is shown with its suit's sign: `8♥`, not `8H`."""
    try:
        card = card_text(parse_card(str(problem.values["card"]), numbered=numbered()))
    except (KeyError, UnknownCard):
        return problem
    return Problem(problem.message, problem.path, {**problem.values, "card": card})


def _html_names(asked: QuestionField, players: int) -> Iterator[str]:
    plain = asked.name.replace(".", "-")
    if asked.kind in _PER_PLAYER:
        yield from (f"{plain}-{index}" for index in range(players))
    else:
        yield plain


def _put_in(situation: SituationJson, part: SituationJson) -> None:
    """Merge a field's JSON into the situation. `move.card` is the key `card` of the object `move`.

    An empty list does not replace one that another field has set.
    """
    for name, value in part.items():
        if value == [] and situation.get(name):
            continue
        key, _dot, inner = name.partition(".")
        if not inner:
            situation[key] = value
            continue
        within = situation.setdefault(key, {})
        if isinstance(within, dict):
            within[inner] = value
