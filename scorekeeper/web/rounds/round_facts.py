"""The parts of a variant's scoring that the round form's script needs for live results."""

from typing import Any

from ...rules.cards import JOKER, Card, Rank
from ...rules.model.terms import AceOrder
from ...rules.model.variant import Variant
from ...rules.scoring.rounds import factor

_ACE = Card(Rank.ACE)


def _values(variant: Variant) -> dict[str, int]:
    """Return what each rank and a joker count; nothing in a game without cards."""
    if not variant.has_cards:
        return {}
    return {rank.letter: variant.value(Card(rank)) for rank in Rank} | {JOKER.code: variant.value(JOKER)}


def scoring_facts(variant: Variant, players: int) -> dict[str, Any]:
    """Return the scoring of `variant` for the page's `data-scoring`; false facts are left out."""
    scoring = variant.scoring
    facts = {
        "tiles": variant.deck.tiles,
        "tableScores": scoring.table_scores,
        "handsCost": scoring.hands_cost,
        "closerCollects": scoring.closer_collects,
        "closerIsFree": scoring.closer_is_free,
        "closerMayBeLeftOut": scoring.closer_may_be_left_out,
        "closerFollowsPoints": scoring.closer_follows_points,
        "meldsInHandFree": scoring.melds_in_hand_free,
        "runSuitsMixed": variant.melds.run_suits_mixed,
        "noCloser": scoring.no_closer.value,
        "factor": max((factor(variant, key) for key in variant.closing.ways), default=1),
        "bonus": variant.closing.bonus or False,
        "penalties": {penalty.key: penalty.points for penalty in scoring.penalties},
        "values": _values(variant),
        "lowAce": variant.values.as_laid(_ACE, ace_low=True) if variant.values.low_ace_differs else False,
        "highAce": variant.values.as_laid(_ACE) if variant.values.low_ace_differs else False,
        "ring": variant.melds.ace is AceOrder.RING,
        "wholeSuitAceLow": variant.melds.whole_suit_ace_low,
        "copies": variant.deck.packs_for(players),
        "jokers": variant.deck.jokers_for(players),
    }
    return {name: fact for name, fact in facts.items() if fact is not False}
