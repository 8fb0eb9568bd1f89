"""What the terminal can show. Asked once, before the screens take it over."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from dataclasses import dataclass

from tui.settings import PictureMode
from tui.web.driver import NAME as BROWSER_DRIVER
from tui.widgets.phone_picture import Cell


@dataclass(frozen=True, slots=True)
class TerminalGraphics:
    """How pictures are shown, and how large its cells are."""

    picture: PictureMode
    cell: Cell


def ask_terminal(
    wanted: PictureMode, environment: Mapping[str, str] = os.environ
) -> TerminalGraphics:
    """What fits the terminal, unless the person wants something else."""
    if wanted in {PictureMode.DRAWING, PictureMode.HALF_BLOCKS, PictureMode.TEXT}:
        return TerminalGraphics(wanted, Cell())
    if environment.get("TEXTUAL_DRIVER") == BROWSER_DRIVER:
        return TerminalGraphics(PictureMode.BROWSER, Cell())
    if wanted is PictureMode.AUTO and (is_colourless(environment) or not _is_tty()):
        return TerminalGraphics(PictureMode.DRAWING, Cell())
    # Asks the terminal while it is imported: not earlier, and not where nobody answers.
    from textual_image._terminal import get_cell_size  # not told otherwise
    from textual_image.renderable import Image, SixelImage, TGPImage

    size = get_cell_size()
    cell = Cell(size.width, size.height)
    if wanted is PictureMode.SIXEL or (wanted is PictureMode.AUTO and Image is SixelImage):
        return TerminalGraphics(PictureMode.SIXEL, cell)
    if wanted is PictureMode.KITTY or (wanted is PictureMode.AUTO and Image is TGPImage):
        return TerminalGraphics(PictureMode.KITTY, cell)
    return TerminalGraphics(PictureMode.DRAWING, cell)


def is_colourless(environment: Mapping[str, str]) -> bool:
    """Whether colours are unwanted or impossible. (https://no-color.org)"""
    return bool(environment.get("NO_COLOR")) or environment.get("TERM", "") in {"dumb", "vt100"}


def _is_tty() -> bool:
    return sys.__stdout__ is not None and sys.__stdout__.isatty()
