"""Each operation of the OpenAPI document is called once, and its response fits its schema."""

from collections.abc import Iterator

from werkzeug.test import TestResponse

from scorekeeper.rules.variants.examples import EXAMPLES
from scorekeeper.services.referee.situations import SITUATIONS

from .conftest import DESCRIPTION, PREFIX, ROUND, Table, document_of, only_sqlite, validate, verbs
from .test_circles import Circle
from .test_rulings import CALL, MELD

OPERATIONS = {item[verb]["operationId"]: item[verb] for item in DESCRIPTION["paths"].values() for verb in verbs(item)}
ENTRIES = {
    "Anna": {"plus": 40, "minus": 15, "peeks": 1},
    "Bo": {"melds": [["7D", "8D", "9D"]], "laid_off": ["KS"], "hand": []},
    "Cleo": {"points": 5},
}


def an_evening(table: Table) -> Iterator[tuple[str, TestResponse]]:
    """Yield each operation with a successful response, in an order in which all of them work."""
    made = table.ask({"variant": "da-500", "players": ["Anna", "Bo", "Cleo"], "name": "Autumn"})
    yield "create_game", made
    game = table.take(made)
    yield "enter_round", game.enter(ROUND | {"by": "Anna"})
    yield "correct_round", game.correct(1, {"closer": "Bo", "entries": ENTRIES})
    yield "ask_in_game", game.ask("POST", "/rulings", CALL)
    yield "accept_ruling", game.ask("POST", "/rulings/1/accept", {"by": "Anna", "round": 1})
    yield "revoke_ruling", game.ask("POST", "/rulings/1/revoke")
    yield "overrule_ruling", game.ask("POST", "/rulings/1/overrule", {"why": "it was late"})
    yield "ask_in_game", game.ask("POST", "/rulings", MELD)
    yield "adopt_reading", game.ask("POST", "/rulings/2/adopt", {"option": "joker_limit"})
    yield "read_ruling", game.ask("GET", "/rulings/2")
    yield "read_rulings", game.ask("GET", "/rulings")
    yield "void_round", game.void(1, "?by=Bo&why=twice")
    yield "undo", game.undo()
    yield "end_game", game.end({"by": "Anna"})
    yield "undo", game.undo()
    yield "redo", game.redo()
    yield "read_game", game.ask("GET")
    yield "read_history", game.ask("GET", "/history")
    exported = game.ask("GET", "/export")
    yield "export_game", exported
    yield "import_game", table.api.post(f"{PREFIX}/games/import", json=exported.json)
    for question in SITUATIONS:
        address = f"{PREFIX}/referee/{question}"
        yield f"referee_{question.replace('-', '_')}", table.api.post(address, json=EXAMPLES[question][0].body)
    yield "read_variants", table.api.get(f"{PREFIX}/variants")
    yield "read_variant", table.api.get(f"{PREFIX}/variants/de-romme")
    circle = Circle(table.app)
    yield "add_to_circle", circle.ask("POST", "/people", {"name": "Anna"})
    yield "create_game_of_circle", circle.ask("POST", "/games", {"variant": "da-500", "players": ["Anna", "Bo"]})
    yield "read_circle", circle.ask("GET")
    yield "read_statistics", circle.ask("GET", "/statistics")
    yield "read_seasons", circle.ask("GET", "/seasons")
    yield "describe", table.api.get(f"{PREFIX}/openapi.json")


@only_sqlite
def test_a_real_answer_of_each_operation_fits_its_schema(table: Table) -> None:
    """Models and responses cannot drift apart: schemas are closed, and their required keys must be there."""
    seen = set()
    for name, answer in an_evening(table):
        described = OPERATIONS[name]["responses"][str(answer.status_code)]
        assert answer.status_code in (200, 201), f"{name}: {answer.text}"
        validate(document_of(answer), described["content"]["application/json"]["schema"])
        seen.add(name)
    assert seen == OPERATIONS.keys()
