"""The width of text in the typeface of sheets; text cut to a width, or broken into lines. Widths are in em.

Kerning is left out, which makes text a little narrower. Pictures need it: the ellipsis that WeasyPrint adds by itself
(`text-overflow`) ends some texts within a letter of several bytes, which it then cannot decode.
"""

from collections.abc import Mapping
from functools import lru_cache

from .letters import printable
from .press import FACES, FALLBACK, FONTS

_WORDS = 0.06  # more between words, as in `sheet.css`
_UNKNOWN = 1.0


@lru_cache(maxsize=2)
def _advances(bold: bool) -> Mapping[str, float]:
    from fontTools.ttLib import TTFont

    found: dict[str, float] = {}
    for name in (FALLBACK[bold], FACES[bold]):  # the second has what both have
        with TTFont(FONTS / name, lazy=True) as font:
            units, metrics = font["head"].unitsPerEm, font["hmtx"].metrics
            found |= {chr(code): metrics[glyph][0] / units for code, glyph in font.getBestCmap().items()}
    return found


def width_of(text: str, *, bold: bool = False) -> float:
    """Return the width of a line of text."""
    advances = _advances(bold)
    return sum([advances.get(letter, _UNKNOWN) for letter in printable(text)]) + _WORDS * text.count(" ")


def cut(text: str, width: float, *, bold: bool = False) -> str:
    """Return as much of a text as fits a width, with an ellipsis if that is not all of it."""
    if width_of(text, bold=bold) <= width:
        return text
    room, kept = width - width_of("…", bold=bold), ""
    for letter in text:
        room -= width_of(letter, bold=bold)
        if room < 0:
            break
        kept += letter
    return kept.rstrip(" ,·") + "…"


def broken(text: str, width: float, *, bold: bool = False) -> list[str]:
    """Return a text in lines that fit a width; a word that is too long for a line is cut."""
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".strip()
        if width_of(longer, bold=bold) <= width:
            lines[-1] = longer
        else:
            lines.append(cut(word, width, bold=bold))
    return [line for line in lines if line]
