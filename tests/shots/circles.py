"""The circle of the pictures: people who play on Sundays, with a guest, a season that is over, and a year."""

from datetime import UTC, date, datetime, timedelta

from scorekeeper.rules.variants import VARIANTS
from scorekeeper.services.access.access import CircleAccess, circle_by_device
from scorekeeper.services.circles import circles, people, seasons
from scorekeeper.services.circles.evening_notes import noted_evenings, write_note
from scorekeeper.services.circles.seating import seat_all
from scorekeeper.services.clubs import clubs, editing, sitting_games
from scorekeeper.services.games import course, creating, rounds
from scorekeeper.services.games.changes import Precondition
from scorekeeper.services.games.notes import NewNote
from scorekeeper.services.payload_reading import received
from scorekeeper.services.payloads import NewChange, NewRound
from scorekeeper.services.views import loading
from scorekeeper.store.database import writing

from ..aging import age

PEOPLE = ("Anna", "Bo", "Cleo", "Dagny", "Eva", "Guðrún")
EVENINGS = 9
NOTES = {
    5: ("Hákon came with two cakes, and nobody could hold the cards any more.",),
    EVENINGS - 1: ("Anna was late", "Anna was late: the ferry. We began with six at one table."),
}


def make_circle(secret: str, variant: str) -> dict[str, str]:
    """Make the circle, which the device keeps; return paths of its pages by their names."""
    circle = circles.create_circle(secret, {"name": "Sunday table"})
    right = circle_by_device(circle, secret)
    ids = [people.add_person(right, {"name": name}) for name in PEOPLE]
    for evening in range(EVENINGS):
        for turn in range(2):
            number = 2 * evening + turn
            who = [PEOPLE[(number * 5 + seat) % len(PEOPLE)] for seat in range(3)]
            _game(secret, circle, variant, (*who, "Hákon") if evening == 3 else tuple(who), number)
        for note in NOTES.get(evening, ()):
            _note(right, note)
        if evening < EVENINGS - 1:
            with writing() as session:
                age(session, 7)
    first, last = date.today() - timedelta(days=70), date.today() - timedelta(days=1)
    body = {"name": "Autumn", "first": first.isoformat(), "last": last.isoformat(), "zone": "UTC", "evenings": 2}
    season = seasons.add_season(right, body | {"counts": "wins"})
    club = _club(right, secret, variant)
    path, year = f"/circles/{circle}", datetime.now(UTC).year
    return {
        "circle": path,
        "circle-evening": f"{path}/evening",
        "circle-evening-note": f"{path}/evening/note?change=2",
        "circle-evening-changes": f"{path}/evening/note/history?change=2",
        "circle-people": f"{path}/people",
        "circle-person": f"{path}/people/{ids[0]}/statistics",
        "circle-play": f"{path}/play",
        "circle-rules": f"{path}/rules",
        "circle-season": f"{path}/seasons/{season}",
        "circle-seasons": f"{path}/seasons",
        "circle-share": f"{path}/share",
        "circle-statistics": f"{path}/statistics?span=all",
        "circle-year": f"{path}/statistics?span=year&year={year}",
        "circle-pair": f"{path}/people/{ids[0]}/with/{ids[5]}",
        "circle-over-time": f"{path}/statistics/over-time",
        "circle-clubs": f"{path}/clubs",
        "circle-club": f"{path}/clubs/{club}",
        "circle-club-big": f"{path}/clubs/{club}/big",
        "circle-club-draw": f"{path}/clubs/{club}/draw",
        "circle-club-new": f"{path}/clubs/new",
        "privacy": "/privacy",
        "circle-copy": f"{path}/import",
        "circle-delete": f"{path}/delete",
    }


def _note(right: CircleAccess, note: str) -> None:
    """Write the note on the latest evening."""
    evening = noted_evenings(right.circle_id)[-1]
    seen = evening.note.note if evening.note else None
    write_note(right, evening.key, received(NewNote, {"note": note, "seen": seen}))


def _club(right: CircleAccess, secret: str, variant: str) -> int:
    """Make a club evening whose first tables have played; the second sitting is drawn."""
    names = ("Frida", "Greta", "Henrik", "Inga", "Jørgen", "Kateřina", "Ludvík")
    people = [person.id for person in circles.load_circle(right).people]
    body = {"game": variant, "people": people, "names": [*names], "fixed": people[:1], "name": "Club evening"}
    club = editing.add_club(right, body)
    sitting_games.start(right, club, clubs.load_club(right, club).version)
    view = clubs.load_club(right, club)
    for table in view.tables:
        if table.game_id is not None:
            _play(table.game_id, variant, table.number)
    editing.draw(right, club, clubs.load_club(right, club).version, {})
    return club


def _game(secret: str, circle: str, variant: str, names: tuple[str, ...], number: int) -> None:
    """Play a game of three rounds, which one of the players wins."""
    game = creating.create_game_for(secret, {"variant": variant, "players": list(names)})
    _play(game, variant, number)
    with writing() as session:
        seat_all(session, game, circle, loading.load_game(game).state.people)


def _play(game: str, variant: str, number: int) -> None:
    """Play three rounds, all won by the same player, and end the game, unless it ends by itself."""
    names = loading.load_game(game).players
    best, cards = names[number * number % 3], VARIANTS[variant]
    for turn in range(3):
        if loading.load_game(game).standing.ended:
            return
        counted = cards.scoring.table_scores or not cards.has_cards
        entries = {
            name: {"points": 60 if name == best else 5 * (number + turn + seat) % 40}
            if counted
            else {"minus": 0 if name == best else 3 + (number + turn + seat) % 30}
            for seat, name in enumerate(names)
        }
        body = {"closer": best if cards.has_cards else None, "entries": entries, "accept_warnings": True}
        rounds.enter_round(game, received(NewRound, body), Precondition())
    if not loading.load_game(game).standing.ended:
        course.end_game(game, received(NewChange, {}), Precondition())
