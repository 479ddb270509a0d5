"""The revisions of a game."""

import re

from .conftest import ROUND, Game, document_of, points

OTHER = points("Anna", Anna=50, Bo=-10, Cleo=5)


def test_making_the_game_is_no_revision(game: Game) -> None:
    assert game.ask("GET", "/history").json == {"revisions": []}


def test_every_change_is_one_with_who_when_why_before_and_after(game: Game) -> None:
    added = document_of(game.enter(ROUND | {"by": "Anna", "why": "first"}))["rounds"][0]
    corrected = document_of(game.correct(1, OTHER | {"by": "Bo"}))["rounds"][0]
    voided = document_of(game.void(1, "?by=Cleo"))["rounds"][0]
    game.undo({"by": "Bo", "why": "it counts"})
    game.redo()
    game.undo()
    game.end({"by": "Anna"})
    revisions = game.history()
    for round_ in (added, corrected, voided):
        del round_["totals"]
    moment = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ")
    assert all(moment.fullmatch(revision.pop("when")) for revision in revisions)
    assert [tuple(revision.values()) for revision in revisions] == [
        (1, "add", 1, "Anna", "first", None, added),
        (2, "correct", 1, "Bo", None, added, corrected),
        (3, "void", 1, "Cleo", None, corrected, voided),
        (4, "undo", 1, "Bo", "it counts", voided, corrected),
        (5, "redo", 1, None, None, corrected, voided),
        (6, "undo", 1, None, None, voided, corrected),
        (7, "end", None, "Anna", None, None, None),
    ]


def test_a_round_taken_back_is_before_and_nothing_after(game: Game) -> None:
    added = document_of(game.enter(ROUND))["rounds"][0]
    game.undo()
    del added["totals"]
    undone = game.history()[-1]
    assert (undone["what"], undone["round"], undone["before"], undone["after"]) == ("undo", 1, added, None)


def test_undo_of_the_end_names_no_round(game: Game) -> None:
    game.enter(ROUND)
    game.end()
    game.undo()
    undone = game.history()[-1]
    assert (undone["what"], undone["round"], undone["before"], undone["after"]) == ("undo", None, None, None)


def test_what_was_refused_leaves_no_trace(game: Game) -> None:
    game.enter(ROUND)
    before = game.history()
    game.enter(points(Anna=5))
    game.correct(9, ROUND)
    game.redo()
    game.void(1, "?nonsense=1")
    game.enter(ROUND, if_match='"1"')
    assert game.history() == before
