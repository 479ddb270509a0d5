"""The rules about the end of a game: what ends it, and which total wins."""

from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from .terms import LimitEnds, Rejoin, SeveralPast, Shutout, Tie, Wins


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
    names_losers: bool = False  # whoever has passed them is said to be out
    wins: Wins = Wins.HIGHEST
    rating_alone: bool = False  # equal rating points share the win, whatever the totals
    several: SeveralPast = SeveralPast.BEST_WINS
    tie: Tie = Tie.SHARED
    partner_rule: str = ""  # the rule by which two who sit across from each other share their points; empty: none does
    grand_totals: bool = False  # at the end bonuses are added to the totals: the three that follow
    game_bonus: int = 0  # for whoever reached the target
    box_bonus: int = 0  # for each round won
    shutout: Shutout = Shutout.NOTHING
    game_rule: str = ""  # the rules about these three
    box_rule: str = ""
    shutout_rule: str = ""
    grand_total_wins: bool = False  # the best grand total wins, not the best total

    @property
    def goal(self) -> Goal:
        """What ends the game: the agreed rounds, else the limit, else the target, else the table."""
        if self.rounds is not None:
            return PlayRounds(self.rounds)
        if self.limit is not None:
            return StayBelow(self.limit, self.past_limit, self.limit_ends)
        return TableEnds() if self.target is None else ReachTarget(self.target, self.past_target)

    @property
    def ranks_apart(self) -> bool:
        """Whether something else than the total decides who is ahead: rating points, or rounds won."""
        return self.wins in (Wins.RATING, Wins.MOST_ROUNDS)

    @property
    def hand_sign(self) -> int:
        """The sign of the points of cards left in hand: plus where the lowest total wins, else minus."""
        return 1 if self.wins is Wins.LOWEST else -1

    def merit(self, total: int, rating: int = 0) -> tuple[int, int]:
        """Return the key by which players are compared, by their total and their rating points: the greatest is best.

        Where the most rounds win, `rating` are the rounds won.

        Source: DT-28, DT-A9.
        """
        if self.ranks_apart:
            return rating, 0 if self.rating_alone else total
        if self.wins is Wins.LOWEST:
            return -total, 0
        return (total if self.wins is Wins.HIGHEST or self.target is None else -abs(total - self.target)), 0
