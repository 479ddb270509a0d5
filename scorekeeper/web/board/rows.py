"""The rows of the scoreboard's table, as HTML. A page has hundreds of them, so no template renders them."""

from collections.abc import Iterable

from markupsafe import Markup, escape

from ...rules.model.terms import How
from ...services.views.game_view import GameView
from ...services.views.round_views import RoundView
from ..text import _, points
from .typed_rounds import typed_of

SHOWN = 300  # rounds on a page


def rows_of(view: GameView, shown: GameView, numbers: range, *, may_write: bool) -> list[Markup]:
    """Return the rounds of these numbers as rows of the table, the latest first; for who may write also as typed.

    `shown` is the game of `view` as the board shows it, with the same rounds.
    """
    url = f"/games/{view.id}/rounds/"
    # Translators: said of a round that does not count
    void = escape(_("void"))
    out = str(escape(_(view.variant.closing.words.closed)))
    closed = f'<td><span class="out" title="{out}">♠<span class="vh"> {out}</span></span>'
    columns = list(shown.totals)
    part = slice(max(0, numbers.start - 1), numbers.stop - 1)
    rounds = zip(reversed(view.rounds[part]), reversed(shown.rounds[part]), strict=True)
    mark = f" <small>{void}</small>"
    return [
        _row(each, columns, closed, url, mark, typed_of(round_, view, shown) if may_write else None)
        for round_, each in rounds
    ]


def cells(texts: Iterable[str]) -> Markup:
    """Return cells of the table with these texts, which are escaped already."""
    return Markup("".join(f"<td>{text}</td>" for text in texts))


def rated(rating: int) -> str:
    """Return rating points, to stand behind the points of a cell."""
    return f' <small class="r">{rating}</small>'


def _row(round_: RoundView, columns: list[str], closed: str, url: str, void: str, typed: str | None) -> Markup:
    scores, closer = round_.scores, round_.round.closer if round_.round.how is How.OUT else None
    rating = round_.rating
    found = [
        f"{closed if name == closer else '<td>'}{points(scores[name]) if name in scores else ''}"
        f"{rated(rating[name]) if name in rating else ''}</td>"
        for name in columns
    ]
    begin, mark = ('<tr class="void"', void) if round_.voided else ("<tr", "")
    begin += ">" if typed is None else f' data-typed="{escape(typed)}">'
    head = f'<th scope="row"><a href="{url}{round_.number}">{round_.number}{mark}</a></th>'
    return Markup(f"{begin}{head}{''.join(found)}</tr>")
