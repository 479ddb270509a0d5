"""Make games: read what is asked for, and write them with the keys or the device that may change them."""

from dataclasses import dataclass
from datetime import UTC, datetime
from secrets import token_hex
from typing import Any

from sqlalchemy.exc import IntegrityError

from ...documents import SetupDocument
from ...rules.errors import N_, Problem, RulesError
from ...rules.variants import VARIANTS, get_variant
from ...store import queries, rights
from ...store.database import writing
from ...store.models import Game, Grant
from ...store.rows import Subject
from ..access.access import Access, CircleAccess, Role, add_device, add_key, hashed
from ..access.locking import lock_circle
from ..circles.seating import seat_all
from ..errors import Invalid
from ..payload_reading import read
from ..payloads import NewGame, StartingPoints
from ..views.state import Setup
from .changes import lock_game


@dataclass(frozen=True)
class Created:
    """A new game and its first two keys, which are shown this once."""

    game_id: str
    scorer_key: str
    viewer_key: str


def read_new_game(body: object, points: object = None) -> tuple[str, SetupDocument]:
    """Return the variant's key and the stored start of the game that a decoded JSON body asks for.

    `points` are what players have to begin with, by name, if anything.

    Raises:
        Invalid: with every problem found.
    """
    new = read(NewGame, body)
    rules = new.house_rules or {}
    problems: list[Problem] = []
    try:
        get_variant(new.variant, rules).check_players(len(new.players))
    except RulesError as error:
        problems.extend(error.problems)
    if new.dealer is not None and new.dealer not in new.players:
        problems.append(Problem(N_("“{name}” doesn’t play in this game."), ("dealer",), {"name": new.dealer}))
    if problems:
        raise Invalid(*problems)
    ids = {name: str(number) for number, name in enumerate(new.players, 1)}
    given = read(StartingPoints, {"points": points}).points or {}
    if unknown := [name for name in given if name not in ids]:
        message = N_("“{name}” doesn’t play in this game.")
        raise Invalid(*(Problem(message, ("points", name), {"name": name}) for name in unknown))
    setup = Setup(
        new.name,
        tuple((player, name) for name, player in ids.items()),
        get_variant(new.variant, rules).house_rules,
        ids[new.dealer or new.players[0]],
        points={ids[name]: value for name, value in given.items() if value},
        hide_totals=bool(new.hide_totals),
    )
    return new.variant, setup.document()


def create_game(body: object, circle: CircleAccess | None = None) -> Created:
    """Make a game with a key for scorers and one for viewers; of a `circle`, they end with the right to that.

    Raises:
        NoAccess, NotAllowed: the right to the circle has ended, or is a viewer's.
        Invalid: see `read_new_game`.
    """
    variant, start = read_new_game(body)
    now = datetime.now(UTC).replace(microsecond=0)
    with writing() as session:
        circle_id = _lock_circle_of(session, circle) if circle is not None else None
        game_id = add_game(session, variant, start, now)
        if circle_id is not None:
            seat_all(session, game_id, circle_id, Setup.of(start).names)
        made_by = circle.grant_id if circle else None
        scorer, viewer = (add_key(session, game_id, role, now, made_by) for role in (Role.SCORER, Role.VIEWER))
        return Created(game_id, scorer, viewer)


def create_game_for(
    device_secret: str,
    body: object,
    points: object = None,
    once: str | None = None,
    after: Access | CircleAccess | None = None,
) -> str:
    """Make a game that a device, perhaps a new one, may write; return the game's id. `points`: see `read_new_game`.

    `once` is an idempotency key, a secret of the sender: with the same key again, the game is the one that it made.
    `after` is the right to the game that this one is a rematch of, in whose circle it is, too; or to the circle.

    Raises:
        NoAccess, NotAllowed: the right `after` has ended, or is a viewer's.
        Invalid: see `read_new_game`.
    """
    variant, start = read_new_game(body, points)
    game_id = hashed(f"new game {once}")[:16] if once else token_hex(8)
    try:
        return _make_for(device_secret, variant, start, game_id, after)
    except IntegrityError:  # a concurrent request with the same key has written it
        return _make_for(device_secret, variant, start, game_id, after)


def _make_for(
    device_secret: str, variant: str, start: SetupDocument, game_id: str, after: Access | CircleAccess | None
) -> str:
    now = datetime.now(UTC).replace(microsecond=0)
    with writing() as session:
        circle_id = _lock_circle_of(session, after) if after is not None else None
        game = queries.game_row(session, game_id)
        if game is not None and game.deleted_at is not None:
            game, game_id = None, token_hex(8)
        if game is None:
            add_game(session, variant, start, now, game_id=game_id)
            if circle_id is not None:
                seat_all(session, game_id, circle_id, Setup.of(start).names)
        device = add_device(session, device_secret, now)
        if rights.holder_by_device(session, hashed(device_secret), Subject(game_id)) is None:
            session.add(Grant(game_id=game_id, role=Role.SCORER.value, given_at=now, device_id=device))
        return game_id


def _lock_circle_of(session: Any, after: Access | CircleAccess) -> str | None:
    """Lock what a new game follows, check the right, and return the circle that the new game is in, if any."""
    if isinstance(after, CircleAccess):
        return lock_circle(session, after).id
    return lock_game(session, after.game_id, after).circle_id


def add_game(
    session: Any, variant: str, start: SetupDocument, now: datetime, version: int = 1, game_id: str = "", book: str = ""
) -> str:
    """Add a game within a transaction; return its id. Both id and rulebook (`book`) are new ones unless given."""
    game_id = game_id or token_hex(8)
    game = Game(
        id=game_id,
        variant=variant,
        rulebook=book or VARIANTS[variant].version,
        start=start,
        created_at=now,
        changed_at=now,
        version=version,
    )
    session.add(game)
    session.flush()
    return game_id
