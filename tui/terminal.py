"""What the terminal can show. Asked once, before the screens take it over."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from dataclasses import dataclass

from tui.settings import Picture
from tui.widgets.phone_picture import Cell


@dataclass(frozen=True, slots=True)
class Terminal:
    """How pictures are shown, and how large its cells are."""

    picture: Picture
    cell: Cell


def ask_terminal(wanted: Picture, environment: Mapping[str, str] = os.environ) -> Terminal:
    """What fits the terminal, unless the person wants something else."""
    if wanted in {Picture.HALF_BLOCKS, Picture.TEXT}:
        return Terminal(wanted, Cell())
    if wanted is Picture.AUTO:
        if is_colourless(environment):
            # Half-blocks without colours are one grey area.
            return Terminal(Picture.TEXT, Cell())
        if not _is_tty():
            return Terminal(Picture.HALF_BLOCKS, Cell())
    # Asks the terminal while it is imported: not earlier, and not where nobody answers.
    from textual_image._terminal import get_cell_size  # not told otherwise
    from textual_image.renderable import Image, SixelImage, TGPImage

    size = get_cell_size()
    cell = Cell(size.width, size.height)
    if wanted is Picture.SIXEL or (wanted is Picture.AUTO and Image is SixelImage):
        return Terminal(Picture.SIXEL, cell)
    if wanted is Picture.KITTY or (wanted is Picture.AUTO and Image is TGPImage):
        return Terminal(Picture.KITTY, cell)
    return Terminal(Picture.HALF_BLOCKS, cell)


def is_colourless(environment: Mapping[str, str]) -> bool:
    """Whether colours are unwanted or impossible. (https://no-color.org)"""
    return bool(environment.get("NO_COLOR")) or environment.get("TERM", "") in {"dumb", "vt100"}


def _is_tty() -> bool:
    return sys.__stdout__ is not None and sys.__stdout__.isatty()
