"""The circle of the pictures: people who play on Sundays, with a guest, a season that is over, and a year."""

from datetime import UTC, date, datetime, timedelta

from scorekeeper.rules.variants import VARIANTS
from scorekeeper.services.access.access import circle_by_device
from scorekeeper.services.circles import circles, people, seasons
from scorekeeper.services.circles.seating import seat_all
from scorekeeper.services.games import games, rounds
from scorekeeper.services.games.changes import Precondition
from scorekeeper.services.payload_reading import received
from scorekeeper.services.payloads import NewChange, NewRound
from scorekeeper.store.database import writing

from ..aging import age

PEOPLE = ("Anna", "Bo", "Cleo", "Dagny", "Eva", "Guðrún")
EVENINGS = 9


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
        if evening < EVENINGS - 1:
            with writing() as session:
                age(session, 7)
    first, last = date.today() - timedelta(days=70), date.today() - timedelta(days=1)
    body = {"name": "Autumn", "first": first.isoformat(), "last": last.isoformat(), "zone": "UTC", "evenings": 2}
    season = seasons.add_season(right, body | {"counts": "wins"})
    path, year = f"/circles/{circle}", datetime.now(UTC).year
    return {
        "circle": path,
        "circle-evening": f"{path}/evening",
        "circle-people": f"{path}/people",
        "circle-person": f"{path}/people/{ids[0]}/statistics",
        "circle-play": f"{path}/play",
        "circle-rules": f"{path}/rules",
        "circle-season": f"{path}/seasons/{season}",
        "circle-seasons": f"{path}/seasons",
        "circle-share": f"{path}/share",
        "circle-statistics": f"{path}/statistics?span=all",
        "circle-year": f"{path}/statistics?span=year&year={year}",
        "circle-copy": f"{path}/import",
        "circle-delete": f"{path}/delete",
    }


def _game(secret: str, circle: str, variant: str, names: tuple[str, ...], number: int) -> None:
    """Play a game of three rounds, which one of the players wins."""
    game = games.create_game_for(secret, {"variant": variant, "players": list(names)})
    best, cards = names[number * number % 3], VARIANTS[variant]
    for turn in range(3):
        counted = cards.scoring.table_scores or not cards.has_cards
        entries = {
            name: {"points": 60 if name == best else 5 * (number + turn + seat) % 40}
            if counted
            else {"minus": 0 if name == best else 3 + (number + turn + seat) % 30}
            for seat, name in enumerate(names)
        }
        body = {"closer": best if cards.has_cards else None, "entries": entries, "accept_warnings": True}
        rounds.enter_round(game, received(NewRound, body), Precondition())
    games.end_game(game, received(NewChange, {}), Precondition())
    with writing() as session:
        seat_all(session, game, circle, games.load_game(game).state.people)
