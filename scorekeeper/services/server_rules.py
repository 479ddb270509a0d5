"""The house rules with which new games begin on this server: read from a file (`SCOREKEEPER_HOUSE_RULES`) at the start.

The file is TOML, or JSON if its name ends so: a table for each game by its key, with the choices by the keys of
its house rules.
"""

import json
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, TypeAlias

from ..config.causes import cause_of
from ..config.messages import _
from ..config.settings import SettingsError
from ..documents import JsonObject
from ..rules.errors import RulesError
from ..rules.model.options import Choice, Option
from ..rules.variants import VARIANTS, get_variant
from .wording import sentence

ServerRules: TypeAlias = Mapping[str, Mapping[str, Choice]]
NONE = "none"
"""What stands for no choice, as for no limit, in TOML, which has no null."""


def read_server_rules(file: Path | None) -> ServerRules:
    """Return the house rules of a file by the keys of games; none without a file.

    Raises:
        SettingsError: it cannot be read, or has something that is no house rule.
    """
    if file is None:
        return {}
    document = _document(file)
    if not isinstance(document, dict) or not all(isinstance(each, dict) for each in document.values()):
        what = _("It must have a table for each game, as [{game}], with house rules in it.", game=next(iter(VARIANTS)))
        raise _wrong(file, what)
    try:
        return {key: get_variant(key, _choices(key, given)).house_rules for key, given in document.items()}
    except RulesError as error:
        problem = error.problems[0]
        raise _wrong(file, _(problem.message, **problem.values)) from None


def example(key: str) -> Iterator[str]:
    """Yield the lines of a file with the house rules of a game, all commented out.

    Raises:
        UnknownVariant: there is no such game.
    """
    yield f"[{key}]"
    for option in get_variant(key).options:
        yield from (f"# {line}" for line in (sentence(option.sentence), *_allowed(option)))
        yield f"# {option.key} = {_value(option.default)}"


def _document(file: Path) -> Any:
    try:
        text = file.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise _wrong(file, cause_of(error) if isinstance(error, OSError) else _("It isn’t text in UTF-8.")) from None
    try:
        return json.loads(text) if file.suffix == ".json" else tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        kind = "JSON" if file.suffix == ".json" else "TOML"
        raise _wrong(file, _("It isn’t {kind}: {reason}.", kind=kind, reason=error)) from None


def _wrong(file: Path, what: str) -> SettingsError:
    return SettingsError(_("SCOREKEEPER_HOUSE_RULES: the file '{file}' cannot be used. {what}", file=file, what=what))


def _choices(key: str, given: Mapping[str, object]) -> JsonObject:
    """Return the choices of a game as its options take them."""
    options = {option.key: option for option in VARIANTS[key].options} if key in VARIANTS else {}
    return {name: None if _is_none(options.get(name), choice) else choice for name, choice in given.items()}


def _is_none(option: Option | None, choice: object) -> bool:
    return option is not None and choice == NONE and option.allows_none and not option.allows(NONE)


def _allowed(option: Option) -> Iterator[str]:
    """Yield what may be chosen, unless that is yes or no, or a text."""
    if option.is_number:
        yield f"{option.lowest}–{option.highest}{f', {_value(None)}' if option.allows_none else ''}"
    elif not option.is_switch and not option.is_text:
        yield ", ".join(_value(choice) for choice in option.choices)


def _value(choice: Choice) -> str:
    return json.dumps(NONE if choice is None else choice, ensure_ascii=False)
