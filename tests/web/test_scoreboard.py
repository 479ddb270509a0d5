"""The scoreboard: the standing, undo, redo, the end."""

import pytest
from flask import Flask

from scorekeeper.services.access.access import Role
from scorekeeper.web.board.names import shortened

from .conftest import join
from .pages import Browser, Page


@pytest.fixture
def game(visitor: Browser) -> str:
    """A Danish game of two with a round: Anna 35, Bo −10."""
    address = visitor.new_game("da-500", "Anna", "Bo", name="Friday")
    visitor.enter(address, "p0", p0_points="35", p1_points="−10")
    return address


def _row(page: Page, number: int) -> str:
    return page.root.all("tbody")[0].all("tr")[-number].text


def test_it_tells_totals_leader_distance_and_the_next_deal(visitor: Browser, game: str) -> None:
    """Totals, leader, distance to the target, dealer and number of cards."""
    page = visitor.get(game)
    assert page.root.all("h1")[0].text == "Friday"
    assert "1. Anna leads 35" in page.text
    assert "2. Bo 510 to go −10" in page.text
    assert "Bo deals · 7 cards each · one pack · 3 jokers" in page.text
    assert "The game is played to 500." in page.text
    assert "The player on the dealer’s left begins" in page.text


def test_the_latest_round_is_the_first_row_and_the_closer_is_marked_in_words_too(visitor: Browser, game: str) -> None:
    """Colour is not the only mark."""
    visitor.enter(game, "p1", p0_points="5", p1_points="20")
    page = visitor.get(game)
    assert [row.all("a")[0].text for row in page.root.all("tbody")[0].all("tr")] == ["2", "1"]
    assert _row(page, 1) == "1♠ went out35−10"
    assert _row(page, 2) == "25♠ went out20"


def test_undo_and_redo_go_back_and_forth(visitor: Browser, game: str) -> None:
    """Each shows a message."""
    page = visitor.follow(visitor.send(visitor.get(game), "/undo"))
    assert "Undone: the last change of round 1." in page.alerts
    assert "Round 1 is next." in visitor.get(game).text
    page = visitor.follow(visitor.send(visitor.get(game), "/redo"))
    assert "Redone: the change of round 1." in page.alerts
    assert "Anna leads 35" in visitor.get(game).text


def test_undo_twice_from_one_page_undoes_once(visitor: Browser, game: str) -> None:
    """As by a double tap."""
    visitor.enter(game, "p1", p0_points="5", p1_points="20")
    page = visitor.get(game)
    visitor.send(page, "/undo")
    visitor.send(page, "/undo")
    assert "Round 2 is next." in visitor.get(game).text


def test_undo_from_an_old_page_shows_the_game_as_it_is(visitor: Browser, game: str) -> None:
    """A change of another scorer is not undone unseen."""
    page = visitor.get(game)
    visitor.enter(game, "p1", p0_points="5", p1_points="20")
    answer = visitor.send(page, "/undo")
    assert answer.status == 409
    assert "The game has changed in the meantime." in answer.alerts
    assert "Round 3 is next." in visitor.get(game).text


def test_nothing_to_undo_or_redo_is_told(visitor: Browser) -> None:
    """The buttons are disabled; a forged form gets a message."""
    game = visitor.given_game("da-500", "Anna", "Bo")
    page = visitor.get(game)
    for action, sentence in (("/undo", "There is nothing to undo."), ("/redo", "There is nothing to redo.")):
        assert "disabled" in page.form(action).all("button")[0].attrs
        answer = visitor.send(page, action)
        assert answer.status == 409
        assert sentence in answer.alerts


def test_the_table_can_end_the_game_and_take_that_back(visitor: Browser, game: str) -> None:
    """After a confirmation; the leader wins; undo reopens the game."""
    page = visitor.get(game)
    assert page.form("/end").all("button")[0].text == "Yes, end it now"
    answer = visitor.follow(visitor.send(page, "/end"))
    assert "The game is over." in answer.alerts
    page = visitor.get(game)
    assert "Anna wins." in page.text
    assert "The table ended the game here." in page.text
    assert not page.root.all("form", action=f"{game}/end")
    assert "Undone: the game goes on." in visitor.follow(visitor.send(page, "/undo")).alerts
    assert "Round 2 is next." in visitor.get(game).text
    assert "Redone: the game is over." in visitor.follow(visitor.send(visitor.get(game), "/redo")).alerts


def test_a_game_without_rounds_has_nothing_to_end(visitor: Browser) -> None:
    """There is no button; a forged form gets a message."""
    game = visitor.given_game("da-500", "Anna", "Bo")
    page = visitor.get(game)
    assert not page.root.all("form", action=f"{game}/end")
    answer = visitor.post(f"{game}/end", page.fields("/undo"))
    assert answer.status == 409
    assert "nothing to end" in answer.alerts


def test_two_past_the_target_are_told_to_deal_again(visitor: Browser) -> None:
    """The Czech game goes on while several are past the target."""
    game = visitor.new_game("cs-500", "Anna", "Bo", rules="1", **{"rule-target": "50"})
    visitor.enter(game, "p0", p0_points="60", p1_points="70")
    page = visitor.get(game)
    assert "Deal again. Anna and Bo are both past 50: one more round." in page.text
    visitor.enter(game, "p0", p0_points="10", p1_points="-40")
    assert "Anna wins." in visitor.get(game).text


def test_equals_share_the_win(visitor: Browser) -> None:
    """Both names are shown."""
    game = visitor.new_game("nb-rummy", "Anna", "Bo", rules="1", **{"rule-agreed_rounds": "2"})
    visitor.enter(game, "p0", p1_minus="20")
    visitor.enter(game, "p1", p0_minus="20")
    page = visitor.get(game)
    assert "Anna and Bo share the win." in page.text
    assert page.text.count("shares the win") == 2
    assert "The game lasts 2 rounds." in page.text


def test_there_is_no_game_at_a_mistyped_address(plain: Browser) -> None:
    """The response equals that for a game without access."""
    assert plain.get("/games/0123456789abcdef").status == 403


def test_a_message_is_told_once_and_never_piles_up(plain: Browser) -> None:
    """The cookie has at most one message, the last."""
    game = plain.given_game("da-500", "Anna", "Bo")
    sizes = []
    for _ in range(5):
        plain.enter(game, "p0", p0_points="5", p1_points="0")
        cookie = plain.client.get_cookie("session")
        assert cookie
        sizes.append(len(cookie.value))
    assert max(sizes) - min(sizes) < 10
    assert "Round 5 saved." in plain.get(game).alerts
    assert not plain.get(game).alerts


def test_after_saving_a_card_tells_who_gained_what_leads_and_deals(visitor: Browser, game: str) -> None:
    """The notice has the page's only undo button, and is gone after a reload."""
    page = visitor.follow(visitor.enter(game, "p1", p0_points="5", p1_points="100"))
    for told in ("Round 2 saved.", "Anna +5 Bo +100", "Bo is now in the lead.", "Anna deals next."):
        assert told in page.alerts
    card = page.root.all(cls="change")[0]
    assert card.all("form", action=f"{game}/undo")
    page = visitor.follow(visitor.send(page, "/undo"))
    assert "Undone: the last change of round 2. Anna −5 Bo −100 Anna is now in the lead. Bo deals next." in page.alerts
    assert not visitor.get(game).alerts


def test_a_correction_tells_what_it_changed(visitor: Browser, game: str) -> None:
    """The differences of those whose points changed; voiding removes all points."""
    form = visitor.get(f"{game}/rounds/1/edit")
    page = visitor.follow(visitor.send(form, "/edit", p1_points="0"))
    assert "Round 1 corrected. Bo +10 Bo deals next." in page.alerts
    page = visitor.follow(visitor.send(visitor.get(f"{game}/rounds/1"), "/void"))
    assert "Round 1 is void. Anna −35" in page.alerts


def test_the_card_is_not_shown_of_another_change(plain: Browser) -> None:
    """After another scorer's change the message stays, without its totals."""
    game = plain.given_game("da-500", "Anna", "Bo")
    plain.enter(game, "p0", p0_points="35", p1_points="0")
    with plain.client.session_transaction() as session:
        session["saved"] = [99, False]
    page = plain.get(game)
    assert "Round 1 saved." in page.alerts
    assert not page.root.all(cls="change")


def test_undo_across_the_end_says_that_the_game_goes_on(visitor: Browser) -> None:
    """Redo ends it again."""
    game = visitor.new_game("da-500", "Anna", "Bo", rules="1", **{"rule-target": "50"})
    visitor.enter(game, "p0", p0_points="60", p1_points="5")
    page = visitor.get(game)
    assert "Anna wins." in page.text
    assert page.root.all("a", href="#rounds")[0].text == "Not over? Correct a round"
    page = visitor.follow(visitor.send(page, "/undo"))
    assert "The game goes on." in page.alerts
    assert "Round 1 is next." in page.text
    page = visitor.follow(visitor.send(page, "/redo"))
    assert "The game goes on." not in page.alerts
    assert "Anna wins." in page.text


def test_the_table_of_rounds_has_a_row_of_totals_and_of_what_was_before(visitor: Browser) -> None:
    """Starting points are the bottom row, totals come below all."""
    game = visitor.given_game("da-500", "Anna", "Bo")
    visitor.enter(game, "p0", p0_points="35", p1_points="-10")
    page = visitor.get(game)
    assert page.root.all("tfoot")[0].text == "Total35−10"
    assert not page.root.all(cls="begun")


def test_long_names_are_cut_to_different_forms_and_told_in_full() -> None:
    """To the shortest different forms; short names stay whole."""
    several = ["Anna", "Maximiliana West", "Maximiliana Ost", "Evangeline", "Maximiliana Best"]
    short = shortened(several)
    assert short["Anna"] == "Anna"
    assert short["Evangeline"] == "Evangeli…"
    assert short["Maximiliana Ost"] == "Maxi… Ost"
    assert len(set(short.values())) == 5
    assert all(len(form) <= 9 for form in short.values())


def test_chips_are_balances(visitor: Browser) -> None:
    """They have a sign, and are called chips, also at the end."""
    game = visitor.new_game("is-rommi", "Anna", "Bo", rules="1", **{"rule-settlement": "chips", "rule-target": "500"})
    visitor.enter(game, "p0", p1_minus="20")
    page = visitor.get(game)
    assert "Balances, in chips" in page.text
    assert "Anna leads +20" in page.text
    visitor.send(page, "/end")
    page = visitor.get(game)
    assert "Final balances, in chips" in page.text
    assert page.root.all("ul", cls="payments")[0].text == "Bo pays Anna 20 chips."


def test_a_viewer_sees_all_and_no_button(app: Flask, plain: Browser) -> None:
    """Totals, rounds, the winner."""
    game = plain.new_game("da-500", "Anna", "Bo", rules="1", **{"rule-target": "50"})
    plain.enter(game, "p0", p0_points="30", p1_points="5")
    plain.enter(game, "p0", p0_points="30", p1_points="5")
    page = join(app, game, Role.VIEWER).get(game)
    assert "Anna wins." in page.text
    assert page.root.all("svg")
    assert not page.root.all("form")
    assert not page.root.all("a", href="#rounds")


def test_each_total_stands_beside_what_the_change_or_the_last_round_added(visitor: Browser, game: str) -> None:
    """After a save, an undo and a correction what they changed; else the last round that counts."""

    def gains(page: Page) -> list[str]:
        return [gain.text for gain in page.root.all("span", cls="gain")]

    page = visitor.follow(visitor.enter(game, "p1", p0_points="5", p1_points="100"))
    assert page.root.all("ol", cls="gained")
    assert gains(page) == ["+100", "+5"]
    page = visitor.get(game)
    assert not page.root.all("ol", cls="gained")
    assert gains(page) == ["+100", "+5"]
    assert gains(visitor.follow(visitor.send(page, "/undo"))) == ["−5", "−100"]
    assert gains(visitor.get(game)) == ["+35", "−10"]
    form = visitor.get(f"{game}/rounds/1/edit")
    assert gains(visitor.follow(visitor.send(form, "/edit", p1_points="0"))) == ["+10"]
    assert gains(visitor.follow(visitor.send(visitor.get(f"{game}/rounds/1"), "/void"))) == ["−35"]
    assert gains(visitor.get(game)) == []


def test_the_end_names_margin_and_the_round_that_decided_it(visitor: Browser) -> None:
    """Above the placings; the chart comes before the rounds; a shared win has no margin."""
    game = visitor.given_game("da-500", "Anna", "Bo", "Cleo", target=100)
    for anna, bo in ((10, 50), (60, 5), (40, 20)):
        visitor.given_round(game, "Anna", {"Anna": {"points": anna}, "Bo": {"points": bo}, "Cleo": {"points": 0}})
    page = visitor.get(game)
    told = "Anna wins. By 35 points, ahead of Bo. Round 2 decided it: in the lead since then. Placings"
    assert told in page.text.replace("♠♥♦♣♥♠♣♦ ", "")
    assert page.text.index("How the totals went") < page.text.index("went out")
    assert "Rematch" in page.text
    level = visitor.given_game("da-500", "Anna", "Bo", target=50)
    visitor.given_round(level, "Anna", {"Anna": {"points": 50}, "Bo": {"points": 50}})
    assert "ahead of" not in visitor.get(level).text


@pytest.mark.parametrize(
    ("scores", "sentence"),
    [
        (((60, 5),), "One round decided it."),
        (((10, 5), (50, 45)), "In the lead since the first round."),
        (((10, 40), (50, 10)), "The last round decided it."),
    ],
)
def test_which_round_decided_it(visitor: Browser, scores: tuple[tuple[int, int], ...], sentence: str) -> None:
    game = visitor.given_game("da-500", "Anna", "Bo", target=50)
    for anna, bo in scores:
        visitor.given_round(game, "Anna", {"Anna": {"points": anna}, "Bo": {"points": bo}})
    assert sentence in visitor.get(game).text


def test_chips_are_settled_on_the_board(visitor: Browser) -> None:
    """While the game goes on folded, with the fewest payments."""
    game = visitor.given_game("is-rommi", "Anna", "Bo", "Cleo", settlement="chips")
    assert not visitor.get(game).root.all("ul", cls="payments")
    visitor.given_round(game, "Anna", {"Anna": {"points": 30}, "Bo": {"points": -20}, "Cleo": {"points": -10}})
    fold = next(each for each in visitor.get(game).root.all("details") if each.all("ul", cls="payments"))
    assert fold.text == "Who would pay whom now Bo pays Anna 20 chips.Cleo pays Anna 10 chips."


def test_a_game_without_end_says_so_beside_the_button_that_ends_it(visitor: Browser) -> None:
    """Above the rounds; a game with a target has the button below them."""
    for variant, above in (("de-romme", True), ("da-500", False)):
        game = visitor.given_game(variant, "Anna", "Bo")
        visitor.given_round(game, "Anna", {"Anna": {"points": 0}, "Bo": {"points": -20}})
        page = visitor.get(game)
        assert ("No fixed end – finish whenever you like. End the game" in page.text) == above
        assert (page.text.index("Yes, end it now") < page.text.index("Rounds")) == above


def test_a_game_that_most_rounds_win_shows_the_rounds_won_first(visitor: Browser) -> None:
    """The board ranks by them; the small numbers stand beside the totals."""
    game = visitor.new_game("rummikub", "Anna", "Bo", rules="1", **{"rule-winner_by": "rounds_won"})
    visitor.enter(game, "p0", p1_minus="5")
    visitor.enter(game, "p0", p1_minus="5")
    visitor.enter(game, "p1", p0_minus="40")
    page = visitor.get(game)
    assert "Rounds won" in page.text
    assert "Whoever has won most rounds wins." in page.text
    first, second = (item.text for item in page.root.all("ol", cls="totals")[0].all("li"))
    assert "Anna" in first
    assert "−30" in first
    assert "Bo" in second
    checked = visitor.send(visitor.get(f"{game}/referee/game-end"), "/game-end")
    assert "Anna has won 2 rounds" in checked.text
