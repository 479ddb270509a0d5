"""Errors that the rules raise for input that is impossible in a game.

A ruling ("that is no meld") is an answer, not an error: see `referee.ruling`.
"""

from dataclasses import dataclass, field


def N_(message: str) -> str:
    """Mark `message` for translation; return it unchanged."""
    return message


class Counted(str):
    """A marked message with a number: the text is that for several, `one` that for one, `number` the value's name."""

    one: str
    number: str


def NN_(one: str, several: str, number: str) -> Counted:
    """Mark a message with forms for one and for several, which the value `number` decides."""
    counted = Counted(several)
    counted.one, counted.number = one, number
    return counted


@dataclass(frozen=True)
class Problem:
    """One thing wrong with what was given.

    `message` is a marked template in the manner of `str.format`, `values` its
    named parts, `path` the keys that lead to the place, outermost first
    (`("entries", "Anna", "hand", 2)`).
    """

    message: str
    path: tuple[str | int, ...] = ()
    values: dict[str, object] = field(default_factory=dict, hash=False)

    def within(self, *outer: str | int) -> "Problem":
        """Return the same problem with `outer` put before its path."""
        return Problem(self.message, (*outer, *self.path), self.values)


class RulesError(ValueError):
    """Base of the errors of the rules; `problems` has one or more."""

    def __init__(self, *problems: Problem) -> None:
        super().__init__("; ".join(p.message.format(**p.values) for p in problems))
        self.problems = problems


class UnknownCard(RulesError):
    """A text that names no card."""


class UnknownVariant(RulesError):
    """A key that names no variant."""


class InvalidHouseRules(RulesError):
    """An option the variant does not have, a choice the option does not have, or two that exclude each other."""


class InvalidPlayers(RulesError):
    """Too few or too many players for the variant and its packs."""


class InvalidRound(RulesError):
    """A round that is no round of this game: its shape, closer, entries or cards."""


class InvalidSituation(RulesError):
    """A situation that cannot be: too many copies of a card, or an index without a meld."""
