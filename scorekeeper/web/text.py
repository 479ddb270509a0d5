"""Sentences for pages: translated, escaped, and every name or typed text in an isolate of its own direction."""

from collections.abc import Iterable, Mapping
from datetime import datetime

from babel import Locale
from flask_babel import format_datetime, get_domain, get_locale
from flask_babel import gettext as _gettext
from flask_babel import ngettext as _ngettext
from markupsafe import Markup, escape

from ..rules.errors import Problem
from ..rules.scoring.plausibility import Finding

_LONGEST = 120
_KINDS_OF_NUMBERS = range(101)  # every kind of whole number, in any language, has one among these


def _(message: str, **values: object) -> str:
    """Return `message` in the reader's language."""
    return str(_gettext(message, **values))


def plural(one: str, several: str, number: int) -> str:
    """Return the form of a sentence that goes with `number`, which it calls %(num)s."""
    return str(_ngettext(one, several, number))


def plural_forms(one: str, several: str) -> dict[str, str]:
    """Return the forms of a sentence in the reader's language, `%(num)s` still in them, by CLDR's kinds of numbers."""
    kind_of = (get_locale() or Locale("en")).plural_form
    form = get_domain().get_translations().ungettext
    return {kind_of(number): form(one, several, number) for number in _KINDS_OF_NUMBERS}


def points(number: int) -> str:
    """Return `number` with a true minus sign."""
    return str(number) if number >= 0 else f"−{-number}"


def signed(number: int) -> str:
    """Return `number` with its sign, plus or true minus; 0 has none."""
    return f"+{number}" if number > 0 else points(number)


def bdi(text: object) -> Markup:
    """Return `text`, a name or something typed, as HTML that keeps its direction to itself."""
    shown = str(text)
    if len(shown) > _LONGEST:
        shown = shown[: _LONGEST - 1] + "…"
    return Markup("<bdi>{}</bdi>").format(shown)


def names(several: Iterable[str]) -> Markup:
    """Return names in a row."""
    return Markup(", ").join(bdi(name) for name in several)


def say(translated: str, **values: object) -> Markup:
    """Return a translated sentence with `values` put in: `say(_("%(name)s leads"), name=name)`."""
    return escape(translated) % {key: _shown(value) for key, value in values.items()}


def worded(message: str, values: Mapping[str, object] | None = None) -> Markup:
    """Return a marked message of the rules or services as HTML in the reader's language."""
    return escape(_(message)).format(**{key: _shown(value) for key, value in (values or {}).items()})


def problem_words(problem: Problem) -> Markup:
    """Return the sentence of a problem."""
    return worded(problem.message, problem.values)


def finding_words(finding: Finding) -> Markup:
    """Return the sentence of a finding."""
    return worded(finding.message, finding.values)


def moment(when: datetime) -> Markup:
    """Return `when` (UTC) as a time element; the browser's script shows it in its own zone."""
    shown = format_datetime(when, "d MMM y, HH:mm")
    return Markup('<time datetime="{}">{} UTC</time>').format(when.strftime("%Y-%m-%dT%H:%M:%SZ"), shown)


def _shown(value: object) -> object:
    if isinstance(value, Markup):
        return value
    if isinstance(value, int) and not isinstance(value, bool):
        return points(value)
    return bdi(value) if isinstance(value, str) else value
