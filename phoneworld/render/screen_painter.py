"""Paints one phone again and again at one size: only what has changed since it was painted last."""

from __future__ import annotations

from PIL import Image

from phoneworld.frame import Frame
from phoneworld.render.display_list import DrawOp, bands_of, changed_boxes
from phoneworld.render.playback import play
from phoneworld.render.recording import record
from phoneworld.render.strokes import Box

_MOST_OF_IT = 0.8
"""A share of the picture from which on all of it is painted."""


class ScreenPainter:
    """What it gives is the same, pixel for pixel, as a picture painted from nothing."""

    __slots__ = ("_operations", "_rgb", "_surface", "size")

    def __init__(self, width_px: int, height_px: int) -> None:
        self.size = (width_px, height_px)
        self._surface = Image.new("RGB", self.size, (0, 0, 0))
        self._operations: tuple[DrawOp, ...] = ()
        self._rgb: bytes | None = None

    def paint(self, frame: Frame) -> Image.Image:
        """The picture of a frame. It is the painter's own, good until the next one: copy it to keep it."""
        operations = record(frame, *self.size)
        bands = self._bands(operations)
        for band in bands:
            self._surface = play(operations, self._surface, band)
        if bands:
            self._rgb = None
        self._operations = operations
        return self._surface

    def rgb(self, frame: Frame) -> bytes:
        """The picture as raw bytes: red, green and blue of each pixel, row by row."""
        self.paint(frame)
        if self._rgb is None:
            self._rgb = self._surface.tobytes()
        return self._rgb

    def _bands(self, operations: tuple[DrawOp, ...]) -> list[Box]:
        boxes = changed_boxes(self._operations, operations)
        bands = bands_of(boxes)
        # The ink of a bar is chosen by all that lies below it: changed in part, it is painted as a whole.
        bars = [op.box for op in operations if op.kind == "inked"]
        touched = [bar for bar in bars if any(_meet(bar, band) for band in bands)]
        bands = bands_of([*bands, *touched])
        width, height = self.size
        if sum((c - a) * (d - b) for a, b, c, d in bands) > _MOST_OF_IT * width * height:
            return [(0, 0, width, height)]
        return bands


def _meet(one: Box, other: Box) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]
