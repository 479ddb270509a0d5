"""A draw from the pile as the situation describes it, and the sentences about drawing."""

from collections import Counter
from dataclasses import dataclass, replace

from ...cards import Card, Cards, LaidOff
from ...errors import N_
from ...model.terms import DrawKind, DrawUse
from ...model.topics import Topic
from ...model.variant import Variant
from ...reasons import Reason
from ..naming import NamesByMeld
from ..ruling import Wordings, citing, reason
from .laid_jokers import read_laid
from .play import Play

WORDINGS: Wordings = {
    "not_your_turn": (Topic.DRAW, N_("You can draw only when it’s your turn.")),
    "first_draws_not": (Topic.DRAW_FIRST, N_("Whoever begins has a card more and doesn’t draw.")),
    "top_card_not_drawn_here": (Topic.TOP_CARD, N_("At this table nobody draws the top discard.")),
    "only_opened_draw_it": (Topic.TOP_CARD, N_("Only a player who has opened may draw the top discard.")),
    "cardless_draws_from_stock": (Topic.CARDLESS, N_("A player without cards may only draw from the stock.")),
    "pile_is_empty": (Topic.DRAW, N_("There’s no discard to take.")),
    "whole_pile_not_taken_here": (Topic.WHOLE_PILE, N_("In this game you can’t take the whole pile.")),
    "deeper_card_not_taken_here": (Topic.PART_OF_PILE, N_("You can’t choose a card below the top one.")),
    "pile_too_small": (Topic.PILE_SIZE, N_("To take the whole pile, it must have at least two cards.")),
    "pile_closed": (Topic.FIRST_ROUND, N_("You can’t take the pile until everybody has had a first turn.")),
    "other_cards_taken": (Topic.PART_OF_PILE, N_("Not {cards}. Take {right} here.")),
    "wanted_card_not_there": (Topic.PART_OF_PILE, N_("There’s no {cards} in the pile.")),
    "no_covered_card": (Topic.COVERED_CARD, N_("No new meld uses a covered card from the pile.")),
    "no_pile_card": (Topic.COVERED_CARD, N_("No new meld uses a card from the pile.")),
    "no_new_meld": (Topic.COVERED_CARD, N_("You took the pile and laid no new meld.")),
    "only_opened_take_pile": (
        Topic.WHOLE_PILE,
        N_("Only a player who has laid a meld in an earlier turn may take the whole pile."),
    ),
    "lay_off_does_not_count": (
        Topic.NOT_COVERED,
        N_("Laying off {cards} isn’t a reason to take the pile."),
    ),
    "top_card_does_not_count": (
        Topic.NOT_COVERED,
        N_("Only the top card of the pile is in {cards}. That isn’t enough to take it."),
    ),
    "hand_does_not_count": (
        Topic.NOT_COVERED,
        N_("Already complete in hand, so not enough to take the pile: {cards}."),
    ),
    "wanted_card_not_laid": (Topic.WANTED, N_("You took the pile for the {cards}: lay it at once.")),
    "top_card_not_melded": (
        Topic.TOP_CARD_AT_ONCE,
        N_("You must lay the top discard in a new meld at once: {cards}."),
    ),
    "top_card_not_laid": (
        Topic.TOP_CARD_AT_ONCE,
        N_("At this table you must lay the top discard at once: {cards}."),
    ),
    "no_knocking": (Topic.OUT_OF_TURN, N_("Nobody knocks for a discard at this table.")),
    "only_opened_knock": (Topic.OUT_OF_TURN, N_("Only a player who has opened may knock.")),
    "knocked_in_turn": (Topic.OUT_OF_TURN, N_("You can’t knock when it’s your turn.")),
    "laid_out_of_turn": (Topic.OWN_CARDS, N_("You can lay and discard only when it’s your turn.")),
    "top_card_drawn": (Topic.TOP_CARD, N_("You may draw the top discard.")),
    "whole_pile_taken": (Topic.WHOLE_PILE, N_("You may take the whole pile.")),
    "covered_card_laid": (Topic.COVERED_CARD, N_("The new meld {cards} uses a covered card from the pile.")),
    "pile_card_laid": (Topic.COVERED_CARD, N_("New on the table, with a card from the pile: {cards}.")),
    "new_meld_laid": (Topic.COVERED_CARD, N_("{cards} is new on the table. That’s enough to take the pile.")),
    "deeper_card_taken": (Topic.PART_OF_PILE, N_("You may take any card of the pile with all cards above it.")),
    "wanted_card_laid": (Topic.WANTED, N_("The {cards} you wanted is laid at once.")),
    "top_card_laid": (Topic.TOP_CARD_AT_ONCE, N_("The top discard is laid at once: {cards}.")),
    "knocker_takes_two": (Topic.OUT_OF_TURN, N_("Whoever knocks takes the discard and one card from the stock.")),
    "discard_claimed": (
        Topic.OUT_OF_TURN,
        N_("The player whose turn it is takes the discard; the knocker takes a card from the stock."),
    ),
    "which_card": (Topic.DRAW, N_("Which card of the pile does the player want?")),
    "which_pile": (Topic.DRAW, N_("Which cards lie in the pile?")),
    "which_melds": (Topic.DRAW, N_("What does the player lay after taking it?")),
}

ALL_ABOVE: Wordings = {
    "other_cards_taken": (
        Topic.PART_OF_PILE,
        N_("Take the {wanted} and everything above it: {rest}, too."),
    )
}
"""The wording of `other_cards_taken` where the cards above the wanted one were left."""


NOT_USED = {DrawUse.LAID: "top_card_not_laid", DrawUse.NEW_MELD: "top_card_not_melded"}
"""The fault of not laying the top card as its use asks."""


def not_used(play: Play, use: DrawUse, cards: Cards) -> Reason:
    """Return the fault that the top card, the first of `cards`, is not laid as its `use` asks."""
    found = reason(play.variant, WORDINGS, NOT_USED[use], cards)
    is_laid_off = any(off.card in cards[:1] for off in play.laid_off)
    return citing(play.variant, found, Topic.TOP_CARD_LAID_OFF) if is_laid_off else found


_ASKING = {"wanted": "which_card", "pile": "which_pile", "laid_new_melds": "which_melds"}


@dataclass(frozen=True)
class PileDraw:
    """A draw from the pile.

    `cards` are what this kind of draw gives, `taken` what was picked up, None if unknown. `play_is_known`: the
    situation describes the play after the draw.
    """

    kind: DrawKind
    play: Play
    pile: Cards | None
    wanted: Card | None
    cards: Cards | None
    taken: Cards | None
    hand_before: Cards | None
    play_is_known: bool

    @property
    def variant(self) -> Variant:
        """The game."""
        return self.play.variant

    def reason(self, code: str, cards: Cards = ()) -> Reason:
        """Return the reason `code`."""
        return reason(self.variant, WORDINGS, code, cards)

    def wrong_cards(self, right: Cards, taken: Cards) -> Reason:
        """Return the fault that other cards than the `right` ones were picked up."""
        rest = tuple((Counter(right) - Counter(taken)).elements())
        if self.kind is DrawKind.DEEPER_CARD and rest and not Counter(taken) - Counter(right):
            wanted = right[0]
            return reason(self.variant, ALL_ABOVE, "other_cards_taken", taken, wanted=wanted, rest=rest)
        return reason(self.variant, WORDINGS, "other_cards_taken", taken, right=right)

    def ask_for(self, key: str, about: Topic) -> Reason:
        """Return the reason that the ruling depends on the missing `key` of the situation, with the rule on `about`."""
        asked = reason(self.variant, WORDINGS, _ASKING[key], missing=(key,))
        return replace(asked, rule=self.variant.cites.get(about))


def read_pile_draw(
    variant: Variant,
    take: DrawKind,
    *,
    pile: Cards | None = None,
    wanted: Card | None = None,
    taken: Cards | None = None,
    hand_before: Cards | None = None,
    table: tuple[Cards, ...] | None = None,
    laid_new_melds: tuple[Cards, ...] | None = None,
    laid_off: tuple[LaidOff, ...] | None = None,
    discard: Card | None = None,
    first_round: bool = False,
    opened: bool = True,
    players: int = 4,
    table_joker_as: NamesByMeld | None = None,
    new_joker_as: NamesByMeld | None = None,
) -> PileDraw:
    """Return the draw that the situation describes.

    Raises:
        InvalidSituation: a joker cannot be what it was named.
    """
    kind, wanted = _effective(variant, take, pile, wanted, taken)
    cards = _given(kind, pile, wanted, taken)
    picked_up = cards if taken is None else taken
    several = picked_up is not None and len(picked_up) > 1
    new, lying = read_laid(
        variant,
        laid_new_melds=laid_new_melds or (),
        table=table,
        laid_off=laid_off or (),
        table_joker_as=table_joker_as,
        new_joker_as=new_joker_as,
    )
    play = Play(variant, new, laid_off or (), discard, lying, first_round, opened, several, players=players)
    play_is_known = any(part is not None for part in (hand_before, laid_new_melds, laid_off, discard))
    return PileDraw(kind, play, pile, wanted, cards, picked_up, hand_before, play_is_known)


def _effective(
    variant: Variant, take: DrawKind, pile: Cards | None, wanted: Card | None, taken: Cards | None
) -> tuple[DrawKind, Card | None]:
    """Return the effective kind of draw, and the wanted card.

    If any card of the pile may be taken, taking the whole pile means wanting its lowest card, and wanting the uppermost
    one means taking the top card.
    """
    draws = variant.turn.draws
    if not pile:
        return take, wanted
    if take is DrawKind.WHOLE_PILE and len(pile) == 1 and variant.turn.pile_of_one_is_top:
        return DrawKind.TOP_CARD, pile[0]
    if take is DrawKind.WHOLE_PILE and draws[DrawKind.DEEPER_CARD].allowed and not draws[take].allowed:
        return (DrawKind.DEEPER_CARD if len(pile) > 1 else DrawKind.TOP_CARD), pile[0]
    if take is DrawKind.DEEPER_CARD and wanted is not None:
        chosen = _with_all_above(pile, wanted, taken)
        if chosen is not None and len(chosen) == 1:
            return DrawKind.TOP_CARD, wanted
        if chosen == pile and draws[DrawKind.WHOLE_PILE].allowed:
            return DrawKind.WHOLE_PILE, wanted
    return take, wanted


def _given(kind: DrawKind, pile: Cards | None, wanted: Card | None, taken: Cards | None) -> Cards | None:
    if pile is None:
        return (wanted,) if kind is DrawKind.TOP_CARD and wanted is not None else None
    match kind:
        case DrawKind.WHOLE_PILE:
            return pile
        case DrawKind.DEEPER_CARD:
            return None if wanted is None else _with_all_above(pile, wanted, taken)
    return pile[-1:]


def _with_all_above(pile: Cards, wanted: Card, taken: Cards | None) -> Cards | None:
    """Return `wanted` and all above it; of two copies the one that agrees with `taken`, else the upper one."""
    starts = [place for place, card in enumerate(pile) if card == wanted]
    as_taken = [place for place in starts if taken is not None and len(pile) - place == len(taken)]
    return pile[(as_taken or starts)[-1] :] if starts else None
