"""The headings of the players' columns."""

from collections import Counter
from collections.abc import Sequence

from markupsafe import Markup

_SHORT = 9  # letters of a name in a column


def heading(name: str, short: str) -> Markup:
    """Return the heading of a column: the short name, with the full one for screen readers."""
    if short == name:
        return Markup('<th scope="col"><bdi>{}</bdi></th>').format(name)
    whole = Markup('<th scope="col" title="{}"><bdi aria-hidden="true">{}</bdi><bdi class="vh">{}</bdi></th>')
    return whole.format(name, short, name)


def shortened(several: Sequence[str]) -> dict[str, str]:
    """Return a short form of each name, all different: its beginning; else beginning and end; else with its seat."""
    cut = {name: name if len(name) <= _SHORT else name[: _SHORT - 1].rstrip() + "…" for name in several}
    with_ends = {name: f"{name[:4]}…{name[-4:]}" for name in several}
    with_seats = {name: f"{name[:6]}…{seat}" for seat, name in enumerate(several, 1)}
    for others in (with_ends, with_seats):
        taken = Counter(short.casefold() for short in cut.values())
        alike = [name for name, short in cut.items() if taken[short.casefold()] > 1 and len(name) > _SHORT]
        cut.update({name: others[name] for name in alike})
    return cut
