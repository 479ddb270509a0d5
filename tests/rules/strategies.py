"""Hypothesis strategies: variants with house rules, cards dealt from the packs, rounds of real cards."""

from collections.abc import Sequence
from functools import cache
from random import Random

from hypothesis import assume
from hypothesis import strategies as st

from scorekeeper.rules.cards import JOKER, NATURALS, Card, Rank
from scorekeeper.rules.melds.judge import judge_meld
from scorekeeper.rules.model.options import Choice, Option, OptionGroup
from scorekeeper.rules.model.terms import How, NoCloser
from scorekeeper.rules.model.variant import Variant
from scorekeeper.rules.scoring.rounds import CardsEntry, Player, Round, lowest_hands
from scorekeeper.rules.variants import CARD_GAMES, VARIANTS

setattr(Variant, "_repr_pretty_", lambda variant, printer, _cycle: printer.text(repr(variant)))  # noqa: B010  # Hypothesis looks for it; by default it prints all rules

PLAYERS: tuple[Player, ...] = ("Ada", "Bo", "Cleo", "Dag", "Eva", "Finn")


def pack(variant: Variant, players: int) -> list[Card]:
    """Return every card of the packs that `players` play with."""
    return [card for card in (*NATURALS, JOKER) for _ in range(variant.deck.copies(card, players))]


def choices(option: Option) -> st.SearchStrategy[Choice]:
    """Return a strategy for the choices of `option`."""
    known: list[st.SearchStrategy[Choice]] = [st.sampled_from(option.choices)] if option.choices else []
    if option.lowest is not None and option.highest is not None:
        known.append(st.integers(option.lowest, option.highest))
    if option.longest is not None:
        known.append(st.text(st.characters(exclude_categories=["Cc", "Cs", "Zl", "Zp"]), max_size=option.longest))
    if option.nullable:
        known.append(st.none())
    return st.one_of(known)


@cache  # Hypothesis takes longer to check a new strategy than to draw from it
def _choices(key: str, quarrels: bool) -> st.SearchStrategy[dict[str, Choice]]:
    """Return a strategy for choices of the options of a game, those that settle doubts included if `quarrels`."""
    asked = [option for option in VARIANTS[key].options if quarrels or option.group is OptionGroup.AGREED]
    return st.fixed_dictionaries({}, optional={option.key: choices(option) for option in asked})


@st.composite
def house_rules(draw: st.DrawFn, variant: Variant, *, quarrels: bool = False) -> dict[str, Choice]:
    """Choices for any of the variant's options, none that exclude each other; with `quarrels` also what settles doubts.

    The properties are those of the source as we read it, so that most of them do not hold under its other readings.
    """
    made = draw(_choices(variant.key, quarrels))
    for one, other in variant.exclusive:
        if made.get(one):
            made.pop(other, None)
    return made


@st.composite
def variants(draw: st.DrawFn, *keys: str) -> Variant:
    """One of the games (`keys`, or any), with random house rules."""
    variant = VARIANTS[draw(st.sampled_from(keys or tuple(CARD_GAMES)))]
    return variant.with_house_rules(draw(house_rules(variant)))


@st.composite
def melds(draw: st.DrawFn, variant: Variant, fewest_jokers: int = 0) -> tuple[Card, ...]:
    """A legal meld of natural cards, some of them replaced by jokers."""
    rank, suit = draw(st.integers(0, 12)), draw(st.sampled_from("SHDC"))
    if draw(st.booleans()):
        size = draw(st.integers(3, 6))
        cards = [
            card
            for step in range(size)
            for card in NATURALS
            if card.suit == suit and card.rank == (rank + step) % 13 + 1
        ]
    else:
        suits = draw(st.lists(st.sampled_from("SHDC"), min_size=3, max_size=4, unique=True))
        cards = [card for card in NATURALS if card.suit in suits and card.rank == rank + 1]
    most = 2 if variant.deck.jokers else 0
    for place in draw(st.lists(st.integers(0, len(cards) - 1), min_size=fewest_jokers, max_size=most, unique=True)):
        cards[place] = JOKER
    assume(judge_meld(variant, cards).valid)
    return tuple(cards)


def fullest_hand(variant: Variant, players: int) -> int:
    """Return how many cards a hand is given: by the sources, never more than one can hold in the game."""
    if variant.key == "is-rommi":
        return {2: 10, 3: 7, 4: 7, 5: 6, 6: 6}[players]
    return 10 if variant.key == "en-gin" else 13


@st.composite
def rounds(draw: st.DrawFn, variant: Variant, *, hows: Sequence[How] | None = None) -> Round:
    """A possible round of real cards: everybody has an entry, and the closer an empty hand."""
    players = PLAYERS[: draw(st.integers(variant.deal.fewest_players, min(variant.most_players, len(PLAYERS))))]
    how = draw(st.sampled_from(hows or variant.closing.hows))
    closer = draw(st.sampled_from(players)) if how is How.OUT else None
    cards = pack(variant, len(players))
    Random(draw(st.integers(0, 2**16))).shuffle(cards)  # far quicker than st.permutations
    most = len(cards) // len(players)
    entries = {}
    for player in players:
        mine, cards = cards[:most], cards[most:]
        hand = 0 if player == closer else fullest_hand(variant, len(players))
        entries[player] = draw(_partitions(variant, mine, fullest_hand=hand))
    ways = [key for key, way in variant.closing.ways.items() if way.bonus is not None]
    way = draw(st.sampled_from([None, *ways])) if how is How.OUT else None
    round_ = Round(players, entries, closer, how, way)
    if how is not How.OUT and variant.scoring.no_closer is NoCloser.LOWEST_HAND:
        lowest = lowest_hands(variant, round_)
        if len(lowest) > 1:
            return Round(players, entries, draw(st.sampled_from(lowest)), how)
    return round_


@st.composite
def _partitions(draw: st.DrawFn, variant: Variant, cards: Sequence[Card], *, fullest_hand: int) -> CardsEntry:
    """Some of `cards` as melds, as single cards laid off, and as a hand; the rest is not in the round."""
    parts: list[tuple[Card, ...]] = []
    for most in (5, 4, 3, fullest_hand):
        size = draw(st.integers(0, min(most, len(cards))))
        parts.append(tuple(cards[:size]))
        cards = cards[size:]
    *melds, laid_off, hand = parts
    penalties = {penalty.key: draw(st.integers(0, 2)) for penalty in variant.scoring.penalties}
    aces = [card for card in laid_off if card.rank is Rank.ACE]
    low_aces = tuple(aces[: draw(st.integers(0, len(aces)))])
    opened = variant.scoring.unopened is None or not hand or draw(st.booleans())
    could_open = None if opened else draw(st.booleans())
    return CardsEntry(tuple(meld for meld in melds if meld), laid_off, hand, penalties, low_aces, opened, could_open)
