"""The notice of a change on the scoreboard: gains, who leads, who deals next."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import cast

from markupsafe import Markup

from ...documents import DecisionDocument, RoundDocument, SubjectDocument
from ...rules.scoring.ending import placings, standing
from ...services.games.state import ROUND_CHANGES, RULING_CHANGES, RevisionRow, StoredRound, What
from ...services.games.views import GameView
from ..text import _, bdi, say, signed


@dataclass(frozen=True)
class ChangeNotice:
    """A change in words; `gained` is by how much each total changed. `ask_name`: it asks for the name of the device."""

    message: Markup
    gained: Mapping[str, int]
    news: list[Markup]
    ask_name: bool = False

    @property
    def gains(self) -> list[Markup]:
        """By how much each total changed, in words."""
        return [bdi(name) + " " + signed(gained) for name, gained in self.gained.items()]


def notice_of(view: GameView, message: Markup, *, taken_back: bool) -> ChangeNotice:
    """Return the notice of the last change of `view`, or of the one that was undone."""
    changes = view.state.undone if taken_back else view.state.done
    gains = _gains(view, changes[-1], taken_back=taken_back) if changes else {}
    was_over = _was_over(view, changes[-1], gains, taken_back=taken_back) if changes else False
    return ChangeNotice(message, gains, _news(view, gains, was_over=was_over))


def _gains(view: GameView, row: RevisionRow, *, taken_back: bool) -> dict[str, int]:
    """Return by how much each total changed; for a new round also those that did not change."""
    before, after = _sides(row, taken_back=taken_back)
    if row.what in ROUND_CHANGES:
        old, new = (_points(view, row, cast("RoundDocument | None", each)) for each in (before, after))
    elif row.what in RULING_CHANGES:
        old, new = (_posted(view, cast("DecisionDocument | None", each)) for each in (before, after))
    else:
        return {}
    gains = {name: new.get(name, 0) - old.get(name, 0) for name in {**old, **new}}
    everybody = row.what == What.ADD
    return {name: gained for name, gained in gains.items() if gained or everybody}


def _sides(row: RevisionRow, *, taken_back: bool) -> tuple[SubjectDocument | None, SubjectDocument | None]:
    """Return the documents before and after the change; an undo swaps those of its revision."""
    return (row.after, row.before) if taken_back else (row.before, row.after)


def _points(view: GameView, row: RevisionRow, document: RoundDocument | None) -> Mapping[str, int]:
    """Return the scores of a round document; empty if there is none or it is voided."""
    if document is None or document["voided"]:
        return {}
    number = row.round or 0
    stored = view.state.rounds.get(number)
    setup = stored.setup if stored else view.state.setups[row.number]
    return view.scored.view(number, StoredRound(document, setup), view.state.posted(number)).scores


def _posted(view: GameView, decision: DecisionDocument | None) -> Mapping[str, int]:
    """Return the penalties that a decision posts to a round that counts; empty while that is not entered."""
    round_ = view.round(decision["round"]) if decision and decision["round"] else None
    if decision is None or round_ is None or round_.voided:
        return {}
    costs: Counter[str] = Counter()
    for penalty in decision["penalties"]:
        costs[view.state.names[penalty["player"]]] += penalty["points"]
    return {name: points for name, points in costs.items() if name in round_.players}


def _was_over(view: GameView, row: RevisionRow, gains: Mapping[str, int], *, taken_back: bool) -> bool:
    """Return whether the game had ended before the change."""
    if row.what == What.END:
        return taken_back
    if row.what not in (*ROUND_CHANGES, *RULING_CHANGES):
        return view.standing.ended
    count = len(view.counting)
    if row.what in ROUND_CHANGES:
        before, after = (cast("RoundDocument | None", each) for each in _sides(row, taken_back=taken_back))
        count += _counts(before) - _counts(after)
    return standing(view.variant.ending, _before(view, gains), count, stopped=view.stopped).ended


def _counts(document: RoundDocument | None) -> bool:
    return document is not None and not document["voided"]


def _before(view: GameView, gains: Mapping[str, int]) -> dict[str, int]:
    return {name: view.totals[name] - gains.get(name, 0) for name in view.players}


def _news(view: GameView, gains: Mapping[str, int], *, was_over: bool) -> list[Markup]:
    """Return what the change means for the game, as sentences."""
    if view.standing.ended:
        return []
    gone = tuple(name for name in view.eliminated.out if gains.get(name))
    news = [say(_("Out of the game: {names}."), names=gone)] if gone else []
    news += [say(_("The game goes on."))] if was_over else []
    if view.counting:
        old = [name for place, name in placings(view.variant.ending, _before(view, gains)) if place == 1]
        new = [name for place, name in view.placings if place == 1]
        if gains and old != new and len(new) == 1:
            news.append(say(_("{name} is now in the lead."), name=new[0]))
        elif gains and old != new:
            news.append(say(_("{names} are now tied for the lead."), names=tuple(new)))
    if view.dealer:
        news.append(say(_("{name} deals next."), name=view.dealer))
    return news
