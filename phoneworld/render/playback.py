"""Paints a recorded list of drawing operations, all of it or only within a box."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

from PIL import Image

from phoneworld.render.caches import ByteCache
from phoneworld.render.canvas import PillowCanvas
from phoneworld.render.display_list import DrawOp
from phoneworld.render.pictures import backdrop
from phoneworld.render.strokes import Box
from phoneworld.render.text_lines import line_of

DARK_ENOUGH = 140
"""Below this level of grey, ink is light."""


@cache
def _sheets() -> ByteCache[Image.Image]:
    return ByteCache(24 << 20)


def play(operations: Sequence[DrawOp], surface: Image.Image, within: Box) -> Image.Image:
    """Paint what shows within a box, on black; the surface, or another in its place."""
    first = _lowest_seen(operations, within)
    if first < 0:
        surface.paste((0, 0, 0), within)
    canvas = PillowCanvas(surface, within)
    _play(operations[max(0, first) :], canvas, within)
    return canvas.surface


def _lowest_seen(operations: Sequence[DrawOp], within: Box) -> int:
    """The topmost operation that hides all below it; -1 if none does."""
    left, top, right, bottom = within
    for index in range(len(operations) - 1, -1, -1):
        op = operations[index]
        if op.opaque:
            box = op.box
            if box[0] <= left and box[1] <= top and box[2] >= right and box[3] >= bottom:
                return index
    return -1


def _play(operations: Sequence[DrawOp], canvas: PillowCanvas, within: Box) -> None:
    left, top, right, bottom = within
    for box, kind, arguments, _ in operations:
        if box[0] >= right or box[1] >= bottom or box[2] <= left or box[3] <= top:
            continue
        canvas.confine(box)
        # What an operation holds is known to its kind: the recorder has put it there.
        held: Any = arguments
        match kind:
            case "rect":
                a, b, c, d, color, radius, border, thick = held
                canvas.rect(
                    a, b, c - a, d - b, color, radius=radius, border=border, border_px=thick
                )
            case "text":
                x, y, text, size, weight, color, mono = held
                canvas.line(x, y, line_of(text, size, weight, mono=mono), color)
            case "icon":
                canvas.icon(*held)
            case "shadow":
                a, b, c, d, radius, elevation = held
                canvas.shadow(a, b, c - a, d - b, radius=radius, elevation_px=elevation)
            case "strokes":
                canvas.strokes(*held)
            case "picture":
                art, a, b, c, d, radius = held
                canvas.picture(art, a, b, c - a, d - b, radius=radius)
            case "image":
                data, a, b, c, d, radius = held
                canvas.image(data, a, b, c - a, d - b, radius=radius)
            case "backdrop":
                width, height = canvas.surface.size
                canvas.lay(backdrop(held[0], width, height), 0, 0)
            case "sheet":
                whole, drawn = held
                canvas.lay(_sheet(whole, drawn), whole[0], whole[1])
            case "inked":
                whole, (dark, light) = held
                _play(dark if _is_bright(canvas, whole) else light, canvas, within)


def _sheet(box: Box, operations: tuple[DrawOp, ...]) -> Image.Image:
    """Something opaque that is the same in frame after frame, painted once."""
    key = (box, operations)
    found = _sheets().get(key)
    if found is None:
        surface = Image.new("RGB", (box[2], box[3]), (0, 0, 0))
        canvas = PillowCanvas(surface, box)
        _play(operations, canvas, box)
        found = canvas.surface.crop(box)
        _sheets().put(key, found, found.width * found.height * 4)
    return found


def _is_bright(canvas: PillowCanvas, box: Box) -> bool:
    """Whether dark ink can be read on what is painted in a box, rather than light."""
    grey = canvas.surface.crop(box).convert("L")
    (level,) = grey.resize((1, 1), Image.Resampling.BOX).tobytes()
    return level > DARK_ENOUGH
