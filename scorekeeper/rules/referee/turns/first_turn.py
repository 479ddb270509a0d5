"""Conclude from the number of a player's cards that the player has laid nothing in an earlier turn."""

from ...cards import Cards
from ...errors import N_, InvalidSituation, Problem
from ...model.terms import DrawKind, EmptyHand
from ...model.variant import Variant


def laid_nothing_before(
    variant: Variant, dealt: int | None, hand_before: Cards | None, used: int | None = None
) -> bool:
    """Return whether the cards prove that their player has laid nothing before the turn.

    `dealt` is the number of cards dealt to each, None if unknown. `used` is the number of cards laid, laid off, thrown
    away and kept in the turn, None if unknown; it is used if `hand_before` is unknown. They prove nothing in games in
    which a hand can grow again.
    """
    if dealt is None or not _hands_never_grow(variant):
        return False
    if hand_before is not None:
        return len(hand_before) in (dealt, dealt + variant.deal.first_extra)
    return used == dealt + 1 and not variant.turn.rearrange  # rearranged melds have cards of the table, too


def begins_without_drawing(variant: Variant, dealt: int | None, hand_before: Cards | None) -> bool:
    """Return whether the cards prove that their player begins the round, with more cards and without drawing (ZO-05).

    `hand_before` is what the player held before drawing, `dealt` the number of cards dealt to the others.
    """
    if dealt is None or hand_before is None or not variant.deal.first_extra or not _hands_never_grow(variant):
        return False
    return len(hand_before) == dealt + variant.deal.first_extra


def _hands_never_grow(variant: Variant) -> bool:
    """Return whether a turn that lays nothing leaves as many cards in hand as there were before it."""
    turn = variant.turn
    grows = (DrawKind.WHOLE_PILE, DrawKind.DEEPER_CARD, DrawKind.OUT_OF_TURN)
    return turn.draw_first and not turn.table_to_hand and not any(turn.draws[kind].allowed for kind in grows)


def check_first_turn(**claims: bool | None) -> None:
    """Refuse claims that something was laid before, when the number of cards proves that nothing was.

    Raises:
        InvalidSituation: with a problem for each claim, a key of the situation, that is True.
    """
    message = N_("The hand is as large as it was dealt, so nothing was laid before.")
    problems = [Problem(message, (key,)) for key, claimed in claims.items() if claimed]
    if problems:
        raise InvalidSituation(*problems)


def check_cardless(variant: Variant, cardless: bool | None, hand: Cards | None, key: str = "hand_before") -> bool:
    """Return whether the player began the turn without cards; False in games in which nobody can.

    `hand` is what the player held then, None if unknown; `key` is its key in the situation.

    Raises:
        InvalidSituation: `cardless` contradicts the `hand`.
    """
    if variant.closing.empty_hand is EmptyHand.FORBIDDEN:
        return False
    if cardless and hand:
        raise InvalidSituation(Problem(N_("A player who started the turn without cards had none in hand."), (key,)))
    return bool(cardless) or hand == ()
