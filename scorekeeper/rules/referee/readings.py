"""Whether a ruling is settled: the other readings of an ambiguous source, tried out."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from ..errors import RulesError
from ..model.sources import Ambiguity, Reading
from ..model.variant import OtherReading, Variant
from .read_tracking import Seen, put_back, tracked
from .ruling import Ruling, Verdict

Question = Callable[..., Ruling]
OutcomeOf = Callable[[Ruling], object]


@dataclass(frozen=True)
class OpenReading:
    """Another reading of the source with its verdict, None if the referee cannot model it."""

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


def ask(
    question: Question, variant: Variant, outcome_of: OutcomeOf | None = None, tries: bool = True, **situation: Any
) -> Answer:
    """Return the answer of `question` about `situation`.

    `outcome_of` reduces a ruling to what readings are compared by: by default everything but its reasons; None means
    that it cannot be compared. With `tries` false no other reading is tried, because each takes too long: then only the
    ambiguities that the ruling itself names are open.

    A doubt is an ambiguity that the ruling names, or of which another reading has another outcome. A house rule that
    the table has chosen settles its ambiguity.

    Raises:
        InvalidSituation: the situation cannot be.
    """
    looked_at, seen = tracked(variant)
    ruling = question(looked_at, **situation)
    outcome_of = outcome_of or _outcome
    outcome = outcome_of(ruling)
    found = []
    touched = variant.readings_touched(seen) if tries else set()
    touched |= variant.readings_about(ruling.doubts) if ruling.doubts else set()
    for ambiguity, readings in (variant.open_readings[index] for index in sorted(touched)):
        others = [_under(question, other, situation, ruling, seen) if tries else None for other in readings]
        outcomes = [outcome_of(other) for other in others if other is not None and other is not ruling]
        differs = outcome is not None and any(each is not None and each != outcome for each in outcomes)
        if differs or ambiguity.key in ruling.doubts:
            pairs = zip(ambiguity.readings, others, strict=True)
            found.append(
                Doubt(ambiguity, tuple(OpenReading(r, other.verdict if other else None) for r, other in pairs))
            )
    put_back(variant, looked_at, seen)
    return Answer(variant, ruling, tuple(found))


def _under(
    question: Question, other: OtherReading, situation: dict[str, Any], ruling: Ruling, seen: Seen
) -> Ruling | None:
    """Return the ruling under another reading; `ruling` itself if that changes no field that was `seen`.

    None if the reading changes no field of the variant, or makes the situation impossible.
    """
    if other.variant is None:
        return None
    if not other.may_differ(seen):
        return ruling
    try:
        return question(other.variant, **situation)
    except RulesError:
        return None


def _outcome(ruling: Ruling) -> tuple[object, ...]:
    """Return everything of a ruling but its reasons."""
    return ruling.verdict, ruling.facts, ruling.penalties
