"""The types of the referee's answers.

A ruling is an answer, not an error. Each question is a function `(variant, **situation) -> Ruling`;
`readings.ask` asks it and adds what the source leaves open.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import TypeAlias

from ..cards import Card
from ..model.topics import Topic
from ..model.variant import Variant
from ..reasons import Path, Reason, with_cards

Wordings: TypeAlias = Mapping[str, tuple[Topic, str]]  # code of a reason -> what it is about, its marked sentence
Fact: TypeAlias = object  # plain values, cards, and sequences or mappings of them


class Verdict(StrEnum):
    """The verdict of a ruling."""

    LEGAL = "legal"
    ILLEGAL = "illegal"
    UNDECIDED = "undecided"


@dataclass(frozen=True)
class Award:
    """A penalty that follows from a ruling: negative points, by rule; `player` is None if nobody is named."""

    player: str | None
    points: int
    rule: str


@dataclass(frozen=True)
class Ruling:
    """An answer. `reasons` are every fault; of a legal answer the rules that make it so; of an undecided one
    what is missing. `facts` are the question's own results. `doubts` are ids of ambiguities that the ruling met
    beyond those whose readings the variant can be played by. `once_named` is the ruling that stands as soon as the
    jokers are named, whatever they are named: None if the ruling depends on that, or if nothing is to be named.
    """

    verdict: Verdict
    reasons: tuple[Reason, ...]
    facts: Mapping[str, Fact] = field(default_factory=dict)
    penalties: tuple[Award, ...] = ()
    doubts: tuple[str, ...] = ()
    once_named: "Ruling | None" = field(default=None, compare=False)

    @property
    def stands(self) -> "Ruling":
        """The ruling whatever the jokers are named, if there is one; else this one."""
        return self.once_named or self


def reason(
    variant: Variant,
    wordings: Wordings,
    code: str,
    cards: Iterable[Card] = (),
    missing: Path | None = None,
    **values: object,
) -> Reason:
    """Return the reason `code` with its sentence and the variant's rule about it."""
    topic, message = wordings[code]
    about = tuple(cards)
    return Reason(code, message, about, variant.cites.get(topic), with_cards(message, about, values), missing)


def citing(variant: Variant, found: Reason, topic: Topic) -> Reason:
    """Return the reason with the variant's rule about `topic`, if there is one."""
    return replace(found, rule=variant.cites.get(topic, found.rule))


def rule_on(
    faults: Sequence[Reason],
    grounds: Sequence[Reason] = (),
    missing: Sequence[Reason] = (),
    facts: Mapping[str, Fact] | None = None,
    penalties: Sequence[Award] = (),
    doubts: Iterable[str | None] = (),
) -> Ruling:
    """Return a ruling: illegal if there are faults, else undecided if something is missing, else legal.

    `doubts` may hold None for a topic on which the variant has no ambiguity.
    """
    verdict = Verdict.ILLEGAL if faults else Verdict.UNDECIDED if missing else Verdict.LEGAL
    met = tuple(sorted({doubt for doubt in doubts if doubt is not None}))
    reasons = faults or missing or grounds
    return Ruling(verdict, _each_once(reasons), facts or {}, tuple(penalties), met)


def legal_once_named(ruling: Ruling) -> Ruling:
    """Return an undecided ruling that is legal as soon as the jokers are named, whatever they are named."""
    return replace(ruling, once_named=replace(ruling, verdict=Verdict.LEGAL))


def _each_once(reasons: Sequence[Reason]) -> tuple[Reason, ...]:
    """Return the reasons without repetitions: the same code about the same cards."""
    if len({each.message for each in reasons}) == len(reasons):  # the usual case, and cheap
        return tuple(reasons)
    found: dict[object, Reason] = {}
    for each in reasons:
        found.setdefault((each.message, each.cards, str(each.values), each.missing), each)
    return tuple(found.values())
