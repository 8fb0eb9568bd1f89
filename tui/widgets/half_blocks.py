"""A picture made of half-blocks: two pixels in a cell, in any terminal that has colours."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from rich.color import Color
from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip
from textual.widget import Widget

from tui.pictures import HALF, CellRun, Colour


@lru_cache(maxsize=20_000)
def _style(upper: Colour, lower: Colour) -> Style:
    return Style(color=Color.from_rgb(*upper), bgcolor=Color.from_rgb(*lower))


def strips(rows: Sequence[Sequence[CellRun]]) -> list[Strip]:
    """Rows of cells as Textual draws them. Made in another thread, so that keys are not kept waiting."""
    made: list[Strip] = []
    for row in rows:
        segments = [Segment(HALF * run.length, _style(run.upper, run.lower)) for run in row]
        made.append(Strip(segments, sum(run.length for run in row)))
    return made


class HalfBlocks(Widget):
    """Shows what it was given, from the upper left corner."""

    DEFAULT_CSS = "HalfBlocks { width: auto; height: auto; }"

    def __init__(self) -> None:
        super().__init__()
        self._strips: list[Strip] = []

    def show(self, strips: list[Strip]) -> None:
        self._strips = strips
        self.refresh()

    def render_line(self, y: int) -> Strip:
        if y < len(self._strips):
            return self._strips[y].crop(0, self.size.width)
        return Strip.blank(self.size.width, self.rich_style)
