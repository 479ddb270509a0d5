"""The figures of a circle's statistics as a page shows them."""

from collections.abc import Sequence
from typing import NamedTuple

from flask_babel import format_decimal, format_percent
from markupsafe import Markup

from ...rules.variants import CARD_GAMES, VARIANTS
from ...services.dates import date_words
from ...services.statistics.feats import MOST, feats_of
from ...services.statistics.pair import Half, Pair
from ...services.statistics.statistics import Between, Sums, WinShare
from ...services.statistics.tally_cache import PersonRow, Statistics
from ..text import _, points, worded

NOTHING = "–"


class FigureTable(NamedTuple):
    """A table: the heads of its columns, and the rows with whom they are about."""

    heads: Sequence[str]
    rows: Sequence[tuple[PersonRow, Sequence[str | Markup]]]


def table_of(statistics: Statistics) -> FigureTable:
    """Return the figures of everybody."""
    rows = [(person, figures_of(sums, statistics)) for person, sums in statistics.people]
    heads = list(figures_of(Sums(), statistics))
    return FigureTable(heads, [(person, list(figures.values())) for person, figures in rows])


def facts_of(statistics: Statistics, person_id: int) -> dict[str, str | Markup]:
    """Return the figures of one person with their labels; empty without a game."""
    sums = _sums(statistics, person_id)
    if sums is None:
        return {}
    figures = figures_of(sums, statistics)
    return figures | {label: str(sums.kinds[key]) for key, label in kinds_of(sums).items()}


def told_of(statistics: Statistics, person_id: int | None = None) -> list[Markup]:
    """Return what somebody did more often than all others, or this person, as sentences: the clearest ones."""
    people = {person.id: (person, sums) for person, sums in statistics.people}
    feats = feats_of({each: sums for each, (_person, sums) in people.items()})
    told = [feat for feat in feats if person_id in (None, feat.person)][:MOST]
    return [
        worded(feat.message, {"name": people[feat.person][0].name, "num": feat.num, "what": feat.what and _(feat.what)})
        for feat in told
    ]


def kinds_of(sums: Sums) -> dict[tuple[str, str], str]:
    """Return the labels of a person's penalties, by variant and key."""
    found = {}
    for variant, key in sorted(sums.kinds):
        penalties = CARD_GAMES[variant].scoring.penalties if variant in CARD_GAMES else ()
        found[variant, key] = next((_(each.label) for each in penalties if each.key == key), _("By a ruling"))
    return found


def opponents_of(statistics: Statistics, person_id: int) -> dict[str, object]:
    """Return those whom a person has played against, the most games first, the nemesis and the favourite."""
    sums = _sums(statistics, person_id) or Sums()
    people = {person.id: person for person, _sums in statistics.people}
    known = [(people[other], each) for other, each in sums.against.items() if other in people]
    known.sort(key=lambda row: (-row[1].games, row[0].id))
    return {
        "rows": [(person, _between(each)) for person, each in known],
        "nemesis": people.get(sums.nemesis or 0),
        "favourite": people.get(sums.favourite or 0),
    }


def figures_of(sums: Sums, statistics: Statistics) -> dict[str, str | Markup]:
    """Return figures by their labels; points only of games of one kind."""
    figures: dict[str, str | Markup] = {
        _("Games"): str(sums.games),
        _("Won"): str(sums.won),
        _("Share won"): _share(sums.share),
        _("Average place"): _average(sums.place),
    }
    if statistics.variant:
        figures[_("Average round")] = _average(sums.average)
        figures[_("Best round")] = NOTHING if sums.best is None else points(sums.best)
    figures[_("Gone out")] = str(sums.out)
    figures |= {label: str(sum(sums.ways[key] for key in keys)) for label, keys in _ways(statistics).items()}
    figures[_("Penalties")] = str(sums.penalties)
    figures[_("Wins in a row")] = str(sums.streak)
    if ruled(statistics):
        figures[_("Rulings won")] = str(sums.rulings_won)
        figures[_("Rulings lost")] = str(sums.rulings_lost)
    return figures


def shown_pair(pair: Pair, people: tuple[PersonRow, PersonRow], statistics: Statistics) -> dict[str, object]:
    """Return two people head to head: a row of figures for each, and their latest games with the places of both."""
    halves = [_half_of(half, statistics) for half in (pair.one, pair.other)]
    latest = [
        (
            each,
            date_words(each.when.astimezone().date()),
            CARD_GAMES.get(each.variant),
            [NOTHING if side.place is None else str(side.place) for side in sides],
        )
        for each, sides in ((each, (each.one, each.other)) for each in pair.latest)
    ]
    rows = [(person, list(half.values())) for person, half in zip(people, halves, strict=True)]
    return {"people": people, "pair": pair, "heads": list(halves[0]), "rows": rows, "latest": latest}


def _half_of(half: Half, statistics: Statistics) -> dict[str, str]:
    figures = {_("Ahead"): str(half.ahead), _("Won"): str(half.won)}
    if statistics.variant:
        figures[_("Average round")] = _average(half.average)
    return figures | {_("In a row"): str(half.streak)}


def ruled(statistics: Statistics) -> bool:
    """Whether anybody has won or lost a ruling."""
    return any(sums.rulings_won or sums.rulings_lost for _person, sums in statistics.people)


def _ways(statistics: Statistics) -> dict[str, list[tuple[str, str]]]:
    """Return the special ways of going out that anybody went, as the games call them: their keys by the name."""
    found: dict[str, list[tuple[str, str]]] = {}
    for variant, key in sorted({each for _person, sums in statistics.people for each in sums.ways}):
        if variant in VARIANTS and key in VARIANTS[variant].closing.ways:
            found.setdefault(_(VARIANTS[variant].closing.ways[key].label), []).append((variant, key))
    return found


def _sums(statistics: Statistics, person_id: int) -> Sums | None:
    return next((sums for person, sums in statistics.people if person.id == person_id), None)


def _share(share: WinShare | None) -> str | Markup:
    if share is None:
        return NOTHING
    between = f"{round(share.low * 100)}–{round(share.high * 100)}"
    return Markup("{} <small>{}</small>").format(format_percent(share.share), between)


def _average(number: float | None) -> str:
    if number is None:
        return NOTHING
    shown: str = format_decimal(round(number, 1), format="0.0")
    return shown.replace("-", "−")


def _between(between: Between) -> list[str]:
    return [str(figure) for figure in (between.games, between.ahead, between.behind, between.won, between.lost)]
