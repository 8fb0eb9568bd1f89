"""Buttons, icon buttons and chips."""

from __future__ import annotations

from typing import Literal

from phoneworld.ui.canvas import Canvas
from phoneworld.ui.env import Env, same_words
from phoneworld.ui.view import Handler, Leaf, View
from runtime.observation import (
    CLICKABLE,
    DISABLED,
    FOCUSABLE,
    SELECTED,
)

ButtonKind = Literal["filled", "tonal", "outlined", "text", "danger"]


class Button(Leaf):
    """A button with a word or two on it."""

    class_name = "android.widget.Button"
    style = "label"
    kind: ButtonKind = "filled"
    icon = ""

    def __init__(
        self,
        text: str,
        on_click: Handler,
        *,
        kind: ButtonKind = "filled",
        icon: str = "",
        enabled: bool = True,
        id: str = "",
    ) -> None:
        self.text = text
        self.on_click = on_click
        self.flags = CLICKABLE | FOCUSABLE if enabled else CLICKABLE | FOCUSABLE | DISABLED
        self.height = 40
        if kind != "filled":
            self.kind = kind
        if icon:
            self.icon = icon
        if id:
            self.id = id

    _translated = False

    def natural_width(self, env: Env) -> int:
        self._speak(env)
        if self.width is not None:
            return env.px(self.width)
        side = 12 if self.kind == "text" else 24
        extra = 26 if self.icon else 0
        return env.text_width(self.text, self.style) + env.px(2 * side + extra)

    def _speak(self, env: Env) -> None:
        if env.translate is not same_words and not self._translated:
            self.text = env.translate(self.text)
            self._translated = True

    def place(self, env: Env, x: int, y: int, w: int, h: int) -> None:
        self._speak(env)
        View.place(self, env, x, y, w, h)

    def draw(self, canvas: Canvas, env: Env) -> None:
        enabled = not self.flags & DISABLED
        fill, ink = {
            "filled": ("primary", "on_primary"),
            "tonal": ("container", "on_container"),
            "outlined": ("", "primary"),
            "text": ("", "primary"),
            "danger": ("error", "on_error"),
        }[self.kind]
        if not enabled:
            fill, ink = ("divider" if fill else "", "outline")
        radius = min(self.h, self.w) // 2
        if fill:
            canvas.rect(self.x, self.y, self.w, self.h, env.color(fill), radius=radius)
        elif self.kind == "outlined":
            canvas.rect(
                self.x, self.y, self.w, self.h, (0, 0, 0, 0),
                radius=radius, border=env.color("outline"), border_px=env.px(1),
            )  # fmt: skip
        size, line, weight = env.style(self.style)
        (label,) = env.lines(self.text, self.style, self.w, 1)
        width = env.text_width(label, self.style) + (env.px(26) if self.icon else 0)
        x = self.x + (self.w - width) // 2
        if self.icon:
            icon = env.px(18)
            canvas.icon(self.icon, x, self.y + (self.h - icon) // 2, icon, env.color(ink))
            x += env.px(26)
        del line
        canvas.text(
            x,
            self.y + int(self.h - size * 1.2) // 2,
            label,
            size_px=int(size),
            weight=weight,
            color=env.color(ink),
        )


class IconButton(Leaf):
    """An icon to tap. Its description is its name."""

    class_name = "android.widget.ImageButton"
    color = "muted"
    bg = ""

    def __init__(
        self,
        icon: str,
        description: str,
        on_click: Handler,
        *,
        color: str = "muted",
        bg: str = "",
        size: float = 48,
        id: str = "",
        selected: bool = False,
    ) -> None:
        self.icon = icon
        self.description = description
        self.on_click = on_click
        self.flags = CLICKABLE | FOCUSABLE | (SELECTED if selected else 0)
        self.width = size
        self.height = size
        if color != "muted":
            self.color = color
        if bg:
            self.bg = bg
        if id:
            self.id = id

    def place(self, env: Env, x: int, y: int, w: int, h: int) -> None:
        if env.translate is not same_words:
            self.description = env.translate(self.description)
        View.place(self, env, x, y, w, h)

    def draw(self, canvas: Canvas, env: Env) -> None:
        if self.bg:
            radius = min(self.w, self.h) // 2
            canvas.circle(
                self.x + self.w // 2, self.y + self.h // 2, radius - env.px(2), env.color(self.bg)
            )
        size = min(env.px(24), self.w)
        canvas.icon(
            self.icon,
            self.x + (self.w - size) // 2,
            self.y + (self.h - size) // 2,
            size,
            env.color(self.color),
        )


class Chip(Leaf):
    """A small choice or filter."""

    class_name = "android.widget.Button"
    style = "label"

    def __init__(
        self, text: str, on_click: Handler, *, selected: bool = False, icon: str = ""
    ) -> None:
        self.text = text
        self.on_click = on_click
        self.flags = CLICKABLE | FOCUSABLE | (SELECTED if selected else 0)
        self.icon = icon
        self.height = 34

    def natural_width(self, env: Env) -> int:
        extra = 22 if self.icon else 0
        return env.text_width(self.text, self.style) + env.px(28 + extra)

    def draw(self, canvas: Canvas, env: Env) -> None:
        chosen = bool(self.flags & SELECTED)
        canvas.rect(
            self.x, self.y, self.w, self.h,
            env.color("container") if chosen else (0, 0, 0, 0),
            radius=env.px(9),
            border=None if chosen else env.color("outline"),
            border_px=env.px(1),
        )  # fmt: skip
        ink = env.color("on_container" if chosen else "muted")
        size, _, weight = env.style(self.style)
        x = self.x + env.px(14)
        if self.icon:
            icon = env.px(18)
            canvas.icon(self.icon, x - env.px(2), self.y + (self.h - icon) // 2, icon, ink)
            x += env.px(22)
        canvas.text(
            x, self.y + int(self.h - size * 1.2) // 2, self.text,
            size_px=int(size), weight=weight, color=ink,
        )  # fmt: skip
