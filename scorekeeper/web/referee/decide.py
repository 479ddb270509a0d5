"""The form under a verdict: the table accepts it, overrules it, or makes a reading of the source its house rule."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypedDict

from werkzeug.datastructures import MultiDict
from wtforms import StringField

from ...numbers import whole_number
from ...rules.errors import Problem
from ...rules.referee.ruling import Verdict
from ...services.errors import NotJson
from ...services.json_input import decode
from ...services.referee.decisions import WAYS
from ...services.views.game_view import GameView
from ..forms import FieldErrors, form_of, new_entry_id, posted_entry_id, spread
from ..text import _
from .fresh_verdict import FreshVerdict

_BESIDE = ("csrf_token", "version", "entry_id", "decide", "decide-by", "decide-round", "decide-player")

LabelledChoices = list[tuple[str, str]]


class DecisionPayload(TypedDict, total=False):
    """The payload of a decision: `round` and `player` of an acceptance, `option` and `choice` of a house rule."""

    by: str
    round: int
    player: str
    option: str
    choice: object


@dataclass(frozen=True)
class PostedDecision:
    """A decision as the form posts it: its way, its payload, the game's version, the idempotency key."""

    way: str
    payload: DecisionPayload
    version: int
    key: str


class DecisionForm:
    """The form under a verdict, with the choices made in it and its problems; `data` also holds the question."""

    def __init__(self, view: GameView, shown: FreshVerdict, data: MultiDict[str, str]) -> None:
        self.view, self.data, self.entry_id = view, data, new_entry_id()
        awards = shown.answer.ruling.penalties
        self.costs = bool(awards)
        self.needs_payer = any(award.player is None for award in awards)
        self.form = form_of({name: StringField() for name in ("by", "round", "player")}, prefix="decide")
        self.form.process(data)

    @property
    def repeated(self) -> list[tuple[str, str]]:
        """The fields of the question, to be posted again with the decision."""
        return [(key, text) for key, text in self.data.items(multi=True) if key not in _BESIDE and text]

    @property
    def people(self) -> LabelledChoices:
        """The choices of who decides or who pays: (value, label)."""
        return [(f"p{index}", name) for index, name in enumerate(self.view.players)]

    @property
    def rounds(self) -> LabelledChoices:
        """The rounds that a penalty may go to: (value, label), the round being played first."""
        entered = [(str(each.number), _("Round {number}", number=each.number)) for each in self.view.counting]
        running = (("", _("this round ({number})", number=len(self.view.rounds) + 1)),)
        return [*(() if self.view.standing.ended else running), *reversed(entered)]

    def refuse(self, problems: Sequence[Problem]) -> FieldErrors:
        """Attach the problems to this form's fields; return all of them for the summary."""
        return spread(problems, lambda path: self.form[path[0]] if path[:1] in (("round",), ("player",)) else None)


def decided_words(way: str) -> str:
    """Return the message after a decision."""
    return {
        "accept": _("The ruling stands."),
        "overrule": _("Noted: the table decided differently."),
        "revoke": _("The ruling and its penalty are revoked."),
        "adopt": _("This is now your house rule, starting with the next round."),
    }[way]


def may_decide(shown: FreshVerdict, *, discreet: bool, settles: bool) -> bool:
    """Return whether the table can decide on a verdict: of a dispute, stored, and not undecided."""
    return settles and not discreet and shown.verdict is not Verdict.UNDECIDED


def read_decision(players: Sequence[str], data: Mapping[str, str]) -> PostedDecision | None:
    """Return the posted decision; None if the form names no known way."""
    way, _colon, rest = data.get("decide", "").partition(":")
    if way not in WAYS:
        return None
    names = {f"p{index}": name for index, name in enumerate(players)}
    payload = _adopted(rest) if way == "adopt" else DecisionPayload()
    if by := names.get(data.get("decide-by", "")):
        payload["by"] = by
    if way == "accept":
        if (number := whole_number(data.get("decide-round", ""), 5)) is not None:
            payload["round"] = number
        if player := names.get(data.get("decide-player", "")):
            payload["player"] = player
    return PostedDecision(
        way,
        payload,
        whole_number(data.get("version", ""), 9) or 0,
        f"web-ruling-{posted_entry_id(data) or new_entry_id()}",
    )


def _adopted(text: str) -> DecisionPayload:
    """Return the option and the choice that a button's value `option=choice` names; the choice is JSON."""
    option, equals, choice = text.partition("=")
    if not equals:
        return {"option": option}
    try:
        return {"option": option, "choice": decode(choice.encode("utf-8", "surrogatepass"))}
    except NotJson:
        return {"option": option, "choice": choice}  # no reading has this choice, so it is refused
