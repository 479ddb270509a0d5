"""The question `game-end`: has the game ended, and who has won it?"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from ...errors import N_, NN_, InvalidSituation, Problem
from ...model.ending import Ending, Goal, PlayRounds, ReachTarget, StayBelow
from ...model.sources import Ambiguity
from ...model.terms import SeveralPast, Wins
from ...model.topics import Topic
from ...model.variant import Variant
from ...reasons import Reason
from ...scoring.elimination import NOBODY_OUT, Totals
from ...scoring.ending import Standing, dealt_again, grand_totals, past_loss_limit, standing
from ...scoring.rating import rounds_won as rounds_won_in
from ...scoring.sides import sides_among, sides_of
from ..remarks import About, remark
from ..ruling import Fact, Ruling, Wordings, reason, rule_on
from ..situations import Rejoined
from .limit import limit_facts, limit_grounds, replayed

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
        Topic.LIMIT,
        NN_("Somebody has more than {limit} minus point.", "Somebody has more than {limit} minus points.", "limit"),
    ),
    "past_loss_limit": (Topic.LIMIT, N_("Out by the limit of {limit}: {players}.")),
    "rounds_over": (Topic.AGREED_ROUNDS, NN_("The only round is played.", "All {rounds} rounds are played.", "rounds")),
    "rounds_not_over": (
        Topic.AGREED_ROUNDS,
        NN_("The game ends after {rounds} round.", "The game ends after {rounds} rounds.", "rounds"),
    ),
    "no_end_agreed": (Topic.AGREED_ROUNDS, N_("The game has no fixed end: it’s over when the table stops.")),
    "best_wins": (Topic.BEST_WINS, N_("The highest total wins.")),
    "rating_wins": (Topic.BEST_WINS, N_("The most rating points win.")),
    "who_is_rated_best": (Topic.BEST_WINS, N_("The most rating points win. How many does each player have?")),
    "most_rounds_win": (Topic.BEST_WINS, N_("Whoever has won most rounds wins.")),
    "who_won_most": (Topic.BEST_WINS, N_("The most rounds won win. How many does each player have?")),
    "equal_rounds_won": (Topic.BEST_WINS, N_("If the rounds won are equal, the higher total wins.")),
    "equal_ratings": (Topic.EQUALS, N_("If rating points are equal, the higher total wins.")),
    "lowest_wins": (Topic.BEST_WINS, N_("The lowest total wins.")),
    "closest_wins": (Topic.CLOSEST_WINS, N_("The total nearest to {target} wins.")),
    "grand_total_wins": (Topic.BEST_WINS, N_("The higher total with all bonuses wins.")),
    "rounds_won_decide": (Topic.BEST_WINS, N_("It depends on how many rounds each has won.")),
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
    rating: Totals | None = None,
    rounds_won: Totals | None = None,
    hands_won: Totals | None = None,
) -> Ruling:
    """Rule on whether the game is over after complete rounds: by `totals`, or by the points of each of the `rounds`.

    `rejoined` are those whom a limit had eliminated, and who came back in before one of the `rounds`. `hands_won` are
    how many rounds each has won, where the end brings a bonus for them; else `rounds` decide. Without a number
    of rounds, the agreed number has not been played. Totals alone are undecided where it matters whether several had
    the target before (CS-A9), or where the rating points decide (DT-28), which `rating` has, or the `rounds_won`
    (RK-O1), which follow from the `rounds`.

    Raises:
        InvalidSituation: neither totals nor rounds, or such as contradict each other.

    Source: DA-50, DA-51, DA-O3 to DA-O5; NO-32; DE-A9; CS-21, CS-22; IS-21, IS-22; PT-07 to PT-13.
    """
    race = replayed(variant, rounds, rejoined) if variant.may_eliminate else None
    summed = _totals(totals, rounds, rounds_played, race.totals if race else None)
    eliminated = race.eliminated if race else NOBODY_OUT.after(variant.ending, summed)
    played = len(rounds) if rounds is not None else rounds_played
    goal = variant.ending.goal
    past = past_loss_limit(variant.ending, summed)
    counted = (played or 0) if isinstance(goal, PlayRounds) and not past else max(played or 0, bool(summed))
    again = dealt_again(variant.ending, _after_each(rounds or ()))
    by_rating, by_rounds = (variant.ending.wins is each for each in (Wins.RATING, Wins.MOST_ROUNDS))
    if by_rounds:
        rating = _rounds_won(summed, rounds, rounds_won)
    _check_names(summed, rating if by_rating else None)
    won = hands_won if hands_won is not None else _boxes(variant, rounds)
    found = standing(variant.ending, summed, counted, again=again, eliminated=eliminated, rating=rating, won=won)
    if found.ended and won is None and variant.ending.grand_total_wins:
        return _undecided(variant, "rounds_won_decide", "hands_won", {"ended": True, "totals": summed})
    had = standing(variant.ending, summed, counted, again=True, rating=rating, won=won)
    if rounds is None and played != 1 and found != had:
        return _undecided(variant, "who_had_it_before", "rounds", {"totals": summed})
    facts = _facts(variant.ending, found, summed, won)
    if variant.may_eliminate:
        facts |= limit_facts(variant.ending, found, summed, eliminated)
    if variant.ending.names_losers and variant.ending.loss_limit is not None:
        facts["out"] = past
    if by_rounds and rating is not None:
        facts["rounds_won"] = rating
    if found.ended and variant.ending.ranks_apart and rating is None:
        del facts["winners"]
        code, key = ("who_won_most", "rounds_won") if by_rounds else ("who_is_rated_best", "rating")
        return _undecided(variant, code, key, facts)
    limit = limit_grounds(variant, found, summed, eliminated) if isinstance(goal, StayBelow) else ()
    grounds = [*limit, *_grounds(variant, goal, found, played, summed, rating or {})]
    remarks = () if found.ended else remark(variant, About.NEXT_DEAL)
    return rule_on((), [*grounds, *remarks], facts=facts, doubts=_ambiguities(variant, grounds))


def _facts(ending: Ending, found: Standing, totals: Totals, won: Totals | None) -> dict[str, Fact]:
    """Return the facts of every answer; `won` is how many rounds each has won, if that is known."""
    facts: dict[str, Fact] = {
        "ended": found.ended,
        "winners": list(found.winners),
        "deal_again": found.deal_again,
        "totals": totals,
    }
    if found.ended and ending.grand_totals and won is not None:
        facts["final"] = grand_totals(ending, totals, {name: won.get(name, 0) for name in totals})
    return facts


def _undecided(variant: Variant, code: str, key: str, facts: Mapping[str, Fact]) -> Ruling:
    """Return a ruling that asks for the `key` of the situation on which it depends."""
    asked = reason(variant, WORDINGS, code, missing=(key,))
    return rule_on((), (), [asked], facts, doubts=_ambiguities(variant, [asked]))


def _boxes(variant: Variant, rounds: tuple[Totals, ...] | None) -> Totals | None:
    """Return how many of the `rounds` each has won; None where a round may count as several."""
    if rounds is None or variant.knock.gin_boxes > 1:
        return None
    return Counter(name for scores in rounds for name, points in scores.items() if points > 0)


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


def _rounds_won(totals: Totals, rounds: tuple[Totals, ...] | None, told: Totals | None) -> Totals | None:
    """Return how many rounds each has won: from the rounds, else as given; None if neither is known.

    Raises:
        InvalidSituation: the given numbers contradict the rounds, or name other players than the totals.
    """
    known = told if rounds is None else rounds_won_in(totals, rounds)
    _check_names(totals, told, "rounds_won")
    wrong = [name for name, won in (told or {}).items() if known is not None and known[name] != won]
    if wrong:
        message = N_("The rounds say otherwise.")
        raise InvalidSituation(*(Problem(message, ("rounds_won", name)) for name in wrong))
    return known


def _check_names(totals: Totals, rating: Totals | None, key: str = "rating") -> None:
    """Check that everybody with a total has rating points (or what `key` says), and nobody else."""
    if rating is None:
        return
    missing = [Problem(N_("{name} is missing."), (key,), {"name": name}) for name in totals if name not in rating]
    message = N_("“{name}” doesn’t play in this round.")
    unknown = [Problem(message, (key, name), {"name": name}) for name in rating if name not in totals]
    if missing or unknown:
        raise InvalidSituation(*missing, *unknown)


def _grounds(
    variant: Variant, goal: Goal, found: Standing, played: int | None, totals: Totals, rating: Totals
) -> Iterator[Reason]:
    ending = variant.ending
    if not isinstance(goal, StayBelow):
        yield _why_over(variant, goal, found, played, totals)
    if found.deal_again:
        merit = [ending.merit(totals[side[0]]) for side in sides_of(ending, list(totals))]
        level = merit.count(max(merit)) > 1
        once_more = ending.several is SeveralPast.ONE_AHEAD and not level
        several = isinstance(goal, ReachTarget) and (ending.several is SeveralPast.DEAL_AGAIN or once_more)
        yield reason(variant, WORDINGS, "several_play_on" if several else "equals_play_on")
    if found.ended and ending.ranks_apart:
        rounds = ending.wins is Wins.MOST_ROUNDS
        yield reason(variant, WORDINGS, "most_rounds_win" if rounds else "rating_wins")
        top = max(rating.values())
        if not ending.rating_alone and [*rating.values()].count(top) > 1:
            yield reason(variant, WORDINGS, "equal_rounds_won" if rounds else "equal_ratings")
    elif found.ended and ending.wins is Wins.LOWEST:
        yield reason(variant, WORDINGS, "lowest_wins")
    elif found.ended and ending.wins is not Wins.HIGHEST and ending.target is not None:
        yield reason(variant, WORDINGS, "closest_wins", target=ending.target)
    elif found.ended:
        yield reason(variant, WORDINGS, "grand_total_wins" if ending.grand_total_wins else "best_wins")
    if len(sides_among(ending, totals, found.winners)) > 1:
        yield reason(variant, WORDINGS, "equals_share")


def _why_over(variant: Variant, goal: Goal, found: Standing, played: int | None, totals: Totals) -> Reason:
    """Return the reason why the game is over, or is not."""
    over = found.ended or found.deal_again
    past = past_loss_limit(variant.ending, totals)
    if past and variant.ending.names_losers:
        limit = variant.ending.loss_limit
        return reason(variant, WORDINGS, "past_loss_limit", limit=limit, players=tuple(past))
    if past:
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
