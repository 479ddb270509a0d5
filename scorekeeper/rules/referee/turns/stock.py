"""Rule on an empty stock."""

from typing import Any

from ...cards import Cards
from ...errors import N_
from ...model.terms import EmptyStock
from ...model.topics import Topic
from ...model.variant import Variant
from ...reasons import Reason
from ..ruling import Fact, Ruling, Wordings, reason, rule_on

WITHOUT_POOL: Wordings = {
    "lays_each_turn": (
        Topic.EMPTY_STOCK,
        N_("From now on, everybody must lay at least one tile each turn. When nobody can, the round ends."),
    ),
    "one_more_turn_each": (
        Topic.EMPTY_STOCK,
        N_("Everybody has one more turn, beginning with the player who drew the last tile. Then the round ends."),
    ),
}
"""How a round goes on without a pool."""
WORDINGS: Wordings = {
    **WITHOUT_POOL,
    "turned_over": (
        Topic.EMPTY_STOCK,
        N_("Turn the pile over without shuffling; its top card starts the new pile."),
    ),
    "shuffled": (Topic.EMPTY_STOCK, N_("Shuffle the pile into a new stock; its top card starts the new pile.")),
    "no_new_stock": (Topic.EMPTY_STOCK, N_("In this game there’s never a new stock.")),
    "ends_when_wanted": (Topic.EMPTY_STOCK, N_("The round ends when a player wants a card from the stock.")),
    "lowest_wins_at_once": (Topic.EMPTY_STOCK, N_("The round ends at once, and the lowest rack wins.")),
    "void_at_once": (
        Topic.EMPTY_STOCK,
        N_("As soon as the stock is down to {kept}, the round is void: nobody scores."),
    ),
    "void_after_discard": (
        Topic.EMPTY_STOCK,
        N_("With the stock down to {kept}, only the last discard can still be taken. Then the round is void."),
    ),
    "nothing_to_turn_over": (Topic.NOTHING_LEFT, N_("There are no cards under the top discard to make a new stock.")),
    "top_card_alone": (Topic.NOTHING_LEFT, N_("Play on; you can draw only the top discard.")),
    "which_discards": (Topic.EMPTY_STOCK, N_("It depends on which cards lie in the pile.")),
}

_SHUFFLED = {EmptyStock.TURN_OVER_KEEP_TOP: False, EmptyStock.SHUFFLE_KEEP_TOP: True}
_INSTEAD = {
    EmptyStock.ENDS_WHEN_WANTED: "ends_when_wanted",
    EmptyStock.PLAY_ON: "lays_each_turn",
    EmptyStock.ONE_MORE_TURN: "one_more_turn_each",
    EmptyStock.LOWEST_RACK_AT_ONCE: "lowest_wins_at_once",
    EmptyStock.VOID_AT_ONCE: "void_at_once",
    EmptyStock.VOID_AFTER_DISCARD: "void_after_discard",
}
"""The code of what happens instead, where no new stock is made."""


def judge_empty_stock(variant: Variant, pile: Cards | None, hand_before: Cards | None = None) -> Ruling:
    """Return whether a new stock is made of `pile` (bottom to top), and how the cards then lie.

    The pile is turned over as it is, so that its lowest card becomes the top card of the stock.
    """
    shuffled = _SHUFFLED.get(variant.closing.stock_empty)
    facts: dict[str, Fact] = {"shuffled": bool(shuffled)}
    if hand_before is not None:
        facts["hand_after"] = hand_before
    if shuffled is None:
        if pile is not None:
            facts |= {"taken": (), "new_stock": (), "new_pile": pile}
        instead = _INSTEAD[variant.closing.stock_empty]
        kept: dict[str, Any] = {"kept": variant.closing.stock_kept} if variant.closing.stock_kept else {}
        return rule_on([_say(variant, "no_new_stock"), reason(variant, WORDINGS, instead, **kept)], facts=facts)
    if pile is None:
        return rule_on([], missing=[_say(variant, "which_discards", missing=True)], facts=facts)
    facts |= {"taken": (), "new_stock": pile[:-1], "new_pile": pile[-1:]}
    if len(pile) < 2:
        facts["shuffled"] = False
        if variant.closing.play_on_with_top_card:
            return rule_on([], [_say(variant, "top_card_alone", pile)], facts=facts)
        return rule_on([_say(variant, "nothing_to_turn_over", pile)], facts=facts)
    return rule_on([], [_say(variant, "shuffled" if shuffled else "turned_over", pile[:-1])], facts=facts)


def _say(variant: Variant, code: str, cards: Cards = (), missing: bool = False) -> Reason:
    return reason(variant, WORDINGS, code, cards, ("pile",) if missing else None)
