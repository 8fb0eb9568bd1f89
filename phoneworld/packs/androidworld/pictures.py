"""Pictures of text, for tasks to put on shared storage."""

from __future__ import annotations

import io
import textwrap

FONT_PX = 24
LINE_PX = 30
MARGIN_PX = 12
WIDTH_PX = 900


def text_picture(text: str, *, wrap: int = 60, form: str = "JPEG") -> bytes:
    """A picture of a text in black on white, its lines broken after so many letters."""
    from PIL import Image, ImageDraw

    lines: list[str] = []
    for line in text.split("\n"):
        lines += textwrap.wrap(line, wrap) or [""]
    height = LINE_PX * len(lines) + 2 * MARGIN_PX
    picture = Image.new("RGB", (WIDTH_PX, height), "#ffffff")
    brush = ImageDraw.Draw(picture)
    for number, line in enumerate(lines):
        at = (MARGIN_PX, MARGIN_PX + number * LINE_PX)
        brush.text(at, line, fill="#000000", font_size=FONT_PX)
    file = io.BytesIO()
    picture.save(file, form, quality=60)
    return file.getvalue()
