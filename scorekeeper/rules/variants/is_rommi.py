"""Rommí, from Iceland: who closes gets what the others still hold, double for laying everything at once."""

from ..model.notation import *

OPTIONS = house_rules(
    ace_high_and_low=switch(
        "IS-O1",
        N_("The ace may be high as well as low: Q-K-A and A-2-3 are both runs."),
        {"melds.ace": AceOrder.LOW_AND_HIGH, "melds.rules.ace": "IS-O1", "melds.rules.ace_not_allowed_here": "IS-A5"},
    ),
    discard_to_close=switch(
        "IS-O2",
        N_("You must discard your last card; it may not go into a run or a set."),
        {"closing.last_discard": LastDiscard.NOT_NEEDED, "cites.going_out": "IS-O2"},
        default=True,
    ),
    target=target("IS-O3"),
    settlement=choice(
        "IS-O4",
        N_("How a round is settled."),
        {"points": N_("points for going out, up to the target"), "chips": N_("chips, paid each round")},
        {"chips": {"scoring.chips": True, "scoring.hand_rule": "IS-22", "ending.target": None}},
    ),
    rommi_needs_no_lay_off=switch(
        "IS-A3",
        N_("It is rommí only if you laid no card before, not even on somebody else’s meld."),
        {"closing.ways.rommi.laid_before": LaidBefore.NOTHING},
        reading=N_("Any card laid before rules out rommí."),
        condition=N_("If any card laid before rules out rommí"),
    ),
    chips_doubled=doubt_switch(
        "IS-A4",
        N_("Rommí doubles chips, too."),
        {"scoring.chips_doubled": False},
        default=True,
        needs={"settlement": "chips"},
        reading=N_("Rommí does not double chips."),
        condition=N_("If rommí does not double chips"),
    ),
    round_the_corner=doubt_switch(
        "IS-A5",
        N_("If the ace is high and low, a run may go round the corner: K-A-2."),
        {"melds.ace": AceOrder.RING},
        needs={"ace_high_and_low": True},
        reading=N_("K-A-2 is a run, too."),
        condition=N_("If K-A-2 is a run"),
    ),
    discard_taken_card=discard_taken_card("IS-A9"),
    past_target=past_target("IS-A11", N_("If a total must be above the target"), group=OptionGroup.QUARREL),
    close_by_lay_off=doubt_switch(
        "IS-A12",
        N_("If you need no last discard, you may go out by laying off your last card."),
        {"closing.requires.last_card_melded": True},
        default=True,
        needs={"discard_to_close": False},
        reading=N_("Your last card must go into a new meld."),
        condition=N_("If your last card must go into a new meld"),
    ),
    nothing_to_draw=doubt_choice(
        "IS-A13",
        N_("What happens when no new stock can be made."),
        {
            "nobody_scores": N_("the round is over, and nobody scores"),
            "lowest_hand": N_("the lowest hand wins the round"),
            "play_on": N_("play goes on with the top discard"),
        },
        {
            "lowest_hand": {"scoring.no_closer": NoCloser.LOWEST_HAND},
            "play_on": {"closing.play_on_with_top_card": True},
        },
        readings={
            "lowest_hand": Wording(N_("The lowest hand wins the round."), N_("If the lowest hand then wins")),
            "play_on": Wording(
                N_("Play goes on with only the top discard to draw."), N_("If play goes on with the top discard")
            ),
        },
    ),
    jokers=number(
        "IS-A1",
        N_("How many jokers you add. The rules give them no value, so a joker left in hand costs nothing."),
        0,
        (0, 4),
        sets="deck.jokers",
        effect=Effect.SCORE,
        group=OptionGroup.QUARREL,
        readings={2: Wording(N_("You may add jokers."))},
    ),
    suits_of_runs=suits_of_runs("IS-A6"),
    melds_in_hand=melds_in_hand("IS-A10", N_("Complete melds in hand do not count.")),
    laying_off=doubt_choice(
        "IS-A2",
        N_("On whose melds you may lay off, and what that earns."),
        {
            "anybody": N_("on anybody’s; it earns nothing"),
            "others_only": N_("only on the others’; it earns nothing"),
            "scores": N_("on anybody’s; you score those cards"),
        },
        {"others_only": {"turn.lay_off_on_own": False}, "scores": {"scoring.laid_off_rule": "IS-A2"}},
        effect=Effect.REFEREE,
        readings={
            "others_only": Wording(
                N_("You may lay off only on the others’ melds."), N_("If you may lay off only on the others’ melds")
            ),
            "scores": Wording(N_("Cards laid off count for the player who laid them.")),
        },
    ),
)

RULES = rulebook(
    OPTIONS,
    sections={
        "Spilagjöf": "IS-01 IS-02 IS-03 IS-04 IS-05 IS-06 IS-A1",
        "Framgangur spilsins": "IS-07 IS-08 IS-09 IS-10 IS-11 IS-12 IS-13 IS-14 IS-15 IS-A2 IS-A9 IS-A13",
        "Að ljúka spilinu og loka": "IS-16",
        "Útreikningur": "IS-17 IS-18 IS-19 IS-20 IS-21 IS-22 IS-O3 IS-O4 IS-A3 IS-A4 IS-A10 IS-A11",
        "Afbrigði": "IS-O1 IS-O2 IS-A5 IS-A12",
        "Góð ráð": "IS-A6 IS-A7 IS-A8",
    },
    aim={},
    cards={
        "IS-02": N_("You play with one ordinary pack of 52 cards, without jokers."),
        "IS-A1": doubt(
            N_("The source does not say how many packs to use, and does not mention jokers."),
            N_("One pack without jokers."),
        ),
        "IS-03": N_("The ace is the lowest card and the king the highest."),
        "IS-17": N_("An ace counts 1, a jack, queen or king 10, any other card its number."),
    },
    deal={
        "IS-01": N_("Two to six can play; four or more is best."),
        "IS-04": N_("Draw cards for the first deal; after that, everybody deals in turn."),
        "IS-05": N_(
            "With two players, deal ten cards each; with three or four, seven; with five or six, six. Deal "
            "clockwise, one at a time."
        ),
        "IS-06": N_("The rest is the stock, face down. Its top card, turned up beside it, starts the discard pile."),
        "IS-09": N_("Forehand, the player on the dealer’s left, begins."),
    },
    draw={
        "IS-10": N_("Begin your turn by drawing the top card of the stock or of the discard pile."),
        "IS-14": N_(
            "When the stock runs out, turn the discard pile over without shuffling: it is the new stock. The "
            "last discard stays and starts the new pile."
        ),
        "IS-A13": doubt(
            N_("The source does not say what happens when the stock is empty and the discard pile has only one card."),
            N_("The round is over, and nobody scores."),
        ),
    },
    lay_down={
        "IS-11": N_("After drawing, lay as many melds as you like, or keep them in your hand."),
        "IS-07": N_("A set is three or more cards of the same rank."),
        "IS-08": N_("A run is three or more cards in sequence in one suit. The ace is low, below the two."),
        "IS-O1": N_("Some play with the ace both low and high."),
        "IS-A5": doubt(
            N_("If the ace is high and low, it is unclear whether a run may go round the corner."),
            N_("A run may not go round the corner: A-2-3 and Q-K-A are runs, K-A-2 is not."),
        ),
        "IS-A6": doubt(
            N_(
                "One tip calls the two of diamonds, three of spades and four of hearts a run, against the rule on "
                "suits."
            ),
            N_("A run is all one suit; the tip has a misprint."),
        ),
        "IS-A7": doubt(
            N_("Another tip says that only the four completes a two and a three, but the ace does, too."),
            N_("The ace completes a two and a three, too: A-2-3 is a run."),
        ),
        "IS-A8": doubt(
            N_("A third tip completes two sevens and an eight with fives, where only sevens make sense."),
            N_("The third tip means the other two sevens."),
        ),
        "IS-15": N_(
            "You need no minimum to open and may lay from your first turn on. There are no penalties, no calls "
            "and no time limit."
        ),
    },
    lay_off={
        "IS-12": N_("You may lay off on any meld on the table, even if you have none yourself."),
        "IS-A2": doubt(
            N_("The sentence on laying off lacks a word, and it promises points that the scoring does not give."),
            N_("You may lay off on anybody’s melds; that earns nothing."),
        ),
    },
    discard={
        "IS-13": N_("End your turn by discarding one card face up."),
        "IS-A9": doubt(
            N_(
                "The source does not say whether you may discard a card in the turn in which you drew it from the pile."
            ),
            N_("You may not discard a card in the turn in which you drew it from the pile."),
        ),
    },
    going_out={
        "IS-16": N_("To go out, put your last but one card into a meld and discard the last."),
        "IS-O2": N_("Some need no last discard: your last card may also go into a run or a set."),
        "IS-A12": doubt(
            N_("If you need no last discard, it is unclear whether you may go out by laying off your last card."),
            N_("You may go out by laying off: the card becomes part of a run or a set."),
        ),
        "IS-20": N_(
            "Go out with your whole hand at once, without a meld laid before, and it is rommí: you get double "
            "from everybody."
        ),
        "IS-A3": doubt(
            N_("It is unclear whether laying off on somebody’s meld rules out a later rommí."),
            N_("Laying off does not rule out rommí; only a meld of your own, laid before, does."),
        ),
    },
    scoring={
        "IS-18": N_("Only the player who goes out scores: the sum of the cards in all the other hands."),
        "IS-A10": doubt(
            N_("The source does not say whether complete melds in a loser’s hand count."),
            N_("Every card in hand counts, even in a complete meld."),
        ),
        "IS-19": N_(
            "For example, an opponent left with a nine, a three, a queen and a king gives the winner 32 points."
        ),
    },
    end={
        "IS-21": N_("You can play to an agreed number of points, 500 for instance."),
        "IS-O3": N_("You choose how many points to play to."),
        "IS-A11": doubt(
            N_("Only the verb, which means “has reached”, tells you whether exactly the target is enough."),
            N_("A total of exactly the target ends the game."),
        ),
        "IS-22": N_(
            "Or you play for chips: after each round, every opponent pays the player who went out one chip for "
            "each point left in hand."
        ),
        "IS-O4": N_("You choose whether to play for points or for chips."),
        "IS-A4": doubt(
            N_("The source does not say whether rommí doubles chips, too."),
            N_("Rommí doubles chips, too: everybody pays double."),
        ),
    },
)

VARIANT = Variant(
    key="is-rommi",
    version="3",
    name="Rommí",
    country=N_("Iceland"),
    language="is",
    summary=N_("Go out and you get what the others still hold, or double that if you do it in one go."),
    source=Source(
        title="Rommí", publisher="Spilareglur.is", language="is", address="https://spilareglur.is/Game?id=20"
    ),
    deck=Deck(packs=1, jokers=0),
    deal=Deal(
        cards=((2, 10), (4, 7), (None, 6)),
        most_players=6,
        first=N_("Forehand, the player on the dealer’s left, begins; play goes clockwise."),
    ),
    melds=MeldRules(
        ace=AceOrder.LOW,
        rules=meld_topics(
            "IS-03: ace ace_not_allowed_here; IS-A1: joker joker_limit; IS-08: min_cards run run_length same_suit",
            "IS-07: set set_size suits",
        ),
    ),
    turn=Turn(draws=no_draws(top_card=Draw(Who.EVERYBODY)), discard_face_up=True),
    closing=Closing(
        last_discard=LastDiscard.FACE_UP,
        stock_empty=EmptyStock.TURN_OVER_KEEP_TOP,
        ways={"rommi": WayOfClosing(LaidBefore.NO_MELD, "IS-20", N_("Rommí"))},
    ),
    values=CardValues(ranks=rank_values(ace=1, jack=10, queen=10, king=10), joker=0),
    scoring=Scoring(
        closer_rule="IS-18",
        closer_is_free=True,
        no_closer=NoCloser.NOBODY,
        no_closer_rule="IS-A13",
    ),
    ending=Ending(target=500, tie=Tie.SHARED),
    options=OPTIONS,
    chapters=RULES.chapters,
    rule_list=RULES.rule_list,
    cites=topics(
        "IS-10: draw top_card whole_pile part_of_pile out_of_turn; IS-A9: thrown_back; IS-11: own_cards not_opening",
        "IS-12: own_turn lay_off lay_off_before_own laying_off_several melds_stay rearranging table_to_hand",
        "IS-15: opening_minimum opening_turn rummy_call; IS-A2: lay_off_where; IS-02: joker_swap swap_turn swap_card",
        "IS-13: discard discard_face closing_face; IS-16: closing going_out; IS-20: doubling",
        "IS-A3: doubled_after_lay_off; IS-14: empty_stock; IS-A13: nothing_left; IS-17: values; IS-A1: joker_in_hand",
        "IS-A10: melds_in_hand; IS-18: score; IS-22: row chips agreed_rounds; IS-21: target best_wins equals",
    ),
    emblem="♥",
)
