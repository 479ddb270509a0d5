"""500 Rum, from England and the USA: any discard with all above it, used at once; an ace below a two counts little."""

from ..families import five_hundred
from ..model.notation import *

OPTIONS = house_rules(
    jokers=one_of("E5-O1", N_("How many jokers the pack has."), (2, 0), sets="deck.jokers", effect=Effect.SCORE),
    card_values=choice(
        "E5-O2",
        N_("What the cards count."),
        {"face": N_("face value, low ace 1"), "fives": N_("5, 10 or 15, low ace 5")},
        {
            "fives": {
                "values.ranks": five_hundred.RANKS_IN_FIVES,
                "values.places.ace_low": 5,
                "scoring.point_step": 5,
                "cites.values": "E5-O2",
            }
        },
        effect=Effect.SCORE,
    ),
    rummy_call=choice(
        "E5-O3",
        N_("For which discards you may call “Rummy!”."),
        {"any_discard": N_("any in the pile"), "last_discard": N_("only the last one"), "none": N_("none of them")},
        {
            "last_discard": {"call.deeper": False, "cites.rummy_call": "E5-O3"},
            "none": {"call.allowed": False, "cites.rummy_call": "E5-O3"},
        },
    ),
    ace_always_15=switch(
        "E5-O4",
        N_("Every ace counts 15, even below a two."),
        {"values.places.ace_low": 15},
        effect=Effect.SCORE,
    ),
    discard_to_close=switch(
        "E5-O5",
        N_("To go out, you must discard your last card; without a card to discard, you play on."),
        {
            "closing.last_discard": LastDiscard.ANY_FACE,
            "closing.empty_hand": EmptyHand.PLAYS_ON,
            "cites.going_out": "E5-O5",
            "cites.closing": "E5-O5",
        },
    ),
    target=target("E5-O6", usual=(500, 1000, 1500)),
    deal_for_two=one_of(
        "E5-O7",
        N_("How many cards each of two players gets."),
        (13, 10),
        {10: {"deal.cards": ((2, 10), (None, 7))}},
    ),
    top_card_must_be_melded=switch(
        "E5-A1",
        N_("Even if you take only the top discard, you must lay it at once."),
        {"turn.draws.top_card.use": DrawUse.LAID},
        reading=N_("You must lay even the top discard at once."),
        condition=N_("If you must lay even the top card"),
    ),
    call_with_own_cards=call_with_own_cards("E5-A3"),
    call_takes_turn=switch(
        "E5-A2",
        N_("Whoever calls takes the turn, not only the card."),
        {"call.takes_turn": True},
        condition=N_("If the caller takes the turn"),
    ),
    joker_limit=joker_limit(
        "E5-A5", JokerLimit.NOT_MORE_THAN_NATURALS, JokerLimit.FEWER_THAN_NATURALS, JokerLimit.ONE, JokerLimit.NONE
    ),
    joker_swap=joker_swap(
        "E5-A6",
        N_("If you hold the card that a joker on the table stands for, you may swap the two."),
        N_("If you may swap jokers"),
    ),
    tie=tie("E5-A7"),
    dealer=dealer("E5-A8", readings={"winner": Wording(N_("The winner of a round deals the next one."))}),
    whole_suit_ace=doubt_choice(
        "E5-A9",
        N_("What the ace counts in a run of all thirteen cards of a suit."),
        {"low": N_("as a low ace"), "high": N_("as a high ace")},
        {"high": {"melds.whole_suit_ace_low": False}},
        reading=N_("The player who lays them chooses, so the ace counts as high."),
        condition=N_("If that ace counts as high"),
    ),
    jokers_named=jokers_named("E5-A11"),
    call_open_until=call_open_until(
        "E5-A12",
        N_("How long you may call “Rummy!” for a discard."),
        N_("You may call “Rummy!” until the next discard."),
    ),
    call_with_pile_cards=doubt_switch(
        "E5-A14",
        N_("You may also call for a card that makes a meld with the cards above it."),
        {"call.pile_cards": True},
        condition=N_("If the cards above it count"),
    ),
)

RULES = rulebook(
    OPTIONS,
    sections={
        "500 Rummy": (
            "E5-01 E5-02 E5-03 E5-16 E5-17 E5-18 E5-19 E5-20 E5-23 E5-24 E5-26 "
            "E5-34 E5-35 E5-37 E5-40 E5-O6 E5-A7 E5-A9 E5-A10"
        ),
        "500 rum (fact-index.com)": "E5-04 E5-05 E5-06 E5-07 E5-08 E5-09 E5-10",
        "Rummy 500 (bufton.org)": "E5-11 E5-13 E5-14 E5-A1",
        "Rummy (boardgamearena.com)": "E5-12",
        "How to play 500 Rum (howstuffworks.com)": "E5-15 E5-25 E5-27 E5-28 E5-O7",
        "Rummy 500 rules (debitcardcasino.ca)": "E5-21 E5-A5 E5-A6",
        "Rummy 500 variations (debitcardcasino.ca)": "E5-31 E5-O1 E5-O2 E5-O3 E5-A2",
        "Rummy variations (aptur.net)": "E5-22 E5-30 E5-O4 E5-O5 E5-A11 E5-A12 E5-A13",
        "Rummy (offsidebet.com)": "E5-29 E5-32 E5-33 E5-41 E5-A3 E5-A4",
        "Card play (zoboko.com)": "E5-36 E5-38 E5-39",
        "500 rum (academickids.com)": "E5-A8",
        "Rommé 500 (onlineromme.com)": "E5-A14",
    },
    aim={},
    cards={
        "E5-01": five_hundred.TWO_JOKERS,
        "E5-O1": N_("Many play without jokers."),
        "E5-02": N_("Five or more players use two packs with four jokers, 108 cards."),
        "E5-34": N_("Two to ten count their number, a jack, queen or king 10, an ace 15, and a joker always 15."),
        "E5-35": N_("An ace below a two counts only 1 on the table, even if a joker is the two or the three."),
        "E5-A9": doubt(
            N_("It is unclear whether the ace is low or high in a run of all thirteen cards of a suit."),
            N_("There the ace counts as below the two."),
        ),
        "E5-36": N_("In a set, above a king and in your hand, an ace counts 15."),
        "E5-O2": N_(
            "Some count 5 for two to nine, 10 for ten to king, and 15 for an ace or a joker; an ace below a two then "
            "counts 5."
        ),
        "E5-O4": N_("Some count 15 for every ace, low or high."),
    },
    deal={
        "E5-03": N_("Two to eight can play."),
        "E5-04": five_hundred.THIRTEEN_FOR_TWO,
        "E5-O7": N_("Some deal only ten cards each to two players."),
        "E5-05": N_(
            "The rest is the stock, face down. Its top card starts the discard pile, which lies spread, so that "
            "everybody sees all its cards."
        ),
        "E5-06": N_(
            "Draw cards for the first deal: the lowest deals. Then deal in turn; the player on the dealer’s left "
            "begins."
        ),
        "E5-A8": doubt(
            N_("One source lets the players deal in turn, others let the winner of a round deal the next one."),
            five_hundred.DEALT_IN_TURN,
        ),
    },
    draw={
        "E5-07": N_("Begin your turn by drawing the top card of the stock or any card of the discard pile."),
        "E5-08": five_hundred.ANY_DISCARD_WITH_THOSE_ABOVE,
        "E5-09": five_hundred.WANTED_CARD_IS_LAID,
        "E5-10": five_hundred.CARDS_ABOVE_ARE_KEPT,
        "E5-11": N_("You may take the top discard alone without laying it, like a card from the stock."),
        "E5-A1": five_hundred.TOP_DISCARD_NEED_NOT_BE_LAID,
        "E5-33": N_(
            "If the stock is empty and the player whose turn it is does not take from the pile, the round ends. There "
            "is no new stock."
        ),
    },
    lay_down={
        "E5-13": five_hundred.LAY_AS_MANY_AS_YOU_LIKE,
        "E5-15": N_("You need no minimum to open and may lay from your first turn on. Nothing costs penalty points."),
        "E5-16": five_hundred.SET,
        "E5-17": five_hundred.SET_DIFFERS_IN_SUIT,
        "E5-18": five_hundred.RUN,
        "E5-19": five_hundred.NOT_ROUND_THE_CORNER,
        "E5-A10": doubt(
            N_("With two packs and an ace that is high and low, it is unclear whether a run may go from ace to ace."),
            N_("A run has at most one ace."),
        ),
        "E5-20": N_("Cards on the table never move from one meld to another."),
    },
    lay_off={
        "E5-23": five_hundred.LAY_OFF_BEFORE_ANY_MELD,
        "E5-24": N_("Lay off the fourth card of a set, or the next card at either end of a run."),
        "E5-25": N_("An ace ends its run: you can lay off neither a two on Q-K-A nor a king on A-2-3."),
        "E5-26": five_hundred.SAY_WHICH_MELD,
        "E5-27": five_hundred.LAID_OFF_COUNTS_FOR_YOU,
        "E5-28": five_hundred.BUILD_IN_THAT_MELD,
    },
    discard={
        "E5-14": N_("A discard ends your turn, unless you have laid all your cards."),
        "E5-12": five_hundred.DISCARD_ANOTHER_CARD,
    },
    joker={
        "E5-21": five_hundred.JOKER_STANDS_FOR_ANY_CARD,
        "E5-22": N_("If a joker could be several cards, say which one it is; it stays that card in this round."),
        "E5-A11": doubt(
            N_("It is unclear whether you name every joker or only one that could be several cards."),
            five_hundred.NAME_A_JOKER_THAT_IS_OPEN,
        ),
        "E5-A5": five_hundred.LIMIT_OF_JOKERS,
        "E5-A6": five_hundred.JOKER_STAYS,
    },
    calls={
        "E5-29": N_(
            "When somebody else’s discard fits a meld on the table, you may call “Rummy!”, also for a card deeper in "
            "the pile."
        ),
        "E5-30": N_("The first to call gets the card, as long as the next player has not gone on."),
        "E5-31": N_(
            "The caller takes the card with all the cards above it and lays it at once. Then play goes on as before."
        ),
        "E5-O3": N_("Some call only for the last discard, others not at all."),
        "E5-A2": doubt(
            N_("It is unclear whether a call takes only the card or the turn as well."),
            N_("The caller only lays the card; then play goes on as before the call."),
        ),
        "E5-A3": doubt(
            N_("It is unclear whether you may call for a card that makes a meld only with your own cards."),
            N_("The card must go down without the caller’s own cards."),
        ),
        "E5-A14": doubt(
            N_("It is unclear whether you may call for a card that makes a meld only with the cards above it."),
            N_("The card must fit a meld that lies on the table."),
        ),
        "E5-A4": doubt(
            N_("It is unclear whether you may call for the card with which somebody goes out."),
            N_("Nobody can call for that card: the round is over."),
        ),
        "E5-A12": doubt(
            N_("It is unclear how long you may call."),
            N_("You may call “Rummy!” until the next player has touched the stock or the pile."),
        ),
        "E5-A13": doubt(N_("No source says what a wrong call costs."), N_("A wrong call costs nothing.")),
    },
    going_out={
        "E5-32": N_(
            "The round is over when somebody has no cards left, by laying, laying off or discarding. You need no "
            "last discard."
        ),
        "E5-O5": N_("Some must go out with a discard. If you have no card to discard, you play on without cards."),
    },
    scoring={
        "E5-37": N_("You score the cards you have laid minus those left in your hand."),
        "E5-38": five_hundred.MELDS_IN_HAND_COST,
        "E5-39": N_("The score of a round can be negative."),
    },
    end={
        "E5-40": five_hundred.ENDS_AT_500,
        "E5-O6": five_hundred.ANOTHER_TARGET,
        "E5-41": five_hundred.HIGHEST_TOTAL_WINS,
        "E5-A7": five_hundred.TIE,
    },
)

VARIANT = Variant(
    key="en-500",
    version="2",
    name="500 Rum",
    country=N_("England and the USA"),
    language="en",
    summary=N_("Take any discard with everything above it, and lay it at once. Aces below a two count little."),
    source=Source(
        title="500 Rummy", publisher="pagat.com", language="en", address="https://www.pagat.com/rummy/500rum.html"
    ),
    deck=five_hundred.DECK_FROM_FIVE_DOUBLED,
    deal=Deal(cards=five_hundred.CARDS_FOR_TWO, most_players=8, first=five_hundred.FIRST_PLAYER),
    melds=MeldRules(
        ace=AceOrder.LOW_AND_HIGH,
        whole_suit_ace_low=True,
        rules=meld_topics(
            "E5-19: ace; E5-21: joker; E5-A5: joker_limit; E5-18: run run_length same_suit min_cards",
            "E5-16: set set_size set_too_large; E5-17: suits",
        ),
    ),
    jokers=five_hundred.JOKERS,
    swap=five_hundred.SWAP_IF_AGREED,
    turn=Turn(draws=five_hundred.DRAWS_ANY_DISCARD, cardless_from_stock=False),
    call=CallRules(allowed=True, deeper=True, takes_turn=False),
    closing=five_hundred.CLOSING_WITHOUT_DISCARD,
    values=CardValues(ranks=five_hundred.RANKS_BY_NUMBER, joker=15, places={ValuePlace.ACE_LOW: 1}),
    scoring=Scoring(
        table_rule="E5-37",
        hand_rule="E5-37",
        no_closer_rule="E5-37",
    ),
    ending=five_hundred.ENDING,
    options=OPTIONS,
    chapters=RULES.chapters,
    rule_list=RULES.rule_list,
    cites=topics(
        "E5-07: draw out_of_turn; E5-11: top_card; E5-A1: top_card_at_once; E5-08: whole_pile part_of_pile",
        "E5-09: wanted; E5-12: thrown_back; E5-13: own_turn own_cards not_opening melds_each",
        "E5-15: opening_minimum opening_turn",
        "E5-22: declaring; E5-20: melds_stay rearranging table_to_hand; E5-23: lay_off lay_off_before_own",
        "E5-28: laying_off_several; E5-26: say_which; E5-14: discard",
        "E5-A6: joker_swap swap_turn swap_card either_suit freed_joker",
        "E5-29: rummy_call false_call discarder; E5-30: first_caller; E5-31: call_prize; E5-A2: call_turn",
        "E5-A3: call_with_cards; E5-A14: call_with_pile_cards; E5-A12: call_open; E5-A4: call_on_closing closing_face",
        "E5-32: going_out closing; E5-O5: empty_hand cardless; E5-33: empty_stock",
        "E5-34: values joker_in_hand; E5-38: melds_in_hand; E5-37: score",
        "E5-40: target; E5-41: best_wins several; E5-A7: equals",
    ),
    remarks={"next_deal": Remark("deal_goes_round", "E5-A8")},
    emblem="♥",
)
