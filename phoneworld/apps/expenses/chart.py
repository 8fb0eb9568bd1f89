"""The charts of Expenses: a ring of shares, and bars of months."""

from __future__ import annotations

import math
from collections.abc import Sequence

from phoneworld.ui.canvas import Canvas
from phoneworld.ui.custom_view import Painter
from phoneworld.ui.env import Env

STEP = math.tau / 120
"""A ring is made of slices no wider than this, so that its edge looks round."""


def ring(parts: Sequence[tuple[str, int]], middle: str) -> Painter:
    """A ring whose pieces are as long as the amounts; pairs of colour and amount."""

    def paint(canvas: Canvas, env: Env, x: int, y: int, w: int, h: int) -> None:
        cx, cy, radius = x + w // 2, y + h // 2, min(w, h) // 2
        total = sum(amount for _, amount in parts)
        if total:
            angle = -math.pi / 2
            for color, amount in parts:
                sweep = math.tau * amount / total
                steps = max(1, math.ceil(sweep / STEP))
                rim = [
                    (
                        round(cx + radius * math.cos(angle + sweep * step / steps)),
                        round(cy + radius * math.sin(angle + sweep * step / steps)),
                    )
                    for step in range(steps + 1)
                ]
                canvas.polygon([(cx, cy), *rim], env.color(color))
                angle += sweep
        else:
            canvas.circle(cx, cy, radius, env.color("divider"))
        canvas.circle(cx, cy, int(radius * 0.66), env.color("surface"))
        size, line, weight = env.style("subtitle")
        canvas.text(
            cx - env.text_width(middle, "subtitle") // 2,
            cy - line // 2,
            middle,
            size_px=int(size),
            weight=weight,
            color=env.color("on_surface"),
        )

    return paint


def bars(columns: Sequence[tuple[str, int]]) -> Painter:
    """A column for each pair of a short name and an amount, the last one in the accent colour."""

    def paint(canvas: Canvas, env: Env, x: int, y: int, w: int, h: int) -> None:
        highest = max((amount for _, amount in columns), default=0) or 1
        size, line, weight = env.style("caption")
        room = h - 2 * line - env.px(4)
        step = w // max(1, len(columns))
        for index, (name, amount) in enumerate(columns):
            left = x + index * step
            tall = room * amount // highest
            role = "primary" if index == len(columns) - 1 else "container"
            top = y + line + room - tall
            wide = env.px(28)
            canvas.rect(
                left + (step - wide) // 2, top, wide, tall, env.color(role), radius=env.px(4)
            )
            told = f"{amount // 100}"
            for text, at in ((told, top - line), (name, y + h - line)):
                canvas.text(
                    left + (step - env.text_width(text, "caption")) // 2,
                    at,
                    text,
                    size_px=int(size),
                    weight=weight,
                    color=env.color("muted"),
                )

    return paint
