"""The parts of a variant's scoring that the round form's script needs for live results."""

from ...documents import JsonObject
from ...rules.cards import JOKER, Card, Rank
from ...rules.model.scoring import Rating
from ...rules.model.terms import AceOrder, ValuePlace
from ...rules.model.variant import Variant
from ...rules.scoring.rounds import factor

_ACE = Card(Rank.ACE)


def _values(variant: Variant) -> dict[str, int]:
    """Return what each rank and a joker count; nothing in a game without cards."""
    if not variant.has_cards:
        return {}
    return {rank.letter: variant.value(Card(rank)) for rank in Rank} | {JOKER.code: variant.value(JOKER)}


def _rating(rating: Rating) -> JsonObject:
    """Return what brings rating points."""
    bands = [list(band) for band in rating.bands]
    return {"win": rating.win, "ways": dict(rating.ways), "bands": bands, "multiplied": rating.multiplied}


def _knock(variant: Variant) -> JsonObject | bool:
    """Return what counts when two hands are compared: the bonuses by ending and way, ties, the suit that doubles."""
    knock = variant.knock
    if not knock.allowed:
        return False
    return {
        "bonuses": {ending.value: points for ending, points in knock.bonuses.items()},
        "ways": {key: way.bonus or 0 for key, way in variant.closing.ways.items()},
        "undercutOnTie": knock.undercut_on_tie,
        "suit": None if knock.doubling_suit is None else knock.doubling_suit.value,
    }


def _or_false(points: int | None) -> int | bool:
    return False if points is None else points


def scoring_facts(variant: Variant, players: int) -> JsonObject:
    """Return the scoring of `variant` for the page's `data-scoring`; false facts are left out."""
    scoring = variant.scoring
    facts = {
        "tiles": variant.deck.tiles,
        "tableScores": scoring.table_scores,
        "handsCost": scoring.hands_cost,
        "handsAdd": variant.ending.hand_sign > 0,
        "closerCollects": scoring.closer_collects,
        "closerIsFree": scoring.closer_is_free,
        "closerMayBeLeftOut": scoring.closer_may_be_left_out,
        "closerFollowsPoints": scoring.closer_follows_points,
        "meldsInHandFree": scoring.melds_in_hand_free,
        "runSuitsMixed": variant.melds.run_suits_mixed,
        "noCloser": scoring.no_closer.value,
        "lowestTakenOff": scoring.lowest_taken_off,
        "unopened": scoring.unopened or False,
        "unopenedOnTop": scoring.unopened_on_top,
        "ways": {key: factor(variant, key) for key in variant.closing.ways} or False,
        "knock": _knock(variant),
        "bonus": variant.closing.bonus or False,
        "rating": scoring.rating is not None and _rating(scoring.rating),
        "penalties": {penalty.key: penalty.points for penalty in scoring.penalties},
        "values": _values(variant),
        "lowAce": variant.values.as_laid(_ACE, ace_low=True) if variant.values.low_ace_differs else False,
        "highAce": variant.values.as_laid(_ACE) if variant.values.low_ace_differs else False,
        "loneAce": _or_false(variant.values.places.get(ValuePlace.LONE_ACE)),
        "fullHand": _or_false(scoring.full_hand),
        "dealt": variant.deal.cards_for(players) if scoring.full_hand is not None else False,
        "ring": variant.melds.ace is AceOrder.RING,
        "wholeSuitAceLow": variant.melds.whole_suit_ace_low,
        "cornerAceLow": variant.melds.ace is AceOrder.RING and variant.melds.corner_ace_low,
        "copies": variant.deck.packs_for(players),
        "jokers": variant.deck.jokers_for(players),
    }
    return {name: fact for name, fact in facts.items() if fact is not False}
