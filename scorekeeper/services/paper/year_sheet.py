"""Word the sheet of a year of a circle, in the reader's language."""

from collections.abc import Sequence

from ...rules.errors import N_, NN_
from ...rules.variants import VARIANTS
from ...sheets.curves import ChartData, Curve
from ...sheets.model import ChartText
from ...sheets.year_model import YearSheet
from ..dates import day_words, month_words, short_day_words
from ..statistics.feats import MOST, feats_of
from ..statistics.points import PointsSeries
from ..statistics.statistics import Sums
from ..statistics.year import Year, best_rounds, evenings_won, months_won, won_by_month
from ..wording import game_name, plural, reader_language, sentence
from .labels import labels
from .numbers import decimal, number, percent

_MOST_PEOPLE = 15
_MOST_RIVALS = 12
_MOST_EVENINGS = 90  # with more, months are listed
_MOST_GAMES = 3  # whose best round is told
_MOST_NAMES = 3
LABELS = {
    "champions": N_("Champions of the seasons"),
    "rivals": N_("Who was ahead of whom"),
    "rivals_hint": N_("How often the one in the row was ahead of the one in the column, in games that both finished."),
    "records": N_("Best of the year"),
    "told": N_("Worth telling"),
    "noted": N_("Notes on the evenings"),
    "name": N_("Name"),
}
_MORE = NN_("and {num} more person", "and {num} more people", "num")


def year_sheet(year: Year, *, notes: bool = False) -> YearSheet:
    """Return the sheet of a year, with the notes on its evenings if wanted."""
    people = year.statistics.people
    rivals = people[:_MOST_RIVALS]
    many = len(evenings_won(year.games)) > _MOST_EVENINGS
    return YearSheet(
        language=reader_language(),
        labels={**labels(), **{key: sentence(message) for key, message in LABELS.items()}},
        title=str(year.year),
        circle=year.circle,
        facts=tuple(_facts(year)),
        heads=tuple(map(sentence, (N_("Won"), N_("Games"), N_("Share won"), N_("Average place")))),
        people=tuple((person.name, *_figures(sums)) for person, sums in people[:_MOST_PEOPLE]),
        more=sentence(_MORE, {"num": len(people) - _MOST_PEOPLE}) if len(people) > _MOST_PEOPLE else "",
        chart=_chart(year),
        points=_points(year.points),
        champions=tuple((season, _names(names)) for season, names in year.champions),
        rivals=tuple(person.name for person, _sums in rivals),
        ahead=tuple(
            tuple(_ahead(sums, other.id, own=other.id == person.id) for other, _sums in rivals)
            for person, sums in rivals
        ),
        records=tuple(_records(year)),
        evenings_title=sentence(N_("The months") if many else N_("The evenings")),
        evenings=tuple(_evenings(year, by_month=many)),
        told=tuple(_told(year)),
        notes=tuple((short_day_words(day), note) for day, note in year.notes) if notes else (),
    )


def _facts(year: Year) -> Sequence[str]:
    evenings = evenings_won(year.games)
    ends = day_words(evenings[0][0]), day_words(evenings[-1][0])
    return (
        plural("one game", "{num} games", len(year.games)),
        plural("one evening", "{num} evenings", len(evenings)),
        ends[0] if ends[0] == ends[1] else sentence(N_("{first} to {last}"), {"first": ends[0], "last": ends[1]}),
    )


def _figures(sums: Sums) -> tuple[str, ...]:
    """Return wins, games, the share of games won and the average place."""
    share = "–" if sums.share is None else percent(sums.share.share)
    place = "–" if sums.place is None else decimal(sums.place)
    return number(sums.won), number(sums.games), share, place


def _chart(year: Year) -> ChartText | None:
    """Return how the games won grew, month by month; None if nobody has won any."""
    won, names = won_by_month(year.games, year.until.month), year.names
    curves = [
        Curve(name, seat, 0, tuple(won[person]))
        for seat, (person, name) in enumerate(list(names.items())[:_MOST_RIVALS])
        if person in won
    ]
    if not any(curve.totals[-1] for curve in curves):
        return None
    title = sentence(N_("Games won, month by month"))
    return _drawn(ChartData(tuple(curves), tuple(range(1, year.until.month + 1))), title)


def _points(found: PointsSeries | None) -> ChartText | None:
    """Return how the points of the most played game grew; None if they don't add up."""
    if found is None or found.series is None or found.variant not in VARIANTS:
        return None
    title = sentence(N_("Points over time, {game}"), {"game": game_name(VARIANTS[found.variant])})
    return _drawn(found.series.data, title)


def _drawn(data: ChartData, title: str) -> ChartText:
    ends = ", ".join(f"{curve.name} {number(curve.totals[-1])}" for curve in data.curves)
    return ChartText(data, sentence(N_("At the end: {totals}"), {"totals": ends}), "", title)


def _ahead(sums: Sums, other: int, *, own: bool) -> str:
    between = sums.against.get(other)
    return "" if own else "–" if between is None else str(between.ahead)


def _records(year: Year) -> Sequence[tuple[str, str]]:
    """Return the longest row of games won, and the best round of each game."""
    found, people = [], year.statistics.people
    longest = max((sums.streak for _person, sums in people), default=0)
    if longest > 1:
        names = [person.name for person, sums in people if sums.streak == longest]
        found.append((sentence(N_("Wins in a row")), f"{number(longest)} – {_names(names)}"))
    for variant, (points, whose) in list(best_rounds(year.games).items())[:_MOST_GAMES]:
        names = [year.names[person] for person in whose if person in year.names]
        if variant in VARIANTS and names:
            label = sentence(N_("Best round, {game}"), {"game": game_name(VARIANTS[variant])})
            found.append((label, f"{number(points)} – {_names(names)}"))
    return found


def _evenings(year: Year, *, by_month: bool) -> Sequence[tuple[str, ...]]:
    found = months_won(year.games) if by_month else evenings_won(year.games)
    names = year.names
    return [
        (
            month_words(day) if by_month else short_day_words(day),
            plural("one game", "{num} games", games),
            _names([names[person] for person in won if person in names]) or "–",
        )
        for day, games, won in found
    ]


def _told(year: Year) -> Sequence[str]:
    names, people = year.names, {person.id: sums for person, sums in year.statistics.people}
    return [
        sentence(
            feat.message,
            {"name": names[feat.person], "num": feat.num, "what": sentence(feat.what) if feat.what else ""},
        )
        for feat in feats_of(people)[:MOST]
    ]


def _names(names: Sequence[str]) -> str:
    """Return a few names, separated by commas; of many the first ones and an ellipsis."""
    return ", ".join(names[:_MOST_NAMES]) + (" …" if len(names) > _MOST_NAMES else "")
