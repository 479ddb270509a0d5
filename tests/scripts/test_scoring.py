"""scoring.js, run in QuickJS, scores cards as the server does, or leaves it open where only the server can."""

from itertools import pairwise
from random import Random

import pytest

from scorekeeper.rules.cards import JOKER, NATURALS, Card, parse_cards
from scorekeeper.rules.model.terms import How
from scorekeeper.rules.scoring.deadwood import deadwood
from scorekeeper.rules.scoring.rating import rating_of
from scorekeeper.rules.scoring.rounds import CardsEntry, Entry, PointsEntry, Round, SumsEntry
from scorekeeper.rules.scoring.scoring import score_round
from scorekeeper.rules.variants import get_variant
from scorekeeper.web.rounds.round_facts import scoring_facts

from .engine import Engine

PLAYERS = ("p0", "p1", "p2")
HANDS = 400


def _round(chance: Random, pack: list[Card]) -> Round:
    chance.shuffle(pack)
    sizes = (0, chance.randint(1, 6), chance.randint(1, 8))
    cuts = [sum(sizes[:at]) for at in range(len(sizes) + 1)]
    hands = [tuple(pack[start:end]) for start, end in pairwise(cuts)]
    entries = {player: CardsEntry(hand=hand) for player, hand in zip(PLAYERS, hands, strict=True)}
    return Round(PLAYERS, entries, closer="p0")


@pytest.mark.parametrize("choice", ["full", "nothing"])
@pytest.mark.parametrize(
    ("game", "rules"), [("cs-500", {}), ("is-rommi", {}), ("is-rommi", {"suits_of_runs": "any", "jokers": 2})]
)
def test_the_form_scores_hands_as_the_server_does_or_leaves_them_open(
    game: str, rules: dict[str, object], choice: str
) -> None:
    """Where complete melds are free, a score is left open if it hangs on a hand that holds one, and hardly else."""
    variant, chance = get_variant(game, {**rules, "melds_in_hand": choice}), Random(game)
    engine, facts = Engine("score.js"), scoring_facts(variant, len(PLAYERS))
    pack = [card for card in (*NATURALS, JOKER) for _ in range(variant.deck.copies(card, len(PLAYERS)))]
    open_scores = scored = 0
    for _ in range(HANDS):
        played = _round(chance, pack)
        hands = {player: entry.hand for player, entry in played.entries.items() if isinstance(entry, CardsEntry)}
        fields = {player: {"hand": " ".join(card.code for card in hand)} for player, hand in hands.items()}
        fields["p0"] = {"laid_off": "7H"} if variant.scoring.table_scores else {}
        mine = engine.call("score", facts, "p0", fields)
        for player, points in score_round(variant, played).scores.items():
            if player == "p0" and variant.scoring.table_scores:
                continue  # what it laid is not what this is about
            hang_on = [hand for name, hand in hands.items() if name == player or player == "p0"]
            if mine[player] is None:
                open_scores += 1
                assert choice == "nothing"
            else:
                scored += 1
                assert mine[player] == points
                assert points == 0 or not any(deadwood(variant, hand).melds for hand in hang_on)
    assert scored > HANDS
    assert (open_scores > 0) is (choice == "nothing")


@pytest.mark.parametrize("score", ["difference", "full"])
def test_the_form_scores_an_empty_pool_as_the_server_does(score: str) -> None:
    """The others pay what they have more than the lowest rack, or their whole racks."""
    variant = get_variant("rummikub", {"pool_empty_score": score})
    engine, facts = Engine("score.js"), scoring_facts(variant, len(PLAYERS))
    for racks in ((15, 8, 22), (0, 8, 22), (9, 9, 20)):
        entries = {player: SumsEntry(minus=points) for player, points in zip(PLAYERS, racks, strict=True)}
        fields = {player: {"minus": str(points)} for player, points in zip(PLAYERS, racks, strict=True)}
        mine = engine.call("score", facts, "pool_empty", fields)
        scored = score_round(variant, Round(PLAYERS, entries, None, How.POOL_EMPTY)).scores
        assert mine == (scored if racks.count(9) < 2 else dict.fromkeys(PLAYERS))  # equal racks: the table decides


@pytest.mark.parametrize(
    "rules", [{}, {"rating_bands": "flat", "rating_win": 4}, {"rating_after_hand": "minus_points"}], ids=str
)
def test_the_form_rates_as_the_server_does_or_leaves_open_what_is_not_typed(rules: dict[str, object]) -> None:
    """By sums and by final points, with a Hand and without; nobody is rated before it is said who went out."""
    variant, chance = get_variant("de-turnier", rules), Random(str(rules))
    engine, facts = Engine("score.js"), scoring_facts(variant, len(PLAYERS))
    for _ in range(HANDS // 4):
        left = [chance.randint(0, 20) for _ in PLAYERS]
        way, who = chance.choice([None, "hand_romme"]), chance.choice([*PLAYERS, "stock_empty"])
        how, closer = (How.OUT, who) if who in PLAYERS else (How.STOCK_EMPTY, None)
        way = way if closer else None
        given: list[tuple[Entry, dict[str, str]]] = [
            chance.choice([(SumsEntry(minus=n), {"minus": str(n)}), (PointsEntry(-n), {"points": str(-n)})])
            for n in left
        ]
        entries = {player: entry for player, (entry, _) in zip(PLAYERS, given, strict=True)}
        fields = {player: typed for player, (_, typed) in zip(PLAYERS, given, strict=True)}
        expected = rating_of(variant, Round(PLAYERS, entries, closer, how, way))
        assert engine.call("rate", facts, who, fields, way) == expected
    assert set(engine.call("rate", facts, "", fields, None).values()) == {None}
    assert engine.call("rate", facts, "p0", {**fields, "p1": {}}, None)["p1"] is None
    assert engine.call("rate", scoring_facts(get_variant("de-romme"), 3), "p0", fields, None) is None


@pytest.mark.parametrize("on_top", [False, True])
def test_the_form_scores_who_has_not_opened_as_the_server_does_or_leaves_it_open(on_top: bool) -> None:
    """Only the server finds whether tiles could have opened."""
    variant = get_variant("rummikub", {"unopened": "mso", "unopened_on_top": on_top})
    engine, facts = Engine("score.js"), scoring_facts(variant, len(PLAYERS))
    said = {"": (True, None), "no": (False, None), "could": (False, True)}
    for one in said:
        for other in said:
            entries = {"p1": SumsEntry(0, 15, {}, *said[one]), "p2": SumsEntry(0, 40, {}, *said[other])}
            fields = {"p0": {}, "p1": {"minus": "15", "opened": one}, "p2": {"minus": "40", "opened": other}}
            mine = engine.call("score", facts, "p0", fields)
            assert mine == score_round(variant, Round(PLAYERS, entries, "p0")).scores, (one, other)
    tiles = engine.call("score", facts, "p0", {"p0": {}, "p1": {"hand": "KS", "opened": "no"}, "p2": {"minus": "4"}})
    assert tiles == {"p0": None, "p1": None, "p2": -4}


LOW_ACES = (
    *(("en-500", chosen) for chosen in ({}, {"card_values": "fives"}, {"whole_suit_ace": "high"})),
    *(("sv-500", chosen) for chosen in ({"closing_bonus": 50}, {"round_the_corner": False}, {"corner_ace_low": True})),
    ("nb-500", {"ace_in_hand": 5}),
)


def test_the_form_counts_low_aces_as_the_server_does_or_leaves_them_open() -> None:
    """The meld of an ace tells its place; of one laid off the field for low aces does, else only the server."""
    chance, engine = Random("low aces"), Engine("score.js")
    open_scores = scored = 0
    for at in range(HANDS):
        variant = get_variant(*chance.choice(LOW_ACES))
        start, suit = chance.randint(0, 12), chance.choice("SHDC")
        size = 13 if at % 20 == 0 else chance.randint(3, 6)
        cards = ["A23456789TJQK"[(start + step) % 13] + suit for step in range(size)]
        for place in chance.sample(range(size), chance.randint(0, 1)):
            cards[place] = "JK"
        off = ["AS", "AH"][: chance.randint(0, 2)] if at % 20 else []
        low = chance.choice((None, off[:1] or None))
        entry = CardsEntry((parse_cards(cards),), parse_cards(off), (), {}, None if low is None else parse_cards(low))
        played = Round(PLAYERS, {"p0": entry, "p1": CardsEntry(), "p2": CardsEntry()}, closer="p0")
        typed = {"melds": " ".join(cards), "laid_off": " ".join(off), "low_aces": " ".join(low or ())}
        mine = engine.call("score", scoring_facts(variant, 5), "p0", {"p0": typed, "p1": {}, "p2": {}})["p0"]
        if mine is None:
            open_scores += 1
            assert off
            assert not low
        else:
            scored += 1
            assert mine == score_round(variant, played).scores["p0"], (cards, off, low)
    assert open_scores > HANDS // 10
    assert scored > HANDS // 2
