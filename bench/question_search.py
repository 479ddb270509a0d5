"""Search for questions to the referee that take long: `python -m bench.question_search --seconds 600 --seed 1`.

Random questions of every kind, about every game with any house rules and as many cards as its packs hold, then changes
of those that took longest. The dearest of each kind are printed in the form of `worst_questions.json`.
"""

import argparse
import copy
import json
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from itertools import chain
from random import Random
from typing import Any

from scorekeeper.rules.model.options import Choice
from scorekeeper.rules.model.variant import Variant
from scorekeeper.rules.variants import VARIANTS

from .questions import asked

Situation = dict[str, Any]
_RANKS, _SUITS = "A23456789TJQK", "SHDC"
_KEPT = 6  # questions of each kind that are changed further
_WHO = [f"P{number}" for number in range(1, 21)]


class Pack:
    """The shuffled cards of a game; each is drawn once."""

    def __init__(self, variant: Variant, players: int, rng: Random) -> None:
        self.rng, self.names, deck = rng, _WHO[:players], variant.deck
        self.cards = [rank + suit for rank in _RANKS for suit in _SUITS] * deck.packs_for(players)
        rng.shuffle(self.cards)
        self.jokers = deck.jokers_for(players)

    def some(self, most: int = 200) -> list[str]:
        """Draw up to `most` cards, often all of them, with some of the jokers."""
        number = min(most, len(self.cards), self.rng.choice((1, 3, 10, 20, 40, 60, 200)))
        drawn = [self.cards.pop() for _ in range(number)]
        jokers = min(self.rng.randint(0, self.jokers), max(0, most - number))
        self.jokers -= jokers
        return ["JK"] * jokers + drawn

    def one(self) -> str:
        """Draw a card; when none is left, the ace of spades, which is then refused."""
        return self.cards.pop() if self.cards else "AS"

    def meld(self) -> list[str]:
        """Draw a run or a set, with jokers for some of its cards; an empty one if the cards are gone."""
        if self.rng.random() < 0.6:
            length, first, suit = self.rng.randint(3, 13), self.rng.randrange(13), self.rng.choice(_SUITS)
            wanted = [_RANKS[place % 13] + suit for place in range(first, min(first + length, 14))]
        else:
            rank = self.rng.choice(_RANKS)
            wanted = [rank + suit for suit in self.rng.sample(_SUITS, self.rng.randint(3, 4))]
        rarely = self.rng.choice((0.0, 0.1, 0.4))
        drawn = [self._card_or_joker(card, rarely) for card in wanted]
        return [card for card in drawn if card]

    def _card_or_joker(self, card: str, rarely: float) -> str:
        if card in self.cards and (not self.jokers or self.rng.random() >= rarely):
            self.cards.remove(card)
            return card
        self.jokers -= (joker := self.jokers > 0)
        return "JK" if joker else ""

    def melds(self, most: int = 24) -> list[list[str]]:
        """Draw up to `most` melds."""
        drawn = [self.meld() for _ in range(self.rng.randint(0, most))]
        return [meld for meld in drawn if meld]


def _maybe(rng: Random, situation: Situation, **more: object) -> Situation:
    return {**situation, **{key: value for key, value in more.items() if rng.random() < 0.3}}


def _said(rng: Random) -> dict[str, bool]:
    keys = ("opened", "opened_before", "own_turn", "first_round", "cardless", "has_own_melds", "melded_before")
    return {key: rng.random() < 0.5 for key in keys}


def _lay_offs(pack: Pack, melds: int) -> list[dict[str, object]]:
    return [{"card": card, "to": pack.rng.randrange(max(1, melds))} for card in pack.some(60)]


def _lay_off(pack: Pack) -> Situation:
    return _maybe(pack.rng, {"table": pack.melds(), "cards": pack.some()}, opened=True, to=0, own_melds=[0, 1])


def _joker_swap(pack: Pack) -> Situation:
    situation = {"meld": pack.meld(), "offered": pack.some(4)}
    return _maybe(pack.rng, situation, **{"from": "hand"}, joker_used_in_new_meld=pack.some(8), opened=True)


def _pile(pack: Pack) -> Situation:
    take = pack.rng.choice(["top_card", "whole_pile", "deeper_card", "knock", "stock_empty"])
    pile = pack.some()
    situation: Situation = {"take": take, "pile": pile, "table": pack.melds(), "hand_before": pack.some()}
    more = {"laid_new_melds": [[*pile[-1:], *pack.some(3)]], "laid_off": [{"card": pile[-1], "to": 0}]}
    return _maybe(pack.rng, situation, **more, wanted=pack.rng.choice(pile), discard=pile[0])


def _rummy_call(pack: Pack) -> Situation:
    situation = {"discard": pack.one(), "table": pack.melds(), "discarder": "P1", "callers": pack.names[1:]}
    return _maybe(pack.rng, situation, pile=pack.some(), caller_hand=pack.some(), face_down=False)


def _go_out(pack: Pack) -> Situation:
    table, laid = pack.melds(12), pack.melds(8)
    lay_offs = _lay_offs(pack, len(table) + len(laid))
    situation: Situation = {"hand_after": [], "laid_new_melds": laid, "table": table, "laid_off": lay_offs}
    if pack.rng.random() < 0.3:
        situation["hand_after"] = pack.some(20)
    before = [*chain(*laid), *(str(each["card"]) for each in lay_offs), *situation["hand_after"]]
    return _maybe(pack.rng, situation, discard=pack.one(), hand_before=before, opened_before=True, called=True)


def _table(pack: Pack) -> Situation:
    before = pack.melds()
    played = pack.some(40)
    lying = [card for meld in before for card in meld] + played
    after = [*before, played]
    if pack.rng.random() < 0.6:
        pack.rng.shuffle(lying)
        lying.sort(key=pack.rng.choice([lambda card: card[-1], lambda card: card[0], lambda card: ""]))
        size = pack.rng.randint(3, 13)
        after = [lying[at : at + size] for at in range(0, len(lying), size)]
    elif before:
        after = copy.deepcopy(before)
        for card in played:
            pack.rng.choice(after).append(card)
    return _maybe(pack.rng, {"before": before, "after": after, "played": played}, opened=True)


def _round_score(pack: Pack) -> Situation:
    players = {
        name: _maybe(pack.rng, {"hand": pack.some(40), "melds": pack.melds(6)}, laid_off=pack.some(10))
        for name in pack.names
    }
    return {"closer": "P1", "players": players}


def _game_end(pack: Pack) -> Situation:
    names, most = pack.names, pack.rng.choice((5, 500, 9_999))
    rounds = [{name: pack.rng.randint(-most, most) for name in names} for _ in range(pack.rng.choice((3, 60, 999)))]
    return _maybe(pack.rng, {"rounds": rounds}, rejoined=[{"player": "P2", "before_round": 3}])


def _arrange(pack: Pack) -> Situation:
    aim = pack.rng.choice(["most_points", "fewest_left", "opening"])
    return _maybe(pack.rng, {"cards": pack.some(), "aim": aim}, table=pack.melds())


def _irregularity(pack: Pack) -> Situation:
    what = pack.rng.choice(["exposed_card", "misplaced_card", "not_a_meld", "fitting_discard", "equal_melds"])
    return _maybe(pack.rng, {"what": what, "cards": pack.some(), "table": pack.melds()}, to=0, player="P1", count=3)


SITUATIONS: dict[str, Callable[[Pack], Situation]] = {
    "meld": lambda pack: {"cards": pack.meld() + pack.some(pack.rng.choice((0, 1, 200)))},
    "hand-value": lambda pack: {"cards": pack.some()},
    "opening": lambda pack: {"melds": pack.melds()},
    "lay-off": _lay_off,
    "joker-swap": _joker_swap,
    "pile": _pile,
    "rummy-call": _rummy_call,
    "go-out": _go_out,
    "table": _table,
    "round-score": _round_score,
    "game-end": _game_end,
    "arrange": _arrange,
    "irregularity": _irregularity,
}


def _choices(variant: Variant, rng: Random) -> dict[str, Choice]:
    """Return a random choice for some of the options."""
    chosen: dict[str, Choice] = {}
    for option in variant.options:
        if option.longest is None and rng.random() < 0.4:
            bounds = [option.lowest, option.highest, *([None] if option.nullable else [])]
            chosen[option.key] = rng.choice(option.choices or bounds)
    return chosen


def drawn(question: str, rng: Random) -> dict[str, Any]:
    """Return the body of a random question; not every one can be."""
    variant = rng.choice([each for each in VARIANTS.values() if each.has_cards])
    players = rng.randint(variant.deal.fewest_players, variant.most_players)
    situation = SITUATIONS[question](Pack(variant, players, rng))
    said = {key: value for key, value in _said(rng).items() if key in _TAKES.get(question, ()) and rng.random() < 0.4}
    body = {"variant": variant.key, "house_rules": _choices(variant, rng), "players": players}
    return {**body, "situation": {**situation, **said}}


_TAKES = {
    "lay-off": ("opened", "own_turn", "first_round", "has_own_melds"),
    "pile": ("opened", "own_turn", "first_round", "cardless"),
    "go-out": ("opened_before", "first_round", "cardless", "melded_before"),
    "table": ("opened",),
}


def changed(body: dict[str, Any], rng: Random) -> dict[str, Any]:
    """Return a question with some of its cards or house rules changed."""
    made = copy.deepcopy(body)
    variant = VARIANTS[made["variant"]]
    if rng.random() < 0.2:
        made["house_rules"] = _choices(variant, rng)
    pack = Pack(variant, made["players"], rng)
    lists = [each for each in _lists(made["situation"]) if each]
    for _ in range(rng.choice((1, 1, 2, 4))):
        if lists:
            _change(rng.choice(lists), pack)
    return made


def _lists(value: object) -> list[list[Any]]:
    """Return all lists within a situation."""
    parts = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    own = [value] if isinstance(value, list) else []
    return own + [each for part in parts for each in _lists(part)]


def _change(cards: list[Any], pack: Pack) -> None:
    at = pack.rng.randrange(len(cards)) if cards else 0
    match pack.rng.randrange(4):
        case 0 if cards:
            cards.pop(at)
        case 1 if cards and isinstance(cards[at], str):
            cards[at] = pack.one()
        case 2 if cards and isinstance(cards[at], list):
            cards.append(pack.meld())
        case _ if cards and isinstance(cards[at], str):
            cards.insert(at, "JK" if pack.rng.random() < 0.3 else pack.one())


@dataclass
class Search:
    """The dearest questions of each kind that are known, with their milliseconds of processor."""

    rng: Random
    known: dict[str, list[tuple[float, dict[str, Any]]]]

    def step(self) -> None:
        """Ask one question more, and keep it if it is among the dearest of its kind."""
        question = self.rng.choice(list(SITUATIONS))
        best = self.known.setdefault(question, [])
        fresh = not best or self.rng.random() < 0.4
        body = drawn(question, self.rng) if fresh else changed(self.rng.choice(best)[1], self.rng)
        least = best[-1][0] if len(best) >= _KEPT else 0.0
        if (took := cost(question, body)) > least and (took := min(took, cost(question, body))) > least:
            best.append((took, body))
            best.sort(key=lambda each: -each[0])
            del best[_KEPT:]


def cost(question: str, body: dict[str, Any]) -> float:
    """Return the milliseconds of processor that a question takes."""
    began = time.process_time_ns()
    asked(question, body)
    return (time.process_time_ns() - began) / 1e6


def main() -> None:
    """Search for the arguments' time, and print what was found."""
    parser = argparse.ArgumentParser(prog="python -m bench.question_search", description=__doc__)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    search, end, number = Search(Random(options.seed), {}), time.monotonic() + options.seconds, 0
    while time.monotonic() < end:
        search.step()
        number += 1
    for question, best in search.known.items():
        for milliseconds, body in best:
            print(f"{milliseconds:4.0f} ms", json.dumps({"question": question, **_in_words(body)}))
    print(f"{number} questions were asked", file=sys.stderr)


def _in_words(value: Any) -> Any:
    """Return a body with each list of cards as one text, as `worst_questions.json` has them."""
    if isinstance(value, dict):
        return {key: _in_words(part) for key, part in value.items()}
    if isinstance(value, list):
        return " ".join(value) if value and isinstance(value[0], str) else [_in_words(part) for part in value]
    return value


if __name__ == "__main__":
    main()
