"""From the path of a search to melds of real cards: which card lies where, and what each joker stands for."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ..cards import JOKER, Card
from ..model.terms import AceOrder, JokerLimit
from ..model.variant import Variant
from ..solver.counting import CARDS, JOKER_AS, JOKERS, NATURAL, SUITS, CountedCards, Meld, Spot, Worth, is_set
from ..solver.instance import Instance
from ..solver.search import Solution
from ..solver.sets import Cover
from ..solver.trellis import Node
from .worth import brought, points_as_laid

_LONGEST = 13  # no run goes twice over a rank


class ArrangedMeld(NamedTuple):
    """A meld as it can be laid: its cards in order, and what its jokers stand for, in their order in `cards`.

    Cards of a wild rank count as jokers here; one that is itself stands for itself.
    """

    cards: tuple[Card, ...]
    joker_as: tuple[Card, ...] = ()


class Arrangement(NamedTuple):
    """How the cards can be laid.

    `left` are the cards of the hand that are not laid, `points_laid` what those count that are (the
    table's count nothing), `points_left` what the others cost in hand. `meets_minimum`: the points laid reach what the
    game asks for to open; true where it asks for nothing. `optimal`: it is proved that nothing is better.
    """

    melds: tuple[ArrangedMeld, ...]
    left: tuple[Card, ...]
    points_laid: int
    points_left: int
    meets_minimum: bool
    optimal: bool


def melds_of(problem: Instance, path: Solution) -> list[Meld]:
    """Return the melds of a path: runs as they go, sets."""
    melds = [meld for suit in range(4) for meld in _runs(problem, path, suit)]
    for rank, (*moves, cover), level in zip(problem.ranks, path.levels, path.charts.levels, strict=True):
        if cover.naturals:
            taken = [moves[suit].naturals for suit in level.order]
            for naturals, jokers in level.table.parts(taken, Cover(cover.naturals, cover.jokers)):
                suits = [suit for suit, count in zip(level.order, naturals, strict=True) for _ in range(count)]
                melds.append([NATURAL[SUITS[suit] + rank] for suit in sorted(suits)])
                melds[-1] += _more_of_set(melds[-1], jokers)
    return melds


def _more_of_set(meld: Meld, jokers: int) -> Meld:
    """Return so many jokers for a set: for the suits that it lacks, then for any."""
    there, of_rank = [spot.card for spot in meld], range(meld[0].card % 13, JOKERS, 13)
    return [JOKER_AS[card] for card in [*[card for card in of_rank if card not in there], *of_rank][:jokers]]


def _runs(problem: Instance, path: Solution, suit: int) -> Iterator[Meld]:
    """Yield the runs of a suit, those around the corner put together, none longer than the ranks.

    Those that come around the corner follow others, unless they go round in a circle: among all parts they are last.
    """
    trellis, levels = path.charts.trellis, path.charts.levels
    before, around, begun, opened = Node(), list[Meld](), list[Meld](), list[Meld]()
    for place, (level, options) in enumerate(zip(levels, path.levels, strict=True)):
        move, after = options[suit], level.plans[suit].after.nodes[options[suit].to]
        if not problem.ranks[place]:
            around = [[] for _ in after.around]
            opened = around[:]
        elif opened or move.naturals or move.jokers:
            cards, watched = (move.naturals, move.jokers, move.begun), place == problem.watched
            sources = trellis.sources(before.state, *cards, after.state, watched)
            opened = [[] if source.run < 0 else opened[source.run] for source in sources]
            for run, source in zip(opened, sources, strict=True):
                begun += [run] if source.run < 0 else []
                run.append(Spot(SUITS[suit] + problem.ranks[place], source.joker))
        before = after
    pairs = trellis.pairing(before) or {}
    follows, done = {id(opened[run]): around[promised] for run, promised in pairs.items()}, set[int]()
    for start in (*begun, *around):
        run, part = list[Spot](), start
        while part and id(part) not in done:
            done.add(id(part))
            run += part
            part = follows.get(id(part), [])
        if run:
            yield from _cut(run[:: -1 if problem.downward else 1], problem.rules.limit, problem.rules.shortest)


def _cut(run: Meld, limit: JokerLimit, shortest: int, longest: int = _LONGEST) -> list[Meld]:
    """Return a run in pieces of at most `longest` cards, each a meld by itself."""

    def holds(part: Meld) -> bool:
        jokers = sum([spot.joker for spot in part])
        return limit.allows(len(part) - jokers, jokers)

    if len(run) <= longest:
        return [run]
    for size in range(shortest, min(longest, len(run) - shortest) + 1):
        head, tail = run[:size], run[size:]
        if holds(head) and (len(tail) > longest or holds(tail)):
            return [head, *_cut(tail, limit, shortest, longest)]
    raise AssertionError("a run over all ranks that cannot be parted")


def add_jokers(problem: Instance, melds: list[Meld]) -> bool:
    """Add the jokers that were spared to runs and sets, wherever there is room; return whether there was for all."""
    jokers = problem.jokers - sum([spot.joker for meld in melds for spot in meld])
    for meld in melds:
        size = len(meld)
        if is_set(meld):
            meld += _more_of_set(meld, max(0, min(jokers, problem.rules.largest - size)))
        else:
            suit, (first, last) = meld[0].card // 13, [problem.ranks.index(meld[at].card % 13 + 1) for at in (0, -1)]
            spots = [JOKER_AS[SUITS[suit] + rank] for rank in problem.ranks]
            after = spots[last + 1 : last + 1 + jokers]
            meld[:] = [*spots[max(0, first - jokers + len(after)) : first], *meld, *after]
        jokers -= len(meld) - size
    return not jokers


def deal(variant: Variant, melds: Sequence[Meld], cards: CountedCards, optimal: bool = True) -> Arrangement:
    """Return `melds` laid with the cards of hand and table; of equal cards the hand's lie where they count most."""
    worth = points_as_laid(variant)
    ordered = [part for meld in melds for part in _parted(variant, _ordered(variant, meld), worth)]
    spots, values = [spot for meld in ordered for spot in meld], [v for meld in ordered for v in brought(worth, meld)]
    wild = [JOKERS, *[suit + rank for rank in variant.deck.wild_ranks for suit in SUITS]]
    faces, rest = _dealt(spots, values, cards, wild)
    left = tuple([CARDS[card] for card, count in enumerate(rest) for _ in range(count)])
    points, lying = 0, cards.table[:]
    for value, card in sorted(zip(values, faces, strict=True)):  # the table's cards lie where equal ones count least
        points += 0 if lying[card] else value
        lying[card] -= lying[card] > 0
    named = zip(spots, faces, strict=True)
    return Arrangement(
        melds=tuple([_laid([next(named) for _ in meld], wild) for meld in ordered]),
        left=left,
        points_laid=points,
        points_left=sum(variant.values.costs(left, variant.deck.wild_ranks)),
        meets_minimum=points >= (variant.turn.opening_minimum or 0),
        optimal=optimal,
    )


def spots_of(meld: ArrangedMeld) -> Meld:
    """Return the places of a meld, in a game without wild ranks: its cards, and its jokers as what they stand for."""
    roles = iter(meld.joker_as)
    return [Spot(CARDS.index(next(roles) if card == JOKER else card), card == JOKER) for card in meld.cards]


def _laid(meld: Sequence[tuple[Spot, int]], wild: Sequence[int]) -> ArrangedMeld:
    roles = [CARDS[spot.card] for spot, card in meld if card in wild]
    return ArrangedMeld(tuple([CARDS[card] for _, card in meld]), tuple(roles))


def _dealt(spots: Meld, values: list[int], cards: CountedCards, wild: list[int]) -> tuple[list[int], list[int]]:
    """Return what lies at each spot, the table's jokers and wild cards where they count least, and what is left."""
    faces, left = [spot.card for spot in spots], cards.all[:]
    for card, joker in spots:
        left[card] -= not joker
    own = {kind: min(cards.hand[kind], left[kind]) for kind in wild}
    table = [kind for kind in wild for _ in range(left[kind] - own[kind])]
    hand = [kind for kind in wild for _ in range(own[kind])]
    jokers = sorted([at for at, spot in enumerate(spots) if spot.joker], key=values.__getitem__)
    for at, card in zip(jokers, [*table, *hand], strict=False):
        faces[at] = card
        left[card] -= 1
    return faces, left


def _parted(variant: Variant, meld: Meld, worth: Worth) -> list[Meld]:
    """Return a run of all thirteen ranks as two if its ace, which ends it, would then count more."""
    more = worth[0].begun + worth[0].ended
    if len(meld) < _LONGEST or is_set(meld) or more <= 0 or not variant.melds.whole_suit_ace_low:
        return [meld]
    return _cut(meld, variant.jokers.limit, variant.melds.run_shortest, _LONGEST - 1)


def _ordered(variant: Variant, meld: Meld) -> Meld:
    """Return a set by suits, a run as it goes; all thirteen with the ace as high as it may stand."""
    if is_set(meld):
        return sorted(meld)
    if len(meld) == _LONGEST and variant.melds.ace in (AceOrder.RING, AceOrder.LOW_AND_HIGH):
        after_ace = 1 + next(i for i, spot in enumerate(meld) if spot.card % 13 == 0)
        return [*meld[after_ace:], *meld[:after_ace]]
    return meld
