"""Screenshots as the pixels that a vision part reads; bounded before they are decoded."""

from __future__ import annotations

import io
import struct
import warnings
from dataclasses import dataclass

from runtime.errors import EngineError

MAX_IMAGE_BYTES = 32 * 2**20
MAX_IMAGE_PIXELS = 16_000_000
"""Three times the largest phone's screen."""
_FORMATS = ("PNG", "JPEG", "WEBP")


@dataclass(frozen=True, slots=True)
class Pixels:
    """Rows of red, green and blue bytes."""

    width_px: int
    height_px: int
    rgb: bytes


def decode_image(image: bytes) -> Pixels:
    """The pixels of a PNG, JPEG or WebP; what is transparent is black.

    Raises `EngineError` when it cannot be read or is too large.
    """
    from PIL import Image, UnidentifiedImageError

    if len(image) > MAX_IMAGE_BYTES:
        raise EngineError(
            f"a screenshot of {len(image):,} bytes is too large; {MAX_IMAGE_BYTES:,} are allowed"
        )
    try:
        # Pillow warns of sizes that are checked here.
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", Image.DecompressionBombWarning)
            opened = Image.open(io.BytesIO(image), formats=_FORMATS)
        with opened:
            width, height = opened.size
            if width * height > MAX_IMAGE_PIXELS:
                raise EngineError(
                    f"a screenshot of {width} x {height} pixels is too large; "
                    f"{MAX_IMAGE_PIXELS:,} pixels are allowed"
                )
            return Pixels(width, height, opened.convert("RGB").tobytes())
    except UnidentifiedImageError as error:
        raise EngineError("a screenshot is not a whole PNG, JPEG or WebP") from error
    # Pillow's readers raise these for what is cut off or contradicts itself.
    except (
        OSError,
        ValueError,
        SyntaxError,
        EOFError,
        struct.error,
        Image.DecompressionBombError,
    ) as error:
        raise EngineError(f"a screenshot cannot be decoded: {error}") from error
