"""The verdict on a question just asked, with repairs of a faulty meld and choices for an unnamed joker."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from markupsafe import Markup

from ...cached_property import cached_property
from ...rules.cards import Card, parse_cards
from ...rules.errors import N_
from ...rules.melds.repair import Repair, repair_meld
from ...rules.model.variant import Variant
from ...rules.reasons import Path
from ...rules.referee.questions.meld import next_joker_may_be
from ...rules.referee.ruling import Verdict
from ...rules.referee.tile_words import in_words_of
from ...services.referee.ask import Asked
from ..text import _, say
from .notation import any_of, faces
from .verdict import VerdictView

_FIELD = {"table_joker_as": "table", "before_joker_as": "before", "new_joker_as": "laid_new_melds"}
"""The key of the situation that names the jokers of melds -> the key of these melds."""
_ASKS = {
    "laid_new_melds": N_("The joker in this new meld is:"),
    "melds": N_("The joker in this new meld is:"),
}
_ASKS_OF_TABLE = N_("The joker on the table is:")
_ONE_MORE = N_("With one more card it’s a meld, for example with {cards}.")
_MANY = 4  # cards that would complete a meld; more are not listed


@dataclass(frozen=True)
class JokerQuestion:
    """The question what a joker was laid as: its sentence, the meld, and (value, face) of each button."""

    sentence: Markup
    meld: Markup
    choices: Sequence[tuple[str, Markup]]


@dataclass(frozen=True)
class FreshVerdict(VerdictView):
    """A verdict with the question that it answers."""

    asked: Asked = field(kw_only=True)

    @cached_property
    def mends(self) -> list[Markup]:
        """The repairs of a faulty meld, a sentence each."""
        if self.question != "meld" or self.facts.get("valid"):
            return []
        mending = repair_meld(self.variant, self.asked.situation["cards"], self.asked.players)
        return list(_mend_words(self.variant, mending))

    @cached_property
    def joker_questions(self) -> list[JokerQuestion]:
        """The questions on which the verdict depends, one a joker, with the cards that it may have been laid as."""
        if self.verdict is not Verdict.UNDECIDED or (self.question == "meld" and self.posed.meld is None):
            return []
        waiting = [each for each in self.answer.ruling.reasons if each.code == "joker_not_named" and each.missing]
        asked = dict.fromkeys(self._meld_of(each.missing or ()) for each in waiting)
        return [self._joker_question(*each) for each in asked]

    def _meld_of(self, missing: Path) -> tuple[str, str, str]:
        """Return the form's field of the meld that a reason is about, its index there, and its key in the situation."""
        if missing[0] == "laid_off":
            return "table", str(missing[1]), "laid_off"
        key = _FIELD.get(str(missing[0]))
        if key is not None:
            return key, str(missing[1]), key
        match self.question:
            case "meld":
                return "laid_new_melds", str(self.posed.meld), "cards"
            case "opening":
                return self.posed.fields.get("melds", "melds"), str(missing[1]), "melds"
        return "meld", "0", "meld"

    def _joker_question(self, field_name: str, index: str, key: str) -> JokerQuestion:
        found = self.asked.situation[key]
        if key == "laid_off":
            to = found[int(index)].to
            cards: Sequence[Card] = parse_cards(self.facts["joker_may_be"][key][index])
            taps = [(f"{field_name}:{to}:{card.code}", faces([card])) for card in cards]
            return JokerQuestion(say(_(_ASKS_OF_TABLE)), faces(self.asked.situation["table"][to]), taps)
        meld = found if key in ("cards", "meld") else found[int(index)]
        if key == "cards":
            cards = self._next_joker_may_be
        else:
            may_be = self.facts["joker_may_be"]
            cards = parse_cards(may_be.get(key, may_be).get(index, ()))
        return JokerQuestion(
            say(_(_ASKS.get(field_name, _ASKS_OF_TABLE))),
            faces(meld),
            [(f"{field_name}:{index}:{card.code}", faces([card])) for card in cards],
        )

    @property
    def joker_choices(self) -> list[tuple[str, Markup]]:
        """The names for a joker, if the verdict depends on it: (the text to type, the card's face)."""
        waits = any(reason.missing and reason.missing[0] == "joker_as" for reason in self.answer.ruling.reasons)
        if not waits or self.question != "meld" or self.posed.meld is not None:
            return []
        return [(card.code, faces([card])) for card in self._next_joker_may_be]

    @property
    def asks_for_joker(self) -> str:
        """The question that the cards of `joker_choices` answer."""
        if self._only_joker_may_be:
            return _("What does the joker stand for?")
        return _("What does the next joker stand for?")

    @property
    def _next_joker_may_be(self) -> Sequence[Card]:
        situation, players = self.asked.situation, self.asked.players
        named = situation.get("joker_as", ())
        return self._only_joker_may_be or next_joker_may_be(self.variant, situation["cards"], named, players)

    @property
    def _only_joker_may_be(self) -> Sequence[Card]:
        return parse_cards(self.facts.get("joker_may_be", ()))


def _mend_words(variant: Variant, mending: Repair) -> Iterable[Markup]:
    if mending.joker_may_be:
        yield say(_("With the joker as {cards} it’s a meld."), cards=any_of(mending.joker_may_be))
    if mending.drop:
        yield say(_("Without {cards} it’s a meld."), cards=any_of(mending.drop))
    if mending.add:
        sentence = _ONE_MORE if len(mending.add) > _MANY else N_("With {cards} added it’s a meld.")
        yield say(_(in_words_of(variant, sentence)), cards=any_of(mending.add[:_MANY]))
