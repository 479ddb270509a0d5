"""The models of a situation for each question, as the API, the pages and the command send it."""

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, ClassVar, Literal

from pydantic import AfterValidator, Field, create_model

from ...rules.model.terms import How
from ..bounds import MOST_CARDS, MOST_PLAYERS
from ..payload_types import CLOSING_WAY_FIELDS, Count, HouseRules, Name, Shape, VariantKey
from ..sizes import few_keys
from .situation_fields import (
    MOST_ROUNDS,
    MOST_SECONDS,
    CardCode,
    CardList,
    GivenCards,
    GivenMelds,
    Index,
    LaidOffs,
    MoveShape,
    Names,
    Players,
    Points,
    RejoinedPlayers,
    RolesOfCards,
    RolesOfMelds,
)


class Situation(Shape):
    """A situation. `MOMENTS` names, for each moment of the turn, the keys whose cards lie on the table together."""

    MOMENTS: ClassVar[tuple[tuple[str, ...], ...]] = ()

    def given(self) -> dict[str, Any]:
        """Return the keys that are given and not null, lists as tuples."""
        return {key: _frozen(value) for key, value in self.__dict__.items() if value is not None}

    def names(self) -> Iterator[str]:
        """Yield the names of players in the situation."""
        yield from ()


def _frozen(value: object) -> object:
    if not isinstance(value, list):
        return value
    return tuple([_frozen(part) if isinstance(part, list) else part for part in value])


class MeldSituation(Situation):
    """Is this a meld, and may it be laid now?"""

    MOMENTS = (("cards",),)
    cards: CardList
    joker_as: RolesOfCards | None = None
    first_round: bool | None = None
    melds_laid_this_turn: Count | None = None


class HandValueSituation(Situation):
    """What do these cards cost in hand?"""

    MOMENTS = (("cards",),)
    cards: CardList


class OpeningSituation(Situation):
    """Do these melds open?"""

    MOMENTS = (("melds",),)
    melds: GivenMelds
    joker_as: RolesOfMelds | None = None
    table_tiles_used: CardList | None = None


class LayOffSituation(Situation):
    """May this card be laid off, and where?"""

    MOMENTS = (("table", "cards"),)
    table: GivenMelds
    cards: CardList | None = None
    move: MoveShape | None = None
    opened: bool | None = None
    has_own_melds: bool | None = None
    own_turn: bool | None = None
    first_round: bool | None = None
    to: Index | None = None
    table_joker_as: RolesOfMelds | None = None
    joker_as: RolesOfCards | None = None
    own_melds: Annotated[list[Index], Field(max_length=MOST_CARDS)] | None = None
    gin: bool | None = None
    by_knocker: bool | None = None


class JokerSwapSituation(Situation):
    """May the joker be taken for this card?"""

    MOMENTS = (("meld", "offered"),)
    meld: CardList
    offered: GivenCards
    from_: Annotated[Literal["hand", "rack", "table"] | None, Field(alias="from")] = None
    joker_as: CardCode | None = None
    own_turn: bool | None = None
    opened: bool | None = None
    first_round: bool | None = None
    cardless: bool | None = None
    before_drawing: bool | None = None
    player: Name | None = None
    meld_owner: Name | None = None
    joker_used_in_new_meld: CardList | None = None
    joker_added_to_meld: CardList | None = None
    joker_added_to_only_pure_run: bool | None = None
    joker_kept: bool | None = None
    table_source_after: CardList | None = None

    def names(self) -> Iterator[str]:
        yield from (name for name in (self.player, self.meld_owner) if name)


class PileSituation(Situation):
    """May the pile be taken, and was it taken rightly?"""

    MOMENTS = (
        ("pile", "hand_before", "table"),
        ("laid_new_melds", "laid_off", "discard", "table"),
        ("taken",),
        ("wanted",),
    )
    take: Literal["top_card", "whole_pile", "deeper_card", "knock", "stock_empty"]
    pile: CardList | None = None
    wanted: CardCode | None = None
    taken: CardList | None = None
    hand_before: CardList | None = None
    table: GivenMelds | None = None
    laid_new_melds: GivenMelds | None = None
    laid_off: LaidOffs | None = None
    discard: CardCode | None = None
    first_round: bool | None = None
    opened: bool | None = None
    own_turn: bool | None = None
    cardless: bool | None = None
    active_player_claims: bool | None = None
    player: Name | None = None
    table_joker_as: RolesOfMelds | None = None
    new_joker_as: RolesOfMelds | None = None

    def names(self) -> Iterator[str]:
        yield from (name for name in (self.player,) if name)


class RummyCallSituation(Situation):
    """Could the discard have been laid off?"""

    MOMENTS = (("discard", "table", "caller_hand"), ("pile", "table", "caller_hand"), ("wanted",))
    discard: CardCode
    table: GivenMelds
    discarder: Name
    callers: Names
    pile: CardList | None = None
    wanted: CardCode | None = None
    closing_discard: bool | None = None
    face_down: bool | None = None
    next_drew: bool | None = None
    caller_hand: CardList | None = None
    table_joker_as: RolesOfMelds | None = None

    def names(self) -> Iterator[str]:
        yield from (self.discarder, *self.callers)


class GoOutSituation(Situation):
    """Does this turn close the round?"""

    MOMENTS = (("hand_before", "drawn", "table"), ("hand_after", "laid_new_melds", "laid_off", "discard", "table"))
    hand_after: CardList | None = None
    laid_new_melds: GivenMelds | None = None
    laid_off: LaidOffs | None = None
    discard: CardCode | None = None
    discard_face: Literal["up", "down"] | None = None
    hand_before: CardList | None = None
    drawn: CardCode | None = None
    drawn_from: Literal["stock", "discard_pile"] | None = None
    table: GivenMelds | None = None
    first_round: bool | None = None
    cardless: bool | None = None
    opened_before: bool | None = None
    melded_before: bool | None = None
    laid_off_before: bool | None = None
    called: bool | None = None
    table_valid: bool | None = None
    stock: Count | None = None
    wants: Literal["stock", "discard_pile"] | None = None
    upcard: CardCode | None = None
    table_joker_as: RolesOfMelds | None = None
    new_joker_as: RolesOfMelds | None = None


class TableSituation(Situation):
    """Was the table rearranged rightly?"""

    MOMENTS = (("before", "played"), ("after",))
    before: GivenMelds
    after: GivenMelds
    played: CardList | None = None
    opened: bool | None = None
    seconds_used: Annotated[int | float, Field(ge=0, le=MOST_SECONDS)] | None = None
    finished_in_time: bool | None = None
    place_unknown: bool | None = None
    before_joker_as: RolesOfMelds | None = None


class _RoundScore(Situation):
    """What does everybody score?"""

    MOMENTS = (("players_",),)
    closer: Name | None = None
    how: Annotated[Literal["out", "stock_empty", "pool_empty"], AfterValidator(How)] | None = None
    players_: Annotated[Players | None, Field(alias="players")] = None
    racks_left: Points | None = None
    previous_totals: Points | None = None
    previous_rating: Points | None = None
    entered: Points | None = None
    upcard: CardCode | None = None

    def names(self) -> Iterator[str]:
        for named in (self.players_, self.racks_left, self.entered):
            yield from named or ()
        yield from (name for name in (self.closer,) if name)


RoundScoreSituation: type[_RoundScore] = create_model(
    "RoundScoreSituation", __base__=_RoundScore, __doc__=_RoundScore.__doc__, **CLOSING_WAY_FIELDS
)


class GameEndSituation(Situation):
    """Has the game ended, and who has won?"""

    totals: Points | None = None
    rounds: Annotated[list[Points], Field(max_length=MOST_ROUNDS, fail_fast=True)] | None = None
    rounds_played: Count | None = None
    rejoined: RejoinedPlayers | None = None
    rating: Points | None = None
    rounds_won: Points | None = None
    hands_won: Annotated[dict[Name, Count], Field(max_length=MOST_PLAYERS), few_keys(MOST_PLAYERS)] | None = None

    def names(self) -> Iterator[str]:
        yield from self.totals or ()
        yield from self.hands_won or ()
        for row in self.rounds or ():
            yield from row


class ArrangeSituation(Situation):
    """What is the best way to lay these cards?"""

    MOMENTS = (("cards", "table"),)
    cards: CardList
    aim: Literal["most_points", "fewest_left", "opening"]
    table: GivenMelds | None = None


class IrregularitySituation(Situation):
    """What follows from an irregularity, besides points?"""

    MOMENTS = (("cards", "table"),)
    what: Literal[
        "exposed_card",
        "misplaced_card",
        "not_a_meld",
        "opening_too_low",
        "wrong_count",
        "no_discard_left",
        "fitting_discard",
        "joker_turned_up",
        "equal_melds",
    ]
    cards: CardList | None = None
    table: GivenMelds | None = None
    to: Index | None = None
    count: Count | None = None
    noticed: Literal["this_turn", "before_play", "later"] | None = None
    opened: bool | None = None
    own_turn: bool | None = None
    player: Name | None = None

    def names(self) -> Iterator[str]:
        yield from (name for name in (self.player,) if name)


class NewQuestion(Shape):
    """A question to the referee: a situation, and the rules by which it is judged."""

    variant: VariantKey
    situation: dict[str, object]
    house_rules: Annotated[HouseRules | None, Field(description="A choice for each option; else the default.")] = None
    players: Annotated[int, Field(ge=1, le=99)] | None = None


SITUATIONS: Mapping[str, type[Situation]] = {
    "meld": MeldSituation,
    "hand-value": HandValueSituation,
    "opening": OpeningSituation,
    "lay-off": LayOffSituation,
    "joker-swap": JokerSwapSituation,
    "pile": PileSituation,
    "rummy-call": RummyCallSituation,
    "go-out": GoOutSituation,
    "table": TableSituation,
    "round-score": RoundScoreSituation,
    "game-end": GameEndSituation,
    "arrange": ArrangeSituation,
    "irregularity": IrregularitySituation,
}
