"""Clients that send slowly, send too much or never read lose their connection; others notice nothing."""

import socket
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from dataclasses import replace
from typing import Any

import pytest

from scorekeeper.background import mark_current_request_blocked
from scorekeeper.server import Server
from scorekeeper.server.dispatcher import _Task
from scorekeeper.web.board.live_ready import BoardRequest, CachedResponse

from ..web.phones import wait_until
from .conftest import SCRIPT, SHORT, Client, application, request, running

Connect = Callable[..., Client]
OTHER = "127.0.0.2"


def drip(client: Client, pieces: Sequence[bytes]) -> bool:
    """Send pieces one after another; return False if the server closes the connection meanwhile."""
    try:
        for piece in pieces:
            client.send(piece)
            time.sleep(0.02)
    except ConnectionError:
        return False
    return True


def test_clients_that_do_not_read_keep_no_thread_and_lose_their_connection(connect: Connect) -> None:
    """Eight connections request a long script 256 times each; another client is answered all the while."""
    greedy = [connect(receive_buffer=4096) for _ in range(8)]
    for each in greedy:
        each.send(request("/script") * 256)
    for _ in range(20):
        began = time.monotonic()
        assert connect(OTHER).ask("/script") == (200, SCRIPT)
        assert time.monotonic() - began < 2
    time.sleep(1.5)
    assert all(each.is_closed() for each in greedy)


def test_whoever_reads_slowly_but_reads_gets_everything() -> None:
    """The client is slower than the server, and faster than the lowest rate allowed."""
    with running(limits=replace(SHORT, send_buffer_bytes=4096)) as server:
        phone = Client(server, receive_buffer=4096)
        phone.send(request("/script") * 3)
        for _ in range(3):
            head = phone._until(b"\r\n\r\n")
            assert b" 200 " in head
            left = len(SCRIPT)
            while left:
                left -= len(phone._receive(min(left, 5_000)))
                time.sleep(0.02)


def test_many_requests_sent_at_once_are_answered_in_their_order(connect: Connect) -> None:
    client = connect()
    client.send(b"".join(request(f"/{number}") for number in range(300)))
    assert [client.answer() for _ in range(300)] == [(200, b"/%d" % number) for number in range(300)]


@pytest.mark.parametrize("half", [b"GET / HTTP/1.1\r\nHost: x\r\n", b"G", b"\r\n\r\nGET / HTTP/1.1\r\n"])
def test_half_a_head_is_not_waited_for(connect: Connect, half: bytes) -> None:
    slow = connect()
    slow.send(half)
    began = time.monotonic()
    assert slow.is_closed()
    assert time.monotonic() - began < 3


def test_a_head_that_comes_byte_by_byte_is_not_waited_for(connect: Connect) -> None:
    """Its deadline counts from the first byte."""
    assert not drip(connect(), [bytes([byte]) for byte in request("/", f"X: {'y' * 200}")])


@pytest.mark.parametrize("lines", [["Content-Length: 100000"], ["Transfer-Encoding: chunked"]])
def test_half_a_body_is_not_waited_for_and_takes_no_thread(connect: Connect, lines: list[str]) -> None:
    slow = [connect() for _ in range(4)]
    for each in slow:
        each.send(request("/length", *lines, method="POST") + b"5\r\nhello\r\n")
    assert connect(OTHER).ask("/a") == (200, b"/a")
    assert all(each.is_closed() for each in slow)


def test_a_body_that_comes_too_slowly_is_not_taken(connect: Connect) -> None:
    slow = connect()
    slow.send(request("/length", "Content-Length: 1000", method="POST"))
    assert not drip(slow, [b"x"] * 300)


def test_a_body_that_comes_fast_enough_is_taken(connect: Connect) -> None:
    phone = connect()
    phone.send(request("/length", "Content-Length: 4000", method="POST"))
    for _ in range(20):
        phone.send(b"x" * 200)
        time.sleep(0.05)
    assert phone.answer() == (200, b"4000 of 4000")


def test_a_head_of_more_than_16_kib_is_refused_in_words(connect: Connect) -> None:
    for size in (17_000, 200_000):
        assert connect().ask("/", f"X: {'y' * size}")[0] == 431
    assert connect().ask("/a", f"X: {'y' * 15_000}") == (200, b"/a")


@pytest.mark.parametrize(
    "chunks", [b"FFFFFFFFFFFFFFFFFF\r\nx", b"-5\r\nhello\r\n", b"5;" + b"x" * 100_000 + b"\r\nhello\r\n", b"x" * 100]
)
def test_a_chunk_has_a_sane_length(connect: Connect, chunks: bytes) -> None:
    """An invalid length closes the connection, and so does an extension of some kilobytes."""
    client = connect()
    client.send(request("/length", "Transfer-Encoding: chunked", method="POST"))
    began = time.monotonic()
    try:
        client.send(chunks)
        assert client.answer()[0] == 400
    except ConnectionError:
        pass
    assert client.is_closed()
    assert time.monotonic() - began < 3


def test_what_follows_the_last_chunk_is_bounded(connect: Connect) -> None:
    client = connect()
    client.send(request("/length", "Transfer-Encoding: chunked", method="POST") + b"5\r\nhello\r\n0\r\n")
    began = time.monotonic()
    assert not drip(client, [b"A: b\r\n" * 1_000] * 100)
    assert time.monotonic() - began < 2


def test_one_address_has_so_many_connections_and_others_have_theirs(connect: Connect) -> None:
    """When an address has too many, its oldest idle one is closed."""
    crowd = [connect() for _ in range(SHORT.connections_per_network + 5)]
    assert all(each.is_closed() for each in crowd[:5])
    assert connect(OTHER).ask("/a") == (200, b"/a")
    assert [each.ask("/b") for each in crowd[5:]] == [(200, b"/b")] * SHORT.connections_per_network


def test_when_all_places_are_taken_the_largest_crowd_makes_room(connect: Connect) -> None:
    phone = connect(OTHER)
    assert phone.ask("/a") == (200, b"/a")
    crowd = [connect(f"127.0.1.{number % 4}") for number in range(SHORT.connections)]
    assert connect("127.0.0.3").ask("/b") == (200, b"/b")
    assert phone.ask("/c") == (200, b"/c")
    assert crowd[0].is_closed()


def test_half_heads_make_room_too(connect: Connect) -> None:
    for _ in range(SHORT.connections_per_network):
        connect().send(b"GET / HTTP/1.1\r\n")
    assert connect().ask("/a") == (200, b"/a")


def test_large_bodies_have_few_places_and_small_ones_go_on(connect: Connect) -> None:
    """When they are full, the answer is 503 with Retry-After; by the API a problem document."""
    for _ in range(SHORT.large_bodies_per_network):
        connect().send(request("/length", "Content-Length: 1000000", method="POST"))
    time.sleep(0.2)
    for path, kind in (("/length", b"text/plain"), ("/api/v1/x", b"application/problem+json")):
        refused = connect()
        refused.send(request(path, "Content-Length: 1000000", method="POST"))
        assert refused.answer()[0] == 503
        assert b"retry-after: 5" in refused.head
        assert kind in refused.head
    small = connect().ask("/length", "Content-Length: 5", method="POST", body=b"hello")
    assert small == (200, b"5 of 5")
    body = b"x" * 1_000_000
    large = connect(OTHER).ask("/length", f"Content-Length: {len(body)}", method="POST", body=body)
    assert large == (200, b"1000000 of 1000000")


def test_requests_of_one_address_do_not_wait_for_another_to_end() -> None:
    """One address gets four of eight threads; another address is served at once."""
    going = threading.Event()

    def slow(environ: dict[str, Any], start_response: Any) -> list[bytes]:
        if environ["PATH_INFO"] == "/slow":
            going.wait(10)
        return application(environ, start_response)

    with running(slow, threads=8) as server:
        crowd = [Client(server) for _ in range(16)]
        for each in crowd:
            each.send(request("/slow"))
        time.sleep(0.1)
        assert Client(server, OTHER).ask("/a") == (200, b"/a")
        going.set()
        assert [each.answer() for each in crowd] == [(200, b"/slow")] * 16


def test_too_many_waiting_requests_of_one_address_are_refused_and_others_are_not() -> None:
    going = threading.Event()

    def slow(environ: dict[str, Any], start_response: Any) -> list[bytes]:
        if environ["PATH_INFO"] == "/slow":
            going.wait(10)
        return application(environ, start_response)

    with running(slow, replace(SHORT, queued_per_network=3)) as server:
        crowd = [Client(server) for _ in range(6)]
        for each in crowd:
            each.send(request("/slow"))
            time.sleep(0.05)
        assert [each.answer()[0] for each in crowd[4:]] == [503, 503]
        assert Client(server, OTHER).ask("/a") == (200, b"/a")
        going.set()
        assert [each.answer()[0] for each in crowd[:4]] == [200] * 4


class Works:
    """An application whose `/dear` computes for some seconds; it records which requests ran concurrently."""

    def __init__(self, seconds: float = 0.05) -> None:
        self.seconds = seconds
        self.begun: list[tuple[str, int]] = []
        self.used: dict[str, float] = {}  # seconds of processor time of the last request of an address
        self._working = 0
        self._lock = threading.Lock()

    def __call__(self, environ: dict[str, Any], start_response: Any) -> list[bytes]:
        with self._lock:
            self.begun.append((environ["REMOTE_ADDR"], self._working))
            self._working += 1
        began, seconds = time.thread_time(), self.seconds if environ["PATH_INFO"] == "/dear" else 0
        used = 0.0
        while used < seconds:
            used = self.used[environ["REMOTE_ADDR"]] = (
                time.thread_time() - began
            )  # a call, at which a thread may give way
        with self._lock:
            self._working -= 1
        return application(environ, start_response)


def test_an_address_computes_one_answer_at_a_time() -> None:
    """Threads share one interpreter lock: a second thread would not help the address, and slow down others."""
    works = Works()
    with running(works, threads=8) as server:
        crowd = [Client(server) for _ in range(6)]
        for each in crowd:
            each.send(request("/dear"))
        assert [each.answer()[0] for each in crowd] == [200] * 6
    assert [beside for _, beside in works.begun] == [0] * 6


def test_an_address_whose_request_waits_for_something_begins_another() -> None:
    """A request counts as waiting after a second, for example an import in its queue."""
    going = threading.Event()

    def waiting(environ: dict[str, Any], start_response: Any) -> list[bytes]:
        if environ["PATH_INFO"] == "/slow":
            going.wait(10)
        return application(environ, start_response)

    with running(waiting, threads=4) as server:
        slow = Client(server)
        slow.send(request("/slow"))
        time.sleep(0.1)
        assert Client(server).ask("/a") == (200, b"/a")
        going.set()
        assert slow.answer() == (200, b"/slow")


def test_an_address_whose_request_says_that_it_waits_begins_another_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two phones at a table wait for their sheets; the scoreboard must not wait with them."""
    monkeypatch.setattr("scorekeeper.server.dispatcher._BLOCKED_AFTER", 1_000.0)
    going = threading.Event()

    def waiting(environ: dict[str, Any], start_response: Any) -> list[bytes]:
        if environ["PATH_INFO"] == "/sheet":
            mark_current_request_blocked()
            going.wait(10)
        return application(environ, start_response)

    with running(waiting, threads=8) as server:
        sheets = [Client(server) for _ in range(2)]
        for each in sheets:
            each.send(request("/sheet"))
        assert Client(server).ask("/board") == (200, b"/board")
        going.set()
        assert [each.answer() for each in sheets] == [(200, b"/sheet")] * 2


@pytest.mark.parametrize(("slept", "waits"), [(0.0, True), (0.9, False)], ids=["waits", "gives way"])
def test_a_request_that_gives_way_is_not_taken_for_one_that_waits(slept: float, waits: bool) -> None:
    """Otherwise a heavy user would start ever more requests, and each takes memory."""
    clock = time.pthread_getcpuclockid(threading.get_ident())
    used = 0.1  # of a second that it has been at work
    began = time.clock_gettime(clock) - used
    job = _Task("127.0.0.1", lambda: None, Future(), over_share=True, clock=clock, began=began, slept=slept)  # type: ignore[arg-type]  # nobody waits for it
    assert job.blocked(1.0) is waits


def test_what_is_ready_waits_for_no_request_of_the_same_network() -> None:
    """400 phones behind one address get a cached board at once."""
    going = threading.Event()

    def waiting(environ: dict[str, Any], start_response: Any) -> list[bytes]:
        going.wait(10)
        return application(environ, start_response)

    board = BoardRequest(
        "one", CachedResponse("200 OK", (("Content-Type", "text/html"), ("Content-Length", "5")), b"board")
    )
    with running(waiting, look=lambda _path, _headers: board) as server:
        others = [Client(server) for _ in range(2)]
        for each in others:
            each.send(request("/slow"))
        time.sleep(0.1)
        assert [Client(server).ask("/game/board") for _ in range(5)] == [(200, b"board")] * 5
        going.set()
        assert [each.answer()[0] for each in others] == [200] * 2


def test_whoever_used_much_processor_time_comes_after_the_others() -> None:
    """A heavy user's request starts neither beside another's nor between two of another."""
    works = Works()
    with running(works, replace(SHORT, usage_share=0.1), threads=8) as server:
        phone, crowd = Client(server, OTHER), [Client(server) for _ in range(6)]
        phone.ask("/dear")
        for each in crowd[:4]:
            each.ask("/dear")
        works.begun.clear()
        phone.send(request("/dear"))
        time.sleep(0.02)
        for each in crowd:
            each.send(request("/a"))
        assert phone.answer()[0] == 200
        assert phone.ask("/dear")[0] == 200
        assert [each.answer()[0] for each in crowd] == [200] * 6
    assert [address for address, _ in works.begun[:2]] == [OTHER, OTHER]
    assert [beside for _, beside in works.begun] == [0] * 8


def test_whoever_has_many_requests_waiting_comes_after_the_others() -> None:
    """Even if each of them takes little time."""
    works = Works(0.1)
    with running(works, threads=8) as server:
        phone, crowd = Client(server, OTHER), [Client(server) for _ in range(12)]
        assert phone.ask("/a")[0] == 200
        works.begun.clear()
        for each in crowd:
            each.send(request("/dear"))
        time.sleep(0.05)
        assert phone.ask("/a")[0] == 200
        assert [address for address, _ in works.begun].index(OTHER) < 8
        assert [each.answer()[0] for each in crowd] == [200] * 12


def test_a_long_answer_to_whoever_used_much_gives_way_to_a_prompt_one() -> None:
    """It sleeps most of the time while another address is served, and finishes afterwards."""
    works = Works(0.4)
    with running(works, replace(SHORT, usage_share=0.1), threads=8) as server:
        phone, heavy = Client(server, OTHER), Client(server)
        for each in (phone, heavy, heavy):
            each.ask("/dear")
        heavy.send(request("/dear"))
        wait_until(lambda: len(works.begun) == 4 and works.used["127.0.0.1"] < 0.4, 20)
        phone.send(request("/dear"))
        wait_until(lambda: len(works.begun) == 5, 20)
        before = works.used["127.0.0.1"]
        assert before < 0.4, "it has not ended"
        assert phone.answer()[0] == 200
        assert works.used["127.0.0.1"] - before < 0.4 * 0.5
        assert heavy.answer()[0] == 200


def test_a_network_that_opens_ever_new_connections_is_turned_away_after_a_while(connect: Connect) -> None:
    """Otherwise accepting and closing them would keep the event loop busy."""
    with running(limits=replace(SHORT, evictions_per_network=3, sweep_seconds=5, tarpit_seconds=0.2)) as server:
        crowd = [Client(server) for _ in range(SHORT.connections_per_network + 5)]
        assert all(each.is_closed() for each in [*crowd[:3], *crowd[-2:]])
        assert [each.ask("/b") for each in crowd[3:-2]] == [(200, b"/b")] * SHORT.connections_per_network
        assert Client(server, OTHER).ask("/a") == (200, b"/a")


def test_a_refusal_takes_its_time() -> None:
    """A refused client that got its answer at once would also be back at once."""

    def refusing(environ: dict[str, Any], start_response: Any) -> list[bytes]:
        start_response("429 Too Many Requests", [("Content-Type", "text/plain")])
        return [b"later"]

    with running(refusing, replace(SHORT, refusal_delay=0.3)) as server:
        began = time.monotonic()
        assert Client(server).ask("/a") == (429, b"later")
        assert time.monotonic() - began >= 0.3


def test_headers_that_only_proxies_may_send_do_not_pass(connect: Connect, server: Server) -> None:
    """In no spelling."""
    seen: dict[str, Any] = {}

    def noting(environ: dict[str, Any], start_response: Any) -> list[bytes]:
        seen.update(environ)
        return application(environ, start_response)

    lines = ["X-Forwarded-For: 192.0.2.9", "X_Forwarded_Host: evil", "Forwarded: for=192.0.2.9", "X-Other: a"]
    for proxies, passed in ((0, False), (1, True)):
        seen.clear()
        with running(noting, trusted_proxies=proxies) as one:
            client = Client(one)
            client.ask("/", *lines)
        assert ("HTTP_X_FORWARDED_FOR" in seen, "HTTP_FORWARDED" in seen) == (passed, passed)
        assert "HTTP_X_FORWARDED_HOST" not in seen
        assert seen["HTTP_X_OTHER"] == "a"


def test_behind_a_proxy_requests_count_by_what_it_says() -> None:
    """The last address is the proxy's; those before it come from the client, and may be forged."""
    going = threading.Event()

    def slow(environ: dict[str, Any], start_response: Any) -> list[bytes]:
        if environ["PATH_INFO"] == "/slow":
            going.wait(10)
        return application(environ, start_response)

    with running(slow, threads=2, trusted_proxies=1) as server:
        crowd = [Client(server) for _ in range(4)]
        for number, each in enumerate(crowd):
            each.send(request("/slow", f"X-Forwarded-For: 192.0.2.{number}, 192.0.2.77"))
        time.sleep(0.1)
        assert Client(server).ask("/a", "X-Forwarded-For: 192.0.2.78") == (200, b"/a")
        going.set()
        assert [each.answer()[0] for each in crowd] == [200] * 4


def test_a_server_that_stops_finishes_half_a_head_if_it_is_completed() -> None:
    with running(limits=replace(SHORT, head_seconds=5)) as server:
        assert Client(server).ask("/a") == (200, b"/a")  # it has started
        phone = Client(server)
        phone.send(b"GET /a HTTP/1.1\r\n")
        time.sleep(0.1)
        server.stop(grace=5)
        time.sleep(0.3)
        phone.send(b"Host: x\r\n\r\n")
        assert phone.answer() == (200, b"/a")
        assert b"connection: close" in phone.head
        with pytest.raises(OSError, match="refused"):
            socket.create_connection(("127.0.0.1", server.port), 1)
