"""The best way to lay cards on a table whose jokers may not be moved at will.

The best of all rearrangements is the answer if it moves no joker against the rules. Else each meld with a joker takes,
in turn, the forms that leave its joker where it is, or that have the card that the joker stands for beside its other
cards; the rest is arranged around them, and what the rules forbid is left out.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import product
from typing import NamedTuple

from ..cards import JOKER, Card
from ..melds.freed_jokers import jokers_may_go_on, jokers_move_freely, may_leave_unreplaced, naturals
from ..melds.laid import LaidMeld, laid_meld
from ..model.variant import Variant
from ..solver.budget import Budget
from ..solver.counting import CARDS, Meld, cards_of, held_by, is_set
from .aims import OBJECTIVES, Aim, TableCannotBeArranged, arrange
from .candidates import TRIED, candidates
from .dealing import ArrangedMeld, Arrangement, deal, spots_of

_MOST_FORMS = 2_000  # of all melds with jokers together


class _Form(NamedTuple):
    """What a meld with a joker may become, and how many cards that changes."""

    change: int
    meld: Meld


class _Lay(NamedTuple):
    """What is asked: the cards of a hand, the melds on the table, and the aim."""

    variant: Variant
    cards: Sequence[Card]
    lying: Sequence[LaidMeld]
    aim: Aim

    @property
    def table(self) -> list[Card]:
        """The cards on the table."""
        return [card for meld in self.lying for card in meld.cards]

    def allows(self, found: Arrangement) -> bool:
        """Return whether the table may become so: no joker is moved against the rules."""
        played = tuple((Counter(self.cards) - Counter(found.left)).elements())
        return jokers_may_go_on(self.variant, self.lying, [meld.cards for meld in found.melds], played)

    def beside(self, found: Arrangement) -> Arrangement:
        """Return `found` with the melds of the table as they lie."""
        return found._replace(
            melds=(*found.melds, *[ArrangedMeld(meld.cards, meld.judged.roles) for meld in self.lying])
        )


def arrange_on_table(
    variant: Variant, cards: Sequence[Card], aim: Aim, table: Sequence[tuple[Card, ...]], budget: Budget
) -> Arrangement:
    """Return the best way to lay `cards` by which the `table` becomes what it may become.

    A table of melds stays as it is when nothing is laid.

    Raises:
        TableCannotBeArranged: the table's cards cannot all lie in melds, or that takes too much work to tell.
    """
    lay = _Lay(variant, cards, [laid_meld(variant, meld) for meld in table], aim)
    if aim is Aim.OPENING or not all(meld.judged.valid for meld in lay.lying):
        return arrange(variant, cards, aim, table, budget)
    bound = JOKER in lay.table and not jokers_move_freely(variant)
    best = arrange(variant, cards, aim, table, budget.part(2) if bound else budget)
    if len(best.left) == len(cards):
        return lay.beside(best._replace(melds=()))
    return best if not bound or lay.allows(best) else _keeping_jokers(lay, best, budget)


def _keeping_jokers(lay: _Lay, free: Arrangement, budget: Budget) -> Arrangement:
    """Return the best allowed arrangement that is found; `free` is the best if jokers moved at will."""
    rate = OBJECTIVES[lay.aim]
    best = hoped = lay.beside(arrange(lay.variant, lay.cards, lay.aim, (), budget.part(4)))
    each, proved = _forms(lay, budget)
    for forms in sorted(product(*each), key=lambda forms: sum([form.change for form in forms])):
        if free.optimal and rate(best) == rate(free):
            return best._replace(optimal=True)
        if budget.left < TRIED:
            return best._replace(optimal=False)
        found = _around(lay, [form.meld for form in forms], budget)
        if found is not None:
            best, hoped = max(best, found if lay.allows(found) else best, key=rate), max(hoped, found, key=rate)
            proved = proved and found.optimal
    return best._replace(optimal=proved and rate(best) == rate(hoped))


def _forms(lay: _Lay, budget: Budget) -> tuple[list[list[_Form]], bool]:
    """Return what each meld with a joker may become, the nearest first, and whether the rules allow nothing else."""
    melds = list(candidates(lay.variant, held_by(lay.variant, cards_of(lay.cards, lay.table).all), spare=True))
    budget.take(TRIED * len(melds))
    holding = [meld for meld in lay.lying if JOKER in meld.cards]
    most = int(_MOST_FORMS ** (1 / len(holding)))
    each = [sorted(_forms_of(lay.variant, old, melds), key=lambda form: form.change) for old in holding]
    complete = not may_leave_unreplaced(lay.variant) and all(len(forms) <= most for forms in each)
    return [forms[:most] for forms in each], complete


def _forms_of(variant: Variant, old: LaidMeld, melds: Sequence[Meld]) -> Iterator[_Form]:
    """Yield the melds in which cards of `old` lie on beside its joker, or beside the card that it stands for.

    In a set, its joker may be of any suit that is missing.
    """
    lying, roles = Counter(map(CARDS.index, naturals(old.cards))), set(map(CARDS.index, old.joker_roles))
    for meld in melds:
        own = Counter([spot.card for spot in meld if not spot.joker])
        stays = lying <= own if variant.jokers.locks_meld else not lying.keys().isdisjoint(own)
        if stays and (is_set(meld) or not roles.isdisjoint([spot.card for spot in meld])):
            yield _Form((lying - own).total() + (own - lying).total() + abs(len(meld) - len(old.cards)), meld)


def _around(lay: _Lay, forms: list[Meld], budget: Budget) -> Arrangement | None:
    """Return the best arrangement with melds of these forms; None if there is none.

    A card that was not in such a meld comes from the hand if it is there.
    """
    used = Counter([JOKER if spot.joker else CARDS[spot.card] for meld in forms for spot in meld])
    hand, table = Counter(lay.cards), Counter(lay.table)
    stay = Counter([card for meld in lay.lying if JOKER in meld.cards for card in meld.cards]) & used
    played = (used - stay) & hand
    moved = used - stay - played
    if not moved <= table - stay:
        return None
    rest = [(card,) for card in (table - stay - moved).elements()]
    try:
        found = arrange(lay.variant, tuple((hand - played).elements()), lay.aim, rest, budget)
    except TableCannotBeArranged:
        return None
    melds = forms + [spots_of(meld) for meld in found.melds]
    return deal(lay.variant, melds, cards_of(lay.cards, lay.table), found.optimal)
