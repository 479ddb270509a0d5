"""Rommí, from Iceland: who closes gets what the others still hold, double for laying everything at once."""

from ..cards import Rank
from ..errors import N_
from ..model.ending import Ending
from ..model.options import Effect, Group, Option, doubt_choice, doubt_switch
from ..model.parts import Closing, Deal, Deck, Draw, JokerRules, JokerSwap, MeldRules, Turn, WayOfClosing, no_draws
from ..model.scoring import CardValues, Scoring
from ..model.sources import Ambiguity, Reading, Rule, Source
from ..model.terms import (
    AceOrder,
    Dealing,
    Declaration,
    EmptyStock,
    How,
    JokerLimit,
    LaidBefore,
    LastDiscard,
    NoCloser,
    Tie,
    Who,
)
from ..model.topics import MeldTopic, Topic
from ..model.variant import Variant

VARIANT = Variant(
    key="is-rommi",
    version="1",
    name="Rommí",
    country=N_("Iceland"),
    language="is",
    summary=N_("Whoever closes the round gets what the others still hold, and the double for closing in one go."),
    source=Source(
        title="Rommí", publisher="Spilareglur.is", language="is", address="https://spilareglur.is/Game?id=20"
    ),
    deck=Deck(packs=1, jokers=0),
    deal=Deal(
        cards=((2, 10), (4, 7), (None, 6)),
        most_players=6,
        dealer=Dealing.ROTATES,
        first=N_("Forehand, the player on the dealer’s left, begins; play goes clockwise."),
    ),
    melds=MeldRules(
        ace=AceOrder.LOW,
        run_shortest=3,
        run_longest=None,
        set_smallest=3,
        set_largest=4,
        set_suits_differ=True,
        rules={
            MeldTopic.MIN_CARDS: "IS-08",
            MeldTopic.RUN: "IS-08",
            MeldTopic.RUN_LENGTH: "IS-08",
            MeldTopic.ACE: "IS-03",
            MeldTopic.ACE_NOT_ALLOWED_HERE: "IS-03",
            MeldTopic.SET: "IS-07",
            MeldTopic.SET_SIZE: "IS-07",
            MeldTopic.SUITS: "IS-07",
            MeldTopic.SAME_SUIT: "IS-08",
            MeldTopic.JOKER_LIMIT: "IS-A1",
            MeldTopic.JOKER: "IS-A1",
        },
    ),
    jokers=JokerRules(limit=JokerLimit.NONE, declared=Declaration.NO),
    swap=JokerSwap(allowed=False),
    turn=Turn(draws=no_draws(top_card=Draw(Who.EVERYBODY)), discard_face_up=True),
    closing=Closing(
        last_discard=LastDiscard.FACE_UP,
        stock_empty=EmptyStock.TURN_OVER_KEEP_TOP,
        hows=(How.OUT, How.STOCK_EMPTY),
        ways={"rommi": WayOfClosing(LaidBefore.NO_MELD, "IS-20", N_("Rommí"))},
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
            Rank.JACK: 10,
            Rank.QUEEN: 10,
            Rank.KING: 10,
        },
        joker=0,
    ),
    scoring=Scoring(
        closer_is_free=True,
        table_rule=None,
        hand_rule=None,
        closer_rule="IS-18",
        no_closer=NoCloser.NOBODY,
        no_closer_rule="IS-A13",
    ),
    ending=Ending(target=500, tie=Tie.SHARED, rule="IS-21"),
    cites={
        Topic.LAYING_OFF_SEVERAL: "IS-12",
        Topic.MELDS_STAY: "IS-12",
        Topic.REARRANGING: "IS-12",
        Topic.TABLE_TO_HAND: "IS-12",
        Topic.VALUES: "IS-17",
        Topic.SCORE: "IS-18",
        Topic.ROW: "IS-22",
        Topic.CLOSING: "IS-16",
        Topic.CHIPS: "IS-22",
        Topic.MELDS_IN_HAND: "IS-A10",
        Topic.TARGET: "IS-21",
        Topic.AGREED_ROUNDS: "IS-22",
        Topic.BEST_WINS: "IS-21",
        Topic.EQUALS: "IS-21",
        Topic.DRAW: "IS-10",
        Topic.TOP_CARD: "IS-10",
        Topic.WHOLE_PILE: "IS-10",
        Topic.PART_OF_PILE: "IS-10",
        Topic.THROWN_BACK: "IS-A9",
        Topic.OWN_CARDS: "IS-11",
        Topic.LAY_OFF: "IS-12",
        Topic.EMPTY_STOCK: "IS-14",
        Topic.NOTHING_LEFT: "IS-A13",
        Topic.KNOCK: "IS-10",
        Topic.RUMMY_CALL: "IS-15",
        Topic.GOING_OUT: "IS-16",
        Topic.DISCARD: "IS-13",
        Topic.CLOSING_FACE: "IS-13",
        Topic.DISCARD_FACE: "IS-13",
        Topic.DOUBLING: "IS-20",
        Topic.DOUBLED_AFTER_LAY_OFF: "IS-A3",
        Topic.OWN_TURN: "IS-12",
        Topic.OPENING_MINIMUM: "IS-15",
        Topic.NOT_OPENING: "IS-11",
        Topic.OPENING_TURN: "IS-15",
        Topic.SUIT_OF_RUNS: "IS-A6",
        Topic.LAY_OFF_BEFORE_OWN: "IS-12",
        Topic.LAY_OFF_WHERE: "IS-A2",
        Topic.JOKER_SWAP: "IS-02",
        Topic.SWAP_TURN: "IS-02",
        Topic.SWAP_CARD: "IS-02",
        Topic.JOKER_IN_HAND: "IS-A1",
    },
    options=(
        Option(
            "ace_high_and_low",
            False,
            N_("The ace may stand above the king as well as below the two."),
            "IS-O1",
            Effect.REFEREE,
            choices=(False, True),
            changes={
                True: {
                    "melds.ace": AceOrder.LOW_AND_HIGH,
                    "melds.rules.ace": "IS-O1",
                    "melds.rules.ace_not_allowed_here": "IS-A5",
                }
            },
        ),
        Option(
            "discard_to_close",
            True,
            N_("Your last card must be discarded; it may not go into a run or a set."),
            "IS-O2",
            Effect.REFEREE,
            choices=(True, False),
            changes={False: {"closing.last_discard": LastDiscard.NOT_NEEDED, "cites.going_out": "IS-O2"}},
        ),
        Option(
            "target",
            500,
            N_("The total that ends the game."),
            "IS-O3",
            Effect.SCORE,
            lowest=1,
            highest=99999,
            usual=(500,),
            sets="ending.target",
        ),
        Option(
            "settlement",
            "points",
            N_("How a round is settled."),
            "IS-O4",
            Effect.SCORE,
            choices=("points", "chips"),
            labels={"points": N_("points for who closes, up to the target"), "chips": N_("chips, paid each round")},
            changes={
                "chips": {
                    "scoring.chips": True,
                    "scoring.hand_rule": "IS-22",
                    "ending.target": None,
                    "ending.rule": "IS-22",
                }
            },
        ),
        Option(
            "rommi_needs_no_lay_off",
            False,
            N_("It is rommí only if you had laid no card at all before, not even on a meld of somebody else."),
            "IS-A3",
            Effect.REFEREE,
            choices=(False, True),
            changes={True: {"closing.ways.rommi.laid_before": LaidBefore.NOTHING}},
        ),
        doubt_switch(
            "chips_doubled",
            N_("Rommí doubles chips, too."),
            "IS-A4",
            {"scoring.chips_doubled": False},
            default=True,
            effect=Effect.SCORE,
            needs={"settlement": "chips"},
        ),
        doubt_switch(
            "round_the_corner",
            N_("If the ace is high and low, a run may go on over it: K-A-2."),
            "IS-A5",
            {"melds.ace": AceOrder.RING},
            needs={"ace_high_and_low": True},
        ),
        doubt_switch(
            "discard_taken_card",
            N_("A discard that was drawn may be thrown back in the same turn."),
            "IS-A9",
            {"turn.discard_taken_card": True},
        ),
        doubt_switch(
            "past_target",
            N_("A total must be above the target; reaching it exactly is not enough."),
            "IS-A11",
            {"ending.past_target": True},
            effect=Effect.SCORE,
        ),
        doubt_switch(
            "close_by_lay_off",
            N_("If no last discard is needed, one may go out by laying the last card off."),
            "IS-A12",
            {"closing.requires.last_card_melded": True},
            default=True,
            needs={"discard_to_close": False},
        ),
        doubt_choice(
            "nothing_to_draw",
            N_("What happens when neither the stock nor the pile can be drawn from."),
            "IS-A13",
            {
                "nobody_scores": N_("the round is over, and nobody scores"),
                "lowest_hand": N_("the lowest hand wins the round"),
                "play_on": N_("play goes on with the top discard"),
            },
            {
                "lowest_hand": {"scoring.no_closer": NoCloser.LOWEST_HAND},
                "play_on": {"closing.play_on_with_top_card": True},
            },
            effect=Effect.SCORE,
        ),
        Option(
            "jokers",
            0,
            N_("How many jokers are added. The rules give them no value, so one left in hand costs nothing."),
            "IS-A1",
            Effect.SCORE,
            lowest=0,
            highest=4,
            sets="deck.jokers",
            group=Group.QUARREL,
        ),
        doubt_choice(
            "suits_of_runs",
            N_("Which suits the cards of a run have."),
            "IS-A6",
            {"one": N_("one"), "any": N_("any")},
        ),
        doubt_choice(
            "melds_in_hand",
            N_("What complete melds left in hand cost."),
            "IS-A10",
            {"full": N_("as much as all cards"), "nothing": N_("nothing")},
            {"nothing": {"scoring.melds_in_hand_free": True}},
            effect=Effect.SCORE,
        ),
        doubt_choice(
            "laying_off",
            N_("On whose melds cards may be laid off, and what that earns."),
            "IS-A2",
            {
                "anybody": N_("on anybody’s; it earns nothing"),
                "others_only": N_("on those of the others only; it earns nothing"),
                "scores": N_("on anybody’s; the cards count for who laid them"),
            },
            {
                "others_only": {"turn.lay_off_on_own": False},
                "scores": {"scoring.laid_off_rule": "IS-A2"},
            },
        ),
    ),
    rule_list=(
        Rule("IS-01", N_("Two to six can play; it is best with four or more."), "Spilagjöf"),
        Rule("IS-02", N_("One ordinary pack of 52 cards is used, without jokers."), "Spilagjöf"),
        Rule("IS-03", N_("The ace is the lowest card and the king the highest."), "Spilagjöf"),
        Rule("IS-04", N_("A draw settles who deals first; then the players deal in turn."), "Spilagjöf"),
        Rule(
            "IS-05",
            N_(
                "Two players are dealt ten cards each, three or four seven, five or six six; the cards go round "
                "clockwise, one at a time."
            ),
            "Spilagjöf",
        ),
        Rule(
            "IS-06",
            N_("The rest is the face-down stock; its top card is turned up beside it and begins the discard pile."),
            "Spilagjöf",
        ),
        Rule("IS-07", N_("A set is three or more cards of one rank."), "Framgangur spilsins"),
        Rule(
            "IS-08",
            N_("A run is three or more cards of one suit whose ranks follow each other, with the ace below the two."),
            "Framgangur spilsins",
        ),
        Rule("IS-09", N_("Forehand begins, the player on the dealer’s left."), "Framgangur spilsins"),
        Rule(
            "IS-10",
            N_("A turn begins with the top card of the stock or of the discard pile."),
            "Framgangur spilsins",
        ),
        Rule(
            "IS-11",
            N_("Then as many melds may be laid as one has and likes; they may also be kept in hand."),
            "Framgangur spilsins",
        ),
        Rule(
            "IS-12",
            N_("Cards may be laid off on the melds on the table, also by a player who has none."),
            "Framgangur spilsins",
        ),
        Rule("IS-13", N_("One card, discarded face up, ends the turn."), "Framgangur spilsins"),
        Rule(
            "IS-14",
            N_(
                "When the stock runs out, the discard pile is turned over unshuffled and becomes the stock; the last "
                "discard stays and begins the new pile."
            ),
            "Framgangur spilsins",
        ),
        Rule(
            "IS-15",
            N_("There is no minimum to open with, no closed first round, no penalty, no call and no time limit."),
            "Framgangur spilsins",
        ),
        Rule(
            "IS-16",
            N_("To close, the last card but one goes into a meld and the last one onto the discard pile."),
            "Að ljúka spilinu og loka",
        ),
        Rule(
            "IS-17",
            N_("An ace counts 1, a jack, queen or king 10, any other card its number."),
            "Útreikningur",
        ),
        Rule(
            "IS-18",
            N_("Only the player who closes scores: what the cards in the hands of all the others are worth together."),
            "Útreikningur",
        ),
        Rule(
            "IS-19",
            N_("For example, an opponent left with a nine, a three, a queen and a king gives the winner 32 points."),
            "Útreikningur",
        ),
        Rule(
            "IS-20",
            N_(
                "Whoever closes by laying the whole hand at once, with no meld laid before, has made rommí and gets "
                "double from everybody."
            ),
            "Útreikningur",
        ),
        Rule("IS-21", N_("The game can be played up to a number of points, 500 for instance."), "Útreikningur"),
        Rule(
            "IS-22",
            N_("Or each round is paid in chips: each opponent pays who closed one chip for each point left in hand."),
            "Útreikningur",
        ),
        Rule("IS-O1", N_("Some play with the ace both below the two and above the king."), "Afbrigði"),
        Rule(
            "IS-O2",
            N_("Some need no last discard: the last card may also become part of a run or a set."),
            "Afbrigði",
        ),
        Rule("IS-O3", N_("The number of points to play for is free."), "Útreikningur"),
        Rule("IS-O4", N_("The table chooses between playing for points and playing for chips."), "Útreikningur"),
        Ambiguity(
            "IS-A1",
            N_("The number of packs is not given, and jokers are not mentioned."),
            "Spilagjöf",
            default=N_("One pack without jokers."),
            readings=(Reading(N_("Jokers may be added."), "jokers", 2),),
        ),
        Ambiguity(
            "IS-A2",
            N_("The sentence on laying off lacks a word, and it promises points that the count does not give."),
            "Framgangur spilsins",
            default=N_("Cards may be laid off on anybody’s melds; that earns nothing."),
            readings=(
                Reading(
                    N_("They may be laid off on melds of the others only."),
                    "laying_off",
                    "others_only",
                    condition=N_("If only melds of the others take cards"),
                ),
                Reading(N_("Cards laid off count for the player who laid them."), "laying_off", "scores"),
            ),
        ),
        Ambiguity(
            "IS-A3",
            N_("It is open whether laying a card off on somebody’s meld rules out a later rommí."),
            "Útreikningur",
            default=N_("It does not: only melds of one’s own laid before do."),
            readings=(
                Reading(
                    N_("Any card laid before rules it out."),
                    "rommi_needs_no_lay_off",
                    True,
                    condition=N_("If any card laid before rules it out"),
                ),
            ),
        ),
        Ambiguity(
            "IS-A4",
            N_("It is not said whether rommí doubles chips, too."),
            "Útreikningur",
            default=N_("It does: everybody pays double."),
            readings=(
                Reading(N_("Chips are paid singly."), "chips_doubled", False, condition=N_("If chips are paid singly")),
            ),
        ),
        Ambiguity(
            "IS-A5",
            N_("If the ace is both high and low, it is open whether a run may go on over it."),
            "Afbrigði",
            default=N_("It may not: A-2-3 and Q-K-A are runs, K-A-2 is none."),
            readings=(
                Reading(N_("K-A-2 is a run, too."), "round_the_corner", True, condition=N_("If K-A-2 is a run")),
            ),
        ),
        Ambiguity(
            "IS-A6",
            N_("A hint calls two of diamonds, three of spades and four of hearts a run, against the rule on suits."),
            "Góð ráð",
            default=N_("A run is of one suit; the hint has a misprint."),
            readings=(Reading(N_("Consecutive ranks are enough, whatever their suits."), "suits_of_runs", "any"),),
        ),
        Ambiguity(
            "IS-A7",
            N_("The hint says that only the four completes a two and a three, although the ace does as well."),
            "Góð ráð",
            default=N_("The ace completes them, too: A-2-3 is a run."),
        ),
        Ambiguity(
            "IS-A8",
            N_("A hint completes two sevens and an eight with fives, where only sevens make sense."),
            "Góð ráð",
            default=N_("The two other sevens are meant."),
        ),
        Ambiguity(
            "IS-A9",
            N_("It is not said whether a discard that was drawn may be thrown back in the same turn."),
            "Framgangur spilsins",
            default=N_("It may not."),
            readings=(
                Reading(
                    N_("It may."), "discard_taken_card", True, condition=N_("If the card drawn may be thrown back")
                ),
            ),
        ),
        Ambiguity(
            "IS-A10",
            N_("It is not said whether complete melds in the hand of a loser count."),
            "Útreikningur",
            default=N_("They do: every card in hand counts."),
            readings=(
                Reading(
                    N_("Complete melds in hand do not count."),
                    "melds_in_hand",
                    "nothing",
                    condition=N_("If complete melds in hand cost nothing"),
                ),
            ),
        ),
        Ambiguity(
            "IS-A11",
            N_("What a total of exactly the target does is said only by the verb, which means to have reached it."),
            "Útreikningur",
            default=N_("Reaching the target exactly ends the game."),
            readings=(
                Reading(
                    N_("The target must be exceeded."),
                    "past_target",
                    True,
                    condition=N_("If the target must be exceeded"),
                ),
            ),
        ),
        Ambiguity(
            "IS-A12",
            N_("If no last discard is needed, it is open whether one may go out by laying the last card off."),
            "Afbrigði",
            default=N_("One may, for the card becomes part of a run or a set."),
            readings=(
                Reading(
                    N_("The last card must go into a new meld."),
                    "close_by_lay_off",
                    False,
                    condition=N_("If the last card must be in a new meld"),
                ),
            ),
        ),
        Ambiguity(
            "IS-A13",
            N_("It is not said what happens when the stock is empty and the discard pile has one card only."),
            "Framgangur spilsins",
            default=N_("The round is over, and nobody scores."),
            readings=(
                Reading(
                    N_("The lowest hand wins the round."),
                    "nothing_to_draw",
                    "lowest_hand",
                    condition=N_("If the lowest hand wins then"),
                ),
                Reading(
                    N_("Play goes on with the top discard alone."),
                    "nothing_to_draw",
                    "play_on",
                    condition=N_("If play goes on with the top discard"),
                ),
            ),
        ),
    ),
)
