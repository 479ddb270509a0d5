"""Request bodies: read once, within their limits, as strict JSON."""

import contextlib
import json
from collections.abc import Callable
from hashlib import sha256

from flask import Request, request
from flask.globals import request_ctx
from werkzeug.exceptions import RequestEntityTooLarge

from ..rules.errors import N_, Problem
from ..services.errors import Invalid, NotJson
from ..services.json_input import decode
from .problems import UnsupportedBody

JSON = "application/json"
IMPORT_LIMIT = 16 * 1024 * 1024

_BODY = "scorekeeper.body"  # key of the environment: the body as it was sent, None if it was refused
_WRONG_TYPE = N_("Send the body as application/json.")
_WRONG_CODING = N_("Send the body as it is, without a Content-Encoding.")


def json_body(read: Callable[[bytes], object] = decode) -> object:
    """Return the body, decoded by `read`.

    Raises:
        RequestEntityTooLarge: the body is too large.
        UnsupportedBody: its Content-Type is not JSON, or it has a Content-Encoding.
        NotJson: it is not valid JSON.
        Invalid: it holds too many values.
    """
    sent = request_ctx.request  # not through the proxy `request`, each look-up of which costs as much as a small check
    body, environ = _body(sent), sent.environ
    if environ.get("HTTP_CONTENT_ENCODING", "").strip().lower() not in ("", "identity"):
        raise UnsupportedBody(Problem(_WRONG_CODING))
    if environ.get("CONTENT_TYPE") != JSON and sent.mimetype != JSON:
        raise UnsupportedBody(Problem(_WRONG_TYPE))
    return read(body)


def optional_json_body() -> object:
    """Return the decoded body, or an empty object without a body; raises as `json_body`."""
    return json_body() if _body(request_ctx.request) else {}


def query() -> object:
    """Return the parameters of the query string, to be validated like a body."""
    return request.args.to_dict()


def fingerprint() -> str:
    """Return a hash of the method, the path and the body; equal JSON gives an equal hash however it is written."""
    try:
        body = _body(request_ctx.request)
    except RequestEntityTooLarge:
        return ""  # matches nothing: such a request is never carried out
    with contextlib.suppress(NotJson, Invalid):
        body = json.dumps(decode(body), sort_keys=True).encode()
    return sha256(f"{request.method} {request.path}\n".encode() + body).hexdigest()


def _body(sent: Request) -> bytes:
    """Return the body as it was sent; a second call returns or raises the same."""
    environ = sent.environ
    if _BODY not in environ:
        environ[_BODY] = None
        environ[_BODY] = _receive(sent)
    body: bytes | None = environ[_BODY]
    if body is None:
        raise RequestEntityTooLarge
    return body


def _receive(sent: Request) -> bytes:
    """Read the body. A chunked one has no length and would be truncated at the limit, so one more byte is read."""
    length, limit = sent.content_length, sent.max_content_length
    if length is not None:
        if limit is not None and length > limit:
            raise RequestEntityTooLarge
        whole: bytes = sent.environ["wsgi.input"].read(length)  # `get_data` would look up both again
        return whole
    if limit is not None:
        sent.max_content_length = limit + 1
    body = sent.get_data()
    if limit is not None and len(body) > limit:
        raise RequestEntityTooLarge
    return body
