"""What the games called 500 share: cards laid count for you, cards left in hand against you, up to a total of 500."""

from ..model.notation import *

# the cards
TWO_JOKERS = N_("You play with one pack of 52 cards and two jokers.")
FIVES_AND_TENS = N_("Two to nine count 5, ten to king 10.")

# the deal
AS_MANY_AS_CAN_BE_DEALT = N_("Two or more can play, as long as there are enough cards to deal.")
THIRTEEN_FOR_TWO = N_("With two players, deal thirteen cards each; with three or more, seven.")
DEALERS_LEFT_BEGINS = N_("The player on the dealer’s left begins, and play goes clockwise.")
DEALT_IN_TURN = N_("The players deal in turn, and the player on the dealer’s left begins.")

# drawing
STOCK_OR_TOP_DISCARD = N_("Begin your turn by drawing the top card of the stock or of the discard pile.")
FIRST_TURNS_CLOSED = N_("Until everybody has finished their first turn, nobody may lay cards or take the pile.")
WHOLE_PILE_ONCE_OPENED = N_("Once you have laid a meld, you may from your next turn on take the whole pile instead.")
PILE_WITHOUT_MELD = doubt(
    N_("The source does not say what happens to the cards if you take the pile without a meld."),
    N_("If you take the pile without a meld, you keep the cards, the penalty is noted, and you discard as usual."),
)
PILE_OF_ONE = doubt(
    N_("No source says whether a single card is a pile."),
    N_("A single card is the top card: you may take it without any condition."),
)
ANY_DISCARD_WITH_THOSE_ABOVE = N_("You may take any card of the discard pile, together with all the cards above it.")
WANTED_CARD_IS_LAID = N_("Lay the card you wanted at once, in a new meld or on one that is already on the table.")
CARDS_ABOVE_ARE_KEPT = N_("Keep the cards above the one you wanted in your hand, or lay them in the same turn.")
TOP_DISCARD_NEED_NOT_BE_LAID = doubt(
    N_("It is unclear whether you must lay even the top discard at once."),
    N_("You must lay a card at once only if you took it from deeper in the pile."),
)
EMPTY_STOCK = doubt(
    N_("The source says nothing about an empty stock."),
    N_("Turn the pile over without its top card. If there is still nothing to draw, the round is scored as it stands."),
)
ROUND_ENDS_WITH_STOCK = Wording(
    N_("The round ends as soon as the stock is empty."), N_("If an empty stock ends the round")
)

# melds
LAY_AS_MANY_AS_YOU_LIKE = N_(
    "Lay melds in your own turn, after drawing and before discarding: as many as you like, or none."
)
RUN = N_("A run is three or more cards in sequence in one suit.")
RANKS_FORM_A_RING = N_("The ranks form a ring: the ace comes before the two and after the king, so K-A-2 is a run.")
NOT_ROUND_THE_CORNER = N_("A run may not go round the corner: A-2-3 and Q-K-A are runs, K-A-2 is not.")
SET = N_("A set is three or four cards of the same rank.")
SET_DIFFERS_IN_SUIT = N_("The cards of a set must differ in suit, even with two packs.")

# laying off
LAY_OFF_BEFORE_ANY_MELD = N_("You may lay off on anybody’s melds, even if you have none yourself.")
LAID_OFF_COUNTS_FOR_YOU = N_("A card that you lay off lies among your own cards and counts for you.")
SAY_WHICH_MELD = N_("When you lay off a card, say which meld it goes to; from then on it belongs only to that one.")
BUILD_IN_THAT_MELD = N_("You may build on a card that was laid off, but only in the meld it was given to.")

# discarding
DISCARD_FACE_UP = N_("End your turn by discarding one card face up.")
DISCARD_ANOTHER_CARD = N_("If you take the top card of the pile, you must discard a different card in that turn.")
TOP_DISCARD_NOT_THROWN_BACK = N_("You may not take the top discard and discard it again.")
TOP_DISCARD_THROWN_BACK = doubt(
    N_("The source does not say whether you may take the top discard and discard it again."),
    TOP_DISCARD_NOT_THROWN_BACK,
)

# jokers
JOKER_STANDS_FOR_ANY_CARD = N_("A joker stands for any card that makes or extends a meld.")
NAME_A_JOKER_THAT_IS_OPEN = N_("If you lay a joker that could be several cards, say which one it is.")
LIMIT_OF_JOKERS = doubt(
    N_("The source sets no limit on the jokers in a meld."),
    N_("A meld may not have more jokers than other cards."),
)
JOKER_STAYS = doubt(
    N_("The source is silent on swapping a joker on the table."),
    N_("A joker on the table stays where it is."),
)

# going out, scoring
KEEP_ONE_TO_DISCARD = N_("You may not lay every card: keep one to discard.")
LAID_MINUS_LEFT = N_("You score the cards you have laid minus those left in your hand. The result can be negative.")
MELDS_IN_HAND_COST = N_("All cards in hand cost points, even complete melds.")

# the end
ENDS_AT_500 = N_("The game ends after a round in which a total is 500 or more.")
ANOTHER_TARGET = N_("You may play to another target than 500.")
HIGHEST_TOTAL_WINS = N_("If several players get there in the same round, the highest total wins.")
TIE = doubt(
    N_("The source says nothing about a tie for the highest total."),
    N_("If the best totals are equal, all play another round."),
)
HIGHEST_WINS_AFTER_TIE_PLAY_ON = N_("The highest total wins; after a tie, all play another round.")

DECK_FROM_FIVE_DOUBLED = Deck(packs=1, jokers=2, two_packs_from=5)
CARDS_FOR_TWO = ((2, 13), (None, 7))
FIRST_PLAYER = N_("The player on the dealer’s left begins; play goes clockwise.")
JOKERS = JokerRules(limit=JokerLimit.NOT_MORE_THAN_NATURALS, declared=Declaration.WHERE_OPEN)
SWAP_IF_AGREED = JokerSwap(requires=swap_requires(SwapRequirement.HAND_CARD))
DRAWS_ANY_DISCARD = no_draws(top_card=Draw(Who.EVERYBODY), deeper_card=Draw(Who.EVERYBODY, DrawUse.LAID))
TURN_WITH_WHOLE_PILE = Turn(
    draws=no_draws(top_card=Draw(Who.EVERYBODY), whole_pile=Draw(Who.OPENED, DrawUse.COVERED_CARD_MELDED)),
    pile_meld=PileMeld(top_card_counts=True),
    pile_of_one_is_top=True,
)
CLOSING_WITH_DISCARD = Closing(stock_empty=EmptyStock.TURN_OVER_KEEP_TOP)
CLOSING_WITHOUT_DISCARD = Closing(last_discard=LastDiscard.NOT_NEEDED, stock_empty=EmptyStock.ENDS_WHEN_WANTED)
RANKS_IN_FIVES = range_values({"A": 15, "2-9": 5, "T-K": 10})
RANKS_BY_NUMBER = rank_values(ace=15, jack=10, queen=10, king=10)
ENDING = Ending(target=500, tie=Tie.ANOTHER_ROUND)
