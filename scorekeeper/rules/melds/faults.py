"""Everything that is wrong with cards that are no meld."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from operator import itemgetter

from ..cards import NATURALS, Card, Rank
from ..errors import N_
from ..model.parts import MeldRules
from ..model.terms import AceOrder
from ..model.topics import MeldTopic
from ..reasons import Reason, with_cards
from .wild import MeldKind
from .windows import (
    WINDOWS,
    alternates,
    first_is_red,
    longest_run,
    may_hold_ace,
    rank_bits,
    run_orders,
    suited_bits,
)

# Code of a reason -> key in `MeldRules.rules`, sentence. A code may have a rule of its own there.
FAULTS: Mapping[str, tuple[MeldTopic, str]] = {
    "too_few_cards": (MeldTopic.MIN_CARDS, N_("Only {count}: a meld needs at least {least}.")),
    "runs_not_allowed": (MeldTopic.KINDS, N_("At this table only sets are melds, not runs.")),
    "sets_not_allowed": (MeldTopic.KINDS, N_("At this table only runs are melds, not sets.")),
    "run_too_short": (MeldTopic.MIN_CARDS, N_("Only {count}: a run needs at least {least}.")),
    "run_too_long": (MeldTopic.RUN_LENGTH, N_("{count} is too many: a run has at most {most}.")),
    "card_twice": (MeldTopic.RUN, N_("Twice in one run: {cards}.")),
    "rank_twice": (MeldTopic.RUN, N_("Same rank twice in one run: {cards}.")),
    "not_consecutive": (MeldTopic.RUN, N_("There’s a gap in {cards}: the ranks of a run must follow each other.")),
    "ace_not_allowed_here": (MeldTopic.ACE, N_("The ace can only be used as in {places}.")),
    "colours_not_in_turn": (
        MeldTopic.SAME_SUIT,
        N_("Black and red don’t take turns in this run: {cards}."),
    ),
    "mixed_suits": (MeldTopic.SAME_SUIT, N_("It isn’t a run, because the suit doesn’t match: {cards}.")),
    "set_too_small": (MeldTopic.SET_SIZE, N_("Only {count}: a set needs at least {least}.")),
    "set_too_large": (MeldTopic.SET_SIZE, N_("{count} is too many: a set has at most {most}.")),
    "same_suit_twice": (MeldTopic.SUITS, N_("Twice in one set: {cards}. All suits must differ.")),
    "mixed_ranks": (MeldTopic.SET, N_("It isn’t a set, because the rank doesn’t match: {cards}.")),
    "too_many_jokers": (MeldTopic.JOKER_LIMIT, N_("Too many jokers: {jokers}; other cards: {others}.")),
    "jokers_side_by_side": (MeldTopic.JOKER_LIMIT, N_("In a run, two jokers can’t lie side by side.")),
    "no_natural_card": (MeldTopic.JOKER_LIMIT, N_("A meld can’t be jokers only.")),
    "joker_cannot_be": (MeldTopic.JOKER, N_("In this meld the joker can’t be the {cards}.")),
}

_PLACES = {card: place for place, card in enumerate(NATURALS)}
_ACE, _TWO, _KING, _ALL_RANKS = 1, 1 << 1, 1 << 12, (1 << 13) - 1


def in_order(cards: Iterable[Card]) -> list[Card]:
    """Return natural `cards` by suit and rank."""
    return sorted(cards, key=_PLACES.__getitem__)


def shape_faults(rules: MeldRules, known: Sequence[Card], free: int = 0) -> list[Reason]:
    """Return what is wrong with `known` natural cards, in order, and `free` jokers beside them; nothing for a meld.

    What the players most likely meant decides which faults are reported: cards of one rank are
    judged as a set, others of one suit as a run; the rest is wrong as either.
    """
    match _meant_kind(rules, known, free):
        case MeldKind.RUN:
            return list(_run_faults(rules, known, free))
        case MeldKind.SET:
            return list(_set_faults(rules, known, free))
        case None:
            return list(_faults_of_neither(rules, known, free))


def _meant_kind(rules: MeldRules, cards: Sequence[Card], free: int = 0) -> MeldKind | None:
    """Return what the cards are most likely meant to be, None if they fit neither or are too few to decide."""
    if len(cards) < 2:
        if not cards or len(cards) + free < _least(rules):
            return None
        return MeldKind.RUN if rules.runs else MeldKind.SET
    if len({card.rank for card in cards}) == 1:
        return MeldKind.SET
    return MeldKind.RUN if len({card.suit for card in cards}) == 1 else None


def _least(rules: MeldRules) -> int:
    if rules.runs != rules.sets:
        return rules.run_shortest if rules.runs else rules.set_smallest
    return min(rules.run_shortest, rules.set_smallest)


def _faults_of_neither(rules: MeldRules, cards: Sequence[Card], free: int) -> Iterator[Reason]:
    """Yield what is wrong with a single card, or with cards of several ranks and suits."""
    least = _least(rules)
    if len(cards) + free < least:
        yield fault(rules, "too_few_cards", cards, least=least, count=len(cards) + free)
    if len(cards) < 2:
        return
    if rules.runs and rules.untracked.run_suits_mixed:  # it decides which fault is named, not whether there is one
        yield from _run_faults(rules, cards, free)
    elif rules.runs:
        yield fault(rules, "mixed_suits", _odd_ones(cards, lambda card: card.suit))
    if rules.sets:
        yield fault(rules, "mixed_ranks", _odd_ones(cards, lambda card: card.rank))


def _odd_ones(cards: Sequence[Card], quality: Callable[[Card], object]) -> Sequence[Card]:
    """Return the cards without the most frequent quality (as a suit); all cards if several are equally frequent."""
    counts = Counter(map(quality, cards))
    common, most = max(counts.items(), key=itemgetter(1))
    ahead = list(counts.values()).count(most) == 1
    return [card for card in cards if quality(card) != common] if ahead else cards


def _run_faults(rules: MeldRules, cards: Sequence[Card], free: int) -> Iterator[Reason]:
    size = len(cards) + free
    if not rules.runs:
        yield fault(rules, "runs_not_allowed", cards)
    if size < rules.run_shortest:
        yield fault(rules, "run_too_short", cards, least=rules.run_shortest, count=size)
    elif size > rules.run_shortest:
        most = rules.run_longest if rules.run_longest is not None or not free else longest_run(rules, size)
        if most is not None and size > most:
            yield fault(rules, "run_too_long", cards, most=most, count=size)
    twice = _repeated(cards)
    if twice:
        yield fault(rules, "card_twice", twice)
    one_suit = suited_bits(cards)
    ranks_twice = [] if one_suit else [c for c in cards if c not in twice and _count_of_rank(cards, c) > 1]
    if ranks_twice:
        yield fault(rules, "rank_twice", ranks_twice)
    ranks = rank_bits(cards)
    gap, ace = _misplaced(rules, ranks, free)
    if gap:
        yield fault(rules, "not_consecutive", cards)
    if ace:
        yield fault(rules, "ace_not_allowed_here", aces(cards), places=rules.ace.examples)
    if not (gap or ace or twice or ranks_twice) and alternates(rules) and not _in_turn(rules, cards, size):
        yield fault(rules, "colours_not_in_turn", cards)


def _in_turn(rules: MeldRules, cards: Sequence[Card], size: int) -> bool:
    """Return whether `cards` may lie in a run of `size` cards in which black and red take turns."""
    ranks = rank_bits(cards)
    holding = [window for window in WINDOWS[rules.ace][min(size, 13)] if not ranks & ~window.bits]
    return any(first_is_red(cards, each) is not None for w in holding for each in run_orders(rules.ace, w.ranks))


def _count_of_rank(cards: Sequence[Card], card: Card) -> int:
    return sum(other.rank is card.rank for other in cards)


def _misplaced(rules: MeldRules, ranks: int, free: int) -> tuple[bool, bool]:
    """Return whether `free` jokers leave a gap in `ranks`, and whether their ace stands where it may not."""
    has_ace = bool(ranks & _ACE)
    if not free:
        return not _is_unbroken(ranks), has_ace and not _ace_may_stand(rules.ace, ranks)
    size = min(ranks.bit_count() + free, 13)
    order = rules.ace if may_hold_ace(ranks, size) else AceOrder.LOW
    closed = any(not ranks & ~window.bits for window in WINDOWS[AceOrder.RING][size])
    allowed = any(not ranks & ~window.bits for window in WINDOWS[order][size])
    only_the_ace = closed and not allowed and has_ace
    stands_wrong = not closed and has_ace and not _ace_may_stand(order, ranks)
    return not allowed and not only_the_ace, only_the_ace or stands_wrong


def _set_faults(rules: MeldRules, cards: Sequence[Card], free: int) -> Iterator[Reason]:
    size = len(cards) + free
    if not rules.sets:
        yield fault(rules, "sets_not_allowed", cards)
    if size < rules.set_smallest:
        yield fault(rules, "set_too_small", cards, least=rules.set_smallest, count=size)
    if size > rules.set_largest:
        yield fault(rules, "set_too_large", cards, most=rules.set_largest, count=size)
    twice = _repeated(cards)
    if twice and rules.set_suits_differ and not rules.set_copies:
        yield fault(rules, "same_suit_twice", twice)


def _repeated(cards: Sequence[Card]) -> list[Card]:
    return [card for card, count in Counter(cards).items() if count > 1]


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


def aces(cards: Sequence[Card]) -> list[Card]:
    """Return the aces among `cards`."""
    return [card for card in cards if card.rank is Rank.ACE]


def fault(rules: MeldRules, code: str, cards: Sequence[Card], **values: object) -> Reason:
    """Return the fault `code` with its sentence and the rule about it."""
    key, message = FAULTS[code]
    about, cited = tuple(cards), rules.rules
    named = with_cards(message, about, values, once=True)
    return Reason(code, message, about, cited.get(code, cited.get(key)), named)
