"""What a circle has besides people and games, taken from a file: nothing there is doubled or overwritten."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ....rules.errors import N_, Problem
from ....store.circles import evening_notes, named_rules, seasons
from ....store.models import NamedRules, Season
from ....store.rows import EveningNoteRow
from ...bounds import LONGEST_GAME_NAME, LONGEST_NAME
from ...circles.evenings import evenings_by_game
from ...circles.named_rules import MOST_SETS
from ...circles.seasons import MOST_SEASONS
from ...errors import Invalid
from .circle_shapes import NoteShape, RulesShape

_TOO_MANY_SETS = N_("With those of this file the circle would have more than {most} sets of house rules.")
_TOO_MANY_SEASONS = N_("With those of this file the circle would have more than {most} seasons.")


def add_rules(session: Any, circle_id: str, found: Sequence[RulesShape], *, own: bool) -> int:
    """Add the house rules that a locked circle lacks, and return how many.

    It has those of the same choices, whatever their name; in its `own` file also those of the same name.

    Raises:
        Invalid: they would be too many.
    """
    known = named_rules.of_circles(session, [circle_id])
    same = [(row.variant, dict(row.house_rules)) for row in known]
    names = {row.name.casefold() for row in known}
    new = [
        each
        for each in found
        if (each.variant, each.house_rules) not in same and not (own and each.name.casefold() in names)
    ]
    if len(known) + len(new) > MOST_SETS:
        raise Invalid(Problem(_TOO_MANY_SETS, ("house_rules",), {"most": MOST_SETS}))
    for each, name in zip(new, _free_names([each.name for each in new], names, LONGEST_NAME), strict=True):
        rules = NamedRules(circle_id=circle_id, name=name, variant=each.variant, house_rules=each.house_rules)
        session.add(rules)
        session.flush()  # they are listed in the order of their ids
    return len(new)


def add_seasons(session: Any, circle_id: str, found: Sequence[Mapping[str, Any]], *, own: bool) -> int:
    """Add the seasons that a locked circle lacks, and return how many.

    It has those that count the same, whatever their name, and those of the same name and days; in its `own` file all of
    the same name.

    Raises:
        Invalid: they would be too many.
    """
    known = [row._asdict() for row in seasons.seasons(session, circle_id)]
    counted = [_without_name(row) for row in known]
    days = {(row["name"].casefold(), row["first"], row["last"]) for row in known}
    names = {row["name"].casefold() for row in known}
    new = [
        each
        for each in found
        if _without_name(each) not in counted
        and (each["name"].casefold(), each["first"], each["last"]) not in days
        and not (own and each["name"].casefold() in names)
    ]
    if len(known) + len(new) > MOST_SEASONS:
        raise Invalid(Problem(_TOO_MANY_SEASONS, ("seasons",), {"most": MOST_SEASONS}))
    for each, name in zip(new, _free_names([each["name"] for each in new], names, LONGEST_GAME_NAME), strict=True):
        session.add(Season(circle_id=circle_id, **{**each, "name": name}))
        session.flush()
    return len(new)


def add_notes(session: Any, circle_id: str, found: Mapping[str, NoteShape]) -> int:
    """Add the notes, by games here, on evenings of a locked circle that have none, the latest of each; return how many.

    The games of the file must be there already: they decide what an evening is.
    """
    evening = evenings_by_game(session, circle_id) if found else {}
    added = 0
    for game_id, shape in sorted(found.items(), key=lambda item: item[1].at, reverse=True):
        if evening_notes.latest(session, circle_id, evening[game_id]) is None:
            note = EveningNoteRow(game_id, shape.note, shape.who, shape.at)
            evening_notes.put(session, circle_id, evening[game_id], note)
            added += 1
    return added


def _without_name(season: Mapping[str, Any]) -> dict[str, Any]:
    """Return what a season counts: its columns without its name and what it is known by."""
    return {key: value for key, value in season.items() if key not in ("id", "circle_id", "name")}


def _free_names(names: Sequence[str], taken: set[str], longest: int) -> Iterator[str]:
    """Yield each name, or if it is taken with the first number that makes it another one."""
    taken = set(taken)
    for name in names:
        free, number = name, 1
        while free.casefold() in taken:
            number += 1
            free = f"{name[: longest - len(str(number)) - 3].rstrip()} ({number})"
        taken.add(free.casefold())
        yield free
