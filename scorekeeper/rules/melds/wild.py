"""What the jokers of a meld may stand for, and how many of them it may hold.

A wild card is a joker or a card of a wild rank. A card of a wild rank is either itself, and then natural,
or a joker.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import chain, combinations, combinations_with_replacement

from ..cards import BY_CODE, NATURALS, Card, Rank, Suit
from ..model.scoring import CardValues
from ..model.terms import AceOrder
from ..model.variant import Variant
from .windows import (
    ACE_TO_ACE,
    WINDOWS,
    alternates,
    first_is_red,
    has_low_ace,
    lie_apart,
    may_have_both_aces,
    may_hold_ace,
    mixed_bits,
    run_has_apart,
    run_orders,
    run_size_fits,
    suited_bits,
)


class MeldKind(StrEnum):
    """The two kinds of melds."""

    RUN = "run"
    SET = "set"


@dataclass(frozen=True, slots=True)
class MeldReading:
    """One reading of cards as a meld.

    `roles` are what the wild cards stand for, in their order among the cards; `jokers` of them stand for
    another card. `points` are what the meld counts so.
    """

    kind: MeldKind
    roles: tuple[Card, ...]
    points: int
    jokers: int


@dataclass(frozen=True, slots=True)
class _Fill:
    """What the jokers of a meld add to its natural cards."""

    kind: MeldKind
    added: tuple[Card, ...]
    points: int


_ACE = BY_CODE["AS"]
_OF_SUIT = {suit: {card.rank: card for card in NATURALS if card.suit is suit} for suit in Suit}


def always_within_limit(naturals: int, jokers: int) -> bool:
    """Return whether every `JokerLimit` allows `jokers` beside `naturals`; then the variant's need not be read."""
    return jokers <= 1 and naturals > 1


def find_readings(
    variant: Variant, naturals: Sequence[Card], wild: Sequence[Card], names: Sequence[Card | None]
) -> list[MeldReading]:
    """Return every reading of `naturals` and `wild` together as a meld, whatever the limit of jokers.

    `names` are the cards that the wild cards were declared as, None for those that were not. Undeclared wild cards are
    interchangeable: of assignments that differ only in which of them stands for which card, one is returned.
    """
    splits = _splits(variant, naturals, wild, names)
    if len(splits) == 1 and not splits[0] and not any(names):
        return [
            MeldReading(fill.kind, fill.added, fill.points, len(wild))
            for fill in _fills(variant, naturals, len(wild), ())
        ]
    found = {}
    for own in splits:
        laid = (*naturals, *(wild[place] for place in own))
        jokers = len(wild) - len(own)
        declared = [card for place, card in enumerate(names) if card is not None and place not in own]
        for fill in _fills(variant, laid, jokers, declared):
            roles = _assigned(fill.added, wild, names, own, as_itself=variant.deck.wild_as_itself)
            if roles is not None:
                found[fill.kind, roles, jokers] = MeldReading(fill.kind, roles, fill.points, jokers)
    return list(found.values())


def _fills(variant: Variant, laid: Sequence[Card], jokers: int, named: Sequence[Card]) -> Iterator[_Fill]:
    """Yield what `jokers`, some of them `named`, may add to natural cards."""
    return chain(_run_fills(variant, laid, jokers, named), _set_fills(variant, laid, jokers)) if laid else iter(())


def _splits(
    variant: Variant, naturals: Sequence[Card], wild: Sequence[Card], names: Sequence[Card | None]
) -> Sequence[tuple[int, ...]]:
    """Return each choice of wild cards (by place) that are themselves: none, one in a run, one of each suit in a set.

    Any other choice would be one of these melds with more jokers.
    """
    ranked = [place for place, card in enumerate(wild) if card.rank is not None]
    if not ranked or not variant.deck.wild_as_itself:
        return ((),)
    named = tuple(place for place in ranked if names[place] == wild[place])
    free = {wild[place]: place for place in reversed(ranked) if names[place] is None}
    free = {card: place for card, place in free.items() if card not in {wild[at] for at in named}}
    suits = {card.suit for card in naturals}
    mixed = variant.melds.run_suits_mixed
    single = [(*named, place) for card, place in free.items() if not suits or suits == {card.suit} or mixed]
    return list(dict.fromkeys((named, *single, (*named, *free.values()))))


def _assigned(
    added: tuple[Card, ...], wild: Sequence[Card], names: Sequence[Card | None], own: Sequence[int], *, as_itself: bool
) -> tuple[Card, ...] | None:
    """Return the roles of all wild cards if their jokers add `added`.

    None if that contradicts a declaration, or if a card of a wild rank would be a joker for itself where it may be
    itself (`as_itself`).
    """
    left = list(added)
    for place, card in enumerate(names):
        if card is not None and place not in own:
            if card not in left:
                return None
            left.remove(card)
    roles = tuple(wild[place] if place in own else names[place] or left.pop(0) for place in range(len(wild)))
    is_own = any(roles[place] == wild[place] and place not in own for place in range(len(wild)))
    return None if as_itself and is_own else roles


def _run_fills(variant: Variant, laid: Sequence[Card], jokers: int, named: Sequence[Card]) -> Iterator[_Fill]:
    rules, size, suit = variant.melds, len(laid) + jokers, laid[0].suit
    if size == ACE_TO_ACE:
        yield from _ace_to_ace_fills(variant, laid)
        return
    suited = suited_bits(laid)
    bits = suited or mixed_bits(rules, laid, size)
    if suit is None or bits.bit_count() != len(laid) or not run_size_fits(rules, size):
        return
    order = rules.ace if may_hold_ace(bits, size) else AceOrder.LOW
    for window in WINDOWS[order][size]:
        if not bits & ~window.bits:
            missing = [rank for rank in window.ranks if not bits >> rank - 1 & 1]
            if len(missing) > 1 and not (variant.jokers.side_by_side or run_has_apart(order, window.ranks, missing)):
                continue
            own, ace_low = tuple([_OF_SUIT[suit][rank] for rank in missing]), has_low_ace(rules, window)
            choices: Iterable[tuple[Card, ...]] = [own] if suited else _in_any_suits(missing, named)
            if alternates(rules):
                orders = run_orders(order, window.ranks)
                choices = dict.fromkeys(_in_turn(variant, laid, orders, missing, named))
            for added in choices:
                yield _Fill(MeldKind.RUN, added, points_laid(variant.values, laid, added, ace_low))


def _ace_to_ace_fills(variant: Variant, laid: Sequence[Card]) -> Iterator[_Fill]:
    """Yield what jokers add to natural cards of one suit so that they go from ace to ace (DE-A18)."""
    suit, aces, bits = laid[0].suit, [card.rank for card in laid].count(Rank.ACE), suited_bits(laid)
    others_once = bits.bit_count() == len(laid) - (aces == 2)
    if suit is None or not bits or not others_once or not may_have_both_aces(variant.melds):
        return
    if aces == 2 and not variant.melds.ace_to_ace_natural:
        return
    missing = [rank for rank in Rank if rank is not Rank.ACE and not bits >> rank - 1 & 1]
    ends = ((True, True),) if not aces else ((True, False), (False, True)) if aces == 1 else ((False, False),)
    places = [rank in missing for rank in Rank if rank is not Rank.ACE]
    if not variant.jokers.side_by_side and not any(lie_apart([low, *places, high]) for low, high in ends):
        return
    added = tuple([_OF_SUIT[suit][rank] for rank in (*[Rank.ACE] * (2 - aces), *missing)])
    yield _Fill(MeldKind.RUN, added, _points_from_ace_to_ace(variant.values, laid, added))


def _in_turn(
    variant: Variant,
    laid: Sequence[Card],
    orders: Sequence[Sequence[Rank]],
    missing: Sequence[Rank],
    named: Sequence[Card],
) -> Iterator[tuple[Card, ...]]:
    """Yield the `missing` cards of a run of black and red in turn: those `named`, the others in either suit."""
    by_rank = {card.rank: card for card in named if card.rank in missing}
    for ranks in orders:
        red = first_is_red([*laid, *by_rank.values()], ranks)
        lie = [rank in missing for rank in ranks]
        if red is None or not (variant.jokers.side_by_side or lie_apart(lie)):
            continue
        for black, other in ((Suit.SPADES, Suit.HEARTS), (Suit.CLUBS, Suit.DIAMONDS)):
            suits = {rank: other if (at + red) % 2 else black for at, rank in enumerate(ranks)}
            yield tuple([by_rank.get(rank) or _OF_SUIT[suits[rank]][rank] for rank in missing])


def _in_any_suits(missing: Sequence[Rank], named: Sequence[Card]) -> Iterator[tuple[Card, ...]]:
    """Yield the `missing` cards of a run of several suits: those that are `named`, the others in any suit.

    Of several that are not named, all are of one suit: that is each card once, not each combination.
    """
    by_rank = {card.rank: card for card in named}
    for cards in _OF_SUIT.values():
        yield tuple([by_rank.get(rank) or cards[rank] for rank in missing])
        if all(rank in by_rank for rank in missing):
            return


def _set_fills(variant: Variant, laid: Sequence[Card], jokers: int) -> Iterator[_Fill]:
    rules, size, rank = variant.melds, len(laid) + jokers, laid[0].rank
    if not rules.sets or not rules.set_smallest <= size <= rules.set_largest:
        return
    if any(card.rank is not rank for card in laid):
        return
    suits = {card.suit for card in laid}
    if not rules.set_suits_differ:
        choices: Iterator[tuple[Suit, ...]] = combinations_with_replacement(Suit, jokers)
    elif len(suits) < len(laid) and not rules.set_copies:
        return
    else:
        choices = combinations([suit for suit in Suit if suit not in suits], jokers)
    for chosen in choices:
        added = tuple([_OF_SUIT[suit][rank] for suit in chosen])
        yield _Fill(MeldKind.SET, added, points_laid(variant.values, laid, added))


def points_laid(values: CardValues, laid: Sequence[Card], added: Sequence[Card] = (), ace_low: bool = False) -> int:
    """Return what natural cards, and jokers for `added`, count in a meld; `ace_low` if it begins with the ace."""
    counted = (*laid, *added) if values.joker_as_card else laid
    ranks = [card.rank for card in counted if card.rank is not None]
    points = sum([values.ranks[rank] for rank in ranks])
    if Rank.ACE in ranks:
        special = values.laid_ace(low=ace_low)
        points += 0 if special is None else (special - values.ranks[Rank.ACE]) * ranks.count(Rank.ACE)
    if not added:  # what a joker counts is not read (`referee.read_tracking`)
        return points
    return points if values.joker_as_card else points + values.joker * len(added)


def _points_from_ace_to_ace(values: CardValues, laid: Sequence[Card], added: Sequence[Card] = ()) -> int:
    """Return what a run from ace to ace counts: one ace low and one high; a single one that counts as the greater."""
    low, high = values.as_laid(_ACE, ace_low=True), values.as_laid(_ACE)
    counted = [card for card in (*laid, *(added if values.joker_as_card else ())) if card.rank is Rank.ACE]
    other = low - high if len(counted) == 2 else max(0, low - high) if counted else 0
    return points_laid(values, laid, added) + other


def natural_reading(variant: Variant, cards: Sequence[Card]) -> MeldReading | None:
    """Return the reading of natural `cards` as a meld; None if they are none."""
    rules, size = variant.melds, len(cards)
    if rules.sets and rules.set_smallest <= size <= rules.set_largest:
        rank = cards[0].rank
        if all(card.rank is rank for card in cards):
            if len({card.suit for card in cards}) < size and rules.set_suits_differ and not rules.set_copies:
                return None
            return MeldReading(MeldKind.SET, (), points_laid(variant.values, cards), 0)
    bits = suited_bits(cards) or mixed_bits(rules, cards, size)
    if size == ACE_TO_ACE:
        points = [fill.points for fill in _ace_to_ace_fills(variant, cards)]
        return MeldReading(MeldKind.RUN, (), points[0], 0) if points else None
    if bits.bit_count() != size or not run_size_fits(rules, size):
        return None
    for window in WINDOWS[rules.ace if may_hold_ace(bits, size) else AceOrder.LOW][size]:
        if window.bits == bits:
            turned = run_orders(rules.ace, window.ranks) if alternates(rules) else ()
            if turned and all(first_is_red(cards, ranks) is None for ranks in turned):
                return None
            ace_low = has_low_ace(rules, window)
            return MeldReading(MeldKind.RUN, (), points_laid(variant.values, cards, ace_low=ace_low), 0)
    return None
