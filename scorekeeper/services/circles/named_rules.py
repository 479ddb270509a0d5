"""House rules that a circle keeps under a name: for games that begin later, never for one that has begun."""

from collections.abc import Mapping
from dataclasses import dataclass

from ...rules.errors import N_, InvalidHouseRules, Problem
from ...rules.model.options import Choice
from ...rules.model.variant import Variant
from ...rules.variants import VARIANTS, get_variant
from ...store.circles import circles, named_rules
from ...store.database import db
from ...store.models import NamedRules
from ...store.rows import NamedRulesRow
from ..access.access import CircleAccess, Role, hashed
from ..access.locking import changing_circle
from ..errors import Invalid, NoAccess
from ..payload_reading import read
from ..payload_types import Name, Shape
from ..rulebook.agreed import house_rules as worded
from ..views.loading import load_game

MOST_SETS = 50
"""Named house rules of one circle."""
_TAKEN = N_("The circle has house rules called “{name}” already. Choose another name.")
_FULL = N_("A circle keeps at most {most} sets of house rules. Ask a keeper to delete one.")
_NO_GAME = N_("Choose a game of the circle.")
_OTHER_GAME = N_("These house rules are for another game. Choose one of the same kind.")


class NamedShape(Shape):
    """The name of a set of house rules."""

    name: Name


@dataclass(frozen=True)
class NamedSet:
    """House rules with a name: the game by those that this version knows, None if it has no such game.

    `left_out` are the keys of those that it does not know.
    """

    id: int
    name: str
    key: str
    """The key of the game."""
    variant: Variant | None
    left_out: tuple[str, ...]

    @property
    def tag(self) -> str:
        """What stands for them in a form, beside the keys of games and presets."""
        return f"rules-{self.id}"

    @property
    def house_rules(self) -> Mapping[str, Choice]:
        """The choices that a new game begins with."""
        return self.variant.house_rules if self.variant else {}

    @property
    def sentences(self) -> tuple[str, ...]:
        """The house rules in words."""
        return tuple(worded(self.variant)) if self.variant else ()


def sets_of_circle(right: CircleAccess) -> list[NamedSet]:
    """Return the named house rules of a circle, the oldest first."""
    return [_understood(row) for row in named_rules.of_circles(db.session(), [right.circle_id])]


def sets_of_device(device_secret: str | None, variant: str) -> list[NamedSet]:
    """Return the named house rules for a game in all circles of a device."""
    if not device_secret:
        return []
    session = db.session()
    known = [circle.id for circle, _role in circles.circles_of_device(session, hashed(device_secret))]
    rows = named_rules.of_circles(session, known) if known else []
    return [_understood(row) for row in rows if row.variant == variant and variant in VARIANTS]


def keep_rules(right: CircleAccess, game_id: str, body: object) -> None:
    """Keep the house rules of a game of the circle under a name.

    Raises:
        Invalid: the name is missing or taken, there are too many, or it is no game of the circle.
        NoAccess, NotAllowed: see `changing_circle`; a scorer may do it.
    """
    name = _name_in(body)
    with changing_circle(right) as (session, circle):
        known = named_rules.of_circles(session, [circle.id])
        variant, house_rules = _rules_of(circle.id, game_id)
        if any((row.name, row.variant, row.house_rules) == (name, variant, house_rules) for row in known):
            return  # sent twice
        if len(known) >= MOST_SETS:
            raise Invalid(Problem(_FULL, ("name",), {"most": MOST_SETS}))
        _check_name(known, name)
        session.add(NamedRules(circle_id=circle.id, name=name, variant=variant, house_rules=house_rules))


def rename_rules(right: CircleAccess, rules_id: int, body: object) -> None:
    """Give house rules another name.

    Raises:
        Invalid: the name is missing or taken.
        NoAccess, NotAllowed: see `changing_circle`, or the circle has no such rules.
    """
    name = _name_in(body)
    with changing_circle(right, Role.KEEPER) as (session, circle):
        known = named_rules.of_circles(session, [circle.id])
        row = _row(known, rules_id)
        _check_name([other for other in known if other is not row], name)
        named_rules.change(session, row.id, name=name)


def replace_rules(right: CircleAccess, rules_id: int, game_id: str) -> None:
    """Take the house rules of another game of the circle under the same name; games that have begun keep theirs.

    Raises:
        Invalid: it is no game of the circle, or one of another kind; NoAccess, NotAllowed: see `rename_rules`.
    """
    with changing_circle(right, Role.KEEPER) as (session, circle):
        row = _row(named_rules.of_circles(session, [circle.id]), rules_id)
        variant, house_rules = _rules_of(circle.id, game_id)
        if variant != row.variant:
            raise Invalid(Problem(_OTHER_GAME, ("game",)))
        named_rules.change(session, row.id, house_rules=house_rules)


def delete_rules(right: CircleAccess, rules_id: int) -> None:
    """Delete named house rules; games that have begun keep theirs. Errors: `rename_rules`."""
    with changing_circle(right, Role.KEEPER) as (session, circle):
        named_rules.remove(session, _row(named_rules.of_circles(session, [circle.id]), rules_id).id)


def known_rules(key: str, house_rules: Mapping[str, object]) -> tuple[Variant, tuple[str, ...]]:
    """Return a game by those of the house rules that it knows, and the keys of the others."""
    taken, left_out = dict(house_rules), list[str]()
    while True:
        try:
            return get_variant(key, taken), tuple(left_out)
        except InvalidHouseRules as error:
            wrong = {str(problem.path[1]) for problem in error.problems}
            left_out += [each for each in taken if each in wrong]
            taken = {each: choice for each, choice in taken.items() if each not in wrong}


def _understood(row: NamedRulesRow) -> NamedSet:
    if row.variant not in VARIANTS:
        return NamedSet(row.id, row.name, row.variant, None, ())
    return NamedSet(row.id, row.name, row.variant, *known_rules(row.variant, row.house_rules))


def _rules_of(circle_id: str, game_id: str) -> tuple[str, dict[str, object]]:
    """Return the key and the present house rules of a game of the circle."""
    try:
        view = load_game(game_id)
    except NoAccess:
        view = None
    if view is None or view.circle_id != circle_id:
        raise Invalid(Problem(_NO_GAME, ("game",)))
    return view.variant.key, dict(view.setup.house_rules)


def _name_in(body: object) -> str:
    return read(NamedShape, body).name


def _check_name(known: list[NamedRulesRow], name: str) -> None:
    if name.casefold() in {row.name.casefold() for row in known}:
        raise Invalid(Problem(_TAKEN, ("name",), {"name": name}))


def _row(known: list[NamedRulesRow], rules_id: int) -> NamedRulesRow:
    for row in known:
        if row.id == rules_id:
            return row
    raise NoAccess
