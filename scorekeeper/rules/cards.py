"""Cards and tiles, and their notation.

A card's code is rank and suit, `7H`; a joker is `JK`. Tiles use the same codes.
"""

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import IntEnum, StrEnum
from typing import TypeAlias

from .errors import N_, Problem, UnknownCard


class Rank(IntEnum):
    """Ace to king; the number is the place in the order with the ace low."""

    ACE = 1
    TWO = 2
    THREE = 3
    FOUR = 4
    FIVE = 5
    SIX = 6
    SEVEN = 7
    EIGHT = 8
    NINE = 9
    TEN = 10
    JACK = 11
    QUEEN = 12
    KING = 13

    @property
    def letter(self) -> str:
        """The rank's letter in a code: `A 2 … 9 T J Q K`."""
        return "A23456789TJQK"[self - 1]


class Suit(StrEnum):
    """The four suits; the value is the letter of the code."""

    SPADES = "S"
    HEARTS = "H"
    DIAMONDS = "D"
    CLUBS = "C"

    @property
    def symbol(self) -> str:
        """The suit's sign: ♠ ♥ ♦ ♣."""
        return {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}[self.value]


@dataclass(frozen=True, slots=True)
class Card:
    """A natural card with rank and suit, or a joker with neither. `code` is its two-letter code: `TS`, `JK`."""

    rank: Rank | None = None
    suit: Suit | None = None
    code: str = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        code = "JK" if self.rank is None or self.suit is None else self.rank.letter + self.suit
        object.__setattr__(self, "code", code)

    def __hash__(self) -> int:
        """Return the hash of the code, which a text computes only once: cards are looked up very often."""
        return hash(self.code)

    @property
    def is_joker(self) -> bool:
        """Whether this is a joker."""
        return self.rank is None

    @property
    def sign(self) -> str:
        """The card as people write it: `10♠`; empty for a joker, which is a word."""
        return "" if self.rank is None or self.suit is None else f"{_rank_sign(self.rank)}{self.suit.symbol}"

    def __str__(self) -> str:
        return self.code


def _rank_sign(rank: Rank) -> str:
    return "10" if rank is Rank.TEN else rank.letter


Cards: TypeAlias = tuple[Card, ...]


@dataclass(frozen=True)
class LaidOff:
    """A card laid off, and the index of the meld it went to, in the table as it was at the turn's beginning.

    `as_` is the card that it was laid as, if it is a joker; None if that is not known.
    """

    card: Card
    to: int
    as_: Card | None = None


JOKER = Card()
NATURALS = tuple(Card(rank, suit) for suit in Suit for rank in Rank)

BY_CODE = {card.code: card for card in (JOKER, *NATURALS)}  # the plainest spelling only: `parse_card` knows the others
_SYMBOLS = str.maketrans({"♠": "S", "♤": "S", "♥": "H", "♡": "H", "♦": "D", "♢": "D", "♣": "C", "♧": "C"})
_EMOJI_STYLE = "\ufe0e\ufe0f"
_LETTERS = {"E": "A", "Á": "A", "D": "Q", "B": "J", "G": "J", "KN": "J"}  # of other countries, none of which clash
_OTHER_LETTER = re.compile(f"^({'|'.join(sorted(_LETTERS, key=len, reverse=True))})(?=[SHDC]$)")
_COLOURS = {"K": Suit.SPADES, "R": Suit.HEARTS, "O": Suit.DIAMONDS, "Y": Suit.DIAMONDS, "B": Suit.CLUBS}
_NUMBERED = re.compile(
    r"([KROYB])(1[0-3]|[1-9])"
)  # no code is like that: a code has a digit in second place only in 10


def parse_card(text: str, *, numbered: bool = False) -> Card:
    """Return the card that `text` names; `numbered`: also by colour and number, `K1 R7 O10 B13` (RK-01).

    Takes the codes `AS 2H … TD KC JK`, also `10H`, lower case, suit symbols (`7♥`), and the letters on the cards of any
    country (`DH` and `D♥` are the queen of hearts, `KnS` is the jack of spades; the rank comes first).

    Raises:
        UnknownCard: `text` names no card.
    """
    try:
        return BY_CODE[code_of(number_code(text) if numbered else text)]
    except KeyError:
        shown = "".join(c if unicodedata.category(c)[0] != "C" else "�" for c in text[:20])
        raise UnknownCard(
            Problem(
                N_("“{card}” isn’t a card. Write rank and suit, like 7H, TS or AD, or JK for a joker."),
                values={"card": shown},
            )
        ) from None


def number_code(text: str) -> str:
    """Return the code of a tile written by colour and number, `R7`; any other text unchanged."""
    found = _NUMBERED.fullmatch(text.strip().upper())
    return Card(Rank(int(found[2])), _COLOURS[found[1]]).code if found else text


def code_of(text: str) -> str:
    """Return the code of a card as people write it; a text that names no card in capitals."""
    code = text.strip().strip(_EMOJI_STYLE).translate(_SYMBOLS).upper()
    if code.startswith("10"):
        code = "T" + code[2:]
    return _OTHER_LETTER.sub(lambda found: _LETTERS[found[1]], code, count=1) if len(code) in (2, 3) else code


def parse_cards(texts: Iterable[str], *, numbered: bool = False) -> tuple[Card, ...]:
    """Return the cards that `texts` name, in their order; `numbered` as of `parse_card`.

    Raises:
        UnknownCard: with a problem for each text that names no card, its path the index.
    """
    cards: list[Card] = []
    problems: list[Problem] = []
    for index, text in enumerate(texts):
        try:
            cards.append(parse_card(text, numbered=numbered))
        except UnknownCard as error:
            problems.extend(p.within(index) for p in error.problems)
    if problems:
        raise UnknownCard(*problems)
    return tuple(cards)


def codes(cards: Iterable[Card]) -> list[str]:
    """Return the two-letter codes of `cards`, in their order."""
    return [card.code for card in cards]
