"""Access is checked in the writing transaction: a right withdrawn just before allows nothing."""

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeAlias

import pytest
from flask import Flask
from sqlalchemy import create_engine, select
from sqlalchemy.pool import NullPool

from scorekeeper.services.access import access, grants, invitations, sheet_keys
from scorekeeper.services.access.access import Access, Role
from scorekeeper.services.errors import BadCode, NoAccess, NotNow, Withdrawn
from scorekeeper.services.games import course, creating, deleting, open_rounds, rounds, settings
from scorekeeper.services.games.changes import Precondition
from scorekeeper.services.games.rematch import play_again
from scorekeeper.services.games.settings import NewSettings
from scorekeeper.services.payload_reading import received
from scorekeeper.services.payloads import NewChange, NewRound
from scorekeeper.services.referee import decisions, rulings
from scorekeeper.services.referee.ask import answer, read_question
from scorekeeper.services.referee.clock import turn_clock
from scorekeeper.services.referee.decisions import Dispute, NewAcceptance, decide
from scorekeeper.services.referee.precedents import NewHouseRule, adopt_reading
from scorekeeper.services.referee.tabletop import keep_tabletop
from scorekeeper.services.views import loading
from scorekeeper.store.database import Base, db

from ...conftest import end_rights

NEW = {"variant": "nb-rummy", "players": ["Anna", "Bo"]}
ROUND = {"closer": "Anna", "entries": {"Anna": {"points": 5}, "Bo": {"points": -5}}, "accept_warnings": True}
MELD = {"question": "meld", "situation": {"cards": ["7H", "8H", "9H"]}}
PHONE, OTHER, THIRD = "P" * 32, "O" * 32, "T" * 32
TRIES = 15

Write: TypeAlias = Callable[[Access], object]


def _round(right: Access) -> object:
    return rounds.enter_round(right.game_id, received(NewRound, ROUND), Precondition(right=right))


def _decide(right: Access) -> object:
    asked = read_question("meld", {"variant": NEW["variant"], "players": 2, "situation": MELD["situation"]})
    dispute = Dispute(MELD, asked, answer(asked))
    return decide(loading.load_game(right.game_id), dispute, "accept", {}, Precondition(right=right))


WRITES: dict[str, Write] = {
    "enter": _round,
    "correct": lambda r: rounds.correct_round(
        r.game_id, 1, received(NewRound, {**ROUND, "why": "so"}), Precondition(right=r)
    ),
    "void": lambda r: rounds.void_round(r.game_id, 1, received(NewChange, {}), Precondition(right=r)),
    "undo": lambda r: course.undo(r.game_id, received(NewChange, {}), Precondition(right=r)),
    "end": lambda r: course.end_game(r.game_id, received(NewChange, {}), Precondition(right=r)),
    "settings": lambda r: settings.change_settings(
        r.game_id, received(NewSettings, {"name": "Friday"}), Precondition(right=r)
    ),
    "delete": lambda r: deleting.delete_game(r.game_id, received(NewChange, {}), Precondition(right=r)),
    "ruling": lambda r: rulings.ask_in_game(r.game_id, lambda: MELD, Precondition(right=r)),
    "accept": lambda r: decisions.accept_ruling(r.game_id, "1", received(NewAcceptance, {}), Precondition(right=r)),
    "overrule": lambda r: decisions.overrule_ruling(r.game_id, "1", received(NewChange, {}), Precondition(right=r)),
    "adopt": lambda r: adopt_reading(r.game_id, "1", received(NewHouseRule, {"option": "x"}), Precondition(right=r)),
    "decide": _decide,
    "share": lambda r: invitations.share(r, Role.VIEWER),
    "share to write": lambda r: invitations.share(r, Role.SCORER),
    "hand over": lambda r: invitations.hand_over(r, ends_giver=False),
    "withdraw": lambda r: grants.withdraw(r, grants.OTHERS),
    "sheet key": lambda r: sheet_keys.give_sheet_key(r, "the server's own"),
    "table": lambda r: keep_tabletop(r.game_id, loading.load_game(r.game_id).variant, 2, [["7H", "8H", "9H"]], r),
    "clock": lambda r: turn_clock(loading.load_game(r.game_id), "start", r),
    "open round": lambda r: open_rounds.open_round(loading.load_game(r.game_id), for_viewers=False, right=r),
    "rematch": lambda r: play_again(loading.load_game(r.game_id), OTHER, r),
    "repeated": lambda r: rounds.enter_round(
        r.game_id, received(NewRound, ROUND), Precondition(key="k", fingerprint="f", right=r)
    ),
}


@pytest.fixture
def right(app: Flask) -> Access:
    """The right of `PHONE` to a game with a round and a ruling."""
    with app.app_context():
        right = access.by_device(creating.create_game_for(PHONE, NEW), PHONE)
        precondition = Precondition(key="k", fingerprint="f", right=right)
        rounds.enter_round(right.game_id, received(NewRound, ROUND), precondition)
        rulings.ask_in_game(right.game_id, lambda: {**MELD, "situation": {"cards": ["7H", "8H", "TH"]}}, precondition)
        return right


def stored(url: str) -> dict[str, Any]:
    """Return every row of every table."""
    with create_engine(url, poolclass=NullPool).connect() as connection:
        return {t.name: connection.execute(select(t)).all() for t in Base.metadata.sorted_tables}


@pytest.mark.parametrize("by", ["device", "key"])
@pytest.mark.parametrize("write", WRITES)
def test_whoever_loses_the_right_between_check_and_write_writes_nothing(
    app: Flask, database_url: str, right: Access, before_writing: list[Callable[[], None]], write: str, by: str
) -> None:
    """A device is answered that it was withdrawn; a key as if it had never been valid."""
    after: list[dict[str, Any]] = []

    def withdraw() -> None:
        end_rights(database_url, other.grant_id)
        after.append(stored(database_url))

    with app.app_context():
        key = access.new_key(right.game_id, Role.SCORER)
        if by == "device":
            invitations.use_code(invitations.share(right, Role.SCORER).code, OTHER)
        other = access.by_device(right.game_id, OTHER) if by == "device" else access.by_key(right.game_id, key)
        before_writing.append(withdraw)
        with pytest.raises(Withdrawn if by == "device" else NoAccess):
            WRITES[write](other)
    assert [stored(database_url)] == after


@pytest.mark.parametrize("write", [name for name in WRITES if name != "adopt"])  # there is nothing to adopt here
def test_with_the_right_all_of_it_is_carried_out(app: Flask, right: Access, write: str) -> None:
    """The test above relies on this."""
    with app.app_context():
        invitations.use_code(invitations.share(right, Role.SCORER).code, OTHER)
        WRITES[write](access.by_device(right.game_id, OTHER))


def test_whoever_may_only_look_meanwhile_writes_no_more_and_still_shares_with_viewers(
    app: Flask, right: Access
) -> None:
    """A device that has just handed over the game is a viewer."""
    with app.app_context():
        invitations.use_code(invitations.hand_over(right, ends_giver=True).code, OTHER)
        with pytest.raises(access.NotAllowed):
            _round(right)
        with pytest.raises(access.NotAllowed):
            invitations.share(right, Role.SCORER)
        invitations.share(right, Role.VIEWER)


def test_a_right_of_another_game_changes_nothing(app: Flask, right: Access) -> None:
    with app.app_context():
        theirs = access.by_device(creating.create_game_for(OTHER, NEW), OTHER)
        with pytest.raises(NoAccess):
            rounds.enter_round(right.game_id, received(NewRound, ROUND), Precondition(right=theirs))


def at_once(app: Flask, *acts: Callable[[], object]) -> None:
    """Run functions in threads that start together; refusals are ignored."""
    together = threading.Barrier(len(acts))

    def one(act: Callable[[], object]) -> None:
        with app.app_context():
            together.wait()
            try:
                act()
            except (NoAccess, BadCode):
                pass
            finally:
                db.session.remove()

    with ThreadPoolExecutor(len(acts)) as pool:
        list(pool.map(one, acts))


def writers(game_id: str, *secrets: str) -> list[str]:
    """Return which of these devices may write."""

    def writes(secret: str) -> bool:
        try:
            return access.by_device(game_id, secret).role is Role.SCORER
        except NoAccess:
            return False

    return [secret for secret in secrets if writes(secret)]


def two_scorers() -> tuple[Access, Access]:
    """Return the rights of two devices to a new game."""
    one = access.by_device(creating.create_game_for(PHONE, NEW), PHONE)
    invitations.use_code(invitations.hand_over(one, ends_giver=False).code, OTHER)
    return one, access.by_device(one.game_id, OTHER)


def test_of_two_who_withdraw_all_others_at_once_one_stays(app: Flask) -> None:
    for _ in range(TRIES):
        with app.app_context():
            one, other = two_scorers()
        at_once(app, *(lambda r=right: grants.withdraw(r, grants.OTHERS) for right in (one, other)))
        with app.app_context():
            assert len(writers(one.game_id, PHONE, OTHER)) == 1


@pytest.mark.parametrize("ends_giver", [False, True])
def test_of_two_who_hand_over_and_withdraw_at_once_somebody_writes(app: Flask, ends_giver: bool) -> None:
    """The device that takes over is withdrawn with the others, or its code is no longer valid."""
    for _ in range(TRIES):
        with app.app_context():
            one, other = two_scorers()
            code = invitations.hand_over(other, ends_giver=ends_giver).code
        at_once(app, lambda r=one: grants.withdraw(r, grants.OTHERS), lambda c=code: invitations.use_code(c, THIRD))
        with app.app_context():
            assert writers(one.game_id, PHONE, OTHER, THIRD) == [PHONE]


def test_a_link_asked_for_while_all_others_are_withdrawn_opens_nothing(app: Flask) -> None:
    for _ in range(TRIES):
        with app.app_context():
            one, other = two_scorers()
        made: list[invitations.NewInvitation] = []
        at_once(
            app,
            lambda r=one: grants.withdraw(r, grants.OTHERS),
            lambda r=other, m=made: m.append(invitations.share(r, Role.SCORER)),
        )
        with app.app_context():
            for invited in made:
                with pytest.raises(NoAccess):
                    invitations.use_link(invited.key, THIRD)
                with pytest.raises(BadCode):
                    invitations.use_code(invited.code, THIRD)
            assert writers(one.game_id, PHONE, OTHER, THIRD) == [PHONE]


def test_nobody_withdraws_oneself_so_that_somebody_keeps_the_score(app: Flask, right: Access) -> None:
    with app.app_context():
        with pytest.raises(NotNow):
            grants.withdraw(right, f"device-{right.device_id}")
        assert writers(right.game_id, PHONE) == [PHONE]
