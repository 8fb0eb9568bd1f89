"""Lines and polygons before they are drawn, and how far they reach."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from phoneworld.ui.canvas import Color

Box = tuple[int, int, int, int]
"""Left, top, right, bottom."""

Points = Sequence[tuple[float, float]]

FAR = 20_000
"""The farthest that a point may lie from what is shown."""


@dataclass(frozen=True, slots=True)
class DrawnStroke:
    """A line or (`width_px` 0) a polygon that is still to be drawn."""

    points: tuple[tuple[float, float], ...]
    color: Color
    width_px: int
    clip: Box


def moved(points: Points, x: int, y: int) -> list[tuple[float, float]]:
    """Points seen from (x, y); those far away are drawn nearer, as aggdraw counts in few bits."""
    return [(max(-FAR, min(FAR, px - x)), max(-FAR, min(FAR, py - y))) for px, py in points]


def reach(stroke: DrawnStroke) -> Box | None:
    """The box around a stroke, as far as it can show."""
    left, top, right, bottom = stroke.clip
    xs, ys = [x for x, _ in stroke.points], [y for _, y in stroke.points]
    margin = stroke.width_px + 1
    box = (
        max(left, math.floor(min(xs)) - margin),
        max(top, math.floor(min(ys)) - margin),
        min(right, math.ceil(max(xs)) + margin),
        min(bottom, math.ceil(max(ys)) + margin),
    )
    return box if box[0] < box[2] and box[1] < box[3] else None


def union(strokes: tuple[DrawnStroke, ...]) -> Box | None:
    boxes = [box for box in map(reach, strokes) if box is not None]
    if not boxes:
        return None
    lefts, tops, rights, bottoms = zip(*boxes, strict=True)
    return min(lefts), min(tops), max(rights), max(bottoms)
