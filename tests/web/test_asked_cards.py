"""A verdict shows the cards that it is about, as they lie: on its page, in the list of rulings and on paper."""

import pytest
from flask import Flask

from scorekeeper.services.referee.rulings import load_rulings
from scorekeeper.web.sheets.sheet_words import ruling_text

from .pages import Browser, Page

CASES = [
    ("da-500", "meld", {"cards": "2h ah kh"}, "K♥ A♥ 2♥"),
    ("da-500", "meld", {"cards": "8h 5h 6h"}, "5♥ 6♥ gap 8♥"),
    ("da-500", "meld", {"cards": "7h 8h jk=9h"}, "7♥ 8♥ Joker = 9♥"),
    ("da-500", "hand-value", {"cards": "jk kd as"}, "A♠ K♦ Joker"),
    ("de-romme", "opening", {"melds": "qh 10h jh\n4d 4s 4h"}, "10♥ J♥ Q♥ 4♠ 4♥ 4♦"),
    ("da-500", "lay-off", {"table": "ks kd kc\n7h 6h 5h", "cards": "8h"}, "5♥ 6♥ 7♥ + 8♥"),
    ("cs-500", "lay-off", {"table": "10d jd qd\nkc ks kh", "cards": "kd"}, "10♦ J♦ Q♦ K♠ K♥ K♣ + K♦"),
    ("da-500", "joker-swap", {"meld": "5d jk=4d 3d", "offered": "4d"}, "3♦ Joker = 4♦ 5♦ + 4♦"),
    ("da-500", "rummy-call", {"discard": "6s", "table": "5s 3s 4s", "discarder": "p2", "callers": "p1"}, "6♠ 3♠ 4♠ 5♠"),
    ("de-romme", "go-out", {"laid_new_melds": "8s 5s 6s 7s", "discard": "9d", "out": "1"}, "5♠ 6♠ 7♠ 8♠"),
    (
        "nb-rummy",
        "table",
        {"before": "2s 3s 4s\n9s 9d 9c", "played": "5s", "after": "9d 9c 9s\n2s 3s 5s 4s"},
        "2♠ 3♠ 4♠ 5♠",
    ),
]


def shown(page: Page) -> list[str]:
    """Return the cards that the page shows as asked about."""
    return [each.text for each in page.root.all(cls="asked-cards")]


def judged(visitor: Browser, game: str, slug: str, typed: dict[str, str]) -> Page:
    return visitor.send(visitor.get(f"{game}/referee/{slug}"), f"/{slug}", **typed)


@pytest.mark.parametrize(("variant", "slug", "typed", "lie"), CASES)
def test_a_verdict_shows_the_cards_as_they_lie(
    visitor: Browser, variant: str, slug: str, typed: dict[str, str], lie: str
) -> None:
    page = judged(visitor, visitor.given_game(variant, "Ida", "Ole", "Eva"), slug, typed)
    assert shown(page)[:1] == [lie]
    verdict = page.root.all(id="verdict")[0].all("p")
    assert [line.attrs["class"] for line in verdict[:2]] == ["word", "asked-cards"]


def test_a_stored_ruling_shows_them_on_its_page_in_the_list_and_on_paper(visitor: Browser, app: Flask) -> None:
    game = visitor.given_game("da-500", "Ida", "Ole", "Eva")
    for cards in ("2h ah kh", "8h 5h 6h jk=9h"):
        visitor.send(judged(visitor, game, "meld", {"cards": cards}), "/decision", decide="accept")
    assert shown(visitor.get(f"{game}/referee/rulings")) == ["5♥ 6♥ gap 8♥ Joker = 9♥", "K♥ A♥ 2♥"]
    assert shown(visitor.get(f"{game}/referee/rulings/1")) == ["K♥ A♥ 2♥"]
    with app.test_request_context("/"):
        first, second = [ruling_text(each) for each in load_rulings(game.rsplit("/", 1)[1])]
    assert first.startswith("1. Is this a meld? K♥ A♥ 2♥ – A run of three: 30 points.")
    assert second.startswith("2. Is this a meld? 5♥ 6♥ ( ) 8♥ JK = 9♥ – ")


def test_a_long_hand_is_cut_and_a_question_about_points_shows_none(visitor: Browser) -> None:
    game = visitor.given_game("da-500", "Ida", "Ole", "Eva")
    hand = " ".join(f"{rank}s" for rank in ("a", *range(2, 11), "j", "q", "k")) + " ah 2h 3h 4h"
    (cut,) = shown(judged(visitor, game, "hand-value", {"cards": hand}))
    assert cut.startswith("A♠ 2♠ 3♠")
    assert cut.endswith("2♥ …")
    assert not shown(judged(visitor, game, "game-end", {"totals-0": "310", "totals-1": "455", "totals-2": "1"}))
