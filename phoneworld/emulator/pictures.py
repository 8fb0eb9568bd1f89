"""Pictures of the screen in the emulator's formats, one at a time or as a stream.

They come from `session.screens`, so that what is hidden from adb's screenshots is hidden here.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass
from enum import Enum

from phoneworld.adb.session import AdbSession

LOOK_EVERY_S = 0.01
"""How often a stream looks whether the screen has changed. Looking compares three values."""


class PixelFormat(Enum):
    """How pixels are written: as a file, or plain, row by row from the top."""

    PNG = "PNG"
    RGBA = "RGBA"
    RGB = "RGB"


@dataclass(frozen=True, slots=True)
class ScreenshotRequest:
    """What a client asks for. A size of 0 is the screen's own; proportions are always kept."""

    format: PixelFormat
    max_width_px: int = 0
    max_height_px: int = 0


@dataclass(frozen=True, slots=True)
class ScreenshotImage:
    """A screenshot."""

    data: bytes
    format: PixelFormat
    width_px: int
    height_px: int


class ScreenshotSource:
    """Pictures of one phone. The last one that had to be converted is kept for who asks again."""

    def __init__(self, session: AdbSession) -> None:
        self._session = session
        self._converted: tuple[bytes, ScreenshotRequest, bytes] | None = None

    async def take(self, wanted: ScreenshotRequest) -> ScreenshotImage:
        """The screen as it is now."""
        screens = self._session.screens
        full = self._session.size
        size = fit(full, wanted.max_width_px, wanted.max_height_px)
        if size == full and wanted.format is PixelFormat.PNG:
            return ScreenshotImage(await screens.encode("image/png"), wanted.format, *full)
        pixels = await screens.encode("image/x-rgba")
        if size == full and wanted.format is PixelFormat.RGBA:
            return ScreenshotImage(pixels, wanted.format, *full)
        kept = self._converted
        # As long as the screen is the same, so is the object that comes from `screens`.
        if kept is None or kept[0] is not pixels or kept[1] != wanted:
            data = await asyncio.to_thread(_convert, pixels, full, size, wanted.format)
            kept = self._converted = (pixels, wanted, data)
        return ScreenshotImage(kept[2], wanted.format, *size)

    async def stream(self, wanted: ScreenshotRequest) -> AsyncIterator[tuple[int, ScreenshotImage]]:
        """The screen now and after each change, with a number that counts those left out too."""
        session = self._session
        first = session.phone.version
        shown: tuple[int, bool, bool] | None = None
        number = -1
        while True:
            look = (session.phone.version, session.screen_on, session.locked)
            if look == shown:
                await asyncio.sleep(LOOK_EVERY_S)
                continue
            shown = look
            number = max(number + 1, look[0] - first)
            yield number, await self.take(wanted)


def fit(size: tuple[int, int], max_width_px: int, max_height_px: int) -> tuple[int, int]:
    """The largest size of the same proportions within limits; 0 is none. Never enlarged."""
    width, height = size
    scale = min(1.0, (max_width_px or width) / width, (max_height_px or height) / height)
    return max(1, int(width * scale)), max(1, int(height * scale))


def _convert(data: bytes, full: tuple[int, int], size: tuple[int, int], kind: PixelFormat) -> bytes:
    from PIL import Image

    from phoneworld.render.paint import encode

    image = Image.frombuffer("RGBA", full, data, "raw", "RGBA", 0, 1)
    if kind is not PixelFormat.RGBA:
        image = image.convert("RGB")
    if size != full:
        # Halved first, which is quick; the rest of the way with care.
        image = image.resize(size, Image.Resampling.BILINEAR, reducing_gap=1.0)
    return encode(image, "image/png") if kind is PixelFormat.PNG else image.tobytes()
