"""The page about an irregularity, in a game whose rules say what an umpire does about it."""

from .pages import Browser


def test_the_page_says_what_is_done_about_an_irregularity(visitor: Browser) -> None:
    """Other games have no such page."""
    game = visitor.given_game("it-scala40", "Ida", "Ole", "Eva")
    form = visitor.get(f"{game}/referee/irregularity")
    typed = {"what": "misplaced_card", "cards": "8h", "table": "4h 5h 6h", "own_turn": "1"}
    told = visitor.send(form, "/irregularity", **typed)
    assert "Back into the hand: 8♥" in told.text
    assert "Discard in the player’s next turn: 8♥." in told.text
    late = visitor.send(form, "/irregularity", what="wrong_count", count="14", noticed="later")
    assert "With too many cards, the player goes out with a discard." in late.text
    other = visitor.given_game("de-romme", "Ida", "Ole")
    assert visitor.client.get(f"{other}/referee/irregularity").status_code == 404
