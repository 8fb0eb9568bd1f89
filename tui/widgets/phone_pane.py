"""The phone: as a picture or as text, with the buttons for whoever has taken it over."""

from __future__ import annotations

from enum import StrEnum

from phonebuddy.v1 import action_pb2, observation_pb2
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.message import Message
from textual.widgets import Button, Static

from tui import hand
from tui.plain_text import one_line
from tui.settings import PictureMode
from tui.widgets.element_list import ElementList
from tui.widgets.phone_picture import Cell, MousePress, PhonePicture, Touches

TEXT_COLUMNS = 30
# Two for the border.
FRAME = 2


class PhoneView(StrEnum):
    """What of the phone is seen."""

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
        self._picture = PhonePicture(kind, cell, press or MousePress())
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
        self._hands_on = False
        self.can_draw = kind is not PictureMode.TEXT
        self.view = (
            PhoneView.TEXT
            if not self.can_draw
            else PhoneView.OUTLINES
            if outlines
            else PhoneView.PICTURE
        )

    def compose(self) -> ComposeResult:
        yield self._problem
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
        return self.view is PhoneView.TEXT or self._picture.shows_newest

    def next_view(self) -> PhoneView:
        """Picture, with outlines, as text, and again."""
        views = list(PhoneView) if self.can_draw else [PhoneView.TEXT]
        self.view = views[(views.index(self.view) + 1) % len(views)]
        self._arrange()
        return self.view

    def show(self, look: observation_pb2.Observation | None, touches: Touches = ()) -> None:
        """A new look at the phone."""
        self._look, self._touches = look, touches
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
        self._list.hands_on = taken
        self.set_class(taken, "taken-over")
        self.border_subtitle = "yours" if taken else ""
        self._arrange()
        if taken:
            self.focus_phone()

    def focus_phone(self) -> None:
        """Have keys go to the phone."""
        (self._list if self.view is PhoneView.TEXT else self._picture).focus()

    def columns_for(self, columns: int, rows: int) -> int:
        """How wide the pane should be, where there are so many columns and rows for all."""
        most = columns // 2
        if self.view is PhoneView.TEXT:
            return max(min(most, TEXT_COLUMNS + columns // 8), FRAME + 1)
        inner = rows - FRAME - (1 if self._hands_on else 0)
        return self._picture.width_for(max(most - FRAME, 1), max(inner, 1)) + FRAME

    def _arrange(self) -> None:
        text = self.view is PhoneView.TEXT
        self._list.display = text
        self._picture.display = not text
        self._buttons.display = self._hands_on
        self.refresh_view()

    def refresh_view(self) -> None:
        """Draw the newest look, in the size that there is now."""
        if self.view is PhoneView.TEXT:
            self._list.show(self._look)
        else:
            outlines = self.view is PhoneView.OUTLINES
            self._picture.show(self._look, self._touches, outlines=outlines)

    def on_phone_picture_touched(self, event: PhonePicture.Touched) -> None:
        event.stop()
        self.post_message(self.Wanted(event.wish))

    def on_element_list_touched(self, event: ElementList.Touched) -> None:
        event.stop()
        self.post_message(self.Wanted(event.wish))

    def on_button_pressed(self, event: Button.Pressed) -> None:
        event.stop()
        self.post_message(self.Wanted(hand.QueuedAction(hand.button(_KEYS[event.button.id or ""]))))


_KEYS = {
    "hand-back-key": action_pb2.BUTTON_BACK,
    "hand-home-key": action_pb2.BUTTON_HOME,
    "hand-enter-key": action_pb2.BUTTON_ENTER,
}
