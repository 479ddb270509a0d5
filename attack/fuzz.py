"""Random texts, headers, forms and JSON, generated or mutated from what pages really send."""

import json
import string
from collections.abc import Mapping, Sequence
from random import Random

# fmt: off
JUNK = (
    *("", " ", "\x00", "\t\r\n", "a\u2028b", "\u202e\u202d", "\ud800", "é", "e\u0301", "👩‍👩‍👧‍👦"),
    *("İ", "ß" * 41),
    *("-1", "0", "00", "+1", "1e9", "1.5", "NaN", "9" * 30, "9" * 5000, "٣", "²", "−10", "40+35−15", "1+", "--5"),
    *("<script>alert(1)</script>", '"><img src=x onerror=alert(1)>', "{{7*7}}", "%(name)s", "{0}", "${7*7}"),
    *("javascript:alert(1)", "' OR 1=1 --", "../../etc/passwd", "%2e%2e%2f", "=cmd|' /C calc'!A0", "＝1+1"),
    *("null", "true", "[]", "{}", "[[[[", "7H 8H 9H", "jk=7h", "jk=jk", "JK JK JK", "10♣", "7h+8h"),
    *("7h 8h 9h + 10h\n7s",),
    *("1H", "7", "H7", "=", "+", "7h=8h", "p0", "p1", "p99", "p-1", "p", "stock_empty", "pool_empty", "adopt:"),
    *("adopt:x=[[[[", "adopt:DA-A1=true", "accept", "revoke", "fewest_left", "most_points", "Anna", "others", "all"),
    *("start", "x" * 201, "x" * 5000, "7H " * 500, "a=b&c=d"),
)
# fmt: on
_HEADER_VALUES: Mapping[str, Sequence[str]] = {
    "If-Match": ('"1"', '""', "*", 'W/"1"', '"', "x", '"1", "2"', ",", '"' + "9" * 5000 + '"', '"é"'),
    "If-None-Match": ('"1"', '""', "*", 'W/""', '"', '"1-0-scorer-en"', ",,", "\\"),
    "If-Modified-Since": ("x", "Sat, 01 Jan 2000 00:00:00 GMT", "Sat, 99 Jan 99999 00:00:00 GMT"),
    "If-Range": ('"x"', "x"),
    "Range": (
        "bytes=0-10",
        "bytes=-1",
        "bytes=9-1",
        "bytes=a-b",
        "bytes=" + "0-1," * 500,
        "lines=1",
        "bytes=99999999999999999999-",
    ),
    "Host": (
        "localhost",
        "a..b",
        "a" * 64 + ".example",
        "[::1",
        "[::1]:x",
        "x:99999",
        "",
        ".",
        "é",
        "a b",
        "127.0.0.1:8000",
        "x/y",
        "@",
    ),
    "Cookie": (
        "device=x",
        "session=x.y.z",
        "device=" + "A" * 32,
        "a",
        "=",
        ";;;",
        "device=é",
        "session=" + "x" * 3000,
        'device="',
    ),
    "Accept-Language": ("en", "da;q=x", "*", "x" * 5000, ";;q=,", "en-US-x-y-z", "zh_Hant,", "é", "en;q=9e999"),
    "Accept": ("text/csv", "application/json", "*/*;q=x", ",", "text/csv;q=nan", "a/b/c"),
    "Accept-Encoding": ("br", "gzip;q=0", "*", "x" * 300, "identity;q=0", "br;q=x"),
    "Idempotency-Key": ("", "x", "é", "x" * 201, "\x7f", " "),
    "Content-Type": (
        "",
        "application/json",
        "text/plain",
        "multipart/form-data",
        "multipart/form-data; boundary=",
        "x",
        "application/json; charset=utf-16",
        "application/x-www-form-urlencoded; charset=x",
        "multipart/form-data; boundary=" + "x" * 300,
        "application/json;" * 50,
    ),
    "Content-Encoding": ("gzip", "identity", "", "x", "br, gzip"),
    "Content-Length": ("-1", "x", "0", "99999999999"),
    "Authorization": (
        "",
        "Bearer",
        "Bearer x",
        "Bearer \x00",
        "Basic eDp5",
        "Basic !",
        "Bearer " + "x" * 3000,
        "Digest a=b,c",
        "x" * 99,
    ),
    "Origin": ("null", "http://localhost", "http://a..b", "x"),
    "Referer": ("http://localhost/", "x", "http://[::1"),
    "HX-Request": ("true", "x"),
    "HX-Current-URL": ("x", "http://[", "http://localhost/games/x"),
    "X-Forwarded-For": ("1.2.3.4", "x", "," * 99),
    "X-Forwarded-Host": ("a..b", "x"),
    "Forwarded": ("for=x;host=y",),
    "Sec-Fetch-Mode": ("navigate", "x"),
    "User-Agent": ("", "x" * 5000),
}  # fmt: skip
HEADERS = tuple(_HEADER_VALUES)


_TELLING: Mapping[str, Sequence[str]] = {
    "decide": (
        "adopt:x=[[[[",
        "adopt:",
        "adopt:=",
        "adopt:x={}",
        "adopt:DA-A1=1e999",
        "accept",
        "overrule",
        "revoke",
        "x",
    ),
    "do": ("start", "pause", "again", "x"),
    "holder": ("others", "0", "1", "99999999999999999999", "é"),
    "who": ("p0", "p99", "stock_empty", "p²"),
    "board": ("x", '"', "1-0-scorer-en"),
    "meant": ("0", "9" * 30, "²"),
    "instead": ("1", "²", "9" * 30),
}
"""Odd values for fields of a certain name."""


def text_for(rng: Random, name: str) -> str:
    """Return a random text for the field `name`, rarely a valid one."""
    telling = _TELLING.get(name, ())
    return rng.choice(telling) if telling and rng.random() < 0.6 else text(rng)


def text(rng: Random) -> str:
    """Return a random text, rarely a valid one."""
    if rng.random() < 0.7:
        return rng.choice(JUNK)
    if rng.random() < 0.5:
        return "".join(chr(rng.choice((rng.randrange(0x250), rng.randrange(0x10FFFF)))) for _ in range(9))
    return "".join(rng.choices(string.printable, k=rng.randrange(1, 60)))


def sendable(value: str) -> str:
    """Return a text without lone surrogates, which browsers cannot send."""
    return value.encode("utf-8", "replace").decode()


def headers(rng: Random, most: int = 3) -> dict[str, str]:
    """Return up to `most` headers with odd values."""
    names = rng.sample(HEADERS, rng.randrange(most + 1))
    made = {name: rng.choice(_HEADER_VALUES[name]) for name in names}
    return {name: value.encode("utf-8", "replace").decode("latin-1") for name, value in made.items()}


def query(rng: Random, names: Sequence[str]) -> str:
    """Return a random query string, often an empty one."""
    if rng.random() < 0.6:
        return ""
    if rng.random() < 0.2:
        return rng.choice(("?", "?&&&", "?=", "?%", "?%zz=%ff", "?a[]=1", "?" + "a=1&" * 2000, "?%00"))
    pairs = [(rng.choice(names), quoted(text(rng))) for _ in range(rng.randrange(1, 4))]
    return "?" + "&".join(f"{name}={value}" for name, value in pairs)


def quoted(value: str) -> str:
    """Percent-encode a text for a URL."""
    from urllib.parse import quote

    return quote(value.encode("utf-8", "replace"))


def form(rng: Random, fields: Mapping[str, Sequence[str]], names: Sequence[str]) -> list[tuple[str, str]]:
    """Return a mutated submission of `fields`, each with one of its possible values."""
    sent = {name: rng.choice(list(values) or [""]) for name, values in fields.items()}
    changeable = [name for name in sent if name != "csrf_token"]
    for _ in range(rng.randrange(4)):
        match rng.randrange(4):
            case 0 if changeable:
                sent.pop(rng.choice(changeable), None)
            case 1:
                name = rng.choice(names)
                sent[name] = text_for(rng, name)
            case _ if changeable:
                name = rng.choice(changeable)
                sent[name] = text_for(rng, name)
    pairs = [(name, sendable(value)) for name, value in sent.items()]
    if pairs and rng.random() < 0.1:
        pairs.append((rng.choice(pairs)[0], sendable(text(rng))))
    return pairs


def mutated(rng: Random, value: object) -> object:
    """Return a JSON value with one random mutation."""
    if isinstance(value, dict) and value and rng.random() < 0.85:
        key = rng.choice(list(value))
        if rng.random() < 0.1:
            return {other: part for other, part in value.items() if other != key}
        return {**value, key: mutated(rng, value[key])}
    if isinstance(value, list) and value and rng.random() < 0.7:
        place = rng.randrange(len(value))
        return [*value[:place], mutated(rng, value[place]), *value[place + rng.randrange(2) :]]
    return random_json(rng)


def random_json(rng: Random) -> object:
    """Return a random JSON value."""
    values: tuple[object, ...] = (
        None,
        True,
        0,
        -1,
        1.5,
        10**30,
        text(rng),
        [],
        {},
        [[]],
        {"": None},
        [text(rng)],
    )
    return rng.choice(values)


def body(rng: Random, examples: Sequence[object]) -> bytes:
    """Return a request body for the API: a mutated example, or invalid JSON."""
    if rng.random() < 0.1:
        return text(rng).encode("utf-8", "replace")
    value = rng.choice(examples)
    for _ in range(rng.randrange(3)):
        value = mutated(rng, value)
    return json.dumps(value).encode()
