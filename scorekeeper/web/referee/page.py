"""A question's page as data, and the fields that several questions share."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from ...rules.errors import N_
from ...rules.model.terms import LastDiscard
from ...rules.model.variant import Variant
from ...services.games.views import GameView
from .forms.fields import Field, Kind, Needs, always, can_be

CARDS_HINT = N_("As in 7h 8h 9h, 10♣, or jk for a joker.")
NAMED_HINT = N_("As in 7h 8h 9h, 10♣, or jk for a joker; jk=9h says what it stands for.")
MELDS_HINT = N_("One meld a line. What a joker stands for: jk=9h.")
ON_TABLE_HINT = N_("One meld a line. What was laid on it now, after a plus: 7h 8h 9h + 10h.")
_PLAIN_CARDS, _PLAIN_MELDS = N_("As in 7h 8h 9h or 10♣."), N_("One meld a line, as in 7h 8h 9h.")
WITHOUT_JOKERS: Mapping[str, str] = {CARDS_HINT: _PLAIN_CARDS, NAMED_HINT: _PLAIN_CARDS, MELDS_HINT: _PLAIN_MELDS}
"""What stands instead of a hint in a game without jokers."""


@dataclass(frozen=True)
class Page:
    """A question's page. `slug` is its address, `question` the referee's name for it.

    `fixed` are parts of the situation that nobody is asked; `guided` asks one thing after the other.
    """

    slug: str
    question: str
    title: str
    fields: tuple[Field, ...]
    exists: Needs = always
    button: str = N_("Judge")
    fixed: Mapping[str, object] = field(default_factory=dict, hash=False)
    guided: bool = False
    start: Callable[[GameView], Mapping[str, str]] | None = None  # what the game tells itself
    whole_play: bool = False  # several questions at once, see `referee_play`
    settles: bool = True  # a dispute that the table may decide, not a count
    whole_hand: bool = False  # whether a hand goes out in one turn, see `referee_answers`
    in_hand: bool = False  # about cards that the others have not seen
    help: bool = False  # no dispute but advice, which a table may forbid
    keeps_table: bool = False  # it is about the picture of the table that is kept from turn to turn

    @property
    def discreetly(self) -> bool:
        """Whether one may want to ask it about a hand that nobody else has seen."""
        return not self.guided and not self.keeps_table and any(asked.holds_cards for asked in self.fields)

    def shown(self, variant: Variant) -> list[Field]:
        """Return the fields that there are in this game."""
        return [asked for asked in self.fields if asked.needs(variant)]


def has_pile(variant: Variant) -> bool:
    """Return whether discards lie in a pile."""
    return variant.closing.last_discard is not LastDiscard.NONE


def has_jokers(variant: Variant) -> bool:
    """Return whether there are jokers, or cards that play as some."""
    return bool(variant.deck.jokers or variant.deck.wild_ranks)


def opens(variant: Variant) -> bool:
    """Return whether the first melds need a minimum."""
    return variant.turn.opening_minimum is not None


def uses_table(variant: Variant) -> bool:
    """Return whether the melds on the table may be taken apart with tiles."""
    return variant.deck.tiles and variant.turn.rearrange


FIRST_ROUND = Field(
    "first_round",
    Kind.TICK,
    N_("Not everybody has had a turn yet"),
    says={"first_round": True},
    needs=can_be("turn.first_round_closed"),
    folded=True,
)
NOT_OPENED = Field(
    "opened", Kind.TICK, N_("The player has not opened yet"), says={"opened": False}, needs=opens, folded=True
)
NOT_OWN_TURN = Field("own_turn", Kind.TICK, N_("It was not the player’s turn"), says={"own_turn": False}, folded=True)
TABLE = Field("table", Kind.MELDS, N_("The melds on the table"), hint=N_("One meld a line, as in 7h 8h 9h."), must=True)
NEW_MELDS = Field("laid_new_melds", Kind.MELDS, N_("The new melds that were laid"), hint=MELDS_HINT)
NOTHING_LAID = Field("nothing_laid", Kind.TICK, N_("No new meld was laid"), says={"laid_new_melds": []})
ON_TABLE = Field("table", Kind.TABLE, N_("The melds on the table, and what was laid on them"), hint=ON_TABLE_HINT)
DISCARD = Field("discard", Kind.CARD, N_("The card discarded"), needs=has_pile)
