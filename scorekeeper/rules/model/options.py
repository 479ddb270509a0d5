"""House rules: an `Option` is a question that a table answers before it plays."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import partial

from ..errors import N_, InvalidHouseRules, Problem

Choice = bool | int | str | None


class Effect(StrEnum):
    """What an option changes."""

    SCORE = "score"  # what the app counts
    REFEREE = "referee"  # what the referee answers
    RECORDED = "recorded"  # nothing in the app: noted for the table


class Group(StrEnum):
    """When a table chooses an option."""

    AGREED = "agreed"  # before the game
    QUARREL = "quarrel"  # never: it settles what the source leaves open, if that is ever disputed


@dataclass(frozen=True)
class Option:
    """A house rule.

    Either `choices` lists what may be chosen (switches: False and True), with
    `labels` for those that are words; or `lowest` and `highest` bound a number,
    where None is a choice too if `nullable`. `sets` names the field of the
    variant that takes the choice itself; `changes` names, for a choice, the
    fields that get other values. `needs` are choices of other options (key -> choice)
    without which it changes nothing; nor does it with fewer than `packs` packs.
    """

    key: str
    default: Choice
    sentence: str
    rule: str
    effect: Effect
    choices: tuple[Choice, ...] = ()
    labels: Mapping[str, str] = field(default_factory=dict)
    lowest: int | None = None
    highest: int | None = None
    nullable: bool = False
    usual: tuple[int, ...] = ()
    sets: str | None = None
    changes: Mapping[Choice, Mapping[str, object]] = field(default_factory=dict)
    group: Group = Group.AGREED
    needs: Mapping[str, Choice] = field(default_factory=dict)
    packs: int = 1

    @property
    def is_switch(self) -> bool:
        """Whether the choices are no and yes."""
        return isinstance(self.default, bool)

    @property
    def is_number(self) -> bool:
        """Whether the choice is a number within bounds."""
        return self.lowest is not None

    @property
    def kind(self) -> str:
        """`switch`, `number` or `choice`."""
        return "switch" if self.is_switch else "number" if self.is_number else "choice"

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
        return any(type(choice) is type(known) and choice == known for known in self.choices)

    def changes_for(self, choice: Choice) -> Mapping[str, object]:
        """Return which fields (dotted paths) get which values under `choice`."""
        if self.sets is not None:
            return {self.sets: choice}
        return self.changes.get(choice, {})


def switch(
    key: str,
    sentence: str,
    rule: str,
    changes: Mapping[str, object] | None = None,
    *,
    sets: str | None = None,
    default: bool = False,
    effect: Effect = Effect.REFEREE,
    group: Group = Group.AGREED,
    needs: Mapping[str, Choice] | None = None,
) -> Option:
    """Return a switch: the field `sets` takes the choice, or the choice that is not the default makes `changes`."""
    return Option(
        key,
        default,
        sentence,
        rule,
        effect,
        choices=(default, not default),
        sets=sets,
        changes={not default: changes} if changes else {},
        group=group,
        needs=needs or {},
    )


def choice(
    key: str,
    sentence: str,
    rule: str,
    labels: Mapping[str, str],
    changes: Mapping[Choice, Mapping[str, object]] | None = None,
    *,
    effect: Effect = Effect.REFEREE,
    group: Group = Group.AGREED,
    needs: Mapping[str, Choice] | None = None,
) -> Option:
    """Return a choice between words, the default first; without `changes` it is only recorded."""
    return Option(
        key,
        next(iter(labels)),
        sentence,
        rule,
        effect if changes else Effect.RECORDED,
        choices=tuple(labels),
        labels=labels,
        changes=changes or {},
        group=group,
        needs=needs or {},
    )


doubt_switch = partial(switch, group=Group.QUARREL)
"""Return a switch that settles the ambiguity `rule`; arguments as of `switch`."""

doubt_choice = partial(choice, group=Group.QUARREL)
"""Return a choice that settles the ambiguity `rule`; arguments as of `choice`."""


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
    if option.is_number:
        message = N_("“{key}” takes a whole number from {lowest} to {highest}.")
        if option.nullable:
            message = N_("“{key}” takes a whole number from {lowest} to {highest}, or nothing.")
        return Problem(message, path, {"key": option.key, "lowest": option.lowest, "highest": option.highest})
    shown = ", ".join("null" if c is None else str(c).lower() for c in option.choices)
    return Problem(N_("“{key}” takes one of: {known}."), path, {"key": option.key, "known": shown})
