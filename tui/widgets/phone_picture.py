"""The phone's screen as an image, scaled to its place; touches on it become actions when allowed."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import Protocol

from phonebuddy.v1 import observation_pb2
from PIL import Image
from textual.app import ComposeResult
from textual.strip import Strip
from textual.widget import Widget

from tui import manual_input
from tui.errors import NotAPicture
from tui.pictures import ImageSize, fit, half_blocks, picture
from tui.settings import PictureMode
from tui.widgets.half_blocks import HalfBlocks, strips
from tui.widgets.touch_screen import MousePress, TouchScreen

Touches = tuple[tuple[int, int], ...]
IMAGES = frozenset({PictureMode.SIXEL, PictureMode.KITTY})
"""The ways in which a terminal itself shows images."""
# A phone that nothing is known of yet.
_USUAL = ImageSize(1080, 2400)


@dataclass(frozen=True, slots=True)
class Cell:
    """Of the terminal, in pixels."""

    width: int = 10
    height: int = 20

    @property
    def ratio(self) -> float:
        return self.height / self.width


class _TerminalImage(Protocol):
    """What we use of textual-image's widgets."""

    image: Image.Image | None


@dataclass(frozen=True, slots=True)
class _Frame:
    observation: observation_pb2.Observation
    touches: Touches
    outlines: bool
    size: ImageSize


class PhonePicture(TouchScreen):
    """Draws the newest frame it was given; frames that come while it draws are skipped."""

    DEFAULT_CSS = """
    PhonePicture { width: 1fr; height: 1fr; align: center middle; }
    """

    def __init__(self, kind: PictureMode, cell: Cell, press: MousePress) -> None:
        super().__init__(press)
        self._kind = kind
        self._cell = cell
        self._image: Widget = _image_widget(kind)
        self._observation: observation_pb2.Observation | None = None
        self._touches: Touches = ()
        self._outlines = False
        self._drawn: _Frame | None = None
        self._drawing = False

    def compose(self) -> ComposeResult:
        yield self._image

    def show(
        self,
        observation: observation_pb2.Observation | None,
        touches: Touches,
        *,
        outlines: bool,
    ) -> None:
        """The screen to be seen from now on."""
        self._observation, self._touches, self._outlines = observation, touches, outlines
        self._redraw()

    def width_for(self, columns: int, rows: int) -> int:
        """How wide the picture is in a place of that size."""
        return fit(self._screen_size(), columns, rows, cell_ratio=self._cell.ratio).width

    def _screen_size(self) -> ImageSize:
        look = self._observation
        if look is None or not look.width_px or not look.height_px:
            return _USUAL
        return ImageSize(look.width_px, look.height_px)

    @property
    def shows_newest(self) -> bool:
        """Whether nothing is left to be drawn."""
        return not self._drawing and self._next_frame() is None

    def on_resize(self) -> None:
        self._redraw()

    def _redraw(self) -> None:
        if not self._drawing and self.is_mounted and self._observation is not None:
            self._drawing = True
            self.run_worker(self._draw, group="picture")

    async def _draw(self) -> None:
        try:
            while (frame := self._next_frame()) is not None:
                self._drawn = frame
                self._image.styles.width = frame.size.width
                self._image.styles.height = frame.size.height
                try:
                    await self._paint(frame)
                except NotAPicture:
                    # The next frame may do; the elements can be read meanwhile.
                    self.tooltip = "This screenshot cannot be shown."
        finally:
            self._drawing = False

    def _next_frame(self) -> _Frame | None:
        if self._observation is None:
            return None
        place = self.content_size
        size = fit(self._screen_size(), place.width, place.height, cell_ratio=self._cell.ratio)
        if not size.width:
            return None
        frame = _Frame(self._observation, self._touches, self._outlines, size)
        return None if frame == self._drawn else frame

    async def _paint(self, frame: _Frame) -> None:
        if isinstance(self._image, HalfBlocks):
            self._image.show(await asyncio.to_thread(_half_blocks, frame))
            return
        pixels = ImageSize(
            frame.size.width * self._cell.width, frame.size.height * self._cell.height
        )
        image: _TerminalImage = self._image  # pyright: ignore[reportAssignmentType]
        image.image = await asyncio.to_thread(_pixels, frame, pixels)

    def place_of(self, screen_x: int, screen_y: int) -> manual_input.Point | None:
        region = self._image.region
        x, y = screen_x - region.x, screen_y - region.y
        if not (0 <= x < region.width and 0 <= y < region.height):
            return None
        return 1000 * (x + 0.5) / region.width, 1000 * (y + 0.5) / region.height


def _half_blocks(frame: _Frame) -> list[Strip]:
    size = ImageSize(frame.size.width, frame.size.height * 2)
    return strips(half_blocks(_pixels(frame, size)))


def _pixels(frame: _Frame, size: ImageSize) -> Image.Image:
    return picture(frame.observation, size, outlines=frame.outlines, touches=frame.touches)


def _image_widget(kind: PictureMode) -> Widget:
    if kind is PictureMode.SIXEL:
        from textual_image.widget import SixelImage

        return SixelImage()
    if kind is PictureMode.KITTY:
        from textual_image.widget import TGPImage

        return TGPImage()
    return HalfBlocks()
