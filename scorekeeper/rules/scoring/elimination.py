"""Games with a limit: who is eliminated after each round, and with which total a player comes back in."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field

from ..model.ending import Ending, StayBelow
from ..model.terms import Rejoin
from .rounds import Player
from .sides import sides_among, with_partners

Totals = Mapping[Player, int]


@dataclass(frozen=True)
class Eliminated:
    """Who is eliminated: `groups` are those who went after the same round, in the order of the rounds.

    `came_back` is how often each player has come back in.
    """

    groups: tuple[tuple[Player, ...], ...] = ()
    came_back: Mapping[Player, int] = field(default_factory=dict)

    @property
    def out(self) -> tuple[Player, ...]:
        """All who are eliminated, in the order in which they went; of a group the highest total first (SC-A24)."""
        return tuple(player for group in self.groups for player in group)

    def still_in(self, totals: Totals) -> dict[Player, int]:
        """Return the totals of those who are not eliminated."""
        return {player: total for player, total in totals.items() if player not in self.out}

    def after(self, ending: Ending, totals: Totals) -> "Eliminated":
        """Return who is eliminated after a round with these `totals` of those at the table, by seat.

        Source: PT-10, PT-18.
        """
        goal = ending.goal
        if not isinstance(goal, StayBelow):
            return Eliminated((), self.came_back)
        reached = {player for player, total in totals.items() if total >= goal.least}
        past = {*with_partners(ending, totals, reached)}
        latest = [player for player in totals if player in past - {*self.out}]
        stay = [tuple(player for player in group if player in past) for group in self.groups]
        stay.append(tuple(sorted(latest, key=lambda player: -totals[player])))
        return Eliminated(tuple(group for group in stay if group), self.came_back)

    def back_in(self, players: Collection[Player]) -> "Eliminated":
        """Return who is eliminated once `players` have come back in."""
        stay = (tuple(player for player in group if player not in players) for group in self.groups)
        counted = Counter(self.came_back) + Counter(players)
        return Eliminated(tuple(group for group in stay if group), counted)

    def may_rejoin(self, ending: Ending, totals: Totals) -> tuple[Player, ...]:
        """Return who may come back in before the next round of a game that goes on. Source: PT-13, KA-30."""
        total, goal, most = self.rejoin_at(ending, totals), ending.goal, ending.rejoins
        if total is None or not isinstance(goal, StayBelow) or total >= goal.least:
            return ()
        if len(sides_among(ending, totals, self.still_in(totals))) < ending.rejoin_needs:
            return ()
        return tuple(player for player in self.out if most is None or self.came_back.get(player, 0) < most)

    def rejoin_at(self, ending: Ending, totals: Totals) -> int | None:
        """Return the total with which players come back in; None if nobody ever does. Source: PT-13, KA-30."""
        still_in = self.still_in(totals).values()
        if ending.rejoin is Rejoin.NEVER or not still_in:
            return None
        return max(still_in) + (ending.rejoin is Rejoin.HIGHEST_PLUS_ONE)


NOBODY_OUT = Eliminated()


class Race:
    """Everybody's totals, round after round, and who is eliminated. It changes with every round."""

    def __init__(self) -> None:
        self.totals: dict[Player, int] = {}
        self.eliminated = NOBODY_OUT

    def seat(self, begun: Totals) -> None:
        """Give everybody who has no total yet what they begin with."""
        for player, points in begun.items():
            self.totals.setdefault(player, points)

    def at(self, seats: Iterable[Player]) -> dict[Player, int]:
        """Return the totals of those at the table."""
        return {player: self.totals[player] for player in seats}

    def come_back(self, ending: Ending, seats: Iterable[Player], players: Collection[Player]) -> None:
        """Let eliminated `players` come back in, before a round.

        Nobody is refused here: what was entered once stays, whatever a correction before it changes.
        """
        if not players:  # as before nearly every round
            return
        seated = self.at(seats)
        back = [player for player in with_partners(ending, seated, players) if player in self.eliminated.out]
        total = self.eliminated.rejoin_at(ending, seated)
        if back and total is not None:
            self.totals |= dict.fromkeys(back, total)
            self.eliminated = self.eliminated.back_in(back)

    def play(self, ending: Ending, seats: Iterable[Player], scores: Totals) -> None:
        """Add the scores of a round, and eliminate those at the table who have reached the limit."""
        for player, points in scores.items():
            self.totals[player] = self.totals.get(player, 0) + points
        if ending.limit is not None or self.eliminated.groups:
            self.eliminated = self.eliminated.after(ending, self.at(seats))
