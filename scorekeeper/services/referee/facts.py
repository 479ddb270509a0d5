"""The facts of an answer as sentences: marked messages with their values, which pages and commands word."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from ...rules.cards import Card, parse_cards
from ...rules.errors import N_, NN_
from ...rules.model.terms import Requirement
from ...rules.model.variant import Variant
from ...rules.referee.tile_words import in_words_of
from ...rules.scoring.rounds import counted, factor
from ..wording import list_pattern, plural, sentence, shown_value

FactsJson = Mapping[str, Any]  # JSON values; each question has its own keys (the referee's contract)


@dataclass(frozen=True)
class AnyOf:
    """Cards of which it is one."""

    cards: tuple[Card, ...]


@dataclass(frozen=True)
class WordedFact:
    """A fact: a marked message and its values.

    A value is a text, a number, a tuple of cards, cards of which it is one, or the points of each player by name.
    """

    message: str
    values: Mapping[str, object] = field(default_factory=dict)


def facts_of(question: str, variant: Variant, facts: FactsJson, situation: FactsJson) -> list[WordedFact]:
    """Return what the facts of an answer to `question` add to its headline and reasons, all given as JSON values."""
    found = _FACTS[question](variant, {**facts, "situation": situation}) if question in _FACTS else ()
    return [replace(fact, message=in_words_of(variant, fact.message)) for fact in found]


def fact_sentence(fact: WordedFact) -> str:
    """Return a fact as plain text in the reader's language."""
    return sentence(fact.message, {name: _in_text(value) for name, value in fact.values.items()})


def jokers_of(facts: FactsJson) -> Iterator[WordedFact]:
    """Yield what each joker may be, which pages offer as choices: of a meld, or by list of melds and meld."""
    found = [facts.get("joker_may_be") or ()]
    while found:
        inner = found.pop()
        if isinstance(inner, Mapping):
            found.extend(inner.values())
        elif inner:
            yield _joker_may_be(inner)


def _joker_may_be(codes: Sequence[str]) -> WordedFact:
    return WordedFact(N_("The joker may be {cards}."), {"cards": AnyOf(_cards(codes))})


def _in_text(value: object) -> object:
    if isinstance(value, tuple):
        return " ".join(str(shown_value(card)) for card in value)  # in a row, as pages show them
    if isinstance(value, AnyOf):
        *some, last = (str(shown_value(card)) for card in value.cards)
        return list_pattern("or").format(some=", ".join(some), last=last) if some else last
    if not isinstance(value, Mapping):
        return value
    each = ({"points": f"{points:+}".replace("-", "−"), "name": name} for name, points in value.items())
    return ", ".join(sentence(N_("{points} for {name}"), one) for one in each)


def _cards(codes: Sequence[str]) -> tuple[Card, ...]:
    return tuple(parse_cards(codes))


def _points(number: int) -> str:
    return plural("{num} point", "{num} points", number)


def _meld(_variant: Variant, facts: FactsJson) -> Iterator[WordedFact]:
    if facts.get("valid") and not facts.get("may_be_laid_now", True):
        yield WordedFact(N_("It’s a meld, but you can’t lay it now."))
    if facts.get("joker_may_be") and not facts.get("declaration_required"):
        yield _joker_may_be(facts["joker_may_be"])


def _opening(_variant: Variant, facts: FactsJson) -> Iterator[WordedFact]:
    if facts.get("draw"):
        message = NN_("The player draws {num} tile.", "The player draws {num} tiles.", "num")
        yield WordedFact(message, {"num": facts["draw"]})
    if facts.get("turn_ends"):
        yield WordedFact(N_("That ends the turn."))


def _lay_off(_variant: Variant, facts: FactsJson) -> Iterator[WordedFact]:
    targets = facts.get("targets")
    if targets is None:
        return
    situation = facts["situation"]
    cards, table = _cards(situation["cards"][:1]), situation.get("table", ())
    for index in targets if len(targets) > 1 or len(situation["cards"]) > 1 else ():
        yield WordedFact(N_("{cards} fits {meld}."), {"cards": cards, "meld": _cards(table[index])})
    if facts.get("must_say_which"):
        yield WordedFact(N_("The player must say which meld it goes to."))
    if "points" in facts:
        yield WordedFact(N_("That counts {points}."), {"points": _points(facts["points"])})


_JOKER_GOES = {
    "hand": N_("The joker goes to the hand."),
    "new_meld": N_("The joker goes into a new meld."),
    "old_meld": N_("The joker goes to a meld on the table."),
}


def _joker_swap(_variant: Variant, facts: FactsJson) -> Iterator[WordedFact]:
    if facts.get("meld_after"):
        yield WordedFact(N_("The meld is then {cards}."), {"cards": _cards(facts["meld_after"])})
    if facts.get("joker_goes_to") in _JOKER_GOES:
        yield WordedFact(_JOKER_GOES[facts["joker_goes_to"]])
    if facts.get("must_meld_joker_now"):
        yield WordedFact(N_("It must be laid again in the same turn."))
    if facts.get("replaced_card_scores_for"):
        yield WordedFact(
            N_("The card that replaces it counts for {name}."), {"name": facts["replaced_card_scores_for"]}
        )
    if facts.get("may_lay_off_instead"):
        yield WordedFact(N_("The offered card can’t replace the joker, but it could be laid off on this meld."))


def _pile(_variant: Variant, facts: FactsJson) -> Iterator[WordedFact]:
    if facts.get("taken"):
        yield WordedFact(N_("Picked up: {cards}"), {"cards": _cards(facts["taken"])})
    if "hand_after" in facts:
        if facts["hand_after"]:
            yield WordedFact(N_("In hand before the discard: {cards}"), {"cards": _cards(facts["hand_after"])})
        else:
            yield WordedFact(N_("No card is left in hand."))
    if any((knocker := facts.get("cards_to_knocker") or {}).values()):
        yield WordedFact(N_("The knocker gets {discard} from the pile and {stock} from the stock."), knocker)
    if "new_stock" in facts:
        if facts.get("shuffled"):
            yield WordedFact(N_("The new stock is shuffled."))
        elif facts["new_stock"]:
            yield WordedFact(N_("The new stock, from the top: {cards}"), {"cards": _cards(facts["new_stock"])})
        if facts.get("new_pile") and (facts["new_stock"] or facts.get("shuffled")):
            yield WordedFact(N_("The new pile: {cards}"), {"cards": _cards(facts["new_pile"])})


def _rummy_call(_variant: Variant, facts: FactsJson) -> Iterator[WordedFact]:
    if facts.get("card_to") and not facts.get("may_lay_at_once"):
        yield WordedFact(N_("The player takes it in hand and may lay it in their own turn."))


def _go_out(variant: Variant, facts: FactsJson) -> Iterator[WordedFact]:
    if facts.get("bonus"):
        yield WordedFact(N_("Going out brings {points} more."), {"points": _points(facts["bonus"])})
    for key, way in variant.closing.ways.items():
        if way.laid_before is None:
            continue
        name = sentence(way.label)
        if facts.get(key):
            times = factor(variant, key)
            yield WordedFact(counted(times), {"way": name, "times": times})
        elif facts.get("closes"):
            yield WordedFact(N_("{way}: this isn’t one."), {"way": name})


def _round_score(_variant: Variant, facts: FactsJson) -> Iterator[WordedFact]:
    if facts.get("decision_needed"):
        yield WordedFact(N_("The rules leave this to the table."))
    if mended := facts.get("suggested_correction"):
        yield WordedFact(N_("{points} would be right."), {"points": mended})
    if rated := facts.get("rating_totals"):
        yield WordedFact(N_("Rating points after this round: {points}."), {"points": rated})


def _game_end(_variant: Variant, facts: FactsJson) -> Iterator[WordedFact]:
    if final := facts.get("final"):
        yield WordedFact(N_("With all bonuses: {points}."), {"points": final})


def _arrange(variant: Variant, facts: FactsJson) -> Iterator[WordedFact]:
    for laid in facts.get("melds", ()):
        yield WordedFact("{cards}", {"cards": _cards(laid["cards"])})
    if facts.get("left"):
        yield WordedFact(N_("Left: {cards}"), {"cards": _cards(facts["left"])})
    if facts.get("melds"):
        points = {"laid": _points(facts["points_laid"]), "left": _points(facts["points_left"])}
        yield WordedFact(N_("That lays {laid} and leaves {left}."), points)
    needed = variant.turn.opening_minimum
    if needed is not None and "meets_minimum" in facts and not facts["situation"].get("table"):
        if facts["meets_minimum"]:
            yield WordedFact(N_("That’s enough to open."))
        elif variant.turn.opening_asks(Requirement.PURE_RUN):
            message = N_("Not enough to open: you need {needed} and a run without a joker.")
            yield WordedFact(message, {"needed": _points(needed)})
        else:
            yield WordedFact(N_("Not enough to open: you need {needed}."), {"needed": _points(needed)})
    if facts.get("optimal") is False:
        yield WordedFact(N_("There may be something better: the search stopped early."))


def _table(_variant: Variant, facts: FactsJson) -> Iterator[WordedFact]:
    if facts.get("to_pool"):
        yield WordedFact(N_("Put back what you can. Tiles whose place nobody remembers go to the pool."))
    elif facts.get("restore_table"):
        yield WordedFact(N_("Put everything back where it was before the turn."))
    if facts.get("penalty_tiles"):
        message = NN_("The player draws {num} tile for it.", "The player draws {num} tiles for it.", "num")
        yield WordedFact(message, {"num": facts["penalty_tiles"]})


_FACTS: Mapping[str, Callable[[Variant, FactsJson], Iterator[WordedFact]]] = {
    "table": _table,
    "meld": _meld,
    "opening": _opening,
    "lay-off": _lay_off,
    "joker-swap": _joker_swap,
    "pile": _pile,
    "rummy-call": _rummy_call,
    "go-out": _go_out,
    "round-score": _round_score,
    "game-end": _game_end,
    "arrange": _arrange,
}
