"""The phone: in words, as a picture or as a list, with the buttons for whoever has taken it over."""

from __future__ import annotations

from enum import StrEnum

from phonebuddy.v1 import action_pb2, observation_pb2
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.message import Message
from textual.widgets import Button, Static

from tui import manual_input
from tui.drawing.boxes import CellBox, screen_box
from tui.drawing.paint import Marks
from tui.pictures import ImageSize, fit
from tui.plain_text import one_line
from tui.settings import PictureMode
from tui.web.outlet import BrowserOutlet, PhoneSight, PhoneState
from tui.widgets.browser_phone import BrowserPhone
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

        def __init__(self, wish: manual_input.Wish) -> None:
            super().__init__()
            self.wish = wish

    def __init__(
        self,
        kind: PictureMode,
        cell: Cell,
        *,
        outlines: bool = False,
        press: MousePress | None = None,
        outlet: BrowserOutlet | None = None,
    ) -> None:
        super().__init__(id="phone")
        press = press or MousePress()
        self._outlet = outlet if kind is PictureMode.BROWSER else None
        self._keys = BrowserPhone(press)
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
        self._name = ""
        self._said = ""
        self._hands_on = False
        self._can_be_taken = False
        self._cropped = (0, 0)
        self._views, self.view = _views(kind, outlines=outlines)

    def compose(self) -> ComposeResult:
        yield self._problem
        yield self._drawing
        yield self._keys
        yield self._picture
        yield self._list
        yield self._buttons

    def on_mount(self) -> None:
        self.border_title = "Phone"
        self._problem.display = False
        self._arrange()

    def on_unmount(self) -> None:
        if self._outlet is not None:
            self._outlet.leave(self)

    @property
    def in_page(self) -> bool:
        """Whether the page beside the terminal shows the phone, and the terminal does not."""
        return self._outlet is not None and self.view in _PICTURES

    def attend(self) -> None:
        """This phone is the one that the person looks at."""
        if self._outlet is not None:
            self._outlet.attend(self)
            self.refresh_view()

    @property
    def is_drawn(self) -> bool:
        """Whether the newest look is the one that is seen."""
        match self.view:
            case PhoneView.TEXT:
                return True
            case _ if self.in_page:
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
        self._name = one_line(name, 60)
        self.border_title = Content(one_line(name, 24)).markup
        self._tell_page()

    def say(self, problem: str) -> None:
        """Why the phone cannot be seen; empty if it can."""
        self._said = problem
        self._problem.display = bool(problem) and not self.in_page
        self._problem.update(problem)
        self._tell_page()

    def take_over(self, taken: bool, *, can_be_taken: bool = False) -> None:  # noqa: FBT001
        """Whether touches and keys act on the phone, and whether a run has it that would give it."""
        if can_be_taken != self._can_be_taken:
            self._can_be_taken = can_be_taken
            self._tell_page()
        if taken == self._hands_on:
            return
        self._hands_on = taken
        self._picture.allow_touches(taken)
        self._keys.allow_touches(taken)
        self._drawing.allow_touches(taken)
        self._list.hands_on = taken
        self.set_class(taken, "taken-over")
        self._subtitle()
        self._arrange()
        if taken:
            self.focus_phone()

    def focus_phone(self) -> None:
        """Have keys go to the phone."""
        picture = self._keys if self.in_page else self._picture
        {PhoneView.TEXT: self._list, PhoneView.DRAWING: self._drawing}.get(
            self.view, picture
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
        self._picture.display = self.view in _PICTURES and not self.in_page
        self._keys.display = self.in_page
        self._problem.display = bool(self._said) and not self.in_page
        # The page has buttons of its own.
        self._buttons.display = self._hands_on and not self.in_page
        self._subtitle()
        self.refresh_view()

    def refresh_view(self) -> None:
        """Draw the newest look, in the size that there is now."""
        self._tell_page()
        if self.in_page:
            return
        match self.view:
            case PhoneView.TEXT:
                self._list.show(self._look)
            case PhoneView.DRAWING:
                self._drawing.show(self._look, Marks(self._touches, self._aims))
            case PhoneView.PICTURE | PhoneView.OUTLINES:
                outlines = self.view is PhoneView.OUTLINES
                self._picture.show(self._look, self._touches, outlines=outlines)

    def _tell_page(self) -> None:
        if self._outlet is None:
            return
        look, said = self._look, self._said
        if look is not None and not look.HasField("screenshot"):
            said = said or "This screen cannot be photographed. F8 shows it in words."
        state = PhoneState(
            shown=self.in_page,
            name=self._name,
            problem=said,
            yours=self._hands_on,
            live=self._can_be_taken,
            width=0 if look is None else look.width_px,
            height=0 if look is None else look.height_px,
            touches=tuple(self._touches),
            aims=tuple(self._aims),
        )
        outlines = self.view is PhoneView.OUTLINES
        self._outlet.show(self, PhoneSight(state, look, outlines))

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
        self.post_message(
            self.Wanted(
                manual_input.QueuedAction(manual_input.button(_KEYS[event.button.id or ""]))
            )
        )


def _views(kind: PictureMode, *, outlines: bool) -> tuple[list[PhoneView], PhoneView]:
    """What there is to choose from, and what is seen first."""
    match kind:
        case PictureMode.TEXT:
            return [PhoneView.DRAWING, PhoneView.TEXT], PhoneView.TEXT
        case PictureMode.DRAWING:
            return list(PhoneView), PhoneView.DRAWING
        case PictureMode.BROWSER:
            views = [PhoneView.PICTURE, PhoneView.OUTLINES, PhoneView.DRAWING, PhoneView.TEXT]
            return views, PhoneView.OUTLINES if outlines else PhoneView.PICTURE
        case _:
            return list(PhoneView), PhoneView.OUTLINES if outlines else PhoneView.PICTURE


_PICTURES = frozenset({PhoneView.PICTURE, PhoneView.OUTLINES})
# Words need more room across than the picture of a phone.
_WIDER = 1.4
# A phone that nothing is known of yet.
_USUAL = CellBox(0, 0, 1080, 2400)
_KEYS = {
    "hand-back-key": action_pb2.BUTTON_BACK,
    "hand-home-key": action_pb2.BUTTON_HOME,
    "hand-enter-key": action_pb2.BUTTON_ENTER,
}
