"""Codes, links and hand-over: what they open, how often, how long, and what ends them."""

from datetime import UTC, datetime, timedelta
from math import log2

import pytest
from flask import Flask
from sqlalchemy import func, select, update

from scorekeeper.services.access import access, grants, invitations
from scorekeeper.services.access.access import Access, Role
from scorekeeper.services.errors import BadCode, Invalid, NoAccess, NotAllowed, NotNow, Withdrawn
from scorekeeper.services.games import creating, rounds
from scorekeeper.services.games.changes import Precondition
from scorekeeper.services.payload_reading import received
from scorekeeper.services.payloads import NewRound
from scorekeeper.services.referee import rulings
from scorekeeper.services.views import loading
from scorekeeper.store.database import db, writing
from scorekeeper.store.models import Grant, Invitation
from scorekeeper.store.rows import Subject

NEW = {"variant": "da-500", "players": ["Anna", "Bo"]}
ROUND = {"closer": "Anna", "entries": {"Anna": {"points": 5}, "Bo": {"points": 10}}}
PHONE, OTHER, THIRD = "P" * 32, "O" * 32, "T" * 32


@pytest.fixture
def right(app: Flask) -> Access:
    """The right of `PHONE` to a game that it has made."""
    with app.app_context():
        return access.by_device(creating.create_game_for(PHONE, NEW), PHONE)


def role_of(right: Access, secret: str) -> Role | None:
    """Return the role of a device in the game."""
    try:
        return access.by_device(right.game_id, secret).role
    except NoAccess:
        return None


def make_older(by: timedelta) -> None:
    """Make all codes older."""
    with writing() as session:
        session.execute(update(Invitation).values(until=datetime.now(UTC) + invitations.LIFE - by))


def count_codes() -> int:
    return db.session.scalar(select(func.count()).select_from(Invitation)) or 0


@pytest.mark.parametrize("role", [Role.SCORER, Role.VIEWER])
def test_a_shares_code_and_link_give_its_role(app: Flask, right: Access, role: Role) -> None:
    with app.app_context():
        invited = invitations.share(right, role)
        found = invitations.LinkTarget(right.subject, role)
        assert invitations.use_code(invited.code, OTHER) == found
        assert invitations.find_link(invited.key) == found
        assert invitations.use_link(invited.key, THIRD) == found
        assert role_of(right, OTHER) is role_of(right, THIRD) is role


def test_a_viewer_invites_viewers_only_and_sees_no_list(app: Flask, right: Access) -> None:
    with app.app_context():
        invitations.use_code(invitations.share(right, Role.VIEWER).code, OTHER)
        viewer = access.by_device(right.game_id, OTHER)
        invitations.use_code(invitations.share(viewer, Role.VIEWER).code, THIRD)
        assert role_of(right, THIRD) is Role.VIEWER
        for refused in (
            lambda: invitations.share(viewer, Role.SCORER),
            lambda: invitations.hand_over(viewer, ends_giver=False),
            lambda: grants.list_holders(viewer),
            lambda: grants.withdraw(viewer, grants.OTHERS),
        ):
            with pytest.raises(NotAllowed):
                refused()


def test_a_code_has_so_many_uses_and_no_more(app: Flask, right: Access) -> None:
    with app.app_context():
        invited = invitations.share(right, Role.VIEWER)
        for number in range(invited.uses):
            invitations.use_code(invited.code, f"{number:032}")
        with pytest.raises(BadCode):
            invitations.use_code(invited.code, OTHER)
        invitations.use_link(invited.key, OTHER)


def test_a_scorers_code_is_good_once(app: Flask, right: Access) -> None:
    with app.app_context():
        code = invitations.share(right, Role.SCORER).code
        invitations.use_code(code, OTHER)
        with pytest.raises(BadCode):
            invitations.use_code(code, THIRD)
        assert role_of(right, THIRD) is None


def test_a_code_dies_after_ten_minutes_and_the_shares_link_does_not(app: Flask, right: Access) -> None:
    with app.app_context():
        invited = invitations.share(right, Role.VIEWER)
        make_older(invitations.LIFE - timedelta(seconds=5))
        invitations.use_code(invited.code, OTHER)
        make_older(invitations.LIFE)
        with pytest.raises(BadCode):
            invitations.use_code(invited.code, THIRD)
        invitations.use_link(invited.key, THIRD)


def test_a_code_lives_no_longer_because_the_clock_is_set_back(app: Flask, right: Access) -> None:
    """It was made by a clock that was an hour ahead; those of a minute ahead, as another machine's, are good."""
    with app.app_context():
        code = invitations.share(right, Role.VIEWER).code
        make_older(-timedelta(hours=1))
        with pytest.raises(BadCode):
            invitations.use_code(code, OTHER)
        make_older(-timedelta(minutes=1))
        invitations.use_code(code, OTHER)


def test_what_nobody_can_use_any_more_is_deleted(app: Flask, right: Access) -> None:
    with app.app_context():
        invitations.share(right, Role.VIEWER)
        make_older(invitations.LIFE)
        invitations.new_recovery_code(PHONE)
        invitations.hand_over(right, ends_giver=False)
        assert count_codes() == 2


@pytest.mark.parametrize("typed", ["{}", " {} ", "{:.5} {:.5}", "{:.5}-{:.5}"])
def test_how_a_code_is_written_makes_no_difference(app: Flask, right: Access, typed: str) -> None:
    with app.app_context():
        code = invitations.share(right, Role.VIEWER).code
        text = typed.format(code) if "." not in typed else code[:5] + typed[5] + code[5:]
        assert invitations.use_code(text.lower(), OTHER).subject == right.subject


@pytest.mark.parametrize(
    "typed", ["", "ABCD", "ABCDEFGHJ0", "ABCDEFGHJ", "\x00" * 10, "é" * 10, "A" * 10_000, "ABCDE23456"]
)
def test_what_is_no_code_opens_nothing(app: Flask, right: Access, typed: str) -> None:
    with app.app_context():
        invitations.share(right, Role.VIEWER)
        with pytest.raises(BadCode):
            invitations.use_code(typed, OTHER)


def test_codes_are_of_clear_letters_all_different_and_long_enough(app: Flask, right: Access) -> None:
    """Fifty bits, five for each letter, as in docs/sharing.md."""
    with app.app_context():
        codes = {invitations.share(right, Role.VIEWER).code for _ in range(50)}
    assert len(codes) == 50
    assert {len(code) for code in codes} == {10}
    assert not set("".join(codes)) & set("01IO")
    assert log2(len(invitations.LETTERS)) == 5


def test_no_code_and_no_link_is_kept(app: Flask, right: Access) -> None:
    with app.app_context():
        given = [
            invitations.hand_over(right, ends_giver=False),
            invitations.offer_games(PHONE),
            invitations.share(right, Role.SCORER),
        ]
        secrets = {*(each.code for each in given), *(each.key for each in given), invitations.new_recovery_code(PHONE)}
        kept = {*db.session.scalars(select(Invitation.code_hash)), *db.session.scalars(select(Invitation.link_hash))}
        kept |= set(db.session.scalars(select(Grant.key_hash)))
        assert not kept & secrets
        assert invitations.hashed_code(given[0].code) in kept
        assert access.hashed(given[0].code) not in kept  # fifty bits: all could be tried, without the server's key


@pytest.mark.parametrize("by_link", [False, True])
@pytest.mark.parametrize("ends", [False, True])
def test_whoever_takes_over_writes_and_the_giver_as_was_chosen(
    app: Flask, right: Access, ends: bool, by_link: bool
) -> None:
    """Nothing changes before the code is used; it works once."""
    with app.app_context():
        given = invitations.hand_over(right, ends_giver=ends)
        assert role_of(right, PHONE) is Role.SCORER
        if by_link:
            assert invitations.use_link(given.key, OTHER) == invitations.LinkTarget(right.subject, Role.SCORER)
        else:
            invitations.use_code(given.code, OTHER)
        assert role_of(right, OTHER) is Role.SCORER
        assert role_of(right, PHONE) is (Role.VIEWER if ends else Role.SCORER)
        with pytest.raises(BadCode):
            invitations.use_code(given.code, THIRD)
        with pytest.raises(NoAccess):
            invitations.use_link(given.key, THIRD)


def test_the_giver_takes_nothing_from_itself(app: Flask, right: Access) -> None:
    with app.app_context():
        invitations.use_code(invitations.hand_over(right, ends_giver=True).code, PHONE)
        assert role_of(right, PHONE) is Role.SCORER


def test_a_hand_over_ends_with_the_givers_right(app: Flask, right: Access) -> None:
    """Codes made before by a phone whose access is withdrawn do not work."""
    with app.app_context():
        invitations.use_code(invitations.share(right, Role.SCORER).code, OTHER)
        other = access.by_device(right.game_id, OTHER)
        game, everything = invitations.hand_over(other, ends_giver=False), invitations.offer_games(OTHER)
        grants.withdraw(right, f"device-{other.device_id}")
        for code in (game.code, everything.code):
            with pytest.raises(BadCode):
                invitations.use_code(code, THIRD)
        with pytest.raises(NotNow):
            invitations.offer_games(OTHER)


def test_a_withdrawn_device_is_told_so_and_the_others_stay(app: Flask, right: Access) -> None:
    with app.app_context():
        invited = invitations.share(right, Role.VIEWER)
        for secret in (OTHER, THIRD):
            invitations.use_link(invited.key, secret)
        other = access.by_device(right.game_id, OTHER).device_id
        assert grants.withdraw(right, f"device-{other}") == 1
        assert grants.withdraw(right, f"device-{other}") == 0
        with pytest.raises(Withdrawn):
            access.by_device(right.game_id, OTHER)
        assert role_of(right, THIRD) is Role.VIEWER
        assert loading.games_of_device(OTHER) == []


def test_a_withdrawn_link_ends_with_its_code_and_its_devices_but_not_who_withdraws(app: Flask, right: Access) -> None:
    with app.app_context():
        invited = invitations.share(right, Role.SCORER)
        invitations.use_link(invited.key, OTHER)
        invitations.use_link(invited.key, THIRD)
        other = access.by_device(right.game_id, OTHER)
        link = next(each for each in grants.list_holders(other) if each.devices is not None)
        assert link.devices == 2
        grants.withdraw(other, link.id)
        assert [role_of(right, secret) for secret in (PHONE, OTHER, THIRD)] == [Role.SCORER, Role.SCORER, None]
        with pytest.raises(NoAccess):
            invitations.use_link(invited.key, THIRD)
        with pytest.raises(BadCode):
            invitations.use_code(invited.code, THIRD)


def let_in_by(right: Access, secret: str) -> tuple[Access, invitations.NewInvitation]:
    """Give a device a scorer's access by a code; return its right, and a link that it made."""
    invitations.use_code(invitations.hand_over(right, ends_giver=False).code, secret)
    other = access.by_device(right.game_id, secret)
    return other, invitations.share(other, Role.SCORER)


def test_a_withdrawn_device_does_not_come_back_by_its_own_link(app: Flask, right: Access) -> None:
    """Nor by a link of a device that it admitted, nor by a device that it handed the game on to."""
    with app.app_context():
        other, own = let_in_by(right, OTHER)
        invitations.use_link(own.key, THIRD)
        far = invitations.share(access.by_device(right.game_id, THIRD), Role.SCORER)
        invitations.use_code(invitations.hand_over(other, ends_giver=False).code, "F" * 32)
        mine = invitations.share(right, Role.VIEWER)
        invitations.use_link(mine.key, "V" * 32)
        listed = {each.id: each for each in grants.list_holders(right)}
        assert listed[f"device-{other.device_id}"].let_in == (2, 2)
        assert sorted(each.maker or "" for each in listed.values() if each.devices is not None) == ["", "", ""]
        grants.withdraw(right, f"device-{other.device_id}")
        for key in (own.key, far.key):
            with pytest.raises(NoAccess):
                invitations.use_link(key, OTHER)
        roles = [role_of(right, secret) for secret in (PHONE, OTHER, THIRD, "F" * 32, "V" * 32)]
        assert roles == [Role.SCORER, None, None, None, Role.VIEWER]
        invitations.use_link(mine.key, THIRD)


def test_what_a_device_let_in_stays_if_that_is_wished(app: Flask, right: Access) -> None:
    with app.app_context():
        other, own = let_in_by(right, OTHER)
        invitations.use_link(own.key, THIRD)
        grants.withdraw(right, f"device-{other.device_id}", let_in=False)
        assert [role_of(right, secret) for secret in (OTHER, THIRD)] == [None, Role.SCORER]
        invitations.use_link(own.key, OTHER)


def test_whoever_came_by_a_link_of_whom_it_withdraws_stays_itself(app: Flask, right: Access) -> None:
    """What it made itself stays valid, too."""
    with app.app_context():
        invitations.use_link(invitations.share(right, Role.SCORER).key, OTHER)
        other = access.by_device(right.game_id, OTHER)
        own = invitations.share(other, Role.VIEWER)
        grants.withdraw(other, f"device-{right.device_id}")
        assert [role_of(right, secret) for secret in (PHONE, OTHER)] == [None, Role.SCORER]
        invitations.use_link(own.key, THIRD)


def test_the_list_says_who_made_a_link(app: Flask, right: Access) -> None:
    """By the device's present name; nobody, if it was made on the server."""
    with app.app_context():
        let_in_by(right, OTHER)
        grants.name_device(OTHER, {"name": "Bo’s phone"})
        invitations.share(right, Role.VIEWER)
        access.new_key(right.game_id, Role.VIEWER)
        links = [(each.maker, each.made_here) for each in grants.list_holders(right) if each.devices is not None]
        assert links == [("Bo’s phone", False), ("", True), (None, False)]


def test_whoever_takes_a_game_over_stands_where_its_giver_stood(app: Flask, right: Access) -> None:
    """The giver is a viewer from then on: withdrawing it withdraws nobody else."""
    with app.app_context():
        invitations.use_code(invitations.hand_over(right, ends_giver=True).code, OTHER)
        invitations.use_code(
            invitations.hand_over(access.by_device(right.game_id, OTHER), ends_giver=False).code, THIRD
        )
        third = access.by_device(right.game_id, THIRD)
        assert [each.let_in for each in grants.list_holders(third) if each.id == f"device-{right.device_id}"] == [
            (0, 0)
        ]
        grants.withdraw(third, f"device-{right.device_id}")
        assert role_of(right, OTHER) is Role.SCORER


def test_a_lost_phone_does_not_come_back_by_its_own_link_after_a_recovery(app: Flask, right: Access) -> None:
    """Devices that it had admitted before stay."""
    with app.app_context():
        code, own = invitations.new_recovery_code(PHONE), invitations.share(right, Role.SCORER)
        invitations.use_link(own.key, THIRD)
        invitations.use_code(code, OTHER)
        with pytest.raises(NoAccess):
            invitations.use_link(own.key, PHONE)
        roles = [role_of(right, secret) for secret in (PHONE, OTHER, THIRD)]
        assert roles == [None, Role.SCORER, Role.SCORER]


def test_all_others_end_at_once_in_this_game_alone(app: Flask, right: Access) -> None:
    """Devices, links, codes and API keys of this game; other games are untouched."""
    with app.app_context():
        second = access.by_device(creating.create_game_for(PHONE, NEW), PHONE)
        for game in (right, second):
            invitations.use_code(invitations.share(game, Role.VIEWER).code, OTHER)
        codes = [invitations.hand_over(right, ends_giver=True).code, invitations.share(right, Role.VIEWER).code]
        key = access.new_key(right.game_id, Role.SCORER)
        grants.withdraw(right, grants.OTHERS)
        assert [(each.mine, each.role) for each in grants.list_holders(right)] == [(True, Role.SCORER)]
        with pytest.raises(NoAccess):
            access.by_key(right.game_id, key)
        for code in codes:
            with pytest.raises(BadCode):
                invitations.use_code(code, THIRD)
        assert role_of(right, OTHER) is None
        assert role_of(second, OTHER) is Role.VIEWER


@pytest.mark.parametrize("holder", ["", "device-0", "link-0", "device-", "\x00", "device-999999999999999999999"])
def test_who_has_no_access_cannot_lose_it(app: Flask, right: Access, holder: str) -> None:
    with app.app_context():
        invitations.use_code(invitations.share(right, Role.VIEWER).code, OTHER)
        assert grants.withdraw(right, holder) == 0
        assert role_of(right, OTHER) is Role.VIEWER


def test_one_game_says_nothing_of_anothers_holders_and_ends_none(app: Flask, right: Access) -> None:
    with app.app_context():
        theirs = access.by_device(creating.create_game_for(OTHER, NEW), OTHER)
        assert [each.mine for each in grants.list_holders(theirs)] == [True]
        assert grants.withdraw(theirs, f"device-{right.device_id}") == 0
        assert role_of(right, PHONE) is Role.SCORER


def test_all_games_go_to_a_new_phone_and_stay_on_the_old(app: Flask, right: Access) -> None:
    with app.app_context():
        made = creating.create_game(NEW)
        access.join(made.viewer_key, PHONE)
        grants.name_device(PHONE, {"name": "Anna’s phone"})
        assert invitations.use_code(invitations.offer_games(PHONE).code, OTHER).subject == Subject()
        for secret in (PHONE, OTHER):
            roles = {view.id: role for view, role in loading.games_of_device(secret)}
            assert roles == {right.game_id: Role.SCORER, made.game_id: Role.VIEWER}
        assert grants.device_name(OTHER) == "Anna’s phone"


def test_a_recovery_code_brings_the_games_back_once_and_ends_the_lost_phone(app: Flask, right: Access) -> None:
    """It includes games made after the code, and does not expire."""
    with app.app_context():
        first = invitations.new_recovery_code(PHONE)
        code = invitations.new_recovery_code(PHONE)
        assert grants.has_recovery_code(PHONE)
        later = creating.create_game_for(PHONE, NEW)
        with pytest.raises(BadCode):
            invitations.use_code(first, OTHER)
        invitations.use_code(code, OTHER)
        assert {view.id for view, _ in loading.games_of_device(OTHER)} == {right.game_id, later}
        assert loading.games_of_device(PHONE) == []
        assert role_of(right, PHONE) is None
        assert not grants.has_recovery_code(PHONE)
        with pytest.raises(BadCode):
            invitations.use_code(code, THIRD)


def test_a_device_without_games_has_nothing_to_take_along(app: Flask) -> None:
    with app.app_context():
        for secret in (None, PHONE):
            with pytest.raises(NotNow):
                invitations.offer_games(secret)
            with pytest.raises(NotNow):
                invitations.new_recovery_code(secret)


def test_what_a_device_is_called_stands_beside_what_it_writes_where_nobody_is_named(app: Flask, right: Access) -> None:
    """In revisions and rulings; earlier ones have the device's name of that time."""
    precondition, meld = Precondition(right=right), {"cards": ["7H", "8H", "9H"]}
    with app.app_context():
        rounds.enter_round(right.game_id, received(NewRound, ROUND), precondition)
        for name, by in (("Anna’s phone", None), ("Anna’s phone", "Bo"), ("The tablet", None), ("  ", None)):
            grants.name_device(PHONE, {"name": name})
            rounds.enter_round(right.game_id, received(NewRound, {**ROUND, "by": by}), precondition)
        written = [revision.who for revision in loading.load_history(right.game_id)]
        assert written == [None, "Anna’s phone", "Bo", "The tablet", None]
        grants.name_device(PHONE, {"name": "The tablet"})
        asked = rulings.ask_in_game(right.game_id, lambda: {"question": "meld", "situation": meld}, precondition)
        assert asked.who == "The tablet"


@pytest.mark.parametrize("name", ["x" * 41, "a\x00b", "a\nb", 5])
def test_a_name_of_a_device_is_a_line_of_text(app: Flask, name: object) -> None:
    with app.app_context():
        with pytest.raises(Invalid):
            grants.name_device(PHONE, {"name": name})
        assert grants.device_name(PHONE) is None
