"""Word the traits that distinguish games with similar names, from the data of the variants."""

from collections.abc import Iterator

from ...rules.errors import N_, NN_
from ...rules.model.ending import PlayRounds, ReachTarget, StayBelow
from ...rules.model.terms import DrawKind, Who
from ...rules.model.variant import Variant
from ..wording import sentence

_TILES, _NUMBERED, _CARDS, _POINTS = N_("Tiles"), N_("Numbered tiles"), N_("Cards"), N_("You enter the points")
_LAID_PLUS = N_("laid cards plus, held cards minus")
_WINNER_COLLECTS = N_("the winner gets what the others lose")
_WINNER_ONLY = N_("only the winner of a round scores")
_OUT_AT = NN_("out at {limit} point", "out at {limit} points", "limit")
_MINUS_ONLY = N_("minus points only")
_MINUS_AND_RATING = N_("minus points and rating points")
_PENALTY_POINTS = N_("penalty points only")


def traits(variant: Variant) -> tuple[str, ...]:
    """Return the distinguishing traits of `variant`: cards or tiles, what ends it, who scores, how it is played."""
    if not variant.has_cards:
        return (sentence(_POINTS), _goal(variant))
    tiles = _NUMBERED if variant.deck.numbered else _TILES
    material = sentence(tiles if variant.deck.tiles else _CARDS)
    return (material, _goal(variant), sentence(_who_scores(variant)), *_play(variant))


def _goal(variant: Variant) -> str:
    match variant.ending.goal:
        case PlayRounds(number):
            return sentence(NN_("{rounds} round", "{rounds} rounds", "rounds"), {"rounds": number})
        case ReachTarget(target):
            return sentence(NN_("to {target} point", "to {target} points", "target"), {"target": target})
        case StayBelow() as limit:
            return sentence(_OUT_AT, {"limit": limit.least})
        case _:
            return sentence(N_("no fixed end"))


def _who_scores(variant: Variant) -> str:
    scoring = variant.scoring
    if scoring.table_scores:
        return _LAID_PLUS
    if variant.knock.allowed:
        return _WINNER_ONLY
    if scoring.closer_collects:
        return _WINNER_COLLECTS if scoring.hands_cost else _WINNER_ONLY
    if scoring.rating:
        return _MINUS_AND_RATING
    return _MINUS_ONLY if variant.ending.hand_sign < 0 else _PENALTY_POINTS


def _play(variant: Variant) -> Iterator[str]:
    """Yield how this game is played, and most others are not."""
    turn = variant.turn
    if variant.most_players == 2:
        yield sentence(N_("for two"))
    if not variant.deck.jokers:
        yield sentence(N_("no jokers"))
    if minimum := turn.opening_minimum:
        yield sentence(NN_("{minimum} point to open", "{minimum} points to open", "minimum"), {"minimum": minimum})
    pile = turn.draws[DrawKind.WHOLE_PILE]
    if pile.who is Who.OPENED:
        yield sentence(N_("you may take the whole pile after your first meld"))
    elif pile.allowed:
        yield sentence(N_("you may take the whole pile"))
    if turn.draws[DrawKind.DEEPER_CARD].allowed:
        yield sentence(N_("you may take any discard"))
    if variant.call.allowed and variant.call.deeper:
        yield sentence(N_("you may call for any discard"))
    if variant.call.allowed and variant.call.takes_turn:
        yield sentence(N_("a call takes the turn"))
    if turn.rearrange:
        yield sentence(N_("you may rearrange the table"))
