"""The server that uiautomator2 starts on a phone: HTTP with four addresses, on a port of the phone.

It ends with the command that started it (`phoneworld.adb.commands.app_process`), or when it is told
to `/stop`; from then on it takes connections and hangs up.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from http import HTTPStatus

from phoneworld.adb.session import Session
from phoneworld.adb.u2.automation import Automation
from phoneworld.adb.u2.http import PATIENT, Answer, BadRequest, Deadlines, Request, read_request
from phoneworld.adb.u2.rpc import answer

PNG_SCALES = (0.01, 1.0)


class U2Server:
    """Serves a phone to uiautomator2. Each connection is served by `handle`."""

    def __init__(self, session: Session, *, deadlines: Deadlines = PATIENT) -> None:
        self._deadlines = deadlines
        self.automation = Automation(session)
        self.stopped = asyncio.Event()

    async def __call__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await self.handle(reader, writer)

    async def handle(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Answer the requests of one connection until either end has had enough."""
        with suppress(ConnectionError):
            while not self.stopped.is_set() and not writer.is_closing():
                try:
                    request = await read_request(reader, writer, self._deadlines)
                except BadRequest as error:
                    refusal = Answer(str(error).encode(), status=error.status)
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

    async def _answer(self, request: Request, writer: asyncio.StreamWriter) -> Answer:
        match request.path:
            case "/ping":
                return Answer(b"pong")
            case "/stop":
                self.stopped.set()
                return Answer(b"Server stopped!!!")
            case "/screenshot/0":
                return await self._screenshot(request)
            case "/jsonrpc/0" if request.method == "POST" and request.body:
                found = await answer(self.automation, request.body, writer.is_closing)
                return Answer(found, "application/json")
            case "/jsonrpc/0":
                reason = b"Invalid http post data!"
                return Answer(reason, status=HTTPStatus.BAD_REQUEST)
            case _:
                return Answer(b"Not Found!!!", status=HTTPStatus.NOT_FOUND)

    async def _screenshot(self, request: Request) -> Answer:
        session = self.automation.session
        least, most = PNG_SCALES
        try:
            scale = min(most, max(least, float(request.query.get("scale", "1"))))
        except ValueError:
            scale = 1.0
        side = round(max(session.size) * scale) if scale < 1 else 0
        return Answer(await session.screens.encode("image/png", max_side_px=side), "image/png")
