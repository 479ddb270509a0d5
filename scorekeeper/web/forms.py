"""Helpers of all forms: parsing of numbers, and errors at their fields.

WTForms' fields parse and render what was typed, and hold its errors. Where we depart from WTForms, this is why:

- No form classes, but dictionaries of fields (`BaseForm`): the variant and the players decide which fields there are.
- No validators: the services check the same payload for pages and API, and `spread` adds their problems to the fields.
- No CSRF field: `check_form` lets Flask-WTF's `CSRFProtect` check every POST, and one token serves all forms of a page
  (`web/csrf.py`).
- No form object for buttons, the players' claims, and forms of one input (a reason, a name, a code), which have at most
  one error to show: their views read `request.form`.
"""

import json
import re
import unicodedata
from collections.abc import Callable, Collection, Iterable, Mapping
from hashlib import sha256
from itertools import islice
from secrets import token_hex
from typing import Any

from flask import current_app, request
from flask.globals import request_ctx
from markupsafe import Markup
from werkzeug.datastructures import MultiDict
from werkzeug.exceptions import RequestEntityTooLarge
from wtforms import Field
from wtforms.form import BaseForm

from ..extensions import csrf, is_api
from ..rules.errors import N_, Problem
from ..services.bounds import LARGEST_FORM, LONGEST_FIELD, LONGEST_NAME, MOST_ERRORS, MOST_FIELDS
from ..services.errors import Invalid
from .text import problem_words

_SUM = re.compile(r"[+-]?\d{1,9}([+-]\d{1,9}){0,40}", re.ASCII)
_MINUS_SIGNS = str.maketrans({"−": "-", "–": "-", "‐": "-", "‑": "-"})
TOO_LONG = N_("This is too long: at most {longest} characters.")
_SHOWN = 40  # characters of an invalid number that its error quotes
NO_NUMBER = N_("“{text}” isn’t a whole number. Write it like 45, −20 or 40+35−15.")

_RADIOS = re.compile(r"who|dealer|new-\d+-points")  # groups of elements, whose first has an id like `who-0`
_OWN_ENTRY_ID, _ANY_ENTRY_ID = re.compile(r"[0-9a-f]{32}"), re.compile(r"[A-Za-z0-9_-]{1,64}")
_METADATA = ("csrf_token", "version")

FieldErrors = list[tuple[str, Markup]]
"""An error summary: pairs (field id, message)."""


def read_sum(text: str) -> int:
    """Parse an integer like `45`, `-5` or `−5`, or a sum like `40+35−15`.

    Raises:
        ValueError: `text` is neither.
    """
    plain = re.sub(r"\s+", "", text.translate(_MINUS_SIGNS))
    if not _SUM.fullmatch(plain):
        raise ValueError(text)
    return sum(int(part) for part in re.findall(r"[+-]?\d+", plain, re.ASCII))


def number_or_problem(text: str, *path: str | int) -> tuple[int, None] | tuple[None, Problem]:
    """Parse `text` like `read_sum`; return the number or a problem at `path`."""
    try:
        return read_sum(text), None
    except ValueError:
        return None, Problem(NO_NUMBER, path, {"text": text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"})


def check_form() -> None:
    """Limit the size of a posted form, then check its CSRF token; a `before_request` function.

    Requests of the API are not checked: they carry no form, and no cookie gives them rights.

    Raises:
        RequestEntityTooLarge: the form has too many bytes or fields.
        CSRFError: it has no valid token.
    """
    if not is_api(request_ctx.request):
        _limit_fields()
        csrf.protect(apply_exemptions=True)


def _limit_fields() -> None:
    """Limit the size of a posted form.

    Flask's limits for forms apply to multipart forms only. Routes that take files have set a larger limit already.
    """
    if request.method != "POST":
        return
    if request.max_content_length == current_app.config["MAX_CONTENT_LENGTH"]:
        request.max_content_length = LARGEST_FORM
    if sum(map(len, request.form.listvalues())) > MOST_FIELDS:
        raise RequestEntityTooLarge


def as_kept(text: str | None) -> str:
    """Normalise a typed name as it is stored: trimmed, in NFC. One that is far too long is only trimmed."""
    text = (text or "").strip()
    return unicodedata.normalize("NFC", text).strip() if len(text) <= 4 * LONGEST_NAME else text


def check_length(text: str, *path: str | int) -> None:
    """Check the length of text for cards or numbers before it is parsed.

    Raises:
        Invalid: it is too long; the problem has `path`.
    """
    if len(text) > LONGEST_FIELD:
        raise Invalid(Problem(TOO_LONG, path, {"longest": LONGEST_FIELD}))


def add_error(field: Field, sentence: Markup) -> None:
    """Append an error message to a field, unless it is there already."""
    if sentence not in field.errors:
        field.errors = [*field.errors, sentence]


def spread(
    problems: Iterable[Problem], field_of: Any, in_summary: Callable[[Problem, Markup], Markup] | None = None
) -> FieldErrors:
    """Add each problem to the field that `field_of(path)` returns.

    `in_summary` returns a problem's message for the summary, where it is read without its field.

    Returns:
        Pairs (field id, message) for a summary; the id is empty if `field_of` returned None.
    """
    found: FieldErrors = []
    for problem in islice(problems, MOST_ERRORS):
        field, sentence = field_of(problem.path), problem_words(problem)
        if field is not None:
            add_error(field, sentence)
        item = (focus_id(field) if field is not None else "", in_summary(problem, sentence) if in_summary else sentence)
        if item not in found:
            found.append(item)
    return found


def focus_id(field: Field) -> str:
    """Return the id of the element that an error summary links to for `field`."""
    return f"{field.id}-0" if _RADIOS.fullmatch(field.id) else str(field.id)


def fingerprint(data: MultiDict[str, str], metadata: Collection[str] = _METADATA) -> str:
    """Return a hash of what was typed into a form, 64 hex digits, to recognise a repeated submission.

    Fields that are empty, or are `metadata` of the submission, do not count.
    """
    fields = sorted((key, text) for key, text in data.items(multi=True) if text and key not in metadata)
    return sha256(json.dumps(fields).encode()).hexdigest()


def new_entry_id() -> str:
    """Return an id for a form that is shown: what is typed into it is saved once."""
    return token_hex(16)


def posted_entry_id(data: Mapping[str, str], *, by_scripts: bool = True) -> str | None:
    """Return the entry id of a form that was sent, None if it has none that can be one.

    Where a page's script makes ids of its own, the id may be `by_scripts`; else it is one of `new_entry_id`.
    """
    given = data.get("entry_id", "")
    return given if (_ANY_ENTRY_ID if by_scripts else _OWN_ENTRY_ID).fullmatch(given) else None


def form_of(fields: Mapping[str, Field], prefix: str = "") -> BaseForm:
    """Return a form of fields that are not bound yet: WTForms makes those of a call such as `StringField()`."""
    unbound: Any = fields  # the stubs say that they are bound
    return BaseForm(unbound, prefix)


def typed(form: BaseForm, name: str) -> str:
    """Return the trimmed text of a field of `form`."""
    return (form[name].data or "").strip()


def described(field: Field, hint_id: str, attributes: Mapping[str, object]) -> dict[str, object]:
    """Return the HTML attributes of a field: `attributes`, and ARIA references to its hint and its errors."""
    ids = [hint_id] if hint_id else []
    ids += [f"{field.id}-error{number}" for number in range(1, len(field.errors) + 1)]
    references = {"aria-describedby": " ".join(ids)} if ids else {}
    return {**attributes, **references, **({"aria-invalid": "true"} if field.errors else {})}
