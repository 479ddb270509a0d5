"""Rummy with tiles, from Norway: empty your rack, and everything on the table may be rearranged."""

from ..cards import Rank
from ..errors import N_
from ..model.ending import Ending
from ..model.options import Effect, Option, choice, doubt_choice, doubt_switch
from ..model.parts import CallRules, Closing, Deal, Deck, JokerRules, JokerSwap, MeldRules, Turn, swap_requires
from ..model.scoring import CardValues, Scoring
from ..model.sources import Ambiguity, Reading, Rule, Source
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
    summary=N_("A game with tiles: whoever empties the rack first gets what the others have left."),
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
        ranks={
            Rank.ACE: 1,
            Rank.TWO: 2,
            Rank.THREE: 3,
            Rank.FOUR: 4,
            Rank.FIVE: 5,
            Rank.SIX: 6,
            Rank.SEVEN: 7,
            Rank.EIGHT: 8,
            Rank.NINE: 9,
            Rank.TEN: 10,
            Rank.JACK: 11,
            Rank.QUEEN: 12,
            Rank.KING: 13,
        },
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
            N_("How many tiles a run may have at most."),
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
            N_("How many points a player’s first tiles on the table must have together."),
            "NO-10",
            Effect.REFEREE,
            lowest=0,
            highest=99999,
            usual=(30, 50),
            sets="turn.opening.points",
        ),
        choice(
            "freed_joker",
            N_("Where a joker taken from the table must go in the same turn."),
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
            N_("What happens when the last tile of the pool has been drawn."),
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
            N_("One meld alone must reach the opening minimum."),
            "NO-A4",
            {"turn.opening.in_one_meld": True},
        ),
        doubt_choice(
            "opening_joker",
            N_("What a joker counts in the opening."),
            "NO-A5",
            {"as_tile": N_("as the tile it stands for"), "thirty": N_("30 points"), "nothing": N_("nothing")},
            {"thirty": {"values.places.opening_joker": 30}, "nothing": {"values.places.opening_joker": 0}},
        ),
        doubt_choice(
            "joker_limit",
            N_("How many jokers a group or run may hold."),
            "NO-A6",
            {"none": N_("no limit"), "one": N_("one at most")},
            {"one": {"jokers.limit": JokerLimit.ONE}},
        ),
        doubt_switch(
            "time_out_keeps_valid",
            N_("When the time is up, what is valid on the table stays."),
            "NO-A9",
            {"turn.time_out_keeps_valid": True},
        ),
        doubt_switch(
            "joker_left_over",
            N_("A joker may also become free when the tiles beside it are moved away."),
            "NO-A13",
            {"jokers.may_be_left_over": False},
            default=True,
        ),
        doubt_switch(
            "table_to_rack",
            N_("Tiles may be taken from the table back to the rack."),
            "NO-A14",
            {"turn.table_to_hand": True},
        ),
        doubt_switch(
            "call_needed",
            N_("The round goes on until whoever emptied the rack has called “Rummy!”."),
            "NO-A15",
            {"closing.requires.call": True},
        ),
        doubt_choice(
            "equals",
            N_("What equal lowest racks and equal totals do."),
            "NO-A11",
            {
                "named": N_("the table names the winning rack; totals share the win"),
                "totals_play_on": N_("the table names the winning rack; totals play another round"),
                "racks_share": N_("racks share what the others pay; totals share the win"),
                "both": N_("racks share what the others pay; totals play another round"),
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
            N_("When a joker taken from the table must be used."),
            "NO-A8",
            {"turn": N_("in the same turn"), "round": N_("before the round ends")},
            {"round": {"swap.may_wait": True}},
        ),
        doubt_switch(
            "opening_no_more",
            N_("In the opening turn, only what is needed for the minimum may be laid."),
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
            N_("There are 104 tiles, each from ace to king in four suits twice, two jokers and four racks."),
            "Spillet inneholder",
        ),
        Rule("NO-02", N_("With four racks, two to four can play."), "Spillet inneholder"),
        Rule(
            "NO-03",
            N_("All tiles lie face down; everybody draws one, the highest begins, and they are mixed in again."),
            "Forberedelser",
        ),
        Rule("NO-04", N_("Play goes clockwise."), "Forberedelser"),
        Rule("NO-05", N_("Everybody draws fourteen tiles; the rest is the pool."), "Forberedelser"),
        Rule("NO-06", N_("The aim is to be the first with an empty rack."), "Formåler med spillet"),
        Rule("NO-07", N_("A group is three or four tiles of one rank, each of another suit."), "Grupper/Serier"),
        Rule(
            "NO-08",
            N_("A run is three or four tiles of one suit whose ranks follow each other."),
            "Grupper/Serier",
        ),
        Rule("NO-09", N_("The ace is the lowest rank and never follows the king."), "Grupper/Serier"),
        Rule(
            "NO-10",
            N_("The first tiles that a player lays must have at least 30 points together."),
            "Slik spiller man",
        ),
        Rule(
            "NO-11",
            N_("A player who cannot open, or does not want to, draws one tile, and the turn is over."),
            "Slik spiller man",
        ),
        Rule(
            "NO-12",
            N_("In the opening turn nothing on the table is rearranged, and no tile from the table is used."),
            "Slik spiller man",
        ),
        Rule(
            "NO-13",
            N_(
                "Everything on the table may be rearranged. At the end of the turn there must be groups and runs only, "
                "with no tile left over."
            ),
            "Manipulering",
        ),
        Rule(
            "NO-14",
            N_(
                "Tiles may be added, a tile may be taken where enough remain, a run may be split, and tiles of several "
                "melds may be brought together in a new one."
            ),
            "Manipulering",
        ),
        Rule("NO-15", N_("A turn may take one minute."), "Manipulering"),
        Rule(
            "NO-16",
            N_(
                "If the time is up and no tile was laid, the tiles that were tried go back to their places, and three "
                "more are drawn."
            ),
            "Manipulering",
        ),
        Rule(
            "NO-17",
            N_("Tiles that nobody can put back where they belong are mixed into the pool."),
            "Manipulering",
        ),
        Rule("NO-18", N_("After the opening, a player who lays nothing draws a tile."), "Strategi"),
        Rule(
            "NO-19",
            N_("A joker may be taken from the table for the tile it stands for, from the rack or from the table."),
            "Jokeren",
        ),
        Rule(
            "NO-20",
            N_("A joker in a group of three may be replaced with either of the two missing tiles."),
            "Jokeren",
        ),
        Rule("NO-21", N_("A joker taken from the table must be used in the same turn, in a new meld."), "Jokeren"),
        Rule("NO-22", N_("Only a player who has opened may take a joker from the table."), "Jokeren"),
        Rule("NO-23", N_("Melds with a joker may be added to, split and reduced like all others."), "Jokeren"),
        Rule("NO-24", N_("A joker left on the rack costs 30 points."), "Jokeren"),
        Rule(
            "NO-25",
            N_("The round ends when somebody has laid the last tile and called “Rummy!”; there are no discards."),
            "Vinneren",
        ),
        Rule("NO-26", N_("The others score minus what their tiles are worth."), "Scoring / Poengberegning"),
        Rule(
            "NO-27",
            N_("The winner of a round scores plus what all the others score minus."),
            "Scoring / Poengberegning",
        ),
        Rule("NO-28", N_("Plus and minus of a round must cancel each other out."), "Scoring / Poengberegning"),
        Rule(
            "NO-29",
            N_("With an empty pool everybody goes on, laying a tile at least each turn, until nobody can."),
            "Vinneren",
        ),
        Rule(
            "NO-30",
            N_(
                "If the round ends like that, the lowest rack wins. The others score minus their whole racks, the "
                "winner plus the sum of them; the tiles on the winning rack cost nothing."
            ),
            "Scoring / Poengberegning",
        ),
        Rule(
            "NO-31",
            N_("A tile counts its number: an ace 1, a jack 11, a queen 12, a king 13."),
            "Manipulering",
        ),
        Rule(
            "NO-32",
            N_("The game is a number of rounds, three for instance; the highest total wins."),
            "Scoring / Poengberegning",
        ),
        Rule(
            "NO-33",
            N_(
                "The printed table of points has four players and three rounds. Player D’s 47 in the third one stands "
                "there with a minus, where only a plus makes the row cancel and the totals right."
            ),
            "Eksempel på poengnotering",
        ),
        Ambiguity(
            "NO-A1",
            N_("A run is said to have three or four tiles, while splitting a run, as shown, needs at least five."),
            "Grupper/Serier",
            default=N_("A run may have up to thirteen tiles."),
            readings=(
                Reading(
                    N_("A run has three or four tiles."),
                    "run_limit",
                    4,
                    condition=N_("If a run has at most four tiles"),
                ),
            ),
        ),
        Ambiguity(
            "NO-A2",
            N_("In the example the 47 points of player D in the third round are printed as minus."),
            "Eksempel på poengnotering",
            default=N_("They are plus: only so does the row cancel, and the total of 39 is right."),
        ),
        Ambiguity(
            "NO-A3",
            N_("It is not said whether the jokers are among the 104 tiles."),
            "Spillet inneholder",
            default=N_("They come on top: 106 tiles."),
        ),
        Ambiguity(
            "NO-A4",
            N_("The opening is one meld of 30 points in one sentence, several in the next one."),
            "Slik spiller man",
            default=N_("Several new melds from the rack may add up to the minimum."),
            readings=(
                Reading(
                    N_("One meld alone must reach the minimum."),
                    "opening_in_one_meld",
                    True,
                    condition=N_("If one meld alone must reach it"),
                ),
            ),
        ),
        Ambiguity(
            "NO-A5",
            N_("It is not said what a joker counts in the opening."),
            "Slik spiller man",
            default=N_("It counts as much as the tile it stands for."),
            readings=(
                Reading(
                    N_("It counts 30 there, too."),
                    "opening_joker",
                    "thirty",
                    condition=N_("If a joker counts 30 in the opening"),
                ),
                Reading(
                    N_("It counts nothing there."),
                    "opening_joker",
                    "nothing",
                    condition=N_("If a joker counts nothing in the opening"),
                ),
            ),
        ),
        Ambiguity(
            "NO-A6",
            N_("It is not said how many jokers a meld may hold."),
            "Jokeren",
            default=N_("Both, if at least one other tile is in it."),
            readings=(Reading(N_("One at most."), "joker_limit", "one", condition=N_("If a meld may hold one joker")),),
        ),
        Ambiguity(
            "NO-A7",
            N_("The numbers of jack, queen and king are nowhere written out."),
            "Slik spiller man",
            default=N_("They count 11, 12 and 13."),
            readings=(
                Reading(
                    N_("They count 10 each."), "court_values", "ten", condition=N_("If jack, queen and king count 10")
                ),
            ),
        ),
        Ambiguity(
            "NO-A8",
            N_("The same word is used for a turn and for a round of the game."),
            "Jokeren",
            default=N_("A joker taken from the table must be used in the same turn."),
            readings=(
                Reading(
                    N_("It must be used before the round ends."),
                    "freed_joker_by",
                    "round",
                    condition=N_("If it need not be used in this turn"),
                ),
            ),
        ),
        Ambiguity(
            "NO-A9",
            N_("It is open what becomes of a valid part of the work when the time is up."),
            "Manipulering",
            default=N_("If the table is not valid then, everything goes back and three tiles are drawn."),
            readings=(
                Reading(
                    N_("What is valid stays, and only the rest goes back."),
                    "time_out_keeps_valid",
                    True,
                    condition=N_("If what is valid stays"),
                ),
            ),
        ),
        Ambiguity(
            "NO-A10",
            N_("One paragraph plays on with an empty pool, another lets the lowest rack win when it is used up."),
            "Scoring / Poengberegning",
            default=N_("All play on until nobody can lay a tile; then the lowest rack wins."),
            readings=(
                Reading(
                    N_("The lowest rack wins as soon as the pool is empty."),
                    "pool_empty",
                    "lowest_rack_at_once",
                    condition=N_("If an empty pool ends the round"),
                ),
            ),
        ),
        Ambiguity(
            "NO-A11",
            N_("Nothing is said about equal lowest racks, equal totals, or equal tiles in the draw for the start."),
            "Scoring / Poengberegning",
            default=N_(
                "The table names one of the equal racks, so that the row still cancels; equal totals share the win; "
                "equal tiles are drawn again."
            ),
            readings=(
                Reading(
                    N_("Equal lowest racks share what the others pay."),
                    "equals",
                    "racks_share",
                    condition=N_("If equal lowest racks share"),
                ),
                Reading(
                    N_("Equal totals play another round."),
                    "equals",
                    "totals_play_on",
                    condition=N_("If equal totals play on"),
                ),
            ),
        ),
        Ambiguity(
            "NO-A12",
            N_("A joker taken from the table must make a new meld; it is open whether an old one will do."),
            "Jokeren",
            default=N_("A new meld is needed."),
            readings=(
                Reading(
                    N_("It may go into any meld."),
                    "freed_joker",
                    "any_meld",
                    condition=N_("If the joker may go into any meld"),
                ),
            ),
        ),
        Ambiguity(
            "NO-A13",
            N_("A joker can also become free when all tiles beside it are moved away, without being replaced."),
            "Jokeren",
            default=N_("That is allowed if the joker is in a valid new meld at the end of the turn."),
            readings=(
                Reading(
                    N_("A joker can leave its meld only when it is replaced."),
                    "joker_left_over",
                    False,
                    condition=N_("If a joker must be replaced to leave"),
                ),
            ),
        ),
        Ambiguity(
            "NO-A14",
            N_("It is not said whether tiles may go from the table back to a rack."),
            "Manipulering",
            default=N_("They may not."),
            readings=(
                Reading(
                    N_("They may, if the table is valid at the end of the turn."),
                    "table_to_rack",
                    True,
                    condition=N_("If tiles may go back to a rack"),
                ),
            ),
        ),
        Ambiguity(
            "NO-A15",
            N_("It is not said what forgetting to call “Rummy!” costs."),
            "Vinneren",
            default=N_("It costs nothing."),
            readings=(
                Reading(
                    N_("The round goes on until the call is made."),
                    "call_needed",
                    True,
                    condition=N_("If the call must be made to end the round"),
                ),
            ),
        ),
        Ambiguity(
            "NO-A16",
            N_("It is not said whether more melds may be laid in the opening turn than the minimum asks for."),
            "Slik spiller man",
            default=N_("They may, if they are new and come from the rack."),
            readings=(
                Reading(
                    N_("Only what is needed for the minimum may be laid."),
                    "opening_no_more",
                    True,
                    condition=N_("If only the minimum may be laid"),
                ),
            ),
        ),
        Ambiguity(
            "NO-A17",
            N_("The pictures of the examples are missing."),
            "Manipulering",
            default=N_("The examples are followed as the words beside them describe them."),
        ),
    ),
)
