"""The form of a season: as typed, or as the season is."""

import re
from collections.abc import Iterable, Mapping
from datetime import date

from flask import session
from wtforms import Field, StringField

from ...documents import JsonObject
from ...numbers import whole_number
from ...rules.errors import N_, Problem
from ...rules.variants import VARIANTS
from ...services.circles.season_table import SeasonMeasure, SeasonRow
from ...services.circles.seasons import USUAL_WEIGHTS, zone_known
from ...services.errors import Invalid
from ...services.wording import game_name, reader_language
from ..forms import form_of, spread, typed
from ..text import _, name_language

COUNTS = {
    SeasonMeasure.WINS: N_("Games won"),
    SeasonMeasure.PLACES: N_("Points for places"),
    SeasonMeasure.POINTS: N_("Points of one game"),
}
_FIELDS = ("name", "first", "last", "zone", "counts", "game", "weights", "evenings")
_ZONES = {
    "da": "Europe/Copenhagen",
    "nb": "Europe/Oslo",
    "de": "Europe/Berlin",
    "cs": "Europe/Prague",
    "is": "Atlantic/Reykjavik",
}
_NO_EVENINGS = N_("Write a whole number from 1 to 366.")
_NO_NUMBERS = N_("Write whole numbers with spaces between them, like 5 3 1.")
_MOST = 20


class SeasonForm:
    """A season as typed in `data`, or else as `season` is, or a new one of this year."""

    def __init__(self, data: Mapping[str, str] | None = None, season: SeasonRow | None = None) -> None:
        self.form = form_of({name: StringField() for name in _FIELDS})
        self.form.process(data=_present(season))
        for name in _FIELDS if data is not None else ():
            self.form[name].data = (data or {}).get(name, "")

    def __getitem__(self, key: str) -> Field:
        return self.form[key]

    @property
    def zones(self) -> list[str]:
        """Time zones to choose from; any other may be typed."""
        return sorted({*_ZONES.values(), own_zone()})

    @property
    def counts(self) -> list[tuple[str, str]]:
        """What the table can be by: key and label."""
        return [(each.value, _(label)) for each, label in COUNTS.items()]

    @property
    def games(self) -> list[tuple[str, str, str]]:
        """All games: key, name, language of the name."""
        return [(key, game_name(each), name_language(each)) for key, each in VARIANTS.items()]

    def body(self) -> JsonObject:
        """Return what was typed as the services take it.

        Raises:
            Invalid: numbers cannot be read.
        """
        problems = []
        evenings = whole_number(typed(self.form, "evenings") or "1", 3)
        numbers = [whole_number(each, 3) for each in re.split(r"[\s,;–-]+", typed(self.form, "weights")) if each]
        if evenings is None or not 1 <= evenings <= 366:
            problems.append(Problem(_NO_EVENINGS, ("evenings",)))
        if None in numbers or len(numbers) > _MOST:
            problems.append(Problem(_NO_NUMBERS, ("weights",)))
        if problems:
            raise Invalid(*problems)
        texts = {key: typed(self.form, key)[:100] for key in ("first", "last", "zone")}
        body: JsonObject = {**texts, "weights": numbers, "evenings": evenings, "name": self.form["name"].data}
        counts, game = typed(self.form, "counts"), typed(self.form, "game")
        return body | ({"counts": counts} if counts else {}) | ({"game": game} if game else {})

    def show(self, error: Invalid) -> None:
        """Put problems at their fields."""
        spread(error.problems, lambda path: self.form[path[0]] if path and path[0] in _FIELDS else self.form["name"])


def _present(season: SeasonRow | None) -> dict[str, str]:
    """Return the texts of the fields for a season, or for a new one of this year."""
    if season is None:
        year = date.today().year
        usual = {"counts": SeasonMeasure.WINS.value, "weights": _numbers(USUAL_WEIGHTS), "evenings": "1", "game": ""}
        return usual | {"first": f"{year}-01-01", "last": f"{year}-12-31", "zone": own_zone()}
    texts = {"name": season.name, "first": str(season.first), "last": str(season.last), "zone": season.zone}
    figures = {"counts": season.counts, "weights": _numbers(season.weights), "evenings": str(season.least)}
    return texts | figures | {"game": season.variant or ""}


def _numbers(weights: Iterable[int]) -> str:
    return " ".join(map(str, weights))


def own_zone() -> str:
    """Return the reader's time zone, as far as it is known: that of the last sheet, or the language's."""
    known = session.get("tz", "")
    return known if zone_known(known) and known != "UTC" else _ZONES.get(reader_language(), "UTC")
