"""The history of a game, and of a round, in words."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from flask import Blueprint
from markupsafe import Markup
from werkzeug.wrappers import Response

from ...rules.model.variant import Variant
from ...rules.scoring.ending import Standing
from ...services.referee.rulings import rulings_of
from ...services.rulebook.agreed import changed_text
from ...services.views.game_view import HIDDEN, GameView
from ...services.views.history import GameNote, RevisionSubject, RevisionSummary, RevisionView
from ...services.views.loading import load_game_with_history
from ...services.views.round_views import RoundView
from ...services.views.sides import as_shown, sided
from ...services.views.standings import last_round, stood_after
from ...services.views.state import Setup, What
from ..device import reader
from ..pagination import page_before
from ..referee.words import decision_sentence
from ..responses import Context, fresh, page
from ..rounds.round_page import RoundPage
from ..text import _, bdi, headline_words, moment, names, points, say, typed
from .board import board

PAGE = 100  # changes on a page

bp = Blueprint("history", __name__, url_prefix="/games/<game_id>/history")


@dataclass(frozen=True)
class WordedRevision:
    """A revision in words."""

    number: int
    round: int | None
    sentence: Markup
    when: Markup
    who: Markup
    why: Markup
    scores: list[tuple[str, str, str]]  # name, before, after
    differences: list[Markup]  # of the settings, or of how the round ended
    news: Markup  # whether the game was over with it, or went on


@bp.get("")
def show(game_id: str) -> Response:
    """Show every change of a game, the latest first."""
    access = reader(game_id)
    view, history = load_game_with_history(game_id)
    part = page_before(len(history), PAGE)
    changes = changes_of(view, history, part.numbers)
    begun = moment(view.created_at) if part.older is None else None
    seen = board(view, access)
    return fresh(page("history/show.html", board=seen, changes=changes, part=part, begun=begun))


def about_round(view: GameView, history: Sequence[RevisionView], round_: RoundView) -> Context:
    """Return the context of a round's page: its lines, its history, its neighbours, whether it ended the game."""
    number = round_.number
    return {
        "round": RoundPage(round_, None if view.variant.has_cards else as_shown(round_, sided(view))),
        "changes": changes_of(view, history, {each.number for each in history if each.round == number}),
        "before": number - 1 if view.round(number - 1) else None,
        "after": number + 1 if view.round(number + 1) else None,
        "ended_here": last_round(view) == number,
    }


def changes_of(
    view: GameView, history: Iterable[RevisionView], wanted: Collection[int] | None = None
) -> list[WordedRevision]:
    """Return the revisions of a game in words, the latest first; only those whose numbers are `wanted`, if given."""
    history, sides = list(history), sided(view)
    shown = [each for each in history if wanted is None or each.number in wanted]
    needed = {number for each in shown for number in (each.number - 1, each.number)}
    stood = {0: Standing(False), **stood_after(view, history, needed)}
    headlines = _headlines(view) if any(each.ruling for each in shown) else {}
    return [
        _change(each, sides, _news(stood[each.number - 1], stood[each.number]), headlines) for each in reversed(shown)
    ]


def _headlines(view: GameView) -> dict[str, Markup]:
    """Return the headline of each ruling of a game, by its id."""
    return {ruling.id: headline_words(ruling.headline) for ruling in rulings_of(view)}


def _news(before: Standing, after: Standing) -> Markup:
    """Return what a change means for the end of the game; empty if nothing."""
    if before.ended and not after.ended:
        return say(_("With this, the game went on."))
    if not after.ended or before.winners == after.winners:
        return Markup()
    if before.ended:
        return say(_("With this, the win went to {names}."), names=tuple(after.winners))
    return say(_("With this, the game was over. Won by: {names}."), names=names(after.winners))


def _change(revision: RevisionView, view: GameView, news: Markup, headlines: Mapping[str, Markup]) -> WordedRevision:
    """Return a revision in words; `view` is the game as the board shows it."""
    scored = revision.about != What.NOTE
    return WordedRevision(
        revision.number,
        revision.round,
        revision_sentence(revision, view.id, headlines),
        moment(revision.when),
        bdi(revision.who) if revision.who else Markup(),
        bdi(revision.why) if revision.why else Markup(),
        _scores(*(_round(each, view) for each in (revision.before, revision.after))) if scored else [],
        _differences(revision.before, revision.after, view),
        news,
    )


def _round(subject: RevisionSubject | None, shown: GameView) -> RoundView | None:
    return as_shown(subject, shown) if isinstance(subject, RoundView) else None


def revision_sentence(revision: RevisionSummary, game_id: str, headlines: Mapping[str, Markup] | None = None) -> Markup:
    """Return a revision as a sentence; `headlines` are the headlines of rulings, by their ids."""
    number = revision.round
    if revision.ruling is not None:
        return decision_sentence(revision, game_id, (headlines or {}).get(revision.ruling["id"]))
    if revision.about == What.NOTE:
        return _note_sentence(revision)
    if revision.about == What.SETTINGS:
        settings = {"undo": _("The change of settings was undone."), "redo": _("The change of settings was redone.")}
        return say(settings.get(revision.what, _("The settings were changed.")))
    if revision.what == What.DELETE:
        return say(_("The game was deleted."))
    if revision.what == What.RESTORE:
        return say(_("The game was restored."))
    if number is None:
        ends = {
            "end": _("The table ended the game."),
            "undo": _("The end of the game was undone."),
            "redo": _("The end of the game was redone."),
        }
        return say(ends.get(revision.what, _("The game was changed.")))
    what = revision.what
    if what == "undo":
        gone = revision.round_gone
        return say(
            _("Round {number} was undone.") if gone else _("The change of round {number} was undone."),
            number=number,
        )
    sentences = {
        "add": _("Round {number} was entered."),
        "correct": _("Round {number} was corrected."),
        "void": _("Round {number} was voided."),
        "redo": _("Round {number} was restored."),
    }
    return say(sentences.get(what, _("Round {number} was changed.")), number=number)


def _note_sentence(revision: RevisionSummary) -> Markup:
    """Return the change of a note as a sentence."""
    if revision.round is None:
        words = {
            What.UNDO: _("The change of the note on the game was undone."),
            What.REDO: _("The change of the note on the game was redone."),
        }
        return say(words.get(What(revision.what), _("The note on the game was changed.")))
    words = {
        What.UNDO: _("The change of the note on round {number} was undone."),
        What.REDO: _("The change of the note on round {number} was redone."),
    }
    sentence = words.get(What(revision.what), _("The note on round {number} was changed."))
    return say(sentence, number=revision.round)


def _differences(before: object, after: object, view: GameView) -> list[Markup]:
    """Return the differences before and after as sentences, without the points."""
    if isinstance(before, RoundView) and isinstance(after, RoundView):
        return _round_differences(before, after)
    if isinstance(before, Setup) and isinstance(after, Setup):
        return _setup_differences(before, after, view.variant, hidden=view.totals_hidden)
    if isinstance(before, GameNote) or isinstance(after, GameNote):
        return note_differences(*(each.text if isinstance(each, GameNote) else None for each in (before, after)))
    return []


def note_differences(before: str | None, after: str | None) -> list[Markup]:
    """Return the difference of a note as a sentence."""
    old, new = (typed(note) if note else None for note in (before, after))
    if old and new:
        return _before_and_now(old, new) if old != new else []
    if new:
        return [say(_("Note: {note}"), note=new)]
    return [say(_("Deleted note: {note}"), note=old)] if old else []


def _before_and_now(old: object, new: object) -> list[Markup]:
    """Return two sentences, for lines of their own: a text that was typed may itself be several sentences."""
    return [say(_("Before: {text}"), text=old), say(_("Now: {text}"), text=new)]


def _round_differences(before: RoundView, after: RoundView) -> list[Markup]:
    found = []
    old, new = RoundPage(before).ending, RoundPage(after).ending
    if old != new:
        found += _before_and_now(old, new)
    if before.voided and not after.voided:
        found.append(say(_("It counts again.")))
    found += note_differences(before.note, after.note)
    if not found and before.voided == after.voided and before.scores == after.scores:
        found.append(say(_("The points stayed as they were.")))
    return found


def _setup_differences(before: Setup, after: Setup, variant: Variant, *, hidden: bool) -> list[Markup]:
    found = []
    if before.name != after.name:
        old_name, new_name = (setup.name or _("no name") for setup in (before, after))
        found.append(say(_("The game’s name: {old} → {new}."), old=old_name, new=new_name))
    old, new, known = dict(before.players), dict(after.players), before.names
    for player, name in new.items():
        if player not in known:
            joined = _("{name} joined.") if hidden else _("{name} joined with {points}.")
            found.append(say(joined, name=name, points=points(after.points.get(player, 0))))
        elif player not in old:
            found.append(say(_("{name} came back."), name=name))
        elif old[player] != name:
            found.append(say(_("{old} is now called {name}."), old=old[player], name=name))
    found += [say(_("{name} left."), name=name) for player, name in old.items() if player not in new]
    stayed = [player for player in old if player in new]
    if stayed != [player for player in new if player in old]:
        found.append(say(_("The seats: {names}."), names=", ".join(new.values())))
    if (before.dealer, before.since) != (after.dealer, after.since) and after.dealer in new:
        found.append(say(_("{name} deals next."), name=new[after.dealer]))
    if before.no_advice != after.no_advice:
        forbidden = _("Asking what could be laid is off.") if after.no_advice else _("Asking what could be laid is on.")
        found.append(say(forbidden))
    if before.hide_totals != after.hide_totals:
        found.append(say(_(HIDDEN) if after.hide_totals else _("The totals are shown again.")))
    if before.house_rules != after.house_rules:
        found.append(say(_("The house rules changed, starting with the next round.")))
        found += _rule_differences(before, after, variant)
    return found


def _rule_differences(before: Setup, after: Setup, variant: Variant) -> list[Markup]:
    """Return each changed house rule with its choice before and now."""
    found = []
    for option in variant.options:
        old, new = (setup.house_rules.get(option.key, option.default) for setup in (before, after))
        if old != new:
            found.append(Markup.escape(changed_text(option, old, new)))
    return found


def _scores(before: RoundView | None, after: RoundView | None) -> list[tuple[str, str, str]]:
    """Return (name, before, after) for everybody with a score; empty text where there is none."""
    players = dict.fromkeys([*(before.players if before else ()), *(after.players if after else ())])
    return [(name, _score(before, name), _score(after, name)) for name in players]


def _score(round_: RoundView | None, name: str) -> str:
    if round_ is None or name not in round_.scores:
        return ""
    return points(round_.scores[name])
