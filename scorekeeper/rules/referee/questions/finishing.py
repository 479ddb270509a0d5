"""Find a way to go out in one turn: the whole hand is laid, with the last discard that the game requires."""

from collections.abc import Iterator, Sequence

from ...cards import Card, Cards
from ...errors import N_, InvalidSituation, Problem
from ...melds.judge import judge_meld
from ...model.variant import Variant
from ...solver import Aim, Budget, arrange
from ..naming import NamesByMeld, read_melds
from ..ruling import Verdict
from .go_out import judge_go_out
from .partitions import FinishingPlay, finishing_plays

__all__ = ["FinishingPlay", "find_finishing_play", "name_jokers"]

_MOST_TRIED = 30
"""The most different cards that are tried as the last discard; nobody holds more."""


def find_finishing_play(
    variant: Variant,
    cards: Sequence[Card],
    table: Sequence[Cards] = (),
    *,
    opened: bool = True,
    table_joker_as: NamesByMeld | None = None,
) -> FinishingPlay | None:
    """Return a play that lays `cards` and goes out in one turn, None if there is none; `opened`: in an earlier turn.

    `table_joker_as` names the jokers of melds on the table; one that is not named may be any card.

    Where melds are rearranged, those of the `table` are, too, and stand among the melds; elsewhere cards are laid
    off on them.

    Raises:
        TableCannotBeArranged: the table's cards cannot all lie in melds.
        InvalidSituation: there are too many possibilities to try them all, or a joker cannot be what it was named.
    """
    if variant.turn.rearrange and opened:
        return _over_the_table(variant, cards, table)
    lying = () if variant.turn.rearrange else tuple(table)
    named = read_melds(variant, "table", lying, "table_joker_as", table_joker_as if lying else None)
    plays = finishing_plays(variant, cards, named)
    return next((play for play in plays if _closes(variant, play, lying, table_joker_as, opened=opened)), None)


def _over_the_table(variant: Variant, cards: Sequence[Card], table: Sequence[Cards]) -> FinishingPlay | None:
    budget = Budget()
    best = arrange(variant, cards, Aim.FEWEST_LEFT, table, budget.part(2))
    unsure = not best.optimal and bool(best.left)
    if len(best.left) > 1 and not unsure:
        return None  # one card can be thrown away, not several
    for discard in _discards(cards, best.left):
        if not budget.left:
            raise _too_many()
        rest = list(cards)
        if discard is not None:
            rest.remove(discard)
        laid = best if discard is None else arrange(variant, rest, Aim.FEWEST_LEFT, table, budget.part(2))
        unsure = unsure or (not laid.optimal and bool(laid.left))
        play = FinishingPlay(tuple(meld.cards for meld in laid.melds), (), discard)
        if not laid.left and _closes(variant, FinishingPlay((), (), discard) if table else play, (), None, opened=True):
            return play
    if unsure:
        raise _too_many()
    return None


def _too_many() -> InvalidSituation:
    return InvalidSituation(Problem(N_("These are too many cards to judge at once; ask about fewer."), ("cards",)))


def _discards(cards: Sequence[Card], left: Sequence[Card]) -> Iterator[Card | None]:
    """Yield what may be thrown away, the likeliest first."""
    if left:
        yield left[0]
        return
    yield None
    yield from list(dict.fromkeys(cards))[:_MOST_TRIED]


def _closes(
    variant: Variant, play: FinishingPlay, table: tuple[Cards, ...], named: NamesByMeld | None, *, opened: bool
) -> bool:
    ruling = judge_go_out(
        variant,
        hand_after=(),
        laid_new_melds=play.melds,
        laid_off=play.laid_off,
        discard=play.discard,
        table=table or None,
        opened_before=opened,
        table_joker_as=named if table else None,
        new_joker_as=name_jokers(variant, play.melds),
    )
    # a joker on the table may be any card that lets the hand out
    return ruling.verdict is not Verdict.ILLEGAL and ruling.facts.get("closes") is not False


def name_jokers(variant: Variant, melds: Sequence[Cards]) -> dict[str, Cards]:
    """Return names for the jokers of `melds`, by index of the meld, with which the melds count most."""
    roles = {str(index): judge_meld(variant, meld).roles for index, meld in enumerate(melds)}
    return {index: named for index, named in roles.items() if named}
