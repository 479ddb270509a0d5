"""A turn that changes the melds on the table, as the question `table` judges it."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

from ....cached_property import cached_property
from ...cards import JOKER, Card, Cards, Rank
from ...melds.fitting import holds
from ...melds.freed_jokers import contains, pairs
from ...melds.judge import MeldJudgement, judge_meld
from ...melds.laid import LaidMeld
from ...model.terms import JokerGoes, Requirement
from ...model.variant import Variant
from ..questions.opening import opening
from ..ruling import Ruling


@dataclass(frozen=True)
class TableTurn:
    """The melds before and after a turn, and what follows from the difference."""

    variant: Variant
    lying: tuple[LaidMeld, ...]
    after: tuple[Cards, ...]
    played: Cards
    opened: bool
    seconds: float | None
    finished: bool
    now: tuple[MeldJudgement, ...]  # of each meld of `after`

    @cached_property
    def before(self) -> tuple[Cards, ...]:
        """The melds on the table before the turn."""
        return tuple(meld.cards for meld in self.lying)

    @cached_property
    def faulty_before(self) -> list[int]:
        """The indexes of `before` whose cards were no meld already."""
        return [index for index, meld in enumerate(self.lying) if not meld.judged.valid]

    @cached_property
    def wrong_now(self) -> list[Cards]:
        """The cards of `after` that are no melds, without those that were none before and are unchanged."""
        wrong = [meld for meld, judged in zip(self.after, self.now, strict=True) if not judged.valid]
        for old in (Counter(self.before[index]) for index in self.faulty_before):
            if untouched := next((meld for meld in wrong if Counter(meld) == old), None):
                wrong.remove(untouched)
        return wrong

    @cached_property
    def is_opening(self) -> bool:
        """Whether the player has not opened, in a game in which that needs a minimum."""
        return not self.opened and self.variant.turn.opening_minimum is not None

    @cached_property
    def kept(self) -> dict[int, int]:
        """The index in `after` of each kept meld of `before`: unchanged, or grown where that is allowed.

        As many as there can be; among those, unchanged ones first.
        """
        may_grow = not (self.is_opening and self.variant.turn.opening_asks(Requirement.NEW_MELDS_ONLY))
        played = Counter(self.played)
        old, now = [Counter(meld) for meld in self.before], [Counter(meld) for meld in self.after]

        faces, faces_now = ([frozenset(meld.items()) for meld in melds] for melds in (old, now))
        cards, cards_now = ([frozenset(meld) for meld in melds] for melds in (old, now))

        def same(one: int, other: int) -> bool:
            return faces[one] == faces_now[other]

        def fits(one: int, other: int) -> bool:
            if same(one, other):
                return True
            if not (may_grow and cards[one] <= cards_now[other]):  # quick, and most have no more than that in common
                return False
            if not (old[one] <= now[other] and now[other] - old[one] <= played):
                return False
            return self.variant.turn.rearrange or self._goes_on(one, now[other] - old[one])

        unchanged = self._pairs(same)
        if len(unchanged) == len(old):
            return unchanged
        used = {*unchanged.values()}
        kept = unchanged | self._pairs(lambda i, j: i not in unchanged and j not in used and fits(i, j))
        if len(kept) == len(old):
            return kept
        most = self._pairs(fits)
        return most if len(most) > len(kept) else kept

    def _pairs(self, fits: Callable[[int, int], bool]) -> dict[int, int]:
        """Pair indexes of `before` and `after` so that the order of the melds and of their cards changes nothing.

        A meld is rather taken for one that has grown by few cards: that leaves more points to the new melds.
        """
        old = sorted(range(len(self.before)), key=lambda i: sorted(map(str, self.before[i])))
        now = sorted(range(len(self.after)), key=lambda j: (len(self.after[j]), sorted(map(str, self.after[j]))))
        found = pairs(len(old), len(now), lambda i, j: fits(old[i], now[j]))
        return {old[i]: now[j] for i, j in found.items()}

    def _goes_on(self, one: int, added: Counter[Card]) -> bool:
        """Return whether the jokers of a meld of `before` go on standing for what they were laid as."""
        meld = self.lying[one]
        if not meld.judged.valid or not meld.judged.wild:
            return True
        together = (*meld.cards, *added.elements())
        return not judge_meld(self.variant, together).valid or holds(self.variant, meld, tuple(added.elements()))

    @cached_property
    def moved(self) -> Cards:
        """The cards of the melds of `before` that were not kept."""
        return tuple(card for i, meld in enumerate(self.before) if i not in self.kept for card in meld)

    @cached_property
    def grown(self) -> Cards:
        """The cards of the kept melds that have grown."""
        pairs_ = [(self.before[i], self.after[j]) for i, j in self.kept.items()]
        return tuple(card for old, now in pairs_ if len(old) < len(now) for card in now)

    @cached_property
    def new_melds(self) -> list[Cards]:
        """The melds of `after` that are not kept ones."""
        return [meld for i, meld in enumerate(self.after) if i not in self.kept.values()]

    @cached_property
    def first_melds(self) -> Ruling | None:
        """The ruling on the new melds of played cards alone as an opening; None if there are none."""
        own = tuple(meld for meld in self.new_melds if contains(self.played, meld))
        return opening(self.variant, melds=own) if self.is_opening and own else None

    @property
    def opening_points(self) -> int:
        """The most points of `first_melds`."""
        facts = self.first_melds.facts if self.first_melds else {}
        points = facts.get("points", facts.get("best_points", 0))
        return points if isinstance(points, int) else 0

    def opening_values(self, code: str) -> dict[str, object]:
        """Return the values of the reason `code` of the ruling on those; empty if it has none."""
        reasons = self.first_melds.reasons if self.first_melds else ()
        return next((reason.values for reason in reasons if reason.code == code), {})

    @property
    def reaches_minimum(self) -> bool:
        """Whether `first_melds` reach the minimum."""
        if self.first_melds is None:
            return not self.variant.turn.opening_minimum
        return bool(self.first_melds.facts["meets_minimum"])

    @property
    def opens(self) -> bool:
        """Whether `first_melds` reach the minimum, and one is a run without a joker where that is asked."""
        return self.reaches_minimum and (self.first_melds is None or bool(self.first_melds.facts.get("pure_run", True)))

    @property
    def hangs_on_courts(self) -> bool:
        """Whether the opening would miss the minimum if jack, queen and king counted no more than a ten."""
        values, minimum = self.variant.values.ranks, self.variant.turn.opening_minimum or 0
        above = sum(max(0, values[card.rank] - values[Rank.TEN]) for card in self.played if card.rank)
        return self.opening_points - above < minimum <= self.opening_points

    @cached_property
    def lost(self) -> Counter[Card]:
        """The cards that lay on the table or were played, and are gone."""
        return self._cards(*self.before, self.played) - self._cards(*self.after)

    @cached_property
    def invented(self) -> Counter[Card]:
        """The cards that lie on the table, and neither lay there before nor were played."""
        return self._cards(*self.after) - self._cards(*self.before, self.played)

    @cached_property
    def taken(self) -> Counter[Card]:
        """The cards that lay on the table and are gone."""
        return self.lost - Counter(self.played)

    @cached_property
    def kept_jokers(self) -> Counter[Card]:
        """The `taken` jokers that must be laid again."""
        swap = self.variant.swap
        relaid = swap.allowed and swap.goes_to is not JokerGoes.HAND and not swap.may_wait
        return Counter({JOKER: self.taken[JOKER]}) if relaid and self.taken[JOKER] else Counter()

    @property
    def conserved(self) -> bool:
        """Whether no card is lost or invented; cards that may be taken from the table are not lost."""
        allowed = self.taken - self.kept_jokers if self.variant.turn.table_to_hand else Counter[Card]()
        return not (self.lost - allowed) and not self.invented

    @property
    def is_late(self) -> bool:
        """Whether the time was up before the turn was finished."""
        limit = self.variant.turn.seconds
        return limit is not None and (not self.finished or (self.seconds is not None and self.seconds > limit))

    def _cards(self, *melds: Cards) -> Counter[Card]:
        return Counter(card for meld in melds for card in meld)
