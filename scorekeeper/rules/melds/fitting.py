"""Find out which melds on the table take which cards, laid off one after the other in any order that works."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field

from ...cached_property import cached_property
from ..cards import Card, Cards, LaidOff
from ..errors import N_, InvalidSituation, Problem
from ..model.variant import Variant
from .freed_jokers import jokers_may_go_on
from .judge import is_meld, wild_cards
from .laid import LaidMeld, laid_meld

MOST_TRIED = 1_000  # cards on melds, and tables, before the question is called too large

_Places = tuple[int, ...]  # of cards in a list; copies of a card have the first one's place
_Placement = tuple[tuple[_Places, ...], _Places]  # what was added to each meld, and what is left


def fits(variant: Variant, meld: Cards | LaidMeld, card: Card) -> bool:
    """Return whether `card` can be laid on `meld`, which must be a meld itself."""
    return holds(variant, meld, (card,))


def holds(variant: Variant, meld: Cards | LaidMeld, added: Sequence[Card], named: Sequence[Card | None] = ()) -> bool:
    """Return whether `meld` is one and stays one with all of `added`.

    `named` has an entry for each of `added`: the card that a joker is laid as, None if unknown; it may be empty. In
    games without rearranging, each joker of the meld keeps standing for a card that it may have been laid as. In the
    others a joker that is freed must go where the rules require.
    """
    lying = meld if isinstance(meld, LaidMeld) else laid_meld(variant, meld)
    together, before = (*lying.cards, *added), lying.judged
    if not before.valid:
        return False
    wild = wild_cards(variant, together)
    given = dict(zip(range(len(added)), named, strict=False))
    new = [given.get(at) for at, card in enumerate(added) if card in wild]
    if not before.wild:
        return is_meld(variant, together, new)
    if variant.turn.rearrange:
        valid = is_meld(variant, together, [*[None] * len(before.wild), *new])
        return valid and jokers_may_go_on(variant, [lying], [together], tuple(added))
    return any(is_meld(variant, together, [*reading.roles, *new]) for reading in before.readings)


def grown(variant: Variant, meld: LaidMeld, added: Sequence[Card], named: Sequence[Card | None]) -> LaidMeld:
    """Return `meld` with all of `added`, which must fit it; arguments as in `holds`. Its jokers keep their roles."""
    together = (*meld.cards, *added)
    wild = wild_cards(variant, together)
    new = [name for card, name in zip(added, named, strict=True) if card in wild]
    if variant.turn.rearrange:
        return laid_meld(variant, together, [*[None] * len(meld.judged.wild), *new])
    before = [reading.roles for reading in meld.judged.readings] or [()]
    found = [laid_meld(variant, together, [*roles, *new]) for roles in before]
    readings = dict.fromkeys(reading for each in found for reading in each.judged.readings)
    return laid_meld(variant, together).narrowed(list(readings)) if readings else found[0]


def targets(
    variant: Variant,
    table: Sequence[Cards | LaidMeld],
    card: Card,
    others: Sequence[Card] = (),
    named: Card | None = None,
) -> tuple[int, ...]:
    """Return the indexes of the melds that take `card`, after some of `others` were laid on them if that helps.

    `named` is what it is laid as, if it is a joker.

    Raises:
        InvalidSituation: there are too many possibilities to try them all.
    """
    trial = _Trial(variant, tuple(table), (card, *others), (named,))
    return tuple(index for index in range(len(table)) if trial.takes_with_help(index, 0))


def place_all(variant: Variant, table: Sequence[Cards], cards: Sequence[Card], first_to: int | None = None) -> Cards:
    """Return those of `cards` that are left after as many as possible were laid off.

    `first_to` is the index of the meld that must take the first card; None for any.

    Raises:
        InvalidSituation: there are too many possibilities to try them all.
    """
    return LayOffSearch(variant, table, cards).left(first_to)


@dataclass
class Tried:
    """A cache of results for one list of cards, shared by tables that have melds in common.

    `holding` is by the id of a meld and the cards added, `helped` by meld and card. The melds must live as long.
    """

    holding: dict[tuple[int, _Places], bool] = field(default_factory=dict)
    helped: dict[tuple[int, int], bool] = field(default_factory=dict)
    number: int = 0


class LayOffSearch:
    """A search for places of cards that are laid off together; all queries share one cache.

    Each query raises InvalidSituation if there are too many possibilities to try them all.
    """

    def __init__(
        self,
        variant: Variant,
        table: Sequence[Cards | LaidMeld],
        cards: Sequence[Card],
        named: Sequence[Card | None] = (),
        tried: Tried | None = None,
    ) -> None:
        self._trial = _Trial(variant, tuple(table), tuple(cards), tuple(named), tried or Tried())
        self._cards = cards

    @cached_property
    def places(self) -> list[list[int]]:
        """The indexes of the melds that take each card, after some of the others were laid on them if that helps."""
        melds = range(len(self._trial.table))
        return [[index for index in melds if self._trial.takes_with_help(index, at)] for at in range(len(self._cards))]

    @property
    def stuck(self) -> Cards:
        """The cards that no meld takes."""
        return tuple(card for card, places in zip(self._cards, self.places, strict=True) if not places)

    def left(self, first_to: int | None = None, barred: Sequence[Collection[int]] = ()) -> Cards:
        """Return the stuck cards; if there are none, the cards left after as many as possible were laid off.

        `first_to` is the index of the meld that must take the first card; None for any. `barred` has, for each card,
        the indexes of the melds that may not take it.
        """
        may_go = self.places
        if barred:
            may_go = [[at for at in places if at not in off] for places, off in zip(may_go, barred, strict=True)]
        if first_to is not None:
            may_go = [[index for index in may_go[0] if index == first_to], *may_go[1:]]
        if stuck := tuple(card for card, places in zip(self._cards, may_go, strict=True) if not places):
            return stuck
        return tuple(self._cards[at] for at in self._trial.best(may_go)[1])


def layable(variant: Variant, table: Sequence[Cards | LaidMeld], cards: Sequence[Card]) -> Collection[Card]:
    """Return which of `cards` can be laid on the `table`, after some of the others were laid on it if that helps.

    Raises:
        InvalidSituation: there are too many possibilities to try them all.
    """
    trial = _Trial(variant, tuple(table), tuple(cards))
    places = range(len(table))
    return {card for at, card in enumerate(cards) if any(trial.takes_with_help(index, at) for index in places)}


def where_laid(
    variant: Variant, table: Sequence[Cards | LaidMeld], cards: Sequence[Card]
) -> tuple[LaidOff, ...] | None:
    """Return where each of `cards` goes when all are laid off, None if that is not possible.

    Raises:
        InvalidSituation: there are too many possibilities to try them all.
    """
    trial = _Trial(variant, tuple(table), tuple(cards))
    may_go = [[index for index in range(len(table)) if trial.takes_with_help(index, at)] for at in range(len(cards))]
    added, left = trial.best(may_go)
    return None if left else tuple(LaidOff(cards[at], index) for index, on in enumerate(added) for at in on)


@dataclass
class _Trial:
    """A search for melds of a table that take cards; results are cached.

    `named` are what the wild cards among `cards` are laid as, in their order.
    """

    variant: Variant
    table: tuple[Cards | LaidMeld, ...]
    cards: Cards
    named: tuple[Card | None, ...] = ()
    tried: Tried = field(default_factory=Tried)

    def __post_init__(self) -> None:
        self.lying = [each if isinstance(each, LaidMeld) else laid_meld(self.variant, each) for each in self.table]
        self.ids = list(map(id, self.lying))
        wild = wild_cards(self.variant, self.cards)
        self.wild = [card in wild for card in self.cards]
        names = dict(zip([at for at, is_wild in enumerate(self.wild) if is_wild], self.named, strict=False))
        self.names = [names.get(at) for at in range(len(self.cards))]
        first: dict[tuple[Card, Card | None], int] = {}
        kinds = zip(self.cards, self.names, strict=True)
        self.first = [first.setdefault(kind, at) for at, kind in enumerate(kinds)]
        melds = [meld.cards for meld in self.lying]
        self.near = [
            [self.wild[at] or is_near(self.variant, meld, c) for at, c in enumerate(self.cards)] for meld in melds
        ]

    def count(self) -> None:
        """Count one more try.

        Raises:
            InvalidSituation: it is one too many.
        """
        self.tried.number += 1
        if self.tried.number > MOST_TRIED:
            message = N_("Too many cards to judge at once. Ask about fewer.")
            raise InvalidSituation(Problem(message, ("cards",)))

    def takes(self, index: int, added: _Places) -> bool:
        """Return whether a meld stays one with the cards at these places, in the order of their places."""
        key = (self.ids[index], added)
        if key not in self.tried.holding:
            self.count()
            cards, names = [self.cards[at] for at in added], [self.names[at] for at in added]
            self.tried.holding[key] = holds(self.variant, self.lying[index], cards, names)
        return self.tried.holding[key]

    def with_card(self, added: _Places, at: int) -> _Places:
        """Return what was added with one card more."""
        return tuple(sorted((*added, self.first[at])))

    def takes_with_help(self, index: int, at: int) -> bool:
        """Return whether a meld takes a card, after others were laid on it if that helps."""
        key = (self.ids[index], at)
        if key not in self.tried.helped:
            self.tried.helped[key] = self._help(index, at)
        return self.tried.helped[key]

    def _help(self, index: int, at: int) -> bool:
        """Lay other cards on the meld, jokers last, until it takes the card or nothing fits any more."""
        if not self.near[index][at]:
            return False
        waiting = [other for other in range(len(self.cards)) if other != at and self.near[index][other]]
        waiting.sort(key=self.wild.__getitem__)
        added: _Places = ()
        while not self.takes(index, self.with_card(added, at)):
            helper = next((other for other in waiting if self.takes(index, self.with_card(added, other))), None)
            if helper is None:
                return False
            waiting.remove(helper)
            added = self.with_card(added, helper)
        return True

    def best(self, may_go: Sequence[Sequence[int]]) -> _Placement:
        """Return the state with as few cards left as possible; `may_go` are the melds that each card may go to."""
        best: _Placement = (tuple(() for _ in self.table), tuple(range(len(self.cards))))
        seen, open_ = set(), [best]
        while open_ and best[1]:
            state = open_.pop()
            best = min(best, state, key=lambda s: len(s[1]))
            for following in self.steps(state, may_go):
                if following[0] not in seen:
                    self.count()
                    seen.add(following[0])
                    open_.append(following)
        return best

    def steps(self, state: _Placement, may_go: Sequence[Sequence[int]]) -> Sequence[_Placement]:
        """Return the states that follow when one more card is laid off.

        A natural card that has one place only is laid there as soon as it fits; no other state need be tried.
        """
        found = []
        for at in state[1]:
            for index in may_go[at]:
                after = self.with_card(state[0][index], at)
                if self.takes(index, after):
                    left = tuple(other for other in state[1] if other != at)
                    step = ((*state[0][:index], after, *state[0][index + 1 :]), left)
                    if len(may_go[at]) == 1 and not self.wild[at]:
                        return [step]
                    found.append(step)
        return found


def is_near(variant: Variant, meld: Cards, card: Card) -> bool:
    """Return whether a natural `card` may fit `meld`: it has a card's suit or rank, or runs are of any suits."""
    for lying in meld:
        if card.suit is lying.suit or card.rank is lying.rank:
            return True
    return variant.melds.run_suits_mixed
