"""Word the sheet of a club evening, in the reader's language."""

from ...rules.errors import N_
from ...sheets.model import ClubSheet
from ..circles.seating import GUEST
from ..clubs.clubs import ClubView
from ..wording import game_name, reader_language, sentence
from .labels import labels
from .numbers import number, place_number

_TABLE = N_("Table {number}")
_SITTING = N_("Sitting {number} of {planned}")


def club_sheet(view: ClubView) -> ClubSheet:
    """Return tables and standings of a club evening; standings only once a game has ended."""
    document = view.document
    sitting = sentence(_SITTING, {"number": view.sitting, "planned": document["planned"]})
    game = game_name(view.variant)
    taken = [line.place for _person, line in view.lines]
    played = any(line.games for _person, line in view.lines)
    standings = ((place_number(line.place, taken), person.name, number(line.points)) for person, line in view.lines)
    return ClubSheet(
        language=reader_language(),
        labels=labels(),
        title=view.name,
        lead=f"{sitting} · {game}",
        tables=tuple(
            (
                sentence(_TABLE, {"number": table.number}),
                (*(person.name for person in table.people), *[sentence(GUEST)] * table.guests),
            )
            for table in view.tables
        ),
        head=sentence(N_("Standings")),
        standings=tuple(standings) if played else (),
        counted=sentence(N_("A game counts once it has ended.")) if played else "",
    )
