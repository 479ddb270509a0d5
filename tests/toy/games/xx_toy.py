"""A toy game, in no country: one file that the tests add to the games. Its penalty and its way of closing are new."""

from scorekeeper.rules.model.notation import *

OPTIONS = house_rules(
    target=number("TOY-7", "The total that ends the game.", 100, (1, 999), sets="ending.target"),
    hand_doubles=hand_doubles("TOY-8", "hand_close"),
    aces_low=switch(
        "TOY-A1",
        "The ace is the lowest card.",
        {"melds.ace": AceOrder.LOW},
        reading="It is the lowest card.",
        condition="If the ace is low",
    ),
)

RULES = rulebook(
    OPTIONS,
    sections={"Things": "TOY-1 TOY-2 TOY-3 TOY-A1", "Counting": "TOY-4 TOY-5 TOY-6 TOY-7 TOY-8"},
    cards={"TOY-1": "One pack of 52 cards with a joker."},
    lay_down={
        "TOY-2": "Melds are sets and runs of three cards or more.",
        "TOY-A1": doubt("Nothing is said about the ace.", "It is the highest card."),
        "TOY-3": "Your first melds must count 15 points.",
    },
    going_out={
        "TOY-5": "Who lays all cards in one turn has made a blitz: hands count three times.",
        "TOY-8": "Who only laid off before has made a storm, which the house rule doubles.",
    },
    scoring={
        "TOY-4": "Laid cards count for you, held cards against you.",
        "TOY-6": "Who giggles loses 10 points.",
    },
    end={"TOY-7": "100 points win."},
)

VARIANT = Variant(
    key="xx-toy",
    version="1",
    name="Toy rummy",
    country="Nowhere",
    language="en",
    summary="Five cards, blitz counts three times.",
    source=Source(title="Toys", publisher="The tests", language="en"),
    deck=Deck(packs=1, jokers=1),
    deal=Deal(cards=((None, 5),), most_players=5, first="The player on the dealer’s left begins."),
    melds=MeldRules(
        ace=AceOrder.HIGH,
        rules=meld_topics(
            "TOY-2: min_cards kinds run run_length same_suit set set_size set_too_large suits same_suit_twice",
            "TOY-2: ace ace_not_allowed_here joker joker_limit",
        ),
    ),
    turn=Turn(draws=no_draws(top_card=Draw(Who.EVERYBODY)), opening={Requirement.POINTS: 15}),
    closing=Closing(
        last_discard=LastDiscard.NOT_NEEDED,
        ways={
            "toy_blitz": WayOfClosing(LaidBefore.NOTHING, "TOY-5", "Blitz", factor=3),
            "hand_close": WayOfClosing(LaidBefore.NO_MELD, "TOY-8", "Storm", factor=1),
        },
    ),
    values=CardValues(ranks=rank_values(ace=11, jack=10, queen=10, king=10), joker=20),
    scoring=Scoring(
        table_rule="TOY-4",
        hand_rule="TOY-4",
        closer_is_free=True,
        no_closer_rule="TOY-4",
        penalties=(Penalty("toy_giggles", -10, "TOY-6", "Giggled"),),
    ),
    ending=Ending(target=100, tie=Tie.SHARED),
    options=OPTIONS,
    chapters=RULES.chapters,
    rule_list=RULES.rule_list,
    cites=topics("TOY-3: opening_minimum; TOY-4: values score; TOY-5: closing going_out doubling; TOY-7: target"),
    emblem="♣",
)
