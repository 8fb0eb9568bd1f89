"""Paints over parts of a screenshot."""

from __future__ import annotations

import io
from collections.abc import Iterable
from dataclasses import replace

from runtime.observation import Bounds, Screenshot

_FORMATS = {"image/jpeg": "JPEG", "image/png": "PNG", "image/webp": "WEBP"}


def black_out(
    screenshot: Screenshot,
    areas: Iterable[Bounds],
    screen_px: tuple[int, int],
    *,
    kept: Iterable[Bounds] = (),
) -> Screenshot:
    """The image with these areas of the screen (in its pixels) black, encoded as it was.

    What of it lies in `kept` stays.

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
    rescued = [
        (image.crop(corners), corners)
        for left, top, right, bottom in kept
        if (
            corners := _inside(image.size, left * across, top * down, right * across, bottom * down)
        )
    ]
    pen = ImageDraw.Draw(image)
    for left, top, right, bottom in areas:
        if right > left and bottom > top:
            # A pixel more on each side: scaling blurs the edge outwards.
            corner = (int(left * across) - 1, int(top * down) - 1)
            pen.rectangle((*corner, int(right * across) + 1, int(bottom * down) + 1), fill="black")
    for part, corners in rescued:
        image.paste(part, corners)
    buffer = io.BytesIO()
    image.save(buffer, _FORMATS.get(screenshot.mime, "PNG"))
    mime = screenshot.mime if screenshot.mime in _FORMATS else "image/png"
    return replace(screenshot, data=buffer.getvalue(), mime=mime)


def _inside(
    size: tuple[int, int], left: float, top: float, right: float, bottom: float
) -> tuple[int, int, int, int] | None:
    corners = (
        max(0, round(left)),
        max(0, round(top)),
        min(size[0], round(right)),
        min(size[1], round(bottom)),
    )
    return corners if corners[2] > corners[0] and corners[3] > corners[1] else None
