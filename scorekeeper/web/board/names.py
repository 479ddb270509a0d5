"""Names in little space: the headings of columns, the buttons of players."""

from collections import Counter
from collections.abc import Mapping, Sequence
from types import MappingProxyType

from markupsafe import Markup

from ...rules.scoring.sides import Side, side_name
from ..text import bdi

_SHORT = 9  # letters of a name in a column
NO_SIDES: Mapping[str, Side] = MappingProxyType({})


def _of_both(one: str, other: str) -> str:
    """Return a short name of two partners: room that one name does not need goes to the other."""
    room = _SHORT - len(side_name(("", "")))
    first = one[: max(room // 2, room - len(other))].rstrip(" -")
    return side_name((first, other[: room - len(first)].rstrip(" -")))


def heading(name: str, short: str) -> Markup:
    """Return the heading of a column: the short name, with the full one for screen readers."""
    title = Markup(' title="{}"').format(name) if short != name else ""
    return Markup('<th scope="col"{}>{}</th>').format(title, short_name(name, short))


def short_name(name: str, short: str) -> Markup:
    """Return the short name for the eye, and the full one for screen readers."""
    if short == name:
        return bdi(name)
    return Markup('<bdi aria-hidden="true">{}</bdi><bdi class="vh">{}</bdi>').format(short, name)


def shortened(several: Sequence[str], sides: Mapping[str, Side] = NO_SIDES) -> dict[str, str]:
    """Return a short form of each name, all different: its beginning; else beginning and end; else with its seat.

    That of one of the `sides` has the beginnings of both names.
    """
    cut = {name: name if len(name) <= _SHORT else name[: _SHORT - 1].rstrip() + "…" for name in several}
    cut |= {name: _of_both(*sides[name]) for name in several if name in sides and len(name) > _SHORT}
    with_ends = {name: f"{name[:4]}…{name[-4:]}" for name in several}
    with_seats = {name: f"{name[:6]}…{seat}" for seat, name in enumerate(several, 1)}
    for others in (with_ends, with_seats):
        taken = Counter(short.casefold() for short in cut.values())
        alike = [name for name, short in cut.items() if taken[short.casefold()] > 1 and len(name) > _SHORT]
        cut.update({name: others[name] for name in alike})
    return cut
