"""Aggregate the tallies of a circle in the database; `statistics.sums_of` defines the same sums in Python."""

from collections.abc import Mapping
from json import loads
from typing import Any, Literal

from ...store.circles import tally_sums
from ...store.circles.tally_sums import Chosen
from ...store.database import db
from .statistics import Between, Sums

Rivals = int | Literal["all"] | None
"""Who is compared with each of the others: a person by id, everybody, or nobody."""

_ADDED = (
    *("games", "ended", "won", "places", "rounds", "points", "out", "penalties"),
    *("rulings_won", "rulings_lost"),
)


def added_up(chosen: Chosen, same: Mapping[int, int], rivals: Rivals = None) -> dict[int, Sums]:
    """Return everybody's sums over games, as `sums_of` does; `same` has the person that each id counts for (merges)."""
    session = db.session()
    found: dict[int, Sums] = {}
    sums_by_person = tally_sums.sums(session, chosen)
    for row in sums_by_person:
        _add(found.setdefault(same[row.person_id], Sums()), row)
    for row in tally_sums.counts(session, chosen) if any(row.counted for row in sums_by_person) else ():
        _count(found[same[row.person_id]], row)
    merged = any(person != who for person, who in same.items())
    for person, place in tally_sums.places(session, chosen, by_time=merged):
        sums = found[same[person]]
        sums.running = sums.running + 1 if place == 1 else 0
        if sums.running > sums.streak:
            sums.streak = sums.running
    if rivals is not None:
        for row in tally_sums.pairs(session, chosen, [one for one, who in same.items() if rivals in ("all", who)]):
            _compare(found[same[row.person_id]].against.setdefault(same[row.rival], Between()), row)
    return found


def _add(sums: Sums, row: Any) -> None:
    for key in _ADDED:
        setattr(sums, key, getattr(sums, key) + getattr(row, key))
    sums.out_run = max(sums.out_run, row.out_run)
    better, best = (min, row.lowest) if row.lowest_wins else (max, row.highest)
    sums.best = better((each for each in (sums.best, best) if each is not None), default=None)


def _count(sums: Sums, row: Any) -> None:
    counts = loads(row.counts)
    for key, found in (("ways", sums.ways), ("kinds", sums.kinds)):
        for kind, times in counts.get(key, {}).items():
            found[row.variant, kind] += times * row.times


def _compare(between: Between, row: Any) -> None:
    for key in ("games", "ahead", "behind", "won", "lost"):
        setattr(between, key, getattr(between, key) + getattr(row, key))
