"""Žolíky, from Czechia and Slovakia: 42 points and a run without joker to begin; the fewest penalty points win."""

from ..model.notation import *

OPTIONS = house_rules(
    opening_minimum=number(
        "ZO-16",
        N_("How many points you must lay to open."),
        42,
        (1, 200),
        sets="turn.opening.points",
        usual=(36, 42),
    ),
    pure_run=switch(
        "ZO-17",
        N_("To open, you must lay a run without a joker."),
        sets="turn.opening.pure_run",
        default=True,
    ),
    run_suits=choice(
        "ZO-A1",
        N_("Which suits a run may have."),
        {"same": N_("one suit"), "alternating": N_("black and red in turn")},
        {"alternating": {"melds.run_suits": RunSuits.ALTERNATING, "melds.rules.same_suit": "ZO-A1"}},
        readings={
            "alternating": Wording(
                N_("A run goes black and red in turn."), N_("If runs go black and red in turn"), where_laid=True
            )
        },
    ),
    ace_value=one_of(
        "ZO-A2",
        N_("What an ace counts; below a two it counts 1."),
        (10, 11),
        sets="values.ranks.ACE",
        effect=Effect.SCORE,
        reading=N_("An ace counts 11."),
        condition=N_("If an ace counts 11"),
    ),
    joker_value=number(
        "ZO-A3",
        N_("What a joker left in hand costs."),
        15,
        (0, 100),
        sets="values.joker",
        usual=(15, 20, 25, 50),
        effect=Effect.SCORE,
        readings={50: Wording(N_("A joker left in hand costs 50."), N_("If a joker left in hand costs 50"))},
    ),
    joker_limit=joker_limit(
        "ZO-13", JokerLimit.FEWER_THAN_NATURALS, JokerLimit.NOT_MORE_THAN_NATURALS, JokerLimit.ONE, JokerLimit.NONE
    ),
    adjacent_jokers=switch("ZO-14", N_("In a run, jokers may lie side by side."), sets="jokers.side_by_side"),
    lay_off_unopened=switch(
        "ZO-A4",
        N_("You may lay off before you have opened."),
        {"turn.lay_off": LayOff.ANY_TIME},
        reading=N_("You may lay off before you have opened."),
        condition=N_("If you may lay off before opening"),
    ),
    take_discard=switch(
        "ZO-A5",
        N_("You may draw the top discard instead of a card from the stock."),
        {"turn.draws.top_card.who": Who.EVERYBODY},
        reading=N_("You may draw the top discard, too."),
        condition=N_("If you may draw the top discard"),
    ),
    take_discard_only_opened=switch(
        "ZO-A5",
        N_("You may draw the top discard only after you have opened."),
        {"turn.draws.top_card.who": Who.OPENED},
        needs={"take_discard": True},
    ),
    joker_swap=switch(
        "ZO-A6",
        N_("You may take a joker from the table and put the card it stands for in its place."),
        sets="swap.allowed",
        default=True,
        reading=N_("A joker on the table stays there."),
        condition=N_("If jokers on the table stay there"),
    ),
    joker_from_set=joker_from_set("ZO-A7"),
    freed_joker=freed_joker("ZO-A6", JokerGoes.ANY_MELD, JokerGoes.NEW_MELD, JokerGoes.HAND),
    pure_run_stays=switch(
        "ZO-A9",
        N_("You may not lay a joker on your only run without one."),
        sets="jokers.pure_run_stays",
        reading=N_("You may not lay a joker on your only run without one."),
        condition=N_("If your only run without a joker takes none"),
    ),
    joker_discard=joker_discard("ZO-A10", JokerDiscard.FREE, JokerDiscard.CLOSING_ONLY),
    close_face_up=switch(
        "ZO-21", N_("The last discard may lie face up, too."), {"closing.last_discard": LastDiscard.ANY_FACE}
    ),
    hand_doubles=hand_doubles(
        "ZO-A8",
        "hand_close",
        N_("Going out from the hand doubles what the others pay."),
        N_("If closing from the hand doubles"),
    ),
    agreed_rounds=agreed_rounds("ZO-25"),
    limit=number(
        "ZO-25",
        N_("A total that ends the game; the lowest total then wins."),
        None,
        (1, 99999),
        sets="ending.limit",
        usual=(200,),
    ),
    dealer=dealer("ZO-A14"),
    stock_empty=stock_empty(
        "ZO-A11",
        {
            "turned_over": N_("the discards are turned over"),
            "shuffled": N_("the discards are shuffled"),
        },
        {
            "shuffled": Wording(
                N_("Shuffle the discards, without the last one, and play on."), N_("If the discards are shuffled")
            )
        },
    ),
    tie=doubt_choice(
        "ZO-A12",
        N_("What happens when totals are equal at the end of the game."),
        {"shared": N_("share the win"), "another_round": N_("play another round")},
        {"another_round": {"ending.tie": Tie.ANOTHER_ROUND}},
        reading=N_("After equal totals, everybody plays another round."),
        condition=N_("If equal totals play another round"),
    ),
    round_the_corner=doubt_switch(
        "ZO-A13",
        N_("A run may go round the corner: K-A-2."),
        {"melds.ace": AceOrder.RING},
        reading=N_("Runs may go round the corner, as in K-A-2."),
        condition=N_("If runs may go round the corner"),
    ),
    late_laying=doubt_switch(
        "ZO-A16",
        N_("You may lay only from the third round of turns on."),
        {"turn.first_round_closed": True, "turn.closed_rounds": 2},
        reading=N_("Nobody may lay before the third round of turns."),
        condition=N_("If nobody may lay before the third round"),
    ),
    jokers_named=doubt_switch(
        "ZO-A15",
        N_("Whoever lays a joker that could be several cards says which one it is."),
        {"jokers.declared": Declaration.WHERE_OPEN},
        condition=N_("If such a joker must be named"),
    ),
)

RULES = rulebook(
    OPTIONS,
    sections={
        "Žolíky: karty, hráči, rozdávání": "ZO-01 ZO-02 ZO-03 ZO-04 ZO-A14",
        "Žolíky: průběh hry": "ZO-05 ZO-06 ZO-07 ZO-08 ZO-A5 ZO-A11 ZO-A16",
        "Žolíky: postupky, trojice a čtveřice": "ZO-09 ZO-10 ZO-12 ZO-13 ZO-14 ZO-15 ZO-A1 ZO-A4 ZO-A9 ZO-A15",
        "Žolíky: první vynášení": "ZO-16 ZO-17 ZO-A8",
        "Žolíky: zavření a trestné body": "ZO-21 ZO-22 ZO-23 ZO-24 ZO-25 ZO-A3 ZO-A10 ZO-A12",
        "Žolíky: výměna žolíka (docs/rules.md, RULES.md)": "ZO-A6 ZO-A7",
        "Žolíky (gameday.cz): hodnoty karet": "ZO-18 ZO-26 ZO-A2",
        "Žolík (dnes.top): eso, žolík": "ZO-11 ZO-19 ZO-20 ZO-A13",
    },
    aim={},
    cards={
        "ZO-01": N_("You play with two packs of 52 cards and four jokers, 108 cards."),
        "ZO-18": N_("Two to ten count their number; a jack, queen, king or ace counts 10."),
        "ZO-19": N_("An ace below a two counts 1: A-2-3 is worth 6."),
        "ZO-A2": doubt(
            N_("Some sources count an ace above the king 11."),
            N_("An ace counts 10, wherever it is not below a two."),
        ),
    },
    deal={
        "ZO-02": N_("Two to six can play."),
        "ZO-03": N_("Deal 14 cards each, and 15 to the player who begins."),
        "ZO-04": N_("The rest is the stock, face down. No card is turned up."),
        "ZO-A14": doubt(
            N_("The source does not say who deals next, nor which way round you play."),
            N_("The players deal in turn, and play goes clockwise from the dealer’s left."),
        ),
    },
    draw={
        "ZO-05": N_(
            "The first player does not draw, may lay melds, and discards one card, which starts the discard pile."
        ),
        "ZO-06": N_("In any other turn, draw from the stock, lay melds and lay off if you can, and discard one card."),
        "ZO-08": N_("Draw only from the stock."),
        "ZO-A5": doubt(
            N_("The source knows only the stock; other sources let you draw the top discard, too."),
            N_("Discards stay in the pile."),
            "take_discard",
        ),
        "ZO-A11": doubt(
            N_("The source does not say what happens when the stock is empty."),
            N_("Turn the discards over without shuffling them; the last discard stays."),
        ),
        "ZO-A16": doubt(
            N_("Some sources let you lay only from your third turn on."),
            N_("You may lay from your first turn on."),
        ),
    },
    lay_down={
        "ZO-09": N_("A run is three or more cards in sequence in one suit."),
        "ZO-A1": doubt(
            N_("The source wants runs in black and red by turns; all others want one suit."),
            N_("A run has one suit."),
        ),
        "ZO-10": N_("A set is three or four cards of the same rank, each in another suit."),
        "ZO-11": N_("In a run the ace goes below the two or above the king."),
        "ZO-A13": doubt(
            N_("The source does not say whether a run may go round the corner."),
            N_("A run may not go round the corner: A-2-3 and Q-K-A are runs, K-A-2 is not."),
        ),
        "ZO-16": N_("Your first melds, laid in one turn, must be worth 42 points or more."),
        "ZO-17": N_(
            "One of your first melds must be a run without a joker. A longer run that holds a joker is not one."
        ),
        "ZO-A8": doubt(
            N_("It is unclear what laying everything in one turn changes."),
            N_("You still need the points and the run without a joker, and nothing counts double."),
        ),
    },
    lay_off={
        "ZO-15": N_("You may lay off single cards on any meld, whoever laid it. The rules for jokers go on holding."),
        "ZO-A4": doubt(
            N_("It is unclear whether you may lay off before you have opened."),
            N_("You may lay off once you have opened, even in the same turn."),
        ),
        "ZO-A9": doubt(
            N_("Your only run without a joker may take one later, or not: that is unclear."),
            N_("Your only run without a joker may take one in any later turn."),
        ),
    },
    discard={
        "ZO-07": N_("Discards lie face up."),
        "ZO-A10": doubt(
            N_("The source does not say whether you may discard a joker."),
            N_("You may discard a joker."),
        ),
    },
    joker={
        "ZO-12": N_("A joker stands for any card."),
        "ZO-20": N_("A joker in a meld counts as the card that it stands for."),
        "ZO-13": N_("A meld must have fewer jokers than other cards."),
        "ZO-14": N_("In a run, two jokers must not lie side by side."),
        "ZO-A15": doubt(
            N_("The source does not say whether a joker must be named."),
            N_("Nobody has to name a joker. It may be any card that fits, until the meld leaves only one."),
        ),
        "ZO-A6": doubt(
            N_("The source is silent on swapping a joker on the table."),
            N_(
                "Once you have opened, you may take a joker from the table for its card, and lay it again in the same "
                "turn."
            ),
        ),
        "ZO-A7": doubt(
            N_("It is unclear what frees the joker of a set of three."),
            N_("Both missing cards together free the joker of a set of three."),
        ),
    },
    going_out={
        "ZO-21": N_("To go out, discard your last card face down."),
        "ZO-22": N_("Keep a card to discard: you cannot go out by laying everything."),
        "ZO-23": N_("Most say “zavírám” as they close, but they need not."),
    },
    scoring={
        "ZO-24": N_(
            "Whoever goes out has 0 points. The others write down what they hold as penalty points; what is on "
            "the table does not count."
        ),
        "ZO-26": N_("An ace in hand counts 10, even beside a two and a three."),
        "ZO-A3": doubt(
            N_("The source does not say what a joker left in hand costs; others say 15 or 50."),
            N_("A joker left in hand costs 15."),
        ),
    },
    end={
        "ZO-25": N_("After the last round, or when a total reaches an agreed limit, the lowest total wins."),
        "ZO-A12": doubt(
            N_("The source does not say what happens if several have the lowest total."),
            N_("Equal lowest totals share the win."),
        ),
    },
)

VARIANT = Variant(
    key="cs-zoliky",
    version="3",
    name="Žolíky",
    country=N_("Czechia"),
    language="cs",
    summary=N_(
        "Open with enough points and a run without a joker. Cards left in hand are penalty points, and the fewest win."
    ),
    source=Source(
        title="Žolíky – pravidla",
        publisher="reklamnikarty.cz",
        language="cs",
        address="http://reklamnikarty.cz/pravidla_zoliky.htm",
    ),
    deck=Deck(packs=2, jokers=4),
    deal=Deal(
        cards=((None, 14),),
        most_players=6,
        up_card=False,
        first_extra=1,
        first=N_(
            "The player on the dealer’s left begins, with one card more and without drawing; play goes clockwise."
        ),
    ),
    melds=MeldRules(
        ace=AceOrder.LOW_AND_HIGH,
        rules=meld_topics(
            "ZO-11: ace; ZO-12: joker; ZO-13: joker_limit; ZO-14: jokers_side_by_side",
            "ZO-09: min_cards run run_length same_suit; ZO-10: set set_size set_too_large suits",
        ),
    ),
    jokers=JokerRules(limit=JokerLimit.FEWER_THAN_NATURALS, side_by_side=False),
    swap=JokerSwap(
        allowed=True,
        requires=swap_requires(SwapRequirement.OPENED, SwapRequirement.HAND_CARD, SwapRequirement.DRAWN),
        frees_set=FreesSetJoker.ALL,
        goes_to=JokerGoes.ANY_MELD,
    ),
    turn=Turn(
        opening={Requirement.POINTS: 42, Requirement.PURE_RUN: True},
        lay_off=LayOff.WHEN_OPENING,
        discard_face_up=True,
    ),
    closing=Closing(
        last_discard=LastDiscard.FACE_DOWN,
        stock_empty=EmptyStock.TURN_OVER_KEEP_TOP,
        ways={"hand_close": WayOfClosing(LaidBefore.NOTHING, "ZO-A8", N_("Closed from the hand"), factor=1)},
    ),
    values=CardValues(
        ranks=rank_values(ace=10, jack=10, queen=10, king=10),
        joker=15,
        joker_as_card=True,
        places={ValuePlace.ACE_LOW: 1},
    ),
    scoring=Scoring(hand_rule="ZO-24", closer_is_free=True, no_closer_rule="ZO-24"),
    ending=Ending(wins=Wins.LOWEST, limit_ends=LimitEnds.FIRST_OUT, tie=Tie.SHARED),
    options=OPTIONS,
    chapters=RULES.chapters,
    rule_list=RULES.rule_list,
    cites=topics(
        "ZO-05: draw_first; ZO-06: draw own_turn own_cards not_opening melds_each swap_turn swap_time",
        "ZO-08: whole_pile part_of_pile; ZO-A16: first_round",
        "ZO-A5: top_card top_card_at_once thrown_back out_of_turn rummy_call; ZO-A11: empty_stock nothing_left",
        "ZO-16: opening_minimum opening_turn; ZO-17: pure_run; ZO-A9: pure_run_stays; ZO-A15: declaring",
        "ZO-15: lay_off lay_off_where laying_off_several say_which melds_stay rearranging table_to_hand",
        "ZO-A4: lay_off_before_own; ZO-A6: joker_swap swap_opened swap_card freed_joker joker_on_table",
        "ZO-A7: either_suit",
        "ZO-07: discard_face; ZO-A10: discard joker_discard; ZO-21: closing closing_face; ZO-22: going_out empty_hand",
        "ZO-A8: doubling; ZO-18: values; ZO-A3: joker_in_hand; ZO-24: score melds_in_hand",
        "ZO-25: agreed_rounds best_wins limit; ZO-A12: equals",
    ),
    remarks={"next_deal": Remark("deal_goes_round", "ZO-A14")},
    emblem="♥",
)
