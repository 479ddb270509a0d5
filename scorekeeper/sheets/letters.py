"""Which letters our own font has: what it lacks is shown as an empty frame, and said, on every machine alike."""

import unicodedata
from functools import lru_cache

from .press import FACES, FONTS

FRAME = "▯"


@lru_cache(maxsize=1)
def _has() -> frozenset[int]:
    from fontTools.ttLib import TTFont

    with TTFont(FONTS / FACES[0], lazy=True) as font:
        return frozenset(font.getBestCmap())


def printable(text: str) -> str:
    """Return `text` with a frame for each letter that the font lacks; marks on such a letter are left out."""
    if text.isascii():
        return text
    has = _has()
    return "".join(
        c if ord(c) in has or c.isspace() else FRAME if unicodedata.category(c)[0] not in "MC" else "" for c in text
    )


def lacks(text: str) -> bool:
    """Return whether the font lacks a letter of `text`."""
    return printable(text).count(FRAME) > text.count(FRAME)
