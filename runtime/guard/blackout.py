"""Paints over parts of a screenshot."""

from __future__ import annotations

import io
from collections.abc import Iterable
from dataclasses import replace

from runtime.observation import Bounds, Screenshot

_FORMATS = {"image/jpeg": "JPEG", "image/png": "PNG", "image/webp": "WEBP"}


def black_out(
    screenshot: Screenshot, areas: Iterable[Bounds], screen_px: tuple[int, int]
) -> Screenshot:
    """The image with these areas of the screen (in its pixels) black, encoded as it was.

    An image that cannot be read is replaced by a black one: better no picture than one with a
    password on it.
    """
    from PIL import Image, ImageDraw

    try:
        with Image.open(io.BytesIO(screenshot.data)) as opened:
            image = opened.convert("RGB")
    except (OSError, ValueError, SyntaxError):
        image = Image.new("RGB", (max(1, screenshot.width_px), max(1, screenshot.height_px)))
    across = image.width / max(1, screen_px[0])
    down = image.height / max(1, screen_px[1])
    pen = ImageDraw.Draw(image)
    for left, top, right, bottom in areas:
        if right > left and bottom > top:
            # A pixel more on each side: scaling blurs the edge outwards.
            corner = (int(left * across) - 1, int(top * down) - 1)
            pen.rectangle((*corner, int(right * across) + 1, int(bottom * down) + 1), fill="black")
    buffer = io.BytesIO()
    image.save(buffer, _FORMATS.get(screenshot.mime, "PNG"))
    mime = screenshot.mime if screenshot.mime in _FORMATS else "image/png"
    return replace(screenshot, data=buffer.getvalue(), mime=mime)
