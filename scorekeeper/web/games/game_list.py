"""The games to choose from: their order, and a search over what their cards show."""

from collections.abc import Sequence
from typing import NamedTuple
from unicodedata import combining, normalize

from ...extensions import wanted_language
from ...rules.model.variant import Variant
from ...rules.variants import VARIANTS
from ...services.rulebook.traits import traits
from ...services.wording import game_name, reader_language, sentence

LONGEST_SEARCH = 60  # characters
_OF_NORTH = str.maketrans({"ø": "o", "æ": "ae", "ð": "d", "þ": "th", "ł": "l"})  # letters without a decomposition


class GameToPlay(NamedTuple):
    """A game in the list."""

    variant: Variant
    traits: tuple[str, ...]
    """What tells it apart, in the reader's language."""
    played: bool
    """Whether this device has played it lately."""


def games_to_play(played: Sequence[str], search: str = "") -> list[GameToPlay]:
    """Return the games whose cards have all words of `search`.

    Those in `played`, keys of games with the latest first, come first; then those of the language that the reader
    wants, then those of the language of the page, then the others by name; a game that is only counted comes last.
    """
    found = [GameToPlay(each, traits(each), each.key in played) for each in VARIANTS.values()]
    words = _folded(search).split()
    return sorted((each for each in found if _has(each, words)), key=lambda each: _place(each.variant, played))


def _place(variant: Variant, played: Sequence[str]) -> tuple[int, bool, int, str]:
    recent = played.index(variant.key) if variant.key in played else len(played)
    languages = (wanted_language(), reader_language(), variant.language)
    return recent, not variant.has_cards, languages.index(variant.language), _folded(variant.name)


def _has(game: GameToPlay, words: Sequence[str]) -> bool:
    variant = game.variant
    shown = (variant.name, game_name(variant), sentence(variant.country), sentence(variant.summary), *game.traits)
    text = _folded(" ".join(shown))
    return all(word in text for word in words)


def _folded(text: str) -> str:
    """Return a text without case and accents, as people type it on a phone."""
    letters = normalize("NFKD", text.casefold().translate(_OF_NORTH))
    return "".join(letter for letter in letters if not combining(letter))
