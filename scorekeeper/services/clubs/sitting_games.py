"""Create the games of a sitting, one for each table, or remove them again while nothing has happened in them."""

from datetime import UTC, datetime
from secrets import token_hex
from typing import Any

from ...documents import ClubTableDocument
from ...rules.errors import N_, Problem
from ...store.circles import circles, clubs
from ..access.access import CircleAccess
from ..circles.seating import present, seat_all
from ..errors import NotNow
from ..games.creating import add_game, read_new_game
from ..views.state import Setup
from ..wording import sentence
from .editing import LockedClub, changing_club

_BEGUN = N_("The games have begun already.")
_LEFT = N_("Somebody has left the circle since. Draw again.")
_NOT_BEGUN = N_("No games have begun.")
_PLAYED = N_("Something has been entered at a table already, so the games stay.")


def start(right: CircleAccess, club_id: int, version: int) -> int:
    """Make a game of the circle for each table that is drawn; return how many.

    Raises:
        NotNow: they are made, or somebody has left; NoSuchClub, NoAccess, NotAllowed: see `changing_club`.
    """
    now = datetime.now(UTC).replace(microsecond=0)
    with changing_club(right, club_id, version) as club:
        if club.view.begun or not club.view.tables or club.view.ended:
            raise NotNow(Problem(_BEGUN))
        tables = [_begun(club, table, now) for table in club.view.document["sittings"][-1]["tables"]]
        club.save_sitting({"begun": True, "tables": tables})
        return len(tables)


def undo_start(right: CircleAccess, club_id: int, version: int) -> None:
    """Remove the games of the latest sitting, which is only drawn then.

    Raises:
        NotNow: something was entered in one of them; NoSuchClub, NoAccess, NotAllowed: see `changing_club`.
    """
    with changing_club(right, club_id, version) as club:
        if not club.view.begun or club.view.ended:
            raise NotNow(Problem(_NOT_BEGUN))
        tables = club.view.document["sittings"][-1]["tables"]
        if not clubs.remove_unplayed(club.session, [table["game"] for table in tables if table["game"]]):
            raise NotNow(Problem(_PLAYED))
        empty: Any = [{**table, "game": None} for table in tables]
        club.save_sitting({"begun": False, "tables": empty})


def _begun(club: LockedClub, table: ClubTableDocument, now: datetime) -> ClubTableDocument:
    """Make the game of a table, in the order of its seats; return the table with its game."""
    names = {person.id: person.name for person in present(circles.people(club.session, club.circle.id))}
    if not {*table["people"]} <= {*names}:
        raise NotNow(Problem(_LEFT))
    body = {
        "variant": club.view.document["variant"],
        "house_rules": dict(club.view.variant.house_rules),
        "players": [names[person] for person in table["people"]],
        "name": sentence(N_("Table {number}"), {"number": table["number"]}),
    }
    variant, setup = read_new_game(body)
    game_id = add_game(club.session, variant, setup, now, game_id=token_hex(8))
    seat_all(club.session, game_id, club.circle.id, Setup.of(setup).names)
    return {**table, "game": game_id}
