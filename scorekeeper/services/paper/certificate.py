"""Word the certificate of a season's champion, in the reader's language."""

from ...rules.errors import N_
from ...rules.variants import VARIANTS
from ...sheets.model import Certificate, Emblem
from ..circles.season_table import SeasonLine, SeasonMeasure
from ..circles.seasons import SeasonStanding
from ..dates import day_words
from ..wording import game_name, reader_language, sentence
from .labels import labels
from .numbers import number, place_text

_RUNNERS_UP = 4  # places behind the champion that a certificate names
_FIGURES = {
    SeasonMeasure.WINS: N_("Games won"),
    SeasonMeasure.PLACES: N_("Place points"),
    SeasonMeasure.POINTS: N_("Points"),
}
_COUNTED_BY = {
    SeasonMeasure.WINS: N_("Games won count."),
    SeasonMeasure.PLACES: N_("The points for places count."),
    SeasonMeasure.POINTS: N_("The points of all games count."),
}


def certificate(standing: SeasonStanding, circle: str) -> Certificate:
    """Return the certificate of a season that is over and has a champion; `circle` is the circle's name."""
    season, leads = standing.season, [person.name for person in standing.leads]
    best = next(line for person, line in standing.lines if person in standing.leads)
    variant = VARIANTS.get(season.variant or "")
    dates = {"first": day_words(season.first), "last": day_words(season.last)}
    figure = sentence(_FIGURES[SeasonMeasure(season.counts)])
    return Certificate(
        language=reader_language(),
        labels=labels(),
        title=season.name,
        circle=circle,
        honour=sentence(N_("Champion of the season") if len(leads) == 1 else N_("Champions of the season, equal")),
        names=tuple(leads),
        dates=sentence(N_("{first} to {last}"), dates),
        figures=_figures(best, figure, season.counts),
        others=tuple(_others(standing)),
        game=game_name(variant) if variant else "",
        counted=sentence(_COUNTED_BY[SeasonMeasure(season.counts)]),
        emblem=Emblem(variant.emblem, tiles=variant.deck.tiles) if variant else Emblem("♠"),
    )


def _figures(best: SeasonLine, figure: str, counts: str) -> tuple[tuple[str, str], ...]:
    won = () if counts == SeasonMeasure.WINS else ((sentence(N_("Games won")), number(best.won)),)
    rest = ((sentence(N_("Games")), number(best.games)), (sentence(N_("Evenings")), number(best.evenings)))
    return ((figure, number(best.figure)), *won, *rest)


def _others(standing: SeasonStanding) -> list[tuple[str, str, str]]:
    """Return place, name and figure of those behind the champions."""
    taken = [line.place for _person, line in standing.lines if line.place is not None]
    behind = [(person, line) for person, line in standing.lines if person not in standing.leads]
    return [
        (place_text(line.place, taken), person.name, number(line.figure))
        for person, line in behind[:_RUNNERS_UP]
        if line.place is not None
    ]
