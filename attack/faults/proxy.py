"""A proxy that keeps every tenth answer to itself: the server has saved, the phone hears nothing."""

import http.client
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import count

_EVERY = 10
_HOP = ("connection", "keep-alive", "transfer-encoding", "content-length")


@contextmanager
def losing_answers(port: int) -> Iterator[tuple[int, list[int]]]:
    """Run the proxy in front of `port`; yield its port, and the statuses of the answers that it lost so far."""
    lost: list[int] = []
    numbers = count(1)
    lock = threading.Lock()

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            self._pass_on(b"")

        def do_POST(self) -> None:
            self._pass_on(self.rfile.read(int(self.headers.get("Content-Length", 0))))

        def _pass_on(self, body: bytes) -> None:
            server = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
            try:
                server.request(self.command, self.path, body, dict(self.headers))
                answer = server.getresponse()
                content = answer.read()
            except OSError:
                self.close_connection = True
                return
            finally:
                server.close()
            with lock:
                is_lost = self.command == "POST" and next(numbers) % _EVERY == 0
                if is_lost:
                    lost.append(answer.status)
            if is_lost:
                self.close_connection = True
                return
            self.send_response_only(answer.status)
            for name, value in answer.getheaders():
                if name.lower() not in _HOP:
                    self.send_header(name, value)
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)

        def log_message(self, *_arguments: object) -> None:
            """Log nothing."""

    proxy = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=proxy.serve_forever, daemon=True)
    thread.start()
    try:
        yield proxy.server_address[1], lost
    finally:
        proxy.shutdown()
        proxy.server_close()
        thread.join()
