"""The first page."""

from .pages import Browser


def test_a_first_visitor_reads_what_this_is_and_finds_new_game(plain: Browser) -> None:
    """Without any game there is a sentence about the app and the way to begin one."""
    page = plain.get("/")
    assert page.status == 200
    assert "enter each round" in page.text
    assert page.root.all("a", href="/games/new")[0].text == "New game"


def test_looking_gives_no_device_cookie_and_making_a_game_does(plain: Browser) -> None:
    """The device's cookie is set by a POST only."""
    plain.get("/")
    plain.get("/games/new/da-500")
    assert plain.client.get_cookie("device") is None
    plain.new_game("da-500", "Anna", "Bo")
    assert plain.client.get_cookie("device") is not None


def test_the_games_of_the_device_stand_there_with_who_leads(plain: Browser, stranger: Browser) -> None:
    """Players, number of rounds and the leader are told; games of other devices are not."""
    game = plain.new_game("da-500", "Anna", "Bo", name="Friday")
    plain.enter(game, "p0", p0_points="35", p1_points="−10")
    card = plain.get("/").root.all("a", href=game)[0].text
    assert "Friday" in card
    assert "Ahead: Anna, 35" in card
    assert "Anna, Bo" in card
    assert "one round" in card
    assert len(plain.get("/").root.all("a", cls="card")) == 1


def test_the_latest_changed_game_comes_first(plain: Browser) -> None:
    """A round brings its game to the top, once its second is a later one."""
    first, second = plain.new_game("da-500", "Anna", "Bo"), plain.new_game("cs-500", "Cleo", "Dan")
    assert {card.attrs["href"] for card in plain.get("/").root.all("a", cls="card")} == {first, second}


def test_a_won_game_names_the_winner(plain: Browser) -> None:
    """An ended game says who has won, in words."""
    game = plain.new_game("da-500", "Anna", "Bo", **{"rule-target": "30", "rules": "1"})
    plain.enter(game, "p0", p0_points="35", p1_points="−10")
    assert "Won: Anna" in plain.get("/").text
