"""Paints the soft keyboard."""

from __future__ import annotations

from dataclasses import dataclass

from phoneworld.frame import KEYBOARD_DP, KeyboardLook
from phoneworld.keyboard import ACTIONS, KeyboardKey, keys
from phoneworld.ui.canvas import Canvas, Color
from phoneworld.ui.typeset import width_of


@dataclass(frozen=True, slots=True)
class _Colors:
    plate: Color
    key: Color
    action: Color
    ink: Color
    muted: Color
    accent: Color
    on_accent: Color


LIGHT = _Colors(
    plate=(235, 238, 246, 255),
    key=(255, 255, 255, 255),
    action=(208, 215, 229, 255),
    ink=(31, 33, 38, 255),
    muted=(92, 96, 106, 255),
    accent=(54, 97, 200, 255),
    on_accent=(255, 255, 255, 255),
)
DARK = _Colors(
    plate=(31, 33, 38, 255),
    key=(62, 65, 73, 255),
    action=(46, 49, 57, 255),
    ink=(232, 234, 240, 255),
    muted=(166, 170, 180, 255),
    accent=(168, 199, 250, 255),
    on_accent=(6, 46, 111, 255),
)


def plate_color(*, dark: bool) -> Color:
    """The colour behind the keys, which the navigation bar below takes on."""
    return (DARK if dark else LIGHT).plate


def draw_keyboard(
    canvas: Canvas, look: KeyboardLook, width_px: int, top_px: int, density: float, *, dark: bool
) -> None:
    """Draw the keyboard from `top_px` down."""
    colors = DARK if dark else LIGHT
    canvas.rect(0, top_px, width_px, int(KEYBOARD_DP * density + 0.5), colors.plate)
    for key in keys(look, width_px, top_px, density):
        _draw_key(canvas, key, look, density, colors)


def _draw_key(
    canvas: Canvas, key: KeyboardKey, look: KeyboardLook, density: float, colors: _Colors
) -> None:
    place = key.bounds
    gap_x, gap_y = round(2.5 * density), round(4 * density)
    x, y = place.left + gap_x, place.top + gap_y
    w, h = place.right - place.left - 2 * gap_x, place.bottom - place.top - 2 * gap_y
    fill, ink = colors.key, colors.ink
    radius = round(6 * density)
    if key.value == "hide":
        fill, ink = (0, 0, 0, 0), colors.muted
    elif key.value == "enter":
        fill, ink = colors.accent, colors.on_accent
        radius = h // 2
    elif key.value in ("symbols", "letters"):
        fill, radius = colors.action, h // 2
    elif key.value in ACTIONS - {"space"} or (key.value in ",." and look.layout == "letters"):
        fill = colors.action
        if key.value == "shift" and look.shifted and look.layout == "letters":
            fill, ink = colors.accent, colors.on_accent
    if fill[3]:
        canvas.rect(x, y, w, h, fill, radius=radius)
    if key.icon:
        size = round(22 * density)
        canvas.icon(key.icon, x + (w - size) // 2, y + (h - size) // 2, size, ink)
    elif key.label:
        size = round((15 if len(key.label) > 1 else 22) * density)
        left = x + (w - width_of(key.label, size, 400)) // 2
        canvas.text(
            left, y + (h - round(size * 1.2)) // 2, key.label, size_px=size, weight=400, color=ink
        )
    elif key.value == "space":
        size = round(13 * density)
        left = x + (w - width_of("English", size, 400)) // 2
        top = y + (h - round(size * 1.2)) // 2
        canvas.text(left, top, "English", size_px=size, weight=400, color=colors.muted)
