"""The seasons of a circle: a list, the table of each; a keeper makes, changes and deletes them."""

from collections.abc import Sequence
from dataclasses import asdict
from datetime import UTC, datetime
from functools import partial

from flask import Blueprint, Response, abort, request, session, url_for
from markupsafe import Markup
from werkzeug.wrappers import Response as AnyResponse

from ...extensions import limiter
from ...rules.errors import N_
from ...services.access.access import CircleAccess
from ...services.circles import circles, seasons
from ...services.circles.season_table import SeasonMeasure
from ...services.circles.seasons import SeasonStanding
from ...services.dates import day_words
from ...services.errors import Invalid
from ...services.json_output import encode
from ...services.paper.certificate import certificate as certificate_of
from ...services.paper.numbers import place_number
from ...services.paper.printing import sheet_key
from ...services.statistics.tables import season_csv, season_document
from ...sheets.page_printer import print_certificate
from ..device import circle_reader
from ..games.exchange import BOM, SEPARATORS, file_response
from ..responses import fresh, go, page
from ..sheets.printed import answer, the_press
from ..sheets.sheet_form import PrintForm
from ..text import _, points, say
from .charts import picture_of
from .season_form import SeasonForm

bp = Blueprint("seasons", __name__, url_prefix="/circles/<circle_id>/seasons")

_HEADS = {SeasonMeasure.WINS: N_("Won"), SeasonMeasure.PLACES: N_("Place points"), SeasonMeasure.POINTS: N_("Points")}


@bp.get("")
def index(circle_id: str) -> Response:
    """Show all seasons, and to a keeper the form for a new one."""
    return _list(circle_reader(circle_id), SeasonForm())


@bp.post("")
@limiter.limit("60/minute")
def add(circle_id: str) -> AnyResponse:
    """Make a season."""
    right, form = circle_reader(circle_id), SeasonForm(request.form)
    right.must_keep()
    try:
        season_id = seasons.add_season(right, form.body())
    except Invalid as error:
        form.show(error)
        return _list(right, form, 422)
    return go(url_for("seasons.show", circle_id=circle_id, season_id=season_id))


@bp.get("/<int:season_id>")
def show(circle_id: str, season_id: int) -> Response:
    """Show the table of a season."""
    return _table(circle_reader(circle_id), season_id)


@bp.post("/<int:season_id>")
def change(circle_id: str, season_id: int) -> AnyResponse:
    """Change a season."""
    right, form = circle_reader(circle_id), SeasonForm(request.form)
    right.must_keep()
    try:
        seasons.change_season(right, season_id, form.body())
    except Invalid as error:
        form.show(error)
        return _table(right, season_id, form)
    return go(url_for("seasons.show", circle_id=circle_id, season_id=season_id), message=say(_("The season is saved.")))


@bp.post("/<int:season_id>/delete")
def delete(circle_id: str, season_id: int) -> AnyResponse:
    """Delete a season; its games stay."""
    right = circle_reader(circle_id)
    right.must_keep()
    seasons.delete_season(right, season_id)
    message = say(_("The season is deleted. Its games are still here."))
    return go(url_for("seasons.index", circle_id=circle_id), message=message)


@bp.get("/<int:season_id>/certificate.pdf")
def certificate(circle_id: str, season_id: int) -> AnyResponse:
    """Return the certificate of a season's champions as PDF; 404 as long as there is none."""
    right = circle_reader(circle_id)
    standing = _standing(right, season_id)
    if not standing.over or not standing.leads:
        abort(404)
    sheet = certificate_of(standing, circles.load_name(circle_id))
    paper = PrintForm(session.get("paper"), request.args).paper
    key = sheet_key(what="certificate", sheet=asdict(sheet), paper=paper.value)
    make = partial(print_certificate, the_press(), sheet, paper)
    return answer(key, lambda: make, name="certificate")


@bp.get("/<int:season_id>/table.json")
def document(circle_id: str, season_id: int) -> Response:
    """Send the table of a season as a JSON file."""
    standing = _standing(circle_reader(circle_id), season_id)
    return file_response(encode(season_document(standing)), "application/json", "season.json")


@bp.get("/<int:season_id>/table.csv")
def table(circle_id: str, season_id: int) -> Response:
    """Send the table of a season as CSV for spreadsheets."""
    standing = _standing(circle_reader(circle_id), season_id)
    separator = SEPARATORS.get(request.args.get("separator", ""), ",")
    return file_response(BOM + season_csv(standing, separator), "text/csv", "season.csv")


def _standing(right: CircleAccess, season_id: int) -> SeasonStanding:
    standing = seasons.standing(right, season_id, datetime.now(UTC))
    return standing or abort(404)


def _list(right: CircleAccess, form: SeasonForm, status: int = 200) -> Response:
    found = [(each.season, dates_of(each), outcome_of(each)) for each in seasons.standings(right, datetime.now(UTC))]
    context = {"name": circles.load_name(right.circle_id), "right": right, "form": form, "failed": status != 200}
    return fresh(page("circles/seasons.html", status, seasons=found, **context))


def _table(right: CircleAccess, season_id: int, form: SeasonForm | None = None) -> Response:
    standing = _standing(right, season_id)
    season = standing.season
    context = {"season": season, "dates": dates_of(standing), "outcome": outcome_of(standing)}
    return fresh(
        page(
            "circles/season.html",
            422 if form else 200,
            name=circles.load_name(right.circle_id),
            right=right,
            form=form or SeasonForm(None, season),
            failed=form is not None,
            heads=[_(_HEADS[SeasonMeasure(season.counts)]), _("Evenings"), _("Games")],
            rows=rows_of(standing),
            picture=picture_of(standing.series, _("The table over time")),
            certificate=standing.over and bool(standing.leads),
            few=any(line.place is None for _person, line in standing.lines),
            **context,
        )
    )


def dates_of(standing: SeasonStanding) -> Markup:
    """Return from when to when a season goes."""
    first, last = day_words(standing.season.first), day_words(standing.season.last)
    return say(_("{first} to {last}"), first=first, last=last)


def outcome_of(standing: SeasonStanding) -> Markup:
    """Return who has won a season or leads in it, several if they are equal."""
    names = tuple(person.name for person in standing.leads)
    if not names:
        return say(_("Nobody has won anything yet.")) if not standing.over else say(_("Nobody has won this season."))
    if standing.over:
        shared = _("{names} share the title: they are equal.")
        return say(_("{names} is the champion.") if len(names) == 1 else shared, names=names)
    shared = _("{names} are in the lead together.")
    return say(_("{names} is in the lead.") if len(names) == 1 else shared, names=names)


def rows_of(standing: SeasonStanding) -> Sequence[tuple[object, str, list[str]]]:
    """Return person, place and figures of each line; equal places are marked."""
    taken = [line.place for _person, line in standing.lines]
    return [
        (
            person,
            "–" if line.place is None else place_number(line.place, taken),
            [points(line.figure), str(line.evenings), str(line.games)],
        )
        for person, line in standing.lines
    ]
