"""A drawing: strokes on a white sheet, and the file that they become. The app has no database."""

from __future__ import annotations

import io
from collections.abc import Sequence

PACKAGE = "com.simplemobiletools.draw.pro"
FOLDER = "/sdcard/Pictures"
ENDINGS = ("png", "svg", "jpg")
SHEET_PX = (720, 960)
BRUSH_PX = 8
COLORS = {
    "Black": "#000000",
    "Red": "#d32f2f",
    "Green": "#388e3c",
    "Blue": "#1976d2",
    "Yellow": "#fbc02d",
    "White": "#ffffff",
}

Line = tuple[float, float, float, float, str]
"""A stroke: its first and last spot in shares of the sheet, and its color."""


def encode(lines: Sequence[Line], ending: str) -> bytes:
    """The file of a drawing."""
    return _svg(lines) if ending == "svg" else _pixels(lines, ending)


def _ends(line: Line) -> tuple[int, int, int, int]:
    wide, tall = SHEET_PX
    x1, y1, x2, y2, _ = line
    return round(x1 * wide), round(y1 * tall), round(x2 * wide), round(y2 * tall)


def _svg(lines: Sequence[Line]) -> bytes:
    wide, tall = SHEET_PX
    strokes: list[str] = []
    for line in lines:
        x1, y1, x2, y2 = _ends(line)
        strokes.append(
            f'<path d="M{x1},{y1} L{x2},{y2}" stroke="{line[4]}" stroke-width="{BRUSH_PX}" '
            'stroke-linecap="round"/>'
        )
    sheet = f'<rect width="{wide}" height="{tall}" fill="#ffffff"/>'
    space = "http://www.w3.org/2000/svg"
    drawn = "".join(strokes)
    return f'<svg xmlns="{space}" width="{wide}" height="{tall}">{sheet}{drawn}</svg>'.encode()


def _pixels(lines: Sequence[Line], ending: str) -> bytes:
    from PIL import Image, ImageDraw

    picture = Image.new("RGB", SHEET_PX, "white")
    brush = ImageDraw.Draw(picture)
    reach = BRUSH_PX // 2
    for line in lines:
        x1, y1, x2, y2 = _ends(line)
        brush.line((x1, y1, x2, y2), fill=line[4], width=BRUSH_PX)
        for x, y in ((x1, y1), (x2, y2)):
            brush.ellipse((x - reach, y - reach, x + reach, y + reach), fill=line[4])
    file = io.BytesIO()
    picture.save(file, "JPEG" if ending == "jpg" else "PNG")
    return file.getvalue()
