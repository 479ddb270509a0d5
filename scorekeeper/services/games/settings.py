"""The settings of a game: who sits at the table, who deals, by which house rules, from the next round on."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Annotated, cast

from pydantic import Field

from ...documents import SetupDocument
from ...rules.errors import N_, Problem, RulesError
from ...rules.model.options import Choice
from ...rules.variants import get_variant
from ..bounds import MOST_PEOPLE, MOST_PLAYERS
from ..errors import Invalid
from ..payload_reading import Received, read
from ..payload_types import GameName, Name, Score, Shape, Text, Word
from ..payloads import SetupShape
from ..views.game_view import GameView
from ..views.state import Setup, What
from .changes import LockedGame, NewRevision, Outcome, Precondition, change

_TOO_MANY_PEOPLE = N_("Too many people for one game: at most {most}, including those who left.")

_OF_CIRCLE = N_("{name} is a person of the circle. Change the name there, and all games show it.")


class NewSeat(Shape):
    """A seat: a known player by `id`, or a new one with starting `points`."""

    id: Word | None = None
    name: Name
    points: Score | None = None


class NewSettings(Shape):
    """The new settings; a missing key means no change. `players` are all present players, in the order of the seats."""

    name: GameName | None = None
    players: Annotated[list[NewSeat], Field(max_length=MOST_PLAYERS)] | None = None
    dealer: Name | None = None
    house_rules: dict[str, object] | None = None
    no_advice: bool | None = None
    hide_totals: bool | None = None
    by: Text | None = None
    why: Text | None = None


def change_settings(game_id: str, received: Received[NewSettings], precondition: Precondition) -> Outcome:
    """Change the settings from the next round on; whoever is not among `players` has left and may come back.

    Raises:
        NoAccess, KeyReused, Stale: see `changes.change`.
        Invalid: names, players, dealer or house rules cannot be so; with every problem found.
    """
    with change(game_id, precondition) as game:
        if game.repeated:
            return game.repeated
        return save_settings(game, received.payload)


def save_settings(game: LockedGame, payload: NewSettings, ruling: str | None = None) -> Outcome:
    """Change the settings of a game that is locked; raises Invalid as `change_settings` does.

    `ruling` is the id of the ruling in which the table took a house rule.
    """
    view, setup = game.view, _changed(game.view, payload)
    if setup == view.setup:
        return game.unchanged
    before, after = view.setup.document(), setup.document()
    if ruling is not None:
        after["ruling"] = ruling
    return game.save(NewRevision(What.SETTINGS, None, payload.by, payload.why, before, after))


def settings_problems(view: GameView, body: object) -> tuple[Problem, ...]:
    """Return what is wrong with new settings (decoded JSON); nothing is changed."""
    try:
        _changed(view, read(NewSettings, body))
    except Invalid as error:
        return error.problems
    return ()


def _changed(view: GameView, payload: NewSettings) -> Setup:
    """Return the setup that a payload makes of the present one.

    Raises:
        Invalid: with every problem found.
    """
    setup, problems = view.setup, list[Problem]()
    if "name" in payload.model_fields_set:
        setup = replace(setup, name=payload.name)
    if payload.players is not None:
        setup, problems = _seated(view, setup, payload.players)
    if payload.no_advice is not None:
        setup = replace(setup, no_advice=payload.no_advice)
    if payload.hide_totals is not None:
        setup = replace(setup, hide_totals=payload.hide_totals)
    dealer = None if problems else _dealer(view, setup, payload.dealer)  # who deals may sit on one of those seats
    if dealer is None and not problems:
        problems.append(Problem(N_("“{name}” doesn’t play in this game."), ("dealer",), {"name": payload.dealer}))
    chosen = setup.house_rules if payload.house_rules is None else payload.house_rules
    rules, wrong = _house_rules(view, chosen, len(setup.players))
    problems += wrong
    if problems:
        raise Invalid(*problems)
    setup = replace(setup, house_rules=rules)
    moved = [player for player, _ in setup.players] != [player for player, _ in view.setup.players]
    if dealer is not None and (moved or payload.dealer is not None):
        setup = replace(setup, dealer=dealer, since=len(view.rounds))
    return setup


def _house_rules(view: GameView, chosen: Mapping[str, object], players: int) -> tuple[dict[str, Choice], list[Problem]]:
    """Return the chosen house rules, if that many players can play by them, and what is wrong with them."""
    try:
        variant = get_variant(view.variant.key, chosen)
        variant.check_players(players)
    except RulesError as error:
        return {}, list(error.problems)
    return dict(variant.house_rules), []


def _seated(view: GameView, setup: Setup, seats: Sequence[NewSeat]) -> tuple[Setup, list[Problem]]:
    """Return the setup with these seats taken, and the problems: an unknown or doubled id, a doubled name.

    With problems it is the setup as it was.
    """
    known = setup.names
    players: list[tuple[str, str]] = []
    points = dict(setup.points)
    problems: list[Problem] = []
    number = max((int(player) for player in view.state.people), default=0)
    if len(view.state.people) + sum(seat.id is None for seat in seats) > MOST_PEOPLE:
        problems.append(Problem(_TOO_MANY_PEOPLE, ("players",), {"most": MOST_PEOPLE}))
    for index, seat in enumerate(seats):
        player = seat.id
        if player is None:
            number += 1
            player = str(number)
            if seat.points:
                points[player] = seat.points
        elif player not in known or player in dict(players):
            problems.append(Problem(N_("No player has this number."), ("players", index, "id")))
        elif player in view.state.named and seat.name != known[player]:
            problems.append(Problem(_OF_CIRCLE, ("players", index, "name"), {"name": known[player]}))
        players.append((player, seat.name))
    here = dict(players)
    away = tuple((player, name) for player, name in known.items() if player not in here)
    problems += _name_problems(players, away)
    if problems:
        return setup, problems
    return replace(setup, players=tuple(players), away=away, points=points), []


def _name_problems(players: Sequence[tuple[str, str]], away: Sequence[tuple[str, str]]) -> list[Problem]:
    """Return a problem for every name that another player has, present or away."""
    taken = {name.casefold() for _, name in away}
    problems = []
    for index, (_, name) in enumerate(players):
        if name.casefold() in taken:
            message = N_("Two players are called “{name}”; every name must be different.")
            problems.append(Problem(message, ("players", index, "name"), {"name": name}))
        taken.add(name.casefold())
    return problems


def _dealer(view: GameView, setup: Setup, wanted: str | None) -> str | None:
    """Return the id of who deals next: as wanted, else as it was, else the next in the old order who is there."""
    ids = {name: player for player, name in setup.players}
    if wanted is not None:
        return ids.get(wanted)
    old = [player for player, _ in view.setup.players]
    due = next((player for player, name in view.setup.players if name == view.dealer), old[0])
    at = old.index(due)
    here = dict(setup.players)
    return next((player for player in (*old[at:], *old[:at]) if player in here), next(iter(here), None))


def read_setup(variant: str, document: object) -> SetupDocument:
    """Return stored settings that came from elsewhere, if they can be a game's.

    Raises:
        Invalid: with every problem found.
    """
    shape = read(SetupShape, document)
    people = [*shape.players, *shape.away]
    ids = {person.id for person in people}
    doubled = len(ids) < len(people) or len({person.name.casefold() for person in people}) < len(people)
    if doubled or shape.dealer not in ids or not set(shape.points) <= ids:
        raise Invalid(Problem(N_("These settings contradict each other.")))
    try:
        get_variant(variant, shape.house_rules).check_players(len(shape.players))
    except RulesError as error:
        raise Invalid(*error.problems) from None
    return Setup.of(cast("SetupDocument", shape.model_dump())).document()
