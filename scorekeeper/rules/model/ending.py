"""The rules about the end of a game: what ends it, and which total wins."""

from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from .terms import LimitEnds, Rejoin, SeveralPast, Tie, Wins


class ReachTarget(NamedTuple):
    """The game ends when a total reaches the target, or exceeds it."""

    points: int
    exceeded: bool

    @property
    def least(self) -> int:
        """The smallest total that ends the game."""
        return self.points + self.exceeded


class StayBelow(NamedTuple):
    """A total that reaches the limit, or exceeds it, eliminates its player."""

    points: int
    exceeded: bool
    ends: LimitEnds

    @property
    def least(self) -> int:
        """The smallest total that eliminates a player."""
        return self.points + self.exceeded


class PlayRounds(NamedTuple):
    """The game ends after an agreed number of rounds."""

    number: int


class TableEnds(NamedTuple):
    """The game ends when the table stops."""


Goal: TypeAlias = ReachTarget | StayBelow | PlayRounds | TableEnds


@dataclass(frozen=True)
class Ending:
    """When the game ends, and who has won.

    Each house rule sets one of the fields; `goal` is the kind of ending that they make together.
    """

    target: int | None = None
    past_target: bool = False  # the target must be exceeded
    limit: int | None = None  # the total that eliminates a player
    past_limit: bool = False  # the limit must be exceeded
    limit_ends: LimitEnds = LimitEnds.LAST_IN
    rejoin: Rejoin = Rejoin.NEVER  # whether an eliminated player may come back in
    rejoins: int | None = None  # how often one player may; None: any number of times
    rejoin_needs: int = 2  # how many players must still be in
    rounds: int | None = None  # the agreed number of rounds; then neither target nor limit ends the game
    loss_limit: int | None = None  # the game ends when somebody has passed so many minus points
    wins: Wins = Wins.HIGHEST
    several: SeveralPast = SeveralPast.BEST_WINS
    tie: Tie = Tie.SHARED

    @property
    def goal(self) -> Goal:
        """What ends the game: the agreed rounds, else the limit, else the target, else the table."""
        if self.rounds is not None:
            return PlayRounds(self.rounds)
        if self.limit is not None:
            return StayBelow(self.limit, self.past_limit, self.limit_ends)
        return TableEnds() if self.target is None else ReachTarget(self.target, self.past_target)

    def merit(self, total: int) -> int:
        """Return the key by which totals are compared: the greatest is the best."""
        if self.wins is Wins.LOWEST:
            return -total
        return total if self.wins is Wins.HIGHEST or self.target is None else -abs(total - self.target)
