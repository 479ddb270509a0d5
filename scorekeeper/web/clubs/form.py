"""The forms of a club evening: a new one, and who is there for the next sitting; as typed, or as it is."""

import re
from collections.abc import Collection, Mapping
from datetime import datetime
from zoneinfo import ZoneInfo

from flask import request
from wtforms import Field, StringField

from ...documents import JsonObject
from ...numbers import whole_number
from ...rules.errors import N_, Problem
from ...services.circles.seasons import USUAL_WEIGHTS
from ...services.clubs.clubs import Later
from ...services.clubs.drawing import MOST
from ...services.dates import weekday_words
from ...services.errors import Invalid
from ..circles.season_form import own_zone
from ..forms import form_of, spread, typed
from ..text import _

_LATER = {Later.RESULT: N_("By result: the best with the best"), Later.DRAWN: N_("By lot: with others each time")}
_FIELDS = ("name", "size", "sittings", "later", "weights", "variant")
_OF_DRAWING = ("people", "names", "fixed", "anyway")
_NO_NUMBERS = N_("Write whole numbers with spaces between them, like 5 3 1.")
_AT = {"game": "variant", "house_rules": "variant"}  # the field of a problem


class ClubForm:
    """Who is there, and of a new evening what is played; `here` and `fixed` are ticked unless a form was sent."""

    def __init__(self, here: Collection[int], fixed: Collection[int] = (), variant: str = "") -> None:
        self.form = form_of({name: StringField() for name in (*_FIELDS, *_OF_DRAWING)})
        self.sent = request.method == "POST"
        today = weekday_words(datetime.now(ZoneInfo(own_zone())).date())
        usual = {"name": today, "size": "4", "sittings": "3", "later": Later.RESULT.value, "names": ""}
        usual |= {"weights": " ".join(map(str, USUAL_WEIGHTS)), "variant": variant, "anyway": ""}
        self.form.process(data={key: request.form.get(key, "") if self.sent else value for key, value in usual.items()})
        self.here = _ticked("person") if self.sent else {*here}
        self.fixed = _ticked("fixed") if self.sent else {*fixed}

    def __getitem__(self, key: str) -> Field:
        return self.form[key]

    @property
    def later(self) -> list[tuple[str, str]]:
        """How later sittings can be seated: key and label."""
        return [(each.value, _(label)) for each, label in _LATER.items()]

    @property
    def of_drawing(self) -> JsonObject:
        """Who is there, as the services take it."""
        names = [name.strip() for name in typed(self.form, "names").splitlines() if name.strip()]
        drawing: JsonObject = {"people": sorted(self.here), "names": names, "fixed": sorted(self.fixed)}
        return drawing | {"anyway": bool(typed(self.form, "anyway"))}

    def of_evening(self, variant: str, house_rules: Mapping[str, object]) -> JsonObject:
        """Return a new evening as the services take it.

        Raises:
            Invalid: numbers cannot be read.
        """
        numbers = [whole_number(each, 3) for each in re.split(r"[\s,;–-]+", typed(self.form, "weights")) if each]
        if None in numbers or len(numbers) > MOST:
            raise Invalid(Problem(_NO_NUMBERS, ("weights",)))
        sizes = {key: whole_number(typed(self.form, key), 2) or 0 for key in ("size", "sittings")}
        body = self.of_drawing | {"name": self.form["name"].data, "game": variant, "house_rules": dict(house_rules)}
        return body | sizes | {"weights": numbers or None, "later": typed(self.form, "later")}

    def show(self, error: Invalid) -> None:
        """Put problems at their fields."""
        known = (*_FIELDS, *_OF_DRAWING)

        def field_of(path: tuple[str | int, ...]) -> Field:
            key = _AT.get(str(path[0]), path[0]) if path else "name"
            return self.form[key if key in known else "name"]

        spread(error.problems, field_of)


def _ticked(name: str) -> set[int]:
    return {number for each in request.form.getlist(name) if (number := whole_number(each, 9)) is not None}
