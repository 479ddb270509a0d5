"""Judge a form: one answer, or several for a whole play, the decisive one first."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TypedDict, cast

from markupsafe import Markup

from ...rules.arranging import Aim
from ...rules.cards import Card, Cards, codes
from ...rules.errors import N_, Problem, RulesError
from ...rules.melds.fitting import place_all
from ...rules.model.variant import Variant
from ...rules.referee.finishing.search import FinishingPlay, find_finishing_play, name_jokers
from ...rules.referee.headlines import headline_of_hand
from ...rules.referee.questions.arrange import ABOUT_OPENING
from ...rules.referee.readings import Answer
from ...rules.referee.ruling import Verdict
from ...services.errors import Invalid
from ...services.referee.ask import answer, read_question
from ..text import _, say
from .forms.fields import SituationJson
from .forms.form import QuestionJson, RefereeForm
from .fresh_verdict import FreshVerdict
from .notation import faces
from .questions.claims import read_claims, read_words
from .questions.parts_of_play import PosedQuestion, posed_questions

_NOTHING = N_("Say what was taken, laid or discarded.")
_DECISIVE = (Verdict.ILLEGAL, Verdict.UNDECIDED, Verdict.LEGAL)


class ShownMeld(TypedDict):
    """A meld of the best layout."""

    cards: Sequence[Card]


class BestLayout(TypedDict):
    """The facts of `arrange` that this module reads: the melds, and the cards left."""

    melds: Sequence[ShownMeld]
    left: Sequence[Card]


def judge_form(form: RefereeForm, data: Mapping[str, str]) -> list[FreshVerdict]:
    """Judge the form and return the answers: illegal ones first, then undecided, then legal ones.

    Raises:
        Invalid: something is malformed or missing; the paths of the problems name the form's fields.
    """
    body = form.body()
    if form.page.whole_hand:
        return [_way_out(form, body)]
    claims, words = read_claims(form.game.players, data), read_words(form.game.players, data)
    found: list[FreshVerdict] = []
    problems: list[Problem] = []
    for part in posed_questions(form.page, body["situation"]):
        try:
            asked = read_question(part.question, {**body, "situation": part.situation})
            found.append(FreshVerdict(part, answer(asked), claims, words=words, asked=asked))
        except Invalid as error:
            problems += [_placed(problem, part) for problem in error.problems]
    if problems:
        raise Invalid(*problems)
    if not found:
        raise Invalid(Problem(_NOTHING, ("laid_new_melds",)))
    return sorted(found, key=lambda shown: _DECISIVE.index(shown.verdict))


def _way_out(form: RefereeForm, body: QuestionJson) -> FreshVerdict:
    """Return whether a hand can go out in one turn, with the turn that does so or the cards that are left.

    Raises:
        Invalid: the cards cannot be a hand.
    """
    given = body["situation"]
    situation: SituationJson = {
        **{key: given[key] for key in ("cards", "table") if key in given},
        "aim": Aim.FEWEST_LEFT.value,
    }
    asked = read_question("arrange", {**body, "situation": situation})
    cards, table = asked.situation["cards"], asked.situation.get("table", ())
    opened = given.get("opened") is not False
    named: SituationJson = {key: given[key] for key in ("table_joker_as",) if key in given}
    lying = {"hand_after": [], "table": given.get("table", []), **named}
    names = read_question("go-out", {**body, "situation": lying}).situation.get("table_joker_as")
    try:
        found = find_finishing_play(asked.variant, cards, table, opened=opened, table_joker_as=names)
    except RulesError as error:
        raise Invalid(*error.problems) from None
    rearranged = asked.variant.turn.rearrange and opened
    before: SituationJson = {} if opened else {"opened_before": False}
    if found is None:
        best = answer(asked)
        if opened:
            best = _without_opening(best, named=bool(named))
        left = _left(best, () if rearranged else table)
        head = headline_of_hand(asked.variant, closes=False, left=left)
        seen = () if rearranged else tuple(_remaining(best, left))
        return _one_card_short(best, {**body, "situation": before}, seen) or FreshVerdict(
            PosedQuestion("arrange", situation), best, {}, head, seen, asked=asked
        )
    closing = _closing(asked.variant, found, table, rearranged=rearranged)
    closing |= named if "table" in closing else {}
    asked = read_question("go-out", {**body, "situation": {**closing, **before}})
    head = headline_of_hand(asked.variant, closes=True, discard=found.discard)
    return FreshVerdict(
        PosedQuestion("go-out", closing), answer(asked), {}, head, tuple(_seen(found, table)), asked=asked
    )


def _without_opening(best: Answer, *, named: bool) -> Answer:
    """Return the best layout of a player who has opened: that needs no minimum, and its points change no answer.

    If jokers of the table are `named`, it is not said what else they stand for there.
    """
    unsaid = {*ABOUT_OPENING, *(["joker_stands_in"] if named else ())}
    reasons = tuple(each for each in best.ruling.reasons if each.code not in unsaid)
    return replace(best, ruling=replace(best.ruling, reasons=reasons), doubts=())


def _one_card_short(best: Answer, body: QuestionJson, seen: tuple[Markup, ...]) -> FreshVerdict | None:
    """Return why a hand cannot go out although only one card or none is left; None in any other case."""
    facts = cast("BestLayout", best.ruling.facts)
    if len(facts["left"]) > 1 or not seen:
        return None
    closing: SituationJson = {"hand_after": [], "laid_new_melds": [codes(meld["cards"]) for meld in facts["melds"]]}
    closing |= _named(best.variant, [tuple(meld["cards"]) for meld in facts["melds"]])
    if facts["left"]:
        closing["discard"] = facts["left"][0].code
    asked = read_question("go-out", {**body, "situation": {**closing, **body["situation"]}})
    found = answer(asked)
    return (
        None
        if found.ruling.facts.get("closes")
        else FreshVerdict(PosedQuestion("go-out", closing), found, {}, found.headline, seen, asked=asked)
    )


def _left(best: Answer, table: Sequence[Cards]) -> Cards:
    """Return the cards left after the best melds were laid, and as many others as possible laid off."""
    facts = cast("BestLayout", best.ruling.facts)
    try:
        return tuple(place_all(best.variant, table, facts["left"])) if facts["left"] else ()
    except RulesError as error:
        raise Invalid(*error.problems) from None


def _remaining(best: Answer, left: Cards) -> Iterator[Markup]:
    """Yield the best melds of a hand, then the cards `left`."""
    facts = cast("BestLayout", best.ruling.facts)
    yield from (faces(meld["cards"]) for meld in facts["melds"])
    if left:
        yield say(_("Left: {cards}"), cards=faces(left))


def _named(variant: Variant, melds: Sequence[Cards]) -> SituationJson:
    """Return the names of the jokers of new melds; empty if there are none."""
    named = {index: codes(roles) for index, roles in name_jokers(variant, melds).items()}
    return {"new_joker_as": named} if named else {}


def _closing(variant: Variant, found: FinishingPlay, table: Sequence[Cards], *, rearranged: bool) -> SituationJson:
    """Return the situation of the turn that closes; without the melds if the whole table is rearranged."""
    closing: SituationJson = {"hand_after": []}
    if not (table and rearranged):
        closing["laid_new_melds"] = [codes(meld) for meld in found.melds]
        closing |= _named(variant, found.melds)
    if found.laid_off:
        closing["laid_off"] = [{"card": off.card.code, "to": off.to} for off in found.laid_off]
        closing["table"] = [codes(meld) for meld in table]
    return closing | ({"discard": found.discard.code} if found.discard else {})


def _seen(found: FinishingPlay, table: Sequence[Cards]) -> Iterator[Markup]:
    """Yield a line for each new meld, for the cards laid off on each meld of the table, and for the discard."""
    yield from (faces(meld) for meld in found.melds)
    for index, meld in enumerate(table):
        cards = [off.card for off in found.laid_off if off.to == index]
        if cards:
            yield say(_("Laid off: {cards} on {meld}"), cards=faces(cards), meld=faces(meld))
    if found.discard:
        yield say(_("Discarded: {card}"), card=faces([found.discard]))


def _placed(problem: Problem, part: PosedQuestion) -> Problem:
    """Return a problem whose path names the form's field instead of the key of the situation."""
    path = problem.path[1:] if problem.path[:1] == ("situation",) else problem.path
    if path and path[0] in part.fields:
        path = (part.fields[str(path[0])], *path[1:])
    return Problem(problem.message, path, problem.values)
