"""Scala 40, from Italy: 40 points to open, one joker a meld, and whoever reaches 101 penalty points is out."""

from ..model.notation import *

OPTIONS = house_rules(
    limit=limit("SC-41", 101, usual=(101, 151, 201, 301, 501)),
    past_limit=past_limit("SC-A2", N_("If only a total above the limit is out"), group=OptionGroup.QUARREL),
    limit_ends=limit_ends("SC-A21"),
    rejoin=rejoin(
        "SC-A11",
        Rejoin.HIGHEST,
        Rejoin.HIGHEST_PLUS_ONE,
        readings={
            "highest": Wording(
                N_("Whoever is out may come back in with the highest total still in."),
                N_("If players may come back in"),
            )
        },
    ),
    rejoins=rejoins("SC-A11"),
    opening_minimum=number(
        "SC-27", N_("How many points you need to open."), 40, (0, 99999), sets="turn.opening.points", usual=(40,)
    ),
    discard_to_open=switch(
        "SC-A5",
        N_("You may take the top discard before you have opened, if you open with it in the same turn."),
        {"turn.draws.top_card.who": Who.OPENING, "cites.top_card": "SC-A5", "cites.top_card_at_once": "SC-A5"},
        condition=N_("If you may open with the top discard"),
    ),
    opening_without_jokers=switch(
        "SC-27",
        N_("Melds with a joker don’t count for the opening; you may lay them beside melds that reach the minimum."),
        sets="turn.opening.without_jokers",
    ),
    hand_doubles=hand_doubles(
        "SC-A9",
        "hand_close",
        N_("After a chiusura in mano the others’ cards count double."),
        N_("If a chiusura in mano doubles"),
    ),
    full_hand_points=number(
        "SC-A9",
        N_("What it costs to still hold all thirteen cards, whatever they are."),
        None,
        (1, 99999),
        sets="scoring.full_hand",
        none=N_("as much as any cards"),
        usual=(100,),
        readings={
            100: Wording(
                N_("Whoever still holds all thirteen cards gets 100 points."),
                N_("If holding all thirteen cards costs 100"),
            )
        },
    ),
    hand_close_minimum=doubt_switch(
        "SC-A8",
        N_("A chiusura in mano must reach the opening minimum."),
        {"closing.ways.hand_close.needs_minimum": False},
        default=True,
        reading=N_("A chiusura in mano needs no minimum."),
        condition=N_("If a chiusura in mano needs no minimum"),
    ),
    suit_order=doubt_switch(
        "SC-A14",
        N_("If nobody names the joker’s suit in a set, the first missing one counts: hearts, diamonds, clubs, spades."),
        {"jokers.suit_order": (Suit.HEARTS, Suit.DIAMONDS, Suit.CLUBS, Suit.SPADES)},
        condition=N_("If the first missing suit counts"),
    ),
    single_ace=one_of(
        "SC-A10",
        N_("What an ace costs as the only card in hand."),
        (11, 1),
        sets="values.places.lone_ace",
        effect=Effect.SCORE,
        group=OptionGroup.QUARREL,
        reading=N_("An ace costs 1 as the only card in hand."),
        condition=N_("If a single ace costs 1"),
    ),
    wrong_deal=doubt_choice(
        "SC-A19",
        N_("What happens if a wrong deal is noticed before play begins."),
        {"dealt_again": N_("the cards are dealt again"), "put_right": N_("the number of cards is put right")},
        {"put_right": {"irregular.wrong_count.at_once": (Action.PUT_RIGHT,)}},
        reading=N_("If a wrong deal is noticed before play begins, the number of cards is put right."),
        condition=N_("If a wrong deal is put right"),
    ),
    fitting_discard=choice(
        "SC-A3",
        N_("Who may discard a card that fits a meld on the table, without going out."),
        {
            "forbidden_from_three": N_("players who have opened, if two play"),
            "forbidden": N_("nobody"),
            "forbidden_unopened": N_("players who have opened"),
            "allowed": N_("everybody"),
        },
        {
            "forbidden": {"turn.fitting_discard": FittingDiscard.FORBIDDEN},
            "forbidden_unopened": {"turn.fitting_discard": FittingDiscard.FORBIDDEN_UNOPENED},
            "allowed": {"turn.fitting_discard": FittingDiscard.ALLOWED},
        },
        readings={
            "forbidden": Wording(
                N_("Nobody may discard a card that fits, except to go out."), N_("If nobody may discard a fitting card")
            ),
            "forbidden_unopened": Wording(
                N_("Only players who have opened may discard a card that fits."),
                N_("If players who have opened may discard it"),
            ),
            "allowed": Wording(N_("Everybody may discard a card that fits."), N_("If everybody may discard it")),
        },
    ),
    joker_discard=joker_discard("SC-A4", JokerDiscard.CLOSING_ONLY, JokerDiscard.NEVER, JokerDiscard.FREE),
    discard_used_at_once=doubt_switch(
        "SC-A6",
        N_("A discard that you take must be laid in the same turn."),
        {"turn.draws.top_card.use": DrawUse.FREE},
        default=True,
        reading=N_("You may keep a discard that you take."),
        condition=N_("If you may keep the discard"),
    ),
    freed_joker=freed_joker("SC-A7", JokerGoes.ANY_MELD, JokerGoes.NEW_MELD, JokerGoes.HAND, group=OptionGroup.QUARREL),
    close_in_first_round=doubt_switch(
        "SC-A15",
        N_("You may go out before everybody has had a turn."),
        {"closing.requires.after_first_round": False},
        condition=N_("If you may go out before everybody has had a turn"),
    ),
    joker_limit=joker_limit(
        "SC-17", JokerLimit.ONE, JokerLimit.FEWER_THAN_NATURALS, JokerLimit.NOT_MORE_THAN_NATURALS, JokerLimit.NONE
    ),
    agreed_rounds=agreed_rounds("SC-40"),
)

RULES = rulebook(
    OPTIONS,
    sections={
        "Regolamento della FISCA, 1 (ciboetrash.it)": "SC-01 SC-07 SC-08 SC-10",
        "Regolamento della FISCA, 2 (ciboetrash.it)": "SC-03 SC-04 SC-A23",
        "Regolamento della FISCA, 3 (ciboetrash.it)": "SC-12 SC-14 SC-15 SC-16 SC-A12",
        "scala40-bot-specs.md, 3.3–3.8 (github.com/g3ncl)": (
            "SC-13 SC-22 SC-23 SC-25 SC-28 SC-29 SC-33 SC-34 SC-A3 SC-A6 SC-A7"
        ),
        "scala40-bot-specs.md, 3.9–3.11 (github.com/g3ncl)": (
            "SC-36 SC-37 SC-38 SC-39 SC-40 SC-42 SC-A5 SC-A8 SC-A9 SC-A11 SC-A15 SC-A21 SC-A24"
        ),
        "Scala 40 (wikipedia2007.classicistranieri.com)": "SC-19 SC-20 SC-21 SC-41 SC-A2",
        "Scala 40 (kampuspedia.com)": "SC-02 SC-05 SC-06 SC-17 SC-18 SC-24 SC-A1",
        "Giochi con le carte (scribd.com)": "SC-09 SC-11 SC-27",
        "Origini, storia e regole (ilikepuglia.it)": "SC-30 SC-31",
        "Come si chiude a Scala 40 (tattoomuse.it)": "SC-32",
        "Rummy and Scala 40 (missycheap.com)": "SC-26 SC-A4",
        "Scala 40 (casinosanremogratis.growthagents.org)": "SC-43",
        "Come giocare a Scala 40 (solitariocarte.com)": "SC-A10",
        "Scala quaranta (solo-poker.com)": "SC-A13",
        "Come giocare a Scala 40 (federicafratoni.net)": "SC-A22",
        "Regolamento di Filiano 2015 (scribd.com)": "SC-48 SC-A14 SC-A19",
        "Ruolo dell’arbitro (netglobers.it)": "SC-44 SC-45 SC-A16",
        "Vademecum dell’arbitro 2008 (expydoc.com)": "SC-35 SC-46 SC-47 SC-49 SC-50 SC-51 SC-A17 SC-A18 SC-A20",
    },
    aim={
        "SC-44": N_("If the rules do not settle something, play stops until the umpire has decided."),
    },
    cards={
        "SC-01": N_("You play with two packs of 52 cards and two jokers each: 108 cards."),
        "SC-07": N_("Two to ten count their number; a jack, queen or king counts 10."),
        "SC-08": N_("On the table, an ace below a two counts 1, in a set or above a king 11."),
        "SC-09": N_("In hand an ace costs 11, even beside a two and a three."),
        "SC-A10": doubt(
            N_("It is unclear what an ace costs as the only card in hand: 11, or only 1."),
            N_("An ace costs 11, even as the only card in hand."),
        ),
        "SC-10": N_("In hand a joker costs 25."),
        "SC-11": N_("On the table a joker counts as the card it stands for."),
    },
    deal={
        "SC-02": N_("Two to six play, each alone."),
        "SC-A1": doubt(N_("Some say five players at most, some six."), N_("Up to six may play.")),
        "SC-03": N_("The player on the dealer’s right cuts. Each player gets thirteen cards, one at a time."),
        "SC-48": N_(
            "If somebody has a wrong number of cards before play, put it right. Later, play goes on: with too many "
            "cards you go out with a discard, with too few without one."
        ),
        "SC-A19": doubt(
            N_("It is unclear what happens when a wrong deal is noticed in time."), N_("The cards are dealt again.")
        ),
        "SC-04": N_("One card is turned up to begin the discards, the pozzo; the rest is the stock, the tallone."),
        "SC-05": N_("If the card turned up is a joker, it goes back into the pack, and another one is turned up."),
        "SC-06": N_("The player on the dealer’s left begins. The deal goes round."),
        "SC-A23": doubt(N_("Most play clockwise, some the other way."), N_("You play clockwise.")),
    },
    draw={
        "SC-19": N_("Begin your turn by drawing one card."),
        "SC-20": N_(
            "You may draw the top discard only if you opened in an earlier turn; otherwise draw from the stock."
        ),
        "SC-A5": doubt(
            N_("Some let you take the top discard before you have opened, to open with it."),
            N_("Before you have opened, you draw only from the stock."),
        ),
        "SC-21": N_("Only the top discard may be taken, the one that the player before you left."),
        "SC-22": N_("A discard that you take must be laid in the same turn, in a new meld or on one that lies there."),
        "SC-A6": doubt(
            N_("One source lets you keep a discard that you took for a later turn."),
            N_("If you take a discard, you must lay it in the same turn."),
        ),
        "SC-23": N_(
            "You cannot take a discard and discard it again in the same turn, unless you held the same card from "
            "the other pack."
        ),
        "SC-38": N_("When the stock is empty, the discards are shuffled, all but the top one, into a new stock."),
    },
    lay_down={
        "SC-12": N_("A run, a scala, is three or more cards in sequence in one suit."),
        "SC-13": N_("An ace goes below the two or above the king, but never between them: K-A-2 is not a run."),
        "SC-14": N_("The longest run has fourteen cards: all thirteen of a suit, and a joker as the second ace."),
        "SC-A12": doubt(
            N_("The sources name the run of fourteen cards only with a joker as one of its aces."),
            N_("A run cannot have two natural aces."),
        ),
        "SC-15": N_("A set, a tris or quartetto, is three or four cards of one rank, all of different suits."),
        "SC-16": N_("The same run or set may lie on the table twice."),
        "SC-27": N_("To open, lay melds of 40 points or more in one turn. Cards laid off do not count."),
        "SC-28": N_("When you open, a joker counts as the card it stands for."),
        "SC-50": N_("An opening with too few points is undone, and the turn goes on."),
        "SC-A18": doubt(
            N_("No source says what an opening with too few points costs."),
            N_("An opening with too few points is undone, and costs nothing."),
        ),
        "SC-30": N_("Once you have opened, your melds may count as little as you like."),
        "SC-32": N_("No card is taken out of a meld on the table to make another."),
        "SC-A22": doubt(
            N_("One source takes sets of four and whole suits off the table."),
            N_("Sets of four and whole suits stay on the table, and nothing fits them."),
        ),
        "SC-47": N_(
            "Cards that are not a meld go back into the hand if it is noticed in the turn. Later the meld is "
            "frozen: nothing may be laid on it."
        ),
        "SC-A17": doubt(
            N_("The umpires’ rules explain what a frozen meld is, but not when a meld is frozen."),
            N_("If a wrong meld is noticed in the turn, its cards go back. Later, it is frozen."),
        ),
    },
    lay_off={
        "SC-29": N_("Until you have opened, you may neither lay off nor swap a joker."),
        "SC-31": N_("Once you have opened, you may lay cards off on your own melds and on those of the others."),
        "SC-A13": doubt(
            N_("It is unclear whether you may lay off in the turn in which you open."),
            N_("You may lay off as soon as your melds have the minimum."),
        ),
        "SC-45": N_("A card that somebody has seen must be laid at once, if it can be laid."),
        "SC-A16": doubt(
            N_("The source breaks off before it says what happens to a seen card that cannot be laid."),
            N_("A seen card that cannot be laid must be discarded."),
        ),
        "SC-46": N_(
            "A card laid where it does not fit goes back, and must be discarded: in this turn, or if it is somebody "
            "else’s, in the player’s next one."
        ),
    },
    joker={
        "SC-17": N_("A meld may have one joker, laid at once or later, and never jokers alone."),
        "SC-18": N_("If a joker could be several cards, say which one it is."),
        "SC-A14": doubt(
            N_("In a set, some do not name the joker’s suit but take the first one by an order of suits."),
            N_("You must say the joker’s suit in a set if two are possible."),
        ),
        "SC-33": N_(
            "Once you have opened, you may in your turn take a joker from the table, if you put the very card that it "
            "stands for there from your hand."
        ),
        "SC-34": N_(
            "Lay a joker taken from the table again in the same turn, in a new meld or on one that lies there."
        ),
        "SC-A7": doubt(
            N_("One source lets you keep a joker taken from the table."),
            N_("You must lay a joker taken from the table in the same turn."),
        ),
    },
    discard={
        "SC-24": N_("End every turn with a discard."),
        "SC-25": N_(
            "If three or more play, you cannot discard a card that fits a meld on the table, unless you go out "
            "with it. If two play, you may once you have opened."
        ),
        "SC-A3": doubt(
            N_("Some always forbid discarding a card that fits the table, some only until you have opened."),
            N_("You may not discard a card that fits if three or more play, or if you have not opened."),
        ),
        "SC-51": N_("A discard that was not allowed is undone, and another card is discarded."),
        "SC-A20": doubt(
            N_("No source says what a forbidden discard costs."),
            N_("A forbidden discard is undone, and costs nothing."),
        ),
        "SC-26": N_("You may discard a joker only to go out."),
        "SC-A4": doubt(
            N_("Some forbid discarding a joker, even to go out."), N_("You may discard a joker only to go out.")
        ),
    },
    going_out={
        "SC-35": N_("You go out when all your cards but one are laid, and you discard that one."),
        "SC-36": N_("Without a card to discard, nobody goes out."),
        "SC-49": N_(
            "Whoever has laid everything and has nothing to discard takes the last meld back and plays it "
            "differently; the round goes on."
        ),
        "SC-37": N_("Nobody goes out before everybody has had a turn; laying is allowed."),
        "SC-A15": doubt(
            N_("Not every source stops you from going out before everybody has had a turn."),
            N_("Nobody goes out before everybody has had a turn."),
        ),
        "SC-43": N_("If you lay everything in one turn and had laid nothing before, that is a chiusura in mano."),
        "SC-A8": doubt(
            N_("It is unclear whether a chiusura in mano needs 40 points."),
            N_("A chiusura in mano must reach the minimum."),
        ),
    },
    scoring={
        "SC-39": N_("Whoever goes out gets 0 points, everybody else what is left in hand. Points are bad."),
        "SC-A9": doubt(
            N_(
                "Some double the points after a chiusura in mano, and count fixed points for still holding all "
                "thirteen cards."
            ),
            N_("Nothing doubles, and all cards count as usual."),
        ),
        "SC-40": N_("Your points add up from round to round. A tournament plays an agreed number of rounds."),
    },
    end={
        "SC-41": N_("Whoever’s total reaches 101 is out, and plays no more rounds."),
        "SC-A2": doubt(
            N_("At some tables, a total must be above the limit to put a player out."),
            N_("Reaching the limit is enough."),
        ),
        "SC-A24": doubt(
            N_("No source says in which order several are put out in one round."), N_("The highest total is out first.")
        ),
        "SC-42": N_("The last one still in wins."),
        "SC-A11": doubt(
            N_("The sources do not say whether a player who is out may come back in; some tables agree on it."),
            N_("Nobody comes back in."),
        ),
        "SC-A21": doubt(
            N_("At some tables the game ends when the first player is out."),
            N_("The game ends when one player is left. Equal totals share the win."),
        ),
    },
)

VARIANT = Variant(
    key="it-scala40",
    version="1",
    name="Scala 40",
    country=N_("Italy"),
    language="it",
    summary=N_("Two packs, a minimum to open, one joker a meld; the limit puts players out, and the last one in wins."),
    source=Source(
        title="Regolamento del gioco Scala 40",
        publisher="FISCA",
        language="it",
        address="https://ciboetrash.it/regolamento-del-gioco-scala-40-tornei",
    ),
    deck=Deck(packs=2, jokers=4),
    deal=Deal(
        cards=((None, 13),),
        most_players=6,
        first=N_("The player on the dealer’s left begins; play goes clockwise."),
    ),
    melds=MeldRules(
        ace=AceOrder.LOW_AND_HIGH,
        ace_to_ace=True,
        ace_to_ace_natural=False,
        rules=meld_topics(
            "SC-13: ace ace_not_allowed_here; SC-17: joker joker_limit; SC-A14: joker_by_order; SC-14: run_length",
            "SC-12: min_cards run same_suit; SC-15: kinds same_suit_twice set set_size suits",
        ),
    ),
    jokers=JokerRules(limit=JokerLimit.ONE, declared=Declaration.WHERE_OPEN),
    swap=JokerSwap(
        allowed=True,
        requires=swap_requires(SwapRequirement.OPENED, SwapRequirement.HAND_CARD),
        goes_to=JokerGoes.ANY_MELD,
    ),
    turn=Turn(
        draws=no_draws(top_card=Draw(Who.OPENED, DrawUse.LAID)),
        joker_discard=JokerDiscard.CLOSING_ONLY,
        fitting_discard=FittingDiscard.FORBIDDEN_FROM_THREE,
        opening={Requirement.POINTS: 40, Requirement.WITHOUT_JOKERS: False},
        lay_off=LayOff.WHEN_OPENING,
    ),
    closing=Closing(
        requires=closing_requires(ClosingRequirement.AFTER_FIRST_ROUND),
        ways={"hand_close": WayOfClosing(LaidBefore.NOTHING, "SC-43", N_("Chiusura in mano"), factor=1)},
    ),
    values=CardValues(
        ranks=rank_values(ace=11, jack=10, queen=10, king=10),
        joker=25,
        joker_as_card=True,
        places={ValuePlace.ACE_HIGH: 11, ValuePlace.ACE_LOW: 1, ValuePlace.LONE_ACE: 11},
    ),
    scoring=Scoring(hand_rule="SC-39", full_hand_rule="SC-A9", closer_is_free=True, no_closer_rule="SC-39"),
    ending=Ending(limit=101, wins=Wins.LOWEST),
    options=OPTIONS,
    chapters=RULES.chapters,
    rule_list=RULES.rule_list,
    cites=topics(
        "SC-19: draw; SC-20: top_card; SC-21: whole_pile part_of_pile out_of_turn rummy_call; SC-22: top_card_at_once",
        "SC-23: thrown_back; SC-33: own_cards joker_swap swap_turn swap_card; SC-24: own_turn discard",
        "SC-27: opening_minimum opening_turn not_opening; SC-A13: lay_off_when_opening; SC-18: declaring",
        "SC-31: lay_off laying_off_several; SC-29: lay_off_before_own swap_opened; SC-A14: either_suit",
        "SC-32: melds_stay table_to_hand rearranging manipulating joker_on_table table_valid",
        "SC-34: freed_joker same_turn",
        "SC-25: fitting_card; SC-26: joker_discard; SC-35: closing; SC-36: going_out; SC-37: first_round",
        "SC-43: doubling; SC-38: empty_stock nothing_left; SC-07: values; SC-10: joker_in_hand; SC-39: score row",
        "SC-40: agreed_rounds; SC-42: best_wins last_in; SC-A21: equals; SC-41: limit; SC-A11: rejoin",
    ),
    irregular=remedies(
        exposed_card=remedy("SC-45", "use_now", instead="take_back must_discard"),
        misplaced_card=remedy("SC-46", "take_back must_discard"),
        not_a_meld=remedy("SC-47", "take_back", late="frozen"),
        opening_too_low=remedy("SC-50", "take_back"),
        wrong_count=remedy("SC-48", "redeal", late="play_on"),
        no_discard_left=remedy("SC-49", "take_back play_on"),
        fitting_discard=remedy("SC-51", "take_back"),
        joker_turned_up=remedy("SC-05", "turn_another"),
        equal_melds=remedy("SC-16"),
    ),
    emblem="♦",
)
