"""One player's part of the round form: points, or sums, or cards, with penalties beside them."""

from collections.abc import Mapping
from typing import NamedTuple

from wtforms import BooleanField, Field, StringField, TextAreaField

from ...documents import JsonObject
from ...rules.cards import parse_cards
from ...rules.errors import N_, Problem, UnknownCard
from ...rules.letters import with_joker_codes
from ...rules.model.scoring import Penalty
from ...rules.model.variant import Variant
from ...rules.scoring.scoring import free_penalties
from ...rules.scoring.sides import Side, side_name
from ...services.bounds import LONGEST_FIELD, MOST_CARDS
from ...services.sizes import TOO_MANY_CARDS
from ..forms import TOO_LONG, form_of, number_or_problem, typed
from ..text import _

NOT_OPENED, COULD_OPEN = "no", "could"
_ONE_FORM = N_("Give only one of these: points, table and hand, or cards.")
_ONE_FORM_HANDS = N_("Give only one of these: points, hand, or cards.")
_NOT_WITH_POINTS = N_("Points include penalties already. Give penalties only with sums or cards.")
_ONLY_WITH_POINTS = N_("Only points can include a ruling. Sums and cards never do.")
FIELDS = ("points", "plus", "minus", "melds", "laid_off", "low_aces", "hand")
OPENED = {"": N_("opened"), NOT_OPENED: N_("not opened"), COULD_OPEN: N_("not opened, but could have")}
"""Whether a player has opened, where it matters when a round ends."""
_SINGLE = ("laid_off", "low_aces", "hand")
_FORMS = (("points",), ("plus", "minus"), ("melds", *_SINGLE))


_NOT_WITH_OPENING = N_("Points say already what it costs not to have opened.")


class Net(NamedTuple):
    """Points, and the penalties that are to be taken off them."""

    points: int
    cost: int  # negative
    stored: int  # the points to be stored then


class EntryForm:
    """The form of the player in seat `index`. `posted` are the points that accepted rulings add here, 0 or less.

    Of a `side` that enters its points together it is that of the first, and `partners` are the others.
    """

    def __init__(self, variant: Variant, index: int, side: Side, posted: int = 0) -> None:
        self.name, *self.partners = side
        self.label, self.index, self.variant, self.posted = side_name(side), index, variant, posted
        fields: dict[str, Field] = {key: StringField() for key in FIELDS}
        fields |= {"melds": TextAreaField(), "ruled": BooleanField(), "rejoins": BooleanField()}
        if variant.scoring.unopened is not None:
            fields["opened"] = StringField()
        self.penalties = [penalty.key for penalty in variant.scoring.penalties]
        fields |= {key: StringField() for key in self.penalties}
        self.form = form_of(fields, prefix=self.id)

    @property
    def id(self) -> str:
        """The player in the form: `p` and the index of the seat."""
        return f"p{self.index}"

    def __getitem__(self, key: str) -> Field:
        return self.form[key]

    @property
    def cell(self) -> str:
        """The field in the player's row: the usual one of this game; the others are folded."""
        return "points" if self.variant.enters_points else "minus"

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
        folded = [key for key in (*FIELDS, *self.penalties) if key != self.cell]
        used = any(self.form[key].errors or typed(self.form, key) for key in folded)
        return used or bool(self.opening)

    def body(self) -> tuple[JsonObject | None, list[Problem]]:
        """Return the entry as JSON, None if it is empty, and its problems."""
        if problem := self._too_long():
            return None, [problem]
        numbers: dict[str, int] = {}
        problems: list[Problem] = []
        for key in ("points", "plus", "minus", *self.penalties):
            if text := typed(self.form, key):
                number, problem = number_or_problem(text, "entries", self.name, key)
                numbers |= {} if number is None else {key: number}
                problems += [problem] if problem else []
        melds = [cards for line in typed(self.form, "melds").splitlines() if (cards := _cards(line))]
        single = {key: cards for key in _SINGLE if (cards := _cards(typed(self.form, key)))}
        for key, cards in [*(("melds", meld) for meld in melds), *single.items()]:
            problems += self._unknown(key, cards)
        problems = problems or self._form_problems(numbers)
        if self["ruled"].data and not problems:
            numbers["points"] -= self.posted  # the ruling is added to what is stored
        raw: JsonObject = {**numbers, **({"melds": melds} if melds else {}), **single}
        if raw and (opening := self.opening):
            raw |= {"opened": False} if opening == NOT_OPENED else {"opened": False, "could_open": True}
        return raw or None, problems

    @property
    def opening(self) -> str:
        """Whether the player has opened, a key of `OPENED`; empty where it does not matter."""
        chosen = typed(self.form, "opened") if "opened" in self.form else ""
        return chosen if chosen in OPENED else ""

    @property
    def openings(self) -> list[tuple[str, str]]:
        """What may be said of the opening: (key, label)."""
        return [(key, _(label)) for key, label in OPENED.items()]

    @property
    def net(self) -> Net | None:
        """Points and penalties if both are given, which is refused; None otherwise."""
        points, _ = number_or_problem(typed(self.form, "points"))
        counts = [(number_or_problem(typed(self.form, each.key))[0], each.points) for each in self.counted]
        cost = sum(count * points for count, points in counts if count)
        if not cost or points is None:
            return None
        return Net(points, cost, points + cost - (self.posted if self["ruled"].data else 0))

    def _too_long(self) -> Problem | None:
        """Return the problem of a field that is too long, or has more cards than any packs; it is not parsed."""
        for key in (*FIELDS, *self.penalties):
            text, path = typed(self.form, key), ("entries", self.name, key)
            if len(text) > LONGEST_FIELD:
                return Problem(TOO_LONG, path, {"longest": LONGEST_FIELD})
            if key in ("melds", *_SINGLE) and len(_cards(text)) > MOST_CARDS:
                return Problem(TOO_MANY_CARDS, path, {"most": MOST_CARDS})
        return None

    def _unknown(self, key: str, cards: list[str]) -> list[Problem]:
        """Return the problems of unknown cards, to show them together with those of numbers."""
        try:
            parse_cards(cards, numbered=self.variant.deck.numbered)
        except UnknownCard as error:
            return [Problem(problem.message, ("entries", self.name, key), problem.values) for problem in error.problems]
        return []

    def _form_problems(self, numbers: Mapping[str, int]) -> list[Problem]:
        """Return what is wrong with the fields together, of which these are the `numbers`."""
        one_form = _ONE_FORM if self.variant.scoring.table_scores else _ONE_FORM_HANDS
        if len(self.filled) > 1 or (numbers and not self.filled):
            first = self.filled[-1][0] if self.filled else "points"
            return [Problem(one_form, ("entries", self.name, first))]
        given = [key for key in self.penalties if numbers.get(key)]
        if "points" in numbers and self.opening:
            return [Problem(_NOT_WITH_OPENING, ("entries", self.name, "opened"))]
        if "points" in numbers and given:
            return [Problem(_NOT_WITH_POINTS, ("entries", self.name, key)) for key in given]
        if self["ruled"].data and "points" not in numbers:
            return [Problem(_ONLY_WITH_POINTS, ("entries", self.name, "ruled"))]
        return []


def _cards(line: str) -> list[str]:
    return with_joker_codes(line).replace(",", " ").replace(";", " ").split()
