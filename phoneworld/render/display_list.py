"""A frame as a list of drawing operations at the size of the picture: recorded first, painted later.

Views draw in the phone's pixels; the recorder brings every operation to the size that is asked for, and drops what
cannot show. Two lists tell what differs between two frames, so that only that is painted again.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Literal, NamedTuple

from phoneworld.render.canvas import NOWHERE
from phoneworld.render.fonts import icon_mask
from phoneworld.render.strokes import Box, DrawnStroke, reach, union
from phoneworld.render.text_lines import line_of
from phoneworld.ui.canvas import Color

Kind = Literal[
    "rect", "shadow", "strokes", "text", "icon", "picture", "image", "backdrop", "inked", "sheet"
]
Arguments = tuple[object, ...]
Pixels = Sequence[tuple[int, int]]


class DrawOp(NamedTuple):
    """One operation: where it can show, what it is, and what it is drawn with.

    `opaque`: nothing below it can be seen within its box.
    """

    box: Box
    kind: Kind
    arguments: Arguments
    opaque: bool = False


@dataclass(frozen=True, slots=True)
class PictureScale:
    """From the pixels of a phone to those of a picture of it."""

    width_px: int
    height_px: int
    from_width_px: int
    from_height_px: int

    @property
    def factor(self) -> float:
        """By how much lengths shrink that have no direction: letters, corners."""
        return min(self.width_px / self.from_width_px, self.height_px / self.from_height_px)


class DisplayListRecorder:
    """The canvas of `phoneworld.ui` that only notes what is drawn."""

    __slots__ = (
        "_clip",
        "_factor",
        "_half_x",
        "_half_y",
        "_is_scaled",
        "_of_x",
        "_of_y",
        "_strokes",
        "_to_x",
        "_to_y",
        "operations",
    )

    def __init__(self, scale: PictureScale) -> None:
        self.operations: list[DrawOp] = []
        self._strokes: list[DrawnStroke] = []
        self._clip: Box = (0, 0, scale.width_px, scale.height_px)
        self._to_x, self._of_x = scale.width_px, scale.from_width_px
        self._to_y, self._of_y = scale.height_px, scale.from_height_px
        self._half_x, self._half_y = self._of_x // 2, self._of_y // 2
        self._factor = scale.factor
        self._is_scaled = self._to_x != self._of_x or self._to_y != self._of_y

    def finished(self) -> tuple[DrawOp, ...]:
        """All that was drawn."""
        self._end_strokes()
        return tuple(self.operations)

    def add(self, kind: Kind, box: Box, arguments: Arguments = (), *, opaque: bool = False) -> None:
        """Note an operation, unless all of it lies outside the clip. `box` is in the picture's pixels."""
        if self._strokes:
            self._end_strokes()
        left, top, right, bottom = self._clip
        a, b, c, d = box
        if a >= right or b >= bottom or c <= left or d <= top:
            return
        if a < left or b < top or c > right or d > bottom:
            box = (max(a, left), max(b, top), min(c, right), min(d, bottom))
        self.operations.append(DrawOp(box, kind, arguments, opaque))

    # From the phone's pixels to the picture's

    def _box(self, x: int, y: int, w: int, h: int) -> Box:
        if not self._is_scaled:
            return (x, y, x + w, y + h)
        left = (x * self._to_x + self._half_x) // self._of_x
        top = (y * self._to_y + self._half_y) // self._of_y
        right = ((x + w) * self._to_x + self._half_x) // self._of_x
        bottom = ((y + h) * self._to_y + self._half_y) // self._of_y
        # What is thinner than a pixel is drawn as one.
        return (left, top, right if right > left else left + 1, max(bottom, top + 1))

    def _length(self, px: int) -> int:
        return max(1, int(px * self._factor + 0.5)) if self._is_scaled and px > 0 else px

    def _at(self, x: int, y: int) -> tuple[int, int]:
        if not self._is_scaled:
            return x, y
        return (
            (x * self._to_x + self._half_x) // self._of_x,
            (y * self._to_y + self._half_y) // self._of_y,
        )

    @contextmanager
    def clip(self, x: int, y: int, w: int, h: int) -> Generator[None]:
        before = self._clip
        left, top, right, bottom = before
        a, b, c, d = self._box(x, y, w, h)
        box = (max(left, a), max(top, b), min(right, c), min(bottom, d))
        shows = w > 0 and h > 0 and box[0] < box[2] and box[1] < box[3]
        self._clip = box if shows else NOWHERE
        try:
            yield
        finally:
            self._clip = before

    # Shapes

    def rect(
        self,
        x: int,
        y: int,
        w: int,
        h: int,
        color: Color,
        *,
        radius: int = 0,
        border: Color | None = None,
        border_px: int = 0,
    ) -> None:
        if w <= 0 or h <= 0:
            return
        box = self._box(x, y, w, h)
        radius = self._length(radius)
        thick = self._length(border_px) if border is not None else 0
        opaque = color[3] >= 255 and radius <= 0
        self.add("rect", box, (*box, color, radius, border, thick), opaque=opaque)

    def shadow(self, x: int, y: int, w: int, h: int, *, radius: int, elevation_px: int) -> None:
        if w <= 0 or h <= 0 or elevation_px <= 0:
            return
        left, top, right, bottom = box = self._box(x, y, w, h)
        elevation_px = self._length(elevation_px)
        margin = 3 * elevation_px
        reached = (left - margin, top - margin, right + margin, bottom + margin)
        self.add("shadow", reached, (*box, self._length(radius), elevation_px))

    def circle(self, cx: int, cy: int, r: int, color: Color) -> None:
        self.rect(cx - r, cy - r, 2 * r, 2 * r, color, radius=r)

    def lines(self, points: Pixels, color: Color, *, width_px: int) -> None:
        if len(points) < 2 or width_px <= 0:
            return
        if len(points) == 2 and (points[0][0] == points[1][0] or points[0][1] == points[1][1]):
            self._straight(points[0], points[1], color, width_px)
        else:
            self._stroke(points, color, self._length(width_px))

    def _straight(
        self, start: tuple[int, int], end: tuple[int, int], color: Color, width_px: int
    ) -> None:
        """A level or upright line: a rectangle, which is far cheaper than a stroke."""
        left, right = sorted((start[0], end[0]))
        top, bottom = sorted((start[1], end[1]))
        half = width_px // 2
        if top == bottom:
            self.rect(left, top - half, right - left, width_px, color)
        else:
            self.rect(left - half, top, width_px, bottom - top, color)

    def polygon(self, points: Pixels, color: Color) -> None:
        if len(points) >= 3:
            self._stroke(points, color, 0)

    def _stroke(self, points: Pixels, color: Color, width_px: int) -> None:
        placed: tuple[tuple[float, float], ...] = tuple(points)
        if self._is_scaled:
            across, down = self._to_x / self._of_x, self._to_y / self._of_y
            placed = tuple((x * across, y * down) for x, y in points)
        stroke = DrawnStroke(placed, color, width_px, self._clip)
        if reach(stroke) is not None:
            self._strokes.append(stroke)

    def _end_strokes(self) -> None:
        """Lines and polygons that follow each other are one operation: a map, a chart."""
        strokes, self._strokes = tuple(self._strokes), []
        box = union(strokes)
        if box is not None:
            self.operations.append(DrawOp(box, "strokes", (strokes,)))

    # Text and pictures

    def text(
        self,
        x: int,
        y: int,
        text: str,
        *,
        size_px: int,
        weight: int,
        color: Color,
        mono: bool = False,
    ) -> None:
        size: float = max(1, int(size_px))
        if self._is_scaled:
            x, y = self._at(x, y)
            size = max(1.0, size * self._factor)
        left, top, right, bottom = self._clip
        if not text or y >= bottom or y + 2 * size <= top or x >= right or left >= right:
            return
        line = line_of(text, size, weight, mono=mono)
        if line.box is not None:
            a, b, c, d = line.box
            box = (x + a, y + b, x + c, y + d)
            self.add("text", box, (x, y, text, size, weight, color, mono))

    def icon(self, name: str, x: int, y: int, size_px: int, color: Color) -> None:
        if size_px <= 0:
            return
        x, y = self._at(x, y)
        size_px = self._length(size_px)
        shape = icon_mask(name, size_px)
        box = (x, y, x + size_px, y + size_px)
        if shape is not None:
            if shape.mask is None:
                return
            left, top = x + shape.left, y + size_px + shape.top
            box = (left, top, left + shape.mask.width, top + shape.mask.height)
        self.add("icon", box, (name, x, y, size_px, color))

    def picture(self, art: str, x: int, y: int, w: int, h: int, *, radius: int = 0) -> None:
        if w > 0 and h > 0:
            box = self._box(x, y, w, h)
            radius = self._length(radius)
            self.add("picture", box, (art, *box, radius), opaque=radius <= 0)

    def image(self, data: bytes, x: int, y: int, w: int, h: int, *, radius: int = 0) -> None:
        if w > 0 and h > 0:
            box = self._box(x, y, w, h)
            self.add("image", box, (data, *box, self._length(radius)))


def changed_boxes(before: Sequence[DrawOp], after: Sequence[DrawOp]) -> list[Box]:
    """Where two lists may give other pixels."""
    shorter = min(len(before), len(after))
    first = 0
    while first < shorter and before[first] == after[first]:
        first += 1
    last = 0
    while last < shorter - first and before[-1 - last] == after[-1 - last]:
        last += 1
    gone = before[first : len(before) - last]
    come = after[first : len(after) - last]
    had, has = set(gone), set(come)
    kept = [op for op in gone if op in has]
    if kept == [op for op in come if op in had]:
        # What both have, both have in the same order: elsewhere nothing has changed.
        gone = [op for op in gone if op not in has]
        come = [op for op in come if op not in had]
    return [op.box for op in (*gone, *come)]


def bands_of(boxes: Sequence[Box]) -> list[Box]:
    """The fewest boxes around these that do not share a row of pixels."""
    bands: list[Box] = []
    for left, top, right, bottom in sorted(boxes, key=lambda box: box[1]):
        if bands and top <= bands[-1][3]:
            a, b, c, d = bands[-1]
            bands[-1] = (min(a, left), b, max(c, right), max(d, bottom))
        else:
            bands.append((left, top, right, bottom))
    return bands
