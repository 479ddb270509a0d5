"""The types of a situation's fields: cards, melds, moves, what each player has."""

from typing import Annotated

from pydantic import AfterValidator, Field, GetPydanticSchema, WithJsonSchema, WrapValidator, create_model
from pydantic_core import PydanticCustomError
from pydantic_core.core_schema import no_info_plain_validator_function

from ...rules.cards import BY_CODE, Card, LaidOff, parse_card
from ...rules.errors import UnknownCard
from ...rules.referee.situations import CardMove, PlayerCards, Rejoined
from ..bounds import MOST_CARDS, MOST_MELDS, MOST_PLAYERS
from ..payload_types import PENALTIES, PENALTY_FIELDS, Name, Score, Shape
from ..sizes import FEW_CARDS, few_keys
from ..wording import numbered

MOST_ROUNDS = 999
MOST_SECONDS = 86_400


def _card(value: object) -> Card:
    if not isinstance(value, str):
        raise PydanticCustomError("string_type", "no text")
    try:
        return BY_CODE.get(value) or parse_card(value, numbered=numbered())
    except UnknownCard as error:
        raise PydanticCustomError("unknown_card", "no card", dict(error.problems[0].values)) from None


CardCode = Annotated[
    Card,
    GetPydanticSchema(lambda _card_type, _handler: no_info_plain_validator_function(_card)),
    WithJsonSchema({"type": "string", "examples": ["7H", "TS", "JK"]}),
]
CardOrCards = Annotated[
    list[CardCode | None],
    Field(max_length=MOST_CARDS),
    WrapValidator(lambda value, rest: _card(value) if isinstance(value, str) else rest(value)),
    WithJsonSchema({"anyOf": [{"type": "string"}, {"type": "array", "items": {"type": ["string", "null"]}}]}),
]
RolesOfCards = Annotated[list[CardCode | None], Field(max_length=MOST_CARDS)]
RolesOfMelds = Annotated[  # index of a meld -> its joker's card, or its jokers' cards
    dict[Annotated[str, Field(pattern=r"^(0|[1-9]\d{0,2})$")], CardOrCards | None],
    Field(max_length=MOST_MELDS, json_schema_extra={"additionalProperties": False}),
    few_keys(MOST_MELDS),
]
CardList = Annotated[list[CardCode], Field(max_length=MOST_CARDS)]
GivenCards = Annotated[  # one card, or several at once
    CardList,
    WrapValidator(lambda value, rest: _card(value) if isinstance(value, str) else rest(value)),
    WithJsonSchema({"anyOf": [{"type": "string"}, {"type": "array", "items": {"type": "string"}}]}),
]
GivenMelds = Annotated[list[CardList], Field(max_length=MOST_MELDS), FEW_CARDS]
Names = Annotated[list[Name], Field(max_length=MOST_PLAYERS)]
Points = Annotated[dict[Name, Score], Field(max_length=MOST_PLAYERS), few_keys(MOST_PLAYERS)]
Index = Annotated[int, Field(ge=0, lt=MOST_MELDS)]


class LaidOffCard(Shape):
    """A card laid off, the index of the meld it went to, and what it was laid as if it is a joker."""

    card: CardCode
    to: Index
    as_: Annotated[CardCode | None, Field(alias="as")] = None


class MovedCard(Shape):
    """A card that goes from one meld to another, both by index."""

    card: CardCode
    from_: Annotated[Index, Field(alias="from")]
    to: Index


LaidOffs = Annotated[
    list[Annotated[LaidOffCard, AfterValidator(lambda s: LaidOff(s.card, s.to, s.as_))]], Field(max_length=MOST_CARDS)
]
MoveShape = Annotated[MovedCard, AfterValidator(lambda s: CardMove(s.card, s.from_, s.to))]


class RejoinedPlayer(Shape):
    """A player who comes back in, and before which round, counted from 1."""

    player: Name
    before_round: Annotated[int, Field(ge=1, le=MOST_ROUNDS + 1)]


RejoinedPlayers = Annotated[
    list[Annotated[RejoinedPlayer, AfterValidator(lambda s: Rejoined(s.player, s.before_round))]],
    Field(max_length=MOST_ROUNDS),
]


class _PlayedCards(Shape):
    """What a player has laid and holds at the end of a round, and how often the player was penalised."""

    melds: GivenMelds | None = None
    laid_off: CardList | None = None
    low_aces: CardList | None = None
    hand: CardList | None = None
    opened: bool | None = None
    could_open: bool | None = None


_WithPenalties = create_model("PlayedCards", __base__=_PlayedCards, __doc__=_PlayedCards.__doc__, **PENALTY_FIELDS)


def _player_cards(shape: _PlayedCards) -> PlayerCards:
    counts = {key: getattr(shape, key) for key in PENALTIES if getattr(shape, key)}
    melds = tuple(tuple(meld) for meld in shape.melds or ())
    low_aces = None if shape.low_aces is None else tuple(shape.low_aces)
    laid_off, hand = tuple(shape.laid_off or ()), tuple(shape.hand or ())
    return PlayerCards(melds, laid_off, hand, counts, low_aces, shape.opened is not False, shape.could_open)


PlayerShape = Annotated[_WithPenalties, AfterValidator(_player_cards)]  # type: ignore[valid-type]  # a model made here
Players = Annotated[dict[Name, PlayerShape], Field(max_length=MOST_PLAYERS), few_keys(MOST_PLAYERS), FEW_CARDS]
