"""If a key is withdrawn while its request is handled, the response is 401 and nothing changes."""

from collections.abc import Callable

import pytest

from scorekeeper.services.views.loading import load_version

from ..conftest import end_rights
from .conftest import DESCRIPTION, ROUND, Game, document_of, verbs

pytestmark = pytest.mark.both_databases  # a right that ends meanwhile

MELD = {"question": "meld", "situation": {"cards": ["7H", "8H", "TH"]}}
PATH = "/games/{game_id}/"
BODIES = {"rounds": ROUND, "rounds/{number}": ROUND, "rulings": MELD, "rulings/{ruling}/adopt": {"option": "x"}}
WRITES = [
    (verb.upper(), path.removeprefix(PATH))
    for path, item in DESCRIPTION["paths"].items()
    for verb in verbs(item)
    if path.startswith(PATH) and verb != "get"
]


@pytest.mark.parametrize(("method", "path"), WRITES)
def test_a_key_that_ends_meanwhile_changes_nothing(
    game: Game, database_url: str, before_writing: list[Callable[[], None]], method: str, path: str
) -> None:
    assert game.enter(ROUND).status_code == 201
    ruling = document_of(game.ask("POST", "/rulings", MELD))["id"]
    before = game.see()["version"]
    before_writing.append(lambda: end_rights(database_url))
    answer = game.ask(
        method, "/" + path.format(number=1, ruling=ruling), BODIES.get(path) if method != "DELETE" else None
    )
    assert not before_writing
    assert answer.status_code == 401
    with game.app.app_context():
        assert load_version(game.made["id"]) == before
