"""Both hands of a knock, counted on the referee's page."""

from scorekeeper.rules.variants import get_variant
from scorekeeper.web.referee.forms.read_back import situation_lines
from scorekeeper.web.referee.pages import PAGES, page_of

from .pages import Browser

KNOCKER, OTHER = "7h 8h 9h ks kd kc 2c 2d 2s as", "4h 5h 6h qs qd qc 9c 9d 8s ad"


def asked(browser: Browser, **fields: str) -> str:
    """Return the text of the page after asking."""
    page = browser.get(f"{browser.new_game('en-gin', 'Anna', 'Bo')}/referee/showdown")
    return browser.send(page, "/showdown", **fields).text


def test_both_hands_are_counted(visitor: Browser) -> None:
    """By the form, with htmx and without: what each has left, and what the round brings."""
    text = asked(visitor, **{"closer": "p0", "players-0": KNOCKER, "players-1": OTHER})
    assert "Anna has A♠ 1 left." in text
    assert "9♣ 9 + 9♦ 9 + 8♠ 8 + A♦ 1 = 27 left." in text
    assert "Anna gets the difference: 26." in text


def test_a_missing_hand_and_a_card_in_both_are_said_at_the_hand(visitor: Browser) -> None:
    text = asked(visitor, **{"closer": "p0", "players-0": KNOCKER})
    assert "Which cards?" in text
    text = asked(visitor, **{"closer": "p0", "players-0": KNOCKER, "players-1": OTHER.replace("ad", "as")})
    assert "There are more A♠ than the packs have (1)." in text


def test_only_games_with_a_knock_have_it(plain: Browser) -> None:
    game = plain.new_game("da-500", "Anna", "Bo")
    assert "Count both hands" not in plain.get(f"{game}/referee").text
    assert plain.get(f"{game}/referee/showdown").status == 404


def test_a_stored_question_has_both_hands(plain: Browser) -> None:
    """Told apart from a row of points by what was asked."""
    asked_with = {"closer": "Anna", "players": {"Anna": {"hand": ["7H"]}, "Bo": {"hand": ["KS", "2C"]}}}
    page = page_of("round-score", asked_with)
    assert page is PAGES["showdown"]
    assert page_of("round-score", {"entered": {"Anna": 1}}) is PAGES["row"]
    with plain.client.application.test_request_context():
        shown = [str(value) for _, value in situation_lines(page, get_variant("en-gin", {}), asked_with)]
    assert len(shown) == 2
    assert "Bo" in shown[1]
    assert "K" in shown[1]
