"""The cards that a verdict is about, as they lie: melds in their order, a gap where a card is missing."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup

from ...rules.cards import Card, Cards, parse_card, parse_cards
from ...rules.melds.display_order import Place, display_order, hand_order
from ...rules.model.variant import Variant
from ..text import _
from .notation import card_face, card_text

AskedSituation = Mapping[str, Any]  # a situation of the referee's contract as JSON
AnswerFacts = Mapping[str, Any]  # the facts of its answer as JSON

_MOST = 15  # cards shown, two lines on a narrow phone (a joker counts as two); the first meld is always whole
_GAP = "( )"  # a gap on paper


@dataclass(frozen=True)
class CardGroup:
    """A meld, or cards in hand; `names` are what its jokers were named. `sign` stands before it: a plus, or nothing."""

    cards: Cards
    names: tuple[Card | None, ...] = ()
    meld: bool = True
    sign: str = ""


@dataclass(frozen=True)
class AskedCards:
    """The cards of a question: in groups that lie apart, each a sign and its places; `more` if some are left out."""

    groups: Sequence[tuple[str, Sequence[Place]]]
    more: bool = False

    @property
    def html(self) -> Markup:
        """The cards as faces; empty if the question is about none."""
        last = len(self.groups) - 1
        groups = [_group_html(sign, places, self.more and at == last) for at, (sign, places) in enumerate(self.groups)]
        return Markup(" ").join(groups)

    @property
    def text(self) -> str:
        """The cards as plain text: `7♥ 8♥ JK = 9♥; K♠ K♥ ( ) + 5♦`."""
        found = ""
        for sign, places in self.groups:
            found += ((f" {sign} " if sign else "; ") if found else "") + " ".join(map(_place_text, places))
        return found + (" …" if self.more else "")


def asked_cards(question: str, variant: Variant, situation: AskedSituation, facts: AnswerFacts) -> AskedCards:
    """Return the cards that the answer to `question` is about; none for a question about points."""
    found: list[tuple[str, Sequence[Place]]] = []
    count = 0
    for group in _OF[question](situation, facts) if question in _OF else ():
        places = display_order(variant, group.cards, group.names) if group.meld else hand_order(group.cards)
        count += len(group.sign) + sum(map(_width, places))
        if count > _MOST and (found or not group.meld):
            fitting = [place for at, place in enumerate(places) if sum(map(_width, places[: at + 1])) <= _MOST]
            return AskedCards(found or [(group.sign, fitting)], more=True)
        if places:
            found.append((group.sign, places))
    return AskedCards(found)


def _width(place: Place) -> int:
    """Return the width of a place in cards: a joker is a word, and the card that it stands for lies beside it."""
    return 1 + (place.card is not None and place.card.is_joker) + (place.role is not None)


def _group_html(sign: str, places: Sequence[Place], more: bool) -> Markup:
    cards = Markup(" ").join([*map(_place_html, places), *([Markup("…")] if more else [])])
    return Markup('<span class="group">{}{}</span>').format(f"{sign} " if sign else "", cards)


def _place_html(place: Place) -> Markup:
    if place.card is None:
        return Markup('<span class="face gap"><span class="vh">{}</span></span>').format(_("gap"))
    if place.role is None:
        return card_face(place.card)
    return Markup('<span class="as">{} = {}</span>').format(card_face(place.card), card_face(place.role))


def _place_text(place: Place) -> str:
    if place.card is None:
        return _GAP
    return card_text(place.card) + (f" = {card_text(place.role)}" if place.role else "")


def _named(value: object) -> tuple[Card | None, ...]:
    """Return what the jokers of a meld were named: one card, or a list with null for those that are not known."""
    given = [value] if isinstance(value, str) else value if isinstance(value, list) else []
    return tuple(parse_card(each) if each else None for each in given)


def _one(code: object, sign: str = "") -> Iterator[CardGroup]:
    if isinstance(code, str) and code:
        yield CardGroup((parse_card(code),), meld=False, sign=sign)


def _melds(
    situation: AskedSituation, key: str, names_key: str = "", only: Sequence[int] | None = None
) -> Iterator[CardGroup]:
    melds, names = situation.get(key) or (), situation.get(names_key) or {}
    for at, meld in enumerate(melds):
        if only is None or at in only:
            yield CardGroup(parse_cards(meld), _named(names.get(str(at))))


def _meld(situation: AskedSituation, _facts: AnswerFacts) -> Iterator[CardGroup]:
    yield CardGroup(parse_cards(situation["cards"]), _named(situation.get("joker_as")))


def _hand(situation: AskedSituation, _facts: AnswerFacts) -> Iterator[CardGroup]:
    yield CardGroup(parse_cards(situation["cards"]), meld=False)


def _opening(situation: AskedSituation, _facts: AnswerFacts) -> Iterator[CardGroup]:
    return _melds(situation, "melds", "joker_as")


def _lay_off(situation: AskedSituation, facts: AnswerFacts) -> Iterator[CardGroup]:
    """Yield the melds that the cards were laid on or fit, then the cards; of a moved card both melds."""
    move, to = situation.get("move"), situation.get("to")
    on = facts.get("targets") or [] if to is None else [to]
    if move:
        on = [move["from"], move["to"]]
    yield from _melds(situation, "table", "table_joker_as", on or None)
    names = iter(_named(situation.get("joker_as")))
    for code in [move["card"]] if move else situation.get("cards") or ():  # none if it was imported as it was
        card = parse_card(code)
        yield CardGroup((card,), (next(names, None),) if card.is_joker else (), sign="+")


def _joker_swap(situation: AskedSituation, _facts: AnswerFacts) -> Iterator[CardGroup]:
    yield CardGroup(parse_cards(situation["meld"]), _named(situation.get("joker_as")))
    offered = situation["offered"]
    for code in [offered] if isinstance(offered, str) else offered:
        yield from _one(code, "+")


def _turn(situation: AskedSituation, _facts: AnswerFacts) -> Iterator[CardGroup]:
    """Yield the new melds of a turn, the melds with what was laid off on them, and if there are none the card taken."""
    laid = [*_melds(situation, "laid_new_melds", "new_joker_as")]
    off = situation.get("laid_off") or ()
    for at in dict.fromkeys(each["to"] for each in off):
        laid += _melds(situation, "table", "table_joker_as", [at])
        for each in off:
            if each["to"] == at:
                laid.append(CardGroup((parse_card(each["card"]),), _named(each.get("as")), sign="+"))
    yield from laid
    if not laid:
        yield from _one(situation.get("wanted") or situation.get("discard"))


def _call(situation: AskedSituation, _facts: AnswerFacts) -> Iterator[CardGroup]:
    yield from _one(situation.get("wanted") or situation["discard"])
    yield from _melds(situation, "table", "table_joker_as")


def _table(situation: AskedSituation, _facts: AnswerFacts) -> Iterator[CardGroup]:
    """Yield the melds after the turn that did not lie there before."""
    before = [sorted(parse_cards(meld), key=str) for meld in situation.get("before") or ()]
    for meld in situation.get("after") or ():
        cards = parse_cards(meld)
        if sorted(cards, key=str) in before:
            before.remove(sorted(cards, key=str))
        else:
            yield CardGroup(cards)


_OF: Mapping[str, Callable[[AskedSituation, AnswerFacts], Iterator[CardGroup]]] = {
    "meld": _meld,
    "hand-value": _hand,
    "opening": _opening,
    "lay-off": _lay_off,
    "joker-swap": _joker_swap,
    "pile": _turn,
    "go-out": _turn,
    "rummy-call": _call,
    "table": _table,
}
