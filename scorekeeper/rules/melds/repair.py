"""Suggest how cards become a meld: without one card, with one more, or with a joker named otherwise."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ..cards import JOKER, NATURALS, Card
from ..model.variant import Variant
from .judge import judge_meld


@dataclass(frozen=True)
class Repair:
    """What repairs a meld: to remove any one card of `drop`, or to add any one of `add`.

    `joker_may_be` is not empty if the cards are a meld already once the joker stands for one of these.
    """

    drop: tuple[Card, ...] = ()
    add: tuple[Card, ...] = ()
    joker_may_be: tuple[Card, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.drop or self.add or self.joker_may_be)


def repair_meld(variant: Variant, cards: Sequence[Card], players: int) -> Repair:
    """Return the repairs of `cards`, which are no meld; declarations of jokers are ignored.

    Only cards that the packs of `players` still hold are suggested, a joker last.
    """
    bare = judge_meld(variant, cards)
    if bare.valid:
        return Repair(joker_may_be=bare.joker_may_be)
    return Repair(tuple(_fewer(variant, cards)), tuple(_more(variant, cards, players)))


def _fewer(variant: Variant, cards: Sequence[Card]) -> Iterator[Card]:
    for card in dict.fromkeys(cards):
        place = cards.index(card)
        if judge_meld(variant, [*cards[:place], *cards[place + 1 :]]).valid:
            yield card


def _more(variant: Variant, cards: Sequence[Card], players: int) -> Iterator[Card]:
    for card in (*NATURALS, JOKER):
        there = cards.count(card) < variant.deck.copies(card, players)
        if there and judge_meld(variant, [*cards, card]).valid:
            yield card
