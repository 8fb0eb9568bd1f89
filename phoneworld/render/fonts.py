"""Glyphs as masks: rasterised once at four times their size, then reduced.

So letters stand at quarters of a pixel and are not bent to the pixel grid: as on a phone, and
just where `phoneworld.text` measured them. Pillow's basic layout is used throughout; its other
engine is not on every machine.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache, lru_cache
from threading import Lock

from PIL import Image, ImageDraw, ImageFont

from phoneworld.text.fallback import ICONS
from phoneworld.text.fontfile import ASSETS

FINE = 4
"""Steps per pixel at which glyphs are rasterised and placed."""

_font_lock = Lock()  # FreeType faces are not for two threads at once


@dataclass(frozen=True, slots=True)
class Glyph:
    """A mask and where it lies from the pen on the baseline. Blank glyphs have no mask."""

    mask: Image.Image | None
    left: int
    top: int


@lru_cache(maxsize=128)
def _load(name: str, size_px: int) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(str(ASSETS / name), size_px, layout_engine=ImageFont.Layout.BASIC)


@lru_cache(maxsize=16384)
def glyph(name: str, letter: str, size_px: float, quarter: int) -> Glyph:
    """One character of one font, shifted right by quarters of a pixel."""
    with _font_lock:
        font = _load(name, round(size_px * FINE))
        left, top, right, bottom = (int(edge) for edge in font.getbbox(letter, anchor="ls"))
        left += quarter
        right += quarter
        if right <= left or bottom <= top:
            return Glyph(None, 0, 0)
        # Whole pixels around the glyph, with one fine step to spare on each side.
        x0, y0 = (left - 1) // FINE, (top - 1) // FINE
        x1, y1 = -((-right - 1) // FINE), -((-bottom - 1) // FINE)
        canvas = Image.new("L", ((x1 - x0) * FINE, (y1 - y0) * FINE), 0)
        at = (quarter - x0 * FINE, -y0 * FINE)
        ImageDraw.Draw(canvas).text(at, letter, fill=255, font=font, anchor="ls")
    return Glyph(canvas.reduce(FINE), x0, y0)


@cache
def icon_table() -> dict[str, str]:
    """Icon name -> character of the icon font."""
    table: dict[str, str] = json.loads((ASSETS / "icons.json").read_text())
    return {name: chr(int(code, 16)) for name, code in table.items()}


def icon_mask(name: str, size_px: int) -> Glyph | None:
    """An icon in a box of `size_px`, placed from the box's lower left corner; None: no such icon."""
    letter = icon_table().get(name)
    return None if letter is None else glyph(ICONS, letter, size_px, 0)
