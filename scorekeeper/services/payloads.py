"""The payloads that clients send: pages and API send the same keys. Whether the values make sense is for the rules."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, Any, NotRequired, TypedDict

from pydantic import AfterValidator, Field, create_model
from pydantic_core import PydanticCustomError

from ..documents import JsonObject
from .bounds import LONGEST_NAME, MOST_MELDS, MOST_PEOPLE, MOST_PLAYERS
from .payload_types import (
    CLOSING_WAY_FIELDS,
    PENALTY_FIELDS,
    CardText,
    CardTexts,
    Count,
    GameName,
    HouseRules,
    Name,
    Score,
    Shape,
    Text,
    VariantKey,
    Word,
    clean_text,
)
from .sizes import FEW_CARDS, few_keys


def _different(names: list[str]) -> list[str]:
    seen: set[str] = set()
    for name in names:
        if name.casefold() in seen:
            raise PydanticCustomError("doubled_name", "doubled", {"name": name})
        seen.add(name.casefold())
    return names


class DeviceShape(Shape):
    """The name of a device."""

    name: Annotated[str, AfterValidator(lambda text: clean_text(text, LONGEST_NAME))] | None = None


class NewGame(Shape):
    """A new game."""

    variant: VariantKey
    players: Annotated[list[Name], Field(max_length=MOST_PLAYERS), AfterValidator(_different)]
    house_rules: HouseRules | None = None
    dealer: Name | None = None
    name: GameName | None = None
    hide_totals: Annotated[
        bool | None, Field(description="Whether pages and sheets show no totals before the game has ended.")
    ] = None


class NewGameBody(TypedDict):
    """A new game as pages ask for one: the JSON of `NewGame`, not validated yet."""

    variant: str
    players: list[str]
    house_rules: NotRequired[Mapping[str, object]]
    dealer: NotRequired[str]
    name: NotRequired[str | None]
    hide_totals: NotRequired[bool]


class StartingPoints(Shape):
    """The points of players, by name, at the start of a game that was begun on paper."""

    points: Annotated[dict[str, Score], few_keys(MOST_PLAYERS)] | None = None


class SeatedPerson(Shape):
    """A player, present or former."""

    id: Annotated[str, Field(pattern=r"^[1-9][0-9]{0,5}$")]
    name: Name


class SetupShape(Shape):
    """The settings of a game, as stored."""

    name: GameName | None
    players: Annotated[list[SeatedPerson], Field(max_length=MOST_PLAYERS)]
    house_rules: JsonObject
    dealer: Word
    away: Annotated[list[SeatedPerson], Field(max_length=MOST_PEOPLE)] = Field(default_factory=list)
    points: Annotated[dict[str, Score], few_keys(MOST_PEOPLE)] = Field(default_factory=dict)
    since: Count = 0
    no_advice: bool = False
    hide_totals: bool = False


class EntryPayload(Shape):
    """A player's entry in a round.

    The request model is `NewEntry`: it adds a count for each penalty of the variants.
    """

    points: Score | None = None
    plus: Count | None = None
    minus: Count | None = None
    melds: Annotated[list[CardTexts], Field(max_length=MOST_MELDS), FEW_CARDS] | None = None
    laid_off: CardTexts | None = None
    low_aces: Annotated[CardTexts | None, Field(description="Those of `laid_off` that lie below a two.")] = None
    hand: CardTexts | None = None
    opened: Annotated[bool | None, Field(description="Whether the player has opened; left out: true.")] = None
    could_open: Annotated[
        bool | None, Field(description="Whether a player who has not could have opened; left out: by `hand`.")
    ] = None


NewEntry: type[EntryPayload] = create_model(
    "NewEntry",
    __base__=EntryPayload,
    __doc__="A player's entry: points, or sums, or cards, one of these forms.",
    **PENALTY_FIELDS,
)


class OwnEntryPayload(Shape):
    """What a player enters in an open round: `NewOwnEntry` has the entry, `out` is whether this player went out."""

    out: bool | None = None
    if TYPE_CHECKING:
        entry: EntryPayload | None


_own_fields: dict[str, Any] = {"entry": (NewEntry | None, None)}
NewOwnEntry: type[OwnEntryPayload] = create_model(
    "NewOwnEntry", __base__=OwnEntryPayload, __doc__="A player's own entry.", **_own_fields
)


class RoundPayload(Shape):
    """A round, as forms and the API send it.

    The request model is `NewRound`: it adds a boolean for each special way of closing.
    """

    closer: Name | None = None
    how: Word | None = None
    upcard: Annotated[CardText | None, Field(description="The card turned up first, where it counts.")] = None
    rejoin: Annotated[list[Name], Field(max_length=MOST_PLAYERS)] | None = None
    by: Text | None = None
    why: Text | None = None
    accept_warnings: bool | None = None
    opened: Annotated[
        Count | None, Field(description="The state of the open round whose entries this one takes up.")
    ] = None
    if TYPE_CHECKING:  # a field of `NewRound`, where its type has the penalties
        entries: dict[str, EntryPayload | None]


_entries = dict[str, NewEntry | None]  # type: ignore[valid-type]  # a model made here
_round_fields = CLOSING_WAY_FIELDS | {"entries": (Annotated[_entries, few_keys(MOST_PLAYERS)], ...)}
NewRound: type[RoundPayload] = create_model(
    "NewRound", __base__=RoundPayload, __doc__="A round: how it ended, and an entry for each player.", **_round_fields
)


class NewChange(Shape):
    """A change that needs nothing but its author and the reason."""

    by: Annotated[Text | None, Field(description="Who does it.")] = None
    why: Annotated[Text | None, Field(description="Why.")] = None
