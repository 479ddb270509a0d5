"""Problems and findings as sentences in the reader's language."""

from collections.abc import Callable, Mapping

from ..rules.errors import Problem
from ..rules.scoring.plausibility import Finding

_LONGEST = 300
_translate: Callable[[str], str] = str
_language: Callable[[], str] = "en".strip


def translate_by(gettext: Callable[[str], str], language: Callable[[], str]) -> None:
    """Let `gettext` translate from now on, into what `language` says.

    Until then sentences are in English, as for commands.
    """
    global _translate, _language
    _translate, _language = gettext, language


def reader_language() -> str:
    """Return the tag of the reader's language."""
    return _language()


def template(message: str) -> str:
    """Return a marked `message` in the reader's language, the names of its values still in it."""
    return _translate(message)


def sentence(message: str, values: Mapping[str, object] | None = None) -> str:
    """Return a marked `message` in the reader's language with `values` put in; very long ones are cut."""
    text = _translate(message)
    if not values and "{" not in text:
        return text
    return text.format(**{key: _shown(value) for key, value in (values or {}).items()})


def _shown(value: object) -> object:
    if isinstance(value, str) and len(value) > _LONGEST:
        return value[: _LONGEST - 1] + "…"
    return value


def problem_sentence(problem: Problem) -> str:
    """Return the sentence of a problem."""
    return sentence(problem.message, problem.values)


def finding_sentence(finding: Finding) -> str:
    """Return the sentence of a finding."""
    return sentence(finding.message, finding.values)
