"""Characters that the bundled fonts lack: replaced by an empty frame, so that every machine prints the same."""

import unicodedata
from functools import lru_cache

from .press import FACES, FALLBACK, FONTS

FRAME = "▯"


@lru_cache(maxsize=1)
def _glyphs() -> frozenset[int]:
    from fontTools.ttLib import TTFont

    found: set[int] = set()
    for name in (FACES[0], FALLBACK[0]):
        with TTFont(FONTS / name, lazy=True) as font:
            found.update(font.getBestCmap())
    return frozenset(found)


def printable(text: str) -> str:
    """Return `text` with a frame for each character that the fonts lack; such combining marks are dropped."""
    if text.isascii():
        return text
    has = _glyphs()
    return "".join(
        c if ord(c) in has or c.isspace() else FRAME if unicodedata.category(c)[0] not in "MC" else "" for c in text
    )


def has_missing_glyphs(text: str) -> bool:
    """Return whether the fonts lack a character of `text`."""
    return printable(text).count(FRAME) > text.count(FRAME)
