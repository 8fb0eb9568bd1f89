"""A browser's window: the screens' process behind it, and the phone that its page shows.

The process speaks as Textual does, and sends the phone between (`tui.web.driver`). A page that is slow
gets fewer pictures: the next one, the newest by then, leaves when it has drawn the one before.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from typing import cast

from textual_serve.app_service import AppService  # pyright: ignore[reportMissingTypeStubs]
from textual_serve.download_manager import (  # pyright: ignore[reportMissingTypeStubs]
    DownloadManager,
)

from tui.web.driver import INPUT, MAGIC, NAME


class BrowserWindow(AppService):
    """One process of screens. Its terminal is steered by Textual's script, its phone by ours."""

    def __init__(
        self,
        command: str,
        *,
        write_bytes: Callable[[bytes], Awaitable[None]],
        write_str: Callable[[str], Awaitable[None]],
        close: Callable[[], Awaitable[object]],
    ) -> None:
        super().__init__(  # pyright: ignore[reportUnknownMemberType]
            command,
            write_bytes=write_bytes,
            write_str=write_str,
            close=cast("Callable[[], Awaitable[None]]", close),
            download_manager=DownloadManager(),
        )
        self._state, self._picture = b"{}", b""
        self._news = asyncio.Event()
        self._drawn = asyncio.Event()

    def _build_environment(self, width: int = 80, height: int = 24) -> dict[str, str]:
        environment = super()._build_environment(width=width, height=height)
        return {**environment, "TEXTUAL_DRIVER": NAME}

    async def on_packed(self, payload: bytes) -> None:
        if not payload.startswith(MAGIC):
            await super().on_packed(payload)
            return
        state, _, picture = payload[len(MAGIC) :].partition(b"\0")
        self._state = state
        if picture:
            self._picture = picture
        self._news.set()

    async def hear(self, envelope: object) -> None:
        """What the page's terminal sends: keys, its size, whether it is looked at."""
        match envelope:
            case ["stdin", str(data)]:
                await self.send_bytes(data.encode("utf-8"))
            case ["resize", {"width": int(width), "height": int(height)}]:
                await self.set_terminal_size(width, height)
            case ["ping", str(data)]:
                await self.remote_write_str(json.dumps(["pong", data]))
            case ["blur"]:
                await self.blur()
            case ["focus"]:
                await self.focus()
            case _:
                pass

    async def touch(self, told: object) -> None:
        """What the page tells of the picture: that it is drawn, or what was done to it."""
        match told:
            case {"do": "drawn"}:
                self._drawn.set()
            case {"do": str()}:
                packet = {"type": INPUT, "told": told}
                await self.send_meta(cast("dict[str, str | int | bool | None]", packet))
            case _:
                pass

    async def send_phone(
        self,
        write_str: Callable[[str], Awaitable[None]],
        write_bytes: Callable[[bytes], Awaitable[None]],
    ) -> None:
        """Send the phone as it changes, until cancelled."""
        state, picture = b"", b""
        self._drawn.set()
        self._news.set()
        while True:
            await self._news.wait()
            self._news.clear()
            if self._state != state:
                state = self._state
                await write_str(state.decode())
            if self._picture != picture:
                await self._drawn.wait()
                picture = self._picture
                self._drawn.clear()
                await write_bytes(picture)
