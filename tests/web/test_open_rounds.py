"""Everybody enters their own points: a scorer opens the round, closes it, checks it and saves it."""

from collections.abc import Callable

import pytest
from flask import Flask

from scorekeeper.services.access.access import Role, new_key
from scorekeeper.services.views.loading import load_game_version

from .conftest import join
from .pages import Browser, Page
from .phones import Phone

pytestmark = pytest.mark.both_databases  # locks

NAMES = ("Anna", "Bo", "Cleo")


@pytest.fixture
def game(visitor: Browser) -> str:
    """A Danish game of three, of the visitor."""
    return visitor.given_game("da-500", *NAMES)


@pytest.fixture
def phone(app: Flask, visitor: Browser, game: str) -> Callable[..., Browser]:
    """A function that returns another phone in the game, which has said whose it is."""

    def joined(seat: str, role: Role = Role.SCORER) -> Browser:
        other = join(app, game, role)
        other.htmx = visitor.htmx
        sit(other, game, seat)
        return other

    return joined


def open_for(visitor: Browser, game: str, **fields: str) -> Page:
    """Open the next round."""
    return visitor.follow(visitor.send(visitor.get(f"{game}/rounds/open"), "/rounds/open", **fields))


def sit(browser: Browser, game: str, seat: str) -> Page:
    """Say whose phone it is."""
    return browser.follow(browser.send(browser.get(f"{game}/rounds/open"), "/seat", seat=seat))


def enter(browser: Browser, game: str, **fields: str) -> Page:
    """Enter the points of this phone's player."""
    return browser.follow(browser.send(browser.get(f"{game}/rounds/open"), "/own", **fields))


def close(visitor: Browser, game: str) -> Page:
    """Close the round; return its form."""
    return visitor.get(visitor.send(visitor.get(f"{game}/rounds/open"), "/close").location)


def done(page: Page) -> list[str]:
    """Return who has entered their points, as the list shows it."""
    return [each.text for each in page.root.all(id="opened")[0].all("li", cls="done")]


def test_each_phone_enters_its_own_row_and_the_scorer_saves_the_round(
    visitor: Browser, game: str, phone: Callable[..., Browser]
) -> None:
    """Nobody sees another's points before it is closed; the scorer fills in who is missing."""
    assert "Round 1 is open." in open_for(visitor, game).text
    bo, cleo = phone("p1"), phone("p2")
    page = enter(bo, game, p1_points="40+35-10", who="p1")
    assert "Your points are in." in page.alerts
    assert page.fields("/own")["p1-points"] == "65"
    enter(cleo, game, p2_plus="40", p2_minus="15", p2_peeks="1")
    for page in (visitor.get(f"{game}/rounds/open"), visitor.get(game), cleo.get(f"{game}/rounds/open")):
        assert done(page) == ["Bo ✓ entered", "Cleo ✓ entered"]
        assert "65" not in page.text
        assert not page.root.all(value="65")
    assert enter(bo, game, p1_points="60", who="p1").fields("/own")["p1-points"] == "60"  # changed
    form = close(visitor, game)
    fields = form.fields("/rounds")
    assert (fields["who"], fields["p1-points"]) == ("p1", "60")
    assert (fields["p0-points"], fields["p2-plus"], fields["p2-minus"], fields["p2-peeks"]) == ("", "40", "15", "1")
    assert "Round 1 is being checked." in bo.get(game).text
    saved = visitor.follow(visitor.send(form, "/rounds", p0_points="35"))
    assert "Round 1 saved." in saved.alerts
    assert not saved.root.all(cls="done")
    assert visitor.get(f"{game}/rounds/new").status == 200


def test_enter_round_leads_on_while_the_round_is_open(
    visitor: Browser, game: str, phone: Callable[..., Browser]
) -> None:
    """To its page; after closing to the form with what was entered; if nothing was, to the empty form."""
    open_for(visitor, game)
    bo = phone("p1")
    assert visitor.get(f"{game}/rounds/new").location == f"{game}/rounds/open"
    assert visitor.client.get(f"{game}/rounds/form").headers["HX-Redirect"] == f"{game}/rounds/open"
    assert visitor.get(f"{game}/rounds/filled?opened=1").location == f"{game}/rounds/new"  # no look before it is closed
    assert "/rounds" in close(visitor, game).form("/rounds").attrs["action"]
    assert "Round 1 is open." in open_for(visitor, game).text
    enter(bo, game, p1_points="25")
    close(visitor, game)
    assert visitor.get(f"{game}/rounds/new").location == f"{game}/rounds/filled?opened=1"
    assert done(open_for(visitor, game)) == ["Bo ✓ entered"]  # open again, with what was entered


def test_points_that_come_after_closing_are_refused_and_shown(
    visitor: Browser, game: str, phone: Callable[..., Browser]
) -> None:
    """The phone says what was typed; the scorer's form is not touched."""
    open_for(visitor, game)
    bo, cleo = phone("p1"), phone("p2")
    enter(cleo, game, p2_points="5")
    page = bo.get(f"{game}/rounds/open")
    form = close(visitor, game)
    late = bo.send(page, "/own", p1_points="25")
    assert late.status == 409
    assert "Round 1 is closed, and your points weren’t saved. Tell a scorer." in late.alerts
    assert "You have typed: 25" in late.alerts
    visitor.follow(visitor.send(form, "/rounds", who="p0", p0_points="10", p1_points="20"))
    assert bo.send(page, "/own", p1_points="25").status == 409
    assert [each.text for each in visitor.get(game).root.all(id="totals")[0].all("b")] == ["20", "10", "5"]


@pytest.mark.parametrize("invited", [False, True])
def test_viewers_enter_their_points_only_if_the_scorer_says_so(
    app: Flask, visitor: Browser, game: str, phone: Callable[..., Browser], invited: bool
) -> None:
    """Else they see who is done; never may they open or close a round."""
    open_for(visitor, game, **({"viewers": "1"} if invited else {}))
    viewer = join(app, game, Role.VIEWER)
    viewer.htmx = visitor.htmx
    page = viewer.get(f"{game}/rounds/open")
    assert bool(page.root.all(value="p1")) is invited
    data = {"csrf_token": viewer.get("/join").fields("/join")["csrf_token"], "meant": "1", "seat": "p1"}
    assert viewer.post(f"{game}/rounds/open/seat", data).status in ((200, 303) if invited else (403,))
    answer = viewer.post(f"{game}/rounds/open/own", {**data, "p1-points": "25"})
    assert answer.status in ((200, 303) if invited else (403,))
    assert done(visitor.get(game)) == (["Bo ✓ entered"] if invited else [])
    for action in ("", "/close"):
        assert viewer.post(f"{game}/rounds/open{action}", data).status == 403


def test_no_phone_writes_over_what_another_has_entered(
    visitor: Browser, game: str, phone: Callable[..., Browser]
) -> None:
    """It is told, and the other's points are not shown to it."""
    open_for(visitor, game)
    bo, other = phone("p1"), phone("p1")
    page = other.get(f"{game}/rounds/open")
    enter(bo, game, p1_points="135")
    answer = other.send(page, "/own", p1_points="95")
    assert answer.status == 409
    assert "Bo: another phone has entered these points." in answer.alerts
    assert "135" not in answer.text
    assert close(visitor, game).fields("/rounds")["p1-points"] == "135"


def test_a_round_typed_elsewhere_takes_up_what_players_have_entered(
    app: Flask, visitor: Browser, game: str, phone: Callable[..., Browser]
) -> None:
    """A form that was open before is refused once: empty rows are filled in, others are shown side by side."""
    typed = visitor.get(f"{game}/rounds/new")
    open_for(visitor, game)
    bo, cleo = phone("p1"), phone("p2")
    enter(bo, game, p1_points="25")
    enter(cleo, game, p2_points="5")
    told = visitor.send(typed, "/rounds", who="p0", p0_points="50", p1_points="30")
    assert told.status == 422  # Cleo is missing: as in any round
    told = visitor.send(typed, "/rounds", who="p0", p0_points="50", p1_points="30", p2_points="5")
    assert told.status == 409
    assert "Players have entered their own points for this round." in told.alerts
    assert [each.text for each in told.root.all("tbody")[0].all("tr")] == ["Bo2530"]
    assert "Round 1 saved." in visitor.follow(visitor.send(told, "/rounds")).alerts


def test_a_program_is_told_of_what_players_have_entered(
    app: Flask, visitor: Browser, game: str, phone: Callable[..., Browser]
) -> None:
    """409 until it says which state it has seen; a round without such entries needs nothing."""
    open_for(visitor, game)
    enter(phone("p1"), game, p1_points="25")
    with app.app_context():
        headers = {"Authorization": f"Bearer {new_key(game.rsplit('/', 1)[1], Role.SCORER)}"}
        number = load_game_version(game.rsplit("/", 1)[1]).opened
    body = {"closer": "Anna", "entries": {name: {"points": 5} for name in NAMES}}
    answer = visitor.client.post(f"/api/v1{game}/rounds", json=body, headers=headers)
    assert answer.status_code == 409
    assert f"“opened” with {number}" in answer.json["detail"]
    assert (
        visitor.client.post(f"/api/v1{game}/rounds", json={**body, "opened": number}, headers=headers).status_code
        == 201
    )
    assert visitor.client.post(f"/api/v1{game}/rounds", json=body, headers=headers).status_code == 201


def test_whoever_went_out_may_have_nothing_to_enter(app: Flask, visitor: Browser) -> None:
    """Where the closer's points are the others' cards; anybody else is asked for points at the field."""
    game = visitor.given_game("nb-rummy", "Anna", "Bo")
    open_for(visitor, game)
    sit(visitor, game, "p0")
    page = visitor.send(visitor.get(f"{game}/rounds/open"), "/own")
    assert page.status == 422
    assert page.at("p0-minus") == "Enter your points."
    assert done(enter(visitor, game, who="p0")) == ["Anna ✓ entered"]
    form = close(visitor, game)
    assert (form.fields("/rounds")["who"], form.fields("/rounds")["p0-minus"]) == ("p0", "")


def test_what_was_entered_waits_while_an_earlier_round_is_undone(
    visitor: Browser, game: str, phone: Callable[..., Browser]
) -> None:
    """It is no part of another round, and there again with its own."""
    visitor.given_round(game, "Anna", {name: {"points": 5} for name in NAMES})
    open_for(visitor, game)
    enter(phone("p1"), game, p1_points="25")
    visitor.send(visitor.get(game), "/undo")
    assert not visitor.get(game).root.all(cls="done")
    assert visitor.get(f"{game}/rounds/new").status == 200
    assert "Points for round 2 are waiting." in open_for(visitor, game).alerts
    visitor.send(visitor.get(game), "/redo")
    assert done(visitor.get(game)) == ["Bo ✓ entered"]


def test_phones_are_told_of_each_change(
    app: Flask, visitor: Browser, game: str, phone: Callable[..., Browser], listen: Callable[..., Phone]
) -> None:
    """By the stream, and by another ETag of the board; a game without open rounds has neither number."""
    game_id = game.rsplit("/", 1)[1]
    listener = listen(visitor)
    assert b"opened" not in listener.hear(b"data: ")
    tags = {visitor.client.get(f"{game}/board").headers["ETag"]}
    open_for(visitor, game)
    listener.hear(b'"opened":1}')
    tags.add(visitor.client.get(f"{game}/board").headers["ETag"])
    enter(phone("p1"), game, p1_points="25")
    listener.hear(b'"opened":2}')
    tags.add(visitor.client.get(f"{game}/board").headers["ETag"])
    assert len(tags) == 3
    with app.app_context():
        assert load_game_version(game_id).opened == 2
