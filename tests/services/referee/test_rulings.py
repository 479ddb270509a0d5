"""Rulings of a game: stored as codes, accepted, overruled, revoked, undone, and found as precedents."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import select

from scorekeeper.rules.referee.readings import Answer
from scorekeeper.services.access import access
from scorekeeper.services.errors import Invalid, NoAccess, NoSuchRuling, NotNow
from scorekeeper.services.games import course, creating, rounds
from scorekeeper.services.games.changes import Outcome, Precondition, Stale
from scorekeeper.services.games.settings import NewSettings, change_settings
from scorekeeper.services.payload_reading import received
from scorekeeper.services.payloads import NewChange, NewRound
from scorekeeper.services.referee import decisions, precedents, rulings
from scorekeeper.services.referee import ruling_views as ruling_views_module
from scorekeeper.services.referee.answer_documents import answer_document
from scorekeeper.services.referee.decisions import NewAcceptance
from scorekeeper.services.referee.precedents import NewHouseRule
from scorekeeper.services.referee.ruling_views import RulingView, Status, codes_of, ruling_views
from scorekeeper.services.views import loading
from scorekeeper.services.views.game_view import GameView
from scorekeeper.services.wording import headline_sentence
from scorekeeper.store import queries
from scorekeeper.store.database import db
from scorekeeper.store.models import GameRuling, Revision
from scorekeeper.store.rows import RevisionRow

NOBODY = Precondition()
NAMES = ["Anna", "Bo", "Cleo"]
FALSE_CALL: dict[str, Any] = {
    "question": "rummy-call",
    "situation": {"discard": "6H", "table": [["3S", "4S", "5S"]], "discarder": "Anna", "callers": ["Bo"]},
    "claims": {"Bo": "legal", "Cleo": "illegal", "Anna": "we always play it so"},
    "words": {"Bo": "the six fits"},
    "by": "Cleo",
}
MELD = {"question": "meld", "situation": {"cards": ["7h", "8♥", "10H"]}}
PEEK = {
    "question": "pile",
    "situation": {"take": "whole_pile", "pile": ["3S", "8D"], "hand_before": ["KC", "QC"], "laid_new_melds": []},
}


@pytest.fixture(autouse=True)
def _in_the_app(app: Flask) -> Any:
    with app.app_context():
        yield


def new_game(variant: str = "da-500", secret: str | None = None, **more: Any) -> str:
    body = {"variant": variant, "players": NAMES, **more}
    return creating.create_game_for(secret or access.new_secret(), body)


def ask(game_id: str, body: dict[str, Any] = FALSE_CALL, **more: Any) -> RulingView:
    return rulings.ask_in_game(game_id, lambda: {**body, **more}, NOBODY)


def decide(action: Callable[..., Outcome], game_id: str, ruling: RulingView, **more: Any) -> GameView:
    shape = decisions.NewAcceptance if action is decisions.accept_ruling else NewChange
    return action(game_id, ruling.id, received(shape, {"by": "Anna", **more}), NOBODY).view


def accept(game_id: str, ruling: RulingView, **more: Any) -> GameView:
    return decide(decisions.accept_ruling, game_id, ruling, **more)


def enter(game_id: str, *points: int) -> GameView:
    players = loading.load_game(game_id).players
    entries = {name: {"points": value} for name, value in zip(players, points, strict=True)}
    return rounds.enter_round(game_id, received(NewRound, {"closer": players[0], "entries": entries}), NOBODY).view


def standing(game_id: str, ruling: RulingView) -> Status:
    return rulings.load_ruling(game_id, ruling.id).status


def similar(secret: str | None, ruling: RulingView) -> RulingView | None:
    """Return the precedent for the question of `ruling`."""
    codes = codes_of(reason.code for reason in ruling.answer.ruling.reasons)
    found = precedents.earlier_rulings(secret, ruling.answer.variant.key, ruling.question, codes)
    assert len(found) <= 1
    return found[0] if found else None


def test_a_ruling_is_given_and_changes_nothing() -> None:
    game_id = new_game()
    before = loading.load_game(game_id)
    given = ask(game_id)
    assert (given.id, given.status, given.round, given.who) == ("1", Status.GIVEN, 1, "Cleo")
    assert given.answer.ruling.verdict == "illegal"
    assert given.claims == {"Bo": "legal", "Cleo": "illegal", "Anna": "we always play it so"}
    assert given.words == {"Bo": "the six fits"}
    assert given.supported == ("Cleo",)
    assert loading.load_game(game_id) == before
    assert loading.load_history(game_id) == []
    assert [each.id for each in rulings.load_rulings(game_id)] == ["1"]


def test_what_is_kept_is_codes_and_is_worded_when_shown() -> None:
    game_id = new_game()
    given = ask(game_id, MELD)
    kept = db.session.scalars(select(GameRuling.document)).one()
    assert kept["situation"] == {"cards": ["7H", "8H", "TH"]}
    assert [reason["code"] for reason in kept["reasons"]] == ["not_consecutive"]
    shown = answer_document(given.answer)
    sentence = shown["reasons"][0]["text"]
    assert sentence == "There’s a gap in 7♥, 8♥ and 10♥: the ranks of a run must follow each other."
    assert sentence not in str(kept)
    assert shown["reasons"][0]["rule"]["text"] not in str(kept)
    assert answer_document(rulings.load_ruling(game_id, given.id).answer) == shown


def test_asking_the_same_again_gives_the_same_ruling_until_somebody_decided() -> None:
    game_id = new_game()
    assert ask(game_id).id == ask(game_id).id == "1"
    assert ask(game_id, MELD).id == "2"
    assert ask(game_id).id == "3"
    accept(game_id, ask(game_id))
    assert ask(game_id).id == "4"


def test_an_accepted_penalty_waits_for_the_round_that_is_being_played() -> None:
    game_id = new_game()
    view = accept(game_id, ask(game_id))
    assert {name: [(line.points, line.ruling) for line in lines] for name, lines in view.waiting.items()} == {
        "Bo": [(-50, "1")]
    }
    assert view.totals["Bo"] == 0
    view = enter(game_id, 35, 25, -25)
    assert view.totals == {"Anna": 35, "Bo": -25, "Cleo": -25}
    assert [(line.points, line.rule, line.ruling) for line in view.rounds[0].lines["Bo"]] == [
        (25, None, None),
        (-50, "DA-38", "1"),
    ]
    assert not view.waiting
    assert enter(game_id, 5, 5, 5).totals["Bo"] == -20


def test_a_named_round_gets_the_penalty_and_keeps_it_when_it_is_corrected() -> None:
    game_id = new_game()
    enter(game_id, 35, 25, -25)
    enter(game_id, 5, 5, 5)
    view = accept(game_id, ask(game_id), round=1)
    assert [round_.scores["Bo"] for round_ in view.rounds] == [-25, 5]
    assert view.totals["Bo"] == -20
    body = {"closer": "Bo", "entries": {"Anna": {"minus": 5}, "Bo": {"plus": 40}, "Cleo": {"hand": ["KS"]}}}
    view = rounds.correct_round(game_id, 1, received(NewRound, body), NOBODY).view
    assert view.rounds[0].scores == {"Anna": -5, "Bo": -10, "Cleo": -10}
    assert view.totals["Bo"] == -5


def test_a_ruling_about_an_entered_round_costs_in_that_round() -> None:
    game_id = new_game()
    enter(game_id, 35, 25, -25)
    assert accept(game_id, ask(game_id, round=1)).rounds[0].scores["Bo"] == -25
    assert rulings.load_ruling(game_id, "1").decision == rulings.load_rulings(game_id)[0].decision


def test_the_changes_of_a_game_are_read_once_for_all_of_its_rulings() -> None:
    class Counted(list[RevisionRow]):
        reads = 0

        def __iter__(self) -> Iterator[RevisionRow]:
            self.reads += 1
            return super().__iter__()

    game_id = new_game()
    for _ in range(3):
        decide(decisions.overrule_ruling, game_id, ask(game_id))
    state = loading.load_game(game_id).state
    state.done = changes = Counted(state.done)
    found = ruling_views("da-500", state, queries.ruling_rows(db.session(), game_id))
    assert [each.status for each in found] == [Status.OVERRULED] * 3
    assert changes.reads == 1


def test_a_voided_round_takes_its_penalties_with_it() -> None:
    game_id = new_game()
    accept(game_id, ask(game_id))
    enter(game_id, 35, 25, -25)
    view = rounds.void_round(game_id, 1, received(NewChange, {}), NOBODY).view
    assert view.totals == {"Anna": 0, "Bo": 0, "Cleo": 0}
    with pytest.raises(Invalid):
        accept(game_id, ask(game_id), round=1)


def test_revoking_takes_the_penalty_back_and_it_can_be_accepted_again() -> None:
    game_id = new_game()
    ruling = ask(game_id)
    accept(game_id, ruling)
    enter(game_id, 35, 25, -25)
    view = decide(decisions.revoke_ruling, game_id, ruling, why="nobody had called")
    assert view.totals["Bo"] == 25
    found = rulings.load_ruling(game_id, ruling.id)
    assert found.decision is not None
    assert (found.status, found.decision.who, found.decision.why) == (Status.REVOKED, "Anna", "nobody had called")
    assert accept(game_id, ruling, round=1).totals["Bo"] == -25


def test_overruling_is_recorded_and_costs_nothing() -> None:
    game_id = new_game()
    ruling = ask(game_id)
    view = decide(decisions.overrule_ruling, game_id, ruling, why="it was late")
    assert not view.waiting
    assert enter(game_id, 35, 25, -25).totals["Bo"] == 25
    (overruled, _) = loading.load_history(game_id)
    assert (overruled.what, overruled.who, overruled.why) == ("overrule", "Anna", "it was late")
    assert overruled.ruling is not None
    assert overruled.ruling["status"] == "overruled"


def test_what_does_not_follow_from_how_it_stands_is_refused() -> None:
    game_id = new_game()
    ruling = ask(game_id)
    with pytest.raises(NotNow):
        decide(decisions.revoke_ruling, game_id, ruling)
    accept(game_id, ruling)
    for action in (decisions.accept_ruling, decisions.overrule_ruling):
        with pytest.raises(NotNow):
            decide(action, game_id, ruling)
    decide(decisions.revoke_ruling, game_id, ruling)
    with pytest.raises(NotNow):
        decide(decisions.revoke_ruling, game_id, ruling)
    decide(decisions.overrule_ruling, game_id, ruling)
    with pytest.raises(NotNow):
        decide(decisions.overrule_ruling, game_id, ruling)


def test_undo_and_redo_go_over_decisions_like_over_rounds() -> None:
    game_id = new_game()
    ruling = ask(game_id)
    accept(game_id, ruling)
    enter(game_id, 35, 25, -25)
    decide(decisions.revoke_ruling, game_id, ruling)
    seen = []
    for _ in range(3):
        seen.append(course.undo(game_id, received(NewChange, {}), NOBODY).view)
    assert [view.totals["Bo"] for view in seen] == [-25, 0, 0]
    assert [bool(view.waiting) for view in seen] == [False, True, False]
    assert standing(game_id, ruling) is Status.GIVEN
    for _ in range(3):
        seen.append(course.redo(game_id, received(NewChange, {}), NOBODY).view)
    assert [view.totals["Bo"] for view in seen[3:]] == [0, -25, 25]
    assert standing(game_id, ruling) is Status.REVOKED


def test_the_history_shows_the_round_before_and_after_as_it_was() -> None:
    game_id = new_game()
    enter(game_id, 35, 25, -25)
    accept(game_id, ask(game_id), round=1)
    corrected = {"closer": "Bo", "entries": {n: {"points": 10} for n in NAMES}}
    rounds.correct_round(game_id, 1, received(NewRound, corrected), NOBODY)
    course.undo(game_id, received(NewChange, {}), NOBODY)
    shown = [
        tuple(each and each.scores["Bo"] for each in (change.before, change.after))  # type: ignore[union-attr]  # rounds
        for change in loading.load_history(game_id)
    ]
    assert shown == [(None, 25), (25, -25), (-25, -40), (-40, -25)]
    assert loading.load_history(game_id)[1].ruling == {
        "id": "1",
        "status": "accepted",
        "round": 1,
        "penalties": [{"player": "Bo", "points": -50, "rule": "DA-38"}],
    }


def test_every_caller_who_was_wrong_pays() -> None:
    game_id = new_game()
    situation = {**FALSE_CALL["situation"], "callers": ["Bo", "Cleo"]}
    accept(game_id, ask(game_id, situation=situation))
    assert enter(game_id, 0, 0, 0).totals == {"Anna": 0, "Bo": -50, "Cleo": -50}


def test_who_is_not_named_must_be_named_to_pay() -> None:
    game_id = new_game()
    ruling = ask(game_id, PEEK)
    assert [(award.player, award.points) for award in ruling.answer.ruling.penalties] == [(None, -50)]
    for given in ({}, {"player": "Dagny"}):
        with pytest.raises(Invalid) as refused:
            accept(game_id, ruling, **given)
        assert [problem.path for problem in refused.value.problems] == [("player",)]
    assert list(accept(game_id, ruling, player="Cleo").waiting) == ["Cleo"]


def test_a_new_name_stands_in_the_ruling_and_its_penalty() -> None:
    game_id = new_game()
    accept(game_id, ask(game_id))
    seats = [{"id": player, "name": name} for player, name in loading.load_game(game_id).setup.players]
    seats[1]["name"] = "Bodil"
    change_settings(game_id, received(NewSettings, {"players": seats}), NOBODY)
    found = rulings.load_ruling(game_id, "1")
    assert found.claims["Bodil"] == "legal"
    assert [award.player for award in found.answer.ruling.penalties] == ["Bodil"]
    assert enter(game_id, 0, 0, 0).totals["Bodil"] == -50


def test_who_left_before_the_round_was_entered_does_not_pay() -> None:
    game_id = new_game()
    accept(game_id, ask(game_id))
    anna, _, cleo = ({"id": player, "name": name} for player, name in loading.load_game(game_id).setup.players)
    change_settings(game_id, received(NewSettings, {"players": [anna, cleo]}), NOBODY)
    view = enter(game_id, 5, 5)
    assert view.rounds[0].scores == {"Anna": 5, "Cleo": 5}
    assert "Bo" not in view.totals


def test_a_penalty_can_end_and_reopen_a_game() -> None:
    game_id = new_game(house_rules={"target": 100})
    assert enter(game_id, 0, 120, 0).standing.ended
    ruling = ask(game_id)
    with pytest.raises(Invalid) as refused:
        accept(game_id, ruling)
    assert [problem.path for problem in refused.value.problems] == [("round",)]
    assert not accept(game_id, ruling, round=1).standing.ended
    assert decide(decisions.revoke_ruling, game_id, ruling).standing.ended


@pytest.mark.parametrize(
    ("body", "path"),
    [
        (MELD | {"question": "arrange"}, ("question",)),
        (MELD | {"question": "luck"}, ("question",)),
        (MELD | {"round": 1}, ("round",)),
        (MELD | {"situation": {"cards": ["7X"]}}, ("situation", "cards", 0)),
        (MELD | {"claims": {"Dagny": "legal"}}, ("claims", "Dagny")),
        (MELD | {"words": {"Dagny": "no"}}, ("words", "Dagny")),
        (FALSE_CALL | {"situation": {**FALSE_CALL["situation"], "callers": ["D", "E", "F"]}}, ("situation",)),
        ({"question": "meld"}, ("situation",)),
        (MELD | {"why": "x"}, ("why",)),
    ],
)
def test_what_cannot_be_asked_is_refused_and_not_kept(body: dict[str, Any], path: tuple[object, ...]) -> None:
    game_id = new_game()
    with pytest.raises(Invalid) as refused:
        ask(game_id, body)
    assert [problem.path for problem in refused.value.problems] == [path]
    assert rulings.load_rulings(game_id) == []


def test_the_house_rules_of_the_round_rule() -> None:
    game_id = new_game()
    enter(game_id, 5, 5, 5)
    change_settings(game_id, received(NewSettings, {"house_rules": {"runs_only": True}}), NOBODY)
    eights = {"question": "meld", "situation": {"cards": ["8S", "8H", "8D"]}}
    assert ask(game_id, eights).answer.ruling.verdict == "illegal"
    earlier = ask(game_id, eights, round=1)
    assert earlier.answer.ruling.verdict == "legal"
    assert earlier.document["house_rules"] == {"jokers": 3, "target": 500, "fixed_rounds": None}, "what pages state"
    change_settings(game_id, received(NewSettings, {"house_rules": {}}), NOBODY)
    assert [each.answer.ruling.verdict for each in rulings.load_rulings(game_id)] == ["illegal", "legal"]


def test_a_ruling_that_is_not_there_cannot_be_found() -> None:
    game_id, other = new_game(), new_game()
    ask(other)
    for wrong in ("1", "0", "01", "-1", "x", "²", "9" * 30):
        with pytest.raises(NoSuchRuling):
            rulings.load_ruling(game_id, wrong)
        with pytest.raises(NoSuchRuling):
            decisions.accept_ruling(game_id, wrong, received(NewAcceptance, {}), NOBODY)
    with pytest.raises(NoAccess):
        ask("nowhere")


def test_a_stale_decision_is_refused() -> None:
    game_id = new_game()
    ruling = ask(game_id)
    enter(game_id, 5, 5, 5)
    with pytest.raises(Stale):
        decisions.accept_ruling(game_id, ruling.id, received(NewAcceptance, {}), Precondition(versions=frozenset({1})))


def test_a_decision_sent_twice_is_made_once() -> None:
    game_id = new_game()
    ruling = ask(game_id)
    once = Precondition(key="k", fingerprint="f")
    first = decisions.accept_ruling(game_id, ruling.id, received(NewAcceptance, {}), once)
    second = decisions.accept_ruling(game_id, ruling.id, received(NewAcceptance, {}), once)
    assert second.repeated
    assert second.view.version == first.view.version
    assert len(db.session.scalars(select(Revision)).all()) == 1


def test_an_earlier_ruling_is_remembered_where_the_device_holds_it() -> None:
    phone, tablet = access.new_secret(), access.new_secret()
    friday, saturday, other = new_game(secret=phone), new_game(secret=phone), new_game(secret=tablet)
    then = ask(friday, MELD)
    now = ask(saturday, {**MELD, "situation": {"cards": ["2C", "3C", "5C"]}})
    assert similar(phone, now) is None  # nobody decided on it
    decide(decisions.overrule_ruling, friday, then)
    found = similar(phone, now)
    assert found is not None
    assert (found.game_id, found.id, found.status) == (friday, "1", Status.OVERRULED)
    assert similar(tablet, ask(other, MELD)) is None
    assert similar(None, now) is None
    course.undo(friday, received(NewChange, {}), NOBODY)
    assert similar(phone, now) is None


def test_other_reasons_another_question_or_another_game_are_no_precedent() -> None:
    phone = access.new_secret()
    danish, czech = new_game(secret=phone), new_game("cs-500", secret=phone)
    for body in (MELD, FALSE_CALL):
        decide(decisions.overrule_ruling, danish, ask(danish, body))
    legal = ask(danish, {"question": "meld", "situation": {"cards": ["7H", "8H", "9H"]}})
    assert similar(phone, legal) is None
    assert similar(phone, ask(czech, MELD)) is None


def test_a_reading_is_made_the_house_rule_from_the_next_round_on() -> None:
    game_id = new_game()
    enter(game_id, 5, 5, 5)
    ruling = ask(game_id, {"question": "meld", "situation": {"cards": ["3C", "JK", "5C", "JK", "7C"]}})
    readings = [other.reading for doubt in ruling.answer.doubts for other in doubt.readings]
    reading = next(each for each in readings if each.option == "joker_limit")
    house_rule = received(NewHouseRule, {"option": "joker_limit", "by": "Bo"})
    view = precedents.adopt_reading(game_id, ruling.id, house_rule, NOBODY).view
    assert view.setup.house_rules == {"joker_limit": reading.choice}
    assert view.rounds[0].variant.house_rules == {}
    assert ask(game_id, {"question": "meld", "situation": {"cards": ["3C", "JK", "5C"]}}).answer.settled


OPENING = {
    "question": "opening",
    "situation": {"melds": [["8H", "9H", "JK"], ["AH", "AS", "AD"]]},
}


def adopt(game_id: str, ruling: RulingView, option: str, choice: object) -> None:
    house_rule = received(NewHouseRule, {"option": option, "choice": choice})
    precedents.adopt_reading(game_id, ruling.id, house_rule, NOBODY)


def headline(answer: Answer | None) -> str:
    return headline_sentence(answer.headline) if answer else ""


def test_several_readings_that_the_table_took_answer_together() -> None:
    """The last headline is that of no single reading."""
    game_id = new_game("nb-rummy")
    ruling = ask(game_id, OPENING)
    assert (headline(ruling.answer), ruling.taken) == ("Name the joker: up to 30, 30 needed", None)
    adopt(game_id, ruling, "opening_in_one_meld", True)
    one = rulings.load_ruling(game_id, ruling.id)
    assert headline(one.taken) == headline_sentence(one.headline) == "Not enough: 27 of 30 at best"
    adopt(game_id, ruling, "opening_joker", "nothing")
    both = rulings.load_ruling(game_id, ruling.id)
    assert headline(both.taken) == headline_sentence(both.headline) == "Not enough: 17 of 30"
    assert both.taken is not None
    assert [reason.code for reason in both.taken.ruling.reasons] == ["below_minimum"]
    assert not {doubt.ambiguity.key for doubt in both.taken.doubts} & {"NO-A4", "NO-A5"}
    assert [headline_sentence(each.headline) for each in rulings.load_rulings(game_id)] == ["Not enough: 17 of 30"]


def test_a_list_judges_only_so_many_rulings_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Beyond that one reading is shown as it is stored, several leave the headline as it was."""
    monkeypatch.setattr(ruling_views_module, "_MOST_JUDGED", 0)
    game_id = new_game("nb-rummy")
    ruling = ask(game_id, OPENING)
    adopt(game_id, ruling, "opening_in_one_meld", True)
    (one,) = rulings.load_rulings(game_id)
    assert headline(one.taken) == headline_sentence(one.headline) == "Not enough: 27 of 30 at best"
    adopt(game_id, ruling, "opening_joker", "nothing")
    (both,) = rulings.load_rulings(game_id)
    assert both.taken is None
    assert headline_sentence(both.headline) == "Name the joker: up to 30, 30 needed"
    assert headline(rulings.load_ruling(game_id, ruling.id).taken) == "Not enough: 17 of 30", "alone it is judged"


def test_a_house_rule_that_settles_two_ambiguities_is_one_reading(monkeypatch: pytest.MonkeyPatch) -> None:
    """So a list has its headline without judging the question again."""
    monkeypatch.setattr(ruling_views_module, "_MOST_JUDGED", 0)
    game_id = new_game()
    ruling = ask(
        game_id,
        {
            **FALSE_CALL,
            "situation": {**FALSE_CALL["situation"], "discard": "6S", "callers": ["Anna"], "discarder": "Anna"},
        },
    )
    assert {doubt.ambiguity.key for doubt in ruling.answer.doubts} == {"DA-A8", "DA-A18"}
    adopt(game_id, ruling, "discarder_may_call", True)
    (one,) = rulings.load_rulings(game_id)
    assert headline(one.taken) == headline_sentence(one.headline) == "Anna gets the 6♠"


def test_a_precedent_is_found_whatever_is_said_beside_it() -> None:
    assert codes_of(["fits_nowhere", "due_with_round"]) == codes_of(["due_at_once", "fits_nowhere"]) == "fits_nowhere"


@pytest.mark.parametrize(
    ("given", "path"),
    [({"option": "target"}, ("option",)), ({"option": "joker_limit", "choice": "seven"}, ("choice",))],
)
def test_what_the_ruling_does_not_depend_on_is_no_reading_of_it(given: dict[str, Any], path: tuple[str]) -> None:
    game_id = new_game()
    ruling = ask(game_id, {"question": "meld", "situation": {"cards": ["3C", "JK", "5C", "JK", "7C"]}})
    with pytest.raises(Invalid) as refused:
        precedents.adopt_reading(game_id, ruling.id, received(NewHouseRule, given), NOBODY)
    assert [problem.path for problem in refused.value.problems] == [path]
    assert loading.load_game(game_id).setup.house_rules == {}


def test_a_game_keeps_only_so_many(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rulings, "MOST_RULINGS", 1)
    game_id = new_game()
    ask(game_id)
    with pytest.raises(NotNow):
        ask(game_id, MELD)
    assert ask(game_id).id == "1"
