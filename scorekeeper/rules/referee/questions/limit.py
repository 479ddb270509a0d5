"""The end of a game with a limit that eliminates players, for the question `game-end`."""

from collections.abc import Collection, Iterator

from ...errors import N_, InvalidSituation, Problem
from ...model.ending import Ending, StayBelow
from ...model.topics import Topic
from ...model.variant import Variant
from ...reasons import Reason
from ...scoring.elimination import Eliminated, Race, Totals
from ...scoring.ending import Standing, standing
from ...scoring.sides import side_name, sides_among
from ..ruling import Wordings, reason
from ..situations import Rejoined

WORDINGS: Wordings = {
    "limit_reached": (Topic.LIMIT, N_("Out, with {limit} or more: {players}.")),
    "limit_passed": (Topic.LIMIT, N_("Out, with more than {limit}: {players}.")),
    "nobody_eliminated": (Topic.LIMIT, N_("Nobody is out yet: the limit is {limit}.")),
    "last_one_in": (Topic.LIMIT, N_("{player} is the only one still in.")),
    "nobody_left": (Topic.LAST_IN, N_("Nobody is left: the best of those who went out last has won.")),
    "may_come_back": (Topic.REJOIN, N_("With {points}, these may come back in: {players}.")),
}
_IS_OUT = N_("{name} is out of the game, and gets no points.")
_MAY_NOT_REJOIN = N_("{name} can’t come back in before this round.")
_ONLY_WITH_ROUNDS = N_("Give the points of each round, too.")


def replayed(variant: Variant, rounds: tuple[Totals, ...] | None, rejoined: tuple[Rejoined, ...]) -> Race | None:
    """Return the totals after `rounds`, and who is eliminated; None without rounds.

    Raises:
        InvalidSituation: somebody comes back in who may not, or a round of a game with a limit has not the points of
            everybody who is in, and of no others.
    """
    if rounds is None:
        if rejoined:
            raise InvalidSituation(Problem(_ONLY_WITH_ROUNDS, ("rounds",)))
        return None
    names = tuple(dict.fromkeys(name for row in rounds for name in row))
    race, problems = Race(), list[Problem]()
    race.seat(dict.fromkeys(names, 0))
    for number in range(1, len(rounds) + 2):
        problems += _come_back(variant.ending, race, names, number, rejoined)
        if number <= len(rounds):
            row = rounds[number - 1]
            problems += _row_problems(variant.ending, race, names, number - 1, row)
            race.play(variant.ending, names, row)
    late = (index for index, each in enumerate(rejoined) if not 1 <= each.before_round <= len(rounds) + 1)
    problems += [_not_back(rejoined, index) for index in late]
    if problems:
        raise InvalidSituation(*problems)
    return race


def _come_back(
    ending: Ending, race: Race, names: tuple[str, ...], number: int, rejoined: tuple[Rejoined, ...]
) -> Iterator[Problem]:
    """Let those come back in who do so before round `number`; yield a problem for each who may not."""
    totals = race.at(names)
    over = standing(ending, totals, number - 1, eliminated=race.eliminated).ended
    allowed = () if over else race.eliminated.may_rejoin(ending, totals)
    back = set[str]()
    for index, each in enumerate(rejoined):
        if each.before_round == number:
            if each.player not in allowed or each.player in back:
                yield _not_back(rejoined, index)
            back.add(each.player)
    race.come_back(ending, names, back)


def _not_back(rejoined: tuple[Rejoined, ...], index: int) -> Problem:
    return Problem(_MAY_NOT_REJOIN, ("rejoined", index), {"name": rejoined[index].player})


def _row_problems(ending: Ending, race: Race, names: Collection[str], index: int, row: Totals) -> Iterator[Problem]:
    if not isinstance(ending.goal, StayBelow):
        return
    for name in names:
        if name in race.eliminated.out and name in row:
            yield Problem(_IS_OUT, ("rounds", index, name), {"name": name})
        elif name not in race.eliminated.out and name not in row:
            yield Problem(N_("{name} is missing."), ("rounds", index), {"name": name})


def limit_facts(ending: Ending, found: Standing, totals: Totals, eliminated: Eliminated) -> dict[str, object]:
    """Return the facts about those whom the limit has eliminated."""
    back = () if found.ended else eliminated.may_rejoin(ending, totals)
    facts: dict[str, object] = {"out": list(eliminated.out), "may_rejoin": list(back)}
    return {**facts, "rejoin_at": eliminated.rejoin_at(ending, totals)} if back else facts


def limit_grounds(variant: Variant, found: Standing, totals: Totals, eliminated: Eliminated) -> Iterator[Reason]:
    """Yield why a game with a limit is over, or is not, and who may come back in."""
    ending, out, still_in = variant.ending, eliminated.out, tuple(eliminated.still_in(totals))
    if not out:
        yield reason(variant, WORDINGS, "nobody_eliminated", limit=ending.limit)
        return
    yield reason(
        variant, WORDINGS, "limit_passed" if ending.past_limit else "limit_reached", limit=ending.limit, players=out
    )
    if found.ended and not still_in:
        yield reason(variant, WORDINGS, "nobody_left")
    elif found.ended and len(last := sides_among(ending, totals, still_in)) == 1:
        yield reason(variant, WORDINGS, "last_one_in", player=side_name(last[0]))
    elif not found.ended and (back := eliminated.may_rejoin(ending, totals)):
        yield reason(variant, WORDINGS, "may_come_back", points=eliminated.rejoin_at(ending, totals), players=back)
