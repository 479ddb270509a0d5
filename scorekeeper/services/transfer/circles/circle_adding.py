"""What a circle has besides people and games, taken from a file: nothing there is doubled or overwritten."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ....rules.errors import N_, Problem
from ....store.circles import circles, named_rules, seasons
from ....store.models import NamedRules, Season
from ....store.moments import in_utc
from ...bounds import LONGEST_GAME_NAME, LONGEST_NAME
from ...circles.evening_notes import NoteChange, PlayedAt, add_changes, changes_of, noted
from ...circles.named_rules import MOST_SETS
from ...circles.seasons import MOST_SEASONS, SeasonColumns
from ...errors import Invalid
from .circle_shapes import NoteShape, NotesShape, RulesShape

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


def add_seasons(session: Any, circle_id: str, found: Sequence[SeasonColumns], *, own: bool) -> int:
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


def add_notes(session: Any, circle_id: str, found: Sequence[NotesShape], earlier: Mapping[str, NoteShape]) -> int:
    """Add the notes on evenings of a locked circle that never had one, with all their changes; return of how many.

    Files of `earlier` releases have a note by a game, here by its id. The games of the file must be there already: they
    decide what an evening is.
    """
    if not found and not earlier:
        return 0
    played = [PlayedAt(game_id, in_utc(at)) for game_id, at in circles.last_played(session, circle_id)]
    at_game = dict(played)
    new = [NoteChange(0, each.evening, made.note, made.who, made.at) for each in found for made in each.changes]
    new += [NoteChange(0, at_game[of], made.note, made.who, made.at) for of, made in earlier.items() if of in at_game]
    new = [each._replace(number=at) for at, each in enumerate(sorted(new, key=lambda each: each.at), -len(new))]
    evenings = noted(played, [*new, *changes_of(session, circle_id)])
    bare = [evening for evening in evenings if evening.changes and evening.changes[-1].number < 0]
    add_changes(session, circle_id, sorted(change for evening in bare for change in evening.changes))
    return len(bare)


def _without_name(season: Mapping[str, object]) -> dict[str, object]:
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
