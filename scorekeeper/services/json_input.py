"""Strict JSON parsing: UTF-8, unique keys, finite numbers, limited depth."""

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TypeVar

from ..rules.errors import N_, Problem
from .bounds import MOST_VALUES
from .errors import Invalid, NotJson

V = TypeVar("V")

_DEEPEST = 50

_UNREADABLE = N_("This is not JSON: look at line {line}, column {column}.")
_NOT_UTF8 = N_("This is not JSON in UTF-8.")
_NO_NUMBER = N_("This is not JSON: {word} is not a JSON number.")
_TOO_LONG = N_("This JSON is not accepted: a number in it is far too long.")
_TOO_DEEP = N_("This JSON is not accepted: it is nested too deeply.")
_TOO_MANY = N_("This JSON is not accepted: it has far more values than any game.")
_TWICE = N_("“{key}” appears twice in one object.")


def decode(sent: bytes) -> object:
    """Parse JSON (RFC 8259).

    Raises:
        NotJson: it is no JSON, or not such as is read here.
        Invalid: it holds far more values than anything that is read here.
    """
    if len(sent) > MOST_VALUES and _left_open(sent) > _DEEPEST:
        raise NotJson(Problem(_TOO_DEEP))
    check_number_of_values(sent, MOST_VALUES)
    with refusing():
        value: object = READER.decode(sent.decode())
    if sent.count(b"[") + sent.count(b"{") > _DEEPEST and _is_deep(value):
        raise NotJson(Problem(_TOO_DEEP))
    return value


def check_number_of_values(sent: bytes, most: int) -> None:
    """Check that a text has at most about `most` values, estimated by commas and brackets, before it is parsed.

    Raises:
        Invalid: they are more.
    """
    if sum(map(sent.count, (b",", b"[", b"{"))) > most:
        raise Invalid(Problem(_TOO_MANY))


def _left_open(sent: bytes) -> int:
    """Return the number of brackets without a counterpart, ignoring their order."""
    return sent.count(b"[") - sent.count(b"]") + sent.count(b"{") - sent.count(b"}")


@contextmanager
def refusing() -> Iterator[None]:
    """Convert Python's errors about invalid JSON to NotJson."""
    try:
        yield
    except UnicodeDecodeError:
        raise NotJson(Problem(_NOT_UTF8)) from None
    except json.JSONDecodeError as error:
        raise unreadable(error.lineno, error.colno) from None
    except RecursionError:
        raise NotJson(Problem(_TOO_DEEP)) from None
    except ValueError:  # Python does not read integers of thousands of digits
        raise NotJson(Problem(_TOO_LONG)) from None


def unreadable(line: int, column: int) -> NotJson:
    """Return the error with the line and column where the JSON is invalid."""
    return NotJson(Problem(_UNREADABLE, (), {"line": line, "column": column}))


def not_twice(pairs: Sequence[tuple[str, V]]) -> dict[str, V]:
    """Return an object's keys with their values.

    Raises:
        NotJson: a key stands twice in it.
    """
    made: dict[str, V] = {}
    for key, value in pairs:
        if key in made:
            raise NotJson(Problem(_TWICE, (), {"key": key[:40]}))
        made[key] = value
    return made


def _no_number(word: str) -> object:
    raise NotJson(Problem(_NO_NUMBER, (), {"word": word}))


READER = json.JSONDecoder(object_pairs_hook=not_twice, parse_constant=_no_number)


def _is_deep(value: object) -> bool:
    """Return whether objects and lists are nested deeper than the limit."""
    level = [value]
    for _ in range(_DEEPEST):
        level = [
            part
            for outer in level
            if isinstance(outer, dict | list)
            for part in (outer.values() if isinstance(outer, dict) else outer)
        ]
        if not level:
            return False
    return True
