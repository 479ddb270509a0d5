"""Compare two versions of a round that two scorers entered, so that the second scorer can choose."""

from collections.abc import Mapping
from dataclasses import dataclass

from flask import request

from ...numbers import whole_number
from ...services.errors import Invalid
from ...services.games.rounds import score_as
from ...services.payload_reading import read
from ...services.payloads import NewRound
from ...services.views.game_view import GameView
from ...services.views.loading import last_writer
from ..text import points
from .round_form import RoundForm


@dataclass(frozen=True)
class Clash:
    """A round that was entered twice. Rows are (name, stored points, typed points); empty text if not computable."""

    number: int
    rows: list[tuple[str, str, str]]
    may_replace: bool
    by: str | None
    """The name of who entered or corrected it last; empty if nobody gave one."""


def clash(view: GameView, form: RoundForm, number: int | None) -> Clash | None:
    """Return the differences of the typed round from the stored round `number`, or from the next one of the form.

    None if nobody has entered that round.
    """
    meant = number or round_meant()
    round_ = view.round(meant) if meant else None
    if round_ is None:
        return None
    own = _own(view, meant, form)
    labels = {entry.name: entry.label for entry in form.entries}
    partners = {name for entry in form.entries for name in entry.partners}
    names = [name for name in dict.fromkeys((*round_.players, *form.players)) if name not in partners]
    rows = [(labels.get(name, name), _shown(round_.scores, name), _shown(own, name)) for name in names]
    alike = number is None and round_.players == form.players and round_.variant == form.variant
    by = last_writer(view.id, meant)
    return Clash(meant, rows, alike, by)


def round_meant() -> int:
    """Return the number of the round that the form was opened for; 0 if the field is missing."""
    return whole_number(request.form.get("meant", ""), 5) or 0


def round_to_replace() -> int:
    """Return the number of the round that the typed one shall replace; 0 to add it as a new round."""
    return whole_number(request.form.get("instead", ""), 5) or 0


def _own(view: GameView, number: int, form: RoundForm) -> Mapping[str, int]:
    try:
        return score_as(view, number, read(NewRound, form.body()))
    except Invalid:
        return {}


def _shown(scores: Mapping[str, int], name: str) -> str:
    return points(scores[name]) if name in scores else ""
