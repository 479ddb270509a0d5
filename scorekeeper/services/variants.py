"""The games with their rules, house rules and ambiguities, as the API gives them."""

from functools import lru_cache
from typing import NotRequired

from typing_extensions import TypedDict  # pydantic takes typing's from Python 3.12 on

from ..rules.model.options import Choice, Option
from ..rules.model.presets import Preset
from ..rules.model.sources import Ambiguity, Reading
from ..rules.model.variant import Variant
from ..rules.variants import VARIANTS
from .errors import NoSuchVariant
from .referee.answer_documents import rule_document
from .referee.answers import RuleJson
from .wording import game_name, reader_language, sentence


class PlayersJson(TypedDict):
    """How many can play."""

    least: int
    most: int


class GameOfVariantsJson(TypedDict):
    """A game: its key, name, country and language, what it is about, how many can play."""

    key: str
    name: str
    country: str
    language: str
    summary: str
    players: PlayersJson


class VariantsJson(TypedDict):
    """Every game."""

    variants: list[GameOfVariantsJson]


class OptionJson(TypedDict):
    """A house rule, with its `choices` or its bounds; `kind` is `switch`, `choice`, `number` or `text`.

    The bounds of a text are those of its length.
    """

    key: str
    text: str
    kind: str
    choices: NotRequired[list[Choice]]
    least: NotRequired[int]
    most: NotRequired[int]
    default: Choice
    rule: str


class PresetSourceJson(TypedDict):
    """Where the house rules of a preset come from."""

    title: str
    publisher: str
    address: str


class PresetJson(TypedDict):
    """House rules that a table may choose as one: the name of the set, what it chooses, and who plays so."""

    key: str
    name: str
    house_rules: dict[str, Choice]
    source: PresetSourceJson


class OtherReadingJson(TypedDict):
    """Another reading of the source, and the choice of the house rule by which a table selects it."""

    text: str
    option: str
    choice: Choice


class AmbiguityJson(TypedDict):
    """What the source leaves open: what we do, and its other readings."""

    key: str
    text: str
    default: str
    readings: list[OtherReadingJson]


class VariantJson(GameOfVariantsJson):
    """A game with its rules, house rules and ambiguities."""

    rules: list[RuleJson]
    options: list[OptionJson]
    presets: list[PresetJson]
    ambiguities: list[AmbiguityJson]


def variants_document() -> VariantsJson:
    """Return every game, worded in the reader's language."""
    return {"variants": [_game(variant) for variant in VARIANTS.values()]}


def variant_document(key: str) -> VariantJson:
    """Return a game with its rules, worded in the reader's language.

    Raises:
        NoSuchVariant: there is no such game.
    """
    if key not in VARIANTS:
        raise NoSuchVariant
    return _variant(key, reader_language())


@lru_cache(maxsize=64)
def _variant(key: str, _language: str) -> VariantJson:
    variant = VARIANTS[key]
    rules = [rule.key for rule in variant.rule_list if not isinstance(rule, Ambiguity)]
    return {
        **_game(variant),
        "rules": [rule_document(variant, rule) for rule in rules],
        "options": [_option(option) for option in variant.options],
        "presets": [_preset(preset) for preset in variant.presets],
        "ambiguities": [_ambiguity(ambiguity) for ambiguity in variant.ambiguities],
    }


def _game(variant: Variant) -> GameOfVariantsJson:
    return {
        "key": variant.key,
        "name": game_name(variant),
        "country": sentence(variant.country),
        "language": variant.language,
        "summary": sentence(variant.summary),
        "players": {"least": variant.deal.fewest_players, "most": variant.most_players},
    }


def _option(option: Option) -> OptionJson:
    document: OptionJson = {
        "key": option.key,
        "text": sentence(option.sentence),
        "kind": option.kind,
        "default": option.default,
        "rule": option.rule,
    }
    if option.lowest is not None and option.highest is not None:
        document |= {"least": option.lowest, "most": option.highest}
    elif option.longest is not None:
        document |= {"least": 0, "most": option.longest}
    else:
        document["choices"] = list(option.choices)
    return document


def _preset(preset: Preset) -> PresetJson:
    source = preset.source
    return {
        "key": preset.key,
        "name": preset.name,
        "house_rules": dict(preset.house_rules),
        "source": {"title": source.title, "publisher": source.publisher, "address": source.address},
    }


def _ambiguity(ambiguity: Ambiguity) -> AmbiguityJson:
    return {
        "key": ambiguity.key,
        "text": sentence(ambiguity.text),
        "default": sentence(ambiguity.default),
        "readings": [_reading(reading) for reading in ambiguity.readings],
    }


def _reading(reading: Reading) -> OtherReadingJson:
    return {"text": sentence(reading.text), "option": reading.option, "choice": reading.choice}
