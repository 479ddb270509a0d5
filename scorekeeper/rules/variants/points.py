"""Just points: any game without rules of its own here. Points in, totals out, and an end if the table wants one."""

from ..model.notation import *

OPTIONS = house_rules(
    name_of_game=free_text("PT-O7", N_("What you play."), 80, sets="own_name"),
    lowest_wins=switch("PT-O1", N_("The lowest total wins."), {"ending.wins": Wins.LOWEST}),
    end=choice(
        "PT-O2",
        N_("What ends the game."),
        {
            "none": N_("nothing: the table stops"),
            "target": N_("a total reaches the target"),
            "limit": N_("a limit; the last one still in wins"),
            "rounds": N_("a number of rounds"),
        },
        {
            "target": {"ending.target": 100},
            "limit": {"ending.limit": 100, "ending.wins": Wins.LOWEST, "cites.best_wins": "PT-10"},
            "rounds": {"ending.rounds": 10, "cites.agreed_rounds": "PT-09", "cites.best_wins": "PT-09"},
        },
    ),
    target=number(
        "PT-O3", N_("The total that ends the game."), 100, (1, 99999), sets="ending.target", needs={"end": "target"}
    ),
    past_target=switch(
        "PT-O9",
        N_("A total must be above the target; reaching it exactly is not enough."),
        sets="ending.past_target",
        needs={"end": "target"},
    ),
    limit=limit("PT-O3", 100, needs={"end": "limit"}),
    past_limit=past_limit("PT-O9", needs={"end": "limit"}),
    rejoin=rejoin("PT-O8", Rejoin.HIGHEST_PLUS_ONE, Rejoin.HIGHEST, needs={"end": "limit"}),
    rounds=number(
        "PT-O4", N_("After how many rounds the game ends."), 10, (1, 999), sets="ending.rounds", needs={"end": "rounds"}
    ),
    tie=choice(
        "PT-O10",
        N_("What happens when totals are equal at the end of the game."),
        {"shared": N_("share the win"), "another_round": N_("play another round")},
        {"another_round": {"ending.tie": Tie.ANOTHER_ROUND}},
    ),
    teams=switch("PT-O11", N_("Teams of two: whoever sits across is your partner."), {"ending.partner_rule": "PT-16"}),
    zero_sum=switch("PT-O5", N_("The points of a round must add up to 0."), sets="scoring.rows_cancel"),
    step=number(
        "PT-O6",
        N_("All points are multiples of this number."),
        1,
        (1, 1000),
        sets="scoring.point_step",
        usual=(1, 5, 10),
    ),
)

RULES = rulebook(
    OPTIONS,
    sections={
        "The game": "PT-01 PT-02 PT-15 PT-17 PT-O7 PT-O11",
        "Points": "PT-03 PT-04 PT-05 PT-06 PT-16 PT-O5 PT-O6",
        "The end": "PT-07 PT-08 PT-09 PT-10 PT-11 PT-12 PT-13 PT-14 PT-18 PT-O1 PT-O2 PT-O3 PT-O4 PT-O8 PT-O9 PT-O10",
    },
    aim={
        "PT-01": N_("Two to twenty play whatever they like, and may give the game a name."),
        "PT-O7": N_("You choose what the game is called."),
        "PT-17": N_(
            "In teams of two, partners sit across from each other. You need an even number of players, at least four."
        ),
        "PT-O11": N_("You choose whether you play in teams of two."),
        "PT-02": N_("The referee checks a row of points and says whether the game is over. It judges no cards."),
    },
    deal={"PT-15": N_("Everybody deals in turn. Whoever is out does not deal.")},
    scoring={
        "PT-03": N_("After each round, everybody who is in gets points: a whole number, which may be below 0."),
        "PT-04": N_(
            "Your total is the sum of your rounds. If you come back in, it starts with the total you came with."
        ),
        "PT-16": N_(
            "If you play in teams, you get your partner’s points, too: a team’s total is what counts. If you change "
            "partners, you keep your total."
        ),
        "PT-05": N_("If you agree on it, the points of every round must add up to 0."),
        "PT-O5": N_("You choose whether a round must add up to 0."),
        "PT-06": N_("If you agree on a step, all points are multiples of it."),
        "PT-O6": N_("You choose the step of the points."),
    },
    end={
        "PT-07": N_("Without an agreed end, the game goes on until the table stops."),
        "PT-O2": N_("You choose what ends the game."),
        "PT-08": N_("With a target, the game is over when a total reaches it. The best total wins."),
        "PT-O3": N_("You choose the target or the limit."),
        "PT-O9": N_("You choose whether the target or the limit must be exceeded."),
        "PT-O1": N_("You choose whether the highest or the lowest total is best."),
        "PT-09": N_("With a number of rounds, the game is over when they are played. The best total wins."),
        "PT-O4": N_("You choose the number of rounds."),
        "PT-10": N_(
            "With a limit, points are bad: whoever’s total reaches it is out and gets no more points. The last one in "
            "has won."
        ),
        "PT-12": N_("If all who are left go out in the same round, the lowest total among them wins."),
        "PT-13": N_(
            "If you agree on it, whoever is out may come back in before the next round, as often as they like: with "
            "the highest total of those still in, or one point more. At least two must still be in, and the total must "
            "not put the player out again."
        ),
        "PT-O8": N_("You choose whether players who are out may come back in, and with which total."),
        "PT-11": N_("Players with equal totals share the win, unless you agree that they play another round."),
        "PT-O10": N_("You choose what happens if several are best at the end."),
        "PT-18": N_(
            "Partners with equal totals win together and have one place. With a limit, both go out and come back in "
            "together."
        ),
        "PT-14": N_("The table may stop at any time: the best total wins. With a limit, only those still in can win."),
    },
)

VARIANT = Variant(
    key="points",
    version="1",
    name=N_("Just points"),
    country=N_("Any game"),
    language="en",
    summary=N_("Any other game: you enter the points and see who leads."),
    source=Source(title="Scorekeeper", publisher="Scorekeeper", language="en", ours=True),
    deck=Deck(packs=0, jokers=0),
    deal=Deal(cards=((None, 0),), most_players=20, up_card=False),
    melds=MeldRules(runs=False, sets=False),
    closing=Closing(last_discard=LastDiscard.NONE, hows=(How.OUT,)),
    values=CardValues(ranks={}, joker=0),
    scoring=Scoring(no_closer_rule="PT-03"),
    ending=Ending(),
    options=OPTIONS,
    chapters=RULES.chapters,
    rule_list=RULES.rule_list,
    cites=topics(
        "PT-03: score; PT-05: row; PT-06: values; PT-07: agreed_rounds; PT-08: target best_wins; PT-10: limit",
        "PT-11: equals; PT-12: last_in; PT-13: rejoin",
    ),
    emblem="±",
)
