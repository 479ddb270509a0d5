"""What a board shows while its totals are hidden: the rounds, who is out, who deals; nothing about who is ahead."""

from markupsafe import Markup

from ...cached_property import cached_property
from ...services.views.game_view import GameView
from ..text import _, say
from .chart import Chart
from .player_line import PlayerLine
from .rows import cells


class Hidden:
    """The parts of a board that show totals, or what follows from them, without it."""

    shown: GameView
    hidden = True

    @cached_property
    def seats(self) -> list[PlayerLine]:
        """The players in the order of the seats, then those who have left."""
        left, here = _("has left the table"), self.shown.players
        away = [PlayerLine(name, None, "", left, best=False) for name in self.shown.totals if name not in here]
        return [self._line_of(name) for name in here] + away

    def _line_of(self, name: str) -> PlayerLine:
        # Translators: beside the name of a player who is out of the game
        out = _("out") if name in self.shown.eliminated.out else ""
        # Translators: beside the name of a player who is out of the game
        back = _("may come back in") if name in self.shown.standby.may_rejoin else ""
        return PlayerLine(name, None, "", out, best=False, back=back)

    @cached_property
    def headline(self) -> Markup:
        """The number of the next round, as a sentence: not why the game is not over."""
        return say(_("Round {number} is next."), number=len(self.shown.rounds) + 1)

    @property
    def deals_again(self) -> bool:
        """Always False: it would reveal who is level."""
        return False

    @cached_property
    def balances(self) -> str:
        """No heading: there are no balances below it."""
        return ""

    @cached_property
    def sums(self) -> Markup:
        """Empty cells."""
        return cells("" for _name in self.shown.totals)

    @cached_property
    def starts(self) -> Markup:
        """No starting points: somebody may have begun with the lowest total, or the average."""
        return Markup()

    @cached_property
    def chart(self) -> Chart | None:
        """No chart."""
        return None

    @property
    def boxes(self) -> Markup:
        """Not how many rounds each has won."""
        return Markup()

    @cached_property
    def payments(self) -> list[Markup]:
        """No payments."""
        return []
