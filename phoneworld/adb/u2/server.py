"""The server that uiautomator2 starts on a phone: HTTP with four addresses, on a port of the phone.

It ends with the command that started it (`phoneworld.adb.commands.app_process`), or when it is told
to `/stop`; from then on it takes connections and hangs up.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from http import HTTPStatus

from phoneworld.adb.session import AdbSession
from phoneworld.adb.u2.automation import UiAutomatorServer
from phoneworld.adb.u2.http import (
    PATIENT,
    Deadlines,
    HttpRequest,
    HttpResponse,
    InvalidHttpRequest,
    read_request,
)
from phoneworld.adb.u2.rpc import answer

PNG_SCALES = (0.01, 1.0)


class U2Server:
    """Serves a phone to uiautomator2. Each connection is served by `handle`."""

    def __init__(self, session: AdbSession, *, deadlines: Deadlines = PATIENT) -> None:
        self._deadlines = deadlines
        self.automation = UiAutomatorServer(session)
        self.stopped = asyncio.Event()

    async def __call__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await self.handle(reader, writer)

    async def handle(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Answer the requests of one connection until either end has had enough."""
        with suppress(ConnectionError):
            while not self.stopped.is_set() and not writer.is_closing():
                try:
                    request = await read_request(reader, writer, self._deadlines)
                except InvalidHttpRequest as error:
                    refusal = HttpResponse(str(error).encode(), status=error.status)
                    writer.write(refusal.encoded(keeps_alive=False))
                    await writer.drain()
                    break
                if request is None:
                    break
                found = await self._answer(request, writer)
                with_body = request.method != "HEAD"
                writer.write(found.encoded(keeps_alive=request.keeps_alive, with_body=with_body))
                await writer.drain()
                if not request.keeps_alive:
                    break
        writer.close()

    async def _answer(self, request: HttpRequest, writer: asyncio.StreamWriter) -> HttpResponse:
        match request.path:
            case "/ping":
                return HttpResponse(b"pong")
            case "/stop":
                self.stopped.set()
                return HttpResponse(b"Server stopped!!!")
            case "/screenshot/0":
                return await self._screenshot(request)
            case "/jsonrpc/0" if request.method == "POST" and request.body:
                found = await answer(self.automation, request.body, writer.is_closing)
                return HttpResponse(found, "application/json")
            case "/jsonrpc/0":
                reason = b"Invalid http post data!"
                return HttpResponse(reason, status=HTTPStatus.BAD_REQUEST)
            case _:
                return HttpResponse(b"Not Found!!!", status=HTTPStatus.NOT_FOUND)

    async def _screenshot(self, request: HttpRequest) -> HttpResponse:
        session = self.automation.session
        least, most = PNG_SCALES
        try:
            scale = min(most, max(least, float(request.query.get("scale", "1"))))
        except ValueError:
            scale = 1.0
        side = round(max(session.size) * scale) if scale < 1 else 0
        return HttpResponse(
            await session.screens.encode("image/png", max_side_px=side), "image/png"
        )
