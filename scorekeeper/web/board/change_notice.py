"""The notice of a change on the scoreboard: gains, who leads, who deals next."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import cast

from markupsafe import Markup

from ...documents import DecisionDocument, RoundDocument, SubjectDocument
from ...rules.scoring.ending import placings, standing
from ...rules.scoring.rating import won_by
from ...services.views.game_view import GameView
from ...services.views.round_views import RoundView
from ...services.views.sides import points_shown, sided
from ...services.views.state import ROUND_CHANGES, RULING_CHANGES, RevisionRow, StoredRound, What
from ..text import _, bdi, say, signed


@dataclass(frozen=True)
class ChangeNotice:
    """A change in words; `gained` is by how much each total changed. `ask_name`: it asks for the name of the device.

    `rated` is by how much the rating points changed, in a game that has them.
    """

    message: Markup
    gained: Mapping[str, int]
    news: list[Markup]
    rated: Mapping[str, int]
    ask_name: bool = False

    @property
    def gains(self) -> list[Markup]:
        """By how much each total changed, in words."""
        return [bdi(name) + " " + signed(gained) for name, gained in self.gained.items()]


def notice_of(view: GameView, message: Markup, *, taken_back: bool) -> ChangeNotice:
    """Return the notice of the last change of `view`, or of the one that was undone."""
    changes = view.state.undone if taken_back else view.state.done
    gains = _gains(view, changes[-1], taken_back=taken_back) if changes else {}
    rated = _rated(view, changes[-1], taken_back=taken_back) if changes else {}
    before = Before(view, sided(view), gains, rated)
    was_over = _was_over(before, changes[-1], taken_back=taken_back) if changes else False
    gained = points_shown(gains, before.shown)
    return ChangeNotice(message, gained, _news(before, was_over=was_over), rated if view.rating else {})


@dataclass(frozen=True)
class Before:
    """A game before its last change, by what that brought each player: points and rating points.

    `shown` is the game after it, as the board shows it.
    """

    view: GameView
    shown: GameView
    gains: Mapping[str, int]
    rated: Mapping[str, int]

    @property
    def totals(self) -> dict[str, int]:
        """The totals of those at the table."""
        return {name: self.view.totals[name] - self.gains.get(name, 0) for name in self.view.players}

    @property
    def rating(self) -> dict[str, int]:
        """Everybody's rating points, or rounds won; empty where neither matters."""
        return {name: points - self.rated.get(name, 0) for name, points in self.view.apart.items()}


def _gains(view: GameView, row: RevisionRow, *, taken_back: bool) -> dict[str, int]:
    """Return by how much each total changed; for a new round also those that did not change."""
    before, after = _sides(row, taken_back=taken_back)
    if row.what in ROUND_CHANGES:
        rounds = (_played(view, row, cast("RoundDocument | None", each)) for each in (before, after))
        old, new = (round_.scores if round_ else {} for round_ in rounds)
    elif row.what in RULING_CHANGES:
        old, new = (_posted(view, cast("DecisionDocument | None", each)) for each in (before, after))
    else:
        return {}
    gains = _difference(old, new)
    everybody = row.what == What.ADD
    return {name: gained for name, gained in gains.items() if gained or everybody}


def _rated(view: GameView, row: RevisionRow, *, taken_back: bool) -> dict[str, int]:
    """Return by how much the rating points changed, or the rounds won where those decide."""
    if row.what not in ROUND_CHANGES:
        return {}
    sides = _sides(row, taken_back=taken_back)
    rounds = (_played(view, row, cast("RoundDocument | None", each)) for each in sides)
    old, new = (apart_of(view, round_) if round_ else {} for round_ in rounds)
    return _difference(old, new)


def apart_of(view: GameView, round_: RoundView) -> Mapping[str, int]:
    """Return the rating points of a round, or 1 for who has won it where the rounds won decide."""
    return dict.fromkeys(won_by(round_.scores), 1) if view.rounds_won else round_.rating


def _difference(old: Mapping[str, int], new: Mapping[str, int]) -> dict[str, int]:
    return {name: new.get(name, 0) - old.get(name, 0) for name in {**old, **new}}


def _sides(row: RevisionRow, *, taken_back: bool) -> tuple[SubjectDocument | None, SubjectDocument | None]:
    """Return the documents before and after the change; an undo swaps those of its revision."""
    return (row.after, row.before) if taken_back else (row.before, row.after)


def _played(view: GameView, row: RevisionRow, document: RoundDocument | None) -> RoundView | None:
    """Return the view of a round document; None if there is none or it is voided."""
    if document is None or document["voided"]:
        return None
    number = row.round or 0
    stored = view.state.rounds.get(number)
    setup = stored.setup if stored else view.state.setups[row.number]
    return view.scored.view(number, StoredRound(document, setup), view.state.posted(number))


def _posted(view: GameView, decision: DecisionDocument | None) -> Mapping[str, int]:
    """Return the penalties that a decision posts to a round that counts; empty while that is not entered."""
    round_ = view.round(decision["round"]) if decision and decision["round"] else None
    if decision is None or round_ is None or round_.voided:
        return {}
    costs: Counter[str] = Counter()
    for penalty in decision["penalties"]:
        costs[view.state.names[penalty["player"]]] += penalty["points"]
    return {name: points for name, points in costs.items() if name in round_.players}


def _was_over(before: Before, row: RevisionRow, *, taken_back: bool) -> bool:
    """Return whether the game had ended before the change `row`."""
    view = before.view
    if row.what == What.END:
        return taken_back
    if row.what not in (*ROUND_CHANGES, *RULING_CHANGES):
        return view.standing.ended
    count = len(view.counting)
    if row.what in ROUND_CHANGES:
        old, new = (cast("RoundDocument | None", each) for each in _sides(row, taken_back=taken_back))
        count += _counts(old) - _counts(new)
    return standing(view.variant.ending, before.totals, count, stopped=view.stopped, rating=before.rating).ended


def _counts(document: RoundDocument | None) -> bool:
    return document is not None and not document["voided"]


def _news(before: Before, *, was_over: bool) -> list[Markup]:
    """Return what the change means for the game, as sentences."""
    view, shown, gains = before.view, before.shown, before.gains
    if view.standing.ended:
        return []
    gone = tuple(dict.fromkeys(shown.label(name) for name in view.eliminated.out if gains.get(name)))
    news = [say(_("Out of the game: {names}."), names=gone)] if gone else []
    news += [say(_("The game goes on."))] if was_over else []
    if view.counting and not view.totals_hidden:
        placed = placings(view.variant.ending, before.totals, None, before.rating)
        old = [*dict.fromkeys(shown.label(name) for place, name in placed if place == 1)]
        new = [name for place, name in shown.placings if place == 1]
        if gains and old != new and len(new) == 1 and (side := shown.sides.get(new[0])):
            news.append(say(_("{names} are now in the lead."), names=side))
        elif gains and old != new and len(new) == 1:
            news.append(say(_("{name} is now in the lead."), name=new[0]))
        elif gains and old != new:
            news.append(say(_("{names} are now tied for the lead."), names=tuple(new)))
    if view.dealer:
        news.append(say(_("{name} deals next."), name=view.dealer))
    return news
