"""Pictures of a phone's screen, encoded beside the event loop and kept until the screen changes.

The loop puts the frame together, since only the loop may look at the phone; painting and packing
happen in a thread. What a phone hides from screenshots is black here, as on Android.
"""

from __future__ import annotations

import asyncio
from collections.abc import Hashable
from dataclasses import replace
from typing import TYPE_CHECKING

from phoneworld.frame import Frame, Layer
from phoneworld.ui.view import Column, Space
from phoneworld.ui.widgets import Text
from phoneworld.world import from_millis

if TYPE_CHECKING:
    from PIL import Image

    from phoneworld.adb.session import AdbSession

KEPT = 4
"""How many pictures of one look are kept: clients ask for PNG, JPEG and thumbnails in turn."""


class Screens:
    """The screen of one session as files. Whoever asks for what is being made waits for that."""

    def __init__(self, session: AdbSession) -> None:
        self._session = session
        self._version = -1
        self._made: dict[Hashable, asyncio.Future[bytes]] = {}

    async def encode(
        self,
        mime: str = "image/png",
        *,
        quality: int = 85,
        max_side_px: int = 0,
    ) -> bytes:
        """The screen as a file: `image/png` or `image/jpeg`, or raw RGBA as `image/x-rgba`."""
        session = self._session
        phone = session.phone
        black = session.black_frames > 0
        if black:
            session.black_frames -= 1
        if self._version != phone.version:
            self._version = phone.version
            self._made.clear()
        key = (mime, quality, max_side_px, black, session.screen_on, session.locked)
        made = self._made.get(key)
        if made is None or made.cancelled():
            if len(self._made) >= KEPT:
                self._made.pop(next(iter(self._made)))
            frame = self.frame(black=black)
            work = asyncio.to_thread(_encode, frame, mime, quality, max_side_px)
            made = self._made[key] = asyncio.ensure_future(work)
        # Shielded: a client that leaves must not take the picture from the others.
        return await asyncio.shield(made)

    def frame(self, *, black: bool = False) -> Frame:
        """What a screenshot shows now."""
        session = self._session
        phone = session.phone
        frame = phone.frame()
        secure = phone.apps[phone.activity.package].secure
        if black or secure or not session.screen_on:
            return replace(frame, black=True)
        if session.locked:
            return replace(frame, layers=(self._lock_screen(frame),), keyboard=None, toast="")
        return frame

    def _lock_screen(self, frame: Frame) -> Layer:
        """Wallpaper and clock, nothing of what lies behind."""
        clock = from_millis(self._session.phone.now_ms)
        view = Column(
            Space(140),
            Text(f"{clock:%H:%M}", "display", align="center"),
            Text(f"{clock:%a}, {clock.day} {clock:%b}", align="center"),
        )
        env = frame.layers[0].env
        view.place(env, 0, 0, frame.width_px, frame.height_px)
        return Layer(view, env, wallpaper=True)


def _encode(frame: Frame, mime: str, quality: int, max_side_px: int) -> bytes:
    # Imported here: fonts and painting take a while to load, and many phones are never looked at.
    from phoneworld.render.paint import encode, paint

    image: Image.Image = paint(frame, max_side_px=max_side_px)
    if mime == "image/x-rgba":
        return image.convert("RGBA").tobytes()
    return encode(image, mime, quality=quality)
