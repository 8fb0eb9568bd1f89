"""From a frame to pixels, and from pixels to bytes.

Brightness is not painted: a screenshot of a phone does not show it either.
"""

from __future__ import annotations

import io

from PIL import Image

from phoneworld.frame import Frame
from phoneworld.render.playback import play
from phoneworld.render.recording import record


def paint(frame: Frame, *, max_side_px: int = 0) -> Image.Image:
    """The frame as an RGB image of its size, or drawn smaller if `max_side_px` asks for it."""
    return paint_at(frame, *smaller_size(frame.width_px, frame.height_px, max_side_px))


def paint_at(frame: Frame, width_px: int, height_px: int) -> Image.Image:
    """The frame as an RGB image of any size: drawn at that size, not shrunk to it."""
    surface = Image.new("RGB", (width_px, height_px), (0, 0, 0))
    return play(record(frame, width_px, height_px), surface, (0, 0, width_px, height_px))


def smaller_size(width_px: int, height_px: int, max_side_px: int) -> tuple[int, int]:
    """A size whose longer side is at most `max_side_px` (0: any), in the same shape."""
    longest = max(width_px, height_px)
    if not max_side_px or longest <= max_side_px:
        return width_px, height_px
    scale = max_side_px / longest
    return max(1, round(width_px * scale)), max(1, round(height_px * scale))


def shrink(image: Image.Image, max_side_px: int) -> Image.Image:
    """The image, made smaller if its longer side exceeds `max_side_px` (0: never)."""
    size = smaller_size(*image.size, max_side_px)
    if size == image.size:
        return image
    # Halved first, which is quick; the rest of the way with care.
    return image.resize(size, Image.Resampling.BILINEAR, reducing_gap=1.0)


def encode(
    image: Image.Image, mime: str = "image/jpeg", *, quality: int = 85, max_side_px: int = 0
) -> bytes:
    """The image as a file. `quality` is JPEG's; PNG is packed quickly rather than tightly."""
    file = io.BytesIO()
    image = shrink(image, max_side_px)
    match mime:
        case "image/jpeg":
            image.save(file, "JPEG", quality=quality)
        case "image/png":
            image.save(file, "PNG", compress_level=1)
        case _:
            raise ValueError(f"cannot encode {mime!r}: image/jpeg or image/png")
    return file.getvalue()
