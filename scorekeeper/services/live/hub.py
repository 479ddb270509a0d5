"""Server-sent events: each phone that watches a game receives its version numbers, and fetches what it needs.

A stream belongs to one page. One thread for each process waits for commits, only while there are streams.
"""

import logging
import random
import threading
import time
from collections import Counter
from collections.abc import Callable, Collection

from sqlalchemy import Engine
from sqlalchemy.orm import Session

from ...store import queries, rights
from ...store.notify import Waker, waker
from ...store.rows import GameVersion as GameVersion
from ..monitoring import metrics

PING = 15.0
"""Seconds between keep-alive events, which detect lost phones and prevent timeouts of proxies."""
MAX_PER_DEVICE = 12
"""Streams of one device in one game: one for each tab."""
MAX_PER_NETWORK = 60
"""Streams of one network, so that none takes all of them; further phones poll."""
MAX_STREAMS = 5_000
"""Streams in all, on a server that needs no thread for each: a thousand tables and more, 14 kB each."""
HAND_OVER = "scorekeeper.hand_over"
"""Key in the WSGI environ of such a server: a function that takes (hub, stream) and continues the response with it."""
_LOOK = 0.5
"""Seconds between two looks for keep-alive events that are due."""
_RETRY_DELAY = 1.0
_log = logging.getLogger(__name__)

Sink = Callable[[bytes | None], object]
"""Takes a stream's chunks; None ends it. It may raise if the connection is closed."""


class Stream:
    """The events of one game for one page; thread-safe."""

    def __init__(self, game_id: str, holder: str, role: str, network: str = "") -> None:
        self.game_id, self.holder, self.role, self.network = game_id, holder, role, network
        self.version = GameVersion(0)
        self.broken = False
        self.ping_at = time.monotonic() + PING * random.random()
        """When its next keep-alive event is due: thousands of streams do not get theirs at the same moment."""
        self._sink: Sink | None = None
        self._backlog: list[bytes | None] = []
        self._lock = threading.Lock()

    def open(self, sink: Sink) -> None:
        """Connect the stream to `sink`, and send it the backlog first."""
        with self._lock:
            self._sink = sink
            for chunk in self._backlog:
                self._send(chunk)
            self._backlog.clear()

    def publish(self, version: GameVersion) -> None:
        """Send a version, unless that or a later one was sent already."""
        with self._lock:
            latest = GameVersion(*map(max, self.version, version))
            if latest != self.version:
                self.version = latest
                opened = b',"opened":%d' % latest.opened if latest.opened else b""
                self._send(b'data: {"version":%d,"clock":%d%b}\n\n' % (latest.version, latest.clock, opened))

    def ping(self) -> None:
        """Send a keep-alive event."""
        with self._lock:
            self._send(b"event: ping\ndata: 1\n\n")

    def end(self, *, revoked: bool = False) -> None:
        """End the stream; if the device's access was `revoked`, send the event that prevents it from reconnecting."""
        with self._lock:
            if revoked:
                self._send(b"event: out\ndata: 1\n\n")
            self._send(None)

    def _send(self, chunk: bytes | None) -> None:
        if self._sink is None:
            self._backlog.append(chunk)
            return
        try:
            self._sink(chunk)
        except Exception:  # servers differ in what they raise for a closed connection
            self.broken = True


class Hub:
    """All streams of a process, and the thread that publishes commits to them; thread-safe."""

    def __init__(self, engine: Engine, most: int, per_network: int = MAX_PER_NETWORK) -> None:
        """Limit the streams to `most`, and to `per_network` of one network."""
        self._engine, self.most, self.per_network = engine, most, per_network
        self._streams: set[Stream] = set()
        self._networks: Counter[str] = Counter()  # number of streams by network
        self._by_device: dict[tuple[str, str], list[Stream]] = {}  # by game and device
        self._thread: threading.Thread | None = None
        self._closed = False
        self._lock = threading.Lock()

    def subscribe(
        self, game_id: str, holder: str, role: str, most: int | None = None, network: str = ""
    ) -> Stream | None:
        """Return a new stream for the device with the hash `holder`, at a network key of `addresses.network_of`.

        None if a limit is reached: of all streams (`most` overrides the hub's), of this device, or of this network.
        To lose no event, read the game's version after this call and `publish` it.
        """
        with self._lock:
            own = self._by_device.get((game_id, holder), [])
            full = len(self._streams) >= (self.most if most is None else most)
            if self._closed or full or len(own) >= MAX_PER_DEVICE or self._networks[network] >= self.per_network:
                return None
            stream = Stream(game_id, holder, role, network)
            self._streams.add(stream)
            metrics.STREAMS.set(len(self._streams))
            self._networks[network] += 1
            self._by_device[game_id, holder] = [*own, stream]
            if self._thread is None:
                self._thread = threading.Thread(target=self._listen, name="live", daemon=True)
                self._thread.start()
            return stream

    def state_of(self, game_id: str, holder: str) -> tuple[str, GameVersion] | None:
        """Return the role of a watching device and the version of its game, without a query; None if it does not watch.

        Its access was checked after the last commit.
        """
        own = self._by_device.get((game_id, holder), ())
        return max(((each.role, each.version) for each in own), key=lambda state: state[1], default=None)

    def unsubscribe(self, stream: Stream) -> None:
        """Remove a stream; idempotent."""
        with self._lock:
            self._remove(stream)

    def close(self) -> None:
        """End all streams and accept no more."""
        with self._lock:
            self._closed = True
            ending, self._streams, thread = self._streams, set(), self._thread
            metrics.STREAMS.set(0)
            self._by_device.clear()
            self._networks.clear()
        for stream in ending:
            stream.end()
        if thread is not None:
            thread.join(2)

    def __len__(self) -> int:
        return len(self._streams)

    def _listen(self) -> None:
        """Publish commits until there are no streams; the target of the thread."""
        while not self._no_streams():
            try:
                self._publish_commits()
            except Exception as error:  # the database is unreachable: missed commits are published once it is back
                _log.warning("Watching for changes begins again: %s", error)
                time.sleep(_RETRY_DELAY)

    def _no_streams(self) -> bool:
        with self._lock:
            if not self._streams:
                self._thread = None
            return not self._streams

    def _publish_commits(self) -> None:
        commits = waker(self._engine)
        try:
            self._publish(None)  # what was committed before this thread listened
            self._wait(commits)
        finally:
            commits.close()

    def _wait(self, commits: Waker) -> None:
        looked = time.monotonic()
        while self._streams:
            changed = commits.wait()
            if changed is None or changed:
                self._publish(changed)
            if time.monotonic() - looked >= _LOOK:
                looked = time.monotonic()
                self._ping(looked)

    def _publish(self, games: Collection[str] | None) -> None:
        """Publish the versions of `games` (None: of all), and end the streams whose access was withdrawn."""
        with self._lock:
            streams = [stream for stream in self._streams if games is None or stream.game_id in games]
        if not streams:
            return
        watched = {stream.game_id for stream in streams}
        with Session(self._engine) as session:
            versions, holders = queries.game_versions(session, watched), rights.holders(session, watched)
        for stream in streams:
            if (stream.game_id, stream.holder, stream.role) in holders:
                stream.publish(versions.get(stream.game_id, GameVersion(0)))
            else:
                self.unsubscribe(stream)  # first: once the page sees the end, `state_of` must not find it
                stream.end(revoked=True)
        self._sweep()

    def _ping(self, now: float) -> None:
        """Send the keep-alive events that are due at `now`, on the monotonic clock."""
        with self._lock:
            due = [stream for stream in self._streams if stream.ping_at <= now]
        for stream in due:
            stream.ping_at = now + PING
            stream.ping()
        self._sweep()

    def _sweep(self) -> None:
        """Remove the streams with closed connections."""
        with self._lock:
            for stream in [each for each in self._streams if each.broken]:
                self._remove(stream)

    def _remove(self, stream: Stream) -> None:
        if stream not in self._streams:
            return
        self._streams.remove(stream)
        metrics.STREAMS.set(len(self._streams))
        self._networks[stream.network] -= 1
        if not self._networks[stream.network]:
            del self._networks[stream.network]
        name = stream.game_id, stream.holder
        left = [each for each in self._by_device.get(name, ()) if each is not stream]
        if left:
            self._by_device[name] = left
        else:
            self._by_device.pop(name, None)
