"""Two hands compared after a knock: the best way to arrange them, who wins the round, and what it brings."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from ..arranging import all_melds
from ..cards import Card, Cards
from ..melds.fitting import fits
from ..melds.judge import is_meld
from ..model.terms import HandEnding, How
from ..model.variant import Variant
from .rounds import CardsEntry, Entry, Player, PointsEntry, Round, hand_points

_MOST_ARRANGED = 12  # cards; nobody holds more than one above the deal


class Showdown(NamedTuple):
    """How a round ended, the player who scores (None: nobody does), and by how many points the hands differ.

    `ending` is a `HandEnding`, or the key of a special way of closing.
    """

    ending: str
    winner: Player | None
    difference: int
    deadwood: Mapping[Player, int]


def bonuses(variant: Variant, ending: str) -> dict[str, int]:
    """Return the points that an ending brings beside the difference, by what they are for; none that are 0."""
    way = variant.closing.ways.get(ending)
    earned = HandEnding.GIN if way is not None else HandEnding(ending)
    found = {earned.value: variant.knock.bonuses.get(earned, 0)}
    if way is not None:
        found[ending] = way.bonus or 0
    return {key: points for key, points in found.items() if points}


def most_bonus(variant: Variant) -> int:
    """Return the most points that an ending can bring beside the difference."""
    return max(sum(bonuses(variant, each).values()) for each in (*HandEnding, *variant.closing.ways))


def rule_of(variant: Variant, ending: str) -> str:
    """Return the rule about what an ending brings, or one of its `bonuses`."""
    way = variant.closing.ways.get(ending)
    return variant.knock.rules[ending] if way is None else way.bonus_rule


def times(variant: Variant, upcard: Card | None) -> int:
    """Return by what the first upcard of the deal multiplies all that the deal brings."""
    suit = variant.knock.doubling_suit
    return 2 if suit is not None and upcard is not None and upcard.suit is suit else 1


def knock_limit(variant: Variant, upcard: Card | None) -> int | None:
    """Return the most deadwood of a knock; None if it depends on an upcard that is unknown."""
    return variant.knock.limit_with(upcard, 0 if upcard is None else variant.value(upcard))


def ending_of(variant: Variant, left: int, other: int, way: str | None = None) -> str:
    """Return how a round ends whose closer has `left` points of deadwood and the opponent `other`.

    `way` is the special way in which it was closed, if it was.
    """
    if way is not None:
        return way
    if not left:
        return HandEnding.GIN
    less = left < other or (left == other and not variant.knock.undercut_on_tie)
    return HandEnding.KNOCK if less else HandEnding.UNDERCUT


def compare(variant: Variant, round_: Round) -> Showdown | None:
    """Compare the hands of a round that was `arranged`; None if final points were entered, which do not show them.

    Source: GN-23 to GN-27.
    """
    if any(isinstance(entry, PointsEntry) for entry in round_.entries.values()):
        return None
    deadwood = {name: hand_points(variant, entry) for name, entry in round_.entries.items()}
    if round_.how is not How.OUT or round_.closer is None:
        return Showdown(HandEnding.VOID, None, 0, deadwood)
    other = next(name for name in round_.players if name != round_.closer)
    left, theirs = deadwood[round_.closer], deadwood[other]
    ending = ending_of(variant, left, theirs, round_.way)
    winner = other if ending == HandEnding.UNDERCUT else round_.closer
    scores = abs(theirs - left) + sum(bonuses(variant, ending).values())
    return Showdown(ending, winner if scores else None, abs(theirs - left), deadwood)


def boxes(variant: Variant, round_: Round, scores: Mapping[Player, int]) -> dict[Player, int]:
    """Return as how many rounds won this one counts for its winner at the end of the game. Source: GN-30, GN-A10.

    A round entered as final points counts as one: they do not show whether it was gin.
    """
    winners = [name for name, points in scores.items() if points > 0]
    found = compare(variant, arranged(variant, round_)) if variant.knock.gin_boxes > 1 else None
    by_gin = found is not None and found.ending in (HandEnding.GIN, *variant.closing.ways)
    return dict.fromkeys(winners, variant.knock.gin_boxes if by_gin else 1)


def arranged(variant: Variant, round_: Round) -> Round:
    """Return the round with each hand that was entered without melds laid at its best.

    The knocker's leaves the least deadwood, and of equals gives the opponent least to lay off. The opponent's does so
    with what can be laid off.
    """
    closer = round_.closer
    if not variant.knock.allowed or round_.how is not How.OUT or closer is None:
        return round_
    own = round_.entries.get(closer)
    others = {name: entry for name, entry in round_.entries.items() if name != closer and _is_whole(entry)}
    layouts = list(_layouts(variant, own)) if _is_whole(own) else [own]
    gin = any(isinstance(each, CardsEntry) and not hand_points(variant, each) for each in layouts)
    best: tuple[int, dict[Player, Entry]] | None = None
    for layout in layouts:
        table = layout.melds if isinstance(layout, CardsEntry) and not gin else ()
        entries: dict[Player, Entry] = {name: _defended(variant, entry, table) for name, entry in others.items()}
        left = sum(hand_points(variant, entry) for entry in entries.values())
        if best is None or left > best[0]:
            best = left, entries if layout is None else {**entries, closer: layout}
    return replace(round_, entries={**round_.entries, **best[1]}) if best else round_


def _is_whole(entry: Entry | None) -> bool:
    """Return whether an entry is a hand of which nothing is laid."""
    whole = isinstance(entry, CardsEntry) and bool(entry.hand) and not entry.melds and not entry.laid_off
    return whole and isinstance(entry, CardsEntry) and len(entry.hand) <= _MOST_ARRANGED


def _layouts(variant: Variant, entry: Entry | None) -> Iterator[CardsEntry]:
    """Yield the ways to lay a hand that leave the least deadwood."""
    if not isinstance(entry, CardsEntry):
        return
    found = [(_points(variant, left), melds, left) for melds, left in _divisions(variant, entry.hand)]
    least = min(points for points, _, _ in found)
    yield from (replace(entry, melds=melds, hand=left) for points, melds, left in found if points == least)


def _defended(variant: Variant, entry: Entry, table: Sequence[Cards]) -> Entry:
    """Return a hand laid so that the least deadwood is left, after laying off on the `table`."""
    if not isinstance(entry, CardsEntry):
        return entry
    chains = list(_chains(variant, table, entry.hand))
    best: tuple[int, CardsEntry] | None = None
    for melds, rest in _divisions(variant, entry.hand):
        off = _laid_off(chains, rest)
        left = tuple(card for card in rest if card not in off)
        points = _points(variant, left)
        if best is None or points < best[0]:
            best = points, replace(entry, melds=melds, laid_off=off, hand=left)
    return best[1] if best else entry


def _points(variant: Variant, cards: Cards) -> int:
    return sum([variant.value(card) for card in cards])


def _divisions(variant: Variant, hand: Cards) -> Iterator[tuple[tuple[Cards, ...], Cards]]:
    """Yield each choice of melds from a hand of one pack, with the cards that it leaves."""
    melds = all_melds(variant, hand)

    def choose(
        first: int, chosen: tuple[Cards, ...], used: frozenset[Card]
    ) -> Iterator[tuple[tuple[Cards, ...], Cards]]:
        yield chosen, tuple([card for card in hand if card not in used])
        for at in range(first, len(melds)):
            if used.isdisjoint(melds[at]):
                yield from choose(at + 1, (*chosen, melds[at]), used.union(melds[at]))

    return choose(0, (), frozenset())


def _chains(variant: Variant, table: Sequence[Cards], hand: Cards) -> Iterator[Sequence[Card]]:
    """Yield the cards of a hand that go on each meld of a table one after the other, each after those before it."""

    def follow(meld: Cards, chain: Cards, before: Collection[Card]) -> Iterator[Cards]:
        here = [card for card in hand if card not in meld and card not in before and fits(variant, meld, card)]
        if not here:
            yield chain
        for card in here:
            yield from follow((*meld, card), (*chain, card), {*before, *here})

    for meld in table:
        if is_meld(variant, meld):
            yield from follow(meld, (), ())


def _laid_off(chains: Sequence[Sequence[Card]], rest: Cards) -> Cards:
    """Return which cards of `rest` can be laid off along the chains."""
    found: dict[Card, None] = {}
    for chain in chains:
        for card in chain:
            if card not in rest:
                break
            found[card] = None
    return tuple(found)
