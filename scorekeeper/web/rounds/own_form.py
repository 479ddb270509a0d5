"""The form of a player's own points in an open round, and what the players have entered in the form of the round."""

from collections.abc import Mapping

from werkzeug.datastructures import MultiDict

from ...documents import JsonObject, OwnEntryDocument
from ...services.errors import Invalid
from ...services.games.open_rounds import OpenRoundState
from ...services.views.game_view import GameView
from .entry_form import FIELDS, EntryForm
from .round_facts import scoring_facts
from .round_form import RoundForm, together
from .round_values import RoundValues, as_typed

_OF_THE_TABLE = ("closerCollects", "knock", "rating", "lowestTakenOff")
"""Facts by which a player's points depend on the others' cards, which only the round's form has."""


class OwnForm(RoundForm):
    """The form of one player: as typed in `data`, or with what was `entered`."""

    def __init__(
        self,
        view: GameView,
        name: str,
        data: MultiDict[str, str] | None = None,
        entered: OwnEntryDocument | None = None,
    ) -> None:
        self._playing = view.number_in()
        who = f"p{view.players.index(name)}" if entered is not None and entered["out"] else "-"
        entries = {name: as_typed(entered["entry"] or {})} if entered is not None else {}
        stored: RoundValues = {"head": {"who": who}, "entries": entries}
        super().__init__(view.variant, (name,), view.version, data, stored, view.waiting, seats=view.players)

    @property
    def own(self) -> EntryForm:
        """The player's fields."""
        return self.entries[0]

    @property
    def out(self) -> bool:
        """Whether the player claims to have gone out."""
        return bool(self.head["who"].data == self.own.id)

    @property
    def facts(self) -> JsonObject:
        """The facts for live results, without those of the whole table."""
        facts = scoring_facts(self.variant, self._playing)
        return {key: fact for key, fact in facts.items() if key not in _OF_THE_TABLE}

    def body(self) -> JsonObject:
        """Return the player's entry as JSON.

        Raises:
            Invalid: a field cannot be parsed, or there are two forms of entry.
        """
        raw, problems = self.own.body()
        if problems:
            raise Invalid(*problems)
        return {"entry": raw, "out": self.out}


def entered_values(view: GameView, opened: OpenRoundState) -> RoundValues:
    """Return the values that the round's form starts with when an open round is closed."""
    seats = {player: f"p{index}" for index, (player, _name) in enumerate(view.setup.players)}
    out = [seats[player] for player, each in opened.entries.items() if each["out"] and player in seats]
    head = {"who": out[0]} if len(out) == 1 else {}
    entries = {view.state.names[player]: as_typed(each["entry"] or {}) for player, each in opened.entries.items()}
    return {"head": {**head, "opened": str(opened.number)}, "entries": entries}


def take_up(form: RoundForm, view: GameView, opened: OpenRoundState) -> list[tuple[str, str, str]]:
    """Fill the empty rows of a typed form with what players have entered, and mark that state as taken up.

    Return what differs from what was typed: (name, the player's entry, the typed one).
    """
    form.head["opened"].data = str(opened.number)
    entered = entered_values(view, opened)["entries"]
    beside = []
    for entry in form.entries:
        values = together(entry, entered)
        if not values:
            continue
        if not entry.filled:
            entry.form.process(None, data=values)
        elif (theirs := _line(values)) != (own := typed_line(entry)):
            beside.append((entry.label, theirs, own))
    return beside


def typed_line(entry: EntryForm) -> str:
    """Return what was typed into a player's fields, in one line."""
    return _line({key: entry[key].data or "" for key in FIELDS})


def _line(values: Mapping[str, str]) -> str:
    """Return the texts of the fields in one line."""
    return " · ".join(text.strip().replace("\n", ", ") for key in FIELDS if (text := values.get(key, "")))
