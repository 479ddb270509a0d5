"""The rounds of a game played one after the other: everybody's totals after each, and who is out of the next."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from ...rules.errors import N_, Problem
from ...rules.model.terms import Wins
from ...rules.model.variant import Variant
from ...rules.scoring.elimination import Eliminated, Race
from ...rules.scoring.rating import won_by
from ...rules.variants import get_variant
from ..errors import Invalid
from .round_views import RoundView, ScoredRounds
from .state import Setup, State

_NOT_BACK = N_("{name} can’t come back in before this round.")


@dataclass(frozen=True)
class Standby:
    """Who cannot play a round: those who are `out`, except `may_rejoin`, who may come back in before it.

    `rejoin_at` is the total with which they do; None if nobody may.
    """

    out: tuple[str, ...] = ()
    may_rejoin: tuple[str, ...] = ()
    rejoin_at: int | None = None

    def playing(self, players: Sequence[str], rejoin: Sequence[str]) -> tuple[str, ...]:
        """Return who of `players` plays a round before which `rejoin` come back in.

        Raises:
            Invalid: somebody comes back in who may not, or twice.
        """
        wrong = [at for at, name in enumerate(rejoin) if name not in self.may_rejoin or name in rejoin[:at]]
        if wrong:
            raise Invalid(*(Problem(_NOT_BACK, ("rejoin", at), {"name": rejoin[at]}) for at in wrong))
        return tuple(name for name in players if name not in self.out or name in rejoin)


EVERYBODY_IN = Standby()


def standby_after(variant: Variant, eliminated: Eliminated, totals: Mapping[str, int]) -> Standby:
    """Return who cannot play the next round after the `totals` of those at the table."""
    may_rejoin = eliminated.may_rejoin(variant.ending, totals)
    return Standby(eliminated.out, may_rejoin, eliminated.rejoin_at(variant.ending, totals) if may_rejoin else None)


def rounds_with_totals(state: State, scored: ScoredRounds) -> tuple[list[RoundView], Race]:
    """Return the rounds of a state, each with the totals after it, and the totals of all who are or were there.

    Who is out after the last round follows from the present house rules, as the end of the game does.
    """
    race = Race()
    rounds: list[RoundView] = []
    seated = None
    for number in sorted(state.rounds):
        stored = state.rounds[number]
        round_ = scored.with_totals(number, stored, state.posted(number))
        if stored.setup is not seated:
            seated = stored.setup
            begun = _begun(seated, scored.names)
            race.seat(begun)
            if any(not each.voided for each in rounds):
                race.play(round_.variant.ending, begun, {})  # a lower limit may put players out, who come back at once
        if not round_.voided:
            race.come_back(round_.variant.ending, begun, round_.rejoined)
            race.play(round_.variant.ending, begun, round_.scores)
        round_.totals.update(race.totals)
        rounds.append(replace(round_, eliminated=race.eliminated) if race.eliminated.groups else round_)
    begun = _begun(state.setup, scored.names)
    race.seat(begun)
    if any(not round_.voided for round_ in rounds):
        race.play(get_variant(scored.variant, state.setup.house_rules).ending, begun, {})
    return rounds, race


def count_rating(variant: Variant, rounds: Sequence[RoundView], names: Iterable[str]) -> dict[str, int]:
    """Return everybody's rating points after the `rounds`, and put into each those after it; empty without them."""
    if variant.scoring.rating is None:
        return {}
    totals = dict.fromkeys(names, 0)
    for round_ in rounds:
        if not round_.voided:
            for name, points in round_.rating.items():
                totals[name] += points
        round_.rating_totals.update(totals)
    return totals


def count_rounds_won(variant: Variant, rounds: Sequence[RoundView], names: Iterable[str]) -> dict[str, int]:
    """Return how many of the `rounds` each has won, and put into each those after it; empty where they do not count."""
    if variant.ending.wins is not Wins.MOST_ROUNDS:
        return {}
    totals = dict.fromkeys(names, 0)
    for round_ in rounds:
        for name in () if round_.voided else won_by(round_.scores):
            totals[name] += 1
        round_.rating_totals.update(totals)
    return totals


def _begun(setup: Setup, names: Mapping[str, str]) -> dict[str, int]:
    """Return the starting points of everybody at the table, by name."""
    return {names[player]: setup.points.get(player, 0) for player, _ in setup.players}
