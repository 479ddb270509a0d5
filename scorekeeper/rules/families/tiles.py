"""What the games with tiles share: racks, a pool, and a table that everybody may rearrange."""

from ..model.notation import *

# the aim, the deal
AIM_IS_EMPTY_RACK = N_("The aim is to be the first with an empty rack.")
HIGHEST_TILE_BEGINS = N_("All tiles lie face down. Everybody draws one and the highest begins; then mix them back in.")
FOURTEEN_EACH = N_("Everybody draws fourteen tiles; the rest is the pool.")

# a turn
NOT_OPENING_DRAWS = N_("If you cannot open, or do not want to, draw one tile; your turn is over.")
REARRANGE_EVERYTHING = N_(
    "You may rearrange everything on the table. At the end of your turn there must be only sets and runs, with no tile "
    "left over."
)
NO_TILES_BACK_TO_RACK = N_("You may not take tiles from the table back to your rack.")
ONE_MINUTE = N_("You have one minute for your turn.")
LOST_PLACES_TO_POOL = N_("Mix tiles that nobody can put back in place into the pool.")

# jokers
JOKER_FOR_ITS_TILE = N_(
    "You may take a joker from the table and put the tile it stands for in its place, from your rack or from the table."
)
EITHER_TILE_FREES_JOKER = N_("In a set of three, you may replace a joker with either of the two missing tiles.")
NEW_MELD_FOR_JOKER = N_("A joker taken from the table must go into a new meld.")
JOKER_ONCE_OPENED = N_("You may take a joker from the table only once you have opened.")
JOKER_LEAVES_REPLACED = N_("A joker may leave its meld only if it is replaced.")
JOKER_COSTS_30 = N_("A joker left on the rack costs 30 points.")

# the end of a round
EMPTY_POOL_PLAYS_ON = N_(
    "When the pool is empty, everybody plays on, laying at least one tile each turn, until nobody can."
)
RACKS_COST = N_("The others get minus points for the tiles on their racks.")
WINNER_COLLECTS = N_("The winner of a round gets all the others’ minus points as plus points.")
ROWS_ADD_UP_TO_0 = N_("The plus and minus points of a round must add up to 0.")

DEAL = Deal(
    cards=((None, 14),),
    most_players=4,
    up_card=False,
    dealer=Dealing.NOBODY,
    first=N_("Everybody draws a tile and the highest begins; play goes clockwise."),
)
SWAP = JokerSwap(
    allowed=True,
    requires=swap_requires(SwapRequirement.OPENED),
    frees_set=FreesSetJoker.EITHER,
    goes_to=JokerGoes.ANY_MELD,
)
TURN = Turn(draw_first=False, rearrange=True, seconds=60, time_out_tiles=3, lost_places_to_pool=True)
CLOSING = Closing(
    last_discard=LastDiscard.NONE,
    stock_empty=EmptyStock.PLAY_ON,
    hows=(How.OUT, How.POOL_EMPTY),
)
VALUES = CardValues(ranks=rank_values(ace=1, jack=11, queen=12, king=13), joker=30, joker_as_card=True)
ENDING = Ending(rounds=3, tie=Tie.SHARED)
