"""Fields by their dotted paths (`"deck.jokers"`), which lead through frozen dataclasses and mappings."""

from collections.abc import Mapping
from dataclasses import fields, is_dataclass, replace
from typing import Any, TypeVar

from ..cards import Rank

T = TypeVar("T")


def with_fields(whole: T, changes: Mapping[str, object]) -> T:
    """Return a copy of the dataclass `whole` with other values in its fields (dotted path -> value)."""
    for path, value in changes.items():
        whole = _put(whole, path.split("."), value)
    return whole


def read_field(whole: object, path: str) -> object:
    """Return the field, or the property, at a dotted `path` (`"deck.jokers"`), which may lead into a mapping.

    Raises:
        AttributeError: there is no such field.
    """
    part: Any = whole
    for name in path.split("."):
        if isinstance(part, Mapping) and _entry(name) in part:
            part = part[_entry(name)]
        elif is_dataclass(part) and (any(f.name == name for f in fields(part)) or _is_derived(part, name)):
            part = getattr(part, name)
        else:
            raise AttributeError(path)
    return part


def _put(part: Any, path: list[str], value: object) -> Any:
    """Return a copy of `part`, a dataclass or a mapping, with what is at `path` set to `value`."""
    name, *rest = path
    if isinstance(part, Mapping):
        key = _entry(name)
        return {**part, key: _put(part[key], rest, value) if rest else value}
    return replace(part, **{name: _put(getattr(part, name), rest, value) if rest else value})


def _entry(name: str) -> str | Rank:
    """Return the key of a mapping's entry by its name in a dotted path: a rank by the name of its member."""
    return Rank[name] if name in Rank.__members__ else name


def _is_derived(part: object, name: str) -> bool:
    return isinstance(getattr(type(part), name, None), property)
