"""Rommé, from Germany: an agreed minimum to open with, and what is left in hand counts against you."""

from ..cards import Rank
from ..errors import N_
from ..model.ending import Ending
from ..model.options import Effect, Group, Option, choice, doubt_choice, doubt_switch, switch
from ..model.parts import (
    CallRules,
    Closing,
    Deal,
    Deck,
    JokerRules,
    JokerSwap,
    MeldRules,
    Turn,
    WayOfClosing,
    swap_requires,
)
from ..model.scoring import CardValues, Scoring, rank_values
from ..model.sources import Reading, Remark, Rule, Source, ambiguity
from ..model.terms import (
    AceOrder,
    Dealing,
    Declaration,
    EmptyStock,
    FreesSetJoker,
    How,
    JokerGoes,
    JokerLimit,
    LaidBefore,
    LastDiscard,
    LayOff,
    NoCloser,
    Requirement,
    SwapRequirement,
    Tie,
    ValuePlace,
    Who,
)
from ..model.topics import Chapter, MeldTopic, Topic
from ..model.variant import Variant

VARIANT = Variant(
    key="de-romme",
    version="2",
    name="Rommé",
    country=N_("Germany"),
    language="de",
    summary=N_("Two packs, a minimum to open, and minus points for everything left in hand."),
    source=Source(
        title="Kartenspiele: Rommé",
        publisher="Wikibooks",
        language="de",
        address="https://de.wikibooks.org/wiki/Kartenspiele:_Rommé",
    ),
    deck=Deck(packs=2, jokers=2),
    deal=Deal(
        cards=((None, 13),),
        most_players=6,
        up_card=False,
        dealer=Dealing.ROTATES,
        first=N_(
            "The rules do not say who deals or begins. Usually the players deal in turn, and the "
            "player on the dealer’s left begins."
        ),
    ),
    melds=MeldRules(
        ace=AceOrder.HIGH,
        run_shortest=3,
        run_longest=None,
        set_smallest=3,
        set_largest=4,
        set_suits_differ=True,
        rules={
            MeldTopic.MIN_CARDS: "DE-10",
            MeldTopic.RUN: "DE-10",
            MeldTopic.RUN_LENGTH: "DE-10",
            MeldTopic.ACE: "DE-11",
            MeldTopic.ACE_NOT_ALLOWED_HERE: "DE-A1",
            MeldTopic.SET: "DE-09",
            MeldTopic.SET_SIZE: "DE-09",
            MeldTopic.SUITS: "DE-09",
            MeldTopic.SAME_SUIT_TWICE: "DE-A16",
            MeldTopic.SAME_SUIT: "DE-10",
            MeldTopic.JOKER_LIMIT: "DE-A3",
            MeldTopic.JOKER: "DE-12",
        },
    ),
    jokers=JokerRules(
        limit=JokerLimit.NOT_MORE_THAN_NATURALS,
        declared=Declaration.NO,
    ),
    swap=JokerSwap(
        requires=swap_requires(SwapRequirement.OPENED, SwapRequirement.HAND_CARD),
        goes_to=JokerGoes.HAND,
    ),
    turn=Turn(
        opening={Requirement.POINTS: 40, Requirement.IN_ONE_MELD: False},
        lay_off=LayOff.WHEN_OPENING,
    ),
    call=CallRules(allowed=False),
    closing=Closing(
        last_discard=LastDiscard.ANY_FACE,
        stock_empty=EmptyStock.SHUFFLE_KEEP_TOP,
        hows=(How.OUT, How.STOCK_EMPTY),
        ways={"hand_romme": WayOfClosing(LaidBefore.NOTHING, "DE-19", N_("Hand-Rommé"))},
    ),
    values=CardValues(
        ranks=rank_values(ace=11, jack=10, queen=10, king=10),
        joker=50,
        joker_as_card=True,
        places={ValuePlace.ACE_HIGH: 11, ValuePlace.ACE_LOW: 1},
    ),
    scoring=Scoring(
        closer_is_free=True,
        table_rule=None,
        hand_rule="DE-18",
        closer_rule=None,
        no_closer=NoCloser.EVERYBODY,
        no_closer_rule="DE-18",
    ),
    ending=Ending(rounds=None, tie=Tie.SHARED),
    emblem="♣",
    remarks={"several_knock": Remark("nearest_knocker", "DE-A14")},
    cites={
        Topic.LAYING_OFF_SEVERAL: "DE-15",
        Topic.MELDS_STAY: "DE-15",
        Topic.LAY_OFF_WHEN_OPENING: "DE-A6",
        Topic.REARRANGING: "DE-O7",
        Topic.MANIPULATING: "DE-O7",
        Topic.TABLE_TO_HAND: "DE-O7",
        Topic.OPENING_TURN: "DE-15",
        Topic.OPENING_MINIMUM: "DE-13",
        Topic.JOKER_ON_TABLE: "DE-O7",
        Topic.JOKER_LEFT_OVER: "DE-O7",
        Topic.VALUES: "DE-18",
        Topic.SCORE: "DE-18",
        Topic.CLOSING: "DE-16",
        Topic.AGREED_ROUNDS: "DE-A9",
        Topic.BEST_WINS: "DE-A9",
        Topic.EQUALS: "DE-A9",
        Topic.DRAW: "DE-06",
        Topic.TOP_CARD: "DE-06",
        Topic.WHOLE_PILE: "DE-06",
        Topic.PART_OF_PILE: "DE-06",
        Topic.THROWN_BACK: "DE-A13",
        Topic.OWN_CARDS: "DE-07",
        Topic.LAY_OFF: "DE-15",
        Topic.LAY_OFF_BEFORE_OWN: "DE-15",
        Topic.EMPTY_STOCK: "DE-A10",
        Topic.NOTHING_LEFT: "DE-A10",
        Topic.KNOCK: "DE-O4",
        Topic.RUMMY_CALL: "DE-07",
        Topic.GOING_OUT: "DE-16",
        Topic.DISCARD: "DE-07",
        Topic.HAND_ONLY: "DE-O8",
        Topic.DOUBLING: "DE-17",
        Topic.TABLE_VALID: "DE-O7",
        Topic.OWN_TURN: "DE-07",
        Topic.DECLARING: "DE-14",
        Topic.JOKER_IN_HAND: "DE-18",
        Topic.WILD_IN_HAND: "DE-A8",
        Topic.NOT_OPENING: "DE-13",
        Topic.JOKER_SWAP: "DE-O5",
        Topic.SWAP_TURN: "DE-A11",
        Topic.SWAP_OPENED: "DE-A11",
        Topic.SWAP_CARD: "DE-A11",
        Topic.EITHER_SUIT: "DE-A12",
        Topic.FREED_JOKER: "DE-A11",
    },
    options=(
        Option(
            "opening_minimum",
            40,
            N_("How many points you need to open."),
            "DE-13",
            Effect.REFEREE,
            lowest=0,
            highest=99999,
            usual=(30, 40, 50),
            sets="turn.opening.points",
        ),
        Option(
            "jokers",
            2,
            N_("How many jokers the two packs have in all."),
            "DE-O1",
            Effect.SCORE,
            choices=(2, 6),
            sets="deck.jokers",
        ),
        switch(
            "twos_wild",
            N_("Twos are jokers, too, even in the scoring."),
            "DE-O2",
            {"deck.wild_ranks": (Rank.TWO,)},
            effect=Effect.SCORE,
        ),
        switch(
            "take_discard",
            N_("You may draw the top discard instead of a card from the stock."),
            "DE-O3",
            {
                "turn.draws.top_card.who": Who.EVERYBODY,
                "cites.top_card": "DE-O3",
                "cites.part_of_pile": "DE-O3",
            },
        ),
        switch(
            "take_discard_only_opened",
            N_("You may draw the top discard, but only once you have opened."),
            "DE-O3",
            {
                "turn.draws.top_card.who": Who.OPENED,
                "cites.top_card": "DE-O3",
                "cites.part_of_pile": "DE-O3",
            },
        ),
        switch(
            "knocking",
            N_("You may knock for the top discard out of turn; you then take a card from the stock, too."),
            "DE-O4",
            {"turn.draws.knock.who": Who.EVERYBODY},
        ),
        switch(
            "knocking_only_opened",
            N_("You may knock, but only once you have opened."),
            "DE-O4",
            {"turn.draws.knock.who": Who.OPENED},
        ),
        switch(
            "joker_swap",
            N_("You may take a joker from the table and put the card it stands for in its place."),
            "DE-O5",
            {"swap.allowed": True},
        ),
        switch(
            "declare_suit_in_sets",
            N_("If you lay a set with a joker, name the joker’s suit."),
            "DE-O5",
            {"jokers.declared": Declaration.IN_SETS, "cites.declaring": "DE-O5"},
        ),
        switch(
            "ace_also_low",
            N_("The ace may also go below the two: A-2-3 is a run."),
            "DE-O6",
            {
                "melds.ace": AceOrder.LOW_AND_HIGH,
                "melds.rules.ace": "DE-O6",
                "melds.rules.ace_not_allowed_here": "DE-O6",
            },
        ),
        switch(
            "round_the_corner",
            N_("A run may go round the corner: K-A-2 is a run, and so is A-2-3."),
            "DE-O6",
            {
                "melds.ace": AceOrder.RING,
                "melds.rules.ace": "DE-O6",
                "melds.rules.ace_not_allowed_here": "DE-O6",
            },
        ),
        switch(
            "rearrange",
            N_("You may rearrange the melds on the table to get rid of your own cards."),
            "DE-O7",
            sets="turn.rearrange",
        ),
        switch(
            "hand_only",
            N_("You can go out only with a Hand-Rommé; nobody lays anything before."),
            "DE-O8",
            sets="closing.requires.in_one_turn",
        ),
        choice(
            "joker_limit",
            N_("How many jokers a meld may have."),
            "DE-A3",
            {
                "not_more_than_naturals": N_("no more than other cards"),
                "fewer_than_naturals": N_("fewer than other cards"),
                "one": N_("one at most"),
                "none": N_("no limit"),
            },
            {
                "not_more_than_naturals": {"jokers.limit": JokerLimit.NOT_MORE_THAN_NATURALS},
                "fewer_than_naturals": {"jokers.limit": JokerLimit.FEWER_THAN_NATURALS},
                "one": {"jokers.limit": JokerLimit.ONE},
                "none": {"jokers.limit": JokerLimit.NONE},
            },
        ),
        Option(
            "ace_low_opening_value",
            1,
            N_("What the ace in A-2-3 counts when you open."),
            "DE-A2",
            Effect.REFEREE,
            choices=(1, 11),
            sets="values.places.ace_low",
        ),
        Option(
            "agreed_rounds",
            None,
            N_("After how many rounds the game ends."),
            "DE-A9",
            Effect.SCORE,
            lowest=1,
            highest=999,
            nullable=True,
            sets="ending.rounds",
        ),
        doubt_switch(
            "opening_in_one_meld",
            N_("A single meld must reach the opening minimum."),
            "DE-A5",
            {"turn.opening.in_one_meld": True},
        ),
        doubt_switch(
            "lay_off_when_opening",
            N_("You may lay off in the turn in which you open."),
            "DE-A6",
            {"turn.lay_off": LayOff.NEXT_TURN},
            default=True,
        ),
        doubt_switch(
            "hand_needs_minimum",
            N_("A Hand-Rommé must reach the opening minimum."),
            "DE-A7",
            {"closing.ways.hand_romme.needs_minimum": False},
            default=True,
        ),
        Option(
            "wild_two_value",
            50,
            N_("What a two left in hand costs, if twos are jokers."),
            "DE-A8",
            Effect.SCORE,
            choices=(50, 2),
            changes={2: {"values.wild_as_joker": False}},
            group=Group.QUARREL,
            needs={"twos_wild": True},
        ),
        doubt_choice(
            "stock_empty",
            N_("What happens when the stock is empty."),
            "DE-A10",
            {
                "shuffled": N_("the discards are shuffled"),
                "turned_over": N_("the discards are turned over"),
                "round_ends": N_("the round ends"),
            },
            {
                "turned_over": {"closing.stock_empty": EmptyStock.TURN_OVER_KEEP_TOP},
                "round_ends": {"closing.stock_empty": EmptyStock.ENDS_WHEN_WANTED},
            },
        ),
        doubt_choice(
            "unfinished_round",
            N_("How to score a round that stops because there is nothing left to draw."),
            "DE-A10",
            {"scored": N_("it is scored as it stands"), "void": N_("its cards count for nobody")},
            {"void": {"scoring.no_closer": NoCloser.NOBODY}},
            effect=Effect.SCORE,
        ),
        doubt_choice(
            "joker_swap_terms",
            N_("Who may swap a joker on the table, and what happens to it."),
            "DE-A11",
            {
                "opened_kept": N_("players who have opened; they may keep it"),
                "opened_laid": N_("players who have opened; they must lay it in the same turn"),
                "anybody_kept": N_("everybody; they may keep it"),
                "anybody_laid": N_("everybody; they must lay it in the same turn"),
            },
            {
                "opened_laid": {"swap.goes_to": JokerGoes.ANY_MELD},
                "anybody_kept": {"swap.requires.opened": False},
                "anybody_laid": {
                    "swap.goes_to": JokerGoes.ANY_MELD,
                    "swap.requires.opened": False,
                },
            },
        ),
        doubt_choice(
            "open_joker_of_set",
            N_("What frees a joker in a set of three if nobody named its suit."),
            "DE-A12",
            {"either": N_("either of the two missing cards"), "both": N_("both missing cards")},
            {"both": {"swap.frees_set": FreesSetJoker.BOTH}},
        ),
        doubt_switch(
            "discard_taken_card",
            N_("You may discard a card in the turn in which you drew it from the pile."),
            "DE-A13",
            {"turn.discard_taken_card": True},
        ),
        doubt_choice(
            "knockers",
            N_("Who comes first when several knock."),
            "DE-A14",
            {"nearest": N_("the nearest in order of play"), "fastest": N_("the fastest")},
            {"fastest": {"remarks.several_knock.code": "fastest_knocker"}},
        ),
        doubt_switch(
            "hand_only_doubles",
            N_("If every round must end with a Hand-Rommé, each counts double."),
            "DE-A15",
            {"closing.ways.hand_romme.factor": 1},
            default=True,
            effect=Effect.SCORE,
            needs={"hand_only": True},
        ),
        doubt_switch(
            "set_copies",
            N_("A set may have both copies of a card, as long as it has two suits."),
            "DE-A16",
            {"melds.set_copies": True},
        ),
        Option(
            "loss_limit",
            None,
            N_("How many minus points somebody must pass to end the game."),
            "DE-A9",
            Effect.SCORE,
            lowest=1,
            highest=99999,
            nullable=True,
            sets="ending.loss_limit",
            group=Group.QUARREL,
        ),
        doubt_switch(
            "twos_as_themselves",
            N_("If twos are jokers, a two may also be itself, an ordinary card."),
            "DE-A17",
            {"deck.wild_as_itself": True},
            needs={"twos_wild": True},
        ),
        doubt_switch(
            "ace_to_ace",
            N_("If the ace is high and low, a run may have an ace at both ends: 14 cards."),
            "DE-A18",
            {"melds.ace_to_ace": True},
            needs={"ace_also_low": True},
        ),
    ),
    chapters={
        Chapter.AIM: "DE-05",
        Chapter.CARDS: "DE-02 DE-03 DE-O1 DE-O2 DE-A17",
        Chapter.DEAL: "DE-01 DE-04",
        Chapter.DRAW: "DE-06 DE-O3 DE-A13 DE-O4 DE-A14 DE-A10",
        Chapter.LAY_DOWN: "DE-07 DE-08 DE-09 DE-A16 DE-10 DE-11 DE-A1 DE-O6 DE-A18 DE-13 DE-A4 DE-A5 DE-14 DE-A2",
        Chapter.LAY_OFF: "DE-15 DE-A6",
        Chapter.REARRANGE: "DE-O7",
        Chapter.JOKER: "DE-12 DE-A3 DE-O5 DE-A11 DE-A12",
        Chapter.GOING_OUT: "DE-16 DE-17 DE-A7 DE-O8 DE-A15",
        Chapter.SCORING: "DE-18 DE-A8 DE-19",
        Chapter.END: "DE-20 DE-A9",
    },
    rule_list=(
        Rule("DE-01", N_("Two to six can play."), "Rommé"),
        Rule("DE-02", N_("You play with two packs together, so every card from two to ace is there twice."), "Rommé"),
        Rule("DE-03", N_("There are two jokers in all, so 106 cards."), "Rommé"),
        Rule(
            "DE-04",
            N_(
                "Each player gets thirteen cards; the rest is the stock. The source does not say "
                "whether a card is turned up to start the discards, nor who deals."
            ),
            "Grundsätzliches",
        ),
        Rule(
            "DE-05",
            N_("The aim is an empty hand: lay your cards in your own melds or on those of the others."),
            "Grundsätzliches",
        ),
        Rule(
            "DE-06",
            N_("Begin your turn by drawing from the stock; drawing a discard is a house rule."),
            "Grundsätzliches",
        ),
        Rule(
            "DE-07",
            N_("After drawing, you may lay melds and lay off. A discard ends your turn."),
            "Grundsätzliches",
        ),
        Rule("DE-08", N_("You may lay melds from your first turn on, and there is no time limit."), "Grundsätzliches"),
        Rule("DE-09", N_("A set is three or four cards of the same rank, all in different suits."), "Aus- und Anlegen"),
        Rule(
            "DE-10",
            N_("A run is three or more cards in sequence in one suit. No meld has fewer than three cards."),
            "Aus- und Anlegen",
        ),
        Rule(
            "DE-11",
            N_("In a run the ace goes above the king; to put it below the two is a house rule."),
            "Aus- und Anlegen",
        ),
        Rule("DE-12", N_("A joker can stand for any card."), "Aus- und Anlegen"),
        Rule(
            "DE-13",
            N_("To open, your first melds must reach a minimum agreed before the game, usually 30, 40 or 50 points."),
            "Aus- und Anlegen",
        ),
        Rule(
            "DE-14",
            N_(
                "When you open, a jack, queen or king counts 10, an ace 11, any other card its number, "
                "and a joker as much as the card it stands for."
            ),
            "Aus- und Anlegen",
        ),
        Rule(
            "DE-15",
            N_("You may lay off only once you have opened, on your own melds and on those of the others."),
            "Aus- und Anlegen",
        ),
        Rule(
            "DE-16",
            N_("The round ends when you have no cards left after your turn; you must discard the last one."),
            "Spielende",
        ),
        Rule(
            "DE-17",
            N_("If you go out without having laid any card in an earlier turn, that is a Hand-Rommé."),
            "Spielende",
        ),
        Rule(
            "DE-18",
            N_(
                "Each card left in your hand costs what it counts when laid, a joker 50. The player "
                "who went out loses nothing."
            ),
            "Wertung",
        ),
        Rule("DE-19", N_("After a Hand-Rommé, all minus points of the round count double."), "Wertung"),
        Rule(
            "DE-20", N_("The source gives no target, no number of rounds, no rule for ties and no stakes."), "Wertung"
        ),
        Rule("DE-O1", N_("You may play with six jokers instead of two: 110 cards."), "Rommé mit mehr Jokern"),
        Rule("DE-O2", N_("The twos may be jokers, too, as in Canasta."), "Rommé mit mehr Jokern"),
        Rule(
            "DE-O3",
            N_(
                "You may agree to allow the top discard instead of a card from the stock, often only "
                "to players who have opened."
            ),
            "Nehmen vom Ablagestapel",
        ),
        Rule(
            "DE-O4",
            N_(
                "Out of turn, you may knock for the top discard; you then take a card from the stock, "
                "too. The player whose turn it is may claim the discard; the knocker still takes the "
                "card from the stock. You may agree that only players who have opened can knock."
            ),
            "Klopfen",
        ),
        Rule(
            "DE-O5",
            N_(
                "If you hold the card that a joker on the table stands for, you may swap the two. To "
                "make that harder, you may name the suit of a joker when you lay it in a set; another "
                "suit can then only be laid off."
            ),
            "Ausgelegte Joker austauschen",
        ),
        Rule(
            "DE-O6",
            N_("The ace may go below the two as well. Agree, too, whether a run may go round the corner, as in K-A-2."),
            "Ass als eins",
        ),
        Rule(
            "DE-O7",
            N_("You may rearrange anybody’s cards on the table so that your own cards fit."),
            "Ausgelegte Karten neu kombinieren",
        ),
        Rule(
            "DE-O8",
            N_("You may agree that every round must end with a Hand-Rommé; then nobody lays cards before."),
            "Hand-Rommé",
        ),
        ambiguity(
            "DE-A1",
            N_("The source lists A-2-3 among the variations; it is unclear whether it belongs to the ordinary game."),
            "Ass als eins",
            N_("The ace goes only above the king."),
            Reading(
                N_("The ace may also go below the two."),
                "ace_also_low",
                True,
                condition=N_("If the ace may go below the two"),
            ),
            Reading(
                N_("Runs may go round the corner, as in K-A-2."),
                "round_the_corner",
                True,
                condition=N_("If runs may go round the corner"),
            ),
        ),
        ambiguity(
            "DE-A2",
            N_("An ace counts 11; the source does not say what it counts below the two when you open."),
            "Aus- und Anlegen",
            N_("The ace in A-2-3 counts 1 when you open; left in hand, it counts 11."),
            Reading(
                N_("The ace in A-2-3 counts 11 when you open, too."),
                "ace_low_opening_value",
                11,
                condition=N_("If a low ace counts 11, too"),
            ),
        ),
        ambiguity(
            "DE-A3",
            N_("The source sets no limit on the jokers in a meld."),
            "Aus- und Anlegen",
            N_("A meld may not have more jokers than other cards."),
            Reading(
                N_("A meld must have fewer jokers than other cards."),
                "joker_limit",
                "fewer_than_naturals",
                condition=N_("If a meld must have fewer jokers than other cards"),
            ),
            Reading(
                N_("A meld may have at most one joker."),
                "joker_limit",
                "one",
                condition=N_("If a meld may have at most one joker"),
            ),
            Reading(
                N_("A meld may have any number of jokers."),
                "joker_limit",
                "none",
                condition=N_("If a meld may have any number of jokers"),
            ),
        ),
        ambiguity(
            "DE-A4",
            N_("The source names three usual minimums; you must agree on one."),
            "Aus- und Anlegen",
            N_("The minimum is 40 points."),
            Reading(N_("The minimum is 30 points."), "opening_minimum", 30, condition=N_("If the minimum is 30")),
            Reading(N_("The minimum is 50 points."), "opening_minimum", 50, condition=N_("If the minimum is 50")),
        ),
        ambiguity(
            "DE-A5",
            N_("The source does not say whether several melds may reach the minimum together."),
            "Aus- und Anlegen",
            N_("All melds that you lay in the turn in which you open count together."),
            Reading(
                N_("A single meld must reach the opening minimum."),
                "opening_in_one_meld",
                True,
                condition=N_("If a single meld must reach the minimum"),
            ),
        ),
        ambiguity(
            "DE-A6",
            N_("The source does not say whether you may lay off in the turn in which you open."),
            "Aus- und Anlegen",
            N_(
                "When you open, you may lay off once the minimum is on the table; cards laid off do not "
                "count toward it."
            ),
            Reading(
                N_("You may lay off only from your next turn on."),
                "lay_off_when_opening",
                False,
                condition=N_("If you may lay off only from your next turn on"),
            ),
        ),
        ambiguity(
            "DE-A7",
            N_("It is unclear whether a Hand-Rommé must reach the minimum."),
            "Spielende",
            N_("A Hand-Rommé must reach the minimum: it opens like any other first meld."),
            Reading(
                N_("A Hand-Rommé needs no minimum."),
                "hand_needs_minimum",
                False,
                condition=N_("If a Hand-Rommé needs no minimum"),
            ),
        ),
        ambiguity(
            "DE-A8",
            N_("If twos are jokers, the source does not say what a two left in hand costs."),
            "Rommé mit mehr Jokern",
            N_("A two left in hand costs 50, like a joker."),
            Reading(
                N_("A two left in hand costs 2."), "wild_two_value", 2, condition=N_("If a two left in hand costs 2")
            ),
        ),
        ambiguity(
            "DE-A9",
            N_("The source does not say when the game ends, nor who wins it."),
            "Wertung",
            N_(
                "The game ends after the agreed number of rounds, or when you stop. The fewest minus "
                "points win; equal totals share the win."
            ),
            Reading(
                N_("The game ends when somebody has passed an agreed number of minus points."),
                "loss_limit",
                500,
                condition=N_("If minus points end the game"),
            ),
        ),
        ambiguity(
            "DE-A10",
            N_("The source says nothing about an empty stock."),
            "Grundsätzliches",
            N_("Shuffle the discards, all but the top one, into a new stock."),
            Reading(N_("Turn the discards over without shuffling."), "stock_empty", "turned_over"),
            Reading(
                N_("The round ends and is scored as it stands."),
                "stock_empty",
                "round_ends",
                condition=N_("If an empty stock ends the round"),
            ),
            Reading(
                N_("A round that cannot go on counts for nobody."),
                "unfinished_round",
                "void",
                condition=N_("If such a round counts for nobody"),
            ),
        ),
        ambiguity(
            "DE-A11",
            N_("The source does not say who may swap a joker and when, nor what happens to the joker."),
            "Ausgelegte Joker austauschen",
            N_(
                "Once you have opened, you may swap a joker in your turn for a card from your hand, and keep the joker."
            ),
            Reading(
                N_("You must lay the joker again in the same turn."),
                "joker_swap_terms",
                "opened_laid",
                condition=N_("If you must lay the joker at once"),
            ),
            Reading(
                N_("You may swap a joker even if you have not opened."),
                "joker_swap_terms",
                "anybody_kept",
                condition=N_("If you need not have opened"),
            ),
        ),
        ambiguity(
            "DE-A12",
            N_("It is unclear which card frees the joker of a set of three if nobody named its suit."),
            "Ausgelegte Joker austauschen",
            N_("Either of the two missing suits frees the joker."),
            Reading(N_("You need both missing suits to free the joker."), "open_joker_of_set", "both"),
        ),
        ambiguity(
            "DE-A13",
            N_(
                "The source does not say whether you may discard a card in the turn in which you drew it from the pile."
            ),
            "Nehmen vom Ablagestapel",
            N_("You may not discard a card in the turn in which you drew it from the pile."),
            Reading(
                N_("You may discard a card in the turn in which you drew it from the pile."),
                "discard_taken_card",
                True,
                condition=N_("If you may discard the card you drew"),
            ),
        ),
        ambiguity(
            "DE-A14",
            N_("The source does not say who comes first when two knock, nor how long you may knock."),
            "Klopfen",
            N_("The knocker who is nearest in order of play comes first. You may knock until the next draw."),
            Reading(N_("The first to knock comes first."), "knockers", "fastest"),
        ),
        ambiguity(
            "DE-A15",
            N_("Hand-Rommé is the name both of a way to go out and of a way to play."),
            "Hand-Rommé",
            N_("A Hand-Rommé always counts double. That every round must end with one is a separate house rule."),
            Reading(
                N_("If every round must end with a Hand-Rommé, nothing counts double."), "hand_only_doubles", False
            ),
        ),
        ambiguity(
            "DE-A16",
            N_("The source does not say outright whether a set may have both copies of a card."),
            "Aus- und Anlegen",
            N_(
                "A set may not have both copies of a card, because its suits differ: two sevens of hearts "
                "and one of spades are not a set."
            ),
            Reading(
                N_("A set may have both copies of a card, as long as it has two suits."),
                "set_copies",
                True,
                condition=N_("If a set may have a card twice"),
            ),
        ),
        ambiguity(
            "DE-A17",
            N_("If twos are jokers, the source does not say whether a two may also be itself, an ordinary card."),
            "Rommé mit mehr Jokern",
            N_("A two always counts as a joker, even in its own place."),
            Reading(
                N_("A two may also be itself: three twos are a set of ordinary cards."),
                "twos_as_themselves",
                True,
                condition=N_("If a two may also be itself"),
            ),
        ),
        ambiguity(
            "DE-A18",
            N_("With two packs and an ace that is high and low, it is unclear whether a run may go from ace to ace."),
            "Ass als eins",
            N_("A run may not go from ace to ace: it has each rank only once."),
            Reading(
                N_("A run may go from ace to ace: 14 cards, with an ace at both ends."),
                "ace_to_ace",
                True,
                condition=N_("If a run may go from ace to ace"),
            ),
        ),
    ),
)
