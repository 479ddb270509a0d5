"""The sheet of a year of a circle, two pages to frame."""

from dataclasses import asdict
from datetime import UTC, datetime
from functools import partial

from flask import Blueprint, abort, request, session
from werkzeug.wrappers import Response as AnyResponse

from ...background import in_background
from ...services.paper.printing import sheet_key
from ...services.paper.year_sheet import year_sheet
from ...services.statistics.periods import YEARS
from ...services.statistics.year import load_year
from ...sheets.layout import Paper
from ...sheets.page_printer import print_year
from ..device import circle_reader
from ..sheets.printed import answer, the_press
from ..sheets.sheet_form import PrintForm

bp = Blueprint("years", __name__, url_prefix="/circles/<circle_id>/years")


@bp.get("/<int:year>.pdf")
def sheet(circle_id: str, year: int) -> AnyResponse:
    """Return the sheet of a year as PDF, with the notes on its evenings if the query has `notes`; 404 without games."""
    right = circle_reader(circle_id)
    with in_background():  # all games of the circle are counted
        found = load_year(right, year, datetime.now(UTC)) if year in YEARS else None
    if found is None:
        abort(404)
    form = PrintForm(session.get("paper"), request.args, (Paper.A4, Paper.LETTER))
    worded, paper = year_sheet(found, notes=form.notes), form.paper
    key = sheet_key(what="year", sheet=asdict(worded), paper=paper.value)
    make = partial(print_year, the_press(), worded, paper)
    return answer(key, lambda: make, name=str(year))
