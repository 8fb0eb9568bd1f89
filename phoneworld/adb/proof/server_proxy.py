"""Stands between a client and the real adb server: phones under other serials, and answers of one's own.

For what the real server does only with real phones: serials with blanks, phones that announce
themselves on the network, pairing. Everything else passes through as it is.
"""

from __future__ import annotations

import socket
import socketserver
import threading
from collections.abc import Callable, Mapping
from contextlib import suppress
from types import TracebackType
from typing import Self

Answer = Callable[[], str]
TRANSPORT = "host:transport:"
LISTING = "host:devices-l"


class AdbServerProxy:
    """One proxy. `aliases` names phones by serials of the real server, `answers` requests by their words."""

    def __init__(
        self,
        real_port: int,
        *,
        aliases: Mapping[str, str] | None = None,
        answers: Mapping[str, Answer] | None = None,
    ) -> None:
        self._real_port = real_port
        self.aliases = dict(aliases or {})
        self.answers = dict(answers or {})
        self.requests: list[str] = []
        proxy = self

        class Handler(socketserver.BaseRequestHandler):
            def handle(self) -> None:
                with suppress(ConnectionError):
                    proxy.serve(self.request)

        self._server = socketserver.ThreadingTCPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self._thread = threading.Thread(target=self._server.serve_forever, daemon=True)

    @property
    def port(self) -> int:
        return self._server.server_address[1]

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join(5)

    def serve(self, client: socket.socket) -> None:
        """Answer one client."""
        request = _read_block(client)
        self.requests.append(request)
        if request in self.answers:
            client.sendall(b"OKAY" + _block(self.answers[request]()))
            return
        with socket.create_connection(("127.0.0.1", self._real_port)) as real:
            serial = request.removeprefix(TRANSPORT)
            if request.startswith(TRANSPORT) and serial in self.aliases:
                request = TRANSPORT + self.aliases[serial]
            real.sendall(_block(request))
            if request == LISTING:
                client.sendall(b"OKAY" + _block(self._listing(real)))
                return
            back = threading.Thread(target=_pump, args=(real, client), daemon=True)
            back.start()
            _pump(client, real)
            back.join()

    def _listing(self, real: socket.socket) -> str:
        """What the real server lists, with the phones that have another serial here under that one too."""
        _read(real, 4)
        text = _read_block(real)
        details = {line.split(None, 1)[0]: line.split(None, 1)[1] for line in text.splitlines()}
        for alias, serial in self.aliases.items():
            if serial in details:
                text += f"{alias:<22} {details[serial]}\n"
        return text


def _block(text: str) -> bytes:
    data = text.encode()
    return f"{len(data):04x}".encode() + data


def _read(connection: socket.socket, count: int) -> bytes:
    data = b""
    while len(data) < count:
        piece = connection.recv(count - len(data))
        if not piece:
            raise ConnectionResetError("the other end has hung up")
        data += piece
    return data


def _read_block(connection: socket.socket) -> str:
    return _read(connection, int(_read(connection, 4), 16)).decode()


def _pump(source: socket.socket, target: socket.socket) -> None:
    with suppress(OSError):
        while data := source.recv(1 << 16):
            target.sendall(data)
    with suppress(OSError):
        target.shutdown(socket.SHUT_WR)
