"""What each player did in a game, by id: names change, and whoever is whom is found out when it is read."""

from collections import Counter
from collections.abc import Iterable

from ...documents import ResultDocument, TallyDocument
from ...rules.model.terms import Wins
from ...rules.scoring.rounds import PointsEntry
from ...store.rows import RevisionRow
from ..games.round_views import RoundView
from ..games.state import What
from ..games.views import GameView, in_utc

SHAPE = 2
"""The number of this kind of document; it rises when the document, or a figure in it, changes its meaning."""


def tally_of(view: GameView, revisions: Iterable[RevisionRow]) -> TallyDocument:
    """Return what each player did in a game; `revisions` are its own."""
    ids = {name: player for player, name in view.state.names.items()}
    lowest_wins = view.variant.ending.wins is Wins.LOWEST
    places = {name: place for place, name in view.placings} if view.standing.ended else {}
    results: dict[str, ResultDocument] = {}
    for name, player in ids.items():
        result = _result([each for each in view.counting if name in each.players], name, lowest_wins=lowest_wins)
        if name in places:
            result["place"] = places[name]
        results[player] = result
    added = [in_utc(row.at) for row in revisions if row.what == What.ADD]
    return {"at": max(added, default=view.created_at).isoformat(), "lowest_wins": lowest_wins, "results": results}


def _result(rounds: list[RoundView], name: str, *, lowest_wins: bool) -> ResultDocument:
    if not rounds:
        return {}
    scores = [each.scores[name] for each in rounds]
    won = [each for each in rounds if each.round.closer == name]
    result: ResultDocument = {
        "rounds": len(scores),
        "points": sum(scores),
        "best": min(scores) if lowest_wins else max(scores),
        "out": len(won),
    }
    if ways := Counter(each.round.way for each in won if each.round.way):
        result["ways"] = dict(ways)
    if penalties := sum(_penalties(each, name) for each in rounds):
        result["penalties"] = penalties
    return result


def _penalties(round_: RoundView, name: str) -> int:
    """Return how many penalties a player had in a round; final points do not tell."""
    entry = round_.round.entries.get(name)
    counted = 0 if entry is None or isinstance(entry, PointsEntry) else sum(entry.penalties.values())
    return counted + len(round_.posted.get(name, ()))
