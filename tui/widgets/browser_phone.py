"""Stands in the terminal for a phone that the page shows beside it: takes the keys that go to it."""

from __future__ import annotations

from textual.content import Content

from tui import manual_input
from tui.widgets.touch_screen import MousePress, TouchScreen


class BrowserPhone(TouchScreen):
    """One line, seen while the phone is the person's."""

    DEFAULT_CSS = """
    BrowserPhone { width: 1fr; height: 1; color: $text-muted; }
    BrowserPhone:focus { color: $text-warning; }
    """

    def __init__(self, press: MousePress) -> None:
        super().__init__(press)

    def render(self) -> Content:
        if self.has_focus:
            return Content("What you type goes to the phone.")
        return Content("Click here, or the picture, to type on the phone.")

    def on_focus(self) -> None:
        self.refresh()

    def on_blur(self) -> None:
        self.refresh()

    def on_click(self) -> None:
        if self.hands_on:
            self.focus()

    def place_of(self, screen_x: int, screen_y: int) -> manual_input.Point | None:
        """Nowhere: it is touched in the page."""
        del screen_x, screen_y
