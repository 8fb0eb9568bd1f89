"""What widgets draw on. `phoneworld.render` implements it; nothing here draws."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractContextManager
from typing import Protocol

Color = tuple[int, int, int, int]
"""Red, green, blue, alpha; 0-255 each."""


class Canvas(Protocol):
    """A surface in pixels. Coordinates may lie outside it or outside the clip; that is cut off."""

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
        """A filled rectangle, with rounded corners and an inner border where asked."""
        ...

    def shadow(self, x: int, y: int, w: int, h: int, *, radius: int, elevation_px: int) -> None:
        """A soft shadow below a raised surface; drawn before the surface itself."""
        ...

    def circle(self, cx: int, cy: int, r: int, color: Color) -> None: ...

    def lines(self, points: Sequence[tuple[int, int]], color: Color, *, width_px: int) -> None:
        """An open polyline with round joins."""
        ...

    def polygon(self, points: Sequence[tuple[int, int]], color: Color) -> None: ...

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
        """One line of text; (x, y) is the top left corner of a line box of 1.2 x `size_px`."""
        ...

    def icon(self, name: str, x: int, y: int, size_px: int, color: Color) -> None:
        """A Material icon in a square box; an unknown name draws a plain ring."""
        ...

    def picture(self, art: str, x: int, y: int, w: int, h: int, *, radius: int = 0) -> None:
        """A made-up photograph. The same `art` always gives the same picture.

        `art` is a kind and a number, e.g. `beach:12`, `city:3`, `portrait:7`, `food:1`;
        dishes and goods may have a name besides, `food:1:Apple pie`, and are drawn as that.
        """
        ...

    def image(self, data: bytes, x: int, y: int, w: int, h: int, *, radius: int = 0) -> None:
        """An encoded image file, scaled to fill the box; one that cannot be read draws as broken."""
        ...

    def clip(self, x: int, y: int, w: int, h: int) -> AbstractContextManager[None]:
        """Confine what is drawn inside the `with` block."""
        ...
