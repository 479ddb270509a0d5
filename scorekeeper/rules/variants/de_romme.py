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
from ..model.scoring import CardValues, Scoring
from ..model.sources import Ambiguity, Reading, Remark, Rule, Source
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
    summary=N_("Two packs, a minimum to open with, and minus points for everything left in hand."),
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
            "The rules do not say who deals or begins; by custom the deal goes round and the dealer’s left begins."
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
        ranks={
            Rank.ACE: 11,
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
            N_("How many points a player’s first lay-down must reach."),
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
            N_("Every two is a joker as well, also in the count."),
            "DE-O2",
            {"deck.wild_ranks": (Rank.TWO,)},
            effect=Effect.SCORE,
        ),
        switch(
            "take_discard",
            N_("You may draw the top discard instead of a card of the stock."),
            "DE-O3",
            {
                "turn.draws.top_card.who": Who.EVERYBODY,
                "cites.top_card": "DE-O3",
                "cites.part_of_pile": "DE-O3",
            },
        ),
        switch(
            "take_discard_only_opened",
            N_("The top discard may be drawn, but only by a player who has opened."),
            "DE-O3",
            {
                "turn.draws.top_card.who": Who.OPENED,
                "cites.top_card": "DE-O3",
                "cites.part_of_pile": "DE-O3",
            },
        ),
        switch(
            "knocking",
            N_("Out of turn you may knock for the top discard, and take a card of the stock with it."),
            "DE-O4",
            {"turn.draws.knock.who": Who.EVERYBODY},
        ),
        switch(
            "knocking_only_opened",
            N_("Knocking is allowed, but only to a player who has opened."),
            "DE-O4",
            {"turn.draws.knock.who": Who.OPENED},
        ),
        switch(
            "joker_swap",
            N_("You may exchange a joker on the table for the card it stands for."),
            "DE-O5",
            {"swap.allowed": True},
        ),
        switch(
            "declare_suit_in_sets",
            N_("Whoever lays a set with a joker names the joker’s suit."),
            "DE-O5",
            {"jokers.declared": Declaration.IN_SETS, "cites.declaring": "DE-O5"},
        ),
        switch(
            "ace_also_low",
            N_("The ace may also stand below the two: A-2-3 is a run."),
            "DE-O6",
            {
                "melds.ace": AceOrder.LOW_AND_HIGH,
                "melds.rules.ace": "DE-O6",
                "melds.rules.ace_not_allowed_here": "DE-O6",
            },
        ),
        switch(
            "round_the_corner",
            N_("A run may go on from the king over the ace to the two: K-A-2 is a run, and so is A-2-3."),
            "DE-O6",
            {
                "melds.ace": AceOrder.RING,
                "melds.rules.ace": "DE-O6",
                "melds.rules.ace_not_allowed_here": "DE-O6",
            },
        ),
        switch(
            "rearrange",
            N_("You may rearrange the melds on the table to get rid of cards of your own."),
            "DE-O7",
            sets="turn.rearrange",
        ),
        switch(
            "hand_only",
            N_("A round can only be ended by Hand-Rommé; nobody lays anything before."),
            "DE-O8",
            sets="closing.requires.in_one_turn",
        ),
        choice(
            "joker_limit",
            N_("How many jokers one meld may hold."),
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
            N_("What the ace of A-2-3 counts toward the opening minimum."),
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
            N_("One meld alone must reach the opening minimum."),
            "DE-A5",
            {"turn.opening.in_one_meld": True},
        ),
        doubt_switch(
            "lay_off_when_opening",
            N_("Cards may be laid off in the turn in which a player opens."),
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
            N_("If twos are jokers: what a two left in hand costs."),
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
            N_("What a round counts that nobody can go on with, because there is nothing to draw."),
            "DE-A10",
            {"scored": N_("it is scored as it lies"), "void": N_("nobody scores its cards")},
            {"void": {"scoring.no_closer": NoCloser.NOBODY}},
            effect=Effect.SCORE,
        ),
        doubt_choice(
            "joker_swap_terms",
            N_("Who may exchange a joker on the table, and what becomes of it."),
            "DE-A11",
            {
                "opened_kept": N_("who has opened; it may be kept"),
                "opened_laid": N_("who has opened; it must be laid in the same turn"),
                "anybody_kept": N_("everybody; it may be kept"),
                "anybody_laid": N_("everybody; it must be laid in the same turn"),
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
            N_("What frees a joker in a set of three whose suit was not named."),
            "DE-A12",
            {"either": N_("either of the two missing cards"), "both": N_("both missing cards")},
            {"both": {"swap.frees_set": FreesSetJoker.BOTH}},
        ),
        doubt_switch(
            "discard_taken_card",
            N_("A discard that was drawn may be thrown back in the same turn."),
            "DE-A13",
            {"turn.discard_taken_card": True},
        ),
        doubt_choice(
            "knockers",
            N_("Which of several knockers comes first."),
            "DE-A14",
            {"nearest": N_("the nearest in turn"), "fastest": N_("the fastest")},
            {"fastest": {"remarks.several_knock.code": "fastest_knocker"}},
        ),
        doubt_switch(
            "hand_only_doubles",
            N_("If every round must end by Hand-Rommé, each counts double."),
            "DE-A15",
            {"closing.ways.hand_romme.factor": 1},
            default=True,
            effect=Effect.SCORE,
            needs={"hand_only": True},
        ),
        doubt_switch(
            "set_copies",
            N_("Both copies of a card may be in one set, as long as two suits are there."),
            "DE-A16",
            {"melds.set_copies": True},
        ),
        Option(
            "loss_limit",
            None,
            N_("How many minus points somebody must have passed for the game to end."),
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
            N_("If twos are jokers, one may also stand for itself and is then an ordinary card."),
            "DE-A17",
            {"deck.wild_as_itself": True},
            needs={"twos_wild": True},
        ),
        doubt_switch(
            "ace_to_ace",
            N_("If the ace is high and low, a run may have one at both ends: 14 cards."),
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
        Rule("DE-02", N_("Two packs are put together, so that each card from two to ace is there twice."), "Rommé"),
        Rule("DE-03", N_("There are two jokers in all, which makes 106 cards."), "Rommé"),
        Rule(
            "DE-04",
            N_(
                "Each player is dealt thirteen cards, and the rest is the stock. Whether a card is turned up to begin "
                "the discards is not said, nor who deals."
            ),
            "Grundsätzliches",
        ),
        Rule(
            "DE-05",
            N_("The aim is an empty hand: cards go into melds of one’s own or onto those of the others."),
            "Grundsätzliches",
        ),
        Rule(
            "DE-06",
            N_("A turn begins with a card drawn from the stock; drawing a discard is a house rule."),
            "Grundsätzliches",
        ),
        Rule(
            "DE-07",
            N_("After drawing, melds may be laid and cards laid off; a discard ends the turn."),
            "Grundsätzliches",
        ),
        Rule(
            "DE-08",
            N_("Melds may be laid from the first turn on, and no turn has a time limit."),
            "Grundsätzliches",
        ),
        Rule(
            "DE-09",
            N_("A set is three or four cards of one rank, each of another suit."),
            "Aus- und Anlegen",
        ),
        Rule(
            "DE-10",
            N_(
                "A run is three or more cards of one suit whose ranks follow each other; no meld is shorter than three."
            ),
            "Aus- und Anlegen",
        ),
        Rule(
            "DE-11",
            N_("In a run the ace stands above the king; a place below the two is a house rule."),
            "Aus- und Anlegen",
        ),
        Rule("DE-12", N_("A joker can stand for any card."), "Aus- und Anlegen"),
        Rule(
            "DE-13",
            N_("A player’s first lay-down must reach a minimum agreed before the game, usually 30, 40 or 50 points."),
            "Aus- und Anlegen",
        ),
        Rule(
            "DE-14",
            N_(
                "Toward the minimum a jack, queen or king counts 10, an ace 11, any other card its number, and a joker "
                "as much as the card it stands for."
            ),
            "Aus- und Anlegen",
        ),
        Rule(
            "DE-15",
            N_("Only a player who has opened may lay cards off, on melds of one’s own and of the others."),
            "Aus- und Anlegen",
        ),
        Rule(
            "DE-16",
            N_("The round ends when somebody’s hand is empty after the turn; the last card must be a discard."),
            "Spielende",
        ),
        Rule(
            "DE-17",
            N_("Going out without having laid any card in an earlier turn is a Hand-Rommé."),
            "Spielende",
        ),
        Rule(
            "DE-18",
            N_(
                "Each card left in hand costs what it counts when laid, a joker 50; the player who went out loses "
                "nothing."
            ),
            "Wertung",
        ),
        Rule("DE-19", N_("After a Hand-Rommé all minus points of the round count double."), "Wertung"),
        Rule(
            "DE-20",
            N_("No target, no number of rounds, no rule for equals and no stakes are given."),
            "Wertung",
        ),
        Rule("DE-O1", N_("Six jokers may be used instead of two: 110 cards."), "Rommé mit mehr Jokern"),
        Rule("DE-O2", N_("The twos may be jokers too, as in Canasta."), "Rommé mit mehr Jokern"),
        Rule(
            "DE-O3",
            N_(
                "It may be allowed to draw the top discard instead of a card of the stock; often only to players who "
                "have opened."
            ),
            "Nehmen vom Ablagestapel",
        ),
        Rule(
            "DE-O4",
            N_(
                "A player out of turn may knock for the top discard and then takes a card of the stock with it. The "
                "player in turn may claim the discard; the knocker still takes the card of the stock. The table can "
                "leave knocking to players who have opened."
            ),
            "Klopfen",
        ),
        Rule(
            "DE-O5",
            N_(
                "Whoever holds the card that a joker on the table stands for may exchange the two. To make that "
                "harder, the joker of a set may be given a suit when it is laid; then another suit can only be laid "
                "off."
            ),
            "Ausgelegte Joker austauschen",
        ),
        Rule(
            "DE-O6",
            N_("The ace may stand below the two as well. Whether a run goes on over it, as in K-A-2, is agreed too."),
            "Ass als eins",
        ),
        Rule(
            "DE-O7",
            N_("Cards on the table, anybody’s, may be put together anew so that cards of one’s own fit."),
            "Ausgelegte Karten neu kombinieren",
        ),
        Rule(
            "DE-O8",
            N_("Every round may have to end with a Hand-Rommé, so that nobody lays cards before."),
            "Hand-Rommé",
        ),
        Ambiguity(
            "DE-A1",
            N_("A-2-3 stands among the variations; it is open whether it belongs to the ordinary game."),
            "Ass als eins",
            default=N_("The ace stands above the king only."),
            readings=(
                Reading(
                    N_("It may also stand below the two."),
                    "ace_also_low",
                    True,
                    condition=N_("If the ace may stand below the two"),
                ),
                Reading(
                    N_("Runs may go on over it, as in K-A-2."),
                    "round_the_corner",
                    True,
                    condition=N_("If runs may go on over the ace"),
                ),
            ),
        ),
        Ambiguity(
            "DE-A2",
            N_("An ace is given 11 points; what it counts below the two when opening is not said."),
            "Aus- und Anlegen",
            default=N_("In A-2-3 it counts 1 toward the minimum, and 11 left in hand."),
            readings=(
                Reading(
                    N_("It counts 11 there, too."),
                    "ace_low_opening_value",
                    11,
                    condition=N_("If a low ace counts 11, too"),
                ),
            ),
        ),
        Ambiguity(
            "DE-A3",
            N_("No limit is given for the jokers of one meld."),
            "Aus- und Anlegen",
            default=N_("A meld may not hold more jokers than other cards."),
            readings=(
                Reading(
                    N_("It must hold fewer jokers than other cards."),
                    "joker_limit",
                    "fewer_than_naturals",
                    condition=N_("If jokers must be fewer than other cards"),
                ),
                Reading(
                    N_("It may hold one joker."), "joker_limit", "one", condition=N_("If a meld may hold one joker")
                ),
                Reading(
                    N_("There is no limit."), "joker_limit", "none", condition=N_("If there is no limit of jokers")
                ),
            ),
        ),
        Ambiguity(
            "DE-A4",
            N_("Three usual minimums are named, and the table must agree on one."),
            "Aus- und Anlegen",
            default=N_("The minimum is 40 points."),
            readings=(
                Reading(N_("It is 30 points."), "opening_minimum", 30, condition=N_("If the minimum is 30")),
                Reading(N_("It is 50 points."), "opening_minimum", 50, condition=N_("If the minimum is 50")),
            ),
        ),
        Ambiguity(
            "DE-A5",
            N_("It is not said whether several melds together may reach the minimum."),
            "Aus- und Anlegen",
            default=N_("All melds laid in the opening turn count together."),
            readings=(
                Reading(
                    N_("One meld alone must reach it."),
                    "opening_in_one_meld",
                    True,
                    condition=N_("If one meld alone must reach it"),
                ),
            ),
        ),
        Ambiguity(
            "DE-A6",
            N_("It is not said whether cards may be laid off in the opening turn itself."),
            "Aus- und Anlegen",
            default=N_("They may, once the minimum lies on the table, and they do not count toward it."),
            readings=(
                Reading(
                    N_("They may from the next turn on."),
                    "lay_off_when_opening",
                    False,
                    condition=N_("If that may be done from the next turn on"),
                ),
            ),
        ),
        Ambiguity(
            "DE-A7",
            N_("It is open whether a Hand-Rommé must reach the minimum."),
            "Spielende",
            default=N_("It must: it is a first lay-down like any other."),
            readings=(
                Reading(
                    N_("It needs no minimum."),
                    "hand_needs_minimum",
                    False,
                    condition=N_("If a Hand-Rommé needs no minimum"),
                ),
            ),
        ),
        Ambiguity(
            "DE-A8",
            N_("If twos are jokers, it is not said what a two left in hand costs."),
            "Rommé mit mehr Jokern",
            default=N_("It costs 50, like a joker."),
            readings=(Reading(N_("It costs 2."), "wild_two_value", 2, condition=N_("If a two left in hand costs 2")),),
        ),
        Ambiguity(
            "DE-A9",
            N_("It is not said when the game is over, nor who has won it."),
            "Wertung",
            default=N_(
                "It ends after the agreed number of rounds, or when the table stops; the fewest minus points win, and "
                "equals share."
            ),
            readings=(
                Reading(
                    N_("It ends when somebody has passed an agreed number of minus points."),
                    "loss_limit",
                    500,
                    condition=N_("If minus points end the game"),
                ),
            ),
        ),
        Ambiguity(
            "DE-A10",
            N_("Nothing is said about an empty stock."),
            "Grundsätzliches",
            default=N_("The discards are shuffled into a new stock, without the top one."),
            readings=(
                Reading(N_("The discards are turned over without shuffling."), "stock_empty", "turned_over"),
                Reading(
                    N_("The round ends and is scored as it lies."),
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
        ),
        Ambiguity(
            "DE-A11",
            N_("Who may exchange a joker and when is not said, nor what may become of the joker."),
            "Ausgelegte Joker austauschen",
            default=N_(
                "A player who has opened may do it in their own turn, with a card from the hand; the joker comes into "
                "the hand and may be kept."
            ),
            readings=(
                Reading(
                    N_("The joker must be laid again in the same turn."),
                    "joker_swap_terms",
                    "opened_laid",
                    condition=N_("If the joker must be laid at once"),
                ),
                Reading(
                    N_("Players who have not opened may do it, too."),
                    "joker_swap_terms",
                    "anybody_kept",
                    condition=N_("If one need not have opened for it"),
                ),
            ),
        ),
        Ambiguity(
            "DE-A12",
            N_("It is open which card frees the joker of a set of three whose suit was not named."),
            "Ausgelegte Joker austauschen",
            default=N_("Either of the two missing suits does."),
            readings=(Reading(N_("Both missing suits are needed."), "open_joker_of_set", "both"),),
        ),
        Ambiguity(
            "DE-A13",
            N_("It is not said whether a discard that was drawn may be thrown back in the same turn."),
            "Nehmen vom Ablagestapel",
            default=N_("It may not."),
            readings=(
                Reading(
                    N_("It may."), "discard_taken_card", True, condition=N_("If the card drawn may be thrown back")
                ),
            ),
        ),
        Ambiguity(
            "DE-A14",
            N_("It is not said which of two knockers comes first, nor how long one may knock."),
            "Klopfen",
            default=N_("The nearest in turn comes first, and the next draw ends the time for knocking."),
            readings=(Reading(N_("Whoever knocks first comes first."), "knockers", "fastest"),),
        ),
        Ambiguity(
            "DE-A15",
            N_("Hand-Rommé is the name of a way to go out and also of a way to play."),
            "Hand-Rommé",
            default=N_("Going out by hand doubles in every game; that all must do so is a house rule of its own."),
            readings=(Reading(N_("Where all must do so, it doubles nothing."), "hand_only_doubles", False),),
        ),
        Ambiguity(
            "DE-A16",
            N_("It is not said in so many words whether the two copies of a card may be in one set."),
            "Aus- und Anlegen",
            default=N_("They may not, for the suits of a set differ: two sevens of hearts and one of spades are none."),
            readings=(
                Reading(
                    N_("They may, as long as two suits are there."),
                    "set_copies",
                    True,
                    condition=N_("If a set may hold a card twice"),
                ),
            ),
        ),
        Ambiguity(
            "DE-A17",
            N_("If twos are jokers, it is not said whether a two may stand for itself, as an ordinary card."),
            "Rommé mit mehr Jokern",
            default=N_("It counts as a joker always, also where it lies in its own place."),
            readings=(
                Reading(
                    N_("It may also be itself: three twos are a set of ordinary cards."),
                    "twos_as_themselves",
                    True,
                    condition=N_("If a two may also be itself"),
                ),
            ),
        ),
        Ambiguity(
            "DE-A18",
            N_("With two packs and an ace that stands high and low, it is open whether a run may go from ace to ace."),
            "Ass als eins",
            default=N_("It may not: a run holds each rank once."),
            readings=(
                Reading(
                    N_("It may: 14 cards, the ace at both ends."),
                    "ace_to_ace",
                    True,
                    condition=N_("If a run may go from ace to ace"),
                ),
            ),
        ),
    ),
)
