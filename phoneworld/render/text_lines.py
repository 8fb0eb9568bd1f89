"""Lines of text as masks, ready to be stamped in any colour."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from PIL import Image

from phoneworld.render.caches import ByteCache
from phoneworld.render.emoji import emoji_stamp
from phoneworld.render.fonts import FINE, Glyph, glyph
from phoneworld.text.fallback import EMOJI, ROBOTO, font_of, step
from phoneworld.text.fontfile import read_font
from phoneworld.text.shaping import visual

LINE_HEIGHT = 1.2
"""The height of a line box in font sizes (see `Canvas.text`)."""

MAX_LETTERS = 1024
"""More than fits on any screen in one line."""


@dataclass(frozen=True, slots=True)
class TextLine:
    """The mask of a line and where it lies in the line box, and the emoji in it."""

    mask: Image.Image | None
    left: int
    top: int
    emoji: tuple[tuple[Image.Image, int, int], ...]
    box: tuple[int, int, int, int] | None = None
    """All that is drawn, from the line box's upper left corner."""


@cache
def _lines() -> ByteCache[TextLine]:
    return ByteCache(24 << 20)


@cache
def baseline_of(size_px: float) -> int:
    """The distance of the baseline from the top of the line box, the same for all fonts."""
    roboto = read_font(ROBOTO[400])
    spare = LINE_HEIGHT - roboto.ascent - roboto.descent
    return round(size_px * (spare / 2 + roboto.ascent))


def line_of(text: str, size_px: float, weight: int, *, mono: bool = False) -> TextLine:
    """The line as it is drawn."""
    key = (text, size_px, weight, mono)
    found = _lines().get(key)
    if found is not None:
        return found
    line = _set_line(text[:MAX_LETTERS], size_px, weight, mono=mono)
    size = line.mask.width * line.mask.height if line.mask is not None else 0
    size += sum(stamp.width * stamp.height * 4 for stamp, _, _ in line.emoji)
    return _lines().put(key, line, size + len(text) * 4)


def _set_line(text: str, size_px: float, weight: int, *, mono: bool) -> TextLine:
    baseline = baseline_of(size_px)
    # Letters are rasterised at quarters of a pixel, and stand where their exact size puts them.
    drawn_px = round(size_px * FINE) / FINE
    placed: list[tuple[Image.Image, int, int]] = []
    emoji: list[tuple[Image.Image, int, int]] = []
    pen = 0.0
    before = ""
    for letter in visual(text):
        kern, advance = step(before, letter, weight, mono=mono)
        pen += kern * size_px
        whole, quarter = divmod(round(pen * FINE), FINE)
        font = font_of(letter, weight, mono)
        if font.name == EMOJI:
            stamp, left, top = emoji_stamp(letter, max(1, round(size_px)))
            emoji.append((stamp, whole + left, baseline + top))
        else:
            shape: Glyph = glyph(font.name, letter, drawn_px, quarter)
            if shape.mask is not None:
                placed.append((shape.mask, whole + shape.left, baseline + shape.top))
        pen += advance * size_px
        before = letter
    if not placed:
        return TextLine(None, 0, 0, tuple(emoji), _box_of(emoji))
    left = min(x for _, x, _ in placed)
    top = min(y for _, _, y in placed)
    right = max(x + mask.width for mask, x, _ in placed)
    bottom = max(y + mask.height for mask, _, y in placed)
    whole_mask = Image.new("L", (right - left, bottom - top), 0)
    for mask, x, y in placed:
        # Through its own mask: the boxes of neighbours overlap, their ink does not.
        whole_mask.paste(255, (x - left, y - top), mask)
    return TextLine(whole_mask, left, top, tuple(emoji), _box_of([*placed, *emoji]))


def _box_of(placed: list[tuple[Image.Image, int, int]]) -> tuple[int, int, int, int] | None:
    if not placed:
        return None
    return (
        min(x for _, x, _ in placed),
        min(y for _, _, y in placed),
        max(x + stamp.width for stamp, x, _ in placed),
        max(y + stamp.height for stamp, _, y in placed),
    )
