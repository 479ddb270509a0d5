"""An HTTP client with a persistent connection and cookies that submits forms like a browser without scripts."""

import html
import http.client
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import TracebackType
from typing import Any, Self
from urllib.parse import urlencode

FORM = "application/x-www-form-urlencoded"
_BOUNDARY = b"scorekeeper-attack"
_INPUT = re.compile(r"<(?:input|textarea)\b[^>]*>")
_ATTRIBUTE = re.compile(r'([a-z-]+)="([^"]*)"')
_NOT_SENT = ("checkbox", "radio", "submit", "file")
Broken = (OSError, http.client.HTTPException)  # the errors of a failing connection
_CLOSED = (ConnectionResetError, BrokenPipeError, http.client.RemoteDisconnected)  # those of one that was idle


@dataclass
class Answer:
    """A response."""

    status: int
    headers: Mapping[str, str]
    """By their names in lower case."""
    body: bytes

    @property
    def text(self) -> str:
        """The body as text."""
        return self.body.decode(errors="replace")

    @property
    def json(self) -> Any:
        """The body as JSON."""
        return json.loads(self.body)

    def fields(self, action: str) -> dict[str, str]:
        """Return the fields that an untouched form sends whose action ends with `action`, without radio buttons."""
        for form in re.split(r"(?=<form\b)", self.text)[1:]:
            form = form.partition("</form>")[0]
            head = dict(_ATTRIBUTE.findall(form.partition(">")[0]))
            if head.get("action", "").endswith(action):
                found = [dict(_ATTRIBUTE.findall(tag)) for tag in _INPUT.findall(form)]
                return {
                    each["name"]: html.unescape(each.get("value", ""))
                    for each in found
                    if "name" in each and each.get("type") not in _NOT_SENT
                }
        raise LookupError(f"no form {action} (status {self.status})")


@dataclass
class Browser:
    """One connection from the loopback address `source`, reopened if it was closed between requests."""

    port: int
    source: str = "127.0.0.1"
    timeout: float = 30.0
    cookies: dict[str, str] = field(default_factory=dict)
    _connection: http.client.HTTPConnection | None = None

    def request(
        self, method: str, path: str, body: bytes | None = None, headers: Mapping[str, str] | None = None
    ) -> Answer:
        """Send a request; retry once on a new connection if the old one turns out to be closed.

        Raises:
            OSError, HTTPException: there was no answer in time, or none that is HTTP.
        """
        kept = self._connection is not None and self._connection.sock is not None
        try:
            return self._request(method, path, body, headers or {})
        except Broken as error:
            if not kept or not isinstance(error, _CLOSED):
                raise
        return self._request(method, path, body, headers or {})

    def get(self, path: str, **headers: str) -> Answer:
        """GET `path`; the keyword `If_None_Match` becomes the header If-None-Match."""
        return self.request("GET", path, None, {name.replace("_", "-"): value for name, value in headers.items()})

    def send(self, path: str, fields: Mapping[str, str]) -> Answer:
        """Send a form."""
        return self.request("POST", path, urlencode(fields).encode(), {"Content-Type": FORM})

    def send_file(self, path: str, fields: Mapping[str, str], content: bytes) -> Answer:
        """Send a form with `content` as its file."""
        parts = [f'name="{name}"\r\n\r\n{value}'.encode() for name, value in fields.items()]
        parts.append(b'name="file"; filename="file.json"\r\n\r\n' + content)
        body = b"".join(b"--%s\r\nContent-Disposition: form-data; %s\r\n" % (_BOUNDARY, part) for part in parts)
        kind = f"multipart/form-data; boundary={_BOUNDARY.decode()}"
        return self.request("POST", path, body + b"--%s--\r\n" % _BOUNDARY, {"Content-Type": kind})

    def post_json(self, path: str, body: object, key: str = "") -> Answer:
        """POST a JSON body (bytes are sent unchanged), with a game's key as bearer token."""
        sent = body if isinstance(body, bytes) else json.dumps(body).encode()
        headers = {"Content-Type": "application/json", **({"Authorization": f"Bearer {key}"} if key else {})}
        return self.request("POST", path, sent, headers)

    def join(self, key: str) -> None:
        """Open a game's link and confirm it.

        Raises:
            RuntimeError: that was refused.
        """
        self.get(f"/join/{key}")
        answer = self.send("/join/game", self.get("/join/game").fields("/join/game"))
        if answer.status != 303:
            raise RuntimeError(f"joining was answered with {answer.status}")

    def close(self) -> None:
        """Close the connection; the next request opens another."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _request(self, method: str, path: str, body: bytes | None, headers: Mapping[str, str]) -> Answer:
        if self._connection is None:
            self._connection = http.client.HTTPConnection(
                "127.0.0.1", self.port, timeout=self.timeout, source_address=(self.source, 0)
            )
        cookie = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        try:
            self._connection.request(method, path, body, {**({"Cookie": cookie} if cookie else {}), **headers})
            response = self._connection.getresponse()
            content = response.read()
        except Broken:
            self.close()
            raise
        for value in response.headers.get_all("Set-Cookie", []):
            name, _, rest = value.partition("=")
            self.cookies[name] = rest.partition(";")[0]
        return Answer(response.status, {name.lower(): value for name, value in response.headers.items()}, content)
