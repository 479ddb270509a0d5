"""Streams of a game get each version, by one listener thread for each process."""

import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from queue import Empty, SimpleQueue
from typing import Any

import pytest
from flask import Flask, current_app
from sqlalchemy import event, update

from scorekeeper.services.access import access
from scorekeeper.services.access.access import Role, hashed
from scorekeeper.services.games import creating
from scorekeeper.services.live import hub as hub_module
from scorekeeper.services.live.hub import MAX_PER_DEVICE, MAX_PER_NETWORK, Hub, Stream
from scorekeeper.services.referee.clock import turn_clock
from scorekeeper.services.views import loading
from scorekeeper.store import queries
from scorekeeper.store.database import db, writing
from scorekeeper.store.models import Grant
from scorekeeper.store.queries import GameVersion

from ..games.test_changes import enter, new_game

SECRET = "s" * 32


def hint(version: int) -> bytes:
    """Return the event of a version."""
    return b'data: {"version":%d,"clock":0}\n\n' % version


def wait_until(true: Callable[[], bool], seconds: float = 5) -> None:
    """Wait for something that happens in another thread."""
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end, "it never happened"
        time.sleep(0.01)


def listeners() -> list[threading.Thread]:
    """Return the threads that wait for commits."""
    return [thread for thread in threading.enumerate() if thread.name == "live"]


@pytest.fixture
def hub(app: Flask) -> Iterator[Hub]:
    """The hub of the application, with its context pushed."""
    with app.app_context():
        hub: Hub = app.extensions["live"]
        hub.most = 100
        yield hub
        hub.close()
        wait_until(lambda: not listeners())


def known_game(secret: str = SECRET, role: Role = Role.SCORER) -> str:
    """Return a game that the device may read."""
    game_id = new_game()
    access.join(access.new_key(game_id, role), secret)
    return game_id


def watch(hub: Hub, game_id: str, secret: str = SECRET, role: str = "scorer") -> tuple[Stream, "SimpleQueue[Any]"]:
    """Subscribe as the page does; return the stream and its events."""
    stream = hub.subscribe(game_id, hashed(secret), role)
    assert stream is not None
    inbox: SimpleQueue[Any] = SimpleQueue()
    stream.open(inbox.put)
    stream.publish(loading.load_game_version(game_id))
    return stream, inbox


def test_a_watcher_is_told_the_version_at_first_and_after_each_change(hub: Hub) -> None:
    game_id, other = known_game(), known_game("t" * 32)
    _, inbox = watch(hub, game_id)
    assert inbox.get(timeout=1) == hint(1)
    for version in (2, 3):
        enter(game_id)
        assert inbox.get(timeout=5) == hint(version)
    enter(other)
    with pytest.raises(Empty):
        inbox.get(timeout=0.4)


def test_a_turned_clock_is_told_once_and_changes_no_version(hub: Hub) -> None:
    """The clock has a number of its own; a game without time limit has no clock."""
    game_id, other = creating.create_game_for(SECRET, {"variant": "nb-rummy", "players": ["Ida", "Ole"]}), known_game()
    (_, inbox), (_, without) = watch(hub, game_id), watch(hub, other)
    assert (inbox.get(timeout=1), without.get(timeout=1)) == (hint(1), hint(1))
    for what in ("start", "start", "nonsense"):
        turn_clock(loading.load_game(game_id), what)
        turn_clock(loading.load_game(other), what)
    assert inbox.get(timeout=5) == b'data: {"version":1,"clock":1}\n\n'
    turn_clock(loading.load_game(game_id), "pause")
    assert inbox.get(timeout=5) == b'data: {"version":1,"clock":2}\n\n'
    assert without.empty()


def test_a_change_by_another_process_is_told(hub: Hub, app: Flask) -> None:
    """Another application commits to the same database; nothing in this one is notified."""
    game_id = known_game()
    _, inbox = watch(hub, game_id)
    assert inbox.get(timeout=1) == hint(1)
    time.sleep(0.3)
    with db.engine.connect() as raw, raw.begin():
        raw.execute(update(queries._game).where(queries._game.c.id == game_id).values(version=2))
        if raw.dialect.name == "postgresql":
            raw.execute(queries._TELL, {"game_id": game_id})
    assert inbox.get(timeout=5) == hint(2)


def test_no_change_between_connecting_and_listening_is_lost(hub: Hub) -> None:
    """Rounds are saved while phones subscribe and leave; each gets the last version."""
    game_id = known_game()
    saving = threading.Event()

    def save(app: Flask) -> None:
        with app.app_context():
            for _ in range(15):
                enter(game_id)
            saving.set()

    _, first = watch(hub, game_id, SECRET)
    inboxes = [first]
    db.session.rollback()
    with ThreadPoolExecutor(1) as pool:
        done = pool.submit(save, current_app._get_current_object())  # type: ignore[attr-defined]  # Flask's proxy
        number = 0
        while not saving.is_set():
            stream, inbox = watch(hub, game_id, SECRET)
            db.session.rollback()
            if number % 2:
                hub.unsubscribe(stream)
            else:
                inboxes.append(inbox)
            number += 1
            if len(inboxes) == MAX_PER_DEVICE - 1:
                saving.wait()
        done.result()
    assert inboxes
    for inbox in inboxes:
        heard = [inbox.get(timeout=5)]
        while heard[-1] != hint(16):
            heard.append(inbox.get(timeout=5))
        assert heard == sorted(set(heard), key=lambda chunk: int(chunk[17:].split(b",")[0]))


def test_a_stream_ends_when_its_right_is_withdrawn(hub: Hub) -> None:
    game_id = new_game()
    key = access.new_key(game_id, Role.VIEWER)
    access.join(key, SECRET)
    _, inbox = watch(hub, game_id, role="viewer")
    assert inbox.get(timeout=1) == hint(1)
    with writing() as session:
        session.execute(update(Grant).where(Grant.key_hash == hashed(key)).values(withdrawn_at=datetime.now(UTC)))
        queries.notify(session, game_id)
    assert [inbox.get(timeout=5), inbox.get(timeout=1)] == [b"event: out\ndata: 1\n\n", None]
    wait_until(lambda: len(hub) == 0)


def test_many_streams_opened_and_dropped_leave_no_thread_and_one_listens_at_most(hub: Hub) -> None:
    game_id = known_game()
    for round_ in range(5):
        streams = []
        for number in range(50):
            secret = f"{number:032d}"
            stream = hub.subscribe(game_id, hashed(secret), "scorer")
            assert stream is not None
            streams.append(stream)
        assert len(listeners()) == 1, round_
        for stream in streams:
            hub.unsubscribe(stream)
            hub.unsubscribe(stream)
    wait_until(lambda: not listeners())
    assert len(hub) == 0
    assert not hub._by_device
    _, inbox = watch(hub, game_id)  # and it begins anew
    enter(game_id)
    assert {inbox.get(timeout=1), inbox.get(timeout=5)} == {hint(1), hint(2)}


def test_there_are_no_more_streams_than_can_be_and_no_device_takes_them_all(hub: Hub) -> None:
    game_id = known_game()
    access.join(access.new_key(game_id, Role.SCORER), "t" * 32)
    me, you = hashed(SECRET), hashed("t" * 32)
    own = [hub.subscribe(game_id, me, "scorer") for _ in range(MAX_PER_DEVICE + 1)]
    assert [stream is None for stream in own] == [False] * MAX_PER_DEVICE + [True]
    assert hub.subscribe(game_id, you, "scorer", most=MAX_PER_DEVICE) is None
    assert hub.subscribe(game_id, you, "scorer", most=MAX_PER_DEVICE + 1) is not None
    assert own[0] is not None
    hub.unsubscribe(own[0])
    assert hub.subscribe(game_id, me, "scorer") is not None
    assert hub.subscribe(game_id, me, "scorer") is None


def test_no_network_takes_all_streams(hub: Hub) -> None:
    """Sixty of one network; a closed one makes room. Each device has access: the hub ends a stream without it."""
    game_id, hub.per_network = known_game(), MAX_PER_NETWORK
    secrets = [f"{number:032d}" for number in range(MAX_PER_NETWORK + 3)]
    key = access.new_key(game_id, Role.SCORER)
    for secret in secrets:
        access.join(key, secret)

    def join(number: int, network: str) -> Stream | None:
        return hub.subscribe(game_id, hashed(secrets[number]), "scorer", MAX_PER_NETWORK * 2, network=network)

    own = [join(number, "192.0.2.1") for number in range(MAX_PER_NETWORK + 1)]
    assert [stream is None for stream in own] == [False] * MAX_PER_NETWORK + [True]
    assert join(MAX_PER_NETWORK, "192.0.2.2") is not None
    assert own[0] is not None
    for _ in range(2):
        hub.unsubscribe(own[0])
    assert join(MAX_PER_NETWORK + 1, "192.0.2.1") is not None
    assert join(MAX_PER_NETWORK + 2, "192.0.2.1") is None


def test_a_stream_that_nobody_reads_is_forgotten_and_others_hear(hub: Hub) -> None:
    game_id = known_game()

    def gone(_chunk: bytes | None) -> None:
        raise OSError("the phone is away")

    lost = hub.subscribe(game_id, hashed(SECRET), "scorer")
    assert lost is not None
    lost.open(gone)
    _, inbox = watch(hub, game_id)
    enter(game_id)
    assert {inbox.get(timeout=1), inbox.get(timeout=5)} == {hint(1), hint(2)}
    wait_until(lambda: len(hub) == 1)


def test_an_idle_watcher_costs_no_query(hub: Hub) -> None:
    """On SQLite the listener bypasses the engine and reads no table."""
    game_id = known_game()
    watch(hub, game_id)
    time.sleep(0.3)
    asked: list[str] = []
    event.listen(db.engine, "before_cursor_execute", lambda *given: asked.append(given[2]))
    time.sleep(0.7)
    assert asked == []
    assert hub.state_of(game_id, hashed(SECRET)) == ("scorer", GameVersion(1))
    assert hub.state_of(game_id, "nobody") is None


def test_the_listener_begins_again_when_the_database_was_away(hub: Hub, monkeypatch: pytest.MonkeyPatch) -> None:
    """Commits in between are sent when it is back."""
    game_id = known_game()
    failures = [OSError("away")]
    look = Hub._publish

    def failing(self: Hub, which: Any) -> None:
        if which != set() and failures:
            raise failures.pop()
        look(self, which)

    monkeypatch.setattr(Hub, "_publish", failing)
    _, inbox = watch(hub, game_id)
    assert inbox.get(timeout=1) == hint(1)
    enter(game_id)
    assert inbox.get(timeout=5) == hint(2)
    assert not failures


def test_closing_ends_every_stream_and_takes_no_more(hub: Hub) -> None:
    game_id = known_game()
    _, inbox = watch(hub, game_id)
    hub.close()
    assert [inbox.get(timeout=1), inbox.get(timeout=1)] == [hint(1), None]
    assert hub.subscribe(game_id, "me", "scorer") is None
    wait_until(lambda: not listeners())


@pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)  # looks every tenth of a second
def test_keep_alive_events_come_by_themselves_and_not_all_at_once(hub: Hub, monkeypatch: pytest.MonkeyPatch) -> None:
    """Thousands at the same moment would delay everything else."""
    monkeypatch.setattr(hub_module, "PING", 0.8)
    monkeypatch.setattr(hub_module, "_LOOK", 0.01)
    game_id, secrets = known_game(), [f"{number}" * 32 for number in range(3)]
    for secret in secrets:
        access.join(access.new_key(game_id, Role.SCORER), secret)
    pinged: list[float] = []
    for secret in secrets * 8:
        stream, _inbox = watch(hub, game_id, secret)
        stream.open(lambda chunk: pinged.append(time.monotonic()) if chunk and b"ping" in chunk else None)
    wait_until(lambda: len(pinged) >= 48)  # each of 24 twice or so
    assert max(sum(at <= each < at + 0.1 for each in pinged) for at in pinged) < 16
