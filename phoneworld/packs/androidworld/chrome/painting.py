"""The colors of one page: which are wanted, and which of them a painting shows."""

from __future__ import annotations

from collections.abc import Sequence

from phoneworld.packs.androidworld.chrome.data import Chances

SIDE_PX = 300
WANTED = 3
PALETTE = tuple(
    f"#{one}"
    for one in (
        "ff0000 00ff00 0000ff ffff00 ff00ff 00ffff 800000 008000 000080 808000 800080 008080 "
        "ffa500 ff1493 9932cc 20b2aa 4b0082 00ff7f ff6347 00ced1 9400d3 f0e68c ff8c00 228b22"
    ).split()
)
INK = "#000000"
"""What is painted with before a color is chosen."""

Line = tuple[float, float, float, float, str]
"""A stroke: its first and last spot in shares of the canvas, and its color."""


def wanted_colors(seed: int) -> tuple[str, ...]:
    """Three different colors of the palette."""
    chances = Chances(seed)
    left = list(PALETTE)
    return tuple(left.pop(chances.below(len(left))) for _ in range(WANTED))


def colors_seen(lines: Sequence[Line]) -> set[str]:
    """The colors that are left when later strokes have covered earlier ones."""
    painted: dict[tuple[int, int], str] = {}
    for x1, y1, x2, y2, color in lines:
        for spot in _pixels(x1 * SIDE_PX, y1 * SIDE_PX, x2 * SIDE_PX, y2 * SIDE_PX):
            painted[spot] = color
    return set(painted.values())


def _pixels(x1: float, y1: float, x2: float, y2: float) -> list[tuple[int, int]]:
    """The pixels of a line; a line without a length has none."""
    steps = round(max(abs(x2 - x1), abs(y2 - y1)))
    return [
        (int(x1 + (x2 - x1) * n / steps), int(y1 + (y2 - y1) * n / steps)) for n in range(steps)
    ]
