"""Sentences for the terminal, in the language of the environment or of `--lang`, by Python's gettext."""

import gettext
import os
import re
from pathlib import Path

from .paths import TRANSLATIONS

ALIASES = {"no": "nb", "nn": "nb"}
"""Languages whose readers understand another one."""
_VARIABLES = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")
_DOMAIN = "messages"  # gettext's default, which click's own sentences have, too


def use_language(language: str | None = None) -> None:
    """Word messages in `language`, by default in that of `LANGUAGE`, `LC_ALL`, `LC_MESSAGES` or `LANG`.

    Of several, as in `fi:da`, it is the first one that has a catalogue.
    """
    wanted = language or next((value for name in _VARIABLES if (value := os.environ.get(name))), "")
    understood = ":".join(_understood(tag) for tag in wanted.split(":"))
    if language or understood != wanted:
        os.environ["LANGUAGE"] = understood
    gettext.bindtextdomain(_DOMAIN, str(TRANSLATIONS))
    gettext.textdomain(_DOMAIN)


def _understood(tag: str) -> str:
    """Return what gettext looks for instead of a locale; English, which needs no catalogue, ends its search."""
    language, locale = re.split("[-_.@]", tag)[0], tag.replace("-", "_")
    return f"{locale}:C" if language == "en" else ALIASES.get(language, locale)


def language_tag() -> str:
    """Return the tag of the language in use; English if there is no catalogue for what is wanted."""
    found = gettext.find(_DOMAIN, gettext.bindtextdomain(_DOMAIN))
    return Path(found).parents[1].name.replace("_", "-") if found else "en"


def _(message: str, **values: object) -> str:
    """Return a message in the language in use, with `values` put in."""
    return gettext.gettext(message).format(**values) if values else gettext.gettext(message)


def ngettext(one: str, several: str, number: float) -> str:
    """Return the form of a message for a whole number, in the language in use."""
    return gettext.ngettext(one, several, int(number))
