"""Word a club evening: how far it is, and the rows of its standings."""

from collections.abc import Sequence

from ...documents import ClubDocument
from ...services.clubs.clubs import ClubView, PersonRow
from ...services.paper.numbers import place_number
from ..text import _


def state_of(document: ClubDocument) -> str:
    """Return how far an evening is."""
    if document["ended"]:
        return _("Over")
    return _("Sitting {number} of {planned}", number=len(document["sittings"]), planned=document["planned"])


def rows_of(view: ClubView) -> Sequence[tuple[PersonRow, str, list[str]]]:
    """Return person, place and figures of each line, the points first; equal places are marked. Empty before a game."""
    if not any(line.games for _person, line in view.lines):
        return []
    taken = [line.place for _person, line in view.lines]
    return [(person, place_number(line.place, taken), [str(line.points), str(line.won)]) for person, line in view.lines]
