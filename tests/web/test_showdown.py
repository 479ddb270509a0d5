"""A round of two compared hands, entered by its form, and what the board says of them."""

from ..sheets import pdf
from .pages import Browser


def test_a_knock_is_entered_by_the_form_and_the_board_tells_who_won_how_many_rounds(visitor: Browser) -> None:
    game = visitor.given_game("en-gin", "Ann", "Bob")
    form = visitor.get(f"{game}/rounds/new")
    assert "Who knocked?" in form.text
    visitor.send(form, "/rounds", who="p0", p0_minus="4", p1_minus="30")
    board = visitor.get(game).text
    assert "Rounds won: Ann 1, Bob 0." in board
    assert "knocked. Tap a round’s number" in board
    assert "Ann knocked." in visitor.get(f"{game}/rounds/1").text
    visitor.send(visitor.get(f"{game}/rounds/new"), "/rounds", who="stock_empty")
    visitor.send(visitor.get(f"{game}/rounds/new"), "/rounds", who="p0", way="big_gin", p0_minus="0", p1_minus="60")
    text = visitor.get(game).text
    assert "Ann wins." in text
    assert f"With all bonuses: Ann {2 * 117 + 100 + 2 * 25}, Bob 0." in text
    edited = visitor.get(f"{game}/rounds/3/edit")
    assert edited.fields("/edit")["way"] == "big_gin"


def test_the_sheet_says_once_what_each_bonus_brings(plain: Browser) -> None:
    game = plain.given_game("en-gin", "Ann", "Bob", target=50)
    plain.given_round(game, "Ann", {"Ann": {"minus": 0}, "Bob": {"minus": 30}})
    words = pdf.read(plain.client.get(f"{game}/sheet.pdf").data, scale=0.5).text
    assert words.count("With all bonuses: Ann 235, Bob 0.") == 1
    assert words.count("bonuses") == 1
    assert "{" not in words


def test_all_bonuses_are_said_also_where_two_share_the_win(plain: Browser) -> None:
    game = plain.given_game("en-gin", "Ann", "Bob", target=10, game_bonus=0, box_bonus=0, winner_by="final")
    plain.given_round(game, "Ann", {"Ann": {"minus": 1}, "Bob": {"minus": 9}})
    assert "bonuses" not in plain.get(game).text
    plain.given_round(game, "Bob", {"Ann": {"minus": 9}, "Bob": {"minus": 1}})
    plain.send(plain.get(game), "/end")
    assert "With all bonuses: Ann 8, Bob 8." in plain.get(game).text


def test_going_out_is_asked_as_a_knock_and_never_as_laying_the_whole_hand(plain: Browser) -> None:
    game = plain.given_game("en-gin", "Ann", "Bob")
    assert "Could it have gone out?" not in plain.get(f"{game}/referee").text
    menu = plain.get(f"{game}/referee").text
    assert "May I knock?" in menu
    assert "Moving a card" not in menu, "no meld lies there before the knock"
    page = plain.get(f"{game}/referee/go-out")
    assert "before this turn" not in page.text
    told = plain.send(page, "/go-out", hand_after="3s 4s 5s 7h 7d 7c 9c 10c jc 2d kd")
    assert "Discard the K♦, and knock with 2" in told.text
    kept = plain.send(page, "/go-out", hand_after="3s 4s 5s 7h 7d 7c 9c 10c jc 2d kd", called="1", stock="2")
    assert "so the round is void" in kept.text


def test_the_form_asks_for_the_first_upcard_where_it_counts(visitor: Browser) -> None:
    assert 'name="upcard"' not in visitor.client.get(f"{visitor.given_game('en-gin', 'Ann', 'Bob')}/rounds/new").text
    game = visitor.given_game("en-gin", "Ann", "Bob", oklahoma=True, oklahoma_spade_doubles=True, big_gin_bonus=None)
    form = visitor.get(f"{game}/rounds/new")
    assert "Big gin" not in form.text
    wrong = visitor.send(form, "/rounds", who="p0", upcard="9x", p0_minus="4", p1_minus="30")
    assert wrong.status == 422
    visitor.send(wrong, "/rounds", upcard="9s")
    assert "doubled by the upcard 26" in visitor.get(f"{game}/rounds/1").text
    assert visitor.get(f"{game}/rounds/1/edit").fields("/edit")["upcard"] == "9♠"
