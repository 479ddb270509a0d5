"""A worked question to the referee of each kind, about a game that knows it; the API's description shows them."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Example:
    """A question with what the answer says: the verdict, and some or all of the facts."""

    summary: str
    variant: str
    situation: dict[str, Any]
    verdict: str
    facts: dict[str, Any]

    @property
    def body(self) -> dict[str, Any]:
        """What is sent."""
        return {"variant": self.variant, "situation": self.situation}


EXAMPLES: Mapping[str, tuple[Example, ...]] = {
    "meld": (
        Example(
            "A joker in the middle of a run",
            "da-500",
            {"cards": ["9H", "JK", "JH"]},
            "legal",
            {"valid": True, "kind": "run", "joker_may_be": ["TH"]},
        ),
        Example("Two suits in one run", "de-romme", {"cards": ["4S", "5S", "6H"]}, "illegal", {"valid": False}),
    ),
    "hand-value": (
        Example("Three cards left in hand", "cs-500", {"cards": ["KH", "7D", "AS"]}, "legal", {"points": 18}),
    ),
    "opening": (
        Example(
            "A run that is not enough to open with",
            "de-romme",
            {"melds": [["5H", "6H", "7H"]]},
            "illegal",
            {"points": 18, "minimum": 40, "meets_minimum": False},
        ),
    ),
    "lay-off": (
        Example(
            "A card that fits one of two melds",
            "cs-500",
            {"table": [["8C", "9C", "TC"], ["4D", "4S", "4H"]], "cards": ["JC"]},
            "legal",
            {"targets": [0], "must_say_which": False},
        ),
    ),
    "joker-swap": (
        Example(
            "Another player's joker for the card it was laid as",
            "da-500",
            {"meld": ["7C", "JK", "9C"], "joker_as": "8C", "offered": "8C", "from": "hand", "meld_owner": "Bo"},
            "legal",
            {"meld_after": ["7C", "8C", "9C"], "joker_goes_to": "hand"},
        ),
    ),
    "pile": (
        Example(
            "A card deeper in the pile, laid at once",
            "cs-500",
            {
                "take": "deeper_card",
                "wanted": "9H",
                "pile": ["2C", "9H", "QS"],
                "hand_before": ["9D", "9S", "KC"],
                "laid_new_melds": [["9H", "9D", "9S"]],
            },
            "legal",
            {"taken": ["9H", "QS"], "hand_after": ["KC", "QS"]},
        ),
    ),
    "rummy-call": (
        Example(
            "The discard goes with a meld on the table",
            "da-500",
            {"discard": "TD", "table": [["7D", "8D", "9D"]], "discarder": "Anna", "callers": ["Bo", "Cleo"]},
            "legal",
            {"card_to": "Bo"},
        ),
    ),
    "go-out": (
        Example(
            "The last run laid, the last card discarded",
            "de-romme",
            {"laid_new_melds": [["2D", "3D", "4D", "5D"]], "discard": "KC", "hand_after": []},
            "legal",
            {"closes": True, "round_ends": True},
        ),
    ),
    "table": (
        Example(
            "A tile added to a run",
            "nb-rummy",
            {"before": [["9C", "TC", "JC"]], "played": ["8C"], "after": [["8C", "9C", "TC", "JC"]]},
            "legal",
            {"conserved": True, "restore_table": False, "penalty_tiles": 0},
        ),
    ),
    "round-score": (
        Example(
            "Two players, one of them out",
            "is-rommi",
            {"closer": "Anna", "players": {"Anna": {}, "Bo": {"hand": ["9D", "KH"]}}},
            "legal",
            {"scores": {"Anna": 19, "Bo": 0}, "winner": "Anna"},
        ),
        Example(
            "A row with a wrong sign",
            "nb-rummy",
            {"entered": {"Anna": 30, "Bo": 12, "Cleo": -18}},
            "illegal",
            {"sum": 24, "zero_sum": False, "suggested_correction": {"Bo": -12}},
        ),
    ),
    "game-end": (
        Example(
            "The target is reached",
            "da-500",
            {"totals": {"Anna": 505, "Bo": 380}},
            "legal",
            {"ended": True, "winners": ["Anna"]},
        ),
    ),
    "arrange": (
        Example(
            "A run and a card that is left",
            "de-romme",
            {"cards": ["7H", "8H", "9H", "2C"], "aim": "fewest_left"},
            "legal",
            {"left": ["2C"], "points_laid": 24, "optimal": True},
        ),
    ),
}
