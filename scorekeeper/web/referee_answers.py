"""The referee asked with what a form holds: one answer, or of a whole play several, the decisive one first."""

from collections.abc import Mapping

from ..rules.errors import N_, Problem
from ..rules.rulings import Verdict
from ..services.errors import Invalid
from ..services.referee import answer, read_question
from .referee_claims import read_claims
from .referee_form import RefereeForm
from .referee_play import Part, parts_of
from .referee_verdict import Shown

_NOTHING = N_("Say what was taken, laid or thrown away.")
_DECISIVE = (Verdict.ILLEGAL, Verdict.UNDECIDED, Verdict.LEGAL)


def answered(form: RefereeForm, data: Mapping[str, str]) -> list[Shown]:
    """Return the answers, the one that decides first: a fault before what is open before what is right.

    Raises:
        Invalid: something cannot be, or is missing; the paths lead to the form's fields.
    """
    body = form.body()
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


def _placed(problem: Problem, part: Part) -> Problem:
    """Return a problem with the field's name for the key of the situation."""
    path = problem.path[1:] if problem.path[:1] == ("situation",) else problem.path
    if path and path[0] in part.fields:
        path = (part.fields[str(path[0])], *path[1:])
    return Problem(problem.message, path, problem.values)
