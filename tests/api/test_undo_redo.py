"""Undo and redo, back to the new game and forward again."""

from typing import Any

import pytest

from .conftest import ROUND, Game, document_of, only_sqlite, points, without_version

OTHER = points("Anna", Anna=50, Bo=-10, Cleo=5)


def test_undo_goes_down_to_the_empty_game_and_redo_to_the_top_exactly(game: Game) -> None:
    """Every undo and every redo restores exactly the document of that state."""
    changes: list[Any] = [
        lambda: game.enter(ROUND | {"by": "Anna"}),
        lambda: game.enter(OTHER),
        lambda: game.correct(1, OTHER | {"by": "Bo"}),
        lambda: game.void(2),
        lambda: game.correct(2, points("Cleo", Anna=33, Bo=5, Cleo=10) | {"accept_warnings": True}),
        lambda: game.enter(
            {
                "closer": None,
                "how": "stock_empty",
                "entries": {n: {"hand": ["KS"] if n == "Bo" else []} for n in ("Anna", "Bo", "Cleo")},
            }
        ),
        lambda: game.void(1),
        lambda: game.end(),
        lambda: game.correct(1, ROUND),
    ]
    seen = [without_version(game.see())]
    for change in changes:
        answer = change()
        assert answer.status_code in (200, 201), answer.text
        seen.append(without_version(document_of(answer)))
    for expected in reversed(seen[:-1]):
        answer = game.undo()
        assert answer.status_code == 200
        assert without_version(document_of(answer)) == expected == without_version(game.see())
    assert game.undo().status_code == 409
    for expected in seen[1:]:
        answer = game.redo()
        assert answer.status_code == 200
        assert without_version(document_of(answer)) == expected == without_version(game.see())
    assert game.redo().status_code == 409
    assert game.see()["version"] == 1 + 3 * len(changes)


def test_the_version_grows_with_every_undo_and_redo(game: Game) -> None:
    game.enter(ROUND)
    versions = [document_of(answer)["version"] for answer in (game.undo(), game.redo(), game.undo(), game.redo())]
    assert versions == [3, 4, 5, 6]


@pytest.mark.parametrize("action", ["undo", "redo"])
def test_when_none_is_left_the_answer_is_409(game: Game, action: str) -> None:
    answer = game.ask("POST", f"/{action}")
    assert answer.status_code == 409
    assert game.see()["version"] == 1


def test_a_new_change_ends_the_way_forward(game: Game) -> None:
    game.enter(ROUND)
    game.undo()
    game.enter(OTHER)
    assert game.redo().status_code == 409
    assert [round_["number"] for round_ in game.see()["rounds"]] == [1]


def test_after_redo_undo_takes_the_same_back_again(game: Game) -> None:
    game.enter(ROUND)
    game.enter(OTHER)
    game.undo()
    game.redo()
    assert len(document_of(game.undo())["rounds"]) == 1
    assert len(document_of(game.undo())["rounds"]) == 0


def test_undo_of_the_end_reopens_the_game(game: Game) -> None:
    game.enter(ROUND)
    game.end()
    assert document_of(game.undo())["status"] == "playing"
    assert document_of(game.redo())["status"] == "ended"


@pytest.mark.parametrize("action", ["undo", "redo", "end"])
@pytest.mark.parametrize("body", [{}, {"by": None, "why": None}, {"by": "Anna", "why": "typed twice"}])
def test_a_body_may_say_who_and_why(game: Game, action: str, body: dict[str, Any]) -> None:
    game.enter(ROUND)
    if action == "redo":
        game.undo()
    assert game.ask("POST", f"/{action}", body).status_code == 200
    revision = game.history()[-1]
    assert (revision["what"], revision["who"], revision["why"]) == (action, body.get("by"), body.get("why"))


@only_sqlite
@pytest.mark.parametrize("action", ["undo", "redo", "end"])
@pytest.mark.parametrize(
    ("body", "pointer"),
    [
        ({"who": "Anna"}, "/who"),
        ({"by": 5}, "/by"),
        ({"by": "x" * 201}, "/by"),
        ({"why": "a\nb"}, "/why"),
        ([], ""),
        ("", ""),
        (5, ""),
    ],
)
def test_a_wrong_body_is_refused(game: Game, action: str, body: Any, pointer: str) -> None:
    game.enter(ROUND)
    answer = game.ask("POST", f"/{action}", body)
    assert answer.status_code == 422
    assert [error["pointer"] for error in document_of(answer)["errors"]] == [pointer]
    assert game.see()["version"] == 2


@pytest.mark.parametrize("action", ["undo", "redo", "end"])
def test_no_body_needs_no_content_type_and_a_body_does(game: Game, action: str) -> None:
    game.enter(ROUND)
    assert game.ask("POST", f"/{action}", data=b"{}").status_code == 415
    assert game.ask("POST", f"/{action}", data=b"{}", content_type="text/plain").status_code == 415
    assert game.ask("POST", f"/{action}", data=b"{", content_type="application/json").status_code == 400
    if action == "redo":
        game.undo()
    assert game.ask("POST", f"/{action}", data=b"", content_type="application/json").status_code == 200
