"""judge.js, run in QuickJS, gives the same answers as the server."""

import pytest

from scorekeeper.rules.variants import CARD_GAMES

from .engine import Engine
from .offline_questions import FIRST_GAMES, OF_A_LATER_GAME, OF_EACH_GAME, Book, at_random, from_the_cases


def _compare(book: Book, least: int) -> None:
    asked, different, examples = Engine("compare.js").call("compare", [book.tables, book.asked])
    assert asked >= least
    assert different == 0, examples


def test_the_phone_judges_every_case_as_the_server_does() -> None:
    """Every case about melds and hands of every game."""
    book = Book()
    from_the_cases(book)
    _compare(book, 250)


@pytest.mark.parametrize("game", CARD_GAMES)
def test_the_phone_judges_melds_and_hands_at_random_as_the_server_does(game: str) -> None:
    """Many questions of the first games, under many combinations of their house rules; fewer of the others."""
    book, number = Book(), OF_EACH_GAME if game in FIRST_GAMES else OF_A_LATER_GAME
    at_random(book, game, number)
    _compare(book, number)
