"""A sheet to draw made-up photographs on. Coordinates are shares of its width and height."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cache
from typing import Any

import aggdraw  # pyright: ignore[reportMissingTypeStubs]
from PIL import Image, ImageChops, ImageFilter

Ink = tuple[int, int, int]
Points = Sequence[tuple[float, float]]

_agg: Any = aggdraw  # a C extension without types


def mixed(one: Ink, other: Ink, share: float) -> Ink:
    """One colour with a share of another."""
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(one, other, strict=True))
    return red, green, blue


@cache
def _ramp() -> Image.Image:
    return Image.linear_gradient("L")


@cache
def _halo() -> Image.Image:
    """Bright in the middle, nothing at the rim."""
    inverted = ImageChops.invert(Image.radial_gradient("L"))
    # Its corners lie outside the circle; squared, the light ends without a visible rim.
    return inverted.point([round(255 * (max(0, level - 75) / 180) ** 2) for level in range(256)])


class Sketch:
    """Draws with smooth edges. Radii and line widths are shares of the shorter side."""

    def __init__(self, w: int, h: int, color: Ink = (255, 255, 255)) -> None:
        self.w = w
        self.h = h
        self.unit = min(w, h)
        self._image = Image.new("RGB", (w, h), color)
        self._plate: Any = None

    def _pen(self) -> Any:
        if self._plate is None:
            self._plate = _agg.Draw(self._image)
        return self._plate

    @property
    def image(self) -> Image.Image:
        """What has been drawn so far."""
        if self._plate is not None:
            self._plate.flush()
            self._plate = None
        return self._image

    def gradient(self, upper: Ink, lower: Ink, start: float = 0, end: float = 1) -> None:
        """A band over the whole width whose colour changes downwards."""
        top, bottom = round(start * self.h), round(end * self.h)
        if bottom <= top:
            return
        mask = _ramp().resize((self.w, bottom - top), Image.Resampling.BILINEAR)
        band = Image.new("RGB", mask.size, upper)
        band.paste(lower, (0, 0, *mask.size), mask)
        self.image.paste(band, (0, top))

    def glow(self, x: float, y: float, radius: float, color: Ink, strength: float = 1.0) -> None:
        """Light around a point."""
        side = max(2, round(2 * radius * self.unit))
        mask = _halo().resize((side, side), Image.Resampling.BILINEAR)
        if strength < 1:
            mask = mask.point([round(v * strength) for v in range(256)])
        at = (round(x * self.w) - side // 2, round(y * self.h) - side // 2)
        self.image.paste(color, (*at, at[0] + side, at[1] + side), mask)

    def polygon(self, points: Points, color: Ink, alpha: int = 255) -> None:
        flat = [part for x, y in points for part in (x * self.w, y * self.h)]
        self._pen().polygon(flat, None, _agg.Brush(color, alpha))

    def box(self, x: float, y: float, w: float, h: float, color: Ink, alpha: int = 255) -> None:
        edges = (x * self.w, y * self.h, (x + w) * self.w, (y + h) * self.h)
        self._pen().rectangle(edges, None, _agg.Brush(color, alpha))

    def disc(self, x: float, y: float, radius: float, color: Ink, alpha: int = 255) -> None:
        self.oval(x, y, radius, radius, color, alpha)

    def oval(self, x: float, y: float, rx: float, ry: float, color: Ink, alpha: int = 255) -> None:
        cx, cy, rx, ry = x * self.w, y * self.h, rx * self.unit, ry * self.unit
        self._pen().ellipse((cx - rx, cy - ry, cx + rx, cy + ry), None, _agg.Brush(color, alpha))

    def line(self, points: Points, color: Ink, width: float, alpha: int = 255) -> None:
        flat = [part for x, y in points for part in (x * self.w, y * self.h)]
        self._pen().line(flat, _agg.Pen(color, max(1.0, width * self.unit), alpha))

    def petal(
        self, x: float, y: float, angle: float, length: float, width: float, color: Ink,
        alpha: int = 255,
    ) -> None:  # fmt: skip
        """A leaf shape that starts at a point."""
        outline: list[tuple[float, float]] = []
        for index in range(25):
            turn = math.tau * index / 24
            along = length * (1 - math.cos(turn)) / 2
            across = width * math.sin(turn) * (0.5 + 0.5 * along / length)
            dx = (along * math.cos(angle) - across * math.sin(angle)) * self.unit / self.w
            dy = (along * math.sin(angle) + across * math.cos(angle)) * self.unit / self.h
            outline.append((x + dx, y + dy))
        self.polygon(outline, color, alpha)

    def blur(self, radius: float) -> None:
        """Put what has been drawn so far out of focus."""
        self._image = self.image.filter(ImageFilter.GaussianBlur(radius * self.unit))
