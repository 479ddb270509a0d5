"""The round form: who went out, and each player's points, sums or cards; its `body` is the API's payload.

Cards and numbers are checked here as well as in the payload, so that all problems are shown together.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup
from werkzeug.datastructures import MultiDict
from wtforms import BooleanField, Field, HiddenField, StringField, TextAreaField
from wtforms.form import BaseForm

from ...rules.cards import Suit, parse_cards
from ...rules.errors import N_, Problem, UnknownCard
from ...rules.model.scoring import Penalty
from ...rules.model.terms import How, NoCloser
from ...rules.model.variant import Variant
from ...rules.scoring.rounds import factor, multiple
from ...rules.scoring.scoring import free_penalties
from ...services.bounds import LONGEST_FIELD, MOST_CARDS
from ...services.errors import Implausible, Invalid
from ...services.sizes import TOO_MANY_CARDS
from ..forms import TOO_LONG, Found, add_error, focus_id, new_entry_id, number_or_problem, spread, typed
from ..text import _, bdi, finding_words, points_of, say
from .round_facts import scoring_facts

_ONE_FORM = N_("Give one of these: the points, or what lies on the table and in hand, or the cards.")
_ONE_FORM_HANDS = N_("Give one of these: the points, or what is left in hand, or the cards.")
_NOT_WITH_POINTS = N_("Penalties are part of the points already; give them with sums or cards only.")
_WHO = N_("Say who went out, or how the round ended without it.")
_FIELDS = ("points", "plus", "minus", "melds", "laid_off", "hand")
_SINGLE = ("laid_off", "hand")
_FORMS = (("points",), ("plus", "minus"), ("melds", "laid_off", "hand"))
METADATA = ("csrf_token", "version", "entry_id", "why", "accept_warnings", "board", "meant", "instead")
_SIGNS = {suit.value: suit.symbol for suit in Suit}


class Entry:
    """One player's part of the form."""

    def __init__(self, variant: Variant, index: int, name: str) -> None:
        self.name, self.index, self.variant = name, index, variant
        fields: dict[str, Any] = {key: StringField() for key in _FIELDS}
        fields["melds"] = TextAreaField()
        self.penalties = [penalty.key for penalty in variant.scoring.penalties]
        fields |= {key: StringField() for key in self.penalties}
        self.form = BaseForm(fields, prefix=f"p{index}")

    def __getitem__(self, key: str) -> Field:
        return self.form[key]

    @property
    def cell(self) -> str:
        """The field in the player's row: the usual one of this game; the others are folded."""
        return "points" if self.variant.scoring.table_scores else "minus"

    @property
    def counted(self) -> list[Penalty]:
        """The penalties with a field: those that cost something, and any that is entered already."""
        free = free_penalties(self.variant)
        found = self.variant.scoring.penalties
        return [each for each in found if each.key not in free or typed(self.form, each.key) or self[each.key].errors]

    @property
    def filled(self) -> list[tuple[str, ...]]:
        """The forms of entry that have input."""
        return [keys for keys in _FORMS if any(typed(self.form, key) for key in keys)]

    @property
    def open(self) -> bool:
        """Whether the folded part is shown: it has input or problems."""
        folded = [key for key in (*_FIELDS, *self.penalties) if key != self.cell]
        return any(self.form[key].errors or typed(self.form, key) for key in folded)

    def body(self) -> tuple[dict[str, Any] | None, list[Problem]]:
        """Return the entry as JSON, None if it is empty, and its problems."""
        if problem := self._too_long():
            return None, [problem]
        raw: dict[str, Any] = {}
        problems: list[Problem] = []
        for key in ("points", "plus", "minus", *self.penalties):
            if text := typed(self.form, key):
                raw[key], problem = number_or_problem(text, "entries", self.name, key)
                problems += [problem] if problem else []
        if melds := [cards for line in typed(self.form, "melds").splitlines() if (cards := _cards(line))]:
            raw["melds"] = melds
        raw |= {key: cards for key in _SINGLE if (cards := _cards(typed(self.form, key)))}
        for key, cards in [*(("melds", meld) for meld in melds), *((key, raw.get(key, [])) for key in _SINGLE)]:
            problems += self._unknown(key, cards)
        return raw or None, problems or self._form_problems(raw)

    def _too_long(self) -> Problem | None:
        """Return the problem of a field that is too long, or has more cards than any packs; it is not parsed."""
        for key in (*_FIELDS, *self.penalties):
            text, path = typed(self.form, key), ("entries", self.name, key)
            if len(text) > LONGEST_FIELD:
                return Problem(TOO_LONG, path, {"longest": LONGEST_FIELD})
            if key in ("melds", *_SINGLE) and len(_cards(text)) > MOST_CARDS:
                return Problem(TOO_MANY_CARDS, path, {"most": MOST_CARDS})
        return None

    def _unknown(self, key: str, cards: list[str]) -> list[Problem]:
        """Return the problems of unknown cards, to show them together with those of numbers."""
        try:
            parse_cards(cards)
        except UnknownCard as error:
            return [Problem(problem.message, ("entries", self.name, key), problem.values) for problem in error.problems]
        return []

    def _form_problems(self, raw: dict[str, Any]) -> list[Problem]:
        one_form = _ONE_FORM if self.variant.scoring.table_scores else _ONE_FORM_HANDS
        if len(self.filled) > 1 or (raw and not self.filled):
            first = self.filled[-1][0] if self.filled else "points"
            return [Problem(one_form, ("entries", self.name, first))]
        given = [key for key in self.penalties if raw.get(key)]
        if "points" in raw and given:
            return [Problem(_NOT_WITH_POINTS, ("entries", self.name, key)) for key in given]
        return []


@dataclass(frozen=True)
class Warned:
    """The warnings about a round: sentences with the id of a field, and the suggested changes of sign."""

    sentences: Found
    fix: str
    fix_words: Markup | None


class RoundForm:
    """A round of `variant` for `players`: as typed in `data`, or with the values of `stored`."""

    def __init__(
        self,
        variant: Variant,
        players: tuple[str, ...],
        version: int,
        data: MultiDict[str, str] | None = None,
        stored: Mapping[str, Any] | None = None,
    ) -> None:
        self.variant, self.players, self.stored = variant, players, stored
        self.way_key = next(iter(variant.closing.ways), None)
        self.way = variant.closing.ways.get(self.way_key or "")
        fields: dict[str, Any] = {
            "who": StringField(),
            "lowest": StringField(),
            "doubled": BooleanField(),
            "why": StringField(),
            "version": HiddenField(),
            "entry_id": HiddenField(),
        }
        self.head = BaseForm(fields)
        before = stored if stored and data is None else {}  # a POST omits empty fields: they must stay empty
        self.head.process(
            data, data={"version": str(version), "entry_id": new_entry_id()} | dict(before.get("head", {}))
        )
        self.entries = [Entry(variant, index, name) for index, name in enumerate(players)]
        for entry in self.entries:
            entry.form.process(data, data=before.get("entries", {}).get(entry.name, {}))
        if data is not None:
            self._use_fix(data.get("fix", ""))
        self.accepted = data is not None and data.get("accept_warnings") == "1"

    @property
    def facts(self) -> dict[str, Any]:
        """The facts for live results."""
        return scoring_facts(self.variant, len(self.players))

    @property
    def way_words(self) -> Markup:
        """The label of the tick for the special way of closing."""
        if self.way is None:
            return Markup()
        how = _(multiple(factor(self.variant, self.way_key)))
        return say(_("%(name)s: the round counts %(how)s"), name=_(self.way.label), how=how)

    @property
    def endings(self) -> list[tuple[str, str | Markup, bool]]:
        """The ways in which the round may have ended: (value, label, whether nobody went out), the players first."""
        without = {How.STOCK_EMPTY: _("Nobody: the stock is empty"), How.POOL_EMPTY: _("Nobody: the pool is empty")}
        players = [(f"p{index}", bdi(name), False) for index, name in enumerate(self.players)]
        return players + [(how.value, without[how], True) for how in self.variant.closing.hows if how in without]

    @property
    def lowest_choices(self) -> list[tuple[str, str]]:
        """The players whom the table may choose as winner: (value, label)."""
        players = [(f"p{index}", name) for index, name in enumerate(self.players)]
        return [("", _("nobody has to be chosen")), *players]

    def _use_fix(self, fix: str) -> None:
        """Apply the suggested changes of sign: `2:47` sets 47 points for the third player."""
        offered = dict(part.split(":", 1) for part in fix.split() if ":" in part)
        for entry in self.entries:
            entry["points"].data = offered.get(str(entry.index), entry["points"].data)

    @property
    def needs_lowest(self) -> bool:
        """Whether the form asks which of several equal lowest hands wins."""
        chosen = self.head["lowest"]
        lowest_wins = self.variant.scoring.no_closer is NoCloser.LOWEST_HAND
        return lowest_wins and bool(chosen.data or chosen.errors)

    def renew(self, version: int) -> None:
        """Prepare the form to be saved as a new round, on `version` of the game."""
        self.head["version"].data = str(version)
        self.head["entry_id"].data = new_entry_id()

    def body(self) -> dict[str, Any]:
        """Return the round's payload as JSON.

        Raises:
            Invalid: a field cannot be parsed, or a player has two forms of entry.
        """
        problems: list[Problem] = []
        body: dict[str, Any] = {"entries": {}, **self._ending()}
        if not self.head["who"].data:
            problems.append(Problem(_WHO, ("closer",)))
        for entry in self.entries:
            raw, wrong = entry.body()
            problems += wrong
            if raw is not None:
                body["entries"][entry.name] = raw
        if self.way_key and self.head["doubled"].data:
            body[self.way_key] = True
        if why := typed(self.head, "why"):
            body["why"] = why
        if self.accepted:
            body["accept_warnings"] = True
        if problems:
            raise Invalid(*problems)
        return body

    def _ending(self) -> dict[str, Any]:
        who, lowest = self.head["who"].data or "", self.head["lowest"].data or ""
        by_id = {f"p{index}": name for index, name in enumerate(self.players)}
        if who in {how.value for how in How}:
            return {"how": who} | ({"closer": by_id[lowest]} if lowest in by_id else {})
        return {"how": How.OUT.value, "closer": by_id.get(who, who[:40] or None)}

    def show(self, error: Invalid) -> Found:
        """Attach the problems of a refused round to their fields; return them for the summary."""
        return spread(error.problems, self._field_of)

    def warn(self, error: Implausible) -> Warned:
        """Attach the warnings to their fields; return them for the page."""
        sentences: Found = []
        for finding in error.findings:
            words, entry = finding_words(finding), self._entry(finding.player)
            if entry is not None:
                add_error(self._used(entry), words)
            sentences.append((focus_id(self._used(entry)) if entry else "", words))
        if not error.suggestion:
            return Warned(sentences, "", None)
        mended = error.suggestion.items()
        words = say(_("Use %(points)s, and save"), points=points_of(error.suggestion))
        return Warned(sentences, " ".join(f"{self.players.index(name)}:{points}" for name, points in mended), words)

    def _entry(self, name: object) -> Entry | None:
        return next((entry for entry in self.entries if entry.name == name), None)

    def _used(self, entry: Entry) -> Field:
        """The field of an entry for problems without a key: the first in use, else the one in its row."""
        used = (entry[key] for keys in entry.filled for key in keys if typed(entry.form, key))
        return next(used, entry[entry.cell])

    def _field_of(self, path: tuple[str | int, ...]) -> Field | None:
        match path:
            case ("closer" | "how", *_rest):
                not_out = self.head["who"].data in {how.value for how in How}
                return self.head["lowest"] if path[0] == "closer" and not_out else self.head["who"]
            case ("entries", name, str(key), *_rest) if (entry := self._entry(name)) and key in entry.form:
                return entry[key]
            case ("entries", name, *_rest) if entry := self._entry(name):
                return self._used(entry)
            case (str(key), *_rest) if key == self.way_key:
                return self.head["doubled"]
            case (str(key), *_rest) if key in self.head:
                return self.head[key]
        return None


def _cards(line: str) -> list[str]:
    return line.replace(",", " ").replace(";", " ").split()


def stored_values(variant: Variant, round_: Any) -> dict[str, Any]:
    """Return the form's values for a stored round."""
    ids = {name: f"p{index}" for index, name in enumerate(round_.players)}
    who, closer = round_.round.how.value, ids.get(round_.round.closer or "", "")
    head = {"who": closer if who == How.OUT else who, "lowest": "" if who == How.OUT else closer}
    return {
        "head": head | {"doubled": round_.round.way is not None},
        "entries": {name: _as_typed(raw) for name, raw in round_.entries.items()},
    }


def _as_typed(raw: Mapping[str, Any]) -> dict[str, str]:
    shown = {key: str(value).replace("-", "−") for key, value in raw.items() if isinstance(value, int)}
    shown |= {key: card_line(raw[key]) for key in ("laid_off", "hand") if key in raw}
    return shown | ({"melds": "\n".join(card_line(meld) for meld in raw["melds"])} if "melds" in raw else {})


def card_line(cards: list[str]) -> str:
    """Return cards with suit signs, in a form that can be typed."""
    return " ".join(code if code == "JK" else code[0].replace("T", "10") + _SIGNS[code[1]] for code in cards)
