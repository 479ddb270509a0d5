"""The letters on cards: those of ace, king, queen and jack differ by country. Codes always have A, K, Q, J.

Source: the translations of GNOME Aisleriot; for Danish packs http://members.tripod.com/a_pollett/cardindd.htm.
"""

import re
import unicodedata
from collections.abc import Mapping
from functools import cache

from .cards import JOKER, NATURALS, Card, Rank, Suit

ENGLISH = "AKQJ"
LETTERS = {ENGLISH: "A K Q J", "AKDB": "A K D B", "EKDKN": "E K D Kn", "EKDB": "E K D B", "AKDG": "Á K D G"}
"""Ace, king, queen and jack, by the key of the choice."""
NUMBERS = "numbers"
"""The key of tiles that show a number, 1 to 13, in one of four colours."""
COLOURS = {Suit.SPADES: "K", Suit.HEARTS: "R", Suit.DIAMONDS: "O", Suit.CLUBS: "B"}
"""The letter of each colour, black, red, orange and blue, before the number of such a tile."""
_OF_LANGUAGE = {"da": "EKDKN", "de": "AKDB", "is": "AKDG", "sv": "EKDKN"}
_JOKER = re.compile(
    r"(?<!\w)(?:j[oó](?:k(?:er[^\W\d_]{0,4})?)?|jkr|[zž]o(?:l(?:[ií][kc][^\W\d_]{0,3})?)?)(?!\w)", re.IGNORECASE
)
"""A joker in any language, inflected or abbreviated, with and without accents: `jokere`, `Jok`, `ŽOLÍK`, `jóker`."""
_IN_A_ROW = re.compile(r"(?<![\w-])(?:[AKQJ]|10|[2-9])(?:-(?:[AKQJ]|10|[2-9]))+(?![\w-])")
_RANKS = (Rank.ACE, Rank.KING, Rank.QUEEN, Rank.JACK)


def usual_letters(language: str) -> str:
    """Return the key of the letters that packs of a language have."""
    return _OF_LANGUAGE.get(language, ENGLISH)


def with_joker_codes(text: str) -> str:
    """Return typed cards with `JK` in place of each joker that is a word; `typed.js` does the same."""
    return _JOKER.sub("JK", unicodedata.normalize("NFC", text))


@cache
def rank_signs(letters: str) -> Mapping[Rank, str]:
    """Return each rank as people write it with these letters, or as a number: `Kn`, `10`."""
    if letters == NUMBERS:
        return {rank: str(int(rank)) for rank in Rank}
    own = dict(zip(_RANKS, LETTERS[letters].split(), strict=True))
    return {rank: own.get(rank, str(int(rank))) for rank in Rank}


def in_letters(text: str, letters: str) -> str:
    """Return a sentence with these letters, and no-break hyphens, in rows of ranks: `K-A-2` becomes `K‑Á‑2`."""
    if "-" not in text:
        return text
    own = {rank.letter: sign for rank, sign in rank_signs(letters).items()}
    return _IN_A_ROW.sub(lambda row: "\u2011".join(own.get(rank, rank) for rank in row[0].split("-")), text)


@cache
def signs_of(letters: str) -> Mapping[Card, str]:
    """Return each card as people write it with these letters, `Kn♠`, or in its colour, `K7`; empty for a joker."""
    ranks = rank_signs(letters)
    if letters == NUMBERS:
        return {JOKER: ""} | {c: f"{COLOURS[c.suit]}{ranks[c.rank]}" for c in NATURALS if c.rank and c.suit}
    return {JOKER: ""} | {card: f"{ranks[card.rank]}{card.sign[-1]}" for card in NATURALS if card.rank}
