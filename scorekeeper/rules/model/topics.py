"""What a rule of a source can be about: the keys under which a variant cites its rules, and the chapters they stand in.

`Variant.cites` gives the rule for a `Topic`, `MeldRules.rules` the one for a `MeldTopic`. A variant that has no rule
about a topic leaves it out; its reasons about that topic then name no rule.
"""

from collections.abc import Iterator, Mapping
from enum import StrEnum
from typing import TypeVar

T = TypeVar("T", bound=str)


class Topic(StrEnum):
    """What a reason of the referee, or a doubt about the source, is about."""

    # Drawing
    DRAW = "draw"
    DRAW_FIRST = "draw_first"
    TOP_CARD = "top_card"
    TOP_CARD_AT_ONCE = "top_card_at_once"
    TOP_CARD_LAID_OFF = "top_card_laid_off"
    WHOLE_PILE = "whole_pile"
    PART_OF_PILE = "part_of_pile"
    PILE_SIZE = "pile_size"
    COVERED_CARD = "covered_card"
    NOT_COVERED = "not_covered"
    FAILED_PILE = "failed_pile"
    WANTED = "wanted"
    THROWN_BACK = "thrown_back"
    OUT_OF_TURN = "out_of_turn"
    FIRST_ROUND = "first_round"
    OWN_CARDS = "own_cards"

    # Laying and opening
    MELD = "meld"
    OWN_TURN = "own_turn"
    MELDS_EACH = "melds_each"
    OPENING_MINIMUM = "opening_minimum"
    OPENING_TURN = "opening_turn"
    PURE_RUN = "pure_run"
    NOT_OPENING = "not_opening"
    MORE_THAN_MINIMUM = "more_than_minimum"
    LAY_OFF_WHEN_OPENING = "lay_off_when_opening"
    DECLARING = "declaring"

    # Laying off and rearranging
    LAY_OFF = "lay_off"
    LAY_OFF_BEFORE_OWN = "lay_off_before_own"
    LAY_OFF_WHERE = "lay_off_where"
    LAYING_OFF_SEVERAL = "laying_off_several"
    PURE_RUN_STAYS = "pure_run_stays"
    SAY_WHICH = "say_which"
    MELDS_STAY = "melds_stay"
    REARRANGING = "rearranging"
    MANIPULATING = "manipulating"
    TABLE_TO_HAND = "table_to_hand"
    TABLE_VALID = "table_valid"
    OWN_TILE = "own_tile"
    WRONG_TABLE = "wrong_table"
    TURN_TIME = "turn_time"
    TIME_OUT = "time_out"
    TIME_OUT_PART = "time_out_part"
    PLACE_UNKNOWN = "place_unknown"
    NOTHING_LAID = "nothing_laid"

    # Jokers on the table
    JOKER_SWAP = "joker_swap"
    SWAP_TURN = "swap_turn"
    SWAP_TIME = "swap_time"
    SWAP_OPENED = "swap_opened"
    SWAP_CARD = "swap_card"
    SWAP_OWN = "swap_own"
    CARDLESS_SWAP = "cardless_swap"
    EITHER_SUIT = "either_suit"
    FREED_JOKER = "freed_joker"
    SAME_TURN = "same_turn"
    JOKER_ON_TABLE = "joker_on_table"
    JOKER_LEFT_OVER = "joker_left_over"

    # Calls
    RUMMY_CALL = "rummy_call"
    FIRST_CALLER = "first_caller"
    CALL_PRIZE = "call_prize"
    FALSE_CALL = "false_call"
    DISCARDER = "discarder"
    CALL_ON_CLOSING = "call_on_closing"
    CALL_OPEN = "call_open"
    CALL_WITH_CARDS = "call_with_cards"
    CALL_WITH_PILE_CARDS = "call_with_pile_cards"
    CALL_TURN = "call_turn"

    # Discarding, closing, an empty stock
    DISCARD = "discard"
    JOKER_DISCARD = "joker_discard"
    DISCARD_FACE = "discard_face"
    CLOSING = "closing"
    CLOSING_FACE = "closing_face"
    GOING_OUT = "going_out"
    FITTING_CARD = "fitting_card"
    HAND_ONLY = "hand_only"
    DOUBLING = "doubling"
    DOUBLED_AFTER_LAY_OFF = "doubled_after_lay_off"
    CALL = "call"
    EMPTY_HAND = "empty_hand"
    EMPTY_TABLE = "empty_table"
    CARDLESS = "cardless"
    EMPTY_STOCK = "empty_stock"
    NOTHING_LEFT = "nothing_left"

    # Scoring a round
    VALUES = "values"
    JOKER_IN_HAND = "joker_in_hand"
    WILD_IN_HAND = "wild_in_hand"
    COURT_VALUES = "court_values"
    MELDS_IN_HAND = "melds_in_hand"
    SCORE = "score"
    ROW = "row"
    CHIPS = "chips"
    EQUAL_LOWEST = "equal_lowest"

    # The end of the game
    TARGET = "target"
    AGREED_ROUNDS = "agreed_rounds"
    BEST_WINS = "best_wins"
    CLOSEST_WINS = "closest_wins"
    SEVERAL = "several"
    EQUALS = "equals"
    LIMIT = "limit"
    LAST_IN = "last_in"
    REJOIN = "rejoin"


class MeldTopic(StrEnum):
    """What a reason about a meld is about. A topic that has a reason's own code comes before the general one."""

    ACE = "ace"
    ACE_NOT_ALLOWED_HERE = "ace_not_allowed_here"
    JOKER = "joker"
    JOKER_BY_ORDER = "joker_by_order"
    JOKER_LIMIT = "joker_limit"
    JOKERS_SIDE_BY_SIDE = "jokers_side_by_side"
    KINDS = "kinds"
    MIN_CARDS = "min_cards"
    RUN = "run"
    RUN_LENGTH = "run_length"
    SAME_SUIT = "same_suit"
    SAME_SUIT_TWICE = "same_suit_twice"
    SET = "set"
    SET_SIZE = "set_size"
    SET_TOO_LARGE = "set_too_large"
    SUITS = "suits"


class KnockTopic(StrEnum):
    """What a rule about closing with cards in hand is about; the first four are those of `HandEnding`."""

    KNOCK = "knock"
    GIN = "gin"
    UNDERCUT = "undercut"
    VOID = "void"
    LIMIT = "limit"
    NO_KNOCK = "no_knock"
    DEADWOOD = "deadwood"
    GIN_IN_HAND = "gin_in_hand"
    NOTHING_LEFT = "nothing_left"
    LAY_OFF_ON_GIN = "lay_off_on_gin"
    KNOCKER_LAYS_OFF = "knocker_lays_off"
    UPCARD = "upcard"


class Chapter(StrEnum):
    """The chapters of a rulebook. `Variant.chapters` has them in the order of play."""

    AIM = "aim"
    CARDS = "cards"
    DEAL = "deal"
    DRAW = "draw"
    LAY_DOWN = "lay_down"
    LAY_OFF = "lay_off"
    REARRANGE = "rearrange"
    DISCARD = "discard"
    JOKER = "joker"
    CALLS = "calls"
    GOING_OUT = "going_out"
    SCORING = "scoring"
    END = "end"


def topics(*lines: str) -> Mapping[Topic, str]:
    """Return the rule for each topic from an index such as `"DA-08: draw top_card; DA-09: pile_size"`.

    Raises:
        ValueError: there is no such topic, or it stands twice.
    """
    return _unique([(Topic(name), rule) for name, rule in _indexed(lines)])


def meld_topics(*lines: str) -> Mapping[str, str]:
    """Return the rule for each topic of melds, as `topics` does."""
    found: list[tuple[str, str]] = [(MeldTopic(name), rule) for name, rule in _indexed(lines)]
    return _unique(found)


def knock_topics(*lines: str) -> Mapping[str, str]:
    """Return the rule for each topic of closing with cards in hand, as `topics` does."""
    found: list[tuple[str, str]] = [(KnockTopic(name), rule) for name, rule in _indexed(lines)]
    return _unique(found)


def _indexed(lines: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    for entry in "; ".join(lines).split(";"):
        rule, _, names = entry.partition(":")
        yield from ((name, rule.strip()) for name in names.split())


def _unique(found: list[tuple[T, str]]) -> Mapping[T, str]:
    if len(dict(found)) < len(found):
        raise ValueError(f"a topic stands twice: {found}")
    return dict(found)
