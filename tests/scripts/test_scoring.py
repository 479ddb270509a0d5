"""scoring.js, run in QuickJS, scores cards as the server does, or leaves it open where only the server can."""

from itertools import pairwise
from random import Random

import pytest

from scorekeeper.rules.cards import JOKER, NATURALS, Card
from scorekeeper.rules.scoring.deadwood import deadwood
from scorekeeper.rules.scoring.rounds import CardsEntry, Round
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
