"""Rule on a turn in a game in which a player may knock: close the round with cards in hand."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from ...cards import Card, Cards
from ...model.terms import EmptyStock, HandEnding
from ...model.variant import Variant
from ...reasons import Reason
from ...scoring.deadwood import deadwood
from ...scoring.showdown import bonuses, ending_of, knock_limit
from ..ruling import Fact, Ruling, rule_on
from .finished_turn import FinishedTurn
from .knocking import knock_reason


def rule_on_knock(turn: FinishedTurn, stock: int | None, upcard: Card | None, faults: Sequence[Reason]) -> Ruling:
    """Return the ruling on a turn in a game in which a player may knock; `faults` are those of the cards laid.

    A hand of one card more than was dealt, without a discard, is looked at before the discard. `stock` is how many
    cards it still has, `upcard` the first upcard of the round, both None if unknown.

    Source: GN-12 to GN-18, GN-27, GN-33.
    """
    variant, play = turn.variant, turn.play
    hand, discards = turn.hand_after, tuple[Card, ...]()
    whole = (*play.laid, *hand)
    before_discard = play.discard is None and len(whole) > variant.deal.cards_for(variant.most_players)
    way = variant.closing.whole_hand_way if before_discard and not deadwood(variant, whole).cards else None
    if before_discard and way is None:
        discards, hand = best_discards(variant, whole, () if turn.taken is None else (turn.taken,))
    left = deadwood(variant, () if way else hand)
    points = left.points(variant)
    limit = knock_limit(variant, upcard)
    wrong = [*faults, *_faults(turn, points, limit)]
    facts: dict[str, Fact] = {"deadwood": points}
    if discards:
        facts["best_discards"] = discards
    shown = [knock_reason(variant, "best_discards", discards)] if discards else []
    shown += [knock_reason(variant, "deadwood_counted", left.cards)] if left.cards else []
    needed = variant.closing.last_discard_needed and way is None
    if turn.called and points and limit is None and not wrong:
        asked = knock_reason(variant, "which_upcard", missing=("upcard",))
        return rule_on((), (), [asked], {**facts, "discard_required": needed})
    closes = turn.called and not wrong
    ending = ending_of(variant, points, points + 1, way) if closes else None
    void = not closes and not wrong and is_void(variant, stock)
    facts |= {"closes": closes, "round_ends": closes or void, "discard_required": needed}
    facts["bonus"] = sum(bonuses(variant, ending).values()) if ending else 0
    if ending:
        facts["ending"] = str(ending)
    return rule_on(wrong, [*_grounds(variant, ending, points, limit), *shown, *_not_closed(turn, void)], (), facts)


def best_discards(variant: Variant, cards: Cards, kept: Cards = ()) -> tuple[Cards, Cards]:
    """Return the cards of which each leaves the least deadwood when it is discarded, and what is left without one.

    A card of `kept` may not be discarded.
    """
    rest = {card: tuple(other for other in cards if other != card) for card in cards if card not in kept}
    left = {card: deadwood(variant, others).points(variant) for card, others in rest.items()}
    least = min(left.values())
    found = tuple(card for card, points in left.items() if points == least)
    return found, rest[found[0]]


def is_void(variant: Variant, stock: int | None) -> bool:
    """Return whether a round is void if nobody has closed it with so many cards left in the stock."""
    closing = variant.closing
    return stock is not None and stock <= closing.stock_kept and closing.stock_empty is EmptyStock.VOID_AT_ONCE


def _faults(turn: FinishedTurn, points: int, limit: int | None) -> Iterator[Reason]:
    variant = turn.variant
    if not turn.called:
        if not points and variant.knock.gin_must_close:
            yield knock_reason(variant, "gin_not_closed")
        return
    most = max(variant.values.ranks.values()) if limit is None else limit
    if points > most and most:
        yield knock_reason(variant, "too_much_deadwood", points=points, limit=most)
    elif points > most:
        yield knock_reason(variant, "gin_needed", points=points)


def _grounds(variant: Variant, ending: str | None, points: int, limit: int | None) -> Iterator[Reason]:
    if way := variant.closing.ways.get(ending or ""):
        yield replace(knock_reason(variant, "all_melded", way=way.label), rule=way.rule)
    elif ending == HandEnding.GIN:
        yield knock_reason(variant, "is_gin")
    elif ending is not None:
        yield knock_reason(variant, "may_knock", points=points, limit=limit)


def _not_closed(turn: FinishedTurn, void: bool) -> Iterator[Reason]:
    if not turn.called:
        yield knock_reason(turn.variant, "does_not_knock")
    if void:
        yield knock_reason(turn.variant, "round_is_void")
