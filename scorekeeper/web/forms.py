"""What all forms share: numbers as people write them, and a problem's sentence at its field."""

import re
import unicodedata
from collections.abc import Iterable, Mapping
from hashlib import sha256
from itertools import islice
from typing import Any

from flask import current_app, request
from markupsafe import Markup
from werkzeug.datastructures import MultiDict
from werkzeug.exceptions import RequestEntityTooLarge
from wtforms import Field
from wtforms.form import BaseForm

from ..extensions import is_api
from ..rules.errors import N_, Problem
from ..services.bounds import LARGEST_FORM, LONGEST_FIELD, LONGEST_NAME, MOST_ERRORS, MOST_FIELDS
from ..services.errors import Invalid
from .text import problem_words

_SUM = re.compile(r"[+-]?\d{1,9}([+-]\d{1,9}){0,40}", re.ASCII)
_MINUS_SIGNS = str.maketrans({"−": "-", "–": "-", "‐": "-", "‑": "-"})
TOO_LONG = N_("This is too long: at most {longest} characters.")
_SHOWN = 40  # characters of what is no number
NO_NUMBER = N_("“{text}” is no whole number; write it as in 45, −20 or 40+35−15.")

_RADIOS = re.compile(r"who|dealer|new-\d+-points")  # several elements: the first is `who-0`
_ACCOMPANY = ("csrf_token", "version")

Found = list[tuple[str, Markup]]


def read_sum(text: str) -> int:
    """Return the number that `text` gives: `45`, `-5`, `−5`, or a sum like `40+35−15`.

    Raises:
        ValueError: it is no whole number and no such sum.
    """
    plain = re.sub(r"\s+", "", text.translate(_MINUS_SIGNS))
    if not _SUM.fullmatch(plain):
        raise ValueError(text)
    return sum(int(part) for part in re.findall(r"[+-]?\d+", plain, re.ASCII))


def number_or_problem(text: str, *path: str | int) -> tuple[int, None] | tuple[None, Problem]:
    """Return the number in `text`, or the problem with it."""
    try:
        return read_sum(text), None
    except ValueError:
        return None, Problem(NO_NUMBER, path, {"text": text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"})


def limit_fields() -> None:
    """Refuse a form that is far larger than any of ours, before anything is made of it.

    Flask's limits for forms hold for those in parts only. Where a file may be sent, a larger limit is set already.

    Raises:
        RequestEntityTooLarge: it has too many bytes or fields.
    """
    if request.method != "POST" or is_api(request):
        return
    if request.max_content_length == current_app.config["MAX_CONTENT_LENGTH"]:
        request.max_content_length = LARGEST_FORM
    if sum(map(len, request.form.listvalues())) > MOST_FIELDS:
        raise RequestEntityTooLarge


def as_kept(text: str | None) -> str:
    """Return a typed name as it will be kept: trimmed, in NFC; one that is far too long as it is, to be refused."""
    text = (text or "").strip()
    return unicodedata.normalize("NFC", text).strip() if len(text) <= 4 * LONGEST_NAME else text


def check_length(text: str, *path: str | int) -> None:
    """Check that what was typed into a field for cards or numbers can be what belongs there, before it is read.

    Raises:
        Invalid: it is far longer.
    """
    if len(text) > LONGEST_FIELD:
        raise Invalid(Problem(TOO_LONG, path, {"longest": LONGEST_FIELD}))


def add_error(field: Field, sentence: Markup) -> None:
    """Put a sentence at a field, once."""
    if sentence not in field.errors:
        field.errors = [*field.errors, sentence]


def spread(problems: Iterable[Problem], field_of: Any) -> Found:
    """Put each problem at the field that `field_of(path)` names.

    Returns:
        (the field's id, the sentence) for a summary; the id is empty where no field is to blame.
    """
    found: Found = []
    for problem in islice(problems, MOST_ERRORS):
        field, sentence = field_of(problem.path), problem_words(problem)
        if field is not None:
            add_error(field, sentence)
        item = (focus_id(field) if field is not None else "", sentence)
        if item not in found:
            found.append(item)
    return found


def focus_id(field: Field) -> str:
    """Return the id of the element that a link to `field` leads to."""
    return f"{field.id}-0" if _RADIOS.fullmatch(field.id) else str(field.id)


def fingerprint(data: MultiDict[str, str]) -> str:
    """Return what tells two sendings of a form apart: all that was typed."""
    return sha256(repr(sorted((k, v) for k, v in data.items(multi=True) if k not in _ACCOMPANY)).encode()).hexdigest()


def typed(form: BaseForm, name: str) -> str:
    """Return what stands in a text field of `form`, trimmed."""
    return (form[name].data or "").strip()


def described(field: Field, hint_id: str, attributes: Mapping[str, Any]) -> dict[str, Any]:
    """Return the attributes of a field's element: `attributes`, and what ties it to its hint and its sentences."""
    ids = [hint_id] if hint_id else []
    ids += [f"{field.id}-error{number}" for number in range(1, len(field.errors) + 1)]
    tied = {"aria-describedby": " ".join(ids)} if ids else {}
    return {**attributes, **tied, **({"aria-invalid": "true"} if field.errors else {})}
