"""A screenshot in the terminal: two pixels to a character, as half blocks."""

from __future__ import annotations

import io

from runtime.observation import Screenshot


def print_picture(shot: Screenshot) -> None:
    """Print a small screenshot in colour."""
    from PIL import Image

    image = Image.open(io.BytesIO(shot.data)).convert("RGB")
    data = image.tobytes()

    def color(x: int, y: int) -> str:
        at = (y * image.width + x) * 3
        return f"{data[at]};{data[at + 1]};{data[at + 2]}"

    for y in range(0, image.height - 1, 2):
        cells = [
            f"\x1b[38;2;{color(x, y)}m\x1b[48;2;{color(x, y + 1)}m▀" for x in range(image.width)
        ]
        print("".join(cells) + "\x1b[0m")
