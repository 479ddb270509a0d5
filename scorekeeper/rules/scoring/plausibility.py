"""Find likely mistakes in a round: warnings before it is saved, which the table can confirm."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from ..errors import N_, NN_
from ..model.terms import How, NoCloser
from ..model.topics import KnockTopic
from ..model.variant import Variant
from .hand_limits import most_cards, most_points
from .rounds import CardsEntry, Player, PointsEntry, Round, SumsEntry, factor, hand_points, located, table_points
from .scoring import RoundScore
from .showdown import arranged, knock_limit, most_bonus, times

IMPOSSIBLE_POINTS, NOT_ZERO_SUM, CLOSER_HAS_CARDS = "impossible_points", "not_zero_sum", "closer_has_cards"


@dataclass(frozen=True)
class Finding:
    """A finding: its code, a marked sentence with its values, the player it is about (None: the row).

    `rule` is the id of the rule that it is about; None for the usual one of its code.
    """

    code: str
    message: str
    player: Player | None = None
    values: dict[str, object] = field(default_factory=dict, hash=False)
    rule: str | None = None


_PENALTIES = 3  # of each kind that final points may contain; more in one round are worth a second look


def warnings_of(variant: Variant, round_: Round, score: RoundScore) -> tuple[Finding, ...]:
    """Return the warnings about a round that is checked and scored."""
    round_ = arranged(variant, located(variant, round_))
    found = [w for player in round_.players for w in _of_player(variant, round_, player)]
    if variant.has_cards and not any(each.code == IMPOSSIBLE_POINTS for each in found):
        found += _of_all_cards(variant, round_, score)
    total = score.row_sum
    if must_cancel(variant, round_) and total:
        message = N_("A round must add up to zero. This row adds up to {sum}.")
        found.append(Finding(NOT_ZERO_SUM, message, None, {"sum": total}))
    return tuple(found)


def must_cancel(variant: Variant, round_: Round) -> bool:
    """Return whether the points of `round_` add up to zero: not where nobody went out, and all pay for their hands."""
    scoring = variant.scoring
    all_pay = round_.how is not How.OUT and scoring.no_closer is NoCloser.EVERYBODY and not scoring.rows_cancel
    return scoring.zero_sum and not all_pay


def suggested_correction(variant: Variant, round_: Round, score: RoundScore) -> dict[Player, int] | None:
    """Return the `sign_changes` of entered points that make the row add up to zero.

    None where rows need not cancel.
    """
    if not must_cancel(variant, round_):
        return None
    entered = {p: entry.points for p, entry in round_.entries.items() if isinstance(entry, PointsEntry)}
    if not variant.scoring.closer_collects:
        return sign_change(entered)
    fixed = {p: points for p, points in score.scores.items() if p not in entered}
    if round_.closer not in round_.entries:
        fixed.pop(round_.closer or "", None)  # whose points follow from those of the others
    return sign_changes(entered, round_.closer, fixed)


def sign_change(entered: Mapping[Player, int]) -> dict[Player, int] | None:
    """Return the only change of one sign after which a row adds up to zero; None if there is none, or several."""
    total = sum(entered.values())
    found = [player for player, points in entered.items() if points and 2 * points == total]
    return {found[0]: -entered[found[0]]} if len(found) == 1 else None


def sign_changes(
    entered: Mapping[Player, int], closer: Player | None, fixed: Mapping[Player, int] | None = None
) -> dict[Player, int] | None:
    """Return the fewest changes of sign after which a row adds up to zero and has one winner, the only one above zero.

    The winner is the `closer`, or anybody if None; a closer without points gets what the others have lost. The points
    of `fixed` players stay as they are. None if the row needs no change, if none mends it, or if several do.
    """
    row = {**entered, **(fixed or {})}
    winners = row if closer is None else (closer,)
    mended = [each for winner in winners if (each := _with_winner(row, entered, winner))]
    changes = [{p: points for p, points in each.items() if p in entered and points != entered[p]} for each in mended]
    fewest = min(map(len, changes), default=0)
    best = [each for each in changes if len(each) == fewest]
    return best[0] if fewest and len(best) == 1 else None


def _with_winner(row: Mapping[Player, int], entered: Mapping[Player, int], winner: Player) -> dict[Player, int] | None:
    """Return the row with `winner` above zero and the others below, or None if it cannot be so and add up to zero."""
    found = {p: (-abs(points) if p in entered else points) for p, points in row.items() if p != winner}
    won = -sum(found.values())
    given = row.get(winner, won)
    is_right = won > 0 and won == (abs(given) if winner in entered else given)
    return {**found, winner: won} if is_right and max(found.values(), default=0) <= 0 else None


def _of_player(variant: Variant, round_: Round, player: Player) -> Iterator[Finding]:
    entry = round_.entries.get(player)
    match entry:
        case PointsEntry(points) if not variant.has_cards:
            if points % (step := variant.scoring.point_step):
                yield _impossible(N_("{name}: only multiples of {step} can be entered."), player, step=step)
        case PointsEntry():
            yield from _impossible_points(variant, round_, player, _as_cost(variant, entry.points))
        case SumsEntry():
            yield from _impossible_sums(variant, round_, player)
        case CardsEntry():
            yield from _too_many_cards(variant, round_, player, len(entry.hand))
    if player != round_.closer or round_.how is not How.OUT or not isinstance(entry, SumsEntry | CardsEntry):
        return
    if variant.knock.allowed:
        yield from _impossible_knock(variant, round_, player)
    elif _holds_cards(entry):
        yield Finding(CLOSER_HAS_CARDS, N_("{name} went out, but still has cards."), player, {"name": player})


def _as_cost(variant: Variant, points: int) -> int:
    """Return points with what is left in hand as minus, as in most games."""
    return points * -variant.ending.hand_sign


def _impossible_knock(variant: Variant, round_: Round, player: Player) -> Iterator[Finding]:
    """Yield at most one finding about the deadwood of a player who has closed."""
    left, limit = hand_points(variant, round_.entries[player]), knock_limit(variant, round_.upcard)
    way, rule, found = variant.closing.ways.get(round_.way or ""), variant.knock.rules.get(KnockTopic.LIMIT), None
    if left and way is not None:
        message, rule = N_("{way}: {name} has nothing left, not {points}."), way.rule
        found = _impossible(message, player, way=way.label, points=left)
    elif left and limit == 0:
        found = _impossible(N_("{name}: only gin ends this round, and {points} are left."), player, points=left)
    elif limit is not None and left > limit:
        message = N_("{name}: a knock needs {limit} or less, not {points}.")
        found = _impossible(message, player, limit=limit, points=left)
    if found is not None:
        yield replace(found, rule=rule)


def _holds_cards(entry: SumsEntry | CardsEntry) -> bool:
    return bool(entry.minus if isinstance(entry, SumsEntry) else entry.hand)


def _impossible_sums(variant: Variant, round_: Round, player: Player) -> Iterator[Finding]:
    entry = round_.entries[player]
    table, hand, step = table_points(variant, entry), hand_points(variant, entry), variant.point_step
    if table % step or hand % step:
        yield _impossible(N_("{name}: every card of this game counts a multiple of {step}."), player, step=step)
    if table + hand > variant.worth(len(round_.players)):
        yield _too_many(variant, round_, player)
    elif hand > most_points(variant, len(round_.players)):
        yield _beyond_hand(variant, round_, player, hand)


def _too_many_cards(variant: Variant, round_: Round, player: Player, held: int) -> Iterator[Finding]:
    if held > (cards := most_cards(variant, len(round_.players))):
        message = NN_(
            "{name}: a hand has at most {cards} card, not {held}.",
            "{name}: a hand has at most {cards} cards, not {held}.",
            "cards",
        )
        yield _impossible(message, player, cards=cards, held=held)


def _impossible_points(variant: Variant, round_: Round, player: Player, points: int) -> Iterator[Finding]:
    """Yield at most one finding: the first reason is enough for a warning."""
    scoring = variant.scoring
    step, most = variant.point_step, variant.worth(len(round_.players))
    times = factor(variant, round_.way)
    highest = most * times + _bonus(variant, round_, player)
    if variant.knock.allowed:
        yield from _impossible_gain(variant, round_, player, points)
    elif points % step:
        yield _impossible(N_("{name}: every card of this game counts a multiple of {step}."), player, step=step)
    elif -points == variant.scoring.full_hand and player != round_.closer:
        return
    elif points % times:
        even, other = N_("{name}: a doubled score is even."), N_("{name}: such a score is a multiple of {times}.")
        yield _impossible(even, player) if times == 2 else _impossible(other, player, times=times)
    elif points > highest or points < min(-most * times, _lowest_points(variant, round_, player)):
        yield _too_many(variant, round_, player)
    elif not scoring.table_scores:
        yield from _impossible_for_hands(variant, round_, player, points)


def _impossible_gain(variant: Variant, round_: Round, player: Player, points: int) -> Iterator[Finding]:
    """Yield at most one finding about final points where only one player can score."""
    others = [
        entry.points for name, entry in round_.entries.items() if name != player and isinstance(entry, PointsEntry)
    ]
    most = (most_points(variant, len(round_.players)) + most_bonus(variant)) * times(variant, round_.upcard)
    if points < 0:
        yield _impossible(N_("{name}: these points can’t be below 0."), player)
    elif points and max(others, default=0) > 0:
        yield _impossible(N_("{name}: only the winner of the round can score above 0."), player)
    elif points and round_.how is not How.OUT:
        yield _impossible(N_("{name}: nobody scores in a round in which nobody went out."), player)
    elif points > most:
        yield _impossible(N_("{name}: a round brings at most {most}, not {points}."), player, most=most, points=points)


def _lowest_points(variant: Variant, round_: Round, player: Player) -> int:
    """Return the lowest final points of a player: all cards that the others cannot have, and penalties, below 0."""
    scoring, players = variant.scoring, len(round_.players)
    elsewhere = 0
    if scoring.table_scores:
        elsewhere = sum(_at_least(variant, round_, other) for other in round_.players if other != player)
    in_hand = max(0, variant.worth(players) - elsewhere) * factor(variant, round_.way)
    return _PENALTIES * sum(each.points for each in scoring.penalties) - in_hand


_BELOW_0 = N_("{name}: these points can’t be below 0.")
_OF_POINTS = (_BELOW_0, N_("{name}: only the winner of the round can score above 0."))
_OF_PENALTY_POINTS = (N_("{name} went out, so it must be 0 points."), _BELOW_0)


def _impossible_for_hands(variant: Variant, round_: Round, player: Player, points: int) -> Iterator[Finding]:
    """Yield at most one finding about points that come from hands."""
    scoring, players, times = variant.scoring, len(round_.players), factor(variant, round_.way)
    may_gain = scoring.closer_collects and player in _winners(variant, round_)
    others = most_points(variant, players, players - 1) * times
    below, above = _OF_PENALTY_POINTS if variant.ending.hand_sign > 0 else _OF_POINTS
    if points > 0 and not may_gain:
        yield _impossible(above, player)
    elif points < 0 and (player == round_.closer or not scoring.hands_cost):
        yield _impossible(below, player)
    elif -points > most_points(variant, players) * times:
        yield _beyond_hand(variant, round_, player, -points, times)
    elif points > others and scoring.laid_off_rule is None:  # by that rule, cards that were laid off add to it
        message = N_("{name}: the other hands count at most {most} in this round, not {points}.")
        yield _impossible(message, player, most=others, points=points)


def _of_all_cards(variant: Variant, round_: Round, score: RoundScore) -> list[Finding]:
    """Return at most one finding: nobody has the points of going out, or all cards count more than there can be."""
    if variant.ending.hand_sign > 0 and round_.how is How.OUT and round_.closer is None and all(score.scores.values()):
        values: dict[str, object] = {"least": min(score.scores.values())}  # by which a stored finding is recognised
        return [Finding(IMPOSSIBLE_POINTS, N_("Nobody has 0 points, but somebody went out."), None, values)]
    players, times = len(round_.players), factor(variant, round_.way)
    if variant.scoring.table_scores:
        most, found = variant.worth(players), sum(_at_least(variant, round_, player) for player in round_.players)
        message = N_("All cards together are worth only {most}, and this round has at least {points}.")
    else:
        all_hold = round_.how is not How.OUT or variant.knock.allowed
        holders = [player for player in round_.players if all_hold or player != round_.closer]
        most = most_points(variant, players, len(holders)) * times
        found = sum(_at_least(variant, round_, player) for player in holders) * times
        message = N_("All players together can be left with at most {most} in this round, not {points}.")
    return [Finding(IMPOSSIBLE_POINTS, message, None, {"most": most, "points": found})] if found > most else []


def _at_least(variant: Variant, round_: Round, player: Player) -> int:
    """Return what the cards of a player are worth at least, before the factor: those in hand, and those that score.

    Final points where laid cards score are what is laid, less what is in hand and less penalties.
    """
    scoring = variant.scoring
    match round_.entries.get(player):
        case PointsEntry(points) if scoring.table_scores and (points > 0 or scoring.penalties):
            return max(0, points - _bonus(variant, round_, player))
        case PointsEntry(points) if abs(points) == scoring.full_hand:
            return 0  # a price that says nothing about the cards
        case PointsEntry(points):
            return max(0, -_as_cost(variant, points)) // factor(variant, round_.way)
        case CardsEntry() as cards:
            in_hand = sum(variant.value(card) for card in cards.hand)
            return in_hand + (table_points(variant, cards) if scoring.table_scores else 0)
        case entry:
            return table_points(variant, entry) + hand_points(variant, entry)


def _bonus(variant: Variant, round_: Round, player: Player) -> int:
    """Return what going out itself brings `player`."""
    return variant.closing.bonus if player == round_.closer else 0


def _winners(variant: Variant, round_: Round) -> tuple[Player, ...]:
    """Return who may have collected: the closer; if nobody went out, the only player with points above 0."""
    if round_.closer is not None:
        return (round_.closer,)
    if variant.scoring.no_closer is not NoCloser.LOWEST_HAND:
        return ()
    above = tuple(p for p, e in round_.entries.items() if isinstance(e, PointsEntry) and e.points > 0)
    return above if len(above) == 1 else ()


def _impossible(message: str, player: Player, **values: object) -> Finding:
    return Finding(IMPOSSIBLE_POINTS, message, player, {"name": player, **values})


def _beyond_hand(variant: Variant, round_: Round, player: Player, points: int, times: int = 1) -> Finding:
    players = len(round_.players)
    cards, most = most_cards(variant, players), most_points(variant, players) * times
    message = NN_(
        "{name}: a hand has at most {cards} card, which counts at most {most} in this round, not {points}.",
        "{name}: a hand has at most {cards} cards, which count at most {most} in this round, not {points}.",
        "cards",
    )
    return _impossible(message, player, cards=cards, most=most, points=points)


def _too_many(variant: Variant, round_: Round, player: Player) -> Finding:
    most = variant.worth(len(round_.players)) * factor(variant, round_.way)
    return _impossible(N_("{name}: all cards together are worth only {most}."), player, most=most)
