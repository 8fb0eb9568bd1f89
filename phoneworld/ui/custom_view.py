"""Views that an app draws itself: maps, charts, clock faces. Each is one element.

A `TouchSurface` is also told where it was touched, for what is painted, dragged or pointed at.
"""

from __future__ import annotations

from collections.abc import Callable

from phoneworld.ui.canvas import Canvas
from phoneworld.ui.env import Env
from phoneworld.ui.view import View
from runtime.observation import CLICKABLE, FOCUSABLE, LONG_CLICKABLE

Painter = Callable[[Canvas, Env, int, int, int, int], None]
"""Draws on a canvas, in a box given as x, y, width, height in pixels."""


class CustomView(View):
    """A view whose content is drawn by a function."""

    class_name = "android.widget.ImageView"

    def __init__(
        self, painter: Painter, *, height: float, width: float | None = None, description: str = ""
    ) -> None:
        self.painter = painter
        self.height = height
        self.width = width
        if description:
            self.description = description

    def draw(self, canvas: Canvas, env: Env) -> None:
        with canvas.clip(self.x, self.y, self.w, self.h):
            self.painter(canvas, env, self.x, self.y, self.w, self.h)
        for child in self.children:
            child.draw(canvas, env)


Spot = tuple[float, float]
"""A place in a view, in shares of its width and height: (0.5, 0.5) is its middle."""


class TouchSurface(CustomView):
    """A drawn view that answers to where it is touched.

    `on_stroke` is called with the first and the last spot of a stroke, which are the same for a tap;
    `on_press` with the spot that is touched and held.
    """

    def __init__(
        self,
        painter: Painter,
        on_stroke: Callable[[Spot, Spot], object],
        *,
        height: float,
        description: str,
        on_press: Callable[[Spot], object] | None = None,
    ) -> None:
        super().__init__(painter, height=height, description=description)
        self.on_stroke = on_stroke
        self.on_press = on_press
        self.flags = CLICKABLE | FOCUSABLE | (LONG_CLICKABLE if on_press is not None else 0)

    def spot(self, x: int, y: int) -> Spot:
        """The spot of a pixel; the nearest one for a pixel outside."""
        return _share(x - self.x, self.w), _share(y - self.y, self.h)


def _share(along: int, whole: int) -> float:
    return max(0.0, min(1.0, along / max(1, whole)))
