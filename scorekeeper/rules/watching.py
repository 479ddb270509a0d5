"""Which fields of a variant a question reads.

A question depends on nothing but the variant and the situation: another reading of the source that changes no field
that was read cannot change the answer. So most of the other readings need not be tried.
"""

from collections.abc import Iterable
from dataclasses import fields, is_dataclass
from functools import cache
from typing import Any, get_type_hints

from .variant import Variant

NAMES_OF_RULES = ("cites.", "melds.rules.")
Seen = set[tuple[str, str]]  # (name of the part, name of its field)


class _Watched:
    """Mixed into a part of a variant: notes whatever is read of it."""

    def __getattribute__(self, name: str) -> Any:
        held = object.__getattribute__(self, "__dict__")
        if "_seen" in held:  # not in a copy with other fields: making that has read them all
            held["_seen"].add((held["_part"], name))
        return object.__getattribute__(self, name)


def watched(variant: Variant) -> tuple[Variant, Seen]:
    """Return a variant that is the same, and the set that fills with the fields of its parts that are read."""
    seen: Seen = set()
    copy: Variant = object.__new__(Variant)
    held = copy.__dict__
    given = variant.__dict__
    for name in _NAMES:
        held[name] = given[name]
    held["rules"] = variant.rules  # worked out once, and of no part
    for name in _PARTS:
        held[name] = _watched_part(name, given[name], seen)
    return copy, seen


def _watched_part(name: str, part: Any, seen: Seen) -> Any:
    kind: Any = type(part)
    copy = object.__new__(_watched_class(kind))
    held = object.__getattribute__(copy, "__dict__")
    held.update(part.__dict__)
    held["_seen"], held["_part"] = seen, name
    return copy


@cache
def _watched_class(part: Any) -> Any:
    return type(f"Watched{part.__name__}", (_Watched, part), {})


def concerns(paths: Iterable[str], seen: Seen) -> bool:
    """Return whether a change at one of `paths` (dotted) can be noticed by who has `seen` these fields.

    Which rule is named for a thing changes no answer.
    """
    for path in paths:
        if path.startswith(NAMES_OF_RULES):
            continue
        part, _, field = path.partition(".")
        if part not in _PARTS or (part, field.partition(".")[0]) in seen:
            return True
    return False


_NAMES = tuple(field.name for field in fields(Variant))
_PARTS = frozenset(name for name, kind in get_type_hints(Variant).items() if is_dataclass(kind))
