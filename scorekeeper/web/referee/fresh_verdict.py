"""The verdict on a question just asked: what would make a meld of the cards, what a joker may stand for."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from markupsafe import Markup

from ...cached_property import cached_property
from ...rules.cards import Card, parse_cards
from ...rules.melds.repair import Repair, repair_meld
from ...rules.referee.questions.meld import next_joker_may_be
from ...services.referee.ask import Asked
from ..text import _, say
from .notation import faces
from .verdict import VerdictView

_MANY = 4  # more cards that would complete a meld are not listed


@dataclass(frozen=True)
class FreshVerdict(VerdictView):
    """A verdict with the question that it answers."""

    asked: Asked = field(kw_only=True)

    @cached_property
    def mends(self) -> list[Markup]:
        """What would make a meld of cards that are none, a sentence each."""
        if self.question != "meld" or self.facts.get("valid"):
            return []
        return list(_mend_words(repair_meld(self.variant, self.asked.situation["cards"], self.asked.players)))

    @property
    def joker_choices(self) -> list[tuple[str, Markup]]:
        """What a joker may be named as, if the verdict waits for that: (the text to type, the card's face)."""
        waits = any(reason.missing and reason.missing[0] == "joker_as" for reason in self.answer.ruling.reasons)
        if not waits or self.question != "meld":
            return []
        situation, players = self.asked.situation, self.asked.players
        named = situation.get("joker_as", ())
        cards = self._only_joker_may_be or next_joker_may_be(self.variant, situation["cards"], named, players)
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


def _mend_words(mending: Repair) -> Iterable[Markup]:
    if mending.joker_may_be:
        yield say(_("With the joker as %(cards)s it is a meld."), cards=_any_of(mending.joker_may_be))
    if mending.drop:
        yield say(_("Without %(cards)s it is a meld."), cards=_any_of(mending.drop))
    if mending.add:
        sentence = _("With %(cards)s as well it is a meld.")
        if len(mending.add) > _MANY:
            sentence = _("With one card more it is a meld, for instance with %(cards)s.")
        yield say(sentence, cards=_any_of(mending.add[:_MANY]))


def _any_of(cards: Sequence[Card]) -> Markup:
    """Return cards joined by "or"."""
    shown = [faces([card]) for card in cards]
    if len(shown) == 1:
        return shown[0]
    return say(_("%(some)s or %(last)s"), some=Markup(", ").join(shown[:-1]), last=shown[-1])
