"""What each player did in a game, by id: names change, and whoever is whom is found out when it is read."""

from collections import Counter
from collections.abc import Iterable, Mapping
from itertools import groupby
from types import MappingProxyType
from typing import Literal

from ...documents import DecisionDocument, ResultDocument, RulingDocument, TallyDocument
from ...rules.model.terms import Wins
from ...rules.referee.ruling import Verdict
from ...rules.scoring.rounds import PointsEntry
from ...store.moments import in_utc
from ...store.rows import RevisionRow
from ..views.game_view import GameView
from ..views.round_views import RoundView
from ..views.state import Status, What
from .units import unit_of

SHAPE = 4
"""The number of this kind of document; it rises when the document, or a figure in it, changes its meaning."""

RULING = "ruling"
"""The key of a penalty of a ruling by a rule that has no penalty to be counted."""
NO_RULINGS: Mapping[str, RulingDocument] = MappingProxyType({})
_VERDICTS = (Verdict.LEGAL, Verdict.ILLEGAL)


def tally_of(
    view: GameView, revisions: Iterable[RevisionRow], rulings: Mapping[str, RulingDocument] = NO_RULINGS
) -> TallyDocument:
    """Return what each player did in a game; `revisions` and `rulings`, by id, are its own.

    While a game hides its totals its rounds are left out: their points add up to the totals.
    """
    ids = {name: player for player, name in view.state.names.items()}
    lowest_wins = view.variant.ending.wins is Wins.LOWEST
    places = {name: place for place, name in view.placings} if view.standing.ended else {}
    shown = [] if view.totals_hidden else view.counting
    disputes = _disputes(view, rulings)
    results: dict[str, ResultDocument] = {}
    for name, player in ids.items():
        result = _result([each for each in shown if name in each.players], name, lowest_wins=lowest_wins)
        if name in places:
            result["place"] = places[name]
        result.update(disputes.get(player, {}))
        results[player] = result
    added = [in_utc(row.at) for row in revisions if row.what == What.ADD]
    at = max(added, default=view.created_at).isoformat()
    return {"at": at, "lowest_wins": lowest_wins, "unit": unit_of(view), "results": results}


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
    if run := max(len([*each]) if out else 0 for out, each in groupby(rounds, lambda each: each.round.closer == name)):
        result["out_run"] = run
    if kinds := sum((_penalties(each, name) for each in rounds), Counter[str]()):
        result["penalties"], result["kinds"] = kinds.total(), dict(kinds)
    return result


def _penalties(round_: RoundView, name: str) -> Counter[str]:
    """Return how many penalties of each key a player had in a round; none for final points, which do not name them."""
    entry = round_.round.entries.get(name)
    keys = {penalty.rule: penalty.key for penalty in round_.variant.scoring.penalties}
    found = Counter() if entry is None or isinstance(entry, PointsEntry) else Counter(entry.penalties)
    found.update(keys.get(line.rule or "", RULING) for line in round_.posted.get(name, ()))
    return +found


def _disputes(view: GameView, rulings: Mapping[str, RulingDocument]) -> dict[str, ResultDocument]:
    """Return how many rulings each has won and lost, by player id: those that the table accepted.

    Whoever pays by a ruling or claimed otherwise has lost it, whoever claimed its verdict has won it. Rulings of voided
    rounds do not count.
    """
    won, lost = Counter[str](), Counter[str]()
    for ruling, decision in view.state.decisions.items():
        document = rulings.get(ruling)
        if decision["status"] != Status.ACCEPTED or document is None or _voided(view, decision, document):
            continue
        claims = document["claims"] if document["verdict"] in _VERDICTS else {}
        right = {player for player, claim in claims.items() if claim == document["verdict"]}
        wrong = {player for player, claim in claims.items() if claim in _VERDICTS} - right
        wrong |= {penalty["player"] for penalty in decision["penalties"]}
        won.update(right - wrong)
        lost.update(wrong)
    counted: tuple[tuple[Literal["rulings_won", "rulings_lost"], Counter[str]], ...]
    counted = ("rulings_won", won), ("rulings_lost", lost)
    found: dict[str, ResultDocument] = {}
    for key, by_player in counted:
        for player, times in by_player.items():
            found.setdefault(player, {})[key] = times
    return found


def _voided(view: GameView, decision: DecisionDocument, document: RulingDocument) -> bool:
    stored = view.state.rounds.get(decision["round"] or document["round"])
    return stored is not None and stored.document["voided"]
