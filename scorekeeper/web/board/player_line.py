"""The players' lines on the scoreboard: who leads or wins, with which total, how far from the end of the game."""

from dataclasses import dataclass

from ...rules.model.ending import ReachTarget, StayBelow
from ...services.views.game_view import GameView
from ..text import _, _c, points, signed

_LONG, _WIDE = 16, 7  # letters of a name and of a word that need smaller ones in the big view


@dataclass(frozen=True, slots=True)
class PlayerLine:
    """A player's line at the top: the total, and the distance to the target."""

    name: str
    place: int | None
    total: str
    note: str
    best: bool
    rating: str = ""  # rating points; empty in a game without them
    back: str = ""  # with which total a player who is out may come back in; empty if nobody is, or may

    @property
    def letters(self) -> str:
        """CSS classes for the size of the name: `long`, and `wide` if one of its words is."""
        words = self.name.replace("-", "- ").split()
        wide = max(map(len, words), default=0) > _WIDE
        return " long" * (len(self.name) > _LONG) + " wide" * wide


def lines_of(shown: GameView) -> list[PlayerLine]:
    """Return the lines of a game as its board shows it: the best first, before the first round by seat."""
    left = _("has left the table")
    away = [name for name in shown.totals if name not in shown.players]
    gone = [_line(shown, name, None, left) for name in away]
    if not shown.counting:
        return [_line(shown, name) for name in shown.players] + gone
    winners, leading = shown.standing.winners, [name for place, name in shown.placings if place == 1]
    word = {name: _won(shown, name, alone=len(winners) == 1) for name in winners}
    if not shown.standing.ended and len(leading) < len(shown.players):
        word = {name: _leads(shown, name, alone=len(leading) == 1) for name in leading}
    return [
        _line(shown, name, place, word.get(name) or _distance(shown, name), best=name in word)
        for place, name in shown.placings
    ] + gone


def total_of(shown: GameView, name: str) -> str:
    """Return the total of a player in words; in a game for chips with its sign."""
    total = shown.totals[name]
    return signed(total) if shown.variant.scoring.chips else points(total)


def _line(shown: GameView, name: str, place: int | None = None, note: str = "", *, best: bool = False) -> PlayerLine:
    rating = points(shown.apart[name]) if shown.apart else ""
    return PlayerLine(name, place, total_of(shown, name), note, best, rating, _back(shown, name))


def _won(shown: GameView, name: str, *, alone: bool) -> str:
    if name in shown.sides:
        # Translators: beside the names of two partners: Anna and Bo win
        return str(_("win") if alone else _c("partners", "share the win"))
    # Translators: beside the name of a player: Anna wins
    return str(_("wins") if alone else _("shares the win"))


def _leads(shown: GameView, name: str, *, alone: bool) -> str:
    if not alone:
        return str(_("tied for the lead"))
    # Translators: beside the names of two partners: Anna and Bo lead
    return str(_("lead") if name in shown.sides else _("leads"))


def _back(shown: GameView, name: str) -> str:
    standby = shown.standby
    if name not in standby.may_rejoin or standby.rejoin_at is None:
        return ""
    # Translators: beside the name of a player who is out of the game
    return str(_("may come back in with {points}", points=points(standby.rejoin_at)))


def _distance(shown: GameView, name: str) -> str:
    goal = shown.variant.ending.goal
    if name in shown.eliminated.out:
        # Translators: beside the name of a player who is out of the game
        return str(_("out"))
    if shown.standing.ended or not isinstance(goal, ReachTarget | StayBelow):
        return ""
    missing = goal.least - shown.totals[name]
    if isinstance(goal, StayBelow):
        # Translators: beside the name of a player: so many points until the player is out of the game
        return str(_("{points} left", points=missing))
    return str(_("{points} to go", points=missing)) if missing > 0 else ""
