"""The pages of all questions, those of a game, and the ones that its menu shows first."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from ...rules.errors import N_
from ...rules.model.terms import DrawKind
from ...rules.model.variant import Variant
from ...services.referee.ask import WITHOUT_CARDS
from ...services.views.game_view import GameView
from .forms.fields import Needs, always
from .page import QuestionPage, may_draw
from .questions.counts import ARRANGE, COULD_GO_OUT, HAND_VALUE, OVER, SHOWDOWN, SUM
from .questions.melds import JOKER, LAY_OFF, MELD, MOVE, OPENING
from .questions.table import TABLE_TURN, TILES_LOST
from .questions.turns import GO_OUT, NOBODY, PILE, RUMMY, STOCK
from .questions.umpire import IRREGULARITY
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
        NOBODY,
        TILES_LOST,
        IRREGULARITY,
        ARRANGE,
        COULD_GO_OUT,
        SUM,
        SHOWDOWN,
        OVER,
    )
}
PAGE_OF: Mapping[str, QuestionPage] = {page.question: page for page in reversed([*PAGES.values()])}
"""The first page of each question."""


def page_of(question: str, situation: Mapping[str, object]) -> QuestionPage:
    """Return the page of a situation: the one that adds a part of the situation, else the first that asks for it."""
    own = (page for page in PAGES.values() if page.question == question and page.adds)
    fitting = (page for page in own if all(situation.get(key) == value for key, value in page.adds.items()))
    asked = (page for page in PAGES.values() if page.question == question and not page.adds)
    told = (page for page in asked if all(each.name in situation for each in page.fields if each.must))
    return next(fitting, next(told, PAGE_OF[question]))


@dataclass(frozen=True)
class Quarrel:
    """A common quarrel: the page that settles it, its name in the menu, and the choices that its form starts with."""

    page: QuestionPage
    name: str = ""  # empty: the page's title
    chosen: Mapping[str, str] = field(default_factory=dict, hash=False)  # by the names of the fields
    exists: Needs = always

    def title_in(self, variant: Variant) -> str:
        """Return the name in the menu of this variant, to be translated."""
        return self.name or self.page.title_in(variant)


_TAKEN = {kind: {"take": kind.value} for kind in (DrawKind.WHOLE_PILE, DrawKind.DEEPER_CARD)}
QUARRELS = (
    Quarrel(RUMMY),
    Quarrel(TABLE_TURN),
    Quarrel(PILE, N_("Taking the whole pile"), _TAKEN[DrawKind.WHOLE_PILE], may_draw(DrawKind.WHOLE_PILE)),
    Quarrel(PILE, N_("Taking a card out of the pile"), _TAKEN[DrawKind.DEEPER_CARD], may_draw(DrawKind.DEEPER_CARD)),
    Quarrel(OPENING),
    Quarrel(MELD),
    Quarrel(GO_OUT),
    Quarrel(LAY_OFF),
)
"""The common quarrels, the most frequent first. The menu starts with the first three that a game can have."""
_COMMON = 3
_ALSO_FIRST = (TILES_LOST, NOBODY, HAND_VALUE)
"""The pages that the menu shows after the quarrels."""


def pages_of(view: GameView) -> list[QuestionPage]:
    """Return the questions that exist in this game; advice only if its settings allow it."""
    advice = not view.setup.no_advice
    there = [page for page in PAGES.values() if view.variant.has_cards or page.question in WITHOUT_CARDS]
    return [page for page in there if page.exists(view.variant) and (advice or not page.help)]


def first_and_more(view: GameView) -> tuple[list[Quarrel], list[Quarrel]]:
    """Return the menu of this game: the common quarrels and frequent questions first, then all other pages."""
    there = pages_of(view)
    common = [quarrel for quarrel in QUARRELS if quarrel.page in there and quarrel.exists(view.variant)][:_COMMON]
    first = [*common, *(Quarrel(page) for page in _ALSO_FIRST if page in there)]
    shown = [quarrel.page for quarrel in first]
    more = [Quarrel(page) for page in there if page not in shown]
    return (first, more) if first else (more, [])
