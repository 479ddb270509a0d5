"""Kalooki 40 and 51, from the United Kingdom: a minimum to come down, and whoever has more than 150 points is out."""

from ..model.notation import *

OPTIONS = house_rules(
    opening_minimum=number(
        "KA-18", N_("How many points you need to open."), 40, (0, 99999), sets="turn.opening.points", usual=(40, 51)
    ),
    jokers=one_of(
        "KA-01", N_("How many jokers the two packs have in all."), (2, 4), sets="deck.jokers", effect=Effect.SCORE
    ),
    joker_value=one_of(
        "KA-07", N_("What a joker left in hand costs."), (15, 25), sets="values.joker", effect=Effect.SCORE
    ),
    ace_also_low=switch(
        "KA-10",
        N_("The ace may also go below the two: A-2-3 is a run."),
        {"melds.ace": AceOrder.LOW_AND_HIGH},
    ),
    joker_from_set=joker_from_set("KA-A1"),
    closed_set=switch(
        "KA-A2",
        N_("A joker in a set of four stays there for good."),
        {"swap.full_set_keeps": True},
        condition=N_("If a set of four keeps its joker"),
    ),
    freed_joker=freed_joker("KA-22", JokerGoes.NEW_MELD, JokerGoes.ANY_MELD, JokerGoes.HAND, readings={}),
    discard_to_open=switch(
        "KA-16",
        N_("You may take the top discard to come down with it."),
        {"turn.draws.top_card.who": Who.OPENED},
        default=True,
    ),
    discard_to_lay_off=switch(
        "KA-15",
        N_("Once you have come down, you may take the top discard to lay it off."),
        {"turn.draws.top_card.use": DrawUse.LAID},
    ),
    up_card=switch("KA-04", N_("A card is turned up to begin the discard pile."), sets="deal.up_card"),
    joker_limit=joker_limit("KA-A3", JokerLimit.NONE, JokerLimit.ONE, JokerLimit.FEWER_THAN_NATURALS),
    limit=limit("KA-28", 150, usual=(150,)),
    past_limit=past_limit("KA-28", default=True),
    limit_ends=limit_ends("KA-29", readings={}),
    rejoin=rejoin("KA-30", Rejoin.HIGHEST),
    rejoins=rejoins("KA-30"),
    rejoin_needs=one_of(
        "KA-A4",
        N_("How many others must still be in if a player is to come back in."),
        (3, 2),
        sets="ending.rejoin_needs",
        group=OptionGroup.QUARREL,
        reading=N_("A player may come back in while two others are still in."),
        condition=N_("If two others are enough"),
    ),
    stock_empty=stock_empty(
        "KA-A5",
        {
            "shuffled": N_("the discards are shuffled"),
            "turned_over": N_("the discards are turned over"),
            "round_ends": N_("the round ends"),
        },
        {
            "turned_over": Wording(N_("Turn the discards over without shuffling.")),
            "round_ends": Wording(
                N_("The round ends and is scored as it stands."), N_("If an empty stock ends the round")
            ),
        },
    ),
    suit_named=doubt_switch(
        "KA-A6",
        N_("If you lay a set with a joker, name the joker’s suit."),
        {"jokers.declared": Declaration.WHERE_OPEN},
        condition=N_("If the suit must be named in a set"),
    ),
    lay_off_when_opening=doubt_switch(
        "KA-A7",
        N_("You may lay off in the turn in which you open."),
        {"turn.lay_off": LayOff.NEXT_TURN},
        default=True,
        reading=N_("You may lay off only from your next turn on."),
        condition=N_("If you may lay off only from your next turn"),
    ),
    ace_low_opening_value=one_of(
        "KA-A8",
        N_("What the ace in A-2-3 counts when you open."),
        (1, 11),
        sets="values.places.ace_low",
        group=OptionGroup.QUARREL,
        needs={"ace_also_low": True},
        reading=N_("The ace in A-2-3 counts 11 when you open, too."),
        condition=N_("If a low ace counts 11, too"),
    ),
)

RULES = rulebook(
    OPTIONS,
    sections={
        "Rules of Kalooki (kalooki.co.uk)": "KA-01 KA-02 KA-03 KA-07 KA-08 KA-09 KA-10 KA-A1",
        "How to play (kalooki.co.uk)": "KA-04",
        "Kalooki.md (github.com/ChristosEfstathiades)": (
            "KA-05 KA-06 KA-11 KA-12 KA-13 KA-14 KA-15 KA-16 KA-17 KA-18 KA-19 KA-20 KA-21 KA-22 KA-23 KA-24 "
            "KA-25 KA-26 KA-27 KA-28 KA-29 KA-30 KA-31 KA-A4 KA-A6 KA-A7"
        ),
        "Kalooki (equal-chance.co.uk)": "KA-A2 KA-A3",
        "Kalooki 40 (ludopoli.us)": "KA-A5",
        "Kalookie (playginrummyonline.com)": "KA-32",
        "Kaluki (raminoz.com)": "KA-A8",
    },
    aim={},
    cards={
        "KA-01": N_("You play with two packs of 52 cards and two jokers: 106 cards."),
        "KA-07": N_("An ace counts 11, a jack, queen or king 10, two to ten their number; a joker in hand 15."),
        "KA-A8": doubt(
            N_("If the ace may also go below the two, it is unclear what it counts there."),
            N_("In A-2-3 an ace counts 1 when you open, in hand always 11."),
        ),
    },
    deal={
        "KA-02": N_("Two to five can play."),
        "KA-03": N_("Deal thirteen cards to each player, two or three at a time."),
        "KA-04": N_("The rest is the stock, face down. No card is turned up."),
        "KA-05": N_(
            "The player on the dealer’s left begins, draws from the stock and starts the discard pile with the first "
            "discard."
        ),
        "KA-06": N_("Play goes clockwise, and so does the deal."),
    },
    draw={
        "KA-13": N_("Begin your turn by drawing the top card of the stock or the top discard."),
        "KA-14": N_("If you take the discard, lay it at once in a new meld; you cannot keep it in hand."),
        "KA-15": N_("You may not take the discard to lay it off."),
        "KA-16": N_("The discard that you take may be part of the melds with which you come down."),
        "KA-A5": doubt(
            N_("The main source says nothing about an empty stock."),
            N_("Shuffle the discards into a new stock, all but the top one."),
        ),
    },
    lay_down={
        "KA-17": N_("Lay cards in your own turn, after drawing and before discarding."),
        "KA-18": N_("To come down, which means to open, lay melds that count 40 points or more in one turn."),
        "KA-19": N_("Once you have opened, your melds may count as little as you like."),
        "KA-08": N_("A set is three or four cards of the same rank, all in different suits."),
        "KA-09": N_("A run is three or more cards in sequence in one suit, as long as you like."),
        "KA-10": N_("An ace goes only above a king: Q-K-A is a run, A-2-3 is not."),
    },
    lay_off={
        "KA-20": N_("Once you have come down, you may lay cards off on anybody’s melds, jokers too: go-ers."),
        "KA-A7": doubt(
            N_("It is unclear whether you may lay off in the turn in which you come down."),
            N_("You may lay off as soon as your melds have the minimum."),
        ),
    },
    joker={
        "KA-11": N_("A joker stands for any card, and on the table counts as that card."),
        "KA-12": N_("Everybody must know which card a joker stands for."),
        "KA-A6": doubt(
            N_("It is unclear whether you name the suit of a joker in a set."),
            N_("You need not name the joker’s suit in a set. In a run, say which card it is if it could be several."),
        ),
        "KA-A3": doubt(
            N_("No source sets a limit on the jokers in a meld."), N_("A meld may have any number of jokers.")
        ),
        "KA-21": N_("Once you have come down, you may in your turn take a joker from the table for its card."),
        "KA-22": N_("Lay a joker taken from the table at once in a new meld; you may neither keep it nor lay it off."),
        "KA-23": N_("In a run, only the very card that the joker stands for frees it."),
        "KA-24": N_("In a set of three, you must give both missing cards together."),
        "KA-A1": doubt(
            N_("One way of playing lets either missing card free the joker of a set, others ask for both."),
            N_("To free the joker of a set of three, give both missing cards."),
        ),
        "KA-25": N_("In a set of four, the last missing card frees the joker."),
        "KA-A2": doubt(
            N_("One source says that the joker of a set of four stays there for good."),
            N_("The last missing card frees the joker of a set of four."),
        ),
    },
    going_out={
        "KA-26": N_("To call up, lay all your cards but one and discard that one."),
        "KA-31": N_("It is polite to warn the others when you hold one last card; nobody has to."),
        "KA-32": N_("If you lay all thirteen cards in one turn, that is a kalooki. It only matters for stakes."),
    },
    scoring={
        "KA-27": N_("Whoever calls up gets 0 points, everybody else what is left in hand. Points are bad."),
    },
    end={
        "KA-28": N_("Whoever’s total is above 150 is out, and plays no more rounds."),
        "KA-29": N_("The last one still in wins."),
        "KA-30": N_(
            "If the table agrees on buy-ins, a player who is out comes back in with the highest total still in, but "
            "not when only two remain."
        ),
        "KA-A4": doubt(
            N_("It is unclear whether two or three others must still be in when a player buys in."),
            N_("A player may come back in while three others are still in."),
        ),
    },
)

VARIANT = Variant(
    key="en-kalooki",
    version="2",
    name="Kalooki",
    country=N_("United Kingdom"),
    language="en",
    summary=N_(
        "Two packs, a minimum to come down. Cards in hand count against you; the last one below the limit wins."
    ),
    source=Source(
        title="Rules of Kalooki",
        publisher="kalooki.co.uk",
        language="en",
        address="http://www.kalooki.co.uk/rules.html",
    ),
    deck=Deck(packs=2, jokers=2),
    deal=Deal(
        cards=((None, 13),),
        most_players=5,
        up_card=False,
        first=N_("The player on the dealer’s left begins; play goes clockwise."),
    ),
    melds=MeldRules(
        ace=AceOrder.HIGH,
        rules=meld_topics(
            "KA-10: ace ace_not_allowed_here; KA-11: joker; KA-A3: joker_limit",
            "KA-09: min_cards run run_length same_suit; KA-08: same_suit_twice set set_size set_too_large suits",
        ),
    ),
    jokers=JokerRules(declared=Declaration.IN_RUNS),
    swap=JokerSwap(
        allowed=True,
        requires=swap_requires(SwapRequirement.OPENED, SwapRequirement.HAND_CARD, SwapRequirement.DRAWN),
        frees_set=FreesSetJoker.ALL,
        goes_to=JokerGoes.NEW_MELD,
    ),
    turn=Turn(
        draws=no_draws(top_card=Draw(Who.OPENING, DrawUse.NEW_MELD)),
        opening={Requirement.POINTS: 40},
        lay_off=LayOff.WHEN_OPENING,
    ),
    closing=Closing(ways={"hand_close": WayOfClosing(LaidBefore.NOTHING, "KA-32", N_("Kalooki"), factor=1)}),
    values=CardValues(
        ranks=rank_values(ace=11, jack=10, queen=10, king=10),
        joker=15,
        joker_as_card=True,
        places={ValuePlace.ACE_HIGH: 11, ValuePlace.ACE_LOW: 1},
    ),
    scoring=Scoring(hand_rule="KA-27", closer_is_free=True, no_closer_rule="KA-27"),
    ending=Ending(limit=150, past_limit=True, rejoin_needs=3, wins=Wins.LOWEST),
    options=OPTIONS,
    presets=presets(
        kalooki_51=preset(
            "Kalooki 51",
            {"opening_minimum": 51, "joker_value": 25, "ace_also_low": True, "up_card": True},
            Source("Kaluki", "raminoz.com", "en", "http://www.raminoz.com/how_to_play/kaluki/rules.html"),
        ),
    ),
    chapters=RULES.chapters,
    rule_list=RULES.rule_list,
    cites=topics(
        "KA-13: draw top_card whole_pile part_of_pile out_of_turn rummy_call; KA-14: top_card_at_once thrown_back",
        "KA-15: top_card_laid_off",
        "KA-17: own_cards own_turn swap_time; KA-18: opening_minimum opening_turn not_opening",
        "KA-20: lay_off lay_off_before_own laying_off_several; KA-A7: lay_off_when_opening",
        "KA-20: melds_stay rearranging manipulating table_valid table_to_hand",
        "KA-12: declaring; KA-21: joker_swap swap_turn swap_opened; KA-23: swap_card; KA-24: either_suit",
        "KA-A2: joker_on_table; KA-22: freed_joker same_turn; KA-26: discard closing going_out; KA-32: doubling",
        "KA-A5: empty_stock nothing_left; KA-07: values joker_in_hand; KA-27: score row",
        "KA-28: limit; KA-29: last_in best_wins equals; KA-30: rejoin",
    ),
    remarks={"next_deal": Remark("deal_goes_round", "KA-06")},
    emblem="♥",
)
