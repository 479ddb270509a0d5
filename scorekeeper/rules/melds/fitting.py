"""Which melds on the table take which cards, one after the other in any order that works."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field

from ...cached_property import cached_property
from ..cards import Card, Cards, LaidOff
from ..errors import N_, InvalidSituation, Problem
from ..model.variant import Variant
from .judge import MeldJudgement, is_meld, judge_meld, wild_cards

MOST_TRIED = 1_000  # cards on melds, and tables, before the question is called too large

_Places = tuple[int, ...]  # of cards in a list; copies of a card have the first one's place
_State = tuple[tuple[_Places, ...], _Places]  # what was added to each meld, and what is left


def fits(variant: Variant, meld: Cards, card: Card) -> bool:
    """Return whether `card` can be laid on `meld`, which must be a meld itself."""
    return holds(variant, meld, (card,))


def holds(variant: Variant, meld: Cards, added: Sequence[Card]) -> bool:
    """Return whether `meld` is one and stays one with all of `added`.

    Where cards that lie cannot be rearranged, each of its jokers goes on standing for one of the cards that it may
    have been laid as.
    """
    return _stays(variant, meld, judge_meld(variant, meld), added)


def _stays(variant: Variant, meld: Cards, before: MeldJudgement, added: Sequence[Card]) -> bool:
    together = (*meld, *added)
    if not before.valid:
        return False
    if variant.turn.rearrange or not before.wild:
        return is_meld(variant, together)
    unnamed = [None] * (len(wild_cards(variant, together)) - len(before.wild))
    return any(is_meld(variant, together, [*reading.roles, *unnamed]) for reading in before.readings)


def targets(variant: Variant, table: Sequence[Cards], card: Card, others: Sequence[Card] = ()) -> tuple[int, ...]:
    """Return the indexes of the melds that take `card`, some of `others` laid on them before if that helps.

    Raises:
        InvalidSituation: there are too many possibilities to try them all.
    """
    trial = _Trial(variant, tuple(table), (card, *others))
    return tuple(index for index in range(len(table)) if trial.takes_with_help(index, 0))


def place_all(variant: Variant, table: Sequence[Cards], cards: Sequence[Card], first_to: int | None = None) -> Cards:
    """Return which of `cards` are left when as many as possible are laid off; none if all can be.

    `first_to` is the index of the meld that must take the first card; None for any.

    Raises:
        InvalidSituation: there are too many possibilities to try them all.
    """
    return Placing(variant, table, cards).left(first_to)


class Placing:
    """Cards to be laid off together; what was tried for one question about them is known for the next.

    Each question raises InvalidSituation where there are too many possibilities to try them all.
    """

    def __init__(self, variant: Variant, table: Sequence[Cards], cards: Sequence[Card]) -> None:
        self._trial, self._cards = _Trial(variant, tuple(table), tuple(cards)), cards

    @cached_property
    def places(self) -> list[list[int]]:
        """For each card the indexes of the melds that take it, some of the others laid on them before if that helps."""
        melds = range(len(self._trial.table))
        return [[index for index in melds if self._trial.takes_with_help(index, at)] for at in range(len(self._cards))]

    @property
    def stuck(self) -> Cards:
        """The cards that no meld takes."""
        return tuple(card for card, places in zip(self._cards, self.places, strict=True) if not places)

    def left(self, first_to: int | None = None) -> Cards:
        """Return the stuck cards; if there are none, which are left when as many as possible are laid off.

        `first_to` is the index of the meld that must take the first card; None for any.
        """
        may_go = self.places
        if first_to is not None:
            may_go = [[index for index in may_go[0] if index == first_to], *may_go[1:]]
        if stuck := tuple(card for card, places in zip(self._cards, may_go, strict=True) if not places):
            return stuck
        return tuple(self._cards[at] for at in self._trial.best(may_go)[1])


def layable(variant: Variant, table: Sequence[Cards], cards: Sequence[Card]) -> Collection[Card]:
    """Return which of `cards` can be laid on the `table`, some of the others laid on it before if that helps.

    Raises:
        InvalidSituation: there are too many possibilities to try them all.
    """
    trial = _Trial(variant, tuple(table), tuple(cards))
    places = range(len(table))
    return {card for at, card in enumerate(cards) if any(trial.takes_with_help(index, at) for index in places)}


def where_laid(variant: Variant, table: Sequence[Cards], cards: Sequence[Card]) -> tuple[LaidOff, ...] | None:
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
    """Cards tried on the melds of a table; what was tried once is remembered."""

    variant: Variant
    table: tuple[Cards, ...]
    cards: Cards
    known: dict[tuple[int, _Places], bool] = field(default_factory=dict)
    tried: int = 0

    def __post_init__(self) -> None:
        self.first = [self.cards.index(card) for card in self.cards]
        self.judged = [judge_meld(self.variant, meld) for meld in self.table]
        wild = wild_cards(self.variant, self.cards)
        self.wild = [card in wild for card in self.cards]
        self.near = [[self.wild[at] or _is_near(meld, c) for at, c in enumerate(self.cards)] for meld in self.table]

    def count(self) -> None:
        """Count one more try.

        Raises:
            InvalidSituation: it is one too many.
        """
        self.tried += 1
        if self.tried > MOST_TRIED:
            message = N_("These are too many cards to judge at once; ask about fewer.")
            raise InvalidSituation(Problem(message, ("cards",)))

    def takes(self, index: int, added: _Places) -> bool:
        """Return whether a meld stays one with the cards at these places, in the order of their places."""
        key = (index, added)
        if key not in self.known:
            self.count()
            cards = [self.cards[at] for at in added]
            self.known[key] = _stays(self.variant, self.table[index], self.judged[index], cards)
        return self.known[key]

    def with_card(self, added: _Places, at: int) -> _Places:
        """Return what was added with one card more."""
        return tuple(sorted((*added, self.first[at])))

    def takes_with_help(self, index: int, at: int) -> bool:
        """Lay other cards on the meld, jokers last, until it takes the card or nothing fits any more."""
        if not self.near[index][at]:
            return False
        waiting = [other for other in range(len(self.cards)) if other != at and self.near[index][other]]
        waiting.sort(key=lambda other: self.wild[other])
        added: _Places = ()
        while not self.takes(index, self.with_card(added, at)):
            helper = next((other for other in waiting if self.takes(index, self.with_card(added, other))), None)
            if helper is None:
                return False
            waiting.remove(helper)
            added = self.with_card(added, helper)
        return True

    def best(self, may_go: Sequence[Sequence[int]]) -> _State:
        """Return the state with as few cards left as possible; `may_go` are the melds that each card may go to."""
        best: _State = (tuple(() for _ in self.table), tuple(range(len(self.cards))))
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

    def steps(self, state: _State, may_go: Sequence[Sequence[int]]) -> Sequence[_State]:
        """Return what one more card laid off makes of a state.

        A natural card that has one place only is laid there as soon as it fits: nothing else could be done with it.
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


def _is_near(meld: Cards, card: Card) -> bool:
    return any(card.suit is lying.suit or card.rank is lying.rank for lying in meld)
