"""A model server on loopback, for tests: what it answers is a function, so that it can misbehave."""

import json
import ssl
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


class Call:
    """One request, and ways to answer it."""

    def __init__(self, handler: BaseHTTPRequestHandler, body: bytes) -> None:
        self.path = handler.path
        self.headers = dict(handler.headers.items())
        self.raw = body
        self._handler = handler

    @property
    def body(self) -> dict[str, Any]:
        return json.loads(self.raw)

    def answer(
        self,
        status: int,
        body: bytes | str | object,
        *,
        kind: str = "application/json",
        **more: str,
    ) -> None:
        """A whole answer; `more` are headers, `Retry_After="1"`."""
        if not isinstance(body, bytes | str):
            body = json.dumps(body)
        data = body.encode() if isinstance(body, str) else body
        self.begin(status, kind, Content_Length=str(len(data)), **more)
        self.write(data)

    def begin(self, status: int = 200, kind: str = "text/event-stream", **more: str) -> None:
        self._handler.send_response(status)
        self._handler.send_header("Content-Type", kind)
        for name, value in more.items():
            self._handler.send_header(name.replace("_", "-"), value)
        self._handler.send_header("Connection", "close")
        self._handler.end_headers()

    def write(self, data: bytes) -> None:
        self._handler.wfile.write(data)
        self._handler.wfile.flush()

    def event(self, value: object) -> None:
        text = value if isinstance(value, str) else json.dumps(value)
        self.write(f"data: {text}\n\n".encode())

    def deltas(self, deltas: Iterable[dict[str, Any]], *, pause_s: float = 0.0) -> None:
        for delta in deltas:
            self.event({"choices": [{"index": 0, "delta": delta, "finish_reason": None}]})
            time.sleep(pause_s)

    def finish(self, *, reason: str = "stop", usage: dict[str, Any] | None = None) -> None:
        self.event({"choices": [{"index": 0, "delta": {}, "finish_reason": reason}]})
        if usage is not None:
            self.event({"choices": [], "usage": usage})
        self.event("[DONE]")

    def say(self, *pieces: str, pause_s: float = 0.0) -> None:
        """A reply as it should be."""
        self.begin()
        self.deltas(({"content": piece} for piece in pieces), pause_s=pause_s)
        self.finish()

    def hang_up(self) -> None:
        self._handler.close_connection = True
        self._handler.connection.close()


class ModelServer:
    """`calls` are the requests so far, `gone` how many clients left before they were answered."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.calls: list[Call] = []
        self.gone = 0


@contextmanager
def serve_model(
    answer: Callable[[Call], None], *, tls: ssl.SSLContext | None = None
) -> Iterator[ModelServer]:
    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            call = Call(self, self.rfile.read(int(self.headers.get("Content-Length", 0))))
            state.calls.append(call)
            try:
                answer(call)
            except OSError:
                state.gone += 1
                self.close_connection = True

        def log_message(self, format: str, *args: object) -> None: ...  # noqa: A002 - its name is given

    class Server(ThreadingHTTPServer):
        daemon_threads = True

        def handle_error(self, request: object, client_address: object) -> None: ...

    with Server(("127.0.0.1", 0), Handler) as server:
        state = ModelServer(f"http://127.0.0.1:{server.server_port}/v1")
        if tls is not None:
            server.socket = tls.wrap_socket(server.socket, server_side=True)
            state.url = f"https://localhost:{server.server_port}/v1"
        thread = threading.Thread(target=server.serve_forever, args=(0.02,))
        thread.start()
        try:
            yield state
        finally:
            server.shutdown()
            thread.join()
