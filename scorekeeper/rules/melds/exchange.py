"""The exchange of a joker on the table for the card that it stands for."""

from dataclasses import dataclass

from ...cached_property import cached_property
from ..cards import JOKER, Card, Cards
from ..model.variant import Variant
from .fitting import holds
from .judge import MeldJudgement, MeldKind, judge_meld
from .laid import LaidMeld, laid_meld, with_open_suits
from .suit_order import without_suit_order


@dataclass(frozen=True)
class Exchange:
    """A meld with a joker, the cards offered for it, and what the joker was declared as (`named`)."""

    variant: Variant
    lying: LaidMeld
    offered: Cards
    named: Card | None

    @property
    def meld(self) -> Cards:
        """The cards of the meld."""
        return self.lying.cards

    @property
    def judged(self) -> MeldJudgement:
        """The judgement of the meld."""
        return self.lying.judged

    @cached_property
    def possible(self) -> tuple[Card, ...]:
        """What the jokers of the meld may stand for, whatever they were declared as."""
        wild = self.judged.wild
        pairs = [pair for reading in self.judged.readings for pair in zip(wild, reading.roles, strict=True)]
        return tuple(dict.fromkeys(role for card, role in pairs if role != card))

    @property
    def stands_for(self) -> tuple[Card, ...]:
        """Which cards free a joker: the declared one, or all that are possible."""
        is_open_set = self.is_set and not self.variant.swap.frees_set.by_declaration
        is_open_group = is_open_set or self.variant.jokers.floats
        return self.possible if self.named is None or is_open_group else (self.named,)

    @property
    def is_set(self) -> bool:
        """Whether the meld is a set."""
        return self.judged.kind is MeldKind.SET

    @cached_property
    def by_order(self) -> tuple[Card, ...]:
        """What the jokers of a set stand for because nobody named their suits; nothing if that is no reason."""
        if self.named is not None or not self.is_set or not self.variant.jokers.suit_order:
            return ()
        some = judge_meld(without_suit_order(self.variant), self.meld).readings
        return self.possible if len(some) > len(self.judged.readings) else ()

    @property
    def refused(self) -> Cards:
        """The natural cards offered that do not free the joker: others than those, or more than a run has room for."""
        offered = self.offered
        may = [
            c in self.stands_for and c not in offered[:at] and (self.is_set or not at) for at, c in enumerate(offered)
        ]
        return tuple(card for card, fits in zip(offered, may, strict=True) if not fits and card != JOKER)

    @property
    def suit_is_open(self) -> bool:
        """Whether cards of one rank, but of several suits, would free the joker."""
        return len({card.rank for card in self.stands_for}) < len(self.stands_for)

    @property
    def fits_beside(self) -> bool:
        """Whether the cards can be laid off on the meld while the joker stays what it was declared as.

        As in `lay-off`, a suit binds the joker of a set only where the game has it declared.
        """
        return holds(self.variant, with_open_suits(self.variant, self.lying), self.offered)

    @property
    def meld_after(self) -> Cards:
        """The meld with the first card in the place of the first joker that may stand for it.

        Any others lie beside it in their set, or where that is full, in the places of its other jokers.
        """
        first, *others = self.offered
        wild = self.judged.wild
        jokers = {
            wild[place]
            for reading in self.judged.readings
            for place, role in enumerate(reading.roles)
            if role == first and role != wild[place]
        }
        freed = min(
            place
            for reading in self.judged.readings
            for place, role in enumerate(reading.roles)
            if wild[place] in jokers and role != wild[place]
        )
        places = [place for place, card in enumerate(self.meld) if card in wild]
        after = list(self.meld)
        after[places[freed]] = first
        room = max(0, self.variant.melds.set_largest - len(after)) if others else 0
        for place, card in zip([place for place in places if place != places[freed]], others[room:], strict=False):
            after[place] = card
        return (*after, *others[:room])


def with_joker_named(variant: Variant, meld: Cards, named: Card | None) -> LaidMeld:
    """Return the meld with one of its jokers named; unchanged if none of them can be that card."""
    lying = laid_meld(variant if named is None else without_suit_order(variant), meld)
    jokers = [place for place, card in enumerate(lying.judged.wild) if card != named]
    readings = [each for each in lying.judged.readings if any(each.roles[place] == named for place in jokers)]
    if named is None or not readings or variant.jokers.floats:
        return lying
    if not variant.swap.frees_set.by_declaration:
        kinds = {reading.kind for reading in readings}
        readings = [
            each
            for each in lying.judged.readings
            if each in readings or (MeldKind.SET in kinds and each.kind is MeldKind.SET)
        ]
    return lying.narrowed(readings)
