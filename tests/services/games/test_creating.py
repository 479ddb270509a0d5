"""A request that makes a game is idempotent, also when it is repeated concurrently."""

from concurrent.futures import ThreadPoolExecutor

from flask import Flask

from scorekeeper.services.access import access
from scorekeeper.services.games import creating
from scorekeeper.services.games.rematch import play_again
from scorekeeper.services.views import loading

NEW = {"variant": "da-500", "players": ["Anna", "Bo"]}


def test_many_sendings_at_once_make_one_game_which_all_of_them_may_write(app: Flask) -> None:
    """Each comes from a browser without a cookie, as with two taps without JavaScript."""
    phones = [access.new_secret() for _ in range(8)]

    def make(phone: str) -> str:
        with app.app_context():
            return creating.create_game_for(phone, NEW, once="these words")

    with ThreadPoolExecutor(len(phones)) as pool:
        made = set(pool.map(make, phones))
    assert len(made) == 1
    with app.app_context():
        assert [len(loading.games_of_device(phone)) for phone in phones] == [1] * 8
        assert creating.create_game_for(phones[0], NEW, once="other words") not in made
        assert creating.create_game_for(phones[0], NEW) not in made


def test_many_taps_on_again_at_once_make_one_game(app: Flask) -> None:
    with app.app_context():
        phone = access.new_secret()
        view = loading.load_game(creating.create_game_for(phone, NEW))

    def again(_tap: int) -> str:
        with app.app_context():
            return play_again(view, phone)

    with ThreadPoolExecutor(8) as pool:
        assert len(set(pool.map(again, range(8)))) == 1
    with app.app_context():
        assert len(loading.games_of_device(phone)) == 2
