"""The sentences of the tile game, with tiles, rack and pool instead of cards, hand and stock."""

from collections.abc import Mapping

from ..errors import N_
from ..model.variant import Variant

TILE_WORDS: Mapping[str, str] = {
    # Reasons
    "Left in hand: {sum}.": N_("Left on the rack: {sum}."),
    "Forgetting the call that goes with the last card costs nothing.": N_(
        "Forgetting the call that goes with the last tile costs nothing."
    ),
    "The call that goes with the last card was not made, so the round goes on.": N_(
        "The call that goes with the last tile was not made, so the round goes on."
    ),
    "A card below the top one cannot be chosen from the pile.": N_("There is no pile to choose from in this game."),
    "The joker comes into the player’s hand and may be kept.": N_(
        "The joker comes to the player’s rack and may be kept."
    ),
    "No new stock is made in this game.": N_("The pool is not filled again in this game."),
    "The pile has no card below its top one to make a stock of.": N_("There is nothing to fill the pool with."),
    "What is given for a joker comes from the hand, not from the table.": N_(
        "What is given for a joker comes from the rack, not from the table."
    ),
    "The round goes on although the stock is empty.": N_("The round goes on although the pool is empty."),
    "The stock is empty, and that ends the round.": N_("The pool is empty, and that ends the round."),
    "It depends on how many cards the stock has left.": N_("It depends on how many tiles the pool has left."),
    "It depends on whether the player wants a card of the stock.": N_(
        "It depends on whether the player wants a tile of the pool."
    ),
    "The round ends when the player in turn wants a card of the stock.": N_(
        "The round ends when the player in turn wants a tile of the pool."
    ),
    "It depends on which cards lie in the pile.": N_("It depends on which tiles lie in the pile."),
    "{name} went out and still has cards.": N_("{name} went out and still has tiles."),
    "{name}: all cards together are worth only {most}.": N_("{name}: all tiles together are worth only {most}."),
    # Headlines
    "Too many jokers: {jokers}; other cards: {others}.": N_("Too many jokers: {jokers}; other tiles: {others}."),
    "Too many jokers: {jokers}; other cards: {others}": N_("Too many jokers: {jokers}; other tiles: {others}"),
    "Not too many jokers: {jokers}; other cards: {others}.": N_(
        "Not too many jokers: {jokers}; other tiles: {others}."
    ),
    "Two jokers, one card: one joker too many": N_("Two jokers, one tile: one joker too many"),
    "First: which card is the joker?": N_("First: which tile is the joker?"),
    "Left in hand: {points} points": N_("Left on the rack: {points} points"),
    "Left in hand: 1 point": N_("Left on the rack: 1 point"),
    "No: only from the hand, not from the table": N_("No: only from the rack, not from the table"),
    "Yes: the {card} in, the joker to your hand": N_("Yes: the {card} in, the joker to your rack"),
    "No: the {card} stays in hand": N_("No: the {card} stays on the rack"),
    "No: {cards} stay in hand": N_("No: {cards} stay on the rack"),
    "No: {count} cards stay in hand": N_("No: {count} tiles stay on the rack"),
    "The stock is empty: the round is over": N_("The pool is empty: the round is over"),
    "The stock is empty, and the round goes on": N_("The pool is empty, and the round goes on"),
    "No new stock: the round ends when somebody must draw": N_("The pool is empty: the round ends at the next draw"),
    # Malformed input
    "“{card}” is no card; write rank and suit, as in 7H, TS or AD, or JK for a joker.": N_(
        "“{card}” is no tile; write number and suit, as in 7H, TS or AD, or JK for a joker."
    ),
    "A meld has at least one card.": N_("A meld has at least one tile."),
    "This meld has no cards.": N_("This meld has no tiles."),
    "Name at least one card.": N_("Name at least one tile."),
    "Say either which cards are laid off or which one moves.": N_(
        "Say either which tiles are laid off or which one moves."
    ),
    "There are more cards named for jokers than there are jokers ({jokers}).": N_(
        "There are more tiles named for jokers than there are jokers ({jokers})."
    ),
    "A player who began the turn without cards held none then.": N_(
        "A player who began the turn without tiles held none then."
    ),
    "These are too many cards to judge at once; ask about fewer.": N_(
        "These are too many tiles to judge at once; ask about fewer."
    ),
    "Give one of these: everybody’s cards, what everybody has left, or a row of points.": N_(
        "Give one of these: everybody’s tiles, what everybody has left, or a row of points."
    ),
    "{card} is there more often than the packs hold it ({copies}).": N_(
        "{card} is there more often than the game has it ({copies})."
    ),
}
"""The sentence of the tile game by the marked sentence of the others."""


def in_words_of(variant: Variant, message: str) -> str:
    """Return the marked sentence that this game uses for `message`."""
    return TILE_WORDS.get(message, message) if variant.deck.tiles else message
