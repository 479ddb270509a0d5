"""Situations as tables produce them: a game with house rules, dealt cards, and what a table would ask about them."""

from collections import Counter
from collections.abc import Mapping, Sequence
from copy import deepcopy
from random import Random
from typing import Any

from scorekeeper.rules.model.options import Choice, Option
from scorekeeper.rules.model.terms import Declaration
from scorekeeper.rules.model.variant import Variant
from scorekeeper.rules.variants import CARD_GAMES, get_variant
from scorekeeper.services.referee.ask import rule_on_document

RANKS, SUITS, JOKER = "A23456789TJQK", "SHDC", "JK"
Answer = Any  # the JSON of an answer


FIRST_GAMES = ("cs-500", "da-500", "de-romme", "is-rommi", "nb-rummy")
OTHER_GAMES = tuple(key for key in CARD_GAMES if key not in FIRST_GAMES)


class Table:
    """A table with its game, house rules and players, dealt to from a shuffled pack; `asked` counts questions.

    Seeds below 0 are tables of the games that came after the first five, whose tables stay the same.
    """

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        self.key = self.random.choice(FIRST_GAMES if seed >= 0 else OTHER_GAMES)
        self.house_rules = _house_rules(CARD_GAMES[self.key], self.random)
        self.variant = get_variant(self.key, self.house_rules)
        fewest, most = self.variant.deal.fewest_players, min(self.variant.most_players, 6)
        self.players = self.random.randint(fewest, most)
        deck = self.variant.deck
        suited = [rank + suit for rank in RANKS for suit in SUITS] * deck.packs_for(self.players)
        self.pack = [*suited, *[JOKER] * deck.jokers_for(self.players)]
        self.random.shuffle(self.pack)
        self.asked = 0

    @property
    def names_suits(self) -> bool:
        """Whether the suit of a joker in a set is settled when it is laid."""
        return self.variant.jokers.declared is not Declaration.NO

    def body(self, situation: Mapping[str, Any], house_rules: Mapping[str, Choice] | None = None) -> dict[str, Any]:
        """Return the question's body."""
        rules = self.house_rules if house_rules is None else house_rules
        return {"variant": self.key, "house_rules": rules, "players": self.players, "situation": situation}

    def ask(self, question: str, **situation: Any) -> Answer:
        """Return the answer; `from_` is the key `from`."""
        self.asked += 1
        named = {key.rstrip("_"): value for key, value in situation.items()}
        return rule_on_document(question, self.body(named))

    def draw(self, number: int) -> list[str]:
        """Return cards of the pack, which has them no more."""
        drawn, self.pack = self.pack[:number], self.pack[number:]
        return drawn

    def take(self, cards: Sequence[str]) -> list[str] | None:
        """Take these cards from the pack; None if it lacks one."""
        if Counter(cards) - Counter(self.pack):
            return None
        for card in cards:
            self.pack.remove(card)
        return list(cards)

    def meld(self) -> list[str]:
        """Return three to six cards that lie near one another, most often a meld, jokers at its ends or within."""
        for _ in range(30):
            cards = self._run() if self.random.random() < 0.6 else self._set()
            for _ in range(self.random.choice((0, 0, 1, 1, 2))):
                cards[self.random.choice((0, -1, self.random.randrange(len(cards))))] = JOKER
            if (taken := self.take(cards)) and (self.random.random() < 0.05 or self.is_meld(taken)):
                return taken
            self.pack += taken or []
        return self.draw(3)

    def is_meld(self, cards: Sequence[str]) -> bool:
        """Return whether the cards are a meld by the question `meld`."""
        return bool(self.ask("meld", cards=list(cards))["facts"]["valid"])

    def melds(self, most: int) -> list[list[str]]:
        """Return up to so many."""
        return [self.meld() for _ in range(self.random.randint(0, most))]

    def near(self, melds: Sequence[Sequence[str]]) -> str:
        """Return a card of the pack, most often one that lies near the melds."""
        for _ in range(12):
            card = self.random.choice(self.pack)
            lying = [c for meld in melds for c in meld]
            if card == JOKER or self.random.random() < 0.1 or any(_is_near(card, c) for c in lying):
                break
        self.pack.remove(card)
        return card

    def _run(self) -> list[str]:
        start, suit = self.random.randrange(13), self.random.choice(SUITS)
        suits = SUITS if self.variant.melds.run_suits_mixed and self.random.random() < 0.7 else suit
        return [RANKS[(start + at) % 13] + self.random.choice(suits) for at in range(self.random.randint(3, 6))]

    def _set(self) -> list[str]:
        rank = self.random.choice(RANKS)
        return [rank + suit for suit in self.random.sample(SUITS, self.random.choice((3, 3, 4)))]


def _is_near(card: str, other: str) -> bool:
    if other == JOKER:
        return False
    steps = abs(RANKS.index(card[0]) - RANKS.index(other[0]))
    return card[0] == other[0] or (card[1] == other[1] and steps in (1, 2, 12))


_RARE: Mapping[str, Choice] = {"suits_of_runs": "any", "melds_in_hand": "nothing"}


def _house_rules(variant: Variant, random: Random) -> dict[str, Choice]:
    """Return none, one or two house rules, none that exclude each other."""
    chosen = random.sample(variant.options, random.choice((0, 1, 1, 2, 2)))
    made = {option.key: _choice(option, random) for option in chosen}
    if random.random() < 0.2:  # what few tables choose, and what changes much
        made |= {key: choice for key, choice in _RARE.items() if any(option.key == key for option in variant.options)}
    for one, other in variant.exclusive:
        if made.get(one):
            made.pop(other, None)
    return made


def _choice(option: Option, random: Random) -> Choice:
    known = [*option.choices, *option.usual, *([None] if option.nullable else [])]
    if option.lowest is not None and option.highest is not None:
        known.append(random.randint(option.lowest, min(option.highest, option.lowest + 60)))
    return random.choice(known)


# ------------------------------------------------------------------ situations of every question


def situation_of(table: Table, question: str) -> dict[str, Any]:
    """Return a situation of `question` as a table could tell it."""
    random = table.random

    def tick() -> bool:
        return random.random() < 0.3

    match question:
        case "meld":
            return {"cards": table.meld(), "first_round": tick()}
        case "hand-value":
            return {"cards": table.draw(random.randint(0, 8)) + (table.meld() if tick() else [])}
        case "opening":
            return {"melds": table.melds(3)}
        case "lay-off":
            melds = table.melds(2) or [table.meld()]
            return {"table": melds, "cards": [table.near(melds)], "opened": not tick(), "first_round": tick()}
        case "joker-swap":
            meld = table.meld()
            return {"meld": meld, "offered": table.near([meld]), "own_turn": not tick(), "opened": not tick()}
        case "pile":
            return pile_situation(table)
        case "rummy-call":
            melds = table.melds(3) or [table.meld()]
            callers = random.sample(["Ida", "Ole"], random.randint(1, 2))
            return {"discard": table.near(melds), "table": melds, "discarder": "Ida", "callers": callers}
        case "go-out":
            return go_out_situation(table)
        case "table":
            return _rearranged(table)
        case "round-score":
            return _round(table)
        case "game-end":
            return {"totals": {name: random.randrange(-100, 600, 5) for name in ("Ida", "Ole")}, "rounds_played": 3}
    return {"cards": table.draw(random.randint(0, 7)), "aim": random.choice(("most_points", "fewest_left", "opening"))}


def _laid(table: Table) -> dict[str, Any]:
    random, lying = table.random, table.melds(2)
    found: dict[str, Any] = {"table": lying, "laid_new_melds": table.melds(2)}
    if lying and random.random() < 0.5:
        at = random.randrange(len(lying))
        found["laid_off"] = [{"card": table.near([lying[at]]), "to": at}]
    return found


def pile_situation(table: Table) -> dict[str, Any]:
    """Return a draw from the pile, with what was laid after it."""
    found = _laid(table)
    pile = table.draw(table.random.randint(1, 4))
    new = [card for meld in found["laid_new_melds"] for card in meld]
    if new and table.random.random() < 0.6:  # some of what is laid comes from the pile
        pile = [table.random.choice(new), *pile]
        new.remove(pile[0])
    hand = [*new, *(off["card"] for off in found.get("laid_off", ())), *table.draw(table.random.randint(0, 4))]
    takes = ["top_card", "whole_pile", "deeper_card", "knock", "stock_empty"]
    return {"take": table.random.choice(takes), "pile": pile, "wanted": pile[0], "hand_before": hand, **found}


def go_out_situation(table: Table) -> dict[str, Any]:
    """Return the end of a turn."""
    found = _laid(table)
    if table.random.random() < 0.8:
        found["discard"] = table.draw(1)[0]
    found["hand_after"] = table.draw(table.random.choice((0, 0, 1, 3)))
    for key in ("opened_before", "melded_before", "first_round"):
        if table.random.random() < 0.3:
            found[key] = key == "first_round"
    return found


def _rearranged(table: Table) -> dict[str, Any]:
    before = table.melds(3) or [table.meld()]
    at = table.random.randrange(len(before))
    card = table.near([before[at]])
    after = deepcopy(before)
    after[at].append(card)
    return {"before": before, "after": after, "played": [card]}


def _round(table: Table) -> dict[str, Any]:
    names = ["Ida", "Ole", "Eva", "Per", "Una", "Ari"][: table.players]
    hands = {name: {"hand": table.draw(table.random.randint(0, 4))} for name in names}
    if table.random.random() < 0.4:
        hands[names[-1]]["hand"] += table.meld()
    hands[names[0]] = {"hand": []}
    if table.variant.scoring.table_scores:
        hands[names[0]]["laid_off"] = table.draw(3)
    return {"closer": names[0], "players": hands}


QUESTIONS = (
    "meld",
    "hand-value",
    "opening",
    "lay-off",
    "joker-swap",
    "pile",
    "rummy-call",
    "go-out",
    "table",
    "round-score",
    "game-end",
    "arrange",
)


def some_question(table: Table) -> tuple[str, dict[str, Any]]:
    """Return any question with a situation."""
    question = table.random.choice(QUESTIONS)
    return question, situation_of(table, question)
