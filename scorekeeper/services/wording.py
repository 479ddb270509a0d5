"""Problems and findings as sentences in the reader's language."""

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from contextvars import ContextVar
from dataclasses import dataclass
from functools import cache
from typing import Literal

from ..rules.card_names import CARD_NAMES
from ..rules.cards import JOKER, Card, Rank
from ..rules.errors import N_, Counted, Problem
from ..rules.letters import ENGLISH, NUMBERS, in_letters, rank_signs, signs_of
from ..rules.model.variant import Variant
from ..rules.reasons import Addend, Sum
from ..rules.referee.headlines import LONGEST, Headline
from ..rules.scoring.plausibility import Finding

_LONGEST = 300
_MOST_PARTS, _LONGEST_SUM = 10, 80  # parts and characters of a sum that names each card
_SEVERAL = 9  # a number of the plural category of most numbers
_SHORTEST = 4  # a name is not cut further
_JOKER, _AS = N_("joker"), N_("{card} as {role}")
_FIRST = re.compile(r"\{(\w+)\}")  # the value that a sentence begins with
_ALONE = re.compile(r"(?<= \w) ")  # after a word of one letter, Czech "a", which ends no line
_LABELS = frozenset({"way", "penalty"})  # the names of values that are marked words themselves
_ROWS = frozenset({"places"})  # those that are rows of ranks, "K-A-2"
_NAMED = _LABELS | _ROWS


def _english_form(one: str, several: str, number: float) -> str:
    return one if number == 1 else several


@dataclass(frozen=True, slots=True)
class Reader:
    """Whom sentences are for: the language tag, the key of the letters on cards, the functions that translate.

    `ngettext` takes the English forms for one and for several, and the number; it returns the form for that number.
    """

    language: str = "en"
    letters: str = ENGLISH
    gettext: Callable[[str], str] = str
    ngettext: Callable[[str, str, float], str] = _english_form


def with_letters(gettext: Callable[[str], str], letters: str) -> Callable[[str], str]:
    """Return a function that translates, and has these letters in rows of ranks, `K-A-2`, which break into no lines."""
    return lambda message: in_letters(gettext(message), letters)


ENGLISH_READER = Reader()
_numbered: ContextVar[bool] = ContextVar("numbered", default=False)
_reader: Callable[[], Reader] = lambda: ENGLISH_READER  # noqa: E731  # a default, which `word_for` replaces


def word_for(reader: Callable[[], Reader]) -> None:
    """Set the function that returns the current reader, who is English without it."""
    global _reader
    _reader = reader


def reader_language() -> str:
    """Return the tag of the reader's language."""
    return _reader().language


def show_faces_of(variant: Variant | None = None) -> None:
    """Show cards, from here on in this request, as the tiles of `variant` if they have numbers; None: as cards."""
    _numbered.set(variant is not None and variant.deck.numbered)


def numbered() -> bool:
    """Return whether cards are shown, and may be typed, as tiles with numbers in colours: `R7`."""
    return _numbered.get()


def reader_letters() -> str:
    """Return the key of the letters on the cards that are shown: the reader's, or numbers."""
    return NUMBERS if _numbered.get() else _reader().letters


def _translate(message: str) -> str:
    return _reader().gettext(message)


def card_sign(card: Card) -> str:
    """Return a card with the letters of the reader's cards, `Kn♠`; empty for a joker."""
    return signs_of(reader_letters())[card]


def rank_sign(rank: Rank) -> str:
    """Return a rank with the letters of the reader's cards: `Kn`, `10`."""
    return rank_signs(reader_letters())[rank]


def template(message: str, values: Mapping[str, object] | None = None) -> str:
    """Return a marked `message` in the reader's language, the names of its values still in it.

    Of a message with a number it is the form for that one of `values`; without them that for several.
    """
    if isinstance(message, Counted):
        number = _number(values[message.number]) if values else _SEVERAL
        return _reader().ngettext(message.one, message, number)
    return _reader().gettext(message)


def _number(value: object) -> int:
    """Return a number, or that of its text: +20, −5. Anything else, as in an altered import, is several."""
    text = str(value).replace("−", "-")
    return int(text) if re.fullmatch(r"[+-]?\d{1,12}", text) else _SEVERAL


def sentence(message: str, values: Mapping[str, object] | None = None) -> str:
    """Return a marked `message` in the reader's language with `values` put in; very long ones are cut."""
    text = template(message, values)
    if not values and "{" not in text:
        return text
    return text.format(**shown_values(begun(text, values or {})))


def begun(text: str, values: Mapping[str, object]) -> Mapping[str, object]:
    """Return the values of a sentence; a joker that it begins with is a word with a capital letter, as on a card."""
    name = found[1] if (found := _FIRST.match(text)) else ""
    match values.get(name):
        case Card() as card if card == JOKER:
            return {**values, name: _translate(CARD_NAMES[JOKER.code])}
        case [Card() as card, *others] if card == JOKER:
            return {**values, name: [_translate(CARD_NAMES[JOKER.code]), *others]}
    return values


def plural(one: str, several: str, number: int, values: Mapping[str, object] | None = None) -> str:
    """Return the form of a sentence for `number`, its `{num}`, in the reader's language with `values` put in."""
    return _reader().ngettext(one, several, number).format(num=number, **shown_values(values or {}))


def shown_values(values: Mapping[str, object]) -> dict[str, object]:
    """Return the values of a sentence as it shows them; a way of closing and a penalty in the reader's language."""
    return {name: _shown_as(name, value) if name in _NAMED else shown_value(value) for name, value in values.items()}


def _shown_as(name: str, value: object) -> object:
    """Return a value that its name makes special: a row of ranks, or a marked word."""
    if name in _ROWS and isinstance(value, list | tuple):
        return _listed([in_letters(str(row), reader_letters()) for row in value])
    return _translate(value) if isinstance(value, str) else shown_value(value)


def shown_value(value: object) -> object:
    """Return a value as its sentence shows it: cards with signs, lists with "and", a minus sign (U+2212).

    Long text is cut; other values are returned as they are.
    """
    if isinstance(value, Card):
        return card_sign(value) or _translate(_JOKER)
    if isinstance(value, Sum):
        return _added_up(value)
    if isinstance(value, list | tuple):
        signs = signs_of(reader_letters())  # once for all cards of a list
        return _listed(
            [signs[part] or _translate(_JOKER) if isinstance(part, Card) else str(shown_value(part)) for part in value]
        )
    if isinstance(value, int) and value < 0:
        return f"−{-value}"
    return _cut(value, _LONGEST) if isinstance(value, str) else value


def _added_up(value: Sum) -> str:
    """Return a sum: `K♥ 10 + joker as 9♥ 9 = 19`; one of many cards by their points: `3 × 10 + 50 = 80`.

    The number on a tile stands once: `R7 + joker as R8 = 15`.
    """
    total = f" = {sum([part.points for part in value.parts])}"
    if len(value.parts) <= _MOST_PARTS:
        signs = signs_of(reader_letters())
        text = " + ".join([_addend(part, signs) for part in value.parts])
        if len(text) <= _LONGEST_SUM:
            return text + total if len(value.parts) != 1 else text
    counts = Counter([part.points for part in value.parts])
    shortly = [f"{count} × {points}" if count > 1 else str(points) for points, count in sorted(counts.items())]
    return " + ".join(shortly) + total


def _addend(part: Addend, signs: Mapping[Card, str]) -> str:
    """Return a card with its points, `K♥ 10`; a tile alone, `R7`, if they are the number on it."""
    card, face = _counted_card(part, signs), signs[part.role or part.card]
    return card if numbered() and face[1:] == str(part.points) else f"{card} {part.points}"


def _counted_card(part: Addend, signs: Mapping[Card, str]) -> str:
    """Return a card of a sum: `K♥`, `joker as 9♥`."""
    card = signs[part.card] or _translate(_JOKER)
    return _translate(_AS).format(card=card, role=signs[part.role]) if part.role else card


def _listed(parts: Sequence[str]) -> str:
    if len(parts) < 2:
        return "".join(parts)
    return list_pattern().format(some=", ".join(parts[:-1]), last=parts[-1])


def list_pattern(style: Literal["standard", "or"] = "standard") -> str:
    """Return how the reader's language joins a list: `{some} and {last}`, or with "or" if `style` is that."""
    return _list_pattern(_reader().language, style)


@cache
def _list_pattern(language: str, style: Literal["standard", "or"]) -> str:
    from babel.lists import format_list  # here: some commands need none

    locale = "en_GB" if language == "en" else language.replace("-", "_")  # no comma before "and"
    return _ALONE.sub("\u00a0", format_list(["{some}", "{last}"], style, locale))


def _cut(text: str, longest: int) -> str:
    return text if len(text) <= longest else text[: longest - 1].rstrip(", ") + "…"


def list_words() -> dict[str, str]:
    """Return the words with which lists and sums of cards are shown, in the reader's language."""
    return {"joker": _translate(_JOKER), "and": list_pattern(), "as": _translate(_AS)}


def headline_sentence(headline: Headline) -> str:
    """Return a headline in the reader's language, at most `LONGEST` characters: long names and lists are cut."""
    text = sentence(headline.message, headline.values).removesuffix(".")
    if len(text) <= LONGEST:
        return text
    return _cut(sentence(headline.message, fitting_values(headline)).removesuffix("."), LONGEST)


def fitting_values(headline: Headline) -> dict[str, object]:
    """Return the values of a headline as they are shown, cut, the longest first, until the sentence fits."""
    shown = shown_values(begun(template(headline.message, headline.values), headline.values))
    while (over := len(template(headline.message, headline.values).removesuffix(".").format(**shown)) - LONGEST) > 0:
        texts = {name: value for name, value in shown.items() if isinstance(value, str)}
        longest = max(texts, key=lambda name: len(texts[name]), default="")
        others = max((len(text) for name, text in texts.items() if name != longest), default=0)
        if len(texts.get(longest, "")) <= _SHORTEST:
            break
        shown[longest] = _cut(
            texts[longest], max(len(texts[longest]) - over, min(others, len(texts[longest]) - 1), _SHORTEST)
        )
    return shown


def game_name(variant: Variant) -> str:
    """Return what the table calls its game; else the game's name, which is in its own language, or the reader's."""
    return variant.own_name or sentence(variant.name)


def problem_sentence(problem: Problem) -> str:
    """Return the sentence of a problem."""
    return sentence(problem.message, problem.values)


def finding_sentence(finding: Finding) -> str:
    """Return the sentence of a finding."""
    return sentence(finding.message, finding.values)
