"""The standing of a game after each revision: when it ended, and by which change."""

from collections import Counter
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence

from ...rules.model.ending import Ending
from ...rules.model.terms import Wins
from ...rules.scoring.elimination import Race
from ...rules.scoring.ending import Standing, dealt_again, standing
from ...rules.scoring.rating import rounds_won
from ...rules.variants import get_variant
from .game_view import GameView
from .history import RevisionView
from .round_views import RoundView, boxes_won
from .state import Setup, What


def standings(view: GameView, history: Sequence[RevisionView]) -> list[Standing]:
    """Return how the game of `view` stood after each revision of its `history`, in their order."""
    return list(stood_after(view, history, {revision.number for revision in history}).values())


def stood_after(view: GameView, history: Iterable[RevisionView], wanted: Container[int]) -> dict[int, Standing]:
    """Return how the game of `view` stood after those revisions whose numbers are `wanted`, by number.

    `history` are all of them, in their order.
    """
    names, setup = view.state.names, view.start
    scored: Counter[str] = Counter()  # by name, without what they had to begin with
    counting: dict[int, RoundView] = {}  # by number
    begun: dict[str, int] = {}  # by name, what they had to begin with
    stopped = False
    found = {}
    eliminates = view.variant.may_eliminate
    for revision in history:
        if isinstance(revision.after, Setup):
            setup = revision.after
        begun |= {names[player]: setup.points.get(player, 0) for player, _ in setup.players}
        if revision.about == What.END:
            stopped = revision.what != What.UNDO
        _apply(revision, counting, scored)
        if revision.number not in wanted:
            continue
        ending = get_variant(view.variant.key, setup.house_rules).ending
        seats = {names[player]: setup.points.get(player, 0) + scored[names[player]] for player, _ in setup.players}
        again = dealt_again(ending, _after_each(counting, begun))
        race = _raced(ending, counting, begun, seats) if eliminates else None
        found[revision.number] = standing(
            ending,
            race.at(seats) if race else seats,
            len(counting),
            stopped=stopped,
            again=again,
            eliminated=race.eliminated if race else None,
            rating=_apart(ending, seats, counting.values()),
            won=boxes_won(counting.values(), seats) if ending.grand_totals else None,
        )
    return found


def _apply(revision: RevisionView, counting: dict[int, RoundView], scored: Counter[str]) -> None:
    """Change the rounds that count, by number, and what they add up to, by name, as a revision does."""
    for subject, sign in ((revision.before, -1), (revision.after, 1)):
        if isinstance(subject, RoundView) and not subject.voided:
            if sign > 0:
                counting[subject.number] = subject
            else:
                counting.pop(subject.number, None)
            for name, points in subject.scores.items():
                scored[name] += sign * points


def _apart(ending: Ending, seats: Iterable[str], rounds: Iterable[RoundView]) -> Mapping[str, int]:
    """Return everybody's rating points after these rounds, by name, or the rounds won where those decide."""
    if ending.wins is Wins.MOST_ROUNDS:
        return rounds_won(seats, (round_.scores for round_ in rounds))
    rated: Counter[str] = Counter()
    for round_ in rounds:
        rated.update(round_.rating)
    return rated


def _raced(ending: Ending, counting: Mapping[int, RoundView], begun: Mapping[str, int], seats: Iterable[str]) -> Race:
    """Return the totals after the rounds of a game that may have a limit, and who is eliminated."""
    race = Race()
    race.seat(begun)
    for number in sorted(counting):
        round_ = counting[number]
        race.come_back(round_.variant.ending, round_.seats, round_.rejoined)
        race.play(round_.variant.ending, round_.seats, round_.scores)
    if counting:
        race.play(ending, seats, {})
    return race


def _after_each(counting: Mapping[int, RoundView], begun: Mapping[str, int]) -> Iterator[Mapping[str, int]]:
    """Yield the totals after each of the rounds but the last, in the order of their numbers."""
    totals: dict[str, int] = {}
    for number in sorted(counting)[:-1]:
        for name, points in counting[number].scores.items():
            totals[name] = totals.get(name, begun.get(name, 0)) + points
        yield totals


def last_round(view: GameView) -> int | None:
    """Return the round with which the game of `view` ended; None if it goes on."""
    if not view.standing.ended or not view.counting:
        return None
    rounds = view.counting
    count = len(rounds)
    if not view.stopped:
        while count > 1 and _after(view, rounds[: count - 1]).ended:
            count -= 1
    return rounds[count - 1].number


def _after(view: GameView, rounds: Sequence[RoundView]) -> Standing:
    """Return how the game stood after these `rounds`, with those who are at the table now."""
    ending, totals = view.variant.ending, rounds[-1].totals
    again = dealt_again(ending, (round_.totals for round_ in rounds[:-1]))
    seated = {name: totals[name] for name in view.players if name in totals}
    return standing(
        ending, seated, len(rounds), again=again, eliminated=rounds[-1].eliminated, rating=rounds[-1].rating_totals
    )
