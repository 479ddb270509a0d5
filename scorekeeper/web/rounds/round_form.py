"""The round form: who went out, and each player's points, sums or cards; its `body` is the API's payload.

Cards and numbers are checked here as well as in the payload, so that all problems are shown together.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from markupsafe import Markup
from werkzeug.datastructures import MultiDict
from wtforms import Field, HiddenField, StringField

from ...documents import JsonObject
from ...numbers import whole_number
from ...rules.cards import parse_card
from ...rules.errors import N_, Problem, UnknownCard
from ...rules.model.terms import How, NoCloser
from ...rules.model.variant import Variant
from ...rules.scoring.rounds import counted, factor
from ...rules.scoring.scoring import ScoreLine
from ...rules.scoring.sides import Side, sides_of
from ...services.errors import Implausible, Invalid
from ...services.games.round_input import IS_OUT, UNKNOWN_WAY
from ..board.names import short_name, shortened
from ..forms import FieldErrors, add_error, focus_id, form_of, new_entry_id, number_or_problem, spread, typed
from ..text import _, finding_words, points_of, say, worded
from .entry_form import FIELDS, EntryForm
from .round_facts import scoring_facts
from .round_values import RoundValues

_LONGEST_CARD = 40  # characters of a typed card
METADATA = ("csrf_token", "version", "entry_id", "why", "accept_warnings", "board", "meant", "instead", "opened")


@dataclass(frozen=True)
class Warned:
    """The warnings about a round: sentences with the id of a field, and the suggested changes of sign."""

    sentences: FieldErrors
    fix: str
    fix_words: Markup | None


class RoundForm:
    """A round of `variant` for `players`: as typed in `data`, or with the values of `stored`.

    `posted` are the lines that accepted rulings add to this round, by name. `back` are players who are out, and may
    come back in before this round, with a total of `rejoin_at`, None while it is hidden. Fields are named after
    `seats`, all players of the game (default: those of the form), so that a form that an offline device keeps still
    means the same players.
    """

    def __init__(
        self,
        variant: Variant,
        players: tuple[str, ...],
        version: int,
        data: MultiDict[str, str] | None = None,
        stored: RoundValues | None = None,
        posted: Mapping[str, Sequence[ScoreLine]] | None = None,
        back: tuple[str, ...] = (),
        rejoin_at: int | None = None,
        seats: tuple[str, ...] = (),
    ) -> None:
        self.variant, self.stored, self.rejoin_at = variant, stored, rejoin_at
        self.players, self.back = players + back, back
        seats = seats or self.players
        fields: dict[str, Field] = {key: StringField() for key in ("who", "lowest", "way", "upcard", "why")}
        fields |= {key: HiddenField() for key in ("version", "entry_id", "opened")}
        self.head = form_of(fields)
        # A POST omits empty fields: they must stay empty.
        before: RoundValues = stored if stored and data is None else {"head": {}, "entries": {}}
        self.head.process(data, data={"version": str(version), "entry_id": new_entry_id(), **before["head"]})
        ruled = {name: sum(line.points for line in lines) for name, lines in (posted or {}).items()}
        self.entries = [
            EntryForm(variant, seats.index(side[0]), side, ruled.get(side[0], 0))
            for side in _rows_for(variant, self.players, seats)
        ]
        self._typed_though_out = [
            name
            for index, name in enumerate(seats)
            if data is not None and name not in self.players and any(data.get(f"p{index}-{key}") for key in FIELDS)
        ]
        for entry in self.entries:
            rejoins = entry.name in before.get("rejoined", ())
            entry.form.process(data, data={**together(entry, before["entries"]), "rejoins": rejoins})
        if data is not None:
            self._use_fix(data.get("fix", ""))
        self.accepted = data is not None and data.get("accept_warnings") == "1"

    @property
    def facts(self) -> JsonObject:
        """The facts for live results."""
        return scoring_facts(self.variant, len(self.players))

    @property
    def asks_closer(self) -> bool:
        """Whether the form asks who went out."""
        return self.variant.has_cards

    def comes_back(self, name: str) -> bool:
        """Return whether a player of `back` is ticked to come back in."""
        return bool(self._entry_of(name)["rejoins"].data)

    @property
    def ways(self) -> list[tuple[str, Markup]]:
        """The special ways of closing: (key, label). The only one is a tick, of several one is chosen, or none."""
        ways = [key for key, way in self.variant.closing.ways.items() if way.bonus is not None]
        return [(key, _way_words(self.variant, key, alone=len(ways) == 1)) for key in ways]

    @property
    def asks_upcard(self) -> bool:
        """Whether the form asks which card was turned up first: it is the limit of a knock, or doubles."""
        return self.variant.knock.by_upcard

    @property
    def endings(self) -> list[tuple[str, str | Markup, bool]]:
        """The ways in which the round may have ended: (value, label, whether nobody went out), the players first."""
        without = {How.STOCK_EMPTY: _("Nobody: the stock is empty"), How.POOL_EMPTY: _("Nobody: the pool is empty")}
        short = shortened(self.players)
        players = [(each.id, short_name(each.name, short[each.name]), False) for each in self.entries]
        return players + [(how.value, without[how], True) for how in self.variant.closing.hows if how in without]

    @property
    def lowest_choices(self) -> list[tuple[str, str]]:
        """The players whom the table may choose as winner: (value, label)."""
        return [("", _("optional")), *((each.id, each.name) for each in self.entries)]

    def _use_fix(self, fix: str) -> None:
        """Apply suggested points: `2:47` stores 47 points for the third player, penalties included, rulings not."""
        offered = dict(part.split(":", 1) for part in fix.split() if ":" in part)
        for entry in self.entries:
            if (points := offered.get(str(entry.index))) is not None:
                entry["points"].data, entry["ruled"].data = points, False
                for key in entry.penalties:
                    entry[key].data = ""

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

    def body(self) -> JsonObject:
        """Return the round's payload as JSON.

        Raises:
            Invalid: a field cannot be parsed, or a player has two forms of entry.
        """
        problems = [Problem(IS_OUT, ("entries", name), {"name": name}) for name in self._typed_though_out]
        entries: JsonObject = {}
        body: JsonObject = {"entries": entries, **self._ending()}
        if self.asks_closer and not self.head["who"].data:
            problems.append(Problem(self.variant.closing.words.missing, ("closer",)))
        for entry in self.entries:
            raw, wrong = entry.body()
            problems += wrong
            if raw is not None:
                entries |= {entry.name: raw, **{name: {"points": 0} for name in entry.partners}}
            elif self.variant.knock.allowed and body.get("how", How.OUT) != How.OUT:
                entries[entry.name] = {"minus": 0}  # a void round asks for nothing
        body |= _read_upcard(typed(self.head, "upcard"), problems)
        if rejoin := [name for name in self.back if self.comes_back(name)]:
            body["rejoin"] = rejoin
        if way := typed(self.head, "way"):
            if way in self.variant.closing.ways:
                body[way] = True
            else:
                problems.append(Problem(UNKNOWN_WAY, ("way",)))
        if why := typed(self.head, "why"):
            body["why"] = why
        if self.accepted:
            body["accept_warnings"] = True
        if opened := whole_number(typed(self.head, "opened"), 5):
            body["opened"] = opened
        if problems:
            raise Invalid(*problems)
        return body

    def _ending(self) -> dict[str, str | None]:
        if not self.asks_closer:
            return {}
        who, lowest = self.head["who"].data or "", self.head["lowest"].data or ""
        by_id = {each.id: each.name for each in self.entries}
        if who in {how.value for how in How}:
            return {"how": who} | ({"closer": by_id[lowest]} if lowest in by_id else {})
        return {"how": How.OUT.value, "closer": by_id.get(who, who[:40] or None)}

    def show(self, error: Invalid) -> FieldErrors:
        """Attach the problems of a refused round to their fields; return them for the summary."""
        return spread([told for each in error.problems if (told := self._told(each))], self._field_of)

    def _told(self, problem: Problem) -> Problem | None:
        """Return a problem as the form shows it: once for a side that enters its points together, under its name."""
        match problem.path:
            case ("entries", name, *_rest) if (entry := self._entry(name)) and entry.partners:
                return None if name in entry.partners else replace(problem, values=_renamed(problem.values, entry))
        return problem

    def warn(self, error: Implausible) -> Warned:
        """Attach the warnings to their fields; return them for the page."""
        sentences: FieldErrors = []
        for finding in error.findings:
            entry = self._entry(finding.player)
            told = replace(finding, values=_renamed(finding.values, entry)) if entry else finding
            words = finding_words(told)
            if entry is not None:
                add_error(self._used(entry), words)
            sentences.append((focus_id(self._used(entry)) if entry else "", words))
        if not error.suggestion:
            return Warned(sentences, "", None)
        mended = error.suggestion.items()
        words = say(_("Use {points}, and save"), points=points_of(error.suggestion))
        return Warned(sentences, " ".join(f"{self._entry_of(name).index}:{points}" for name, points in mended), words)

    def _entry_of(self, name: str) -> EntryForm:
        return next(entry for entry in self.entries if name == entry.name or name in entry.partners)

    def _entry(self, name: object) -> EntryForm | None:
        return next((entry for entry in self.entries if name == entry.name or name in entry.partners), None)

    def _used(self, entry: EntryForm) -> Field:
        """The field of an entry for problems without a key: the first in use, else the one in its row."""
        used = (entry[key] for keys in entry.filled for key in keys if typed(entry.form, key))
        return next(used, entry[entry.cell])

    def _field_of(self, path: tuple[str | int, ...]) -> Field | None:
        match path:
            case ("closer" | "how", *_rest):
                not_out = self.head["who"].data in {how.value for how in How}
                return self.head["lowest"] if path[0] == "closer" and not_out else self.head["who"]
            case ("rejoin", *_rest) if self.back:
                return self._entry_of(self.back[0])["rejoins"]
            case ("entries", name, str(key), *_rest) if (entry := self._entry(name)) and key in entry.form:
                return entry[key]
            case ("entries", name, *_rest) if entry := self._entry(name):
                return self._used(entry)
            case (str(key), *_rest) if key in self.variant.closing.ways:
                return self.head["way"]
            case (str(key), *_rest) if key in self.head:
                return self.head[key]
        return None


def _rows_for(variant: Variant, players: Sequence[str], seats: Sequence[str]) -> Sequence[Side]:
    """Return who has a row of the form each: a player, or partners where a round is entered as points anyway."""
    if variant.has_cards or not variant.ending.partner_rule:
        return [(name,) for name in players]
    return sides_of(variant.ending, sorted(players, key=seats.index))


def together(entry: EntryForm, values: Mapping[str, Mapping[str, str]]) -> Mapping[str, str]:
    """Return the form's values of a row: the points of partners are added up."""
    texts = [values.get(name, {}).get("points") for name in (entry.name, *entry.partners)]
    found = [points for text in texts if text and (points := number_or_problem(text)[0]) is not None]
    own: Mapping[str, str] = values.get(entry.name, {})
    return own if not entry.partners or not found else {**own, "points": str(sum(found)).replace("-", "−")}


def _renamed(values: Mapping[str, object], entry: EntryForm) -> dict[str, object]:
    return {**values, **({"name": entry.label} if "name" in values else {})}


def _read_upcard(text: str, problems: list[Problem]) -> dict[str, str]:
    """Return the first upcard as it belongs to the payload; what is wrong with it is added to the `problems`."""
    if not text:
        return {}
    try:
        parse_card(text)
    except UnknownCard as error:
        problems += [Problem(each.message, ("upcard",), each.values) for each in error.problems]
    return {"upcard": text[:_LONGEST_CARD]}


def _way_words(variant: Variant, key: str, *, alone: bool) -> Markup:
    """Return the label of a way of closing, with what it multiplies; `alone`, it is a tick of its own."""
    times = factor(variant, key)
    values = {"way": _(variant.closing.ways[key].label), "times": times}
    if alone and not variant.knock.allowed:
        return Markup(worded(counted(times), values).removesuffix("."))
    return worded(N_("{way} × {times}") if times > 1 else "{way}", values)
