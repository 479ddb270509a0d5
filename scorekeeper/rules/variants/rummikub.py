"""Rummikub: numbered tiles in four colours; everything on the table may be rearranged."""

from ..families import tiles
from ..model.notation import *

OPTIONS = house_rules(
    winner_by=choice(
        "RK-O1",
        N_("Who wins the game."),
        {"points": N_("whoever has the highest total"), "rounds_won": N_("whoever has won most rounds")},
        {"rounds_won": {"ending.wins": Wins.MOST_ROUNDS, "cites.best_wins": "RK-O1"}},
    ),
    agreed_rounds=agreed_rounds(
        "RK-O2",
        3,
        readings={None: Wording(N_("The game goes on until the table stops."), N_("If the table stops when it likes"))},
    ),
    turn_seconds=turn_seconds("RK-O3", 15),
    freed_joker=choice(
        "RK-O4",
        N_("Where a joker taken from the table must go."),
        {"any_meld": N_("into any set or run"), "new_meld": N_("into a new set or run")},
        {
            "new_meld": {
                "swap.goes_to": JokerGoes.NEW_MELD,
                "cites.freed_joker": "RK-O4",
                "cites.joker_on_table": "RK-O4",
            }
        },
        reading=tiles.NEW_MELD_FOR_JOKER,
        condition=N_("If the joker must go into a new meld"),
    ),
    joker_replaced_only=switch(
        "RK-O5", tiles.JOKER_LEAVES_REPLACED, {"jokers.may_be_left_over": False, "cites.joker_left_over": "RK-O5"}
    ),
    joker_from_rack_only=switch(
        "RK-O6",
        N_("The tile that replaces a joker must come from your rack."),
        {"swap.requires.hand_card": True, "jokers.replaced_from_hand": True, "cites.swap_card": "RK-O6"},
    ),
    joker_meld_locked=switch(
        "RK-O7", N_("Nothing may be taken from a set or run that holds a joker."), {"jokers.locks_meld": True}
    ),
    pool_empty=choice(
        "RK-O8",
        N_("What happens when the pool is empty."),
        {
            "play_on": N_("play on until nobody can lay a tile"),
            "one_more_turn": N_("everybody has one more turn"),
            "lowest_rack_at_once": N_("the lowest rack wins at once"),
        },
        {
            "one_more_turn": {
                "closing.stock_empty": EmptyStock.ONE_MORE_TURN,
                "cites.empty_stock": "RK-O8",
                "remarks.empty_pool.code": "one_more_turn_each",
            },
            "lowest_rack_at_once": {
                "closing.stock_empty": EmptyStock.LOWEST_RACK_AT_ONCE,
                "cites.empty_stock": "RK-O8",
            },
        },
        readings={
            "one_more_turn": Wording(
                N_("When the pool is empty, everybody has one more turn."), N_("If everybody has one more turn")
            )
        },
    ),
    pool_empty_score=choice(
        "RK-O9",
        N_("What the others pay when nobody can lay a tile any more."),
        {"difference": N_("what they have more than the lowest rack"), "full": N_("their whole racks")},
        {"full": {"scoring.lowest_taken_off": False, "scoring.no_closer_rule": "RK-O9"}},
        reading=N_("The others pay for their whole racks; the lowest rack costs nothing."),
        condition=N_("If the others pay for their whole racks"),
    ),
    joker_in_rack=number(
        "RK-O10",
        N_("What a joker left on the rack costs."),
        30,
        (0, 99999),
        sets="values.joker",
        usual=(25, 30, 50),
        effect=Effect.SCORE,
    ),
    unopened=choice(
        "RK-O11",
        N_("What a player pays who has not opened when the round ends."),
        {"rack": N_("the rack"), "mso": N_("100, or 200 if you could have opened")},
        {"mso": {"scoring.unopened": (100, 200)}},
    ),
    opening_minimum=opening_tiles("RK-O12"),
    three_pairs_redeal=switch(
        "RK-O13", N_("With three pairs of equal tiles you may ask for a new deal."), default=True
    ),
    joker_stays=doubt_switch(
        "RK-A2",
        N_("A joker stays the tile that it was laid as."),
        {"jokers.floats": False},
        condition=N_("If a joker stays the tile that it was laid as"),
    ),
    unopened_on_top=doubt_switch(
        "RK-A11",
        N_("Whoever has not opened pays for the rack, too."),
        {"scoring.unopened_on_top": True},
        needs={"unopened": "mso"},
        condition=N_("If whoever has not opened pays for the rack, too"),
    ),
    wrong_table_draws=doubt_switch(
        "RK-A9",
        N_("Whoever leaves the table wrong draws the penalty tiles, too."),
        {"turn.wrong_table_draws": True},
        condition=N_("If a wrong table costs tiles, too"),
    ),
)

RULES = rulebook(
    OPTIONS,
    sections={
        "Inhalt": "RK-01 RK-02",
        "Spielvorbereitung": "RK-03 RK-04 RK-O13",
        "Ziel des Spiels": "RK-05",
        "Kombinationen": "RK-06 RK-07 RK-08",
        "Spielverlauf": "RK-09 RK-10 RK-11 RK-12 RK-13 RK-14 RK-15 RK-19 RK-20 RK-21 RK-O3 RK-O12 RK-A9",
        "Manipulieren": "RK-16 RK-17 RK-18",
        "Joker": "RK-22 RK-23 RK-24 RK-25 RK-26 RK-27 RK-O4 RK-O5 RK-O6 RK-O7 RK-A1 RK-A2",
        "Spielende": "RK-29 RK-A8",
        "Punkte zählen": "RK-28 RK-30 RK-31 RK-32 RK-33 RK-O1 RK-O2 RK-O10 RK-O11 RK-A6 RK-A7 RK-A11",
        "Keine Spielsteine mehr im Pool": "RK-34 RK-35 RK-36 RK-37 RK-O8 RK-O9 RK-A3 RK-A4 RK-A5 RK-A10",
    },
    aim={"RK-05": tiles.AIM_IS_EMPTY_RACK},
    cards={
        "RK-01": N_(
            "There are 106 tiles: the numbers 1 to 13, twice each in black, red, orange and blue, and two jokers."
        ),
        "RK-09": N_("A tile counts its number."),
    },
    deal={
        "RK-02": N_("Two to four can play."),
        "RK-03": tiles.HIGHEST_TILE_BEGINS,
        "RK-04": tiles.FOURTEEN_EACH,
        "RK-O13": N_("If you have drawn three pairs of equal tiles, you may ask for all tiles to be mixed again."),
    },
    lay_down={
        "RK-06": N_("A set is three or four tiles of the same number, all in different colours."),
        "RK-07": N_("A run is three to thirteen tiles in sequence in one colour."),
        "RK-08": N_("The 1 is always the lowest tile and never follows the 13."),
        "RK-10": N_("To open, lay sets or runs from your rack that have at least 30 points together."),
        "RK-O12": N_("You may agree on another minimum, such as 50 points."),
        "RK-13": N_("A joker counts as the tile it stands for, when you open, too."),
        "RK-12": N_(
            "In the turn in which you open, you may lay only new sets and runs: rearrange nothing and add nothing to "
            "what is already on the table."
        ),
        "RK-14": N_("You need not open, even if you could."),
    },
    rearrange={
        "RK-15": N_("Once you have opened, lay at least one tile in your turn, or draw one."),
        "RK-16": tiles.REARRANGE_EVERYTHING,
        "RK-17": tiles.NO_TILES_BACK_TO_RACK,
        "RK-18": N_("If you rearrange the table, you must lay at least one tile from your rack."),
        "RK-19": tiles.ONE_MINUTE,
        "RK-O3": N_("You may agree on another time for a turn."),
        "RK-20": N_("If the time is up before the table is right, everything goes back and you draw three tiles."),
        "RK-A9": doubt(
            N_("The source does not say whether a wrong table costs tiles before the time is up."),
            N_("Everything goes back, but only the time costs tiles."),
        ),
        "RK-21": tiles.LOST_PLACES_TO_POOL,
    },
    draw={"RK-11": tiles.NOT_OPENING_DRAWS},
    joker={
        "RK-22": N_("A joker stands for any tile. A set or run may have both jokers."),
        "RK-A2": doubt(
            N_("The source does not say whether a joker stays the tile that it was laid as."),
            N_("A joker stands for any tile that makes its set or run right at the end of a turn."),
        ),
        "RK-23": tiles.JOKER_FOR_ITS_TILE,
        "RK-24": tiles.EITHER_TILE_FREES_JOKER,
        "RK-25": N_("A joker is also free if you split its run or move the tiles beside it away."),
        "RK-O5": N_("Some let a joker leave its set or run only if it is replaced."),
        "RK-O6": N_("Some ask for a tile from the rack to replace a joker, when you rearrange the table, too."),
        "RK-O7": N_(
            "Some let nobody take anything from a set or run that holds a joker: you may only add to it, or replace "
            "the joker."
        ),
        "RK-26": N_("If you take a joker from the table, you must use it in the same turn, in any set or run."),
        "RK-O4": N_("Some let a joker go only into a new set or run."),
        "RK-A1": doubt(
            N_("Most editions let you use a joker from the table as you like; others ask for a new set or run."),
            N_("A joker taken from the table may go into any meld."),
            "freed_joker",
        ),
        "RK-27": tiles.JOKER_ONCE_OPENED,
        "RK-28": tiles.JOKER_COSTS_30,
        "RK-O10": N_("Some tables count a joker on the rack as 25 or 50 points."),
    },
    going_out={
        "RK-29": N_(
            "The round ends when somebody has laid their last tile and called “Rummikub!”. There are no discards."
        ),
        "RK-A8": doubt(
            N_("The source does not say what it costs to forget to call “Rummikub!”."),
            N_("Forgetting to call “Rummikub!” costs nothing."),
        ),
        "RK-34": tiles.EMPTY_POOL_PLAYS_ON,
        "RK-A3": doubt(
            N_("When the pool is empty, some editions play on; another gives everybody one more turn."),
            N_("When the pool is empty, play on until nobody can lay a tile."),
            "pool_empty",
        ),
        "RK-O8": N_(
            "You may agree that everybody has one more turn when the pool is empty, or that the lowest rack wins at "
            "once."
        ),
        "RK-A10": doubt(
            N_("The source does not say whether you may pass with an empty pool although you could lay a tile."),
            N_("Nobody checks whether a player who passes could lay a tile."),
        ),
    },
    scoring={
        "RK-30": tiles.RACKS_COST,
        "RK-31": tiles.WINNER_COLLECTS,
        "RK-32": tiles.ROWS_ADD_UP_TO_0,
        "RK-35": N_("If nobody can lay a tile any more, the lowest rack wins. Jokers count there, too."),
        "RK-A5": doubt(
            N_("The source says nothing about equal lowest racks."),
            N_("You choose which of the equal racks wins. The others with an equal rack pay nothing."),
        ),
        "RK-36": N_(
            "With an empty pool, each of the others pays what their rack has more than the winner’s. The winner "
            "gets the sum."
        ),
        "RK-A4": doubt(
            N_("With an empty pool, one edition counts the difference of the racks and another the whole racks."),
            N_("The others pay only what they have more than the lowest rack."),
            "pool_empty_score",
        ),
        "RK-O9": N_("Some let the others pay for their whole racks; the winning rack costs nothing."),
        "RK-O11": N_(
            "At the Mind Sports Olympiad, a player who has not opened pays 100 points instead of the rack, or 200 if "
            "these tiles could have opened."
        ),
        "RK-A11": doubt(
            N_(
                "It is unclear whether the points for not having opened come on top of the rack, and whether jokers "
                "help to open."
            ),
            N_("The 100 or 200 points take the place of the rack, and a joker counts as the tile it would stand for."),
        ),
        "RK-37": N_("The printed points table has four players and four rounds, and each row adds up to 0."),
    },
    end={
        "RK-33": N_("You agree how many rounds to play; the highest total wins."),
        "RK-O2": N_("The points table of the source has room for three rounds, that of another edition for four."),
        "RK-O1": N_(
            "In an American edition, the player who has won most rounds wins the game. If that is a tie, the highest "
            "total wins."
        ),
        "RK-A7": doubt(
            N_("The source does not say how many rounds a game has."),
            N_("A game has three rounds."),
            "agreed_rounds",
        ),
        "RK-A6": doubt(
            N_("The source says nothing about equal totals."),
            N_("Equal totals share the win."),
        ),
    },
)

VARIANT = Variant(
    key="rummikub",
    version="1",
    name="Rummikub",
    country=N_("Worldwide"),
    language="en",
    summary=N_("Numbered tiles in four colours: rearrange the table and be the first with an empty rack."),
    source=Source(title="Original Rummikub", publisher=N_("Leaflet of the publisher Jumbo"), language="de"),
    deck=Deck(packs=2, jokers=2, tiles=True, faces=Faces.NUMBERS),
    deal=tiles.DEAL,
    melds=MeldRules(
        ace=AceOrder.LOW,
        rules=meld_topics(
            "RK-08: ace; RK-22: joker joker_limit; RK-07: min_cards run same_suit run_length; RK-06: set set_size suits"
        ),
    ),
    jokers=JokerRules(floats=True),
    swap=tiles.SWAP,
    turn=replace(
        tiles.TURN,
        opening={Requirement.POINTS: 30, Requirement.NEW_MELDS_ONLY: True},
        lay_off=LayOff.NEXT_TURN,
        rearranging_plays=True,
    ),
    closing=tiles.CLOSING,
    values=tiles.VALUES,
    scoring=Scoring(
        hand_rule="RK-30",
        closer_rule="RK-31",
        closer_is_free=True,
        closer_follows_points=True,
        no_closer=NoCloser.LOWEST_HAND,
        no_closer_rule="RK-36",
        lowest_taken_off=True,
        unopened_rule="RK-O11",
    ),
    ending=tiles.ENDING,
    options=OPTIONS,
    presets=presets(
        mso_2019=preset(
            "Mind Sports Olympiad 2019",
            {"joker_in_rack": 50, "unopened": "mso"},
            Source("Rummikub", "Mind Sports Olympiad", "en", "https://msoworld.com/product/rummikub/"),
        ),
    ),
    chapters=RULES.chapters,
    rule_list=RULES.rule_list,
    cites=topics(
        "RK-15: draw nothing_laid",
        "RK-29: top_card whole_pile part_of_pile thrown_back out_of_turn rummy_call closing going_out discard",
        "RK-16: own_turn rearranging table_valid manipulating lay_off laying_off_several",
        "RK-17: own_cards table_to_hand",
        "RK-10: opening_minimum; RK-12: opening_turn lay_off_before_own lay_off_when_opening; RK-11: not_opening",
        "RK-18: own_tile; RK-19: turn_time; RK-20: time_out; RK-A9: wrong_table; RK-21: place_unknown",
        "RK-23: joker_swap swap_card; RK-26: swap_turn freed_joker joker_on_table same_turn; RK-27: swap_opened",
        "RK-O7: melds_stay; RK-24: either_suit; RK-25: joker_left_over; RK-A8: call; RK-34: empty_stock",
        "RK-13: declaring",
        "RK-09: values; RK-28: joker_in_hand; RK-30: score; RK-32: row",
        "RK-A5: equal_lowest; RK-A6: equals; RK-33: best_wins agreed_rounds",
    ),
    remarks={"empty_pool": Remark("lays_each_turn", "RK-A3")},
    emblem="7",
)
