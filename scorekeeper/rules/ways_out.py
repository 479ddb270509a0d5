"""Could a hand have gone out: all of it laid in one turn, with the last discard that the game wants."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from .arrange import Aim, arrange
from .cards import Card
from .going_out import judge_go_out
from .rulings import Verdict
from .situations import Cards
from .variant import Variant

_MOST_TRIED = 30
"""So many different cards are tried as the last discard; nobody holds more."""


@dataclass(frozen=True)
class WayOut:
    """How a hand goes out: the melds, and the last discard if there is one."""

    melds: tuple[Cards, ...]
    discard: Card | None


def find_way_out(
    variant: Variant, cards: Sequence[Card], table: Sequence[Cards] = (), *, opened: bool = True
) -> WayOut | None:
    """Return how `cards` go out in one turn, or None if they cannot; `opened` says that the player had opened before.

    Where melds are rearranged, those of the `table` are, too, and stand among the melds; elsewhere what could be laid
    on them is left aside.

    Raises:
        TableCannotBeArranged: the table's cards cannot all lie in melds.
    """
    around = tuple(table) if variant.turn.rearrange and opened else ()
    best = arrange(variant, cards, Aim.FEWEST_LEFT, around)
    if len(best.left) > 1:
        return None  # one card can be thrown away, not several
    for discard in _discards(cards, best.left):
        rest = list(cards)
        if discard is not None:
            rest.remove(discard)
        laid = best if discard is None else arrange(variant, rest, Aim.FEWEST_LEFT, around)
        melds = tuple(meld.cards for meld in laid.melds)
        if not laid.left and _closes(variant, () if around else melds, discard, opened=opened):
            return WayOut(melds, discard)
    return None


def _discards(cards: Sequence[Card], left: Sequence[Card]) -> Iterator[Card | None]:
    """Yield what may be thrown away, the likeliest first."""
    if left:
        yield left[0]
        return
    yield None
    yield from list(dict.fromkeys(cards))[:_MOST_TRIED]


def _closes(variant: Variant, melds: tuple[Cards, ...], discard: Card | None, *, opened: bool) -> bool:
    ruling = judge_go_out(variant, hand_after=(), laid_new_melds=melds, discard=discard, opened_before=opened)
    return ruling.verdict is Verdict.LEGAL and ruling.facts["closes"] is True
