"""Find a way to go out in one turn: the whole hand is laid, with the last discard that the game requires."""

from collections.abc import Iterator, Sequence
from itertools import chain, islice, product

from ...arranging import Aim, all_layouts, arrange
from ...cards import Card, Cards
from ...errors import N_, InvalidSituation, Problem
from ...melds.freed_jokers import jokers_may_go_on
from ...melds.judge import is_meld, judge_meld
from ...melds.laid import LaidMeld
from ...model.variant import Variant
from ...solver import Budget, OutOfWork
from ..naming import NamesByMeld, read_melds
from ..questions.go_out import judge_go_out
from ..ruling import Verdict
from .partitions import FinishingPlay, finishing_plays

__all__ = ["FinishingPlay", "find_finishing_play", "name_jokers"]

_JOKERS = N_("It depends on a joker on the table. Rearrange the table as you mean it, and ask about that.")
_MOST_TRIED = 30
"""The most different cards that are tried as the last discard; nobody holds more."""
_MOST_NAMINGS = 16  # of the jokers on the table
_LAYOUT = 100  # units of a layout in which it is looked at what became of the jokers


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
    off on them. A joker leaves its meld only as the rules allow.

    Raises:
        TableCannotBeArranged: the table's cards cannot all lie in melds.
        InvalidSituation: there are too many possibilities to try them all, or a joker cannot be what it was named.
    """
    if variant.turn.rearrange and opened:
        return _over_the_table(variant, cards, table, table_joker_as)
    lying = () if variant.turn.rearrange else tuple(table)
    named = read_melds(variant, "table", lying, "table_joker_as", table_joker_as if lying else None)
    plays = finishing_plays(variant, cards, named)
    return next((play for play in plays if _closes(variant, play, lying, table_joker_as, opened=opened)), None)


def _over_the_table(
    variant: Variant, cards: Sequence[Card], table: Sequence[Cards], named: NamesByMeld | None
) -> FinishingPlay | None:
    budget, lying = Budget(), read_melds(variant, "table", tuple(table), "table_joker_as", named)
    best = arrange(variant, cards, Aim.FEWEST_LEFT, table, budget.part(2))
    unsure = not best.optimal and bool(best.left)
    if len(best.left) > 1 and not unsure:
        return None  # one card can be thrown away, not several
    held = False  # whether the cards fit, but perhaps only if a joker does what it may not
    for discard in _discards(cards, best.left):
        if not budget.left:
            raise _too_many()
        rest = list(cards)
        if discard is not None:
            rest.remove(discard)
        laid = best if discard is None else arrange(variant, rest, Aim.FEWEST_LEFT, table, budget.part(2))
        unsure = unsure or (not laid.optimal and bool(laid.left))
        if laid.left:
            continue
        try:
            melds = _with_jokers_in_place(variant, rest, lying, tuple(meld.cards for meld in laid.melds), budget)
        except OutOfWork:
            held = True
            continue
        play = FinishingPlay(melds or (), (), discard)
        if melds and _closes(variant, FinishingPlay((), (), discard) if table else play, (), None, opened=True):
            return play
    if held:
        raise InvalidSituation(Problem(_JOKERS, ("table",)))
    if unsure:
        raise _too_many()
    return None


def _with_jokers_in_place(
    variant: Variant, cards: Sequence[Card], lying: Sequence[LaidMeld], laid: tuple[Cards, ...], budget: Budget
) -> tuple[Cards, ...] | None:
    """Return melds of the table and `cards` in which no joker was moved against the rules; None if there are none.

    First `laid` is tried, then melds that leave the jokers where they are, then all others.

    Raises:
        OutOfWork: none was found, and not all were tried.
    """

    def may_lie(melds: tuple[Cards, ...]) -> bool:
        valid = all(is_meld(variant, meld) for meld in melds)
        return valid and jokers_may_go_on(variant, lying, melds, tuple(cards))

    found = next(filter(may_lie, chain([laid], _leaving_jokers(variant, cards, lying, budget))), None)
    if found is None:
        together, part = [*cards, *(card for meld in lying for card in meld.cards)], budget.part(2)
        for melds in all_layouts(variant, together, part):
            part.spend(_LAYOUT)
            if jokers_may_go_on(variant, lying, melds, tuple(cards)):
                return melds
    return found


def _leaving_jokers(
    variant: Variant, cards: Sequence[Card], lying: Sequence[LaidMeld], budget: Budget
) -> Iterator[tuple[Cards, ...]]:
    """Yield melds of the table and all `cards`: with melds that hold jokers untouched, then with jokers as cards.

    A joker that counts as a card lies in the place of such a card: first those that can only be one, then all of them,
    as each card that they may be.
    """

    def laid(table: Sequence[Cards]) -> tuple[Cards, ...]:
        found = arrange(variant, cards, Aim.FEWEST_LEFT, table, budget.part(2)) if budget.left else None
        return () if found is None or found.left else tuple(meld.cards for meld in found.melds)

    holding = [meld for meld in lying if meld.judged.wild]
    others = [meld.cards for meld in lying if not meld.judged.wild]
    if holding and (melds := laid(others)):
        yield (*melds, *(meld.cards for meld in holding))
    only = [meld.judged.readings[0].roles if len(meld.judged.readings) == 1 else None for meld in holding]
    each = product(*([reading.roles for reading in meld.judged.readings] for meld in holding))
    for roles in dict.fromkeys(chain([tuple(only)] if any(only) else [], islice(each, _MOST_NAMINGS))):
        named = [
            meld.cards if known is None else _as_named(meld, known) for meld, known in zip(holding, roles, strict=True)
        ]
        if melds := laid([*others, *named]):
            wild = zip(holding, roles, strict=True)
            jokers = [pair for meld, known in wild for pair in zip(meld.judged.wild, known or (), strict=bool(known))]
            yield from _with_jokers_back(melds, [(card, role) for card, role in jokers if card != role])


def _as_named(meld: LaidMeld, roles: Sequence[Card]) -> Cards:
    """Return the cards of a meld, each joker as the card of `roles` that it stands for."""
    named = iter(roles)
    return tuple(next(named) if card in meld.judged.wild else card for card in meld.cards)


def _with_jokers_back(melds: tuple[Cards, ...], jokers: Sequence[tuple[Card, Card]]) -> Iterator[tuple[Cards, ...]]:
    """Yield `melds` with each of `jokers` (the card, what it stands for) in the place of a card that it stands for."""
    if not jokers:
        yield melds
        return
    (card, role), *others = jokers
    for at, meld in enumerate(melds):
        if role in meld:
            place = meld.index(role)
            changed = (*meld[:place], card, *meld[place + 1 :])
            yield from _with_jokers_back((*melds[:at], changed, *melds[at + 1 :]), others)


def _too_many() -> InvalidSituation:
    return InvalidSituation(Problem(N_("Too many cards to judge at once. Ask about fewer."), ("cards",)))


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
