"""The pages of all questions, those of a game, and the ones that its menu shows first."""

from collections.abc import Mapping, Sequence

from ...services.games.views import GameView
from .page import QuestionPage
from .questions.counts import ARRANGE, COULD_GO_OUT, HAND_VALUE, OVER, SUM
from .questions.melds import JOKER, LAY_OFF, MELD, MOVE, OPENING
from .questions.table import TABLE_TURN
from .questions.turns import GO_OUT, PILE, RUMMY, STOCK
from .questions.whole_play import PLAY

PAGES: Mapping[str, QuestionPage] = {
    page.slug: page
    for page in (
        MELD,
        RUMMY,
        TABLE_TURN,
        PILE,
        GO_OUT,
        HAND_VALUE,
        PLAY,
        OPENING,
        LAY_OFF,
        JOKER,
        MOVE,
        STOCK,
        ARRANGE,
        COULD_GO_OUT,
        SUM,
        OVER,
    )
}
PAGE_OF: Mapping[str, QuestionPage] = {page.question: page for page in reversed([*PAGES.values()])}
"""The first page of each question."""
_FIRST = (("meld",), ("rummy-call", "table", "pile", "opening"), ("go-out",), ("hand-value",))
"""The most common disputes: of each group the first that exists in the game."""


def pages_of(view: GameView) -> list[QuestionPage]:
    """Return the questions that exist in this game; advice only if its settings allow it."""
    advice = not view.setup.no_advice
    return [page for page in PAGES.values() if page.exists(view.variant) and (advice or not page.help)]


def first_and_more(view: GameView) -> tuple[Sequence[QuestionPage], Sequence[QuestionPage]]:
    """Return the questions of this game: the four most common disputes, and the others."""
    there = {page.slug: page for page in pages_of(view)}
    slugs = [next((slug for slug in group if slug in there), None) for group in _FIRST]
    first = [there[slug] for slug in slugs if slug]
    return first, [page for page in there.values() if page not in first]
