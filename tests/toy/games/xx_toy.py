"""A toy game, in no country: one file that the tests add to the games. Its penalty and its way of closing are new."""

from scorekeeper.rules.model.ending import Ending
from scorekeeper.rules.model.options import Effect, Option, switch
from scorekeeper.rules.model.parts import (
    CallRules,
    Closing,
    Deal,
    Deck,
    Draw,
    JokerRules,
    JokerSwap,
    MeldRules,
    Turn,
    WayOfClosing,
    no_draws,
)
from scorekeeper.rules.model.scoring import CardValues, Penalty, Scoring, rank_values
from scorekeeper.rules.model.sources import Reading, Rule, Source, ambiguity
from scorekeeper.rules.model.terms import AceOrder, LaidBefore, LastDiscard, NoCloser, Requirement, Tie, Who
from scorekeeper.rules.model.topics import Chapter, MeldTopic, Topic
from scorekeeper.rules.model.variant import Variant

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
        set_largest=4,
        rules=dict.fromkeys(MeldTopic, "TOY-2"),
    ),
    jokers=JokerRules(),
    swap=JokerSwap(),
    turn=Turn(draws=no_draws(top_card=Draw(Who.EVERYBODY)), opening={Requirement.POINTS: 15}),
    call=CallRules(),
    closing=Closing(
        last_discard=LastDiscard.NOT_NEEDED,
        ways={"toy_blitz": WayOfClosing(LaidBefore.NOTHING, "TOY-5", "Blitz", factor=3)},
    ),
    values=CardValues(ranks=rank_values(ace=11, jack=10, queen=10, king=10), joker=20),
    scoring=Scoring(
        closer_is_free=True,
        table_rule="TOY-4",
        hand_rule="TOY-4",
        closer_rule=None,
        no_closer=NoCloser.EVERYBODY,
        no_closer_rule="TOY-4",
        penalties=(Penalty("toy_giggles", -10, "TOY-6", "Giggled"),),
    ),
    ending=Ending(target=100, tie=Tie.SHARED),
    emblem="♣",
    cites=dict.fromkeys(Topic, "TOY-3"),
    options=(
        Option(
            "target",
            100,
            "The total that ends the game.",
            "TOY-7",
            Effect.SCORE,
            lowest=1,
            highest=999,
            sets="ending.target",
        ),
        switch("aces_low", "The ace is the lowest card.", "TOY-A1", {"melds.ace": AceOrder.LOW}),
    ),
    chapters={
        Chapter.CARDS: "TOY-1",
        Chapter.LAY_DOWN: "TOY-2 TOY-A1 TOY-3",
        Chapter.GOING_OUT: "TOY-5",
        Chapter.SCORING: "TOY-4 TOY-6",
        Chapter.END: "TOY-7",
    },
    rule_list=(
        Rule("TOY-1", "One pack of 52 cards with a joker.", "Things"),
        Rule("TOY-2", "Melds are sets and runs of three cards or more.", "Things"),
        Rule("TOY-3", "Your first melds must count 15 points.", "Things"),
        Rule("TOY-4", "Laid cards count for you, held cards against you.", "Counting"),
        Rule("TOY-5", "Who lays all cards in one turn has made a blitz: hands count three times.", "Counting"),
        Rule("TOY-6", "Who giggles loses 10 points.", "Counting"),
        Rule("TOY-7", "100 points win.", "Counting"),
        ambiguity(
            "TOY-A1",
            "Nothing is said about the ace.",
            "Things",
            "It is the highest card.",
            Reading("It is the lowest card.", "aces_low", True, condition="If the ace is low"),
        ),
    ),
)
