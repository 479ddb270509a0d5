"""The view model of a verdict: the headline, the facts in sentences, the reasons and the open readings."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from markupsafe import Markup

from ...cached_property import cached_property
from ...rules.errors import NN_
from ...rules.model.sources import Ambiguity, Reading, Rule
from ...rules.model.variant import Variant
from ...rules.reasons import Reason
from ...rules.referee.headlines import Headline
from ...rules.referee.readings import Answer, OpenAmbiguity, OpenReading
from ...rules.referee.ruling import Verdict
from ...rules.referee.tile_words import in_words_of
from ...services.referee.answer_documents import plain
from ..text import _, headline_words, names, say, worded
from .asked_cards import AskedCards, asked_cards
from .facts import fact_words
from .notation import faces, shown_values
from .questions.claims import claims_in_words
from .questions.parts_of_play import TITLES, PosedQuestion

_TONES = {Verdict.LEGAL: "good", Verdict.ILLEGAL: "bad", Verdict.UNDECIDED: "open"}
_COSTS_NAME = NN_("It costs {name} {points} point.", "It costs {name} {points} points.", "points")
_COSTS = NN_("It costs {points} point.", "It costs {points} points.", "points")
_COUNTING = ("hand-value", "arrange", "round-score", "game-end")  # a possible count is neither right nor wrong


@dataclass(frozen=True)
class ReasonView:
    """A reason of a verdict: its sentence, the cards it is about, the rule's id, text and section."""

    sentence: Markup
    cards: Markup
    rule: str
    text: Markup
    section: str


@dataclass(frozen=True)
class ReadingView:
    """Another reading of the source: its sentence, the headline under it, and the house rule that selects it."""

    sentence: Markup
    ruling: Markup
    option: str | None
    option_words: Markup | None
    adopt: str  # the value of the button that makes it the house rule; empty without one


@dataclass(frozen=True)
class DoubtView:
    """An ambiguity of the source that the verdict depends on, with its other readings."""

    rule: str
    text: Markup
    default: Markup
    adopt: str  # the value of the button that makes the default the house rule; empty without one
    others: list[ReadingView]


@dataclass(frozen=True)
class VerdictView:
    """An answer of the referee for its page; `claims` is each claimant's `legal` or `illegal`, by name."""

    posed: PosedQuestion
    answer: Answer
    claims: Mapping[str, str]
    head: Headline | None = None  # if it is not the answer's
    laid: tuple[Markup, ...] = ()  # the cards to lay, shown before the facts
    words: Mapping[str, str] = field(default_factory=dict)  # the players' own words, by name

    @property
    def question(self) -> str:
        """The question's key in the referee's contract."""
        return self.posed.question

    @property
    def title(self) -> str:
        """The heading of one of several answers to a whole play."""
        return _(TITLES.get(self.question, ""))

    @property
    def variant(self) -> Variant:
        """The variant with the table's house rules."""
        return self.answer.variant

    @cached_property
    def facts(self) -> Mapping[str, Any]:
        """The facts of the answer as JSON values."""
        return {key: plain(value) for key, value in self.answer.ruling.facts.items()}

    @property
    def verdict(self) -> Verdict:
        """The verdict."""
        return self.answer.ruling.verdict

    @property
    def unsettled(self) -> bool:
        """Whether another reading of the source gives another verdict; an undecided one depends on more than that."""
        return self.verdict is not Verdict.UNDECIDED and any(
            other.verdict is not None and other.verdict is not self.verdict for other in self._readings
        )

    @property
    def _readings(self) -> list[OpenReading]:
        return [other for doubt in self.answer.doubts for other in doubt.readings]

    @property
    def tone(self) -> str:
        """The style of the headline: `good`, `bad`, `open`, or `plain` for a count and for advice."""
        counts = self.question in _COUNTING and self.verdict is Verdict.LEGAL
        return "plain" if self.head or counts or self._refuses_nothing else _TONES[self.answer.ruling.stands.verdict]

    @property
    def _refuses_nothing(self) -> bool:
        """Whether the ruling is that no new stock is made, which is nobody's fault."""
        return self.posed.situation.get("take") == "stock_empty" and self.verdict is Verdict.ILLEGAL

    @property
    def word(self) -> Markup:
        """The headline."""
        return headline_words(self.head or self.answer.headline)

    @property
    def otherwise(self) -> Markup | None:
        """What another reading of the source changes: its headline (one with another verdict first), or a remark."""
        if self.verdict is Verdict.UNDECIDED:
            return None
        others = [other for other in self._readings if other.headline not in (None, self.answer.headline)]
        others.sort(key=lambda other: other.verdict is self.verdict)
        for other in others:
            if other.headline and (other.verdict is not self.verdict or self.verdict is Verdict.LEGAL):
                return _otherwise(self.variant, other.reading, headline_words(other.headline))
        beside = [other.reading for doubt in self.answer.open_remarks for other in doubt.readings]
        return say(_("If your table reads it differently: {text}"), text=worded(beside[0].text)) if beside else None

    @cached_property
    def asked_cards(self) -> AskedCards:
        """The cards that the question is about, as they lie; none where the cards to lay are shown."""
        if self.laid:
            return AskedCards(())
        return asked_cards(self.question, self.variant, self.posed.situation, self.facts)

    @cached_property
    def lines(self) -> list[Markup]:
        """The facts in sentences."""
        if self.laid and self.question == "arrange":  # its facts leave out cards laid off
            return list(self.laid)
        return [*self.laid, *fact_words(self.question, self.variant, self.facts, self.posed.situation)]

    @cached_property
    def costs(self) -> list[Markup]:
        """The penalties in sentences."""
        return [
            worded(_COSTS_NAME, {"name": award.player, "points": -award.points})
            if award.player
            else worded(_COSTS, {"points": -award.points})
            for award in self.answer.ruling.penalties
        ]

    @property
    def heading(self) -> str:
        """The heading above the reasons."""
        if self.answer.ruling.once_named:
            return _("Still missing")
        return _("What I need to know first") if self.verdict is Verdict.UNDECIDED else _("Why")

    @cached_property
    def reasons(self) -> list[ReasonView]:
        """Every reason with its rule; equal sentences (as about two jokers) only once."""
        return list(dict.fromkeys(self._reason(reason) for reason in self.answer.ruling.reasons))

    @property
    def rules(self) -> list[ReasonView]:
        """One reason for each rule that decides, in their order."""
        return list({reason.rule: reason for reason in reversed(self.reasons) if reason.rule}.values())[::-1]

    def _reason(self, reason: Reason) -> ReasonView:
        rule = self.variant.rules.get(reason.rule or "")
        message = in_words_of(self.variant, reason.message)
        return ReasonView(
            worded(message, shown_values(message, reason.values)),
            Markup() if "cards" in reason.values or "sum" in reason.values else faces(reason.cards),
            reason.rule or "",
            _full_text(rule) if rule else Markup(),
            rule.section if rule else "",
        )

    @cached_property
    def doubts(self) -> list[DoubtView]:
        """The ambiguities that the verdict or a remark beside it depends on."""
        return [
            DoubtView(
                doubt.ambiguity.key,
                worded(doubt.ambiguity.text),
                worded(doubt.ambiguity.default),
                self._adopt_default(doubt),
                [self._reading(other) for other in doubt.readings],
            )
            for doubt in (*self.answer.doubts, *self.answer.open_remarks)
        ]

    def _adopt_default(self, doubt: OpenAmbiguity) -> str:
        keys = {other.reading.option for other in doubt.readings}
        option = next((option for option in self.variant.options if option.key in keys), None)
        return f"adopt:{option.key}={json.dumps(self.variant.chosen(option))}" if option else ""

    def _reading(self, other: OpenReading) -> ReadingView:
        option = next((o for o in self.variant.options if o.key == other.reading.option), None)
        choice = other.reading.choice
        return ReadingView(
            worded(other.reading.text),
            headline_words(other.headline) if other.headline else Markup(),
            other.reading.option,
            worded(option.sentence) if option else None,
            f"adopt:{other.reading.option}={json.dumps(choice)}" if option else "",
        )

    @cached_property
    def supported(self) -> Markup | None:
        """A sentence about whose claim the rules support."""
        if not self.claims or self.verdict is Verdict.UNDECIDED:
            return None
        right = [name for name, claim in self.claims.items() if claim == self.verdict.value]
        if self.unsettled:
            return say(_("By the rules alone, nobody is right."))
        if not right:
            return say(_("By the rules, nobody is right."))
        sentence = (
            _("By the rules, {names} is right.") if len(right) == 1 else _("By the rules, they are all right: {names}.")
        )
        return say(sentence, names=names(right))

    @property
    def said(self) -> list[Markup]:
        """The players' own words, a sentence each."""
        return list(claims_in_words(self.claims, self.words))


def _otherwise(variant: Variant, reading: Reading, headline: Markup) -> Markup:
    """Return the line about what another reading would change."""
    if reading.condition:
        condition = worded(reading.condition, {"target": variant.ending.target})
        return say(_("{condition}, it’s “{headline}”."), condition=condition, headline=headline)
    return say(_("Read otherwise: “{text}” Then it’s “{headline}”."), text=worded(reading.text), headline=headline)


def _full_text(rule: Rule) -> Markup:
    text = worded(rule.text)
    return Markup(" ").join((text, worded(rule.default))) if isinstance(rule, Ambiguity) else text
