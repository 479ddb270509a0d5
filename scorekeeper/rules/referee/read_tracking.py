"""Which fields of a variant a question reads.

A question depends on nothing but the variant and the situation: another reading of the source that changes no field
that was read cannot change the answer. So most of the other readings need not be tried.
"""

from collections.abc import Mapping
from dataclasses import fields
from functools import cache
from typing import Any

from ..cards import Rank
from ..model.variant import BESIDE_PARTS, BY_ENTRY, PARTS, PartField, Variant

Seen = set[PartField]


def tracked(variant: Variant) -> tuple[Variant, Seen]:
    """Return a tracked copy of `variant`, and the set to which the fields that are read from it are added.

    `put_back` returns both to the pool, so that the next question need not copy the variant again.
    """
    return variant.idle_tracked_copies.pop() if variant.idle_tracked_copies else _copied(variant)


def put_back(variant: Variant, copy: Variant, seen: Seen) -> None:
    """Return a tracked `copy` and its set to the pool; the caller must not use them afterwards."""
    if len(copy.__dict__) > len(_KEPT):
        for cached in copy.__dict__.keys() - _KEPT:  # whose fields would be read unnoticed
            del copy.__dict__[cached]
    seen.clear()
    variant.idle_tracked_copies.append((copy, seen))


def _copied(variant: Variant) -> tuple[Variant, Seen]:
    seen: Seen = set()
    copy: Variant = object.__new__(Variant)
    held = copy.__dict__
    for name in _NAMES:
        held[name] = getattr(variant, name)
    held["rules"] = variant.rules  # computed once, and in no part
    for name in PARTS:
        held[name] = _tracked_part(name, held[name], seen)
    for name in BESIDE_PARTS:
        held[name] = _TrackedEntries(_Marks(name), held[name], seen)
    return copy, seen


def _tracked_part(name: str, part: Any, seen: Seen) -> Any:
    kind: Any = type(part)
    copy = object.__new__(_tracked_class(name, kind))
    copy.__dict__.update(part.__dict__, _seen=seen, _untracked=part)
    for mapping in (each for owner, each in BY_ENTRY if owner == name):
        copy.__dict__[mapping] = _TrackedEntries(_Marks(name, f"{mapping}."), part.__dict__[mapping], seen)
    return copy


@cache
def _tracked_class(name: str, part: Any) -> Any:
    """Return a subclass of the class `part` that records which of its fields are read."""
    noting = {each.name: _noting(name, each.name) for each in fields(part) if (name, each.name) not in BY_ENTRY}
    return type(f"Watched{part.__name__}", (part,), noting)


class _Marks(dict[str, PartField]):
    """The field that stands for each key of a mapping: (part, `name.key`), or of one beside the parts (name, `key`)."""

    def __init__(self, part: str, prefix: str = "") -> None:
        super().__init__()
        self._part, self._prefix = part, prefix

    def __missing__(self, key: str) -> PartField:
        name = key.name if isinstance(key, Rank) else key
        mark = self[key] = (self._part, f"{self._prefix}{name}")
        return mark


class _TrackedEntries(dict[str, Any]):
    """A mapping that records which of its entries are read, also missing ones."""

    def __init__(self, marks: _Marks, entries: Mapping[str, Any], seen: Seen) -> None:
        super().__init__(entries)
        self._note, self._marks = seen.add, marks

    def __getitem__(self, key: str) -> Any:
        self._note(self._marks[key])
        return dict.__getitem__(self, key)

    def get(self, key: str, default: Any = None) -> Any:
        self._note(self._marks[key])
        return dict.get(self, key, default)


def _noting(part: str, name: str) -> property:
    mark = (part, name)

    def read(self: Any) -> Any:
        held = self.__dict__
        seen = held.get("_seen")
        if seen is not None:  # not in a copy with other fields: making that has read them all
            seen.add(mark)
        return held[name]

    def keep(self: Any, value: Any) -> None:
        self.__dict__[name] = value

    return property(read, keep)


_NAMES = tuple(field.name for field in fields(Variant))
_KEPT = {*_NAMES, "rules"}
