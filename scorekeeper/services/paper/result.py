"""Word a game's result to be sent: a picture, and three lines of text, with the players' names or without."""

from collections.abc import Mapping
from dataclasses import replace
from zoneinfo import ZoneInfo

from ...rules.errors import N_
from ...rules.model.terms import Wins
from ...rules.scoring.sides import side_name
from ...sheets.curves import ChartData, elided
from ...sheets.model import Emblem, Placing, ResultPicture
from ...store.moments import in_utc
from ..dates import day_words
from ..views.game_view import GameView
from ..views.sides import sided
from ..views.state import What
from ..wording import game_name, plural, reader_language, sentence
from .chart_data import goal_word, totals_chart
from .heading import NIGHT, standing_text, total_text
from .numbers import number, place_text

_LONGEST_NAME = 24  # letters, in the headline of a picture
_LONGEST_OF_TWO = 10  # letters of each name of a side, in a row
_FINAL = N_("The final result.")


def result_picture(view: GameView, zone: ZoneInfo, *, names: bool) -> ResultPicture:
    """Return the picture of a game's result, or of how it stands; without `names`, it has places and points only.

    The game's own name is left out with the players', for it may contain one.
    """
    view = sided(view)
    (head, figures), *others = _figures(view)
    hidden = view.totals_hidden
    places = {name: place for place, name in view.placings} if view.counting and not hidden else {}
    placings = tuple(
        Placing(
            place=place_text(places[name], places.values()) if places else "",
            name=_in_row(view, name) if names else "",
            figure=figures[name],
            other=others[0][1][name] if others else "",
            note=sentence(N_("out")) if name in view.eliminated.out else "",
            best=places.get(name) == 1,
        )
        for name in (view.players if hidden else [name for _place, name in view.placings])
    )
    own = view.name if names else None
    chart = totals_chart(view)
    return ResultPicture(
        language=reader_language(),
        title=own or game_name(view.variant),
        game=game_name(view.variant) if own else "",
        headline=_headline(view, names=names, longest=_LONGEST_NAME),
        placings=placings,
        facts=(*_rounds(view), _day(view, zone)),
        emblem=Emblem(view.variant.emblem, tiles=view.variant.deck.tiles),
        heads=(head, others[0][0]) if others else (),
        chart=_ranked(chart, view) if chart else None,
        goal=sentence(goal_word(view.variant)),
    )


def result_lines(view: GameView, zone: ZoneInfo, *, names: bool) -> tuple[str, str, str]:
    """Return the result as three lines: game and winners, the others, rounds and day; without `names` as above."""
    view = sided(view)
    figures = _figures(view)[0][1]
    title = (view.name if names else None) or game_name(view.variant)
    facts = ", ".join((*_rounds(view), _day(view, zone)))
    facts = facts if facts.endswith(".") else facts + "."
    first = sentence(N_("{game}: {result}"), {"game": title, "result": _headline(view, names=names)})
    if view.totals_hidden:
        return first, ", ".join(view.players) + "." if names else "", facts
    if names:
        others = [name for _place, name in view.placings if name not in view.standing.winners]
        shown = [f"{name} {figures[name]}" for name in others or view.standing.winners]
    else:
        places = [place for place, _name in view.placings]
        shown = [
            # Translators: a place, and the points of whoever has it: “1st: 512”
            sentence(N_("{place}: {points}"), {"place": place_text(place, places), "points": figures[name]})
            for place, name in view.placings
        ]
    return first, ", ".join(shown) + ".", facts


def _in_row(view: GameView, name: str) -> str:
    """Return a player as a row of a picture names them: of a long side both names are cut, not only the second."""
    side = view.sides.get(name) if len(name) > _LONGEST_NAME else None
    return side_name(tuple(elided(each, _LONGEST_OF_TWO) for each in side)) if side else name


def _headline(view: GameView, *, names: bool, longest: int | None = None) -> str:
    """Return who won and with what, or after which round the totals stand so; long names are cut to `longest`."""
    return standing_text(view, longest) if names or not view.standing.winners else sentence(_FINAL)


def _figures(view: GameView) -> list[tuple[str, Mapping[str, str]]]:
    """Return each player's figures with their headings: first the one that decides who is ahead.

    It is the total, the rounds won, the rating points, or the total with all bonuses.
    """
    ending = view.variant.ending
    found: list[tuple[str, Mapping[str, str]]] = [
        (sentence(N_("Points")), {name: total_text(view, name) for name in view.players})
    ]
    if view.final is not None:
        shown = {name: number(points) for name, points in view.final.items()}
        found.insert(0 if ending.grand_total_wins else 1, (sentence(N_("With all bonuses")), shown))
    elif ending.ranks_apart:
        head = N_("Rounds won") if ending.wins is Wins.MOST_ROUNDS else N_("Rating points")
        hidden = view.totals_hidden
        found.insert(0, (sentence(head), {name: "" if hidden else number(view.apart[name]) for name in view.players}))
    return found


def _rounds(view: GameView) -> tuple[str, ...]:
    return (plural("{num} round", "{num} rounds", len(view.counting)),) if view.counting else ()


def _day(view: GameView, zone: ZoneInfo) -> str:
    """Return the day on which the game was played: that of its start, or of its last round if it took longer."""
    moments = [view.created_at, *(in_utc(row.at) for row in view.state.done if row.what == What.ADD)]
    begun, ended = min(moments), max(moments)  # an imported game was played before it was created here
    return day_words((ended if ended - begun > NIGHT else begun).astimezone(zone).date())


def _ranked(chart: ChartData, view: GameView) -> ChartData:
    """Return the chart with the curves of those at the table, in the order of their places."""
    curves = {curve.name: curve for curve in chart.curves}
    return replace(chart, curves=tuple(curves[name] for _place, name in view.placings if name in curves))
