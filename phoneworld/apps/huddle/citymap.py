"""A drawn map of the town, with pins and a route: for looking at, not for tapping."""

from __future__ import annotations

from collections.abc import Sequence

from phoneworld.ui.canvas import Canvas, Color
from phoneworld.ui.custom_view import CustomView, Painter
from phoneworld.ui.env import Env

SIDE = 120
"""Maps cover 120 x 120 units of 100 metres."""
STREETS = (8, 21, 37, 50, 66, 79, 95, 110)


def _painter(pins: Sequence[tuple[int, int]], *, route: bool) -> Painter:
    def paint(canvas: Canvas, env: Env, x: int, y: int, w: int, h: int) -> None:
        dark = env.theme.dark
        land: Color = (38, 42, 48, 255) if dark else (236, 238, 232, 255)
        street: Color = (70, 74, 82, 255) if dark else (255, 255, 255, 255)
        park: Color = (36, 64, 48, 255) if dark else (200, 228, 196, 255)
        water: Color = (30, 56, 84, 255) if dark else (172, 208, 236, 255)

        def at(px: int, py: int) -> tuple[int, int]:
            return x + px * w // SIDE, y + py * h // SIDE

        canvas.rect(x, y, w, h, land)
        for left, top, right, bottom in ((22, 22, 36, 49), (67, 80, 94, 109), (96, 9, 118, 20)):
            px, py = at(left, top)
            end_x, end_y = at(right, bottom)
            canvas.rect(px, py, end_x - px, end_y - py, park, radius=env.px(4))
        bends = ((-5, 70), (25, 62), (48, 74), (72, 58), (98, 40), (126, 44))
        canvas.lines([at(*bend) for bend in bends], water, width_px=max(4, h // 11))
        for line in STREETS:
            wide = env.px(5 if line in (37, 79) else 3)
            canvas.lines([at(0, line), at(SIDE, line)], street, width_px=wide)
            canvas.lines([at(line, 0), at(line, SIDE)], street, width_px=wide)
        ink = env.color("primary")
        if route and len(pins) > 1:
            (ax, ay), (bx, by) = pins[0], pins[-1]
            corners = [at(ax, ay), at(bx, ay), at(bx, by)]
            canvas.lines(corners, ink, width_px=env.px(4))
        size = env.px(28)
        for index, pin in enumerate(pins):
            px, py = at(*pin)
            if route and index == 0:
                canvas.circle(px, py, env.px(8), (255, 255, 255, 255))
                canvas.circle(px, py, env.px(6), ink)
            else:
                red: Color = (217, 48, 37, 255)
                canvas.icon("place", px - size // 2, py - size * 9 // 10, size, red)

    return paint


def city_map(
    pins: Sequence[tuple[int, int]],
    *,
    route: bool = False,
    height: float = 170,
    description: str = "Map",
) -> CustomView:
    """A map with pins at units of 100 metres; with `route`, the way from the first to the last."""
    return CustomView(_painter(pins, route=route), height=height, description=description)
