"""Bodies of requests: read once, within their limits, as strict JSON."""

import contextlib
import json
from collections.abc import Callable
from hashlib import sha256

from flask import g, request
from werkzeug.exceptions import RequestEntityTooLarge

from ..rules.errors import N_, Problem
from ..services.errors import Invalid, NotJson
from ..services.json_input import decode
from .problems import NotTaken

JSON = "application/json"
IMPORT_LIMIT = 16 * 1024 * 1024

_WRONG_TYPE = N_("Send the body as application/json.")
_WRONG_CODING = N_("Send the body as it is, without a Content-Encoding.")


def json_body(read: Callable[[bytes], object] = decode) -> object:
    """Return the body, decoded by `read`.

    Raises:
        RequestEntityTooLarge, NotTaken, NotJson: it is too large, not declared as JSON, or none.
        Invalid: it holds far more values than are read here.
    """
    sent, told = _sent(), request.environ
    if told.get("HTTP_CONTENT_ENCODING", "").strip().lower() not in ("", "identity"):
        raise NotTaken(Problem(_WRONG_CODING))
    if told.get("CONTENT_TYPE") != JSON and request.mimetype != JSON:
        raise NotTaken(Problem(_WRONG_TYPE))
    return read(sent)


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
    with contextlib.suppress(NotJson, Invalid):
        sent = json.dumps(decode(sent), sort_keys=True).encode()
    return sha256(f"{request.method} {request.path}\n".encode() + sent).hexdigest()


def _sent() -> bytes:
    """Return the body as it came; a second call gives or raises the same."""
    if "sent" not in g:
        g.sent = None
        g.sent = _received()
    sent: bytes | None = g.sent
    if sent is None:
        raise RequestEntityTooLarge
    return sent


def _received() -> bytes:
    """Read the body. One in chunks says no length and would be cut off at the limit: so one byte more is let in."""
    if request.content_length is not None:
        return request.get_data(cache=False)
    limit = request.max_content_length
    if limit is not None:
        request.max_content_length = limit + 1
    body = request.get_data()
    if limit is not None and len(body) > limit:
        raise RequestEntityTooLarge
    return body
