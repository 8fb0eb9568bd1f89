"""Switches, checkboxes, radio buttons and sliders."""

from __future__ import annotations

from collections.abc import Callable

from phoneworld.ui.canvas import Canvas
from phoneworld.ui.env import Env
from phoneworld.ui.view import Handler, Leaf
from runtime.observation import (
    CHECKABLE,
    CHECKED,
    CLICKABLE,
    FOCUSABLE,
)


class Switch(Leaf):
    """A switch. In a clickable row it only shows its state; with `on_click` it can be tapped itself."""

    class_name = "android.widget.Switch"

    def __init__(self, *, on: bool, on_click: Handler | None = None, description: str = "") -> None:
        self.on = on
        self.flags = CHECKABLE | (CHECKED if on else 0)
        self.width = 52
        self.height = 32
        if description:
            self.description = description
        if on_click is not None:
            self.on_click = on_click
            self.flags |= CLICKABLE

    def draw(self, canvas: Canvas, env: Env) -> None:
        track, knob = ("primary", "on_primary") if self.on else ("surface_high", "outline")
        canvas.rect(
            self.x, self.y, self.w, self.h, env.color(track),
            radius=self.h // 2,
            border=None if self.on else env.color("outline"),
            border_px=env.px(2),
        )  # fmt: skip
        radius = env.px(12) if self.on else env.px(8)
        offset = self.w - self.h // 2 if self.on else self.h // 2
        canvas.circle(self.x + offset, self.y + self.h // 2, radius, env.color(knob))


class Checkbox(Leaf):
    """A checkbox; in a clickable row it only shows its state."""

    class_name = "android.widget.CheckBox"
    icons = ("check_box_outline_blank", "check_box")

    def __init__(self, *, on: bool, on_click: Handler | None = None, description: str = "") -> None:
        self.on = on
        self.flags = CHECKABLE | (CHECKED if on else 0)
        self.width = 40
        self.height = 40
        if description:
            self.description = description
        if on_click is not None:
            self.on_click = on_click
            self.flags |= CLICKABLE

    def draw(self, canvas: Canvas, env: Env) -> None:
        size = env.px(24)
        canvas.icon(
            self.icons[self.on],
            self.x + (self.w - size) // 2,
            self.y + (self.h - size) // 2,
            size,
            env.color("primary" if self.on else "muted"),
        )


class Radio(Checkbox):
    """A radio button; in a clickable row it only shows its state."""

    class_name = "android.widget.RadioButton"
    icons = ("radio_button_unchecked", "radio_button_checked")


class Slider(Leaf):
    """A value between 0 and 100, set by tapping or dragging along it."""

    class_name = "android.widget.SeekBar"

    def __init__(
        self, value: int, on_slide: Callable[[int], object], *, description: str, id: str = ""
    ) -> None:
        self.value = max(0, min(100, value))
        self.on_slide = on_slide
        self.description = description
        self.text = f"{self.value}%"
        self.flags = CLICKABLE | FOCUSABLE
        self.height = 44
        if id:
            self.id = id

    def natural_width(self, env: Env) -> int:
        return env.px(self.width if self.width is not None else 160)

    def value_at(self, env_density: float, x: int) -> int:
        """The value of a touch at that pixel."""
        inset = int(12 * env_density)
        share = (x - self.x - inset) / max(1, self.w - 2 * inset)
        return round(100 * max(0.0, min(1.0, share)))

    def draw(self, canvas: Canvas, env: Env) -> None:
        inset, thick = env.px(12), env.px(6)
        length = self.w - 2 * inset
        y = self.y + (self.h - thick) // 2
        done = length * self.value // 100
        canvas.rect(self.x + inset, y, length, thick, env.color("container"), radius=thick // 2)
        canvas.rect(self.x + inset, y, done, thick, env.color("primary"), radius=thick // 2)
        canvas.circle(self.x + inset + done, self.y + self.h // 2, env.px(10), env.color("primary"))
