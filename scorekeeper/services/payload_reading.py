"""Reading of payloads: decoded JSON becomes a model, or a list of problems, each with a path and a sentence."""

from collections.abc import Callable, Mapping
from typing import Any, Generic, TypeVar

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from ..rules.errors import N_, Problem
from .bounds import MOST_ERRORS
from .errors import Invalid
from .payload_types import Shape
from .sizes import TOO_MANY_CARDS, check_keys

S = TypeVar("S", bound=Shape)

# pydantic's or our error type -> a sentence, filled in from the error's context
_SENTENCES = {
    "missing": N_("This is missing."),
    "extra_forbidden": N_("“{key}” is unknown here."),
    "int_type": N_("This must be a whole number."),
    "int_parsing_size": N_("This number is too large."),
    "bool_type": N_("This must be true or false."),
    "string_type": N_("This must be text."),
    "list_type": N_("This must be a list."),
    "dict_type": N_("This must be an object with keys and values."),
    "model_type": N_("This must be an object with keys and values."),
    "model_attributes_type": N_("This must be an object with keys and values."),
    "greater_than_equal": N_("This must be at least {ge}."),
    "less_than_equal": N_("This must be at most {le}."),
    "string_too_long": N_("This is too long."),
    "int_from_float": N_("This must be a whole number."),
    "unknown_card": N_("“{card}” isn’t a card. Write rank and suit, like 7H, TS or AD, or JK for a joker."),
    "literal_error": N_("This must be one of: {expected}."),
    "enum": N_("This must be one of: {expected}."),
    "string_pattern_mismatch": N_("This value does not fit here."),
    "control_characters": N_("Control characters are not allowed here."),
    "text_too_long": N_("This is too long: at most {longest} characters."),
    "too_long": N_("Too many: at most {max_length}."),
    "too_many_cards": TOO_MANY_CARDS,
    "empty_name": N_("A name cannot be empty."),
    "doubled_name": N_("Two players are called “{name}”; every name must be different."),
}
_OTHERWISE = N_("This value does not fit here.")


def read(shape: type[S], raw: object) -> S:
    """Return `raw`, decoded JSON, as `shape`.

    Raises:
        Invalid: with a problem for everything that is wrong, the first `MOST_ERRORS`.
    """
    if isinstance(raw, dict | list):
        check_keys(raw)
    return read_part(shape, raw)


def read_part(shape: type[S], raw: object) -> S:
    """Return `raw` as `shape`, like `read`, if it is a part of JSON whose keys `read` has checked already."""
    try:
        return shape.model_validate(raw)
    except ValidationError as error:
        found = error.errors(include_url=False, include_input=False)[:MOST_ERRORS]
        raise Invalid(*(_problem(raw, details) for details in found)) from None


class Received(Generic[S]):
    """A payload, parsed before its game is locked, so that a large one does not prolong the lock.

    Its errors are raised when `payload` is accessed: a repeated request and an outdated version are reported first.
    """

    def __init__(self, payload: S | None, error: Exception | None = None) -> None:
        self._payload, self._error = payload, error

    @property
    def payload(self) -> S:
        """The payload.

        Raises:
            Invalid: with every problem found.
            Exception: the body could not be read, for this reason.
        """
        if self._payload is None:
            raise self._take_error()
        return self._payload

    def _take_error(self) -> Exception:
        """Return the error and drop it: once raised, its traceback refers back to this object."""
        error, self._error = self._error, None
        return error or Invalid()


def received(shape: type[S], raw: object) -> Received[S]:
    """Parse decoded JSON; `Received.payload` raises its errors."""
    return read_ahead(shape, lambda: raw)


def read_ahead(shape: type[S], body: Callable[[], object]) -> Received[S]:
    """Parse the decoded JSON that `body` returns; `Received.payload` raises its errors."""
    try:
        return Received(read(shape, body()))
    except Exception as error:
        error.__cause__ = error.__context__ = None
        return Received(None, error.with_traceback(None))  # its frames would keep the body alive


def _problem(raw: object, details: ErrorDetails) -> Problem:
    path = _place(raw, details)
    values: Mapping[str, Any] = details.get("ctx", {})
    if details["type"] == "extra_forbidden":
        values = {"key": str(path[-1])[:40]}
    return Problem(_SENTENCES.get(details["type"], _OTHERWISE), path, dict(values))


def _place(raw: object, details: ErrorDetails) -> tuple[str | int, ...]:
    """Return the path of an error in `raw`: pydantic's, without the names of models and validators."""
    path: list[str | int] = []
    for key in details["loc"]:
        inner = _inside(raw, key)
        if inner is not _NOTHING:
            raw = inner
        elif details["type"] != "missing":
            continue
        path.append(key)
    return tuple(path)


_NOTHING = object()


def _inside(raw: object, key: str | int) -> object:
    if isinstance(raw, dict):
        return raw.get(key, _NOTHING)
    return raw[key] if isinstance(raw, list) and isinstance(key, int) and key < len(raw) else _NOTHING
