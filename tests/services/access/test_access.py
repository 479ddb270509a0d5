"""Keys and devices: which games they open, and when they end."""

from datetime import UTC, datetime

import pytest
from flask import Flask
from sqlalchemy import select, update

from scorekeeper.services.access import access
from scorekeeper.services.access.access import Role
from scorekeeper.services.errors import NoAccess, NotAllowed
from scorekeeper.services.games import creating
from scorekeeper.services.views import loading
from scorekeeper.store.database import db, writing
from scorekeeper.store.models import Device, Grant

NEW = {"variant": "da-500", "players": ["Anna", "Bo"]}


def withdraw(key: str) -> None:
    with writing() as session:
        session.execute(
            update(Grant).where(Grant.key_hash == access.hashed(key)).values(withdrawn_at=datetime.now(UTC))
        )


def test_the_first_two_keys_are_a_scorers_and_a_viewers(app: Flask) -> None:
    with app.app_context():
        made = creating.create_game(NEW)
        access.by_key(made.game_id, made.scorer_key).must_write()
        viewer = access.by_key(made.game_id, made.viewer_key)
        with pytest.raises(NotAllowed):
            viewer.must_write()


def test_no_secret_is_kept(app: Flask) -> None:
    with app.app_context():
        secret = access.new_secret()
        made = creating.create_game(NEW)
        creating.create_game_for(secret, NEW)
        kept = [*db.session.scalars(select(Grant.key_hash)), *db.session.scalars(select(Device.secret_hash))]
        assert access.hashed(made.scorer_key) in kept
        assert not {secret, made.scorer_key, made.viewer_key} & set(kept)


@pytest.mark.parametrize("key", ["", "x", "\ud800", "a" * 10_000])
def test_a_key_that_is_none_opens_nothing(app: Flask, key: str) -> None:
    with app.app_context():
        made = creating.create_game(NEW)
        with pytest.raises(NoAccess):
            access.by_key(made.game_id, key)


def test_a_key_opens_its_own_game_only(app: Flask) -> None:
    with app.app_context():
        one, other = creating.create_game(NEW), creating.create_game(NEW)
        with pytest.raises(NoAccess):
            access.by_key(other.game_id, one.scorer_key)


def test_a_withdrawn_key_ends_alone_and_the_devices_that_came_by_it_end_too(app: Flask) -> None:
    with app.app_context():
        made = creating.create_game(NEW)
        second = access.new_key(made.game_id, Role.SCORER)
        phone, tablet = access.new_secret(), access.new_secret()
        access.join(second, phone)
        access.join(made.scorer_key, tablet)
        withdraw(second)
        with pytest.raises(NoAccess):
            access.by_key(made.game_id, second)
        with pytest.raises(NoAccess):
            access.by_device(made.game_id, phone)
        assert loading.games_of_device(phone) == []
        access.by_key(made.game_id, made.scorer_key).must_write()
        access.by_device(made.game_id, tablet).must_write()


def test_a_viewers_link_after_a_scorers_takes_nothing_away(app: Flask) -> None:
    with app.app_context():
        made = creating.create_game(NEW)
        phone = access.new_secret()
        access.join(made.viewer_key, phone)
        assert access.by_device(made.game_id, phone).role is Role.VIEWER
        access.join(made.scorer_key, phone)
        access.join(made.viewer_key, phone)
        assert access.by_device(made.game_id, phone).role is Role.SCORER
        assert [role for _, role in loading.games_of_device(phone)] == [Role.SCORER]


def test_a_device_knows_its_games_the_latest_changed_first(app: Flask) -> None:
    with app.app_context():
        phone = access.new_secret()
        ids = {creating.create_game_for(phone, NEW) for _ in range(3)}
        creating.create_game_for(access.new_secret(), NEW)
        known = loading.games_of_device(phone)
        assert {view.id for view, _ in known} == ids
        assert [view.changed_at for view, _ in known] == sorted((v.changed_at for v, _ in known), reverse=True)
