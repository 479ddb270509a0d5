"""The sentences of tile games, with tiles, rack and pool instead of cards, hand and stock."""

from collections.abc import Mapping

from ..errors import N_, NN_
from ..model.variant import Variant

TILE_WORDS: Mapping[str, str] = {
    # Reasons
    "Left in hand: {sum}.": N_("Left on the rack: {sum}."),
    "Forgetting to announce the last card costs nothing.": N_("Forgetting to announce the last tile costs nothing."),
    "The last card wasn’t announced, so the round goes on.": N_(
        "The last tile wasn’t announced, so the round goes on."
    ),
    "In this game you can’t take the whole pile.": N_("This game has no pile."),
    "You can’t choose a card below the top one.": N_("This game has no pile."),
    "At this table nobody draws the top discard.": N_("This game has no pile."),
    "Nobody knocks for a discard at this table.": N_("This game has no pile."),
    "In this game nobody can call for a discard.": N_("This game has no discards."),
    "The player takes the joker in hand and may keep it.": N_(
        "The player takes the joker to the rack and may keep it."
    ),
    "In this game there’s never a new stock.": N_("In this game the pool isn’t refilled."),
    "There are no cards under the top discard to make a new stock.": N_("There’s nothing to refill the pool with."),
    "The card given for a joker must come from the hand, not from the table.": N_(
        "The tile given for a joker must come from the rack, not from the table."
    ),
    "The stock is empty, but the round goes on.": N_("The pool is empty, but the round goes on."),
    "The stock is empty: the round is over.": N_("The pool is empty: the round is over."),
    "It depends on how many cards the stock has left.": N_("It depends on how many tiles the pool has left."),
    "It depends on whether the player wants a card from the stock.": N_(
        "It depends on whether the player wants a tile from the pool."
    ),
    "The round ends when a player wants a card from the stock.": N_(
        "The round ends when a player wants a tile from the pool."
    ),
    "It depends on which cards lie in the pile.": N_("It depends on which tiles lie in the pile."),
    "{name} went out, but still has cards.": N_("{name} went out, but still has tiles."),
    "{name}: all cards together are worth only {most}.": N_("{name}: all tiles together are worth only {most}."),
    # Facts and repairs
    "In hand before the discard: {cards}": N_("Then on the rack: {cards}"),
    "No card is left in hand.": N_("No tile is left on the rack."),
    "The joker goes to the hand.": N_("The joker goes to the rack."),
    "The offered card can’t replace the joker, but it could be laid off on this meld.": N_(
        "The offered tile can’t replace the joker, but it could be laid off on this meld."
    ),
    "With one more card it’s a meld, for example with {cards}.": N_(
        "With one more tile it’s a meld, for example with {cards}."
    ),
    # Headlines
    "Too many jokers: {jokers}; other cards: {others}.": N_("Too many jokers: {jokers}; other tiles: {others}."),
    "Too many jokers: {jokers}; other cards: {others}": N_("Too many jokers: {jokers}; other tiles: {others}"),
    "A joker stands for a card that the meld lacks.": N_("A joker stands for a tile that the meld lacks."),
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
    "No: {count} cards stay in hand": NN_(
        "No: {count} tile stays on the rack", "No: {count} tiles stay on the rack", "count"
    ),
    "The stock is empty: the round is over": N_("The pool is empty: the round is over"),
    "The stock is empty, and the round goes on": N_("The pool is empty, and the round goes on"),
    "No new stock: the round ends when somebody must draw": N_("The pool is empty: the round ends at the next draw"),
    # Malformed input
    "“{card}” isn’t a card. Write rank and suit, like 7H, TS or AD, or JK for a joker.": N_(
        "“{card}” isn’t a tile. Write number and suit, like 7H, TS or AD, or JK for a joker."
    ),
    "A meld has at least one card.": N_("A meld has at least one tile."),
    "This meld has no cards.": N_("This meld has no tiles."),
    "Enter at least one card.": N_("Enter at least one tile."),
    "Say which cards are laid off or which card moves, not both.": N_(
        "Say which tiles are laid off or which tile moves, not both."
    ),
    "You named more cards for jokers than there are jokers ({jokers}).": N_(
        "You named more tiles for jokers than there are jokers ({jokers})."
    ),
    "A player who started the turn without cards had none in hand.": N_(
        "A player who started the turn without tiles had none on the rack."
    ),
    "Too many cards to judge at once. Ask about fewer.": N_("Too many tiles to judge at once. Ask about fewer."),
    "Give only one of these: everybody’s cards, what everybody has left, or a row of points.": N_(
        "Give only one of these: everybody’s tiles, what everybody has left, or a row of points."
    ),
    "There are more {card} than the packs have ({copies}).": N_("There are more {card} than the game has ({copies})."),
}
"""The sentence of a tile game by the marked sentence of the others."""

NUMBER_WORDS: Mapping[str, str] = {
    "Same rank twice in one run: {cards}.": N_("Same number twice in one run: {cards}."),
    "There’s a gap in {cards}: the ranks of a run must follow each other.": N_(
        "There’s a gap in {cards}: the numbers of a run must follow each other."
    ),
    "The ace can only be used as in {places}.": N_("The 1 can only be used as in {places}."),
    "The ace can be used as in {places}.": N_("The 1 can be used as in {places}."),
    "It isn’t a run, because the suit doesn’t match: {cards}.": N_(
        "It isn’t a run, because the colour doesn’t match: {cards}."
    ),
    "It isn’t a set, because the rank doesn’t match: {cards}.": N_(
        "It isn’t a set, because the number doesn’t match: {cards}."
    ),
    "Twice in one set: {cards}. All suits must differ.": N_("Twice in one set: {cards}. All colours must differ."),
    "One suit, in sequence: {cards}.": N_("One colour, in sequence: {cards}."),
    "One suit, in sequence: {sum} points.": N_("One colour, in sequence: {sum} points."),
    "All of one rank: {cards}.": N_("All of one number: {cards}."),
    "All of one rank: {sum} points.": N_("All of one number: {sum} points."),
    "Nobody named the joker’s suit, so any of these frees it: {cards}.": N_("Any of these frees the joker: {cards}."),
    "Not a meld: neither one suit nor one rank": N_("Not a meld: neither one colour nor one number"),
    "Not a run: use the ace only as in {places}": N_("Not a run: use the 1 only as in {places}"),
    "“{card}” isn’t a card. Write rank and suit, like 7H, TS or AD, or JK for a joker.": N_(
        "“{card}” isn’t a tile. Write colour and number, like R7, K10 or B13, or JK for a joker."
    ),
}
"""The sentence of a game whose tiles have numbers in colours, by the marked sentence of the others."""


def in_words_of(variant: Variant, message: str) -> str:
    """Return the marked sentence that this game uses for `message`."""
    if not variant.deck.tiles:
        return message
    return (NUMBER_WORDS.get(message) if variant.deck.numbered else None) or TILE_WORDS.get(message, message)
