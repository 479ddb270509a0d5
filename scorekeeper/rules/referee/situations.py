"""The parts of a situation, and whether its cards can lie on one table."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, is_dataclass
from typing import Any

from ..cards import JOKER, Card, Cards, LaidOff
from ..errors import N_, InvalidSituation, Problem
from ..model.variant import Variant
from ..reasons import Path


@dataclass(frozen=True)
class CardMove:
    """A card that goes from one meld on the table to another, both by index."""

    card: Card
    from_: int
    to: int


_NAMED_AGAIN = {"named_again": True}  # of a field whose cards lie in another field, too


@dataclass(frozen=True)
class PlayerCards:
    """What a player has laid and holds at the end of a round, and how often the player was penalised.

    `low_aces` are those of `laid_off` that lie below a two; None if that was not said.
    """

    melds: tuple[Cards, ...] = ()
    laid_off: Cards = ()
    hand: Cards = ()
    penalties: Mapping[str, int] = field(default_factory=dict)
    low_aces: Cards | None = field(default=None, metadata=_NAMED_AGAIN)
    opened: bool = True
    could_open: bool | None = None  # whether one who has not `opened` could have; None: by the hand


@dataclass(frozen=True)
class Rejoined:
    """A player who comes back in before a round, counted from 1."""

    player: str
    before_round: int


def placed_cards(value: object, path: Path = ()) -> Iterator[tuple[Path, Card]]:
    """Yield every card within `value` (cards, and sequences, mappings and dataclasses of them) with its path."""
    if isinstance(value, Card):
        yield path, value
    elif isinstance(value, tuple | list):
        for index, part in enumerate(value):
            if isinstance(part, Card):  # most parts are: a generator for each would cost more than the card
                yield (*path, index), part
            else:
                yield from placed_cards(part, (*path, index))
    elif isinstance(value, Mapping):
        for key, part in value.items():
            yield from placed_cards(part, (*path, key))
    elif isinstance(value, LaidOff):
        yield (*path, "card"), value.card
    elif is_dataclass(value):
        for f in fields(value):
            if "named_again" not in f.metadata:
                yield from placed_cards(getattr(value, f.name), (*path, f.name.rstrip("_")))


def laid_together(situation: Mapping[str, Any]) -> Iterator[Sequence[Card]]:
    """Yield the cards of a situation that lie, or are held, together: each meld, laid or asked about, and each hand."""
    for key in _MELDS:
        yield from situation.get(key) or ()
    yield from (situation[key] for key in _ONE_MELD if situation.get(key))
    if "table" not in situation:  # beside a table they are laid off one by one
        yield situation.get("cards") or ()
    for player in (situation.get("players_") or {}).values():
        yield from (*player.melds, player.hand)


_MELDS = ("melds", "table", "before", "after", "laid_new_melds")
_ONE_MELD = ("meld", "joker_used_in_new_meld", "joker_added_to_meld")


def check_copies(variant: Variant, players: int, cards: Iterable[tuple[Path, Card]]) -> None:
    """Check that `cards`, which lie at one moment, are not more than the packs of `players` hold.

    Raises:
        InvalidSituation: with a problem for each kind of card that there is too often, at the first one too many.
    """
    placed = list(cards)
    packs, jokers = variant.deck.packs_for(players), variant.deck.jokers_for(players)
    cards_placed = [card for _, card in placed]
    if jokers and len(set(cards_placed)) == len(cards_placed):  # the usual case, and cheaper than to count
        return
    counts = Counter(cards_placed)
    if counts[JOKER] <= jokers and all(count <= packs or card == JOKER for card, count in counts.items()):
        return
    seen: Counter[Card] = Counter()
    problems: dict[Card, Problem] = {}
    for path, card in placed:
        seen[card] += 1
        copies = variant.deck.copies(card, players)
        if seen[card] > copies and card not in problems:
            message = N_("This game is played without jokers.") if card == JOKER and not copies else _TOO_OFTEN
            problems[card] = Problem(message, path, {"card": card.code, "copies": copies})
    raise InvalidSituation(*problems.values())


_TOO_OFTEN = N_("There are more {card} than the packs have ({copies}).")
