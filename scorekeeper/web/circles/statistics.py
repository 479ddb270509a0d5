"""What the games of a circle add up to: for everybody, for one person, and as files."""

from datetime import datetime

from flask import Blueprint, Response, abort, request, url_for
from markupsafe import Markup

from ...numbers import whole_number
from ...rules.errors import N_
from ...rules.variants import VARIANTS
from ...services.access.access import CircleAccess
from ...services.circles import circles
from ...services.json_output import encode
from ...services.statistics.aggregates import Rivals
from ...services.statistics.circle_series import series_of_points, series_of_shares, series_of_wins
from ...services.statistics.pair import load_pair
from ...services.statistics.periods import YEARS, Period, Span
from ...services.statistics.statistics import FEWEST
from ...services.statistics.tables import statistics_csv, statistics_document
from ...services.statistics.tally_cache import Statistics, statistics_of
from ...services.statistics.year import notes_of
from ...services.wording import game_name
from ..device import circle_reader
from ..games.exchange import BOM, SEPARATORS, file_response
from ..responses import Context, fresh, page
from ..text import _, bdi, name_language
from .charts import picture_of, points_picture, shares_picture
from .figures import facts_of, opponents_of, ruled, shown_pair, table_of, told_of

bp = Blueprint("statistics", __name__, url_prefix="/circles/<circle_id>")

SPANS = {
    Span.ALL: N_("From the start"),
    Span.YEAR: N_("This year"),
    Span.MONTH: N_("This month"),
    Span.EVENING: N_("Last evening"),
}
_MOST_SEASONS = 6  # to choose from


@bp.get("/statistics")
def show(circle_id: str) -> Response:
    """Show what the games add up to for everybody."""
    right = circle_reader(circle_id)
    period, statistics = _asked(right)
    context = _filters(circle_id, period, statistics)
    noted = bool(context["year"]) and bool(notes_of(circle_id, context["year"]))
    return fresh(
        page(
            "circles/statistics.html",
            name=circles.load_name(circle_id),
            table=table_of(statistics),
            told=told_of(statistics),
            noted=noted,
            **context,
        )
    )


@bp.get("/statistics/over-time")
def over_time(circle_id: str) -> Response:
    """Show how games won and points grew; the page of the statistics takes this from here, as it needs a while."""
    right, now = circle_reader(circle_id), datetime.now().astimezone()
    period, statistics = _asked(right)
    series = series_of_wins(right, period, statistics, now)
    context = _filters(circle_id, period, statistics) | {"picture": picture_of(series, _("Games won over time"))}
    context |= {"points": points_picture(series_of_points(right, None, period, statistics, now))}
    return fresh(page("circles/over_time.html", name=circles.load_name(circle_id), **context))


@bp.get("/people/<int:person_id>/statistics")
def person(circle_id: str, person_id: int) -> Response:
    """Show one person's figures, and those against each other person."""
    right = circle_reader(circle_id)
    view = circles.load_circle(right)
    who = next((each for each in view.people if each.id == person_id), None)
    if who is None:
        abort(404)
    period, statistics = _asked(right, person_id)
    now = datetime.now().astimezone()
    context = _filters(circle_id, period, statistics) | {"facts": facts_of(statistics, who.id), "who": who}
    context |= {"picture": shares_picture(series_of_shares(right, who.id, period, statistics, now))}
    context |= {"points": points_picture(series_of_points(right, [who.id], period, statistics, now))}
    context |= {"opponents": opponents_of(statistics, who.id), "told": told_of(statistics, who.id)}
    return fresh(page("circles/person.html", name=view.name, **context))


@bp.get("/people/<int:person_id>/with/<int:other_id>")
def pair(circle_id: str, person_id: int, other_id: int) -> Response:
    """Show two people head to head."""
    right = circle_reader(circle_id)
    view = circles.load_circle(right)
    people = {each.id: each for each in view.people}
    if person_id == other_id or not {person_id, other_id} <= people.keys():
        abort(404)
    period, statistics = _asked(right)
    now = datetime.now().astimezone()
    found = load_pair(right, (person_id, other_id), period, statistics, now)
    context = _filters(circle_id, period, statistics)
    context |= {"pair": shown_pair(found, (people[person_id], people[other_id]), statistics)}
    context |= {"points": points_picture(series_of_points(right, (person_id, other_id), period, statistics, now))}
    return fresh(page("circles/pair.html", name=view.name, **context))


@bp.get("/statistics.csv")
def table(circle_id: str) -> Response:
    """Send the figures of everybody as CSV for spreadsheets."""
    _period, statistics = _asked(circle_reader(circle_id))
    separator = SEPARATORS.get(request.args.get("separator", ""), ",")
    return file_response(BOM + statistics_csv(statistics, separator), "text/csv", "statistics.csv")


@bp.get("/statistics.json")
def document(circle_id: str) -> Response:
    """Send all figures as a JSON file."""
    period, statistics = _asked(circle_reader(circle_id), "all")
    return file_response(encode(statistics_document(statistics, period)), "application/json", "statistics.json")


def _asked(right: CircleAccess, rivals: Rivals = None) -> tuple[Period, Statistics]:
    """Return the period and the statistics that the query asks for; what is unknown in it counts as all."""
    variant = request.args.get("game", "")
    known, now = variant if variant in VARIANTS else None, datetime.now().astimezone()
    period = _period()
    statistics = statistics_of(right, period, known, now, rivals)
    if period.season not in (None, *(each.id for each in statistics.seasons)):
        period = Period()
    return period, statistics


def _period() -> Period:
    """Return the period that the query asks for; it may name a season that there is not."""
    wanted = request.args.get("span", "")
    year = whole_number(request.args.get("year", ""), 4)
    if year in YEARS and wanted in ("", Span.YEAR):
        return Period(Span.YEAR, year)
    if wanted == Span.SEASON:
        season = whole_number(request.args.get("season", ""), 9)
        return Period(Span.SEASON, season=season) if season else Period()
    return Period(Span(wanted)) if wanted in SPANS else Period()


def _filters(circle_id: str, period: Period, statistics: Statistics) -> Context:
    """Return the links to other periods and games: (words, language, URL, whether it is shown now)."""
    variant = statistics.variant if len(statistics.variants) > 1 else None

    def at(period: Period, variant: str | None) -> str:
        span = period.span.value
        given = {"span": span, "year": period.year, "season": period.season, "game": variant}
        return "?" + "&".join(f"{key}={value}" for key, value in given.items() if value)

    games: list[tuple[str, str | None, str, bool]] = [(_("All games"), None, at(period, None), variant is None)]
    games += [
        (game_name(VARIANTS[key]), name_language(VARIANTS[key]), at(period, key), variant == key)
        for key in statistics.variants
        if key in VARIANTS
    ]
    return {
        "url": url_for("circles.show", circle_id=circle_id),
        "query": at(period, variant),
        "spans": [(words, None, at(each, variant), each == period) for each, words in _periods(period, statistics)],
        "games": games if len(statistics.variants) > 1 else [],
        "statistics": statistics,
        "year": (period.year or datetime.now().year) if period.span is Span.YEAR else None,
        "fewest": FEWEST,
        "ruled": ruled(statistics),
    }


def _periods(shown: Period, statistics: Statistics) -> list[tuple[Period, str | Markup]]:
    """Return the periods to choose from: the usual ones, earlier years, the latest seasons, and the one shown."""
    usual: list[tuple[Period, str | Markup]] = [(Period(span), _(words)) for span, words in SPANS.items()]
    this_year = datetime.now().year
    years = {*statistics.years, shown.year} - {None, this_year} | ({this_year} if shown.year == this_year else set())
    usual += [(Period(Span.YEAR, year), str(year)) for year in sorted(filter(None, years), reverse=True)]
    seasons = [each for at, each in enumerate(statistics.seasons) if at < _MOST_SEASONS or each.id == shown.season]
    return usual + [(Period(Span.SEASON, season=each.id), bdi(each.name)) for each in seasons]
