"""The facts of an answer as sentences in the reader's language."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from markupsafe import Markup

from ...rules.cards import parse_card
from ...rules.model.variant import Variant
from ...rules.scoring.rounds import factor, multiple
from ..text import _, plural, points_of, say
from .notation import faces

Facts = Mapping[str, Any]  # JSON values; each question has its own keys (the referee's contract)
Worded = Iterator[Markup]


def fact_words(question: str, variant: Variant, facts: Facts, situation: Facts) -> list[Markup]:
    """Return the facts of an answer to `question`, given as JSON values, in sentences."""
    return list(_WORDED[question](variant, {**facts, "situation": situation})) if question in _WORDED else []


def card_faces(codes: Sequence[str]) -> Markup:
    """Return cards, given by their codes, as faces in a row."""
    return faces([parse_card(code) for code in codes])


def _meld(_variant: Variant, facts: Facts) -> Worded:
    if facts.get("valid") and not facts.get("may_be_laid_now", True):
        yield say(_("It’s a meld, but you can’t lay it now."))
    if facts.get("joker_may_be") and not facts.get("declaration_required"):
        yield say(_("The joker may be {cards}."), cards=card_faces(facts["joker_may_be"]))


def _opening(_variant: Variant, facts: Facts) -> Worded:
    if facts.get("draw"):
        yield say(plural("The player draws {num} tile.", "The player draws {num} tiles.", facts["draw"]))
    if facts.get("turn_ends"):
        yield say(_("That ends the turn."))


def _lay_off(_variant: Variant, facts: Facts) -> Worded:
    targets = facts.get("targets")
    if targets is None:
        return
    situation = facts["situation"]
    cards, table = card_faces(situation["cards"][:1]), situation.get("table", ())
    for index in targets if len(targets) > 1 or len(situation["cards"]) > 1 else ():
        yield say(_("{cards} fits {meld}."), cards=cards, meld=card_faces(table[index]))
    if facts.get("must_say_which"):
        yield say(_("The player must say which meld it goes to."))


def _joker_swap(variant: Variant, facts: Facts) -> Worded:
    if facts.get("meld_after"):
        yield say(_("The meld is then {cards}."), cards=card_faces(facts["meld_after"]))
    goes = {
        "hand": _("The joker goes to the hand."),
        "new_meld": _("The joker goes into a new meld."),
        "old_meld": _("The joker goes to a meld on the table."),
    }
    if facts.get("joker_goes_to") in goes:
        yield say(goes[facts["joker_goes_to"]])
    if facts.get("must_meld_joker_now"):
        yield say(_("It must be laid again in the same turn."))
    if facts.get("replaced_card_scores_for"):
        yield say(_("The card that replaces it counts for {name}."), name=facts["replaced_card_scores_for"])
    if facts.get("may_lay_off_instead"):
        tile = _("The offered tile would fit next to the joker.")
        yield say(tile if variant.deck.tiles else _("The offered card would fit next to the joker."))


def _pile(_variant: Variant, facts: Facts) -> Worded:
    if facts.get("taken"):
        yield say(_("Picked up: {cards}"), cards=card_faces(facts["taken"]))
    if "hand_after" in facts:
        if facts["hand_after"]:
            yield say(_("In hand before the discard: {cards}"), cards=card_faces(facts["hand_after"]))
        else:
            yield say(_("No card is left in hand."))
    if any((knocker := facts.get("cards_to_knocker") or {}).values()):
        sentence = _("The knocker gets {discard} from the pile and {stock} from the stock.")
        yield say(sentence, discard=knocker["discard"], stock=knocker["stock"])
    if "new_stock" in facts:
        if facts.get("shuffled"):
            yield say(_("The new stock is shuffled."))
        elif facts["new_stock"]:
            yield say(_("The new stock, from the top: {cards}"), cards=card_faces(facts["new_stock"]))
        if facts.get("new_pile"):
            yield say(_("The new pile: {cards}"), cards=card_faces(facts["new_pile"]))


def _rummy_call(_variant: Variant, facts: Facts) -> Worded:
    if facts.get("card_to") and not facts.get("may_lay_at_once"):
        yield say(_("The player takes it in hand and may lay it in their own turn."))


def _go_out(variant: Variant, facts: Facts) -> Worded:
    if facts.get("bonus"):
        yield say(_("Going out brings {points} more."), points=_points(facts["bonus"]))
    for key, way in variant.closing.ways.items():
        if facts.get(key):
            how = _(multiple(factor(variant, key)))
            yield say(_("It’s a {name}: the round counts {how}."), name=_(way.label), how=how)
        elif facts.get("closes"):
            yield say(_("It isn’t a {name}."), name=_(way.label))


def _round_score(_variant: Variant, facts: Facts) -> Worded:
    if facts.get("decision_needed"):
        yield say(_("The rules leave this to the table."))
    if mended := facts.get("suggested_correction"):
        yield say(_("{points} would be right."), points=points_of(mended))


def _arrange(variant: Variant, facts: Facts) -> Worded:
    for laid in facts.get("melds", ()):
        yield card_faces(laid["cards"])
    if facts.get("left"):
        yield say(_("Left: {cards}"), cards=card_faces(facts["left"]))
    if facts.get("melds"):
        sentence = _("That lays {laid} and leaves {left}.")
        yield say(sentence, laid=_points(facts["points_laid"]), left=_points(facts["points_left"]))
    if variant.turn.opening_minimum is not None and "meets_minimum" in facts and not facts["situation"].get("table"):
        if facts["meets_minimum"]:
            yield say(_("That’s enough to open."))
        else:
            yield say(_("Not enough to open: you need {needed}."), needed=_points(variant.turn.opening_minimum))
    if facts.get("optimal") is False:
        yield say(_("There may be something better: the search stopped early."))


def _points(number: int) -> Markup:
    return say(plural("{num} point", "{num} points", number))


def _table(variant: Variant, facts: Facts) -> Worded:
    if facts.get("to_pool"):
        yield say(_("Put back what you can. Tiles whose place nobody remembers go to the pool."))
    elif facts.get("restore_table"):
        yield say(_("Put everything back where it was before the turn."))
    if facts.get("penalty_tiles"):
        sentence = plural(
            "The player draws {num} tile for it.", "The player draws {num} tiles for it.", facts["penalty_tiles"]
        )
        yield say(sentence)


_WORDED: Mapping[str, Callable[[Variant, Facts], Worded]] = {
    "table": _table,
    "meld": _meld,
    "opening": _opening,
    "lay-off": _lay_off,
    "joker-swap": _joker_swap,
    "pile": _pile,
    "rummy-call": _rummy_call,
    "go-out": _go_out,
    "round-score": _round_score,
    "arrange": _arrange,
}
