"""Sentences for pages: translated, HTML-escaped, with names and typed text in `<bdi>` elements."""

import re
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from functools import cache

from babel import Locale
from flask_babel import format_decimal, get_locale
from markupsafe import Markup, escape

from ..extensions import current_reader
from ..rules.card_names import CARD_NAMES, TILE_NAMES
from ..rules.cards import BY_CODE
from ..rules.errors import Problem
from ..rules.letters import signs_of
from ..rules.model.variant import Variant
from ..rules.referee.headlines import Headline
from ..rules.scoring.plausibility import Finding
from ..rules.variants import CARD_GAMES
from ..services.dates import moment_words
from ..services.wording import fitting_values, list_pattern, numbered, reader_letters, template

_LONGEST = 120
_SIGN = re.compile(r"(?<!\w)(?:10|Kn|[2-9A-ZÁ])[♠♥♦♣]")
_TILE = re.compile(r"(?<!\w)[KROB](?:1[0-3]|[1-9])(?!\w)")
_GAMES = {variant.name: variant.language for variant in CARD_GAMES.values()}
_SAMPLES = range(101)  # they contain every CLDR plural category of integers of every language


def _(message: str, **values: object) -> str:
    """Translate `message` into the reader's language."""
    text = current_reader().gettext(message)
    return text.format(**values) if values else text


def _c(context: str, message: str) -> str:
    """Translate a short word that means other things elsewhere; `context` says what it means here."""
    text = current_reader().gettext(f"{context}\x04{message}")  # as gettext keeps it
    return message if "\x04" in text else text


def phrase(message: str, **values: object) -> Markup:
    """Translate a message of a template, which is HTML; `values` are escaped."""
    text = Markup(current_reader().gettext(message))
    return text.format(**values) if values else text


def plural(one: str, several: str, number: float, **values: object) -> str:
    """Translate a sentence with the plural form for `number`, its `{num}`."""
    shown = number if isinstance(number, int) else format_decimal(number)
    return current_reader().ngettext(one, several, number).format(num=shown, **values)


def plural_phrase(one: str, several: str, number: int, **values: object) -> Markup:
    """Translate a message of a template, which is HTML, with the plural form for `number`, its `{num}`."""
    return Markup(current_reader().ngettext(one, several, number)).format(num=number, **values)


def plural_forms(one: str, several: str) -> dict[str, str]:
    """Return all translated plural forms of a sentence by CLDR plural category, with `{num}` not filled in."""
    category_of = (get_locale() or Locale("en")).plural_form
    form = current_reader().ngettext
    return {category_of(number): form(one, several, number) for number in _SAMPLES}


def name_language(variant: Variant) -> str:
    """Return the language of a game's name: its own, or the reader's if the name is translated."""
    return variant.language if variant.name in _GAMES else current_reader().language


def points(number: int) -> str:
    """Format `number` with a minus sign (U+2212)."""
    return str(number) if number >= 0 else f"−{-number}"


def signed(number: int) -> str:
    """Format `number` with its sign, plus or minus; 0 has none."""
    return f"+{number}" if number > 0 else points(number)


def bdi(text: object) -> Markup:
    """Return `text`, a name or typed text, in a `<bdi>` element, cut to 120 characters.

    The name of a game is marked as of that game's language.
    """
    shown = str(text)
    if shown in _GAMES and _GAMES[shown] != current_reader().language:
        return Markup('<bdi lang="{}">{}</bdi>').format(_GAMES[shown], shown)
    if len(shown) > _LONGEST:
        shown = shown[: _LONGEST - 1] + "…"
    return Markup("<bdi>{}</bdi>").format(shown)


def typed(text: str) -> Markup:
    """Return a typed text in a `<bdi>` element, however long it is."""
    return Markup("<bdi>{}</bdi>").format(text)


def bdi_cards(text: str) -> Markup:
    """Return `text` as `bdi` does, with the whole name of each card for screen readers: of `7♥` "seven of hearts"."""
    codes = _codes(reader_letters())
    return Markup((_TILE if numbered() else _SIGN).sub(lambda sign: _card_sign(sign[0], codes), bdi(text)))


def _card_sign(sign: str, codes: Mapping[str, str]) -> str:
    if sign not in codes:
        return sign
    return Markup('<span role="img" aria-label="{}">{}</span>').format(card_name(codes[sign]), sign)


def card_name(code: str) -> str:
    """Return the whole name of a card or tile, as it is read aloud: "queen of hearts", "red 7"."""
    if numbered() and (card := BY_CODE[code]).rank is not None and card.suit is not None:
        return _(TILE_NAMES[card.suit], number=int(card.rank))
    return _(CARD_NAMES[code])


@cache
def _codes(letters: str) -> Mapping[str, str]:
    """Return the code of each card by its sign with these letters."""
    return {sign: card.code for card, sign in signs_of(letters).items()}


def names(several: Iterable[str]) -> Markup:
    """Return names separated by commas."""
    return Markup(", ").join(bdi(name) for name in several)


def points_of(players: Mapping[str, int]) -> Markup:
    """Return the points of each player: `+5 for Ole, −3 for Eva`."""
    return Markup(", ").join(say(_("{points} for {name}"), points=signed(p), name=n) for n, p in players.items())


def say(translated: str, **values: object) -> Markup:
    """Fill `values` into a translated sentence, as HTML: `say(_("{name} leads"), name=name)`."""
    return escape(translated).format(**{key: _shown(value) for key, value in values.items()})


def worded(message: str, values: Mapping[str, object] | None = None) -> Markup:
    """Translate a marked message of the rules or services, and fill in `values`, as HTML."""
    return escape(template(message, values)).format(**{key: _shown(value) for key, value in (values or {}).items()})


def headline_words(headline: Headline) -> Markup:
    """Return a headline of the referee as HTML, long names and lists cut as in `wording.headline_sentence`."""
    values = fitting_values(headline)
    shown = {name: bdi_cards(value) if isinstance(value, str) else value for name, value in values.items()}
    return escape(template(headline.message, headline.values).removesuffix(".")).format(**shown)


def problem_words(problem: Problem) -> Markup:
    """Return the message of a problem as HTML."""
    return worded(problem.message, problem.values)


def finding_words(finding: Finding) -> Markup:
    """Return the message of a finding as HTML."""
    return worded(finding.message, finding.values)


def moment(when: datetime) -> Markup:
    """Return `when` (UTC) as a `<time>` element, which a script shows in the local time zone."""
    shown = moment_words(when.replace(tzinfo=UTC))
    return Markup('<time datetime="{}">{} UTC</time>').format(when.strftime("%Y-%m-%dT%H:%M:%SZ"), shown)


def _shown(value: object) -> object:
    if isinstance(value, Markup):
        return value
    if isinstance(value, tuple) and value:
        *some, last = (bdi(each) if isinstance(each, str) else escape(each) for each in value)
        return Markup(list_pattern()).format(some=Markup(", ").join(some), last=last) if some else last
    if isinstance(value, int) and not isinstance(value, bool):
        return points(value)
    return bdi(value) if isinstance(value, str) else value
