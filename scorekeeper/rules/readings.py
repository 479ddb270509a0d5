"""Whether a ruling is settled: the other readings of an ambiguous source, tried out."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from .errors import RulesError
from .rulings import Ruling, Verdict
from .sources import Ambiguity, Reading
from .variant import Variant

Question = Callable[..., Ruling]


@dataclass(frozen=True)
class OpenReading:
    """Another reading of the source, and what it would say; `verdict` is None if that cannot be told."""

    reading: Reading
    verdict: Verdict | None


@dataclass(frozen=True)
class Doubt:
    """An ambiguity that a ruling met, with its other readings."""

    ambiguity: Ambiguity
    readings: tuple[OpenReading, ...]


@dataclass(frozen=True)
class Answer:
    """A ruling by a variant, with every doubt about it."""

    variant: Variant
    ruling: Ruling
    doubts: tuple[Doubt, ...]

    @property
    def settled(self) -> bool:
        """Whether the source, or a house rule that was chosen, leaves no other answer."""
        return not self.doubts


def ask(question: Question, variant: Variant, **situation: Any) -> Answer:
    """Return the answer of `question` about `situation`.

    An ambiguity is met if the ruling says so, or if another reading of it would rule otherwise. A house rule
    that the table has chosen settles its ambiguity.

    Raises:
        InvalidSituation: the situation cannot be.
    """
    ruling = question(variant, **situation)
    found = []
    for ambiguity in variant.ambiguities:
        if _is_chosen(variant, ambiguity):
            continue
        others = [_under(question, variant, reading, situation) for reading in ambiguity.readings]
        differs = any(other is not None and _said(other) != _said(ruling) for other in others)
        if differs or ambiguity.key in ruling.doubts:
            pairs = zip(ambiguity.readings, others, strict=True)
            found.append(
                Doubt(ambiguity, tuple(OpenReading(r, other.verdict if other else None) for r, other in pairs))
            )
    return Answer(variant, ruling, tuple(found))


def _is_chosen(variant: Variant, ambiguity: Ambiguity) -> bool:
    """Return whether the table has chosen a house rule that selects a reading, or that is about the ambiguity."""
    options = {reading.option for reading in ambiguity.readings}
    options |= {option.key for option in variant.options if option.rule == ambiguity.key}
    return any(option in variant.house_rules for option in options)


def _under(question: Question, variant: Variant, reading: Reading, situation: dict[str, Any]) -> Ruling | None:
    """Return the ruling under `reading`; None if it changes nothing that can be asked about."""
    other = variant.read_as(reading)
    if other is None:
        return None
    try:
        return question(other, **situation)
    except RulesError:
        return None


def _said(ruling: Ruling) -> Ruling:
    """Return what a ruling comes to, whatever its reasons are."""
    return replace(ruling, reasons=(), doubts=())
