"""What a person does to the phone's screen with mouse and keys, once it is theirs."""

from __future__ import annotations

from phonebuddy.v1 import action_pb2
from textual import events
from textual.message import Message
from textual.widget import Widget

from tui import manual_input


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


class TouchScreen(Widget):
    """Tells of touches and keys as wishes. Whoever shows the phone says which place a cell is."""

    class Touched(Message):
        """The person touched the screen."""

        def __init__(self, wish: manual_input.Wish) -> None:
            super().__init__()
            self.wish = wish

    def __init__(self, press: MousePress) -> None:
        super().__init__()
        self._press = press
        self._pressed: manual_input.Point | None = None
        self.hands_on = False

    def place_of(self, screen_x: int, screen_y: int) -> manual_input.Point | None:
        """Where on the phone a cell of the terminal is, in thousandths; None beside it."""
        raise NotImplementedError

    def allow_touches(self, allowed: bool) -> None:  # noqa: FBT001 - a plain switch
        """Whether touches and keys act on the phone."""
        self.hands_on = allowed
        self.can_focus = allowed

    def _place(self, event: events.MouseEvent) -> manual_input.Point | None:
        return self.place_of(event.screen_x, event.screen_y)

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
            self._want(manual_input.long_press(start))
        else:
            self._want(manual_input.touch(start, self._place(event) or start, self._press.held_s))

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        self._wheel(event, down=True)

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        self._wheel(event, down=False)

    def _wheel(self, event: events.MouseEvent, *, down: bool) -> None:
        place = self._place(event)
        if self.hands_on and place is not None:
            event.stop()
            self._want(manual_input.wheel(place, down=down))

    def on_key(self, event: events.Key) -> None:
        if self.hands_on and (wish := manual_input.key(event.key, event.character)) is not None:
            self.post_message(self.Touched(wish))
            event.stop()
            event.prevent_default()

    def _want(self, action: action_pb2.Action) -> None:
        self.post_message(self.Touched(manual_input.QueuedAction(action)))
