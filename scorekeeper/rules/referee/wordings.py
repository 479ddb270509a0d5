"""The registry of the sentences of reasons: every table of them in the rules, by the question that it belongs to.

A new table is entered here; a test finds the ones that are missing.
"""

from collections.abc import Mapping
from functools import cache

from ..melds import faults, judge
from ..model.topics import KnockTopic, MeldTopic, Topic
from . import remarks
from .questions import (
    arrange,
    call,
    game_end,
    go_out,
    irregularity,
    joker_swap,
    lay_off,
    limit,
    meld,
    opening,
    points_row,
    rating_points,
    round_score,
    score_grounds,
    table,
)
from .turns import drawing, knocking, pile_draws, play, stock

WordingTable = Mapping[
    str, tuple[Topic | MeldTopic | KnockTopic, str]
]  # code of a reason -> what it is about, its marked sentence

COMMON: tuple[WordingTable, ...] = (
    faults.FAULTS,
    judge.GROUNDS,
    judge.COUNTED,
    drawing.WORDINGS,
    play.WORDINGS,
    remarks.WORDINGS,
    knocking.WORDINGS,
)
"""Reasons that several questions give."""

OF_QUESTION: Mapping[str, tuple[WordingTable, ...]] = {
    "arrange": (arrange.WORDINGS,),
    "rummy-call": (call.WORDINGS,),
    "game-end": (game_end.WORDINGS, limit.WORDINGS),
    "irregularity": (irregularity.WORDINGS,),
    "go-out": (go_out.WORDINGS, play.FROM_STOCK),
    "joker-swap": (joker_swap.WORDINGS,),
    "lay-off": (lay_off.WORDINGS,),
    "meld": (meld.WORDINGS,),
    "hand-value": (meld.WORDINGS,),
    "opening": (opening.SUMS, opening.WORDINGS),
    "pile": (pile_draws.WORDINGS, pile_draws.ALL_ABOVE, stock.WORDINGS),
    "round-score": (
        score_grounds.SCORED,
        score_grounds.LAID,
        score_grounds.MULTIPLIED,
        round_score.OPEN,
        points_row.ROW,
        points_row.FAULTS,
        points_row.WITHOUT_CARDS,
        rating_points.RATED,
    ),
    "table": (table.SUMS, table.FAULTS, table.GROUNDS),
}


@cache
def sentences(code: str, question: str | None = None) -> tuple[tuple[Topic | MeldTopic | KnockTopic, str], ...]:
    """Return (topic, marked sentence) of each wording of the reason `code`, that of the `question` first; each once."""
    own = OF_QUESTION.get(question, ()) if question else ()
    others = (table_ for tables in OF_QUESTION.values() for table_ in tables)
    return tuple(dict.fromkeys(table_[code] for table_ in (*own, *COMMON, *others) if code in table_))


def all_codes() -> frozenset[str]:
    """Return the codes of all reasons."""
    return frozenset(code for tables in (COMMON, *OF_QUESTION.values()) for table_ in tables for code in table_)
