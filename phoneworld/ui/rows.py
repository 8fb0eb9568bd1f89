"""Rows and cards that apps are mostly made of."""

from __future__ import annotations

from phoneworld.ui.canvas import Canvas
from phoneworld.ui.controls import Checkbox, Radio, Switch
from phoneworld.ui.env import Env
from phoneworld.ui.view import Column, Handler, Padding, Row, View, padding_of
from phoneworld.ui.widgets import Avatar, Icon, Text
from runtime.observation import CLICKABLE, DISABLED, FOCUSABLE, SELECTED


class Tile(Row):
    """A row of a list: something in front, a title, a subtitle, something behind."""

    class_name = "android.widget.LinearLayout"
    pad = padding_of((16, 8))
    gap = 16

    def __init__(
        self,
        title: str,
        subtitle: str = "",
        *,
        icon: str = "",
        avatar: str = "",
        leading: View | None = None,
        trailing: View | None = None,
        note: str = "",
        on_click: Handler | None = None,
        on_long_click: Handler | None = None,
        id: str = "",
        selected: bool = False,
        enabled: bool = True,
        bold: bool = False,
        lines: int = 1,
    ) -> None:
        front = leading
        if front is None and avatar:
            front = Avatar(avatar)
        if front is None and icon:
            front = Icon(icon)
        texts: View = Text(
            title,
            "subtitle" if bold else "body",
            color="on_surface" if enabled else "outline",
            lines=1,
        )
        texts.id = "title"
        if subtitle:
            below = Text(subtitle, "small", color="muted", lines=lines)
            below.id = "summary"
            texts = Column(texts, below)
        behind: View | None = trailing
        if behind is None and note:
            behind = Text(note, "caption", color="muted")
        texts.weight = 1
        super().__init__(front, texts, behind)
        if on_click is not None:
            self.on_click = on_click
            self.flags = CLICKABLE | FOCUSABLE
        if on_long_click is not None:
            self.held(on_long_click)
        if selected:
            self.flags |= SELECTED
            self.bg = "container"
        if not enabled:
            self.flags |= DISABLED
        if id:
            self.id = id

    def content_height(self, env: Env, width: int) -> int:
        dense = 8 if env.variant.dense_rows else 0
        return max(env.px(56 - dense), super().content_height(env, width))

    def draw(self, canvas: Canvas, env: Env) -> None:
        if env.variant.carded_rows and not self.bg:
            gap = env.px(4)
            canvas.rect(
                self.x + 2 * gap, self.y + gap // 2, self.w - 4 * gap, self.h - gap,
                env.color("surface"), radius=env.px(12),
            )  # fmt: skip
        super().draw(canvas, env)


def switch_tile(
    title: str,
    subtitle: str = "",
    *,
    on: bool,
    on_click: Handler,
    icon: str = "",
    id: str = "",
    enabled: bool = True,
) -> Tile:
    """A row that is switched on and off."""
    return Tile(
        title,
        subtitle,
        icon=icon,
        trailing=Switch(on=on),
        on_click=on_click,
        id=id,
        enabled=enabled,
    )


def check_tile(
    title: str, subtitle: str = "", *, on: bool, on_click: Handler, id: str = ""
) -> Tile:
    """A row that is ticked."""
    return Tile(title, subtitle, leading=Checkbox(on=on), on_click=on_click, id=id)


def radio_tile(title: str, subtitle: str = "", *, on: bool, on_click: Handler) -> Tile:
    """A row that is one choice of several."""
    return Tile(title, subtitle, leading=Radio(on=on), on_click=on_click)


class Section(Text):
    """The heading of a group of rows."""

    def __init__(self, title: str) -> None:
        super().__init__(title, "label", color="primary")

    def content_height(self, env: Env, width: int) -> int:
        return super().content_height(env, width) + env.px(24)

    def place(self, env: Env, x: int, y: int, w: int, h: int) -> None:
        inset = env.px(16)
        super().place(env, x + inset, y + inset, w - 2 * inset, h - env.px(24))


class Card(Column):
    """A surface that holds things together."""

    class_name = "androidx.cardview.widget.CardView"

    def __init__(
        self,
        *children: View | None,
        pad: Padding = 16,
        gap: float = 4,
        on_click: Handler | None = None,
        bg: str = "surface",
        raised: bool = False,
    ) -> None:
        super().__init__(*children, pad=pad, gap=gap, bg=bg, radius=14, raised=raised)
        if on_click is not None:
            self.clicked(on_click)


class Bubble(Row):
    """A chat message, mine at the end and theirs at the start."""

    def __init__(self, text: str, *, mine: bool, note: str = "") -> None:
        said = Text(text, "body", color="on_container" if mine else "on_surface", selectable=True)
        said.id = "message_text"
        self.body = Column(
            said,
            Text(note, "caption", color="muted") if note else None,
            pad=(14, 8),
            gap=2,
            bg="container" if mine else "surface_high",
            radius=18,
            align="start",
        )
        self.mine = mine
        super().__init__(self.body, pad=(12, 3))

    def _inner(self, env: Env, width: int) -> int:
        return min(self.body.natural_width(env), int(width * 0.78))

    def content_height(self, env: Env, width: int) -> int:
        return self.body.measure(env, self._inner(env, width)) + env.px(6)

    def place(self, env: Env, x: int, y: int, w: int, h: int) -> None:
        View.place(self, env, x, y, w, h)
        inner, side = self._inner(env, w), env.px(12)
        left = x + w - side - inner if self.mine else x + side
        self.body.place(env, left, y + env.px(3), inner, h - env.px(6))
