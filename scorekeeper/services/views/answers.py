"""The answers of the API about games, as types; `services.payloads` has the requests.

The services build these dictionaries, mypy checks them, and the OpenAPI document is generated from them: a docstring
here is a description there. A type `GameJson` is the schema `Game`.
"""

from typing import TYPE_CHECKING, Annotated, Literal, NotRequired

from pydantic import Field, WithJsonSchema
from typing_extensions import TypedDict  # pydantic takes typing's from Python 3.12 on

from ...rules.model.options import Choice
from ...rules.model.terms import How
from ...rules.variants import VARIANTS
from ..payload_types import CLOSING_WAYS, PENALTIES
from .state import Status, What

CardCodeJson = Annotated[str, Field(pattern="^([A2-9TJQK][SHDC]|JK)$")]
Moment = Annotated[
    str, WithJsonSchema({"type": "string", "format": "date-time", "pattern": r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$"})
]
Pointer = Annotated[str, Field(pattern="^(/([^~/]|~[01])*)*$", description="A JSON pointer (RFC 6901).")]
VariantKeyJson = Annotated[str, Field(json_schema_extra={"enum": list(VARIANTS)})]
HouseRulesJson = dict[str, Choice]
ByPlayer = Annotated[dict[str, int], Field(description="By the name of the player.")]

if TYPE_CHECKING:

    class ClosingWays(TypedDict):
        pass

    class _Penalties(TypedDict, total=False):
        pass

else:  # their keys are those of the variants
    ClosingWays = TypedDict("ClosingWays", dict.fromkeys(CLOSING_WAYS, bool))
    _Penalties = TypedDict("_Penalties", dict.fromkeys(PENALTIES, int), total=False)


class EntryJson(_Penalties, total=False):
    """What was entered for a player: points, or sums, or cards."""

    points: int
    plus: int
    minus: int
    melds: list[list[CardCodeJson]]
    laid_off: list[CardCodeJson]
    low_aces: list[CardCodeJson]
    hand: list[CardCodeJson]
    opened: bool
    could_open: bool


class LineJson(TypedDict):
    """One item of a player’s score in a round."""

    points: int
    rule: str | None
    ruling: NotRequired[Annotated[str, Field(description="The ruling that posted this penalty.")]]


class WarningJson(TypedDict):
    """Something in a round that cannot be right."""

    code: str
    text: str
    player: str | None


class NoticeJson(TypedDict):
    """Something that the table should know before it plays on."""

    code: str
    text: str


class _RoundJson(ClosingWays):
    number: int
    closer: str | None
    how: How
    entries: dict[str, EntryJson]
    by: str | None
    scores: ByPlayer
    lines: dict[str, list[LineJson]]
    voided: bool
    rating: NotRequired[Annotated[dict[str, int], Field(description="Rating points of this round, by name.")]]
    upcard: NotRequired[Annotated[CardCodeJson, Field(description="The card turned up first, where it counts.")]]
    rejoin: NotRequired[Annotated[list[str], Field(description="Who came back in before this round.")]]
    note: NotRequired[Annotated[str, Field(description="What somebody wrote about it.")]]
    warnings: list[WarningJson]


class RoundJson(_RoundJson):
    """A round of a game."""

    totals: Annotated[dict[str, int], Field(description="After this round; of a voided one, those before it.")]


class RevisedRoundJson(_RoundJson):
    """A round before or after a revision."""

    totals: NotRequired[ByPlayer]


class RulebookVersionJson(TypedDict):
    """The version of the rules that a game began with."""

    version: str


class DealJson(TypedDict):
    """The next deal: how many cards each player gets, of how many packs and jokers."""

    cards: int
    packs: int
    jokers: int
    first_extra: NotRequired[Annotated[int, Field(description="Cards that the first player gets more.")]]


class GameJson(TypedDict):
    """A game as it stands."""

    id: str
    version: Annotated[int, Field(ge=1, description="Grows with every change; the ETag.")]
    name: str | None
    variant: VariantKeyJson
    house_rules: Annotated[HouseRulesJson, Field(description="Those of the next round.")]
    rulebook: RulebookVersionJson
    players: Annotated[list[str], Field(description="Those of the next round, in the order of the seats.")]
    rounds: list[RoundJson]
    totals: ByPlayer
    rating: NotRequired[Annotated[dict[str, int], Field(description="Rating points, by name, in a game with them.")]]
    rounds_won: NotRequired[
        Annotated[dict[str, int], Field(description="Rounds won, by name, where the most rounds win.")]
    ]
    status: Literal["playing", "ended"]
    winners: list[str]
    dealer: Annotated[str | None, Field(description="Who deals the next round; null where nobody does.")]
    out: NotRequired[
        Annotated[list[str], Field(description="Whom the limit has put out, in the order in which they went.")]
    ]
    final: NotRequired[
        Annotated[dict[str, int], Field(description="With the bonuses of the end, once the game has ended.")]
    ]
    final_lines: NotRequired[
        Annotated[dict[str, list[LineJson]], Field(description="The bonuses in `final`, by name, each with its rule.")]
    ]
    hide_totals: NotRequired[
        Annotated[
            bool,
            Field(
                description="Whether pages and sheets hide the totals until the end; left out: false. "
                "They are in this answer: a client that shows them hides them while `status` is `playing`."
            ),
        ]
    ]
    note: NotRequired[Annotated[str, Field(description="What somebody wrote about the game.")]]
    deal: Annotated[DealJson | None, Field(description="Null in a game whose cards the app does not know.")]
    warnings: list[NoticeJson]


class KeysJson(TypedDict):
    """The first two keys of a game, shown this once."""

    scorer: str
    viewer: str


class MadeGameJson(GameJson):
    """A game that was just made."""

    keys: KeysJson


class PersonJson(TypedDict):
    """Somebody who sits or sat at the table."""

    id: str
    name: str


class SettingsJson(TypedDict):
    """Who plays by which house rules, from a round on."""

    name: str | None
    players: list[PersonJson]
    house_rules: HouseRulesJson
    dealer: Annotated[str, Field(description="Who deals the round after `since`, by id.")]
    away: NotRequired[Annotated[list[PersonJson], Field(description="Who has left.")]]
    points: NotRequired[Annotated[dict[str, int], Field(description="What somebody had to begin with, by id.")]]
    since: NotRequired[int]
    no_advice: NotRequired[Annotated[bool, Field(description="Whether nobody may ask what could be laid.")]]
    hide_totals: NotRequired[Annotated[bool, Field(description="Whether the totals are hidden until the end.")]]


class NoteJson(TypedDict):
    """The note on a game before or after a revision."""

    note: str


class PenaltyJson(TypedDict):
    """A penalty, by rule; `player` is null if the situation names nobody."""

    player: str | None
    points: Annotated[int, Field(le=-1)]
    rule: str


class DecidedRulingJson(TypedDict):
    """How a ruling stands after a revision."""

    id: str
    status: Status
    round: int | None
    penalties: list[PenaltyJson]


class RevisionJson(TypedDict):
    """A change of a game."""

    number: int
    what: What
    round: int | None
    who: str | None
    when: Moment
    why: str | None
    before: RevisedRoundJson | SettingsJson | NoteJson | None
    after: RevisedRoundJson | SettingsJson | NoteJson | None
    ruling: NotRequired[
        Annotated[
            DecidedRulingJson,
            Field(description="Of a revision that a ruling led to: how that stands after it."),
        ]
    ]


class HistoryJson(TypedDict):
    """Every change of a game, in their order."""

    revisions: list[RevisionJson]
