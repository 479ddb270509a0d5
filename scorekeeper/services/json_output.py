"""JSON as it is sent."""

from collections.abc import Iterable, Iterator, Mapping
from io import BytesIO

from pydantic_core import to_json


class AnswerTooLarge(Exception):
    """The JSON would be larger than it may be."""


def encode(document: Mapping[str, object], most: int | None = None) -> bytes:
    """Return a document as JSON in UTF-8, with each item of its lists on a line of its own; an iterator is a list, too.

    The items are encoded one by one because the encoder holds the interpreter lock: encoding a game of 5,000 rounds in
    one call would block other requests for a tenth of a second. Those of an iterator are never there all at once.

    Raises:
        TooLarge: it has more than `most` bytes.
    """
    written = BytesIO()
    for part in _parts(document):
        if most is not None and written.tell() + len(part) > most:
            raise AnswerTooLarge
        written.write(part)
    return written.getvalue()


def encode_at_once(document: Mapping[str, object]) -> bytes:
    """Return a short document as JSON in UTF-8, on one line: quicker than `encode`, for what has no long lists."""
    return to_json(document) + b"\n"


def json_pointer(path: Iterable[str | int]) -> str:
    """Return the JSON pointer (RFC 6901) of a path of keys and indexes."""
    return "".join("/" + str(part).replace("~", "~0").replace("/", "~1") for part in path)


def _parts(document: Mapping[str, object]) -> Iterator[bytes]:
    before = b"{"
    for key, value in document.items():
        yield before + to_json(key) + b":"
        yield from _value(value)
        before = b",\n"
    yield b"}\n" if document else b"{}\n"


def _value(value: object) -> Iterator[bytes]:
    if not isinstance(value, list | tuple | Iterator):
        yield to_json(value)
        return
    before = b"[\n"
    for item in value:
        yield before
        yield to_json(item)
        before = b",\n"
    yield b"[]" if before == b"[\n" else b"]"
