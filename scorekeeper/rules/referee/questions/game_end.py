"""The question `game-end`: has the game ended, and who has won it?"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from ...errors import N_, NN_, InvalidSituation, Problem
from ...model.ending import Goal, PlayRounds, ReachTarget, StayBelow
from ...model.sources import Ambiguity
from ...model.terms import SeveralPast, Wins
from ...model.topics import Topic
from ...model.variant import Variant
from ...reasons import Reason
from ...scoring.elimination import NOBODY_OUT
from ...scoring.ending import Standing, dealt_again, passes_loss_limit, standing
from ..remarks import About, remark
from ..ruling import Ruling, Wordings, reason, rule_on
from ..situations import Rejoined
from .limit import limit_facts, limit_grounds, replayed

Totals = Mapping[str, int]

WORDINGS: Wordings = {
    "target_reached": (
        Topic.TARGET,
        NN_("The target of {target} point is reached.", "The target of {target} points is reached.", "target"),
    ),
    "target_not_reached": (
        Topic.TARGET,
        NN_(
            "The target of {target} point is not reached yet.",
            "The target of {target} points is not reached yet.",
            "target",
        ),
    ),
    "loss_limit_passed": (
        Topic.AGREED_ROUNDS,
        NN_("Somebody has more than {limit} minus point.", "Somebody has more than {limit} minus points.", "limit"),
    ),
    "rounds_over": (Topic.AGREED_ROUNDS, NN_("The only round is played.", "All {rounds} rounds are played.", "rounds")),
    "rounds_not_over": (
        Topic.AGREED_ROUNDS,
        NN_("The game ends after {rounds} round.", "The game ends after {rounds} rounds.", "rounds"),
    ),
    "no_end_agreed": (Topic.AGREED_ROUNDS, N_("The game has no fixed end: it’s over when the table stops.")),
    "best_wins": (Topic.BEST_WINS, N_("The highest total wins.")),
    "lowest_wins": (Topic.BEST_WINS, N_("The lowest total wins.")),
    "closest_wins": (Topic.CLOSEST_WINS, N_("The total nearest to {target} wins.")),
    "equals_share": (Topic.EQUALS, N_("Equal totals share the win.")),
    "equals_play_on": (Topic.EQUALS, N_("If the best totals are equal, all play another round.")),
    "who_had_it_before": (
        Topic.SEVERAL,
        N_("Did several reach the target in an earlier round? Give the points of each round."),
    ),
    "several_play_on": (Topic.SEVERAL, N_("Several have reached the target: deal again.")),
}


def judge_end(
    variant: Variant,
    *,
    totals: Totals | None = None,
    rounds: tuple[Totals, ...] | None = None,
    rounds_played: int | None = None,
    rejoined: tuple[Rejoined, ...] = (),
) -> Ruling:
    """Rule on whether the game is over after complete rounds: by `totals`, or by the points of each of the `rounds`.

    `rejoined` are those whom a limit had eliminated, and who came back in before one of the `rounds`. Without a number
    of rounds, the agreed number has not been played. Totals alone are undecided where it matters whether several had
    the target before (CS-A9).

    Raises:
        InvalidSituation: neither totals nor rounds, or such as contradict each other.

    Source: DA-50, DA-51, DA-O3 to DA-O5; NO-32; DE-A9; CS-21, CS-22; IS-21, IS-22; PT-07 to PT-13.
    """
    race = replayed(variant, rounds, rejoined) if variant.may_eliminate else None
    summed = _totals(totals, rounds, rounds_played, race.totals if race else None)
    eliminated = race.eliminated if race else NOBODY_OUT.after(variant.ending, summed)
    played = len(rounds) if rounds is not None else rounds_played
    goal = variant.ending.goal
    counted = (played or 0) if isinstance(goal, PlayRounds) else max(played or 0, bool(summed))
    again = dealt_again(variant.ending, _after_each(rounds or ()))
    found = standing(variant.ending, summed, counted, again=again, eliminated=eliminated)
    if rounds is None and played != 1 and found != standing(variant.ending, summed, counted, again=True):
        asked = reason(variant, WORDINGS, "who_had_it_before", missing=("rounds",))
        return rule_on((), (), [asked], {"totals": summed}, doubts=_ambiguities(variant, [asked]))
    facts: dict[str, object] = {
        "ended": found.ended,
        "winners": list(found.winners),
        "deal_again": found.deal_again,
        "totals": summed,
    }
    if variant.may_eliminate:
        facts |= limit_facts(variant.ending, found, summed, eliminated)
    limit = limit_grounds(variant, found, summed, eliminated) if isinstance(goal, StayBelow) else ()
    grounds = [*limit, *_grounds(variant, goal, found, played, summed)]
    remarks = () if found.ended else remark(variant, About.NEXT_DEAL)
    return rule_on((), [*grounds, *remarks], facts=facts, doubts=_ambiguities(variant, grounds))


def _ambiguities(variant: Variant, grounds: Iterable[Reason]) -> list[str]:
    return [g.rule for g in grounds if g.rule and isinstance(variant.rules[g.rule], Ambiguity)]


def _after_each(rounds: tuple[Totals, ...]) -> Iterator[Totals]:
    """Yield everybody's total after each round but the last."""
    totals: Counter[str] = Counter()
    for row in rounds[:-1]:
        totals.update(row)
        yield dict(totals)


def _totals(
    totals: Totals | None, rounds: tuple[Totals, ...] | None, played: int | None, raced: Totals | None
) -> dict[str, int]:
    """Return everybody's total: as given, or the sum of the `rounds`; `raced` are those of a game with a limit."""
    if rounds is None and totals is None:
        raise InvalidSituation(Problem(N_("Give everybody’s total, or the points of each round."), ("totals",)))
    if rounds is None:
        return dict(totals or {})
    if played is not None and played != len(rounds):
        message: str = NN_(
            "That makes {number} round, not {told}.", "That makes {number} rounds, not {told}.", "number"
        )
        raise InvalidSituation(Problem(message, ("rounds_played",), {"number": len(rounds), "told": played}))
    names = dict.fromkeys(name for row in rounds for name in row)
    summed = {name: sum(row.get(name, 0) for row in rounds) for name in names} if raced is None else {**raced}
    wrong = [name for name, total in (totals or {}).items() if summed.get(name) != total]
    if wrong:
        message = N_("The rounds don’t add up to this total.")
        raise InvalidSituation(*(Problem(message, ("totals", name)) for name in wrong))
    return summed


def _grounds(variant: Variant, goal: Goal, found: Standing, played: int | None, totals: Totals) -> Iterator[Reason]:
    ending = variant.ending
    if not isinstance(goal, StayBelow):
        yield _why_over(variant, goal, found, played, totals)
    if found.deal_again:
        merit = [ending.merit(total) for total in totals.values()]
        level = merit.count(max(merit)) > 1
        once_more = ending.several is SeveralPast.ONE_AHEAD and not level
        several = isinstance(goal, ReachTarget) and (ending.several is SeveralPast.DEAL_AGAIN or once_more)
        yield reason(variant, WORDINGS, "several_play_on" if several else "equals_play_on")
    if found.ended and ending.wins is Wins.LOWEST:
        yield reason(variant, WORDINGS, "lowest_wins")
    elif found.ended and ending.wins is not Wins.HIGHEST and ending.target is not None:
        yield reason(variant, WORDINGS, "closest_wins", target=ending.target)
    elif found.ended:
        yield reason(variant, WORDINGS, "best_wins")
    if len(found.winners) > 1:
        yield reason(variant, WORDINGS, "equals_share")


def _why_over(variant: Variant, goal: Goal, found: Standing, played: int | None, totals: Totals) -> Reason:
    """Return the reason why the game is over, or is not."""
    over = found.ended or found.deal_again
    if passes_loss_limit(variant.ending, totals):
        return reason(variant, WORDINGS, "loss_limit_passed", limit=variant.ending.loss_limit)
    match goal:
        case PlayRounds(number):
            missing = ("rounds_played",) if played is None else None
            code = "rounds_over" if over else "rounds_not_over"
            return reason(variant, WORDINGS, code, missing=missing, rounds=number)
        case ReachTarget(points):
            return reason(variant, WORDINGS, "target_reached" if over else "target_not_reached", target=points)
        case _:
            return reason(variant, WORDINGS, "no_end_agreed")
