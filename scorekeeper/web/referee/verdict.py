"""A verdict made ready for its template: one large word, what follows from it, and why."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from markupsafe import Markup

from ...cached_property import cached_property
from ...rules.cards import Card, parse_cards
from ...rules.melds.repair import Mending, mend_meld
from ...rules.model.sources import Ambiguity
from ...rules.model.variant import Variant
from ...rules.referee.questions.meld import next_joker_may_be
from ...rules.referee.readings import Answer, Doubt, OpenReading
from ...rules.referee.ruling import Reason, Verdict
from ...services.referee.ask import Asked, plain
from ..text import _, names, say, worded
from .facts import counted_word, fact_words
from .notation import faces, shown_value
from .questions.claims import claims_in_words
from .questions.parts_of_play import TITLES, Part

_TONES = {Verdict.LEGAL: "good", Verdict.ILLEGAL: "bad", Verdict.UNDECIDED: "open"}


@dataclass(frozen=True)
class Because:
    """One reason: its sentence, the cards it is about, and the rule behind it."""

    sentence: Markup
    cards: Markup
    rule: str
    text: Markup
    section: str


@dataclass(frozen=True)
class Other:
    """Another way to read the source: what it says, what it would rule, and the house rule that selects it."""

    sentence: Markup
    ruling: str
    option: str | None
    option_words: Markup | None
    adopt: str  # what a button says that makes it the house rule


@dataclass(frozen=True)
class Open:
    """Something that the source does not settle."""

    rule: str
    text: Markup
    default: Markup
    adopt: str  # what a button says that makes the default the house rule
    others: list[Other]


@dataclass(frozen=True)
class Shown:
    """An answer of the referee for its page. `claims` are who says that it is `legal` or `illegal`."""

    part: Part
    answer: Answer
    claims: Mapping[str, str]
    asked: Asked | None = None
    head: str = ""  # the large word, if it is none of the usual ones
    laid: tuple[Markup, ...] = ()  # cards to be seen first
    words: Mapping[str, str] = field(default_factory=dict)  # what players say beside their claims

    @property
    def question(self) -> str:
        """The referee's name for the question."""
        return self.part.question

    @property
    def title(self) -> str:
        """What a part of a whole play is about."""
        return _(TITLES.get(self.question, ""))

    @property
    def variant(self) -> Variant:
        """The game with its house rules."""
        return self.answer.variant

    @cached_property
    def facts(self) -> Mapping[str, Any]:
        """The facts of the answer, plain."""
        return {key: plain(value) for key, value in self.answer.ruling.facts.items()}

    @property
    def verdict(self) -> Verdict:
        """What the referee says."""
        return self.answer.ruling.verdict

    @property
    def unsettled(self) -> bool:
        """Whether another reading of the source would say something else; what is not decided depends on more."""
        return self.verdict is not Verdict.UNDECIDED and any(
            other.verdict is not None and other.verdict is not self.verdict for other in self._readings
        )

    @property
    def _readings(self) -> list[OpenReading]:
        return [other for doubt in self.answer.doubts for other in doubt.readings]

    @property
    def tone(self) -> str:
        """How the large word is dressed: good, bad, open, or plain for a count."""
        if self.head:
            return "plain"
        if self._counted:
            return "plain"
        return "open" if self.unsettled else _TONES[self.verdict]

    @property
    def word(self) -> str:
        """The large word."""
        if self.head:
            return self.head
        if self.unsettled:
            return _("The rules do not say")
        return self._counted or verdict_word(self.verdict)

    @cached_property
    def _counted(self) -> str:
        """What comes out of a count that is possible; no word for any other answer."""
        if self.verdict is not Verdict.LEGAL:
            return ""
        return counted_word(self.question, self.variant, self.facts, self.part.situation)

    @property
    def taken(self) -> Markup | None:
        """What is taken where the rules do not say."""
        if not self.unsettled:
            return None
        if self.head:
            return say(_("The rules leave that open; so they are read here."))
        return say(_("Here it is taken as: %(verdict)s."), verdict=Markup(verdict_word(self.verdict).lower()))

    @cached_property
    def lines(self) -> list[Markup]:
        """What follows, in sentences."""
        return [*self.laid, *fact_words(self.question, self.variant, self.facts, self.part.situation)]

    @cached_property
    def costs(self) -> list[Markup]:
        """The penalties in sentences."""
        return [
            say(_("It costs %(name)s %(points)s points."), name=award.player, points=-award.points)
            if award.player
            else say(_("It costs %(points)s points."), points=-award.points)
            for award in self.answer.ruling.penalties
        ]

    @cached_property
    def reasons(self) -> list[Because]:
        """Every reason with its rule; what is said of two jokers alike is said once."""
        return list(dict.fromkeys(self._because(reason) for reason in self.answer.ruling.reasons))

    def _because(self, reason: Reason) -> Because:
        rule = self.variant.rules.get(reason.rule or "")
        values = {key: shown_value(value) for key, value in reason.values.items()}
        return Because(
            worded(reason.message, values),
            faces(reason.cards),
            reason.rule or "",
            _full_text(rule) if rule else Markup(),
            rule.section if rule else "",
        )

    @cached_property
    def doubts(self) -> list[Open]:
        """What the source leaves open here, with the other readings."""
        return [
            Open(
                doubt.ambiguity.key,
                worded(doubt.ambiguity.text),
                worded(doubt.ambiguity.default),
                self._adopt_default(doubt),
                [self._other(other) for other in doubt.readings],
            )
            for doubt in self.answer.doubts
        ]

    def _adopt_default(self, doubt: Doubt) -> str:
        keys = {other.reading.option for other in doubt.readings}
        option = next((option for option in self.variant.options if option.key in keys), None)
        return f"adopt:{option.key}={json.dumps(self.variant.chosen(option))}" if option else ""

    def _other(self, other: OpenReading) -> Other:
        option = next((o for o in self.variant.options if o.key == other.reading.option), None)
        choice = other.reading.choice
        return Other(
            worded(other.reading.text),
            verdict_word(other.verdict) if other.verdict else "",
            other.reading.option,
            worded(option.sentence) if option else None,
            f"adopt:{other.reading.option}={json.dumps(choice)}" if option else "",
        )

    @cached_property
    def mends(self) -> list[Markup]:
        """What would make a meld of it."""
        if self.question != "meld" or self.asked is None or self.facts.get("valid"):
            return []
        return list(_mend_words(mend_meld(self.variant, self.asked.situation["cards"], self.asked.players)))

    @cached_property
    def supported(self) -> Markup | None:
        """Whose claim the rules support."""
        if not self.claims or self.verdict is Verdict.UNDECIDED:
            return None
        right = [name for name, claim in self.claims.items() if claim == self.verdict.value]
        if self.unsettled:
            return say(_("The rules themselves support nobody’s claim."))
        if not right:
            return say(_("The rules support nobody’s claim."))
        sentence = (
            _("The rules are with %(names)s.") if len(right) == 1 else _("The rules are with all of these: %(names)s.")
        )
        return say(sentence, names=names(right))

    @property
    def said(self) -> list[Markup]:
        """What players say in their own words."""
        return list(claims_in_words(self.claims, self.words))

    @property
    def joker_choices(self) -> list[tuple[str, Markup]]:
        """What a joker may be named as, if the ruling waits for it: (what is typed, a face)."""
        waits = any(reason.missing and reason.missing[0] == "joker_as" for reason in self.answer.ruling.reasons)
        if not waits or self.question != "meld" or self.asked is None:
            return []
        told, players = self.asked.situation, self.asked.players
        named = told.get("joker_as", ())
        cards = self._only_joker_may_be or next_joker_may_be(self.variant, told["cards"], named, players)
        return [(card.code, faces([card])) for card in cards]

    @property
    def asks_for_joker(self) -> str:
        """The question that the cards of `joker_choices` answer."""
        if self._only_joker_may_be:
            return _("What does the joker stand for?")
        return _("What does the next joker stand for?")

    @property
    def _only_joker_may_be(self) -> Sequence[Card]:
        return parse_cards(self.facts.get("joker_may_be", ()))


def verdict_word(verdict: Verdict) -> str:
    """Return the word for a verdict."""
    return {
        Verdict.LEGAL: _("Legal"),
        Verdict.ILLEGAL: _("Illegal"),
        Verdict.UNDECIDED: _("It depends"),
    }[verdict]


def _full_text(rule: Any) -> Markup:
    text = worded(rule.text)
    return text + " " + worded(rule.default) if isinstance(rule, Ambiguity) else text


def _mend_words(mending: Mending) -> Iterable[Markup]:
    if mending.joker_may_be:
        yield say(_("With the joker as %(cards)s it is a meld."), cards=_any_of(mending.joker_may_be))
    if mending.drop:
        yield say(_("Without %(cards)s it is a meld."), cards=_any_of(mending.drop))
    if mending.add:
        sentence = _("With %(cards)s as well it is a meld.")
        if len(mending.add) > _MANY:
            sentence = _("With one card more it is a meld, for instance with %(cards)s.")
        yield say(sentence, cards=_any_of(mending.add[:_MANY]))


_MANY = 4


def _any_of(cards: Sequence[Card]) -> Markup:
    """Return cards of which one will do."""
    shown = [faces([card]) for card in cards]
    if len(shown) == 1:
        return shown[0]
    return say(_("%(some)s or %(last)s"), some=Markup(", ").join(shown[:-1]), last=shown[-1])
