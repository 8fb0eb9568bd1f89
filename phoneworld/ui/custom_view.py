"""Views that an app draws itself: maps, charts, clock faces. Each is one element."""

from __future__ import annotations

from collections.abc import Callable

from phoneworld.ui.canvas import Canvas
from phoneworld.ui.env import Env
from phoneworld.ui.view import View

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
