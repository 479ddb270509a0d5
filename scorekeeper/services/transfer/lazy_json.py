"""Lazy parsing of exports: the items of their long lists are decoded when accessed, so that memory stays flat.

Decoded JSON takes several times the size of its text. So only the text is stored, with the offsets of the items.
"""

import re
from array import array
from codecs import getincrementaldecoder
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import islice
from json import JSONDecodeError
from typing import TypeAlias

from ...rules.errors import N_, Problem
from ..bounds import MOST_KEYS, MOST_REVISIONS, MOST_VALUES_OF_A_FILE, MOST_VALUES_OF_A_PART
from ..errors import Invalid
from ..json_input import READER, check_number_of_values, decode, not_twice, refusing, unreadable

_LISTS = ("games", "history", "rounds", "rulings")  # of any length; everything else in an export is short
_OUTER = ("games", "game")  # objects that contain such lists
_CHUNK = 1 << 16
_WHITE = " \t\r\n"
_WINDOWS = (1 << 12, 1 << 16)  # characters in which the end of a value is searched first
_SIGNS = re.compile(r"[,\[{]")  # one for each value, roughly: see `check_number_of_values`
_LONGEST_SIGN = 8  # a truncated literal or escape is at most so long
_MOST_ITEMS = 4 * MOST_REVISIONS  # of a list; its consumer may allow fewer
_TOO_MANY_KEYS = N_("This object has too many keys: at most {most}.")
_TOO_MANY = N_("This JSON is not accepted: one part of it has far more values than any game.")
_Found: TypeAlias = "Pieces | tuple[int, int] | dict[str, _Found]"
"""A value that was found: a long list, an object, or begin and end of any other."""


class Pieces(Sequence[object]):
    """A list of a JSON text; each access decodes the item again."""

    def __init__(self, sent: bytes, read: Callable[[bytes], object]) -> None:
        self._sent, self._read = sent, read
        self.places = array("L")  # begin and end of each item, alternating

    def __len__(self) -> int:
        return len(self.places) // 2

    def __getitem__(self, index: int) -> object:  # type: ignore[override]  # slices are not used
        if index >= len(self):
            raise IndexError(index)
        return self._read(self._sent[self.places[2 * index] : self.places[2 * index + 1]])

    def __iter__(self) -> Iterator[object]:
        return (self[index] for index in range(len(self)))


def decode_in_pieces(sent: bytes) -> object:
    """Decode JSON (RFC 8259), with the long lists of an export as `Pieces`.

    Raises:
        NotJson: it is not JSON, has duplicate keys or is nested too deeply. For a nested item this is raised when the
            item is accessed.
        Invalid: it has far more keys or values than an export.
    """
    check_number_of_values(sent, MOST_VALUES_OF_A_FILE)
    with refusing():
        _check_coding(sent)
        text = sent.decode("latin-1")  # one character for each byte: JSON's syntax is ASCII, and offsets are the same
        begin = _next(text, 0)
        if text[begin : begin + 1] != "{":
            return decode(sent)
        try:
            found, end = _object_at(sent, text, begin)
            if _next(text, end) < len(text):
                raise JSONDecodeError("Extra data", text, end)
        except JSONDecodeError as error:
            line = text[text.rfind("\n", 0, error.pos) + 1 : error.pos].encode("latin-1")
            raise unreadable(error.lineno, len(line.decode(errors="replace")) + 1) from None
    del text
    return _decoded(sent, found)


def _decoded(sent: bytes, found: Mapping[str, _Found]) -> dict[str, object]:
    """Return the object whose values are at these offsets."""
    return {
        key: decode(sent[slice(*value)])
        if isinstance(value, tuple)
        else _decoded(sent, value)
        if isinstance(value, dict)
        else value
        for key, value in found.items()
    }


def _check_coding(sent: bytes) -> None:
    decoder = getincrementaldecoder("utf-8")()
    for begin in range(0, len(sent), _CHUNK):
        decoder.decode(sent[begin : begin + _CHUNK])
    decoder.decode(b"", True)


def _object_at(sent: bytes, text: str, at: int) -> tuple[dict[str, _Found], int]:
    """Return the offsets of the values of the object that begins at `at`, and its end."""
    pairs: list[tuple[str, _Found]] = []
    at, more = _begun(text, at, "}")
    while more:
        end = _end(text, at)
        key = decode(sent[at:end])
        colon = _next(text, end)
        if not isinstance(key, str) or text[colon : colon + 1] != ":":
            raise JSONDecodeError("Expecting a key and a colon", text, colon)
        value, end = _value_at(sent, text, _next(text, colon + 1), key)
        pairs.append((key, value))
        if len(pairs) > MOST_KEYS:
            raise Invalid(Problem(_TOO_MANY_KEYS, (), {"most": MOST_KEYS}))
        at, more = _goes_on(text, end, "}")
    return not_twice(pairs), at


def _value_at(sent: bytes, text: str, at: int, key: str) -> tuple[_Found, int]:
    """Return the offsets of the value of `key` that begins at `at`, and its end."""
    if key in _LISTS and text[at : at + 1] == "[":
        return _list_at(sent, text, at, key)
    if key in _OUTER and text[at : at + 1] == "{":
        return _object_at(sent, text, at)
    end = _end(text, at)
    return (at, end), end


def _list_at(sent: bytes, text: str, at: int, key: str) -> tuple[Pieces, int]:
    """Return the list that begins at `at`, and its end."""
    outer = key in _OUTER
    pieces = Pieces(sent, decode_in_pieces if outer else decode)
    at, more = _begun(text, at, "]")
    while more:
        end = _object_at(sent, text, at)[1] if outer and text[at : at + 1] == "{" else _end(text, at)
        pieces.places.extend((at, end))
        if len(pieces) > _MOST_ITEMS:
            raise Invalid(Problem(_TOO_MANY))
        at, more = _goes_on(text, end, "]")
    return pieces, at


def _begun(text: str, at: int, close: str) -> tuple[int, bool]:
    """Return the offset of the first item after the bracket at `at`, and True; for an empty list its end, and False."""
    at = _next(text, at + 1)
    return (at + 1, False) if text[at : at + 1] == close else (at, True)


def _goes_on(text: str, end: int, close: str) -> tuple[int, bool]:
    """Return the offset of the item after the one that ends at `end`, and True; after the last the end, and False."""
    at = _next(text, end)
    if text[at : at + 1] == close:
        return at + 1, False
    if text[at : at + 1] != ",":
        raise JSONDecodeError("Expecting a comma", text, at)
    return _next(text, at + 1), True


def _next(text: str, at: int) -> int:
    """Return the offset of the next character that is not white space."""
    while at < len(text) and text[at] in _WHITE:
        at += 1
    return at


def _end(text: str, at: int) -> int:
    """Return the end of the value that begins at `at`, without storing the value.

    A value that is far too large is never built: the search begins in a small window, and ends where the text has more
    values than any part of an export.

    Raises:
        JSONDecodeError: it is not JSON.
        Invalid: it has too many values.
    """
    for size in _WINDOWS:
        with suppress(JSONDecodeError):  # it may be longer
            end = READER.raw_decode(text[at : at + size])[1]
            if end < size:
                return at + end
    beyond = next(islice(_SIGNS.finditer(text, at), MOST_VALUES_OF_A_PART, None), None)
    if beyond is None:
        return READER.raw_decode(text, at)[1]
    window = text[at : beyond.start()]
    try:
        return at + READER.raw_decode(window)[1]
    except JSONDecodeError as error:
        cut_off = error.msg.startswith("Unterminated") or error.pos > len(window) - _LONGEST_SIGN
        if not cut_off:
            raise JSONDecodeError(error.msg, text, at + error.pos) from None
    raise Invalid(Problem(_TOO_MANY))
