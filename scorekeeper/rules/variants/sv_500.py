"""Femhundra, from Sweden: nobody lays until all have had a turn, and only who has laid may take the whole pile."""

from ..families import five_hundred
from ..model.notation import *

OPTIONS = house_rules(
    round_the_corner=switch(
        "S5-O1",
        N_("A run may go round the corner: K-A-2."),
        {"melds.ace": AceOrder.LOW_AND_HIGH, "melds.rules.ace": "S5-O1"},
        default=True,
    ),
    target=target("S5-O2"),
    pile_penalty=number(
        "S5-O3",
        N_("How many points it costs to take the pile without a new meld."),
        100,
        (0, 999),
        sets="scoring.fines.failed_pile_pickups",
        usual=(50, 100),
    ),
    continue_on_lay_offs=switch(
        "S5-O4",
        N_("You may build at once on a card that somebody else laid off."),
        default=True,
    ),
    ace_high_value=one_of(
        "S5-A1",
        N_("What an ace counts, except below a two."),
        (25, 15),
        sets="values.ranks.ACE",
        effect=Effect.SCORE,
        reading=N_("An ace above a king, in a set or in hand counts 15."),
        condition=N_("If a high ace counts 15"),
    ),
    corner_ace_low=doubt_switch(
        "S5-A2",
        N_("An ace between a king and a two counts 5."),
        {"melds.corner_ace_low": True},
        effect=Effect.SCORE,
        condition=N_("If the ace of K-A-2 counts 5"),
    ),
    joker_value=number(
        "S5-A3",
        N_("What the joker counts."),
        25,
        (0, 99),
        sets="values.joker",
        usual=(15, 25, 50),
        effect=Effect.SCORE,
        readings={15: Wording(N_("The joker counts 15."), N_("If the joker counts 15"))},
    ),
    joker_swap=joker_swap("S5-A4"),
    discard_to_close=discard_to_close("S5-A5"),
    closing_bonus=number(
        "S5-A6",
        N_("How many points going out earns."),
        0,
        (0, 999),
        sets="closing.bonus",
        usual=(0, 50),
        effect=Effect.SCORE,
        readings={50: Wording(N_("Whoever goes out scores another 50 points."), N_("If going out earns 50 points"))},
    ),
    tie=tie("S5-A7"),
    pile_by_lay_offs=doubt_switch(
        "S5-A8",
        N_("Any three cards you lay are enough to take the pile, even laid off, if one of them is from the pile."),
        {"turn.pile_meld.lay_offs_count": True},
        condition=N_("If any three cards are enough"),
    ),
    stock_empty=stock_empty(
        "S5-A10",
        {"turned_over": N_("the pile is turned over"), "round_ends": N_("the round ends")},
        {"round_ends": five_hundred.ROUND_ENDS_WITH_STOCK},
    ),
    discard_top_card=doubt_switch(
        "S5-A12",
        N_("You may take the top discard and discard it again."),
        {"turn.discard_taken_card": False},
        default=True,
        reading=five_hundred.TOP_DISCARD_NOT_THROWN_BACK,
        condition=N_("If you may not discard the card you took"),
    ),
)

RULES = rulebook(
    OPTIONS,
    sections={
        "Femhundra (spelregler.org)": (
            "S5-01 S5-02 S5-03 S5-04 S5-05 S5-06 S5-07 S5-08 S5-09 S5-10 S5-11 S5-15 S5-16 S5-17 S5-24 "
            "S5-O1 S5-A2 S5-A9 S5-A10 S5-A11 S5-A12"
        ),
        "Femhundra (spelakort.se)": (
            "S5-12 S5-13 S5-14 S5-18 S5-19 S5-20 S5-22 S5-23 S5-O2 S5-O4 S5-A4 S5-A5 S5-A7 S5-A13 S5-A14"
        ),
        "Femhundra (spelakort.nu)": "S5-21 S5-A6",
        "Kortspelet 500 (reglerna.nu)": "S5-O3 S5-A8",
        "Kortspel 500 (basta-casinon.se)": "S5-A1",
        "500 kortspel (casinoutanverifiering.org)": "S5-A3",
    },
    aim={},
    cards={
        "S5-01": N_("You play with one pack of 52 cards and one joker."),
        "S5-19": five_hundred.FIVES_AND_TENS,
        "S5-20": N_("An ace below a two counts 5 on the table, any other ace 25."),
        "S5-A1": doubt(
            N_("A high ace counts 25 in some sources, 15 in another."),
            N_("A high ace counts 25."),
        ),
        "S5-A2": doubt(
            N_("No source says what an ace counts in a set, or between a king and a two."),
            N_("There, too, it counts as a high ace; in a run of a whole suit it is the low one."),
        ),
        "S5-A3": doubt(
            N_("What the joker counts is missing in the source; others say 15 or 25."),
            N_("The joker counts 25, on the table and in hand."),
        ),
    },
    deal={
        "S5-03": N_("Two to six can play. Two get ten cards each, three or four seven, five or six only six."),
        "S5-04": N_("The rest is the stock, face down. Its top card, turned up beside it, starts the discard pile."),
        "S5-05": five_hundred.DEALERS_LEFT_BEGINS,
    },
    draw={
        "S5-07": five_hundred.STOCK_OR_TOP_DISCARD,
        "S5-11": five_hundred.WHOLE_PILE_ONCE_OPENED,
        "S5-12": N_("If you take the pile, lay a new meld in the same turn, with at least one card from the pile."),
        "S5-A8": doubt(
            N_("It is unclear whether it is enough to lay off three cards after taking the pile."),
            N_("Only a new meld with a card from the pile is enough."),
        ),
        "S5-A9": doubt(
            N_("No source says whether the joker may be that card from the pile."),
            N_("The joker may be the card from the pile."),
        ),
        "S5-13": N_("Each time you take the pile and lay no such meld, you lose 100 points."),
        "S5-O3": N_("Some take off only 50 points for that."),
        "S5-A13": five_hundred.PILE_WITHOUT_MELD,
        "S5-A14": five_hundred.PILE_OF_ONE,
        "S5-14": N_("Nobody may look at the cards in the pile. No penalty is set for it."),
        "S5-A10": five_hundred.EMPTY_STOCK,
    },
    lay_down={
        "S5-06": five_hundred.FIRST_TURNS_CLOSED,
        "S5-09": N_("After drawing, lay as many melds as you like, or none. You need no minimum to open."),
        "S5-16": five_hundred.RUN,
        "S5-17": five_hundred.RANKS_FORM_A_RING,
        "S5-O1": N_("Some allow the ace below the two or above the king, but no K-A-2."),
        "S5-15": N_("A set is three or four cards of the same rank, all in different suits."),
        "S5-24": N_("Nobody calls for discards, and a turn has no time limit."),
    },
    lay_off={
        "S5-18": N_("Once you have laid a meld, you may lay off on anybody’s melds, even in the same turn."),
        "S5-O4": N_(
            "Some let nobody build on cards that another player laid off before that player has three of them there."
        ),
    },
    discard={
        "S5-10": five_hundred.DISCARD_FACE_UP,
        "S5-08": N_("You may discard the card you have just drawn, or any other."),
        "S5-A12": doubt(
            N_("It is unclear whether you may discard the drawn card in any turn, and even the top discard."),
            N_("In every turn you may discard any card, even the top discard that you took."),
        ),
    },
    joker={
        "S5-02": five_hundred.JOKER_STANDS_FOR_ANY_CARD,
        "S5-A11": doubt(
            N_("The source does not say whether you must name the card that the joker stands for."),
            five_hundred.NAME_A_JOKER_THAT_IS_OPEN,
        ),
        "S5-A4": five_hundred.JOKER_STAYS,
    },
    going_out={
        "S5-23": N_("Every turn ends with a discard, even the one in which you go out."),
        "S5-A5": doubt(
            N_("No source says what happens when you have laid every card and have none to discard."),
            five_hundred.KEEP_ONE_TO_DISCARD,
        ),
        "S5-A6": doubt(
            N_("Only one source gives points for going out."),
            N_("Going out itself earns nothing."),
        ),
    },
    scoring={
        "S5-21": N_(
            "You score the cards you have laid minus those left in your hand, where every ace counts 25. The result "
            "can be negative."
        ),
    },
    end={
        "S5-22": five_hundred.ENDS_AT_500,
        "S5-O2": five_hundred.ANOTHER_TARGET,
        "S5-A7": doubt(
            N_("No source says who wins when several players reach the target, or what a tie means."),
            five_hundred.HIGHEST_WINS_AFTER_TIE_PLAY_ON,
        ),
    },
)

VARIANT = Variant(
    key="sv-500",
    version="2",
    name="Femhundra",
    country=N_("Sweden"),
    language="sv",
    summary=N_("Once you have laid a meld, you may take the whole pile. Laid cards count for you, held cards against."),
    source=Source(
        title="Femhundra",
        publisher="Spelregler.org",
        language="sv",
        address="https://www.spelregler.org/femhundra-rummy-2-6-spelare/",
    ),
    deck=Deck(packs=1, jokers=1),
    deal=Deal(cards=((2, 10), (4, 7), (None, 6)), most_players=6, first=five_hundred.FIRST_PLAYER),
    melds=MeldRules(
        ace=AceOrder.RING,
        whole_suit_ace_low=True,
        rules=meld_topics(
            "S5-17: ace; S5-02: joker; S5-01: joker_limit; S5-16: run run_length same_suit min_cards",
            "S5-15: set set_size set_too_large suits",
        ),
    ),
    jokers=JokerRules(declared=Declaration.WHERE_OPEN),
    swap=five_hundred.SWAP_IF_AGREED,
    turn=replace(
        five_hundred.TURN_WITH_WHOLE_PILE, discard_taken_card=True, first_round_closed=True, lay_off=LayOff.WHEN_OPENING
    ),
    closing=five_hundred.CLOSING_WITH_DISCARD,
    values=CardValues(ranks=range_values({"A": 25, "2-9": 5, "T-K": 10}), joker=25, places={ValuePlace.ACE_LOW: 5}),
    scoring=Scoring(
        table_rule="S5-21",
        hand_rule="S5-21",
        no_closer_rule="S5-21",
        bonus_rule="S5-A6",
        point_step=5,
        penalties=(
            Penalty("failed_pile_pickups", -100, "S5-13", N_("Took the pile without a meld"), Offence.FAILED_PICKUP),
        ),
        fines={"failed_pile_pickups": 100},
    ),
    ending=five_hundred.ENDING,
    options=OPTIONS,
    chapters=RULES.chapters,
    rule_list=RULES.rule_list,
    cites=topics(
        "S5-07: draw top_card part_of_pile out_of_turn; S5-11: whole_pile; S5-12: covered_card not_covered",
        "S5-A13: failed_pile; S5-A12: thrown_back; S5-06: first_round; S5-A14: pile_size",
        "S5-09: own_cards own_turn melds_each not_opening opening_minimum opening_turn; S5-A11: declaring",
        "S5-18: lay_off lay_off_before_own lay_off_when_opening say_which melds_stay rearranging table_to_hand",
        "S5-O4: laying_off_several",
        "S5-A4: joker_swap swap_turn swap_card either_suit freed_joker; S5-24: rummy_call; S5-10: discard",
        "S5-23: closing going_out closing_face; S5-A5: empty_hand cardless; S5-A10: empty_stock nothing_left",
        "S5-19: values; S5-A3: joker_in_hand; S5-21: score melds_in_hand; S5-22: target",
        "S5-A7: best_wins several equals",
    ),
    emblem="♣",
)
