"""The keys of Calculator."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from phoneworld.ui.canvas import Canvas
from phoneworld.ui.env import Env
from phoneworld.ui.view import Column, Handler, Row, View
from runtime.observation import CLICKABLE, FOCUSABLE


class Sign(NamedTuple):
    """What a key says, what it is called, its resource id, and how it looks."""

    text: str
    name: str
    id: str
    look: str


def _digit(number: str) -> Sign:
    return Sign(number, "", f"digit_{number}", "digit")


CLEAR, ERASE, EQUALS = "AC", "⌫", "="
ROWS = (
    (
        Sign("√", "square root", "op_sqrt", "extra"),
        Sign("π", "pi", "const_pi", "extra"),
        Sign("^", "power", "op_pow", "extra"),
        Sign(ERASE, "backspace", "del", "extra"),
    ),
    (
        Sign(CLEAR, "clear", "clr", "clear"),
        Sign("(", "left parenthesis", "lparen", "operator"),
        Sign(")", "right parenthesis", "rparen", "operator"),
        Sign("÷", "divide", "op_div", "operator"),
    ),
    (_digit("7"), _digit("8"), _digit("9"), Sign("×", "multiply", "op_mul", "operator")),
    (_digit("4"), _digit("5"), _digit("6"), Sign("−", "minus", "op_sub", "operator")),
    (_digit("1"), _digit("2"), _digit("3"), Sign("+", "plus", "op_add", "operator")),
    (
        Sign("%", "percent", "op_pct", "operator"),
        _digit("0"),
        Sign(".", "point", "dec_point", "digit"),
        Sign(EQUALS, "equals", "eq", "equals"),
    ),
)
LOOKS = {
    "digit": ("surface", "on_surface"),
    "extra": ("", "muted"),
    "operator": ("surface_high", "primary"),
    "clear": ("surface_high", "error"),
    "equals": ("primary", "on_primary"),
}


class CalculatorKey(View):
    """One key."""

    class_name = "android.widget.Button"

    def __init__(self, sign: Sign, on_click: Handler) -> None:
        # The backspace key has a picture on it, and nothing to read but its name.
        self.text = "" if sign.text == ERASE else sign.text
        self.description = sign.name
        self.look = sign.look
        self.id = sign.id
        self.on_click = on_click
        self.flags = CLICKABLE | FOCUSABLE
        self.weight = 1

    def draw(self, canvas: Canvas, env: Env) -> None:
        fill, ink = LOOKS[self.look]
        if fill:
            radius = min(self.w, self.h) // 2
            canvas.rect(self.x, self.y, self.w, self.h, env.color(fill), radius=radius)
        if not self.text:
            size = env.px(24)
            left, top = self.x + (self.w - size) // 2, self.y + (self.h - size) // 2
            canvas.icon("backspace", left, top, size, env.color(ink))
            return
        style = "title" if self.look == "extra" else "headline"
        size_px, _, weight = env.style(style)
        canvas.text(
            self.x + (self.w - env.text_width(self.text, style)) // 2,
            self.y + int(self.h - size_px * 1.2) // 2,
            self.text,
            size_px=int(size_px),
            weight=weight,
            color=env.color(ink),
        )


def keypad(press: Callable[[str], object]) -> View:
    """All keys, sharing the room there is; `press(sign)` is called."""

    def key(sign: Sign) -> CalculatorKey:
        return CalculatorKey(sign, lambda: press(sign.text))

    rows = [Row(*(key(sign) for sign in row), gap=8, align="stretch") for row in ROWS]
    for index, row in enumerate(rows):
        row.grow(0.7 if index == 0 else 1)
    return Column(*rows, gap=8, pad=(12, 8, 12, 12))
