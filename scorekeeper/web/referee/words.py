"""Word decisions on rulings: for the history, the scoreboard, and a later dispute of the same kind."""

from collections.abc import Iterator, Mapping, Sequence

from flask import url_for
from markupsafe import Markup

from ...documents import DecisionDocument
from ...rules.errors import N_
from ...rules.referee.remarks import due_at_once
from ...rules.scoring.scoring import ScoreLine
from ...services.dates import day_words
from ...services.referee.ruling_views import RulingView, Status
from ...services.views.game_view import GameView
from ...services.views.history import RevisionSummary
from ...services.views.state import What
from ..text import _, points, say

_QUOTED = N_("“{text}”")
_DECIDED_BY = {
    Status.ACCEPTED: N_("Accepted by {name}"),
    Status.OVERRULED: N_("Overruled by {name}: the table decided differently"),
    Status.REVOKED: N_("Revoked by {name}"),
}
_NONE: DecisionDocument = {"id": "", "status": Status.GIVEN, "round": None, "penalties": []}


def decision_sentence(revision: RevisionSummary, game_id: str, headline: Markup | None = None) -> Markup:
    """Return the sentence of a revision that decides on a ruling, or took a house rule in it, with a link to it."""
    ruling = revision.ruling or _NONE
    url = url_for("rulings.show", game_id=game_id, ruling=ruling["id"])
    number = Markup('<a href="{}">{}</a>').format(url, ruling["id"])
    if revision.about == What.SETTINGS:
        return _house_rule_sentence(revision.what, number, headline)
    if revision.what == "undo":
        return say(_("The decision on ruling {number} was undone."), number=number)
    sentences: Mapping[str, str] = {
        Status.ACCEPTED: _("Ruling {number} was accepted."),
        Status.OVERRULED: _("Ruling {number} was overruled: the table decided differently."),
        Status.REVOKED: _("Ruling {number} was revoked."),
    }
    sentence = say(sentences.get(ruling["status"], _("Ruling {number} was decided.")), number=number)
    quoted = [say(_(_QUOTED), text=headline)] if headline else []
    return Markup(" ").join([sentence, *quoted, *charges(ruling)])


def _house_rule_sentence(what: str, number: Markup, headline: Markup | None) -> Markup:
    sentences = {
        "undo": _("The house rule from ruling {number} was undone."),
        "redo": _("The house rule from ruling {number} was redone."),
    }
    sentence = say(sentences.get(what, _("Ruling {number} led to a house rule.")), number=number)
    quoted = [say(_(_QUOTED), text=headline)] if headline and what != "undo" else []
    return Markup(" ").join([sentence, *quoted])


def charges(decision: DecisionDocument) -> Iterator[Markup]:
    """Yield a sentence for each penalty that a decision posts: player, points, round."""
    for penalty in decision["penalties"]:
        yield say(
            _("{name}: {points} in round {number}."),
            name=penalty["player"],
            points=penalty["points"],
            number=decision["round"],
        )


def waiting_sentences(view: GameView) -> list[Markup]:
    """Return sentences for each player with posted penalties that the next round will include.

    A penalty that the table takes off at once is booked in a round like the others, since a game's total is that of its
    rounds (games-contract.md); so the total with it is shown beside it.
    """
    return [_waiting_sentence(view, name, lines) for name, lines in view.waiting.items() if lines]


def _waiting_sentence(view: GameView, name: str, lines: Sequence[ScoreLine]) -> Markup:
    waiting = say(_("{name} has {points} from a ruling."), name=name, points=sum(line.points for line in lines))
    at_once = [line.points for line in lines if line.rule and due_at_once(view.variant, line.rule)]
    if not at_once or name not in view.players or view.totals_hidden:
        return waiting
    taken_off = say(_("Taken off at once: {total}."), total=view.totals[name] + sum(at_once))
    return Markup(" ").join((waiting, taken_off))


def undone_sentence(what: str) -> Markup:
    """Return the message after an undo or a redo of a decision."""
    if what == "undo":
        return say(_("Undone: the decision on the ruling."))
    return say(_("Redone: the decision on the ruling."))


def earlier_sentence(earlier: RulingView, headline: Markup) -> Markup:
    """Return the sentence about the decision on an earlier dispute; `headline` is that ruling's."""
    when = day_words((earlier.decision.when if earlier.decision else earlier.when).date())
    if earlier.status is Status.OVERRULED:
        return say(
            _("On {when} you overruled the referee, who said: {headline}"),
            when=when,
            headline=headline,
        )
    return say(_("On {when} you decided a similar dispute: {headline}"), when=when, headline=headline)


def status_word(view: RulingView) -> Markup:
    """Return the status of a ruling in words, with who decided."""
    decision = view.decision
    if decision and decision.who and view.status in _DECIDED_BY:
        return say(_(_DECIDED_BY[view.status]), name=decision.who)
    words = {
        Status.GIVEN: _("Decided by your table") if view.settled_by_table else _("Not decided"),
        Status.ACCEPTED: _("Accepted"),
        Status.OVERRULED: _("Overruled: the table decided differently"),
        Status.REVOKED: _("Revoked"),
    }
    return say(words[view.status])


def charged(view: RulingView) -> list[str | Markup]:
    """Return a sentence for each penalty that an accepted ruling posts."""
    decision = view.decision
    if decision is None:
        return []
    return [
        say(
            _("{name}: {points} in round {number}."),
            name=penalty.player,
            points=points(penalty.points),
            number=decision.round,
        )
        for penalty in decision.penalties
    ]
