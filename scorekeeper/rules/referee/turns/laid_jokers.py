"""Name the jokers of a turn: on the table, in new melds, and among the cards laid off."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from ...cards import Cards, LaidOff
from ...errors import N_, InvalidSituation, Problem
from ...melds.fitting import targets
from ...melds.judge import wild_cards
from ...melds.laid import LaidMeld, namings
from ...model.terms import ClosingRequirement, FittingDiscard
from ...model.variant import Variant
from ..naming import MeldList, Melds, NamesByMeld, near, read_melds, under_each_naming
from ..ruling import Ruling
from .play import Grown, Play, lay_all_off


def read_laid(
    variant: Variant,
    *,
    laid_new_melds: tuple[Cards, ...],
    table: tuple[Cards, ...] | None,
    laid_off: tuple[LaidOff, ...],
    table_joker_as: NamesByMeld | None = None,
    new_joker_as: NamesByMeld | None = None,
) -> tuple[tuple[LaidMeld, ...], tuple[LaidMeld, ...] | None]:
    """Return the new melds and those of the table, their jokers named as the situation names them.

    Raises:
        InvalidSituation: a joker cannot be what it was named.
    """
    new = read_melds(variant, "laid_new_melds", laid_new_melds, "new_joker_as", new_joker_as)
    lying = read_melds(variant, "table", table or (), "table_joker_as", table_joker_as)
    problems = [found for at in range(len(laid_off)) for found in _wrong_name(variant, lying, laid_off, at)]
    if problems:
        raise InvalidSituation(*problems)
    return new, None if table is None else lying


def _wrong_name(variant: Variant, table: Sequence[LaidMeld], laid_off: Sequence[LaidOff], at: int) -> Iterator[Problem]:
    """Yield the problem if a card laid off cannot be what it was named, although the meld takes it otherwise."""
    off = laid_off[at]
    if off.as_ is None or off.as_ == off.card or off.to >= len(table):
        return
    path = ("laid_off", at, "as")
    if not wild_cards(variant, [off.card]):
        yield Problem(N_("Only a joker stands for another card."), path)
        return
    meld = [table[off.to]]
    others = [each.card for place, each in enumerate(laid_off) if place != at and each.to == off.to]
    if not targets(variant, meld, off.card, others, off.as_) and targets(variant, meld, off.card, others):
        yield Problem(N_("The joker in this meld can’t be {card}."), path, {"card": off.as_.code})


def judge_each_naming(play: Play, judge: Callable[[Play], Ruling]) -> Ruling:
    """Return the ruling of `judge` on a play; undecided if it depends on what the jokers were laid as."""
    hidden = play.discard is not None and _may_forbid_fitting(play.variant)
    thrown = near(play.variant, play.table or (), [play.discard]) if hidden and play.discard else frozenset[int]()
    lists = [
        MeldList("table", "table_joker_as", play.table or (), thrown | {off.to for off in play.laid_off}),
        MeldList(
            "laid_new_melds",
            "new_joker_as",
            play.new_melds,
            frozenset() if play.opened and not hidden else None,
            frozenset(at for at, meld in enumerate(play.new_melds) if meld.judged.declaration_required),
        ),
    ]
    laid_on = _with_jokers_laid_off(play) if hidden else {}
    if laid_on:
        melds, places = tuple(meld for meld, _ in laid_on.values()), tuple(place for _, place in laid_on.values())
        lists.append(MeldList("laid_off", "laid_off", melds, only=play.discard, laid_off=places))

    def judge_named(named: Melds) -> Ruling:
        table = None if play.table is None else named["table"]
        after = dict(zip(laid_on, named.get("laid_off", ()), strict=True))
        grown: Grown = {id(meld): (after[at], ()) for at, meld in enumerate(table or ()) if at in after}
        known = {**play.grown, **grown} if grown else play.grown
        return judge(replace(play, new_melds=named["laid_new_melds"], table=table, grown=known))

    return under_each_naming(play.variant, lists, judge_named, by_list=True)


def _may_forbid_fitting(variant: Variant) -> bool:
    """Return whether a discard that fits a meld may be forbidden."""
    forbidden = variant.turn.fitting_discard is not FittingDiscard.ALLOWED
    return variant.closing.asks(ClosingRequirement.UNFITTING_CARD) or forbidden


def _with_jokers_laid_off(play: Play) -> dict[int, tuple[LaidMeld, int]]:
    """Return the melds of the table, by index, on which an unnamed joker was laid off, if all cards laid off there fit.

    Each is as it is afterwards, with the index of its first such joker. A meld that has jokers of its own which could
    be several cards is left out: first it must be known what these are.
    """
    found: dict[int, tuple[LaidMeld, int]] = {}
    wild = wild_cards(play.variant, [off.card for off in play.laid_off])
    for at, meld in enumerate(play.table or ()):
        unnamed = [n for n, off in enumerate(play.laid_off) if off.to == at and off.card in wild and off.as_ is None]
        if unnamed and len(namings(play.variant, meld)) == 1:
            (after,), left = lay_all_off(play.variant, [meld], [replace(o, to=0) for o in play.laid_off if o.to == at])
            if not left:
                found[at] = (after, unnamed[0])
    return found
