"""500 Rommi, from Finland: several discards from the top, the lowest of them laid; “Rommi!” takes the turn."""

from ..families import five_hundred
from ..model.notation import *

OPTIONS = house_rules(
    card_values=choice(
        "F5-O1",
        N_("What the cards count."),
        {"fives": N_("5, 10 or 15"), "face": N_("face value, low ace 1")},
        {
            "face": {
                "values.ranks": five_hundred.RANKS_BY_NUMBER,
                "values.places.ace_low": 1,
                "scoring.point_step": 1,
                "cites.values": "F5-O1",
            }
        },
        effect=Effect.SCORE,
    ),
    call_takes_turn=switch(
        "F5-O2",
        N_("Whoever calls takes the turn, not only the card."),
        {"call.takes_turn": False, "cites.call_turn": "F5-O2"},
        default=True,
    ),
    target=target("F5-O3"),
    deal_for_two=one_of(
        "F5-O4",
        N_("How many cards each of two players gets."),
        (7, 13),
        {13: {"deal.cards": five_hundred.CARDS_FOR_TWO}},
        reading=N_("Each of two players gets thirteen cards."),
        condition=N_("If two get thirteen cards each"),
    ),
    joker_limit=joker_limit(
        "F5-A2", JokerLimit.NOT_MORE_THAN_NATURALS, JokerLimit.FEWER_THAN_NATURALS, JokerLimit.ONE, JokerLimit.NONE
    ),
    discard_to_close=switch(
        "F5-A5",
        N_("To go out, you must discard your last card."),
        {"closing.last_discard": LastDiscard.ANY_FACE, "cites.going_out": "F5-A5", "cites.closing": "F5-A5"},
        condition=N_("If the last card must be discarded"),
    ),
    joker_swap=joker_swap("F5-A6"),
    tie=tie("F5-A7"),
    jokers_named=jokers_named("F5-A6"),
    cards_in_hand=doubt_choice(
        "F5-A3",
        N_("What cards left in hand cost."),
        {"their_points": N_("their points"), "nothing": N_("nothing")},
        {"nothing": {"scoring.hand_rule": None}},
        reading=N_("Only the cards on the table count; those in hand cost nothing."),
        condition=N_("If cards in hand cost nothing"),
    ),
    call_with_own_cards=call_with_own_cards("F5-A4", group=OptionGroup.QUARREL),
    call_open_until=call_open_until(
        "F5-A4",
        N_("How long you may call “Rommi!” for a discard."),
        N_("You may call “Rommi!” until the next discard."),
    ),
    stock_empty=stock_empty(
        "F5-A8",
        {"round_ends": N_("the round ends"), "turned_over": N_("the pile is turned over")},
        {
            "turned_over": Wording(
                N_("Turn the pile over without its top card, and play on."), N_("If the pile is turned over")
            )
        },
    ),
    discard_other_taken=doubt_switch(
        "F5-A9",
        N_("If you take several cards from the pile, you may discard one of them."),
        {"turn.discard_other_taken": False},
        default=True,
        reading=N_("You may not discard any of the cards that you took from the pile in this turn."),
        condition=N_("If you may discard none of them"),
    ),
    dealer=dealer("F5-A12", group=OptionGroup.QUARREL),
)

RULES = rulebook(
    OPTIONS,
    sections={
        "500 Rommi: pakka": "F5-01 F5-02",
        "500 Rommi: etumies": "F5-03 F5-04 F5-A12",
        "500 Rommi: umpipakka, avopakka": "F5-05 F5-06 F5-A8 F5-A9",
        "500 Rommi: pöytäys": "F5-07 F5-08 F5-09 F5-14 F5-17 F5-A5",
        "500 Rommi: värisuora, ryhmä": "F5-10 F5-11 F5-12",
        "500 Rommi: jokeri": "F5-A2 F5-A6",
        "500 Rommi: pisteet": "F5-15 F5-O3 F5-A3 F5-A7",
        "500 Rommi: “Rommi!”": "F5-16 F5-O2 F5-A4 F5-A10 F5-A11",
        "Viisisataa-rommi (korttipeliopas.fi)": "F5-13 F5-18 F5-O1 F5-O4 F5-A1",
    },
    aim={},
    cards={
        "F5-01": five_hundred.TWO_JOKERS,
        "F5-15": N_(
            "Cards on the table count for you: two to nine 5, ten to king 10, an ace or a joker 15. An ace below a "
            "two is 15, too."
        ),
        "F5-O1": N_(
            "Some count two to ten by their number, a jack, queen or king 10, an ace or a joker 15, but an ace in "
            "A-2-3 only 1."
        ),
    },
    deal={
        "F5-02": N_("Two to eight can play. From five players on there are two packs with four jokers."),
        "F5-03": N_(
            "Deal seven cards to each player. The rest is the stock, face down; its top card starts the discard pile."
        ),
        "F5-O4": N_("Some deal thirteen cards each to two players."),
        "F5-A1": doubt(
            N_("One source deals seven cards to everybody, the other one thirteen to each of two players."),
            N_("Everybody gets seven cards, even if only two play."),
            "deal_for_two",
        ),
        "F5-04": N_("The player on the dealer’s left begins."),
        "F5-A12": doubt(
            N_("Our copy of the source does not say who deals the next round."), five_hundred.DEALT_IN_TURN
        ),
    },
    draw={
        "F5-05": N_("Begin your turn by drawing the top card of the stock or of the pile. You need not lay it."),
        "F5-06": N_(
            "You may instead take several cards from the top of the pile, but no card from below without all those "
            "above it."
        ),
        "F5-07": N_(
            "If you take several, lay the lowest of them in the same turn, in a new meld or on one that is already "
            "on the table."
        ),
        "F5-A8": doubt(
            N_("Our copy of the source does not say what happens when the stock is empty."),
            N_("The round ends when the player whose turn it is wants a card from the empty stock. Everybody scores."),
        ),
    },
    lay_down={
        "F5-08": N_(
            "In your own turn you may lay one or more melds, or none. You need no minimum, even in your first turn."
        ),
        "F5-10": five_hundred.RUN,
        "F5-12": five_hundred.NOT_ROUND_THE_CORNER,
        "F5-11": five_hundred.SET,
        "F5-13": five_hundred.SET_DIFFERS_IN_SUIT,
    },
    lay_off={
        "F5-14": N_(
            "You may lay off any number of cards on your own melds and on those of the others. Each counts for the "
            "player who lays it."
        ),
    },
    discard={
        "F5-09": N_("End your turn with a discard, but not with the card that you drew from the stock or the pile."),
        "F5-A9": doubt(
            N_("It is unclear whether you may discard one of several cards that you took from the pile."),
            N_("You may discard one of them that you did not have to lay."),
        ),
    },
    joker={
        "F5-A2": doubt(
            N_("Our copy of the source does not say how many jokers a meld may have."),
            N_("A joker stands for any card, but a meld may not have more jokers than other cards."),
        ),
        "F5-A6": doubt(
            N_("Our copy of the source says neither when a joker must be named nor whether it may be swapped."),
            N_("Name a joker that could be several cards. Like all cards on the table, it stays where it is."),
        ),
    },
    calls={
        "F5-16": N_("In some situations you may call “Rommi!” and take the turn."),
        "F5-A4": doubt(
            N_("Our copy of the source does not say when you may call “Rommi!”."),
            N_(
                "Call for a discard that fits a meld on the table, before the next player draws. The first caller "
                "gets it, but not the player who discarded it. A wrong call costs nothing. Nobody can call for the "
                "card with which somebody goes out."
            ),
        ),
        "F5-A11": doubt(
            N_("Our copy of the source does not say what the caller may do in that turn."),
            N_("The call takes the place of the draw: the caller lays the card at once and plays a turn with it."),
        ),
        "F5-A10": doubt(
            N_("It is unclear who plays after the caller."),
            N_("Then the player on the caller’s left has the turn."),
        ),
        "F5-O2": N_("You may agree that a caller only lays the card. Then play goes on as before the call."),
    },
    going_out={
        "F5-17": N_("The aim is to get rid of all your cards. Then the round is over."),
        "F5-A5": doubt(
            N_("It is unclear whether you may go out without a discard."),
            N_("You need no last discard."),
        ),
    },
    scoring={
        "F5-A3": doubt(
            N_("Our copy of the source does not say whether cards left in hand cost points."),
            five_hundred.MELDS_IN_HAND_COST,
        ),
    },
    end={
        "F5-18": five_hundred.ENDS_AT_500,
        "F5-O3": five_hundred.ANOTHER_TARGET,
        "F5-A7": doubt(
            N_("Our copy of the source does not say who wins if several players reach the target."),
            five_hundred.HIGHEST_WINS_AFTER_TIE_PLAY_ON,
        ),
    },
)

VARIANT = Variant(
    key="fi-500",
    version="1",
    name="500 Rommi",
    country=N_("Finland"),
    language="fi",
    summary=N_("Take several discards from the top, and lay the lowest of them. A call of “Rommi!” takes the turn."),
    source=Source(
        title="500 Rommi", publisher="korttipelit.net", language="fi", address="http://www.korttipelit.net/500rommi"
    ),
    deck=five_hundred.DECK_FROM_FIVE_DOUBLED,
    deal=Deal(cards=((None, 7),), most_players=8, first=five_hundred.FIRST_PLAYER),
    melds=MeldRules(
        ace=AceOrder.LOW_AND_HIGH,
        whole_suit_ace_low=True,
        rules=meld_topics(
            "F5-12: ace; F5-A2: joker joker_limit; F5-10: run run_length same_suit min_cards",
            "F5-11: set set_size set_too_large; F5-13: suits",
        ),
    ),
    jokers=five_hundred.JOKERS,
    swap=five_hundred.SWAP_IF_AGREED,
    turn=Turn(draws=five_hundred.DRAWS_ANY_DISCARD, discard_stock_card=False),
    call=CallRules(allowed=True, takes_turn=True, title=N_("“Rommi!”")),
    closing=five_hundred.CLOSING_WITHOUT_DISCARD,
    values=CardValues(ranks=five_hundred.RANKS_IN_FIVES, joker=15, places={ValuePlace.ACE_LOW: 15}),
    scoring=Scoring(table_rule="F5-15", hand_rule="F5-A3", no_closer_rule="F5-A8", point_step=5),
    ending=five_hundred.ENDING,
    options=OPTIONS,
    chapters=RULES.chapters,
    rule_list=RULES.rule_list,
    cites=topics(
        "F5-05: draw out_of_turn top_card top_card_at_once; F5-06: whole_pile part_of_pile; F5-07: wanted",
        "F5-09: thrown_back discard; F5-08: own_turn own_cards not_opening melds_each opening_minimum opening_turn",
        "F5-A6: declaring melds_stay rearranging table_to_hand joker_swap swap_turn swap_card either_suit freed_joker",
        "F5-14: lay_off lay_off_before_own laying_off_several say_which",
        "F5-16: rummy_call call_turn; F5-A11: call_prize",
        "F5-A4: false_call discarder first_caller call_with_cards call_open call_on_closing closing_face",
        "F5-17: going_out closing; F5-A8: empty_stock; F5-15: values joker_in_hand score; F5-A3: melds_in_hand",
        "F5-18: target; F5-A7: best_wins several equals",
    ),
    remarks={"next_deal": Remark("deal_goes_round", "F5-A12")},
    emblem="♠",
)
