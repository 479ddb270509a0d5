"""What the games of a circle add up to: for everybody, for one person, and as files."""

from datetime import datetime
from typing import Any

from flask import Blueprint, Response, abort, request, url_for

from ...rules.errors import N_
from ...rules.variants import VARIANTS
from ...services.access.access import CircleAccess
from ...services.circles import circles
from ...services.circles.adding_up import Rivals
from ...services.circles.counting import Span, Statistics, statistics_of
from ...services.circles.statistics import FEWEST
from ...services.circles.tables import statistics_csv, statistics_document
from ...services.json_output import encode
from ...services.wording import game_name
from ..device import circle_reader
from ..games.exchange import BOM, SEPARATORS, file_response
from ..responses import fresh, page
from ..text import _, name_language
from .figures import facts_of, opponents_of, table_of

bp = Blueprint("statistics", __name__, url_prefix="/circles/<circle_id>")

SPANS = {
    Span.ALL: N_("From the start"),
    Span.YEAR: N_("This year"),
    Span.MONTH: N_("This month"),
    Span.EVENING: N_("Last evening"),
}


@bp.get("/statistics")
def show(circle_id: str) -> Response:
    """Show what the games add up to for everybody."""
    right = circle_reader(circle_id)
    span, statistics = _asked(right)
    context = _filters(circle_id, span, statistics)
    return fresh(
        page("circles/statistics.html", name=circles.load_name(circle_id), table=table_of(statistics), **context)
    )


@bp.get("/people/<int:person_id>/statistics")
def person(circle_id: str, person_id: int) -> Response:
    """Show one person's figures, and those against each other person."""
    right = circle_reader(circle_id)
    view = circles.load_circle(right)
    who = next((each for each in view.people if each.id == person_id), None)
    if who is None:
        abort(404)
    span, statistics = _asked(right, person_id)
    context = _filters(circle_id, span, statistics) | {"facts": facts_of(statistics, who.id), "who": who}
    opponents = opponents_of(statistics, who.id)
    return fresh(page("circles/person.html", name=view.name, opponents=opponents, **context))


@bp.get("/statistics.csv")
def table(circle_id: str) -> Response:
    """Send the figures of everybody as CSV for spreadsheets."""
    _span, statistics = _asked(circle_reader(circle_id))
    separator = SEPARATORS.get(request.args.get("separator", ""), ",")
    return file_response(BOM + statistics_csv(statistics, separator), "text/csv", "statistics.csv")


@bp.get("/statistics.json")
def document(circle_id: str) -> Response:
    """Send all figures as a JSON file."""
    span, statistics = _asked(circle_reader(circle_id), "all")
    return file_response(encode(statistics_document(statistics, span)), "application/json", "statistics.json")


def _asked(right: CircleAccess, rivals: Rivals = None) -> tuple[Span, Statistics]:
    """Return the span and the statistics that the query asks for; what is unknown in it counts as all."""
    wanted, variant = request.args.get("span", ""), request.args.get("game", "")
    span = Span(wanted) if wanted in tuple(Span) else Span.ALL
    return span, statistics_of(
        right, span, variant if variant in VARIANTS else None, datetime.now().astimezone(), rivals
    )


def _filters(circle_id: str, span: Span, statistics: Statistics) -> dict[str, Any]:
    """Return the links to other spans and games: (words, language, URL, whether it is shown now)."""
    variant = statistics.variant if len(statistics.variants) > 1 else None

    def at(span: Span, variant: str | None) -> str:
        return "?" + "&".join(f"{key}={value}" for key, value in (("span", span.value), ("game", variant)) if value)

    games: list[tuple[str, str | None, str, bool]] = [(_("All games"), None, at(span, None), variant is None)]
    games += [
        (game_name(VARIANTS[key]), name_language(VARIANTS[key]), at(span, key), variant == key)
        for key in statistics.variants
        if key in VARIANTS
    ]
    return {
        "url": url_for("circles.show", circle_id=circle_id),
        "query": at(span, variant),
        "spans": [(_(words), None, at(each, variant), each is span) for each, words in SPANS.items()],
        "games": games if len(statistics.variants) > 1 else [],
        "statistics": statistics,
        "fewest": FEWEST,
    }
