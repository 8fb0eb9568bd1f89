"""Views that show something (text, icons, pictures, progress), and the text field."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Literal

from phoneworld.ui.canvas import Canvas
from phoneworld.ui.env import Env, same_words
from phoneworld.ui.typeset import reads_from_right, width_of
from phoneworld.ui.view import Handler, Leaf, View
from runtime.observation import (
    CLICKABLE,
    DISABLED,
    EDITABLE,
    FOCUSABLE,
    FOCUSED,
    LONG_CLICKABLE,
    PASSWORD,
)

TextAlign = Literal["start", "center", "end"]


class Text(Leaf):
    """Text in one style, broken into lines. `selectable` text can be copied by touch and hold."""

    class_name = "android.widget.TextView"
    style = "body"
    color = "on_surface"
    max_lines = 0
    text_align: TextAlign = "start"
    selectable = False
    mono = False
    _translated = False

    def __init__(
        self,
        text: str,
        style: str = "body",
        *,
        color: str = "on_surface",
        lines: int = 0,
        align: TextAlign = "start",
        selectable: bool = False,
        mono: bool = False,
    ) -> None:
        self.text = text
        if style != "body":
            self.style = style
        if color != "on_surface":
            self.color = color
        if lines:
            self.max_lines = lines
        if align != "start":
            self.text_align = align
        if mono:
            self.mono = mono
        if selectable:
            self.selectable = True
            self.flags = LONG_CLICKABLE

    def _speak(self, env: Env) -> None:
        if not self._translated:
            self.text = env.translate(self.text)
            self._translated = True

    def content_height(self, env: Env, width: int) -> int:
        if env.translate is not same_words:
            self._speak(env)
        line = env.style(self.style)[1]
        if self.max_lines == 1:
            return line
        return line * len(env.lines(self.text, self.style, width, self.max_lines))

    def natural_width(self, env: Env) -> int:
        if self.width is not None:
            return env.px(self.width)
        if env.translate is not same_words:
            self._speak(env)
        if "\n" in self.text:
            return max(env.text_width(line, self.style) for line in self.text.split("\n"))
        return env.text_width(self.text, self.style)

    def draw(self, canvas: Canvas, env: Env) -> None:
        draw_text(canvas, env, self, self.text, self.style, self.color, self.text_align)


def draw_text(
    canvas: Canvas,
    env: Env,
    view: View,
    text: str,
    style: str,
    color: str,
    align: TextAlign = "start",
    max_lines: int = 0,
) -> None:
    """Draw text from the top of a view, broken to its width."""
    size, line_px, weight = env.style(style)
    limit = max_lines or getattr(view, "max_lines", 0)
    shade = env.color(color)
    mono = getattr(view, "mono", False)
    # Set smaller, fixed-width letters take about as much room as was measured for others.
    size_px = int(size * 0.87) if mono else int(size)
    y = view.y + int((line_px - size * 1.2) / 2)
    lines = env.lines(text, style, view.w, limit)
    if align == "start" and len(lines) > 1 and reads_from_right(text):
        align = "end"
    for line in lines:
        x = view.x
        if align != "start":
            spare = view.w - env.text_width(line, style)
            x += spare if align == "end" else spare // 2
        canvas.text(x, y, line, size_px=size_px, weight=weight, color=shade, mono=mono)
        y += line_px


class Icon(Leaf):
    """A Material icon. With a description it is an element of its own."""

    class_name = "android.widget.ImageView"
    SIZE = 24

    def __init__(
        self, name: str, *, size: float = SIZE, color: str = "muted", description: str = ""
    ) -> None:
        self.name = name
        self.width = size
        self.height = size
        self.color = color
        if description:
            self.description = description

    def draw(self, canvas: Canvas, env: Env) -> None:
        canvas.icon(self.name, self.x, self.y, self.w, env.color(self.color))


class Avatar(Leaf):
    """A coloured disc with an initial or an icon."""

    class_name = "android.widget.ImageView"
    SIZE = 40
    HUES = ("#1a73e8", "#d93025", "#188038", "#e37400", "#9334e6", "#007b83", "#b80672", "#5f6368")

    def __init__(
        self, name: str = "", *, icon: str = "", size: float = SIZE, color: str = ""
    ) -> None:
        self.initial = name[:1].upper()
        self.icon = icon
        self.width = size
        self.height = size
        self.color = color or self.HUES[sum(map(ord, name)) % len(self.HUES)]

    def draw(self, canvas: Canvas, env: Env) -> None:
        radius = self.w // 2
        canvas.circle(self.x + radius, self.y + radius, radius, env.color(self.color))
        white = (255, 255, 255, 255)
        if self.icon:
            size = int(self.w * 0.55)
            canvas.icon(
                self.icon, self.x + (self.w - size) // 2, self.y + (self.h - size) // 2, size, white
            )
            return
        size_px = int(self.w * 0.48)
        width = width_of(self.initial, size_px, 500)
        canvas.text(
            self.x + (self.w - width) // 2,
            self.y + (self.h - int(size_px * 1.2)) // 2,
            self.initial,
            size_px=size_px,
            weight=500,
            color=white,
        )


class Picture(View):
    """A made-up photograph, e.g. `beach:12`; see `Canvas.picture`. `of` says what goods or dish it shows."""

    class_name = "android.widget.ImageView"

    def __init__(
        self,
        art: str,
        *,
        of: str = "",
        width: float | None = None,
        height: float | None = None,
        radius: float = 0,
        description: str = "",
    ) -> None:
        self.art = f"{art}:{of}" if art and of else art
        self.width = width
        self.height = height
        self.radius = radius
        if description:
            self.description = description

    def content_height(self, env: Env, width: int) -> int:
        del env
        return width * 3 // 4

    def draw(self, canvas: Canvas, env: Env) -> None:
        canvas.picture(self.art, self.x, self.y, self.w, self.h, radius=env.px(self.radius))


FieldKind = Literal["text", "number", "phone", "email", "password", "multiline", "search"]


class Field(View):
    """A text field. What is typed is kept in the screen's `state[key]`.

    `on_change` is called after every change with the new text, `on_submit` on the enter key.
    """

    class_name = "android.widget.EditText"
    kind: FieldKind = "text"
    icon = ""
    bare = False
    style = "body"
    value = ""

    def __init__(
        self,
        key: str,
        hint: str,
        *,
        kind: FieldKind = "text",
        icon: str = "",
        on_change: Callable[[str], object] | None = None,
        on_submit: Handler | None = None,
        bare: bool = False,
        style: str = "body",
        enabled: bool = True,
        select_on_focus: bool = False,
    ) -> None:
        self.key = key
        self.id = key
        self.hint = hint
        self.flags = (
            CLICKABLE | LONG_CLICKABLE | EDITABLE | FOCUSABLE if enabled else EDITABLE | DISABLED
        )
        self.on_change = on_change
        self.on_submit = on_submit
        self.select_on_focus = select_on_focus
        if kind != "text":
            self.kind = kind
            if kind == "password":
                self.flags |= PASSWORD
        if icon:
            self.icon = icon
        if bare:
            self.bare = bare
        if style != "body":
            self.style = style

    def _read(self, env: Env) -> str:
        return env.texts.get(self.key, "")

    def content_height(self, env: Env, width: int) -> int:
        line = env.style(self.style)[1]
        if self.kind == "multiline":
            inner = width - env.px(0 if self.bare else 32)
            lines = min(12, max(3, len(env.lines(self._read(env), self.style, inner, 12))))
            return line * lines + env.px(32)
        return max(env.px(56), line + env.px(16))

    def natural_width(self, env: Env) -> int:
        return env.px(self.width if self.width is not None else 200)

    def place(self, env: Env, x: int, y: int, w: int, h: int) -> None:
        View.place(self, env, x, y, w, h)
        value = self._read(env)
        self.value = value
        # A password field shows dots to whoever reads the screen, and so to every record of it.
        self.text = "•" * len(value) if self.kind == "password" else value
        if env.translate is not same_words:
            self.hint = env.translate(self.hint)
        if env.focus == self.key:
            self.flags |= FOCUSED

    def draw(self, canvas: Canvas, env: Env) -> None:
        focused = bool(self.flags & FOCUSED)
        inset = 0
        if not self.bare:
            inset = env.px(16)
            self._draw_surface(canvas, env, focused=focused)
        x = self.x + inset
        if self.icon:
            size = env.px(22)
            canvas.icon(self.icon, x, self.y + (self.h - size) // 2, size, env.color("muted"))
            x += size + env.px(12)
        line_px = env.style(self.style)[1]
        width = self.x + self.w - inset - x
        labelled = bool(
            self.text and self.hint and not self.bare and self.kind != "search"
            and self.h - line_px >= env.px(22)
        )  # fmt: skip
        if labelled:
            small, _, weight = env.style("caption")
            (label,) = env.lines(self.hint, "caption", width, 1)
            color = env.color("primary" if focused else "muted")
            top = self.y + env.px(7)
            canvas.text(x, top, label, size_px=int(small), weight=weight, color=color)
        shown = self.text or self.hint
        if self.kind == "multiline":
            y = self.y + env.px(24 if labelled else 16)
            room = max(1, (self.y + self.h - y) // line_px)
            lines = env.lines(shown, self.style, width, 0)[-room:]
        else:
            y = self.y + (self.h - line_px) // 2 + (env.px(8) if labelled else 0)
            line = shown.replace("\n", " ")
            if focused and self.text:
                # What is being typed stays in sight: the line moves to its end.
                lines = (line,)
                over = env.text_width(line, self.style) + env.px(2) - width
            else:
                lines, over = env.lines(line, self.style, width, 1), 0
            with canvas.clip(x, self.y, width, self.h):
                self._draw_lines(canvas, env, lines, x - max(0, over), y)
            return
        with canvas.clip(self.x, self.y, self.w, self.h):
            self._draw_lines(canvas, env, lines, x, y)

    def _draw_surface(self, canvas: Canvas, env: Env, *, focused: bool) -> None:
        red, green, blue, _ = env.color("on_surface")
        tint = (red, green, blue, 26 if env.theme.dark else 18)
        if self.kind == "search":
            canvas.rect(self.x, self.y, self.w, self.h, tint, radius=self.h // 2)
            return
        radius = env.px(6)
        with canvas.clip(self.x, self.y, self.w, self.h):
            # Only the upper corners are round: the lower ones lie outside.
            canvas.rect(self.x, self.y, self.w, self.h + 2 * radius, tint, radius=radius)
        thick = env.px(2 if focused else 1)
        color = env.color("primary" if focused else "outline")
        canvas.rect(self.x, self.y + self.h - thick, self.w, thick, color)

    def _draw_lines(self, canvas: Canvas, env: Env, lines: tuple[str, ...], x: int, y: int) -> None:
        size, line_px, weight = env.style(self.style)
        color = env.color("on_surface" if self.text else "outline")
        focused = bool(self.flags & FOCUSED)
        top = y + int((line_px - size * 1.2) / 2)
        for line in lines:
            if focused and env.select_all and self.text:
                wide = env.text_width(line, self.style)
                canvas.rect(x, y, wide, line_px, env.color("container"))
            canvas.text(x, top, line, size_px=int(size), weight=weight, color=color)
            top += line_px
            y += line_px
        if focused:
            caret = x + (env.text_width(lines[-1], self.style) if self.text else 0)
            canvas.rect(caret, y - line_px, env.px(2), line_px, env.color("primary"))


class Divider(View):
    """A thin line."""

    def __init__(self) -> None:
        self.height = 1

    def draw(self, canvas: Canvas, env: Env) -> None:
        canvas.rect(self.x, self.y, self.w, max(1, self.h), env.color("divider"))


class Progress(View):
    """A progress bar, filled to a share of 0-1; without a share it is indeterminate."""

    class_name = "android.widget.ProgressBar"

    def __init__(self, share: float | None = None, *, description: str = "") -> None:
        self.share = share
        self.height = 6 if share is not None else 48
        self.width = None if share is not None else 48
        if description:
            self.description = description

    def draw(self, canvas: Canvas, env: Env) -> None:
        if self.share is None:
            reach = min(self.w, self.h) * 0.4
            x, y = self.x + self.w / 2, self.y + self.h / 2
            turns = (math.radians(angle) for angle in range(-90, 181, 9))
            arc = [(round(x + reach * math.cos(t)), round(y + reach * math.sin(t))) for t in turns]
            canvas.lines(arc, env.color("primary"), width_px=env.px(4))
            return
        radius = self.h // 2
        canvas.rect(self.x, self.y, self.w, self.h, env.color("container"), radius=radius)
        done = int(self.w * max(0.0, min(1.0, self.share)))
        canvas.rect(self.x, self.y, done, self.h, env.color("primary"), radius=radius)
