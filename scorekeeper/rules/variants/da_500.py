"""Rommy, in Denmark better known as “500”: cards laid count for you, cards left in hand against you."""

from ..families import five_hundred
from ..model.notation import *

OPTIONS = house_rules(
    jokers=number("DA-O7", N_("How many jokers the pack has."), 3, (0, 6), sets="deck.jokers", effect=Effect.SCORE),
    runs_only=switch("DA-O1", N_("Only runs are melds; three of a kind are not."), {"melds.sets": False}),
    sets_only=switch("DA-O1", N_("Only sets are melds, as in Canasta; runs are not."), {"melds.runs": False}),
    close_face_up=switch(
        "DA-O2",
        N_("The last discard of the round is laid face up."),
        {"closing.last_discard": LastDiscard.FACE_UP, "cites.closing_face": "DA-O2", "cites.going_out": "DA-O2"},
    ),
    call_on_closing_card=switch(
        "DA-O2",
        N_("If the last discard lies face up and fits a meld, the others may call “Rommy!” for it."),
        sets="call.on_closing_card",
    ),
    close_with_fitting_card=one_of(
        "DA-O2",
        N_("You may go out face up with a card that would fit a meld on the table."),
        (False, True),
        {False: {"closing.requires.unfitting_card": True}},
        default=True,
    ),
    target=target("DA-O4"),
    past_target=past_target("DA-A1", N_("If more than {target} is needed")),
    closest_wins=switch(
        "DA-O3", N_("The total nearest to the target wins, above or below it."), {"ending.wins": Wins.CLOSEST}
    ),
    fixed_rounds=fixed_rounds("DA-O5"),
    dealer=dealer("DA-O8", {"remarks.next_deal.rule": "DA-A22"}),
    visible_pile=switch(
        "DA-O6",
        N_("Discards lie in a row where everybody sees them; looking at them costs nothing."),
        sets="turn.pile_visible",
        effect=Effect.SCORE,
    ),
    joker_limit=joker_limit("DA-A3", JokerLimit.FEWER_THAN_NATURALS, JokerLimit.ONE),
    own_joker_swap=switch(
        "DA-A11",
        N_("You may also take back a joker that you laid yourself."),
        {"swap.requires.others_joker": False},
        reading=N_("Everybody may swap a joker, even the player who laid it."),
        condition=N_("If you may take your own joker"),
    ),
    tie=tie("DA-A2"),
    peek_penalty_due=doubt_choice(
        "DA-A4",
        N_("When the points for looking into the pile are taken off."),
        {"round_end": N_("with the round"), "at_once": N_("from the total at once")},
        {"at_once": {"remarks.peeks.code": "due_at_once"}},
        reading=N_("The points for looking are taken off the total at once."),
    ),
    pile_meld_size=one_of(
        "DA-A5",
        N_("How many cards the meld must have for which you take the pile."),
        (None, 3),
        sets="turn.pile_meld.size",
        group=OptionGroup.QUARREL,
        reading=N_("The covered card must be one of exactly three cards that you lay together."),
        condition=N_("If that meld must have exactly three cards"),
    ),
    failed_pile=failed_pile("DA-A6"),
    pile_meld_first=doubt_switch(
        "DA-A7",
        N_("After taking the pile, you must lay the meld with one of its cards before anything else."),
        {"turn.pile_meld.first": True},
        reading=N_("The meld must be the first thing you lay after taking the pile."),
        condition=N_("If the meld must be laid first"),
    ),
    discarder_may_call=doubt_switch(
        "DA-A8",
        N_("You may call “Rommy!” even for a card you discarded yourself."),
        {"call.by_discarder": True},
        reading=N_("The player who discarded may call “Rommy!”, too."),
        condition=N_("If the player who discarded may call, too"),
    ),
    jokers_named=doubt_switch(
        "DA-A10",
        five_hundred.NAME_A_JOKER_THAT_IS_OPEN,
        {"jokers.declared": Declaration.NO},
        default=True,
        reading=N_("You need not name a joker; it may be swapped for any card that fits its place."),
    ),
    stock_empty=stock_empty(
        "DA-A13",
        {
            "turned_over": N_("the pile is turned over"),
            "round_ends": N_("the round ends"),
            "shuffled": N_("the pile is shuffled"),
        },
        {
            "round_ends": five_hundred.ROUND_ENDS_WITH_STOCK,
            "shuffled": Wording(N_("Shuffle the pile before it becomes the stock.")),
        },
    ),
    unfinished_round=unfinished_round("DA-A13"),
    visible_pile_covered=doubt_switch(
        "DA-A14",
        N_("In a row of discards, all but the top one count as covered."),
        {"turn.pile_meld.covered_while_visible": False},
        default=True,
        needs={"visible_pile": True},
        reading=N_("No card counts as covered, so any meld with a card from the pile is enough."),
        condition=N_("If no visible card counts as covered"),
    ),
    visible_pile_peeks=doubt_switch(
        "DA-A14",
        N_("Looking at discards in a row still costs 25 points."),
        {"scoring.free_while_visible": ()},
        needs={"visible_pile": True},
        reading=N_("Looking at discards in a row still costs 25 points."),
    ),
    close_by_laying=doubt_switch(
        "DA-A15",
        N_("You are out as soon as you have laid your last card; you need no discard."),
        {"closing.empty_hand": EmptyHand.CLOSES},
        reading=N_("You are out when all your cards are in melds."),
        condition=N_("If you need no last discard"),
    ),
    closing_card_goes=doubt_choice(
        "DA-A16",
        N_("Where the last discard of the round goes."),
        {"pile": N_("on the pile"), "stock": N_("on the stock")},
        {"stock": {"remarks.last_card.code": "last_card_on_stock"}},
        reading=N_("The last card goes on the stock."),
    ),
    closest_reached=doubt_switch(
        "DA-A19",
        N_("If the nearest total wins, only totals that have reached the target count."),
        {"ending.wins": Wins.CLOSEST_REACHED},
        needs={"closest_wins": True},
        reading=N_("Only totals that have reached the target count."),
        condition=N_("If only totals that have reached the target count"),
    ),
    false_call_due=doubt_choice(
        "DA-A20",
        N_("When the points for a wrong “Rommy!” are taken off."),
        {"round_end": N_("with the round"), "at_once": N_("from the total at once")},
        {"at_once": {"remarks.false_calls.code": "due_at_once"}},
        reading=N_("The points for a wrong “Rommy!” are taken off the total at once."),
    ),
    cardless_swaps=doubt_switch(
        "DA-A21",
        N_("A player without cards may swap the drawn card for a joker on the table."),
        {"swap.requires.had_cards": False},
        condition=N_("If the drawn card may be swapped"),
    ),
    call_open_until=call_open_until(
        "DA-A9",
        N_("How long you may call “Rommy!” for a discard."),
        N_("You may call “Rommy!” until the next discard covers the card."),
    ),
    swap_before_drawing=doubt_switch(
        "DA-A12",
        N_("You may also swap a joker before you draw."),
        {"swap.requires.drawn": True},
        default=True,
        reading=N_("You may swap a joker only after drawing."),
        condition=N_("If you may swap it only after drawing"),
    ),
    suits_of_runs=suits_of_runs("DA-A17"),
    winner_of_round=doubt_choice(
        "DA-A22",
        N_("Who counts as the winner, if the winner of a round deals."),
        {"closer": N_("whoever went out"), "most_points": N_("whoever scored most")},
        {"most_points": {"deal.dealer": Dealing.MOST_POINTS, "remarks.next_deal.code": "most_points_deal"}},
        effect=Effect.SCORE,
        needs={"dealer": "winner"},
        reading=N_("Whoever scored most in the last round deals the next one."),
    ),
)

RULES = rulebook(
    OPTIONS,
    sections={
        "Rommy": "DA-01 DA-02 DA-03 DA-O7 DA-A15",
        "Kortgivning": "DA-04 DA-05 DA-06 DA-O8 DA-A22",
        "Spillets gang": (
            "DA-07 DA-08 DA-09 DA-10 DA-11 DA-15 DA-16 DA-17 DA-18 DA-19 "
            "DA-20 DA-21 DA-22 DA-23 DA-24 DA-25 DA-31 DA-45 DA-A17"
        ),
        "Tage bunken op": "DA-12 DA-26 DA-27 DA-28 DA-29 DA-A3 DA-A4 DA-A5 DA-A6 DA-A10 DA-A11 DA-A12",
        "Pointsystem": "DA-13 DA-14 DA-30 DA-46 DA-47 DA-49 DA-50 DA-51 DA-52 DA-53 DA-A1 DA-A2 DA-A7",
        "Lægge kort til stik": "DA-32 DA-33 DA-34",
        "“Rommy!”-situationen": "DA-35 DA-36 DA-37 DA-38 DA-39 DA-A8 DA-A9 DA-A18 DA-A20",
        "Rundens afslutning": "DA-40 DA-41 DA-42 DA-43 DA-44 DA-48 DA-A13 DA-A16 DA-A21",
        "Variationer": "DA-O1 DA-O2 DA-O3 DA-O4 DA-O5 DA-O6 DA-A14 DA-A19",
    },
    aim={},
    cards={
        "DA-01": N_("You play with one ordinary pack of 52 cards and jokers."),
        "DA-02": N_("Usually there are three jokers, so 55 cards."),
        "DA-O7": N_("You may play with more or fewer jokers than three."),
        "DA-46": N_("Two to nine count 5, ten to king 10, an ace 15, a joker 25."),
    },
    deal={
        "DA-03": five_hundred.AS_MANY_AS_CAN_BE_DEALT,
        "DA-04": N_("Draw lots or agree on who deals first."),
        "DA-05": N_("For each new round, deal in turn, or let the winner of the last round deal."),
        "DA-O8": N_("You may deal in turn, or let the winner of the last round deal."),
        "DA-A22": doubt(
            N_(
                "If the winner of the last round deals, the source does not say who that is: whoever went out or "
                "whoever scored most."
            ),
            N_("Whoever went out in the last round deals the next one."),
        ),
        "DA-06": N_(
            "Each player gets seven cards, however many play. The rest is the stock, face down. Its top card, "
            "turned up beside it, starts the pile."
        ),
        "DA-07": five_hundred.DEALERS_LEFT_BEGINS,
    },
    draw={
        "DA-08": N_(
            "Begin your turn by taking the top card of the stock, the top card of the pile, or the whole pile."
        ),
        "DA-09": N_("You may take the whole pile only if it has more than one card."),
        "DA-10": N_("If you take the pile, take all of it; you may not take a part."),
        "DA-11": N_("If you take the pile, you must then lay a meld with at least one of its covered cards."),
        "DA-A5": doubt(
            N_("It is unclear whether the meld for which you take the pile may have more than three cards."),
            N_("To take the pile, a meld of any size is enough if a covered card is in it."),
        ),
        "DA-A7": doubt(
            N_("In one place you must lay the meld immediately after taking the pile, in another in the same turn."),
            N_("After taking the pile, you must lay the meld in the same turn; you may lay other cards before it."),
        ),
        "DA-12": N_(
            "To take the pile, it is not enough to lay cards off, to use only its top card, or to lay a meld "
            "that you already had in hand."
        ),
        "DA-A6": five_hundred.PILE_WITHOUT_MELD,
        "DA-15": five_hundred.FIRST_TURNS_CLOSED,
        "DA-O6": N_("For beginners, you may lay the discards in a row where everybody sees them."),
        "DA-A14": doubt(
            N_("If all discards can be seen, it is unclear which count as covered and what looking costs."),
            N_("All but the top card count as covered, and looking costs nothing."),
            "visible_pile_peeks",
            "visible_pile_covered",
        ),
        "DA-44": N_("The rules do not say what happens when the stock runs out."),
        "DA-A13": five_hundred.EMPTY_STOCK,
    },
    lay_down={
        "DA-18": five_hundred.LAY_AS_MANY_AS_YOU_LIKE,
        "DA-19": N_(
            "The cards you lay stay open in front of you, apart from those of the others, the stock and the pile."
        ),
        "DA-20": N_("The first meld needs no minimum points."),
        "DA-25": N_("A meld has at least three cards."),
        "DA-21": five_hundred.RUN,
        "DA-A17": doubt(
            N_("The paragraph on runs leaves out the suit; the introduction and the example have one suit."),
            N_("A run is all one suit."),
        ),
        "DA-22": five_hundred.RANKS_FORM_A_RING,
        "DA-23": N_("A run may have up to all thirteen cards of its suit."),
        "DA-24": five_hundred.SET,
        "DA-O1": N_("Some allow only runs as melds; others, as in Canasta, only sets."),
        "DA-45": N_("A turn has no time limit."),
    },
    lay_off={
        "DA-31": five_hundred.LAY_OFF_BEFORE_ANY_MELD,
        "DA-32": five_hundred.LAID_OFF_COUNTS_FOR_YOU,
        "DA-33": five_hundred.SAY_WHICH_MELD,
        "DA-34": five_hundred.BUILD_IN_THAT_MELD,
    },
    discard={
        "DA-16": N_("End your turn with a discard, face up on the pile or where the pile was."),
        "DA-17": five_hundred.DISCARD_ANOTHER_CARD,
    },
    joker={
        "DA-26": N_("A joker stands for one particular card, the one that the meld needs."),
        "DA-A10": doubt(
            N_("A joker has a fixed role, but the source does not say that you must name it."),
            five_hundred.NAME_A_JOKER_THAT_IS_OPEN,
        ),
        "DA-27": N_("A meld must have fewer jokers than other cards."),
        "DA-A3": doubt(
            N_(
                "One sentence allows one joker in a meld, the next allows several, as long as they are fewer than "
                "the other cards."
            ),
            N_("A meld may have several jokers if they are fewer than its other cards."),
        ),
        "DA-28": N_(
            "You may lay off a joker on somebody else’s meld, as long as that meld has fewer jokers than other cards."
        ),
        "DA-29": N_(
            "In your turn you may take a joker that somebody else laid and put the card it stands for in its "
            "place. That card then belongs to the other player; you may keep the joker in your hand."
        ),
        "DA-A11": doubt(
            N_("The source lets the other players swap a joker, and does not mention the one who laid it."),
            N_("You may swap only jokers that somebody else laid."),
        ),
        "DA-A12": doubt(
            N_("You swap a joker in your turn, but the source does not say whether before or after drawing."),
            N_("You may swap a joker at any time in your turn before you discard."),
        ),
        "DA-30": N_("A joker counts 25 on the table and in hand, whatever it stands for."),
    },
    calls={
        "DA-35": N_("You may call “Rommy!” when a discard would have fitted a meld on the table."),
        "DA-39": N_("You may also call when the discard fits a meld that was laid in the same turn."),
        "DA-A9": doubt(
            N_(
                "The source does not say how long you may call, nor whether a call comes before the next player’s draw."
            ),
            N_("You may call “Rommy!” until the next player has touched the stock or the pile."),
        ),
        "DA-36": N_("The call counts for whoever calls first and shows where the card fits."),
        "DA-A8": doubt(
            N_("The source does not say whether you may call “Rommy!” for your own discard."),
            N_("Everybody may call “Rommy!” except the player who discarded."),
        ),
        "DA-A18": doubt(
            N_("The remark on laying a meld and discarding a card that fits it does not say who may call."),
            N_("The other players may call “Rommy!”."),
            "discarder_may_call",
        ),
        "DA-37": N_("The fastest caller gets the card and may lay it at once, even out of turn."),
        "DA-38": N_("A call for a card that fits nowhere costs 50 points."),
        "DA-A20": doubt(
            N_("The source does not say when the points for a wrong “Rommy!” are taken off."),
            N_("The points for a wrong “Rommy!” are taken off at the end of the round."),
        ),
        "DA-13": N_("Each time you take the pile and lay no such meld, you lose 50 points, taken off with the round."),
        "DA-14": N_("Looking at the covered cards of the pile costs 25 points each time, even by accident."),
        "DA-A4": doubt(
            N_("In one place the penalty for looking into the pile is due at once, in others at the end of the round."),
            N_(
                "The penalty for looking is noted at once and taken off at the end of the round; the result is the "
                "same."
            ),
        ),
    },
    going_out={
        "DA-40": N_(
            "To go out, you must have one card left after laying. Put it face down on the pile, and the round is over."
        ),
        "DA-O2": N_(
            "The last discard may be laid face up. Then agree whether it may fit a meld, and whether the others "
            "may call “Rommy!” for it."
        ),
        "DA-A16": doubt(
            N_("The sentence on the last card can mean that it lies face down, or that it goes on the stock."),
            N_("The last card lies face down on the pile."),
        ),
        "DA-41": N_("If you have laid all your cards and have none to discard, you are not out; the round goes on."),
        "DA-A15": doubt(
            N_("The introduction ends a round when all cards are in melds; the rules ask for a last discard."),
            N_("The round ends with a last discard."),
        ),
        "DA-42": N_(
            "Without cards, draw from the stock in your next turn, never from the pile. Lay the card off and the "
            "round goes on; discard it and you are out."
        ),
        "DA-A21": doubt(
            N_("It is unclear whether a player without cards may swap the drawn card for a joker."),
            N_("A player without cards can only lay off or discard the drawn card."),
        ),
        "DA-43": N_("You may go out even if no card lies on the table."),
    },
    scoring={
        "DA-47": N_(
            "You score your cards on the table, including those you laid off, minus the cards left in your hand "
            "and minus penalties. The result can be negative."
        ),
        "DA-48": N_("Going out earns nothing in itself, and the last discard does not count."),
        "DA-49": N_("Add up the rounds; a total can be negative."),
    },
    end={
        "DA-50": N_(
            "A player who is past 500 points after a round wins the game. That exactly 500 is enough is our default."
        ),
        "DA-O4": five_hundred.ANOTHER_TARGET,
        "DA-A1": doubt(
            N_("One sentence lets a total of exactly 500 end the game, two others ask for more than 500."),
            N_("A total that reaches the target is enough."),
        ),
        "DA-O5": N_("You may agree on a number of rounds; after that, the most points win."),
        "DA-51": five_hundred.HIGHEST_TOTAL_WINS,
        "DA-A2": five_hundred.TIE,
        "DA-O3": N_("The total nearest to 500 may win instead of the highest."),
        "DA-A19": doubt(
            N_("If the total nearest to 500 wins, it is unclear how to measure that and when the game ends."),
            N_("The game ends when somebody reaches the target; the nearest total wins, above or below it."),
        ),
        "DA-52": N_("If you want places for the others, they go by points."),
        "DA-53": N_("No round counts double, and nobody pays chips."),
    },
)

VARIANT = Variant(
    key="da-500",
    version="4",
    name="Rommy (500)",
    country=N_("Denmark"),
    language="da",
    summary=N_("What you lay on the table counts for you, what stays in your hand counts against you."),
    source=Source(title="Rommy", publisher="Wikipedia", language="da", address="https://da.wikipedia.org/wiki/Rommy"),
    deck=Deck(packs=1, jokers=3),
    deal=Deal(cards=((None, 7),), first=five_hundred.FIRST_PLAYER),
    melds=MeldRules(
        ace=AceOrder.RING,
        run_longest=13,
        rules=meld_topics(
            "DA-22: ace; DA-26: joker; DA-27: joker_limit; DA-O1: kinds; DA-25: min_cards; DA-21: run same_suit",
            "DA-23: run_length; DA-24: set set_size suits",
        ),
    ),
    jokers=JokerRules(limit=JokerLimit.FEWER_THAN_NATURALS, declared=Declaration.WHERE_OPEN),
    swap=JokerSwap(
        allowed=True,
        requires=swap_requires(SwapRequirement.HAND_CARD, SwapRequirement.HAD_CARDS, SwapRequirement.OTHERS_JOKER),
    ),
    turn=Turn(
        draws=no_draws(top_card=Draw(Who.EVERYBODY), whole_pile=Draw(Who.EVERYBODY, DrawUse.COVERED_CARD_MELDED)),
        discard_face_up=True,
        first_round_closed=True,
    ),
    call=CallRules(allowed=True, title=N_("“Rommy!”")),
    closing=Closing(
        last_discard=LastDiscard.FACE_DOWN,
        empty_hand=EmptyHand.PLAYS_ON,
        stock_empty=EmptyStock.TURN_OVER_KEEP_TOP,
    ),
    values=CardValues(ranks=five_hundred.RANKS_IN_FIVES, joker=25),
    scoring=Scoring(
        table_rule="DA-47",
        hand_rule="DA-47",
        no_closer_rule="DA-47",
        point_step=5,
        free_while_visible=("peeks",),
        penalties=(
            Penalty("failed_pile_pickups", -50, "DA-13", N_("Took the pile without a meld"), Offence.FAILED_PICKUP),
            Penalty("peeks", -25, "DA-14", N_("Looked into the pile")),
            Penalty("false_calls", -50, "DA-38", N_("Called “Rommy!” wrongly"), Offence.FALSE_CALL),
        ),
    ),
    ending=five_hundred.ENDING,
    options=OPTIONS,
    exclusive=(("runs_only", "sets_only"),),
    chapters=RULES.chapters,
    rule_list=RULES.rule_list,
    cites=topics(
        "DA-08: draw top_card whole_pile out_of_turn; DA-10: part_of_pile; DA-09: pile_size; DA-11: covered_card",
        "DA-12: not_covered; DA-A6: failed_pile; DA-17: thrown_back; DA-15: first_round",
        "DA-18: own_cards own_turn not_opening; DA-20: opening_minimum opening_turn; DA-A10: declaring either_suit",
        "DA-31: lay_off lay_off_before_own; DA-34: laying_off_several; DA-33: say_which melds_stay rearranging",
        "DA-19: table_to_hand; DA-29: joker_swap swap_turn swap_card freed_joker; DA-A12: swap_time",
        "DA-A11: swap_own; DA-A21: cardless_swap; DA-35: rummy_call; DA-36: first_caller; DA-37: call_prize",
        "DA-38: false_call; DA-A8: discarder; DA-O2: call_on_closing fitting_card; DA-A9: call_open",
        "DA-16: discard discard_face; DA-40: closing closing_face going_out; DA-41: empty_hand; DA-43: empty_table",
        "DA-42: cardless; DA-A13: empty_stock nothing_left; DA-46: values; DA-30: joker_in_hand; DA-47: score",
        "DA-50: target; DA-O5: agreed_rounds; DA-51: best_wins; DA-O3: closest_wins; DA-A2: equals",
    ),
    remarks={
        "peeks": Remark("due_with_round", "DA-A4"),
        "false_calls": Remark("due_with_round", "DA-A20"),
        "last_card": Remark("last_card_on_pile", "DA-A16"),
        "next_deal": Remark("deal_goes_round", "DA-05"),
    },
    emblem="♠",
)
