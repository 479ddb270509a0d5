"""How many cards a hand can hold, and how many points those can be worth."""

from collections.abc import Iterator

from ..cards import JOKER, Card, Rank
from ..model.terms import DrawKind, JokerGoes, LastDiscard, SwapRequirement
from ..model.variant import Variant

_SEVERAL_CARDS = (DrawKind.WHOLE_PILE, DrawKind.DEEPER_CARD, DrawKind.OUT_OF_TURN)


def most_cards(variant: Variant, players: int) -> int:
    """Return the largest number of cards that a hand can hold: those dealt and one drawn, or all where hands grow.

    Source: DA-06, DA-08; NO-05, NO-11, NO-16; DE-04, DE-06, DE-O4; CS-03, CS-11; IS-05, IS-10.
    """
    size = variant.deck.size(players)
    return (
        size if _hands_grow(variant) else min(size, variant.deal.cards_for(players) + max(1, variant.deal.first_extra))
    )


def most_points(variant: Variant, players: int, hands: int = 1) -> int:
    """Return what `hands` hands can be worth together, in points: the highest cards of the packs, as often as there."""
    left, points = hands * most_cards(variant, players), 0
    for value, copies in sorted(_values(variant, players), reverse=True):
        taken = min(left, copies)
        points, left = points + taken * value, left - taken
    return points


def _hands_grow(variant: Variant) -> bool:
    """Return whether a hand can hold more cards after a turn than before it."""
    turn, swap = variant.turn, variant.swap
    takes_joker = swap.allowed and swap.goes_to is JokerGoes.HAND and not swap.asks(SwapRequirement.HAND_CARD)
    keeps_drawn = not turn.draw_first or variant.closing.last_discard is LastDiscard.NONE
    takes_more = turn.table_to_hand or turn.time_out_tiles > 0 or variant.call.allowed or takes_joker
    return keeps_drawn or takes_more or any(turn.draws[kind].allowed for kind in _SEVERAL_CARDS)


def _values(variant: Variant, players: int) -> Iterator[tuple[int, int]]:
    """Yield the points of each rank and of a joker, with the number of such cards in the packs."""
    for card in (*(Card(rank, None) for rank in Rank), JOKER):
        copies = variant.deck.copies(card, players)
        yield variant.value(card), copies if card == JOKER else 4 * copies
