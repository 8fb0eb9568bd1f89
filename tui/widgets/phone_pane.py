"""The phone: in words, as a picture or as a list, with the buttons for whoever has taken it over."""

from __future__ import annotations

from enum import StrEnum

from phonebuddy.v1 import action_pb2, observation_pb2
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.message import Message
from textual.widgets import Button, Static

from tui import hand
from tui.drawing.boxes import CellBox, screen_box
from tui.drawing.paint import Marks
from tui.pictures import ImageSize, fit
from tui.plain_text import one_line
from tui.settings import PictureMode
from tui.widgets.element_list import ElementList
from tui.widgets.phone_drawing import PhoneDrawing
from tui.widgets.phone_picture import Cell, PhonePicture, Touches
from tui.widgets.touch_screen import MousePress, TouchScreen

TEXT_COLUMNS = 30
DRAWN_COLUMNS = (34, 52)
"""The least that reads well, and the most that is of use."""
# Two for the border.
FRAME = 2


class PhoneView(StrEnum):
    """What of the phone is seen."""

    DRAWING = "drawing"
    PICTURE = "picture"
    OUTLINES = "outlines"
    TEXT = "text"


class PhonePane(Vertical):
    """Shows looks at a phone; says what the person wants done on it."""

    class Wanted(Message):
        """The person wants something done."""

        def __init__(self, wish: hand.Wish) -> None:
            super().__init__()
            self.wish = wish

    def __init__(
        self,
        kind: PictureMode,
        cell: Cell,
        *,
        outlines: bool = False,
        press: MousePress | None = None,
    ) -> None:
        super().__init__(id="phone")
        press = press or MousePress()
        self._drawing = PhoneDrawing(press)
        self._picture = PhonePicture(kind, cell, press)
        self._list = ElementList()
        self._problem = Static(id="phone-problem", markup=False)
        self._buttons = Horizontal(
            Button("Back", id="hand-back-key", compact=True),
            Button("Home", id="hand-home-key", compact=True),
            Button("Enter", id="hand-enter-key", compact=True),
            id="phone-buttons",
        )
        self._look: observation_pb2.Observation | None = None
        self._touches: Touches = ()
        self._aims: Touches = ()
        self._hands_on = False
        self._cropped = (0, 0)
        self._views, self.view = _views(kind, outlines=outlines)

    def compose(self) -> ComposeResult:
        yield self._problem
        yield self._drawing
        yield self._picture
        yield self._list
        yield self._buttons

    def on_mount(self) -> None:
        self.border_title = "Phone"
        self._problem.display = False
        self._arrange()

    @property
    def is_drawn(self) -> bool:
        """Whether the newest look is the one that is seen."""
        match self.view:
            case PhoneView.TEXT:
                return True
            case PhoneView.DRAWING:
                return self._drawing.shows_newest
            case PhoneView.PICTURE | PhoneView.OUTLINES:
                return self._picture.shows_newest

    def next_view(self) -> PhoneView:
        """In words, as a picture, with outlines, as a list, and again."""
        self.view = self._views[(self._views.index(self.view) + 1) % len(self._views)]
        self._arrange()
        return self.view

    def show(
        self,
        look: observation_pb2.Observation | None,
        touches: Touches = (),
        aims: Touches = (),
    ) -> None:
        """A new look at the phone, where it was touched last, and where it is about to be."""
        self._look, self._touches, self._aims = look, touches, aims
        if look is not None:
            self.say("")
        self.refresh_view()

    def name_it(self, name: str) -> None:
        """What stands above it."""
        # Titles are markup, and an address may hold brackets.
        self.border_title = Content(one_line(name, 24)).markup

    def say(self, problem: str) -> None:
        """Why the phone cannot be seen; empty if it can."""
        self._problem.display = bool(problem)
        self._problem.update(problem)

    def take_over(self, taken: bool) -> None:  # noqa: FBT001 - a plain switch
        """Whether touches and keys act on the phone."""
        if taken == self._hands_on:
            return
        self._hands_on = taken
        self._picture.allow_touches(taken)
        self._drawing.allow_touches(taken)
        self._list.hands_on = taken
        self.set_class(taken, "taken-over")
        self._subtitle()
        self._arrange()
        if taken:
            self.focus_phone()

    def focus_phone(self) -> None:
        """Have keys go to the phone."""
        {PhoneView.TEXT: self._list, PhoneView.DRAWING: self._drawing}.get(
            self.view, self._picture
        ).focus()

    def columns_for(self, columns: int, rows: int) -> int:
        """How wide the pane should be, where there are so many columns and rows for all."""
        most = columns // 2
        if self.view is PhoneView.TEXT:
            return max(min(most, TEXT_COLUMNS + columns // 8), FRAME + 1)
        inner = rows - FRAME - (1 if self._hands_on else 0)
        if self.view is PhoneView.DRAWING:
            least, widest = DRAWN_COLUMNS
            wanted = round(_WIDER * self._natural_columns(columns, max(inner, 1)))
            return max(min(most, max(least, min(wanted, widest)) + FRAME), FRAME + 1)
        return self._picture.width_for(max(most - FRAME, 1), max(inner, 1)) + FRAME

    def _natural_columns(self, columns: int, rows: int) -> int:
        """How wide a picture of the phone would be."""
        screen = _USUAL if self._look is None else screen_box(self._look)
        return fit(ImageSize(screen.width, screen.height), columns, rows).width

    def _arrange(self) -> None:
        self._list.display = self.view is PhoneView.TEXT
        self._drawing.display = self.view is PhoneView.DRAWING
        self._picture.display = self.view in {PhoneView.PICTURE, PhoneView.OUTLINES}
        self._buttons.display = self._hands_on
        self._subtitle()
        self.refresh_view()

    def refresh_view(self) -> None:
        """Draw the newest look, in the size that there is now."""
        match self.view:
            case PhoneView.TEXT:
                self._list.show(self._look)
            case PhoneView.DRAWING:
                self._drawing.show(self._look, Marks(self._touches, self._aims))
            case PhoneView.PICTURE | PhoneView.OUTLINES:
                outlines = self.view is PhoneView.OUTLINES
                self._picture.show(self._look, self._touches, outlines=outlines)

    def _subtitle(self) -> None:
        """Whose the phone is, and how much of it is out of view."""
        words = ["yours"] if self._hands_on else []
        if self.view is PhoneView.DRAWING:
            words += [
                f"{count} {sign}" for count, sign in zip(self._cropped, "▴▾", strict=True) if count
            ]
        self.border_subtitle = " · ".join(words)

    def on_phone_drawing_cropped(self, event: PhoneDrawing.Cropped) -> None:
        event.stop()
        self._cropped = (event.above, event.below)
        self._subtitle()

    def on_touch_screen_touched(self, event: TouchScreen.Touched) -> None:
        event.stop()
        self.post_message(self.Wanted(event.wish))

    def on_element_list_touched(self, event: ElementList.Touched) -> None:
        event.stop()
        self.post_message(self.Wanted(event.wish))

    def on_button_pressed(self, event: Button.Pressed) -> None:
        event.stop()
        self.post_message(self.Wanted(hand.QueuedAction(hand.button(_KEYS[event.button.id or ""]))))


def _views(kind: PictureMode, *, outlines: bool) -> tuple[list[PhoneView], PhoneView]:
    """What there is to choose from, and what is seen first."""
    match kind:
        case PictureMode.TEXT:
            return [PhoneView.DRAWING, PhoneView.TEXT], PhoneView.TEXT
        case PictureMode.DRAWING:
            return list(PhoneView), PhoneView.DRAWING
        case _:
            return list(PhoneView), PhoneView.OUTLINES if outlines else PhoneView.PICTURE


# Words need more room across than the picture of a phone.
_WIDER = 1.4
# A phone that nothing is known of yet.
_USUAL = CellBox(0, 0, 1080, 2400)
_KEYS = {
    "hand-back-key": action_pb2.BUTTON_BACK,
    "hand-home-key": action_pb2.BUTTON_HOME,
    "hand-enter-key": action_pb2.BUTTON_ENTER,
}
