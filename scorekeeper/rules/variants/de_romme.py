"""Rommé, from Germany: an agreed minimum to open with, and what is left in hand counts against you."""

from ..families import romme
from ..model.notation import *

OPTIONS = house_rules(
    opening_minimum=opening_minimum(
        "DE-13",
        (30, 40, 50),
        readings={
            30: Wording(N_("The minimum is 30 points."), N_("If the minimum is 30")),
            50: Wording(N_("The minimum is 50 points."), N_("If the minimum is 50")),
        },
    ),
    jokers=one_of(
        "DE-O1", N_("How many jokers the two packs have in all."), (2, 6), sets="deck.jokers", effect=Effect.SCORE
    ),
    twos_wild=switch("DE-O2", N_("Twos are jokers, too."), {"deck.wild_ranks": (Rank.TWO,)}, effect=Effect.SCORE),
    take_discard=switch(
        "DE-O3",
        N_("You may draw the top discard instead of a card from the stock."),
        {"turn.draws.top_card.who": Who.EVERYBODY, "cites.top_card": "DE-O3", "cites.part_of_pile": "DE-O3"},
    ),
    take_discard_only_opened=take_discard_only_opened("DE-O3"),
    knocking=switch(
        "DE-O4",
        N_("You may knock for the top discard out of turn; you then take a card from the stock, too."),
        {"turn.draws.out_of_turn.who": Who.EVERYBODY},
    ),
    knocking_only_opened=switch(
        "DE-O4", N_("You may knock, but only once you have opened."), {"turn.draws.out_of_turn.who": Who.OPENED}
    ),
    joker_swap=joker_swap("DE-O5"),
    declare_suit_in_sets=switch(
        "DE-O5",
        N_("If you lay a set with a joker, name the joker’s suit."),
        {"jokers.declared": Declaration.IN_SETS, "cites.declaring": "DE-O5"},
    ),
    ace_also_low=switch(
        "DE-O6",
        N_("The ace may also go below the two: A-2-3 is a run."),
        {"melds.ace": AceOrder.LOW_AND_HIGH, "melds.rules.ace": "DE-O6", "melds.rules.ace_not_allowed_here": "DE-O6"},
        reading=N_("The ace may also go below the two."),
        condition=N_("If the ace may go below the two"),
    ),
    round_the_corner=switch(
        "DE-O6",
        N_("A run may go round the corner: K-A-2 is a run, and so is A-2-3."),
        {"melds.ace": AceOrder.RING, "melds.rules.ace": "DE-O6", "melds.rules.ace_not_allowed_here": "DE-O6"},
        reading=N_("Runs may go round the corner, as in K-A-2."),
        condition=N_("If runs may go round the corner"),
    ),
    rearrange=switch(
        "DE-O7", N_("You may rearrange the melds on the table to get rid of your own cards."), sets="turn.rearrange"
    ),
    hand_only=switch(
        "DE-O8",
        N_("You can go out only with a Hand-Rommé; nobody lays anything before."),
        sets="closing.requires.in_one_turn",
    ),
    joker_limit=joker_limit(
        "DE-A3", JokerLimit.NOT_MORE_THAN_NATURALS, JokerLimit.FEWER_THAN_NATURALS, JokerLimit.ONE, JokerLimit.NONE
    ),
    ace_low_opening_value=one_of(
        "DE-A2",
        N_("What the ace in A-2-3 counts when you open."),
        (1, 11),
        sets="values.places.ace_low",
        reading=N_("The ace in A-2-3 counts 11 when you open, too."),
        condition=N_("If a low ace counts 11, too"),
    ),
    agreed_rounds=agreed_rounds("DE-A9"),
    opening_in_one_meld=opening_in_one_meld("DE-A5"),
    lay_off_when_opening=doubt_switch(
        "DE-A6",
        N_("You may lay off in the turn in which you open."),
        {"turn.lay_off": LayOff.NEXT_TURN},
        default=True,
        reading=N_("You may lay off only from your next turn on."),
        condition=N_("If you may lay off only from your next turn"),
    ),
    hand_needs_minimum=hand_needs_minimum("DE-A7", "hand_romme", needed=True, group=OptionGroup.QUARREL),
    wild_two_value=one_of(
        "DE-A8",
        N_("What a two left in hand costs, if twos are jokers."),
        (50, 2),
        {2: {"values.wild_as_joker": False}},
        effect=Effect.SCORE,
        needs={"twos_wild": True},
        group=OptionGroup.QUARREL,
        reading=N_("A two left in hand costs 2."),
        condition=N_("If a two left in hand costs 2"),
    ),
    stock_empty=stock_empty(
        "DE-A10",
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
    unfinished_round=unfinished_round("DE-A10"),
    joker_swap_terms=doubt_choice(
        "DE-A11",
        N_("Who may swap a joker on the table, and what happens to it."),
        {
            "opened_kept": N_("whoever has opened, and may keep it"),
            "opened_laid": N_("whoever has opened, and lays it at once"),
            "anybody_kept": N_("everybody; they may keep it"),
            "anybody_laid": N_("everybody, but they lay it at once"),
        },
        {
            "opened_laid": {"swap.goes_to": JokerGoes.ANY_MELD},
            "anybody_kept": {"swap.requires.opened": False},
            "anybody_laid": {"swap.goes_to": JokerGoes.ANY_MELD, "swap.requires.opened": False},
        },
        readings={
            "opened_laid": Wording(
                N_("You must lay the joker again in the same turn."), N_("If you must lay the joker at once")
            ),
            "anybody_kept": Wording(
                N_("You may swap a joker even if you have not opened."), N_("If you need not have opened")
            ),
        },
    ),
    open_joker_of_set=open_joker_of_set("DE-A12"),
    discard_taken_card=discard_taken_card("DE-A13"),
    knockers=doubt_choice(
        "DE-A14",
        N_("Who comes first when several knock."),
        {"nearest": N_("the nearest in order of play"), "fastest": N_("the fastest")},
        {"fastest": {"remarks.several_claim.code": "fastest_knocker"}},
        reading=N_("The first to knock comes first."),
    ),
    hand_only_doubles=doubt_switch(
        "DE-A15",
        N_("If every round must end with a Hand-Rommé, each counts double."),
        {"closing.ways.hand_romme.factor": 1},
        default=True,
        effect=Effect.SCORE,
        needs={"hand_only": True},
        reading=N_("If every round must end with a Hand-Rommé, nothing counts double."),
    ),
    set_copies=doubt_switch(
        "DE-A16",
        N_("A set may have both copies of a card, as long as it has at least two suits."),
        {"melds.set_copies": True},
        condition=N_("If a set may have a card twice"),
    ),
    loss_limit=loss_limit(
        "DE-A9",
        group=OptionGroup.QUARREL,
        readings={
            500: Wording(
                N_("The game ends when somebody has passed an agreed number of minus points."),
                N_("If minus points end the game"),
            )
        },
    ),
    twos_as_themselves=doubt_switch(
        "DE-A17",
        N_("If twos are jokers, a two may also be itself, an ordinary card."),
        {"deck.wild_as_itself": True},
        needs={"twos_wild": True},
        reading=N_("A two may also be itself: three twos are a set of ordinary cards."),
        condition=N_("If a two may also be itself"),
    ),
    ace_to_ace=doubt_switch(
        "DE-A18",
        N_("If the ace is high and low, a run may have an ace at both ends: 14 cards."),
        {"melds.ace_to_ace": True},
        needs={"ace_also_low": True},
        reading=N_("A run may go from ace to ace: 14 cards, with an ace at both ends."),
        condition=N_("If a run may go from ace to ace"),
    ),
)

RULES = rulebook(
    OPTIONS,
    sections={
        "Rommé": "DE-01 DE-02 DE-03",
        "Grundsätzliches": "DE-04 DE-05 DE-06 DE-07 DE-08 DE-A10",
        "Aus- und Anlegen": "DE-09 DE-10 DE-11 DE-12 DE-13 DE-14 DE-15 DE-A2 DE-A3 DE-A4 DE-A5 DE-A6 DE-A16",
        "Spielende": "DE-16 DE-17 DE-A7",
        "Wertung": "DE-18 DE-19 DE-20 DE-A9",
        "Rommé mit mehr Jokern": "DE-O1 DE-O2 DE-A8 DE-A17",
        "Nehmen vom Ablagestapel": "DE-O3 DE-A13",
        "Klopfen": "DE-O4 DE-A14",
        "Ausgelegte Joker austauschen": "DE-O5 DE-A11 DE-A12",
        "Ass als eins": "DE-O6 DE-A1 DE-A18",
        "Ausgelegte Karten neu kombinieren": "DE-O7",
        "Hand-Rommé": "DE-O8 DE-A15",
    },
    aim={
        "DE-05": N_("The aim is an empty hand: lay your cards in your own melds or on those of the others."),
    },
    cards={
        "DE-02": N_("You play with two packs together, so every card from two to ace is there twice."),
        "DE-03": N_("There are two jokers in all, so 106 cards."),
        "DE-O1": N_("You may play with six jokers instead of two: 110 cards."),
        "DE-O2": N_("The twos may be jokers, too, as in Canasta."),
        "DE-A17": doubt(
            N_("If twos are jokers, the source does not say whether a two may also be itself, an ordinary card."),
            N_("A two always counts as a joker, even in its own place."),
        ),
    },
    deal={
        "DE-01": N_("Two to six can play."),
        "DE-04": N_(
            "Each player gets thirteen cards; the rest is the stock. The source does not say whether a card is "
            "turned up to start the discards, nor who deals."
        ),
    },
    draw={
        "DE-06": N_("Begin your turn by drawing from the stock; drawing a discard is a house rule."),
        "DE-O3": N_(
            "You may agree to allow the top discard instead of a card from the stock, often only to players who "
            "have opened."
        ),
        "DE-A13": doubt(
            N_(
                "The source does not say whether you may discard a card in the turn in which you drew it from the pile."
            ),
            romme.DRAWN_DISCARD_STAYS,
        ),
        "DE-O4": N_(
            "Out of turn, you may knock for the top discard; you then take a card from the stock, too. The "
            "player whose turn it is may claim the discard; the knocker still takes the card from the stock. You "
            "may agree that only players who have opened can knock."
        ),
        "DE-A14": doubt(
            N_("The source does not say who comes first when two knock, nor how long you may knock."),
            N_("The knocker who is nearest in order of play comes first. You may knock until the next draw."),
        ),
        "DE-A10": doubt(
            N_("The source says nothing about an empty stock."),
            N_("Shuffle the discards, all but the top one, into a new stock."),
        ),
    },
    lay_down={
        "DE-07": N_("After drawing, you may lay melds and lay off. A discard ends your turn."),
        "DE-08": N_("You may lay melds from your first turn on, and there is no time limit."),
        "DE-09": romme.SET,
        "DE-A16": doubt(
            N_("The source does not say outright whether a set may have both copies of a card."),
            N_(
                "A set may not have both copies of a card, because its suits differ: two sevens of hearts and one of "
                "spades are not a set."
            ),
        ),
        "DE-10": N_("A run is three or more cards in sequence in one suit. No meld has fewer than three cards."),
        "DE-11": N_("In a run the ace goes above the king; to put it below the two is a house rule."),
        "DE-A1": doubt(
            N_("The source lists A-2-3 among the variations; it is unclear whether it belongs to the ordinary game."),
            N_("The ace goes only above the king."),
            "ace_also_low",
            "round_the_corner",
        ),
        "DE-O6": N_(
            "The ace may go below the two as well. Agree, too, whether a run may go round the corner, as in K-A-2."
        ),
        "DE-A18": doubt(
            N_("With two packs and an ace that is high and low, it is unclear whether a run may go from ace to ace."),
            N_("A run may not go from ace to ace: it has each rank only once."),
        ),
        "DE-13": N_(
            "To open, your first melds must reach a minimum agreed before the game, usually 30, 40 or 50 points."
        ),
        "DE-A4": doubt(
            N_("The source names three usual minimums; you must agree on one."),
            N_("The minimum is 40 points."),
            "opening_minimum",
        ),
        "DE-A5": doubt(
            N_("The source does not say whether several melds may reach the minimum together."),
            romme.OPENING_COUNTS_TOGETHER,
        ),
        "DE-14": N_(
            "When you open, a jack, queen or king counts 10, an ace 11, any other card its number, and a joker "
            "as much as the card it stands for."
        ),
        "DE-A2": doubt(
            N_("An ace counts 11; the source does not say what it counts below the two when you open."),
            N_("The ace in A-2-3 counts 1 when you open; left in hand, it counts 11."),
        ),
    },
    lay_off={
        "DE-15": N_("You may lay off only once you have opened, on your own melds and on those of the others."),
        "DE-A6": doubt(
            N_("The source does not say whether you may lay off in the turn in which you open."),
            N_(
                "When you open, you may lay off once the minimum is on the table; cards laid off do not count toward "
                "it."
            ),
        ),
    },
    rearrange={
        "DE-O7": N_("You may rearrange anybody’s cards on the table so that your own cards fit."),
    },
    joker={
        "DE-12": N_("A joker can stand for any card."),
        "DE-A3": doubt(N_("The source sets no limit on the jokers in a meld."), romme.NO_MORE_JOKERS_THAN_CARDS),
        "DE-O5": N_(
            "If you hold the card that a joker on the table stands for, you may swap the two. To make that "
            "harder, you may name the suit of a joker when you lay it in a set; another suit can then only be "
            "laid off."
        ),
        "DE-A11": doubt(
            N_("The source does not say who may swap a joker and when, nor what happens to the joker."),
            N_(
                "Once you have opened, you may swap a joker in your turn for a card from your hand, and keep the joker."
            ),
        ),
        "DE-A12": romme.JOKER_OF_OPEN_SET,
    },
    going_out={
        "DE-16": N_("The round ends when you have no cards left after your turn; you must discard the last one."),
        "DE-17": romme.HAND_ROMME,
        "DE-A7": doubt(
            romme.HAND_ROMME_AND_MINIMUM, N_("A Hand-Rommé must reach the minimum: it opens like any other first meld.")
        ),
        "DE-O8": N_("You may agree that every round must end with a Hand-Rommé; then nobody lays cards before."),
        "DE-A15": doubt(
            N_("Hand-Rommé is the name both of a way to go out and of a way to play."),
            N_("A Hand-Rommé always counts double. That every round must end with one is a separate house rule."),
        ),
    },
    scoring={
        "DE-18": N_(
            "Each card left in your hand costs what it counts when laid, a joker 50. The player who went out "
            "loses nothing."
        ),
        "DE-A8": doubt(
            N_("If twos are jokers, the source does not say what a two left in hand costs."),
            N_("A two left in hand costs 50, like a joker."),
        ),
        "DE-19": romme.HAND_ROMME_DOUBLES,
    },
    end={
        "DE-20": N_("The source gives no target, no number of rounds, no rule for ties and no stakes."),
        "DE-A9": doubt(
            N_("The source does not say when the game ends, nor who wins it."),
            N_(
                "The game ends after the agreed number of rounds, or when you stop. The fewest minus points win; "
                "equal totals share the win."
            ),
        ),
    },
)

VARIANT = Variant(
    key="de-romme",
    version="2",
    name="Rommé",
    country=N_("Germany"),
    language="de",
    summary=N_("Two packs, a minimum to open, and minus points for everything left in hand."),
    source=Source(
        title="Kartenspiele: Rommé",
        publisher="Wikibooks",
        language="de",
        address="https://de.wikibooks.org/wiki/Kartenspiele:_Rommé",
    ),
    deck=Deck(packs=2, jokers=2),
    deal=Deal(
        cards=((None, 13),),
        most_players=6,
        up_card=False,
        first=N_(
            "The rules do not say who deals or begins. Usually the players deal in turn, and the "
            "player on the dealer’s left begins."
        ),
    ),
    melds=MeldRules(
        ace=AceOrder.HIGH,
        rules=meld_topics(
            "DE-11: ace; DE-A1: ace_not_allowed_here; DE-12: joker; DE-A3: joker_limit",
            "DE-10: min_cards run run_length same_suit; DE-A16: same_suit_twice; DE-09: set set_size suits",
        ),
    ),
    jokers=romme.JOKERS,
    swap=romme.SWAP,
    turn=romme.TURN,
    closing=Closing(ways={"hand_romme": WayOfClosing(LaidBefore.NOTHING, "DE-19", N_("Hand-Rommé"))}),
    values=CardValues(ranks=romme.RANKS, joker=50, joker_as_card=True, places=romme.LAID_ACES),
    scoring=Scoring(
        hand_rule="DE-18",
        closer_is_free=True,
        no_closer_rule="DE-18",
    ),
    ending=Ending(tie=Tie.SHARED),
    options=OPTIONS,
    chapters=RULES.chapters,
    rule_list=RULES.rule_list,
    cites=topics(
        "DE-06: draw top_card whole_pile part_of_pile; DE-A13: thrown_back; DE-O4: out_of_turn",
        "DE-07: own_cards own_turn rummy_call discard; DE-13: opening_minimum not_opening",
        "DE-15: opening_turn lay_off lay_off_before_own laying_off_several melds_stay; DE-A6: lay_off_when_opening",
        "DE-14: declaring; DE-O7: rearranging manipulating table_to_hand table_valid joker_on_table joker_left_over",
        "DE-O5: joker_swap; DE-A11: swap_turn swap_opened swap_card freed_joker; DE-A12: either_suit",
        "DE-16: closing going_out; DE-O8: hand_only; DE-17: doubling; DE-A10: empty_stock nothing_left",
        "DE-18: values joker_in_hand score; DE-A8: wild_in_hand; DE-A9: agreed_rounds limit best_wins equals",
    ),
    remarks={"several_claim": Remark("nearest_knocker", "DE-A14")},
    emblem="♣",
)
