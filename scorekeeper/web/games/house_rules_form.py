"""The form of house rules: each with its sentence, its usual choice and a field."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from markupsafe import Markup
from werkzeug.datastructures import MultiDict
from wtforms import BooleanField, Field, StringField

from ...numbers import whole_number
from ...rules.errors import N_, Problem
from ...rules.model.options import Choice, Option, OptionGroup
from ...rules.model.presets import choices_by
from ...rules.model.variant import Variant
from ...services.circles.named_rules import NamedSet
from ...services.errors import Invalid
from ...services.rulebook.agreed import choice_text
from ..forms import form_of
from ..text import _, say, worded

_NOTHING = "-"  # a select's value for None
_BOTH_ON = N_("“{one}” and “{other}” can’t both be on.")
_CHOOSE_NUMBER = N_("Choose a whole number from {lowest} to {highest}.")
_TYPE_TEXT = N_("At most {longest} characters, and no control characters.")
_CHOOSE = N_("Choose one of the options.")
_NO_PRESET = N_("This game doesn’t have that variation. Choose one that is offered.")
USUAL = "usual"  # the key of a game without any of its presets


class OfferedPreset(NamedTuple):
    """Several house rules under a name, for the template; the game as usual has no name.

    `own` is one that a circle keeps, `left_out` are those of its house rules that this version does not know.
    """

    key: str
    chosen: bool
    name: str = ""
    lang: str = ""
    own: bool = False
    left_out: Sequence[str] = ()


class OfferedRule(NamedTuple):
    """A house rule for the template: its sentence, its default in words, and what can be chosen: (value, words)."""

    option: Option
    field: Field
    sentence: Markup
    default: str
    choices: list[tuple[str, str]]


class HouseRulesForm:
    """The house rules of `variant`, as typed in `data`, else as they are chosen in it.

    `own` are those that circles of this device keep under a name.
    """

    def __init__(self, variant: Variant, data: MultiDict[str, str] | None = None, own: Sequence[NamedSet] = ()) -> None:
        self.variant = variant
        self.own = own
        self.form = form_of({option.key: _option_field(option) for option in variant.options}, prefix="rule")
        present = {option.key: _as_text(option, variant.chosen(option)) for option in variant.options}
        self.form.process(data if data and "rules" in data else None, data=present)

    def _options(self) -> Iterator[tuple[Option, Field]]:
        return ((option, self.form[option.key]) for option in self.variant.options)

    def _choices(self) -> dict[str, Choice]:
        return {option.key: _choice(option, field) for option, field in self._options()}

    @property
    def changed(self) -> bool:
        """Whether a choice differs from what `variant` has."""
        choices = self._choices()
        return any(_differ(choices[option.key], self.variant.chosen(option)) for option in self.variant.options)

    @property
    def open(self) -> bool:
        """Whether a house rule differs from its default or has an error, so that the part is shown open."""
        return any(self._stands_out(option, field) for option, field in self._options())

    @property
    def quarrels_open(self) -> bool:
        """Whether this applies to a house rule that settles an ambiguity."""
        return any(self._stands_out(option, field) for option, field in self._options() if _settles_doubt(option))

    def _stands_out(self, option: Option, field: Field) -> bool:
        return bool(field.errors) or _choice(option, field) != option.default

    def body(self) -> dict[str, Choice]:
        """Return the choices that differ from the defaults, as the services take them."""
        choices = self._choices()
        return {o.key: choices[o.key] for o in self.variant.options if _differ(choices[o.key], o.default)}

    @property
    def presets(self) -> list[OfferedPreset]:
        """The circles' own sets and the presets of the game for the template, between them the game as usual.

        Empty if there are none.
        """
        known, choices = self.variant.presets, self._choices()
        if not known and not self.own:
            return []
        usual = self._usual()
        mine = [
            OfferedPreset(each.tag, self._has(each), each.name, own=True, left_out=each.left_out) for each in self.own
        ]
        shown = [OfferedPreset(p.key, p.holds(choices), p.name, p.source.language) for p in known]
        return [*mine, OfferedPreset(USUAL, all(not _differ(choices[key], usual[key]) for key in usual)), *shown]

    def _has(self, own: NamedSet) -> bool:
        """Return whether the choices are those of a set."""
        choices, made = self._choices(), own.house_rules
        return not any(_differ(choices[o.key], made.get(o.key, o.default)) for o in self.variant.options)

    def _usual(self) -> Mapping[str, Choice]:
        """Return the usual choices of what presets set; of all house rules if there are own sets, which set all."""
        if self.own:
            return {option.key: option.default for option in self.variant.options}
        return choices_by(None, self.variant.presets, self.variant.options)

    def with_preset(self, data: MultiDict[str, str], key: str) -> MultiDict[str, str]:
        """Return `data` with the house rules of a preset or own set filled in, by the key `USUAL` as they usually are.

        House rules that none of them sets stay as they were typed.

        Raises:
            Invalid: the game has no such preset.
        """
        made = self._made_by(key)
        filled = MultiDict({**data, "rules": "1"})
        for option, field in self._options():
            value = _as_text(option, made[option.key]) if option.key in made else field.data
            filled[field.name] = "1" if value is True else value or ""
        return filled

    def _made_by(self, key: str) -> Mapping[str, Choice]:
        """Return the choices that a preset, an own set or `USUAL` makes."""
        known = self.variant.presets
        own = next((each for each in self.own if each.tag == key), None)
        if own is not None:
            return {**self._usual(), **own.house_rules}
        if key == USUAL and (known or self.own):
            return self._usual()
        chosen = next((each for each in known if each.key == key), None)
        if chosen is None:
            raise Invalid(Problem(_NO_PRESET, ("preset",)))
        return choices_by(chosen, known, self.variant.options)

    def field_of(self, path: tuple[str | int, ...]) -> Field | None:
        """Return the field that a problem with that path is about."""
        key = str(path[1]) if len(path) > 1 else ""
        return next((field for option, field in self._options() if option.key == key), None)

    def in_words(self, problem: Problem) -> Problem:
        """Return a problem of a house rule without its raw key in the sentence; any other one as it is."""
        if problem.path[:1] != ("house_rules",) or len(problem.path) < 2:
            return problem
        options = {option.key: option for option in self.variant.options}
        if "one" in problem.values:
            pair: dict[str, object] = {side: _clause(options[str(problem.values[side])]) for side in ("one", "other")}
            return Problem(_BOTH_ON, problem.path, pair)
        option = options.get(str(problem.path[1]))
        if option is not None and option.is_number:
            return Problem(_CHOOSE_NUMBER, problem.path, {"lowest": option.lowest, "highest": option.highest})
        if option is not None and option.is_text:
            return Problem(_TYPE_TEXT, problem.path, {"longest": option.longest})
        return Problem(_CHOOSE, problem.path)

    def in_summary(self, problem: Problem, sentence: Markup) -> Markup:
        """Return the sentence of a problem of `in_words` for a summary, which names the house rule."""
        option = next((each for each in self.variant.options if problem.path == ("house_rules", each.key)), None)
        if option is None or problem.message == _BOTH_ON:
            return sentence
        return say(_("{rule} – {problem}"), rule=Markup.escape(_clause(option)), problem=sentence)

    @property
    def agreed(self) -> Iterator[OfferedRule]:
        """The house rules that a table agrees on before it plays, for the template."""
        return (_shown(option, field) for option, field in self._options() if not _settles_doubt(option))

    @property
    def quarrels(self) -> Iterator[OfferedRule]:
        """The house rules that settle ambiguities, for the template."""
        return (_shown(option, field) for option, field in self._options() if _settles_doubt(option))


def _settles_doubt(option: Option) -> bool:
    return option.group is OptionGroup.QUARREL


def _shown(option: Option, field: Field) -> OfferedRule:
    choices = [(_as_text(option, choice), _offered(option, choice)) for choice in option.choices]
    return OfferedRule(option, field, worded(option.sentence), choice_text(option, option.default), choices)


def _offered(option: Option, choice: Choice) -> str:
    words = choice_text(option, choice)
    return _("{choice} (usual)", choice=words) if choice == option.default else words


def _differ(one: object, other: object) -> bool:
    return one != other or type(one) is not type(other)  # 1 is not True


def _choice(option: Option, field: Field) -> Choice:
    if option.is_switch:
        return bool(field.data)
    if option.is_text:
        return field.data or ""
    text = (field.data or "").strip()
    if option.is_number:
        if not text:
            return None if option.nullable else option.default
        number = whole_number(text, 9)
        return text if number is None else number
    return next((choice for choice in option.choices if _as_text(option, choice) == text), text)


def _option_field(option: Option) -> Field:
    return BooleanField(false_values=(False, "false", "")) if option.is_switch else StringField()


def _as_text(option: Option, choice: object) -> Any:
    """Return the value of a choice in its field."""
    if option.is_switch:
        return choice
    if choice is None:
        return "" if option.is_number else _NOTHING
    return str(choice)


def _clause(option: Option) -> str:
    return str(worded(option.sentence)).rstrip(".")
