"""Footnotes of a game's sheet: penalties, rulings and ways of closing, each with the players and how often."""

from collections import Counter
from collections.abc import Iterator, Mapping

from ...rules.errors import N_
from ...rules.scoring.rounds import factor
from ...rules.scoring.scoring import RULED, ScoreLine
from ..views.round_views import RoundView
from ..wording import plural, sentence
from .numbers import number


class Footnotes:
    """Collects footnotes; equal remarks share a number."""

    def __init__(self) -> None:
        self._players: dict[str, Counter[str]] = {}  # by remark: how often it was made on each player's points

    def marks(self, round_: RoundView, name: str) -> tuple[int, ...]:
        """Return the numbers, from 1, of the footnotes to a player's points in a round, and count them."""
        found: dict[int, None] = {}
        for remark in _remarks(round_, name):
            self._players.setdefault(remark, Counter())[name] += 1
            found[list(self._players).index(remark) + 1] = None
        return tuple(found)

    @property
    def texts(self) -> tuple[str, ...]:
        """The footnotes in the order of their numbers."""
        return tuple(_footnote(remark, counted) for remark, counted in self._players.items())


def _footnote(remark: str, counted: Mapping[str, int]) -> str:
    players = ", ".join(_how_often(name, times) for name, times in counted.items())
    return sentence(N_("{remark} – {players}"), {"remark": remark, "players": players})


def _how_often(name: str, times: int) -> str:
    if times == 1:
        return name
    return plural("{name} {num} time", "{name} {num} times", times, {"name": name})


def _remarks(round_: RoundView, name: str) -> Iterator[str]:
    """Yield the remarks on a player's points: penalties, rulings and the way of closing."""
    if round_.voided:
        return
    if name in round_.rejoined:
        yield sentence(N_("came back in before this round"))
    labels = {p.key: p.label for p in round_.variant.scoring.penalties}
    for line in round_.lines[name]:
        if line.kind in labels:
            yield _penalty(labels[line.kind], line)
        elif line.kind == RULED:
            values: dict[str, object] = {"number": line.ruling, "points": number(line.points), "rule": line.rule}
            yield sentence(N_("Ruling {number}: {points} ({rule})"), values)
    way = round_.variant.closing.ways.get(round_.round.way or "")
    if way is not None and name == round_.round.closer:
        times = factor(round_.variant, round_.round.way)
        if way.laid_before is None:
            yield sentence(N_("{way} ({rule})"), {"way": way.label, "rule": way.rule})
            return
        yield sentence(N_("{way}: × {times} ({rule})"), {"way": way.label, "times": times, "rule": way.rule})


def _penalty(label: str, line: ScoreLine) -> str:
    values: dict[str, object] = {"penalty": label, "points": number(line.points), "rule": line.rule}
    return sentence(N_("{penalty}: {points} ({rule})"), values)
