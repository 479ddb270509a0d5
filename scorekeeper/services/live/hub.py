"""Whoever watches a game is told how far it has come, and no more, so that pages fetch it if they need.

A stream belongs to one phone. One thread a process looks for commits, only while somebody watches.
"""

import logging
import threading
import time
from collections import Counter
from collections.abc import Callable, Collection

from sqlalchemy import Engine
from sqlalchemy.orm import Session

from ...store import queries, rights
from ...store.notify import Waker, waker
from ...store.queries import GameVersion as GameVersion

PING = 15.0
"""Seconds between signs of life: a lost phone is noticed, and no proxy thinks that a stream is over."""
OF_ONE = 12
"""Streams that one device may have in one game: a tab each."""
OF_NETWORK = 60
"""Streams that one network may have, so that nobody takes all places; further phones of a club ask now and then."""
CONNECTIONS = 1_000
"""Streams that a server takes which needs no thread for each."""
HAND_OVER = "scorekeeper.hand_over"
"""In a request's environ, from such a server: a function that takes hub and stream, which the answer goes on with."""
_AGAIN = 1.0
_log = logging.getLogger(__name__)

Sink = Callable[[bytes | None], object]
"""Where a stream's bytes go; None is its end. It may raise if nobody is there any more."""


class Stream:
    """What one page is told of one game."""

    def __init__(self, game_id: str, holder: str, role: str, network: str = "") -> None:
        self.game_id, self.holder, self.role, self.network = game_id, holder, role, network
        self.said = GameVersion(0)
        self.broken = False
        self._sink: Sink | None = None
        self._waiting: list[bytes | None] = []
        self._lock = threading.Lock()

    def open(self, sink: Sink) -> None:
        """Send to `sink` from now on, first what has waited for it."""
        with self._lock:
            self._sink = sink
            for chunk in self._waiting:
                self._send(chunk)
            self._waiting.clear()

    def say(self, stand: GameVersion) -> None:
        """Tell how far the game has come, unless that, or what came later, was told."""
        with self._lock:
            latest = GameVersion(*map(max, self.said, stand))
            if latest != self.said:
                self.said = latest
                self._send(b'data: {"version":%d,"clock":%d}\n\n' % latest)

    def ping(self) -> None:
        """Show that the stream is alive."""
        with self._lock:
            self._send(b"event: ping\ndata: 1\n\n")

    def end(self, *, shown_out: bool = False) -> None:
        """End the stream, and tell whoever was shown out that it will not be opened again."""
        with self._lock:
            if shown_out:
                self._send(b"event: out\ndata: 1\n\n")
            self._send(None)

    def _send(self, chunk: bytes | None) -> None:
        if self._sink is None:
            self._waiting.append(chunk)
            return
        try:
            self._sink(chunk)
        except Exception:  # whatever a server says of a connection that is gone
            self.broken = True


class Hub:
    """All streams of a process."""

    def __init__(self, engine: Engine, most: int, of_network: int = OF_NETWORK) -> None:
        """Take up to `most` streams, and `of_network` of one network."""
        self._engine, self.most, self.of_network = engine, most, of_network
        self._streams: set[Stream] = set()
        self._networks: Counter[str] = Counter()  # how many of them each has
        self._own: dict[tuple[str, str], list[Stream]] = {}  # the same, by game and device
        self._thread: threading.Thread | None = None
        self._closed = False
        self._lock = threading.Lock()

    def join(self, game_id: str, holder: str, role: str, most: int | None = None, network: str = "") -> Stream | None:
        """Return a stream for the device with the hash `holder`, at a network key of `addresses.network_of`.

        None if there are as many as can be, or `most`, or too many of this device or network.

        Read how far the game has come after that, and `say` it: what comes later is told.
        """
        with self._lock:
            own = self._own.get((game_id, holder), [])
            full = len(self._streams) >= (self.most if most is None else most)
            if self._closed or full or len(own) >= OF_ONE or self._networks[network] >= self.of_network:
                return None
            stream = Stream(game_id, holder, role, network)
            self._streams.add(stream)
            self._networks[network] += 1
            self._own[game_id, holder] = [*own, stream]
            if self._thread is None:
                self._thread = threading.Thread(target=self._listen, name="live", daemon=True)
                self._thread.start()
            return stream

    def known(self, game_id: str, holder: str) -> tuple[str, GameVersion] | None:
        """Return the role of a device that watches a game, and how far the game has come, without asking the database.

        None if it does not watch. Its right was looked at when anything was committed last.
        """
        own = self._own.get((game_id, holder), ())
        return max(((each.role, each.said) for each in own), key=lambda known: known[1], default=None)

    def leave(self, stream: Stream) -> None:
        """Forget a stream; a second time does nothing."""
        with self._lock:
            self._forget(stream)

    def close(self) -> None:
        """End all streams, and take no more."""
        with self._lock:
            self._closed = True
            ending, self._streams, thread = self._streams, set(), self._thread
            self._own.clear()
            self._networks.clear()
        for stream in ending:
            stream.end()
        if thread is not None:
            thread.join(2)

    def __len__(self) -> int:
        return len(self._streams)

    def _listen(self) -> None:
        """Tell of commits until nobody watches any more."""
        while not self._over():
            try:
                self._tell_of_commits()
            except Exception as error:  # the database is away: what was missed is looked up when it is back
                _log.warning("Watching for changes begins again: %s", error)
                time.sleep(_AGAIN)

    def _over(self) -> bool:
        with self._lock:
            if not self._streams:
                self._thread = None
            return not self._streams

    def _tell_of_commits(self) -> None:
        waking = waker(self._engine)
        try:
            self._look(None)  # at what was committed before this thread looked for the first time
            self._wait(waking)
        finally:
            waking.close()

    def _wait(self, waking: Waker) -> None:
        pinged = time.monotonic()
        while self._streams:
            changed = waking.wait()
            if changed is None or changed:
                self._look(changed)
            if time.monotonic() - pinged >= PING:
                pinged = time.monotonic()
                self._each(Stream.ping)

    def _look(self, games: Collection[str] | None) -> None:
        """Tell the streams of these games, or of any, what is new, and end those whose right is withdrawn."""
        with self._lock:
            streams = [stream for stream in self._streams if games is None or stream.game_id in games]
        if not streams:
            return
        watched = {stream.game_id for stream in streams}
        with Session(self._engine) as session:
            stands, holders = queries.stands(session, watched), rights.holders(session, watched)
        for stream in streams:
            if (stream.game_id, stream.holder, stream.role) in holders:
                stream.say(stands.get(stream.game_id, GameVersion(0)))
            else:
                self.leave(stream)  # before it ends: whoever sees the end must not be known any more
                stream.end(shown_out=True)
        self._sweep()

    def _each(self, do: Callable[[Stream], None]) -> None:
        with self._lock:
            streams = list(self._streams)
        for stream in streams:
            do(stream)
        self._sweep()

    def _sweep(self) -> None:
        """Forget the streams at whose other end nobody is."""
        with self._lock:
            for stream in [each for each in self._streams if each.broken]:
                self._forget(stream)

    def _forget(self, stream: Stream) -> None:
        if stream not in self._streams:
            return
        self._streams.remove(stream)
        self._networks[stream.network] -= 1
        if not self._networks[stream.network]:
            del self._networks[stream.network]
        name = stream.game_id, stream.holder
        left = [each for each in self._own.get(name, ()) if each is not stream]
        if left:
            self._own[name] = left
        else:
            self._own.pop(name, None)
