"""Exports read piece by piece: the items of their long lists are decoded when asked for, so that memory stays flat.

What is built of JSON takes several times its size. Here the file is kept as it came, and the places of the items.
"""

import re
from array import array
from codecs import getincrementaldecoder
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from itertools import islice
from json import JSONDecodeError
from typing import Any

from ...rules.errors import N_, Problem
from ..bounds import MOST_KEYS, MOST_REVISIONS, MOST_VALUES_OF_A_FILE, MOST_VALUES_OF_A_PART
from ..errors import Invalid
from ..json_input import READER, check_number_of_values, decode, not_twice, refusing, unreadable

_LISTS = ("games", "history", "rounds", "rulings")  # of any length; all else in an export is short
_OUTER = ("games", "game")  # what has such lists in it
_CHUNK = 1 << 16
_WHITE = " \t\r\n"
_WINDOWS = (1 << 12, 1 << 16)  # characters in which the end of a value is looked for at first
_SIGNS = re.compile(r"[,\[{]")  # one for each value, roughly: see `check_number_of_values`
_LONGEST_SIGN = 8  # a literal or an escape that was cut off is no longer
_MOST_ITEMS = 4 * MOST_REVISIONS  # of a list; the reader of the list may allow fewer
_TOO_MANY_KEYS = N_("This object has too many keys: at most {most}.")
_TOO_MANY = N_("This cannot be read here: one part of it holds far more values than games have.")
_Found = dict[str, Any]  # Pieces, where a value begins and ends, or such an object in it


class Pieces(Sequence[object]):
    """A list of a JSON text, each item of which is decoded whenever it is asked for."""

    def __init__(self, sent: bytes, read: Callable[[bytes], object]) -> None:
        self._sent, self._read = sent, read
        self.places = array("L")  # where each item begins and ends, in turn

    def __len__(self) -> int:
        return len(self.places) // 2

    def __getitem__(self, index: int) -> object:  # type: ignore[override]  # nobody asks for slices
        if index >= len(self):
            raise IndexError(index)
        return self._read(self._sent[self.places[2 * index] : self.places[2 * index + 1]])

    def __iter__(self) -> Iterator[object]:
        return (self[index] for index in range(len(self)))


def decode_in_pieces(sent: bytes) -> object:
    """Decode JSON (RFC 8259), the long lists of an export as `Pieces`.

    Raises:
        NotJson: it is no JSON, or not such as is read here. Of a piece that is nested too deeply that is said when
            it is asked for.
        Invalid: it holds far more keys or values than an export.
    """
    check_number_of_values(sent, MOST_VALUES_OF_A_FILE)
    with refusing():
        _check_coding(sent)
        text = sent.decode(
            "latin-1"
        )  # a character a byte: the signs of JSON are the same, and stand at the same places
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


def _decoded(sent: bytes, found: _Found) -> dict[str, object]:
    """Return an object with what stands at the places that were found."""
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


def _object_at(sent: bytes, text: str, at: int) -> tuple[_Found, int]:
    """Return the places of the values of the object that begins `at`, and where it ends."""
    pairs: list[tuple[str, Any]] = []
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


def _value_at(sent: bytes, text: str, at: int, key: str) -> tuple[object, int]:
    """Return what was found of a key's value that begins `at`, and where it ends."""
    if key in _LISTS and text[at : at + 1] == "[":
        return _list_at(sent, text, at, key)
    if key in _OUTER and text[at : at + 1] == "{":
        return _object_at(sent, text, at)
    end = _end(text, at)
    return (at, end), end


def _list_at(sent: bytes, text: str, at: int, key: str) -> tuple[Pieces, int]:
    """Return the list that begins `at`, and where it ends."""
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
    """Return where the first item of what opens `at` begins, and that there is one; else where it ends."""
    at = _next(text, at + 1)
    return (at + 1, False) if text[at : at + 1] == close else (at, True)


def _goes_on(text: str, end: int, close: str) -> tuple[int, bool]:
    """Return where the item after one that has its `end` there begins, and that there is one; else where all ends."""
    at = _next(text, end)
    if text[at : at + 1] == close:
        return at + 1, False
    if text[at : at + 1] != ",":
        raise JSONDecodeError("Expecting a comma", text, at)
    return _next(text, at + 1), True


def _next(text: str, at: int) -> int:
    """Return where the next sign is that is no white space."""
    while at < len(text) and text[at] in _WHITE:
        at += 1
    return at


def _end(text: str, at: int) -> int:
    """Return where the value ends that begins `at`, without keeping the value.

    A value that is far too large is never built: its end is looked for in a small part of the text first, then up to
    where more values stand than any part of an export has.

    Raises:
        JSONDecodeError: it is no JSON.
        Invalid: it holds too many values.
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
