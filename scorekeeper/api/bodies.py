"""Bodies of requests: read once, within their limits, as strict JSON."""

import contextlib
import json
from hashlib import sha256

from flask import g, request
from werkzeug.exceptions import RequestEntityTooLarge

from ..rules.errors import N_, Problem
from .problems import NotJson, NotTaken

JSON = "application/json"
IMPORT_LIMIT = 16 * 1024 * 1024
_DEEPEST = 50

_UNREADABLE = N_("This is not JSON: look at line {line}, column {column}.")
_NOT_UTF8 = N_("This is not JSON in UTF-8.")
_NO_NUMBER = N_("This is not JSON: {word} is no number there.")
_TOO_LONG = N_("This is not JSON that can be read here: a number in it is far too long.")
_TOO_DEEP = N_("This is not JSON that can be read here: it is nested too deeply.")
_TWICE = N_("“{key}” stands twice in one object; it is not clear which one counts.")
_WRONG_TYPE = N_("Send the body as application/json.")
_WRONG_CODING = N_("Send the body as it is, without a Content-Encoding.")


def json_body() -> object:
    """Return the decoded body.

    Raises:
        RequestEntityTooLarge, NotTaken, NotJson: it is too large, not declared as JSON, or none.
    """
    sent = _sent()
    if request.headers.get("Content-Encoding", "identity").strip().lower() not in ("", "identity"):
        raise NotTaken(Problem(_WRONG_CODING))
    if request.mimetype != JSON:
        raise NotTaken(Problem(_WRONG_TYPE))
    return _decode(sent)


def optional_json_body() -> object:
    """Return the decoded body, an empty object if there is no body at all; raises as `json_body`."""
    return json_body() if _sent() else {}


def query() -> object:
    """Return what stands behind the question mark, as if it were a body."""
    return request.args.to_dict()


def fingerprint() -> str:
    """Return what tells this request apart from others: a hash of method, address and body.

    Two spellings of the same JSON are the same request.
    """
    try:
        sent = _sent()
    except RequestEntityTooLarge:
        return ""  # like no other: such a request is never carried out
    with contextlib.suppress(NotJson):
        sent = json.dumps(_decode(sent), sort_keys=True).encode()
    return sha256(f"{request.method} {request.path}\n".encode() + sent).hexdigest()


def _sent() -> bytes:
    """Return the body as it came; a second call gives or raises the same."""
    if "sent" not in g:
        try:
            g.sent = _received()
        except RequestEntityTooLarge as error:
            g.sent = error
    if isinstance(g.sent, RequestEntityTooLarge):
        raise g.sent
    sent: bytes = g.sent
    return sent


def _received() -> bytes:
    """Read the body. One in chunks says no length and would be cut off at the limit: so one byte more is let in."""
    limit = request.max_content_length
    if limit is not None:
        request.max_content_length = limit + 1
    body = request.get_data()
    if limit is not None and len(body) > limit:
        raise RequestEntityTooLarge
    return body


def _decode(sent: bytes) -> object:
    try:
        value: object = json.loads(sent.decode(), object_pairs_hook=_object, parse_constant=_no_number)
    except UnicodeDecodeError:
        raise NotJson(Problem(_NOT_UTF8)) from None
    except json.JSONDecodeError as error:
        raise NotJson(Problem(_UNREADABLE, (), {"line": error.lineno, "column": error.colno})) from None
    except RecursionError:
        raise NotJson(Problem(_TOO_DEEP)) from None
    except ValueError:  # Python does not read integers of thousands of digits
        raise NotJson(Problem(_TOO_LONG)) from None
    if sent.count(b"[") + sent.count(b"{") > _DEEPEST and _is_deep(value):
        raise NotJson(Problem(_TOO_DEEP))
    return value


def _object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    made: dict[str, object] = {}
    for key, value in pairs:
        if key in made:
            raise NotJson(Problem(_TWICE, (), {"key": key[:40]}))
        made[key] = value
    return made


def _no_number(word: str) -> object:
    raise NotJson(Problem(_NO_NUMBER, (), {"word": word}))


def _is_deep(value: object) -> bool:
    """Return whether objects and lists are nested deeper than anybody means it."""
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
