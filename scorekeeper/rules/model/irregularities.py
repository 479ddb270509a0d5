"""What an umpire does about an irregularity: each `Remedy` has its rule and its effects. None of them costs points."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum


class Irregularity(StrEnum):
    """What has gone wrong, as the referee's contract names it; `TWO_EQUAL_MELDS` only looks wrong."""

    EXPOSED_CARD = "exposed_card"
    MISPLACED_CARD = "misplaced_card"
    NOT_A_MELD = "not_a_meld"
    OPENING_TOO_LOW = "opening_too_low"
    WRONG_COUNT = "wrong_count"
    NO_DISCARD_LEFT = "no_discard_left"
    FITTING_DISCARD = "fitting_discard"
    JOKER_TURNED_UP = "joker_turned_up"
    TWO_EQUAL_MELDS = "equal_melds"


class Action(StrEnum):
    """What is done about an irregularity."""

    USE_NOW = "use_now"  # the card is laid at once
    TAKE_BACK = "take_back"  # the cards go back into the hand
    MUST_DISCARD = "must_discard"  # the card is the player's next discard
    FROZEN = "frozen"  # nothing may be laid on the meld
    REDEAL = "redeal"
    PUT_RIGHT = "put_right"  # cards too many go back, missing ones are dealt
    PLAY_ON = "play_on"
    TURN_ANOTHER = "turn_another"  # the card goes back into the pack, and another is turned up
    UMPIRE = "umpire"  # the rules say nothing: the umpire decides


@dataclass(frozen=True)
class Remedy:
    """What is done about an irregularity by a rule: `at_once`, and `late` if it was noticed only later.

    `instead` is done where `at_once` cannot be: with an exposed card that cannot be laid.
    """

    rule: str
    at_once: tuple[Action, ...] = ()
    late: tuple[Action, ...] | None = None
    instead: tuple[Action, ...] = ()

    def actions(self, *, late: bool) -> tuple[Action, ...]:
        """Return what is done, in this order."""
        return self.late if late and self.late is not None else self.at_once


def remedy(rule: str, at_once: str = "", *, late: str | None = None, instead: str = "") -> Remedy:
    """Return a remedy of the values of `Action`, with spaces between them."""
    actions = [tuple(map(Action, names.split())) for names in (at_once, instead, late or "")]
    return Remedy(rule, actions[0], None if late is None else actions[2], actions[1])


def remedies(**known: Remedy) -> Mapping[Irregularity, Remedy]:
    """Return the remedies of a game by the values of `Irregularity`."""
    return {Irregularity(name): each for name, each in known.items()}
