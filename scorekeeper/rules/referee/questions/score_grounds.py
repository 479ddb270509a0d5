"""The grounds of a score: what everybody has left, and a sentence for each rule that brings or costs points."""

from collections.abc import Iterator
from dataclasses import replace

from ...cards import Cards
from ...errors import N_, NN_
from ...model.terms import How, NoCloser
from ...model.topics import Topic
from ...model.variant import Variant
from ...reasons import Addend, Reason, Sum
from ...scoring.deadwood import deadwood
from ...scoring.laid_cards import laid_addends
from ...scoring.rounds import CardsEntry, Round, credited, factor, located, lowest_hands, sharers
from ...scoring.scoring import (
    BONUS,
    COLLECTED,
    COULD_OPEN,
    DIFFERENCE,
    DOUBLED,
    FULL_HAND,
    HAND,
    NOTHING,
    PARTNER,
    TABLE,
    UNOPENED,
    UPCARD,
    RoundScore,
    ScoreLine,
)
from ...scoring.showdown import arranged
from ...scoring.unopened import unopened_points
from ..remarks import remark
from ..ruling import Wordings, reason
from .points_row import PARTNERS

SCORED: Wordings = {
    **PARTNERS,
    "cards_valued": (Topic.VALUES, N_("{player} has {sum} left.")),
    "meld_left_free": (Topic.MELDS_IN_HAND, N_("{player} has a complete meld left, which costs nothing: {cards}.")),
    "full_hand_costs": (
        Topic.SCORE,
        NN_(
            "{player} still has all cards, which cost {points} point.",
            "{player} still has all cards, which cost {points} points.",
            "points",
        ),
    ),
    "table_counts": (Topic.SCORE, N_("On the table, so it counts for whoever laid it: {players}.")),
    "hand_costs": (Topic.SCORE, N_("Left over, so it costs points: {players}.")),
    "unopened_pays": (Topic.SCORE, N_("{player} has not opened: {points}.")),
    "could_have_opened": (Topic.SCORE, N_("{player} has not opened, but could have: {points}.")),
    "winner_collects": (Topic.SCORE, N_("{player} gets what the others have left: {points}.")),
    "going_out_brings": (Topic.SCORE, N_("{player}, for going out: {points}.")),
    "counts_double": (Topic.SCORE, N_("{way} doubles it: {single} become {points}.")),
    "nothing_to_score": (Topic.SCORE, N_("Nothing counts, so 0 points: {players}.")),
    "difference_counts": (Topic.SCORE, N_("{player} gets the difference: {points}.")),
    "gin_brings": (Topic.SCORE, N_("{player}, for gin: {points}.")),
    "way_brings": (Topic.SCORE, N_("{way}, {player}: {points}.")),
    "undercut_brings": (Topic.SCORE, N_("{player}, for the undercut: {points}.")),
    "upcard_doubles": (Topic.SCORE, N_("{player}, because the upcard doubles the round: {points}.")),
    "penalty_taken_off": (Topic.SCORE, N_("{penalty}, {player}: {points}.")),
    "paid_in_chips": (Topic.CHIPS, N_("Everybody pays the winner one chip for each point.")),
}
LAID: Wordings = {"cards_valued": (Topic.VALUES, N_("{player} has laid {laid}."))}
"""The ground about laid cards, in games in which those score."""
MULTIPLIED: Wordings = {"counts_double": (Topic.SCORE, N_("{way} counts × {times}: {single} become {points}."))}
"""The ground about a way of closing with another factor than two."""
_CODES = {
    TABLE: "table_counts",
    HAND: "hand_costs",
    FULL_HAND: "full_hand_costs",
    COLLECTED: "winner_collects",
    UNOPENED: "unopened_pays",
    COULD_OPEN: "could_have_opened",
    BONUS: "going_out_brings",
    DOUBLED: "counts_double",
    DIFFERENCE: "difference_counts",
    UPCARD: "upcard_doubles",
    "gin": "gin_brings",
    "undercut": "undercut_brings",
    NOTHING: "nothing_to_score",
    PARTNER: "partner_shares",
}
_OF_ONE = (COLLECTED, BONUS, FULL_HAND, UNOPENED, COULD_OPEN, DIFFERENCE, UPCARD, PARTNER, "gin", "undercut")
"""The kinds of lines whose sentence says the points of one player."""


def score_grounds(variant: Variant, played: Round, score: RoundScore) -> Iterator[Reason]:
    """Yield what everybody has left, and each rule of a score, with the players and the points."""
    counting = arranged(variant, credited(variant, located(variant, played)))
    for name, lines in score.lines.items():
        entry = counting.entries.get(name)
        if isinstance(entry, CardsEntry) and any(line.kind == TABLE for line in lines):
            melds = entry.melds if variant.scoring.table_scores else ()
            laid = Sum(tuple(laid_addends(variant, melds, entry.laid_off, entry.low_aces)))
            yield reason(variant, LAID, "cards_valued", player=name, laid=laid)
        flat = any(line.kind == FULL_HAND for line in lines)
        if isinstance(entry, CardsEntry) and entry.hand and not flat and hand_costs(variant, played, name):
            yield from _left(variant, name, entry.hand)
    kinds = dict.fromkeys((line.kind, line.rule) for lines in score.lines.values() for line in lines)
    for kind, rule in kinds:
        found = [(name, line) for name, lines in score.lines.items() for line in lines if line.kind == kind]
        for each in _lines_of(variant, played, kind, found):
            yield replace(each, rule=rule)
    for penalty in variant.scoring.penalties:
        if penalty.key in (kind for kind, _ in kinds):
            yield from remark(variant, penalty.key, penalty=penalty.label)
    if variant.scoring.chips:
        yield reason(variant, SCORED, "paid_in_chips")


def _left(variant: Variant, name: str, hand: Cards) -> Iterator[Reason]:
    """Yield what a player is left with: complete melds that cost nothing, and the cards that count."""
    found = deadwood(variant, hand)
    yield from (reason(variant, SCORED, "meld_left_free", meld, player=name) for meld in found.melds)
    if found.cards:
        yield reason(
            variant, SCORED, "cards_valued", player=name, sum=Sum(tuple(map(Addend, found.cards, found.costs(variant))))
        )


def _lines_of(variant: Variant, played: Round, kind: str, found: list[tuple[str, ScoreLine]]) -> Iterator[Reason]:
    """Yield the reasons of lines of one kind: one for each player if its sentence has points, else one for all."""
    code, players = _CODES.get(kind, "penalty_taken_off"), tuple(name for name, _ in found)
    penalty = next((each for each in variant.scoring.penalties if each.key == kind), None)
    if penalty is not None:
        for name, line in found:
            yield reason(variant, SCORED, code, penalty=penalty.label, player=name, points=line.points)
    elif kind in _OF_ONE:
        yield from (reason(variant, SCORED, code, player=name, points=line.points) for name, line in found)
    elif way := variant.closing.ways.get(kind):
        for name, line in found:
            yield reason(variant, SCORED, "way_brings", player=name, way=way.label, points=line.points)
    elif kind == DOUBLED:
        points = [line.points for _, line in found]
        paid = -sum(each for each in points if each < 0)
        yield _multiplied(variant, played, paid or sum(points))  # in chips the winner gets what the others pay
    else:
        yield reason(variant, SCORED, code, players=players)


def _multiplied(variant: Variant, played: Round, more: int) -> Reason:
    """Return the ground about the factor of the way of closing, which adds `more` points in all."""
    label, times = variant.closing.ways[played.way or ""].label, factor(variant, played.way)
    single = more // (times - 1)
    values: dict[str, object] = {"way": label, "single": single, "points": single * times}
    if times == 2:
        return reason(variant, SCORED, _CODES[DOUBLED], (), None, **values)
    return reason(variant, MULTIPLIED, _CODES[DOUBLED], (), None, times=times, **values)


def winner_of(variant: Variant, played: Round) -> str | None:
    """Return who went out, or who wins with the lowest hand."""
    if sharers(variant, played):
        return None
    if played.closer is None and variant.scoring.no_closer is NoCloser.LOWEST_HAND:
        return lowest_hands(variant, played)[0]
    return played.closer


def hand_costs(variant: Variant, played: Round, name: str) -> bool:
    """Return whether somebody pays or gets something for what this player has left."""
    if variant.knock.allowed:
        return played.how is How.OUT
    if played.how is not How.OUT and variant.scoring.no_closer is NoCloser.NOBODY:
        return False
    if unopened_points(variant, played.entries.get(name)) and not variant.scoring.unopened_on_top:
        return False
    return name != (winner_of(variant, played) if variant.scoring.closer_is_free else None)
