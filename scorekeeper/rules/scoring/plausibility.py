"""Find likely mistakes in a round: warnings before it is saved, which the table can confirm."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from ..errors import N_
from ..model.terms import How, NoCloser
from ..model.variant import Variant
from .rounds import CardsEntry, Player, PointsEntry, Round, SumsEntry, factor, hand_points, table_points
from .scoring import RoundScore

IMPOSSIBLE_POINTS, NOT_ZERO_SUM, CLOSER_HAS_CARDS = "impossible_points", "not_zero_sum", "closer_has_cards"


@dataclass(frozen=True)
class Finding:
    """A finding: its code, a marked sentence with its values, the player it is about (None: the row)."""

    code: str
    message: str
    player: Player | None = None
    values: dict[str, object] = field(default_factory=dict, hash=False)


def warnings_of(variant: Variant, round_: Round, score: RoundScore) -> tuple[Finding, ...]:
    """Return the warnings about a round that is checked and scored."""
    found = [w for player in round_.players for w in _of_player(variant, round_, player)]
    total = sum(score.scores.values())
    if variant.scoring.zero_sum and total:
        message = N_("Plus and minus of a round must cancel; this row adds up to {sum}.")
        found.append(Finding(NOT_ZERO_SUM, message, None, {"sum": total}))
    return tuple(found)


def suggested_correction(variant: Variant, round_: Round, score: RoundScore) -> dict[Player, int] | None:
    """Return the `sign_changes` of entered points that make the row add up to zero.

    None where rows need not cancel.
    """
    if not variant.scoring.zero_sum:
        return None
    entered = {p: entry.points for p, entry in round_.entries.items() if isinstance(entry, PointsEntry)}
    fixed = {p: points for p, points in score.scores.items() if p not in entered}
    if round_.closer not in round_.entries:
        fixed.pop(round_.closer or "", None)  # whose points follow from those of the others
    return sign_changes(entered, round_.closer, fixed)


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
        case PointsEntry():
            yield from _impossible_points(variant, round_, player, entry.points)
        case SumsEntry():
            yield from _impossible_sums(variant, round_, player)
    if (
        player == round_.closer
        and round_.how is How.OUT
        and isinstance(entry, SumsEntry | CardsEntry)
        and _holds_cards(entry)
    ):
        yield Finding(CLOSER_HAS_CARDS, N_("{name} went out and still has cards."), player, {"name": player})


def _holds_cards(entry: SumsEntry | CardsEntry) -> bool:
    return bool(entry.minus if isinstance(entry, SumsEntry) else entry.hand)


def _impossible_sums(variant: Variant, round_: Round, player: Player) -> Iterator[Finding]:
    entry = round_.entries[player]
    table, hand, step = table_points(variant, entry), hand_points(variant, entry), variant.scoring.point_step
    if table % step or hand % step:
        yield _impossible(N_("{name}: every card of this game counts a multiple of {step}."), player, step=step)
    if table + hand > variant.worth(len(round_.players)):
        yield _too_many(variant, round_, player)


def _impossible_points(variant: Variant, round_: Round, player: Player, points: int) -> Iterator[Finding]:
    """Yield at most one finding: the first reason is enough for a warning."""
    scoring = variant.scoring
    step, most = scoring.point_step, variant.worth(len(round_.players))
    times = factor(variant, round_.way)
    is_winner = player in _winners(variant, round_)
    if points % step:
        yield _impossible(N_("{name}: every card of this game counts a multiple of {step}."), player, step=step)
    elif points % times:
        even, other = N_("{name}: a doubled score is even."), N_("{name}: such a score is a multiple of {times}.")
        yield _impossible(even, player) if times == 2 else _impossible(other, player, times=times)
    elif abs(points) > most * times:
        yield _too_many(variant, round_, player)
    elif scoring.table_scores:
        return
    elif points > 0 and not (scoring.closer_collects and is_winner):
        yield _impossible(N_("{name}: only the winner of the round can score above 0."), player)
    elif points < 0 and (player == round_.closer or not scoring.hands_cost):
        yield _impossible(N_("{name}: these points cannot be below 0."), player)


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


def _too_many(variant: Variant, round_: Round, player: Player) -> Finding:
    most = variant.worth(len(round_.players)) * factor(variant, round_.way)
    return _impossible(N_("{name}: all cards together are worth only {most}."), player, most=most)
