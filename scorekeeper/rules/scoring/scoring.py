"""Compute the score of a round, itemised by player."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from ..model.terms import How, NoCloser
from ..model.variant import Variant
from .rounds import (
    CardsEntry,
    Entry,
    Player,
    PointsEntry,
    Round,
    SumsEntry,
    credited,
    factor,
    located,
    lowest_hands,
    paid_points,
    sharers,
    table_points,
    with_openings,
)
from .showdown import arranged, bonuses, compare, rule_of, times
from .sides import sides_of
from .unopened import unopened_points

ENTERED, TABLE, HAND, COLLECTED, DOUBLED, NOTHING = "entered", "table", "hand", "collected", "doubled", "nothing"
BONUS, FULL_HAND = "closing_bonus", "full_hand"
UNOPENED, COULD_OPEN = "unopened", "could_open"
DIFFERENCE, UPCARD = "difference", "upcard"  # of two hands; what the first upcard adds by doubling
PARTNER = "partner"  # what the partner scores, where two share their points
RULED = "ruled"  # a penalty posted by a ruling; `score_round` never returns it


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """One item of a score: signed points, the id of the rule (None for points as entered), the kind.

    `kind` is one of this module's constants, or the key of a penalty; `ruling` is the id of the ruling that posted it.
    """

    points: int
    rule: str | None
    kind: str
    ruling: str | None = None


@dataclass(frozen=True)
class RoundScore:
    """Each player's lines, in the order of the round's players; at least one line each."""

    lines: Mapping[Player, tuple[ScoreLine, ...]]
    scores: Mapping[Player, int] = field(init=False)  # each player's points, signed

    def __post_init__(self) -> None:
        scores = {
            player: lines[0].points if len(lines) == 1 else sum([line.points for line in lines])
            for player, lines in self.lines.items()
        }
        object.__setattr__(self, "scores", scores)

    @property
    def row_sum(self) -> int:
        """The sum of the row, in which what partners share counts once."""
        return sum([line.points for lines in self.lines.values() for line in lines if line.kind != PARTNER])


def score_round(variant: Variant, round_: Round) -> RoundScore:
    """Score a round that `rounds.check_round` has passed.

    Source: DA-47, DA-13, DA-14, DA-38; NO-26, NO-27, NO-30; DE-18, DE-19; CS-20; IS-18, IS-20, IS-22; PT-16.
    """
    if variant.knock.allowed and not round_.all_points:
        return RoundScore(_compared(variant, arranged(variant, round_)))
    round_ = credited(variant, with_openings(variant, located(variant, round_)))
    collector, sharing = _collector(variant, round_), sharers(variant, round_)
    lines: dict[Player, tuple[ScoreLine, ...]] = {}
    for player in round_.players:
        entry = round_.entries.get(player)
        if isinstance(entry, PointsEntry):
            lines[player] = (ScoreLine(entry.points, None, ENTERED),)
            continue
        own = _own(variant, round_, player)
        if player in sharing:
            own = _shared(variant, round_, sharing)
        elif player == collector:
            own = _collected(variant, round_, player)
        lines[player] = tuple(own) or (ScoreLine(0, _empty_rule(variant, round_), NOTHING),)
    return RoundScore(shared(variant, round_.players, lines))


def shared(
    variant: Variant, seats: Sequence[Player], lines: Mapping[Player, tuple[ScoreLine, ...]]
) -> Mapping[Player, tuple[ScoreLine, ...]]:
    """Return everybody's lines with what their partners score; beside that, lines of 0 points are left out."""
    rule = variant.ending.partner_rule
    if not rule:
        return lines
    found, points = dict(lines), {player: sum(line.points for line in own) for player, own in lines.items()}
    for side in sides_of(variant.ending, seats):
        for player, partner in zip(side, side[::-1], strict=True):
            if player != partner and points.get(partner):
                own = (line for line in lines.get(player, ()) if line.points)
                found[player] = (*own, ScoreLine(points[partner], rule, PARTNER))
    return found


def _compared(variant: Variant, round_: Round) -> dict[Player, tuple[ScoreLine, ...]]:
    """Return the lines of a round in which two hands are compared: only its winner scores. Source: GN-23 to GN-27."""
    found = compare(variant, round_)
    rule = _empty_rule(variant, round_) if found is None else rule_of(variant, found.ending)
    lines: dict[Player, tuple[ScoreLine, ...]] = dict.fromkeys(round_.players, (ScoreLine(0, rule, NOTHING),))
    if found is None or found.winner is None:
        return lines
    difference = [ScoreLine(found.difference, rule, DIFFERENCE)] if found.difference else []
    earned = bonuses(variant, found.ending).items()
    won = [*difference, *(ScoreLine(points, rule_of(variant, each), each) for each, points in earned)]
    more = (times(variant, round_.upcard) - 1) * sum(line.points for line in won)
    doubled = [ScoreLine(more, variant.knock.doubling_rule, UPCARD)] if more else []
    return {**lines, found.winner: (*won, *doubled)}


def _collector(variant: Variant, round_: Round) -> Player | None:
    """Return the player who collects what the others hold; None if nobody does."""
    scoring = variant.scoring
    if not scoring.closer_collects:
        return None
    if round_.how is How.OUT or round_.closer is not None:
        return round_.closer
    if scoring.no_closer is NoCloser.LOWEST_HAND and not round_.all_points:
        return lowest_hands(variant, round_)[0]
    return None


def _own(variant: Variant, round_: Round, player: Player) -> Iterator[ScoreLine]:
    """Yield the lines of a player who scores by their own cards."""
    scoring, entry = variant.scoring, round_.entries.get(player)
    nobody_scores = round_.how is not How.OUT and scoring.no_closer is NoCloser.NOBODY
    table, hand = table_points(variant, entry), paid_points(variant, round_, player)
    if scoring.table_scores and table and not nobody_scores:
        yield ScoreLine(table, scoring.table_rule, TABLE)
    if (laid_off := _laid_off(variant, entry)) and not nobody_scores:
        yield ScoreLine(laid_off, scoring.laid_off_rule, TABLE)
    free = nobody_scores or not scoring.hands_cost or (player == round_.closer and scoring.closer_is_free)
    if has_full_hand(variant, round_, player) and not free:
        yield ScoreLine((scoring.full_hand or 0) * variant.ending.hand_sign, scoring.full_hand_rule, FULL_HAND)
    elif hand and not free:
        rule = scoring.no_closer_rule if round_.how is not How.OUT else scoring.hand_rule
        yield ScoreLine(points := hand * variant.ending.hand_sign, rule, HAND)
        yield from _doubled(variant, round_, points)
    if (charge := unopened_points(variant, entry)) and not free:
        yield ScoreLine(-charge, scoring.unopened_rule, _unopened_kind(entry))
    if variant.closing.bonus and player == round_.closer:
        yield ScoreLine(variant.closing.bonus, scoring.bonus_rule, BONUS)
    counts = {} if entry is None or isinstance(entry, PointsEntry) else entry.penalties
    free_of_cost = free_penalties(variant)
    for penalty in scoring.penalties:
        if (count := counts.get(penalty.key, 0)) and penalty.key not in free_of_cost:
            yield ScoreLine(count * penalty.points, penalty.rule, penalty.key)


def _unopened_kind(entry: Entry | None) -> str:
    """Return the kind of the line of a player who has not opened."""
    return COULD_OPEN if isinstance(entry, SumsEntry | CardsEntry) and entry.could_open else UNOPENED


def has_full_hand(variant: Variant, round_: Round, player: Player) -> bool:
    """Return whether a player holds as many cards as were dealt, in a game in which that has a price of its own."""
    entry = round_.entries.get(player)
    if variant.scoring.full_hand is None or not isinstance(entry, CardsEntry):
        return False
    return len(entry.hand) == variant.deal.cards_for(len(round_.players))


def free_penalties(variant: Variant) -> tuple[str, ...]:
    """Return the keys of the penalties that cost nothing at this table."""
    return variant.scoring.free_while_visible if variant.turn.pile_visible else ()


def _collected(variant: Variant, round_: Round, collector: Player) -> Iterator[ScoreLine]:
    """Yield the lines of the player who collects what the others hold."""
    scoring = variant.scoring
    payers = [player for player in round_.players if player != collector]
    others = [round_.entries.get(player) for player in payers]
    hands = sum(paid_points(variant, round_, player) for player in payers)
    charges = sum(unopened_points(variant, entry) for entry in others)
    given = -sum(entry.points for entry in others if isinstance(entry, PointsEntry))
    rule = scoring.closer_rule if round_.how is How.OUT else scoring.no_closer_rule
    if hands + charges + given:
        yield ScoreLine(hands + charges + given, rule, COLLECTED)
    if hands:
        yield from _doubled(variant, round_, hands)
    if laid_off := _laid_off(variant, round_.entries.get(collector)):
        yield ScoreLine(laid_off, scoring.laid_off_rule, TABLE)


def _shared(variant: Variant, round_: Round, sharing: Sequence[Player]) -> Iterator[ScoreLine]:
    """Yield the line of a player who shares what the others pay."""
    payers = [player for player in round_.players if player not in sharing]
    paid = sum(
        paid_points(variant, round_, each) + unopened_points(variant, round_.entries.get(each)) for each in payers
    )
    if paid:
        yield ScoreLine(paid // len(sharing), variant.scoring.no_closer_rule, COLLECTED)


def _laid_off(variant: Variant, entry: Entry | None) -> int:
    """Return the points of cards laid off, in a game in which laid melds score nothing (IS-A2)."""
    if not isinstance(entry, CardsEntry) or not entry.laid_off or variant.scoring.laid_off_rule is None:
        return 0
    return sum(variant.value(card) for card in entry.laid_off)


def _doubled(variant: Variant, round_: Round, points: int) -> Iterator[ScoreLine]:
    """Yield the line that the factor of the way of closing adds to `points`."""
    times = factor(variant, round_.way)
    if times > 1:
        yield ScoreLine((times - 1) * points, variant.closing.ways[round_.way or ""].rule, DOUBLED)


def _empty_rule(variant: Variant, round_: Round) -> str | None:
    """Return the rule by which a player without any line scores nothing."""
    scoring = variant.scoring
    if round_.how is not How.OUT:
        return scoring.no_closer_rule
    return scoring.hand_rule or scoring.closer_rule
