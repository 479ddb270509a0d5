"""What the games called Rommé share: a minimum to open, Hand-Rommé, and minus points for what is left in hand."""

from ..model.notation import *

SET = N_("A set is three or four cards of the same rank, all in different suits.")
OPENING_COUNTS_TOGETHER = N_("All melds that you lay in the turn in which you open count together.")
NO_MORE_JOKERS_THAN_CARDS = N_("A meld may not have more jokers than other cards.")
JOKER_OF_OPEN_SET = doubt(
    N_("It is unclear which card frees the joker of a set of three if nobody named its suit."),
    N_("Either of the two missing suits frees the joker."),
)
DRAWN_DISCARD_STAYS = N_("You may not discard a card in the turn in which you drew it from the pile.")
HAND_ROMME = N_("If you go out without having laid any card in an earlier turn, that is a Hand-Rommé.")
HAND_ROMME_AND_MINIMUM = N_("It is unclear whether a Hand-Rommé must reach the minimum.")
HAND_ROMME_DOUBLES = N_("After a Hand-Rommé, all minus points of the round count double.")

JOKERS = JokerRules(limit=JokerLimit.NOT_MORE_THAN_NATURALS)
SWAP = JokerSwap(requires=swap_requires(SwapRequirement.OPENED, SwapRequirement.HAND_CARD))
TURN = Turn(opening={Requirement.POINTS: 40, Requirement.IN_ONE_MELD: False}, lay_off=LayOff.WHEN_OPENING)
RANKS = rank_values(ace=11, jack=10, queen=10, king=10)
LAID_ACES = {ValuePlace.ACE_HIGH: 11, ValuePlace.ACE_LOW: 1}
