"""The pages of a game's stored rulings: the list, one ruling, and deciding on it."""

from dataclasses import dataclass

from flask import Blueprint, Response, request
from markupsafe import Markup
from werkzeug.wrappers import Response as AnyResponse

from ...cached_property import cached_property
from ...rules.errors import N_, Problem
from ...rules.referee.readings import Answer
from ...services.access.access import Access
from ...services.errors import Invalid, KeyReused, NotNow
from ...services.games.changes import Precondition, Stale
from ...services.referee import rulings
from ...services.referee.decisions import decide_ruling
from ...services.referee.ruling_views import RulingView, Status
from ...services.views.loading import load_game
from ..board.board import board
from ..board.routes import posted_version, saved
from ..device import reader, writer
from ..responses import page
from ..text import _, headline_words, moment, problem_words, say, worded
from .asked_cards import AskedCards
from .decide import decided_words
from .forms.read_back import LabelledValue, situation_lines
from .page import QuestionPage
from .pages import page_of
from .questions.parts_of_play import PosedQuestion
from .verdict import VerdictView
from .words import charged, status_word

bp = Blueprint("rulings", __name__, url_prefix="/games/<game_id>/referee/rulings")

_STALE = N_("The game has changed in the meantime. This is how it stands now.")
_WAYS = ("accept", "overrule", "revoke")
_OPEN = {
    Status.GIVEN: ("accept", "overrule"),
    Status.ACCEPTED: ("revoke",),
    Status.OVERRULED: ("accept",),
    Status.REVOKED: ("accept", "overrule"),
}


@dataclass(frozen=True)
class RulingPage:
    """A stored ruling as pages and sheets show it."""

    view: RulingView

    @property
    def _page(self) -> QuestionPage:
        return page_of(self.view.question, self.view.situation)

    @property
    def title(self) -> str:
        """The title of its question."""
        return _(self._page.title_in(self.view.answer.variant))

    @property
    def shown(self) -> VerdictView:
        """The verdict in the reader's language: the stored one, or that of the reading that the table has taken."""
        return self._verdict(self.view.taken or self.view.answer)

    @property
    def word(self) -> Markup:
        """The headline of that verdict, for lists."""
        return headline_words(self.view.headline)

    @cached_property
    def asked_cards(self) -> AskedCards:
        """The cards that it is about, as they lie."""
        return self._verdict(self.view.answer).asked_cards

    @property
    def before(self) -> VerdictView | None:
        """The stored verdict if the table has taken a reading with another headline since; else None."""
        taken, answer = self.view.taken, self.view.answer
        return self._verdict(answer) if taken and taken.headline != answer.headline else None

    def _verdict(self, answer: Answer) -> VerdictView:
        part = PosedQuestion(self.view.question, self.view.situation)
        return VerdictView(part, answer, self.view.claims, words=self.view.words)

    @property
    def situation(self) -> list[LabelledValue]:
        """The stored situation: (label, value)."""
        return list(situation_lines(self._page, self.view.answer.variant, self.view.situation))

    @property
    def status(self) -> Markup:
        """The table's decision on it, and who made it."""
        return status_word(self.view)

    @property
    def by_house_rule(self) -> list[Markup]:
        """The readings that the table has chosen since, in words."""
        return [worded(other.reading.text) for other in self.view.chosen_readings]

    @property
    def charged(self) -> list[str | Markup]:
        """The penalties that it posts."""
        return charged(self.view)

    @property
    def when(self) -> Markup:
        """When the question was asked."""
        return moment(self.view.when)

    @property
    def ways(self) -> tuple[str, ...]:
        """The decisions open now: none after the table took another answer, since they are about the stored one."""
        return () if self.view.overtaken else _OPEN[self.view.status]


@bp.get("")
def index(game_id: str) -> Response:
    """Show the rulings of a game, the latest first."""
    access = reader(game_id)
    view = load_game(game_id)
    kept = [RulingPage(ruling) for ruling in rulings.load_rulings(game_id)][::-1]
    return page("referee/rulings.html", board=board(view, access), kept=kept)


@bp.get("/<ruling>")
def show(game_id: str, ruling: str) -> Response:
    """Show a ruling with its reasons and the decision on it."""
    return _page(reader(game_id), ruling)


@bp.post("/<ruling>")
def decide(game_id: str, ruling: str) -> AnyResponse:
    """Accept, overrule or revoke a stored ruling."""
    access = writer(game_id)
    way, version = request.form.get("decide", ""), posted_version()
    if way not in _WAYS:
        return _page(access, ruling)
    view = load_game(game_id)
    names = {f"p{index}": name for index, name in enumerate(view.players)}
    chosen = {"by": names.get(request.form.get("by", ""))}
    if way == "accept":
        chosen["player"] = names.get(request.form.get("player", ""))
    body = {key: name for key, name in chosen.items() if name}
    precondition = Precondition(frozenset({version}), f"web-{way}-{ruling}-{version}", f"{way} {body}", access)
    try:
        outcome = decide_ruling(game_id, ruling, way, body, precondition)
    except Invalid as error:
        return _page(access, ruling, 422, error.problems[0])
    except NotNow as error:
        return _page(access, ruling, 409, error.problem)
    except (Stale, KeyReused):
        return _page(access, ruling, 409, Problem(_STALE))
    return saved(outcome, access, say(decided_words(way)))


def _page(access: Access, ruling: str, status: int = 200, problem: Problem | None = None) -> Response:
    kept = RulingPage(rulings.load_ruling(access.game_id, ruling))
    view = load_game(access.game_id)
    people = [(f"p{index}", name) for index, name in enumerate(view.players)]
    message = problem_words(problem) if problem else None
    return page("referee/ruling.html", status, board=board(view, access), kept=kept, people=people, message=message)
