"""500, from Norway: without jokers; only who has laid a meld may take the whole pile, for a new one."""

from ..families import five_hundred
from ..model.notation import *

OPTIONS = house_rules(
    target=target("N5-O1"),
    two_packs=switch(
        "N5-A8",
        N_("Five or six players use two packs."),
        {"deck.two_packs_from": 5},
        effect=Effect.SCORE,
    ),
    ace_in_hand=one_of(
        "N5-A2",
        N_("What an ace left in hand costs."),
        (15, 5),
        sets="values.ranks.ACE",
        effect=Effect.SCORE,
        reading=N_("An ace left in hand costs 5."),
        condition=N_("If an ace in hand costs 5"),
    ),
    discard_to_close=discard_to_close("N5-A5"),
    tie=tie("N5-A7"),
    round_the_corner=doubt_switch(
        "N5-A1",
        N_("A run may go round the corner: K-A-2."),
        {"melds.ace": AceOrder.RING},
        condition=N_("If runs may go round the corner"),
    ),
    lay_off=doubt_choice(
        "N5-A3",
        N_("Who may lay off."),
        {
            "everybody": N_("everybody"),
            "after_meld": N_("whoever has laid a meld"),
            "nobody": N_("nobody"),
        },
        {
            "after_meld": {"turn.lay_off": LayOff.WHEN_OPENING},
            "nobody": {"turn.lays_off": False},
        },
        readings={
            "after_meld": Wording(
                N_("Only a player who has laid a meld may lay off."), N_("If you must have laid a meld first")
            ),
            "nobody": Wording(N_("Nobody may lay off."), N_("If nobody may lay off")),
        },
    ),
    pile_meld=doubt_choice(
        "N5-A4",
        N_("For which new meld you may take the whole pile."),
        {
            "pile_card": N_("with a card of the pile"),
            "covered_card": N_("with a covered card"),
            "any": N_("any new meld"),
        },
        {
            "covered_card": {"turn.pile_meld.top_card_counts": False},
            "any": {"turn.pile_meld.hand_counts": True},
        },
        readings={
            "covered_card": Wording(
                N_("The new meld must have a covered card of the pile; the top card is not enough."),
                N_("If the meld must have a covered card"),
            ),
            "any": Wording(
                N_("Any new meld is enough, even one from your hand alone."), N_("If any new meld is enough")
            ),
        },
    ),
    discard_taken_card=discard_taken_card("N5-A6"),
    stock_empty=stock_empty(
        "N5-A9",
        {"turned_over": N_("the pile is turned over"), "round_ends": N_("the round ends")},
        {"round_ends": five_hundred.ROUND_ENDS_WITH_STOCK},
    ),
    failed_pile=failed_pile("N5-A11"),
)

RULES = rulebook(
    OPTIONS,
    sections={
        "500": (
            "N5-01 N5-02 N5-03 N5-04 N5-05 N5-06 N5-07 N5-08 N5-09 N5-10 N5-11 N5-12 N5-13 N5-14 N5-15 N5-16 "
            "N5-17 N5-18 N5-19 N5-20 N5-21 N5-22 N5-O1 N5-A1 N5-A2 N5-A6 N5-A9 N5-A10 N5-A11"
        ),
        "Fem hundre": "N5-A4 N5-A7 N5-A8",
        "Rummy": "N5-A3 N5-A5",
    },
    aim={},
    cards={
        "N5-01": N_("You play with one ordinary pack of 52 cards, without jokers."),
        "N5-17": five_hundred.FIVES_AND_TENS,
        "N5-18": N_("An ace below a two counts 5 on the table."),
        "N5-19": N_("An ace above a king or in a set counts 15."),
        "N5-A2": doubt(
            N_("The source does not say which of its two values an ace left in hand has."),
            N_("An ace left in hand costs 15."),
        ),
    },
    deal={
        "N5-02": N_("Two to six can play."),
        "N5-A8": doubt(
            N_("With five or six players the stock is small; a second source takes two packs for them."),
            N_("You play with one pack, however many you are."),
        ),
        "N5-03": N_("Each player gets seven cards."),
        "N5-04": N_("The rest is the stock, face down. No card is turned up; the first discard begins the pile."),
        "N5-05": five_hundred.DEALERS_LEFT_BEGINS,
        "N5-06": N_("The next player deals the next round."),
    },
    draw={
        "N5-07": five_hundred.STOCK_OR_TOP_DISCARD,
        "N5-08": five_hundred.WHOLE_PILE_ONCE_OPENED,
        "N5-09": N_("If you take the pile, lay a new meld with it in the same turn."),
        "N5-A4": doubt(
            N_("If you take the whole pile, it is unclear what your new meld must have."),
            N_("The new meld must have at least one card of the pile; the top card is enough."),
        ),
        "N5-10": N_("Each time you take the pile and lay no new meld with it, you lose 50 points."),
        "N5-A11": five_hundred.PILE_WITHOUT_MELD,
        "N5-A10": five_hundred.PILE_OF_ONE,
        "N5-11": N_("You see only the top card of the pile: remember what lies below."),
        "N5-A9": five_hundred.EMPTY_STOCK,
    },
    lay_down={
        "N5-12": N_("Lay melds in front of you, as many as you like and from your first turn on. There is no minimum."),
        "N5-15": five_hundred.RUN,
        "N5-A1": doubt(
            N_("The source does not say whether a run may go round the corner."), five_hundred.NOT_ROUND_THE_CORNER
        ),
        "N5-14": five_hundred.SET,
    },
    lay_off={
        "N5-A3": doubt(
            N_("The source does not mention laying off; another page of the same site allows it on every meld."),
            N_("You may lay off on anybody’s melds, even if you have none yourself, and score what you lay off."),
        ),
    },
    discard={
        "N5-13": five_hundred.DISCARD_FACE_UP,
        "N5-A6": five_hundred.TOP_DISCARD_THROWN_BACK,
    },
    going_out={
        "N5-16": N_("The round is over when a player ends a turn without a card."),
        "N5-A5": doubt(
            N_("The source does not say what happens when you have laid every card and have none to discard."),
            five_hundred.KEEP_ONE_TO_DISCARD,
        ),
    },
    scoring={
        "N5-20": five_hundred.LAID_MINUS_LEFT,
        "N5-22": N_("Nothing else counts: no joker, no call, no bonus. Nobody has to wait before laying."),
    },
    end={
        "N5-21": five_hundred.ENDS_AT_500,
        "N5-O1": five_hundred.ANOTHER_TARGET,
        "N5-A7": doubt(
            N_("It is unclear who wins when several players reach the target, or what a tie means."),
            five_hundred.HIGHEST_WINS_AFTER_TIE_PLAY_ON,
        ),
    },
)

VARIANT = Variant(
    key="nb-500",
    version="2",
    name="500",
    country=N_("Norway"),
    language="nb",
    summary=N_("No jokers. Once you have laid a meld, you may take the whole pile for another one."),
    source=Source(
        title="500", publisher="norske-kortspill.no", language="nb", address="https://norske-kortspill.no/spill/500"
    ),
    deck=Deck(packs=1, jokers=0),
    deal=Deal(cards=((None, 7),), most_players=6, up_card=False, first=five_hundred.FIRST_PLAYER),
    melds=MeldRules(
        ace=AceOrder.LOW_AND_HIGH,
        whole_suit_ace_low=True,
        rules=meld_topics(
            "N5-15: run run_length same_suit min_cards; N5-A1: ace; N5-14: set set_size set_too_large suits",
            "N5-01: joker joker_limit",
        ),
    ),
    turn=five_hundred.TURN_WITH_WHOLE_PILE,
    closing=five_hundred.CLOSING_WITH_DISCARD,
    values=CardValues(
        ranks=five_hundred.RANKS_IN_FIVES, joker=0, places={ValuePlace.ACE_LOW: 5, ValuePlace.ACE_HIGH: 15}
    ),
    scoring=Scoring(
        table_rule="N5-20",
        hand_rule="N5-20",
        no_closer_rule="N5-20",
        point_step=5,
        penalties=(
            Penalty("failed_pile_pickups", -50, "N5-10", N_("Took the pile without a meld"), Offence.FAILED_PICKUP),
        ),
    ),
    ending=five_hundred.ENDING,
    options=OPTIONS,
    chapters=RULES.chapters,
    rule_list=RULES.rule_list,
    cites=topics(
        "N5-07: draw top_card part_of_pile out_of_turn; N5-08: whole_pile; N5-09: covered_card; N5-A4: not_covered",
        "N5-A11: failed_pile; N5-A6: thrown_back; N5-A10: pile_size",
        "N5-12: own_cards own_turn melds_each not_opening opening_minimum opening_turn",
        "N5-12: melds_stay rearranging table_to_hand",
        "N5-A3: lay_off lay_off_before_own lay_off_when_opening laying_off_several say_which; N5-13: discard",
        "N5-22: rummy_call joker_swap swap_turn swap_card either_suit freed_joker joker_in_hand declaring",
        "N5-16: closing going_out closing_face; N5-A5: empty_hand cardless; N5-A9: empty_stock nothing_left",
        "N5-17: values; N5-20: score melds_in_hand; N5-21: target; N5-A7: best_wins several equals",
    ),
    remarks={"next_deal": Remark("deal_goes_round", "N5-06")},
    emblem="♦",
)
