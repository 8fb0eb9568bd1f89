"""The phone's screen in words; touches on it become actions when allowed."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass

from phonebuddy.v1 import observation_pb2
from textual import events
from textual.message import Message
from textual.strip import Strip

from tui import manual_input
from tui.drawing.colours import ScreenColours, read_colours
from tui.drawing.layout import LayoutPart
from tui.drawing.paint import Marks, paint
from tui.drawing.places import label_at, touch_pixel
from tui.drawing.windows import PhoneLayout, draw
from tui.widgets.drawn_strips import strips
from tui.widgets.touch_screen import MousePress, TouchScreen


@dataclass(frozen=True, slots=True)
class _Frame:
    look: observation_pb2.Observation
    marks: Marks
    columns: int
    rows: int
    first: int | None


class PhoneDrawing(TouchScreen):
    """Draws the newest look it was given; looks that come while it draws are skipped."""

    DEFAULT_CSS = """
    PhoneDrawing { width: 1fr; height: 1fr; }
    """

    class Cropped(Message):
        """How many rows of the phone do not fit, above and below."""

        def __init__(self, above: int, below: int) -> None:
            super().__init__()
            self.above = above
            self.below = below

    def __init__(self, press: MousePress) -> None:
        super().__init__(press)
        self._look: observation_pb2.Observation | None = None
        self._marks = Marks()
        self._first: int | None = None
        """The first band that is shown, where the person has chosen it."""
        self._shown: _Frame | None = None
        self._drawing: PhoneLayout | None = None
        self._strips: list[Strip] = []
        self._is_coloured = False
        """Whether every cell has a ground of its own."""
        self._busy = False
        self._artist = _Artist()

    def show(self, look: observation_pb2.Observation | None, marks: Marks) -> None:
        """The screen to be seen from now on."""
        before = self._look
        if before is not None and look is not None and before.package != look.package:
            self._first = None
        self._look, self._marks = look, marks
        self._redraw()

    @property
    def shows_newest(self) -> bool:
        """Whether nothing is left to be drawn."""
        return not self._busy and self._next_frame() is None

    def on_resize(self) -> None:
        self._redraw()

    def _redraw(self) -> None:
        if not self._busy and self.is_mounted and self._look is not None:
            self._busy = True
            self.run_worker(self._draw, group="drawing")

    async def _draw(self) -> None:
        try:
            while (frame := self._next_frame()) is not None:
                drawing, made, coloured = await asyncio.to_thread(self._artist.draw, frame)
                before, self._drawing = self._drawing, drawing
                self._shown, self._strips, self._is_coloured = frame, made, coloured
                cropped = drawing.above, drawing.below
                if before is None or (before.above, before.below) != cropped:
                    self.post_message(self.Cropped(*cropped))
                self.refresh()
        finally:
            self._busy = False

    def _next_frame(self) -> _Frame | None:
        size = self.content_size
        if self._look is None or not size.width or not size.height:
            return None
        frame = _Frame(self._look, self._marks, size.width, size.height, self._first)
        return None if frame == self._shown else frame

    def render_line(self, y: int) -> Strip:
        if y < len(self._strips):
            strip = self._strips[y]
            if not self._is_coloured:
                strip = strip.apply_style(self.rich_style)
            return strip if strip.cell_length == self.size.width else strip.crop(0, self.size.width)
        return Strip.blank(self.size.width, self.rich_style)

    # Touches

    def place_of(self, screen_x: int, screen_y: int) -> manual_input.Point | None:
        drawing, region = self._drawing, self.content_region
        x, y = screen_x - region.x, screen_y - region.y
        if drawing is None or not (0 <= x < drawing.columns and 0 <= y < drawing.rows):
            return None
        label = label_at(drawing, x, y)
        if label is not None and label.part is LayoutPart.KEYBOARD:
            # Which key is where is not known; letters are typed.
            return None
        across, down = touch_pixel(drawing, x, y)
        screen = drawing.screen
        return 1000 * (across + 0.5) / screen.width, 1000 * (down + 0.5) / screen.height

    def _wheel(self, event: events.MouseEvent, *, down: bool) -> None:
        drawing = self._drawing
        own = event.shift or not self.hands_on
        if own and drawing is not None and (drawing.above or drawing.below):
            event.stop()
            self._scroll(drawing, by=1 if down else -1)
            return
        super()._wheel(event, down=down)

    def _scroll(self, drawing: PhoneLayout, *, by: int) -> None:
        """Rows that do not fit come into view."""
        if (by > 0 and drawing.below) or (by < 0 and drawing.above):
            self._first = drawing.above + by
            self._redraw()


class _Artist:
    """Draws frames, and remembers what dialogs may come above. Used by one thread at a time."""

    def __init__(self) -> None:
        self._whole: observation_pb2.Observation | None = None
        self._colours: tuple[bytes, ScreenColours | None] = (b"", None)

    def draw(self, frame: _Frame) -> tuple[PhoneLayout, list[Strip], bool]:
        """The drawing, its rows, and whether these have grounds of their own."""
        look = frame.look
        drawing = draw(
            look,
            frame.columns,
            frame.rows,
            behind=self._whole,
            follow_px=_follow(frame),
            first=frame.first,
        )
        if drawing.frame is None:
            self._whole = look
        colours = self._colours_of(look, drawing)
        return drawing, strips(paint(drawing, colours, frame.marks)), colours is not None

    def _colours_of(
        self, look: observation_pb2.Observation, drawing: PhoneLayout
    ) -> ScreenColours | None:
        data = look.screenshot.data
        if not data:
            return None
        if self._colours[0] != data:
            self._colours = (data, read_colours(data, drawing.screen))
        return self._colours[1]


def _follow(frame: _Frame) -> int | None:
    """What must be in view: what is about to be touched, the cursor, the last touch."""
    look, marks = frame.look, frame.marks
    if marks.aims:
        return marks.aims[0][1]
    if look.HasField("focused") and 0 <= look.focused < len(look.elements):
        bounds = look.elements[look.focused].bounds
        return (bounds.top + bounds.bottom) // 2
    return marks.touches[0][1] if marks.touches else None
