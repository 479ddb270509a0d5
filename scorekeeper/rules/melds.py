"""Whether cards are a meld, and if they are none, everything that is wrong with them."""

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from .cards import NATURALS, Card, Rank
from .errors import N_, Problem, RulesError
from .rulings import Reason
from .variant import AceOrder, MeldRules, Variant


class MeldKind(StrEnum):
    """The two kinds of melds."""

    RUN = "run"
    SET = "set"


class WildCardInMeld(RulesError):
    """A joker or another wild card in a meld that is judged by natural cards alone."""


@dataclass(frozen=True)
class MeldJudgement:
    """The answer of `judge_meld`.

    `kind` is None if the cards are no meld. `points` are what they count as laid on the
    table, 0 if they are no meld. `reasons` are every fault, or for a meld the rules that make it one.
    """

    kind: MeldKind | None
    points: int
    reasons: tuple[Reason, ...]

    @property
    def valid(self) -> bool:
        """Whether the cards are a meld."""
        return self.kind is not None

    @property
    def faults(self) -> tuple[Reason, ...]:
        """Everything that keeps the cards from being a meld; empty if they are one."""
        return () if self.valid else self.reasons


# Code of a reason -> key in `MeldRules.rules`, sentence.
_FAULTS: Mapping[str, tuple[str, str]] = {
    "too_few_cards": ("min_cards", N_("A meld needs at least {least} cards.")),
    "runs_not_allowed": ("kinds", N_("Only sets are melds at this table, no runs.")),
    "sets_not_allowed": ("kinds", N_("Only runs are melds at this table, no sets.")),
    "run_too_short": ("min_cards", N_("A run needs at least {least} cards.")),
    "run_too_long": ("run_length", N_("A run has at most {most} cards.")),
    "card_twice": ("run", N_("A run cannot hold the same card twice.")),
    "not_consecutive": ("run", N_("The ranks of a run follow each other without a gap.")),
    "ace_not_allowed_here": ("ace", N_("The ace cannot stand in this place of a run.")),
    "mixed_suits": ("same_suit", N_("The cards of a run are all of one suit.")),
    "set_too_small": ("set_size", N_("A set needs at least {least} cards.")),
    "set_too_large": ("set_size", N_("A set has at most {most} cards.")),
    "same_suit_twice": ("suits", N_("The cards of a set are all of different suits.")),
    "mixed_ranks": ("set", N_("The cards of a set are all of one rank.")),
}
_GROUNDS: Mapping[str, tuple[str, str]] = {
    "is_run": ("run", N_("The cards are of one suit, and their ranks follow each other.")),
    "ace_allowed_here": ("ace", N_("The ace may stand in this place of a run.")),
    "is_set": ("set", N_("The cards are of one rank.")),
    "suits_may_repeat": ("suits", N_("A suit may be in a set more than once at this table.")),
}

_PLACES = {card: place for place, card in enumerate(NATURALS)}
_ACE, _TWO, _KING, _ALL_RANKS = 1, 1 << 1, 1 << 12, (1 << 13) - 1


def judge_meld(variant: Variant, cards: Collection[Card]) -> MeldJudgement:
    """Return whether natural `cards`, in any order, are a meld, with every reason.

    What the players most likely meant decides which faults are told: cards of one rank are
    judged as a set, others of one suit as a run; the rest is wrong as either. Whether the packs hold the
    cards, and whether a meld may be laid now, is not asked here.

    Jokers and wild ranks are not judged yet.

    Raises:
        WildCardInMeld: a joker, or a card of a wild rank, is among the cards.
    """
    _refuse_wild_cards(variant, cards)
    rules, laid = variant.melds, sorted(cards, key=_PLACES.__getitem__)
    kind = _meant_kind(laid)
    if kind is MeldKind.RUN:
        faults = tuple(_run_faults(rules, laid))
    elif kind is MeldKind.SET:
        faults = tuple(_set_faults(rules, laid))
    else:
        faults = tuple(_faults_of_neither(rules, laid))
    if kind is None or faults:
        return MeldJudgement(None, 0, faults)
    grounds = _run_grounds(rules, laid) if kind is MeldKind.RUN else _set_grounds(rules, laid)
    return MeldJudgement(kind, sum(variant.value(card) for card in laid), tuple(grounds))


def _refuse_wild_cards(variant: Variant, cards: Collection[Card]) -> None:
    wild = variant.deck.wild_ranks
    problems = [
        Problem(N_("{card} is wild here, and melds with wild cards cannot be judged yet."), (i,), {"card": card.code})
        for i, card in enumerate(cards)
        if card.rank is None or card.rank in wild
    ]
    if problems:
        raise WildCardInMeld(*problems)


def _meant_kind(cards: Sequence[Card]) -> MeldKind | None:
    if len(cards) < 2:
        return None
    if len({card.rank for card in cards}) == 1:
        return MeldKind.SET
    return MeldKind.RUN if len({card.suit for card in cards}) == 1 else None


def _faults_of_neither(rules: MeldRules, cards: Sequence[Card]) -> Iterator[Reason]:
    """Yield what is wrong with a single card, or with cards of several ranks and suits."""
    least = min(rules.run_shortest, rules.set_smallest)
    if rules.runs != rules.sets:
        least = rules.run_shortest if rules.runs else rules.set_smallest
    if len(cards) < least:
        yield _fault(rules, "too_few_cards", cards, least=least)
    if len(cards) < 2:
        return
    if rules.runs:
        yield _fault(rules, "mixed_suits", _odd_ones(cards, lambda card: card.suit))
    if rules.sets:
        yield _fault(rules, "mixed_ranks", _odd_ones(cards, lambda card: card.rank))


def _odd_ones(cards: Sequence[Card], quality: Callable[[Card], object]) -> Sequence[Card]:
    """Return the cards that lack the most frequent quality; all if no quality is more frequent than the others."""
    (common, most), (_, second) = Counter(map(quality, cards)).most_common(2)
    return [card for card in cards if quality(card) != common] if most > second else cards


def _run_faults(rules: MeldRules, cards: Sequence[Card]) -> Iterator[Reason]:
    if not rules.runs:
        yield _fault(rules, "runs_not_allowed", cards)
    if len(cards) < rules.run_shortest:
        yield _fault(rules, "run_too_short", cards, least=rules.run_shortest)
    if rules.run_longest is not None and len(cards) > rules.run_longest:
        yield _fault(rules, "run_too_long", cards, most=rules.run_longest)
    twice = [card for card, count in Counter(cards).items() if count > 1]
    if twice:
        yield _fault(rules, "card_twice", twice)
    ranks = _rank_bits(cards)
    if not _is_unbroken(ranks):
        yield _fault(rules, "not_consecutive", cards)
    if ranks & _ACE and not _ace_may_stand(rules.ace, ranks):
        yield _fault(rules, "ace_not_allowed_here", _aces(cards))


def _set_faults(rules: MeldRules, cards: Sequence[Card]) -> Iterator[Reason]:
    if not rules.sets:
        yield _fault(rules, "sets_not_allowed", cards)
    if len(cards) < rules.set_smallest:
        yield _fault(rules, "set_too_small", cards, least=rules.set_smallest)
    if len(cards) > rules.set_largest:
        yield _fault(rules, "set_too_large", cards, most=rules.set_largest)
    twice = [card for card, count in Counter(cards).items() if count > 1]
    if twice and rules.set_suits_differ:
        yield _fault(rules, "same_suit_twice", twice)


def _run_grounds(rules: MeldRules, cards: Sequence[Card]) -> Iterator[Reason]:
    yield _ground(rules, "is_run", cards)
    if aces := _aces(cards):
        yield _ground(rules, "ace_allowed_here", aces)


def _set_grounds(rules: MeldRules, cards: Sequence[Card]) -> Iterator[Reason]:
    yield _ground(rules, "is_set", cards)
    twice = [card for card, count in Counter(cards).items() if count > 1]
    if twice:
        yield _ground(rules, "suits_may_repeat", twice)


def _rank_bits(cards: Sequence[Card]) -> int:
    """Return the ranks as bits, the ace the lowest one."""
    bits = 0
    for card in cards:
        if card.rank is not None:
            bits |= 1 << card.rank - 1
    return bits


def _is_unbroken(ranks: int) -> bool:
    """Return whether the ranks follow each other, the ace joining king and two."""
    successors = (ranks << 1 | ranks >> 12) & _ALL_RANKS
    return (ranks & ~successors).bit_count() <= 1


def _ace_may_stand(order: AceOrder, ranks: int) -> bool:
    """Return whether the ace among `ranks` stands where `order` lets it.

    Below a two it is low, above a king high; between both, in ranks that are otherwise unbroken, it is
    the corner. An ace without either neighbour is no fault of its own: there is a gap.
    """
    if order is AceOrder.RING or ranks == _ALL_RANKS:
        return True
    below_two, above_king = bool(ranks & _TWO), bool(ranks & _KING)
    if below_two and above_king:
        return not _is_unbroken(ranks)
    if below_two:
        return order is not AceOrder.HIGH
    return not (above_king and order is AceOrder.LOW)


def _aces(cards: Sequence[Card]) -> list[Card]:
    return [card for card in cards if card.rank is Rank.ACE]


def _fault(rules: MeldRules, code: str, cards: Sequence[Card], **values: object) -> Reason:
    key, message = _FAULTS[code]
    return Reason(code, message, tuple(cards), rules.rules.get(key), values)


def _ground(rules: MeldRules, code: str, cards: Sequence[Card]) -> Reason:
    key, message = _GROUNDS[code]
    return Reason(code, message, tuple(cards), rules.rules.get(key))
