"""Gin Rummy. Source: the rules of pagat.com as two sites have them, and ginrummy.com for the scoring."""

from ..model.notation import *

OPTIONS = house_rules(
    gin_bonus=number(
        "GN-O1",
        N_("The bonus for gin, in points."),
        25,
        (0, 99999),
        sets="knock.bonuses.gin",
        usual=(20, 25),
        effect=Effect.SCORE,
        readings={20: Wording(N_("Gin brings a bonus of 20."), N_("If gin brings 20"))},
    ),
    undercut_bonus=number(
        "GN-O2",
        N_("The bonus for undercutting the knocker, in points."),
        25,
        (0, 99999),
        sets="knock.bonuses.undercut",
        usual=(10, 20, 25),
        effect=Effect.SCORE,
        readings={10: Wording(N_("An undercut brings a bonus of 10."), N_("If an undercut brings 10"))},
    ),
    undercut_on_tie=switch(
        "GN-O3",
        N_("Equal deadwood is an undercut."),
        sets="knock.undercut_on_tie",
        default=True,
        effect=Effect.SCORE,
        reading=N_("Equal deadwood is an ordinary knock, which brings nothing."),
        condition=N_("If equal deadwood isn’t an undercut"),
    ),
    big_gin_bonus=number(
        "GN-O4",
        N_("The extra bonus for big gin; without one, big gin is not played."),
        6,
        (0, 99999),
        sets="closing.ways.big_gin.bonus",
        nullable=True,
        none=N_("nothing"),
        effect=Effect.SCORE,
    ),
    target=target("GN-O5", 100, usual=(100, 150, 250)),
    game_bonus=number(
        "GN-O6", N_("The bonus for winning the game, in points."), 100, (0, 99999), sets="ending.game_bonus"
    ),
    box_bonus=number(
        "GN-O7",
        N_("The bonus at the end for each round won, in points."),
        25,
        (0, 99999),
        sets="ending.box_bonus",
        usual=(20, 25),
        readings={20: Wording(N_("At the end, each round won brings 20."), N_("If each round won brings 20"))},
    ),
    shutout=choice(
        "GN-O8",
        N_("What a winner gets if the other player has won no round."),
        {
            "double_points": N_("the points of the rounds once more"),
            "double_game_bonus": N_("the game bonus once more"),
            "none": N_("nothing more"),
        },
        {
            "double_game_bonus": {"ending.shutout": Shutout.DOUBLE_GAME_BONUS, "ending.shutout_rule": "GN-O8"},
            "none": {"ending.shutout": Shutout.NOTHING},
        },
        reading=N_("In a shutout the game bonus counts twice, not the points of the rounds."),
        condition=N_("If a shutout doubles the game bonus"),
    ),
    knock_limit=number(
        "GN-O9",
        N_("The most deadwood with which you may knock; 0 means gin only."),
        10,
        (0, 10),
        sets="knock.limit",
        usual=(0, 10),
        effect=Effect.SCORE,
        readings={9: Wording(N_("You may knock with less than 10 points."), N_("If a knock needs less than 10"))},
    ),
    oklahoma=switch(
        "GN-O10",
        N_("The first upcard says with how many points you may knock."),
        {"knock.by_upcard": True, "knock.rules.limit": "GN-O10"},
        effect=Effect.SCORE,
    ),
    oklahoma_ace=choice(
        "GN-O10",
        N_("What an ace as the first upcard means."),
        {"gin_only": N_("only gin ends the round"), "one": N_("one point is allowed")},
        {"one": {"knock.upcard_ace": 1}},
        needs={"oklahoma": True},
        effect=Effect.SCORE,
        reading=N_("With an ace up, you may knock with one point."),
        condition=N_("If an ace up allows one point"),
    ),
    oklahoma_spade_doubles=switch(
        "GN-O10",
        N_("If the first upcard is a spade, the round counts double."),
        {"knock.doubling_suit": Suit.SPADES},
        needs={"oklahoma": True},
        effect=Effect.SCORE,
    ),
    fiftieth_card=switch(
        "GN-O11",
        N_("When two cards are left, the opponent may still take the last discard and knock."),
        {"closing.stock_empty": EmptyStock.VOID_AFTER_DISCARD, "cites.empty_stock": "GN-O11"},
        reading=N_("The opponent may still take the last discard and knock."),
        condition=N_("If the last discard may still be taken"),
    ),
    dealer=choice(
        "GN-O12",
        N_("Who deals the next round."),
        {
            "loser": N_("the loser of the last round"),
            "winner": N_("the winner of the last round"),
            "rotates": N_("the players in turn"),
        },
        {
            "winner": {"deal.dealer": Dealing.MOST_POINTS, "remarks.next_deal.code": "winner_deals"},
            "rotates": {"deal.dealer": Dealing.ROTATES, "remarks.next_deal.code": "deal_goes_round"},
        },
        effect=Effect.SCORE,
    ),
    winner_by=choice(
        "GN-O13",
        N_("Who wins the game."),
        {"target": N_("whoever reaches the target"), "final": N_("the higher grand total")},
        {"final": {"ending.grand_total_wins": True, "cites.best_wins": "GN-O13"}},
        reading=N_("The higher grand total wins."),
        condition=N_("If the higher grand total wins"),
    ),
    gin_ends_round=doubt_switch(
        "GN-A8",
        N_("Whoever has gin must go out with it."),
        {"knock.gin_must_close": True},
        condition=N_("If you must go out with gin"),
    ),
    gin_boxes=doubt_choice(
        "GN-A10",
        N_("How often a round won by gin counts for the bonus at the end."),
        {"one": N_("once, like any other"), "two": N_("twice")},
        {"two": {"knock.gin_boxes": 2}},
        effect=Effect.SCORE,
        reading=N_("A round won by gin counts twice for the bonus at the end."),
        condition=N_("If gin counts as two rounds"),
    ),
)

RULES = rulebook(
    OPTIONS,
    sections={
        "Gin Rummy (safeharborgames.net)": "GN-01 GN-02 GN-03 GN-04 GN-05 GN-06 GN-08 GN-09 GN-10 GN-11",
        "Gin Rummy: the rules (whiteknucklecards.com)": "GN-07 GN-13",
        "Deadwood (Rummy Fans)": "GN-12",
        "The 50th card (rubl.com)": "GN-14 GN-O11 GN-A3 GN-A7",
        "Knocking (ccstocker.com)": "GN-15",
        "Gin rules (ginrummy.pages.dev)": "GN-16 GN-17",
        "Scoring": (
            "GN-18 GN-23 GN-24 GN-25 GN-26 GN-28 GN-29 GN-30 GN-31 "
            "GN-O1 GN-O2 GN-O4 GN-O5 GN-O6 GN-O9 GN-A1 GN-A2 GN-A4"
        ),
        "Laying off (collegesportsscholarships.com)": "GN-19 GN-20 GN-21 GN-27 GN-32 GN-O7 GN-O8 GN-A9",
        "Layoffs (mobilityware.helpshift.com)": "GN-22",
        "Rules and variations (123dok.com)": "GN-33 GN-A11",
        "Scoring (ginplayeronline.com)": "GN-O3",
        "Oklahoma Gin (bicyclecards.com)": "GN-O10 GN-A6",
        "Rules of Oklahoma Gin (21casino.us)": "GN-O12",
        "Gin Rummy Classic (kbhgames.com)": "GN-O13 GN-A5",
        "Rules of Gin Rummy (lomstrategies.mystrikingly.com)": "GN-A8",
        "The value of bonus boxes (rummytalk.com)": "GN-A10",
    },
    cards={
        "GN-01": N_("Two play with one pack of 52 cards, without jokers."),
        "GN-02": N_("A ten, jack, queen or king counts 10, an ace 1, any other card its number."),
    },
    deal={
        "GN-03": N_("Deal ten cards each. Turn up the next card: this upcard starts the discard pile."),
        "GN-04": N_("Draw for the first deal: the lower card deals. Then the loser of a round deals the next one."),
        "GN-O12": N_("Some let the winner deal, others take turns."),
        "GN-05": N_(
            "The player who did not deal may take the upcard, else the dealer may. If neither does, whoever did "
            "not deal draws from the stock."
        ),
    },
    draw={
        "GN-06": N_("Draw one card in each turn, from the stock or from the top of the pile, and discard one."),
        "GN-07": N_("A card that you took from the pile stays in your hand for that turn: discard another one."),
    },
    lay_down={
        "GN-08": N_("A run is three or more cards of one suit that follow each other."),
        "GN-09": N_("A set is three or four cards of the same rank."),
        "GN-10": N_("A card belongs to one meld only."),
        "GN-11": N_("The ace is low: A-2-3 is a run, Q-K-A is not."),
        "GN-13": N_("Melds stay in the hand until somebody knocks."),
        "GN-12": N_("Cards that belong to no meld are deadwood. Arrange the hand so that they count least."),
    },
    going_out={
        "GN-14": N_(
            "After drawing, even in your first turn, you may knock if your deadwood is 10 or less after the discard."
        ),
        "GN-A3": doubt(
            N_("The sources disagree whether a knock needs 10 points or less, or fewer than 10."),
            N_("You may knock with 10 points."),
            "knock_limit",
        ),
        "GN-O9": N_("You may agree on a lower limit. With 0, only gin ends a round."),
        "GN-O10": N_(
            "In Oklahoma Gin the first upcard is the limit, a court card counting 10. Many play that an ace means gin "
            "only, and that a spade doubles the round."
        ),
        "GN-A6": doubt(
            N_("In Oklahoma Gin the sources disagree about an ace as the first upcard."),
            N_("With an ace up, only gin ends the round."),
            "oklahoma_ace",
        ),
        "GN-15": N_("Discard the last card face down when you knock."),
        "GN-16": N_("Nobody has to knock."),
        "GN-17": N_("Gin is a knock without any deadwood."),
        "GN-A8": doubt(
            N_("The sources disagree whether you may play on with gin in your hand."),
            N_("You may play on with gin, as with any hand that could knock."),
        ),
        "GN-18": N_("With big gin, all eleven cards are in melds: you lay them all and discard none."),
        "GN-O4": N_("Some do not play big gin: even if all eleven cards are in melds, you discard one."),
        "GN-33": N_("A knock with too much deadwood does not count: the round goes on as if nobody had knocked."),
        "GN-A11": doubt(
            N_("The source breaks off before it says what happens to the cards shown in a wrong knock."),
            N_("The player takes the cards back, and a wrong knock costs nothing."),
        ),
        "GN-27": N_(
            "If two cards are left in the stock and the player who drew last does not knock, the round is void: nobody "
            "scores, and the same player deals again."
        ),
        "GN-O11": N_("Some let the opponent take the last discard to knock with it before the round is void."),
        "GN-A7": doubt(
            N_("The sources disagree whether the last discard may still be taken when two cards are left."),
            N_("When two cards are left, the round is void at once."),
            "fiftieth_card",
        ),
    },
    lay_off={
        "GN-19": N_(
            "After a knock, the opponent lays melds too, and may lay off on the knocker’s melds: the fourth card of a "
            "set, and any number of cards at both ends of a run."
        ),
        "GN-20": N_("On gin or big gin nothing is laid off."),
        "GN-21": N_("The knocker lays nothing off."),
        "GN-22": N_("Laying off only makes a meld longer. You cannot make a new one that way."),
        "GN-A9": doubt(
            N_("The source does not say whether the knocker may rearrange melds already laid."),
            N_("Melds count as they were laid. A whole hand is arranged at its best."),
        ),
    },
    scoring={
        "GN-23": N_("If the knocker has less deadwood, the knocker scores the difference."),
        "GN-24": N_(
            "If the opponent has as little deadwood or less, that is an undercut: the opponent scores the "
            "difference and 25."
        ),
        "GN-A2": doubt(
            N_("The sources disagree about equal deadwood."),
            N_("Equal deadwood is an undercut."),
            "undercut_on_tie",
        ),
        "GN-O3": N_("Some count equal deadwood as an ordinary knock, which brings nothing."),
        "GN-O2": N_("An undercut brings 10 or 20 at some tables."),
        "GN-25": N_("Gin brings all of the opponent’s deadwood and 25. It cannot be undercut, not even by 0."),
        "GN-O1": N_("Gin brings 20 at some tables."),
        "GN-26": N_("Big gin brings 6 more than gin."),
        "GN-A1": doubt(
            N_("One source gives 25 for gin, for an undercut and for each round won, another gives 20, 10 and 20."),
            N_("Each of them brings 25."),
            "gin_bonus",
            "undercut_bonus",
            "box_bonus",
        ),
    },
    end={
        "GN-28": N_("The game ends when somebody has 100 points or more. Only one player scores in a round."),
        "GN-O5": N_("Some play to 150 or 250."),
        "GN-29": N_("Whoever reaches the target gets a game bonus of 100."),
        "GN-O6": N_("You may agree on another game bonus, or on none."),
        "GN-30": N_("At the end, both players get 25 for each round that they have won."),
        "GN-O7": N_("Each round won brings 20 at some tables."),
        "GN-A10": doubt(
            N_("The sources disagree whether a round won by gin counts once or twice for the bonus at the end."),
            N_("For the bonus at the end, every round won counts once."),
        ),
        "GN-31": N_(
            "In a shutout, when the loser has won no round, the winner’s points from the rounds count double, the "
            "bonuses do not."
        ),
        "GN-O8": N_("In a shutout, some double the game bonus instead of the points."),
        "GN-A4": doubt(
            N_("The sources disagree about what a shutout doubles."),
            N_("A shutout doubles the winner’s points from the rounds."),
            "shutout",
        ),
        "GN-32": N_("Bonuses at the end of the game do not count toward the target."),
        "GN-A5": doubt(
            N_(
                "The sources disagree about who wins: whoever reaches the target, or the higher total with all bonuses."
            ),
            N_("Whoever reaches the target wins."),
            "winner_by",
        ),
        "GN-O13": N_("Some let the higher grand total win."),
    },
)

VARIANT = Variant(
    key="en-gin",
    version="2",
    name="Gin Rummy",
    country=N_("England and the USA"),
    language="en",
    summary=N_("For two: melds stay hidden until one knocks with ten points or fewer left. First to a hundred."),
    source=Source(
        title="Gin Rummy: scoring", publisher="ginrummy.com", language="en", address="http://ginrummy.com/scoring.html"
    ),
    deck=Deck(packs=1, jokers=0),
    deal=Deal(
        cards=((None, 10),),
        most_players=2,
        dealer=Dealing.FEWEST_POINTS,
        void_keeps_dealer=True,
        first=N_("The player who did not deal begins."),
    ),
    melds=MeldRules(
        rules=meld_topics(
            "GN-01: joker joker_limit",
            "GN-11: ace; GN-08: run run_length same_suit min_cards; GN-09: set set_size set_too_large suits",
        ),
    ),
    turn=Turn(draws=no_draws(top_card=Draw(Who.EVERYBODY))),
    closing=Closing(
        words=KNOCKED,
        last_discard=LastDiscard.FACE_DOWN,
        stock_empty=EmptyStock.VOID_AT_ONCE,
        stock_kept=2,
        ways={"big_gin": WayOfClosing(None, "GN-18", N_("Big gin"), factor=1, bonus=6, bonus_rule="GN-26")},
    ),
    knock=KnockRules(
        allowed=True,
        upcard_ace=0,
        doubling_rule="GN-O10",
        bonuses={HandEnding.GIN: 25, HandEnding.UNDERCUT: 25},
        rules=knock_topics(
            "GN-23: knock; GN-25: gin; GN-24: undercut; GN-27: void",
            "GN-14: limit; GN-16: no_knock; GN-12: deadwood; GN-A8: gin_in_hand; GN-17: nothing_left",
            "GN-20: lay_off_on_gin; GN-21: knocker_lays_off; GN-O10: upcard",
        ),
    ),
    values=CardValues(ranks=rank_values(ace=1, jack=10, queen=10, king=10), joker=0),
    scoring=Scoring(melds_in_hand_free=True, no_closer=NoCloser.NOBODY, no_closer_rule="GN-27"),
    ending=Ending(
        target=100,
        grand_totals=True,
        game_bonus=100,
        box_bonus=25,
        shutout=Shutout.DOUBLE_POINTS,
        game_rule="GN-29",
        box_rule="GN-30",
        shutout_rule="GN-31",
    ),
    options=OPTIONS,
    presets=presets(
        oklahoma_gin=preset(
            "Oklahoma Gin",
            {"oklahoma": True, "target": 150},
            Source("Oklahoma Gin", "rummyrulebook.com", "en", "https://rummyrulebook.com/pages/oklahoma-gin-rummy/"),
        ),
    ),
    chapters=RULES.chapters,
    rule_list=RULES.rule_list,
    cites=topics(
        "GN-01: joker_swap swap_turn swap_card; GN-06: draw top_card whole_pile part_of_pile out_of_turn rummy_call",
        "GN-06: own_turn discard; GN-07: thrown_back; GN-10: own_cards; GN-14: closing going_out first_round",
        "GN-15: closing_face; GN-19: lay_off lay_off_before_own laying_off_several lay_off_where melds_stay",
        "GN-13: not_opening opening_minimum opening_turn melds_each",
        "GN-22: rearranging table_valid table_to_hand manipulating joker_on_table",
        "GN-02: values; GN-12: melds_in_hand; GN-23: score; GN-27: empty_stock",
        "GN-28: target several best_wins equals",
    ),
    remarks={"next_deal": Remark("loser_deals", "GN-04")},
    emblem="♣",
)
