"""The best arrangement by a mixed-integer program over all melds, solved by HiGHS.

The model is that of den Hertog and Hulshof, "Solving Rummikub Problems by Integer Linear Programming" (The Computer
Journal 49, 2006): a variable for each meld, how often it is laid. It uses nothing of the solver; `judge_meld` decides
what is a meld.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations

import highspy

from scorekeeper.rules.cards import JOKER, NATURALS, Card, Rank, Suit
from scorekeeper.rules.melds.judge import judge_meld
from scorekeeper.rules.model.variant import Variant

Meld = tuple[Card, ...]  # in the order of NATURALS, jokers last
_MUCH = 10_000  # a card laid is worth more than what all cards cost in hand


def fewest_left(variant: Variant, hand: Sequence[Card], table: Sequence[Card] = ()) -> tuple[int, int] | None:
    """Return (cards laid, least points left) for a hand; None if the table cannot be laid.

    The game has no wild ranks. Melds of more than seven cards are left out where shorter ones can replace them.
    """
    need, have = Counter(table), Counter(hand) + Counter(table)
    model = highspy.Highs()
    model.silent()
    model.setOptionValue("mip_rel_gap", 0.0)  # the default allows an error of a card's points
    uses: dict[Card, list[highspy.highs_linear_expression]] = {card: [] for card in have}
    for meld in _melds(variant, have):
        times = model.addIntegral(0, len(hand) + len(table))
        for card, count in Counter(meld).items():
            uses[card].append(count * times)
    if any(count and not uses[card] for card, count in need.items()):
        return None
    laid = {card: model.qsum(terms) for card, terms in uses.items() if terms}
    if not laid:
        return 0, sum(map(variant.value, hand))
    for card, number in laid.items():
        model.addConstr(number <= have[card])
        model.addConstr(number >= need[card])
    model.maximize(model.qsum([(_MUCH + variant.value(card)) * number for card, number in laid.items()]))
    if model.getModelStatus() != highspy.HighsModelStatus.kOptimal:
        return None
    best = round(model.getObjectiveValue()) - sum(_MUCH + variant.value(card) for card in table)
    return best // _MUCH, sum(map(variant.value, hand)) - best % _MUCH


def _melds(variant: Variant, have: Counter[Card]) -> set[Meld]:
    """Return the melds that the cards can make."""
    faces = [*_runs(), *_sets()]
    return {meld for naturals in faces for meld in _with_jokers(naturals, have) if judge_meld(variant, meld).valid}


def _runs() -> Iterator[Meld]:
    """Yield runs of up to seven cards, also around the corner: a longer one can be split, or has many jokers."""
    ranks = [*Rank, *Rank]
    for suit in Suit:
        for first in range(13):
            for size in range(3, 8):
                yield tuple(Card(rank, suit) for rank in ranks[first : first + size])


def _sets() -> Iterator[Meld]:
    for rank in Rank:
        for size in (3, 4):
            yield from combinations([card for card in NATURALS if card.rank == rank], size)


def _with_jokers(faces: Meld, have: Counter[Card]) -> Iterator[Meld]:
    for many in range(have[JOKER] + 1):
        for places in combinations(range(len(faces)), many):
            meld = tuple(JOKER if place in places else card for place, card in enumerate(faces))
            if not Counter(meld) - have:
                yield meld
