"""Rummy with tiles, from Norway: empty your rack, and everything on the table may be rearranged."""

from ..families import tiles
from ..model.notation import *

OPTIONS = house_rules(
    run_limit=one_of(
        "NO-A1",
        N_("How many tiles a run may have."),
        (None, 4),
        sets="melds.run_longest",
        reading=N_("A run has three or four tiles."),
        condition=N_("If a run has at most four tiles"),
    ),
    turn_seconds=turn_seconds("NO-15", 30),
    opening_minimum=opening_tiles("NO-10"),
    freed_joker=freed_joker("NO-A12", JokerGoes.NEW_MELD, JokerGoes.ANY_MELD),
    agreed_rounds=agreed_rounds("NO-32", 3),
    pool_empty=choice(
        "NO-A10",
        N_("What happens when the pool is empty."),
        {
            "play_on": N_("play on until nobody can lay a tile"),
            "lowest_rack_at_once": N_("the lowest rack wins at once"),
        },
        {"lowest_rack_at_once": {"closing.stock_empty": EmptyStock.LOWEST_RACK_AT_ONCE, "cites.empty_stock": "NO-30"}},
        reading=N_("The lowest rack wins as soon as the pool is empty."),
        condition=N_("If an empty pool ends the round"),
    ),
    opening_in_one_meld=opening_in_one_meld("NO-A4"),
    opening_joker=doubt_choice(
        "NO-A5",
        N_("What a joker counts when you open."),
        {"as_tile": N_("as the tile it stands for"), "thirty": N_("30 points"), "nothing": N_("nothing")},
        {"thirty": {"values.places.opening_joker": 30}, "nothing": {"values.places.opening_joker": 0}},
        readings={
            "thirty": Wording(N_("A joker counts 30 when you open, too."), N_("If a joker counts 30 when you open")),
            "nothing": Wording(
                N_("A joker counts nothing when you open."), N_("If a joker counts nothing when you open")
            ),
        },
    ),
    joker_limit=joker_limit(
        "NO-A6",
        JokerLimit.NONE,
        JokerLimit.ONE,
        sentence=N_("How many jokers a set or run may have."),
        group=OptionGroup.QUARREL,
    ),
    time_out_keeps_valid=doubt_switch(
        "NO-A9",
        N_("When the time is up, everything valid on the table stays."),
        {"turn.time_out_keeps_valid": True},
        reading=N_("When the time is up, everything valid stays, and only the rest goes back."),
        condition=N_("If everything valid stays"),
    ),
    joker_left_over=doubt_switch(
        "NO-A13",
        N_("You may also free a joker by moving away the tiles beside it."),
        {"jokers.may_be_left_over": False},
        default=True,
        reading=tiles.JOKER_LEAVES_REPLACED,
        condition=N_("If a joker may leave only when replaced"),
    ),
    table_to_rack=doubt_switch(
        "NO-A14",
        N_("You may take tiles from the table back to your rack."),
        {"turn.table_to_hand": True},
        reading=N_("You may take tiles back to your rack if the table is valid at the end of your turn."),
        condition=N_("If you may take tiles back to your rack"),
    ),
    call_needed=doubt_switch(
        "NO-A15",
        N_("The round goes on until the player with the empty rack has called “Rummy!”."),
        {"closing.requires.call": True},
        condition=N_("If the call is needed to end the round"),
    ),
    equals=doubt_choice(
        "NO-A11",
        N_("What happens when lowest racks or totals are equal."),
        {
            "named": N_("racks: you choose; totals: shared win"),
            "totals_play_on": N_("racks: you choose; totals: another round"),
            "racks_share": N_("racks: shared points; totals: shared win"),
            "both": N_("racks: shared; totals: another round"),
        },
        {
            "totals_play_on": {"ending.tie": Tie.ANOTHER_ROUND},
            "racks_share": {"scoring.lowest_share": True},
            "both": {"ending.tie": Tie.ANOTHER_ROUND, "scoring.lowest_share": True},
        },
        readings={
            "racks_share": Wording(
                N_("Equal lowest racks share what the others pay."), N_("If equal lowest racks share")
            ),
            "totals_play_on": Wording(
                N_("If the best totals are equal, all play another round."), N_("If equal totals play on")
            ),
        },
    ),
    freed_joker_by=doubt_choice(
        "NO-A8",
        N_("When you must use a joker taken from the table."),
        {"turn": N_("in the same turn"), "round": N_("before the round ends")},
        {"round": {"swap.may_wait": True}},
        reading=N_("If you take a joker from the table, you must use it before the round ends."),
        condition=N_("If you need not use the joker in this turn"),
    ),
    opening_no_more=doubt_switch(
        "NO-A16",
        N_("When you open, you may lay only what you need for the minimum."),
        {"turn.opening.no_more": True},
        condition=N_("If you may lay only the minimum"),
    ),
    court_values=doubt_choice(
        "NO-A7",
        N_("What jack, queen and king count."),
        {"own_number": N_("11, 12 and 13"), "ten": N_("10 each")},
        {"ten": {"values.ranks.JACK": 10, "values.ranks.QUEEN": 10, "values.ranks.KING": 10}},
        effect=Effect.SCORE,
        reading=N_("Jack, queen and king count 10 each."),
        condition=N_("If jack, queen and king count 10"),
    ),
)

RULES = rulebook(
    OPTIONS,
    sections={
        "Spillet inneholder": "NO-01 NO-02 NO-A3",
        "Forberedelser": "NO-03 NO-04 NO-05",
        "Formåler med spillet": "NO-06",
        "Grupper/Serier": "NO-07 NO-08 NO-09 NO-A1",
        "Slik spiller man": "NO-10 NO-11 NO-12 NO-A4 NO-A5 NO-A7 NO-A16",
        "Manipulering": "NO-13 NO-14 NO-15 NO-16 NO-17 NO-31 NO-A9 NO-A14 NO-A17",
        "Strategi": "NO-18",
        "Jokeren": "NO-19 NO-20 NO-21 NO-22 NO-23 NO-24 NO-A6 NO-A8 NO-A12 NO-A13",
        "Vinneren": "NO-25 NO-29 NO-A15",
        "Scoring / Poengberegning": "NO-26 NO-27 NO-28 NO-30 NO-32 NO-A10 NO-A11",
        "Eksempel på poengnotering": "NO-33 NO-A2",
    },
    aim={"NO-06": tiles.AIM_IS_EMPTY_RACK},
    cards={
        "NO-01": N_("There are 104 tiles, two of each from ace to king in four suits, plus two jokers and four racks."),
        "NO-A3": doubt(
            N_("The source does not say whether the jokers are among the 104 tiles."),
            N_("The jokers come on top: 106 tiles."),
        ),
        "NO-31": N_("A tile counts its number: an ace 1, a jack 11, a queen 12, a king 13."),
        "NO-A7": doubt(
            N_("The source does not write out the numbers of jack, queen and king."),
            N_("Jack, queen and king count 11, 12 and 13."),
        ),
    },
    deal={
        "NO-02": N_("With four racks, two to four can play."),
        "NO-03": tiles.HIGHEST_TILE_BEGINS,
        "NO-04": N_("Play goes clockwise."),
        "NO-05": tiles.FOURTEEN_EACH,
    },
    lay_down={
        "NO-07": N_("A set is three or four tiles of the same rank, all in different suits."),
        "NO-08": N_("A run is three or four tiles in sequence in one suit."),
        "NO-A1": doubt(
            N_(
                "The source says that a run has three or four tiles, but splitting a run as it shows needs at least "
                "five."
            ),
            N_("A run may have up to thirteen tiles."),
        ),
        "NO-09": N_("The ace is the lowest rank and never follows the king."),
        "NO-10": N_("To open, the first tiles you lay must have at least 30 points together."),
        "NO-A4": doubt(
            N_("One sentence has you open with a single meld of 30 points, the next one with several."),
            N_("Several new melds from your rack may add up to the minimum."),
        ),
        "NO-A5": doubt(
            N_("The source does not say what a joker counts when you open."),
            N_("When you open, a joker counts as much as the tile it stands for."),
        ),
        "NO-12": N_("When you open, you may not rearrange the table or use tiles from it."),
        "NO-A16": doubt(
            N_("The source does not say whether you may lay more melds than the minimum needs when you open."),
            N_("When you open, you may lay more melds than the minimum needs, if they are new and from your rack."),
        ),
    },
    rearrange={
        "NO-13": tiles.REARRANGE_EVERYTHING,
        "NO-14": N_(
            "You may add tiles, take a tile where enough remain, split a run, and bring tiles from several melds "
            "together in a new one."
        ),
        "NO-A14": doubt(
            N_("The source does not say whether you may take tiles from the table back to your rack."),
            tiles.NO_TILES_BACK_TO_RACK,
        ),
        "NO-A17": doubt(
            N_("The pictures of the examples are missing."),
            N_("The examples apply as the words beside them describe them."),
        ),
        "NO-15": tiles.ONE_MINUTE,
        "NO-16": N_(
            "If the time is up and you have laid no tile, the tiles you tried go back to their places, and you "
            "draw three more."
        ),
        "NO-A9": doubt(
            N_("It is unclear whether the valid part of a turn stays when the time is up."),
            N_("If the table is not valid when the time is up, everything goes back and you draw three tiles."),
        ),
        "NO-17": tiles.LOST_PLACES_TO_POOL,
    },
    draw={
        "NO-11": tiles.NOT_OPENING_DRAWS,
        "NO-18": N_("Once you have opened, draw a tile if you lay nothing."),
    },
    joker={
        "NO-A6": doubt(
            N_("The source does not say how many jokers a meld may have."),
            N_("A meld may have both jokers if it has at least one other tile."),
        ),
        "NO-19": tiles.JOKER_FOR_ITS_TILE,
        "NO-20": tiles.EITHER_TILE_FREES_JOKER,
        "NO-21": N_("If you take a joker from the table, you must use it in the same turn, in a new meld."),
        "NO-A12": doubt(
            N_("A joker taken from the table must make a new meld; it is unclear whether an old one is enough."),
            tiles.NEW_MELD_FOR_JOKER,
        ),
        "NO-A8": doubt(
            N_("The source uses the same word for a turn and for a round of the game."),
            N_("If you take a joker from the table, you must use it in the same turn."),
        ),
        "NO-22": tiles.JOKER_ONCE_OPENED,
        "NO-23": N_("You may add to, split and shorten melds with a joker like all others."),
        "NO-A13": doubt(
            N_("A joker can also become free without being replaced, when all tiles beside it are moved away."),
            N_("You may free a joker by moving away the tiles beside it, if it ends the turn in a valid new meld."),
        ),
        "NO-24": tiles.JOKER_COSTS_30,
    },
    going_out={
        "NO-25": N_(
            "The round ends when somebody has laid their last tile and called “Rummy!”. There are no discards."
        ),
        "NO-A15": doubt(
            N_("The source does not say what it costs to forget to call “Rummy!”."),
            N_("Forgetting to call “Rummy!” costs nothing."),
        ),
        "NO-29": tiles.EMPTY_POOL_PLAYS_ON,
        "NO-A10": doubt(
            N_("When the pool is empty, one paragraph plays on; in another, the lowest rack wins."),
            N_("When the pool is empty, play on until nobody can lay a tile; then the lowest rack wins."),
        ),
        "NO-30": N_(
            "If the round ends like that, the lowest rack wins. The others get minus points for their whole "
            "racks, the winner the sum of them as plus points. The tiles on the winning rack cost nothing."
        ),
    },
    scoring={
        "NO-26": tiles.RACKS_COST,
        "NO-27": tiles.WINNER_COLLECTS,
        "NO-28": tiles.ROWS_ADD_UP_TO_0,
        "NO-33": N_(
            "The printed points table has four players and three rounds. Player D’s 47 in the third round is "
            "printed as minus, but only as plus does the row add up to 0 and the totals come right."
        ),
        "NO-A2": doubt(
            N_("In the example, player D’s 47 points in the third round are printed as minus."),
            N_("Player D’s 47 points are plus: only then does the row add up to 0 and the total of 39 come right."),
        ),
    },
    end={
        "NO-32": N_("You agree how many rounds to play, three for instance; the highest total wins."),
        "NO-A11": doubt(
            N_(
                "The source says nothing about equal lowest racks, equal totals, or equal tiles in the draw for who "
                "begins."
            ),
            N_(
                "You choose one of the equal racks, so that the row still adds up to 0. Equal totals share the win. "
                "Draw again if the tiles are equal."
            ),
        ),
    },
)

VARIANT = Variant(
    key="nb-rummy",
    version="2",
    name="Rummy",
    country=N_("Norway"),
    language="nb",
    summary=N_("A game with tiles: empty your rack first and you get what the others have left."),
    source=Source(title="Rummy", publisher=N_("Leaflet of a Norwegian set of playing-card tiles"), language="nb"),
    deck=Deck(packs=2, jokers=2, tiles=True),
    deal=tiles.DEAL,
    melds=MeldRules(
        ace=AceOrder.LOW,
        rules=meld_topics(
            "NO-09: ace; NO-23: joker; NO-A6: joker_limit; NO-08: min_cards run same_suit; NO-A1: run_length",
            "NO-07: set set_size suits",
        ),
    ),
    swap=replace(tiles.SWAP, goes_to=JokerGoes.NEW_MELD),
    turn=replace(
        tiles.TURN,
        opening={
            Requirement.POINTS: 30,
            Requirement.IN_ONE_MELD: False,
            Requirement.NEW_MELDS_ONLY: True,
            Requirement.NO_MORE: False,
        },
        lay_off=LayOff.WHEN_OPENING,
    ),
    closing=tiles.CLOSING,
    values=replace(tiles.VALUES, places={ValuePlace.OPENING_JOKER: None}),
    scoring=Scoring(
        hand_rule="NO-26",
        closer_rule="NO-27",
        closer_is_free=True,
        closer_follows_points=True,
        no_closer=NoCloser.LOWEST_HAND,
        no_closer_rule="NO-30",
    ),
    ending=tiles.ENDING,
    options=OPTIONS,
    chapters=RULES.chapters,
    rule_list=RULES.rule_list,
    cites=topics(
        "NO-18: draw nothing_laid",
        "NO-25: top_card whole_pile part_of_pile thrown_back out_of_turn rummy_call closing going_out",
        "NO-A14: own_cards table_to_hand; NO-13: own_turn rearranging table_valid; NO-10: opening_minimum",
        "NO-12: opening_turn lay_off_before_own; NO-11: not_opening; NO-A16: more_than_minimum; NO-A5: declaring",
        "NO-14: lay_off laying_off_several manipulating; NO-15: turn_time; NO-16: time_out; NO-A9: time_out_part",
        "NO-17: place_unknown; NO-19: joker_swap; NO-21: swap_turn freed_joker joker_on_table; NO-22: swap_opened",
        "NO-20: either_suit; NO-A8: same_turn; NO-A13: joker_left_over; NO-A15: call; NO-29: empty_stock",
        "NO-31: values; NO-24: joker_in_hand; NO-A7: court_values; NO-26: score; NO-28: row",
        "NO-A11: equal_lowest equals; NO-32: agreed_rounds best_wins",
    ),
    emblem="13",
)
