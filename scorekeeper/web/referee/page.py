"""A question's page as data, and the fields that several questions share."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

from ...rules.errors import N_
from ...rules.model.paths import read_field
from ...rules.model.terms import DrawKind, EmptyHand, LastDiscard, Who
from ...rules.model.variant import Variant
from ...services.views.game_view import GameView
from .forms.fields import FieldKind, JokerNaming, Needs, QuestionField, SituationJson, always, can_be, either, tick

CARDS_HINT = N_("Like 7h 8h 9h, 10♣, or jk for a joker.")
NAMED_HINT = N_("Like 7h 8h 9h, 10♣, or jk for a joker. To name a joker: jk=9h.")
MELDS_HINT = N_("One meld per line. To name a joker: jk=9h.")
ON_TABLE_HINT = N_("One meld per line. What was just laid off follows a plus: 7h 8h 9h + 10h.")
_PLAIN_MELDS = N_("One meld per line, like 7h 8h 9h.")
_PLAIN_CARDS = N_("Like 7h 8h 9h or 10♣.")
WITHOUT_JOKERS: Mapping[str, str] = {CARDS_HINT: _PLAIN_CARDS, NAMED_HINT: _PLAIN_CARDS, MELDS_HINT: _PLAIN_MELDS}
"""The hints in a game without jokers, by those that mention jokers."""
JOKER_LAID_HINT = N_("jk=9h says what the joker was laid as.")
_COLOURS = N_("Colour and number, like R7 R8 R9: K black, R red, O orange, B blue; JK is a joker.")
WITH_NUMBERS: Mapping[str, str] = {
    CARDS_HINT: _COLOURS,
    NAMED_HINT: _COLOURS,
    MELDS_HINT: N_("One meld per line, like R7 R8 R9. To name a joker: JK=R9."),
    ON_TABLE_HINT: N_("One meld per line. What was just laid off follows a plus: R7 R8 R9 + R10."),
    JOKER_LAID_HINT: N_("JK=R9 says what the joker was laid as."),
}
"""The hints in a game whose tiles have numbers in colours."""


@dataclass(frozen=True)
class QuestionPage:
    """A question's page: `slug` is the last part of its address, `question` the key in the referee's contract."""

    slug: str
    question: str
    title: str
    fields: tuple[QuestionField, ...]
    exists: Needs = always
    # Translators: a button, a verb: let the referee judge
    button: str = N_("Judge")
    guided: bool = False  # the script shows one field after the other
    start: Callable[[GameView], Mapping[str, str]] | None = None  # initial texts of fields, by their HTML names
    whole_play: bool = False  # a turn that becomes several questions: `parts_of_play`
    settles: bool = True  # a dispute that the table may decide; False for a count
    whole_hand: bool = False  # whether a hand can go out in one turn: `answers`
    in_hand: bool = False  # about cards that the others have not seen
    help: bool = False  # advice, which a table may forbid
    counts_hand: bool = False  # the cards that a player is left with
    ends_round: bool = False  # nobody can go on, which may end the round
    complete: Callable[[SituationJson], SituationJson] = dict  # makes the situation to be judged of the fields
    intro: str = ""  # a sentence above the fields
    explains_meld: bool = False  # what a meld is stands above the fields
    adds: Mapping[str, object] = field(default_factory=dict, hash=False)  # added to the situation of every question
    keeps_table: bool = False  # about the melds on the table before and after a turn
    tiles: str = ""  # the title in a tile game, if it has another
    own_title: Callable[[Variant], str] | None = None  # the title in a game that has its own; empty: this page's

    def title_in(self, variant: Variant) -> str:
        """Return the title in this variant, to be translated."""
        own = self.own_title(variant) if self.own_title else ""
        return own or (self.tiles if self.tiles and variant.deck.tiles else self.title)

    @property
    def discreetly(self) -> bool:
        """Whether the form offers not to store the question, because it may be about a hidden hand."""
        return (
            not self.guided
            and not self.keeps_table
            and not self.adds
            and any(asked.holds_cards for asked in self.fields)
        )

    @property
    def kept_fields(self) -> list[QuestionField]:
        """Return the fields that start with the melds stored from turn to turn."""
        return [asked for asked in self.fields if asked.kept]

    def choices_in(self, given: Mapping[str, str]) -> dict[str, str]:
        """Return the `given` texts, by field, that are one of the field's choices."""
        picks = (asked for asked in self.fields if asked.kind is FieldKind.PICK)
        return {
            asked.name: given[asked.name]
            for asked in picks
            if given.get(asked.name) in [each.value for each in asked.choices]
        }

    def shown(self, variant: Variant) -> list[QuestionField]:
        """Return the fields that exist in this variant."""
        return [asked for asked in self.fields if asked.needs(variant)]


def has_pile(variant: Variant) -> bool:
    """Return whether the variant has a discard pile."""
    return variant.closing.last_discard is not LastDiscard.NONE


def has_jokers(variant: Variant) -> bool:
    """Return whether the variant has jokers or wild ranks."""
    return bool(variant.deck.jokers or variant.deck.wild_ranks)


def opens(variant: Variant) -> bool:
    """Return whether the opening melds need a minimum of points."""
    return variant.turn.opening_minimum is not None


def may_draw(kind: DrawKind) -> Needs:
    """Return a test whether somebody may draw from the pile in this way, by the house rules as they are."""
    return lambda variant: read_field(variant, f"turn.draws.{kind}.who") is not Who.NOBODY


def may_knock(variant: Variant) -> bool:
    """Return whether a player may close a round with cards in hand."""
    return variant.knock.allowed


def uses_table(variant: Variant) -> bool:
    """Return whether it is a tile game in which the table may be rearranged."""
    return variant.deck.tiles and variant.turn.rearrange


_first_is_closed = can_be("turn.first_round_closed")
FIRST_TWO_ROUNDS = tick(
    "first_round",
    N_("Not everybody has had two turns yet"),
    needs=can_be("turn.closed_rounds", lambda rounds: rounds == 2),
)
FIRST_ROUND = tick(
    "first_round",
    N_("Not everybody has had a turn yet"),
    needs=lambda variant: _first_is_closed(variant) and not FIRST_TWO_ROUNDS.needs(variant),
)
ENDS_FIRST_ROUND = replace(
    FIRST_ROUND,
    needs=either(FIRST_ROUND.needs, can_be("closing.requires.after_first_round")),
)
"""The tick `FIRST_ROUND` of a turn that may close the round."""
CARDLESS = tick(
    "cardless",
    N_("The player began the turn without cards"),
    needs=can_be("closing.empty_hand", lambda hand: hand is EmptyHand.PLAYS_ON),
)
NOT_OPENED = tick("opened", N_("The player has not opened yet"), value=False, needs=opens)
NOT_OWN_TURN = tick("own_turn", N_("It was not the player’s turn"), value=False)
TABLE = QuestionField(
    "table",
    FieldKind.MELDS,
    N_("The melds on the table"),
    hint=MELDS_HINT,
    stands=JokerNaming.BY_MELD,
    joker_key="table_joker_as",
    must=True,
    kept=True,
)
NEW_MELDS = QuestionField(
    "laid_new_melds",
    FieldKind.MELDS,
    N_("The new melds that were laid"),
    hint=MELDS_HINT,
    stands=JokerNaming.BY_MELD,
    joker_key="new_joker_as",
)
NOTHING_LAID = QuestionField("nothing_laid", FieldKind.TICK, N_("No new meld was laid"), adds={"laid_new_melds": []})
ON_TABLE = QuestionField(
    "table",
    FieldKind.TABLE,
    N_("The melds on the table, and what was laid on them"),
    hint=ON_TABLE_HINT,
    stands=JokerNaming.BY_MELD,
    joker_key="table_joker_as",
    kept=True,
)
DISCARD = QuestionField("discard", FieldKind.CARD, N_("The card discarded"), needs=has_pile)
