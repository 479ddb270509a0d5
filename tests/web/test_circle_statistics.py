"""The statistics of a circle: the pages, the files, and that what is kept equals what is counted anew."""

import csv
from contextlib import suppress
from datetime import UTC, date, datetime, timedelta
from io import StringIO
from typing import Any

import pytest
from flask import Flask
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import event, text

from scorekeeper.services.access.access import Role, circle_by_device, new_secret
from scorekeeper.services.circles import circles, people
from scorekeeper.services.circles.season_table import evenings_of
from scorekeeper.services.circles.seasons import add_season
from scorekeeper.services.errors import Invalid, NoAccess, NotNow
from scorekeeper.services.games import creating, deleting, rounds
from scorekeeper.services.payload_reading import received
from scorekeeper.services.payloads import NewChange
from scorekeeper.services.referee.decisions import decide_ruling
from scorekeeper.services.referee.rulings import ask_in_game
from scorekeeper.services.statistics import tally_cache
from scorekeeper.services.statistics.circle_series import series_of_points, series_of_wins
from scorekeeper.services.statistics.pair import load_pair
from scorekeeper.services.statistics.periods import Period, Span
from scorekeeper.services.statistics.statistics import sums_of
from scorekeeper.services.statistics.tally_cache import statistics_of
from scorekeeper.store.database import db

from ..services.games.test_changes import NOBODY, OPERATIONS, operate
from .conftest import join, member_of
from .pages import Browser, Page

pytestmark = pytest.mark.both_databases  # sums of SQL

POINTS = {"Anna": 25, "Bo": 15, "Cleo": 5}


@pytest.fixture
def visitor(plain: Browser) -> Browser:
    """A browser without htmx: nothing here is a form that htmx sends."""
    return plain


@pytest.fixture
def circle(visitor: Browser) -> str:
    """The address of a circle of Anna, Bo and Cleo with five games of which Anna has won four."""
    first = played(visitor, visitor.given_game("da-500", "Anna", "Bo", "Cleo"), "Anna")
    form = visitor.get(f"/circles/new?game={first.rsplit('/', 1)[1]}")
    address = visitor.send(form, "/circles/new", name="Sunday").location
    for number in range(4):
        again = visitor.send(visitor.get(address), "/again").location
        played(visitor, again, "Anna" if number else "Bo")
    return address


def played(visitor: Browser, game: str, winner: str) -> str:
    """Play a round that a winner ends, and end the game; of the others Cleo has the fewest points."""
    entries: Any = {name: {"points": 50 if name == winner else points} for name, points in POINTS.items()}
    visitor.given_round(game, winner, entries)
    visitor.send(visitor.get(game), "/end")
    return game


def figures(page: Page) -> dict[str, dict[str, str]]:
    """Return the first table of a page: cells by row and column."""
    table = page.root.all("table")[0]
    heads = [cell.text for cell in table.all("thead")[0].all("th")][1:]
    rows = table.all("tbody")[0].all("tr")
    return {
        row.all("bdi")[0].text: dict(zip(heads, (cell.text for cell in row.all("td")), strict=True)) for row in rows
    }


def test_everybodys_figures_and_those_of_one(visitor: Browser, circle: str) -> None:
    page = visitor.get(visitor.get(circle).root.all("a", href=f"{circle}/statistics")[0].attrs["href"])
    found = figures(page)
    assert list(found) == ["Anna", "Bo", "Cleo"]
    assert found["Anna"] | {"Games": "5", "Won": "4", "Average place": "1.2", "Gone out": "4"} == found["Anna"]
    assert found["Anna"]["Share won"].startswith("80%")
    person = next(link.attrs["href"] for link in page.root.all("a") if "/people/" in link.attrs["href"])
    shown = visitor.get(person)
    assert list(figures(shown)["Bo"].items()) == [
        *(("Games", "5"), ("Ahead", "4"), ("Behind", "1"), ("Won", "4"), ("Lost to them", "1"))
    ]
    assert "Favourite opponent" in shown.text
    assert visitor.get(f"{circle}/people").root.all("a", href=person.partition("?")[0])


THIS_YEAR = datetime.now().year
QUERIES = ("?span=evening", "?span=month&game=da-500", "?span=nonsense&game=nonsense", "?span=season&season=99")


@pytest.mark.parametrize("query", [*QUERIES, f"?year={THIS_YEAR}", "?span=year&year=0"])
def test_what_counts_is_chosen_by_links(visitor: Browser, circle: str, query: str) -> None:
    """All games are of today."""
    assert figures(visitor.get(f"{circle}/statistics{query}"))["Anna"]["Games"] == "5"


def test_every_year_with_games_and_every_season_can_be_chosen(app: Flask, visitor: Browser, circle: str) -> None:
    """A season counts the games of its evenings, and those of its game only."""
    for name, game in (("Autumn", ""), ("Chips", "is-rommi")):
        visitor.send(visitor.get(f"{circle}/seasons"), "/seasons", name=name, zone="UTC", game=game)
    age = timedelta(days=800)
    aged(app, circle, age)
    first = (datetime.now(UTC) - age).astimezone().year
    page = visitor.get(f"{circle}/statistics")
    links = {link.text: link.attrs["href"] for link in page.root.all(cls="spans")[0].all("a")}
    assert {str(first), "Autumn", "Chips"} <= links.keys()
    assert str(THIS_YEAR) not in links
    old = visitor.get(f"{circle}/statistics{links[str(first)]}")
    assert figures(old)["Anna"]["Games"] == "1"
    assert old.root.all(cls="spans")[0].all("a", **{"aria-current": "true"})[0].text == str(first)
    autumn = visitor.get(f"{circle}/statistics{links['Autumn']}")
    assert figures(autumn)["Anna"]["Games"] == "4"
    assert "No games yet." in visitor.get(f"{circle}/statistics{links['Chips']}").text
    answer = visitor.client.get(f"{circle}/statistics.json{links['Autumn']}").json
    assert (answer["span"], answer["year"], answer["games"]) == ("season", None, 4)
    assert links["Autumn"].endswith(f"season={answer['season']}")


def aged(app: Flask, circle: str, *ages: timedelta) -> None:
    """Make the first games of a circle so old, and count them so."""
    with app.app_context():
        known = {"circle": circle.rsplit("/", 1)[1]}
        found = db.session.scalars(text("SELECT id FROM game WHERE circle_id = :circle ORDER BY created_at, id"), known)
        for game, age in zip(found.all(), ages, strict=False):
            day = (datetime.now(UTC) - age).isoformat(sep=" ")
            db.session.execute(text("UPDATE revision SET at = :day WHERE game_id = :id"), {"day": day, "id": game})
        db.session.commit()
        tally_cache.rebuild()
        tally_cache._remembered.clear()


def test_points_are_only_those_of_one_game(visitor: Browser, circle: str) -> None:
    """As soon as the circle plays two."""
    assert "Average round" in figures(visitor.get(f"{circle}/statistics"))["Anna"]
    form = visitor.get(f"{circle}/play").fields("/play")
    form["variant"] = "cs-500"
    assert visitor.post(f"{circle}/play", form).location
    page = visitor.get(f"{circle}/statistics")
    assert "Average round" not in figures(page)["Anna"]
    one = next(link for link in page.root.all("a") if link.attrs["href"].endswith("game=da-500"))
    assert "Average round" in figures(visitor.get(f"{circle}/statistics{one.attrs['href']}"))["Anna"]


def test_the_files_have_the_same_figures(visitor: Browser, circle: str) -> None:
    answer = visitor.client.get(f"{circle}/statistics.json?span=year")
    anna = answer.json["people"][0]
    assert (answer.json["span"], answer.json["game"], answer.json["games"]) == ("year", "da-500", 5)
    assert (anna["name"], anna["won"], anna["share"], anna["share_low"]) == ("Anna", 4, 0.8, 0.3755)
    assert [each["ahead"] for each in anna["against"]] == [4, 5]
    rows = list(csv.DictReader(StringIO(visitor.client.get(f"{circle}/statistics.csv").text.lstrip("\ufeff"))))
    assert [(row["name"], row["games"], row["won"]) for row in rows] == [
        ("Anna", "5", "4"),
        ("Bo", "5", "1"),
        ("Cleo", "5", "0"),
    ]
    assert ";" in visitor.client.get(f"{circle}/statistics.csv?separator=semicolon").text


def test_rulings_are_won_and_lost_and_penalties_have_kinds(visitor: Browser, circle: str) -> None:
    """A voided round, and a revoked ruling, count nothing."""
    game = visitor.send(visitor.get(circle), "/again").location
    game_id = game.rsplit("/", 1)[1]
    counted: Any = {"plus": 50, "minus": 5, "failed_pile_pickups": 2, "peeks": 1}
    visitor.given_round(game, "Anna", {"Anna": {"plus": 50}, "Bo": counted, "Cleo": {"minus": 10}})
    with visitor.client.application.app_context():
        ruling = ask_in_game(game_id, lambda: {**CALL, "round": 1}, NOBODY).id
        decide_ruling(game_id, ruling, "accept", {}, NOBODY)
    page = visitor.get(f"{circle}/statistics")
    found = {
        name: [row[key] for key in ("Penalties", "Rulings won", "Rulings lost")] for name, row in figures(page).items()
    }
    assert found == {"Anna": ["0", "1", "0"], "Bo": ["4", "0", "1"], "Cleo": ["0", "0", "0"]}
    bo = visitor.client.get(f"{circle}/statistics.json").json["people"][1]
    kinds = {"da-500/failed_pile_pickups": 2, "da-500/peeks": 1, "da-500/false_calls": 1}
    assert (bo["name"], bo["penalties_by_kind"]) == ("Bo", kinds)
    shown = visitor.get(f"{circle}/people/{bo['id']}/statistics").text
    assert "Took the pile without a meld" in shown
    assert "A ruling that the table accepted is won" in shown
    with visitor.client.application.app_context():
        rounds.void_round(game_id, 1, received(NewChange, {}), NOBODY)
    assert "Rulings won" not in figures(visitor.get(f"{circle}/statistics"))["Anna"]


def test_two_people_head_to_head(visitor: Browser, circle: str) -> None:
    """With their last five games, of which one goes on."""
    going_on = visitor.send(visitor.get(circle), "/again").location
    visitor.given_round(going_on, "Bo", {"Anna": {"points": 5}, "Bo": {"points": 90}, "Cleo": {"points": 0}})
    one = next(link for link in visitor.get(f"{circle}/statistics").root.all("a") if link.text.strip() == "Anna")
    other = next(link for link in visitor.get(one.attrs["href"]).root.all("a") if "/with/" in link.attrs["href"])
    page = visitor.get(other.attrs["href"])
    assert "6 games together." in page.text
    anna, bo = figures(page).values()
    assert list(anna.items())[:3] == [("Ahead", "4"), ("Won", "4"), ("Average round", "38.3")]
    assert anna["In a row"] in "234"  # the games were played within a second
    assert list(bo.values()) == ["1", "1", "33.3", "1"]
    rows = page.root.all("table")[1].all("tbody")[0].all("tr")
    places = [[cell.text for cell in row.all("td")[:2]] for row in rows]
    assert len(places) == 5
    assert all(each in (["–", "–"], ["1", "2"], ["2", "1"]) for each in places)
    assert all(row.all("a")[0].attrs["href"].startswith("/games/") for row in rows)
    anna_id = one.attrs["href"].split("/")[-2]
    assert visitor.get(f"{circle}/people/{anna_id}/with/{anna_id}").status == 404
    assert visitor.get(f"{circle}/people/{anna_id}/with/99999").status == 404
    later = visitor.get(f"{circle}/people/{anna_id}/with/{other.attrs['href'].split('/')[-1].split('?')[0]}?year=2000")
    assert "No games together yet." in later.text


def test_pictures_show_how_it_grew_with_the_numbers_as_a_table(app: Flask, visitor: Browser, circle: str) -> None:
    """Below two steps there is none."""
    aged(app, circle, *(timedelta(minutes=10 - number) for number in range(5)))
    link = visitor.get(f"{circle}/statistics?span=month").root.all(id="over-time")[0].all("a")[0]
    page = visitor.get(link.attrs["href"])
    heads, *rows = page.root.all(id="over-time")[0].all("table")[0].all("tr")
    assert [cell.text for cell in heads.all("th")][1:] == ["Anna", "Bo"]
    assert [cell.text for cell in rows[-1].all("td")] == ["4", "1"]
    assert "At the end: Anna 4, Bo 1" in page.root.all(id="chart-desc")[0].text
    assert any("/chart." in link.attrs["href"] for link in page.root.all("link"))
    assert not visitor.get(f"{circle}/statistics/over-time?year=2000").root.all(id="chart")


def test_pictures_of_points_are_of_one_game(app: Flask, visitor: Browser, circle: str) -> None:
    """For everybody, for one person, whose only line has a figure for its label, and for two."""
    aged(app, circle, *(timedelta(minutes=10 - number) for number in range(5)))
    page = visitor.get(f"{circle}/statistics/over-time")
    rows = page.root.all("table")[1].all("tr")
    assert [cell.text for cell in rows[0].all("th")][1:] == ["Anna", "Bo", "Cleo"]
    assert [cell.text for cell in rows[-1].all("td")] == ["225", "110", "25"]
    assert page.root.all(id="picture-points")[0].text == "Points over time, Rommy (500)"
    ids = [each.attrs["id"] for each in page.root.all() if "id" in each.attrs]
    assert len(set(ids)) == len(ids)
    for name in ("Some have played", "different games"):
        assert name not in page.text
    people = {each["name"]: each["id"] for each in visitor.client.get(f"{circle}/statistics.json").json["people"]}
    one = visitor.get(f"{circle}/people/{people['Anna']}/statistics")
    assert "225" in [each.text for each in one.root.all(id="chart-points")[0].all("text")]
    assert one.root.all(id="picture")[0].text == "Share won over time in Rommy (500), in percent"
    pair = visitor.get(f"{circle}/people/{people['Anna']}/with/{people['Cleo']}")
    assert "At the end: Anna 225, Cleo 25" in pair.root.all(id="chart-desc-points")[0].text
    form = visitor.get(f"{circle}/play").fields("/play")
    form["variant"] = "it-scala40"
    game = visitor.post(f"{circle}/play", form).location
    visitor.given_round(game, "Anna", {"Anna": {"points": 0}, "Bo": {"points": 9}, "Cleo": {"points": 8}})
    assert "Points of different games are never added up." in visitor.get(f"{circle}/statistics/over-time").text
    limited = visitor.get(f"{circle}/statistics/over-time?game=it-scala40")
    assert "Whoever is out gets no more points, so the totals can’t be added up." in limited.text
    assert not limited.root.all(id="chart-points")


def test_what_somebody_did_most_often_is_told(visitor: Browser, circle: str) -> None:
    """On the page of the circle and on theirs."""
    game = visitor.send(visitor.get(circle), "/again").location
    counted: Any = {"plus": 50, "minus": 5, "peeks": 4}
    visitor.given_round(game, "Anna", {"Anna": {"plus": 50}, "Bo": counted, "Cleo": {"minus": 10, "peeks": 1}})
    page = visitor.get(f"{circle}/statistics")
    told = "Bo: “Looked into the pile”, 4 times"
    assert told in [each.text for each in page.root.all(cls="told")[0].all("li")]
    links = {link.text.strip(): link.attrs["href"] for link in page.root.all("a")}
    assert [each.text for each in visitor.get(links["Bo"]).root.all(cls="told")[0].all("li")] == [told]
    assert not visitor.get(links["Cleo"]).root.all(cls="told")


def test_only_the_circle_sees_them(app: Flask, visitor: Browser, circle: str) -> None:
    """Neither a stranger nor a viewer of one of its games; nobody who is no person of it."""
    game = visitor.get(circle).root.all("a", cls="card")[0].attrs["href"]
    assert join(app, game, Role.VIEWER).get(f"{circle}/statistics").status == 403
    member = member_of(app, circle, Role.VIEWER)
    assert member.get(f"{circle}/statistics").status == 200
    assert member.get(f"{circle}/people/999999/statistics").status == 404


def test_a_read_sum_loads_no_revision_and_a_change_counts_at_once(app: Flask, visitor: Browser, circle: str) -> None:
    """Who saves a round counts nothing."""
    visitor.get(f"{circle}/statistics")
    tally_cache._remembered.clear()
    asked = statements(app)
    visitor.get(f"{circle}/statistics")
    assert [each for each in asked if "tally_row" in each]
    assert not [each for each in asked if "FROM revision" in each]
    game = visitor.get(circle).root.all("a", cls="card")[0].attrs["href"]
    with app.app_context():
        before = db.session.execute(text("SELECT game_id, version FROM tally ORDER BY game_id")).all()
    visitor.send(visitor.get(game), "/undo")
    with app.app_context():
        assert db.session.execute(text("SELECT game_id, version FROM tally ORDER BY game_id")).all() == before
    won = [int(each["Won"]) for each in figures(visitor.get(f"{circle}/statistics")).values()]
    assert sum(won) == 4


def statements(app: Flask) -> list[str]:
    """Return a list that collects the statements of SQL from now on."""
    found: list[str] = []
    with app.app_context():
        event.listen(db.engine, "before_cursor_execute", lambda *arguments: found.append(arguments[2]))
    return found


CHANGES = st.lists(
    st.one_of(
        st.tuples(st.just("merge")),
        st.tuples(st.just("separate")),
        st.tuples(st.just("claim")),
        st.tuples(st.just("ruled"), st.integers(0, 1), st.sampled_from(["accept", "overrule", "revoke"])),
        st.tuples(st.just("delete"), st.integers(0, 1)),
        st.tuples(st.just("restore"), st.integers(0, 1)),
    ),
    max_size=4,
)


@settings(max_examples=15, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_what_is_kept_equals_what_is_counted_anew(app: Flask, data: st.DataObject) -> None:
    """After any changes of games and people, with a look at the statistics between them."""
    with app.app_context():
        device = new_secret()
        circle_id = circles.create_circle(device, {"name": "Sunday"})
        right = circle_by_device(circle_id, device)
        ids = [people.add_person(right, {"name": name}) for name in ("Anna", "Bo", "Anna K.")]
        body: Any = {"variant": "da-500", "house_rules": {"target": 150}}
        table = [
            creating.create_game_for(device, body | {"players": names}, after=right)
            for names in (["Anna", "Bo", "Cleo"], ["Anna K.", "Bo", "Dora"])
        ]
        for game_id in table:
            for operation in data.draw(OPERATIONS):
                if not gone(game_id):
                    operate(game_id, operation)
            looked(right)
            for change in data.draw(CHANGES):
                changed(right, table, ids, change)
        days = {"first": f"{date.today().year - 1}-01-01", "last": f"{date.today().year + 1}-01-01", "zone": "UTC"}
        add_season(right, {"name": "All", **days})
        kept = looked(right)
        tally_cache.rebuild()
        tally_cache._remembered.clear()
        assert looked(right) == kept


CALL: Any = {  # Bo is fined, and so is right about nothing; Anna is, if she sits there under that name
    "question": "rummy-call",
    "situation": {"discard": "6H", "table": [["3S", "4S", "5S"]], "discarder": "Anna", "callers": ["Bo"]},
    "claims": {"Bo": "legal", "Anna": "illegal"},
}


def gone(game_id: str) -> bool:
    """Whether a game is deleted."""
    return db.session.execute(text("SELECT deleted_at FROM game WHERE id = :id"), {"id": game_id}).scalar() is not None


def changed(right: Any, table: list[str], ids: list[int], change: tuple[Any, ...]) -> None:
    """Carry out a change of people or of whole games, if it is possible."""
    name, *values = change
    with suppress(Invalid, NoAccess, NotNow):
        match name:
            case "merge":
                people.merge(right, ids[2], ids[0])
            case "separate":
                people.separate(right, ids[2])
            case "claim":
                people.claim_guest(right, "Cleo", ids[2])
            case "ruled":
                game_id, way = table[values[0]], values[1]
                ruling = ask_in_game(game_id, lambda: CALL, NOBODY).id
                decide_ruling(game_id, ruling, "accept", {}, NOBODY)
                if way != "accept":
                    decide_ruling(game_id, ruling, way, {}, NOBODY)
            case "delete":
                deleting.delete_game(table[values[0]], received(NewChange, {}), NOBODY)
            case "restore":
                deleting.restore_game(table[values[0]], received(NewChange, {}), NOBODY)


def looked(right: Any) -> Any:
    """Return the statistics and how points grew, after those that may come from memory, which must be the same.

    What the database adds up is what the games of the circle add up to one by one.
    """
    now = datetime.now(UTC)
    quick = statistics_of(right, Period(), None, now, "all")
    tally_cache._remembered.clear()
    assert statistics_of(right, Period(), None, now, "all") == quick
    played = tally_cache.games_played(right.circle_id)
    one_by_one = sums_of(played)
    assert {person.id: sums for person, sums in quick.people} == one_by_one
    assert quick.games == len(played)
    series = series_of_wins(right, Period(), quick, now)
    won = {person.name: sums.won for person, sums in quick.people if sums.won}
    assert series is None or {curve.name: curve.totals[-1] for curve in series.data.curves} == won
    points = series_of_points(right, None, Period(), quick, now)
    if points and points.series:
        scored = {person.name: sums.points for person, sums in quick.people if sums.rounds}
        assert {curve.name: curve.totals[-1] for curve in points.series.data.curves} == scored
    for season in quick.seasons:
        of_season = statistics_of(right, Period(Span.SEASON, season=season.id), None, now, "all")
        in_it = [game for evening in evenings_of(season, played) for game in evening]
        assert {person.id: sums for person, sums in of_season.people} == sums_of(in_it)
    for person, sums in quick.people:
        for other, between in sums.against.items():
            pair = load_pair(right, (person.id, other), Period(), quick, now)
            assert (pair.ended, pair.one.ahead, pair.other.ahead) == (between.games, between.ahead, between.behind)
            assert (pair.one.won, pair.other.won) == (between.won, between.lost)
        one = statistics_of(right, Period(Span.MONTH), "da-500", now, person.id)
        assert [each.against for who, each in one.people if who == person] == [sums.against]
    return quick, points
