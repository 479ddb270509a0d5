"""A player's line on the scoreboard."""

from dataclasses import dataclass

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
