"""A canvas as Textual draws it."""

from __future__ import annotations

from functools import lru_cache

from rich.color import Color
from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip

from tui.drawing.canvas import CellCanvas, Ink


def strips(canvas: CellCanvas) -> list[Strip]:
    """A strip for each row. Made in another thread, so that keys are not kept waiting."""
    return [
        Strip([Segment(run.text, _style(run.ink)) for run in canvas.runs(row)], canvas.columns)
        for row in range(canvas.rows)
    ]


@lru_cache(maxsize=4_000)
def _style(ink: Ink) -> Style:
    return Style(
        color=None if ink.fore is None else Color.from_rgb(*ink.fore),
        bgcolor=None if ink.ground is None else Color.from_rgb(*ink.ground),
        bold=ink.bold or None,
        dim=ink.dim or None,
        underline=ink.underline or None,
        reverse=ink.reverse or None,
    )
