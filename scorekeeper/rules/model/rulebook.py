"""The notation of a game's rules: texts by chapter in the order of play, doubts about the source, its sections."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from .options import Option
from .sources import Ambiguity, Reading, Rule
from .topics import Chapter


@dataclass(frozen=True)
class Doubt:
    """What the source leaves open (`text`), what we do (`default`), and the house rules by which a table may differ."""

    text: str
    default: str
    options: tuple[str, ...] = ()


class Rulebook(NamedTuple):
    """The rules of a game: `Variant.chapters` and `Variant.rule_list`."""

    chapters: Mapping[Chapter, str]
    rule_list: tuple[Rule, ...]


def doubt(text: str, default: str, *options: str) -> Doubt:
    """Return a doubt about the source; its other readings are those of `options` (keys), or of all options about it."""
    return Doubt(text, default, options)


def rulebook(options: Iterable[Option], sections: Mapping[str, str], **chapters: Mapping[str, str | Doubt]) -> Rulebook:
    """Return the rules of a game.

    `chapters`, by the values of `Chapter`, have the rules by their ids, each after the rule that it changes;
    `sections` has the ids by the headings of the source, where one finds them. `options` word the readings.

    Raises:
        ValueError: there is no such chapter; an id stands in two chapters, or not in exactly one section.
    """
    entries = [entry for chapter in chapters.values() for entry in chapter.items()]
    section_of = [(key, section) for section, keys in sections.items() for key in keys.split()]
    keys = sorted((key for key, _ in entries), key=_place)
    if sorted(keys) != sorted(key for key, _ in section_of) or len(set(keys)) < len(keys):
        raise ValueError(f"each rule stands in one chapter and in one section: {_differing(keys, section_of)}")
    texts, headings, known = dict(entries), dict(section_of), {option.key: option for option in options}
    return Rulebook(
        {Chapter(name): " ".join(rules) for name, rules in chapters.items()},
        tuple(_rule(key, texts[key], headings[key], known) for key in keys),
    )


def _rule(key: str, entry: str | Doubt, section: str, options: Mapping[str, Option]) -> Rule:
    if isinstance(entry, str):
        return Rule(key, entry, section)
    about = entry.options or [option.key for option in options.values() if option.rule == key]
    readings = (reading for option in about for reading in _readings(options[option]))
    return Ambiguity(key, entry.text, section, entry.default, tuple(readings))


def _readings(option: Option) -> Iterator[Reading]:
    for choice, (text, condition, where_laid) in option.readings.items():
        yield Reading(text, option.key, choice, condition, where_laid)


def _place(key: str) -> tuple[int, int]:
    """Return the place of an id in a list of rules: XX-01, then options XX-O1, then doubts XX-A1."""
    kind, number = re.findall(r"([A-Z]?)(\d+)$", key)[0]
    return " OA".find(kind or " "), int(number)


def _differing(keys: Iterable[str], section_of: Iterable[tuple[str, str]]) -> list[str]:
    listed = [*keys, *(key for key, _ in section_of)]
    return sorted({key for key in listed if listed.count(key) != 2}, key=_place)
