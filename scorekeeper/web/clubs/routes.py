"""Club evenings: keepers create, draw, start, end and delete them; tables and standings are for all."""

from collections.abc import Callable
from dataclasses import asdict
from functools import partial
from typing import Any

from flask import Blueprint, Response, request, session, url_for
from markupsafe import Markup
from werkzeug.wrappers import Response as AnyResponse

from ...extensions import limiter
from ...http.quotas import count_games
from ...numbers import whole_number
from ...rules.variants import VARIANTS
from ...services.access.access import CircleAccess, Role
from ...services.access.invitations import share
from ...services.circles import circles
from ...services.clubs import clubs, editing, sitting_games
from ...services.clubs.club_files import club_document, standings_csv
from ...services.clubs.clubs import ClubView, Later, TableState
from ...services.clubs.drawing import FEWEST, MOST
from ...services.errors import Invalid, NoSuchClub, NotNow
from ...services.json_output import encode
from ...services.paper.club_sheet import club_sheet
from ...services.paper.printing import sheet_key
from ...services.wording import game_name
from ...sheets.page_printer import print_club
from ..circles.play import chosen_game, known_sets
from ..device import circle_reader, reader
from ..games.exchange import BOM, SEPARATORS, file_response
from ..games.quotas import makes_games
from ..responses import fresh, go, page
from ..sharing.codes import invitation_view
from ..sheets.printed import answer, the_press
from ..sheets.sheet_form import PrintForm
from ..text import _, name_language, plural, problem_words, say
from .form import ClubForm
from .words import rows_of, state_of

bp = Blueprint("clubs", __name__, url_prefix="/circles/<circle_id>/clubs")


@bp.get("")
def index(circle_id: str) -> Response:
    """List all club evenings."""
    right = circle_reader(circle_id)
    found = [(row, state_of(row.document)) for row in clubs.clubs_of(right)]
    return fresh(page("clubs/index.html", name=circles.load_name(circle_id), right=right, clubs=found))


@bp.get("/new")
def new(circle_id: str) -> Response:
    """Show the form of a new evening: ticked are those who were at the last one, else everybody."""
    right = _keeper(circle_id)
    view, last = circles.load_circle(right), next(iter(clubs.clubs_of(right)), None)
    here = last.document["here"] if last else [person.id for person in view.people[: editing.MOST_PEOPLE]]
    return _new_page(right, ClubForm(here, last.document["fixed"] if last else ()))


@bp.post("/new")
@limiter.limit("60/minute")
def add(circle_id: str) -> AnyResponse:
    """Make an evening, with its first sitting drawn."""
    right, form = _keeper(circle_id), ClubForm(())
    last = next(iter(circles.games_of_circle(right, most=1)), None)
    try:
        club_id = editing.add_club(right, form.of_evening(*chosen_game(right, last)))
    except Invalid as error:
        form.show(error)
        return _new_page(right, form, 422)
    return go(_address(right, club_id))


@bp.get("/<int:club_id>")
def show(circle_id: str, club_id: int) -> Response:
    """Show the tables of the latest sitting, and the standings."""
    right = circle_reader(circle_id)
    return _show(right, clubs.load_club(right, club_id))


@bp.get("/<int:club_id>/big")
def big(circle_id: str, club_id: int) -> Response:
    """Show tables and standings for a large screen, without controls."""
    right = circle_reader(circle_id)
    return _show(right, clubs.load_club(right, club_id), "clubs/big.html")


@bp.get("/<int:club_id>/sheet.pdf")
def sheet(circle_id: str, club_id: int) -> AnyResponse:
    """Return tables and standings as PDF, to hang on the wall."""
    worded = club_sheet(clubs.load_club(circle_reader(circle_id), club_id))
    paper = PrintForm(session.get("paper"), request.args).paper
    key = sheet_key(what="club", sheet=asdict(worded), paper=paper.value)
    make = partial(print_club, the_press(), worded, paper)
    return answer(key, lambda: make, name="club")


@bp.get("/<int:club_id>/standings.csv")
def table(circle_id: str, club_id: int) -> Response:
    """Send the standings as CSV for spreadsheets."""
    view = clubs.load_club(circle_reader(circle_id), club_id)
    separator = SEPARATORS.get(request.args.get("separator", ""), ",")
    return file_response(BOM + standings_csv(view, separator), "text/csv", "standings.csv")


@bp.get("/<int:club_id>/standings.json")
def document(circle_id: str, club_id: int) -> Response:
    """Send standings and tables as a JSON file."""
    view = clubs.load_club(circle_reader(circle_id), club_id)
    return file_response(encode(club_document(view)), "application/json", "standings.json")


@bp.get("/<int:club_id>/draw")
def ask(circle_id: str, club_id: int) -> Response:
    """Show the form of who is there for the next sitting."""
    right = _keeper(circle_id)
    view = clubs.load_club(right, club_id)
    return _draw_page(right, view, ClubForm(view.document["here"], view.document["fixed"]))


@bp.post("/<int:club_id>/draw")
@limiter.limit("60/minute")
def draw(circle_id: str, club_id: int) -> AnyResponse:
    """Draw the next sitting, or the latest again; with `same` everybody stays who is there."""
    right, form = _keeper(circle_id), ClubForm(())
    body: Any = {} if request.form.get("same") else form.of_drawing
    try:
        editing.draw(right, club_id, _version(), body)
    except Invalid as error:
        form.show(error)
        return _draw_page(right, clubs.load_club(right, club_id), form, 422)
    except NotNow as error:
        return go(_address(right, club_id), message=problem_words(error.problem))
    return go(_address(right, club_id))


@bp.post("/<int:club_id>/swap")
def swap(circle_id: str, club_id: int) -> AnyResponse:
    """Swap two people of a sitting that is drawn."""
    right = _keeper(circle_id)
    one, other = (whole_number(request.form.get(key, ""), 9) or 0 for key in ("one", "other"))
    return _done(right, club_id, lambda: editing.swap(right, club_id, _version(), one, other), say(_("Swapped.")))


@bp.post("/<int:club_id>/start")
@limiter.limit("60/minute")
@makes_games
def start(circle_id: str, club_id: int) -> AnyResponse:
    """Make the games of the sitting."""
    right = _keeper(circle_id)
    message = say(_("The games have begun: one at each table."))
    return _done(right, club_id, lambda: count_games(sitting_games.start(right, club_id, _version())), message)


@bp.post("/<int:club_id>/start/undo")
def undo_start(circle_id: str, club_id: int) -> AnyResponse:
    """Remove the empty games of the sitting."""
    right = _keeper(circle_id)
    message = say(_("The empty games are gone. You can draw again."))
    return _done(right, club_id, lambda: sitting_games.undo_start(right, club_id, _version()), message)


@bp.post("/<int:club_id>/end")
def end(circle_id: str, club_id: int) -> AnyResponse:
    """Close the evening, or open it again."""
    right, ended = _keeper(circle_id), request.form.get("ended") != "no"
    message = say(_("The evening is over.") if ended else _("The evening is open again."))
    return _done(right, club_id, lambda: editing.end(right, club_id, _version(), ended=ended), message)


@bp.post("/<int:club_id>/delete")
def delete(circle_id: str, club_id: int) -> AnyResponse:
    """Delete the evening; its games stay."""
    right = _keeper(circle_id)
    try:
        editing.delete(right, club_id, _version())
    except NotNow as error:
        return go(_address(right, club_id), message=problem_words(error.problem))
    except NoSuchClub:  # sent twice
        return go(url_for("clubs.index", circle_id=circle_id))
    message = say(_("The evening is deleted. Its games are still here."))
    return go(url_for("clubs.index", circle_id=circle_id), message=message)


@bp.post("/<int:club_id>/codes")
@limiter.limit("20/minute")
def codes(circle_id: str, club_id: int) -> Response:
    """Show a code for each table that plays, with which its phones keep the score of its game only."""
    right = circle_reader(circle_id)
    right.must_write()
    view = clubs.load_club(right, club_id)
    found = [
        (table, invitation_view(share(reader(table.game_id), Role.SCORER)))
        for table in view.tables
        if table.game_id is not None and table.state is TableState.PLAYING
    ]
    return fresh(page("clubs/codes.html", club=view, right=right, codes=found))


def _keeper(circle_id: str) -> CircleAccess:
    right = circle_reader(circle_id)
    right.must_keep()
    return right


def _address(right: CircleAccess, club_id: int) -> str:
    return url_for("clubs.show", circle_id=right.circle_id, club_id=club_id)


def _version() -> int:
    """Return the version of the evening that the form was shown for."""
    return whole_number(request.form.get("version", ""), 9) or 0


def _done(right: CircleAccess, club_id: int, do: Callable[[], object], message: Markup) -> AnyResponse:
    """Run a change and show the evening, with a message of what was done or why not."""
    try:
        do()
    except NotNow as error:
        message = problem_words(error.problem)
    except Invalid as error:
        return _show(right, clubs.load_club(right, club_id), status=422, error=problem_words(error.problems[0]))
    return go(_address(right, club_id), message=message)


def _show(
    right: CircleAccess, view: ClubView, template: str = "clubs/show.html", status: int = 200, error: object = None
) -> Response:
    return fresh(
        page(
            template,
            status,
            club=view,
            right=right,
            game=(game_name(view.variant), name_language(view.variant)),
            name=circles.load_name(right.circle_id),
            state=state_of(view.document),
            rows=rows_of(view),
            by_result=view.document["later"] == Later.RESULT,
            error=error,
        )
    )


def _new_page(right: CircleAccess, form: ClubForm, status: int = 200) -> Response:
    view, last = circles.load_circle(right), next(iter(circles.games_of_circle(right, most=1)), None)
    chosen = request.form.get("variant") or (last.variant.key if last else "")
    games = [
        (key, game_name(each), name_language(each), key == chosen)
        for key, each in VARIANTS.items()
        if each.deal.fewest_players <= MOST and each.most_players >= FEWEST
    ]
    sets = [(each, each.tag == chosen) for each in known_sets(right)]
    context = {"games": games, "sets": sets, "numbers": range(1, editing.MOST_SITTINGS + 1)}
    context |= {"sizes": range(FEWEST, MOST + 1), "form": form, "failed": status != 200}
    return fresh(page("clubs/new.html", status, circle=view, right=right, **context))


def _draw_page(right: CircleAccess, view: ClubView, form: ClubForm, status: int = 200) -> Response:
    number = view.sitting + view.begun
    still = plural("One table is still playing.", "{num} tables are still playing.", view.playing)
    playing = still if view.begun and view.playing else ""
    context = {"form": form, "number": number, "playing": playing, "failed": status != 200}
    return fresh(page("clubs/draw.html", status, club=view, circle=circles.load_circle(right), right=right, **context))
