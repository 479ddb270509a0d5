"""Rummy with tiles, from Norway: empty your rack, and everything on the table may be rearranged."""

from ..errors import N_
from ..model.ending import Ending
from ..model.options import Effect, Option, choice, doubt_choice, doubt_switch
from ..model.parts import CallRules, Closing, Deal, Deck, JokerRules, JokerSwap, MeldRules, Turn, swap_requires
from ..model.scoring import CardValues, Scoring, rank_values
from ..model.sources import Reading, Rule, Source, ambiguity
from ..model.terms import (
    AceOrder,
    Dealing,
    Declaration,
    EmptyStock,
    FreesSetJoker,
    How,
    JokerGoes,
    JokerLimit,
    LastDiscard,
    LayOff,
    NoCloser,
    Requirement,
    SwapRequirement,
    Tie,
    ValuePlace,
)
from ..model.topics import Chapter, MeldTopic, Topic
from ..model.variant import Variant

VARIANT = Variant(
    key="nb-rummy",
    version="2",
    name="Rummy",
    country=N_("Norway"),
    language="nb",
    summary=N_("A game with tiles: empty your rack first and you get what the others have left."),
    source=Source(title="Rummy", publisher=N_("Leaflet of a Norwegian set of playing-card tiles"), language="nb"),
    deck=Deck(packs=2, jokers=2, tiles=True),
    deal=Deal(
        cards=((None, 14),),
        most_players=4,
        up_card=False,
        dealer=Dealing.NOBODY,
        first=N_("Everybody draws a tile and the highest begins; play goes clockwise."),
    ),
    melds=MeldRules(
        ace=AceOrder.LOW,
        run_shortest=3,
        run_longest=None,
        set_smallest=3,
        set_largest=4,
        set_suits_differ=True,
        rules={
            MeldTopic.MIN_CARDS: "NO-08",
            MeldTopic.RUN: "NO-08",
            MeldTopic.RUN_LENGTH: "NO-A1",
            MeldTopic.ACE: "NO-09",
            MeldTopic.SET: "NO-07",
            MeldTopic.SET_SIZE: "NO-07",
            MeldTopic.SUITS: "NO-07",
            MeldTopic.SAME_SUIT: "NO-08",
            MeldTopic.JOKER_LIMIT: "NO-A6",
            MeldTopic.JOKER: "NO-23",
        },
    ),
    jokers=JokerRules(
        limit=JokerLimit.NONE,
        declared=Declaration.NO,
    ),
    swap=JokerSwap(
        allowed=True,
        requires=swap_requires(SwapRequirement.OPENED),
        frees_set=FreesSetJoker.EITHER,
        goes_to=JokerGoes.NEW_MELD,
    ),
    turn=Turn(
        draw_first=False,
        opening={
            Requirement.POINTS: 30,
            Requirement.IN_ONE_MELD: False,
            Requirement.NEW_MELDS_ONLY: True,
            Requirement.NO_MORE: False,
        },
        lay_off=LayOff.WHEN_OPENING,
        rearrange=True,
        seconds=60,
        time_out_tiles=3,
        lost_places_to_pool=True,
    ),
    call=CallRules(allowed=False),
    closing=Closing(
        last_discard=LastDiscard.NONE,
        stock_empty=EmptyStock.PLAY_ON,
        hows=(How.OUT, How.POOL_EMPTY),
    ),
    values=CardValues(
        ranks=rank_values(ace=1, jack=11, queen=12, king=13),
        joker=30,
        joker_as_card=True,
        places={ValuePlace.OPENING_JOKER: None},
    ),
    scoring=Scoring(
        closer_is_free=True,
        closer_follows_points=True,
        table_rule=None,
        hand_rule="NO-26",
        closer_rule="NO-27",
        no_closer=NoCloser.LOWEST_HAND,
        no_closer_rule="NO-30",
    ),
    ending=Ending(rounds=3, tie=Tie.SHARED),
    emblem="13",
    cites={
        Topic.LAYING_OFF_SEVERAL: "NO-14",
        Topic.REARRANGING: "NO-13",
        Topic.MANIPULATING: "NO-14",
        Topic.TABLE_TO_HAND: "NO-A14",
        Topic.OPENING_TURN: "NO-12",
        Topic.OPENING_MINIMUM: "NO-10",
        Topic.FREED_JOKER: "NO-21",
        Topic.JOKER_ON_TABLE: "NO-21",
        Topic.JOKER_LEFT_OVER: "NO-A13",
        Topic.TURN_TIME: "NO-15",
        Topic.TIME_OUT: "NO-16",
        Topic.TIME_OUT_PART: "NO-A9",
        Topic.PLACE_UNKNOWN: "NO-17",
        Topic.NOTHING_LAID: "NO-18",
        Topic.VALUES: "NO-31",
        Topic.SCORE: "NO-26",
        Topic.ROW: "NO-28",
        Topic.CLOSING: "NO-25",
        Topic.EQUAL_LOWEST: "NO-A11",
        Topic.AGREED_ROUNDS: "NO-32",
        Topic.BEST_WINS: "NO-32",
        Topic.EQUALS: "NO-A11",
        Topic.DRAW: "NO-18",
        Topic.TOP_CARD: "NO-25",
        Topic.WHOLE_PILE: "NO-25",
        Topic.PART_OF_PILE: "NO-25",
        Topic.THROWN_BACK: "NO-25",
        Topic.OWN_CARDS: "NO-A14",
        Topic.LAY_OFF: "NO-14",
        Topic.EMPTY_STOCK: "NO-29",
        Topic.KNOCK: "NO-25",
        Topic.RUMMY_CALL: "NO-25",
        Topic.GOING_OUT: "NO-25",
        Topic.TABLE_VALID: "NO-13",
        Topic.CALL: "NO-A15",
        Topic.OWN_TURN: "NO-13",
        Topic.DECLARING: "NO-A5",
        Topic.JOKER_IN_HAND: "NO-24",
        Topic.NOT_OPENING: "NO-11",
        Topic.COURT_VALUES: "NO-A7",
        Topic.MORE_THAN_MINIMUM: "NO-A16",
        Topic.LAY_OFF_BEFORE_OWN: "NO-12",
        Topic.JOKER_SWAP: "NO-19",
        Topic.SWAP_TURN: "NO-21",
        Topic.SWAP_OPENED: "NO-22",
        Topic.EITHER_SUIT: "NO-20",
        Topic.SAME_TURN: "NO-A8",
    },
    options=(
        Option(
            "run_limit",
            None,
            N_("How many tiles a run may have."),
            "NO-A1",
            Effect.REFEREE,
            choices=(None, 4),
            sets="melds.run_longest",
        ),
        Option(
            "turn_seconds",
            60,
            N_("How many seconds a turn may take."),
            "NO-15",
            Effect.REFEREE,
            lowest=30,
            highest=120,
            usual=(30, 60, 90, 120),
            sets="turn.seconds",
        ),
        Option(
            "opening_minimum",
            30,
            N_("How many points your first tiles on the table must have together."),
            "NO-10",
            Effect.REFEREE,
            lowest=0,
            highest=99999,
            usual=(30, 50),
            sets="turn.opening.points",
        ),
        choice(
            "freed_joker",
            N_("Where a joker taken from the table must go."),
            "NO-A12",
            {"new_meld": N_("into a new group or run"), "any_meld": N_("into any group or run")},
            {"any_meld": {"swap.goes_to": JokerGoes.ANY_MELD}},
        ),
        Option(
            "agreed_rounds",
            3,
            N_("After how many rounds the game ends."),
            "NO-32",
            Effect.SCORE,
            lowest=1,
            highest=999,
            nullable=True,
            usual=(3,),
            sets="ending.rounds",
        ),
        choice(
            "pool_empty",
            N_("What happens when the pool is empty."),
            "NO-A10",
            {
                "play_on": N_("play on until nobody can lay a tile"),
                "lowest_rack_at_once": N_("the lowest rack wins at once"),
            },
            {
                "lowest_rack_at_once": {
                    "closing.stock_empty": EmptyStock.LOWEST_RACK_AT_ONCE,
                    "cites.empty_stock": "NO-30",
                }
            },
        ),
        doubt_switch(
            "opening_in_one_meld",
            N_("A single meld must reach the opening minimum."),
            "NO-A4",
            {"turn.opening.in_one_meld": True},
        ),
        doubt_choice(
            "opening_joker",
            N_("What a joker counts when you open."),
            "NO-A5",
            {"as_tile": N_("as the tile it stands for"), "thirty": N_("30 points"), "nothing": N_("nothing")},
            {"thirty": {"values.places.opening_joker": 30}, "nothing": {"values.places.opening_joker": 0}},
        ),
        doubt_choice(
            "joker_limit",
            N_("How many jokers a group or run may have."),
            "NO-A6",
            {"none": N_("no limit"), "one": N_("one at most")},
            {"one": {"jokers.limit": JokerLimit.ONE}},
        ),
        doubt_switch(
            "time_out_keeps_valid",
            N_("When the time is up, everything valid on the table stays."),
            "NO-A9",
            {"turn.time_out_keeps_valid": True},
        ),
        doubt_switch(
            "joker_left_over",
            N_("You may also free a joker by moving away the tiles beside it."),
            "NO-A13",
            {"jokers.may_be_left_over": False},
            default=True,
        ),
        doubt_switch(
            "table_to_rack",
            N_("You may take tiles from the table back to your rack."),
            "NO-A14",
            {"turn.table_to_hand": True},
        ),
        doubt_switch(
            "call_needed",
            N_("The round goes on until the player with the empty rack has called “Rummy!”."),
            "NO-A15",
            {"closing.requires.call": True},
        ),
        doubt_choice(
            "equals",
            N_("What happens when lowest racks or totals are equal."),
            "NO-A11",
            {
                "named": N_("you choose which rack wins; equal totals share the win"),
                "totals_play_on": N_("you choose which rack wins; equal totals play another round"),
                "racks_share": N_("equal racks share what the others pay; equal totals share the win"),
                "both": N_("equal racks share what the others pay; equal totals play another round"),
            },
            {
                "totals_play_on": {"ending.tie": Tie.ANOTHER_ROUND},
                "racks_share": {"scoring.lowest_share": True},
                "both": {"ending.tie": Tie.ANOTHER_ROUND, "scoring.lowest_share": True},
            },
            effect=Effect.SCORE,
        ),
        doubt_choice(
            "freed_joker_by",
            N_("When you must use a joker taken from the table."),
            "NO-A8",
            {"turn": N_("in the same turn"), "round": N_("before the round ends")},
            {"round": {"swap.may_wait": True}},
        ),
        doubt_switch(
            "opening_no_more",
            N_("When you open, you may lay only what you need for the minimum."),
            "NO-A16",
            {"turn.opening.no_more": True},
        ),
        doubt_choice(
            "court_values",
            N_("What jack, queen and king count."),
            "NO-A7",
            {"own_number": N_("11, 12 and 13"), "ten": N_("10 each")},
            {"ten": {"values.ranks.JACK": 10, "values.ranks.QUEEN": 10, "values.ranks.KING": 10}},
            effect=Effect.SCORE,
        ),
    ),
    chapters={
        Chapter.AIM: "NO-06",
        Chapter.CARDS: "NO-01 NO-A3 NO-31 NO-A7",
        Chapter.DEAL: "NO-02 NO-03 NO-04 NO-05",
        Chapter.LAY_DOWN: "NO-07 NO-08 NO-A1 NO-09 NO-10 NO-A4 NO-A5 NO-12 NO-A16",
        Chapter.REARRANGE: "NO-13 NO-14 NO-A14 NO-A17 NO-15 NO-16 NO-A9 NO-17",
        Chapter.DRAW: "NO-11 NO-18",
        Chapter.JOKER: "NO-A6 NO-19 NO-20 NO-21 NO-A12 NO-A8 NO-22 NO-23 NO-A13 NO-24",
        Chapter.GOING_OUT: "NO-25 NO-A15 NO-29 NO-A10 NO-30",
        Chapter.SCORING: "NO-26 NO-27 NO-28 NO-33 NO-A2",
        Chapter.END: "NO-32 NO-A11",
    },
    rule_list=(
        Rule(
            "NO-01",
            N_("There are 104 tiles, two of each from ace to king in four suits, plus two jokers and four racks."),
            "Spillet inneholder",
        ),
        Rule("NO-02", N_("With four racks, two to four can play."), "Spillet inneholder"),
        Rule(
            "NO-03",
            N_("All tiles lie face down. Everybody draws one and the highest begins; then mix them back in."),
            "Forberedelser",
        ),
        Rule("NO-04", N_("Play goes clockwise."), "Forberedelser"),
        Rule("NO-05", N_("Everybody draws fourteen tiles; the rest is the pool."), "Forberedelser"),
        Rule("NO-06", N_("The aim is to be the first with an empty rack."), "Formåler med spillet"),
        Rule("NO-07", N_("A group is three or four tiles of the same rank, all in different suits."), "Grupper/Serier"),
        Rule("NO-08", N_("A run is three or four tiles in sequence in one suit."), "Grupper/Serier"),
        Rule("NO-09", N_("The ace is the lowest rank and never follows the king."), "Grupper/Serier"),
        Rule(
            "NO-10",
            N_("To open, the first tiles you lay must have at least 30 points together."),
            "Slik spiller man",
        ),
        Rule(
            "NO-11",
            N_("If you cannot open, or do not want to, draw one tile; your turn is over."),
            "Slik spiller man",
        ),
        Rule(
            "NO-12",
            N_("When you open, you may not rearrange the table or use tiles from it."),
            "Slik spiller man",
        ),
        Rule(
            "NO-13",
            N_(
                "You may rearrange everything on the table. At the end of your turn there must be only "
                "groups and runs, with no tile left over."
            ),
            "Manipulering",
        ),
        Rule(
            "NO-14",
            N_(
                "You may add tiles, take a tile where enough remain, split a run, and bring tiles from "
                "several melds together in a new one."
            ),
            "Manipulering",
        ),
        Rule("NO-15", N_("You have one minute for your turn."), "Manipulering"),
        Rule(
            "NO-16",
            N_(
                "If the time is up and you have laid no tile, the tiles you tried go back to their "
                "places, and you draw three more."
            ),
            "Manipulering",
        ),
        Rule("NO-17", N_("Mix tiles that nobody can put back in place into the pool."), "Manipulering"),
        Rule("NO-18", N_("Once you have opened, draw a tile if you lay nothing."), "Strategi"),
        Rule(
            "NO-19",
            N_(
                "You may take a joker from the table and put the tile it stands for in its place, from "
                "your rack or from the table."
            ),
            "Jokeren",
        ),
        Rule(
            "NO-20",
            N_("In a group of three, you may replace a joker with either of the two missing tiles."),
            "Jokeren",
        ),
        Rule(
            "NO-21",
            N_("If you take a joker from the table, you must use it in the same turn, in a new meld."),
            "Jokeren",
        ),
        Rule("NO-22", N_("You may take a joker from the table only once you have opened."), "Jokeren"),
        Rule("NO-23", N_("You may add to, split and shorten melds with a joker like all others."), "Jokeren"),
        Rule("NO-24", N_("A joker left on the rack costs 30 points."), "Jokeren"),
        Rule(
            "NO-25",
            N_("The round ends when somebody has laid their last tile and called “Rummy!”. There are no discards."),
            "Vinneren",
        ),
        Rule("NO-26", N_("The others get minus points for the tiles on their racks."), "Scoring / Poengberegning"),
        Rule(
            "NO-27",
            N_("The winner of a round gets all the others’ minus points as plus points."),
            "Scoring / Poengberegning",
        ),
        Rule("NO-28", N_("The plus and minus points of a round must add up to 0."), "Scoring / Poengberegning"),
        Rule(
            "NO-29",
            N_("When the pool is empty, everybody plays on, laying at least one tile each turn, until nobody can."),
            "Vinneren",
        ),
        Rule(
            "NO-30",
            N_(
                "If the round ends like that, the lowest rack wins. The others get minus points for "
                "their whole racks, the winner the sum of them as plus points. The tiles on the "
                "winning rack cost nothing."
            ),
            "Scoring / Poengberegning",
        ),
        Rule("NO-31", N_("A tile counts its number: an ace 1, a jack 11, a queen 12, a king 13."), "Manipulering"),
        Rule(
            "NO-32",
            N_("You play a number of rounds, three for instance; the highest total wins."),
            "Scoring / Poengberegning",
        ),
        Rule(
            "NO-33",
            N_(
                "The printed points table has four players and three rounds. Player D’s 47 in the "
                "third round is printed as minus, but only as plus does the row add up to 0 and the "
                "totals come right."
            ),
            "Eksempel på poengnotering",
        ),
        ambiguity(
            "NO-A1",
            N_(
                "The source says that a run has three or four tiles, but splitting a run as it shows needs "
                "at least five."
            ),
            "Grupper/Serier",
            N_("A run may have up to thirteen tiles."),
            Reading(
                N_("A run has three or four tiles."),
                "run_limit",
                4,
                condition=N_("If a run has at most four tiles"),
            ),
        ),
        ambiguity(
            "NO-A2",
            N_("In the example, player D’s 47 points in the third round are printed as minus."),
            "Eksempel på poengnotering",
            N_("Player D’s 47 points are plus: only then does the row add up to 0 and the total of 39 come right."),
        ),
        ambiguity(
            "NO-A3",
            N_("The source does not say whether the jokers are among the 104 tiles."),
            "Spillet inneholder",
            N_("The jokers come on top: 106 tiles."),
        ),
        ambiguity(
            "NO-A4",
            N_("One sentence has you open with a single meld of 30 points, the next one with several."),
            "Slik spiller man",
            N_("Several new melds from your rack may add up to the minimum."),
            Reading(
                N_("A single meld must reach the opening minimum."),
                "opening_in_one_meld",
                True,
                condition=N_("If a single meld must reach the minimum"),
            ),
        ),
        ambiguity(
            "NO-A5",
            N_("The source does not say what a joker counts when you open."),
            "Slik spiller man",
            N_("When you open, a joker counts as much as the tile it stands for."),
            Reading(
                N_("A joker counts 30 when you open, too."),
                "opening_joker",
                "thirty",
                condition=N_("If a joker counts 30 when you open"),
            ),
            Reading(
                N_("A joker counts nothing when you open."),
                "opening_joker",
                "nothing",
                condition=N_("If a joker counts nothing when you open"),
            ),
        ),
        ambiguity(
            "NO-A6",
            N_("The source does not say how many jokers a meld may have."),
            "Jokeren",
            N_("A meld may have both jokers if it has at least one other tile."),
            Reading(
                N_("A meld may have at most one joker."),
                "joker_limit",
                "one",
                condition=N_("If a meld may have at most one joker"),
            ),
        ),
        ambiguity(
            "NO-A7",
            N_("The source does not write out the numbers of jack, queen and king."),
            "Slik spiller man",
            N_("Jack, queen and king count 11, 12 and 13."),
            Reading(
                N_("Jack, queen and king count 10 each."),
                "court_values",
                "ten",
                condition=N_("If jack, queen and king count 10"),
            ),
        ),
        ambiguity(
            "NO-A8",
            N_("The source uses the same word for a turn and for a round of the game."),
            "Jokeren",
            N_("If you take a joker from the table, you must use it in the same turn."),
            Reading(
                N_("If you take a joker from the table, you must use it before the round ends."),
                "freed_joker_by",
                "round",
                condition=N_("If you need not use the joker in this turn"),
            ),
        ),
        ambiguity(
            "NO-A9",
            N_("It is unclear whether the valid part of a turn stays when the time is up."),
            "Manipulering",
            N_("If the table is not valid when the time is up, everything goes back and you draw three tiles."),
            Reading(
                N_("When the time is up, everything valid stays, and only the rest goes back."),
                "time_out_keeps_valid",
                True,
                condition=N_("If everything valid stays"),
            ),
        ),
        ambiguity(
            "NO-A10",
            N_("When the pool is empty, one paragraph plays on; in another, the lowest rack wins."),
            "Scoring / Poengberegning",
            N_("When the pool is empty, play on until nobody can lay a tile; then the lowest rack wins."),
            Reading(
                N_("The lowest rack wins as soon as the pool is empty."),
                "pool_empty",
                "lowest_rack_at_once",
                condition=N_("If an empty pool ends the round"),
            ),
        ),
        ambiguity(
            "NO-A11",
            N_(
                "The source says nothing about equal lowest racks, equal totals, or equal tiles in the "
                "draw for who begins."
            ),
            "Scoring / Poengberegning",
            N_(
                "You choose one of the equal racks, so that the row still adds up to 0. Equal totals "
                "share the win. Draw again if the tiles are equal."
            ),
            Reading(
                N_("Equal lowest racks share what the others pay."),
                "equals",
                "racks_share",
                condition=N_("If equal lowest racks share"),
            ),
            Reading(
                N_("Players with equal totals play another round."),
                "equals",
                "totals_play_on",
                condition=N_("If equal totals play on"),
            ),
        ),
        ambiguity(
            "NO-A12",
            N_("A joker taken from the table must make a new meld; it is unclear whether an old one is enough."),
            "Jokeren",
            N_("A joker taken from the table must go into a new meld."),
            Reading(
                N_("A joker taken from the table may go into any meld."),
                "freed_joker",
                "any_meld",
                condition=N_("If the joker may go into any meld"),
            ),
        ),
        ambiguity(
            "NO-A13",
            N_("A joker can also become free without being replaced, when all tiles beside it are moved away."),
            "Jokeren",
            N_("You may free a joker by moving away the tiles beside it, if it ends the turn in a valid new meld."),
            Reading(
                N_("A joker may leave its meld only if it is replaced."),
                "joker_left_over",
                False,
                condition=N_("If a joker may leave only when replaced"),
            ),
        ),
        ambiguity(
            "NO-A14",
            N_("The source does not say whether you may take tiles from the table back to your rack."),
            "Manipulering",
            N_("You may not take tiles from the table back to your rack."),
            Reading(
                N_("You may take tiles back to your rack if the table is valid at the end of your turn."),
                "table_to_rack",
                True,
                condition=N_("If you may take tiles back to your rack"),
            ),
        ),
        ambiguity(
            "NO-A15",
            N_("The source does not say what it costs to forget to call “Rummy!”."),
            "Vinneren",
            N_("Forgetting to call “Rummy!” costs nothing."),
            Reading(
                N_("The round goes on until the player with the empty rack has called “Rummy!”."),
                "call_needed",
                True,
                condition=N_("If the call is needed to end the round"),
            ),
        ),
        ambiguity(
            "NO-A16",
            N_("The source does not say whether you may lay more melds than the minimum needs when you open."),
            "Slik spiller man",
            N_("When you open, you may lay more melds than the minimum needs, if they are new and from your rack."),
            Reading(
                N_("When you open, you may lay only what you need for the minimum."),
                "opening_no_more",
                True,
                condition=N_("If you may lay only the minimum"),
            ),
        ),
        ambiguity(
            "NO-A17",
            N_("The pictures of the examples are missing."),
            "Manipulering",
            N_("The examples apply as the words beside them describe them."),
        ),
    ),
)
