"""The setting that forbids questions about what to lay; exports contain it."""

from flask import Flask

from scorekeeper.services.games import creating
from scorekeeper.services.games.changes import Precondition
from scorekeeper.services.games.settings import NewSettings, change_settings
from scorekeeper.services.payload_reading import received
from scorekeeper.services.transfer import export, importing
from scorekeeper.services.views import loading


def test_the_setting_is_kept_and_survives_an_export(app: Flask) -> None:
    with app.app_context():
        game = creating.create_game({"variant": "de-romme", "players": ["Ida", "Ole"]}).game_id
        assert not loading.load_game(game).setup.no_advice
        change_settings(game, received(NewSettings, {"no_advice": True}), Precondition())
        assert loading.load_game(game).setup.no_advice
        copy = importing.import_game(export.export_document(game)).game_id
        assert loading.load_game(copy).setup.no_advice
        change_settings(copy, received(NewSettings, {"no_advice": False}), Precondition())
        assert not loading.load_game(copy).setup.no_advice
