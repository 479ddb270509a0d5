"""A turn at its end, read from the situation of the question `go-out`."""

from dataclasses import dataclass

from ...cards import Card, Cards, LaidOff
from ...model.terms import ClosingRequirement, EmptyHand, LaidBefore, SwapRequirement
from ...model.variant import Variant
from ...reasons import Reason
from ..naming import NamesByMeld
from .drawing import faults_of_drawing, faults_of_keeping
from .laid_jokers import read_laid
from .play import Play


@dataclass(frozen=True)
class FinishedTurn:
    """A turn at its end. `way`: the special way of closing that the earlier turns allow; None if there is none."""

    play: Play
    hand_after: Cards
    cardless: bool
    discard_face: str | None
    way: str | None
    laid_off_before: bool
    called: bool
    table_valid: bool
    drawing: tuple[Reason, ...]  # what is wrong with the cards drawn and held
    taken: Card | None = None  # the card drawn from the pile, if it may not be discarded

    @property
    def variant(self) -> Variant:
        """The game."""
        return self.play.variant

    @property
    def empties_hand(self) -> bool:
        """Whether the hand is empty, with the last discard that the game requires."""
        closing, discard = self.variant.closing, self.play.discard
        lacks_discard = closing.last_discard_needed and discard is None
        return not self.hand_after and (not lacks_discard or closing.empty_hand is EmptyHand.CLOSES)

    @property
    def closes(self) -> bool:
        """Whether the player goes out, if the turn is legal."""
        return self.empties_hand and (self.called or not self.variant.closing.asks(ClosingRequirement.CALL))


def read_turn(
    variant: Variant,
    hand_after: Cards,
    opened: bool,
    cardless: bool,
    players: int,
    *,
    begins: bool = False,
    laid_new_melds: tuple[Cards, ...] = (),
    laid_off: tuple[LaidOff, ...] = (),
    discard: Card | None = None,
    discard_face: str | None = None,
    hand_before: Cards | None = None,
    drawn: Card | None = None,
    drawn_from: str | None = None,
    table: tuple[Cards, ...] | None = None,
    first_round: bool = False,
    laid_off_before: bool = False,
    called: bool = True,
    table_valid: bool = True,
    table_joker_as: NamesByMeld | None = None,
    new_joker_as: NamesByMeld | None = None,
) -> FinishedTurn:
    """Return the turn that the situation describes; `begins`: its player begins the round without drawing."""
    several = drawn_from == "discard_pile"
    swaps = not (cardless and variant.swap.asks(SwapRequirement.HAD_CARDS))
    new, lying = read_laid(
        variant,
        laid_new_melds=laid_new_melds,
        table=table,
        laid_off=laid_off,
        table_joker_as=table_joker_as,
        new_joker_as=new_joker_as,
    )
    play = Play(variant, new, laid_off, discard, lying, first_round, opened, several, swaps, players)
    laid_before = LaidBefore.NO_MELD if laid_off_before else LaidBefore.NOTHING
    way = None if opened else _way_of(variant, laid_before, empty_table=not table)
    before = () if cardless else hand_before
    drawing = [*faults_of_drawing(play, drawn_from, drawn, before, cardless=cardless, begins=begins)]
    if before is not None:
        drawing += faults_of_keeping(play, before, hand_after, drawn, drawn_from, begins=begins)
    taken = drawn if several and not variant.turn.discard_taken_card else None
    return FinishedTurn(
        play, hand_after, cardless, discard_face, way, laid_off_before, called, table_valid, tuple(drawing), taken
    )


def cards_used(
    hand_after: Cards | None,
    laid_new_melds: tuple[Cards, ...] = (),
    laid_off: tuple[LaidOff, ...] = (),
    discard: Card | None = None,
    **_given: object,
) -> int:
    """Return how many cards were laid, laid off, thrown away and kept."""
    return sum(map(len, laid_new_melds)) + len(laid_off) + (discard is not None) + len(hand_after or ())


def _way_of(variant: Variant, laid_before: LaidBefore, *, empty_table: bool) -> str | None:
    """Return the way of closing that a player without a meld, who has `laid_before`, can close in."""
    allowed = (laid_before, LaidBefore.NO_MELD)
    ways = ((key, way) for key, way in variant.closing.ways.items() if way.laid_before in allowed)
    return next((key for key, way in ways if empty_table or not way.needs_empty_table), None)
