"""500 Rummy, from Czechia: any discard may be taken with all above it; laid cards count for you, held ones against."""

from ..families import five_hundred
from ..model.notation import *

OPTIONS = house_rules(
    target=target("CS-21"),
    ace=choice(
        "CS-A2",
        N_("Where the ace goes in a run."),
        {"low": N_("only below the two"), "low_and_high": N_("below the two or above the king")},
        {"low_and_high": {"melds.ace": AceOrder.LOW_AND_HIGH}},
        reading=N_("The ace may also go above the king: Q-K-A is a run."),
        condition=N_("If the ace may go above the king"),
    ),
    joker_limit=joker_limit(
        "CS-A6", JokerLimit.NOT_MORE_THAN_NATURALS, JokerLimit.FEWER_THAN_NATURALS, JokerLimit.ONE, JokerLimit.NONE
    ),
    sets_different_suits=switch(
        "CS-A5",
        five_hundred.SET_DIFFERS_IN_SUIT,
        sets="melds.set_suits_differ",
        default=True,
        packs=2,
        reading=N_("Three cards of the same rank are a set, whatever their suits."),
        condition=N_("If suits may repeat in a set"),
    ),
    top_card_must_be_melded=top_card_must_be_melded("CS-A3"),
    joker_swap=joker_swap("CS-A7"),
    round_the_corner=doubt_switch(
        "CS-A2",
        N_("A run may go round the corner: K-A-2."),
        {"melds.ace": AceOrder.RING},
        reading=N_("Runs may go round the corner, as in K-A-2."),
        condition=N_("If runs may go round the corner"),
    ),
    several_melds_after_pile=doubt_switch(
        "CS-A4",
        N_("If you take several cards from the pile, you may lay several new melds."),
        {"turn.melds_each_after_pile": False},
        condition=N_("If you may then lay several melds"),
    ),
    several_past_target=doubt_choice(
        "CS-A9",
        N_("What decides when several players have reached the target."),
        {
            "one_left": N_("deal again until only one has it"),
            "one_ahead": N_("deal again until one of them is ahead"),
            "best_wins": N_("the highest total wins at once"),
        },
        {
            "one_ahead": {"ending.several": SeveralPast.ONE_AHEAD},
            "best_wins": {"ending.several": SeveralPast.BEST_WINS},
        },
        readings={
            "one_ahead": Wording(
                N_("Deal again until one of them is ahead, even if others have the target, too."),
                N_("If play goes on until one is ahead"),
            ),
            "best_wins": Wording(N_("The highest total wins at once; after a tie, you play on.")),
        },
    ),
    lay_off_before_meld=doubt_switch(
        "CS-A11",
        N_("You may lay off before you have laid a meld."),
        {"turn.lay_off": LayOff.WHEN_OPENING},
        default=True,
        reading=N_("Only a player who has laid a meld may lay off."),
        condition=N_("If you must have laid a meld first"),
    ),
    dealer=dealer("CS-A12", group=OptionGroup.QUARREL),
    discard_taken_card=doubt_switch(
        "CS-A13",
        N_("You may take the top discard and discard it again."),
        {"turn.discard_taken_card": True},
        condition=N_("If you may discard the card you took"),
    ),
    joker_may_be_wanted=doubt_switch(
        "CS-A14",
        N_("You may choose a joker from the discard pile."),
        {"turn.wanted_joker": False},
        default=True,
        reading=N_("You may not choose a joker from the discard pile."),
        condition=N_("If you may not choose a joker from the pile"),
    ),
    melds_in_hand=melds_in_hand("CS-A10", N_("Complete melds in hand cost nothing.")),
    laid_off_scores_for=doubt_choice(
        "CS-A8",
        N_("Who scores a card laid off on somebody else’s meld."),
        {"layer": N_("whoever laid it off"), "meld_owner": N_("whoever laid the meld")},
        {"meld_owner": {"scoring.laid_off_to_owner": True}},
        reading=N_("A card laid off counts for the player who laid the meld."),
        condition=N_("If a card laid off counts for the meld’s owner"),
    ),
)

RULES = rulebook(
    OPTIONS,
    sections={
        "Balíček": "CS-01",
        "Rozdávání": "CS-02 CS-03 CS-04 CS-A12",
        "Kombinace karet": "CS-05 CS-06 CS-A1 CS-A2 CS-A5",
        "Hra": (
            "CS-07 CS-08 CS-09 CS-10 CS-11 CS-12 CS-13 CS-14 CS-15 CS-16 "
            "CS-17 CS-A3 CS-A4 CS-A6 CS-A7 CS-A11 CS-A13 CS-A14"
        ),
        "Konec hry": "CS-18 CS-20 CS-21 CS-22 CS-A8 CS-A9 CS-A10",
        "Hodnoty karet": "CS-19",
    },
    aim={},
    cards={
        "CS-01": N_(
            "You play with one pack of 52 cards and two jokers. Five or more players use two packs, 108 cards."
        ),
        "CS-19": N_("A jack, queen or king counts 10, an ace 1, a number card its number, a joker 15."),
    },
    deal={
        "CS-02": five_hundred.AS_MANY_AS_CAN_BE_DEALT,
        "CS-03": five_hundred.THIRTEEN_FOR_TWO,
        "CS-04": N_(
            "Deal one card at a time, clockwise from the dealer’s left. The rest is the stock, face down; its "
            "top card starts the discard pile."
        ),
        "CS-A12": doubt(N_("The source does not say who begins and who deals next."), five_hundred.DEALT_IN_TURN),
    },
    draw={
        "CS-10": N_("Begin your turn by drawing from the stock or the discard pile, without showing the card."),
        "CS-11": five_hundred.ANY_DISCARD_WITH_THOSE_ABOVE,
        "CS-12": five_hundred.WANTED_CARD_IS_LAID,
        "CS-A3": five_hundred.TOP_DISCARD_NEED_NOT_BE_LAID,
        "CS-A14": doubt(
            N_("The source does not say whether you may choose a joker from the discard pile."),
            N_("You may choose a joker from the discard pile if you lay it at once, like any other card."),
        ),
        "CS-13": five_hundred.CARDS_ABOVE_ARE_KEPT,
    },
    lay_down={
        "CS-14": N_("You may lay one new meld of three or more cards in a turn, or hold it back."),
        "CS-A4": doubt(
            N_("One sentence allows one new meld a turn, another lets you lay all the cards you took from the pile."),
            N_("You may lay one new meld a turn; other cards you can only lay off."),
        ),
        "CS-05": five_hundred.RUN,
        "CS-A2": doubt(
            N_("The source does not give the order of the ranks; an ace counts 1."),
            N_("The ace goes only below the two: A-2-3 is a run, Q-K-A and K-A-2 are not."),
        ),
        "CS-06": five_hundred.SET,
        "CS-A5": doubt(
            N_("With two packs, it is unclear whether a set may have the same card twice."),
            N_("The suits of a set must differ."),
        ),
        "CS-07": N_("A set never has five cards, not even with two packs."),
        "CS-A1": doubt(
            N_("The source’s card pictures of runs, sets and laying off are missing."),
            N_("Where the pictures are missing, the words beside them apply."),
        ),
        "CS-17": N_(
            "You need no minimum to open and may lay from your first turn on. There are no penalties, no calls "
            "and no time limit."
        ),
    },
    lay_off={
        "CS-15": N_("You may lay off any number of cards in a turn, on any meld they fit. Nobody has to."),
        "CS-A11": doubt(
            N_("The source does not say whether you may lay off before you have laid a meld."),
            N_("You may lay off before you have laid a meld."),
        ),
    },
    discard={
        "CS-16": N_(
            "The aim is to get rid of all your cards by laying them. If you still have cards, discard one; to go "
            "out you need no discard."
        ),
        "CS-A13": five_hundred.TOP_DISCARD_THROWN_BACK,
    },
    joker={
        "CS-08": N_("A joker stands for any card. When you lay one, say which card it is."),
        "CS-A6": five_hundred.LIMIT_OF_JOKERS,
        "CS-09": N_("Cards on the table never move from one meld to another, and no rule lets you take a joker back."),
        "CS-A7": five_hundred.JOKER_STAYS,
    },
    going_out={
        "CS-18": N_(
            "The round ends when somebody has no cards left, or when the player whose turn it is wants to draw "
            "from an empty stock."
        ),
    },
    scoring={
        "CS-20": five_hundred.LAID_MINUS_LEFT,
        "CS-A8": doubt(
            N_("The source does not say who scores a card laid off on somebody else’s meld."),
            N_("A card laid off counts for the player who laid it off."),
        ),
        "CS-A10": doubt(
            N_("The introduction subtracts unmatched cards, the last part all cards left in hand."),
            five_hundred.MELDS_IN_HAND_COST,
        ),
    },
    end={
        "CS-21": N_("A total of 500 wins the game. Until then you deal again."),
        "CS-22": N_("If two players reach 500 in the same round, deal again until one of them has won."),
        "CS-A9": doubt(
            N_("It is unclear what decides when two or three players have reached the target."),
            N_("Deal again until exactly one player has the target or more."),
        ),
    },
)

VARIANT = Variant(
    key="cs-500",
    version="3",
    name="500 Rummy",
    country=N_("Czechia"),
    language="cs",
    summary=N_(
        "Take any discard with everything above it. Cards you lay count for you, cards left in hand against you."
    ),
    source=Source(title="500 Rummy", publisher="Rummy.cz", language="cs", address="https://www.rummy.cz/500-rummy/"),
    deck=five_hundred.DECK_FROM_FIVE_DOUBLED,
    deal=Deal(cards=five_hundred.CARDS_FOR_TWO, first=five_hundred.FIRST_PLAYER),
    melds=MeldRules(
        ace=AceOrder.LOW,
        rules=meld_topics(
            "CS-A2: ace; CS-08: joker; CS-A6: joker_limit; CS-14: min_cards; CS-05: run run_length same_suit",
            "CS-06: set set_size; CS-07: set_too_large; CS-A5: suits",
        ),
    ),
    jokers=JokerRules(limit=JokerLimit.NOT_MORE_THAN_NATURALS, declared=Declaration.ALWAYS),
    swap=five_hundred.SWAP_IF_AGREED,
    turn=Turn(draws=five_hundred.DRAWS_ANY_DISCARD, melds_each=1),
    closing=five_hundred.CLOSING_WITHOUT_DISCARD,
    values=CardValues(ranks=rank_values(ace=1, jack=10, queen=10, king=10), joker=15),
    scoring=Scoring(
        table_rule="CS-20",
        hand_rule="CS-20",
        no_closer_rule="CS-20",
    ),
    ending=replace(five_hundred.ENDING, several=SeveralPast.DEAL_AGAIN),
    options=OPTIONS,
    chapters=RULES.chapters,
    rule_list=RULES.rule_list,
    cites=topics(
        "CS-10: draw top_card out_of_turn; CS-A3: top_card_at_once; CS-11: whole_pile part_of_pile; CS-12: wanted",
        "CS-A13: thrown_back; CS-14: own_cards melds_each not_opening; CS-15: own_turn lay_off laying_off_several",
        "CS-17: opening_minimum opening_turn rummy_call; CS-08: declaring; CS-A11: lay_off_before_own",
        "CS-09: say_which melds_stay rearranging table_to_hand",
        "CS-A7: joker_swap swap_turn swap_card either_suit freed_joker; CS-16: discard going_out",
        "CS-18: closing empty_stock; CS-19: values joker_in_hand; CS-A10: melds_in_hand; CS-20: score",
        "CS-21: target best_wins; CS-22: several equals",
    ),
    remarks={"next_deal": Remark("deal_goes_round", "CS-A12")},
    emblem="♦",
)
