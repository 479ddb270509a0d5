"""Judge a question under the other readings of an ambiguous source, to find out whether its ruling is settled."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from ..errors import RulesError
from ..melds.judge import is_meld
from ..melds.sums import counted
from ..model.sources import Ambiguity, Reading
from ..model.variant import OtherReading, Variant
from . import remarks
from .headlines import Headline, headline_of
from .headlines.headline import JudgeArguments
from .read_tracking import Seen, put_back, tracked
from .ruling import Ruling, Verdict
from .situations import laid_together

Judge = Callable[..., Ruling]
OutcomeOf = Callable[[Ruling], object]
NO_HEADLINE = Headline("", "")


@dataclass(frozen=True)
class OpenReading:
    """Another reading of the source with its ruling and that ruling's headline, None if the referee cannot model it."""

    reading: Reading
    ruling: Ruling | None
    headline: Headline | None = None

    @property
    def verdict(self) -> Verdict | None:
        """The verdict under this reading."""
        return self.ruling.verdict if self.ruling else None


@dataclass(frozen=True)
class OpenAmbiguity:
    """An ambiguity that concerns a ruling, with its other readings."""

    ambiguity: Ambiguity
    readings: tuple[OpenReading, ...]


@dataclass(frozen=True)
class Answer:
    """A ruling under a variant, with every doubt about it, and its headline (`with_headlines`)."""

    variant: Variant
    ruling: Ruling
    doubts: tuple[OpenAmbiguity, ...]
    headline: Headline = NO_HEADLINE

    @property
    def open_remarks(self) -> tuple[OpenAmbiguity, ...]:
        """The ambiguities behind its remarks that the table has not settled; no reading of them is tried."""
        cited = {each.rule for each in self.ruling.reasons if each.code in remarks.WORDINGS}
        found = (ambiguity for ambiguity, _ in self.variant.open_readings if ambiguity.key in cited) if cited else ()
        return tuple(
            OpenAmbiguity(each, tuple(OpenReading(reading, None) for reading in each.readings)) for each in found
        )

    @property
    def settled(self) -> bool:
        """Whether the source, or a house rule that was chosen, leaves no other answer."""
        return not self.doubts


def ask(
    question: Judge, variant: Variant, outcome_of: OutcomeOf | None = None, tries: bool = True, **situation: Any
) -> Answer:
    """Return the answer of `question` about `situation`.

    The answer has a doubt for each ambiguity with another reading whose outcome differs, and for each one that the
    ruling names and that has an untried reading. A house rule that the table has chosen settles its ambiguity.

    `outcome_of` returns the part of a ruling by which readings are compared, None if it cannot be compared; by default
    everything but the reasons. With `tries` false no other reading is tried, because each would take too long.

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
        others = [_under(question, variant, other, situation, ruling, seen) if tries else None for other in readings]
        outcomes = [outcome_of(other) for other in others if other is not None and other is not ruling]
        differs = outcome is not None and any(each is not None and each != outcome for each in outcomes)
        if differs or (ambiguity.key in ruling.doubts and None in others):
            found.append(OpenAmbiguity(ambiguity, tuple(map(OpenReading, ambiguity.readings, others))))
    put_back(variant, looked_at, seen)
    return Answer(variant, ruling, tuple(found))


def with_headlines(answer: Answer, question: str, situation: JudgeArguments) -> Answer:
    """Return `answer` with its sums added up, its headline and those of its readings.

    `situation` is what the judge was given.
    """

    own = headline_of(question, answer.variant, situation, answer.ruling)
    ruling = _counted(answer.variant, answer.ruling)
    if not answer.doubts:
        return Answer(answer.variant, ruling, (), own)

    def worded(other: OpenReading, variant: Variant | None) -> OpenReading:
        if other.ruling is None:
            return other
        headline = headline_of(question, variant or answer.variant, situation, other.ruling)
        return OpenReading(other.reading, other.ruling, headline)

    doubted = {doubt.ambiguity.key for doubt in answer.doubts}
    variants = {
        ambiguity.key: [other.variant for other in others]
        for ambiguity, others in answer.variant.open_readings
        if ambiguity.key in doubted
    }
    doubts = tuple(
        OpenAmbiguity(doubt.ambiguity, tuple(map(worded, doubt.readings, variants[doubt.ambiguity.key])))
        for doubt in answer.doubts
    )
    return Answer(answer.variant, ruling, doubts, own)


def _counted(variant: Variant, ruling: Ruling) -> Ruling:
    """Return a ruling with the sums in its reasons added up."""
    if not any("sum" in each.values for each in ruling.reasons):
        return ruling
    reasons = counted(variant.values, ruling.reasons)
    return Ruling(ruling.verdict, reasons, ruling.facts, ruling.penalties, ruling.doubts)


def _is_laid(variant: Variant, other: Variant, situation: Mapping[str, Any]) -> bool:
    """Return whether cards of a situation lie together that are a meld of `other`, and none of `variant`."""
    laid = (cards for cards in laid_together(situation) if cards)
    return any(is_meld(other, cards) and not is_meld(variant, cards) for cards in laid)


def _under(
    question: Judge, variant: Variant, other: OtherReading, situation: dict[str, Any], ruling: Ruling, seen: Seen
) -> Ruling | None:
    """Return the ruling under another reading; `ruling` itself if that is not open or changes no field that was `seen`.

    None if the reading changes no field of the variant, or makes the situation impossible.
    """
    if other.variant is None:
        return None
    if not other.may_differ(seen) or (other.reading.where_laid and not _is_laid(variant, other.variant, situation)):
        return ruling
    try:
        return question(other.variant, **situation)
    except RulesError:
        return None


def _outcome(ruling: Ruling) -> tuple[object, ...]:
    """Return everything of a ruling but its reasons."""
    return ruling.verdict, ruling.facts, ruling.penalties
