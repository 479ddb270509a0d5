"""House rules: an `Option` is a question that a table answers before it plays."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import partial
from typing import Any, NamedTuple, TypedDict, Unpack
from unicodedata import category

from ..errors import N_, InvalidHouseRules, Problem

Choice = bool | int | str | None


class Wording(NamedTuple):
    """A choice in words, as another reading of the source: marked sentences for the fields of `sources.Reading`."""

    text: str
    condition: str = ""
    where_laid: bool = False


class Effect(StrEnum):
    """What an option changes."""

    SCORE = "score"  # what the app counts
    REFEREE = "referee"  # what the referee answers
    RECORDED = "recorded"  # nothing in the app: noted for the table


class OptionGroup(StrEnum):
    """When a table chooses an option."""

    AGREED = "agreed"  # before the game
    QUARREL = "quarrel"  # never: it settles what the source leaves open, if that is ever disputed


@dataclass(frozen=True)
class Option:
    """A house rule.

    Either `choices` lists what may be chosen (switches: False and True), with
    `labels` for those that are words; or `lowest` and `highest` bound a number,
    where None is a choice too if `nullable`, which `none` words; or `longest` bounds the length of a
    text, which is kept letter for letter. `sets` names the field of the
    variant that takes the choice itself; `changes` names, for a choice, the
    fields that get other values. `needs` are choices of other options (key -> choice)
    without which it changes nothing; nor does it with fewer than `packs` packs.
    `readings` words choices as other readings of the source (`sources.Reading`).
    """

    key: str
    default: Choice
    sentence: str
    rule: str
    effect: Effect = Effect.REFEREE
    choices: tuple[Choice, ...] = ()
    labels: Mapping[str, str] = field(default_factory=dict)
    lowest: int | None = None
    highest: int | None = None
    nullable: bool = False
    none: str = N_("no limit")
    longest: int | None = None
    usual: tuple[int, ...] = ()
    sets: str | None = None
    changes: Mapping[Choice, Mapping[str, object]] = field(default_factory=dict)
    group: OptionGroup = OptionGroup.AGREED
    needs: Mapping[str, Choice] = field(default_factory=dict)
    packs: int = 1
    readings: Mapping[Choice, Wording] = field(default_factory=dict)

    @property
    def is_switch(self) -> bool:
        """Whether the choices are no and yes."""
        return isinstance(self.default, bool)

    @property
    def is_number(self) -> bool:
        """Whether the choice is a number within bounds."""
        return self.lowest is not None

    @property
    def is_text(self) -> bool:
        """Whether the choice is a text of the table's own."""
        return self.longest is not None

    @property
    def kind(self) -> str:
        """`switch`, `number`, `text` or `choice`."""
        return "switch" if self.is_switch else "number" if self.is_number else "text" if self.is_text else "choice"

    @property
    def allows_none(self) -> bool:
        """Whether None is a choice of its own."""
        return self.nullable or None in self.choices

    def allows(self, choice: object) -> bool:
        """Return whether `choice` may be chosen; True is not 1 here."""
        if choice is None:
            return self.allows_none
        if self.lowest is not None and self.highest is not None:
            return type(choice) is int and self.lowest <= choice <= self.highest
        if self.longest is not None:
            return isinstance(choice, str) and len(choice) <= self.longest and not _has_controls(choice)
        return any(type(choice) is type(known) and choice == known for known in self.choices)

    @property
    def fields(self) -> frozenset[str]:
        """The fields (dotted paths) that some choice changes."""
        changed = {path for changes in self.changes.values() for path in changes}
        return frozenset(changed if self.sets is None else {*changed, self.sets})

    def changes_for(self, choice: Choice) -> Mapping[str, object]:
        """Return which fields (dotted paths) get which values under `choice`."""
        if self.sets is not None:
            return {self.sets: choice}
        return self.changes.get(choice, {})


class Details(TypedDict, total=False):
    """What every option may have: fields of `Option`."""

    effect: Effect
    group: OptionGroup
    needs: Mapping[str, Choice]
    packs: int
    none: str
    readings: Mapping[Any, Wording]


def house_rules(**options: Option) -> tuple[Option, ...]:
    """Return the options of a game, with their keys, in the order in which they are listed."""
    return tuple(replace(option, key=key) for key, option in options.items())


def switch(
    rule: str,
    sentence: str,
    changes: Mapping[str, object] | None = None,
    *,
    sets: str | None = None,
    default: bool = False,
    reading: str = "",
    condition: str = "",
    **details: Unpack[Details],
) -> Option:
    """Return a switch: the field `sets` takes the choice, or the choice that is not the default makes `changes`.

    `reading` (if it has only a `condition`: the sentence) words that choice as another reading of the source.
    """
    made = {not default: changes} if changes else {}
    text = reading or (sentence if condition else "")
    return one_of(rule, sentence, (default, not default), made, sets=sets, reading=text, condition=condition, **details)


def choice(
    rule: str,
    sentence: str,
    labels: Mapping[str, str],
    changes: Mapping[str, Mapping[str, object]] | None = None,
    *,
    reading: str = "",
    condition: str = "",
    **details: Unpack[Details],
) -> Option:
    """Return a choice between words, the default first; without `changes` it is only recorded.

    `reading` words the second choice as another reading of the source, with its `condition`; `readings` several.
    """
    option = one_of(rule, sentence, tuple(labels), changes, reading=reading, condition=condition, **details)
    return replace(option, labels=labels)


def one_of(
    rule: str,
    sentence: str,
    choices: tuple[Choice, ...],
    changes: Mapping[Any, Mapping[str, object]] | None = None,
    *,
    default: Choice = None,
    sets: str | None = None,
    reading: str = "",
    condition: str = "",
    **details: Unpack[Details],
) -> Option:
    """Return a choice between values without words, numbers or None, the default first; `reading` as of `choice`."""
    if reading:
        details.setdefault("readings", {choices[1]: Wording(reading, condition)})
    details.setdefault("effect", _effect(changes or {}, sets))
    chosen = choices[0] if default is None else default
    return Option("", chosen, sentence, rule, choices=choices, sets=sets, changes=changes or {}, **details)


def number(
    rule: str,
    sentence: str,
    default: int | None,
    bounds: tuple[int, int],
    *,
    sets: str,
    usual: tuple[int, ...] = (),
    nullable: bool = False,
    **details: Unpack[Details],
) -> Option:
    """Return a number that the field `sets` takes, within inclusive `bounds`; the `usual` ones are offered.

    None is a choice, too, if it is the default or the number is `nullable`.
    """
    details.setdefault("effect", _effect({}, sets))
    option = Option("", default, sentence, rule, lowest=bounds[0], highest=bounds[1], sets=sets, **details)
    return replace(option, nullable=nullable or default is None, usual=usual)


def free_text(rule: str, sentence: str, longest: int, *, sets: str, **details: Unpack[Details]) -> Option:
    """Return a text that the field `sets` takes, at most `longest` characters; empty unless the table types one."""
    details.setdefault("effect", Effect.SCORE)
    return Option("", "", sentence, rule, longest=longest, sets=sets, **details)


def _has_controls(text: str) -> bool:
    return any(category(character) in ("Cc", "Cs", "Zl", "Zp") for character in text)


doubt_switch = partial(switch, group=OptionGroup.QUARREL)
"""Return a switch that settles the ambiguity `rule`; arguments as of `switch`."""

doubt_choice = partial(choice, group=OptionGroup.QUARREL)
"""Return a choice that settles the ambiguity `rule`; arguments as of `choice`."""


def _effect(changes: Mapping[Choice, Mapping[str, object]], sets: str | None = None) -> Effect:
    """Return the effect of an option that names none: on the score if it changes how rounds score or games end."""
    paths = {path for changed in changes.values() for path in changed} | ({sets} if sets else set())
    if not paths:
        return Effect.RECORDED
    counted = any(path.startswith(("scoring.", "ending.")) for path in paths)
    return Effect.SCORE if counted else Effect.REFEREE


def check_choices(
    options: tuple[Option, ...], exclusive: Iterable[tuple[str, str]], choices: Mapping[str, object]
) -> dict[str, Choice]:
    """Return `choices` without those of None where None is no choice.

    Raises:
        InvalidHouseRules: with a problem for each unknown option or choice, or for
            two switches that exclude each other.
    """
    known = {option.key: option for option in options}
    made: dict[str, Choice] = {}
    problems: list[Problem] = []
    for key, choice in choices.items():
        option = known.get(key)
        if option is None:
            problems.append(_unknown_option(key, known))
        elif option.allows(choice) and (choice is None or isinstance(choice, bool | int | str)):
            made[key] = choice
        elif choice is not None:
            problems.append(_unknown_choice(option))
    for one, other in exclusive:
        if made.get(one) and made.get(other):
            problems.append(
                Problem(
                    N_("“{one}” and “{other}” can’t both be on."), ("house_rules", other), {"one": one, "other": other}
                )
            )
    if problems:
        raise InvalidHouseRules(*problems)
    return made


def _unknown_option(key: str, known: Iterable[str]) -> Problem:
    return Problem(
        N_("“{key}” is not a house rule of this game. Its house rules: {known}."),
        ("house_rules", key),
        {"key": key[:40], "known": ", ".join(known)},
    )


def _unknown_choice(option: Option) -> Problem:
    path = ("house_rules", option.key)
    if option.is_text:
        message = N_("“{key}” takes a text of at most {longest} characters, without control characters.")
        return Problem(message, path, {"key": option.key, "longest": option.longest})
    if option.is_number:
        message = N_("“{key}” takes a whole number from {lowest} to {highest}.")
        if option.nullable:
            message = N_("“{key}” takes a whole number from {lowest} to {highest}, or nothing.")
        return Problem(message, path, {"key": option.key, "lowest": option.lowest, "highest": option.highest})
    shown = ", ".join("null" if c is None else str(c).lower() for c in option.choices)
    return Problem(N_("“{key}” takes one of: {known}."), path, {"key": option.key, "known": shown})
