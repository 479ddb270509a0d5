"""Tournament Rommé, from Germany: six jokers, 40 points to open, and rating points for each round of a series."""

from ..families import romme
from ..model.notation import *

OPTIONS = house_rules(
    jokers=one_of(
        "DT-O1", N_("How many jokers the two packs have in all."), (6, 4, 0), sets="deck.jokers", effect=Effect.SCORE
    ),
    joker_in_hand=number(
        "DT-O2",
        N_("What a joker left in hand costs."),
        25,
        (0, 99999),
        sets="values.joker",
        usual=(20, 25),
        effect=Effect.SCORE,
        readings={20: Wording(N_("A joker left in hand costs 20."), N_("If a joker left in hand costs 20"))},
    ),
    opening_minimum=opening_minimum("DT-O3", (30, 40)),
    joker_limit=joker_limit(
        "DT-O4",
        JokerLimit.NOT_MORE_THAN_NATURALS,
        JokerLimit.FEWER_THAN_NATURALS,
        JokerLimit.ONE,
        JokerLimit.NONE,
        readings={"one": Wording(N_("A meld may have at most one joker."), N_("If a meld may have at most one joker"))},
    ),
    take_discard_only_opened=take_discard_only_opened(
        "DT-O5",
        reading=N_("Only players who have opened may draw the top discard."),
        condition=N_("If you must have opened to draw it"),
    ),
    take_discard_at_once=switch(
        "DT-O6",
        N_("If you draw the top discard, you must lay it in the same turn."),
        {"turn.draws.top_card.use": DrawUse.LAID, "cites.top_card_at_once": "DT-O6"},
        condition=N_("If you must lay the top discard at once"),
    ),
    swapped_joker=choice(
        "DT-O7",
        N_("What becomes of a joker that you swapped."),
        {"hand": N_("you may keep it in your hand"), "at_once": N_("you lay it at once, in a new meld")},
        {"at_once": {"swap.goes_to": JokerGoes.NEW_MELD, "cites.freed_joker": "DT-O7"}},
        reading=N_("You must lay a swapped joker in a new meld in the same turn."),
        condition=N_("If a swapped joker must go into a new meld"),
    ),
    discard_to_close=switch(
        "DT-O8",
        N_("To go out, you must discard your last card."),
        {"closing.last_discard": LastDiscard.NOT_NEEDED, "cites.going_out": "DT-O8", "cites.closing": "DT-O8"},
        default=True,
        reading=N_("You need no last discard."),
        condition=N_("If you need no last discard"),
    ),
    hand_needs_minimum=hand_needs_minimum("DT-O9", "hand_romme", needed=False),
    hand_needs_empty_table=switch(
        "DT-O10",
        N_("It is a Hand-Rommé only if nobody has laid anything before."),
        {"closing.ways.hand_romme.needs_empty_table": True, "cites.doubling": "DT-O10"},
        condition=N_("If a Hand-Rommé needs an empty table"),
    ),
    hand_doubles=switch(
        "DT-O11", romme.HAND_ROMME_DOUBLES, {"closing.ways.hand_romme.factor": 1}, default=True, effect=Effect.SCORE
    ),
    winner_collects=switch(
        "DT-O12",
        N_("Whoever goes out scores what the others have left."),
        {"scoring.closer_rule": "DT-O12"},
        condition=N_("If whoever goes out scores what the others have left"),
    ),
    rating_win=number(
        "DT-O13", N_("The rating points for going out."), 5, (0, 99999), sets="scoring.rating.win", usual=(5,)
    ),
    rating_hand=number(
        "DT-O13",
        N_("The rating points for a Hand-Rommé."),
        8,
        (0, 99999),
        sets="scoring.rating.ways.hand_romme",
        usual=(8,),
    ),
    rating_bands=choice(
        "DT-O13",
        N_("The rating points for at most 30 points left in hand."),
        {"by_tens": N_("up to 10: 3, up to 20: 2, up to 30: 1"), "flat": N_("always 2")},
        {"flat": {"scoring.rating.bands": ((30, 2),)}},
        reading=N_("At most 30 points left in hand always bring 2 rating points."),
        condition=N_("If at most 30 points left always bring 2"),
    ),
    limit=loss_limit("DT-O14", (500,)),
    agreed_rounds=agreed_rounds("DT-O15", 20),
    winner_by=choice(
        "DT-O16",
        N_("What wins the game."),
        {"rating": N_("the most rating points"), "points": N_("the fewest minus points")},
        {"points": {"ending.wins": Wins.HIGHEST, "cites.best_wins": "DT-O16"}},
    ),
    rating_after_hand=doubt_choice(
        "DT-A8",
        N_("What the rating points of the others go by after a Hand-Rommé."),
        {"cards": N_("the cards in hand"), "minus_points": N_("the doubled minus points")},
        {"minus_points": {"scoring.rating.multiplied": True}},
        reading=N_("After a Hand-Rommé, rating points go by the doubled minus points."),
        condition=N_("If rating points go by the doubled minus points"),
    ),
    equal_rating=doubt_choice(
        "DT-A9",
        N_("Who wins if rating points are equal."),
        {"fewer_minus_points": N_("who has fewer minus points"), "shared": N_("they share the win")},
        {"shared": {"ending.rating_alone": True}},
        reading=N_("Equal rating points share the win."),
        condition=N_("If equal rating points share the win"),
    ),
    open_joker_of_set=open_joker_of_set("DT-A14"),
)

RULES = rulebook(
    OPTIONS,
    sections={
        "Spielregeln 1.1 und 1.2 (rommee.de)": "DT-01 DT-02 DT-03 DT-11 DT-20",
        "Spielregeln 2.1 (rommee.de)": "DT-12 DT-14",
        "Begriffe: Serie (rommee.de)": "DT-27",
        "Spielregeln und Wertungspunkte (romme24.com)": "DT-04 DT-O1 DT-O2 DT-A11",
        "Wettkampfregeln (GSBV Halle)": "DT-19 DT-24 DT-25 DT-26 DT-28 DT-O11 DT-O13 DT-A5 DT-A7 DT-A8 DT-A9 DT-A13",
        "Hessische Meisterschaft (op-marburg.de)": "DT-O15",
        "Anleitung (Rommé-Palast)": "DT-05 DT-06 DT-07 DT-08 DT-10 DT-O5 DT-A2 DT-A3",
        "Rommé lernen (Rommé-Palast)": "DT-21 DT-22 DT-O12 DT-O14 DT-O16 DT-A10",
        "Rund ums Handrommé (Rommé-Palast)": "DT-18 DT-23 DT-O10",
        "Glossar (Rommé-Palast)": "DT-13 DT-15 DT-16 DT-O3 DT-O7 DT-A4 DT-A14",
        "Rommé (kartenspiele.net)": "DT-09",
        "Rommé-Regeln (spiel-regeln.com)": "DT-29 DT-O4",
        "Spielablauf (online-romme-lernen.de)": "DT-17 DT-O6 DT-A1",
        "Rommé (vereinssport-in-deutschland.de)": "DT-O9 DT-A6",
        "German Rummy (en.wikipedia.org)": "DT-30 DT-O8 DT-A12",
    },
    aim={},
    cards={
        "DT-02": N_("You play with two packs and six jokers: 110 cards."),
        "DT-O1": N_("You may play with four jokers, or with none."),
    },
    deal={
        "DT-01": N_("Everybody plays alone; there are no partners."),
        "DT-03": N_("Two to four can play. At a tournament, three or four sit at each table."),
        "DT-04": N_(
            "Each player gets thirteen cards. The rest is the stock, face down; a card turned up beside it starts "
            "the discard pile."
        ),
        "DT-A1": doubt(
            N_("The sources differ on who begins, and on whether that player gets a fourteenth card."),
            N_("The player on the dealer’s left begins, and everybody has thirteen cards."),
        ),
        "DT-30": N_("The deal goes round clockwise, one round each."),
    },
    draw={
        "DT-05": N_(
            "Begin your turn by drawing the top card of the stock or of the pile. Then you may lay and lay off. A "
            "discard ends your turn."
        ),
        "DT-A2": doubt(
            N_("The instructions do not say that you must have opened before you may draw from the pile."),
            N_("Everybody may draw the top discard, and need not lay it."),
            "take_discard_only_opened",
            "take_discard_at_once",
        ),
        "DT-O5": N_("You may agree that only players who have opened draw from the pile."),
        "DT-O6": N_("You may agree that a card drawn from the pile must be laid in the same turn."),
        "DT-06": romme.DRAWN_DISCARD_STAYS,
        "DT-29": N_("If the stock runs out, shuffle the discards, all but the top one, into a new stock."),
    },
    lay_down={
        "DT-07": romme.SET,
        "DT-08": N_(
            "A run is three to thirteen cards in sequence in one suit. The ace goes below the two or above the king."
        ),
        "DT-09": N_("A run may not go round the corner: A-2-3 and Q-K-A are runs, K-A-2 is not."),
        "DT-12": N_("To open, your first melds must reach 40 points."),
        "DT-O3": N_("You may agree on another minimum than 40 points, often 30."),
        "DT-13": romme.OPENING_COUNTS_TOGETHER,
        "DT-11": N_(
            "When you open, a jack, queen or king counts 10, any other card its number, and an ace 11, but only 1 in "
            "A-2-3. A joker counts as much as the card it stands for."
        ),
    },
    lay_off={
        "DT-14": N_(
            "Once the minimum is on the table, you may lay off and swap jokers in the same turn. Cards laid off do "
            "not count toward it."
        ),
        "DT-15": N_("You may lay off only in your own turn and once you have opened, on your own or others’ melds."),
        "DT-17": N_("What lies on the table stays there: no card moves, and none goes back to a hand."),
    },
    joker={
        "DT-10": N_("A joker can stand for any card, but a meld may not have more jokers than other cards."),
        "DT-A3": doubt(
            N_("One source only forbids more jokers than other cards in a meld; another one allows a single joker."),
            romme.NO_MORE_JOKERS_THAN_CARDS,
            "joker_limit",
        ),
        "DT-O4": N_("You may agree on fewer jokers than other cards in a meld, on a single one, or on any number."),
        "DT-16": N_(
            "Once you have opened, you may swap a joker on the table in your turn for the card it stands for, from "
            "your hand."
        ),
        "DT-A14": romme.JOKER_OF_OPEN_SET,
        "DT-A4": doubt(
            N_("It is unclear whether you must lay a swapped joker in the same turn."),
            N_("The joker goes to your hand, and you may keep it."),
            "swapped_joker",
        ),
        "DT-O7": N_("You may agree that a swapped joker must be laid at once, in a new meld of your own."),
    },
    going_out={
        "DT-18": N_("To go out, you must discard your last card."),
        "DT-A12": doubt(
            N_("It is unclear whether you may go out without a discard."),
            N_("To go out, you must discard your last card."),
            "discard_to_close",
        ),
        "DT-O8": N_("You may agree that nobody needs a last discard to go out."),
        "DT-19": romme.HAND_ROMME,
        "DT-A5": doubt(
            N_("It is unclear whether it is a Hand-Rommé if others have laid melds already."),
            N_("It is a Hand-Rommé, whatever the others have laid."),
            "hand_needs_empty_table",
        ),
        "DT-O10": N_("You may agree that a Hand-Rommé counts as one only while nothing lies on the table."),
        "DT-A6": doubt(romme.HAND_ROMME_AND_MINIMUM, N_("A Hand-Rommé needs no minimum."), "hand_needs_minimum"),
        "DT-O9": N_("You may agree that a Hand-Rommé must reach the minimum, too."),
    },
    scoring={
        "DT-20": N_(
            "Left in hand, two to ten cost their number, a jack, queen or king 10, an ace always 11, and a joker 25."
        ),
        "DT-A11": doubt(
            N_("Both 25 and 20 are given for a joker left in hand."),
            N_("A joker left in hand costs 25."),
            "joker_in_hand",
        ),
        "DT-O2": N_("You may agree on another cost of a joker left in hand, usually 20."),
        "DT-21": N_("Write down what you have left in hand as minus points."),
        "DT-22": N_("The player who went out has no minus points in this round."),
        "DT-A10": doubt(
            N_("It is unclear whether going out brings plus points."),
            N_("Going out brings no plus points."),
            "winner_collects",
        ),
        "DT-O12": N_("You may agree that whoever goes out scores what the others have left."),
        "DT-23": romme.HAND_ROMME_DOUBLES,
        "DT-O11": N_("You may agree that a Hand-Rommé doubles nothing and only brings its rating points."),
        "DT-24": N_("Whoever goes out gets 5 rating points."),
        "DT-25": N_("Whoever goes out with a Hand-Rommé gets 8 rating points."),
        "DT-A13": doubt(
            N_("The source says at most 8 rating points for a Hand-Rommé, but not when it is fewer."),
            N_("A Hand-Rommé always brings 8."),
        ),
        "DT-26": N_("If you are left with at most 30 points, you get 1 to 3 rating points; with more, none."),
        "DT-A7": doubt(
            N_("One year’s rules give 1 to 3 rating points for at most 30 points left, the next year’s always 2."),
            N_("Up to 10 points left bring 3 rating points, up to 20 bring 2, up to 30 bring 1."),
            "rating_bands",
        ),
        "DT-A8": doubt(
            N_(
                "After a Hand-Rommé, it is unclear whether rating points go by the cards in hand or by the doubled "
                "minus points."
            ),
            N_("The rating points go by the cards in hand."),
        ),
        "DT-O13": N_("You may agree on other rating points for going out, for a Hand-Rommé and for little left."),
    },
    end={
        "DT-27": N_("You play a series, which is an agreed number of rounds. At tournaments it is 20."),
        "DT-O15": N_("You may agree on another number of rounds, or stop when you like."),
        "DT-O14": N_("You may agree that the game ends when somebody has more minus points than a limit, often 500."),
        "DT-28": N_("The most rating points win."),
        "DT-A9": doubt(
            N_("The sources do not say who wins if rating points are equal."),
            N_("Fewer minus points decide; if those are equal, too, the win is shared."),
        ),
        "DT-O16": N_("You may agree that the fewest minus points win."),
    },
)

VARIANT = Variant(
    key="de-turnier",
    version="1",
    name="Turnier-Rommé",
    country=N_("Germany"),
    language="de",
    summary=N_("Rommé as clubs play it: many jokers, and rating points for each round, which decide a series."),
    source=Source(
        title="Rommé: Spielregeln", publisher="rommee.de", language="de", address="https://www.rommee.de/regeln.html"
    ),
    deck=Deck(packs=2, jokers=6),
    deal=Deal(
        cards=((None, 13),),
        most_players=4,
        first=N_("The player on the dealer’s left begins; play goes clockwise."),
    ),
    melds=MeldRules(
        ace=AceOrder.LOW_AND_HIGH,
        rules=meld_topics(
            "DT-09: ace_not_allowed_here; DT-10: joker joker_limit; DT-07: set set_size suits same_suit_twice",
            "DT-08: ace min_cards run run_length same_suit",
        ),
    ),
    jokers=romme.JOKERS,
    swap=replace(romme.SWAP, allowed=True),
    turn=replace(romme.TURN, draws=no_draws(top_card=Draw(Who.EVERYBODY))),
    closing=Closing(
        ways={"hand_romme": WayOfClosing(LaidBefore.NOTHING, "DT-23", N_("Hand-Rommé"), needs_minimum=False)},
    ),
    values=CardValues(ranks=romme.RANKS, joker=25, joker_as_card=True, places=romme.LAID_ACES),
    scoring=Scoring(
        hand_rule="DT-21",
        closer_is_free=True,
        closer_follows_points=True,
        no_closer_rule="DT-21",
        rating=Rating(
            win=5,
            ways={"hand_romme": 8},
            bands=((10, 3), (20, 2), (30, 1)),
            win_rule="DT-24",
            ways_rule="DT-25",
            bands_rule="DT-26",
        ),
    ),
    ending=Ending(rounds=20, wins=Wins.RATING, names_losers=True),
    options=OPTIONS,
    chapters=RULES.chapters,
    rule_list=RULES.rule_list,
    cites=topics(
        "DT-05: draw top_card out_of_turn whole_pile part_of_pile rummy_call discard own_cards; DT-06: thrown_back",
        "DT-O6: top_card_at_once; DT-12: opening_minimum not_opening; DT-14: lay_off_when_opening opening_turn",
        "DT-15: lay_off lay_off_before_own laying_off_several own_turn; DT-11: declaring",
        "DT-17: melds_stay rearranging manipulating table_to_hand table_valid joker_on_table joker_left_over",
        "DT-16: joker_swap swap_turn swap_opened swap_card; DT-A4: freed_joker; DT-A14: either_suit",
        "DT-18: closing going_out; DT-19: doubling hand_only; DT-29: empty_stock nothing_left",
        "DT-20: values joker_in_hand score; DT-27: agreed_rounds; DT-28: best_wins; DT-A9: equals",
        "DT-O14: limit; DT-O12: row",
    ),
    emblem="♦",
)
