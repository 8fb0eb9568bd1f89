"""What the phone itself shows around apps: status bar, navigation bar, toast."""

from __future__ import annotations

from phoneworld.frame import NAV_BAR_DP, STATUS_BAR_DP, Frame, StatusBar
from phoneworld.ui.canvas import Canvas, Color
from phoneworld.ui.typeset import break_lines, width_of

LIGHT_INK: Color = (255, 255, 255, 255)
DARK_INK: Color = (38, 40, 46, 255)


def px_of(dp: float, density: float) -> int:
    """Pixels of a length in dp, rounded as in layout."""
    return int(dp * density + 0.5)


def draw_status_bar(
    canvas: Canvas, status: StatusBar, width_px: int, density: float, ink: Color
) -> None:
    """Time and notifications on the left, the state of the phone on the right."""
    height = px_of(STATUS_BAR_DP, density)
    side, gap = round(16 * density), round(4 * density)
    size, icon = round(14 * density), round(16 * density)
    text_top, icon_top = (height - round(size * 1.2)) // 2, (height - icon) // 2
    canvas.text(side, text_top, status.time, size_px=size, weight=500, color=ink)
    x = side + width_of(status.time, size, 500) + 2 * gap
    for name in status.notifications[:5]:
        canvas.icon(name, x, icon_top, icon, ink)
        x += icon + gap
    if len(status.notifications) > 5:
        canvas.circle(x + gap, height // 2, max(1, round(1.5 * density)), ink)
    percent = f"{status.battery_percent}%"
    small = round(12 * density)
    x = width_px - side - width_of(percent, small, 500)
    top = (height - round(small * 1.2)) // 2
    canvas.text(x, top, percent, size_px=small, weight=500, color=ink)
    x -= round(13 * density)
    _draw_battery(canvas, x, icon_top, icon, status.battery_percent, ink)
    for name in reversed(status.icons):
        x -= icon + gap
        canvas.icon(name, x, icon_top, icon, ink)


def _draw_battery(canvas: Canvas, x: int, y: int, size: int, percent: int, ink: Color) -> None:
    """An upright battery, filled as far as it is charged."""
    wide, cap = size * 9 // 16, max(1, size // 9)
    faint = (*ink[:3], 90)
    body = size - cap
    radius = max(1, size // 10)
    canvas.rect(x + wide // 4, y, wide - wide // 2, cap, faint)
    canvas.rect(x, y + cap, wide, body, faint, radius=radius)
    filled = round(body * max(0, min(100, percent)) / 100)
    with canvas.clip(x, y + size - filled, wide, filled):
        canvas.rect(x, y + cap, wide, body, ink, radius=radius)


def draw_navigation_bar(
    canvas: Canvas, width_px: int, top: int, density: float, ink: Color, *, keyboard: bool
) -> None:
    """Back, home and recents; back points down while the keyboard is shown."""
    height = px_of(NAV_BAR_DP, density)
    ink = (*ink[:3], 215)
    middle, unit = top + height // 2, round(8 * density)
    x = round(width_px * 0.22)
    if keyboard:
        points = [
            (x - unit, middle - unit // 2),
            (x, middle + unit // 2),
            (x + unit, middle - unit // 2),
        ]
        canvas.lines(points, ink, width_px=max(2, round(2.2 * density)))
    else:
        tip, back = x - unit, x + unit * 3 // 4
        canvas.polygon([(tip, middle), (back, middle - unit), (back, middle + unit)], ink)
    canvas.circle(width_px // 2, middle, unit, ink)
    x = width_px - round(width_px * 0.22)
    side = unit * 7 // 8
    canvas.rect(x - side, middle - side, 2 * side, 2 * side, ink, radius=round(2 * density))


def draw_toast(canvas: Canvas, frame: Frame, bottom_px: int) -> None:
    """A short message above whatever is at the bottom."""
    density = frame.density
    size, line = round(14 * density), round(20 * density)
    side, gap = round(22 * density), round(12 * density)
    limit = min(frame.width_px - round(64 * density), round(420 * density)) - 2 * side
    lines = break_lines(frame.toast, size, 400, limit, 3)
    wide = max(width_of(text, size, 400) for text in lines) + 2 * side
    tall = line * len(lines) + 2 * gap
    x, y = (frame.width_px - wide) // 2, bottom_px - tall - round(40 * density)
    plate: Color = (66, 68, 75, 255) if frame.dark else (250, 250, 252, 255)
    ink: Color = (240, 241, 245, 255) if frame.dark else (32, 33, 38, 255)
    radius = min(tall // 2, round(24 * density))
    canvas.shadow(x, y, wide, tall, radius=radius, elevation_px=round(4 * density))
    canvas.rect(x, y, wide, tall, plate, radius=radius)
    top = y + gap + (line - round(size * 1.2)) // 2
    for text in lines:
        left = (frame.width_px - width_of(text, size, 400)) // 2
        canvas.text(left, top, text, size_px=size, weight=400, color=ink)
        top += line
