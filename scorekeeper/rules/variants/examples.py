"""The examples of the referee's contract, at least one for each question; the OpenAPI document shows them."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Example:
    """A question with the verdict and all facts of its answer."""

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
            {"cards": ["3C", "JK", "5C", "6C"]},
            "legal",
            {
                "valid": True,
                "may_be_laid_now": True,
                "kind": "run",
                "points": 40,
                "joker_may_be": ["4C"],
                "declaration_required": False,
            },
        ),
        Example(
            "Two suits in one run",
            "de-romme",
            {"cards": ["4S", "5S", "6H"]},
            "illegal",
            {"valid": False, "may_be_laid_now": False},
        ),
    ),
    "hand-value": (
        Example("Three cards left in hand", "cs-500", {"cards": ["QC", "4H", "JK"]}, "legal", {"points": 29}),
        Example("An ace in hand", "en-500", {"cards": ["AS", "5D"]}, "legal", {"points": 20}),
        Example("A high ace in hand", "sv-500", {"cards": ["AS", "5D"]}, "legal", {"points": 30}),
        Example("Low cards count 5", "fi-500", {"cards": ["3H", "TD"]}, "legal", {"points": 15}),
    ),
    "opening": (
        Example(
            "A run and a set with a named joker",
            "de-romme",
            {"melds": [["6H", "7H", "8H", "9H"], ["JD", "JC", "JK"]], "joker_as": {"1": "JS"}},
            "legal",
            {"points": 60, "minimum": 40, "meets_minimum": True},
        ),
        Example(
            "Enough points, but no run without a joker",
            "cs-zoliky",
            {"melds": [["KS", "KD", "KC"], ["QS", "QD", "QC"]]},
            "illegal",
            {"points": 60, "minimum": 42, "meets_minimum": True, "pure_run": False},
        ),
    ),
    "lay-off": (
        Example(
            "A card that fits both melds",
            "cs-500",
            {"table": [["TD", "JD", "QD"], ["KC", "KS", "KH"]], "cards": ["KD"]},
            "legal",
            {"targets": [0, 1], "must_say_which": True},
        ),
    ),
    "joker-swap": (
        Example(
            "Another player’s joker for the card it was laid as",
            "da-500",
            {"meld": ["3D", "JK", "5D"], "joker_as": "4D", "offered": "4D", "from": "hand", "meld_owner": "Ole"},
            "legal",
            {
                "meld_after": ["3D", "4D", "5D"],
                "joker_goes_to": "hand",
                "must_meld_joker_now": False,
                "replaced_card_scores_for": "Ole",
            },
        ),
        Example(
            "Both missing cards for the joker of a set",
            "en-kalooki",
            {"meld": ["7H", "7S", "JK"], "offered": ["7D", "7C"], "joker_used_in_new_meld": ["KD", "KH", "JK"]},
            "legal",
            {
                "meld_after": ["7H", "7S", "7D", "7C"],
                "joker_goes_to": "new_meld",
                "must_meld_joker_now": True,
                "replaced_card_scores_for": None,
            },
        ),
    ),
    "pile": (
        Example(
            "A card deeper in the pile, laid at once",
            "cs-500",
            {
                "take": "deeper_card",
                "wanted": "3S",
                "pile": ["KH", "3S", "8D"],
                "hand_before": ["3D", "3C", "QD"],
                "laid_new_melds": [["3S", "3D", "3C"]],
            },
            "legal",
            {"taken": ["3S", "8D"], "hand_after": ["QD", "8D"]},
        ),
        Example(
            "The whole pile, for a new meld with its top card",
            "nb-500",
            {
                "take": "whole_pile",
                "pile": ["2C", "7H"],
                "hand_before": ["8H", "9H", "QS"],
                "laid_new_melds": [["7H", "8H", "9H"]],
                "discard": "QS",
            },
            "legal",
            {"taken": ["2C", "7H"], "hand_after": ["QS", "2C"]},
        ),
    ),
    "rummy-call": (
        Example(
            "The discard fits a meld on the table",
            "da-500",
            {"discard": "6S", "table": [["3S", "4S", "5S"]], "discarder": "Eva", "callers": ["Ole", "Ida"]},
            "legal",
            {"card_to": "Ole", "may_lay_at_once": True},
        ),
    ),
    "go-out": (
        Example(
            "The last run laid, the last card discarded",
            "de-romme",
            {"laid_new_melds": [["5S", "6S", "7S", "8S"]], "discard": "9D", "hand_after": []},
            "legal",
            {"closes": True, "round_ends": True, "discard_required": True, "bonus": 0, "hand_romme": False},
        ),
        Example(
            "A knock with two points left",
            "en-gin",
            {"hand_after": ["3S", "4S", "5S", "7H", "7D", "7C", "9C", "TC", "JC", "2D", "KD"]},
            "legal",
            {
                **{"closes": True, "round_ends": True, "discard_required": True, "bonus": 0},
                **{"deadwood": 2, "best_discards": ["KD"], "ending": "knock"},
            },
        ),
    ),
    "irregularity": (
        Example(
            "A card laid where it does not fit",
            "it-scala40",
            {"what": "misplaced_card", "cards": ["8H"], "table": [["4H", "5H", "6H"]], "to": 0, "own_turn": False},
            "illegal",
            {
                "effect": ["take_back", "must_discard"],
                "cards_back": ["8H"],
                "must_discard": ["8H"],
                "when": "next_turn",
            },
        ),
    ),
    "table": (
        Example(
            "A tile added to a run",
            "nb-rummy",
            {"before": [["2S", "3S", "4S"]], "played": ["5S"], "after": [["2S", "3S", "4S", "5S"]]},
            "legal",
            {
                "restore_table": False,
                "penalty_tiles": 0,
                "conserved": True,
                "faulty_before": [],
                "to_pool": False,
            },
        ),
        Example(
            "A table rearranged without a tile of one’s own",
            "rummikub",
            {
                "before": [["4C", "5C", "6C", "7C"], ["7S", "7H", "7D"]],
                "after": [["4C", "5C", "6C"], ["7S", "7H", "7D", "7C"]],
            },
            "illegal",
            {
                "restore_table": True,
                "penalty_tiles": 0,
                "conserved": True,
                "faulty_before": [],
                "to_pool": False,
            },
        ),
    ),
    "round-score": (
        Example(
            "Two players, one of them out",
            "is-rommi",
            {"closer": "Ida", "players": {"Ida": {}, "Ole": {"hand": ["5C", "JS"]}}},
            "legal",
            {"scores": {"Ida": 15, "Ole": 0}, "winner": "Ida", "sum": 15, "zero_sum": False, "decision_needed": False},
        ),
        Example(
            "Minus points, and rating points beside them",
            "de-turnier",
            {"closer": "Ida", "racks_left": {"Ole": 18}, "previous_rating": {"Ida": 7, "Ole": 3}},
            "legal",
            {
                **{"scores": {"Ole": -18, "Ida": 0}, "rating": {"Ole": 2, "Ida": 5}},
                **{"rating_totals": {"Ole": 5, "Ida": 12}, "winner": "Ida", "sum": -18},
                **{"zero_sum": False, "decision_needed": False},
            },
        ),
        Example(
            "A row with a wrong sign",
            "nb-rummy",
            {"entered": {"Ida": 18, "Ole": 7, "Eva": -11}},
            "illegal",
            {"sum": 14, "zero_sum": False, "suggested_correction": {"Ole": -7}},
        ),
    ),
    "game-end": (
        Example(
            "A series that rating points decide",
            "de-turnier",
            {"totals": {"Ida": -310, "Ole": -455}, "rounds_played": 20, "rating": {"Ida": 41, "Ole": 47}},
            "legal",
            {"ended": True, "winners": ["Ole"], "deal_again": False, "totals": {"Ida": -310, "Ole": -455}},
        ),
        Example(
            "Two players above the limit",
            "it-scala40",
            {"rounds": [{"Ida": 0, "Ole": 104, "Eva": 120, "Una": 31}]},
            "legal",
            {
                **{"ended": False, "winners": [], "deal_again": False, "out": ["Eva", "Ole"], "may_rejoin": []},
                "totals": {"Ida": 0, "Ole": 104, "Eva": 120, "Una": 31},
            },
        ),
        Example(
            "Nobody has reached the target",
            "da-500",
            {"totals": {"Ida": 310, "Ole": 455}},
            "legal",
            {"ended": False, "winners": [], "deal_again": False, "totals": {"Ida": 310, "Ole": 455}},
        ),
        Example(
            "The table stops when it likes",
            "points",
            {"totals": {"Ida": 31, "Ole": 45}},
            "legal",
            {
                **{"ended": False, "winners": [], "deal_again": False, "totals": {"Ida": 31, "Ole": 45}},
                **{"out": [], "may_rejoin": []},
            },
        ),
    ),
    "arrange": (
        Example(
            "A run and a card that is left",
            "de-romme",
            {"cards": ["4S", "5S", "6S", "KD"], "aim": "fewest_left"},
            "legal",
            {
                "melds": [{"cards": ["4S", "5S", "6S"], "joker_as": []}],
                "left": ["KD"],
                "points_laid": 15,
                "points_left": 10,
                "meets_minimum": False,
                "optimal": True,
            },
        ),
    ),
}
