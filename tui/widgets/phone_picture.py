"""The phone's screen as an image, scaled to its place; touches on it become actions when allowed."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import Protocol

from phonebuddy.v1 import action_pb2, observation_pb2
from PIL import Image
from textual import events
from textual.app import ComposeResult
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from tui import hand
from tui.pictures import ImageSize, NotAPicture, fit, half_blocks, picture
from tui.settings import PictureMode
from tui.widgets.half_blocks import HalfBlocks, strips

Touches = tuple[tuple[int, int], ...]
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


class MousePress:
    """How long the mouse's button was held, by the times of the events as the terminal sent them.

    Those that widgets get are copies, made when the event loop came to it: while it is busy, a tap
    would become a long press.
    """

    def __init__(self) -> None:
        self._down_s = 0.0
        self.held_s = 0.0

    def note(self, event: events.MouseEvent) -> None:
        """An event of the mouse, before it is handed on."""
        if isinstance(event, events.MouseDown):
            self._down_s = event.time
        elif isinstance(event, events.MouseUp):
            self.held_s = event.time - self._down_s


class _TerminalImage(Protocol):
    """What we use of textual-image's widgets."""

    image: Image.Image | None


@dataclass(frozen=True, slots=True)
class _Frame:
    observation: observation_pb2.Observation
    touches: Touches
    outlines: bool
    size: ImageSize


class PhonePicture(Widget):
    """Draws the newest frame it was given; frames that come while it draws are skipped."""

    DEFAULT_CSS = """
    PhonePicture { width: 1fr; height: 1fr; align: center middle; }
    """

    class Touched(Message):
        """The person touched the screen."""

        def __init__(self, wish: hand.Wish) -> None:
            super().__init__()
            self.wish = wish

    def __init__(self, kind: PictureMode, cell: Cell, press: MousePress) -> None:
        super().__init__()
        self._kind = kind
        self._cell = cell
        self._press = press
        self._image: Widget = _image_widget(kind)
        self._observation: observation_pb2.Observation | None = None
        self._touches: Touches = ()
        self._outlines = False
        self._drawn: _Frame | None = None
        self._drawing = False
        self._pressed: hand.Point | None = None
        self.hands_on = False

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

    def allow_touches(self, allowed: bool) -> None:  # noqa: FBT001 - a plain switch
        """Whether touches and keys act on the phone."""
        self.hands_on = allowed
        self.can_focus = allowed

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

    # Touches

    def _place(self, event: events.MouseEvent) -> hand.Point | None:
        """Where on the phone's screen, in thousandths; None beside it."""
        region = self._image.region
        x, y = event.screen_x - region.x, event.screen_y - region.y
        if not (0 <= x < region.width and 0 <= y < region.height):
            return None
        return 1000 * (x + 0.5) / region.width, 1000 * (y + 0.5) / region.height

    def on_mouse_down(self, event: events.MouseDown) -> None:
        place = self._place(event)
        if self.hands_on and place is not None:
            self.focus()
            self._pressed = place
            self.capture_mouse()
            event.stop()

    def on_mouse_up(self, event: events.MouseUp) -> None:
        start, self._pressed = self._pressed, None
        self.release_mouse()
        if not self.hands_on or start is None:
            return
        event.stop()
        if event.button == 3:
            self._want(hand.long_press(start))
        else:
            self._want(hand.touch(start, self._place(event) or start, self._press.held_s))

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        self._wheel(event, down=True)

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        self._wheel(event, down=False)

    def _wheel(self, event: events.MouseEvent, *, down: bool) -> None:
        place = self._place(event)
        if self.hands_on and place is not None:
            event.stop()
            self._want(hand.wheel(place, down=down))

    def on_key(self, event: events.Key) -> None:
        if self.hands_on and (wish := hand.key(event.key, event.character)) is not None:
            self.post_message(self.Touched(wish))
            event.stop()
            event.prevent_default()

    def _want(self, action: action_pb2.Action) -> None:
        self.post_message(self.Touched(hand.QueuedAction(action)))


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
