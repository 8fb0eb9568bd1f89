"""What stand-ins share: an HTTP server on loopback, what it was asked, and what it shall answer.

What a stand-in answers is a function of what it was asked, so that tests say what a model does; the
stand-in itself knows only its provider's API: which requests it takes, in which events it streams.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Generator, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Protocol

from runtime.lenient_json import JsonValue

JsonObject = dict[str, JsonValue]
EVENTS, LINES = "text/event-stream", "application/x-ndjson"


@dataclass(frozen=True, slots=True)
class AskedModel:
    """A question as its provider takes it."""

    model: str
    system: str
    text: str
    pictures: tuple[str, ...]
    """As base64."""
    tools: tuple[str, ...]
    body: JsonObject
    key: str = ""


@dataclass(frozen=True, slots=True)
class ModelAnswer:
    """What a model does. `calls` are names with arguments; `refusal` and `cut_off` end it otherwise."""

    thought: str = ""
    text: str = ""
    call: tuple[str, JsonObject] | None = None
    more_calls: tuple[tuple[str, JsonObject], ...] = ()
    refusal: str = ""
    cut_off: bool = False
    prompt_tokens: int = 1000
    cached_tokens: int = 0
    cache_written: int = 0
    reply_tokens: int = 50
    reasoning_tokens: int = 0
    wait: threading.Event | None = None
    """Set it to let the rest of the reply come, after its first piece."""

    @property
    def calls(self) -> tuple[tuple[str, JsonObject], ...]:
        return (*(() if self.call is None else (self.call,)), *self.more_calls)


class ProviderRefusal(Exception):
    """A request that is not taken, with the provider's own status and error."""

    def __init__(
        self, status: int, body: JsonObject, headers: Mapping[str, str] | None = None
    ) -> None:
        super().__init__(f"{status}: {body}")
        self.status = status
        self.body = body
        self.headers = dict(headers or {})


class Busy(Exception):
    """Raised by a test's function: the provider says that it has too much to do."""

    def __init__(self, retry_after_s: int = 0) -> None:
        super().__init__(f"busy for {retry_after_s} s")
        self.retry_after_s = retry_after_s


Answering = Callable[[AskedModel], ModelAnswer]


class StandIn(Protocol):
    """One provider. `kind` is the content type of its streams."""

    kind: str
    answer: Answering

    def read(self, path: str, headers: Mapping[str, str], body: JsonObject) -> AskedModel:
        """What it is asked; `ProviderRefusal` for what the provider documents as refused."""
        ...

    def busy(self, retry_after_s: int) -> ProviderRefusal:
        """How it says that it has too much to do."""
        ...

    def stream(self, answer: ModelAnswer, asked: AskedModel) -> Iterator[str]:
        """The answer in pieces, each as it goes over the wire."""
        ...


@dataclass
class ServedProvider:
    """A stand-in that listens. `asked` are the questions that it took, `refused` those that it did not."""

    url: str
    asked: list[AskedModel] = field(default_factory=list[AskedModel])
    refused: list[ProviderRefusal] = field(default_factory=list[ProviderRefusal])
    gone: threading.Event = field(default_factory=threading.Event)
    """Set when somebody hung up in the middle of an answer."""


@contextmanager
def serve_provider(stand_in: StandIn) -> Generator[ServedProvider]:
    """Serve a stand-in on loopback while the context lasts."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            data = self.rfile.read(int(self.headers.get("Content-Length", 0)))
            headers = {name.lower(): value for name, value in self.headers.items()}
            try:
                asked = stand_in.read(self.path, headers, json.loads(data))
                served.asked.append(asked)
                try:
                    answer = stand_in.answer(asked)
                except Busy as busy:
                    raise stand_in.busy(busy.retry_after_s) from busy
            except ProviderRefusal as refusal:
                served.refused.append(refusal)
                self._tell(refusal)
                return
            try:
                self._stream(answer, asked)
            except OSError:
                served.gone.set()
                self.close_connection = True

        def _tell(self, refusal: ProviderRefusal) -> None:
            data = json.dumps(refusal.body).encode()
            self.send_response(refusal.status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(data)))
            for name, value in refusal.headers.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(data)

        def _stream(self, answer: ModelAnswer, asked: AskedModel) -> None:
            self.send_response(200)
            self.send_header("Content-Type", stand_in.kind)
            self.send_header("Connection", "close")
            self.end_headers()
            for number, piece in enumerate(stand_in.stream(answer, asked)):
                self.wfile.write(piece.encode())
                self.wfile.flush()
                if number == 0 and answer.wait is not None:
                    self._wait(answer.wait)
            self.close_connection = True

        def _wait(self, event: threading.Event) -> None:
            """Until the test goes on, or whoever asked has hung up."""
            self.connection.settimeout(0.02)
            while not event.is_set():
                try:
                    if self.connection.recv(1) == b"":
                        raise ConnectionError("hung up")
                except TimeoutError:
                    continue
            self.connection.settimeout(None)

        def log_message(self, format: str, *args: object) -> None: ...  # noqa: A002 - its name is given

    class Server(ThreadingHTTPServer):
        daemon_threads = True

        def handle_error(self, request: object, client_address: object) -> None: ...

    with Server(("127.0.0.1", 0), Handler) as server:
        served = ServedProvider(f"http://127.0.0.1:{server.server_port}")
        thread = threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True)
        thread.start()
        try:
            yield served
        finally:
            server.shutdown()
            thread.join()


def event(value: JsonObject) -> str:
    """A server-sent event, with its type where it has one."""
    kind = value.get("type")
    name = f"event: {kind}\n" if isinstance(kind, str) else ""
    return f"{name}data: {json.dumps(value)}\n\n"


def halves(text: str) -> list[str]:
    """A text in two pieces, as streams bring it."""
    middle = len(text) // 2
    return [piece for piece in (text[:middle], text[middle:]) if piece]


def objects(value: JsonValue) -> list[JsonObject]:
    return [one for one in value if isinstance(one, dict)] if isinstance(value, list) else []


def known_fields(
    body: JsonObject, known: set[str], refuse: Callable[[str], ProviderRefusal]
) -> None:
    """Refuse the first field that the provider does not know."""
    for name in body:
        if name not in known:
            raise refuse(name)


def text_of(value: JsonValue) -> str:
    return value if isinstance(value, str) else ""
