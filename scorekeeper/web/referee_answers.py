"""The referee asked with what a form holds: one answer, or of a whole play several, the decisive one first."""

from collections.abc import Mapping
from typing import Any

from ..rules.arrange import Aim
from ..rules.cards import codes
from ..rules.errors import N_, Problem, RulesError
from ..rules.rulings import Verdict
from ..rules.ways_out import find_way_out
from ..services.errors import Invalid
from ..services.referee import answer, read_question
from .referee_claims import read_claims
from .referee_form import RefereeForm
from .referee_notation import faces
from .referee_play import Part, parts_of
from .referee_verdict import Shown
from .words import _, say

_NOTHING = N_("Say what was taken, laid or thrown away.")
_DECISIVE = (Verdict.ILLEGAL, Verdict.UNDECIDED, Verdict.LEGAL)


def answered(form: RefereeForm, data: Mapping[str, str]) -> list[Shown]:
    """Return the answers, the one that decides first: a fault before what is open before what is right.

    Raises:
        Invalid: something cannot be, or is missing; the paths lead to the form's fields.
    """
    body = form.body()
    if form.page.whole_hand:
        return [_way_out(form, body)]
    claims = read_claims(form.seated.players, data)
    found: list[Shown] = []
    problems: list[Problem] = []
    for part in parts_of(form.page, body["situation"]):
        try:
            asked = read_question(part.question, {**body, "situation": part.situation})
            found.append(Shown(part, answer(asked), claims, asked))
        except Invalid as error:
            problems += [_placed(problem, part) for problem in error.problems]
    if problems:
        raise Invalid(*problems)
    if not found:
        raise Invalid(Problem(_NOTHING, ("laid_new_melds",)))
    return sorted(found, key=lambda shown: _DECISIVE.index(shown.verdict))


def _way_out(form: RefereeForm, body: dict[str, Any]) -> Shown:
    """Return whether a hand goes out in one turn: how, or what would be left of it.

    Raises:
        Invalid: the cards cannot be a hand.
    """
    told = body["situation"]
    situation = {**{key: told[key] for key in ("cards", "table") if key in told}, "aim": Aim.FEWEST_LEFT.value}
    asked = read_question("arrange", {**body, "situation": situation})
    cards, table = asked.situation["cards"], asked.situation.get("table", ())
    try:
        found = find_way_out(asked.variant, cards, table, opened=told.get("opened", True))
    except RulesError as error:
        raise Invalid(*error.problems) from None
    if found is None:
        return Shown(Part("arrange", situation), answer(asked), {}, asked, _("It could not"))
    laid = [codes(meld) for meld in found.melds]
    closing: dict[str, Any] = {"hand_after": [], **({} if table else {"laid_new_melds": laid})}
    closing |= {"discard": found.discard.code} if found.discard else {}
    opened = {"opened_before": False} if told.get("opened") is False else {}
    asked = read_question("go-out", {**body, "situation": {**closing, **opened}})
    seen = [faces(meld) for meld in found.melds]
    seen += [say(_("Thrown away: %(card)s"), card=faces([found.discard]))] if found.discard else []
    return Shown(Part("go-out", closing), answer(asked), {}, asked, _("It could"), tuple(seen))


def _placed(problem: Problem, part: Part) -> Problem:
    """Return a problem with the field's name for the key of the situation."""
    path = problem.path[1:] if problem.path[:1] == ("situation",) else problem.path
    if path and path[0] in part.fields:
        path = (part.fields[str(path[0])], *path[1:])
    return Problem(problem.message, path, problem.values)
